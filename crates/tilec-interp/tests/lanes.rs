//! The lane order, against a direct implementation of its definition.

mod common;

use common::{Func, data};
use tilec_ir::numerics::{NUMERICS, Numerics, pin};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineMap, Attr, Data, ScalarType};

const LENGTHS: [usize; 11] = [0, 1, 17, 31, 32, 33, 64, 4095, 4096, 4097, 9001];

/// `start` makes a lane of the first element, `step` adds another, `add` combines.
fn lane_order<T: Copy>(
    n: usize,
    init: T,
    start: impl Fn(usize) -> T,
    step: impl Fn(T, usize) -> T,
    add: impl Fn(T, T) -> T,
) -> T {
    let mut acc = init;
    for block in (0..n).step_by(4096) {
        let mut lanes: [Option<T>; 32] = [None; 32];
        for i in block..n.min(block + 4096) {
            let lane = &mut lanes[(i - block) % 32];
            *lane = Some(lane.map_or_else(|| start(i), |v| step(v, i)));
        }
        for s in [16, 8, 4, 2, 1] {
            for l in 0..s {
                if let (Some(a), Some(b)) = (lanes[l], lanes[l + s]) {
                    lanes[l] = Some(add(a, b));
                }
            }
        }
        acc = add(acc, lanes[0].unwrap());
    }
    acc
}

fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed | 1;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let unit = (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        unit * 2f64.powi((state >> 5 & 15) as i32 - 6)
    };
    (0..n).map(next).collect()
}

fn bits32(data: &Data) -> Vec<u64> {
    (0..data.len()).map(|i| data.get(i).bits).collect()
}

/// Sums the rows of a 3×n tensor.
fn row_sum(n: usize, elem: ScalarType, op: BinaryOp) -> Func {
    let mut f = Func::new(&[tilec_ir::Type::tensor(&[3, n as i64], elem), tilec_ir::Type::tensor(&[3], elem)]);
    let (a, init) = (f.arg(0), f.arg(1));
    let maps = [AffineMap::identity(2), AffineMap::select(2, [0])];
    let r = f.generic(&[a], &[init], &maps, "pr", |b, args| vec![b.binary(op, args[1], args[0])]);
    f.ret(&r);
    f
}

#[test]
fn row_sums_f32() {
    for n in LENGTHS {
        let xs = data(ScalarType::F32, &[3, n], &noise(3 * n, 5));
        let init = data(ScalarType::F32, &[3], &[0.0, 1.5, -1e6]);
        let found = row_sum(n, ScalarType::F32, BinaryOp::AddF).run(&[xs.clone(), init.clone()]).unwrap();
        let x = |i| f32::from_bits(xs.get(i).bits as u32);
        let row = |r: usize| {
            let init = f32::from_bits(init.get(r).bits as u32);
            lane_order(n, init, |i| x(r * n + i), |v, i| v + x(r * n + i), |a, b| a + b)
        };
        let expected: Vec<_> = (0..3).map(|r| u64::from(row(r).to_bits())).collect();
        assert_eq!(bits32(&found.results[0]), expected, "length {n}");
    }
}

#[test]
fn row_products_f64() {
    for n in [33, 100] {
        let xs = data(ScalarType::F64, &[3, n], &noise(3 * n, 9));
        let init = data(ScalarType::F64, &[3], &[1.0; 3]);
        let found = row_sum(n, ScalarType::F64, BinaryOp::MulF).run(&[xs.clone(), init]).unwrap();
        let x = |i| f64::from_bits(xs.get(i).bits);
        let row = |r: usize| lane_order(n, 1.0, |i| x(r * n + i), |v, i| v * x(r * n + i), |a, b| a * b);
        let expected: Vec<_> = (0..3).map(|r| row(r).to_bits()).collect();
        assert_eq!(bits32(&found.results[0]), expected, "length {n}");
    }
}

fn dot(n: usize) -> Func {
    let t = common::tensor(&[n as i64]);
    let mut f = Func::new(&[t.clone(), t, common::tensor(&[])]);
    let (a, b, init) = (f.arg(0), f.arg(1), f.arg(2));
    let maps = [AffineMap::identity(1), AffineMap::identity(1), AffineMap::select(1, [])];
    let r = f.generic(&[a, b], &[init], &maps, "r", |b, args| {
        let product = b.binary(BinaryOp::MulF, args[0], args[1]);
        vec![b.binary(BinaryOp::AddF, args[2], product)]
    });
    f.ret(&r);
    f
}

#[test]
fn dot_products_are_fused_and_in_lanes() {
    for n in LENGTHS {
        let (x, y) = (data(ScalarType::F32, &[n], &noise(n, 1)), data(ScalarType::F32, &[n], &noise(n, 2)));
        let found = dot(n).run(&[x.clone(), y.clone(), data(ScalarType::F32, &[], &[0.25])]).unwrap();
        let get = |d: &Data, i| f32::from_bits(d.get(i).bits as u32);
        let (start, step) = (|i| get(&x, i) * get(&y, i), |v, i| get(&x, i).mul_add(get(&y, i), v));
        let expected = lane_order(n, 0.25f32, start, step, |a, b| a + b);
        assert_eq!(bits32(&found.results[0]), [u64::from(expected.to_bits())], "length {n}");
    }
}

#[test]
fn strict_is_iteration_order_without_fma() {
    let n = 100;
    let mut f = dot(n);
    pin(&mut f.module, Numerics::Strict);
    let (x, y) = (data(ScalarType::F32, &[n], &noise(n, 1)), data(ScalarType::F32, &[n], &noise(n, 2)));
    let found = f.run(&[x.clone(), y.clone(), data(ScalarType::F32, &[], &[0.25])]).unwrap();
    let get = |d: &Data, i| f32::from_bits(d.get(i).bits as u32);
    let expected = (0..n).fold(0.25f32, |acc, i| acc + get(&x, i) * get(&y, i));
    assert_eq!(bits32(&found.results[0]), [u64::from(expected.to_bits())]);
}

/// Two reduction loops around: blocks follow the outer one.
#[test]
fn outer_reduction_loops_go_around() {
    let (m, n) = (3usize, 40usize);
    let mut f = Func::new(&[common::tensor(&[m as i64, n as i64]), common::tensor(&[])]);
    let (a, init) = (f.arg(0), f.arg(1));
    let maps = [AffineMap::identity(2), AffineMap::select(2, [])];
    let r = f.generic(&[a], &[init], &maps, "rr", |b, args| vec![b.binary(BinaryOp::AddF, args[0], args[1])]);
    f.ret(&r);
    let xs = data(ScalarType::F32, &[m, n], &noise(m * n, 3));
    let found = f.run(&[xs.clone(), data(ScalarType::F32, &[], &[2.0])]).unwrap();
    let x = |i| f32::from_bits(xs.get(i).bits as u32);
    let expected = (0..m).fold(2f32, |acc, r| lane_order(n, acc, |i| x(r * n + i), |v, i| v + x(r * n + i), |a, b| a + b));
    assert_eq!(bits32(&found.results[0]), [u64::from(expected.to_bits())]);
}

#[test]
fn the_order_mark_is_refused_where_it_means_nothing() {
    let mut f = row_sum(4, ScalarType::F32, BinaryOp::SubF);
    let top = f.module.top();
    f.module.op_mut(top).extra.set(NUMERICS, Attr::str("pinned"));
    let combiner = f.module.walk(f.op).into_iter().find(|op| f.module.spelling(*op).name == "arith.subf").unwrap();
    f.module.op_mut(combiner).extra.set("tilec.order", Attr::str("lanes"));
    let args = [data(ScalarType::F32, &[3, 4], &[1.0; 12]), data(ScalarType::F32, &[3], &[0.0; 3])];
    assert!(f.run(&args).unwrap_err().message.contains("tilec.order needs a float add, mul or fma"));
}
