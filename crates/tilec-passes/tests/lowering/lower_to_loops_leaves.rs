//! The blockers of `lower-to-loops`.

use super::*;

fn copy_between(source: Type, target: Type) -> Module {
    program(&[source, target], |b, v| {
        b.op(spelling::of(OpKind::Copy), &[v[0], v[1]], &[]);
    })
}

/// A one-loop op whose marked combiner and yield `body` makes.
fn marked(kinds: &[IteratorKind], out: AffineMap, body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value) -> Module {
    let shape: &[i64] = if out.num_results() == 0 { &[] } else { &[64] };
    program(&[buffer(&[64]), buffer(shape)], |b, v| {
        generic(b, &[v[0]], &[v[1]], vec![AffineMap::identity(1), out], kinds, |b, args| vec![body(b, args)]);
    })
}

fn marked_sum(b: &mut Builder<'_>, args: &[Value]) -> Value {
    let sum = b.binary(BinaryOp::AddF, args[1], args[0]);
    mark_lanes(b, sum);
    sum
}

#[test]
fn tensors() {
    let tensor = Type::tensor(&[4], F32);
    let module = program(&[tensor.clone(), tensor], |b, v| {
        let maps = vec![AffineMap::identity(1); 2];
        generic(b, &[v[0]], &[v[1]], maps, &[Parallel], |_, args| vec![args[0]]);
    });
    assert_blocked(lower_to_loops::run, module, "on-tensors");
}

#[test]
fn odd_layouts() {
    let layout = Layout::Map(AffineMap::new(1, vec![d(0).modulo(AffineExpr::Const(2))]));
    let odd = Type::MemRef(Arc::new(MemRefType { shape: vec![4], elem: F32, layout, space: None }));
    assert_blocked(lower_to_loops::run, copy_between(odd, buffer(&[4])), "layout");
    assert_blocked(lower_to_loops::run, copy_between(Type::UnrankedMemRef(F32), Type::UnrankedMemRef(F32)), "layout");
}

#[test]
fn contiguous_copies() {
    assert_blocked(lower_to_loops::run, copy_between(buffer(&[4, DYNAMIC]), buffer(&[4, DYNAMIC])), "contiguous-copy");
}

#[test]
fn loops_without_extent() {
    let module = program(&[buffer(&[4])], |b, v| {
        generic(b, &[], &[v[0]], vec![AffineMap::new(2, vec![d(0).add(d(1))])], &[Parallel, Parallel], |_, args| vec![args[0]]);
    });
    assert_blocked(lower_to_loops::run, module, "unknown-extent");
}

#[test]
fn marks_that_do_not_fit() {
    let point = || AffineMap::new(1, vec![]);
    let twice = marked(&[Reduction], point(), |b, args| {
        let sum = marked_sum(b, args);
        b.binary(BinaryOp::MulF, sum, args[1])
    });
    let difference = marked(&[Reduction], point(), |b, args| {
        let difference = b.binary(BinaryOp::SubF, args[1], args[0]);
        mark_lanes(b, difference);
        difference
    });
    let both = marked(&[Reduction], point(), |b, args| {
        let sum = b.binary(BinaryOp::AddF, args[1], args[1]);
        mark_lanes(b, sum);
        sum
    });
    let used = marked(&[Reduction], AffineMap::identity(1), marked_sum);
    let parallel = marked(&[Parallel], AffineMap::identity(1), marked_sum);
    for module in [twice, difference, both, used, parallel] {
        assert_blocked(lower_to_loops::run, module, "lanes-form");
    }
}

#[test]
fn a_reduction_with_an_accumulating_loop_inside() {
    let module = program(&[buffer(&[64, 5]), buffer(&[])], |b, v| {
        let maps = vec![AffineMap::identity(2), AffineMap::new(2, vec![])];
        generic(b, &[v[0]], &[v[1]], maps, &[Reduction, Parallel], |b, args| vec![marked_sum(b, args)]);
    });
    assert_blocked(lower_to_loops::run, module, "lanes-form");
}

#[test]
fn lanes_of_an_input_that_may_be_the_output() {
    let module = program(&[buffer(&[64, 64])], |b, v| {
        let maps = vec![AffineMap::identity(2), AffineMap::select(2, [0, 0])];
        generic(b, &[v[0]], &[v[0]], maps, &[Parallel, Reduction], |b, args| vec![marked_sum(b, args)]);
    });
    assert_blocked(lower_to_loops::run, module, "may-alias");
}
