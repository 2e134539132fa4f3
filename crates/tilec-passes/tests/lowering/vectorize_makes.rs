//! What `vectorize` makes.

use super::*;

/// `out[i] = exp(in[i] · s)` for `trip` elements of a type.
fn scaled_exp(trip: i64, elem: ScalarType) -> Module {
    let ty = Type::memref(&[trip], elem);
    program(&[ty.clone(), ty, elem.into()], |b, v| {
        for_loop(b, trip, |b, iv| {
            let x = b.load(v[0], &[iv]);
            let product = b.binary(BinaryOp::MulF, x, v[2]);
            let y = b.unary(UnaryOp::Exp, product);
            b.store(y, v[1], &[iv]);
        });
    })
}

#[test]
fn a_vector_loop_and_a_tail() {
    let mut module = scaled_exp(37, F32);
    apply(vectorize::run, &mut module);
    assert_eq!(bounds(&module), loops(&[(0, 32, 16), (32, 37, 1)]));
    let expected = [
        ("vector.load", 1),
        ("vector.store", 1),
        ("vector.broadcast", 1),
        ("memref.load", 1),
        ("memref.store", 1),
        ("math.exp", 2),
    ];
    assert_counts(&module, &expected);
    // The scalar from outside is broadcast once, in front of the loop.
    let broadcast = ops_of(&module, OpKind::Broadcast)[0];
    assert_eq!(module.kind(module.parent_op(broadcast).unwrap()), OpKind::Func);
    let exp = ops_of(&module, OpKind::Unary(UnaryOp::Exp))[0];
    assert_eq!(*module.ty(module.result(exp)), Type::vector(&[16], F32));
    // The tail is too short, and the vector loop is done.
    let blockers: Vec<_> = run(vectorize::run, &mut module).into_iter().map(|r| r.verdict).collect();
    assert_eq!(blockers, [Verdict::Missed("step"), Verdict::Missed("short")]);
}

#[test]
fn eight_lanes_of_64_bits_and_no_tail_of_nothing() {
    let mut module = scaled_exp(24, F64);
    apply(vectorize::run, &mut module);
    assert_eq!(bounds(&module), loops(&[(0, 24, 8)]));
    assert_counts(&module, &[("memref.load", 0)]);
}

#[test]
fn broadcasts_of_invariant_loads_and_loads_of_lanes() {
    let mut module = program(&[buffer(&[32]), buffer(&[32, 4]), buffer(&[32])], |b, v| {
        for_loop(b, 32, |b, iv| {
            let c3 = b.index(3);
            let invariant = b.load(v[0], &[c3]);
            let column = b.load(v[1], &[iv, c3]);
            let sum = b.binary(BinaryOp::AddF, invariant, column);
            b.store(sum, v[2], &[iv]);
        });
    });
    apply(vectorize::run, &mut module);
    // One load for all lanes, and one a lane.
    assert_counts(&module, &[("memref.load", 17), ("vector.from_elements", 1), ("vector.broadcast", 1), ("affine.apply", 15)]);
}

#[test]
fn ramps_of_the_induction_variable_and_masks() {
    let mut module = program(&[buffer(&[16])], |b, v| {
        for_loop(b, 16, |b, iv| {
            let twice = b.affine_apply(&AffineMap::new(1, vec![d(0).mul(AffineExpr::Const(2))]), &[iv]);
            let c7 = b.index(7);
            let is_low = b.compare(Predicate::Slt, twice, c7);
            let (zero, one) = (b.scalar(Scalar::zero(F32)), b.scalar(Scalar::one(F32)));
            let value = b.select(is_low, zero, one);
            b.store(value, v[0], &[iv]);
        });
    });
    apply(vectorize::run, &mut module);
    // Eight lanes, for indices have 64 bits; the loop is all there is.
    assert_eq!(bounds(&module), loops(&[(0, 16, 8)]));
    let ramps: Vec<_> = ops_of(&module, OpKind::Constant)
        .into_iter()
        .filter_map(|o| match module.attr(o, "value") {
            Some(Attr::Dense(dense)) if dense.splat().is_none() => {
                Some((0..8).map(|i| dense.get(i).as_i64()).collect::<Vec<_>>())
            }
            _ => None,
        })
        .collect();
    assert_eq!(ramps, [[0, 2, 4, 6, 8, 10, 12, 14]]);
    let select = ops_of(&module, OpKind::Select)[0];
    assert_eq!(*module.ty(module.operand(select, 0)), Type::vector(&[8], ScalarType::I1));
}

#[test]
fn in_place_updates_and_far_away_parts_of_one_buffer() {
    let mut module = program(&[buffer(&[64])], |b, v| {
        for_loop(b, 32, |b, iv| {
            let other = b.affine_apply(&AffineMap::new(1, vec![d(0).add(AffineExpr::Const(32))]), &[iv]);
            let (x, y) = (b.load(v[0], &[iv]), b.load(v[0], &[other]));
            let sum = b.binary(BinaryOp::AddF, x, y);
            b.store(sum, v[0], &[iv]);
        });
    });
    apply(vectorize::run, &mut module);
    assert_counts(&module, &[("vector.load", 2), ("vector.store", 1)]);
}

#[test]
fn disjoint_views_and_safe_divisions() {
    let int = ScalarType::Int(32);
    let view = |b: &mut Builder<'_>, source: Value, offset: i64| {
        let layout = Layout::Strided { offset, strides: vec![1] };
        let ty = Type::MemRef(Arc::new(MemRefType { shape: vec![32], elem: int, layout, space: None }));
        let op = b.op(spelling::of(OpKind::View), &[source], &[ty]);
        for (name, value) in [("static_offsets", offset), ("static_sizes", 32), ("static_strides", 1)] {
            b.module.set_attr(op, name, Attr::i64_array([value]));
        }
        b.module.result(op)
    };
    let mut module = program(&[Type::memref(&[64], int)], |b, v| {
        let (low, high) = (view(b, v[0], 0), view(b, v[0], 32));
        for_loop(b, 32, |b, iv| {
            let seven = b.scalar(Scalar::from_i64(int, 7));
            let x = b.load(low, &[iv]);
            let quotient = b.binary(BinaryOp::DivSI, x, seven);
            b.store(quotient, high, &[iv]);
        });
    });
    apply(vectorize::run, &mut module);
    assert_counts(&module, &[("vector.load", 1), ("vector.store", 1), ("arith.divsi", 1)]);
}

#[test]
fn all_rows_of_a_lane_ordered_sum() {
    let mut module = program(&[buffer(&[3, 128]), buffer(&[3])], |b, v| row_sum(b, v[0], v[1]));
    apply(lower_to_loops::run, &mut module);
    let applied = run(vectorize::run, &mut module).into_iter().filter(|r| r.verdict == Verdict::Applied).count();
    // The first row, the others, and the halving of 32 lanes to 16.
    assert_eq!(applied, 3);
}
