//! What each op does to the memory of a tensor operand.

use super::calls::Summaries;
use super::is_tensor;
use tilec_ir::{Module, Op, OpKind, Use, Value};

/// How a value relates to the buffer of an operand done in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same elements in the same places.
    Equivalent,
    /// Part of them, or perhaps them.
    Part,
}

/// True for the ops that put something into their second operand, which is their result then.
fn is_put_in(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::InsertSlice
            | OpKind::Insert
            | OpKind::TransferWrite
            | OpKind::Materialize
            | OpKind::Softmax
            | OpKind::Pack { .. }
    )
}

/// The result that an operand is the destination of: the op computes it in the operand's buffer.
pub(super) fn destination_of(module: &Module, place: Use) -> Option<Value> {
    let i = place.operand as usize;
    let result = |n: usize| module.results(place.op).get(n).copied();
    match module.kind(place.op) {
        OpKind::Structured(_) => i.checked_sub(module.group_range(place.op, 0).len()).and_then(result),
        kind if i == 1 && is_put_in(kind) => result(0),
        _ => None,
    }
}

/// The operand in whose buffer a result is computed; the inverse of [`destination_of`].
pub(super) fn destination(module: &Module, value: Value) -> Option<Use> {
    let op = module.defining_op(value)?;
    let first = match module.kind(op) {
        OpKind::Structured(_) => module.group_range(op, 0).len(),
        kind if is_put_in(kind) => 1,
        _ => return None,
    };
    let at = module.results(op).iter().position(|&r| r == value)?;
    Some(Use { op, operand: u32::try_from(first + at).expect("few operands") })
}

/// True if the op reads the contents of the operand, or hands them to where the flow of control goes.
pub(super) fn reads(module: &Module, summaries: &Summaries, place: Use) -> bool {
    let (op, i) = (place.op, place.operand as usize);
    match module.kind(op) {
        OpKind::Structured(_) => {
            let view = module.structured(op).expect("a structured op");
            i < view.num_inputs() || view.needs_init(i - view.num_inputs())
        }
        OpKind::InsertSlice => i == 0 || i == 1 && !covers_all(module, op),
        OpKind::TransferWrite => i == 1 && !overwrites_all(module, op),
        // A softmax writes every element.
        OpKind::ParallelInsert | OpKind::Materialize | OpKind::Softmax => i == 0,
        OpKind::Call => summaries.of_call(module, op).is_none_or(|s| s.reads.get(i).copied().unwrap_or(true)),
        // Extents do not depend on contents; these pass contents on without a change. A collapse copies them if the buffer has gaps.
        OpKind::Dim | OpKind::Rank | OpKind::Slice | OpKind::Reshape { expand: true } | OpKind::ShapeCast => false,
        OpKind::DeallocTensor | OpKind::Empty => false,
        OpKind::AllocTensor => is_tensor(module.ty(module.operand(op, i))),
        _ => true,
    }
}

/// True if the op, done in place, overwrites the operand.
pub(super) fn writes(module: &Module, summaries: &Summaries, place: Use) -> bool {
    let (op, i) = (place.op, place.operand as usize);
    match module.kind(op) {
        OpKind::Structured(_) => i >= module.group_range(op, 0).len(),
        kind if is_put_in(kind) => i == 1,
        OpKind::Call => summaries.of_call(module, op).is_none_or(|s| s.writes.get(i).copied().unwrap_or(true)),
        // Whoever has the buffer may write it.
        OpKind::ToBuffer => module.attr(op, "read_only").is_none(),
        _ => false,
    }
}

/// The value that shares the operand's buffer when it is done in place.
pub(super) fn shares(module: &Module, summaries: &Summaries, place: Use) -> Option<(Value, Relation)> {
    let (op, i) = (place.op, place.operand as usize);
    if !is_tensor(module.ty(module.operand(op, i))) {
        return None;
    }
    if let Some(result) = destination_of(module, place) {
        return Some((result, Relation::Equivalent));
    }
    let result = |n: usize| module.results(op).get(n).copied();
    match module.kind(op) {
        OpKind::Slice if i == 0 => result(0).map(|r| (r, Relation::Part)),
        OpKind::Reshape { .. } | OpKind::ShapeCast if i == 0 => result(0).map(|r| (r, Relation::Equivalent)),
        OpKind::Select if i > 0 => result(0).map(|r| (r, Relation::Part)),
        OpKind::For | OpKind::AffineFor | OpKind::Forall => {
            let first = module.num_operands(op) - module.results(op).len();
            i.checked_sub(first).and_then(result).map(|r| (r, Relation::Equivalent))
        }
        OpKind::While => module.block_args(module.entry(op)).get(i).map(|&a| (a, Relation::Equivalent)),
        OpKind::Yield => {
            let parent = module.parent_op(op).filter(|&p| module.kind(p) == OpKind::If)?;
            module.results(parent).get(i).map(|&r| (r, Relation::Part))
        }
        OpKind::Branch | OpKind::CondBranch => branch_target(module, place).map(|a| (a, Relation::Part)),
        OpKind::Call => match summaries.of_call(module, op) {
            Some(s) => match s.returns.iter().position(|r| *r == Some(i)) {
                Some(n) => result(n).map(|r| (r, Relation::Equivalent)),
                None => s.shared_result(i).and_then(result).map(|r| (r, Relation::Part)),
            },
            // What is not known may hand out any argument.
            None => module.results(op).iter().find(|&&r| is_tensor(module.ty(r))).map(|&r| (r, Relation::Part)),
        },
        _ => None,
    }
}

/// The block argument that an operand of a branch becomes.
pub(super) fn branch_target(module: &Module, place: Use) -> Option<Value> {
    let (op, i) = (place.op, place.operand as usize);
    let (block, n) = match module.kind(op) {
        OpKind::Branch => (module.successors(op).first()?, i),
        _ => {
            let (yes, no) = (module.group_range(op, 1), module.group_range(op, 2));
            if yes.contains(&i) {
                (module.successors(op).first()?, i - yes.start)
            } else {
                (module.successors(op).get(1)?, i.checked_sub(no.start)?)
            }
        }
    };
    module.block_args(*block).get(n).copied()
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

/// True if the vector takes the place of every element of the destination.
fn overwrites_all(module: &Module, op: Op) -> bool {
    let Some(transfer) = module.transfer(op) else { return false };
    let shape = module.ty(transfer.shaped).shape().unwrap_or(&[]);
    let is_whole = |d: usize| module.constant_int(transfer.indices[d]) == Some(0) && shape[d] <= transfer.span(d);
    module.ty(transfer.shaped).is_static() && (0..shape.len()).all(is_whole)
}

/// True if each iteration of the op that reads an element through operand `read` is the one that writes the same element through operand
/// `write`, provided both are one buffer: equal maps that are permutations of all loops.
pub(super) fn is_same_element(module: &Module, op: Op, read: usize, write: usize) -> bool {
    match module.kind(op) {
        OpKind::Structured(_) => {
            let view = module.structured(op).expect("a structured op");
            let maps = view.maps();
            maps[read] == maps[write] && maps[write].is_permutation()
        }
        // A copy to the same place.
        OpKind::Materialize => true,
        _ => false,
    }
}
