//! `vectorize`: innermost elementwise `scf.for` loops become a loop over vectors and a scalar tail of known length (mlir-opt:
//! the inner loops of `affine-super-vectorize`, with the tail peeled).
//!
//! Bounds must be constants and the step 1. Vectors have 16 lanes where the widest element has 32 bits and 8 where it has
//! 64; the back end splits what the machine cannot hold. Does not reorder anything across iterations: loops that carry
//! values stay scalar (`lower-to-loops` makes lane-ordered reductions into elementwise loops). Math functions are
//! elementwise; `expand-math` comes after.

mod legality;
mod linear;
mod rewrite;

use crate::remark::Remark;
pub use legality::{Blocker, Plan, Role, plan};
use tilec_ir::{Diagnostic, Module, Op, OpKind};

/// The pass.
pub const NAME: &str = "vectorize";

/// Widens every innermost loop that may be; true if there was one.
///
/// # Errors
/// None; the type is that of all passes.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for op in module.walk(module.top()) {
        if module.kind(op) != OpKind::For || !is_innermost(module, op) {
            continue;
        }
        let loc = module.op(op).loc.clone();
        match plan(module, op) {
            Ok(plan) => {
                let (vectors, tail) = (plan.trip / plan.lanes, plan.trip % plan.lanes);
                rewrite::rewrite(module, &plan);
                let message = format!("{vectors} iterations of {} lanes and {tail} scalar ones", plan.lanes);
                remarks.push(Remark::applied(NAME, loc, message));
                changed = true;
            }
            Err(blocker) => {
                let mut remark = Remark::missed(NAME, blocker.name(), loc, blocker.message());
                for op in blocker.ops() {
                    remark = remark.note(module.op(op).loc.clone(), module.spelling(op).name);
                }
                remarks.push(remark);
            }
        }
    }
    Ok(changed)
}

fn is_innermost(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().skip(1).all(|o| module.kind(o) != OpKind::For)
}
