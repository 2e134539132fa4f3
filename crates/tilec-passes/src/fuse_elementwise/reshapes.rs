//! Making `tensor.expand_shape` and `tensor.collapse_shape`, folded where there is something to fold: a reshape of a reshape, of an empty
//! tensor, of a constant, of a fill.
//!
//! Groups list the dimensions of the wider shape for each of the narrower one. Dimensions of size 1 carry nothing, so a group is looked at
//! in *parts*: each has one dimension that is not of size 1, at most, and its neighbours of size 1. Sizes that are known only at run time
//! come as values, one for each dimension of the wider shape that is `?`.

use crate::reshape::groups_attr;
use tilec_ir::attr::Origin;
use tilec_ir::verify::reassociation;
use tilec_ir::{Attr, Builder, DYNAMIC, Dense, Module, Op, OpKind, StructuredOp, TensorType, Type, Value, spelling};

/// The groups of a reshape.
pub(super) type Groups = Vec<Vec<usize>>;

/// A group's dimensions in parts. All but the first start at a dimension that is not of size 1.
pub(super) fn parts(group: &[usize], shape: &[i64]) -> Groups {
    let mut parts: Groups = Vec::new();
    let mut wide = false;
    for &d in group {
        let starts = shape[d] != 1 && std::mem::replace(&mut wide, true);
        match parts.last_mut().filter(|_| !starts) {
            Some(part) => part.push(d),
            None => parts.push(vec![d]),
        }
    }
    parts
}

/// The extent of a part: of its one dimension that is not of size 1.
pub(super) fn extent_of(part: &[usize], shape: &[i64]) -> i64 {
    part.iter().map(|&d| shape[d]).find(|&e| e != 1).unwrap_or(1)
}

/// The groups and the wider shape of a reshape of tensors; whether it expands.
pub(super) fn reshape_of(module: &Module, op: Op) -> Option<(Groups, Vec<i64>, bool)> {
    let OpKind::Reshape { expand } = module.kind(op) else { return None };
    let (from, to) = (tensor(module, module.operand(op, 0))?, tensor(module, module.result(op))?);
    let groups = reassociation(module.attr(op, "reassociation"));
    Some((groups, if expand { to.shape.clone() } else { from.shape.clone() }, expand))
}

fn tensor(module: &Module, value: Value) -> Option<&TensorType> {
    module.ty(value).as_tensor().filter(|t| t.encoding.is_none())
}

/// The values of the sizes of an expansion, by dimension of its result; `None` where its type has the size.
pub(super) fn sizes_of(module: &Module, op: Op) -> Option<Vec<Option<Value>>> {
    let mut values = module.group(op, 1);
    let stated = module.int_array(op, "static_output_shape");
    let shape = module.ty(module.result(op)).shape()?;
    let size = |(&stated, &extent): (&i64, &i64)| match (stated, extent) {
        (DYNAMIC, DYNAMIC) => values.next().map(Some),
        // What is known of the size but not of the type would change the type.
        (_, DYNAMIC) | (DYNAMIC, _) => None,
        _ => Some(None),
    };
    stated.iter().zip(shape).map(size).collect()
}

/// `value` with its dimensions split into groups of `shape`.
pub(super) fn expand(
    module: &mut Module,
    before: Op,
    value: Value,
    groups: &Groups,
    shape: &[i64],
    sizes: &[Option<Value>],
) -> Value {
    fold_expand(module, before, value, groups, shape, sizes)
        .unwrap_or_else(|| emit_expand(module, before, value, groups, shape, sizes))
}

/// `value` with groups of its dimensions made one.
pub(super) fn collapse(module: &mut Module, before: Op, value: Value, groups: &Groups) -> Value {
    fold_collapse(module, before, value, groups).unwrap_or_else(|| emit_collapse(module, before, value, groups))
}

/// What a reshape that is there folds to.
pub(super) fn fold(module: &mut Module, op: Op) -> Option<Value> {
    let (groups, shape, expand) = reshape_of(module, op)?;
    let source = module.operand(op, 0);
    if expand {
        let sizes = sizes_of(module, op)?;
        fold_expand(module, op, source, &groups, &shape, &sizes)
    } else {
        fold_collapse(module, op, source, &groups)
    }
}

fn fold_expand(
    module: &mut Module,
    before: Op,
    value: Value,
    groups: &Groups,
    shape: &[i64],
    sizes: &[Option<Value>],
) -> Option<Value> {
    let narrow = tensor(module, value)?.clone();
    if shape.len() == narrow.shape.len() {
        return Some(value);
    }
    let ty = Type::tensor(shape, narrow.elem);
    let maker = module.defining_op(value)?;
    match module.kind(maker) {
        OpKind::Empty => {
            let sizes: Vec<_> = sizes.iter().flatten().copied().collect();
            let op = Builder::before(module, before).op(spelling::of(OpKind::Empty), &sizes, &[ty]);
            Some(module.result(op))
        }
        OpKind::Constant => reshape_constant(module, before, maker, ty),
        OpKind::Structured(StructuredOp::Fill) if is_single_fill(module, maker) => {
            let init = expand(module, before, module.operand(maker, 1), groups, shape, sizes);
            Some(fill(module, before, maker, init))
        }
        OpKind::Reshape { expand: true } => {
            let (inner, _, _) = reshape_of(module, maker)?;
            let composed = inner.iter().map(|g| g.iter().flat_map(|&d| groups[d].clone()).collect()).collect();
            Some(expand(module, before, module.operand(maker, 0), &composed, shape, sizes))
        }
        OpKind::Reshape { expand: false } => {
            let source = module.operand(maker, 0);
            if let Some(direct) = direct(module, before, source, shape) {
                return Some(direct);
            }
            let (inner, wide, _) = reshape_of(module, maker)?;
            if !same_parts(&inner, &wide, groups, shape) {
                return None;
            }
            if wide == shape {
                return Some(source);
            }
            // Only dimensions of size 1 differ: they go, and others come.
            let core = inner.iter().flat_map(|g| parts(g, &wide)).collect();
            let wanted: Groups = groups.iter().flat_map(|g| parts(g, shape)).collect();
            if core == inner && wanted == *groups {
                return None;
            }
            let core = collapse(module, before, source, &core);
            let plain = wanted.len() == shape.len();
            Some(if plain { core } else { emit_expand(module, before, core, &wanted, shape, sizes) })
        }
        _ => None,
    }
}

fn fold_collapse(module: &mut Module, before: Op, value: Value, groups: &Groups) -> Option<Value> {
    let wide = tensor(module, value)?.clone();
    let (shape, elem) = (collapsed_shape(groups, &wide.shape), wide.elem);
    if shape.len() == wide.shape.len() {
        return Some(value);
    }
    let maker = module.defining_op(value)?;
    match module.kind(maker) {
        OpKind::Empty if !shape.contains(&DYNAMIC) => {
            let op = Builder::before(module, before).op(spelling::of(OpKind::Empty), &[], &[Type::tensor(&shape, elem)]);
            Some(module.result(op))
        }
        OpKind::Constant => reshape_constant(module, before, maker, Type::tensor(&shape, elem)),
        OpKind::Structured(StructuredOp::Fill) if is_single_fill(module, maker) => {
            let init = collapse(module, before, module.operand(maker, 1), groups);
            Some(fill(module, before, maker, init))
        }
        OpKind::Reshape { expand: false } => {
            let (inner, _, _) = reshape_of(module, maker)?;
            let composed = groups.iter().map(|g| g.iter().flat_map(|&d| inner[d].clone()).collect()).collect();
            Some(collapse(module, before, module.operand(maker, 0), &composed))
        }
        OpKind::Reshape { expand: true } => {
            let source = module.operand(maker, 0);
            let (inner, _, _) = reshape_of(module, maker)?;
            if inner == *groups && tensor(module, source)?.shape == shape {
                return Some(source);
            }
            direct(module, before, source, &shape)
        }
        _ => None,
    }
}

/// `source` in another shape by at most one reshape, if the shapes say enough: the order of the elements is the same.
fn direct(module: &mut Module, before: Op, source: Value, shape: &[i64]) -> Option<Value> {
    let from = tensor(module, source)?.shape.clone();
    if from.iter().chain(shape).any(|&e| e == DYNAMIC || e == 0) {
        return None;
    }
    if from == shape {
        Some(source)
    } else if let Some(groups) = groups_between(&from, shape) {
        Some(expand(module, before, source, &groups, shape, &vec![None; shape.len()]))
    } else {
        groups_between(shape, &from).map(|groups| collapse(module, before, source, &groups))
    }
}

/// The groups that make `narrow` of `wide`, both of known sizes that are not 0.
fn groups_between(narrow: &[i64], wide: &[i64]) -> Option<Groups> {
    if narrow.len() >= wide.len() {
        return None;
    }
    let mut groups = Groups::new();
    let mut next = 0;
    for &extent in narrow {
        let mut group = vec![next];
        let mut product = *wide.get(next)?;
        next += 1;
        while product < extent {
            product = product.checked_mul(*wide.get(next)?)?;
            group.push(next);
            next += 1;
        }
        if product != extent {
            return None;
        }
        groups.push(group);
    }
    if wide[next..].iter().any(|e| *e != 1) {
        return None;
    }
    if let Some(last) = groups.last_mut() {
        last.extend(next..wide.len());
    }
    Some(groups)
}

/// True if two ways to split a shape give the same but for dimensions of size 1, also where a size is known only at run time.
fn same_parts(a: &Groups, a_shape: &[i64], b: &Groups, b_shape: &[i64]) -> bool {
    let extents = |groups: &Groups, i: usize, shape: &[i64]| -> Vec<i64> {
        groups.get(i).map_or(Vec::new(), |g| parts(g, shape).iter().map(|p| extent_of(p, shape)).collect())
    };
    a.len() == b.len()
        && (0..a.len()).all(|i| {
            let (x, y) = (extents(a, i, a_shape), extents(b, i, b_shape));
            let open = x.iter().filter(|e| **e == DYNAMIC).count();
            x == y && (open == 0 || open == 1 && !x.contains(&0))
        })
}

/// The shape after groups became one.
pub(super) fn collapsed_shape(groups: &Groups, shape: &[i64]) -> Vec<i64> {
    let product = |n: i64, &d: &usize| if n == DYNAMIC || shape[d] == DYNAMIC { DYNAMIC } else { n.saturating_mul(shape[d]) };
    groups.iter().map(|g| g.iter().fold(1, product)).collect()
}

fn is_single_fill(module: &Module, fill: Op) -> bool {
    module.results(fill).len() == 1
        && module.uses(module.result(fill)).len() <= 1
        && module.ty(module.operand(fill, 0)).as_scalar().is_some()
}

/// The fill with another init.
fn fill(module: &mut Module, before: Op, old: Op, init: Value) -> Value {
    let (scalar, loc) = (module.operand(old, 0), module.op(old).loc.clone());
    let mut builder = Builder::before(module, before);
    builder.loc = loc;
    let fill = builder.fill(scalar, init);
    module.result(fill)
}

/// The elements are in row-major order, which a reshape keeps.
fn reshape_constant(module: &mut Module, before: Op, constant: Op, ty: Type) -> Option<Value> {
    let dense = match module.attr(constant, "value") {
        Some(Attr::Dense(dense)) if dense.origin == Origin::Here && ty.is_static() => Dense::new(ty.clone(), dense.data.clone()),
        _ => return None,
    };
    Some(Builder::before(module, before).constant(Attr::Dense(dense.into()), ty))
}

fn emit_expand(module: &mut Module, before: Op, value: Value, groups: &Groups, shape: &[i64], sizes: &[Option<Value>]) -> Value {
    let ty = module.ty(value).elem().map_or(Type::None, |elem| Type::tensor(shape, elem));
    let operands: Vec<_> = std::iter::once(value).chain(sizes.iter().flatten().copied()).collect();
    let spelling = spelling::of_dialect(OpKind::Reshape { expand: true }, "tensor");
    let op = Builder::before(module, before).op(spelling, &operands, &[ty]);
    module.set_attr(op, "reassociation", groups_attr(groups));
    module.set_attr(op, "static_output_shape", Attr::i64_array(shape));
    module.result(op)
}

fn emit_collapse(module: &mut Module, before: Op, value: Value, groups: &Groups) -> Value {
    let from = tensor(module, value).expect("a plain tensor");
    let ty = Type::tensor(&collapsed_shape(groups, &from.shape), from.elem);
    let spelling = spelling::of_dialect(OpKind::Reshape { expand: false }, "tensor");
    let op = Builder::before(module, before).op(spelling, &[value], &[ty]);
    module.set_attr(op, "reassociation", groups_attr(groups));
    module.result(op)
}
