//! The other way around, where the reader's loop must stay: an elementwise op whose result is collapsed computes what it is collapsed to.
//!
//! Its loops are merged, and its operands collapsed. That needs dimensions that stand together in every operand, so it is tried only where
//! the reader reduces in lane order.

use super::super::reshapes::{collapse, collapsed_shape, reshape_of};
use super::legality::{elementwise_above, is_elementwise, loop_indices};
use tilec_ir::{AffineExpr, AffineMap, Builder, IteratorKind, Module, Op, StructuredOp, Type, Value};

/// Everything the rewrite needs.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Its loops are merged.
    pub op: Op,
    /// The collapse of its result.
    pub reshape: Op,
    /// For each new loop the old ones, outermost first.
    loops: Vec<Vec<usize>>,
}

impl Plan {
    /// What the new loops are made of, for a remark.
    pub(super) fn loops(&self) -> &[Vec<usize>] {
        &self.loops
    }
}

/// May the op above a collapse compute the collapsed result?
pub(super) fn plan_merge(module: &Module, reshape: Op) -> Option<Plan> {
    let (groups, shape, expand) = reshape_of(module, reshape)?;
    let source = module.operand(reshape, 0);
    let op = module.defining_op(source).filter(|&op| is_elementwise(module, op) && module.results(op).len() == 1)?;
    let view = module.structured(op)?;
    let maps = view.maps();
    let result = maps.last().filter(|m| m.is_permutation())?;
    let loops: Vec<Vec<usize>> = groups.iter().map(|g| g.iter().filter_map(|&d| result.results[d].as_dim()).collect()).collect();
    let merged = |d: usize| loops.iter().any(|l| l.len() > 1 && l.contains(&d));
    let plain = |v: Value| match module.ty(v) {
        Type::Tensor(t) => t.encoding.is_none(),
        ty => ty.as_scalar().is_some(),
    };
    // What would be collapsed must not come from an op that could be fused as it is: the collapse would come down again.
    let settled = |v: Value| !elementwise_above(module, v).is_some_and(|(_, alone)| alone);
    let ok = !expand
        && view.which() == StructuredOp::Generic
        && module.uses(source).len() == 1
        && *module.ty(module.result(reshape)) == Type::tensor(&collapsed_shape(&groups, &shape), module.ty(source).elem()?)
        && module.operands(op).all(|v| plain(v) && settled(v))
        && maps.iter().all(|m| stand_together(m, &loops).is_some())
        && loop_indices(module, op).iter().all(|&(_, d)| !merged(d));
    ok.then_some(Plan { op, reshape, loops })
}

/// The dimensions of an operand in groups, each with the index that it gets, if merged loops stand together in it, in order.
fn stand_together(map: &AffineMap, loops: &[Vec<usize>]) -> Option<Vec<(Vec<usize>, AffineExpr)>> {
    let mut found: Vec<(Vec<usize>, AffineExpr)> = Vec::new();
    let mut d = 0;
    while d < map.results.len() {
        let at = map.results[d].as_dim();
        let Some(group) = loops.iter().position(|l| at.is_some() && l.first().copied() == at) else {
            // A constant stays; anything else depends on a loop in another way.
            map.results[d].as_const()?;
            found.push((vec![d], map.results[d].clone()));
            d += 1;
            continue;
        };
        let count = loops[group].len();
        let whole = (0..count).all(|k| map.results.get(d + k).and_then(AffineExpr::as_dim) == Some(loops[group][k]));
        whole.then_some(())?;
        found.push(((d..d + count).collect(), AffineExpr::Dim(u32::try_from(group).ok()?)));
        d += count;
    }
    Some(found)
}

/// Makes the op with the merged loops, whose result is the collapsed one.
pub(super) fn merge_loops(module: &mut Module, plan: &Plan) -> Op {
    let op = plan.op;
    let loc = module.op(op).loc.clone();
    let view = module.structured(op).expect("a structured op");
    let (maps, inputs) = (view.maps(), view.num_inputs());
    let mut operands = Vec::new();
    let mut new_maps = Vec::new();
    for (i, map) in maps.iter().enumerate() {
        let (groups, indices): (Vec<_>, Vec<_>) = stand_together(map, &plan.loops).expect("a plan").into_iter().unzip();
        let value = module.operand(op, i);
        let scalar = module.ty(value).as_scalar().is_some();
        operands.push(if scalar { value } else { collapse(module, op, value, &groups) });
        new_maps.push(AffineMap::new(plan.loops.len(), indices));
    }
    let iterators = vec![IteratorKind::Parallel; plan.loops.len()];
    let mut builder = Builder::before(module, op);
    builder.loc = loc;
    let new = builder.generic(&operands[..inputs], &operands[inputs..], new_maps, &iterators);
    for (index, d) in loop_indices(module, op) {
        let number = plan.loops.iter().position(|l| l[..] == [d]).expect("a plan");
        let value = Builder::before(module, index).loop_index(i64::try_from(number).expect("few loops"));
        module.replace_op(index, &[value]);
    }
    module.move_regions(op, new);
    let result = module.result(new);
    module.replace_op(plan.reshape, &[result]);
    module.erase(op);
    new
}
