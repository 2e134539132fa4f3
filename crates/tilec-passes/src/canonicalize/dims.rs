//! Extents: which constant, operand or other value's extent an extent is.

use super::entries::{Entry, Part, entries, extents};
use tilec_ir::verify::kept_dims;
use tilec_ir::{DYNAMIC, Module, Op, OpKind, Value, ValueDef};

/// What an extent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A constant or a value.
    Is(Entry),
    /// The extent of this value, of which nothing more is known, along this dimension.
    Of(Value, usize),
}

/// How many ops are looked at to find out that a loop keeps a shape, in loops within it together.
const MAX_STEPS: usize = 256;

/// Follows an extent to where it comes from.
pub(crate) fn find_extent(module: &Module, value: Value, dim: usize) -> Extent {
    let mut value = value;
    loop {
        let ty = module.ty(value);
        match ty.shape().and_then(|s| s.get(dim)) {
            Some(&DYNAMIC) => {}
            Some(&extent) => return Extent::Is(Entry::Number(extent)),
            None => return Extent::Of(value, dim),
        }
        let mut left = MAX_STEPS;
        if let Some(source) = same_shape(module, value, &mut left) {
            value = source;
            continue;
        }
        let op = module.defining_op(value);
        if let Some(pad) = op.filter(|&op| module.kind(op) == OpKind::Pad && adds_nothing(module, op, dim)) {
            value = module.operand(pad, 0);
            continue;
        }
        let made = op.and_then(|op| given(module, op, dim));
        return made.map_or(Extent::Of(value, dim), Extent::Is);
    }
}

/// True if a pad leaves an extent as it was.
fn adds_nothing(module: &Module, pad: Op, dim: usize) -> bool {
    let is_none = |group: &str| entries(module, pad, group).get(dim).map(|e| e.folded(module)) == Some(Entry::Number(0));
    is_none("low") && is_none("high")
}

/// True if `size` is certainly the extent of `value` along `dim`.
pub(crate) fn is_extent(module: &Module, size: Entry, value: Value, dim: usize) -> bool {
    match find_extent(module, value, dim) {
        Extent::Is(entry) => entry.is_equal(size, module),
        Extent::Of(of, d) => match size {
            Entry::Number(_) => false,
            Entry::Value(v) => asked_by(module, v) == Some(Extent::Of(of, d)),
        },
    }
}

/// The extent that a value is, if it is made by `dim`.
fn asked_by(module: &Module, value: Value) -> Option<Extent> {
    let op = module.defining_op(value).filter(|&o| module.kind(o) == OpKind::Dim)?;
    let dim = usize::try_from(module.constant_int(module.operand(op, 1))?).ok()?;
    Some(find_extent(module, module.operand(op, 0), dim))
}

/// The extent that an op was given for its result.
fn given(module: &Module, op: Op, dim: usize) -> Option<Entry> {
    let group = match module.kind(op) {
        OpKind::Slice | OpKind::View => {
            let part = Part::of(module, op);
            let kept = kept_dims(&part.shape(), module.ty(module.result(op)).shape()?)?;
            return part.sizes.get(*kept.get(dim)?).map(|e| e.folded(module));
        }
        OpKind::Reshape { expand: true } => return entries(module, op, "output_shape").get(dim).map(|e| e.folded(module)),
        OpKind::Empty | OpKind::Alloc | OpKind::Generate => 0,
        OpKind::AllocTensor if module.group_named(op, "copy").is_empty() => 0,
        OpKind::SplatTensor => 1,
        OpKind::ByteView => 2,
        _ => return None,
    };
    let given = extents(module, module.ty(module.result(op)), module.group(op, group));
    given.get(dim).copied().filter(|e| *e != Entry::Number(DYNAMIC))
}

/// A value known earlier that certainly has the shape of this one.
fn same_shape(module: &Module, value: Value, left: &mut usize) -> Option<Value> {
    *left = left.checked_sub(1)?;
    let (op, n) = match module.def(value) {
        ValueDef::Arg(block, n) => {
            let owner = module.block_owner(block)?;
            return match module.kind(owner) {
                OpKind::Forall => {
                    let loops = module.int_array(owner, "staticStep").len();
                    module.group(owner, 3).nth((n as usize).checked_sub(loops)?)
                }
                OpKind::For => keeps_shape(module, owner, (n as usize).checked_sub(1)?, left),
                _ => None,
            };
        }
        ValueDef::Result(op, n) => (op, n as usize),
    };
    match module.kind(op) {
        OpKind::InsertSlice
        | OpKind::Insert
        | OpKind::TransferWrite
        | OpKind::Scatter
        | OpKind::Materialize
        | OpKind::Softmax
        | OpKind::Pack { .. } => Some(module.operand(op, 1)),
        OpKind::Structured(_) => module.group(op, 1).nth(n),
        OpKind::Forall => module.group(op, 3).nth(n),
        OpKind::For => keeps_shape(module, op, n, left),
        OpKind::ShapeCast => {
            let source = module.operand(op, 0);
            module.ty(source).shape().map(|_| source)
        }
        _ => None,
    }
}

/// What carried value `i` of an `scf.for` starts as, if every trip hands on a value of the shape it got.
fn keeps_shape(module: &Module, op: Op, i: usize, left: &mut usize) -> Option<Value> {
    let init = module.group(op, 3).nth(i)?;
    let body = module.entry(op);
    let arg = *module.block_args(body).get(i + 1)?;
    let mut value = module.operands(module.terminator(body)?).nth(i)?;
    while value != arg && value != init {
        value = same_shape(module, value, left)?;
    }
    Some(init)
}

/// What carried value `i` of an `scf.for` starts as, if its shape is the same in every trip.
pub(crate) fn carried_shape(module: &Module, op: Op, i: usize) -> Option<Value> {
    keeps_shape(module, op, i, &mut MAX_STEPS.clone())
}
