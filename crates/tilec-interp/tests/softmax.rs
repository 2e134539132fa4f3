//! `linalg.softmax` has the bits of the structured ops it decomposes into.

mod common;

use common::{F32, Func, data, memref, tensor, values};
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::spelling::of;
use tilec_ir::{AffineMap, Attr, DYNAMIC, Data, OpKind, Scalar, ScalarType, Type};

fn dimension(dim: usize) -> [(&'static str, Attr); 1] {
    [("dimension", Attr::Int(dim as i64, ScalarType::Int(64)))]
}

fn softmax(elem: ScalarType, dim: usize) -> Func {
    let ty = Type::tensor(&[DYNAMIC, DYNAMIC], elem);
    let mut f = Func::new(std::slice::from_ref(&ty));
    let a = f.arg(0);
    let t = f.value(OpKind::Softmax, &[a, a], ty, &dimension(dim));
    f.ret(&[t]);
    f
}

/// What mlir-opt's decomposition is, with the rows' extent given by a second argument.
fn decomposed(elem: ScalarType, dim: usize) -> Func {
    let (ty, row) = (Type::tensor(&[DYNAMIC, DYNAMIC], elem), Type::tensor(&[DYNAMIC], elem));
    let mut f = Func::new(&[ty, row.clone()]);
    let (a, rows) = (f.arg(0), f.arg(1));
    let (id, kept) = (AffineMap::identity(2), AffineMap::select(2, [1 - dim]));
    let iterators = if dim == 0 { "rp" } else { "pr" };
    let reduce = |f: &mut Func, input, start: f64, op| {
        let start = f.build().scalar(Scalar::from_f64(elem, start));
        let maps = [AffineMap::select(1, []), AffineMap::identity(1)];
        let init = f.generic(&[start], &[rows], &maps, "p", |_, args| vec![args[0]]);
        let maps = [id.clone(), kept.clone()];
        f.generic(&[input], &init, &maps, iterators, |b, args| vec![b.binary(op, args[0], args[1])])[0]
    };
    let maps = [id.clone(), kept.clone(), id.clone()];
    let max = reduce(&mut f, a, f64::NAN, BinaryOp::MaxNumF);
    let exp = f.generic(&[a, max], &[a], &maps, "pp", |b, args| {
        let shifted = b.binary(BinaryOp::SubF, args[0], args[1]);
        vec![b.unary(UnaryOp::Exp, shifted)]
    })[0];
    let sum = reduce(&mut f, exp, 0.0, BinaryOp::AddF);
    let quotient = f.generic(&[exp, sum], &[a], &maps, "pp", |b, args| vec![b.binary(BinaryOp::DivF, args[0], args[1])]);
    f.ret(&quotient);
    f
}

/// Numbers between about -4 and 4.
fn numbers(elem: ScalarType, shape: &[usize]) -> Data {
    let count: usize = shape.iter().product();
    let number = |i: usize| f64::from((i as u32).wrapping_mul(2_654_435_761) >> 16) / 8192.0 - 4.0;
    data(elem, shape, &(0..count).map(number).collect::<Vec<_>>())
}

#[test]
fn equals_the_decomposition() {
    for elem in [F32, ScalarType::F64, ScalarType::F16, ScalarType::BF16] {
        for (dim, shape) in [
            (1, [2, 5]),
            (1, [3, 31]),
            (1, [2, 100]),
            (1, [1, 4096 + 4096 + 7]),
            (1, [2, 1]),
            (1, [0, 3]),
            (1, [3, 0]),
            (0, [100, 2]),
            (0, [5000, 1]),
            (0, [1, 3]),
            (0, [0, 3]),
        ] {
            let (a, row) = (numbers(elem, &shape), Data::zeros(elem, &[shape[1 - dim]]));
            for fp in [Numerics::Pinned, Numerics::Strict] {
                let (mut f, mut g) = (softmax(elem, dim), decomposed(elem, dim));
                assert!(numerics::pin(&mut f.module, fp) && numerics::pin(&mut g.module, fp));
                let found = &f.run(std::slice::from_ref(&a)).unwrap().results[0];
                let expected = &g.run(&[a.clone(), row.clone()]).unwrap().results[0];
                assert_eq!(found.first_difference(expected), None, "{elem:?} {dim} {shape:?} {fp:?}");
            }
        }
    }
}

#[test]
fn lanes_are_not_iteration_order() {
    let (pinned, mut strict) = (softmax(F32, 1), softmax(F32, 1));
    numerics::pin(&mut strict.module, Numerics::Strict);
    let a = numbers(F32, &[4, 1000]);
    let [pinned, strict] = [pinned, strict].map(|f| f.run(std::slice::from_ref(&a)).unwrap().results.remove(0));
    assert_ne!(pinned.first_difference(&strict), None);
}

#[test]
fn extreme_rows() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let run = |row: &[f64]| softmax(F32, 1).results(&[data(F32, &[1, row.len()], row)]).remove(0);
    assert_eq!(run(&[3.0]), [1.0]);
    assert_eq!(run(&[1e30, 1e30]), [0.5, 0.5]);
    assert_eq!(run(&[-1e30, 1e30]), [0.0, 1.0]);
    assert_eq!(run(&[-inf, 0.0]), [0.0, 1.0]);
    for row in [[inf, 0.0], [nan, 0.0], [-inf, -inf]] {
        assert!(run(&row).iter().any(|x| x.is_nan()), "{row:?}");
    }
}

#[test]
fn in_place_on_buffers_and_in_the_middle() {
    let mut f = Func::new(&[memref(&[2, 2, 2])]);
    let m = f.arg(0);
    f.op(of(OpKind::Softmax), &[m, m], &[], &dimension(1));
    f.ret(&[]);
    let outcome = f.run(&[data(F32, &[2, 2, 2], &[0., 1., 0., 1., -5., 1000., -5., 0.])]).unwrap();
    assert_eq!(values(outcome.buffers[0].as_ref().unwrap()), [0.5, 0.5, 0.5, 0.5, 0.5, 1.0, 0.5, 0.0]);
}

#[test]
fn what_does_not_fit() {
    let t = tensor(&[DYNAMIC]);
    let mut f = Func::new(&[t.clone(), t.clone()]);
    let (a, b) = (f.arg(0), f.arg(1));
    let r = f.value(OpKind::Softmax, &[a, b], t.clone(), &dimension(0));
    f.ret(&[r]);
    let message = f.message(&[data(F32, &[2], &[0.; 2]), data(F32, &[3], &[0.; 3])]);
    assert_eq!(message, "linalg.softmax: expected operands alike, found [2] of f32 and [3] of f32");
    let mut f = Func::new(std::slice::from_ref(&t));
    let a = f.arg(0);
    let r = f.value(OpKind::Softmax, &[a, a], t, &dimension(1));
    f.ret(&[r]);
    assert_eq!(f.message(&[data(F32, &[1], &[0.])]), "linalg.softmax: expected a dimension of the operands");
    let ints = Type::tensor(&[1], ScalarType::Int(8));
    let mut f = Func::new(std::slice::from_ref(&ints));
    let a = f.arg(0);
    let r = f.value(OpKind::Softmax, &[a, a], ints, &dimension(0));
    f.ret(&[r]);
    assert_eq!(f.message(&[data(ScalarType::Int(8), &[1], &[0.])]), "linalg.softmax: expected floats");
}
