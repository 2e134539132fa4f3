//! Builds the fused op of a plan. The producer has no other use, so both bodies are moved, not copied.

use super::legality::Plan;
use crate::mutation::{Mutation, is_on};
use std::collections::HashMap;
use tilec_ir::{AffineMap, Attr, Builder, Loc, Module, Op, OpKind, Value, spelling};

/// Makes the fused op in the consumer's place. Operands: the consumer's inputs before the fused one, the producer's reads, the consumer's
/// other inputs, its outputs; the body is the producer's followed by the consumer's.
pub(super) fn fuse(module: &mut Module, plan: &Plan) -> Op {
    let (producer, consumer) = (plan.producer, plan.consumer);
    let c = module.structured(consumer).expect("a structured op");
    let (c_maps, iterators, inputs) = (c.maps(), c.iterators(), c.num_inputs());
    let (p_block, c_block) = (module.entry(producer), c.body());

    let mut operands = Vec::new();
    let mut maps: Vec<AffineMap> = Vec::new();
    // The old block argument each operand of the fused op stands for.
    let mut args: Vec<Value> = Vec::new();
    let c_args = module.block_args(c_block).to_vec();
    let p_args = module.block_args(p_block).to_vec();
    for i in 0..module.num_operands(consumer) {
        if i == plan.operand {
            for (read, map) in &plan.reads {
                operands.push(module.operand(producer, *read));
                maps.push(map.clone());
                args.push(p_args[*read]);
            }
        } else {
            operands.push(module.operand(consumer, i));
            maps.push(c_maps[i].clone());
            args.push(c_args[i]);
        }
    }
    let split = inputs - 1 + plan.reads.len();
    let loc = Loc::fuse([module.op(producer).loc.clone(), module.op(consumer).loc.clone()]);
    let mut builder = Builder::before(module, consumer);
    builder.loc = loc;
    let fused = builder.generic(&operands[..split], &operands[split..], maps, &iterators);

    remap_indices(module, producer, &plan.loops);
    let block = module.entry(fused);
    for (i, old) in args.into_iter().enumerate() {
        let new = module.block_args(block)[i];
        module.replace_all_uses(old, new);
    }
    // Read again: the producer may yield one of its arguments, which now is one of the fused op's.
    let yielded = module.structured(producer).expect("a structured op").yields()[plan.result];
    module.replace_all_uses(c_args[plan.operand], yielded);
    move_ops(module, p_block, block, true);
    move_ops(module, c_block, block, false);
    let results = module.results(fused).to_vec();
    module.replace_op(consumer, &results);
    module.erase(producer);
    fused
}

/// Moves the ops of one body to the end of another, without the yield if `drop_yield`.
fn move_ops(module: &mut Module, from: tilec_ir::Block, to: tilec_ir::Block, drop_yield: bool) {
    for op in module.block_ops(from).collect::<Vec<_>>() {
        if drop_yield && module.kind(op) == OpKind::Yield {
            continue;
        }
        module.detach(op);
        module.append_op(to, op);
    }
}

/// `linalg.index k` of the producer becomes its loop `k` as a function of the fused loops.
fn remap_indices(module: &mut Module, producer: Op, loops: &AffineMap) {
    let block = module.entry(producer);
    if loops.is_identity() || is_on(Mutation::DropIndexRemap) {
        return;
    }
    let indices: Vec<_> = module.block_ops(block).filter(|&op| module.kind(op) == OpKind::LoopIndex).collect();
    let mut fused_index: HashMap<usize, Value> = HashMap::new();
    for op in indices {
        let k =
            module.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok()).expect("a verified loop number");
        let used: Vec<usize> = (0..loops.dims as usize).filter(|&d| loops.results[k].uses_dim(d)).collect();
        for &d in &used {
            fused_index.entry(d).or_insert_with(|| {
                let mut builder = Builder::before(module, op);
                let index = builder.op(spelling::of(OpKind::LoopIndex), &[], &[tilec_ir::Type::INDEX]);
                builder.module.set_attr(index, "dim", Attr::Int(d as i64, tilec_ir::ScalarType::Int(64)));
                builder.module.result(index)
            });
        }
        // The map over just the loops it uses, in order.
        let renumber: Vec<_> = (0..loops.dims as usize)
            .map(|d| tilec_ir::AffineExpr::Dim(u32::try_from(used.iter().position(|&u| u == d).unwrap_or(0)).expect("few loops")))
            .collect();
        let map = AffineMap::new(used.len(), vec![loops.results[k].replace(&renumber, &[])]);
        let inputs: Vec<_> = used.iter().map(|d| fused_index[d]).collect();
        let value = Builder::before(module, op).affine_apply(&map, &inputs);
        module.replace_op(op, &[value]);
    }
}
