//! Consumers into loops: an op that reads what loops over tiles put together takes each tile as it is made.

use super::Blocker;
use super::partition::{is_all, is_partition, tile_loops};
use super::producer::same_part;
use crate::analysis::effects::is_pure;
use crate::index::{self, Index};
use crate::mutation::{Mutation, is_on};
use crate::tile;
use crate::tile::interface::{self, Tile};
use tilec_ir::{Builder, Module, Op, OpKind, Use, Value};

/// All that the rewrite needs.
struct Plan {
    /// The loops, outermost first; each the only carrier of tensors inside the one before.
    nest: Vec<Op>,
    /// Where the tile that the consumer reads is put in.
    insert: Op,
    /// The consumer's operands that are the loop's result.
    operands: Vec<usize>,
    /// For each of the consumer's loops, the dimension of the tensor between them that it runs along.
    dims: Vec<Option<usize>>,
    /// Ops that move in front of the loops, in this order.
    moved: Vec<Op>,
}

/// The most ops that move for one consumer.
const MAX_MOVED: usize = 32;

/// Computes a consumer of a loop's results inside the loop, tile by tile; `outermost` is the loop it reads. The consumer's copy inside.
///
/// # Errors
/// The blocker; nothing has changed then.
pub fn fuse_consumer(module: &mut Module, consumer: Op, outermost: Op) -> Result<Op, Blocker> {
    let plan = plan(module, consumer, outermost)?;
    Ok(rewrite(module, consumer, plan))
}

fn plan(module: &Module, consumer: Op, outermost: Op) -> Result<Plan, Blocker> {
    let kinds = interface::iterators(module, consumer).ok_or(tile::Blocker::NotTileable)?;
    let is_dps = matches!(module.kind(consumer), OpKind::Structured(_) | OpKind::Softmax | OpKind::Pad);
    if !is_dps || !is_pure(module, consumer) {
        return Err(tile::Blocker::NotTileable.into());
    }
    let results = module.results(outermost);
    let reads = |i: &usize| results.contains(&module.operand(consumer, *i));
    let operands: Vec<usize> = (0..module.num_operands(consumer)).filter(reads).collect();
    let &first = operands.first().ok_or(Blocker::Unrelated)?;
    let value = module.operand(consumer, first);
    if operands.iter().any(|&i| module.operand(consumer, i) != value) {
        return Err(Blocker::TilesDiffer);
    }
    let (nest, insert) = nest_of(module, outermost, value)?;
    check_partition(module, &nest, insert)?;
    let rank = interface::rank(module, value);
    let mut dims = vec![None; kinds.len()];
    match module.structured(consumer) {
        Some(view) => {
            let maps = view.maps();
            if operands.iter().any(|&i| i >= view.num_inputs()) {
                return Err(Blocker::ResultAsInit);
            }
            let loops = interface::plain_dims(&maps[first]).ok_or(Blocker::Map)?;
            if operands.iter().any(|&i| maps[i] != maps[first]) && !is_on(Mutation::FuseSeveralTiles) {
                return Err(Blocker::TilesDiffer);
            }
            loops.iter().enumerate().for_each(|(d, l)| {
                if let Some(l) = l {
                    dims[*l] = Some(d);
                }
            });
        }
        None if module.kind(consumer) == OpKind::Softmax => {
            if operands != [0] {
                return Err(Blocker::ResultAsInit);
            }
            (0..rank).for_each(|d| dims[d] = Some(d));
        }
        None => return Err(tile::Blocker::NotTileable.into()),
    }
    check_tiling(module, consumer, &nest, insert, &dims)?;
    let moved = moved(module, consumer, outermost, value)?;
    Ok(Plan { nest, insert, operands, dims, moved })
}

/// The loops from `outermost` inwards to the insertion that makes the result.
fn nest_of(module: &Module, outermost: Op, value: Value) -> Result<(Vec<Op>, Op), Blocker> {
    let mut nest = vec![outermost];
    let mut at = module.results(outermost).iter().position(|&r| r == value).expect("a result");
    loop {
        let &innermost = nest.last().expect("a loop");
        if !matches!(module.kind(innermost), OpKind::For | OpKind::Forall) {
            return Err(Blocker::NotALoop);
        }
        let end = module.terminator(module.entry(innermost)).ok_or(Blocker::NotALoop)?;
        match module.kind(innermost) {
            OpKind::For => {
                let made = module.defining_op(module.operand(end, at)).ok_or(Blocker::NotALoop)?;
                match module.kind(made) {
                    OpKind::InsertSlice if module.parent_op(made) == Some(innermost) => return Ok((nest, made)),
                    OpKind::For | OpKind::Forall if module.parent_op(made) == Some(innermost) => {
                        let inner = module.operand(end, at);
                        at = module.results(made).iter().position(|&r| r == inner).ok_or(Blocker::NotALoop)?;
                        nest.push(made);
                    }
                    _ => return Err(Blocker::NotALoop),
                }
            }
            OpKind::Forall => {
                let args = module.block_args(module.entry(innermost));
                let shared = args[args.len() - module.results(innermost).len() + at];
                let mut inserts =
                    module.uses(shared).iter().filter(|u| module.kind(u.op) == OpKind::ParallelInsert && u.operand == 1);
                return match (inserts.next(), inserts.next()) {
                    (Some(u), None) => Ok((nest, u.op)),
                    _ => Err(Blocker::NotALoop),
                };
            }
            _ => return Err(Blocker::NotALoop),
        }
    }
}

/// Whether the loops put in each element once.
fn check_partition(module: &Module, nest: &[Op], insert: Op) -> Result<(), Blocker> {
    let mut loops = Vec::new();
    for &op in nest {
        loops.extend(tile_loops(module, op).ok_or(Blocker::NotALoop)?);
    }
    if !index::list(module, insert, "strides").iter().all(|s| s.is(1)) {
        return Err(Blocker::Strided);
    }
    let (offsets, sizes) = (index::list(module, insert, "offsets"), index::list(module, insert, "sizes"));
    let dest = module.operand(insert, 1);
    if module.ty(module.operand(insert, 0)).shape().map(<[i64]>::len) != module.ty(dest).shape().map(<[i64]>::len) {
        return Err(Blocker::Strided);
    }
    let is_covered = is_partition(module, &loops, &offsets, &sizes, dest) || is_on(Mutation::FuseAnyCover);
    if is_covered { Ok(()) } else { Err(Blocker::Partition) }
}

/// Whether the consumer can be tiled as the loops run.
fn check_tiling(module: &Module, consumer: Op, nest: &[Op], insert: Op, dims: &[Option<usize>]) -> Result<(), Blocker> {
    let offsets = index::list(module, insert, "offsets");
    let sizes = index::list(module, insert, "sizes");
    let dest = module.operand(insert, 1);
    let cut = |d: &Option<usize>| d.filter(|&d| !is_all(module, offsets[d], sizes[d], dest, d));
    // A size of 1 is one of 1; others count as unknown, but not as nought.
    let step = |d: &Option<usize>| cut(d).map_or(Index::ZERO, |d| if sizes[d].is(1) { Index::Const(1) } else { sizes[d] });
    let steps: Vec<Index> = dims.iter().map(step).collect();
    let is_parallel = nest.iter().any(|&op| module.kind(op) == OpKind::Forall);
    let run = if is_parallel { tile::Run::Parallel } else { tile::Run::InOrder };
    // The tile loops stand as the producer's do.
    let mut loops = Vec::new();
    for &op in nest {
        loops.extend(tile_loops(module, op).ok_or(Blocker::NotALoop)?);
    }
    let place = |l: &usize| dims[*l].and_then(|d| loops.iter().position(|t| t.runs_along(module, offsets[d])));
    let mut order: Vec<usize> = (0..dims.len()).filter(|&l| !steps[l].is(0)).collect();
    order.sort_by_key(place);
    order.extend((0..dims.len()).filter(|&l| steps[l].is(0)));
    tile::plan(module, consumer, &steps, &order, run)?;
    if let Some(view) = module.structured(consumer) {
        let anywhere: Vec<Index> = steps.iter().map(|s| if s.is(0) { Index::ZERO } else { Index::Const(1) }).collect();
        tile::check_maps(module, &view, &anywhere)?;
    }
    Ok(())
}

/// The ops that the consumer needs and that stand behind the loops.
fn moved(module: &Module, consumer: Op, outermost: Op, value: Value) -> Result<Vec<Op>, Blocker> {
    let block = module.parent_block(outermost).ok_or(Blocker::NotALoop)?;
    if module.parent_block(consumer) != Some(block) {
        return Err(Blocker::Order(consumer));
    }
    let inside = module.walk(consumer);
    let captured = inside.iter().skip(1).flat_map(|&o| module.operands(o).collect::<Vec<_>>());
    let mut work: Vec<Value> = module.operands(consumer).filter(|&v| v != value).chain(captured).collect();
    let mut moved: Vec<Op> = Vec::new();
    while let Some(needed) = work.pop() {
        let Some(op) = module.defining_op(needed) else { continue };
        if module.parent_block(op) != Some(block) || moved.contains(&op) || module.is_before(op, outermost) {
            continue;
        }
        if op == outermost || op == consumer || !is_pure(module, op) || moved.len() == MAX_MOVED {
            return Err(Blocker::Order(op));
        }
        moved.push(op);
        for inner in module.walk(op) {
            work.extend(module.operands(inner));
        }
    }
    moved.sort_by_key(|&o| module.position(o));
    Ok(moved)
}

fn rewrite(module: &mut Module, consumer: Op, plan: Plan) -> Op {
    let Plan { nest, insert, operands, dims, moved } = plan;
    for op in moved.into_iter().filter(|_| !is_on(Mutation::FuseForgetMove)) {
        module.move_before(op, nest[0]);
    }
    let mut builder = Builder::before(module, nest[0]);
    builder.loc = builder.module.op(consumer).loc.clone();
    let mut carried = interface::inits(&mut builder, consumer);
    // Loops along the tensor between them have the tile's sizes.
    let wanted: Vec<bool> = dims.iter().map(Option::is_none).collect();
    let extents = interface::extents_of(&mut builder, consumer, &wanted);
    let first_new: Vec<usize> = nest.iter().map(|&op| module.results(op).len()).collect();
    for &op in &nest {
        carried = carry_more(module, op, &carried);
    }
    let &innermost = nest.last().expect("a loop");
    let end = module.terminator(module.entry(innermost)).expect("an end");
    let (offsets, sizes) = (index::list(module, insert, "offsets"), index::list(module, insert, "sizes"));
    let (source, dest) = (module.operand(insert, 0), module.operand(insert, 1));
    let mut tile = Tile {
        offsets: vec![Index::ZERO; dims.len()],
        sizes: extents,
        tiled: vec![false; dims.len()],
        steps: vec![Index::ZERO; dims.len()],
    };
    for (l, d) in dims.iter().enumerate() {
        if let Some(d) = *d {
            (tile.offsets[l], tile.sizes[l]) = (offsets[d], sizes[d]);
            tile.tiled[l] = !is_all(module, offsets[d], sizes[d], dest, d);
            tile.steps[l] = if tile.tiled[l] { Index::Const(1) } else { Index::ZERO };
        }
    }
    // Inside the loops, what they have put together so far stands for their result: it has the same extents.
    for &i in &operands {
        module.set_operand(consumer, i, dest);
    }
    let mut builder = Builder::before(module, end);
    builder.loc = builder.module.op(consumer).loc.clone();
    let (copy, values) = interface::tile_at(&mut builder, consumer, &carried, &tile);
    replace_reads(builder.module, copy, &operands, source);
    let mut parts = Vec::new();
    for (n, &whole) in carried.iter().enumerate() {
        parts.push(interface::result_part(&mut builder, consumer, n, whole, &tile));
    }
    if builder.module.kind(innermost) == OpKind::Forall {
        let block = builder.module.entry(end);
        let loc = builder.loc.clone();
        let mut inner = Builder::at_end(builder.module, block, loc);
        for ((&value, &whole), (offsets, sizes)) in values.iter().zip(&carried).zip(&parts) {
            index::parallel_insert(&mut inner, value, whole, offsets, sizes);
        }
    } else {
        let mut next = Vec::new();
        for ((&value, &whole), (offsets, sizes)) in values.iter().zip(&carried).zip(&parts) {
            next.push(index::insert(&mut builder, value, whole, offsets, sizes));
        }
        yield_more(module, end, &next);
    }
    // Each loop around gives on what the one inside it gives.
    for n in (0..nest.len() - 1).rev() {
        let new = module.results(nest[n + 1])[first_new[n + 1]..].to_vec();
        let end = module.terminator(module.entry(nest[n])).expect("an end");
        yield_more(module, end, &new);
    }
    let new = module.results(nest[0])[first_new[0]..].to_vec();
    module.replace_op(consumer, &new);
    forget_unused(module, &nest, insert);
    copy
}

/// If nobody reads what the loops put together any more, they do not: the tile is all there is of it. The loops carry on what they got, and
/// each part that is read of it is as it was, for each is read in the iteration alone that would have put it in.
fn forget_unused(module: &mut Module, nest: &[Op], insert: Op) {
    let dest = module.operand(insert, 1);
    let &innermost = nest.last().expect("a loop");
    let args = module.block_args(module.entry(innermost));
    let Some(mut at) =
        args.iter().position(|&a| a == dest).and_then(|n| n.checked_sub(args.len() - module.results(innermost).len()))
    else {
        return;
    };
    let same = |u: &Use| match module.kind(u.op) {
        OpKind::Slice => same_part(module, u.op, insert),
        OpKind::Dim => true,
        _ => u.op == insert,
    };
    if !module.uses(dest).iter().all(same) && !is_on(Mutation::FuseForgetResult) {
        return;
    }
    // From the innermost loop outwards, results go on to the next loop alone.
    for n in (0..nest.len()).rev() {
        let uses = module.uses(module.results(nest[n])[at]);
        if n == 0 {
            if !uses.is_empty() && !is_on(Mutation::FuseForgetResult) {
                return;
            }
            break;
        }
        let operand = module.operand(nest[n], module.num_operands(nest[n]) - module.results(nest[n]).len() + at);
        let outer = nest[n - 1];
        let args = module.block_args(module.entry(outer));
        let Some(next) =
            args.iter().position(|&a| a == operand).and_then(|a| a.checked_sub(args.len() - module.results(outer).len()))
        else {
            return;
        };
        let end = module.terminator(module.entry(outer));
        let only = |u: &Use| Some(u.op) == end && u.operand as usize == next;
        if (!uses.iter().all(only) || module.uses(operand).len() != 1) && !is_on(Mutation::FuseForgetResult) {
            return;
        }
        at = next;
    }
    match module.results(insert).first() {
        Some(&inserted) => {
            module.replace_all_uses(inserted, dest);
            module.erase(insert);
        }
        None => module.erase(insert),
    }
}

/// The slices of the loop's result, which the copy reads, are the tile that was just made.
fn replace_reads(module: &mut Module, copy: Op, operands: &[usize], source: Value) {
    for &i in operands {
        let old = module.operand(copy, i);
        module.set_operand(copy, i, source);
        if let Some(slice) = module.defining_op(old).filter(|&s| module.kind(s) == OpKind::Slice && module.is_unused(old)) {
            module.erase(slice);
        }
    }
}

/// Makes a loop carry, or share, more tensors: what they are inside.
fn carry_more(module: &mut Module, nest: Op, inits: &[Value]) -> Vec<Value> {
    let groups: Vec<Vec<Value>> = (0..module.spelling(nest).operands.len()).map(|g| module.group(nest, g).collect()).collect();
    let mut sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    *sizes.last_mut().expect("a group of what is carried") += inits.len();
    let operands: Vec<Value> = groups.into_iter().flatten().chain(inits.iter().copied()).collect();
    module.set_operands(nest, &operands, &sizes);
    let block = module.entry(nest);
    let loc = module.op(nest).loc.clone();
    let mut inside = Vec::new();
    for &init in inits {
        let ty = module.ty(init).clone();
        module.push_result(nest, ty.clone());
        inside.push(module.push_block_arg(block, ty, loc.clone()));
    }
    inside
}

fn yield_more(module: &mut Module, end: Op, values: &[Value]) {
    let all: Vec<Value> = module.operands(end).chain(values.iter().copied()).collect();
    module.set_operands(end, &all, &[all.len()]);
}
