//! Keeps a part of a carried tensor out of it for the whole loop: a part that every trip takes out at the start and puts back at the end,
//! always the same one, is carried itself, taken out before the loop and put back after it.

use super::{Blocker, Bounds};
use std::collections::HashMap;
use tilec_ir::{Builder, DYNAMIC, Module, Op, OpKind, Value};

/// A carried tensor whose part can be carried instead.
struct Plan {
    /// Its position among what the loop carries.
    position: usize,
    /// What takes the part out.
    slice: Op,
    /// What puts it back.
    insert: Op,
}

/// Does so for every carried tensor of a loop that allows it: how many did, and the loop that took its place.
///
/// # Errors
/// [`Blocker::NotALoop`].
pub fn run(module: &mut Module, mut op: Op) -> Result<(usize, Op), Blocker> {
    if module.kind(op) != OpKind::For {
        return Err(Blocker::NotALoop { wanted: "scf.for" });
    }
    let mut count = 0;
    for position in 0..module.results(op).len() {
        if let Some(plan) = plan(module, op, position) {
            op = apply(module, op, &plan);
            count += 1;
        }
    }
    Ok((count, op))
}

fn plan(module: &Module, op: Op, position: usize) -> Option<Plan> {
    let block = module.entry(op);
    let arg = *module.block_args(block).get(position + 1)?;
    let end = module.terminator(block)?;
    let insert = module.defining_op(module.operand(end, position))?;
    let whole = module.operand(insert, usize::from(module.kind(insert) == OpKind::InsertSlice));
    if module.kind(insert) != OpKind::InsertSlice || whole != arg || module.uses(module.result(insert)).len() != 1 {
        return None;
    }
    let users: Vec<Op> = module.uses(arg).iter().map(|u| u.op).filter(|&u| u != insert).collect();
    let [slice] = users[..] else { return None };
    let here = |o: Op| module.parent_block(o) == Some(block);
    if module.kind(slice) != OpKind::Slice || !here(slice) || !here(insert) || module.uses(arg).len() != 2 {
        return None;
    }
    // The place is the same, and known before the loop.
    let place = |o: Op, from: usize| -> Vec<Value> { module.operands(o).skip(from).collect() };
    let lists = ["static_offsets", "static_sizes", "static_strides"];
    let same =
        place(slice, 1) == place(insert, 2) && lists.iter().all(|l| module.int_array(slice, l) == module.int_array(insert, l));
    let types = module.ty(module.result(slice)) == module.ty(module.operand(insert, 0));
    let known = place(slice, 1).into_iter().all(|v| match module.defining_op(v) {
        Some(maker) => maker != slice && std::iter::successors(Some(maker), |&o| module.parent_op(o)).all(|o| o != op),
        None => is_invariant_arg(module, v, op),
    });
    // Taken out before the loop, a part must be there even if no trip asks for it.
    let runs = Bounds::of(module, op).is_ok_and(|b| b.trips().is_some_and(|t| t > 0));
    let there = runs || lists.iter().all(|l| !module.int_array(slice, l).contains(&DYNAMIC)) && module.ty(arg).is_static();
    (same && types && known && there).then_some(Plan { position, slice, insert })
}

fn is_invariant_arg(module: &Module, value: Value, op: Op) -> bool {
    let owner = module.value_block(value).and_then(|b| module.block_owner(b));
    !std::iter::successors(owner, |&o| module.parent_op(o)).any(|o| o == op)
}

/// Carries the part: the loop that does.
fn apply(module: &mut Module, op: Op, plan: &Plan) -> Op {
    let mut inits: Vec<Value> = module.operands(op).skip(3).collect();
    let whole = inits[plan.position];
    let mut mapping = HashMap::from([(module.operand(plan.slice, 0), whole)]);
    let taken = module.clone_op(plan.slice, &mut mapping);
    module.insert_before(taken, op);
    inits[plan.position] = module.result(taken);
    let bounds = [0, 1, 2].map(|i| module.operand(op, i));
    let extra = module.op(op).extra.clone();
    let mut builder = Builder::before(module, op);
    let new = builder.for_loop(bounds[0], bounds[1], bounds[2], &inits);
    builder.module.op_mut(new).extra = extra;
    let (from, to) = (module.entry(op), module.entry(new));
    // The body moves as it is; the part stands for what was taken out, and what was put back is handed on.
    let part = module.result(plan.slice);
    let replaced = module.operand(plan.insert, 0);
    let (old_args, new_args) = (module.block_args(from).to_vec(), module.block_args(to).to_vec());
    for inner in module.block_ops(from).collect::<Vec<_>>() {
        module.detach(inner);
        module.append_op(to, inner);
    }
    let end = module.terminator(to).expect("the body's terminator");
    module.set_operand(end, plan.position, replaced);
    module.replace_all_uses(part, new_args[plan.position + 1]);
    module.erase(plan.insert);
    module.erase(plan.slice);
    for (i, (&old, &arg)) in old_args.iter().zip(&new_args).enumerate() {
        if i != plan.position + 1 {
            module.replace_all_uses(old, arg);
        }
    }
    let mut results = module.results(new).to_vec();
    // Back into the tensor, after the loop.
    let mut builder = Builder::before(module, op);
    let row = builder.module.spelling(taken);
    let insert_row = tilec_ir::spelling::of(OpKind::InsertSlice);
    let place: Vec<Value> = builder.module.operands(taken).skip(1).collect();
    let operands: Vec<Value> = [results[plan.position], whole].into_iter().chain(place).collect();
    let ty = builder.module.ty(whole).clone();
    let back = builder.op(insert_row, &operands, &[ty]);
    let counts: Vec<usize> = (1..row.operands.len()).map(|g| builder.module.group_range(taken, g).len()).collect();
    let segments: Vec<usize> = [1, 1].into_iter().chain(counts).collect();
    module.set_segments(back, &segments);
    module.op_mut(back).attrs = module.op(taken).attrs.clone();
    results[plan.position] = module.result(back);
    module.replace_op(op, &results);
    new
}
