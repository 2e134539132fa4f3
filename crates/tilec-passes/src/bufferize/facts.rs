//! What each op does to the memory of a tensor operand.

use super::is_tensor;
use tilec_ir::{Module, Op, OpKind, Use, Value};

/// How a result relates to the buffer of an operand done in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same elements in the same places.
    Equivalent,
    /// Part of them.
    Part,
}

/// True if the op reads the contents of the operand.
pub(super) fn reads(module: &Module, place: Use) -> bool {
    let i = place.operand as usize;
    match module.kind(place.op) {
        OpKind::Structured(_) => {
            let view = module.structured(place.op).expect("a structured op");
            i < view.num_inputs() || view.needs_init(i - view.num_inputs())
        }
        OpKind::InsertSlice => i == 0 || i == 1 && !covers_all(module, place.op),
        OpKind::Extract | OpKind::Return | OpKind::ToBuffer => true,
        OpKind::Materialize => i == 0,
        OpKind::AllocTensor => is_tensor(module.ty(module.operand(place.op, i))),
        _ => false,
    }
}

/// True if the op, done in place, overwrites the operand.
pub(super) fn writes(module: &Module, place: Use) -> bool {
    let i = place.operand as usize;
    match module.kind(place.op) {
        OpKind::Structured(_) => i >= module.group_range(place.op, 0).len(),
        OpKind::InsertSlice | OpKind::Materialize => i == 1,
        _ => false,
    }
}

/// The result that shares the operand's buffer when it is done in place.
pub(super) fn aliased_result(module: &Module, place: Use) -> Option<(Value, Relation)> {
    let i = place.operand as usize;
    let result = |n: usize| module.results(place.op).get(n).copied();
    if !is_tensor(module.ty(module.operand(place.op, i))) {
        return None;
    }
    match module.kind(place.op) {
        OpKind::Structured(_) => {
            let inputs = module.group_range(place.op, 0).len();
            i.checked_sub(inputs).and_then(result).map(|r| (r, Relation::Equivalent))
        }
        OpKind::InsertSlice | OpKind::Materialize if i == 1 => result(0).map(|r| (r, Relation::Equivalent)),
        OpKind::Slice if i == 0 => result(0).map(|r| (r, Relation::Part)),
        OpKind::Reshape { .. } | OpKind::ShapeCast if i == 0 => result(0).map(|r| (r, Relation::Equivalent)),
        _ => None,
    }
}

/// The operand whose contents the result of an op that only passes them on has.
pub(super) fn passed_on(module: &Module, op: Op) -> Option<Value> {
    match module.kind(op) {
        OpKind::Slice | OpKind::Reshape { .. } | OpKind::ShapeCast => Some(module.operand(op, 0)),
        _ => None,
    }
}

/// True if the inserted slice is the whole destination.
fn covers_all(module: &Module, op: Op) -> bool {
    let dest = module.ty(module.operand(op, 1));
    let all = |name: &str, value: i64| module.int_array(op, name).iter().all(|&v| v == value);
    all("static_offsets", 0)
        && all("static_strides", 1)
        && dest.is_static()
        && dest.shape() == Some(module.int_array(op, "static_sizes"))
}

/// True if each iteration of the op touches the same one element of every tensor operand.
pub(super) fn is_elementwise_access(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Structured(_) => {
            let view = module.structured(op).expect("a structured op");
            let shaped =
                |(i, m): (usize, tilec_ir::AffineMap)| module.ty(module.operand(op, i)).shape().is_none() || m.is_identity();
            view.all_parallel() && view.maps().into_iter().enumerate().all(shaped)
        }
        // A copy to the same place.
        OpKind::Materialize => true,
        _ => false,
    }
}

/// True if the two slices (one extracted, one inserted) have the same offsets, sizes and strides.
pub(super) fn same_slice(module: &Module, a: Op, b: Op) -> bool {
    ["offsets", "sizes", "strides"].iter().all(|group| {
        let attr = tilec_ir::spelling::static_list(group);
        module.int_array(a, attr) == module.int_array(b, attr) && module.group_named(a, group) == module.group_named(b, group)
    })
}
