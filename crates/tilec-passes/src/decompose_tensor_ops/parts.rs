//! Ops that put tensors together.

use super::computed::{body_over, extract, fill};
use super::{Blocker, empty};
use crate::index::{self, Index, extent, insert, positions};
use crate::reshape::groups_attr;
use tilec_ir::scalar_op::{BinaryOp, CastOp};
use tilec_ir::types::row_major_strides;
use tilec_ir::{Attr, Builder, DYNAMIC, Module, Op, OpKind, Scalar, ScalarType, Type, Value, spelling};

fn sum(builder: &mut Builder<'_>, a: Index, b: Index) -> Index {
    match (a, b) {
        (Index::Const(x), Index::Const(y)) => Index::Const(x.wrapping_add(y)),
        (a, Index::ZERO) | (Index::ZERO, a) => a,
        (a, b) => {
            let (x, y) = (a.value(builder), b.value(builder));
            Index::Value(builder.binary(BinaryOp::AddI, x, y))
        }
    }
}

/// `tensor.pad`: the padding everywhere, then the source in its place.
pub(super) fn pad(module: &mut Module, op: Op) -> Value {
    let (source, ty) = (module.operand(op, 0), module.ty(module.result(op)).clone());
    let [low, high] = ["low", "high"].map(|group| index::list(module, op, group));
    let mut builder = Builder::before(module, op);
    let sizes: Vec<_> = (0..low.len()).map(|d| extent(&mut builder, source, d)).collect();
    let shape = ty.shape().expect("a tensor").to_vec();
    let mut open = Vec::new();
    for d in (0..shape.len()).filter(|&d| shape[d] == DYNAMIC) {
        let inner = sum(&mut builder, low[d], sizes[d]);
        let whole = sum(&mut builder, inner, high[d]);
        open.push(whole.value(&mut builder));
    }
    let dest = empty(&mut builder, &ty, &open);
    let body = module.entry(op);
    let yielded = module.terminator(body).map(|end| module.operand(end, 0)).expect("a body that yields");
    let inside = module.defining_op(yielded).filter(|&d| module.parent_block(d) == Some(body));
    let is_arg = module.block_args(body).contains(&yielded);
    let padding = match (inside, module.constant(yielded).cloned()) {
        (None, _) if !is_arg => fill(&mut Builder::before(module, op), yielded, dest),
        (Some(_), Some(value)) => {
            let ty = module.ty(yielded).clone();
            let mut builder = Builder::before(module, op);
            let value = builder.constant(value, ty);
            fill(&mut builder, value, dest)
        }
        _ => body_over(module, op, dest),
    };
    if is_nothing(module, source) {
        return padding;
    }
    if low.iter().chain(&high).any(|n| n.as_const().is_some_and(|n| n < 0)) {
        // An error where it runs, as in the interpreter, and no insertion that is invalid as it stands.
        let mut builder = Builder::before(module, op);
        let never = builder.scalar(Scalar::new(ScalarType::I1, 0));
        let stop = builder.op(spelling::of(OpKind::Assert), &[never], &[]);
        module.set_attr(stop, "msg", Attr::str("expected amounts of padding that are not negative"));
        return padding;
    }
    insert(&mut Builder::before(module, op), source, padding, &low, &sizes)
}

/// True if a tensor has no elements: there is no place to insert it at.
fn is_nothing(module: &Module, value: Value) -> bool {
    module.ty(value).shape().is_some_and(|shape| shape.contains(&0))
}

/// `tensor.concat`: each operand in its place in one destination.
pub(super) fn concat(module: &mut Module, op: Op) -> Value {
    let ty = module.ty(module.result(op)).clone();
    let operands: Vec<_> = module.operands(op).collect();
    let dim = module.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok()).unwrap_or(0);
    let mut builder = Builder::before(module, op);
    let rank = ty.shape().map_or(0, <[i64]>::len);
    let mut starts = Vec::new();
    let mut at = Index::ZERO;
    for &operand in &operands {
        starts.push(at);
        let size = extent(&mut builder, operand, dim);
        at = sum(&mut builder, at, size);
    }
    let shape = ty.shape().expect("a tensor").to_vec();
    let mut open = Vec::new();
    for d in (0..rank).filter(|&d| shape[d] == DYNAMIC) {
        let size = if d == dim { at } else { extent(&mut builder, operands[0], d) };
        open.push(size.value(&mut builder));
    }
    let mut whole = empty(&mut builder, &ty, &open);
    for (operand, start) in operands.into_iter().zip(starts) {
        if is_nothing(builder.module, operand) {
            continue;
        }
        let offsets: Vec<_> = (0..rank).map(|d| if d == dim { start } else { Index::ZERO }).collect();
        let sizes: Vec<_> = (0..rank).map(|d| extent(&mut builder, operand, d)).collect();
        whole = insert(&mut builder, operand, whole, &offsets, &sizes);
    }
    whole
}

/// `tensor.from_elements`: one insertion an element.
pub(super) fn from_elements(module: &mut Module, op: Op) -> Value {
    let ty = module.ty(module.result(op)).clone();
    let elements: Vec<_> = module.operands(op).collect();
    let shape = ty.shape().expect("a tensor").to_vec();
    let strides = row_major_strides(&shape);
    let mut builder = Builder::before(module, op);
    let mut whole = empty(&mut builder, &ty, &[]);
    for (n, element) in (0i64..).zip(elements) {
        let indices: Vec<_> = strides.iter().zip(&shape).map(|(s, d)| builder.index(n / s % d)).collect();
        let operands: Vec<_> = [element, whole].into_iter().chain(indices).collect();
        let insert = builder.op(spelling::of(OpKind::Insert), &operands, std::slice::from_ref(&ty));
        whole = builder.module.result(insert);
    }
    whole
}

/// `tensor.reshape` to a shape that the type has: one row, and that folded.
pub(super) fn reshape(module: &mut Module, op: Op) -> Result<Value, Blocker> {
    let (source, ty) = (module.operand(op, 0), module.ty(module.result(op)).clone());
    if !ty.is_static() || !module.ty(source).is_static() {
        return Err(Blocker::OpenShape);
    }
    let elem = ty.elem().expect("a tensor");
    let rank = |t: &Type| t.shape().map_or(0, <[i64]>::len);
    let count = ty.shape().expect("a tensor").iter().product::<i64>();
    let (from, to) = (rank(module.ty(source)), rank(&ty));
    let mut builder = Builder::before(module, op);
    let mut row = source;
    if from != 1 {
        row = fold(&mut builder, row, &Type::tensor(&[count], elem), from, from == 0);
    }
    Ok(if to == 1 { row } else { fold(&mut builder, row, &ty, to, to != 0) })
}

/// A reshape between one dimension and `many`.
fn fold(builder: &mut Builder<'_>, value: Value, ty: &Type, many: usize, expand: bool) -> Value {
    let groups = if many == 0 { Vec::new() } else { vec![(0..many).collect()] };
    let op = builder.op(spelling::of_dialect(OpKind::Reshape { expand }, "tensor"), &[value], std::slice::from_ref(ty));
    builder.module.set_attr(op, "reassociation", groups_attr(&groups));
    if expand {
        let shape = ty.shape().expect("a tensor").to_vec();
        builder.module.set_attr(op, "static_output_shape", Attr::i64_array(shape));
    }
    builder.module.result(op)
}

/// `tensor.scatter`: for each position, a slice of the source is inserted where the indices say.
pub(super) fn scatter(module: &mut Module, op: Op) -> Result<Value, Blocker> {
    let [source, dest, indices] = [0, 1, 2].map(|i| module.operand(op, i));
    let dims = positions(module, op, "scatter_dims");
    let shape = |module: &Module, v: Value| module.ty(v).shape().expect("a tensor").to_vec();
    let (from, whole, positions) = (shape(module, source), shape(module, dest), shape(module, indices));
    if [&from, &whole, &positions].iter().any(|s| s.contains(&DYNAMIC)) {
        return Err(Blocker::OpenShape);
    }
    let batch = positions.len().saturating_sub(1);
    let mut builder = Builder::before(module, op);
    let (zero, one) = (builder.index(0), builder.index(1));
    // One loop a dimension of the positions, each carrying the destination.
    let (mut carried, mut ivs, mut loops) = (dest, Vec::new(), Vec::new());
    for &count in &positions[..batch] {
        let upper = builder.index(count);
        let nest = builder.for_loop(zero, upper, one, &[carried]);
        let block = builder.module.entry(nest);
        let [iv, inside] = *builder.module.block_args(block) else { unreachable!("a loop that carries one value") };
        ivs.push(iv);
        carried = inside;
        loops.push(nest);
        let loc = builder.loc.clone();
        builder = Builder::at_end(builder.module, block, loc);
    }
    let part: Vec<_> = (0..whole.len()).map(|d| if dims.contains(&d) { 1 } else { whole[d] }).collect();
    let small: Vec<i64> = if from.len() == batch + whole.len() { part.clone() } else { from[batch..].to_vec() };
    let at: Vec<_> = ivs.iter().map(|&iv| Index::Value(iv)).chain(small.iter().map(|_| Index::ZERO)).collect();
    let sizes: Vec<_> = vec![1; batch].into_iter().chain(small.iter().copied()).map(Index::Const).collect();
    let slice = index::slice_as(&mut builder, source, &at, &sizes, &small);
    let mut offsets = vec![Index::ZERO; whole.len()];
    for (n, &d) in dims.iter().enumerate() {
        let n = builder.index(i64::try_from(n).expect("few dimensions"));
        let index = extract(&mut builder, indices, &[&ivs[..], &[n]].concat());
        let index = match builder.module.ty(index).as_scalar() {
            Some(ScalarType::Index) => index,
            _ => builder.cast(CastOp::IndexCast, index, ScalarType::Index),
        };
        offsets[d] = Index::Value(index);
    }
    let sizes: Vec<_> = part.into_iter().map(Index::Const).collect();
    let mut value = insert(&mut builder, slice, carried, &offsets, &sizes);
    for nest in loops.into_iter().rev() {
        builder.yield_values("scf", &[value]);
        value = builder.module.result(nest);
        builder = Builder::before(builder.module, nest);
        // Behind the loop, inside the one around it.
        if let Some(next) = builder.module.next_op(nest) {
            builder.at = tilec_ir::InsertPoint::Before(next);
        } else if let Some(block) = builder.module.parent_block(nest) {
            builder.at = tilec_ir::InsertPoint::End(block);
        }
    }
    Ok(value)
}
