//! Ops whose elements are each computed for themselves.

use super::{empty, empty_like};
use crate::index::positions;
use std::collections::HashMap;
use tilec_ir::scalar_op::CastOp;
use tilec_ir::{AffineMap, Builder, IteratorKind, Module, Op, OpKind, ScalarType, Type, Value, spelling};

/// `linalg.generic` over the elements of `dest`, with the inputs in the same places. The body is empty.
fn pointwise(builder: &mut Builder<'_>, inputs: &[Value], dest: Value) -> Op {
    let rank = builder.module.ty(dest).shape().map_or(0, <[i64]>::len);
    let maps = vec![AffineMap::identity(rank); inputs.len() + 1];
    builder.generic(inputs, &[dest], maps, &vec![IteratorKind::Parallel; rank])
}

/// Arithmetic on whole tensors.
pub(super) fn elementwise(module: &mut Module, op: Op) -> Value {
    let ty = module.ty(module.result(op)).clone();
    let operands: Vec<_> = module.operands(op).collect();
    let mut builder = Builder::before(module, op);
    let dest = empty_like(&mut builder, &ty, operands[operands.len() - 1]);
    let generic = pointwise(&mut builder, &operands, dest);
    let loc = builder.loc.clone();
    let block = builder.module.entry(generic);
    let args = builder.module.block_args(block)[..operands.len()].to_vec();
    let row = builder.module.spelling(op);
    let elem = ty.elem().map_or(Type::None, Type::from);
    let scalar = builder.module.create_op(row, &args, &[elem], 0, loc.clone());
    let (attrs, extra) = (builder.module.op(op).attrs.clone(), builder.module.op(op).extra.clone());
    let data = builder.module.op_mut(scalar);
    (data.attrs, data.extra) = (attrs, extra);
    builder.module.append_op(block, scalar);
    let value = module.result(scalar);
    Builder::at_end(module, block, loc).yield_values("linalg", &[value]);
    module.result(generic)
}

/// The value everywhere in `dest`.
pub(super) fn fill(builder: &mut Builder<'_>, value: Value, dest: Value) -> Value {
    let fill = builder.fill(value, dest);
    builder.module.result(fill)
}

/// `tensor.splat`.
pub(super) fn splat(module: &mut Module, op: Op) -> Value {
    let (ty, value) = (module.ty(module.result(op)).clone(), module.operand(op, 0));
    let sizes: Vec<_> = module.operands(op).skip(1).collect();
    let mut builder = Builder::before(module, op);
    let dest = empty(&mut builder, &ty, &sizes);
    fill(&mut builder, value, dest)
}

/// `tensor.generate`.
pub(super) fn generate(module: &mut Module, op: Op) -> Value {
    let ty = module.ty(module.result(op)).clone();
    let sizes: Vec<_> = module.operands(op).collect();
    let dest = empty(&mut Builder::before(module, op), &ty, &sizes);
    body_over(module, op, dest)
}

/// The region of `op`, a function of indices, for every element of `dest`.
pub(super) fn body_over(module: &mut Module, op: Op, dest: Value) -> Value {
    let generic = pointwise(&mut Builder::before(module, op), &[], dest);
    let (from, to) = (module.entry(op), module.entry(generic));
    let loc = module.op(op).loc.clone();
    let mut mapping = HashMap::new();
    for (dim, arg) in module.block_args(from).to_vec().into_iter().enumerate() {
        let index = Builder::at_end(module, to, loc.clone()).loop_index(i64::try_from(dim).expect("few dimensions"));
        mapping.insert(arg, index);
    }
    for inner in module.block_ops(from).collect::<Vec<_>>() {
        if module.kind(inner) == OpKind::Yield {
            let value = module.operand(inner, 0);
            let value = mapping.get(&value).copied().unwrap_or(value);
            Builder::at_end(module, to, loc.clone()).yield_values("linalg", &[value]);
        } else {
            let copy = module.clone_op(inner, &mut mapping);
            module.append_op(to, copy);
        }
    }
    module.result(generic)
}

/// `tensor.gather`: each element is read where the indices say.
pub(super) fn gather(module: &mut Module, op: Op) -> Value {
    let (source, indices) = (module.operand(op, 0), module.operand(op, 1));
    let ty = module.ty(module.result(op)).clone();
    let rank_of = |module: &Module, v: Value| module.ty(v).shape().map_or(0, <[i64]>::len);
    let (source_rank, batch) = (rank_of(module, source), rank_of(module, indices).saturating_sub(1));
    let dims = positions(module, op, "gather_dims");
    let rank = ty.shape().map_or(0, <[i64]>::len);
    let keeps_units = rank == batch + source_rank;
    let mut builder = Builder::before(module, op);
    let shape = ty.shape().expect("a tensor").to_vec();
    // The dimension of the source that dimension `batch + i` of the result is.
    let kept: Vec<usize> = (0..source_rank).filter(|d| keeps_units || !dims.contains(d)).collect();
    let mut sizes = Vec::new();
    for (d, _) in shape.iter().enumerate().filter(|(_, n)| **n == tilec_ir::DYNAMIC) {
        sizes.push(if d < batch { builder.dim(indices, d) } else { builder.dim(source, kept[d - batch]) });
    }
    let dest = empty(&mut builder, &ty, &sizes);
    let generic = pointwise(&mut builder, &[], dest);
    let (block, loc) = (builder.module.entry(generic), builder.loc.clone());
    let mut body = Builder::at_end(module, block, loc);
    let at: Vec<Value> = (0..rank).map(|d| body.loop_index(i64::try_from(d).expect("few dimensions"))).collect();
    let mut position = Vec::new();
    for d in 0..source_rank {
        position.push(match dims.iter().position(|g| *g == d) {
            Some(n) => {
                let n = body.index(i64::try_from(n).expect("few dimensions"));
                let index = extract(&mut body, indices, &[&at[..batch], &[n]].concat());
                match body.module.ty(index).as_scalar() {
                    Some(ScalarType::Index) => index,
                    _ => body.cast(CastOp::IndexCast, index, ScalarType::Index),
                }
            }
            None => at[batch + kept.iter().position(|k| *k == d).expect("a dimension that is kept")],
        });
    }
    let value = extract(&mut body, source, &position);
    body.yield_values("linalg", &[value]);
    module.result(generic)
}

/// One element of a tensor.
pub(super) fn extract(builder: &mut Builder<'_>, tensor: Value, at: &[Value]) -> Value {
    let elem = builder.module.ty(tensor).elem().map_or(Type::None, Type::from);
    let operands: Vec<_> = [tensor].iter().chain(at).copied().collect();
    let op = builder.op(spelling::of(OpKind::Extract), &operands, &[elem]);
    builder.module.result(op)
}
