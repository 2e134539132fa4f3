//! Turns named structured ops into `linalg.generic`: the body is in the IR already, the maps become attributes.

use crate::remark::Remark;
use tilec_ir::{Attr, Diagnostic, Dict, IteratorKind, Module, Op, OpKind, StructuredOp, spelling};

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
            generalize(module, op);
            changed = true;
        }
    }
    Ok(changed)
}

/// Gives one structured op the generic spelling. Discardable attributes go, as in mlir-opt.
pub fn generalize(module: &mut Module, op: Op) {
    let view = module.structured(op).expect("a structured op");
    let (maps, iterators) = (view.maps(), view.iterators());
    module.set_spelling(op, spelling::of(OpKind::Structured(StructuredOp::Generic)));
    let data = module.op_mut(op);
    data.attrs = [("indexing_maps", Attr::maps(maps)), ("iterator_types", IteratorKind::attr(&iterators))].into_iter().collect();
    data.extra = Dict::default();
}
