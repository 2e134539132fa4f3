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
pub mod structured;

use crate::remark::Remark;
pub use legality::{Blocker, Plan, Role, plan};
use tilec_ir::spelling::Spelling;
use tilec_ir::{Builder, Diagnostic, Module, Op, OpKind, Type, Value};

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

/// An op on vectors of a shape that stands for one on scalars, with its attributes.
fn widen(b: &mut Builder<'_>, op: Op, spelling: &'static Spelling, operands: &[Value], shape: &[i64]) -> Op {
    let elem = |v: &Value| b.module.ty(*v).elem().expect("a scalar or a buffer");
    let types: Vec<Type> = b.module.results(op).iter().map(|v| Type::vector(shape, elem(v))).collect();
    let new = b.op(spelling, operands, &types);
    let (attrs, extra) = (b.module.op(op).attrs.clone(), b.module.op(op).extra.clone());
    let data = b.module.op_mut(new);
    (data.attrs, data.extra) = (attrs, extra);
    new
}

fn is_innermost(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().skip(1).all(|o| module.kind(o) != OpKind::For)
}
