//! Keeps a part of a carried tensor out of it for the whole loop: a part that every trip takes out at the start and puts back at the end,
//! always the same one, is carried itself, taken out before the loop and put back after it. A part is a slice, or a vector that is read and
//! written: that one is then carried in registers.

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
    let takes = match module.kind(insert) {
        OpKind::InsertSlice => OpKind::Slice,
        OpKind::TransferWrite => OpKind::TransferRead,
        _ => return None,
    };
    if module.operand(insert, 1) != arg || module.uses(module.result(insert)).len() != 1 {
        return None;
    }
    let users: Vec<Op> = module.uses(arg).iter().map(|u| u.op).filter(|&u| u != insert).collect();
    let [slice] = users[..] else { return None };
    let here = |o: Op| module.parent_block(o) == Some(block);
    if module.kind(slice) != takes || !here(slice) || !here(insert) || module.uses(arg).len() != 2 {
        return None;
    }
    // The place is the same, and known before the loop.
    let same = is_same_place(module, slice, insert);
    let types = module.ty(module.result(slice)) == module.ty(module.operand(insert, 0));
    let known = module.operands(slice).skip(1).all(|v| match module.defining_op(v) {
        // Constants can stand anywhere.
        Some(maker) if module.kind(maker) == OpKind::Constant => true,
        Some(maker) => maker != slice && std::iter::successors(Some(maker), |&o| module.parent_op(o)).all(|o| o != op),
        None => is_invariant_arg(module, v, op),
    });
    // Taken out before the loop, a part must be there even if no trip asks for it.
    let always = is_always_there(module, slice, arg);
    let runs = Bounds::of(module, op).is_ok_and(|b| b.trips().is_some_and(|t| t > 0));
    // What a vector has outside of the tensor is the padding in every trip: it is not carried.
    let inside = module.transfer(slice).is_none_or(|t| t.is_inside());
    let there = always || runs && inside;
    (same && types && known && there).then_some(Plan { position, slice, insert })
}

/// True if what is taken out and what is put back is the same part.
fn is_same_place(module: &Module, slice: Op, insert: Op) -> bool {
    let attrs = ["static_offsets", "static_sizes", "static_strides", "in_bounds", "permutation_map"];
    let padding = usize::from(module.kind(slice) == OpKind::TransferRead);
    let taken: Vec<Value> = module.operands(slice).collect();
    let put: Vec<Value> = module.operands(insert).skip(2).collect();
    let taken = &taken[1..taken.len() - padding];
    let equal = |(&a, &b): (&Value, &Value)| a == b || module.constant(a).is_some() && module.constant(a) == module.constant(b);
    attrs.iter().all(|name| module.attr(slice, name) == module.attr(insert, name))
        && taken.len() == put.len()
        && taken.iter().zip(&put).all(equal)
}

/// True if the part is inside of any tensor of this type.
fn is_always_there(module: &Module, slice: Op, whole: Value) -> bool {
    let Some(shape) = module.ty(whole).shape().filter(|s| !s.contains(&DYNAMIC)) else { return false };
    match module.transfer(slice) {
        Some(transfer) => (0..shape.len()).all(|d| transfer.fits(d, shape, |v| module.constant_int(v))),
        // Its verifier has seen that.
        None => {
            let lists = ["static_offsets", "static_sizes", "static_strides"];
            lists.iter().all(|l| !module.int_array(slice, l).contains(&DYNAMIC))
        }
    }
}

fn is_invariant_arg(module: &Module, value: Value, op: Op) -> bool {
    let owner = module.value_block(value).and_then(|b| module.block_owner(b));
    !std::iter::successors(owner, |&o| module.parent_op(o)).any(|o| o == op)
}

/// Carries the part: the loop that does.
fn apply(module: &mut Module, op: Op, plan: &Plan) -> Op {
    let mut inits: Vec<Value> = module.operands(op).skip(3).collect();
    let whole = inits[plan.position];
    for value in module.operands(plan.slice).chain(module.operands(plan.insert)).collect::<Vec<_>>() {
        if let Some(maker) = module.defining_op(value).filter(|&o| module.kind(o) == OpKind::Constant) {
            let inside = std::iter::successors(module.parent_op(maker), |&o| module.parent_op(o)).any(|o| o == op);
            if inside {
                module.move_before(maker, op);
            }
        }
    }
    let taken = module.clone_op(plan.slice, &mut HashMap::from([(module.operand(plan.slice, 0), whole)]));
    module.insert_before(taken, op);
    inits[plan.position] = module.result(taken);
    let bounds = [0, 1, 2].map(|i| module.operand(op, i));
    let extra = module.op(op).extra.clone();
    let mut builder = Builder::before(module, op);
    let new = builder.for_loop(bounds[0], bounds[1], bounds[2], &inits);
    builder.module.op_mut(new).extra = extra;
    let (from, to) = (module.entry(op), module.entry(new));
    // Back into the tensor, after the loop.
    let (carried, replaced) = (module.operand(plan.slice, 0), module.operand(plan.insert, 0));
    let mut results = module.results(new).to_vec();
    let back = module.clone_op(plan.insert, &mut HashMap::from([(replaced, results[plan.position]), (carried, whole)]));
    module.insert_before(back, op);
    // The body moves as it is; the part stands for what was taken out, and what was put back is handed on.
    let part = module.result(plan.slice);
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
    results[plan.position] = module.result(back);
    module.replace_op(op, &results);
    new
}
