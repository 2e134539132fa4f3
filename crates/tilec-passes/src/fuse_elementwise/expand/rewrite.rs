//! Splits the loops of a plan: operands are expanded, results collapsed.

use super::super::reshapes::{Groups, collapse, expand};
use super::legality::{Plan, Size, loop_indices, split_extent};
use crate::mutation::{Mutation, is_on};
use tilec_ir::{AffineExpr, AffineMap, Builder, DYNAMIC, Module, Op, OpKind, Type, Value, spelling};

/// What a dimension becomes: extents, and the values of those that are known only at run time.
type Dims = Vec<(i64, Option<Value>)>;

/// Makes the op with the split loops, and its results in their old shapes.
pub(super) fn split_loops(module: &mut Module, plan: &Plan) -> Op {
    let (op, before) = (plan.op, plan.before);
    let loc = module.op(op).loc.clone();
    let view = module.structured(op).expect("a structured op");
    let (maps, inputs, iterators) = (view.maps(), view.num_inputs(), view.iterators());
    let sizes = materialize(module, plan);
    let dims: Vec<Vec<Dims>> = (0..maps.len()).map(|i| split_dims(module, plan, i, &maps[i], &sizes)).collect();
    let mut operands: Vec<Value> = Vec::new();
    for i in 0..maps.len() {
        // One view of a tensor that is read and written, so that it can still be done in place.
        let same = (0..i).find(|&e| module.operand(op, e) == module.operand(op, i) && dims[e] == dims[i]);
        let operand = match same {
            Some(earlier) => operands[earlier],
            None => split_operand(module, before, module.operand(op, i), &dims[i]),
        };
        operands.push(operand);
    }

    let first = first_loops(plan);
    let maps = maps.iter().map(|m| split_map(m, plan, &first)).collect();
    let iterators: Vec<_> = iterators.iter().zip(&plan.loops).flat_map(|(&kind, sizes)| vec![kind; sizes.len()]).collect();
    let mut builder = Builder::before(module, before);
    builder.loc = loc;
    let new = builder.generic(&operands[..inputs], &operands[inputs..], maps, &iterators);
    split_indices(module, plan, &first);
    module.move_regions(op, new);

    for (i, old) in module.results(op).to_vec().into_iter().enumerate() {
        if module.is_unused(old) {
            continue;
        }
        let result = module.results(new)[i];
        let whole = collapse(module, before, result, &groups(&dims[inputs + i]));
        let ty = module.ty(old).clone();
        let whole = cast(module, before, whole, ty);
        module.replace_all_uses(old, whole);
    }
    module.erase(op);
    new
}

/// The run-time sizes of the split loops as values.
fn materialize(module: &mut Module, plan: &Plan) -> Vec<Vec<Option<Value>>> {
    let mut value = |size: &Size| match *size {
        Size::Static(_) => None,
        Size::Dim(tensor, d) => Some(extent(module, plan.before, tensor, d)),
        Size::Value(value) => Some(value),
    };
    plan.loops.iter().map(|sizes| sizes.iter().map(&mut value).collect()).collect()
}

/// The extent of a dimension, without a further use of what computes the elements.
fn extent(module: &mut Module, before: Op, tensor: Value, dim: usize) -> Value {
    let mut tensor = tensor;
    while let Some(op) = module.defining_op(tensor) {
        let result = module.results(op).iter().position(|&r| r == tensor).expect("a result");
        if let Some(view) = module.structured(op) {
            tensor = view.outputs()[result];
            continue;
        }
        let shape = module.ty(tensor).shape().expect("a tensor");
        let earlier = shape[..dim].iter().filter(|e| **e == DYNAMIC).count();
        let size =
            if module.kind(op) == OpKind::Empty && shape[dim] == DYNAMIC { module.group(op, 0).nth(earlier) } else { None };
        if let Some(size) = size {
            return size;
        }
        break;
    }
    Builder::before(module, before).dim(tensor, dim)
}

/// What each dimension of operand `i` becomes.
fn split_dims(module: &Module, plan: &Plan, i: usize, map: &AffineMap, sizes: &[Vec<Option<Value>>]) -> Vec<Dims> {
    let shape = module.ty(module.operand(plan.op, i)).shape().unwrap_or(&[]);
    let dims = |(index, &extent): (&AffineExpr, &i64)| match index.as_dim().filter(|&d| plan.loops[d].len() > 1) {
        Some(d) => {
            let extents = split_extent(extent, &plan.loops[d]).expect("a plan");
            extents.into_iter().zip(&sizes[d]).map(|(e, v)| (e, v.filter(|_| e == DYNAMIC))).collect()
        }
        None => vec![(extent, None)],
    };
    map.results.iter().zip(shape).map(dims).collect()
}

fn groups(dims: &[Dims]) -> Groups {
    let mut next = 0..;
    dims.iter().map(|d| next.by_ref().take(d.len()).collect()).collect()
}

fn split_operand(module: &mut Module, before: Op, value: Value, dims: &[Dims]) -> Value {
    if dims.iter().all(|d| d.len() == 1) {
        return value;
    }
    let elem = module.ty(value).elem().expect("a tensor");
    let narrow = module.ty(value).shape().expect("a tensor").to_vec();
    // Where all parts are known, so is the whole.
    let known = |(d, &extent): (&Dims, &i64)| {
        let product = d.iter().try_fold(1i64, |n, (e, _)| if *e == DYNAMIC { None } else { n.checked_mul(*e) });
        product.filter(|_| d.len() > 1).unwrap_or(extent)
    };
    let stated: Vec<i64> = dims.iter().zip(&narrow).map(known).collect();
    let value = cast(module, before, value, Type::tensor(&stated, elem));
    let sizes = dims.iter().zip(0..).flat_map(|(d, i)| d.iter().map(move |&(e, v)| (e, v, i)));
    let mut values = Vec::new();
    for (extent, size, dim) in sizes {
        let open = extent == DYNAMIC && size.is_none();
        values.push(if open { Some(self::extent(module, before, value, dim)) } else { size });
    }
    let shape: Vec<i64> = dims.iter().flatten().map(|(e, _)| *e).collect();
    expand(module, before, value, &groups(dims), &shape, &values)
}

/// `value` as a tensor of this type. A tensor without contents is made anew.
fn cast(module: &mut Module, before: Op, value: Value, ty: Type) -> Value {
    if *module.ty(value) == ty {
        return value;
    }
    let empty = module.defining_op(value).is_some_and(|op| module.kind(op) == OpKind::Empty);
    let mut builder = Builder::before(module, before);
    let op = if empty && ty.is_static() {
        builder.op(spelling::of(OpKind::Empty), &[], &[ty])
    } else {
        builder.op(spelling::of_dialect(OpKind::ShapeCast, "tensor"), &[value], &[ty])
    };
    module.result(op)
}

/// The first of the loops that each loop becomes.
fn first_loops(plan: &Plan) -> Vec<usize> {
    plan.loops
        .iter()
        .scan(0, |next, sizes| {
            *next += sizes.len();
            Some(*next - sizes.len())
        })
        .collect()
}

/// The map over the split loops: a loop that is split becomes several results.
fn split_map(map: &AffineMap, plan: &Plan, first: &[usize]) -> AffineMap {
    let dim = |d: usize| AffineExpr::Dim(u32::try_from(d).expect("few loops"));
    let renumber: Vec<_> = first.iter().map(|&d| dim(d)).collect();
    let results: Vec<_> = map
        .results
        .iter()
        .flat_map(|index| match index.as_dim() {
            Some(d) => (first[d]..first[d] + plan.loops[d].len()).map(dim).collect(),
            None => vec![index.replace(&renumber, &[])],
        })
        .collect();
    AffineMap::new(plan.loops.iter().map(Vec::len).sum(), results)
}

/// `linalg.index` of a split loop is the row-major position in the loops it became.
fn split_indices(module: &mut Module, plan: &Plan, first: &[usize]) {
    for (index, d) in loop_indices(module, plan.op) {
        let sizes = &plan.loops[d];
        let mut position = AffineExpr::Const(0);
        for (k, size) in (0..).zip(sizes) {
            let extent = if k == 0 || is_on(Mutation::SplitIndexAlone) { 0 } else { size.extent() };
            position = position.mul(AffineExpr::Const(extent)).add(AffineExpr::Dim(k));
        }
        let mut builder = Builder::before(module, index);
        let loops = first[d]..first[d] + sizes.len();
        let inputs: Vec<_> = loops.map(|l| builder.loop_index(i64::try_from(l).expect("few loops"))).collect();
        let value = builder.affine_apply(&AffineMap::new(sizes.len(), vec![position]), &inputs);
        module.replace_op(index, &[value]);
    }
}
