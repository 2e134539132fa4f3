//! What has no meaning is an error with the op's name and place, never a panic.

mod common;

use common::{F32, Func, data, index, ints, memref, tensor};
use tilec_interp::{Limits, run_with};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::spelling::of;
use tilec_ir::{AffineExpr, AffineMap, DYNAMIC, Data, OpKind, Scalar, ScalarType, Type};

fn int(value: i64) -> Data {
    Data::scalar(Scalar::from_i64(ScalarType::Int(32), value))
}

#[test]
fn division() {
    let i32_ty = Type::from(ScalarType::Int(32));
    let mut f = Func::new(&[i32_ty.clone(), i32_ty]);
    let (a, b) = (f.arg(0), f.arg(1));
    let q = f.build().binary(BinaryOp::DivSI, a, b);
    f.ret(&[q]);
    assert_eq!(f.results(&[int(-7), int(2)]), [[-3.0]]);
    let text = |a, b| f.run(&[int(a), int(b)]).unwrap_err().to_string();
    assert_eq!(text(1, 0), "t.mlir:3:7: error: arith.divsi: integer division by zero");
    assert_eq!(text(i64::from(i32::MIN), -1), "t.mlir:3:7: error: arith.divsi: integer division overflow");
}

#[test]
fn arguments() {
    let mut f = Func::new(&[tensor(&[4]), tensor(&[DYNAMIC])]);
    f.ret(&[]);
    let message = |args: &[Data]| f.run(args).unwrap_err().message;
    let ok = data(F32, &[4], &[0.; 4]);
    assert!(f.run(&[ok.clone(), data(F32, &[9], &[0.; 9])]).is_ok());
    assert!(message(std::slice::from_ref(&ok)).contains("@f expects 2 arguments but got 1"));
    let short = message(&[data(F32, &[3], &[0.; 3]), ok.clone()]);
    assert_eq!(short, "argument 0 expects tensor<4xf32> but got shape [3] of f32");
    let other = message(&[ok.clone(), data(ScalarType::F64, &[4], &[0.; 4])]);
    assert_eq!(other, "argument 1 expects tensor<?xf32> but got shape [4] of f64");
    let torn = Data { bytes: vec![0; 3], ..ok.clone() };
    assert!(message(&[torn, ok.clone()]).contains("argument 0 has 3 bytes but its shape needs 16"));
    let huge = Data { elem: F32, shape: vec![1 << 62], bytes: Vec::new() };
    assert!(message(&[ok, huge]).contains("argument 1 is too large"));
}

#[test]
fn element_accesses() {
    let mut f = Func::new(&[memref(&[2, 3]), tensor(&[2]), Type::INDEX, Type::INDEX]);
    let (m, t, i, j) = (f.arg(0), f.arg(1), f.arg(2), f.arg(3));
    let x = f.build().load(m, &[i, j]);
    let y = f.value(OpKind::Extract, &[t, j], F32.into(), &[]);
    f.ret(&[x, y]);
    let args = |i, j| [data(F32, &[2, 3], &[0.; 6]), data(F32, &[2], &[0.; 2]), index(i), index(j)];
    let message = |i, j| f.run(&args(i, j)).unwrap_err().message;
    assert_eq!(message(2, 0), "memref.load: index out of bounds: expected an index in 0..2 for dimension 0, found 2");
    assert_eq!(message(0, -1), "memref.load: index out of bounds: expected an index in 0..3 for dimension 1, found -1");
    assert_eq!(message(0, 2), "tensor.extract: index out of bounds: expected an index in 0..2 for dimension 0, found 2");
    assert!(f.run(&args(1, 1)).is_ok());
}

#[test]
fn vector_accesses() {
    let mut f = Func::new(&[memref(&[6]), Type::INDEX]);
    let (m, i) = (f.arg(0), f.arg(1));
    let v = f.value(OpKind::VectorLoad, &[m, i], Type::vector(&[4], F32), &[]);
    f.op(of(OpKind::VectorStore), &[v, m, i], &[], &[]);
    f.ret(&[]);
    assert!(f.run(&[data(F32, &[6], &[0.; 6]), index(2)]).is_ok());
    let message = f.run(&[data(F32, &[6], &[0.; 6]), index(3)]).unwrap_err().message;
    assert_eq!(message, "vector.load: vector out of bounds: expected at most 3 elements from index 3 of dimension 0, found 4");
}

#[test]
fn loops_that_do_not_agree() {
    let t = tensor(&[DYNAMIC]);
    let mut f = Func::new(&[t.clone(), t]);
    let (a, b, id) = (f.arg(0), f.arg(1), AffineMap::identity(1));
    let r = f.generic(&[a], &[b], &[id.clone(), id], "p", |_, args| vec![args[0]]);
    f.ret(&r);
    let message = f.run(&[data(F32, &[3], &[0.; 3]), data(F32, &[4], &[0.; 4])]).unwrap_err().message;
    assert_eq!(message, "linalg.generic: loop d0 has extent 3 by operand 0 but 4 by operand 1");
}

#[test]
fn maps_that_leave_the_operand() {
    for (expr, found) in [
        (AffineExpr::Dim(0).mul(AffineExpr::Const(2)), "found 0 to 6"),
        (AffineExpr::Dim(0).add(AffineExpr::Const(1)).modulo(AffineExpr::Const(8)), "found 4"),
    ] {
        let mut f = Func::new(&[tensor(&[DYNAMIC]), tensor(&[DYNAMIC])]);
        let (a, b) = (f.arg(0), f.arg(1));
        let maps = [AffineMap::new(1, vec![expr]), AffineMap::identity(1)];
        let r = f.generic(&[a], &[b], &maps, "p", |_, args| vec![args[0]]);
        f.ret(&r);
        let message = f.run(&[data(F32, &[4], &[0.; 4]), data(F32, &[4], &[0.; 4])]).unwrap_err().message;
        assert!(message.starts_with("linalg.generic: operand 0 is read or written out of bounds"), "{message}");
        assert!(message.ends_with(found), "{message}");
    }
}

#[test]
fn memory() {
    let mut f = Func::new(&[Type::INDEX]);
    let n = f.arg(0);
    let alloc = f.op(of(OpKind::Alloc), &[n], &[memref(&[DYNAMIC])], &[]);
    f.module.set_segments(alloc, &[1, 0]);
    let (m, zero) = (f.module.result(alloc), f.build().index(0));
    f.op(of(OpKind::Dealloc), &[m], &[], &[]);
    let x = f.build().load(m, &[zero]);
    f.ret(&[x]);
    let message = |n| f.run(&[index(n)]).unwrap_err().message;
    assert_eq!(message(4), "memref.load: use of a buffer after its deallocation");
    assert_eq!(message(-1), "memref.alloc: expected an extent that is not negative, found -1");
    assert!(message(i64::MAX).contains("memref.alloc: an allocation of shape"), "{}", message(i64::MAX));
    assert!(message(1 << 40).contains("memref.alloc: out of memory"), "{}", message(1 << 40));
}

#[test]
fn slices() {
    let mut f = Func::new(&[tensor(&[5]), Type::INDEX, Type::INDEX]);
    let (a, offset, size) = (f.arg(0), f.arg(1), f.arg(2));
    let attrs = [("static_offsets", ints(&[DYNAMIC])), ("static_sizes", ints(&[DYNAMIC])), ("static_strides", ints(&[2]))];
    let op = f.op(of(OpKind::Slice), &[a, offset, size], &[tensor(&[DYNAMIC])], &attrs);
    f.module.set_segments(op, &[1, 1, 1, 0]);
    let r = f.module.result(op);
    f.ret(&[r]);
    let run = |o, s| f.run(&[data(F32, &[5], &[0., 1., 2., 3., 4.]), index(o), index(s)]).map(|o| common::values(&o.results[0]));
    assert_eq!(run(0, 3).unwrap(), [0., 2., 4.]);
    assert_eq!(run(5, 0).unwrap(), [] as [f64; 0]);
    for (o, s) in [(0, 4), (-1, 1), (5, 1), (0, -1), (i64::MAX, i64::MAX)] {
        assert!(run(o, s).unwrap_err().message.starts_with("tensor.extract_slice: slice out of bounds"));
    }
}

fn nested_loops(depth: usize, trips: i64) -> Func {
    let mut f = Func::new(&[]);
    let outer = f.body;
    let (zero, n, one) = (f.build().index(0), f.build().index(trips), f.build().index(1));
    let mut blocks = Vec::new();
    for _ in 0..depth {
        let op = f.build().for_loop(zero, n, one, &[]);
        f.body = f.module.entry(op);
        blocks.push(f.body);
    }
    for block in blocks {
        f.at(block).yield_values("scf", &[]);
    }
    f.body = outer;
    f.ret(&[]);
    f
}

#[test]
fn limits() {
    let f = nested_loops(1, i64::MAX);
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let error = run_with(&f.module, f.op, &[], &limits).unwrap_err();
    assert!(error.message.contains("the limit of steps is used up"), "{error}");
    let mut f = Func::new(&[]);
    let a = f.empty(&tensor(&[1000]));
    f.ret(&[a]);
    let error = run_with(&f.module, f.op, &[], &Limits { bytes: 3999, ..Limits::default() }).unwrap_err();
    assert!(error.message.starts_with("tensor.empty: out of memory"), "{error}");
    assert!(run_with(&f.module, f.op, &[], &Limits { bytes: 4000, ..Limits::default() }).is_ok());
}

#[test]
fn depth() {
    assert!(nested_loops(255, 1).run(&[]).is_ok());
    let error = nested_loops(300, 1).run(&[]).unwrap_err();
    assert!(error.message.contains("regions are nested more than 256 deep"), "{error}");
}

#[test]
fn steps_of_loops() {
    let mut f = Func::new(&[Type::INDEX]);
    let step = f.arg(0);
    let (zero, n) = (f.build().index(0), f.build().index(3));
    let op = f.build().for_loop(zero, n, step, &[]);
    let body = f.module.entry(op);
    f.at(body).yield_values("scf", &[]);
    f.ret(&[]);
    assert!(f.run(&[index(i64::MAX)]).is_ok());
    assert_eq!(f.run(&[index(0)]).unwrap_err().message, "scf.for: expected a positive step, found 0");
}
