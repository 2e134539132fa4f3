//! `linalg.softmax` as four structured ops: the maximum of each row, `exp(x - max)`, their sum, the quotients.
//!
//! No intermediate is rounded otherwise than by the op, whose meaning these four are. The sum of a pinned program is pinned like any other:
//! in lanes along the last dimension, in order along others.

use super::Blocker;
use crate::index;
use tilec_ir::numerics::pin_as_module;
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::{AffineMap, Attr, Builder, IteratorKind, Module, Op, OpKind, Scalar, Value};

/// A softmax that can be decomposed.
pub(crate) struct Plan {
    op: Op,
    /// The dimension that it runs along.
    dim: usize,
}

/// Checks an op.
///
/// # Errors
/// Why it stays.
pub(crate) fn plan(module: &Module, op: Op) -> Result<Plan, Blocker> {
    if module.kind(op) != OpKind::Softmax {
        return Err(Blocker::NoDecomposition);
    }
    if module.results(op).is_empty() {
        return Err(Blocker::OnBuffers);
    }
    let dim = module.attr(op, "dimension").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
    let rank = module.ty(module.result(op)).shape().map_or(0, <[i64]>::len);
    dim.filter(|d| *d < rank).map(|dim| Plan { op, dim }).ok_or(Blocker::NoDecomposition)
}

/// Computes its result before it, in four ops.
pub(crate) fn write(module: &mut Module, plan: &Plan) -> Value {
    let (source, dest) = (module.operand(plan.op, 0), module.operand(plan.op, 1));
    let mut builder = Builder::before(module, plan.op);
    let mut rows = index::extents(&mut builder, source);
    rows.remove(plan.dim);
    let elem = builder.module.ty(source).elem().expect("a tensor");
    let empty = index::empty(&mut builder, &rows, elem);
    // The neutral element of `maxnumf` is a NaN.
    let nan = Scalar::from_f64(elem, f64::from_bits(0xFFF8_0000_0000_0000));
    let max = reduction(&mut builder, plan.dim, BinaryOp::MaxNumF, nan, source, empty);
    let numerators = rowwise(&mut builder, plan.dim, source, max, dest, |body, x, max| {
        let shifted = body.binary(BinaryOp::SubF, x, max);
        body.unary(UnaryOp::Exp, shifted)
    });
    let sum = reduction(&mut builder, plan.dim, BinaryOp::AddF, Scalar::zero(elem), numerators, empty);
    rowwise(&mut builder, plan.dim, numerators, sum, dest, |body, x, sum| body.binary(BinaryOp::DivF, x, sum))
}

/// The map of a tensor without dimension `dim`.
fn row_map(rank: usize, dim: usize) -> AffineMap {
    AffineMap::select(rank, (0..rank).filter(|d| *d != dim))
}

/// The elements along `dim` combined, starting from `neutral`.
fn reduction(builder: &mut Builder<'_>, dim: usize, op: BinaryOp, neutral: Scalar, source: Value, dest: Value) -> Value {
    let neutral = builder.scalar(neutral);
    let init = builder.fill(neutral, dest);
    let init = builder.module.result(init);
    let rank = builder.module.ty(source).shape().map_or(0, <[i64]>::len);
    let mut iterators = vec![IteratorKind::Parallel; rank];
    iterators[dim] = IteratorKind::Reduction;
    let generic = builder.generic(&[source], &[init], vec![AffineMap::identity(rank), row_map(rank, dim)], &iterators);
    finish(builder.module, generic, |body, args| body.binary(op, args[0], args[1]));
    pin_as_module(builder.module, generic);
    builder.module.result(generic)
}

/// A function of each element and of the value of its row.
fn rowwise(
    builder: &mut Builder<'_>,
    dim: usize,
    source: Value,
    rows: Value,
    dest: Value,
    value: impl Fn(&mut Builder<'_>, Value, Value) -> Value,
) -> Value {
    let rank = builder.module.ty(source).shape().map_or(0, <[i64]>::len);
    let maps = vec![AffineMap::identity(rank), row_map(rank, dim), AffineMap::identity(rank)];
    let generic = builder.generic(&[source, rows], &[dest], maps, &vec![IteratorKind::Parallel; rank]);
    finish(builder.module, generic, |body, args| value(body, args[0], args[1]));
    builder.module.result(generic)
}

/// Gives a generic its body.
fn finish(module: &mut Module, generic: Op, value: impl Fn(&mut Builder<'_>, &[Value]) -> Value) {
    let (block, loc) = (module.entry(generic), module.op(generic).loc.clone());
    let args = module.block_args(block).to_vec();
    let mut body = Builder::at_end(module, block, loc);
    let value = value(&mut body, &args);
    body.yield_values("linalg", &[value]);
}
