//! Parallel loops: constant bounds, loops of one trip or none, tensors that are shared for nothing.

use super::control::{Trips, forget, trips};
use super::entries::{Entry, cast, entries, forgotten, set_groups};
use crate::analysis::linear::Linear;
use tilec_ir::{Attr, Builder, InsertPoint, Module, Op, OpKind, Value, spelling};

const LISTS: [&str; 3] = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"];

/// Rewrites an `scf.forall`. Says what was done.
pub(super) fn rewrite(module: &mut Module, op: Op) -> Option<&'static str> {
    if fold_bounds(module, op) {
        return Some("folds constant bounds of a parallel loop");
    }
    let counts = trip_counts(module, op);
    if counts.contains(&Some(Trips::None)) {
        let shared: Vec<Value> = module.group(op, 3).collect();
        module.replace_op(op, &shared);
        return Some("drops a loop without trips");
    }
    let unmapped = module.attr(op, "mapping").and_then(Attr::as_array).is_none_or(<[Attr]>::is_empty);
    if unmapped && counts.contains(&Some(Trips::One)) {
        let stays: Vec<bool> = counts.iter().map(Option::is_none).collect();
        keep_loops(module, op, &stays);
        if !stays.contains(&true) {
            run_once(module, op);
        }
        return Some("runs the body of a loop of one trip");
    }
    let stays: Vec<bool> = (0..module.results(op).len()).map(|i| is_shared(module, op, i)).collect();
    if stays.contains(&false) {
        keep_shared(module, op, &stays);
        return Some("drops tensors that a parallel loop shares for nothing");
    }
    share_what_was_cast(module, op).then_some("shares the tensor that was cast")
}

fn fold_bounds(module: &mut Module, op: Op) -> bool {
    let lists = LISTS.map(|group| (group, entries(module, op, group)));
    let folded = lists.clone().map(|(group, list)| (group, list.iter().map(|e| e.folded(module)).collect::<Vec<_>>()));
    // A step that is not positive stops the program, but only if it is a value.
    let steps = folded[2].1.iter().all(|e| e.number().is_none_or(|n| n > 0));
    let changes = folded != lists && steps;
    if changes {
        set_groups(module, op, &folded, &[]);
    }
    changes
}

/// What is known of the trips of each loop.
fn trip_counts(module: &Module, op: Op) -> Vec<Option<Trips>> {
    let [lower, upper, step] = LISTS.map(|group| entries(module, op, group));
    let form = |e: Entry| match e {
        Entry::Number(n) => Linear::constant(n),
        Entry::Value(v) => Linear::exact(module, v),
    };
    let positive = step.iter().all(|e| e.number().is_none_or(|n| n > 0));
    let loops = lower.into_iter().zip(upper).zip(step);
    loops.map(|((l, u), s)| trips(module, &form(l), &form(u), &form(s)).filter(|_| positive)).collect()
}

fn arguments(module: &Module, op: Op) -> (Vec<Value>, Vec<Value>) {
    let args = module.block_args(module.entry(op));
    let (loops, shared) = args.split_at(module.int_array(op, "staticStep").len());
    (loops.to_vec(), shared.to_vec())
}

/// What is put into the shared tensors, in order.
pub(crate) fn insertions(module: &Module, op: Op) -> Vec<Op> {
    let end = module.terminator(module.entry(op)).expect("a loop body ends");
    module.block_ops(module.entry(end)).collect()
}

/// Drops loops of one trip.
fn keep_loops(module: &mut Module, op: Op, stays: &[bool]) {
    let lists = LISTS.map(|group| (group, entries(module, op, group)));
    let (loops, _) = arguments(module, op);
    for (d, &iv) in loops.iter().enumerate().filter(|(d, _)| !stays[*d]) {
        if !module.is_unused(iv) {
            let value = lists[0].1[d].value(&mut Builder::before(module, op));
            module.replace_all_uses(iv, value);
        }
    }
    let kept = lists.map(|(group, list)| {
        let list = list.into_iter().zip(stays).filter(|(_, s)| **s).map(|(e, _)| e).collect::<Vec<_>>();
        (group, list)
    });
    set_groups(module, op, &kept, &[]);
    let body = module.entry(op);
    module.retain_block_args(body, |n| stays.get(n).copied().unwrap_or(true));
}

/// A loop nest of no loops becomes its body.
fn run_once(module: &mut Module, op: Op) {
    let (_, shared) = arguments(module, op);
    let mut values: Vec<Value> = module.group(op, 3).collect();
    let (body, inserted) = (module.entry(op), insertions(module, op));
    let end = module.terminator(body).expect("a loop body ends");
    for inner in module.block_ops(body).filter(|&o| o != end).collect::<Vec<_>>() {
        module.move_before(inner, op);
    }
    for insertion in inserted {
        let dest = module.operand(insertion, 1);
        let Some(i) = shared.iter().position(|&arg| arg == dest) else { continue };
        values[i] = insert_into(module, insertion, values[i], InsertPoint::Before(op));
    }
    for (arg, init) in shared.into_iter().zip(module.group(op, 3).collect::<Vec<_>>()) {
        module.replace_all_uses(arg, init);
    }
    module.replace_op(op, &values);
}

/// Makes an insertion at the end of a parallel loop one that gives a tensor, into `dest`.
pub(crate) fn insert_into(module: &mut Module, insertion: Op, dest: Value, at: InsertPoint) -> Value {
    let mut operands: Vec<Value> = module.operands(insertion).collect();
    operands[1] = dest;
    let segments: Vec<usize> = (0..5).map(|g| module.group_range(insertion, g).len()).collect();
    let (ty, attrs, loc) = (module.ty(dest).clone(), module.op(insertion).attrs.clone(), module.op(insertion).loc.clone());
    let new = Builder { module, at, loc }.op(spelling::of(OpKind::InsertSlice), &operands, &[ty]);
    module.set_segments(new, &segments);
    module.op_mut(new).attrs = attrs;
    module.result(new)
}

/// False if nothing is put into a shared tensor, or nobody looks at what it has become.
fn is_shared(module: &Module, op: Op, i: usize) -> bool {
    let arg = arguments(module, op).1[i];
    !module.is_unused(module.results(op)[i]) && insertions(module, op).iter().any(|&o| module.operand(o, 1) == arg)
}

/// Makes a loop share only some tensors; the others are what they were before.
fn keep_shared(module: &mut Module, op: Op, stays: &[bool]) {
    let ((loops, shared), inits, results) =
        (arguments(module, op), module.group(op, 3).collect::<Vec<_>>(), module.results(op).to_vec());
    for insertion in insertions(module, op) {
        let dest = module.operand(insertion, 1);
        if shared.iter().zip(stays).any(|(&arg, &stays)| arg == dest && !stays) {
            module.erase(insertion);
        }
    }
    for (i, &init) in inits.iter().enumerate().filter(|(i, _)| !stays[*i]) {
        module.replace_all_uses(shared[i], init);
        module.replace_all_uses(results[i], init);
    }
    let body = module.entry(op);
    module.retain_block_args(body, |n| n < loops.len() || stays[n - loops.len()]);
    let kept = |values: &[Value]| values.iter().zip(stays).filter(|(_, s)| **s).map(|(v, _)| *v).collect::<Vec<_>>();
    let (inits, results) = (kept(&inits), kept(&results));
    let bounds: Vec<Value> = (0..3).flat_map(|g| module.group(op, g).collect::<Vec<_>>()).collect();
    let operands: Vec<Value> = bounds.into_iter().chain(inits.iter().copied()).collect();
    let segments: Vec<usize> = (0..3).map(|g| module.group_range(op, g).len()).chain([inits.len()]).collect();
    let types: Vec<_> = inits.iter().map(|&v| module.ty(v).clone()).collect();
    let (loc, attrs, extra) = (module.op(op).loc.clone(), module.op(op).attrs.clone(), module.op(op).extra.clone());
    let new = module.create_op(module.spelling(op), &operands, &types, 1, loc);
    module.set_segments(new, &segments);
    (module.op_mut(new).attrs, module.op_mut(new).extra) = (attrs, extra);
    module.insert_before(new, op);
    module.move_regions(op, new);
    for (old, new) in results.into_iter().zip(module.results(new).to_vec()) {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
}

/// Shares what a shared tensor is cast from; the body and the users of the loop get a cast.
fn share_what_was_cast(module: &mut Module, op: Op) -> bool {
    let inits: Vec<Value> = module.group(op, 3).collect();
    let Some((i, known)) = inits.iter().enumerate().find_map(|(i, &v)| Some((i, forgotten(module, v)?))) else { return false };
    let whole = module.ty(known).shape().unwrap_or(&[]).to_vec();
    let (arg, result) = (arguments(module, op).1[i], module.results(op)[i]);
    let into: Vec<Op> = insertions(module, op).into_iter().filter(|&o| module.operand(o, 1) == arg).collect();
    if !into.iter().all(|&o| super::entries::Part::of(module, o).fits_in(&whole)) {
        return false;
    }
    let ty = module.ty(known).clone();
    module.set_operand(op, module.group_range(op, 3).start + i, known);
    let (body, old) = (module.entry(op), module.ty(arg).clone());
    let first = module.block_ops(body).next().expect("a loop body ends");
    module.set_type(arg, ty.clone());
    if module.uses(arg).iter().any(|u| !into.contains(&u.op)) {
        let back = cast(module, first, arg, &old);
        let back_op = module.defining_op(back).expect("a cast");
        module.replace_uses_if(arg, back, |u| u.op != back_op && !(into.contains(&u.op) && u.operand == 1));
    }
    if let Some(next) = module.next_op(op) {
        forget(module, result, ty, next);
    }
    true
}
