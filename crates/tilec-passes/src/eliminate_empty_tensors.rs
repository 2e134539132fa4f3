//! Computes into the destination of an insertion instead of into an empty tensor that is then copied: mlir-opt's pass of the same name.
//!
//! Anchors are `tensor.insert_slice` and `bufferization.materialize_in_destination`. From the anchor's source the pass walks back over ops
//! that keep the buffer (structured outputs, casts to the same type) to a `tensor.empty`, and puts the destination's own part there for
//! that one use; other users of the empty keep it. Tensor level, one block. What is computed never changes: bufferization still looks for
//! conflicts afterwards; for a buffer destination this pass itself checks that nobody touches the buffer in between.

use crate::analysis::alias::{self, Base};
use crate::analysis::effects::erase_dead;
use crate::remark::Remark;
use std::fmt;
use tilec_ir::{Attr, Builder, Diagnostic, Module, Op, OpKind, Type, Use, Value, spelling};

/// The pass.
pub const NAME: &str = "eliminate-empty-tensors";

/// Why an empty tensor stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// Destination, offsets or sizes are defined after the empty tensor is used.
    NotDominating,
    /// The empty tensor's type is not that of the destination's part.
    TypeMismatch,
    /// Something touches the destination buffer before the anchor.
    BufferInUse {
        /// What does.
        by: Op,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotDominating => "not-dominating",
            Self::TypeMismatch => "type-mismatch",
            Self::BufferInUse { .. } => "buffer-in-use",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotDominating => "the destination is not known where the empty tensor is used",
            Self::TypeMismatch => "the empty tensor's type differs from that of the destination's part",
            Self::BufferInUse { .. } => "the destination buffer is used before the result goes there",
        })
    }
}

/// Everything the rewrite needs.
struct Plan {
    anchor: Op,
    /// The use of the empty tensor to replace.
    place: Use,
}

/// Eliminates at every anchor, in program order.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for op in module.walk(module.top()) {
        if !matches!(module.kind(op), OpKind::InsertSlice | OpKind::Materialize) {
            continue;
        }
        let Some(place) = find_empty(module, module.operand(op, 0)) else { continue };
        let loc = module.op(place.op).loc.clone();
        match plan(module, op, place) {
            Ok(plan) => {
                remarks.push(
                    Remark::applied(NAME, loc, format!("output {} goes straight to its destination", place.operand))
                        .note(module.op(op).loc.clone(), "the destination"),
                );
                rewrite(module, &plan);
                changed = true;
            }
            Err(blocker) => {
                let mut remark = Remark::missed(NAME, blocker.name(), loc, format!("operand {}: {blocker}", place.operand))
                    .note(module.op(op).loc.clone(), "the destination");
                if let Blocker::BufferInUse { by } = blocker {
                    remark = remark.note(module.op(by).loc.clone(), "this uses it");
                }
                remarks.push(remark);
            }
        }
    }
    if changed {
        erase_dead(module, module.top());
    }
    Ok(changed)
}

/// The use of an empty tensor that gave `value` its buffer.
fn find_empty(module: &Module, value: Value) -> Option<Use> {
    let mut value = value;
    loop {
        let op = module.defining_op(value)?;
        let operand = match module.kind(op) {
            OpKind::Structured(_) => {
                let result = module.results(op).iter().position(|&r| r == value)?;
                module.structured(op)?.num_inputs() + result
            }
            OpKind::InsertSlice => 1,
            OpKind::ShapeCast => 0,
            _ => return None,
        };
        let next = module.operand(op, operand);
        let empty = module.defining_op(next).is_some_and(|e| module.kind(e) == OpKind::Empty);
        if empty {
            return Some(Use { op, operand: u32::try_from(operand).expect("few operands") });
        }
        value = next;
    }
}

fn plan(module: &Module, anchor: Op, place: Use) -> Result<Plan, Blocker> {
    let empty = module.operand(place.op, place.operand as usize);
    let same_block = module.parent_block(place.op) == module.parent_block(anchor);
    let needed: Vec<Value> = module.operands(anchor).skip(1).collect();
    if !same_block || !needed.iter().all(|&v| module.dominates(v, place.op)) {
        return Err(Blocker::NotDominating);
    }
    if part_type(module, anchor) != *module.ty(empty) {
        return Err(Blocker::TypeMismatch);
    }
    let dest = module.operand(anchor, 1);
    if module.ty(dest).as_memref().is_some() {
        // The new tensor of the buffer lives from the use to the anchor.
        let base = alias::base(module, dest);
        let mut op = Some(place.op);
        while let Some(at) = op.filter(|&o| o != anchor) {
            if touches(module, at, &base) {
                return Err(Blocker::BufferInUse { by: at });
            }
            op = module.next_op(at);
        }
        // A value of the chain that is used after the anchor must not see later changes of the buffer.
        if let Some(by) = later_touch(module, anchor, &base).filter(|_| chain_is_used_later(module, anchor, place.op)) {
            return Err(Blocker::BufferInUse { by });
        }
    }
    Ok(Plan { anchor, place })
}

/// The first op after the anchor that touches the buffer.
fn later_touch(module: &Module, anchor: Op, base: &Base) -> Option<Op> {
    let after = std::iter::successors(module.next_op(anchor), |&op| module.next_op(op));
    after.into_iter().find(|&op| touches(module, op, base))
}

/// True if a tensor that will live in the destination buffer is used after the anchor.
fn chain_is_used_later(module: &Module, anchor: Op, first: Op) -> bool {
    let block = module.parent_block(anchor).expect("an op in a block");
    let mut values: Vec<Value> = module.results(first).to_vec();
    let mut at = 0;
    while at < values.len() {
        for user in module.uses(values[at]).to_vec() {
            let Some(outer) = module.ancestor_in(user.op, block) else { return true };
            if module.is_before(anchor, outer) {
                return true;
            }
            // Anything made from it may share its buffer.
            for &result in module.results(user.op) {
                if !values.contains(&result) {
                    values.push(result);
                }
            }
        }
        at += 1;
    }
    false
}

/// The type of the destination's part that the anchor writes.
fn part_type(module: &Module, anchor: Op) -> Type {
    let dest = module.ty(module.operand(anchor, 1));
    match module.kind(anchor) {
        OpKind::InsertSlice => module.ty(module.operand(anchor, 0)).clone(),
        _ => Type::tensor(dest.shape().unwrap_or(&[]), dest.elem().expect("a shaped destination")),
    }
}

/// True if the op, or an op inside it, uses the buffer or a view or tensor of it.
fn touches(module: &Module, op: Op, base: &Base) -> bool {
    module.walk(op).into_iter().any(|inner| {
        // A callee may touch any global, and whatever it is given.
        module.kind(inner) == OpKind::Call
            || module.operands(inner).any(|v| {
                let of_tensor =
                    module.defining_op(v).filter(|&o| module.kind(o) == OpKind::ToTensor).map(|o| module.operand(o, 0));
                let buffer = of_tensor.unwrap_or(v);
                module.ty(buffer).as_memref().is_some() && [base, &Base::Unknown].contains(&&alias::base(module, buffer))
            })
    })
}

/// Puts the destination's part in the empty tensor's place, right before its use.
fn rewrite(module: &mut Module, plan: &Plan) {
    let (anchor, place) = (plan.anchor, plan.place);
    let dest = module.operand(anchor, 1);
    let ty = module.ty(module.operand(place.op, place.operand as usize)).clone();
    let loc = module.op(anchor).loc.clone();
    let part = if module.kind(anchor) == OpKind::InsertSlice {
        let groups = ["offsets", "sizes", "strides"].map(|g| module.group_named(anchor, g));
        let operands: Vec<_> = std::iter::once(dest).chain(groups.iter().flatten().copied()).collect();
        let attrs = module.op(anchor).attrs.clone();
        let mut builder = Builder::before(module, place.op);
        builder.loc = loc;
        let slice = builder.op(spelling::of(OpKind::Slice), &operands, &[ty]);
        let segments: Vec<_> = std::iter::once(1).chain(groups.iter().map(Vec::len)).collect();
        module.set_segments(slice, &segments);
        module.op_mut(slice).attrs = attrs;
        module.result(slice)
    } else if module.ty(dest).as_memref().is_some() {
        let mut builder = Builder::before(module, place.op);
        builder.loc = loc;
        let tensor = builder.op(spelling::of(OpKind::ToTensor), &[dest], &[ty]);
        module.set_attr(tensor, "restrict", Attr::Unit);
        module.set_attr(tensor, "writable", Attr::Unit);
        // The promise that nobody else has the buffer goes with the tensor.
        module.op_mut(anchor).attrs.remove("restrict");
        module.result(tensor)
    } else {
        dest
    };
    module.set_operand(place.op, place.operand as usize, part);
}
