//! `lower-to-loops`: structured ops on buffers, and copies between strided buffers, become `scf.for` loops over loads and
//! stores (mlir-opt: `convert-linalg-to-loops`).
//!
//! Loops run in the order of the op's iterators. Outputs of the innermost reduction loops are carried in loop arguments
//! where that is provably the same; reductions marked `tilec.order = "lanes"` run in exactly the lane order of DESIGN §3.
//! So do order-free reductions (min, max, integers) along long contiguous rows, where any order gives the same bits.
//! Does not interchange, tile or widen: that is `tile`'s and `vectorize`'s. Tensors stay: bufferize first.

mod lanes;
mod legality;
mod nest;
mod plain;

use crate::remark::Remark;
pub use legality::{Accumulate, Blocker, Extent, Plan, plan_copy, plan_structured};
pub(crate) use legality::{LEAST_FREE_EXTENT, is_order_free};
use tilec_ir::{Diagnostic, Module, Op, OpKind};

/// The pass.
pub const NAME: &str = "lower-to-loops";

/// Lowers every structured op and every copy that may be lowered; true if there was one.
///
/// # Errors
/// None; the type is that of all passes.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    let mut scratch = lanes::Scratch::default();
    for func in module.funcs() {
        for op in module.walk(func) {
            let result = match module.kind(op) {
                OpKind::Structured(_) => lower_structured(module, op, &mut scratch),
                OpKind::Copy => lower_copy(module, op),
                _ => continue,
            };
            changed |= matches!(result.verdict, crate::remark::Verdict::Applied);
            remarks.push(result);
        }
    }
    Ok(changed)
}

fn missed(module: &Module, op: Op, blocker: Blocker) -> Remark {
    let message = format!("{}: {}", module.spelling(op).name, blocker.message());
    Remark::missed(NAME, blocker.name(), module.op(op).loc.clone(), message)
}

fn lower_structured(module: &mut Module, op: Op, scratch: &mut lanes::Scratch) -> Remark {
    let plan = match plan_structured(module, op) {
        Ok(plan) => plan,
        Err(blocker) => return missed(module, op, blocker),
    };
    let (name, loc) = (module.spelling(op).name, module.op(op).loc.clone());
    let loops = plan.extents.len();
    let message = match plan.lanes_loop {
        Some(r) => {
            let n = plan.outputs.iter().filter(|a| matches!(a, Accumulate::Lanes(_))).count();
            format!("{name}: {loops} loops, {n} outputs in lane order along loop d{r}")
        }
        None if plan.carry_from < loops => {
            let n = plan.outputs.iter().filter(|a| **a == Accumulate::Carried).count();
            format!("{name}: {loops} loops, {n} accumulators carried from loop d{}", plan.carry_from)
        }
        None => format!("{name}: {loops} loops"),
    };
    match plan.lanes_loop {
        Some(r) => lanes::rewrite(module, &plan, r, scratch),
        None => plain::rewrite(module, &plan),
    }
    Remark::applied(NAME, loc, message)
}

fn lower_copy(module: &mut Module, op: Op) -> Remark {
    match plan_copy(module, op) {
        Err(blocker) => missed(module, op, blocker),
        Ok(extents) => {
            let (name, loc) = (module.spelling(op).name, module.op(op).loc.clone());
            plain::rewrite_copy(module, op, &extents);
            Remark::applied(NAME, loc, format!("{name}: {} loops", extents.len()))
        }
    }
}
