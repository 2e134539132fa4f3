//! Types: ops take what a cast was made of, and know the extents that their other operands know.

use super::entries::{Entry, cast, entries, extents, forgotten, is_castable, is_possible, is_refinement, retype, set_groups};
use tilec_ir::{AffineMap, Builder, DYNAMIC, Module, Op, OpKind, StructuredOp, TensorType, Type, Value, spelling};

/// Rewrites an op with what is known of the types of its operands. Says what was done.
pub(super) fn rewrite(module: &mut Module, op: Op) -> Option<&'static str> {
    match module.kind(op) {
        OpKind::Structured(_) if module.results(op).is_empty() => look_through(module, op),
        OpKind::Structured(_) => refine_structured(module, op),
        OpKind::Load
        | OpKind::Store
        | OpKind::AffineLoad
        | OpKind::AffineStore
        | OpKind::VectorLoad
        | OpKind::VectorStore
        | OpKind::TransferRead
        | OpKind::Extract => look_through(module, op),
        OpKind::ShapeCast => refine_cast(module, op),
        OpKind::Empty => refine_empty(module, op),
        OpKind::Pad => refine_pad(module, op),
        _ => None,
    }
}

/// Operands that are casts become what was cast.
fn look_through(module: &mut Module, op: Op) -> Option<&'static str> {
    let found: Vec<_> = module.operands(op).enumerate().filter_map(|(i, v)| Some((i, forgotten(module, v)?))).collect();
    let types: Vec<Type> = module
        .operands(op)
        .enumerate()
        .map(|(i, v)| {
            let value = found.iter().find(|(j, _)| *j == i).map_or(v, |(_, known)| *known);
            module.ty(value).clone()
        })
        .collect();
    let structured = matches!(module.kind(op), OpKind::Structured(_));
    // Both shapes are given, and must be the same where one is not known, too.
    let strict = matches!(module.kind(op), OpKind::Structured(StructuredOp::Broadcast | StructuredOp::Transpose));
    if strict && !is_exact(&module.structured(op)?.maps(), &types) {
        return None;
    }
    if found.is_empty() || structured && !agree(&module.structured(op)?.maps(), &types) {
        return None;
    }
    for (i, value) in found {
        module.set_operand(op, i, value);
    }
    Some("folds a cast")
}

/// A structured op on tensors takes what its operands were cast from, and its operands get the extents of its loops.
fn refine_structured(module: &mut Module, op: Op) -> Option<&'static str> {
    let view = module.structured(op).filter(tilec_ir::Structured::on_tensors)?;
    let (maps, inputs) = (view.maps(), view.num_inputs());
    let mut values: Vec<Value> = module.operands(op).collect();
    let known: Vec<Value> = values.iter().map(|&v| forgotten(module, v).unwrap_or(v)).collect();
    let types_of = |values: &[Value]| values.iter().map(|&v| module.ty(v).clone()).collect::<Vec<_>>();
    if known != values && agree(&maps, &types_of(&known)) {
        values = known;
    }
    let types: Vec<Type> = types_of(&values);
    let refined = with_extents(&maps, &types);
    let refined = if agree(&maps, &refined) && refined.iter().all(is_possible) { refined } else { types };
    let changes =
        module.operands(op).zip(&values).any(|(a, b)| a != *b) || values.iter().zip(&refined).any(|(v, t)| module.ty(*v) != t);
    if !changes {
        return None;
    }
    for (i, (value, ty)) in values.into_iter().zip(&refined).enumerate() {
        let value = cast(module, op, value, ty);
        module.set_operand(op, i, value);
    }
    for i in 0..module.results(op).len() {
        retype(module, op, i, refined[inputs + i].clone());
    }
    Some("gives a structured op the extents that are known")
}

/// The extent of each loop, `None` for those that no type knows; fails where two types say different things.
fn loop_extents(maps: &[AffineMap], types: &[Type]) -> Option<Vec<Option<i64>>> {
    let mut extents = vec![None; maps.first().map_or(0, |m| m.dims as usize)];
    for (map, ty) in maps.iter().zip(types) {
        for (result, &extent) in map.results.iter().zip(ty.shape().unwrap_or(&[])) {
            let Some(d) = result.as_dim().filter(|_| extent != DYNAMIC) else { continue };
            if extents[d].replace(extent).is_some_and(|old| old != extent) {
                return None;
            }
        }
    }
    Some(extents)
}

/// True if operands of these types fit the maps.
fn agree(maps: &[AffineMap], types: &[Type]) -> bool {
    let Some(extents) = loop_extents(maps, types) else { return false };
    let known: Vec<i64> = extents.into_iter().map(|e| e.unwrap_or(0)).collect();
    maps.iter().zip(types).all(|(map, ty)| {
        let dims = map.results.iter().zip(ty.shape().unwrap_or(&[]));
        let mut composite = dims.filter(|(e, extent)| e.as_dim().is_none() && **extent != DYNAMIC);
        composite.all(|(e, &extent)| e.range(&known).is_none_or(|(low, high)| low >= 0 && high < extent))
    })
}

/// True if an extent that one type knows is known to all.
fn is_exact(maps: &[AffineMap], types: &[Type]) -> bool {
    let Some(extents) = loop_extents(maps, types) else { return false };
    maps.iter().zip(types).all(|(map, ty)| {
        let mut dims = map.results.iter().zip(ty.shape().unwrap_or(&[]));
        dims.all(|(e, &extent)| e.as_dim().is_none_or(|d| extents[d].unwrap_or(DYNAMIC) == extent))
    })
}

/// The types with the extents of the loops.
fn with_extents(maps: &[AffineMap], types: &[Type]) -> Vec<Type> {
    let Some(extents) = loop_extents(maps, types) else { return types.to_vec() };
    let refine = |(map, ty): (&AffineMap, &Type)| {
        let Type::Tensor(t) = ty else { return ty.clone() };
        let pick = |(&size, i): (&i64, usize)| match map.results.get(i).and_then(|e| e.as_dim()) {
            Some(d) if size == DYNAMIC => extents[d].unwrap_or(DYNAMIC),
            _ => size,
        };
        let shape: Vec<i64> = t.shape.iter().zip(0..).map(pick).collect();
        if shape == t.shape { ty.clone() } else { Type::Tensor(TensorType { shape, ..(**t).clone() }.into()) }
    };
    maps.iter().zip(types).map(refine).collect()
}

/// A cast of a cast is one; a cast of an empty tensor is an empty tensor.
fn refine_cast(module: &mut Module, op: Op) -> Option<&'static str> {
    let (source, ty) = (module.operand(op, 0), module.ty(module.result(op)).clone());
    if let Some(origin) = forgotten(module, source)
        && is_castable(module.ty(origin), &ty)
    {
        module.set_operand(op, 0, origin);
        return Some("folds a cast of a cast");
    }
    if !is_refinement(&ty, module.ty(source)) {
        return None;
    }
    let made = module.defining_op(source)?;
    if module.kind(made) == OpKind::Pad && module.uses(source).len() == 1 {
        module.set_type(source, ty);
        module.replace_op(op, &[source]);
        return Some("makes a cast of a padded tensor part of the padding");
    }
    let empty = Some(made).filter(|&o| module.kind(o) == OpKind::Empty)?;
    let dynamic = module.ty(source).shape()?.iter().zip(ty.shape()?).filter(|(old, _)| **old == DYNAMIC);
    let sizes = module.operands(empty).zip(dynamic).filter(|(_, (_, new))| **new == DYNAMIC);
    let sizes: Vec<Value> = sizes.map(|(v, _)| v).collect();
    let new = Builder::before(module, op).op(spelling::of(OpKind::Empty), &sizes, &[ty]);
    let value = module.result(new);
    module.replace_op(op, &[value]);
    Some("makes a cast of an empty tensor an empty tensor")
}

/// Padding of nothing is a cast; a padded tensor knows the extents that its source and the padding know.
fn refine_pad(module: &mut Module, op: Op) -> Option<&'static str> {
    let (source, ty) = (module.operand(op, 0), module.ty(module.result(op)).clone());
    let [low, high] = ["low", "high"].map(|group| entries(module, op, group));
    let amount = |list: &[Entry], d: usize| list[d].folded(module).number();
    let is_nothing = |list: &[Entry]| (0..list.len()).all(|d| amount(list, d) == Some(0));
    if module.attr(op, "nofold").is_none() && is_nothing(&low) && is_nothing(&high) && is_castable(module.ty(source), &ty) {
        let value = cast(module, op, source, &ty);
        module.replace_op(op, &[value]);
        return Some("drops padding of nothing");
    }
    let origin = forgotten(module, source)?;
    let Type::Tensor(old) = &ty else { return None };
    let sum = |d: usize| low[d].number()?.checked_add(high[d].number()?)?.checked_add(known_extent(module, origin, d)?);
    let shape: Vec<i64> =
        (0..old.shape.len()).map(|d| if old.shape[d] == DYNAMIC { sum(d).unwrap_or(DYNAMIC) } else { old.shape[d] }).collect();
    let fits = (0..shape.len()).all(|d| sum(d).is_none_or(|n| n == shape[d]));
    let new = Type::Tensor(TensorType { shape, ..(**old).clone() }.into());
    if !fits || !is_possible(&new) {
        return None;
    }
    module.set_operand(op, 0, origin);
    retype(module, op, 0, new);
    Some("folds a cast of what is padded")
}

fn known_extent(module: &Module, value: Value, d: usize) -> Option<i64> {
    module.ty(value).shape()?.get(d).copied().filter(|n| *n != DYNAMIC)
}

/// Constant sizes of an empty tensor go into its type.
fn refine_empty(module: &mut Module, op: Op) -> Option<&'static str> {
    let Type::Tensor(old) = module.ty(module.result(op)).clone() else { return None };
    let sizes = extents(module, module.ty(module.result(op)), module.operands(op));
    let shape: Vec<i64> = sizes.iter().map(|e| e.extent()).collect();
    let ty = Type::Tensor(TensorType { shape, ..(*old).clone() }.into());
    if ty.shape() == Some(&old.shape) || !is_possible(&ty) {
        return None;
    }
    let operands = sizes.iter().filter(|e| e.number().is_none());
    let operands: Vec<Value> = operands.filter_map(|e| if let Entry::Value(v) = e { Some(*v) } else { None }).collect();
    set_groups(module, op, &[], &[("dynamicSizes", operands)]);
    retype(module, op, 0, ty);
    Some("folds constant sizes of an empty tensor")
}
