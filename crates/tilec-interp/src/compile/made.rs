//! Compiles the ops that make a tensor element by element.

use super::Compiler;
use super::elementwise::reg_of;
use crate::error::{Run, at, fault};
use crate::program::{Instr, Size};
use crate::shaped::{Gather, Generate, Made, Pack, PackedDim, Padded, Softmax};
use tilec_ir::numerics::{NUMERICS, Numerics};
use tilec_ir::{Attr, DYNAMIC, Op, OpKind, ScalarType, Type, Value};

impl Compiler<'_> {
    pub(super) fn made(&mut self, op: Op) -> Run<Instr> {
        let made = match self.module.kind(op) {
            OpKind::Pad | OpKind::Generate => Made::Generate(self.generate(op)?),
            OpKind::FromElements | OpKind::SplatTensor => self.elements(op)?,
            OpKind::Concat => self.concat(op)?,
            OpKind::Gather | OpKind::Scatter => Made::Gather(self.gather(op)?),
            OpKind::Softmax => Made::Softmax(self.softmax(op)?),
            OpKind::Pack { unpack } => Made::Pack(self.pack(op, unpack)?),
            _ => return fault("does not make a tensor"),
        };
        Ok(Instr::Made(Box::new(made)))
    }

    /// A type of shape and element, for a tensor that is to be made.
    fn tensor_of(&self, value: Value) -> Run<(Type, ScalarType, usize)> {
        match self.module.ty(value) {
            Type::Tensor(t) => Ok((Type::Tensor(t.clone()), t.elem, t.shape.len())),
            ty => fault(format!("expected a ranked tensor, found {ty}")),
        }
    }

    /// The extents of a type, operands for those that are `?`.
    pub(super) fn extents(&self, ty: &Type, dynamic: impl Iterator<Item = Value>) -> Run<Vec<Size>> {
        let mut dynamic = dynamic.map(|v| self.scalar(v).map(Size::Reg));
        let sizes = ty.shape().unwrap_or(&[]).iter().map(|&n| match n {
            DYNAMIC => dynamic.next().unwrap_or_else(|| fault("expected an operand for each ? of the type")),
            n => Ok(Size::Const(n)),
        });
        sizes.collect()
    }

    fn generate(&mut self, op: Op) -> Run<Generate> {
        let m = self.module;
        let (ty, elem, rank) = self.tensor_of(m.result(op))?;
        let (mut sizes, mut padded) = (Vec::new(), None);
        if m.kind(op) == OpKind::Pad {
            let source = m.operand(op, 0);
            let low = self.sizes(op, "static_low", "low")?;
            let high = self.sizes(op, "static_high", "high")?;
            let (_, found, source_rank) = self.tensor_of(source)?;
            if [low.len(), high.len(), source_rank] != [rank; 3] || found != elem {
                return fault("the padding does not match the types");
            }
            padded = Some(Padded { source: self.object(source)?, low, high });
        } else {
            sizes = self.extents(&ty, m.operands(op))?;
        }
        let block = self.only_block(op)?;
        let args = m.block_args(block);
        if args.len() != rank {
            return fault("expected an index for each dimension");
        }
        let indices = self.define_indices(args)?;
        let body = self.block(block, &[])?;
        let end = self.end(block, OpKind::Yield)?;
        let Some(value) = m.operands(end).next() else {
            return at(end, fault("expected a value"));
        };
        let yielded = at(end, self.element(value, elem))?;
        let dst = reg_of(self.define(m.result(op))?);
        Ok(Generate { dst, ty, sizes, padded, indices, body, yielded })
    }

    fn elements(&mut self, op: Op) -> Run<Made> {
        let m = self.module;
        let (ty, elem, _) = self.tensor_of(m.result(op))?;
        let splat = m.kind(op) == OpKind::SplatTensor;
        let elements = m.group(op, 0).map(|v| self.element(v, elem)).collect::<Run<_>>()?;
        let dynamic: Vec<_> = if splat { m.group(op, 1).collect() } else { Vec::new() };
        let sizes = self.extents(&ty, dynamic.into_iter())?;
        Ok(Made::Elements { dst: reg_of(self.define(m.result(op))?), ty, sizes, elements, splat })
    }

    fn concat(&mut self, op: Op) -> Run<Made> {
        let m = self.module;
        let (ty, elem, rank) = self.tensor_of(m.result(op))?;
        let dim = m.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok()).filter(|d| *d < rank);
        let Some(dim) = dim else {
            return fault("expected a dimension of the result");
        };
        let mut sources = Vec::new();
        for value in m.operands(op) {
            let (_, found, source_rank) = self.tensor_of(value)?;
            if found != elem || source_rank != rank {
                return fault("expected operands of the result's rank and elements");
            }
            sources.push(self.object(value)?);
        }
        Ok(Made::Concat { dst: reg_of(self.define(m.result(op))?), ty, sources, dim })
    }

    fn gather(&mut self, op: Op) -> Run<Gather> {
        let m = self.module;
        let scatter = m.kind(op) == OpKind::Scatter;
        let (whole, slices) = (m.operand(op, usize::from(scatter)), if scatter { m.operand(op, 0) } else { m.result(op) });
        let indices = m.operand(op, 1 + usize::from(scatter));
        let (ty, elem, _) = self.tensor_of(m.result(op))?;
        let (_, whole_elem, rank) = self.tensor_of(whole)?;
        let (_, slice_elem, _) = self.tensor_of(slices)?;
        let (_, index_elem, index_rank) = self.tensor_of(indices)?;
        if [whole_elem, slice_elem] != [elem; 2] || index_elem.is_float() || index_rank == 0 {
            return fault("the positions do not match the types");
        }
        let mut seen = vec![false; rank];
        let mut dims = Vec::new();
        for &d in m.int_array(op, if scatter { "scatter_dims" } else { "gather_dims" }) {
            match usize::try_from(d).ok().filter(|d| *d < rank && !std::mem::replace(&mut seen[*d], true)) {
                Some(d) => dims.push(d),
                None => return fault("expected distinct dimensions of the tensor"),
            }
        }
        let (src, indices) = (self.object(m.operand(op, 0))?, self.object(indices)?);
        let dest = if scatter { Some(self.object_use(op, whole)?) } else { None };
        Ok(Gather { dst: reg_of(self.define(m.result(op))?), ty, src, dest, indices, dims })
    }

    fn softmax(&mut self, op: Op) -> Run<Softmax> {
        let m = self.module;
        let (source, dest) = (m.operand(op, 0), m.operand(op, 1));
        let rank = m.ty(source).shape().map_or(0, <[i64]>::len);
        let Some(elem) = m.ty(dest).elem().filter(|e| e.is_float()) else {
            return fault("expected floats");
        };
        let dim = m.attr(op, "dimension").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
        let Some(dim) = dim.filter(|d| *d < rank) else {
            return fault("expected a dimension of the operands");
        };
        if m.ty(dest).as_tensor().is_some() == m.results(op).is_empty() {
            return fault("expected a result for a tensor, and none for a buffer");
        }
        let numerics = m.op(m.top()).extra.get(NUMERICS).and_then(Attr::as_str);
        let lanes = dim + 1 == rank && numerics != Some(Numerics::Strict.name());
        let (src, dest) = (self.object(source)?, self.object_use(op, dest)?);
        let dst = m.results(op).first().map(|&v| self.define(v).map(reg_of)).transpose()?;
        Ok(Softmax { src, dest, dst, dim, elem, lanes })
    }

    fn pack(&mut self, op: Op, unpack: bool) -> Run<Pack> {
        let m = self.module;
        let (source, dest) = (m.operand(op, 0), m.operand(op, 1));
        let (_, _, rank) = self.tensor_of(if unpack { dest } else { source })?;
        let (_, elem, _) = self.tensor_of(dest)?;
        self.tensor_of(source)?;
        let tiles = self.sizes(op, "static_inner_tiles", "inner_tiles")?;
        let positions = m.int_array(op, "inner_dims_pos");
        let mut dims: Vec<_> = (0..rank).map(|outer| PackedDim { outer, inner: None }).collect();
        let order = m.int_array(op, "outer_dims_perm");
        let mut seen = vec![false; rank];
        for (outer, &d) in order.iter().enumerate() {
            match usize::try_from(d).ok().filter(|d| *d < rank && !std::mem::replace(&mut seen[*d], true)) {
                Some(d) => dims[d].outer = outer,
                None => return fault("expected a permutation of the dimensions"),
            }
        }
        if positions.len() != tiles.len() || !order.is_empty() && order.len() != rank {
            return fault("expected a tile for each of the tiled dimensions");
        }
        for (i, (&d, size)) in positions.iter().zip(tiles).enumerate() {
            match usize::try_from(d).ok().and_then(|d| dims.get_mut(d)).filter(|dim| dim.inner.is_none()) {
                Some(dim) => dim.inner = Some((rank + i, size)),
                None => return fault("expected each tiled dimension once"),
            }
        }
        let padding = m.group_named(op, "padding_value").first().map(|&v| self.element(v, elem)).transpose()?;
        let (src, dest) = (self.object(source)?, self.object_use(op, dest)?);
        Ok(Pack { dst: reg_of(self.define(m.result(op))?), src, dest, padding, unpack, dims })
    }
}
