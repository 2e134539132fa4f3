//! Elementwise fusion by indexing-map legality: mlir-opt's `--linalg-fuse-elementwise-ops`.
//!
//! An all-parallel producer is computed inside the consumer that reads it, so that the intermediate is never stored. Works on
//! `linalg.generic` on tensors in one block; run `generalize-named-ops` before it for named ops. What may fuse is in `legality`, how in
//! `rewrite`; `operands` simplifies the operands of each op first (splat constants, fills, duplicates), as mlir-opt's pass does.
//!
//! Unlike mlir-opt: a producer that reads its init gets that init as an input of the fused op, so no dead result is kept and no element
//! is accumulated twice; payloads that touch memory stay where they are; an unread init stays the destination it was given as.

mod concat;
mod expand;
mod guarded;
mod legality;
mod operands;
mod reshapes;
mod rewrite;
mod views;

use crate::analysis::effects::erase_dead;
use crate::remark::Remark;
pub use legality::{Blocker, Plan, plan_fusion};
use tilec_ir::{Diagnostic, Module, Op, OpKind, StructuredOp};

/// The pass.
pub const NAME: &str = "fuse-elementwise";

/// Fuses to a fixpoint, producers into consumers in program order.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for round in 0..4 {
        let mut again = false;
        for op in module.walk(module.top()) {
            if !module.is_erased(op) && module.kind(op) == OpKind::Structured(StructuredOp::Generic) {
                again |= views::fold_unit_reshapes(module, op, remarks);
                again |= fuse_into(module, op, remarks);
            }
        }
        for op in module.walk(module.top()) {
            if !module.is_erased(op) {
                again |= guarded::guard_pads(module, op, remarks);
                again |= concat::split_concats(module, op, remarks);
            }
        }
        if again || round == 0 {
            again |= expand::propagate(module, module.top(), remarks);
        }
        changed |= again;
        if !again {
            break;
        }
    }
    if changed {
        erase_dead(module, module.top());
    }
    // Each round looks at what is left again.
    let mut seen: Vec<Remark> = Vec::new();
    remarks.retain(|remark| {
        !seen.contains(remark) && {
            seen.push(remark.clone());
            true
        }
    });
    Ok(changed)
}

/// Fuses all it can into one consumer: the first operand that qualifies, again and again. Each fusion removes a producer, which bounds
/// the loop. Repeated inputs are merged on the way, because a producer that is read twice is not fused; inputs that become scalars go last,
/// because until then a loop may have its extent from them. What is left unfused is remarked on once, at the end.
fn fuse_into(module: &mut Module, consumer: Op, remarks: &mut Vec<Remark>) -> bool {
    let mut consumer = consumer;
    let mut changed = operands::merge(module, consumer, remarks);
    loop {
        let plan = (0..module.num_operands(consumer)).find_map(|i| plan_fusion(module, consumer, i).ok()?.ok());
        let Some(plan) = plan else { break };
        remarks.push(applied(module, &plan));
        consumer = rewrite::fuse(module, &plan);
        operands::merge(module, consumer, remarks);
        changed = true;
    }
    changed |= operands::simplify(module, consumer, remarks);
    for i in 0..module.num_operands(consumer) {
        if let Ok(Err(blocker)) = plan_fusion(module, consumer, i) {
            remarks.push(missed(module, consumer, i, &blocker));
        }
    }
    changed
}

fn applied(module: &Module, plan: &Plan) -> Remark {
    let message = format!(
        "operand {} is computed in place; result map {}, operand map {}{}",
        plan.operand,
        plan.result_map,
        plan.operand_map,
        saved(module, plan.producer, plan.result)
    );
    Remark::applied(NAME, module.op(plan.consumer).loc.clone(), message)
        .note(module.op(plan.producer).loc.clone(), "the producer")
}

/// `, saves N bytes of intermediate`, if the size is known.
fn saved(module: &Module, producer: Op, result: usize) -> String {
    let ty = module.ty(module.results(producer)[result]);
    let bytes = ty.num_elements().zip(ty.elem()).map(|(n, e)| n.saturating_mul(i64::try_from(e.bytes()).unwrap_or(1)));
    bytes.map_or(String::new(), |b| format!(", saves an intermediate of {b} bytes"))
}

fn missed(module: &Module, consumer: Op, operand: usize, blocker: &Blocker) -> Remark {
    let value = module.operand(consumer, operand);
    let operand_map = module.structured(consumer).map(|s| s.maps()[operand].to_string()).unwrap_or_default();
    let (producer, result_map) = legality::producer_of(module, value)
        .map(|(op, r)| (op, module.structured(op).map(|s| s.maps()[s.num_inputs() + r].to_string()).unwrap_or_default()))
        .expect("a blocker is about a producer");
    let message = format!("operand {operand}: {blocker}; result map {result_map}, operand map {operand_map}");
    Remark::missed(NAME, blocker.name(), module.op(consumer).loc.clone(), message)
        .note(module.op(producer).loc.clone(), "the producer")
}
