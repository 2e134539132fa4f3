//! Which buffers may share memory: values are traced through views to what they are views of.
//!
//! Distinct allocations, globals and function arguments do not overlap: the call checks the arguments. Where functions call each other
//! nobody does, so there an argument, like a buffer of any other origin (a loop argument, a tensor seen as a buffer), may overlap everything.

use super::linear::Linear;
use std::collections::HashSet;
use std::sync::Arc;
use tilec_ir::{Attr, DYNAMIC, Module, Op, OpKind, Value, ValueDef};

/// The memory a buffer value is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// An allocation or a function argument.
    Object(Value),
    /// A constant of the module.
    Global(Arc<str>),
    /// Anything.
    Unknown,
}

/// The value itself, what it is a view of, and so on.
fn chain(module: &Module, value: Value) -> Vec<Value> {
    let source = |v: &Value| {
        let op = module.defining_op(*v)?;
        let is_view = matches!(module.kind(op), OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast | OpKind::ByteView);
        (is_view && module.ty(*v).as_memref().is_some()).then(|| module.operand(op, 0))
    };
    std::iter::successors(Some(value), source).collect()
}

/// The memory `value` is in.
pub fn base(module: &Module, value: Value) -> Base {
    let root = *chain(module, value).last().expect("a chain starts with the value");
    match module.def(root) {
        ValueDef::Arg(block, _) => match module.block_owner(block) {
            Some(owner) if module.kind(owner) == OpKind::Func && !module.may_have_calls() => Base::Object(root),
            _ => Base::Unknown,
        },
        ValueDef::Result(op, _) => match (module.kind(op), module.attr(op, "name")) {
            (OpKind::Alloc | OpKind::Alloca, _) => Base::Object(root),
            (OpKind::GetGlobal, Some(Attr::Symbol(name))) => Base::Global(name.clone()),
            _ => Base::Unknown,
        },
    }
}

/// All memory that `value` may be in: what a branch or a choice gives is in that of either.
fn bases(module: &Module, value: Value) -> Vec<Base> {
    let (mut bases, mut work, mut left) = (Vec::new(), vec![value], MAX_CHOICES);
    while let Some(value) = work.pop() {
        let root = *chain(module, value).last().expect("a chain starts with the value");
        let ValueDef::Result(op, n) = module.def(root) else {
            bases.push(base(module, root));
            continue;
        };
        left -= 1;
        match module.kind(op) {
            _ if left == 0 => return vec![Base::Unknown],
            OpKind::Select => work.extend([module.operand(op, 1), module.operand(op, 2)]),
            OpKind::If => {
                let ends = module.regions(op).iter().filter_map(|&r| module.terminator(*module.region_blocks(r).first()?));
                work.extend(ends.map(|end| module.operand(end, n as usize)));
            }
            _ => bases.push(base(module, root)),
        }
    }
    bases
}

/// How many choices are looked into for one value.
const MAX_CHOICES: usize = 32;

/// False only if no element of `a` is an element of `b`.
pub fn may_overlap(module: &Module, a: Value, b: Value) -> bool {
    let (x, y) = (bases(module, a), bases(module, b));
    if x.contains(&Base::Unknown) || y.contains(&Base::Unknown) {
        return true;
    }
    match (&x[..], &y[..]) {
        ([one], [other]) if one == other => !are_disjoint_views(module, a, b),
        _ => x.iter().any(|base| y.contains(base)),
    }
}

/// True if somewhere on the way to their base the two go through views of one buffer that have no element in common.
fn are_disjoint_views(module: &Module, a: Value, b: Value) -> bool {
    let views = |v: Value| -> Vec<Op> {
        let ops = chain(module, v).into_iter().filter_map(|v| module.defining_op(v));
        ops.filter(|&o| matches!(module.kind(o), OpKind::View | OpKind::ByteView)).collect()
    };
    let theirs = views(b);
    views(a)
        .into_iter()
        .any(|x| theirs.iter().any(|&y| module.operand(x, 0) == module.operand(y, 0) && are_disjoint(module, x, y)))
}

fn are_disjoint(module: &Module, x: Op, y: Op) -> bool {
    match (module.kind(x), module.kind(y)) {
        (OpKind::ByteView, OpKind::ByteView) => return are_disjoint_bytes(module, x, y),
        (OpKind::View, OpKind::View) => {}
        _ => return false,
    }
    let (x, y) = (spans(module, x), spans(module, y));
    x.iter().zip(&y).any(|pair| match pair {
        (Some((x_first, x_last)), Some((y_first, y_last))) => x_last < y_first || y_last < x_first,
        _ => false,
    })
}

/// Views of a buffer of bytes, such as the places of temporaries in the arena: by how far apart they start.
fn are_disjoint_bytes(module: &Module, x: Op, y: Op) -> bool {
    let shift = |op| Linear::of(module, module.operand(op, 1));
    let size = |op| {
        let ty = module.ty(module.result(op)).as_memref()?;
        let count = ty.shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d).filter(|_| d != DYNAMIC))?;
        count.checked_mul(i64::try_from(ty.elem.bytes()).ok()?)
    };
    match (shift(y).plus(&shift(x), -1).and_then(|d| d.as_const()), size(x), size(y)) {
        (Some(distance), Some(x), Some(y)) => distance >= x || distance <= -y,
        _ => false,
    }
}

/// First and last position of a view along each dimension of its source, where constant.
fn spans(module: &Module, view: Op) -> Vec<Option<(i64, i64)>> {
    let part = |name| module.int_array(view, name).to_vec();
    let (offsets, sizes, strides) = (part("static_offsets"), part("static_sizes"), part("static_strides"));
    let span = |((offset, size), stride): ((i64, i64), i64)| {
        if [offset, size, stride].contains(&DYNAMIC) || stride < 0 {
            return None;
        }
        Some((offset, size.checked_sub(1)?.checked_mul(stride)?.checked_add(offset)?))
    };
    offsets.into_iter().zip(sizes).zip(strides).map(span).collect()
}

/// The buffers that the ops inside `op`'s regions have as operands, apart from the regions' own arguments.
pub fn buffers_inside(module: &Module, op: Op) -> HashSet<Value> {
    let inner = module.walk(op).into_iter().skip(1);
    inner.flat_map(|o| module.operands(o).collect::<Vec<_>>()).filter(|&v| module.ty(v).as_memref().is_some()).collect()
}
