//! The checks at a call, errors while running, sharing and lifetime of kernels, and what is refused.

mod common;

use common::{alloc, build, count, data, f32s, func, kernel, run, view, view_mut};
use tilec_codegen::{Arg, CodegenError, Kernel, Options, View, ViewMut, compile, list};
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::{Data, Module, OpKind, Scalar, ScalarType, Type, spelling};

const F32: ScalarType = ScalarType::F32;

/// `y[i] = x[i] * s`.
fn scale() -> Kernel {
    let ty = Type::memref(&[4], F32);
    kernel(&[ty.clone(), Type::Scalar(F32), ty], |b, args| {
        count(b, 4, 1, |b, i| {
            let x = b.load(args[0], &[i]);
            let y = b.binary(BinaryOp::MulF, x, args[1]);
            b.store(y, args[2], &[i]);
        });
        vec![]
    })
}

fn two() -> Arg<'static> {
    Arg::Scalar(Scalar::from_f64(F32, 2.0))
}

#[test]
fn every_check_of_a_call() {
    let k = scale();
    assert_eq!(k.params().iter().map(|p| p.written).collect::<Vec<_>>(), [false, false, true]);
    let x = f32s(&[1.0, 2.0, 3.0, 4.0]);
    let mut y = Data::zeros(F32, &[4]);
    k.call(&mut [view(&x), two(), view_mut(&mut y)]).unwrap();
    assert_eq!(y, f32s(&[2.0, 4.0, 6.0, 8.0]));

    let error = |args: &mut [Arg<'_>]| k.call(args).unwrap_err().to_string();
    assert_eq!(error(&mut [view(&x)]), "expected 3 arguments but got 1");
    let short = f32s(&[1.0, 2.0, 3.0]);
    assert_eq!(error(&mut [view(&short), two(), view_mut(&mut y)]), "argument 0 expects memref<4xf32> but got shape [3] of f32");
    let ints = data(ScalarType::Int(32), &[1, 2, 3, 4]);
    assert_eq!(error(&mut [view(&ints), two(), view_mut(&mut y)]), "argument 0 expects memref<4xf32> but got shape [4] of i32");
    assert_eq!(error(&mut [two(), two(), view_mut(&mut y)]), "argument 0 expects memref<4xf32> but got f32");
    let double = Arg::Scalar(Scalar::from_f64(ScalarType::F64, 2.0));
    assert_eq!(error(&mut [view(&x), double, view_mut(&mut y)]), "argument 1 expects f32 but got f64");
    assert_eq!(error(&mut [view(&x), view(&x), view_mut(&mut y)]), "argument 1 expects f32 but got shape [4] of f32");
    assert_eq!(error(&mut [view(&x), two(), view(&x)]), "argument 2 is written by the kernel but was passed as an input");
    let few = View::dense(F32, &[4], &x.bytes[..12]);
    assert_eq!(error(&mut [Arg::In(few), two(), view_mut(&mut y)]), "argument 0 needs 16 bytes but has 12");
    let long = f32s(&[0.0; 8]);
    let odd = View::dense(F32, &[4], &long.bytes[1..17]);
    assert_eq!(error(&mut [Arg::In(odd), two(), view_mut(&mut y)]), "argument 0 is not aligned to 4 bytes");
    // The same input twice is fine, see below; safe Rust cannot pass overlapping outputs.
}

#[test]
fn inputs_may_share_memory() {
    let ty = Type::memref(&[4], F32);
    let k = kernel(&[ty.clone(), ty.clone(), ty], |b, args| {
        count(b, 4, 1, |b, i| {
            let (x, y) = (b.load(args[0], &[i]), b.load(args[1], &[i]));
            let sum = b.binary(BinaryOp::AddF, x, y);
            b.store(sum, args[2], &[i]);
        });
        vec![]
    });
    let x = f32s(&[1.0, 2.0, 3.0, 4.0]);
    let mut y = Data::zeros(F32, &[4]);
    run(&k, &[&x, &x], &mut y).unwrap();
    assert_eq!(y, f32s(&[2.0, 4.0, 6.0, 8.0]));
}

#[test]
fn strided_parameters_and_rank_zero() {
    let layout = tilec_ir::Layout::Strided { offset: 2, strides: vec![4, 1] };
    let strided = tilec_ir::MemRefType { shape: vec![2, 3], elem: F32, layout, space: None };
    let k = kernel(&[Type::MemRef(strided.into()), Type::memref(&[], F32)], |b, args| {
        let (i, j) = (b.index(1), b.index(2));
        let v = b.load(args[0], &[i, j]);
        b.store(v, args[1], &[]);
        vec![v]
    });
    let x = f32s(&(0..9).map(|i| i as f32).collect::<Vec<_>>());
    let mut y = Data::zeros(F32, &[]);
    let input = Arg::In(View::dense(F32, &[2, 3], &x.bytes));
    let output = Arg::Out(ViewMut::dense(F32, &[], &mut y.bytes));
    assert_eq!(k.call(&mut [input, output]).unwrap(), [Scalar::from_f64(F32, 8.0)]);
    assert_eq!(y.get(0), Scalar::from_f64(F32, 8.0));
}

#[test]
fn integer_division_errors() {
    for (op, name) in [
        (BinaryOp::DivSI, "arith.divsi"),
        (BinaryOp::DivUI, "arith.divui"),
        (BinaryOp::CeilDivSI, "arith.ceildivsi"),
        (BinaryOp::CeilDivUI, "arith.ceildivui"),
        (BinaryOp::FloorDivSI, "arith.floordivsi"),
        (BinaryOp::RemSI, "arith.remsi"),
        (BinaryOp::RemUI, "arith.remui"),
    ] {
        for ty in [3, 8, 16, 32, 64].map(ScalarType::Int) {
            let k = kernel(&[Type::Scalar(ty), Type::Scalar(ty)], |b, args| vec![b.binary(op, args[0], args[1])]);
            let call = |x: u64, y: i64| k.call(&mut [Arg::Scalar(Scalar::new(ty, x)), Arg::Scalar(Scalar::from_i64(ty, y))]);
            let error = call(5, 0).unwrap_err().to_string();
            assert_eq!(error, format!("test.mlir:7:3: integer division by zero in {name}"));
            let least = ty.mask() ^ (ty.mask() >> 1);
            match call(least, -1) {
                Ok(v) => assert!(name.ends_with("ui"), "{v:?} from {name}"),
                Err(e) => assert_eq!(e.to_string(), format!("test.mlir:7:3: integer division overflow in {name}")),
            }
        }
    }
}

#[test]
fn kernels_outlive_the_module_and_run_in_two_threads() {
    let mut module = Module::new();
    let ty = Type::memref(&[1000], F32);
    let f = func(&mut module, "twice", &[ty.clone(), ty], |b, args| {
        count(b, 1000, 1, |b, i| {
            let x = b.load(args[0], &[i]);
            let scratch = alloc(b, OpKind::Alloc, &Type::memref(&[3], F32));
            let one = b.index(1);
            b.store(x, scratch, &[one]);
            let x = b.load(scratch, &[one]);
            let y = b.binary(BinaryOp::AddF, x, x);
            b.store(y, args[1], &[i]);
        });
        vec![]
    });
    let k = compile(&module, f, &Options { verify: true, ..Options::default() }).unwrap();
    drop(module);
    assert_eq!(k.name(), "twice");
    assert!(k.code_size() > 0 && k.results().is_empty());
    let threads: Vec<_> = (0..2)
        .map(|t| {
            let k = k.clone();
            std::thread::spawn(move || {
                let x = f32s(&(0..1000).map(|i| (i * (t + 1)) as f32).collect::<Vec<_>>());
                for _ in 0..50 {
                    let mut y = Data::zeros(F32, &[1000]);
                    run(&k, &[&x], &mut y).unwrap();
                    assert!((0..1000).all(|i| y.get(i).to_f64() == 2.0 * (i * (t + 1)) as f64));
                }
            })
        })
        .collect();
    drop(k);
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Executable mappings of this process that belong to no file.
fn code_mappings() -> usize {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().filter(|line| line.contains(" r-xp ") && line.split_whitespace().count() == 5).count()
}

#[test]
fn dropped_kernels_give_their_memory_back() {
    let before = code_mappings();
    let kernels: Vec<_> = (0..200).map(|_| scale()).collect();
    let held = code_mappings();
    drop(kernels);
    let after = code_mappings();
    // Other tests of this process compile a few kernels meanwhile.
    assert!(after < before + 50 && (held > before || cfg!(not(target_os = "linux"))), "{before}, {held}, {after}");
}

#[test]
fn what_is_not_supported_names_the_op() {
    let error = build(&[Type::Scalar(F32)], |b, args| vec![b.unary(UnaryOp::Exp, args[0])]).unwrap_err();
    assert_eq!(error.to_string(), "test.mlir:7:3: math.exp cannot be compiled: expand the math functions first");
    let error = build(&[Type::tensor(&[4], F32)], |_, _| vec![]).unwrap_err();
    assert!(matches!(&error, CodegenError::Unsupported { op, .. } if op == "func.func"), "{error}");
    let error = build(&[Type::memref(&[tilec_ir::DYNAMIC], F32)], |_, _| vec![]).unwrap_err();
    assert!(error.to_string().contains("memref<?xf32>"), "{error}");
    let error = build(&[Type::Scalar(ScalarType::F16)], |b, args| vec![b.binary(BinaryOp::AddF, args[0], args[0])]).unwrap_err();
    assert!(error.to_string().contains("16-bit"), "{error}");
    let error = build(&[], |b, _| {
        b.op(spelling::of(OpKind::Empty), &[], &[Type::tensor(&[4], F32)]);
        vec![]
    });
    assert!(error.unwrap_err().to_string().contains("tensor.empty"));
}

#[test]
fn long_bodies_and_deep_nests() {
    let k = kernel(&[Type::Scalar(F32)], |b, args| {
        let mut v = args[0];
        for _ in 0..10_000 {
            v = b.binary(BinaryOp::AddF, v, args[0]);
        }
        vec![v]
    });
    let got = k.call(&mut [Arg::Scalar(Scalar::from_f64(F32, 1.0))]).unwrap();
    assert_eq!(got, [Scalar::from_f64(F32, 10001.0)]);

    fn nest(b: &mut tilec_ir::Builder, depth: u32, end: tilec_ir::Value) {
        if depth > 0 {
            let bounds = [b.index(0), end, b.index(1)];
            common::for_loop(b, bounds, &[], |b, _, _| {
                nest(b, depth - 1, end);
                vec![]
            });
        }
    }
    let k = kernel(&[Type::INDEX], |b, args| {
        nest(b, 100, args[0]);
        vec![]
    });
    k.call(&mut [Arg::Scalar(Scalar::from_i64(ScalarType::Index, 1))]).unwrap();
}

#[test]
fn listing() {
    let mut module = Module::new();
    let f = func(&mut module, "f", &[Type::Scalar(F32)], |b, args| vec![b.binary(BinaryOp::MulF, args[0], args[0])]);
    let listing = list(&module, f, &Options { verify: true, ..Options::default() }).unwrap();
    assert!(listing.clif.contains("fmul") && listing.assembly.contains("mulss"), "{listing:?}");
}
