//! Counted loops and branches: known paths, known trips, carried values that carry nothing.

use super::dims::carried_shape;
use super::entries::{cast, forgotten};
use crate::analysis::bounds::Bounds;
use crate::analysis::linear::Linear;
use tilec_ir::{Attr, Block, Builder, Module, Op, Region, Type, Value};

/// Rewrites an `scf.if` whose condition is known. Says what was done.
pub(super) fn rewrite_if(module: &mut Module, op: Op) -> Option<&'static str> {
    let condition = module.constant_int(module.operand(op, 0))?;
    let region = module.regions(op).get(usize::from(condition == 0)).copied();
    choose(module, op, region);
    Some("takes the branch that is known")
}

/// Puts what one region of a branch does in place of the branch; nothing, if there is no such region.
pub(crate) fn choose(module: &mut Module, op: Op, region: Option<Region>) {
    match region.and_then(|r| module.region_blocks(r).first().copied()) {
        Some(block) if module.terminator(block).is_some() => inline(module, block, op),
        _ => module.erase(op),
    }
}

/// Moves a block whose arguments are unused in front of the op around it, which becomes what the block hands on.
pub(crate) fn inline(module: &mut Module, block: Block, op: Op) {
    let end = module.terminator(block).expect("a block that hands on values");
    for inner in module.block_ops(block).filter(|&o| o != end).collect::<Vec<_>>() {
        module.move_before(inner, op);
    }
    let values: Vec<Value> = module.operands(end).collect();
    module.replace_op(op, &values);
}

/// How many trips a loop makes, if it is none or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trips {
    /// The body is never run.
    None,
    /// The body is run once.
    One,
}

/// What is known of the trips of a loop from `lower` to `upper` whose step is positive.
pub(crate) fn trips(module: &Module, lower: &Linear, upper: &Linear, step: &Linear) -> Option<Trips> {
    let bounds = Bounds::new(module);
    let distance = upper.plus(lower, -1)?;
    if bounds.greatest(&distance).is_some_and(|d| d <= 0) {
        return Some(Trips::None);
    }
    let once = bounds.least(&distance).is_some_and(|d| d >= 1) && bounds.is_at_most(&distance, step);
    once.then_some(Trips::One)
}

fn trips_of(module: &Module, op: Op) -> Option<Trips> {
    let [lower, upper, step] = [0, 1, 2].map(|i| module.operand(op, i));
    if module.attr(op, "unsignedCmp").is_some_and(|a| *a != Attr::Bool(false)) {
        return None;
    }
    let is_constant = |v: Value| module.constant_int(v).is_some();
    if *module.ty(lower) != Type::INDEX && !(is_constant(lower) && is_constant(upper) && is_constant(step)) {
        return None;
    }
    let [lower, upper, form] = [lower, upper, step].map(|v| Linear::exact(module, v));
    if form.as_const().is_some_and(|s| s <= 0) {
        return None;
    }
    trips(module, &lower, &upper, &form)
}

/// Rewrites an `scf.for`. Says what was done.
pub(super) fn rewrite_for(module: &mut Module, op: Op) -> Option<&'static str> {
    let carried: Vec<Value> = module.group(op, 3).collect();
    match trips_of(module, op) {
        Some(Trips::None) => {
            module.replace_op(op, &carried);
            return Some("drops a loop without trips");
        }
        Some(Trips::One) => {
            run_once(module, op);
            return Some("runs the body of a loop of one trip");
        }
        None => {}
    }
    let stays: Vec<bool> = (0..carried.len()).map(|i| varies(module, op, i)).collect();
    if stays.contains(&false) {
        keep_carried(module, op, &stays);
        return Some("drops values that a loop carries for nothing");
    }
    let i = (0..carried.len()).find(|&i| is_cast_for_nothing(module, op, i))?;
    carry_what_was_cast(module, op, i);
    Some("carries the tensor that was cast")
}

/// The body in place of the loop.
pub(crate) fn run_once(module: &mut Module, op: Op) {
    let body = module.entry(op);
    let values: Vec<Value> = std::iter::once(module.operand(op, 0)).chain(module.group(op, 3)).collect();
    for (arg, value) in module.block_args(body).to_vec().into_iter().zip(values) {
        module.replace_all_uses(arg, value);
    }
    inline(module, body, op);
}

/// False if a carried value can go: it is the initial value in every trip, or neither the body nor anyone else looks at it.
fn varies(module: &Module, op: Op, i: usize) -> bool {
    let body = module.entry(op);
    let (arg, result) = (module.block_args(body)[i + 1], module.results(op)[i]);
    let end = module.terminator(body).expect("a loop body ends");
    let (yielded, init) = (module.operand(end, i), module.operand(op, 3 + i));
    let is_only_handed_on = || module.uses(arg).iter().all(|u| u.op == end && u.operand as usize == i);
    yielded != arg && yielded != init && !(module.is_unused(result) && is_only_handed_on())
}

/// Makes a loop carry only some values; the others are their initial values.
fn keep_carried(module: &mut Module, op: Op, stays: &[bool]) {
    let body = module.entry(op);
    let end = module.terminator(body).expect("a loop body ends");
    let (inits, results) = (module.group(op, 3).collect::<Vec<_>>(), module.results(op).to_vec());
    let args = module.block_args(body)[1..].to_vec();
    for (i, &init) in inits.iter().enumerate().filter(|(i, _)| !stays[*i]) {
        module.replace_all_uses(args[i], init);
        module.replace_all_uses(results[i], init);
    }
    let kept = |values: &[Value]| values.iter().zip(stays).filter(|(_, s)| **s).map(|(v, _)| *v).collect::<Vec<_>>();
    let yields = kept(&module.operands(end).collect::<Vec<_>>());
    module.set_operands(end, &yields, &[yields.len()]);
    module.retain_block_args(body, |n| n == 0 || stays[n - 1]);
    let (lower, upper, step) = (module.operand(op, 0), module.operand(op, 1), module.operand(op, 2));
    let new = Builder::before(module, op).for_loop(lower, upper, step, &kept(&inits));
    let (attrs, extra) = (module.op(op).attrs.clone(), module.op(op).extra.clone());
    (module.op_mut(new).attrs, module.op_mut(new).extra) = (attrs, extra);
    module.move_regions(op, new);
    for (old, new) in kept(&results).into_iter().zip(module.results(new).to_vec()) {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
}

/// True if a carried tensor starts as a cast that forgets its shape, which it keeps.
fn is_cast_for_nothing(module: &Module, op: Op, i: usize) -> bool {
    let init = module.operand(op, 3 + i);
    module.ty(init).as_tensor().is_some() && forgotten(module, init).is_some() && carried_shape(module, op, i).is_some()
}

/// Carries what carried value `i` is cast from; the body and the users of the loop get a cast.
fn carry_what_was_cast(module: &mut Module, op: Op, i: usize) {
    let body = module.entry(op);
    let end = module.terminator(body).expect("a loop body ends");
    let known = forgotten(module, module.operand(op, 3 + i)).expect("a cast");
    let ty = module.ty(known).clone();
    module.set_operand(op, 3 + i, known);
    let yielded = cast(module, end, module.operand(end, i), &ty);
    module.set_operand(end, i, yielded);
    let (arg, result) = (module.block_args(body)[i + 1], module.results(op)[i]);
    let first = module.block_ops(body).next().expect("a loop body ends");
    forget(module, arg, ty.clone(), first);
    if let Some(next) = module.next_op(op) {
        forget(module, result, ty, next);
    }
}

/// Gives a value another type; its users get a cast to the old one, made before `first`.
pub(super) fn forget(module: &mut Module, value: Value, ty: Type, first: Op) {
    let old = module.ty(value).clone();
    module.set_type(value, ty);
    if !module.is_unused(value) {
        let back = cast(module, first, value, &old);
        let back_op = module.defining_op(back).expect("a cast");
        module.replace_uses_if(value, back, |u| u.op != back_op);
    }
}
