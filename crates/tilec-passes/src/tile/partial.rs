//! Partial reductions: each position in a tile of a reduction loop has a result of its own, and those are combined at the end.
//!
//! Only where elements may be combined in any order. The results start as the neutral element, so that the init enters once, at the end.

use super::interface::{self, Tile};
use super::legality::{Blocker, check_maps, is_plain_in};
use super::order::{combiner, is_order_free};
use super::structured::{operand_part, shift_indices};
use crate::index::{self, Index};
use crate::mutation::{Mutation, is_on};
use std::collections::HashMap;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{
    AffineMap, Attr, Builder, IteratorKind, Module, Op, OpKind, Scalar, ScalarType, StructuredOp, Type, Value, spelling,
};

/// What a partial reduction is made of.
#[derive(Clone, Debug)]
pub struct TiledReduction {
    /// The fills with the neutral element, one an output.
    pub fills: Vec<Op>,
    /// The op on one tile.
    pub split: Op,
    /// The reduction at the end; the first, if there are several outputs.
    pub combine: Op,
    /// The outermost loop.
    pub nest: Op,
}

/// All that the rewrite needs.
struct Plan {
    /// The tiled loops with their sizes, outermost first.
    loops: Vec<(usize, i64)>,
    /// For each output the op that combines, and its neutral element.
    combiners: Vec<(Op, Scalar)>,
}

/// Tiles reduction loops (sizes other than 0) with `scf.for`, each position of a tile with its own partial result.
///
/// # Errors
/// The blocker; nothing has changed then.
pub fn tile_reduction_using_for(module: &mut Module, op: Op, sizes: &[i64]) -> Result<TiledReduction, Blocker> {
    let plan = plan(module, op, sizes)?;
    Ok(rewrite(module, op, &plan))
}

fn plan(module: &Module, op: Op, sizes: &[i64]) -> Result<Plan, Blocker> {
    let kinds = interface::iterators(module, op).ok_or(Blocker::NotTileable)?;
    let view = module.structured(op).filter(|_| !module.results(op).is_empty()).ok_or(Blocker::NotTileable)?;
    if sizes.len() > kinds.len() {
        return Err(Blocker::TooManySizes { loops: kinds.len(), sizes: sizes.len() });
    }
    if let Some(&n) = sizes.iter().find(|n| **n < 0) {
        return Err(Blocker::NegativeSize(n));
    }
    let loops: Vec<(usize, i64)> = sizes.iter().copied().enumerate().filter(|(_, n)| *n > 0).collect();
    if let Some(&(loop_dim, _)) = loops.iter().find(|(d, _)| kinds[*d] == IteratorKind::Parallel) {
        return Err(Blocker::ParallelLoop { loop_dim });
    }
    if loops.is_empty() {
        return Err(Blocker::NotTileable);
    }
    let mut steps = vec![Index::ZERO; kinds.len()];
    loops.iter().for_each(|&(d, n)| steps[d] = Index::Const(n));
    check_maps(module, &view, &steps)?;
    let maps = view.maps();
    let mut combiners = Vec::new();
    for output in 0..view.num_outputs() {
        let map = &maps[view.num_inputs() + output];
        let is_reduced = loops.iter().all(|&(d, _)| !map.uses_dim(d));
        let is_plain = (0..kinds.len()).all(|d| is_plain_in(map, d) || !map.uses_dim(d)) && map.is_projected_permutation();
        if !is_reduced || !is_plain {
            return Err(Blocker::OutputMap { output });
        }
        let found = combiner(module, &view, output).filter(|&c| is_order_free(module, c));
        let ty = module.ty(view.outputs()[output]).elem();
        let neutral = found.zip(ty).and_then(|(c, ty)| Some((c, neutral(module, c, ty)?)));
        combiners.push(neutral.ok_or(Blocker::NotOrderFree { output })?);
    }
    Ok(Plan { loops, combiners })
}

/// The element that changes nothing when it is combined with another.
pub(crate) fn neutral(module: &Module, combiner: Op, ty: ScalarType) -> Option<Scalar> {
    let OpKind::Binary(op) = module.kind(combiner) else { return None };
    let int = |n: i64| Some(Scalar::from_i64(ty, n));
    let width = ty.bits();
    let all = if width >= 64 { u64::MAX } else { (1u64 << width) - 1 };
    let sign = 1u64.checked_shl(width.checked_sub(1)?).unwrap_or(0);
    let float = |x: f64| Some(Scalar::from_f64(ty, x));
    match op {
        BinaryOp::AddI | BinaryOp::Or | BinaryOp::Xor | BinaryOp::MaxUI => int(0),
        BinaryOp::MulI => int(1),
        BinaryOp::And | BinaryOp::MinUI => Some(Scalar::new(ty, all)),
        BinaryOp::MaxSI => Some(Scalar::new(ty, sign)),
        BinaryOp::MinSI => Some(Scalar::new(ty, all ^ sign)),
        BinaryOp::AddF => float(-0.0),
        BinaryOp::MulF => float(1.0),
        BinaryOp::MaximumF => float(f64::NEG_INFINITY),
        BinaryOp::MinimumF if is_on(Mutation::TileMinFromZero) => float(0.0),
        BinaryOp::MinimumF => float(f64::INFINITY),
        // These prefer a number to NaN, and give NaN only if there is nothing else.
        BinaryOp::MaxNumF | BinaryOp::MinNumF => float(f64::NAN),
        _ => None,
    }
}

fn rewrite(module: &mut Module, op: Op, plan: &Plan) -> TiledReduction {
    let view = module.structured(op).expect("a structured op");
    let (inputs, outputs, maps, mut iterators) = (view.inputs(), view.outputs(), view.maps(), view.iterators());
    plan.loops.iter().for_each(|&(d, _)| iterators[d] = IteratorKind::Parallel);
    let output_maps: Vec<AffineMap> = maps[inputs.len()..].iter().map(|m| with_loops(m, &plan.loops)).collect();
    let mut builder = Builder::before(module, op);
    let extents = interface::extents(&mut builder, op);
    let mut fills = Vec::new();
    for (&output, &(_, neutral)) in outputs.iter().zip(&plan.combiners) {
        fills.push(partial_results(&mut builder, output, &plan.loops, neutral));
    }
    let mut carried: Vec<Value> = fills.iter().map(|&f| builder.module.result(f)).collect();
    let mut tile = Tile {
        offsets: vec![Index::ZERO; extents.len()],
        sizes: extents.clone(),
        tiled: vec![false; extents.len()],
        steps: vec![Index::ZERO; extents.len()],
    };
    let mut nest = Vec::new();
    for &(d, size) in &plan.loops {
        let bounds = [Index::ZERO, extents[d], Index::Const(size)].map(|i| i.value(&mut builder));
        let op = builder.for_loop(bounds[0], bounds[1], bounds[2], &carried);
        let block = builder.module.entry(op);
        let args = builder.module.block_args(block).to_vec();
        builder = Builder::at_end(builder.module, block, builder.loc.clone());
        carried = args[1..].to_vec();
        (tile.offsets[d], tile.tiled[d], tile.steps[d]) = (Index::Value(args[0]), true, Index::Const(size));
        nest.push(op);
    }
    for &(d, size) in &plan.loops {
        tile.sizes[d] = super::loops::clamped_size(&mut builder, tile.offsets[d], extents[d], Index::Const(size));
    }
    let mut operands: Vec<Value> = Vec::new();
    for (&input, map) in inputs.iter().zip(&maps) {
        operands.push(operand_part(&mut builder, map, input, &tile));
    }
    let mut parts = Vec::new();
    for (&whole, map) in carried.iter().zip(&output_maps) {
        let sizes: Vec<Index> = map.results.iter().map(|e| tile.sizes[e.as_dim().expect("plain loops")]).collect();
        let offsets = vec![Index::ZERO; sizes.len()];
        operands.push(index::slice(&mut builder, whole, &offsets, &sizes));
        parts.push((offsets, sizes));
    }
    let all_maps: Vec<AffineMap> = maps[..inputs.len()].iter().cloned().chain(output_maps).collect();
    let split = on_parts(&mut builder, op, &operands, inputs.len(), all_maps, &iterators);
    shift_indices(builder.module, split, &tile);
    let mut next = Vec::new();
    for ((&value, &whole), (offsets, sizes)) in builder.module.results(split).to_vec().iter().zip(&carried).zip(&parts) {
        next.push(index::insert(&mut builder, value, whole, offsets, sizes));
    }
    let loc = module.op(op).loc.clone();
    for &l in nest.iter().rev() {
        let block = module.entry(l);
        Builder::at_end(module, block, loc.clone()).yield_values("scf", &next);
        next = module.results(l).to_vec();
    }
    let mut combined = Vec::new();
    for ((value, &output), &(combiner, _)) in next.into_iter().zip(&outputs).zip(&plan.combiners) {
        combined.push(combine(module, op, combiner, value, output, plan.loops.len()));
    }
    let results: Vec<Value> = combined.iter().map(|&c| module.result(c)).collect();
    module.replace_op(op, &results);
    TiledReduction { fills, split, combine: combined[0], nest: nest[0] }
}

/// The map with the tiled loops behind its results.
fn with_loops(map: &AffineMap, loops: &[(usize, i64)]) -> AffineMap {
    let results: Vec<_> = map.results.iter().cloned().chain(loops.iter().map(|&(d, _)| index::dim(d))).collect();
    AffineMap::new(map.dims as usize, results)
}

/// A tensor of neutral elements, of the output's shape with the tile sizes behind.
fn partial_results(builder: &mut Builder<'_>, output: Value, loops: &[(usize, i64)], neutral: Scalar) -> Op {
    let extents = index::extents(builder, output);
    let extents: Vec<_> = extents.into_iter().chain(loops.iter().map(|l| Index::Const(l.1))).collect();
    let (empty, value) = (index::empty(builder, &extents, neutral.ty), builder.scalar(neutral));
    builder.fill(value, empty)
}

/// A generic with the body of `op`, on other operands.
fn on_parts(
    builder: &mut Builder<'_>,
    op: Op,
    operands: &[Value],
    inputs: usize,
    maps: Vec<AffineMap>,
    iterators: &[IteratorKind],
) -> Op {
    let copy = builder.module.clone_op(op, &mut HashMap::new());
    if !matches!(builder.module.kind(copy), OpKind::Structured(StructuredOp::Generic)) {
        builder.module.generalize(copy);
    }
    builder.insert(copy);
    for (i, &value) in operands.iter().enumerate() {
        builder.module.set_operand(copy, i, value);
    }
    for (n, result) in builder.module.results(copy).to_vec().into_iter().enumerate() {
        let ty = builder.module.ty(operands[inputs + n]).clone();
        builder.module.set_type(result, ty);
    }
    builder.module.set_attr(copy, "indexing_maps", Attr::maps(maps));
    builder.module.set_attr(copy, "iterator_types", IteratorKind::attr(iterators));
    forget_overflow(builder.module, copy);
    copy
}

/// Partial sums may overflow where the sum in order does not: flags that promise otherwise go.
fn forget_overflow(module: &mut Module, op: Op) {
    for inner in module.walk(op) {
        if module.attr(inner, "overflowFlags").is_some() {
            module.set_attr(inner, "overflowFlags", Attr::str("none"));
        }
    }
}

/// `linalg.reduce` of the last `count` dimensions of the partial results into the output.
fn combine(module: &mut Module, op: Op, combiner: Op, value: Value, output: Value, count: usize) -> Op {
    let mut builder = Builder::before(module, op);
    let (ty, elem) = (builder.module.ty(output).clone(), builder.module.ty(output).elem().expect("a tensor"));
    let rank = interface::rank(builder.module, output);
    let row = spelling::of(OpKind::Structured(StructuredOp::Reduce));
    let reduce = builder.module.create_op(row, &[value, output], &[ty], 1, builder.loc.clone());
    builder.module.set_segments(reduce, &[1, 1]);
    let dims: Vec<i64> = (rank..rank + count).map(|d| i64::try_from(d).expect("few dims")).collect();
    builder.module.set_attr(reduce, "dimensions", Attr::i64_array(dims));
    builder.insert(reduce);
    let (region, loc) = (builder.module.regions(reduce)[0], builder.loc.clone());
    let args = vec![(Type::from(elem), loc.clone()), (Type::from(elem), loc.clone())];
    let block = builder.module.append_block(region, &args);
    let args = builder.module.block_args(block).to_vec();
    let copy = builder.module.clone_op(combiner, &mut HashMap::new());
    builder.module.append_op(block, copy);
    for (i, &arg) in args.iter().enumerate() {
        builder.module.set_operand(copy, i, arg);
    }
    let result = builder.module.result(copy);
    Builder::at_end(builder.module, block, loc).yield_values("linalg", &[result]);
    forget_overflow(builder.module, reduce);
    reduce
}
