//! Tiles of `tensor.pad`.

use super::interface::Tile;
use super::shaped::cast;
use crate::index::{self, Index, dim};
use std::collections::HashMap;
use tilec_ir::scalar_op::{BinaryOp, Predicate};
use tilec_ir::{AffineExpr, Builder, Module, Op, OpKind, Type, Value, spelling};

/// The extents of the result.
pub(super) fn extents(builder: &mut Builder<'_>, op: Op) -> Vec<Index> {
    let source = builder.module.operand(op, 0);
    let [low, high] = ["low", "high"].map(|group| index::list(builder.module, op, group));
    let shape = builder.module.ty(builder.module.result(op)).shape().expect("a tensor").to_vec();
    let sum = dim(0).add(dim(1)).add(dim(2));
    let mut one = |d: usize| match shape[d] {
        n if n >= 0 => Index::Const(n),
        _ => {
            let extent = index::extent(builder, source, d);
            index::apply(builder, &sum, &[low[d], extent, high[d]])
        }
    };
    (0..shape.len()).map(&mut one).collect()
}

/// What of the source a tile holds, along one dimension, and the padding before and behind it.
struct Span {
    offset: Index,
    size: Index,
    low: Index,
    high: Index,
}

/// Of the source's `extent` elements behind `before` elements of padding, those in a tile. All are in it if the dimension is not tiled.
fn span(builder: &mut Builder<'_>, before: Index, extent: Index, offset: Index, size: Index) -> Span {
    let zero = AffineExpr::Const(0);
    let low = index::extremum(builder, true, &[zero.clone(), dim(0).minus(dim(1))], &[before, offset]);
    let low = index::extremum(builder, false, &[dim(0), dim(1)], &[low, size]);
    let first = index::extremum(builder, true, &[dim(0).minus(dim(1)), zero.clone()], &[offset, before]);
    let first = index::extremum(builder, false, &[dim(0), dim(1)], &[first, extent]);
    let left = [dim(0).minus(dim(1)), dim(2).minus(dim(3))];
    let inside = index::extremum(builder, false, &left, &[extent, first, size, low]);
    let inside = index::extremum(builder, true, &[dim(0), zero], &[inside]);
    let high = index::apply(builder, &dim(0).minus(dim(1)).minus(dim(2)), &[size, low, inside]);
    Span { offset: first, size: inside, low, high }
}

/// A part of a padded tensor: a part of the source, padded. A tile without any element of the source is generated, for a slice of nothing
/// could start behind the end.
pub(super) fn tile_at(builder: &mut Builder<'_>, op: Op, tile: &Tile) -> (Op, Vec<Value>) {
    let source = builder.module.operand(op, 0);
    let [low, high] = ["low", "high"].map(|group| index::list(builder.module, op, group));
    let mut spans = Vec::new();
    let mut is_empty: Option<Value> = None;
    for d in 0..low.len() {
        let extent = index::extent(builder, source, d);
        if !tile.tiled[d] {
            spans.push(Span { offset: Index::ZERO, size: extent, low: low[d], high: high[d] });
            continue;
        }
        let span = span(builder, low[d], extent, tile.offsets[d], tile.sizes[d]);
        let (inside, zero) = (span.size.value(builder), builder.index(0));
        let empty = builder.compare(Predicate::Eq, inside, zero);
        is_empty = Some(is_empty.map_or(empty, |e| builder.binary(BinaryOp::Or, e, empty)));
        spans.push(span);
    }
    let elem = builder.module.ty(source).elem().expect("a tensor");
    let shape: Vec<i64> = tile.sizes.iter().map(|s| s.in_type()).collect();
    let ty = Type::tensor(&shape, elem);
    let Some(is_empty) = is_empty else {
        let value = padded(builder, op, source, &spans, &ty, tile);
        return (defining(builder.module, value), vec![value]);
    };
    let choice =
        builder.module.create_op(spelling::of(OpKind::If), &[is_empty], std::slice::from_ref(&ty), 2, builder.loc.clone());
    builder.insert(choice);
    let [then, otherwise] = [0, 1].map(|r| {
        let region = builder.module.regions(choice)[r];
        builder.module.append_block(region, &[])
    });
    let loc = builder.loc.clone();
    let mut inner = Builder::at_end(builder.module, then, loc.clone());
    let generated = generated(&mut inner, op, &ty, tile);
    inner.yield_values("scf", &[generated]);
    let mut inner = Builder::at_end(builder.module, otherwise, loc);
    let value = padded(&mut inner, op, source, &spans, &ty, tile);
    inner.yield_values("scf", &[value]);
    (choice, vec![builder.module.result(choice)])
}

fn defining(module: &Module, value: Value) -> Op {
    module.defining_op(value).expect("an op's result")
}

/// `tensor.pad` of the part of the source.
fn padded(builder: &mut Builder<'_>, op: Op, source: Value, spans: &[Span], ty: &Type, tile: &Tile) -> Value {
    let list = |of: &dyn Fn(&Span) -> Index| spans.iter().map(of).collect::<Vec<_>>();
    let (offsets, sizes) = (list(&|s| s.offset), list(&|s| s.size));
    let (low, high) = (list(&|s| s.low), list(&|s| s.high));
    let part = index::slice(builder, source, &offsets, &sizes);
    let count = |part: &[Index]| part.iter().filter(|i| i.as_value().is_some()).count();
    let shape: Vec<i64> = (0..spans.len())
        .map(|d| match (low[d].as_const(), sizes[d].as_const(), high[d].as_const()) {
            (Some(a), Some(b), Some(c)) => a + b + c,
            _ => tilec_ir::DYNAMIC,
        })
        .collect();
    let own = Type::tensor(&shape, ty.elem().expect("a tensor"));
    let copy = builder.module.clone_op(op, &mut HashMap::new());
    builder.insert(copy);
    let operands: Vec<Value> = [part].into_iter().chain(index::values(&[&low, &high])).collect();
    builder.module.set_operands(copy, &operands, &[1, count(&low), count(&high)]);
    builder.module.set_attr(copy, "static_low", index::statics(&low));
    builder.module.set_attr(copy, "static_high", index::statics(&high));
    let value = builder.module.result(copy);
    builder.module.set_type(value, own);
    shift(builder.module, copy, tile);
    cast(builder, value, ty)
}

/// `tensor.generate` of padding alone.
fn generated(builder: &mut Builder<'_>, op: Op, ty: &Type, tile: &Tile) -> Value {
    let open: Vec<Value> = tile.sizes.iter().filter_map(|s| s.as_value()).collect();
    let make = builder.module.create_op(spelling::of(OpKind::Generate), &open, std::slice::from_ref(ty), 0, builder.loc.clone());
    let copy = builder.module.clone_op(op, &mut HashMap::new());
    builder.module.move_regions(copy, make);
    builder.module.erase(copy);
    builder.insert(make);
    shift(builder.module, make, tile);
    builder.module.result(make)
}

/// The body's indices are those of the whole result.
fn shift(module: &mut Module, op: Op, tile: &Tile) {
    let body = module.entry(op);
    let Some(first) = module.block_ops(body).next() else { return };
    for (d, arg) in module.block_args(body).to_vec().into_iter().enumerate() {
        if tile.offsets[d].is(0) || module.is_unused(arg) {
            continue;
        }
        let mut builder = Builder::before(module, first);
        let sum = dim(0).add(dim(1));
        let Index::Value(global) = index::apply(&mut builder, &sum, &[Index::Value(arg), tile.offsets[d]]) else { continue };
        let shift = module.defining_op(global);
        module.replace_uses_if(arg, global, |u| Some(u.op) != shift);
    }
}
