//! Whether a write takes a value from a read: the rules for one pair.

use super::analysis::{Analysis, Read, Write};
use super::decisions::Blocker;
use super::facts;
use super::order::{Order, is_parallel};
use super::slices::Part;
use crate::mutation::{Mutation, is_on};
use tilec_ir::{DYNAMIC, Module, Op, OpKind, Use, Value, ValueDef};

/// How many slices of slices are looked through.
const MAX_LEVELS: usize = 16;

/// How a write can come between a definition and a read.
#[derive(Clone, Copy)]
enum Way {
    /// In one execution of all three.
    Straight,
    /// In a later trip of this loop, which does not define the contents anew.
    NextTrip(Op),
}

/// Refuses a write that would change what a read sees.
pub(super) fn check(analysis: &Analysis<'_>, read: &Read, write: &Write) -> Result<(), Blocker> {
    if write.defines == Some(read.def) {
        return Ok(());
    }
    if let ValueDef::Result(op, _) = analysis.module.def(read.def)
        && analysis.places.contains(op, write.at)
        && (op != write.at || write.defines.is_none())
    {
        return Ok(());
    }
    for way in ways(analysis, read, write).into_iter().flatten() {
        if !is_harmless(analysis, read, write, way) {
            return Err(Blocker::ReadAfterWrite { read: read.at, write: write.at });
        }
    }
    Ok(())
}

fn ways(analysis: &Analysis<'_>, read: &Read, write: &Write) -> [Option<Way>; 2] {
    let places = &analysis.places;
    let is_new = |region: Op| places.is_defined_in(region, read.def);
    let next_trip = match is_on(Mutation::IgnoreNextTrip) {
        true => None,
        false => places.loops_around(write.at).find(|&l| places.contains(l, read.at) && !is_new(l)),
    };
    let straight = if read.at == write.at {
        // The read of what is then overwritten.
        write.place != read.place
    } else if places.in_different_blocks(analysis.func, read.at, write.at) {
        // Only if all of it happens in the block of the read does the write in another block not matter.
        let at = match analysis.module.def(read.def) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(block, _) => analysis.module.block_ops(block).next(),
        };
        at.is_none_or(|at| places.in_different_blocks(analysis.func, at, read.at))
    } else {
        let one_block = |op: Op| !places.in_different_blocks(analysis.func, op, write.at);
        let defined_here = match analysis.module.def(read.def) {
            ValueDef::Result(op, _) => one_block(op),
            ValueDef::Arg(block, _) => analysis.module.block_ops(block).next().is_none_or(one_block),
        };
        match places.order(write.at, read.at) {
            Order::Before | Order::Unknown => !(defined_here && comes_before_definition(analysis, read, write)),
            // The block may run again before the contents are defined again.
            Order::After => places.has_several_blocks() && !defined_here || is_to_buffer(analysis.module, read.place.op),
            Order::Exclusive => false,
        }
    };
    [straight.then_some(Way::Straight), next_trip.map(Way::NextTrip)]
}

/// A buffer had from a tensor is read at any time afterwards.
fn is_to_buffer(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::ToBuffer
}

fn comes_before_definition(analysis: &Analysis<'_>, read: &Read, write: &Write) -> bool {
    match analysis.module.def(read.def) {
        ValueDef::Result(op, _) => op != write.at && analysis.places.order(write.at, op) == Order::Before,
        ValueDef::Arg(block, _) => analysis
            .module
            .block_owner(block)
            .is_some_and(|o| !analysis.places.contains(o, write.at) && analysis.places.order(write.at, o) == Order::Before),
    }
}

/// A write that does not change what the read sees although it comes between definition and read.
fn is_harmless(analysis: &Analysis<'_>, read: &Read, write: &Write, way: Way) -> bool {
    let module = analysis.module;
    if read.at == write.at && matches!(way, Way::Straight) {
        return is_harmless_in_one_op(analysis, read, write);
    }
    let always = matches!(way, Way::NextTrip(_));
    if let Way::NextTrip(region) = way
        && is_parallel(module.kind(region))
        && is_own_part(analysis, region, write)
        && is_own(analysis, region, read_path(analysis, read))
    {
        // What another iteration writes is its own part.
        return true;
    }
    is_replaced_anyway(analysis, read, write, always) || are_apart(analysis, read, write, always)
}

fn is_harmless_in_one_op(analysis: &Analysis<'_>, read: &Read, write: &Write) -> bool {
    let module = analysis.module;
    let (r, w) = (read.place.operand as usize, write.place.operand as usize);
    match module.kind(read.at) {
        // Everything that is handed on is read before anything is copied to where it goes.
        OpKind::Yield | OpKind::Condition => true,
        OpKind::InsertSlice | OpKind::ParallelInsert if r == 0 => {
            is_slice_in_place(analysis, read.at, read.value) || are_apart(analysis, read, write, false)
        }
        _ if read.place.op != read.at || write.place.op != write.at => false,
        _ => facts::is_same_element(module, read.at, r, w) && is_same(analysis, read.value, write.overwritten),
    }
}

/// True if the two are the same elements in the same places, or would be after what is being decided.
pub(super) fn is_same(analysis: &Analysis<'_>, a: Value, b: Value) -> bool {
    let same = &analysis.same;
    same.together(a, b)
        || analysis
            .would
            .is_some_and(|(x, y)| same.together(a, x) && same.together(b, y) || same.together(a, y) && same.together(b, x))
}

/// True if the two are the same elements, at the same indices: equal shapes of which at most one extent is open. (A reshape is the same
/// elements in the same places, at other indices.)
fn is_same_shape(analysis: &Analysis<'_>, a: Value, b: Value) -> bool {
    let shape = |v| analysis.module.ty(v).shape().unwrap_or(&[]);
    let is_known = a == b || shape(a) == shape(b) && shape(a).iter().filter(|&&d| d == DYNAMIC).count() <= 1;
    is_known && is_same(analysis, a, b)
}

/// The slices whose result the value is, done in place as far as that is decided.
fn slices(analysis: &Analysis<'_>, value: Value) -> Vec<Op> {
    let same = &analysis.same;
    let mut slices = same.get(same.find(value)).slices.clone();
    if let Some((x, y)) = analysis.would {
        let other = if same.together(value, x) {
            Some(y)
        } else if same.together(value, y) {
            Some(x)
        } else {
            None
        };
        slices.extend(other.into_iter().flat_map(|v| &same.get(same.find(v)).slices));
    }
    slices.retain(|&op| !analysis.is_refused(Use { op, operand: 0 }));
    slices
}

/// The parts of tensors that an access of `value` stays in: each with the tensor, innermost first.
fn path(analysis: &Analysis<'_>, place: Use, value: Value) -> Vec<(Part, Value, Op)> {
    let module = analysis.module;
    let mut path = Vec::new();
    let own_part = match module.kind(place.op) {
        OpKind::InsertSlice | OpKind::ParallelInsert | OpKind::Insert | OpKind::TransferWrite => place.operand == 1,
        OpKind::Extract | OpKind::TransferRead => true,
        _ => false,
    };
    if own_part && let Some(part) = Part::of(module, place.op) {
        path.push((part, value, place.op));
    }
    let mut level = vec![value];
    for _ in 0..MAX_LEVELS {
        let found: Vec<Op> = level.iter().flat_map(|&v| slices(analysis, v)).collect();
        level = found.iter().map(|&s| module.operand(s, 0)).collect();
        path.extend(found.into_iter().filter_map(|s| Some((Part::of(module, s)?, module.operand(s, 0), s))));
        if level.is_empty() {
            break;
        }
    }
    path
}

/// [`path`] of a read: an insertion reads its destination everywhere but in its part.
fn read_path(analysis: &Analysis<'_>, read: &Read) -> Vec<(Part, Value, Op)> {
    let kind = analysis.module.kind(read.place.op);
    let is_rest = read.place.operand == 1 && matches!(kind, OpKind::InsertSlice | OpKind::Insert | OpKind::TransferWrite);
    path(analysis, Use { operand: if is_rest { 0 } else { read.place.operand }, ..read.place }, read.value)
}

/// True if the read and the write are in parts of one tensor that have no element in common.
fn are_apart(analysis: &Analysis<'_>, read: &Read, write: &Write, always: bool) -> bool {
    let writes = path(analysis, write.place, write.overwritten);
    if writes.is_empty() {
        return false;
    }
    read_path(analysis, read)
        .iter()
        .any(|(r, of, _)| writes.iter().any(|(w, whole, _)| is_same_shape(analysis, *of, *whole) && r.is_disjoint(w, always)))
}

/// True if `value` is in the buffer of a slice of the insertion's destination that is just what it replaces.
fn is_slice_in_place(analysis: &Analysis<'_>, insert: Op, value: Value) -> bool {
    let (module, dest) = (analysis.module, analysis.module.operand(insert, 1));
    let Some(part) = Part::of(module, insert) else { return false };
    slices(analysis, value).into_iter().any(|s| {
        is_same_shape(analysis, module.operand(s, 0), dest) && Part::of(module, s).is_some_and(|p| p.is_same(&part, false))
    })
}

/// True if what is written is in a part that is replaced before anybody reads it: by the reading insertion, or by those after it that take
/// its result and nobody else does.
fn is_replaced_anyway(analysis: &Analysis<'_>, read: &Read, write: &Write, always: bool) -> bool {
    let module = analysis.module;
    if module.kind(read.place.op) != OpKind::InsertSlice || read.place.operand != 1 {
        return false;
    }
    let writes = path(analysis, write.place, write.overwritten);
    if writes.is_empty() {
        return false;
    }
    let mut insert = read.place.op;
    loop {
        let (part, dest) = (Part::of(module, insert), module.operand(insert, 1));
        if part.is_some_and(|part| {
            writes.iter().any(|(w, whole, _)| is_same_shape(analysis, *whole, dest) && w.is_within(&part, always))
        }) {
            return true;
        }
        let next = match module.uses(module.result(insert)) {
            [only] if only.operand == 1 && module.kind(only.op) == OpKind::InsertSlice => only.op,
            _ => return false,
        };
        if module.parent_block(next) != module.parent_block(insert) {
            return false;
        }
        insert = next;
    }
}

/// True if a write is in a part that this iteration of the parallel region puts into what the region shares.
pub(super) fn is_own_part(analysis: &Analysis<'_>, region: Op, write: &Write) -> bool {
    is_own(analysis, region, path(analysis, write.place, write.overwritten))
}

fn is_own(analysis: &Analysis<'_>, region: Op, path: Vec<(Part, Value, Op)>) -> bool {
    let module = analysis.module;
    let inserts: Vec<Op> = module
        .region_blocks(module.regions(region)[0])
        .iter()
        .filter_map(|&b| module.terminator(b))
        .filter(|&end| module.kind(end) == OpKind::InParallel)
        .flat_map(|end| module.block_ops(module.entry(end)).collect::<Vec<_>>())
        .filter(|&op| module.kind(op) == OpKind::ParallelInsert)
        .collect();
    path.into_iter().any(|(part, whole, op)| {
        let is_insert = inserts.contains(&op);
        is_insert
            || analysis.places.contains(region, op)
                && inserts.iter().any(|&insert| {
                    is_same_shape(analysis, whole, module.operand(insert, 1))
                        && Part::of(module, insert).is_some_and(|p| p.is_same(&part, false))
                })
    })
}
