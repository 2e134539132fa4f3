//! A part of a tensor that every trip of a loop takes out, computes on and puts back is carried instead of the tensor: it is taken out once
//! before the loop and put back once after it.

use super::Blocker;
use crate::analysis::stops::{has_a_trip, is_inside};
use crate::canonicalize::entries::{Entry, Part};
use tilec_ir::verify::kept_dims;
use tilec_ir::{Builder, Module, Op, OpKind, Type, Value, spelling};

/// One carried tensor, of which only a part is used.
struct Plan {
    /// Which carried value.
    carried: usize,
    /// What takes the part out; all alike.
    slices: Vec<Op>,
    /// What puts it back, right before the end of the body.
    insertion: Op,
    ty: Type,
}

/// Carries parts of tensors instead of the tensors, for each carried tensor of an `scf.for` of which one part that is the same in all trips
/// is taken out and put back. Gives the loop anew.
///
/// # Errors
/// If no carried tensor is like that: why the first of them is not. See [`Blocker`].
pub fn hoist_subsets(module: &mut Module, for_op: Op) -> Result<Op, Blocker> {
    if module.kind(for_op) != OpKind::For {
        return Err(Blocker::NotALoop { expected: "scf.for", found: module.spelling(for_op).name });
    }
    let (mut plans, mut first) = (Vec::new(), None);
    for i in 0..module.results(for_op).len() {
        match plan(module, for_op, i) {
            Ok(plan) => plans.push(plan),
            Err(Blocker::NoSubset) => {}
            Err(blocker) => first = first.or(Some(blocker)),
        }
    }
    if plans.is_empty() {
        return Err(first.unwrap_or(Blocker::NoSubset));
    }
    Ok(rewrite(module, for_op, &plans))
}

fn plan(module: &Module, op: Op, i: usize) -> Result<Plan, Blocker> {
    let body = module.entry(op);
    let arg = module.block_args(body)[i + 1];
    let end = module.terminator(body).ok_or(Blocker::NoSubset)?;
    let yielded = module.operand(end, i);
    let insertion = module.defining_op(yielded).filter(|&o| module.kind(o) == OpKind::InsertSlice && module.operand(o, 1) == arg);
    let insertion = insertion.filter(|_| module.uses(yielded).len() == 1).ok_or(Blocker::NoSubset)?;
    let part = Part::of(module, insertion);
    let ty = module.ty(module.operand(insertion, 0)).clone();
    let mut slices = Vec::new();
    for user in module.uses(arg) {
        if user.op == insertion && user.operand == 1 {
            continue;
        }
        let takes_part = module.kind(user.op) == OpKind::Slice && Part::of(module, user.op).is_same(&part, module);
        let same_dims = |op: Op, v: Value| kept_dims(module.int_array(op, "static_sizes"), module.ty(v).shape().unwrap_or(&[]));
        let alike = takes_part
            && *module.ty(module.result(user.op)) == ty
            && same_dims(user.op, module.result(user.op)) == same_dims(insertion, module.operand(insertion, 0));
        if !alike {
            return Err(Blocker::OtherPart);
        }
        slices.push(user.op);
    }
    let entries = part.offsets.iter().chain(&part.sizes).chain(&part.strides);
    let values: Vec<Value> = entries.filter_map(|e| if let Entry::Value(v) = e { Some(*v) } else { None }).collect();
    let is_outside = |v: Value| module.value_block(v).is_some_and(|b| !is_within(module, b, op));
    if !values.into_iter().all(is_outside) {
        return Err(Blocker::PartVaries);
    }
    if !has_a_trip(module, op) && !is_inside(module, &part, module.operand(op, 3 + i)) {
        return Err(Blocker::MayStop);
    }
    Ok(Plan { carried: i, slices, insertion, ty })
}

/// True if the block is in the op's regions.
fn is_within(module: &Module, block: tilec_ir::Block, op: Op) -> bool {
    let owners = std::iter::successors(module.block_owner(block), |&o| module.parent_op(o));
    owners.into_iter().any(|o| o == op)
}

fn rewrite(module: &mut Module, op: Op, plans: &[Plan]) -> Op {
    let body = module.entry(op);
    let end = module.terminator(body).expect("a loop body ends");
    let mut inits: Vec<Value> = module.group(op, 3).collect();
    let mut puts = Vec::new();
    for plan in plans {
        let Plan { carried, slices, insertion, ty } = plan;
        let arg = module.block_args(body)[carried + 1];
        let lists: Vec<Value> = module.operands(*insertion).skip(2).collect();
        let segments: Vec<usize> = (2..5).map(|g| module.group_range(*insertion, g).len()).collect();
        let source = inits[*carried];
        let operands: Vec<Value> = std::iter::once(source).chain(lists.iter().copied()).collect();
        let slice = Builder::before(module, op).op(spelling::of(OpKind::Slice), &operands, std::slice::from_ref(ty));
        module.set_segments(slice, &[[1].as_slice(), &segments].concat());
        copy_lists(module, *insertion, slice);
        inits[*carried] = module.result(slice);
        let inserted = module.operand(*insertion, 0);
        module.set_operand(end, *carried, inserted);
        module.erase(*insertion);
        for &slice in slices {
            module.replace_op(slice, &[arg]);
        }
        module.set_type(arg, ty.clone());
        puts.push((*carried, source, lists, segments, slice));
    }
    let new = with_inits(module, op, &inits);
    let results: Vec<(Value, Value)> = module.results(op).iter().copied().zip(module.results(new).iter().copied()).collect();
    for (i, &(old, new_result)) in results.iter().enumerate() {
        let put = puts.iter().find(|(carried, ..)| *carried == i);
        let Some((_, source, lists, segments, slice)) = put else {
            module.replace_all_uses(old, new_result);
            continue;
        };
        let operands: Vec<Value> = [new_result, *source].into_iter().chain(lists.iter().copied()).collect();
        let ty = module.ty(*source).clone();
        let insertion = Builder::before(module, op).op(spelling::of(OpKind::InsertSlice), &operands, &[ty]);
        module.set_segments(insertion, &[[1, 1].as_slice(), segments].concat());
        copy_lists(module, *slice, insertion);
        let value = module.result(insertion);
        module.replace_all_uses(old, value);
    }
    module.erase(op);
    new
}

fn copy_lists(module: &mut Module, from: Op, to: Op) {
    for name in ["static_offsets", "static_sizes", "static_strides"] {
        let list = module.attr(from, name).cloned().expect("the lists of a slice");
        module.set_attr(to, name, list);
    }
}

/// The loop with other initial values, and the same body, before the old one.
fn with_inits(module: &mut Module, op: Op, inits: &[Value]) -> Op {
    let [lower, upper, step] = [0, 1, 2].map(|i| module.operand(op, i));
    let new = Builder::before(module, op).for_loop(lower, upper, step, inits);
    let (attrs, extra) = (module.op(op).attrs.clone(), module.op(op).extra.clone());
    (module.op_mut(new).attrs, module.op_mut(new).extra) = (attrs, extra);
    module.move_regions(op, new);
    new
}
