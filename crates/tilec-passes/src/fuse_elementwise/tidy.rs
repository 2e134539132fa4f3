//! What needs no fusion to go: ops that copy their input, run no iteration, or transpose a constant; and uses that keep a producer alive for
//! its shape only.

use super::NAME;
use super::legality::is_consumer;
use crate::canonicalize::fold::fold_op;
use crate::mutation::{Mutation, is_on};
use crate::remark::Remark;
use std::sync::Arc;
use tilec_ir::{Attr, Builder, Dense, DenseData, Module, Op, OpKind, Structured, Type, Value, spelling};

/// Rewrites one op, if something of this applies. Returns true if anything changed; the op may be gone then.
pub(super) fn tidy(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    match module.kind(op) {
        OpKind::Dim => ask_the_init(module, op),
        OpKind::Structured(_) => {
            let Some(what) = is_gone(module, op) else { return free_inits(module, op, remarks) };
            remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), what));
            true
        }
        _ => false,
    }
}

/// A result has the shape of its init, and an empty tensor that of its operands.
fn ask_the_init(module: &mut Module, op: Op) -> bool {
    let mut source = module.operand(op, 0);
    while let Some((producer, result)) = super::legality::producer_of(module, source) {
        source = module.structured(producer).expect("a structured op").outputs()[result];
    }
    let changed = source != module.operand(op, 0);
    if changed {
        module.set_operand(op, 0, source);
        fold_op(module, op);
    }
    changed
}

/// Replaces an op that does nothing by what it would have given: why it does nothing.
fn is_gone(module: &mut Module, op: Op) -> Option<&'static str> {
    let view = module.structured(op)?;
    if view.extents().contains(&0) && crate::analysis::effects::body_is_pure(module, op) {
        let inits = view.outputs();
        if view.on_tensors() {
            module.replace_op(op, &inits);
        } else {
            module.erase(op);
        }
        return Some("drops an op without iterations");
    }
    if !view.on_tensors() {
        let is_itself =
            |(o, operand): (usize, Option<usize>)| operand.is_some_and(|i| module.operand(op, i) == view.outputs()[o]);
        if view.num_outputs() > 0 && copies(&view).into_iter().enumerate().all(is_itself) {
            module.erase(op);
            return Some("drops a copy of a buffer to itself");
        }
        return None;
    }
    if let Some(constant) = transposed_constant(module, &view) {
        let ty = constant.ty.clone();
        let value = Builder::before(module, op).constant(Attr::Dense(Arc::new(constant)), ty);
        module.replace_op(op, &[value]);
        return Some("transposes a constant");
    }
    drop_copies(module, op)
}

/// For each output, the operand of which it becomes a copy: the input whose elements it gets at the same places, all of them, or its own
/// init.
fn copies(view: &Structured<'_>) -> Vec<Option<usize>> {
    let (maps, args, inputs) = (view.maps(), view.body_args(), view.num_inputs());
    let copied = |(o, yielded): (usize, Value)| {
        let map = &maps[inputs + o];
        let own = inputs + o;
        let input = || {
            (0..inputs).find(|&i| args[i] == yielded && (maps[i] == *map || is_on(Mutation::TakeForCopy)) && map.is_permutation())
        };
        if args[own] == yielded { Some(own) } else { input() }
    };
    view.yields().into_iter().enumerate().map(copied).collect()
}

/// Users of a result that is a copy of an operand use the operand.
fn drop_copies(module: &mut Module, op: Op) -> Option<&'static str> {
    let copied = copies(&module.structured(op)?);
    let mut changed = false;
    for (o, operand) in copied.into_iter().enumerate() {
        let result = module.results(op)[o];
        let Some(source) = operand.map(|i| module.operand(op, i)).filter(|_| !module.is_unused(result)) else { continue };
        let (from, to) = (module.ty(source).clone(), module.ty(result).clone());
        if from.elem() != to.elem() || !matches!((&from, &to), (Type::Tensor(_), Type::Tensor(_))) {
            continue;
        }
        let value = if from == to {
            source
        } else {
            let cast = Builder::before(module, op).op(spelling::of_dialect(OpKind::ShapeCast, "tensor"), &[source], &[to]);
            module.result(cast)
        };
        module.replace_all_uses(result, value);
        changed = true;
    }
    if changed && module.results(op).iter().all(|&r| module.is_unused(r)) {
        module.erase(op);
    }
    changed.then_some("uses the operand instead of a copy of it")
}

/// Elements a constant may have to be transposed here.
const MAX_CONSTANT: i64 = 1 << 22;

/// What an op gives that only permutes the dimensions of a constant nobody else uses.
fn transposed_constant(module: &Module, view: &Structured<'_>) -> Option<Dense> {
    let ([input], [yielded]) = (view.inputs()[..].try_into().ok()?, view.yields()[..].try_into().ok()?);
    let maps = view.maps();
    let permutes = maps.iter().all(tilec_ir::AffineMap::is_permutation) && yielded == view.body_args()[0];
    let Some(Attr::Dense(dense)) = module.constant(input) else { return None };
    let result = module.ty(module.results(view.op)[0]).clone();
    let count = result.num_elements().filter(|n| *n <= MAX_CONSTANT)?;
    if !permutes || module.uses(input).len() != 1 {
        return None;
    }
    let DenseData::Bytes(bytes) = &dense.data else { return Some(Dense::new(result, dense.data.clone())) };
    // Result dimension `i` is source dimension `source[i]`.
    let of_loop = |d: usize| maps[0].results.iter().position(|e| e.as_dim() == Some(d));
    let source: Vec<usize> = maps[1].results.iter().map(|e| of_loop(e.as_dim()?)).collect::<Option<_>>()?;
    let inverse = (0..source.len()).map(|i| source.iter().position(|&s| s == i)).collect::<Option<Vec<_>>>()?;
    let source = if is_on(Mutation::TransposeOtherWay) { inverse } else { source };
    let (from, to) = (dense.ty.shape()?, result.shape()?);
    let stride = |i: usize| from[i + 1..].iter().product::<i64>();
    let strides: Vec<i64> = source.iter().map(|&i| stride(i)).collect();
    let size = dense.elem().bytes();
    let mut out = Vec::with_capacity(bytes.len());
    for n in 0..count {
        let (mut rest, mut at) = (n, 0);
        for (extent, stride) in to.iter().zip(&strides).rev() {
            at += rest % extent * stride;
            rest /= extent;
        }
        let at = usize::try_from(at).ok()? * size;
        out.extend_from_slice(bytes.get(at..at + size)?);
    }
    Some(Dense::new(result, DenseData::Bytes(out.into())))
}

/// Gives an init that is not read an empty tensor of its own where it would keep a producer alive.
fn free_inits(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    if !is_consumer(module, op) {
        return false;
    }
    let view = module.structured(op).expect("a structured op");
    let inputs = view.num_inputs();
    let for_shape_only = |o: &usize| {
        let maker = module.defining_op(view.outputs()[*o]);
        let is_free = !view.needs_init(*o) || is_on(Mutation::FreeReadInit);
        is_free && maker.is_some_and(|m| module.structured(m).is_some_and(|s| s.on_tensors() && s.all_parallel()))
    };
    let free: Vec<usize> = (0..view.num_outputs()).filter(for_shape_only).collect();
    for &o in &free {
        let init = module.operand(op, inputs + o);
        let mut b = Builder::before(module, op);
        let ty = b.module.ty(init).clone();
        let open = (0..ty.shape().map_or(0, <[i64]>::len)).filter(|&i| ty.shape().is_some_and(|s| s[i] == tilec_ir::DYNAMIC));
        let sizes: Vec<Value> = open.map(|i| b.dim(init, i)).collect();
        let dims: Vec<Op> = sizes.iter().filter_map(|&v| b.module.defining_op(v)).collect();
        let empty = b.op(spelling::of(OpKind::Empty), &sizes, &[ty]);
        let value = b.module.result(empty);
        module.set_operand(op, inputs + o, value);
        dims.into_iter().for_each(|d| {
            ask_the_init(module, d);
        });
        let message = format!("output {o} is not read: gets an empty tensor instead of a value that is computed");
        remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), message));
    }
    !free.is_empty()
}
