//! Makes one op of several independent ones.

use crate::mutation::{Mutation, is_on};
use tilec_ir::{AffineMap, Builder, IteratorKind, Loc, Module, Op, OpKind, Value};

/// Makes the fused op where the last member stands. Inputs: each value once for each map it is read through, in the order of the members;
/// outputs, results and body follow the members one after another. The bodies are moved, for nobody else has them.
pub(super) fn fuse(module: &mut Module, members: &[Op]) -> Op {
    let last = *members.last().expect("a group has members");
    let mut inputs: Vec<(Value, AffineMap)> = Vec::new();
    let mut outputs: Vec<(Value, AffineMap)> = Vec::new();
    // Each old argument with the operand it stands for.
    let mut input_args: Vec<(Value, usize)> = Vec::new();
    let mut output_args: Vec<Value> = Vec::new();
    for &op in members {
        let view = module.structured(op).expect("a structured op");
        let count = view.num_inputs();
        let operands = module.operands(op).zip(view.maps()).zip(view.body_args());
        for (i, ((value, map), &arg)) in operands.enumerate() {
            if i >= count {
                outputs.push((value, map));
                output_args.push(arg);
                continue;
            }
            let same = |(v, m): &(Value, AffineMap)| *v == value && (*m == map || is_on(Mutation::MergeAcrossMaps));
            let at = inputs.iter().position(same).unwrap_or(inputs.len());
            if at == inputs.len() {
                inputs.push((value, map));
            }
            input_args.push((arg, at));
        }
    }
    let iterators = kinds(module, members);
    let values = |list: &[(Value, AffineMap)]| list.iter().map(|(v, _)| *v).collect::<Vec<_>>();
    let maps = inputs.iter().chain(&outputs).map(|(_, map)| map.clone()).collect();
    let loc = Loc::fuse(members.iter().map(|&op| module.op(op).loc.clone()));
    let mut builder = Builder::before(module, last);
    builder.loc = loc;
    let fused = builder.generic(&values(&inputs), &values(&outputs), maps, &iterators);
    let body = module.entry(fused);
    let args = module.block_args(body).to_vec();
    for (old, at) in input_args {
        module.replace_all_uses(old, args[at]);
    }
    for (old, &new) in output_args.into_iter().zip(&args[inputs.len()..]) {
        module.replace_all_uses(old, new);
    }
    let results = module.results(fused).to_vec();
    let mut results = results.into_iter();
    let mut yields = Vec::new();
    for &op in members {
        let view = module.structured(op).expect("a structured op");
        yields.extend(view.yields());
        let inner: Vec<Op> = module.block_ops(view.body()).filter(|&o| module.kind(o) != OpKind::Yield).collect();
        for o in inner {
            module.detach(o);
            module.append_op(body, o);
        }
        let count = module.results(op).len();
        let own: Vec<Value> = results.by_ref().take(count).collect();
        module.replace_op(op, &own);
    }
    let loc = module.op(fused).loc.clone();
    Builder::at_end(module, body, loc).yield_values("linalg", &yields);
    fused
}

/// A loop is a reduction if it is one for any of the ops. The kinds say nothing about the order of the loops, nor do the outputs' maps
/// have to agree with them: an output whose map uses a reduction loop is written at another element in each of its iterations.
fn kinds(module: &Module, members: &[Op]) -> Vec<IteratorKind> {
    let mut all = members.iter().map(|&op| module.structured(op).expect("a structured op").iterators());
    let mut kinds = all.next().expect("a group has members");
    for other in all {
        for (kind, _) in kinds.iter_mut().zip(other).filter(|(_, k)| *k == IteratorKind::Reduction) {
            *kind = IteratorKind::Reduction;
        }
    }
    kinds
}
