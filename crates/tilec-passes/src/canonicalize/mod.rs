//! Canonicalization: folds (`fold`), equal ops merged (`merge`), constants at the top of their function, dead ops dropped.
//!
//! Every fold is exact, bit for bit: float identities such as `x + 0.0` stay. mlir-opt's `--canonicalize` and `--cse` in one.

pub(crate) mod fold;
mod merge;

use crate::analysis::effects::erase_dead;
use crate::remark::Remark;
use tilec_ir::{Diagnostic, Module};

/// The pass.
pub const NAME: &str = "canonicalize";

/// Sweeps until nothing changes. Values are folded in program order, so a sweep reaches the end of every chain and the cap is never met by
/// a real program.
const MAX_SWEEPS: usize = 32;

/// Canonicalizes the module.
///
/// # Errors
/// If the sweeps do not come to an end, which is a fault of this pass.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for _ in 0..MAX_SWEEPS {
        let top = module.top();
        let folded = fold::fold_all(module, top, remarks);
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
pub(crate) fn simplify(module: &mut Module, root: tilec_ir::Op, remarks: &mut Vec<Remark>) -> bool {
    let folded = fold::fold_all(module, root, remarks);
    let dead = erase_dead(module, root);
    folded || dead
}

/// Merges equal ops under `root`: in it, if it is inside of a function, else in each function of it. True if anything changed.
pub(crate) fn merge(module: &mut Module, root: tilec_ir::Op) -> bool {
    merge::merge_under(module, root)
}
