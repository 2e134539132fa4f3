//! Pins the numerics: see [`tilec_ir::numerics`].

use crate::remark::Remark;
use tilec_ir::numerics::{Numerics, is_lane_ordered, pin};
use tilec_ir::{Diagnostic, Module, OpKind};

/// The pass.
pub const NAME: &str = "pin-numerics";

/// Pins the module by the default rules, with a remark per lane-ordered reduction.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let changed = pin(module, Numerics::Pinned);
    if changed {
        for op in module.walk(module.top()) {
            if is_lane_ordered(module, op) && matches!(module.kind(op), OpKind::Binary(_) | OpKind::Ternary(_)) {
                remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), "the reduction runs in lane order"));
            }
        }
    }
    Ok(changed)
}
