//! The rewrite in iteration order, and the one of copies.

use super::legality::{Accumulate, Extent, Plan};
use super::nest::{Body, Index, Nest};
use std::collections::HashMap;
use tilec_ir::{Module, Op};

/// Replaces the op by loops in iteration order.
pub fn rewrite(module: &mut Module, plan: &Plan) {
    let body = Body::new(module, plan);
    let mut nest = Nest::new(module, plan.op);
    let none = HashMap::new();
    let uppers: Vec<_> = plan.extents.iter().map(|&e| nest.extent(e)).collect();
    let (outer, inner) = uppers.split_at(plan.carry_from);
    let mut ivs: Vec<_> = outer.iter().map(|&upper| Index::Value(nest.open(Index::Const(0), upper, 1, &[]).0)).collect();
    // A carried output's map does not use the inner loops, so the outer ones are all its indices need.
    let carried = body.outputs_with(|a| a == Accumulate::Carried);
    let outer_ivs = padded(&ivs, plan.extents.len());
    let mut values: Vec<_> = carried.iter().map(|&i| nest.load_output(&body, i, &outer_ivs)).collect();
    for &upper in inner {
        let (iv, accumulators) = nest.open(Index::Const(0), upper, 1, &values);
        ivs.push(Index::Value(iv));
        values = accumulators;
    }
    let accumulators: HashMap<_, _> = carried.iter().copied().zip(values.iter().copied()).collect();
    let yields = nest.body(&body, &ivs, &accumulators, &none);
    for i in body.outputs_with(|a| a == Accumulate::InMemory) {
        nest.store_output(&body, i, &ivs, yields[i]);
    }
    values = carried.iter().map(|&i| yields[i]).collect();
    for _ in inner {
        values = nest.close(&values);
    }
    for (&i, &value) in carried.iter().zip(&values) {
        nest.store_output(&body, i, &outer_ivs, value);
    }
    for _ in outer {
        nest.close(&[]);
    }
    module.erase(plan.op);
}

/// The induction variables known so far, and anything for the others.
fn padded(ivs: &[Index], loops: usize) -> Vec<Index> {
    let mut all = ivs.to_vec();
    all.resize(loops, Index::Const(0));
    all
}

/// Replaces a copy by loops of one load and one store.
pub fn rewrite_copy(module: &mut Module, op: Op, extents: &[Extent]) {
    let (source, target) = (module.operand(op, 0), module.operand(op, 1));
    let mut nest = Nest::new(module, op);
    let uppers: Vec<_> = extents.iter().map(|&e| nest.extent(e)).collect();
    let ivs: Vec<_> = uppers.into_iter().map(|upper| nest.open(Index::Const(0), upper, 1, &[]).0).collect();
    let element = nest.b.load(source, &ivs);
    nest.b.store(element, target, &ivs);
    for _ in &ivs {
        nest.close(&[]);
    }
    module.erase(op);
}
