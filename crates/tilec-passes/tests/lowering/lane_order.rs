//! What `lower-to-loops` makes in lane order.

use super::*;

fn lowered(n: i64) -> Module {
    let mut module = program(&[buffer(&[3, n]), buffer(&[3])], |b, v| row_sum(b, v[0], v[1]));
    apply(lower_to_loops::run, &mut module);
    assert_counts(&module, &[("memref.alloca", 1), ("linalg.generic", 0)]);
    assert!(module.walk(module.top()).iter().all(|&o| module.op(o).extra.get("tilec.order").is_none()));
    module
}

const HALVING: [(i64, i64, i64); 4] = [(0, 16, 1), (0, 8, 1), (0, 4, 1), (0, 2, 1)];

fn with_halving(before: &[(i64, i64, i64)]) -> Vec<[Option<i64>; 3]> {
    loops(&[&[(0, 3, 1)], before, &HALVING].concat())
}

#[test]
fn of_rows_by_length() {
    assert_eq!(bounds(&lowered(0)), loops(&[(0, 3, 1)]));
    assert_eq!(bounds(&lowered(32)), with_halving(&[(0, 32, 1)]));
    assert_eq!(bounds(&lowered(33)), with_halving(&[(0, 32, 1), (0, 1, 1)]));
    assert_eq!(bounds(&lowered(100)), with_halving(&[(0, 32, 1), (1, 3, 1), (0, 32, 1), (0, 4, 1)]));
    assert_eq!(bounds(&lowered(4096)), with_halving(&[(0, 32, 1), (1, 128, 1), (0, 32, 1)]));
    // Absent lanes are skipped: 17 lanes leave one pair at 16, then 8, 4, 2 and 1.
    assert_eq!(bounds(&lowered(17)), loops(&[(0, 3, 1), (0, 17, 1), (0, 8, 1), (0, 4, 1), (0, 2, 1)]));
    assert_eq!(bounds(&lowered(3)), loops(&[(0, 3, 1), (0, 3, 1)]));
}

#[test]
fn of_several_blocks_and_a_peeled_rest() {
    let whole: &[_] = &[(0, 8192, 4096), (0, 32, 1), (1, 128, 1), (0, 32, 1)];
    let rest: &[_] = &[(0, 32, 1), (1, 25, 1), (0, 32, 1), (0, 9, 1)];
    let expected = [&[(0, 3, 1)], whole, &HALVING, rest, &HALVING].concat();
    assert_eq!(bounds(&lowered(9001)), loops(&expected));
}

#[test]
fn starts_with_the_product_of_an_fma_and_sums_the_lanes() {
    let mut module = program(&[buffer(&[40]), buffer(&[40]), buffer(&[])], |b, v| {
        let maps = vec![AffineMap::identity(1), AffineMap::identity(1), AffineMap::new(1, vec![])];
        generic(b, &[v[0], v[1]], &[v[2]], maps, &[Reduction], |b, args| {
            let fma = b.ternary(TernaryOp::Fma, args[0], args[1], args[2]);
            mark_lanes(b, fma);
            vec![fma]
        });
    });
    apply(lower_to_loops::run, &mut module);
    // One product, one fma in the ragged row, five halvings and the final sum.
    assert_counts(&module, &[("arith.mulf", 1), ("math.fma", 1), ("arith.addf", 6)]);
}

#[test]
fn of_a_dynamic_row() {
    let mut module = program(&[buffer(&[3, DYNAMIC]), buffer(&[3])], |b, v| row_sum(b, v[0], v[1]));
    apply(lower_to_loops::run, &mut module);
    // Rows outside, blocks, first row, further rows and their lanes, ragged row, five halvings.
    assert_counts(&module, &[("scf.for", 11), ("memref.alloca", 1), ("arith.minsi", 7)]);
}

#[test]
fn beside_outputs_in_iteration_order_and_free_order() {
    let mut module = program(&[buffer(&[3, 64]), buffer(&[3]), buffer(&[3]), buffer(&[3])], |b, v| {
        let out = || AffineMap::select(2, [0]);
        let maps = vec![AffineMap::identity(2), out(), out(), out()];
        generic(b, &[v[0]], &v[1..4], maps, &[Parallel, Reduction], |b, args| {
            let sum = b.binary(BinaryOp::AddF, args[1], args[0]);
            mark_lanes(b, sum);
            let plain = b.binary(BinaryOp::AddF, args[0], args[2]);
            let max = b.binary(BinaryOp::MaximumF, args[0], args[3]);
            vec![sum, plain, max]
        });
    });
    apply(lower_to_loops::run, &mut module);
    // Scratch for the sum and the maximum; the plain sum goes to memory in both rows.
    assert_counts(&module, &[("memref.alloca", 2), ("arith.maximumf", 7), ("arith.addf", 2 + 7)]);
}

#[test]
fn shares_its_scratch_between_ops_and_is_chosen_for_free_orders() {
    let mut module = program(&[buffer(&[3, 64]), buffer(&[3])], |b, v| {
        row_sum(b, v[0], v[1]);
        let maps = vec![AffineMap::identity(2), AffineMap::select(2, [0])];
        generic(b, &[v[0]], &[v[1]], maps, &[Parallel, Reduction], |b, args| {
            vec![b.binary(BinaryOp::MaximumF, args[1], args[0])]
        });
    });
    apply(lower_to_loops::run, &mut module);
    assert_counts(&module, &[("memref.alloca", 1), ("arith.maximumf", 7)]);
}

#[test]
fn moves_the_reduction_inside() {
    let mut module = program(&[buffer(&[5, 64]), buffer(&[5])], |b, v| {
        let maps = vec![AffineMap::select(2, [1, 0]), AffineMap::select(2, [1])];
        generic(b, &[v[0]], &[v[1]], maps, &[Reduction, Parallel], |b, args| {
            let sum = b.binary(BinaryOp::AddF, args[1], args[0]);
            mark_lanes(b, sum);
            vec![sum]
        });
    });
    apply(lower_to_loops::run, &mut module);
    assert_eq!(bounds(&module)[..3], loops(&[(0, 5, 1), (0, 32, 1), (1, 2, 1)]));
}
