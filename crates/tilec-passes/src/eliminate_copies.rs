//! Removes `memref.copy` where nothing need be copied: no elements, a buffer onto itself, a temporary that can be computed in the copy's
//! target from the start, and a copy that can be its own source.
//!
//! Buffer level. A temporary is an allocation of the same block whose accesses are all known, or a dense reshape of one. To be computed in
//! the target, the target must exist before the temporary is first used, and nobody else may touch it in between; an argument that nothing
//! but the copy uses, right before the function returns, is such a target wherever the temporary is computed. To be its own source, neither
//! of the two may be written while the copy is in use, or the source not be used any more. Distinct arguments of a function do not
//! overlap: kernels check that at the call.

use crate::analysis::alias::{Base, base, may_overlap};
use crate::remark::Remark;
use crate::reshape;
use std::fmt;
use tilec_ir::verify::reassociation;
use tilec_ir::{Diagnostic, Layout, Module, Op, OpKind, Value};

/// The pass.
pub const NAME: &str = "eliminate-copies";

/// Why a copy stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The source is no allocation of this block.
    NotATemporary,
    /// Source and target differ in type.
    LayoutDiffers,
    /// The temporary leaves the function or is used in a way that is not understood.
    Escapes {
        /// Where.
        by: Op,
    },
    /// The target is made after the temporary is first used.
    TargetLater,
    /// The target would be its source, but one of them changes while both are in use.
    SourceChanges {
        /// What writes one.
        write: Op,
        /// What uses the copy afterwards, or last.
        read: Op,
    },
    /// Something touches the target while the temporary is being computed, or writes either of the two afterwards.
    TargetInUse {
        /// What does.
        by: Op,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotATemporary => "not-a-temporary",
            Self::LayoutDiffers => "layout-differs",
            Self::Escapes { .. } => "escapes",
            Self::TargetLater => "target-later",
            Self::TargetInUse { .. } => "target-in-use",
            Self::SourceChanges { .. } => "source-changes",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotATemporary => "the source is not a temporary of this block",
            Self::LayoutDiffers => "source and target differ in type",
            Self::Escapes { .. } => "the source is used in a way that is not understood",
            Self::TargetLater => "the target is made after the source is first used",
            Self::TargetInUse { .. } => "the target is in use meanwhile",
            Self::SourceChanges { .. } => "source or copy is overwritten while the other is in use",
        })
    }
}

/// Everything the rewrite needs.
enum Plan {
    /// Source and target are the same elements, or there are none.
    Nothing,
    /// The temporary becomes the target, in the shapes before these reshapes; `before` it is first used.
    Forward { temporary: Value, target: Value, reshapes: Vec<Op>, before: Op },
    /// The target, a temporary, becomes the source.
    Adopt { temporary: Value, source: Value },
}

/// Looks at every copy, in program order.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for op in module.walk(module.top()) {
        if module.kind(op) != OpKind::Copy && !is_structured_copy(module, op) {
            continue;
        }
        let loc = module.op(op).loc.clone();
        match plan(module, op) {
            Ok(plan) => {
                let what = match plan {
                    Plan::Nothing => "source and target are the same",
                    Plan::Forward { .. } => "the temporary is computed in the target",
                    Plan::Adopt { .. } => "the copy is its own source",
                };
                remarks.push(Remark::applied(NAME, loc, what));
                rewrite(module, op, &plan);
                changed = true;
            }
            Err(blocker) => {
                let mut remark = Remark::missed(NAME, blocker.name(), loc, blocker.to_string());
                if let Blocker::Escapes { by } | Blocker::TargetInUse { by } = blocker {
                    remark = remark.note(module.op(by).loc.clone(), "here");
                }
                if let Blocker::SourceChanges { write, read } = blocker {
                    remark = remark.note(module.op(write).loc.clone(), "this writes one of the two");
                    remark = remark.note(module.op(read).loc.clone(), "before this uses the copy");
                }
                remarks.push(remark);
            }
        }
    }
    if changed {
        crate::analysis::effects::erase_dead(module, module.top());
    }
    Ok(changed)
}

/// True for a structured op on buffers that copies each element of its first operand to the same place of its second: `linalg.copy`.
fn is_structured_copy(module: &Module, op: Op) -> bool {
    let Some(view) = module.structured(op).filter(|s| !s.on_tensors() && s.num_inputs() == 1 && s.num_outputs() == 1) else {
        return false;
    };
    let maps = view.maps();
    let types = [0, 1].map(|i| module.ty(module.operand(op, i)));
    types.iter().all(|t| t.as_memref().is_some())
        && types[0].elem() == types[1].elem()
        && maps[0] == maps[1]
        && maps[0].is_permutation()
        && view.yields() == [view.body_args()[0]]
        && view.num_body_ops() == 0
}

/// True if the two values are the same elements: one value, or equal views of equal buffers.
fn is_same_buffer(module: &Module, a: Value, b: Value) -> bool {
    let (mut a, mut b) = (a, b);
    while a != b {
        let (Some(x), Some(y)) = (module.defining_op(a), module.defining_op(b)) else { return false };
        let views = matches!(module.kind(x), OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast);
        let equal = module.kind(x) == module.kind(y)
            && module.op(x).attrs == module.op(y).attrs
            && module.operands(x).skip(1).eq(module.operands(y).skip(1))
            && module.ty(a) == module.ty(b);
        if !views || !equal {
            return false;
        }
        (a, b) = (module.operand(x, 0), module.operand(y, 0));
    }
    true
}

fn plan(module: &Module, copy: Op) -> Result<Plan, Blocker> {
    let (source, target) = (module.operand(copy, 0), module.operand(copy, 1));
    let is_empty = |v: Value| module.ty(v).shape().is_some_and(|s| s.contains(&0));
    if is_same_buffer(module, source, target) || is_empty(source) || is_empty(target) {
        return Ok(Plan::Nothing);
    }
    let forward = forward(module, copy);
    if forward.is_ok() || !is_temporary(module, target, copy) {
        return forward;
    }
    adopt(module, copy)
}

fn is_temporary(module: &Module, value: Value, copy: Op) -> bool {
    let alloc = module.defining_op(value).filter(|&a| module.kind(a) == OpKind::Alloc);
    alloc.is_some_and(|a| module.parent_block(a) == module.parent_block(copy))
}

/// The allocation that a value is a dense reshape of, with the reshapes, the last first.
fn reshaped(module: &Module, value: Value) -> (Value, Vec<Op>) {
    let is_dense = |v: Value| module.ty(v).is_static() && module.ty(v).as_memref().is_some_and(|t| t.layout == Layout::Identity);
    let (mut value, mut reshapes) = (value, Vec::new());
    while let Some(op) = module.defining_op(value).filter(|&o| matches!(module.kind(o), OpKind::Reshape { .. })) {
        let groups = reassociation(module.attr(op, "reassociation"));
        if groups.is_empty() || !is_dense(value) || !is_dense(module.operand(op, 0)) {
            break;
        }
        reshapes.push(op);
        value = module.operand(op, 0);
    }
    (value, reshapes)
}

/// The source is computed in the target.
fn forward(module: &Module, copy: Op) -> Result<Plan, Blocker> {
    let (source, target) = (module.operand(copy, 0), module.operand(copy, 1));
    let (temporary, reshapes) = reshaped(module, source);
    let alloc = module.defining_op(temporary).filter(|&a| module.kind(a) == OpKind::Alloc).ok_or(Blocker::NotATemporary)?;
    if module.ty(source) != module.ty(target) {
        return Err(Blocker::LayoutDiffers);
    }
    let all = uses(module, temporary)?;
    let block = module.parent_block(copy).expect("an op in a block");
    if is_only_target(module, copy) {
        // Behind the copy the function returns: only a write in between would be seen.
        let after = std::iter::successors(module.next_op(copy), |&o| module.next_op(o));
        if let Some(by) = after.into_iter().find(|&o| accesses(module, o, temporary).1) {
            return Err(Blocker::TargetInUse { by });
        }
        let before = module.next_op(alloc).expect("what follows an allocation");
        return Ok(Plan::Forward { temporary, target, reshapes, before });
    }
    if module.parent_block(alloc) != Some(block) {
        return Err(Blocker::NotATemporary);
    }
    let users = in_block(module, &all, block)?;
    let first = users.iter().copied().reduce(|a, b| if module.is_before(b, a) { b } else { a }).unwrap_or(copy);
    if !module.dominates(target, first) {
        return Err(Blocker::TargetLater);
    }
    // While the temporary is computed, up to the copy, nobody else may touch the target.
    let mut at = Some(first);
    while let Some(op) = at.filter(|&o| o != copy) {
        if accesses(module, op, target).0 {
            return Err(Blocker::TargetInUse { by: op });
        }
        at = module.next_op(op);
    }
    // Afterwards both hold the same: if the temporary is still used, neither may be written.
    let used_later = users.iter().any(|&u| module.is_before(copy, u));
    let mut at = module.next_op(copy);
    while let Some(op) = at.filter(|_| used_later) {
        if accesses(module, op, target).1 || accesses(module, op, temporary).1 {
            return Err(Blocker::TargetInUse { by: op });
        }
        at = module.next_op(op);
    }
    Ok(Plan::Forward { temporary, target, reshapes, before: first })
}

/// True if the target is an argument of the function that nothing else uses, and the function returns at the end of the copy's block.
fn is_only_target(module: &Module, copy: Op) -> bool {
    let target = module.operand(copy, 1);
    let returns =
        module.parent_block(copy).and_then(|b| module.terminator(b)).is_some_and(|end| module.kind(end) == OpKind::Return);
    let is_argument = module.defining_op(target).is_none() && base(module, target) == Base::Object(target);
    returns && is_argument && module.uses(target).len() == 1
}

/// The target is the source.
fn adopt(module: &Module, copy: Op) -> Result<Plan, Blocker> {
    let (source, target) = (module.operand(copy, 0), module.operand(copy, 1));
    if module.ty(source) != module.ty(target) {
        return Err(Blocker::LayoutDiffers);
    }
    let block = module.parent_block(copy).expect("an op in a block");
    let users = in_block(module, &uses(module, target)?, block)?;
    if let Some(&by) = users.iter().find(|&&u| module.is_before(u, copy)) {
        return Err(Blocker::TargetInUse { by });
    }
    let last = users.iter().copied().reduce(|a, b| if module.is_before(a, b) { b } else { a }).unwrap_or(copy);
    let adopted = Plan::Adopt { temporary: target, source };
    let is_dead = is_temporary(module, source, copy)
        && uses(module, source)
            .and_then(|all| in_block(module, &all, block))
            .is_ok_and(|s| s.iter().all(|&u| !module.is_before(copy, u)));
    if is_dead {
        return Ok(adopted);
    }
    let mut at = module.next_op(copy);
    while let Some(op) = at.filter(|&o| !module.is_before(last, o) && last != copy) {
        if accesses(module, op, source).1 || accesses(module, op, target).1 {
            return Err(Blocker::SourceChanges { write: op, read: last });
        }
        at = module.next_op(op);
    }
    Ok(adopted)
}

/// The ops that use the temporary or a view of it.
fn uses(module: &Module, temporary: Value) -> Result<Vec<Op>, Blocker> {
    let mut users = Vec::new();
    let mut values = vec![temporary];
    while let Some(value) = values.pop() {
        for user in module.uses(value) {
            let op = user.op;
            match module.kind(op) {
                OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast => values.push(module.result(op)),
                OpKind::Structured(_)
                | OpKind::Softmax
                | OpKind::Pack { .. }
                | OpKind::Load
                | OpKind::Store
                | OpKind::Copy
                | OpKind::VectorLoad
                | OpKind::VectorStore
                | OpKind::TransferRead
                | OpKind::TransferWrite
                | OpKind::Dim => {}
                _ => return Err(Blocker::Escapes { by: op }),
            }
            users.push(op);
        }
    }
    Ok(users)
}

/// The ops of the block that are, or contain, the ops.
fn in_block(module: &Module, ops: &[Op], block: tilec_ir::Block) -> Result<Vec<Op>, Blocker> {
    ops.iter().map(|&op| module.ancestor_in(op, block).ok_or(Blocker::Escapes { by: op })).collect()
}

/// Whether an op (or one inside it) touches the buffer at all, and whether it writes it.
fn accesses(module: &Module, op: Op, buffer: Value) -> (bool, bool) {
    let (mut touches, mut writes) = (false, false);
    for inner in module.walk(op) {
        if module.kind(inner) == OpKind::Call {
            // The callee may touch any global, and whatever it is given.
            return (true, true);
        }
        for (i, value) in module.operands(inner).enumerate() {
            if module.ty(value).as_memref().is_none() || !may_overlap(module, value, buffer) {
                continue;
            }
            let (touch, write) = match module.kind(inner) {
                OpKind::Structured(_) => (true, i >= module.group_range(inner, 0).len()),
                OpKind::Load | OpKind::VectorLoad | OpKind::TransferRead => (true, false),
                OpKind::Store | OpKind::VectorStore | OpKind::TransferWrite | OpKind::Copy => (true, i == 1),
                OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast | OpKind::Dim => (false, false),
                _ => (true, base(module, value) == Base::Unknown || module.kind(inner) != OpKind::Return),
            };
            touches |= touch;
            writes |= write;
        }
    }
    (touches, writes)
}

fn rewrite(module: &mut Module, copy: Op, plan: &Plan) {
    let (temporary, other) = match plan {
        Plan::Nothing => (None, module.operand(copy, 0)),
        Plan::Forward { temporary, target, reshapes, before } => {
            let mut target = *target;
            for &step in reshapes {
                target = reshape::undo(module, step, target, *before);
            }
            (Some(*temporary), target)
        }
        Plan::Adopt { temporary, source } => (Some(*temporary), *source),
    };
    module.erase(copy);
    if let Some(temporary) = temporary {
        let alloc = module.defining_op(temporary).expect("an allocation");
        module.replace_all_uses(temporary, other);
        module.erase(alloc);
    }
}
