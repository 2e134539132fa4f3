//! Structured ops: maps, reductions in order, indices, several results, poison.

mod common;

use common::{F32, Func, data, ints, memref, tensor};
use tilec_ir::scalar_op::{BinaryOp, CastOp};
use tilec_ir::spelling::of;
use tilec_ir::{AffineExpr, AffineMap, Attr, Data, OpKind, Scalar, ScalarType, StructuredOp, Type};

#[test]
fn elementwise_chain() {
    let t = tensor(&[2, 3]);
    let mut f = Func::new(&[t.clone(), t.clone()]);
    let (a, b, id) = (f.arg(0), f.arg(1), AffineMap::identity(2));
    let mut value = a;
    for op in [BinaryOp::AddF, BinaryOp::MulF, BinaryOp::SubF] {
        let out = f.empty(&t);
        let maps = [id.clone(), id.clone(), id.clone()];
        value = f.generic(&[value, b], &[out], &maps, "pp", |b, args| vec![b.binary(op, args[0], args[1])])[0];
    }
    f.ret(&[value, a]);
    let (x, y) = (data(F32, &[2, 3], &[1., 2., 3., 4., 5., 6.]), data(F32, &[2, 3], &[2.; 6]));
    let results = f.results(&[x, y]);
    assert_eq!(results[0], [4., 6., 8., 10., 12., 14.]);
    assert_eq!(results[1], [1., 2., 3., 4., 5., 6.]);
}

#[test]
fn transposes_and_strides() {
    let mut f = Func::new(&[tensor(&[2, 3])]);
    let (a, out) = (f.arg(0), f.empty(&tensor(&[3, 2])));
    let maps = [AffineMap::select(2, [1, 0]), AffineMap::identity(2)];
    let r = f.generic(&[a], &[out], &maps, "pp", |_, args| vec![args[0]])[0];
    f.ret(&[r]);
    let x = data(F32, &[2, 3], &[1., 2., 3., 4., 5., 6.]);
    assert_eq!(f.results(&[x])[0], [1., 4., 2., 5., 3., 6.]);
}

#[test]
fn windows_modulo_and_constant_maps() {
    let mut f = Func::new(&[tensor(&[6]), tensor(&[3])]);
    let (a, b, out) = (f.arg(0), f.arg(1), f.empty(&tensor(&[5])));
    let d0 = AffineExpr::Dim(0);
    let window = AffineMap::new(1, vec![d0.clone().add(AffineExpr::Const(1))]);
    let wrapped = AffineMap::new(1, vec![d0.modulo(AffineExpr::Const(3))]);
    let maps = [window, wrapped, AffineMap::identity(1)];
    let r = f.generic(&[a, b], &[out], &maps, "p", |b, args| vec![b.binary(BinaryOp::AddF, args[0], args[1])])[0];
    f.ret(&[r]);
    let args = [data(F32, &[6], &[0., 1., 2., 3., 4., 5.]), data(F32, &[3], &[10., 20., 30.])];
    assert_eq!(f.results(&args)[0], [11., 22., 33., 14., 25.]);
}

/// Column sums are not lanes: iteration order, from the given start.
#[test]
fn reduces_in_iteration_order_from_the_init() {
    let (m, n) = (40, 2);
    let mut f = Func::new(&[tensor(&[m, n]), tensor(&[n])]);
    let maps = [AffineMap::identity(2), AffineMap::select(2, [1])];
    let (a, init) = (f.arg(0), f.arg(1));
    let r = f.generic(&[a], &[init], &maps, "rp", |b, args| vec![b.binary(BinaryOp::AddF, args[1], args[0])])[0];
    f.ret(&[r, init]);
    let xs: Vec<f32> = (0..m * n).map(|i| 1.0 / (i as f32 + 0.3)).collect();
    let args = [data(F32, &[40, 2], &xs.iter().map(|x| f64::from(*x)).collect::<Vec<_>>()), data(F32, &[2], &[100., -7.])];
    let expected: Vec<f64> =
        [100f32, -7.].iter().enumerate().map(|(j, s)| f64::from((0..40).fold(*s, |s, i| s + xs[i * 2 + j]))).collect();
    let results = f.results(&args);
    assert_eq!(results[0], expected);
    assert_eq!(results[1], [100., -7.], "the init is a value and stays");
}

#[test]
fn loop_indices_and_captured_values() {
    let i64_ty = ScalarType::Int(64);
    let mut f = Func::new(&[Type::INDEX]);
    let (captured, out) = (f.arg(0), f.empty(&Type::tensor(&[2, 3], i64_ty)));
    let r = f.generic(&[], &[out], &[AffineMap::identity(2)], "pp", |b, _| {
        let dim = |b: &mut tilec_ir::Builder, d: i64| {
            let op = b.op(tilec_ir::spelling::of(OpKind::LoopIndex), &[], &[Type::INDEX]);
            b.module.set_attr(op, "dim", Attr::Int(d, i64_ty));
            b.module.result(op)
        };
        let (i, j) = (dim(b, 0), dim(b, 1));
        let ten = b.index(10);
        let row = b.binary(BinaryOp::MulI, i, ten);
        let sum = b.binary(BinaryOp::AddI, row, j);
        let sum = b.binary(BinaryOp::AddI, sum, captured);
        vec![b.cast(CastOp::IndexCast, sum, i64_ty)]
    })[0];
    f.ret(&[r]);
    assert_eq!(f.results(&[common::index(100)])[0], [100., 101., 102., 110., 111., 112.]);
}

#[test]
fn sum_and_maximum_in_one_sweep() {
    let mut f = Func::new(&[tensor(&[2, 70]), tensor(&[2]), tensor(&[2])]);
    let (a, sum, max) = (f.arg(0), f.arg(1), f.arg(2));
    let rows = AffineMap::select(2, [0]);
    let maps = [AffineMap::identity(2), rows.clone(), rows];
    let rs = f.generic(&[a], &[sum, max], &maps, "pr", |b, args| {
        vec![b.binary(BinaryOp::AddF, args[1], args[0]), b.binary(BinaryOp::MaximumF, args[2], args[0])]
    });
    f.ret(&rs);
    let xs: Vec<f64> = (0..140).map(f64::from).collect();
    let results = f.results(&[data(F32, &[2, 70], &xs), data(F32, &[2], &[0., 1.]), data(F32, &[2], &[-1., 500.])]);
    assert_eq!(results, [vec![2415., 7316.], vec![69., 500.]]);
}

#[test]
fn on_buffers_in_place_and_zero_sized() {
    let mut f = Func::new(&[memref(&[tilec_ir::DYNAMIC])]);
    let (a, id) = (f.arg(0), AffineMap::identity(1));
    f.generic(&[a], &[a], &[id.clone(), id], "p", |b, args| vec![b.binary(BinaryOp::AddF, args[0], args[1])]);
    f.ret(&[]);
    let outcome = f.run(&[data(F32, &[3], &[1., 2., 3.])]).unwrap();
    assert_eq!(common::values(outcome.buffers[0].as_ref().unwrap()), [2., 4., 6.]);
    assert!(f.run(&[data(F32, &[0], &[])]).unwrap().buffers[0].as_ref().unwrap().is_empty());
}

#[test]
fn undefined_elements_show() {
    let ints = Type::tensor(&[2], ScalarType::Int(32));
    let mut f = Func::new(&[]);
    let (a, b) = (f.empty(&tensor(&[2])), f.empty(&ints));
    f.ret(&[a, b]);
    let results = f.run(&[]).unwrap().results;
    assert!(results[0].get(1).is_nan());
    assert_eq!(results[1].get(1).bits, 0xA5A5_A5A5);
}

#[test]
fn arithmetic_on_tensors_and_narrow_integers() {
    let t = Type::tensor(&[3], ScalarType::Int(4));
    let mut f = Func::new(&[t.clone(), t]);
    let (a, b) = (f.arg(0), f.arg(1));
    let sum = f.build().binary(BinaryOp::AddI, a, b);
    let less = f.build().compare(tilec_ir::scalar_op::Predicate::Slt, sum, a);
    let picked = f.build().select(less, a, b);
    f.ret(&[sum, less, picked]);
    let mut x = Data::zeros(ScalarType::Int(4), &[3]);
    x.bytes = vec![0xF7, 0x01, 0x0F]; // bits above the width do not count
    let results = f.run(&[x.clone(), x]).unwrap().results;
    let bits = |i: usize| (0..3).map(|k| results[i].get(k).bits).collect::<Vec<_>>();
    assert_eq!(bits(0), [14, 2, 14]);
    assert_eq!(bits(1), [1, 0, 1]);
    assert_eq!(bits(2), [7, 1, 15]);
}

#[test]
fn a_body_of_ten_thousand_ops() {
    let t = tensor(&[2]);
    let mut f = Func::new(std::slice::from_ref(&t));
    let (a, out, id) = (f.arg(0), f.empty(&t), AffineMap::identity(1));
    let r = f.generic(&[a], &[out], &[id.clone(), id], "p", |b, args| {
        let one = b.scalar(Scalar::one(F32));
        vec![(0..10_000).fold(args[0], |v, _| b.binary(BinaryOp::AddF, v, one))]
    })[0];
    f.ret(&[r]);
    assert_eq!(f.results(&[data(F32, &[2], &[0., 5.])])[0], [10_000., 10_005.]);
}

/// `linalg.map`, `linalg.reduce`, `linalg.elementwise` and `linalg.contract`, one after the other.
#[test]
fn category_ops() {
    let (t, row) = (tensor(&[2, 2]), tensor(&[2]));
    let mut f = Func::new(&[t.clone(), row.clone()]);
    let (a, init) = (f.arg(0), f.arg(1));
    let structured = |op| of(OpKind::Structured(op));
    let map = f.grouped(structured(StructuredOp::Map), &[&[a, a], &[a]], std::slice::from_ref(&t), &[]);
    f.region(map, &[F32.into(), F32.into(), F32.into()], |f, args| {
        let sum = f.build().binary(BinaryOp::AddF, args[0], args[1]);
        f.yields("linalg", &[sum]);
    });
    let doubled = f.module.result(map);
    let reduce = f.grouped(structured(StructuredOp::Reduce), &[&[doubled], &[init]], &[row], &[("dimensions", ints(&[0]))]);
    f.region(reduce, &[F32.into(), F32.into()], |f, args| {
        let difference = f.build().binary(BinaryOp::SubF, args[0], args[1]);
        f.yields("linalg", &[difference]);
    });
    let columns = f.module.result(reduce);
    let (id, last) = (AffineMap::identity(2), AffineMap::select(2, [1]));
    let attrs =
        [("kind", Attr::Opaque("#linalg.elementwise_kind<mul>".into())), ("indexing_maps", Attr::maps([id.clone(), last, id]))];
    let product =
        f.grouped(structured(StructuredOp::Elementwise), &[&[doubled, columns], &[a]], std::slice::from_ref(&t), &attrs);
    let maps = [[0, 2], [2, 1], [0, 1]].map(|dims| AffineMap::select(3, dims));
    let contract = [("indexing_maps", Attr::maps(maps))];
    f.module.push_region(product);
    f.module.build_named_body(product);
    let product = f.module.result(product);
    let sums = f.grouped(structured(StructuredOp::Contract), &[&[a, product], &[doubled]], &[t], &contract);
    f.module.push_region(sums);
    f.module.build_named_body(sums);
    let sums = f.module.result(sums);
    f.ret(&[columns, product, sums]);
    let results = f.results(&[data(F32, &[2, 2], &[1., 2., 3., 4.]), data(F32, &[2], &[10., 20.])]);
    // Columns of [[2, 4], [6, 8]]: 6 - (2 - 10), 8 - (4 - 20).
    assert_eq!(results[0], [14., 24.]);
    assert_eq!(results[1], [28., 96., 84., 192.]);
    assert_eq!(results[2], [2. + 28. + 168., 4. + 96. + 384., 6. + 84. + 336., 8. + 288. + 768.]);
}
