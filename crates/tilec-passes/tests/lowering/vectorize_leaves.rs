//! The blockers of `vectorize`.

use super::*;

/// A loop of 64 iterations over three 4096-element buffers.
fn module(elem: ScalarType, build: impl FnOnce(&mut Builder<'_>, &[Value], Value)) -> Module {
    let ty = Type::memref(&[4096], elem);
    program(&[ty.clone(), ty.clone(), ty], |b, v| for_loop(b, 64, |b, iv| build(b, v, iv)))
}

fn copy_at(map: AffineExpr, is_store: bool) -> Module {
    module(F32, |b, v, iv| {
        let index = b.affine_apply(&AffineMap::new(1, vec![map]), &[iv]);
        let (from, to) = if is_store { (iv, index) } else { (index, iv) };
        let x = b.load(v[0], &[from]);
        b.store(x, v[1], &[to]);
    })
}

#[test]
fn loops_that_carry_values() {
    let module = program(&[buffer(&[64]), F32.into()], |b, v| {
        let (lower, upper, step) = (b.index(0), b.index(64), b.index(1));
        let op = b.for_loop(lower, upper, step, &[v[1]]);
        let block = b.module.entry(op);
        inside(b, block, |b| {
            let args = b.module.block_args(block).to_vec();
            let x = b.load(v[0], &[args[0]]);
            let sum = b.binary(BinaryOp::AddF, args[1], x);
            b.yield_values("scf", &[sum]);
        });
    });
    assert_blocked(vectorize::run, module, "carried-value");
}

#[test]
fn loops_of_other_bounds_and_steps() {
    let with = |upper: Option<i64>, step: i64| {
        program(&[buffer(&[4096]), Type::INDEX], |b, v| {
            let (lower, step) = (b.index(0), b.index(step));
            let upper = upper.map_or(v[1], |n| b.index(n));
            let op = b.for_loop(lower, upper, step, &[]);
            let block = b.module.entry(op);
            inside(b, block, |b| {
                let zero = b.scalar(Scalar::zero(F32));
                b.store(zero, v[0], &[b.module.block_args(block)[0]]);
                b.yield_values("scf", &[]);
            });
        })
    };
    assert_blocked(vectorize::run, with(None, 1), "dynamic-bounds");
    assert_blocked(vectorize::run, with(Some(64), 2), "step");
    assert_blocked(vectorize::run, with(Some(15), 1), "short");
    assert_blocked(vectorize::run, with(Some(0), 1), "short");
}

#[test]
fn ops_without_a_vector_form() {
    let module = module(F32, |b, v, _| {
        b.op(spelling::of(OpKind::Copy), &[v[0], v[1]], &[]);
    });
    assert_blocked(vectorize::run, module, "unsupported-op");
}

#[test]
fn narrow_elements() {
    let copy = |elem| {
        module(elem, |b, v, iv| {
            let x = b.load(v[0], &[iv]);
            b.store(x, v[1], &[iv]);
        })
    };
    for elem in [F16, ScalarType::BF16, ScalarType::Int(8), ScalarType::Int(16), ScalarType::I1] {
        assert_blocked(vectorize::run, copy(elem), "narrow-element");
    }
}

#[test]
fn addresses_that_are_not_neighbours() {
    assert_blocked(vectorize::run, copy_at(AffineExpr::Const(5), true), "invariant-store");
    assert_blocked(vectorize::run, copy_at(d(0).mul(AffineExpr::Const(2)), true), "strided-store");
    assert_blocked(vectorize::run, copy_at(d(0).floor_div(AffineExpr::Const(2)), false), "gather");
    assert_blocked(vectorize::run, copy_at(d(0).modulo(AffineExpr::Const(2)), true), "gather");
    let indirect = program(&[Type::memref(&[64], ScalarType::Index), buffer(&[64]), buffer(&[64])], |b, v| {
        for_loop(b, 64, |b, iv| {
            let index = b.load(v[0], &[iv]);
            let x = b.load(v[1], &[index]);
            b.store(x, v[2], &[iv]);
        });
    });
    assert_blocked(vectorize::run, indirect, "gather");
}

#[test]
fn divisions_that_may_trap() {
    let int = ScalarType::Int(32);
    let divided = |op: BinaryOp, by: Option<i64>| {
        module(int, |b, v, iv| {
            let x = b.load(v[0], &[iv]);
            let y = match by {
                Some(c) => b.scalar(Scalar::from_i64(int, c)),
                None => b.load(v[1], &[iv]),
            };
            let quotient = b.binary(op, x, y);
            b.store(quotient, v[2], &[iv]);
        })
    };
    assert_blocked(vectorize::run, divided(BinaryOp::DivSI, None), "may-trap");
    assert_blocked(vectorize::run, divided(BinaryOp::RemSI, Some(-1)), "may-trap");
    assert_blocked(vectorize::run, divided(BinaryOp::DivUI, Some(0)), "may-trap");
    apply(vectorize::run, &mut divided(BinaryOp::DivUI, Some(-1)));
}

#[test]
fn accesses_that_may_meet() {
    let shifted = |by: i64| {
        module(F32, |b, v, iv| {
            let index = b.affine_apply(&AffineMap::new(1, vec![d(0).add(AffineExpr::Const(by))]), &[iv]);
            let x = b.load(v[0], &[iv]);
            b.store(x, v[0], &[index]);
        })
    };
    assert_blocked(vectorize::run, shifted(1), "may-alias");
    assert_blocked(vectorize::run, shifted(63), "may-alias");
    apply(vectorize::run, &mut shifted(64));
    let invariant = module(F32, |b, v, iv| {
        let c5 = b.index(5);
        let x = b.load(v[0], &[c5]);
        b.store(x, v[0], &[iv]);
    });
    assert_blocked(vectorize::run, invariant, "may-alias");
    let unknown = program(&[Type::tensor(&[64], F32), buffer(&[64])], |b, v| {
        let op = b.op(spelling::of(OpKind::ToBuffer), &[v[0]], &[buffer(&[64])]);
        let source = b.module.result(op);
        for_loop(b, 64, |b, iv| {
            let x = b.load(source, &[iv]);
            b.store(x, v[1], &[iv]);
        });
    });
    assert_blocked(vectorize::run, unknown, "may-alias");
}
