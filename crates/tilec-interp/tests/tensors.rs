//! Tensors made element by element, padded, joined, reshaped, packed.

mod common;

use common::{F32, Func, data, index, ints, tensor, values};
use tilec_interp::{Limits, Stop, Undefined, run_undefined, run_with};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::spelling::of;
use tilec_ir::{AffineExpr, AffineMap, Attr, DYNAMIC, Data, OpKind, Scalar, ScalarType, Type, Value};

/// Yields `10 i + j` of a region's indices.
fn yield_number(f: &mut Func, args: &[Value]) {
    let map = AffineMap::new(2, vec![AffineExpr::Dim(0).mul(AffineExpr::Const(10)).add(AffineExpr::Dim(1))]);
    let number = f.build().affine_apply(&map, args);
    let x = f.float_of(number);
    f.yields("tensor", &[x]);
}

fn sum(f: &mut Func, a: Value, b: Value) -> Value {
    f.build().binary(BinaryOp::AddF, a, b)
}

#[test]
fn generated_from_indices() {
    let mut f = Func::new(&[Type::INDEX]);
    let n = f.arg(0);
    let op = f.op(of(OpKind::Generate), &[n], &[tensor(&[DYNAMIC, 2])], &[]);
    f.region(op, &[Type::INDEX, Type::INDEX], yield_number);
    let t = f.module.result(op);
    f.ret(&[t]);
    assert_eq!(f.results(&[index(3)]), [[0., 1., 10., 11., 20., 21.]]);
    assert_eq!(f.run(&[index(0)]).unwrap().results[0].shape, [0, 2]);
    assert_eq!(f.message(&[index(-1)]), "tensor.generate: expected an extent that is not negative, found -1");
    assert!(f.message(&[index(i64::MAX)]).starts_with("tensor.generate: an allocation of shape"));
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let error = run_with(&f.module, f.op, &[index(1 << 20)], &limits).unwrap_err();
    assert_eq!(error.message, "tensor.generate: the limit of steps is used up");
}

/// Pads `[[1, 2]]` by 1 and `high` rows, and `low` and 1 columns.
fn pad(ty: &Type) -> Func {
    let mut f = Func::new(&[tensor(&[DYNAMIC, 2]), Type::INDEX, Type::INDEX]);
    let (a, low, high) = (f.arg(0), f.arg(1), f.arg(2));
    let attrs = [("static_low", ints(&[1, DYNAMIC])), ("static_high", ints(&[DYNAMIC, 1]))];
    let op = f.grouped(of(OpKind::Pad), &[&[a], &[low], &[high]], std::slice::from_ref(ty), &attrs);
    f.region(op, &[Type::INDEX, Type::INDEX], yield_number);
    let t = f.module.result(op);
    f.ret(&[t]);
    f
}

#[test]
fn padded_by_the_region_at_the_indices_of_the_result() {
    let f = pad(&tensor(&[DYNAMIC, DYNAMIC]));
    let a = data(F32, &[1, 2], &[-1., -2.]);
    let run =
        |low, high| f.run(&[a.clone(), index(low), index(high)]).map(|o| (o.results[0].shape.clone(), values(&o.results[0])));
    assert_eq!(run(1, 1).unwrap(), (vec![3, 4], vec![0., 1., 2., 3., 10., -1., -2., 13., 20., 21., 22., 23.]));
    assert_eq!(run(0, 0).unwrap(), (vec![2, 3], vec![0., 1., 2., -1., -2., 12.]));
    let message = |low, high| run(low, high).unwrap_err().message;
    assert_eq!(message(-1, 0), "tensor.pad: expected a padding that is not negative, found -1");
    assert_eq!(message(0, -2), "tensor.pad: expected a padding that is not negative, found -2");
    assert!(message(i64::MAX, i64::MAX).starts_with("tensor.pad: an allocation of shape"));
    let empty = f.run(&[data(F32, &[0, 2], &[]), index(0), index(0)]).unwrap();
    assert_eq!(values(&empty.results[0]), [0., 1., 2.], "nothing but padding");
    let narrow = pad(&tensor(&[3, 4]));
    let message = narrow.message(&[a, index(0), index(1)]);
    assert_eq!(message, "tensor.pad: expected tensor<3x4xf32>, found shape [3, 3]");
}

#[test]
fn from_scalars() {
    let f16 = ScalarType::F16;
    let mut f = Func::new(&[f16.into(), Type::INDEX]);
    let (x, n) = (f.arg(0), f.arg(1));
    let two = f.build().scalar(Scalar::from_f64(f16, 2.0));
    let elements = f.value(OpKind::FromElements, &[x, two, two, x], Type::tensor(&[2, 2], f16), &[]);
    let one = f.value(OpKind::FromElements, &[x], Type::tensor(&[], f16), &[]);
    let none = f.value(OpKind::FromElements, &[], Type::tensor(&[0], f16), &[]);
    let splat = f.value(OpKind::SplatTensor, &[x, n], Type::tensor(&[DYNAMIC, 2], f16), &[]);
    let rank = f.value(OpKind::Rank, &[splat], Type::INDEX, &[]);
    f.ret(&[elements, one, none, splat, rank]);
    let x = Data::scalar(Scalar::from_f64(f16, 0.5));
    let expected = [vec![0.5, 2., 2., 0.5], vec![0.5], vec![], vec![0.5; 4], vec![2.]];
    assert_eq!(f.results(&[x.clone(), index(2)]), expected);
    assert_eq!(f.results(&[x.clone(), index(0)])[3], []);
    assert_eq!(f.message(&[x, index(-1)]), "tensor.splat: expected an extent that is not negative, found -1");
    let mut f = Func::new(&[F32.into()]);
    let x = f.arg(0);
    let t = f.value(OpKind::FromElements, &[x], tensor(&[2]), &[]);
    f.ret(&[t]);
    assert_eq!(f.message(&[data(F32, &[], &[1.])]), "tensor.from_elements: expected 2 elements, found 1");
}

#[test]
fn one_element_replaced() {
    let t = tensor(&[2, 2]);
    let mut f = Func::new(&[t.clone(), Type::INDEX]);
    let (a, i) = (f.arg(0), f.arg(1));
    let (nine, one) = (f.build().scalar(Scalar::from_f64(F32, 9.0)), f.build().index(1));
    let op = f.grouped(of(OpKind::Insert), &[&[nine], &[a], &[i, one]], &[t], &[]);
    let t = f.module.result(op);
    f.ret(&[t, a]);
    let a = data(F32, &[2, 2], &[1., 2., 3., 4.]);
    assert_eq!(f.results(&[a.clone(), index(1)]), [[1., 2., 3., 9.], [1., 2., 3., 4.]]);
    let message = f.message(&[a, index(2)]);
    assert_eq!(message, "tensor.insert: index out of bounds: expected an index in 0..2 for dimension 0, found 2");
}

#[test]
fn joined_along_a_dimension() {
    let mut f = Func::new(&[tensor(&[2, DYNAMIC]), tensor(&[DYNAMIC, DYNAMIC])]);
    let (a, b) = (f.arg(0), f.arg(1));
    let dim = |d| [("dim", Attr::Int(d, ScalarType::Int(64)))];
    let rows = f.value(OpKind::Concat, &[a, b, a], tensor(&[DYNAMIC, DYNAMIC]), &dim(0));
    f.ret(&[rows]);
    let mut g = Func::new(&[tensor(&[2, DYNAMIC]), tensor(&[2, DYNAMIC])]);
    let (c, d) = (g.arg(0), g.arg(1));
    let columns = g.value(OpKind::Concat, &[c, d], tensor(&[2, DYNAMIC]), &dim(1));
    g.ret(&[columns]);
    let (a, b) = (data(F32, &[2, 1], &[1., 2.]), data(F32, &[1, 1], &[3.]));
    assert_eq!(f.results(&[a.clone(), b.clone()]), [[1., 2., 3., 1., 2.]]);
    assert_eq!(f.results(&[a.clone(), data(F32, &[0, 1], &[])]), [[1., 2., 1., 2.]]);
    assert_eq!(g.results(&[a.clone(), data(F32, &[2, 2], &[5., 6., 7., 8.])]), [[1., 5., 6., 2., 7., 8.]]);
    assert_eq!(g.results(&[a.clone(), data(F32, &[2, 0], &[])]), [[1., 2.]]);
    let message = f.message(&[a, data(F32, &[1, 2], &[0.; 2])]);
    assert_eq!(message, "tensor.concat: expected shape [2, 1] but for dimension 0, found [1, 2] for operand 1");
}

#[test]
fn reshaped_at_run_time() {
    let i32_ty = ScalarType::Int(32);
    let mut f = Func::new(&[tensor(&[2, 3]), Type::tensor(&[DYNAMIC], i32_ty)]);
    let (a, shape) = (f.arg(0), f.arg(1));
    let t = f.value(OpKind::ReshapeTo, &[a, shape], Type::UnrankedTensor(F32), &[]);
    let t = f.value(OpKind::ShapeCast, &[t], tensor(&[DYNAMIC, DYNAMIC]), &[]);
    let twice = sum(&mut f, t, t);
    f.ret(&[twice]);
    let a = data(F32, &[2, 3], &[1., 2., 3., 4., 5., 6.]);
    let run = |shape: &[f64]| f.run(&[a.clone(), data(i32_ty, &[shape.len()], shape)]);
    let outcome = run(&[3., 2.]).unwrap();
    assert_eq!((outcome.results[0].shape.as_slice(), values(&outcome.results[0])), (&[3, 2][..], vec![2., 4., 6., 8., 10., 12.]));
    let message = |shape: &[f64]| run(shape).unwrap_err().message;
    assert_eq!(message(&[4., 2.]), "tensor.reshape: expected extents whose product is 6, found [4, 2]");
    assert_eq!(message(&[-3., -2.]), "tensor.reshape: expected extents whose product is 6, found [-3, -2]");
    assert_eq!(message(&[6.]), "tensor.cast: expected tensor<?x?xf32>, found shape [6]");
}

/// Packs (or unpacks) with tiles of extent 2 along dimension 0 and `n` along dimension 1, tiles of columns outermost.
fn pack(unpack: bool, padding: bool) -> Func {
    let (plain, packed) = (tensor(&[DYNAMIC, DYNAMIC]), tensor(&[DYNAMIC, DYNAMIC, DYNAMIC, 2]));
    let (from, to) = if unpack { (packed, plain) } else { (plain, packed) };
    let mut f = Func::new(&[from, to.clone(), Type::INDEX]);
    let (a, b, n) = (f.arg(0), f.arg(1), f.arg(2));
    let value = f.build().scalar(Scalar::from_f64(F32, -1.0));
    let attrs =
        [("outer_dims_perm", ints(&[1, 0])), ("inner_dims_pos", ints(&[1, 0])), ("static_inner_tiles", ints(&[DYNAMIC, 2]))];
    let value = if padding { vec![value] } else { Vec::new() };
    let groups: &[&[Value]] = if unpack { &[&[a], &[b], &[n]] } else { &[&[a], &[b], &value, &[n]] };
    let op = f.grouped(of(OpKind::Pack { unpack }), groups, &[to], &attrs);
    let t = f.module.result(op);
    f.ret(&[t]);
    f
}

#[test]
fn packed_into_tiles_and_back() {
    // 3 x 4, tiles 2 x 3: two tiles of columns, two tiles of rows, each 3 columns by 2 rows.
    let plain: Vec<f64> = (0..12).map(f64::from).collect();
    let a = data(F32, &[3, 4], &plain);
    let empty = data(F32, &[2, 2, 3, 2], &[7.; 24]);
    let expected =
        [[0., 4., 1., 5., 2., 6.], [8., -1., 9., -1., 10., -1.], [3., 7., -1., -1., -1., -1.], [11., -1., -1., -1., -1., -1.]];
    let packed = pack(false, true).results(&[a.clone(), empty.clone(), index(3)]).remove(0);
    assert_eq!(packed, expected.concat());
    let undefined = pack(false, false).results(&[a.clone(), empty.clone(), index(3)]).remove(0);
    for (found, expected) in undefined.iter().zip(&packed) {
        assert!(found == expected || *expected == -1. && found.is_nan(), "{undefined:?}");
    }
    let back = pack(true, false).results(&[data(F32, &[2, 2, 3, 2], &packed), data(F32, &[3, 4], &[0.; 12]), index(3)]);
    assert_eq!(back, [plain]);
    let none = pack(false, true).results(&[data(F32, &[0, 4], &[]), data(F32, &[2, 0, 3, 2], &[]), index(3)]);
    assert_eq!(none, [[]]);
    let message = pack(false, true).message(&[a.clone(), empty.clone(), index(2)]);
    assert_eq!(message, "linalg.pack: expected tiles of extent 3, found 2");
    let message = pack(false, true).message(&[data(F32, &[5, 4], &[0.; 20]), empty.clone(), index(3)]);
    assert_eq!(message, "linalg.pack: expected 3 tiles along dimension 0 of extent 5, found 2");
    let message = pack(true, false).message(&[empty, data(F32, &[3, 7], &[0.; 21]), index(3)]);
    assert_eq!(message, "linalg.unpack: expected 3 tiles along dimension 1 of extent 7, found 2");
    let message = pack(false, true).message(&[a, data(F32, &[2, 2, 0, 2], &[]), index(0)]);
    assert_eq!(message, "linalg.pack: expected tiles of extent 0, found 0");
}

/// Rows of `[[0, 1, 2], [3, 4, 5]]` at `positions`, read or written.
fn at_rows(kind: OpKind, slices: &[i64]) -> Func {
    let whole = tensor(&[2, 3]);
    let (positions, slices) = (Type::tensor(&[2, 1], ScalarType::Int(32)), tensor(slices));
    let (args, name) = match kind {
        OpKind::Gather => (vec![whole.clone(), positions], "gather_dims"),
        _ => (vec![slices.clone(), whole.clone(), positions], "scatter_dims"),
    };
    let mut f = Func::new(&args);
    let operands: Vec<_> = (0..args.len()).map(|i| f.arg(i)).collect();
    let result = if kind == OpKind::Gather { slices } else { whole };
    let op = f.op(of(kind), &operands, &[result], &[(name, Attr::i64_array(vec![0]))]);
    let t = f.module.result(op);
    f.ret(&[t]);
    f
}

#[test]
fn gathered_and_scattered_by_position() {
    let whole = || data(F32, &[2, 3], &[0., 1., 2., 3., 4., 5.]);
    let positions = |p: &[i64]| {
        let mut data = Data::zeros(ScalarType::Int(32), &[2, 1]);
        p.iter().enumerate().for_each(|(i, &p)| data.set(i, Scalar::from_i64(ScalarType::Int(32), p)));
        data
    };
    for shape in [&[2, 3][..], &[2, 1, 3]] {
        assert_eq!(at_rows(OpKind::Gather, shape).results(&[whole(), positions(&[1, 1])]), [[3., 4., 5., 3., 4., 5.]]);
    }
    let f = at_rows(OpKind::Gather, &[2, 3]);
    assert_eq!(
        f.message(&[whole(), positions(&[0, -1])]),
        "tensor.gather: index out of bounds: expected an index in 0..2 for dimension 0, found -1"
    );
    let rows = data(F32, &[2, 3], &[6., 7., 8., 9., 10., 11.]);
    let f = at_rows(OpKind::Scatter, &[2, 3]);
    assert_eq!(f.results(&[rows.clone(), whole(), positions(&[1, 0])]), [[9., 10., 11., 6., 7., 8.]]);
    assert!(f.message(&[rows, whole(), positions(&[0, 2])]).contains("found 2"));
}

#[test]
fn undefined_memory_is_what_the_caller_chooses() {
    let mut f = Func::new(&[]);
    let a = f.empty(&tensor(&[3]));
    f.ret(&[a]);
    let undefined = Undefined { float: 0x3E, other: 0x11 };
    let outcome = run_undefined(&f.module, f.op, &[], &Limits::default(), undefined).unwrap();
    assert_eq!(outcome.results[0].bytes, [0x3E; 12]);
    assert_eq!(f.run(&[]).unwrap().results[0].bytes, [0xFF; 12]);
}

#[test]
fn errors_say_who_stopped() {
    let mut f = Func::new(&[tensor(&[1])]);
    let a = f.empty(&tensor(&[1000]));
    f.ret(&[a]);
    let stop = |limits, args: &[Data]| run_with(&f.module, f.op, args, &limits).unwrap_err().stop;
    assert_eq!(stop(Limits { bytes: 8, ..Limits::default() }, &[data(F32, &[1], &[0.0])]), Stop::Limit);
    assert_eq!(stop(Limits::default(), &[]), Stop::Refused);
}
