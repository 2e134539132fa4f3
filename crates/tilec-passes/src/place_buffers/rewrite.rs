//! Makes the arena and turns allocations into views of it.

use super::liveness::{loops, parallel_around};
use super::{ALIGNMENT, ParallelPart, Plan};
use std::collections::HashMap;
use tilec_ir::arena;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, ScalarType, Type, Value, spelling};

/// Carries out a plan.
pub(super) fn apply(module: &mut Module, func: Op, plan: &Plan) {
    let first = module.block_ops(module.entry(func)).next().expect("a body that ends");
    let loc = module.op(func).loc.clone();
    let arena = {
        let mut builder = Builder::before(module, first);
        builder.loc = loc;
        let ty = Type::memref(&[i64::try_from(plan.peak).expect("a size that fits")], ScalarType::Int(8));
        let op = builder.op(spelling::of(OpKind::Alloc), &[], &[ty]);
        builder.module.set_segments(op, &[0, 0]);
        let alignment = i64::try_from(ALIGNMENT).expect("a small number");
        builder.module.set_attr(op, "alignment", Attr::Int(alignment, ScalarType::Int(64)));
        arena::mark(builder.module, op);
        builder.module.result(op)
    };
    let parts: HashMap<Op, &ParallelPart> = plan.loops.iter().map(|p| (p.op, p)).collect();
    let mut sharers: HashMap<Op, Vec<Op>> = HashMap::new();
    for r in &plan.reused {
        sharers.entry(r.of).or_default().push(r.alloc);
    }
    for (t, offset) in &plan.placed {
        let mut allocs = vec![t.alloc];
        allocs.extend(sharers.remove(&t.alloc).unwrap_or_default());
        // One view for all that share the place, where the first of them is made.
        let first = allocs.iter().copied().reduce(|a, b| if module.is_before(b, a) { b } else { a }).expect("at least one");
        let shift = shift(module, first, *offset, &parts);
        let ty = module.ty(module.result(t.alloc)).clone();
        let view = Builder::before(module, first).op(spelling::of(OpKind::ByteView), &[arena, shift], &[ty]);
        module.set_segments(view, &[1, 1, 0]);
        let view = module.result(view);
        for alloc in allocs {
            let value = module.result(alloc);
            for user in
                module.uses(value).to_vec().into_iter().filter(|u| module.kind(u.op) == OpKind::Dealloc).collect::<Vec<_>>()
            {
                module.erase(user.op);
            }
            module.replace_all_uses(value, view);
            module.erase(alloc);
        }
    }
}

/// The offset in the arena: constant, or that of the iteration's part.
fn shift(module: &mut Module, alloc: Op, offset: u64, parts: &HashMap<Op, &ParallelPart>) -> Value {
    let number = |n: u64| i64::try_from(n).expect("a size that fits");
    let (mut constant, mut terms, mut ivs) = (number(offset), Vec::new(), Vec::new());
    let mut around = parallel_around(module, alloc);
    while let Some(op) = around {
        let part = parts[&op];
        constant += number(part.offset);
        let mut stride = number(part.bytes);
        let bounds = loops(module, op).expect("loops whose trips are known");
        let block = module.entry(op);
        for (d, (lower, step, trips)) in bounds.into_iter().enumerate().rev() {
            ivs.push(module.block_args(block)[d]);
            terms.push((lower, step, stride));
            stride *= number(trips);
        }
        around = parallel_around(module, op);
    }
    let mut builder = Builder::before(module, alloc);
    if terms.is_empty() {
        return builder.index(constant);
    }
    let mut sum = AffineExpr::Const(constant);
    for (d, (lower, step, stride)) in (0u32..).zip(terms) {
        let trip = AffineExpr::Dim(d).minus(AffineExpr::Const(lower)).floor_div(AffineExpr::Const(step));
        sum = trip.mul(AffineExpr::Const(stride)).add(sum);
    }
    builder.affine_apply(&AffineMap::new(ivs.len(), vec![sum]), &ivs)
}
