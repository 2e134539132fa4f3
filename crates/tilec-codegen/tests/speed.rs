//! What the code of a streaming kernel looks like and how long compiling takes. Times are printed, not checked:
//! `cargo test --release -p tilec-codegen --test speed -- --nocapture`.

mod common;

use common::{count, f32s, func, run, vector_load, vector_store};
use std::time::Instant;
use tilec_codegen::{Options, compile, list};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{Builder, Data, Module, Op, OpKind, Scalar, ScalarType, Type, Value, spelling};

const F32: ScalarType = ScalarType::F32;

/// `out = max(x * s + b, 0)` over `n` elements, `lanes` at a time.
fn relu(n: i64, lanes: i64) -> (Module, Op) {
    let mut module = Module::new();
    let ty = Type::memref(&[n], F32);
    let vector = Type::vector(&[lanes], F32);
    let types = [ty.clone(), Type::Scalar(F32), Type::Scalar(F32), ty];
    let f = func(&mut module, "relu", &types, |b, args| {
        let splat = |b: &mut Builder, v: Value| {
            let op = b.op(spelling::of(OpKind::Broadcast), &[v], std::slice::from_ref(&vector));
            b.module.result(op)
        };
        let (s, bias) = (splat(b, args[1]), splat(b, args[2]));
        let zero = b.splat(Scalar::zero(F32), &vector);
        count(b, n, lanes, |b, i| {
            let x = vector_load(b, lanes, args[0], &[i]);
            let scaled = b.binary(BinaryOp::MulF, x, s);
            let moved = b.binary(BinaryOp::AddF, scaled, bias);
            let out = b.binary(BinaryOp::MaximumF, moved, zero);
            vector_store(b, out, args[3], &[i]);
        });
        vec![]
    });
    (module, f)
}

/// The instructions of the loop: between the last label that is jumped back to and the jump.
fn inner_loop(assembly: &str) -> Vec<&str> {
    let lines: Vec<&str> = assembly.lines().map(str::trim).collect();
    for (i, line) in lines.iter().enumerate() {
        let label = line.strip_prefix('j').and_then(|l| l.split("label").nth(1)).and_then(|l| l.split([';', ' ']).next());
        let start = label.and_then(|l| lines[..i].iter().position(|line| *line == format!("block{l}:")));
        if let Some(start) = start {
            // An edge's own block, a jump, goes away when the code is laid out.
            return lines[start + 1..=i].iter().filter(|l| !l.starts_with("jmp") && !l.ends_with(':')).copied().collect();
        }
    }
    panic!("no loop in\n{assembly}")
}

#[test]
fn streaming_relu_is_six_instructions_a_vector() {
    let (module, f) = relu(1 << 12, 16);
    let listing = list(&module, f, &Options { verify: true, ..Options::default() }).unwrap();
    let body = inner_loop(&listing.assembly);
    // Four vectors of multiply (with the load), add, max, add and store, and the loop's three.
    assert!(body.len() <= 4 * 6 + 4 || cfg!(not(target_arch = "x86_64")), "{} instructions:\n{}", body.len(), body.join("\n"));
    let k = compile(&module, f, &Options { verify: true, ..Options::default() }).unwrap();
    let x = f32s(&(0..1 << 12).map(|i| (i - 2000) as f32).collect::<Vec<_>>());
    let mut y = Data::zeros(F32, &[1 << 12]);
    let scalar = |v| tilec_codegen::Arg::Scalar(Scalar::from_f64(F32, v));
    k.call(&mut [common::view(&x), scalar(0.5), scalar(1.0), common::view_mut(&mut y)]).unwrap();
    assert!((0..1 << 12).all(|i| y.get(i).to_f64() == ((i as f64 - 2000.0) * 0.5 + 1.0).max(0.0)));
}

#[test]
fn compile_and_run_times() {
    let (module, f) = relu(1 << 16, 16);
    for _ in 0..3 {
        println!("relu: {:?}", compile(&module, f, &Options::default()).unwrap().compile_times());
    }
    let mut all: Vec<_> = (0..200).map(|_| compile(&module, f, &Options::default()).unwrap().compile_times()).collect();
    all.sort_by_key(|t| t.total());
    println!("median of 200: {:?} = {:?}", all[100], all[100].total());
    let k = compile(&module, f, &Options::default()).unwrap();
    let (x, mut y) = (Data::zeros(F32, &[1 << 16]), Data::zeros(F32, &[1 << 16]));
    let scalar = |v| tilec_codegen::Arg::Scalar(Scalar::from_f64(F32, v));
    let mut best = u128::MAX;
    for _ in 0..200 {
        let start = Instant::now();
        k.call(&mut [common::view(&x), scalar(0.5), scalar(1.0), common::view_mut(&mut y)]).unwrap();
        best = best.min(start.elapsed().as_nanos());
    }
    println!("relu of 65536 elements: {best} ns");
}

/// A 4×12 f32 micro-kernel over 256 steps, as a matrix product would have it.
fn micro_kernel(unroll: i64) -> (Module, Op) {
    let mut module = Module::new();
    let (rows, cols, depth) = (4, 12, 256);
    let types = [Type::memref(&[depth, rows], F32), Type::memref(&[depth, cols], F32), Type::memref(&[rows, cols], F32)];
    let vector = Type::vector(&[4], F32);
    let f = func(&mut module, "micro", &types, |b, args| {
        let bounds = [b.index(0), b.index(depth), b.index(unroll)];
        let zero = b.splat(Scalar::zero(F32), &vector);
        let sums = common::for_loop(b, bounds, &[zero; 12], |b, p, carried| {
            let mut sums = carried.to_vec();
            for u in 0..unroll {
                let offset = b.index(u);
                let p = b.binary(BinaryOp::AddI, p, offset);
                let columns: Vec<Value> = (0..3)
                    .map(|j| {
                        let at = b.index(4 * j);
                        vector_load(b, 4, args[1], &[p, at])
                    })
                    .collect();
                for r in 0..rows {
                    let at = b.index(r);
                    let x = b.load(args[0], &[p, at]);
                    let op = b.op(spelling::of(OpKind::Broadcast), &[x], std::slice::from_ref(&vector));
                    let x = b.module.result(op);
                    for (j, &y) in columns.iter().enumerate() {
                        let sum = &mut sums[r as usize * 3 + j];
                        *sum = b.ternary(tilec_ir::scalar_op::TernaryOp::Fma, x, y, *sum);
                    }
                }
            }
            sums
        });
        for (i, sum) in sums.into_iter().enumerate() {
            let at = [b.index(i as i64 / 3), b.index(i as i64 % 3 * 4)];
            vector_store(b, sum, args[2], &at);
        }
        vec![]
    });
    (module, f)
}

#[test]
fn micro_kernel_speed() {
    for unroll in [1, 4] {
        let (module, f) = micro_kernel(unroll);
        let k = compile(&module, f, &Options::default()).unwrap();
        let listing = list(&module, f, &Options::default()).unwrap();
        let zeros = |r: usize, c: usize| Data::zeros(F32, &[r, c]);
        let (x, y, mut z) = (zeros(256, 4), zeros(256, 12), zeros(4, 12));
        let mut best = u128::MAX;
        for _ in 0..2000 {
            let start = Instant::now();
            run(&k, &[&x, &y], &mut z).unwrap();
            best = best.min(start.elapsed().as_nanos());
        }
        let (flops, length) = ((2 * 4 * 12 * 256) as f64, inner_loop(&listing.assembly).len());
        println!(
            "4x12 unrolled {unroll}: {:.1} GFLOP/s, {length} instructions, {:?}",
            flops / best as f64,
            k.compile_times().total()
        );
    }
}
