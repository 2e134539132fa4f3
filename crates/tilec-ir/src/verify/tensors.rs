//! Tensors: making, reading, surrounding, joining, casting.

use super::slices::extent;
use super::{Check, agree, list, shapes_agree};
use crate::op::OpKind;
use crate::types::{DYNAMIC, ScalarType, Type};

impl Check<'_, '_> {
    /// The one result is a ranked tensor; its shape.
    fn tensor_result(&mut self) -> Option<Vec<i64>> {
        let ty = self.result_type(0);
        let shape = ty.as_tensor().map(|t| t.shape.clone());
        self.require(shape.is_some(), || format!("expected a result that is a ranked tensor, but found {ty}"));
        shape
    }

    /// One operand of group `g` for each `?` of a shape.
    pub(super) fn sizes(&mut self, g: usize, shape: &[i64], ty: &Type) {
        let dynamic = shape.iter().filter(|d| **d == DYNAMIC).count();
        let found = self.module.group_range(self.op, g).len();
        self.require(found == dynamic, || format!("expected {dynamic} sizes, one for each ? of {ty}, but found {found}"));
    }

    /// `tensor.empty`, `tensor.splat` and `bufferization.alloc_tensor`: one operand per `?`.
    pub(super) fn sized_tensor(&mut self) {
        let kind = self.module.kind(self.op);
        let shape = match self.result_type(0) {
            Type::UnrankedTensor(_) if kind == OpKind::AllocTensor => Some(Vec::new()),
            _ => self.tensor_result(),
        };
        let Some(shape) = shape else { return };
        let g = usize::from(kind == OpKind::SplatTensor);
        if self.module.group_named(self.op, "copy").is_empty() {
            self.sizes(g, &shape, self.result_type(0));
        } else {
            let found = self.module.group_range(self.op, g).len();
            self.require(found == 0, || format!("expected no sizes, as the copied tensor has them, but found {found}"));
        }
    }

    pub(super) fn dim(&mut self) {
        let ty = self.operand_type(0);
        let memref = self.module.spelling(self.op).dialect() == "memref";
        let ok = match ty {
            Type::MemRef(t) => memref && !t.shape.is_empty(),
            Type::Tensor(t) => !memref && !t.shape.is_empty(),
            Type::UnrankedMemRef(_) => memref,
            Type::UnrankedTensor(_) => !memref,
            _ => false,
        };
        self.require(ok, || format!("cannot take a dimension of {ty}"));
    }

    pub(super) fn rank(&mut self) {
        let ty = self.operand_type(0);
        let memref = self.module.spelling(self.op).dialect() == "memref";
        let ok = match ty {
            Type::MemRef(_) | Type::UnrankedMemRef(_) => memref,
            Type::Tensor(_) | Type::UnrankedTensor(_) => !memref,
            _ => false,
        };
        self.require(ok, || format!("cannot count the dimensions of {ty}"));
    }

    /// `tensor.extract` and `tensor.insert`.
    pub(super) fn element(&mut self) {
        let at = usize::from(self.module.kind(self.op) == OpKind::Insert);
        let ty = self.operand_type(at);
        let Some(tensor) = ty.as_tensor() else {
            return self.fail(format!("expected a ranked tensor, but found {ty}"));
        };
        let (rank, found) = (tensor.shape.len(), self.module.num_operands(self.op) - at - 1);
        self.require(found == rank, || format!("expected {rank} indices, but found {found}"));
    }

    pub(super) fn elements(&mut self) {
        let Some(shape) = self.tensor_result() else { return };
        let ty = self.result_type(0);
        let wanted = ty.num_elements();
        let found = self.module.num_operands(self.op);
        self.require(!shape.contains(&DYNAMIC), || format!("expected a result of static shape, but found {ty}"));
        if let Some(wanted) = wanted {
            self.require(i64::try_from(found) == Ok(wanted), || {
                format!("expected {wanted} elements, as {ty} has, but found {found}")
            });
        }
    }

    /// The region of `tensor.pad` and `tensor.generate`: indices in, one element out.
    fn element_region(&mut self, rank: usize, elem: ScalarType) {
        let block = self.module.entry(self.op);
        let args: Vec<_> = self.module.block_args(block).iter().map(|&a| self.module.ty(a)).collect();
        self.same_types("index argument", &vec![&Type::INDEX; rank], &args, "one a dimension");
        let Some(yielded) = self.module.terminator(block).and_then(|t| self.module.operands(t).next()) else { return };
        let (expected, found) = (Type::Scalar(elem), self.module.ty(yielded));
        self.require(*found == expected, || format!("expected a yielded value of type {expected}, but found {found}"));
    }

    pub(super) fn pad(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (Some(from), Some(to)) = (source.as_tensor(), result.as_tensor()) else {
            return self.fail(format!("expected ranked tensors, but found {source} and {result}"));
        };
        let rank = from.shape.len();
        self.require(from.elem == to.elem, || format!("expected one element type, but found {source} and {result}"));
        if self.mixed_lists(&[("low", rank), ("high", rank)]) {
            let (low, high) = (self.ints("static_low"), self.ints("static_high"));
            let sum = |d: usize| {
                let parts = [from.shape[d], low[d], high[d]];
                if parts.contains(&DYNAMIC) { DYNAMIC } else { parts.iter().fold(0, |a: i64, b| a.saturating_add(*b)) }
            };
            let padded: Vec<_> = (0..rank).map(sum).collect();
            // A result may know more than the padding says, not less.
            let fits = padded.len() == to.shape.len() && padded.iter().zip(&to.shape).all(|(p, t)| p == t || *p == DYNAMIC);
            self.require(fits, || format!("expected a result of shape {}, but found {}", list(&padded), list(&to.shape)));
        }
        self.element_region(rank, from.elem);
    }

    pub(super) fn generate(&mut self) {
        let Some(shape) = self.tensor_result() else { return };
        let ty = self.result_type(0);
        self.sizes(0, &shape, ty);
        if let Some(elem) = ty.elem() {
            self.element_region(shape.len(), elem);
        }
    }

    pub(super) fn concat(&mut self) {
        let result = self.result_type(0);
        let Some(to) = result.as_tensor() else {
            return self.fail(format!("expected a result that is a ranked tensor, but found {result}"));
        };
        let inputs = self.operand_types();
        if !self.require(!inputs.is_empty(), || "expected at least one input".into()) {
            return;
        }
        let mut ok = true;
        for (i, ty) in inputs.iter().enumerate() {
            let fits = ty.as_tensor().is_some_and(|t| t.shape.len() == to.shape.len() && t.elem == to.elem);
            ok &= self.require(fits, || format!("expected operand {i} of the rank and element type of {result}, but found {ty}"));
        }
        let dim = self.attr("dim").and_then(crate::Attr::as_int).unwrap_or(-1);
        let along = usize::try_from(dim).ok().filter(|d| *d < to.shape.len());
        let Some(along) = along.filter(|_| ok) else {
            let rank = to.shape.len();
            self.require(along.is_some(), || format!("expected a dimension below {rank} to join along, but found {dim}"));
            return;
        };
        let shapes: Vec<_> = inputs.iter().filter_map(|t| t.shape()).collect();
        for d in (0..to.shape.len()).filter(|d| *d != along) {
            let known = shapes.iter().map(|s| s[d]).find(|s| *s != DYNAMIC).unwrap_or(to.shape[d]);
            for (i, s) in shapes.iter().enumerate() {
                self.require(agree(s[d], known), || {
                    format!("expected dimension {d} of operand {i} of size {}, but found {}", extent(known), extent(s[d]))
                });
            }
            self.require(agree(to.shape[d], known), || {
                format!("expected dimension {d} of the result of size {}, but found {}", extent(known), extent(to.shape[d]))
            });
        }
        let total = shapes.iter().map(|s| s[along]).fold(0, super::reshapes::add);
        self.require(agree(total, to.shape[along]), || {
            format!(
                "expected dimension {along} of the result of size {}, the sum of the inputs', but found {}",
                extent(total),
                extent(to.shape[along])
            )
        });
    }

    /// `tensor.reshape`: the shape operand has an integer a dimension.
    pub(super) fn reshape_to(&mut self) {
        let (source, shape, result) = (self.operand_type(0), self.operand_type(1), self.result_type(0));
        let tensor = |t: &Type| matches!(t, Type::Tensor(_) | Type::UnrankedTensor(_));
        self.require(tensor(source) && tensor(result) && source.elem() == result.elem(), || {
            format!("expected tensors of one element type, but found {source} and {result}")
        });
        let list = shape.as_tensor().filter(|t| t.shape.len() == 1 && t.elem.is_signless_or_index());
        let Some(list) = list else {
            return self.fail(format!("expected a shape that is a tensor of one dimension, of integers, but found {shape}"));
        };
        if let Some(to) = result.shape() {
            let (rank, found) = (to.len(), list.shape[0]);
            self.require(i64::try_from(rank) == Ok(found), || {
                format!("expected a shape of {rank} elements, the rank of {result}, but found {shape}")
            });
            if let (Some(a), Some(b)) = (source.num_elements(), result.num_elements()) {
                self.require(a == b, || {
                    format!("expected as many elements in the result as in the source, but found {source} and {result}")
                });
            }
        }
    }

    pub(super) fn dealloc_tensor(&mut self) {
        let ty = self.operand_type(0);
        let ok = matches!(ty, Type::Tensor(_) | Type::UnrankedTensor(_));
        self.require(ok, || format!("expected a tensor, but found {ty}"));
    }

    pub(super) fn shape_cast(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let ok = match (source, result) {
            _ if source.elem() != result.elem() => false,
            _ if self.module.spelling(self.op).dialect() == "memref" => super::buffers::castable(source, result),
            (Type::Tensor(a), Type::Tensor(b)) => shapes_agree(&a.shape, &b.shape),
            _ => [source, result].iter().all(|t| matches!(t, Type::Tensor(_) | Type::UnrankedTensor(_))),
        };
        self.require(ok, || format!("cannot cast {source} to {result}"));
    }

    pub(super) fn materialize(&mut self) {
        let (source, dest) = (self.operand_type(0), self.operand_type(1));
        let ok = matches!(source, Type::Tensor(_) | Type::UnrankedTensor(_))
            && !matches!(dest, Type::Scalar(_) | Type::Vector(_))
            && dest.elem() == source.elem()
            && dest.shape().map(<[i64]>::len) == source.shape().map(<[i64]>::len);
        if !self.require(ok, || format!("expected a tensor and a destination of its shape, but found {source} and {dest}")) {
            return;
        }
        let fit = shapes_agree(source.shape().unwrap_or(&[]), dest.shape().unwrap_or(&[]));
        self.require(fit, || format!("expected a destination of the source's shape, but found {source} and {dest}"));
        let results = self.module.results(self.op).len();
        let (restrict, writable) = (self.attr("restrict").is_some(), self.attr("writable").is_some());
        if matches!(dest, Type::MemRef(_) | Type::UnrankedMemRef(_)) {
            self.require(results == 0, || "a buffer destination gives no result".into());
            self.require(writable, || "a buffer destination must be marked writable".into());
        } else {
            let same = results == 1 && self.result_type(0) == dest;
            self.require(same, || format!("expected a result of type {dest}"));
            self.require(!restrict && !writable, || "only a buffer destination can be marked restrict or writable".into());
        }
    }

    pub(super) fn tensor_and_buffer(&mut self) {
        let (a, b) = (self.operand_type(0), self.result_type(0));
        let (tensor, buffer) = if self.module.kind(self.op) == OpKind::ToTensor { (b, a) } else { (a, b) };
        let kinds = match (tensor, buffer) {
            (Type::Tensor(t), Type::MemRef(b)) => t.shape == b.shape,
            (Type::UnrankedTensor(_), Type::UnrankedMemRef(_)) => true,
            _ => false,
        };
        let ok = kinds && tensor.elem() == buffer.elem();
        self.require(ok, || {
            format!("expected a tensor and a buffer of one shape and element type, but found {tensor} and {buffer}")
        });
    }
}
