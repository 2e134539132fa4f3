//! Steps that tile, and that fuse into the loops over tiles.

use super::NAME;
use super::state::{Failure, Outcome, Size, State};
use super::structured::applied;
use crate::fuse_into_loop::{self, fuse_consumer, fuse_producer};
use crate::index::Index;
use crate::remark::Remark;
use crate::tile::{self, Tiled};
use tilec_ir::{DYNAMIC, Op};

fn index(size: Size) -> Index {
    match size {
        Size::Known(n) => Index::Const(n),
        Size::Value(v) => Index::Value(v),
    }
}

/// The constants of a list as loop numbers.
fn order(numbers: &[i64]) -> Vec<usize> {
    numbers.iter().map(|&n| usize::try_from(n).unwrap_or(usize::MAX)).collect()
}

impl State<'_> {
    fn tile_blocked(&self, step: Op, op: Op, blocker: &tile::Blocker) -> Failure {
        self.blocked(step, op, blocker.name(), blocker.message(self.payload, op))
    }

    fn fuse_blocked(&self, step: Op, op: Op, blocker: &fuse_into_loop::Blocker) -> Failure {
        self.blocked(step, op, blocker.name(), blocker.message(self.payload, op))
    }

    /// Tiles each op of the target: result 0 is the tiled ops, each further result one loop of each.
    fn tile_each(
        &mut self,
        step: Op,
        lists: Vec<Vec<Size>>,
        mut work: impl FnMut(&mut Self, Op, &[Index]) -> Outcome<Tiled>,
    ) -> Outcome {
        let mut results = vec![Vec::new(); self.script.results(step).len()];
        let mut failed = None;
        for (op, sizes) in self.ops_of(step, 0)?.into_iter().zip(lists) {
            let sizes: Vec<Index> = sizes.into_iter().map(index).collect();
            applied(self, step, op);
            let name = self.name_of(op);
            match work(self, op, &sizes) {
                Ok(tiled) => {
                    self.call_it(tiled.op, name);
                    let made = [tiled.op].into_iter().chain(tiled.loops);
                    made.zip(&mut results).for_each(|(op, all)| all.push(op));
                }
                Err(failure) => {
                    self.remarks.pop();
                    failed = failed.or(Some(failure));
                }
            }
        }
        results.into_iter().enumerate().for_each(|(i, ops)| self.set_result(step, i, ops));
        failed.map_or(Ok(()), Err)
    }
}

/// True if these sizes leave every loop whole.
fn leave_whole(sizes: &[Index]) -> bool {
    sizes.iter().all(|s| s.is(0))
}

/// `transform.structured.tile_using_for`.
pub(super) fn tile_using_for(state: &mut State<'_>, step: Op) -> Outcome {
    let count = state.ops_of(step, 0)?.len();
    let lists = state.sizes(step, "dynamic_sizes", count)?;
    let interchange = order(state.script.int_array(step, "interchange"));
    state.tile_each(step, lists, |state, op, sizes| {
        if leave_whole(sizes) {
            return Ok(Tiled { op, loops: Vec::new() });
        }
        tile::tile_using_for(state.payload, op, sizes, &interchange).map_err(|b| state.tile_blocked(step, op, &b))
    })
}

/// `transform.structured.tile_using_forall`: by sizes or by numbers of threads.
pub(super) fn tile_using_forall(state: &mut State<'_>, step: Op) -> Outcome {
    for packed in ["packed_num_threads", "packed_tile_sizes"] {
        if !state.script.group_named(step, packed).is_empty() {
            return Err(state.wrong(step, "not supported: packed sizes; list them one by one"));
        }
    }
    let count = state.ops_of(step, 0)?.len();
    let mapping = state.script.attr(step, "mapping").cloned();
    let is_threads = !state.script.int_array(step, "static_num_threads").is_empty();
    let lists = state.sizes(step, if is_threads { "num_threads" } else { "tile_sizes" }, count)?;
    state.tile_each(step, lists, |state, op, sizes| {
        if leave_whole(sizes) {
            return Err(state.fail(step, "expected some size or number of threads other than 0"));
        }
        let tiled = match is_threads {
            true => tile::tile_for_threads(state.payload, op, sizes, mapping.clone()),
            false => tile::tile_using_forall(state.payload, op, sizes, mapping.clone()),
        };
        tiled.map_err(|b| state.tile_blocked(step, op, &b))
    })
}

/// `transform.structured.tile_reduction_using_for`: partial results in parallel positions, then their combination.
pub(super) fn tile_reduction_using_for(state: &mut State<'_>, step: Op) -> Outcome {
    let sizes = state.script.int_array(step, "tile_sizes").to_vec();
    let mut results = vec![Vec::new(); state.script.results(step).len()];
    for op in state.ops_of(step, 0)? {
        applied(state, step, op);
        let made = tile::tile_reduction_using_for(state.payload, op, &sizes).map_err(|b| state.tile_blocked(step, op, &b))?;
        // As many handles of fills as the script has room for.
        let fills = results.len().saturating_sub(3);
        let list = made.fills.into_iter().take(fills).chain([made.split, made.combine, made.nest]);
        list.zip(&mut results).for_each(|(op, all)| all.push(op));
    }
    results.into_iter().enumerate().for_each(|(i, ops)| state.set_result(step, i, ops));
    Ok(())
}

/// `transform.structured.fuse`: tiles an op, and computes inside the loops the slices that are read there.
pub(super) fn fuse(state: &mut State<'_>, step: Op) -> Outcome {
    let count = state.ops_of(step, 0)?.len();
    let lists = state.sizes(step, "tile_sizes", count)?;
    let interchange = state.script.int_array(step, "static_tile_interchange").to_vec();
    if interchange.contains(&DYNAMIC) {
        return Err(state.wrong(step, "not supported: an interchange that is not constant"));
    }
    let forall = state.script.attr(step, "use_forall").is_some();
    state.tile_each(step, lists, |state, op, sizes| {
        if leave_whole(sizes) {
            return Ok(Tiled { op, loops: Vec::new() });
        }
        let run = if forall { tile::Run::Parallel } else { tile::Run::InOrder };
        let made = fuse_into_loop::tile_and_fuse(state.payload, op, sizes, &order(&interchange), run)
            .map_err(|b| state.tile_blocked(step, op, &b))?;
        for (slice, blocker) in made.refused {
            let loc = state.payload.op(slice).loc.clone();
            let message = format!("stays outside the loops: {}", blocker.message(state.payload, slice));
            state.remarks.push(Remark::missed(NAME, blocker.name(), loc, message));
        }
        for (producer, copy) in made.fused {
            let name = state.name_of(producer);
            state.call_it(copy, name);
        }
        Ok(made.tiled)
    })
}

/// `transform.structured.fuse_into_containing_op`: each producer, wherever the loop reads it.
pub(super) fn fuse_into_containing_op(state: &mut State<'_>, step: Op) -> Outcome {
    let mut waiting = state.ops_of(step, 0)?;
    let container = state.ops_of(step, 1)?;
    let [container] = container[..] else {
        let message = format!("expected one loop, but operand 1 points to {}", container.len());
        return Err(state.fail(step, message));
    };
    let mut fused = Vec::new();
    while !waiting.is_empty() {
        let reads = |op: &Op| fuse_into_loop::is_read_inside(state.payload, *op, container);
        let Some(next) = waiting.iter().position(reads) else {
            return Err(state.fuse_blocked(step, waiting[0], &fuse_into_loop::Blocker::Unrelated));
        };
        let producer = waiting.remove(next);
        let name = state.name_of(producer);
        applied(state, step, producer);
        let copies = fuse_producer(state.payload, producer, container).map_err(|b| state.fuse_blocked(step, producer, &b))?;
        copies.iter().for_each(|&copy| state.call_it(copy, name));
        fused.extend(copies);
    }
    state.set_result(step, 0, fused);
    state.set_result(step, 1, vec![container]);
    Ok(())
}

/// `transform.test.fuse_consumer`: an op that reads the loops' results.
pub(super) fn fuse_consumers(state: &mut State<'_>, step: Op) -> Outcome {
    let consumer = state.one_op(step, 0)?;
    let mut loops = Vec::new();
    for i in 1..state.script.num_operands(step) {
        loops.push(state.one_op(step, i)?);
    }
    let Some(&outermost) = loops.first() else { return Err(state.fail(step, "expected a loop")) };
    let name = state.name_of(consumer);
    applied(state, step, consumer);
    let copy = fuse_consumer(state.payload, consumer, outermost).map_err(|b| state.fuse_blocked(step, consumer, &b))?;
    state.call_it(copy, name);
    state.set_result(step, 0, vec![copy]);
    loops.into_iter().enumerate().for_each(|(i, nest)| state.set_result(step, 1 + i, vec![nest]));
    Ok(())
}
