//! Gives every temporary of a function a place in one arena: one allocation, made once, in place of one for each buffer and call.
//!
//! Buffer level. `liveness` finds when each temporary is in use, `pack` chooses offsets so that two in use at the same time do not meet, and a
//! temporary that an elementwise op computes from another that dies there takes its place. An allocation in a loop is one place for all
//! trips; in a parallel loop each iteration has its own part of the arena. The arena is the first op of the function, an allocation marked
//! `tilec.arena`, which compiled code makes once and reuses in every call.

pub(crate) mod liveness;
mod pack;
mod reuse;
mod rewrite;

use crate::remark::Remark;
pub use liveness::{Blocker, Temporary};
use pack::Item;
use std::collections::{HashMap, HashSet};
use tilec_ir::{Diagnostic, Module, Op};

/// The pass.
pub const NAME: &str = "place-buffers";
/// What offsets are multiples of, in bytes: a cache line, and the widest vector.
pub const ALIGNMENT: u64 = 64;
/// The most bytes that the iterations of a parallel loop have together; beyond, each allocates for itself.
const MAX_PARALLEL_BYTES: u64 = 16 << 20;

/// Places the temporaries of every function.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for func in module.funcs() {
        changed |= place(module, func, remarks);
    }
    Ok(changed)
}

/// The plan for a function: where each temporary goes.
struct Plan {
    /// Temporaries with their offset, in the function's part or in that of an iteration of a parallel loop.
    placed: Vec<(Temporary, u64)>,
    /// Temporaries that take the place of another: the values.
    reused: Vec<reuse::Reuse>,
    /// Parallel loops with their own parts.
    loops: Vec<ParallelPart>,
    /// Bytes of the arena.
    peak: u64,
}

/// The part of the arena that the iterations of a parallel loop have.
struct ParallelPart {
    op: Op,
    /// Bytes of one iteration.
    bytes: u64,
    /// Iterations along each loop.
    trips: Vec<u64>,
    /// Where the part starts in that of the loop around it.
    offset: u64,
}

fn place(module: &mut Module, func: Op, remarks: &mut Vec<Remark>) -> bool {
    if module.is_declaration(func) {
        return false;
    }
    let mut found = liveness::temporaries(module, func, &|op| liveness::is_allocation(module, op));
    let mut refused: Vec<(Op, Blocker)> = std::mem::take(&mut found.refused);
    let total: u64 = found.temporaries.iter().map(|t| t.bytes.next_multiple_of(ALIGNMENT)).sum();
    let Some((plan, bound)) = plan(module, found, &mut refused) else {
        report_refused(module, &refused, remarks);
        return false;
    };
    for (t, offset) in &plan.placed {
        let message = format!("{} bytes at {offset} of the arena", t.bytes);
        remarks.push(Remark::applied(NAME, module.op(t.alloc).loc.clone(), message));
    }
    for r in &plan.reused {
        let by = module.op(r.by).loc.clone();
        remarks.push(
            Remark::applied(NAME, module.op(r.alloc).loc.clone(), "takes the place of what it is computed from").note(by, "here"),
        );
    }
    report_refused(module, &refused, remarks);
    let count = plan.placed.len() + plan.reused.len();
    let message = format!(
        "{count} temporaries of {total} bytes together in an arena of {} bytes; {bound} bytes are in use at once, at most",
        plan.peak
    );
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let remark = Remark::applied(NAME, module.op(func).loc.clone(), message)
        .arg("temporaries", number(count as u64))
        .arg("bytes", number(total))
        .arg("peak", number(plan.peak))
        .arg("in_use_at_once", number(bound));
    remarks.push(remark);
    rewrite::apply(module, func, &plan);
    true
}

fn report_refused(module: &Module, refused: &[(Op, Blocker)], remarks: &mut Vec<Remark>) {
    for (alloc, blocker) in refused {
        let mut remark =
            Remark::missed(NAME, blocker.name(), module.op(*alloc).loc.clone(), format!("stays an allocation: {blocker}"));
        if let Blocker::Escapes { by } = blocker {
            remark = remark.note(module.op(*by).loc.clone(), "here");
        }
        remarks.push(remark);
    }
}

/// Offsets for all; also the most bytes in use at once. `None` if there is nothing to place.
fn plan(module: &Module, found: liveness::Found, refused: &mut Vec<(Op, Blocker)>) -> Option<(Plan, u64)> {
    let (kept, reused) = reuse::merge(module, found.temporaries);
    // Innermost parallel loops first: each is one item of the loop around it, or of the function.
    let mut groups: HashMap<Option<Op>, Vec<Temporary>> = HashMap::new();
    for t in kept {
        groups.entry(t.parallel).or_default().push(t);
    }
    let mut parallel: Vec<Op> = Vec::new();
    for op in groups.keys().flatten() {
        let around = std::iter::successors(Some(*op), |&o| liveness::parallel_around(module, o));
        parallel.extend(around.collect::<Vec<_>>());
    }
    parallel.sort_by_key(|op| std::cmp::Reverse(found.places[*op].0));
    parallel.dedup();
    let mut plan = Plan { placed: Vec::new(), reused, loops: Vec::new(), peak: 0 };
    let mut parts: HashMap<Option<Op>, Vec<usize>> = HashMap::new();
    for op in parallel {
        let group = groups.remove(&Some(op)).unwrap_or_default();
        let inner = parts.remove(&Some(op)).unwrap_or_default();
        let trips = liveness::trips(module, op);
        let (offsets, bytes) = pack::pack(&items(&group, &inner, &plan.loops, &found.places));
        let all = trips.as_ref().and_then(|t| t.iter().try_fold(bytes, |n, t| n.checked_mul(*t)));
        let blocker = match (&trips, all) {
            (None, _) => Some(Blocker::TripsNotKnown),
            (_, Some(all)) if all <= MAX_PARALLEL_BYTES => None,
            _ => Some(Blocker::TooManyIterations),
        };
        if let Some(blocker) = blocker {
            // What is inside stays too: its part would be in this one.
            refused.extend(group.iter().map(|t| (t.alloc, blocker.clone())));
            drop_inside(&mut plan, module, op, refused, &blocker);
            continue;
        }
        plan.placed.extend(group.into_iter().zip(&offsets).map(|(t, offset)| (t, *offset)));
        for (&part, offset) in inner.iter().zip(&offsets[offsets.len() - inner.len()..]) {
            plan.loops[part].offset = *offset;
        }
        parts.entry(liveness::parallel_around(module, op)).or_default().push(plan.loops.len());
        plan.loops.push(ParallelPart { op, bytes, trips: trips.unwrap_or_default(), offset: 0 });
    }
    let group = groups.remove(&None).unwrap_or_default();
    let inner = parts.remove(&None).unwrap_or_default();
    let items = items(&group, &inner, &plan.loops, &found.places);
    let (offsets, peak) = pack::pack(&items);
    plan.peak = peak.max(ALIGNMENT);
    for (&part, offset) in inner.iter().zip(&offsets[group.len()..]) {
        plan.loops[part].offset = *offset;
    }
    plan.placed.extend(group.into_iter().zip(&offsets).map(|(t, offset)| (t, *offset)));
    plan.placed.sort_by_key(|(t, _)| found.places[t.alloc].0);
    let placed: HashSet<Op> = plan.placed.iter().map(|(t, _)| t.alloc).collect();
    let (reused, stay): (Vec<_>, Vec<_>) = std::mem::take(&mut plan.reused).into_iter().partition(|r| placed.contains(&r.of));
    plan.reused = reused;
    // What would have taken the place of one that stays.
    for r in stay {
        let blocker = refused.iter().find(|(alloc, _)| *alloc == r.of).map(|(_, b)| b.clone());
        refused.extend(blocker.map(|b| (r.alloc, b)));
    }
    (!plan.placed.is_empty()).then(|| (plan, pack::bound(&items)))
}

/// Temporaries, then parallel loops, as items to pack.
fn items(group: &[Temporary], inner: &[usize], loops: &[ParallelPart], places: &liveness::Spans) -> Vec<Item> {
    let temporaries = group.iter().map(|t| Item { start: t.start, end: t.end, size: t.bytes });
    let parts = inner.iter().map(|&part| {
        let p = &loops[part];
        let (start, end) = places[p.op];
        Item { start, end, size: p.bytes * p.trips.iter().product::<u64>() }
    });
    temporaries.chain(parts).collect()
}

fn drop_inside(plan: &mut Plan, module: &Module, op: Op, refused: &mut Vec<(Op, Blocker)>, blocker: &Blocker) {
    let is_inside = |o: Op| {
        std::iter::successors(liveness::parallel_around(module, o), |&p| liveness::parallel_around(module, p)).any(|p| p == op)
    };
    let (dropped, placed) = std::mem::take(&mut plan.placed).into_iter().partition(|(t, _)| is_inside(t.alloc));
    plan.placed = placed;
    refused.extend(dropped.into_iter().map(|(t, _): (Temporary, u64)| (t.alloc, blocker.clone())));
    plan.loops.retain(|p| !is_inside(p.op));
}
