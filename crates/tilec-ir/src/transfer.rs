//! `vector.transfer_read` and `vector.transfer_write`: which elements of a tensor or buffer the lanes of a vector are.

use crate::affine::{AffineExpr, AffineMap};
use crate::attr::Attr;
use crate::entity::{Op, Value};
use crate::ir::Module;
use crate::op::OpKind;

/// A transfer, read off the op.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The tensor or buffer.
    pub shaped: Value,
    /// Where the first lane is, an index for each dimension of it.
    pub indices: Vec<Value>,
    /// The vector's shape.
    pub shape: Vec<i64>,
    /// For each dimension of the vector the dimension of the tensor or buffer that it goes along; `None` repeats what is there.
    pub dims: Vec<Option<usize>>,
    /// For each dimension of the vector: it certainly stays inside.
    pub in_bounds: Vec<bool>,
}

impl Transfer {
    /// How many elements lie along a dimension of the tensor or buffer.
    pub fn span(&self, dim: usize) -> i64 {
        self.vector_dim(dim).map_or(1, |d| self.shape[d])
    }

    /// The dimension of the vector that goes along a dimension of the tensor or buffer.
    pub fn vector_dim(&self, dim: usize) -> Option<usize> {
        self.dims.iter().position(|&d| d == Some(dim))
    }

    /// True if no element along a dimension of a tensor or buffer of this shape is outside, as far as its constants tell.
    pub fn fits(&self, dim: usize, shape: &[i64], constant: impl Fn(Value) -> Option<i64>) -> bool {
        let end = constant(self.indices[dim]).filter(|at| *at >= 0).and_then(|at| at.checked_add(self.span(dim)));
        end.zip(shape.get(dim)).is_some_and(|(end, extent)| end <= *extent)
    }

    /// For each dimension of the vector: it certainly stays inside, by what the op says or by constants.
    pub fn known_bounds(&self, shape: &[i64], constant: impl Fn(Value) -> Option<i64>) -> Vec<bool> {
        let known = |dim: Option<usize>| dim.is_none_or(|d| self.fits(d, shape, &constant));
        self.dims.iter().zip(&self.in_bounds).map(|(&dim, &inside)| inside || known(dim)).collect()
    }

    /// True if no lane can be outside.
    pub fn is_inside(&self) -> bool {
        self.in_bounds.iter().all(|&b| b)
    }
}

impl Module {
    /// What a transfer moves; `None` for other ops, and for a map that is none of a transfer.
    pub fn transfer(&self, op: Op) -> Option<Transfer> {
        let (at, vector) = match self.kind(op) {
            OpKind::TransferRead => (0, self.result(op)),
            OpKind::TransferWrite => (1, self.operand(op, 0)),
            _ => return None,
        };
        let shape = self.ty(vector).as_vector()?.shape.clone();
        let indices: Vec<Value> = self.group(op, at + 1).collect();
        let map = match self.attr(op, "permutation_map") {
            Some(attr) => attr.as_map()?.clone(),
            None => minor_identity(indices.len(), shape.len())?,
        };
        let dim = |e: &AffineExpr| match e {
            AffineExpr::Dim(_) => Some(e.as_dim()),
            AffineExpr::Const(0) => Some(None),
            _ => None,
        };
        let dims = map.results.iter().map(dim).collect::<Option<Vec<_>>>()?;
        let in_bounds = match self.attr(op, "in_bounds").and_then(Attr::as_array) {
            Some(list) => list.iter().map(|b| *b == Attr::Bool(true)).collect(),
            None => vec![false; shape.len()],
        };
        let fits = dims.len() == shape.len() && map.dims as usize == indices.len() && in_bounds.len() == shape.len();
        fits.then_some(Transfer { shaped: self.operand(op, at), indices, shape, dims, in_bounds })
    }

    /// Drops what goes without saying of a transfer: the map of [`minor_identity`], and that no dimension stays inside.
    pub fn settle_transfer(&mut self, op: Op) {
        let Some(transfer) = self.transfer(op) else { return };
        let map = self.attr(op, "permutation_map").and_then(Attr::as_map);
        if map.is_some() && map == minor_identity(transfer.indices.len(), transfer.shape.len()).as_ref() {
            self.op_mut(op).attrs.remove("permutation_map");
        }
        if !transfer.in_bounds.contains(&true) {
            self.op_mut(op).attrs.remove("in_bounds");
        }
    }
}

/// The map of a transfer that states none: the vector lies along the last dimensions.
pub fn minor_identity(rank: usize, vector_rank: usize) -> Option<AffineMap> {
    Some(AffineMap::select(rank, rank.checked_sub(vector_rank)?..rank))
}
