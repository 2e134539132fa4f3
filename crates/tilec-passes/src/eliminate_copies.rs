//! Removes `memref.copy` where nothing need be copied: a buffer onto itself, and a temporary that can be computed in the copy's target from
//! the start.
//!
//! Buffer level. A temporary is an allocation of the same block whose accesses are all known; its target must exist before the
//! temporary is first used, and nobody else may touch the target in between. Distinct arguments of a function do not overlap: kernels check
//! that at the call.

use crate::analysis::alias::{Base, base, may_overlap};
use crate::remark::Remark;
use std::fmt;
use tilec_ir::{Diagnostic, Module, Op, OpKind, Value};

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
        })
    }
}

/// Everything the rewrite needs.
enum Plan {
    /// Source and target are the same elements.
    Nothing,
    /// The temporary becomes the target.
    Forward { temporary: Value, target: Value },
}

/// Looks at every copy, in program order.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for op in module.walk(module.top()) {
        if module.kind(op) != OpKind::Copy {
            continue;
        }
        let loc = module.op(op).loc.clone();
        match plan(module, op) {
            Ok(plan) => {
                let what = match plan {
                    Plan::Nothing => "source and target are the same",
                    Plan::Forward { .. } => "the temporary is computed in the target",
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
                remarks.push(remark);
            }
        }
    }
    if changed {
        crate::analysis::effects::erase_dead(module, module.top());
    }
    Ok(changed)
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
    if is_same_buffer(module, source, target) {
        return Ok(Plan::Nothing);
    }
    let block = module.parent_block(copy).expect("an op in a block");
    let alloc = module.defining_op(source).filter(|&a| module.kind(a) == OpKind::Alloc && module.parent_block(a) == Some(block));
    if alloc.is_none() {
        return Err(Blocker::NotATemporary);
    }
    if module.ty(source) != module.ty(target) {
        return Err(Blocker::LayoutDiffers);
    }
    let users = users(module, source, block)?;
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
        if accesses(module, op, target).1 || accesses(module, op, source).1 {
            return Err(Blocker::TargetInUse { by: op });
        }
        at = module.next_op(op);
    }
    Ok(Plan::Forward { temporary: source, target })
}

/// The ops of `block` that use the temporary or a view of it (or contain such a use).
fn users(module: &Module, temporary: Value, block: tilec_ir::Block) -> Result<Vec<Op>, Blocker> {
    let mut users = Vec::new();
    let mut values = vec![temporary];
    while let Some(value) = values.pop() {
        for user in module.uses(value) {
            let op = user.op;
            let outer = module.ancestor_in(op, block).ok_or(Blocker::Escapes { by: op })?;
            match module.kind(op) {
                OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast => values.push(module.result(op)),
                OpKind::Structured(_)
                | OpKind::Load
                | OpKind::Store
                | OpKind::Copy
                | OpKind::VectorLoad
                | OpKind::VectorStore
                | OpKind::Dim => {}
                _ => return Err(Blocker::Escapes { by: op }),
            }
            users.push(outer);
        }
    }
    Ok(users)
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
                OpKind::Load | OpKind::VectorLoad => (true, false),
                OpKind::Store | OpKind::VectorStore | OpKind::Copy => (true, i == 1),
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
    module.erase(copy);
    if let Plan::Forward { temporary, target } = *plan {
        let alloc = module.defining_op(temporary).expect("an allocation");
        module.replace_all_uses(temporary, target);
        module.erase(alloc);
    }
}
