//! Transfers between vectors and tensors or buffers.

use super::Check;
use crate::affine::AffineExpr;
use crate::attr::Attr;
use crate::op::OpKind;

impl Check<'_, '_> {
    pub(super) fn transfer(&mut self) {
        let write = self.module.kind(self.op) == OpKind::TransferWrite;
        let (shaped, vector) = match write {
            true => (self.operand_type(1), self.operand_type(0)),
            false => (self.operand_type(0), self.result_type(0)),
        };
        let (true, Some(shape)) = (shaped.as_tensor().is_some() || shaped.as_memref().is_some(), shaped.shape()) else {
            return self.fail(format!("expected a ranked tensor or buffer, but found {shaped}"));
        };
        let Some(of) = vector.as_vector() else { return self.fail(format!("expected a vector, but found {vector}")) };
        let (rank, lanes) = (shape.len(), of.shape.len());
        self.require(shaped.elem() == Some(of.elem), || format!("expected one element type, but found {shaped} and {vector}"));
        let found = self.module.group(self.op, 1 + usize::from(write)).len();
        self.require(found == rank, || format!("expected {rank} indices, but found {found}"));
        if write {
            let results = self.module.results(self.op).to_vec();
            let ok = match results[..] {
                [] => shaped.as_memref().is_some(),
                _ => shaped.as_tensor().is_some() && self.result_type(0) == shaped,
            };
            self.require(ok, || format!("expected a result of type {shaped} for a tensor, and none for a buffer"));
        }
        match self.attr("permutation_map") {
            None => {
                self.require(lanes <= rank, || {
                    format!("expected permutation_map, as {vector} has more dimensions than {shaped}")
                });
            }
            Some(Attr::Map(map)) => {
                let fits = map.dims as usize == rank && map.symbols == 0 && map.num_results() == lanes;
                self.require(fits, || format!("expected permutation_map from {rank} dimensions to {lanes}, but found {map}"));
                let dims: Vec<_> = map.results.iter().filter_map(AffineExpr::as_dim).collect();
                let zeros = map.results.iter().filter(|e| **e == AffineExpr::Const(0)).count();
                let distinct = (1..dims.len()).all(|i| !dims[..i].contains(&dims[i]));
                self.require(distinct && dims.len() + zeros == lanes && (zeros == 0 || !write), || {
                    let or = if write { "" } else { " or 0" };
                    format!("expected each result of permutation_map to be a dimension of its own{or}, but found {map}")
                });
            }
            Some(_) => self.fail("expected permutation_map to be an affine map"),
        }
        if let Some(attr) = self.attr("in_bounds") {
            let list = attr.as_array().filter(|list| list.iter().all(|b| matches!(b, Attr::Bool(_))));
            let fits = list.is_some_and(|list| list.len() == lanes);
            self.require(fits, || format!("expected in_bounds to be a list of {lanes} times true or false"));
        }
    }
}
