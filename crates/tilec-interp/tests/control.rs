//! Branches and loops of structured control flow.

mod common;

use common::{F32, Func, data, index, ints, memref, tensor, values};
use tilec_interp::{Limits, run_with};
use tilec_ir::scalar_op::{BinaryOp, Predicate};
use tilec_ir::spelling::{find, of};
use tilec_ir::{AffineExpr, AffineMap, Attr, DYNAMIC, Data, OpKind, Scalar, ScalarType, Type, Value};

fn flag(value: bool) -> Data {
    Data::scalar(Scalar::new(ScalarType::I1, u64::from(value)))
}

fn affine(f: &mut Func, kind: OpKind, map: AffineMap, operands: &[Value]) -> Value {
    f.value(kind, operands, Type::INDEX, &[("map", Attr::Map(map))])
}

fn dim(d: u32) -> AffineExpr {
    AffineExpr::Dim(d)
}

#[test]
fn branches() {
    let mut f = Func::new(&[Type::I1, tensor(&[2]), tensor(&[2])]);
    let (c, a, b) = (f.arg(0), f.arg(1), f.arg(2));
    let op = f.op(of(OpKind::If), &[c], &[tensor(&[2]), Type::INDEX], &[]);
    f.region(op, &[], |f, _| {
        let n = f.build().index(7);
        f.yields("scf", &[a, n]);
    });
    f.region(op, &[], |f, _| {
        let sum = f.build().binary(BinaryOp::AddF, a, b);
        let n = f.build().index(8);
        f.yields("scf", &[sum, n]);
    });
    let results = f.module.results(op).to_vec();
    f.ret(&results);
    let args = |c| [flag(c), data(F32, &[2], &[1., 2.]), data(F32, &[2], &[10., 20.])];
    assert_eq!(f.results(&args(true)), [vec![1., 2.], vec![7.]]);
    assert_eq!(f.results(&args(false)), [vec![11., 22.], vec![8.]]);
}

#[test]
fn a_branch_without_results() {
    let mut f = Func::new(&[Type::I1, memref(&[1])]);
    let (c, m) = (f.arg(0), f.arg(1));
    let op = f.op(of(OpKind::If), &[c], &[], &[]);
    f.region(op, &[], |f, _| {
        let (nine, zero) = (f.build().scalar(Scalar::from_f64(F32, 9.0)), f.build().index(0));
        f.build().store(nine, m, &[zero]);
        f.yields("scf", &[]);
    });
    f.module.push_region(op);
    f.ret(&[]);
    for (c, expected) in [(true, 9.0), (false, 1.0)] {
        let outcome = f.run(&[flag(c), data(F32, &[1], &[1.])]).unwrap();
        assert_eq!(values(outcome.buffers[1].as_ref().unwrap()), [expected]);
    }
}

/// Doubles until the bound is reached, and counts.
fn doubling() -> Func {
    let mut f = Func::new(&[Type::INDEX, Type::INDEX]);
    let (start, bound, zero) = (f.arg(0), f.arg(1), f.build().index(0));
    let op = f.op(of(OpKind::While), &[start, zero], &[Type::INDEX; 2], &[]);
    f.region(op, &[Type::INDEX, Type::INDEX], |f, args| {
        let below = f.build().compare(Predicate::Slt, args[0], bound);
        f.grouped(of(OpKind::Condition), &[&[below], &[args[1], args[0]]], &[], &[]);
    });
    f.region(op, &[Type::INDEX, Type::INDEX], |f, args| {
        let one = f.build().index(1);
        let count = f.build().binary(BinaryOp::AddI, args[0], one);
        let double = f.build().binary(BinaryOp::AddI, args[1], args[1]);
        f.yields("scf", &[double, count]);
    });
    let results = f.module.results(op).to_vec();
    f.ret(&results);
    f
}

#[test]
fn loops_while_a_condition_holds() {
    let f = doubling();
    assert_eq!(f.results(&[index(3), index(40)]), [[4.], [48.]]);
    assert_eq!(f.results(&[index(3), index(3)]), [[0.], [3.]], "no trip");
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let error = run_with(&f.module, f.op, &[index(0), index(1)], &limits).unwrap_err();
    assert_eq!(error.to_string(), "t.mlir:3:7: error: scf.while: the limit of steps is used up");
}

fn bounds(lower: &[i64], upper: &[i64], step: &[i64]) -> [(&'static str, Attr); 3] {
    [("staticLowerBound", ints(lower)), ("staticUpperBound", ints(upper)), ("staticStep", ints(step))]
}

/// A forall over `0..n` by `0..3`, steps 2, that writes `10 i + j` into 1x1 tiles of a 3x3 tensor.
fn tiles() -> Func {
    let t = tensor(&[3, 3]);
    let mut f = Func::new(&[Type::INDEX, t.clone(), Type::INDEX]);
    let (n, init, step) = (f.arg(0), f.arg(1), f.arg(2));
    let attrs = bounds(&[0, 0], &[DYNAMIC, 3], &[DYNAMIC, 2]);
    let op = f.grouped(of(OpKind::Forall), &[&[], &[n], &[step], &[init]], std::slice::from_ref(&t), &attrs);
    f.region(op, &[Type::INDEX, Type::INDEX, t.clone()], |f, args| {
        let number = AffineMap::new(2, vec![dim(0).mul(AffineExpr::Const(10)).add(dim(1))]);
        let number = affine(f, OpKind::AffineApply, number, &args[..2]);
        let x = f.float_of(number);
        let tile = f.value(OpKind::FromElements, &[x], tensor(&[1, 1]), &[]);
        let end = f.op(of(OpKind::InParallel), &[], &[], &[]);
        f.region(end, &[], |f, _| {
            let attrs = [
                ("static_offsets", ints(&[DYNAMIC, DYNAMIC])),
                ("static_sizes", ints(&[1, 1])),
                ("static_strides", ints(&[1, 1])),
            ];
            f.grouped(of(OpKind::ParallelInsert), &[&[tile], &[args[2]], &args[..2], &[], &[]], &[], &attrs);
        });
    });
    let result = f.module.result(op);
    f.ret(&[result, init]);
    f
}

#[test]
fn parallel_inserts_go_into_the_shared_tensor() {
    let f = tiles();
    let init = data(F32, &[3, 3], &[-1.; 9]);
    let run = |n, step| f.results(&[index(n), init.clone(), index(step)]);
    assert_eq!(run(3, 2)[0], [0., -1., 2., -1., -1., -1., 20., -1., 22.]);
    assert_eq!(run(3, 2)[1], [-1.; 9], "the value from outside stays");
    assert_eq!(run(1, 1)[0], [0., -1., 2., -1., -1., -1., -1., -1., -1.]);
    assert_eq!(run(0, 1)[0], [-1.; 9], "no iteration");
    let message = |n, step| f.message(&[index(n), init.clone(), index(step)]);
    assert_eq!(message(3, 0), "scf.forall: expected a positive step, found 0");
    let outside = message(5, 4);
    assert!(
        outside.starts_with("tensor.parallel_insert_slice: slice out of bounds: expected a part of dimension 0"),
        "{outside}"
    );
}

#[test]
fn iterations_read_what_is_shared_as_it_was_before_the_loop() {
    let t = tensor(&[1]);
    let mut f = Func::new(std::slice::from_ref(&t));
    let init = f.arg(0);
    // Two are shared: one is doubled in each iteration, the other is only used up in the body. Iterations may run in any order, so none sees
    // what another put in: three times the double of 5.
    let shared = [t.clone(), t.clone()];
    let op = f.grouped(of(OpKind::Forall), &[&[], &[], &[], &[init, init]], &shared, &bounds(&[0], &[3], &[1]));
    f.region(op, &[Type::INDEX, t.clone(), t.clone()], |f, args| {
        let double = f.build().binary(BinaryOp::AddF, args[1], args[1]);
        let id = AffineMap::identity(1);
        f.generic(&[double], &[args[2]], &[id.clone(), id], "p", |_, args| vec![args[0]]);
        let end = f.op(of(OpKind::InParallel), &[], &[], &[]);
        f.region(end, &[], |f, _| {
            let attrs = [("static_offsets", ints(&[0])), ("static_sizes", ints(&[1])), ("static_strides", ints(&[1]))];
            f.grouped(of(OpKind::ParallelInsert), &[&[double], &[args[1]], &[], &[], &[]], &[], &attrs);
        });
    });
    let results = f.module.results(op).to_vec();
    f.ret(&results);
    assert_eq!(f.results(&[data(F32, &[1], &[5.])]), [[10.], [5.]]);
}

#[test]
fn parallel_loops_combine_in_order() {
    let mut f = Func::new(&[Type::INDEX, F32.into()]);
    let (n, init, zero) = (f.arg(0), f.arg(1), f.build().index(0));
    let (one, two) = (f.build().index(1), f.build().index(2));
    let groups: [&[Value]; 4] = [&[one, zero], &[n, two], &[two, one], &[init, n]];
    let op = f.grouped(of(OpKind::Parallel), &groups, &[F32.into(), Type::INDEX], &[]);
    f.region(op, &[Type::INDEX, Type::INDEX], |f, args| {
        let number = f.build().binary(BinaryOp::AddI, args[0], args[1]);
        let x = f.float_of(number);
        let end = f.op(of(OpKind::Combine), &[x, number], &[], &[]);
        f.region(end, &[F32.into(), F32.into()], |f, args| {
            // acc := x - acc tells left from right and the order.
            let difference = f.build().binary(BinaryOp::SubF, args[1], args[0]);
            f.op(find("scf.reduce.return").unwrap(), &[difference], &[], &[]);
        });
        f.region(end, &[Type::INDEX, Type::INDEX], |f, args| {
            let most = f.build().binary(BinaryOp::MaxSI, args[0], args[1]);
            f.op(find("scf.reduce.return").unwrap(), &[most], &[], &[]);
        });
    });
    let results = f.module.results(op).to_vec();
    f.ret(&results);
    let half = Data::scalar(Scalar::from_f64(F32, 0.5));
    // Points 1, 2, 3, 4: 4 - (3 - (2 - (1 - 0.5))).
    assert_eq!(f.results(&[index(4), half.clone()]), [[2.5], [4.]]);
    assert_eq!(f.results(&[index(1), half]), [[0.5], [1.]], "no iteration");
}

#[test]
fn affine_loops_and_accesses() {
    // for i = max(lo, 1) to min(n, 6) step 2: m[i] := m[i - lo] + 1, and the sum of i.
    let mut f = Func::new(&[Type::INDEX, Type::INDEX, memref(&[8])]);
    let (lo, n, m) = (f.arg(0), f.arg(1), f.arg(2));
    let zero = f.build().index(0);
    let lower = AffineMap::new(1, vec![dim(0), AffineExpr::Const(1)]);
    let upper = AffineMap { dims: 0, symbols: 1, results: vec![AffineExpr::Symbol(0), AffineExpr::Const(6)].into() };
    let attrs =
        [("lowerBoundMap", Attr::Map(lower)), ("upperBoundMap", Attr::Map(upper)), ("step", Attr::Int(2, ScalarType::Index))];
    let op = f.grouped(of(OpKind::AffineFor), &[&[lo], &[n], &[zero]], &[Type::INDEX], &attrs);
    f.region(op, &[Type::INDEX, Type::INDEX], |f, args| {
        let back = AffineMap { dims: 1, symbols: 1, results: vec![dim(0).minus(AffineExpr::Symbol(0))].into() };
        let x = f.value(OpKind::AffineLoad, &[m, args[0], lo], F32.into(), &[("map", Attr::Map(back))]);
        let one = f.build().scalar(Scalar::from_f64(F32, 1.0));
        let y = f.build().binary(BinaryOp::AddF, x, one);
        f.op(of(OpKind::AffineStore), &[y, m, args[0]], &[], &[("map", Attr::Map(AffineMap::identity(1)))]);
        let sum = f.build().binary(BinaryOp::AddI, args[1], args[0]);
        f.yields("affine", &[sum]);
    });
    let sum = f.module.result(op);
    f.ret(&[sum]);
    let zeros = data(F32, &[8], &[0.; 8]);
    let run = |lo, n| {
        let outcome = f.run(&[index(lo), index(n), zeros.clone()]).unwrap();
        (values(&outcome.results[0])[0], values(outcome.buffers[2].as_ref().unwrap()))
    };
    assert_eq!(run(2, 100), (6.0, vec![0., 0., 1., 0., 2., 0., 0., 0.]));
    assert_eq!(run(0, 4), (4.0, vec![0., 1., 0., 1., 0., 0., 0., 0.]));
    assert_eq!(run(7, 7).0, 0.0, "no trip");
    let message = f.message(&[index(-9), index(6), zeros.clone()]);
    assert_eq!(message, "affine.load: index out of bounds: expected an index in 0..8 for dimension 0, found 10");
}

#[test]
fn least_and_greatest() {
    let map = AffineMap { dims: 1, symbols: 1, results: vec![dim(0), AffineExpr::Symbol(0), AffineExpr::Const(5)].into() };
    let mut f = Func::new(&[Type::INDEX, Type::INDEX]);
    let operands = [f.arg(0), f.arg(1)];
    let least = affine(&mut f, OpKind::AffineExtremum { max: false }, map.clone(), &operands);
    let most = affine(&mut f, OpKind::AffineExtremum { max: true }, map, &operands);
    f.ret(&[least, most]);
    assert_eq!(f.results(&[index(-3), index(9)]), [[-3.], [9.]]);
    assert_eq!(f.results(&[index(7), index(6)]), [[5.], [7.]]);
}

#[test]
fn what_cannot_be_compiled() {
    // A parallel insert outside of its loop, a yield in the middle, a schedule.
    let mut f = Func::new(&[tensor(&[1])]);
    let t = f.arg(0);
    let attrs = [("static_offsets", ints(&[0])), ("static_sizes", ints(&[1])), ("static_strides", ints(&[1]))];
    f.grouped(of(OpKind::ParallelInsert), &[&[t], &[t], &[], &[], &[]], &[], &attrs);
    f.ret(&[]);
    let one = data(F32, &[1], &[0.]);
    let message = f.message(std::slice::from_ref(&one));
    assert_eq!(message, "tensor.parallel_insert_slice: expected one of the tensors that the loop shares");

    let mut f = Func::new(&[]);
    f.yields("scf", &[]);
    f.ret(&[]);
    assert_eq!(f.message(&[]), "scf.yield: expected at the end of a block");

    let mut f = Func::new(&[Type::I1]);
    let c = f.arg(0);
    let op = f.op(of(OpKind::If), &[c], &[Type::INDEX], &[]);
    f.region(op, &[], |f, _| f.yields("scf", &[c]));
    f.region(op, &[], |f, _| f.yields("scf", &[c]));
    f.ret(&[]);
    assert_eq!(f.message(&[flag(true)]), "scf.yield: the values handed over do not match");

    let mut f = Func::new(&[tensor(&[1])]);
    let t = f.arg(0);
    f.op(find("transform.apply_cse").unwrap(), &[t], &[], &[]);
    f.ret(&[]);
    assert_eq!(f.message(&[one]), "transform.apply_cse: cannot be interpreted");
}
