//! Turns named structured ops into `linalg.generic`: the body is in the IR already, the maps become attributes.

use crate::remark::Remark;
use tilec_ir::{Diagnostic, Module, OpKind, StructuredOp};

/// The pass.
pub const NAME: &str = "generalize-named-ops";

/// Generalizes every named structured op.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for op in module.walk(module.top()) {
        if matches!(module.kind(op), OpKind::Structured(which) if which != StructuredOp::Generic) {
            remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), module.spelling(op).name));
            module.generalize(op);
            changed = true;
        }
    }
    Ok(changed)
}
