//! The loops over tiles.

use super::interface::{self, Tile};
use super::legality::Plan;
use crate::index::{self, Index, dim};
use crate::mutation::{Mutation, is_on};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, Attr, Builder, Loc, Module, Op, OpKind, Type, Value, spelling};

/// What tiling made of an op.
#[derive(Clone, Debug)]
pub struct Tiled {
    /// The op on one tile.
    pub op: Op,
    /// The loops, outermost first.
    pub loops: Vec<Op>,
}

/// Puts an op's tiles into `scf.for` loops, one for each tiled loop of the op; the results are carried from tile to tile.
pub(crate) fn in_order(module: &mut Module, plan: &Plan) -> Tiled {
    let Plan { op, sizes, order } = plan;
    if order.is_empty() {
        return Tiled { op: *op, loops: Vec::new() };
    }
    let mut builder = Builder::before(module, *op);
    let extents = interface::extents(&mut builder, *op);
    let mut carried = interface::inits(&mut builder, *op);
    let bounds: Vec<[Value; 3]> =
        order.iter().map(|&d| [Index::ZERO, extents[d], sizes[d]].map(|i| i.value(&mut builder))).collect();
    let mut tile = whole(&extents, sizes);
    let mut loops = Vec::new();
    for (&d, [lower, upper, step]) in order.iter().zip(bounds) {
        let nest = builder.for_loop(lower, upper, step, &carried);
        let block = builder.module.entry(nest);
        let args = builder.module.block_args(block).to_vec();
        builder = Builder::at_end(builder.module, block, builder.loc.clone());
        let iv = Index::Value(args[0]);
        tile.offsets[d] = iv;
        carried = args[1..].to_vec();
        loops.push(nest);
    }
    for &d in order {
        tile.sizes[d] = clamped_size(&mut builder, tile.offsets[d], extents[d], sizes[d]);
    }
    let (tiled, values) = interface::tile_at(&mut builder, *op, &carried, &tile);
    let mut next: Vec<Value> = Vec::new();
    for (n, (&value, &whole)) in values.iter().zip(&carried).enumerate() {
        let (offsets, sizes) = interface::result_part(&mut builder, *op, n, whole, &tile);
        next.push(index::insert(&mut builder, value, whole, &offsets, &sizes));
    }
    finish_loops(module, *op, &loops, next);
    Tiled { op: tiled, loops }
}

/// Ends the loops, innermost first, and puts what they give in the op's place.
fn finish_loops(module: &mut Module, op: Op, loops: &[Op], mut values: Vec<Value>) {
    let loc = module.op(op).loc.clone();
    for &nest in loops.iter().rev() {
        let block = module.entry(nest);
        Builder::at_end(module, block, loc.clone()).yield_values("scf", &values);
        values = module.results(nest).to_vec();
    }
    module.replace_op(op, &values);
}

/// The tile that is everything; `sizes` says which loops will be cut.
fn whole(extents: &[Index], sizes: &[Index]) -> Tile {
    Tile {
        offsets: vec![Index::ZERO; extents.len()],
        sizes: extents.to_vec(),
        tiled: sizes.iter().map(|s| !s.is(0)).collect(),
        steps: sizes.to_vec(),
    }
}

/// The size of a tile at `offset`: less than `size` where the loop ends before.
pub(super) fn clamped_size(builder: &mut Builder<'_>, offset: Index, extent: Index, size: Index) -> Index {
    let divides = matches!((extent, size), (Index::Const(e), Index::Const(s)) if s > 0 && e % s == 0);
    if size.is(1) || divides {
        return size;
    }
    let left = dim(1).minus(dim(0));
    if is_on(Mutation::TileUnclamped) {
        return size;
    }
    let left = if is_on(Mutation::TileClampOffByOne) { left.add(AffineExpr::Const(1)) } else { left };
    index::extremum(builder, false, &[left, dim(2)], &[offset, extent, size])
}

/// How many tiles run in parallel.
#[derive(Clone, Debug)]
pub enum Tiles {
    /// As many as the sizes make.
    Sizes,
    /// These many, of equal size but for the last; 0 where a loop is whole.
    Threads(Vec<Index>),
}

/// Puts an op's tiles into one `scf.forall`. With [`Tiles::Threads`] the plan's sizes only say which loops are cut.
pub(crate) fn parallel(module: &mut Module, plan: &Plan, tiles: &Tiles, mapping: Option<Attr>) -> Tiled {
    let Plan { op, sizes, order } = plan;
    if order.is_empty() {
        return Tiled { op: *op, loops: Vec::new() };
    }
    let mut builder = Builder::before(module, *op);
    let extents = interface::extents(&mut builder, *op);
    let inits = interface::inits(&mut builder, *op);
    let mut steps = sizes.clone();
    let mut counts = Vec::new();
    for &d in order {
        counts.push(match tiles {
            Tiles::Sizes => quotient(&mut builder, extents[d], sizes[d]),
            Tiles::Threads(threads) => {
                steps[d] = quotient(&mut builder, extents[d], threads[d]);
                threads[d]
            }
        });
    }
    let (forall, ivs, shared) = forall(&mut builder, &counts, &inits, mapping);
    let mut tile = whole(&extents, &steps);
    let block = builder.module.entry(forall);
    let mut inner = Builder::at_end(builder.module, block, builder.loc.clone());
    for (n, &d) in order.iter().enumerate() {
        tile.offsets[d] = times(&mut inner, Index::Value(ivs[n]), steps[d]);
        let all_have = match (extents[d], steps[d], counts[n]) {
            (Index::Const(e), Index::Const(s), Index::Const(n)) => s.saturating_mul(n - 1) < e.max(1),
            _ => matches!(tiles, Tiles::Sizes),
        };
        if all_have || is_on(Mutation::TileThreadsBelowZero) {
            tile.sizes[d] = clamped_size(&mut inner, tile.offsets[d], extents[d], steps[d]);
            continue;
        }
        // With so many threads that some have nothing to do, those have an empty tile at the end: no part may start behind it.
        let ends = [dim(0), dim(1)];
        tile.offsets[d] = index::extremum(&mut inner, false, &ends, &[tile.offsets[d], extents[d]]);
        let left = dim(0).minus(dim(1));
        tile.sizes[d] = index::extremum(&mut inner, false, &[left, dim(2)], &[extents[d], tile.offsets[d], steps[d]]);
    }
    let (tiled, values) = interface::tile_at(&mut inner, *op, &shared, &tile);
    let parts: Vec<_> = shared.iter().enumerate().map(|(n, &w)| interface::result_part(&mut inner, *op, n, w, &tile)).collect();
    end_forall(module, forall, &values, &shared, &parts);
    let results = module.results(forall).to_vec();
    module.replace_op(*op, &results);
    Tiled { op: tiled, loops: vec![forall] }
}

/// An extent divided by a number that need not be known, rounded up.
fn quotient(builder: &mut Builder<'_>, extent: Index, by: Index) -> Index {
    match by {
        Index::Const(n) => index::apply(builder, &dim(0).ceil_div(AffineExpr::Const(n)), &[extent]),
        Index::Value(by) => {
            let extent = extent.value(builder);
            Index::Value(builder.binary(BinaryOp::CeilDivSI, extent, by))
        }
    }
}

/// The product of an index and a step that need not be known.
fn times(builder: &mut Builder<'_>, iv: Index, step: Index) -> Index {
    match step {
        Index::Const(n) => index::apply(builder, &dim(0).mul(AffineExpr::Const(n)), &[iv]),
        Index::Value(step) => {
            let iv = iv.value(builder);
            Index::Value(builder.binary(BinaryOp::MulI, iv, step))
        }
    }
}

/// An `scf.forall` from 0 to the counts, with an empty body: the op, its induction variables, what it shares.
pub(crate) fn forall(
    builder: &mut Builder<'_>,
    counts: &[Index],
    shared: &[Value],
    mapping: Option<Attr>,
) -> (Op, Vec<Value>, Vec<Value>) {
    let open = index::values(&[counts]);
    let types: Vec<Type> = shared.iter().map(|&v| builder.module.ty(v).clone()).collect();
    let operands: Vec<Value> = open.iter().chain(shared).copied().collect();
    let op = builder.module.create_op(spelling::of(OpKind::Forall), &operands, &types, 1, builder.loc.clone());
    builder.module.set_segments(op, &[0, open.len(), 0, shared.len()]);
    builder.module.set_attr(op, "staticLowerBound", Attr::i64_array(vec![0; counts.len()]));
    builder.module.set_attr(op, "staticUpperBound", index::statics(counts));
    builder.module.set_attr(op, "staticStep", Attr::i64_array(vec![1; counts.len()]));
    if let Some(mapping) = mapping {
        builder.module.set_attr(op, "mapping", mapping);
    }
    let args: Vec<(Type, Loc)> = counts.iter().map(|_| Type::INDEX).chain(types).map(|t| (t, builder.loc.clone())).collect();
    let region = builder.module.regions(op)[0];
    let block = builder.module.append_block(region, &args);
    builder.insert(op);
    let args = builder.module.block_args(block);
    let (ivs, shared) = args.split_at(counts.len());
    (op, ivs.to_vec(), shared.to_vec())
}

/// Ends a forall: each value goes to its part of what is shared.
pub(crate) fn end_forall(
    module: &mut Module,
    forall: Op,
    values: &[Value],
    shared: &[Value],
    parts: &[(Vec<Index>, Vec<Index>)],
) {
    let (block, loc) = (module.entry(forall), module.op(forall).loc.clone());
    let end = module.create_op(spelling::of(OpKind::InParallel), &[], &[], 1, loc.clone());
    module.append_op(block, end);
    let region = module.regions(end)[0];
    let inner = module.append_block(region, &[]);
    let mut builder = Builder::at_end(module, inner, loc);
    for ((&value, &whole), (offsets, sizes)) in values.iter().zip(shared).zip(parts) {
        index::parallel_insert(&mut builder, value, whole, offsets, sizes);
    }
}
