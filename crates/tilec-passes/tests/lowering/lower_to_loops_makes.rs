//! What `lower-to-loops` makes in iteration order.

use super::*;

#[test]
fn elementwise_loops_with_bounds_indices_and_loop_index() {
    let mut module = program(&[buffer(&[4, DYNAMIC]), buffer(&[DYNAMIC, 4]), F32.into()], |b, v| {
        let maps = vec![AffineMap::identity(2), AffineMap::new(2, vec![]), AffineMap::select(2, [1, 0])];
        generic(b, &[v[0], v[2]], &[v[1]], maps, &[Parallel, Parallel], |b, args| {
            let op = b.op(spelling::of(OpKind::LoopIndex), &[], &[Type::INDEX]);
            b.module.set_attr(op, "dim", Attr::Int(1, ScalarType::Int(64)));
            let index = b.module.result(op);
            let index = b.cast(CastOp::IndexCast, index, ScalarType::Int(32));
            let number = b.cast(CastOp::SIToFP, index, F32);
            let sum = b.binary(BinaryOp::AddF, args[0], args[1]);
            vec![b.binary(BinaryOp::MulF, sum, number)]
        });
    });
    apply(lower_to_loops::run, &mut module);
    assert_eq!(bounds(&module), [[Some(0), Some(4), Some(1)], [Some(0), None, Some(1)]]);
    let expected = [
        ("linalg.generic", 0),
        ("memref.dim", 1),
        ("memref.load", 1),
        ("memref.store", 1),
        ("linalg.index", 0),
        ("affine.apply", 0),
    ];
    assert_counts(&module, &expected);
    let store = ops_of(&module, OpKind::Store)[0];
    let ivs: Vec<_> = ops_of(&module, OpKind::For).iter().map(|&o| module.block_args(module.entry(o))[0]).collect();
    assert_eq!(module.operands(store).skip(2).collect::<Vec<_>>(), [ivs[1], ivs[0]]);
    assert_eq!(module.op(store).loc.to_string(), "t.mlir:7:3");
}

#[test]
fn no_loop_of_a_point_and_no_load_of_what_is_not_read() {
    let mut module = program(&[buffer(&[]), F32.into()], |b, v| {
        let maps = vec![AffineMap::new(0, vec![]), AffineMap::new(0, vec![])];
        generic(b, &[v[1]], &[v[0]], maps, &[], |_, args| vec![args[0]]);
    });
    apply(lower_to_loops::run, &mut module);
    assert_counts(&module, &[("scf.for", 0), ("memref.load", 0), ("memref.store", 1)]);
}

#[test]
fn affine_apply_of_windows_and_a_carried_accumulator() {
    let mut module = program(&[buffer(&[10]), buffer(&[3]), buffer(&[8])], |b, v| {
        let maps = vec![AffineMap::new(2, vec![d(0).add(d(1))]), AffineMap::select(2, [1]), AffineMap::select(2, [0])];
        generic(b, &[v[0], v[1]], &[v[2]], maps, &[Parallel, Reduction], |b, args| {
            vec![b.ternary(TernaryOp::Fma, args[0], args[1], args[2])]
        });
    });
    apply(lower_to_loops::run, &mut module);
    assert_eq!(bounds(&module), loops(&[(0, 8, 1), (0, 3, 1)]));
    assert_counts(&module, &[("affine.apply", 1), ("memref.load", 3), ("memref.store", 1)]);
    let inner = ops_of(&module, OpKind::For)[1];
    let store = ops_of(&module, OpKind::Store)[0];
    assert_eq!(module.operand(store, 0), module.result(inner));
}

#[test]
fn two_carrying_loops_when_both_are_reductions() {
    let mut module = program(&[buffer(&[4, 5, 6]), buffer(&[4])], |b, v| {
        let maps = vec![AffineMap::identity(3), AffineMap::select(3, [0])];
        generic(b, &[v[0]], &[v[1]], maps, &[Parallel, Reduction, Reduction], |b, args| {
            vec![b.binary(BinaryOp::MulF, args[1], args[0])]
        });
    });
    apply(lower_to_loops::run, &mut module);
    let results: Vec<_> = ops_of(&module, OpKind::For).iter().map(|&o| module.results(o).len()).collect();
    assert_eq!(results, [0, 1, 1]);
    assert_counts(&module, &[("memref.load", 2), ("memref.store", 1)]);
}

#[test]
fn accumulation_in_memory_where_an_input_may_be_the_output() {
    let mut module = program(&[buffer(&[4])], |b, v| {
        let maps = vec![AffineMap::select(2, [1]), AffineMap::select(2, [0])];
        generic(b, &[v[0]], &[v[0]], maps, &[Parallel, Reduction], |b, args| vec![b.binary(BinaryOp::AddF, args[1], args[0])]);
    });
    apply(lower_to_loops::run, &mut module);
    let results: Vec<_> = ops_of(&module, OpKind::For).iter().map(|&o| module.results(o).len()).collect();
    assert_eq!(results, [0, 0]);
    assert_counts(&module, &[("memref.load", 2), ("memref.store", 1)]);
}

#[test]
fn loops_of_strided_copies_only() {
    let mut module = program(&[strided(&[4, 5], F32, &[8, 1]), buffer(&[4, 5])], |b, v| {
        b.op(spelling::of(OpKind::Copy), &[v[0], v[1]], &[]);
    });
    apply(lower_to_loops::run, &mut module);
    assert_eq!(bounds(&module), loops(&[(0, 4, 1), (0, 5, 1)]));
    assert_counts(&module, &[("memref.copy", 0), ("memref.load", 1), ("memref.store", 1)]);
}
