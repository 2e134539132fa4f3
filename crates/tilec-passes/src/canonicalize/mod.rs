//! Canonicalization: folds of single ops (`fold`), with affine maps (`affine`) and extents (`dims`); slices (`slices`) and types (`casts`);
//! transfers of vectors (`transfers`); loops and branches (`control`, `forall`); equal ops merged (`merge`), constants at the top of their
//! function, dead ops dropped.
//!
//! Every fold is exact, bit for bit: float identities such as `x + 0.0` stay. mlir-opt's `--canonicalize`, `--cse` and
//! `--scf-for-loop-canonicalization` in one. A fold may remove an error at run time, never add one.

pub(crate) mod affine;
mod casts;
pub(crate) mod control;
pub(crate) mod dims;
pub(crate) mod entries;
pub(crate) mod fold;
pub(crate) mod forall;
mod merge;
mod slices;
mod transfers;

pub(crate) use merge::is_same_body;

use crate::analysis::effects::erase_dead;
use crate::remark::Remark;
use tilec_ir::{Diagnostic, Module, Op, OpKind};

/// The pass.
pub const NAME: &str = "canonicalize";

/// Sweeps until nothing changes. Values are folded in program order and loops from the inside, so few sweeps reach the end of every chain;
/// only what goes through loops within loops takes one for each, and nesting has a limit.
const MAX_SWEEPS: usize = 600;

/// Canonicalizes the module.
///
/// # Errors
/// If the sweeps do not come to an end, which is a fault of this pass.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for _ in 0..MAX_SWEEPS {
        let top = module.top();
        let folded = sweep(module, top, remarks);
        let merged = merge::merge_equal(module);
        let dead = erase_dead(module, top);
        if !(folded || merged || dead) {
            return Ok(changed);
        }
        changed = true;
    }
    Err(Diagnostic::error(tilec_ir::Loc::Unknown, format!("{NAME} did not reach a fixpoint in {MAX_SWEEPS} sweeps")))
}

/// Folds once under `root`, and drops what is dead there. True if anything changed.
pub(crate) fn simplify(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    let folded = sweep(module, root, remarks);
    let dead = erase_dead(module, root);
    folded || dead
}

/// Folds the transfers under `root` until nothing changes, and drops what is dead there.
pub(crate) fn fold_transfers(module: &mut Module, root: Op) {
    let mut changed = true;
    while changed {
        changed = false;
        for op in module.walk(root) {
            let done = !module.is_erased(op)
                && match module.kind(op) {
                    OpKind::TransferRead | OpKind::TransferWrite => transfers::rewrite(module, op).is_some(),
                    OpKind::InsertSlice => transfers::rewrite_insertion(module, op).is_some(),
                    _ => false,
                };
            changed |= done;
        }
        changed |= erase_dead(module, root);
    }
}

/// Rewrites the slices that `wanted` says once. True if anything changed.
pub(crate) fn rewrite_slices(
    module: &mut Module,
    root: Op,
    remarks: &mut Vec<Remark>,
    wanted: impl Fn(&Module, Op) -> bool,
) -> bool {
    let mut changed = false;
    for op in module.walk(root) {
        changed |=
            !module.is_erased(op) && module.kind(op) == OpKind::Slice && wanted(module, op) && rewrite(module, op, remarks);
    }
    changed
}

/// Merges equal ops under `root`: in it, if it is inside of a function, else in each function of it. True if anything changed.
pub(crate) fn merge(module: &mut Module, root: tilec_ir::Op) -> bool {
    merge::merge_under(module, root)
}

/// Rewrites every op under `root` once. Returns true if anything changed.
fn sweep(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    let ops = module.walk(root);
    for &op in &ops {
        changed |= !module.is_erased(op) && (fold::fold_and_tell(module, op, remarks) || rewrite(module, op, remarks));
    }
    let is_loop = |module: &Module, op: Op| matches!(module.kind(op), OpKind::If | OpKind::For | OpKind::Forall);
    for &op in ops.iter().rev() {
        changed |= !module.is_erased(op) && is_loop(module, op) && rewrite_control(module, op, remarks);
    }
    changed
}

/// Rewrites one op with what is known of its types and lists. Returns true if anything changed; the op may be gone then.
fn rewrite(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let loc = module.op(op).loc.clone();
    let done = match module.kind(op) {
        OpKind::Slice | OpKind::View => slices::rewrite_slice(module, op),
        OpKind::InsertSlice => slices::rewrite_insertion(module, op).or_else(|| transfers::rewrite_insertion(module, op)),
        OpKind::ParallelInsert => slices::rewrite_insertion(module, op),
        OpKind::TransferRead => casts::rewrite(module, op).or_else(|| transfers::rewrite(module, op)),
        OpKind::TransferWrite => transfers::rewrite(module, op),
        _ => casts::rewrite(module, op),
    };
    remarks.extend(done.map(|what| Remark::applied(NAME, loc, what)));
    done.is_some()
}

fn rewrite_control(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let loc = module.op(op).loc.clone();
    let done = match module.kind(op) {
        OpKind::If => control::rewrite_if(module, op),
        OpKind::For => control::rewrite_for(module, op),
        _ => forall::rewrite(module, op),
    };
    remarks.extend(done.map(|what| Remark::applied(NAME, loc, what)));
    done.is_some()
}
