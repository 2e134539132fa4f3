//! What single ops say about their results, and what they demand of their operands.

use super::facts::{Cause, Extent, Fact, combine};
use super::infer::Infer;
use crate::canonicalize::fold::evaluate;
use tilec_ir::builder::attr_scalar;
use tilec_ir::{Attr, Module, Op, OpKind, Scalar, ScalarType, Value};

/// The most elements of a tensor that are followed one by one.
const MAX_ELEMENTS: usize = 64;

impl Infer<'_> {
    /// A fact for each result. Contradictions are noted on the way.
    pub(super) fn rule(&mut self, op: Op) -> Vec<Fact> {
        let module = self.module;
        match module.kind(op) {
            OpKind::Structured(_) => return self.structured_results(op),
            OpKind::Copy | OpKind::Materialize | OpKind::Softmax => self.same_shape(op, &[0, 1]),
            OpKind::Pack { unpack } => self.packed(op, unpack),
            OpKind::ParallelInsert => self.part(op, module.operand(op, 1), module.operand(op, 0)),
            _ => {}
        }
        let results = module.results(op);
        match *results {
            [] => Vec::new(),
            [result] if module.ty(result).as_scalar().is_some() => vec![self.scalar_rule(op, result)],
            [result] => match self.shaped_rule(op) {
                Some(fact) => vec![self.checked(op, result, fact)],
                None => vec![Fact::declared(module.ty(result), Cause::Opaque(op))],
            },
            _ => self.several(op),
        }
    }

    /// Two results of one elementwise op.
    fn several(&mut self, op: Op) -> Vec<Fact> {
        let module = self.module;
        let extents = if matches!(module.kind(op), OpKind::Pair(_)) { Some(self.elementwise(op)) } else { None };
        let fact = |&v: &Value| match &extents {
            Some(extents) if module.ty(v).as_tensor().is_some() => Fact::refined(module.ty(v), extents, None),
            _ => Fact::declared(module.ty(v), Cause::Opaque(op)),
        };
        module.results(op).iter().map(fact).collect()
    }

    fn scalar_rule(&self, op: Op, result: Value) -> Fact {
        let module = self.module;
        let index = |size: i64| Scalar::from_i64(ScalarType::Index, size);
        let unknown = |cause| Fact::Scalar { value: None, cause };
        match module.kind(op) {
            OpKind::Constant => match module.constant(result).and_then(attr_scalar) {
                Some(value) => Fact::scalar(value, Cause::Program),
                None => unknown(Cause::Opaque(op)),
            },
            OpKind::Dim => {
                let dim = self.number(module.operand(op, 1));
                let Some(dim_index) = dim.known() else { return unknown(dim.cause) };
                let extents = self.extents(module.operand(op, 0));
                match usize::try_from(dim_index).ok().and_then(|d| extents.get(d).copied()) {
                    Some(extent) => extent.known().map_or(unknown(extent.cause), |n| Fact::scalar(index(n), extent.cause)),
                    None => unknown(Cause::Opaque(op)),
                }
            }
            OpKind::Rank => match module.ty(module.operand(op, 0)).shape().and_then(|s| i64::try_from(s.len()).ok()) {
                Some(rank) => Fact::scalar(index(rank), Cause::Program),
                None => unknown(Cause::Opaque(op)),
            },
            OpKind::Extract => self.element(op).unwrap_or(unknown(Cause::Data(op))),
            OpKind::Load | OpKind::AffineLoad => unknown(Cause::Data(op)),
            OpKind::LoopIndex => unknown(Cause::Varies(module.parent_op(op).unwrap_or(op))),
            _ => {
                let facts: Vec<(Value, Fact)> = module.operands(op).map(|v| (v, self.fact(v))).collect();
                let known = |v: Value| match facts.iter().find(|(w, _)| *w == v) {
                    Some((_, Fact::Scalar { value, .. })) => *value,
                    _ => None,
                };
                let cause = |test: &dyn Fn(Option<Scalar>, Cause) -> bool| {
                    facts.iter().find_map(|(_, f)| match f {
                        Fact::Scalar { value, cause } if test(*value, *cause) => Some(*cause),
                        _ => None,
                    })
                };
                match evaluate(module, op, &known) {
                    Some(value) => Fact::scalar(value, cause(&|_, c| c != Cause::Program).unwrap_or(Cause::Program)),
                    None => unknown(cause(&|v, _| v.is_none()).unwrap_or(Cause::Opaque(op))),
                }
            }
        }
    }

    /// The element that a `tensor.extract` at known indices takes from a tensor whose elements are known.
    fn element(&self, op: Op) -> Option<Fact> {
        let Fact::Shaped { elements: Some(elements), ty, .. } = self.fact(self.module.operand(op, 0)) else { return None };
        let indices = self.module.operands(op).skip(1);
        let position = indices.zip(ty.shape()?).try_fold(0i64, |at, (v, &size)| {
            let i = self.number(v).known().filter(|i| (0..size).contains(i))?;
            at.checked_mul(size)?.checked_add(i)
        })?;
        elements.get(usize::try_from(position).ok()?).cloned()
    }

    fn shaped_rule(&mut self, op: Op) -> Option<Fact> {
        let module = self.module;
        let declared = module.ty(module.result(op)).clone();
        declared.shape()?;
        let operand = |i: usize| module.operand(op, i);
        let refined = |extents: &[Extent]| Some(Fact::refined(&declared, extents, None));
        match module.kind(op) {
            OpKind::Constant => Some(constant(module, op)),
            OpKind::Unary(_)
            | OpKind::Binary(_)
            | OpKind::Ternary(_)
            | OpKind::Compare { .. }
            | OpKind::Select
            | OpKind::Cast(_) => refined(&self.elementwise(op)),
            OpKind::ScaledCast => refined(&self.extents(operand(0))),
            OpKind::Empty | OpKind::Alloc | OpKind::Alloca | OpKind::Generate => refined(&self.sizes(op, 0)),
            OpKind::AllocTensor => match module.group_named(op, "copy").first() {
                Some(&copied) => refined(&self.extents(copied)),
                None => refined(&self.sizes(op, 0)),
            },
            OpKind::SplatTensor => refined(&self.sizes(op, 1)),
            OpKind::ByteView => refined(&self.sizes(op, 2)),
            OpKind::FromElements => {
                let elements = module.operands(op).map(|v| self.fact(v));
                let kept = (module.num_operands(op) <= MAX_ELEMENTS).then(|| elements.collect());
                let Fact::Shaped { ty, causes, .. } = Fact::declared(&declared, Cause::Program) else { return None };
                Some(Fact::Shaped { ty, causes, elements: kept })
            }
            OpKind::ShapeCast => self.shape_cast(op),
            OpKind::Slice | OpKind::View => self.slice(op),
            OpKind::InsertSlice => {
                self.part(op, operand(1), operand(0));
                refined(&self.extents(operand(1)))
            }
            OpKind::Reshape { expand } => self.reshape(op, expand),
            OpKind::ReshapeTo => self.reshape_to(op),
            OpKind::Reinterpret => {
                let [offset, sizes, strides] = ["offsets", "sizes", "strides"].map(|g| self.list(op, g));
                let strides = strides.iter().map(|e| e.size).collect();
                Some(Fact::refined(&declared, &sizes, Some((strides, offset.first()?.size))))
            }
            OpKind::Pad => refined(&self.pad(op)),
            OpKind::Concat => refined(&self.concat(op)?),
            OpKind::Insert | OpKind::TransferWrite | OpKind::Pack { .. } | OpKind::Materialize | OpKind::Softmax => {
                refined(&self.extents(operand(1)))
            }
            OpKind::ToTensor | OpKind::ToBuffer | OpKind::Clone => refined(&self.extents(operand(0))),
            _ => None,
        }
    }

    /// Negative and immense extents are none.
    fn checked(&mut self, op: Op, result: Value, fact: Fact) -> Fact {
        let Some(ty) = fact.ty() else { return fact };
        let extents: Option<Vec<usize>> = ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).ok()).collect();
        let size = extents.zip(ty.elem()).map(|(shape, elem)| tilec_ir::data::byte_size(elem, &shape));
        if size == Some(None) {
            self.conflict(op, format!("{ty} is too large: the number of bytes overflows"));
        }
        if let Some((dim, extent)) = fact.extents().into_iter().enumerate().find(|(_, e)| e.known().is_some_and(|n| n < 0)) {
            self.conflict(op, format!("dimension {dim} is {}{}", extent.size, extent.cause.origin()));
            return Fact::declared(self.module.ty(result), extent.cause);
        }
        fact
    }

    /// Notes where an extent is not what another place says. `what` is the place of the extent, `who` the other.
    pub(super) fn agree(&mut self, op: Op, found: Extent, wanted: Extent, what: &str, who: &str) {
        if let (Some(a), Some(b)) = (found.known(), wanted.known())
            && a != b
        {
            let (from, whence) = (found.cause.origin(), wanted.cause.origin());
            self.conflict(op, format!("{what} is {a}{from}, but {who} is {b}{whence}"));
        }
    }

    /// These operands must have one shape.
    fn same_shape(&mut self, op: Op, operands: &[usize]) {
        let shapes: Vec<Vec<Extent>> = operands.iter().map(|&i| self.extents(self.module.operand(op, i))).collect();
        for (i, shape) in shapes.iter().enumerate().skip(1) {
            for (dim, (&a, &b)) in shape.iter().zip(&shapes[0]).enumerate() {
                let (what, who) =
                    (format!("dimension {dim} of operand {}", operands[i]), format!("that of operand {}", operands[0]));
                self.agree(op, a, b, &what, &who);
            }
        }
    }

    /// The shape of an elementwise op on tensors: what any operand knows.
    fn elementwise(&mut self, op: Op) -> Vec<Extent> {
        let operands: Vec<usize> = (0..self.module.num_operands(op))
            .filter(|&i| self.module.ty(self.module.operand(op, i)).as_scalar().is_none())
            .collect();
        self.same_shape(op, &operands);
        let shapes: Vec<Vec<Extent>> = operands.iter().map(|&i| self.extents(self.module.operand(op, i))).collect();
        let Some(first) = shapes.first() else { return Vec::new() };
        let pick = |d: usize| shapes.iter().filter_map(|s| s.get(d)).find(|e| e.known().is_some()).copied().unwrap_or(first[d]);
        (0..first.len()).map(pick).collect()
    }

    /// The extents of a result whose `?` are the operands of a group.
    fn sizes(&self, op: Op, group: usize) -> Vec<Extent> {
        let mut dynamic = self.module.group(op, group).map(|v| self.number(v));
        let shape = self.module.ty(self.module.result(op)).shape().unwrap_or(&[]);
        let pick = |&size: &i64| match size {
            tilec_ir::DYNAMIC => dynamic.next().unwrap_or(Extent::unknown(Cause::Opaque(op))),
            size => Extent::program(size),
        };
        shape.iter().map(pick).collect()
    }

    /// The numbers of a list that mixes constants and operands.
    pub(super) fn list(&self, op: Op, group: &str) -> Vec<Extent> {
        list(self.module, op, group, &|v| self.number(v))
    }

    fn pad(&mut self, op: Op) -> Vec<Extent> {
        let [low, high] = ["low", "high"].map(|g| self.list(op, g));
        let source = self.extents(self.module.operand(op, 0));
        let declared: Vec<i64> = self.module.ty(self.module.result(op)).shape().unwrap_or(&[]).to_vec();
        let sum = |n: &[i64]| n.iter().try_fold(0i64, |sum, x| sum.checked_add(*x));
        let parts = source.into_iter().zip(low).zip(high);
        let sizes: Vec<Extent> = parts.map(|((s, l), h)| combine(&[s, l, h], sum, Cause::Opaque(op))).collect();
        for (dim, (&size, &said)) in sizes.iter().zip(&declared).enumerate() {
            self.agree(op, size, Extent::program(said), &format!("dimension {dim} of the padded source"), "that of the result");
        }
        sizes
    }

    fn concat(&mut self, op: Op) -> Option<Vec<Extent>> {
        let module = self.module;
        let along = usize::try_from(module.attr(op, "dim")?.as_int()?).ok()?;
        let shapes: Vec<Vec<Extent>> = module.operands(op).map(|v| self.extents(v)).collect();
        let mut sizes = shapes.first()?.clone();
        for (d, size) in sizes.iter_mut().enumerate() {
            let of: Vec<Extent> = shapes.iter().filter_map(|s| s.get(d)).copied().collect();
            if d == along {
                *size = combine(&of, |n| n.iter().try_fold(0i64, |sum, x| sum.checked_add(*x)), Cause::Opaque(op));
                continue;
            }
            *size = of.iter().find(|e| e.known().is_some()).copied().unwrap_or(*size);
            for (i, &other) in of.iter().enumerate() {
                self.agree(op, other, *size, &format!("dimension {d} of operand {i}"), "that of another operand");
            }
        }
        let declared = module.ty(module.result(op)).shape().unwrap_or(&[]).to_vec();
        for (d, (&size, said)) in sizes.iter().zip(declared).enumerate() {
            self.agree(op, size, Extent::program(said), &format!("dimension {d} of the parts together"), "that of the result");
        }
        Some(sizes)
    }
}

/// The numbers of a list that mixes constants and operands, which `number` gives.
pub(super) fn list(module: &Module, op: Op, group: &str, number: &dyn Fn(Value) -> Extent) -> Vec<Extent> {
    let mut dynamic = module.group_named(op, group).into_iter().map(number);
    let constants = module.int_array(op, tilec_ir::spelling::static_list(group));
    let pick = |&c: &i64| match c {
        tilec_ir::DYNAMIC => dynamic.next().unwrap_or(Extent::unknown(Cause::Opaque(op))),
        c => Extent::program(c),
    };
    constants.iter().map(pick).collect()
}

/// A constant tensor: its elements too, if they are few integers.
fn constant(module: &Module, op: Op) -> Fact {
    let result = module.result(op);
    let fact = Fact::declared(module.ty(result), Cause::Program);
    let (Fact::Shaped { ty, causes, .. }, Some(Attr::Dense(dense))) = (&fact, module.constant(result)) else { return fact };
    let count = ty.num_elements().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= MAX_ELEMENTS);
    let Some(count) = count.filter(|_| !dense.elem().is_float()) else { return fact };
    let elements = (0..count).map(|i| Fact::scalar(dense.get(i), Cause::Program)).collect();
    Fact::Shaped { ty: ty.clone(), causes: causes.clone(), elements: Some(elements) }
}
