//! Another layout of one packed operand, or of a packed result: the pack, the op's map, and the unpack change together.

use super::{Blocker, permutation};
use crate::index::{self, positions};
use crate::tile::outer_order;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, StructuredOp, Value};

/// A layout that may be changed so.
pub(crate) struct Plan {
    compute: Op,
    /// The operand of the op.
    operand: usize,
    pack: Op,
    unpack: Option<Op>,
    outer: Vec<usize>,
    inner: Vec<usize>,
}

/// What was made.
pub(crate) struct Made {
    pub(crate) compute: Op,
    pub(crate) pack: Op,
    pub(crate) unpack: Option<Op>,
}

/// Checks a pack of an operand of `compute`, or an unpack of a result; empty lists leave dimensions as they are.
///
/// # Errors
/// Why the layout stays.
pub(crate) fn plan(module: &Module, target: Op, compute: Op, outer: &[i64], inner: &[i64]) -> Result<Plan, Blocker> {
    let view = module.structured(compute).filter(tilec_ir::Structured::on_tensors).ok_or(Blocker::NotStructured)?;
    let inputs = view.num_inputs();
    let user = |value: Value| match *module.uses(value) {
        [one] => Some((one.op, one.operand as usize)),
        _ => None,
    };
    let operand = match module.kind(target) {
        OpKind::Pack { unpack: false } => {
            user(module.result(target)).filter(|(op, _)| *op == compute).map(|(_, operand)| operand)
        }
        OpKind::Pack { unpack: true } => {
            let source = module.operand(target, 0);
            module.results(compute).iter().position(|r| *r == source).map(|r| inputs + r)
        }
        _ => None,
    };
    let operand = operand.ok_or(Blocker::NotPacked)?;
    let is_pack = |op: &Op| module.kind(*op) == OpKind::Pack { unpack: false };
    let pack = module.defining_op(module.operand(compute, operand)).filter(is_pack);
    let pack = pack.filter(|&p| user(module.result(p)) == Some((compute, operand))).ok_or(Blocker::NotPacked)?;
    let mut unpack = None;
    if operand >= inputs {
        let result = module.results(compute)[operand - inputs];
        let found = user(result).filter(|&(op, n)| n == 0 && module.kind(op) == OpKind::Pack { unpack: true });
        unpack = Some(found.ok_or(Blocker::NotPacked)?.0);
    }
    let tiles = positions(module, pack, "inner_dims_pos").len();
    for op in [Some(pack), unpack].into_iter().flatten() {
        if !module.group_named(op, "inner_tiles").is_empty() || positions(module, op, "inner_dims_pos").len() != tiles {
            return Err(Blocker::OpenTiles);
        }
    }
    let rank = module.ty(module.operand(pack, 0)).shape().map_or(0, <[i64]>::len);
    let (outer, inner) = (permutation(outer, rank)?, permutation(inner, tiles)?);
    Ok(Plan { compute, operand, pack, unpack, outer, inner })
}

/// Changes the layout.
pub(crate) fn apply(module: &mut Module, plan: &Plan) -> Made {
    let Plan { compute, operand, pack, unpack, outer, inner } = plan;
    let (compute, operand, pack) = (*compute, *operand, *pack);
    let rank = outer.len();
    // Dimension `i` of the new layout is dimension `order[i]` of the old.
    let order: Vec<usize> = outer.iter().copied().chain(inner.iter().map(|i| rank + i)).collect();
    let mut builder = Builder::before(module, pack);
    let old = builder.module.operand(pack, 1);
    let extents = index::extents(&mut builder, old);
    let extents: Vec<_> = order.iter().map(|&d| extents[d]).collect();
    let elem = builder.module.ty(old).elem().expect("a tensor");
    let dest = index::empty(&mut builder, &extents, elem);
    let ty = builder.module.ty(dest).clone();
    module.set_operand(pack, 1, dest);
    let packed = module.result(pack);
    module.set_type(packed, ty.clone());
    set_layout(module, pack, outer, inner);
    if module.structured(compute).is_some_and(|v| v.which() != StructuredOp::Generic) {
        module.generalize(compute);
    }
    let mut maps = module.structured(compute).expect("a structured op").maps();
    let results: Vec<AffineExpr> = order.iter().map(|&d| maps[operand].results[d].clone()).collect();
    maps[operand] = AffineMap::new(maps[operand].dims as usize, results);
    module.set_attr(compute, "indexing_maps", Attr::maps(maps));
    if let Some(unpack) = *unpack {
        let inputs = module.structured(compute).expect("a structured op").num_inputs();
        let result = module.results(compute)[operand - inputs];
        module.set_type(result, ty);
        set_layout(module, unpack, outer, inner);
    }
    Made { compute, pack, unpack: *unpack }
}

/// Permutes what a pack or unpack says of the packed side.
fn set_layout(module: &mut Module, op: Op, outer: &[usize], inner: &[usize]) {
    let old = outer_order(module, op, outer.len());
    let new: Vec<i64> = outer.iter().map(|&i| i64::try_from(old[i]).expect("few dims")).collect();
    let is_given = !module.int_array(op, "outer_dims_perm").is_empty();
    if is_given || !new.iter().copied().eq(0..i64::try_from(new.len()).expect("few dims")) {
        module.set_attr(op, "outer_dims_perm", Attr::i64_array(new));
    }
    for list in ["inner_dims_pos", "static_inner_tiles"] {
        let old = module.int_array(op, list).to_vec();
        module.set_attr(op, list, Attr::i64_array(inner.iter().map(|&i| old[i]).collect::<Vec<_>>()));
    }
}
