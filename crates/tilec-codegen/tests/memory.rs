//! Loops and memory.

mod common;

use common::{alloc, count, f32s, for_loop, func, kernel, run, vector_load, vector_store, view, view_mut};
use tilec_codegen::{CallError, Options, compile};
use tilec_ir::scalar_op::{BinaryOp, Predicate};
use tilec_ir::{Attr, Data, Module, OpKind, Scalar, ScalarType, Type, spelling};

const F32: ScalarType = ScalarType::F32;
const I32: ScalarType = ScalarType::Int(32);

#[test]
fn carried_values_of_every_form() {
    let vector = Type::memref(&[16], F32);
    let k = kernel(&[vector.clone(), vector], |b, args| {
        let bounds = [b.index(0), b.index(5), b.index(1)];
        let start = vector_load(b, 16, args[0], &[bounds[0]]);
        let mask = b.compare(Predicate::FOlt, start, start);
        let one = b.scalar(Scalar::from_i64(I32, 1));
        let results = for_loop(b, bounds, &[start, mask, one], |b, _, carried| {
            let doubled = b.binary(BinaryOp::AddF, carried[0], carried[0]);
            let eight = b.splat(Scalar::from_f64(F32, 8.0), &Type::vector(&[16], F32));
            let small = b.compare(Predicate::FOlt, doubled, eight);
            let mask = b.binary(BinaryOp::Or, carried[1], small);
            let count = b.binary(BinaryOp::MulI, carried[2], carried[2]);
            vec![doubled, mask, count]
        });
        let zero = b.splat(Scalar::zero(F32), &Type::vector(&[16], F32));
        let out = b.select(results[1], results[0], zero);
        let at = b.index(0);
        vector_store(b, out, args[1], &[at]);
        vec![results[2]]
    });
    let input = f32s(&(0..16).map(|i| i as f32).collect::<Vec<_>>());
    let mut output = Data::zeros(F32, &[16]);
    let results = run(&k, &[&input], &mut output).unwrap();
    assert_eq!(results, [Scalar::from_i64(I32, 1)]);
    let want: Vec<f32> = (0..16).map(|i| if i < 4 { i as f32 * 32.0 } else { 0.0 }).collect();
    assert_eq!(output, f32s(&want));
}

/// Run-time bounds near the ends of the range, and none, one and many iterations.
#[test]
fn dynamic_bounds() {
    for unsigned in [false, true] {
        let mut module = Module::new();
        let f = func(&mut module, "trips", &[Type::INDEX, Type::INDEX, Type::INDEX], |b, args| {
            let zero = b.index(0);
            let results = for_loop(b, [args[0], args[1], args[2]], &[zero, zero], |b, i, carried| {
                let one = b.index(1);
                vec![b.binary(BinaryOp::AddI, carried[0], one), b.binary(BinaryOp::AddI, carried[1], i)]
            });
            if unsigned {
                let op = b.module.defining_op(results[0]).unwrap();
                b.module.set_attr(op, "unsignedCmp", Attr::Unit);
            }
            results
        });
        let k = compile(&module, f, &Options { verify: true, ..Options::default() }).unwrap();
        let edges = [0, 1, 2, 3, 7, i64::MAX, i64::MAX - 1, i64::MAX - 2, i64::MIN, i64::MIN + 1, -1, -2, -5];
        for lower in edges {
            for upper in edges {
                for step in [1, 2, 3, i64::MAX] {
                    let (lo, up) = if unsigned {
                        (i128::from(lower as u64), i128::from(upper as u64))
                    } else {
                        (i128::from(lower), i128::from(upper))
                    };
                    let trips = if lo < up { (up - lo + i128::from(step) - 1) / i128::from(step) } else { 0 };
                    if trips > 100 {
                        continue;
                    }
                    let sum = (0..trips).map(|t| lo + t * i128::from(step)).sum::<i128>();
                    let index = |v: i128| Scalar::new(ScalarType::Index, v as u64);
                    let args = [lower, upper, step].map(|v| index(v.into()));
                    let mut args = args.map(tilec_codegen::Arg::Scalar);
                    assert_eq!(k.call(&mut args).unwrap(), [index(trips), index(sum)], "{lower} to {upper} step {step}");
                }
            }
        }
    }
    let k = kernel(&[Type::INDEX], |b, args| {
        let bounds = [b.index(0), b.index(10), args[0]];
        for_loop(b, bounds, &[], |_, _, _| vec![]);
        vec![]
    });
    let index = |v| tilec_codegen::Arg::Scalar(Scalar::from_i64(ScalarType::Index, v));
    assert_eq!(k.call(&mut [index(3)]).unwrap(), []);
    let error = k.call(&mut [index(0)]).unwrap_err();
    assert_eq!(error.to_string(), "test.mlir:7:3: step is not positive in scf.for");
}

#[test]
fn constant_bounds() {
    for (lower, upper, step) in [(0, 0, 1), (5, 3, 1), (0, 1, 1), (3, 9, 10), (0, 7, 2), (i64::MAX - 3, i64::MAX, 2), (-4, 4, 3)]
    {
        let k = kernel(&[], |b, _| {
            let bounds = [b.index(lower), b.index(upper), b.index(step)];
            let zero = b.index(0);
            for_loop(b, bounds, &[zero], |b, i, carried| vec![b.binary(BinaryOp::AddI, carried[0], i)])
        });
        let sum: i128 = (i128::from(lower)..i128::from(upper)).step_by(step as usize).sum();
        assert_eq!(k.call(&mut []).unwrap(), [Scalar::new(ScalarType::Index, sum as u64)]);
    }
}

/// An `i8` induction variable wraps nowhere and sign-extends right.
#[test]
fn narrow_induction_variable() {
    let i8 = ScalarType::Int(8);
    let k = kernel(&[Type::Scalar(i8), Type::Scalar(i8)], |b, args| {
        let step = b.scalar(Scalar::from_i64(i8, 100));
        let zero = b.scalar(Scalar::zero(ScalarType::Int(64)));
        for_loop(b, [args[0], args[1], step], &[zero], |b, i, carried| {
            let wide = b.cast(tilec_ir::scalar_op::CastOp::ExtSI, i, ScalarType::Int(64));
            vec![b.binary(BinaryOp::AddI, carried[0], wide)]
        })
    });
    let arg = |v| tilec_codegen::Arg::Scalar(Scalar::from_i64(i8, v));
    let sum = k.call(&mut [arg(-128), arg(127)]).unwrap();
    assert_eq!(sum, [Scalar::from_i64(ScalarType::Int(64), -128 - 28 + 72)]);
}

#[test]
fn matrix_product() {
    let (m, n, k_len) = (3, 8, 5);
    let types = [Type::memref(&[m, k_len], F32), Type::memref(&[k_len, n], F32), Type::memref(&[m, n], F32)];
    let k = kernel(&types, |b, args| {
        count(b, m, 1, |b, i| {
            count(b, n, 4, |b, j| {
                let bounds = [b.index(0), b.index(k_len), b.index(1)];
                let zero = b.splat(Scalar::zero(F32), &Type::vector(&[4], F32));
                let sum = for_loop(b, bounds, &[zero], |b, p, carried| {
                    let x = b.load(args[0], &[i, p]);
                    let op = b.op(spelling::of(OpKind::Broadcast), &[x], &[Type::vector(&[4], F32)]);
                    let (x, y) = (b.module.result(op), vector_load(b, 4, args[1], &[p, j]));
                    vec![b.ternary(tilec_ir::scalar_op::TernaryOp::Fma, x, y, carried[0])]
                });
                vector_store(b, sum[0], args[2], &[i, j]);
            });
        });
        vec![]
    });
    let fill = |r: i64, c: i64, f: fn(i64) -> f32| {
        let mut d = f32s(&(0..r * c).map(f).collect::<Vec<_>>());
        d.shape = vec![r as usize, c as usize];
        d
    };
    let (a, b) = (fill(m, k_len, |i| i as f32 * 0.5), fill(k_len, n, |i| 3.0 - i as f32));
    let mut c = fill(m, n, |_| f32::NAN);
    run(&k, &[&a, &b], &mut c).unwrap();
    for i in 0..m {
        for j in 0..n {
            let sum = (0..k_len).fold(0.0f32, |s, p| {
                let at = |d: &Data, r: i64, w: i64, c: i64| d.get((r * w + c) as usize).to_f64() as f32;
                at(&a, i, k_len, p).mul_add(at(&b, p, n, j), s)
            });
            assert_eq!(c.get((i * n + j) as usize).to_f64() as f32, sum);
        }
    }
}

#[test]
fn allocations_end_with_the_call_and_have_a_limit() {
    let k = kernel(&[Type::INDEX], |b, args| {
        let bounds = [b.index(0), args[0], b.index(1)];
        for_loop(b, bounds, &[], |b, i, _| {
            let buffer = alloc(b, OpKind::Alloc, &Type::memref(&[1 << 20], ScalarType::Int(8)));
            let byte = b.scalar(Scalar::zero(ScalarType::Int(8)));
            b.store(byte, buffer, &[i]);
            vec![]
        });
        vec![]
    });
    let arg = |v| tilec_codegen::Arg::Scalar(Scalar::from_i64(ScalarType::Index, v));
    let small = k.clone().with_memory_limit(10 << 20);
    for _ in 0..20 {
        small.call(&mut [arg(10)]).unwrap();
    }
    let error = small.call(&mut [arg(11)]).unwrap_err();
    assert!(matches!(&error, CallError::Runtime { .. }));
    let want =
        "test.mlir:7:3: allocation of 1048576 bytes failed in memref.alloc: the memory limit of 10485760 bytes is exceeded";
    assert_eq!(error.to_string(), want);
    k.call(&mut [arg(11)]).unwrap();
}

/// Memory holds an element zero-extended; what a caller leaves above the width does not matter.
#[test]
fn odd_widths_in_memory() {
    let i3 = ScalarType::Int(3);
    let ty = Type::memref(&[16], i3);
    let k = kernel(&[ty.clone(), ty], |b, args| {
        count(b, 16, 1, |b, i| {
            let v = b.load(args[0], &[i]);
            let doubled = b.binary(BinaryOp::AddI, v, v);
            b.store(doubled, args[1], &[i]);
        });
        vec![]
    });
    let mut input = Data::zeros(i3, &[16]);
    input.bytes.copy_from_slice(&(0..16).map(|i| i * 16 + i).collect::<Vec<u8>>());
    let mut output = Data::zeros(i3, &[16]);
    run(&k, &[&input], &mut output).unwrap();
    assert_eq!(output.bytes, (0..16).map(|i| (i * 2) & 7).collect::<Vec<u8>>());
}

/// A load that a loop of no iterations would make must not be made.
#[test]
fn no_load_before_a_guard() {
    let k = kernel(&[Type::memref(&[0], F32), Type::INDEX, Type::memref(&[4], F32)], |b, args| {
        let far = b.index(1 << 40);
        let bounds = [b.index(0), args[1], b.index(1)];
        count(b, 4, 1, |b, j| {
            for_loop(b, bounds, &[], |b, _, _| {
                let v = b.load(args[0], &[far]);
                b.store(v, args[2], &[j]);
                vec![]
            });
        });
        vec![]
    });
    let (empty, mut output) = (Data::zeros(F32, &[0]), Data::zeros(F32, &[4]));
    let none = tilec_codegen::Arg::Scalar(Scalar::from_i64(ScalarType::Index, 0));
    k.call(&mut [view(&empty), none, view_mut(&mut output)]).unwrap();
}

/// A load whose index is checked must not be made before its check, though the index does not change in the loop.
#[test]
fn no_load_before_a_check() {
    let k = kernel(&[Type::memref(&[4], F32), Type::INDEX, Type::memref(&[4], F32)], |b, args| {
        count(b, 4, 1, |b, i| {
            let v = b.load(args[0], &[args[1]]);
            let row = common::subview(b, args[0], &[tilec_ir::DYNAMIC], &[args[1]], &[1], &[1], &Type::memref(&[1], F32));
            let zero = b.index(0);
            let w = b.load(row, &[zero]);
            let sum = b.binary(BinaryOp::AddF, v, w);
            b.store(sum, args[2], &[i]);
        });
        vec![]
    });
    let (x, mut y) = (f32s(&[1.0, 2.0, 3.0, 4.0]), Data::zeros(F32, &[4]));
    let mut call = |at: i64| {
        let index = tilec_codegen::Arg::Scalar(Scalar::from_i64(ScalarType::Index, at));
        k.call(&mut [view(&x), index, view_mut(&mut y)]).map(|_| y.get(3).to_f64())
    };
    assert_eq!(call(2), Ok(6.0));
    for far in [4, 1 << 40, -1, i64::MIN] {
        assert!(call(far).unwrap_err().to_string().contains("out of bounds"));
    }
}

/// The error's value has a place even if there are no arguments and no results.
#[test]
fn out_of_bounds_without_arguments() {
    let k = kernel(&[], |b, _| {
        let buffer = common::alloc(b, OpKind::Alloc, &Type::memref(&[3], ScalarType::Index));
        let (zero, seven) = (b.index(0), b.index(7));
        b.store(seven, buffer, &[zero]);
        let at = b.load(buffer, &[zero]);
        b.store(zero, buffer, &[at]);
        vec![]
    });
    let error = k.call(&mut []).unwrap_err().to_string();
    assert_eq!(error, "test.mlir:7:3: index 7 is out of bounds for dimension 0 of size 3 in memref.store");
}

/// Freed memory is never touched: what is used after a dealloc is freed at the end of the call.
#[test]
fn no_use_after_dealloc() {
    let k = kernel(&[Type::memref(&[4], F32)], |b, args| {
        let at = b.index(0);
        let t = alloc(b, OpKind::Alloc, &Type::memref(&[1 << 20], F32));
        let value = b.load(args[0], &[at]);
        b.store(value, t, &[at]);
        for _ in 0..2 {
            common::dealloc(b, t);
        }
        let value = b.load(t, &[at]);
        b.store(value, args[0], &[at]);
        vec![]
    });
    let mut output = f32s(&[1.0, 2.0, 3.0, 4.0]);
    run(&k, &[], &mut output).unwrap();
    assert_eq!(output, f32s(&[1.0, 2.0, 3.0, 4.0]));
}
