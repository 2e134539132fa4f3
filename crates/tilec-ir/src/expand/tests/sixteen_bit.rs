//! f16 and bf16: conversions over all inputs, arithmetic over a sample.

use super::*;
use crate::scalar::{eval_compare, eval_ternary};
use crate::scalar_op::TernaryOp;

const HALVES: [ScalarType; 2] = [ScalarType::F16, ScalarType::BF16];

/// Some 16-bit patterns, dense enough to meet every exponent with every kind of rounding.
fn patterns(ty: ScalarType, step: usize) -> impl Iterator<Item = Scalar> {
    (0..1u64 << 16).step_by(step).map(move |bits| Scalar::new(ty, bits))
}

#[test]
fn sixteen_bit_floats_convert_as_in_the_half_crate() {
    for bits in 0..=u16::MAX {
        for (ty, value) in
            [(ScalarType::F16, half::f16::from_bits(bits).to_f32()), (ScalarType::BF16, half::bf16::from_bits(bits).to_f32())]
        {
            let narrow = Scalar::new(ty, u64::from(bits));
            let wide = Scalar::new(ScalarType::F32, u64::from(value.to_bits()));
            assert_same(expand_cast(&mut Evaluator, CastOp::ExtF, narrow, ScalarType::F32).unwrap(), wide, narrow);
            assert_same(eval_cast(CastOp::ExtF, narrow, ScalarType::F32), wide, narrow);
            assert_same(expand_cast(&mut Evaluator, CastOp::TruncF, wide, ty).unwrap(), narrow, wide);
            let wide = expand_cast(&mut Evaluator, CastOp::ExtF, narrow, ScalarType::F64).unwrap();
            assert_same(expand_cast(&mut Evaluator, CastOp::TruncF, wide, ty).unwrap(), narrow, wide);
        }
    }
}

#[test]
fn rounding_to_sixteen_bits_is_right_around_ties() {
    for bits in 0..=u16::MAX {
        // Every f32 that ends within 2 of a tie or of a value of either format.
        for low in [0u32, 1, 2, 0xFFF, 0x1000, 0x1001, 0x1FFF, 0x7FFF, 0x8000, 0x8001, 0xFFFF] {
            let wide = f32::from_bits(u32::from(bits) << 16 | low);
            let scalar = Scalar::new(ScalarType::F32, u64::from(wide.to_bits()));
            for (ty, expected) in
                [(ScalarType::F16, half::f16::from_f32(wide).to_bits()), (ScalarType::BF16, half::bf16::from_f32(wide).to_bits())]
            {
                let expected = Scalar::new(ty, u64::from(expected));
                assert_same(eval_cast(CastOp::TruncF, scalar, ty), expected, wide);
                assert_same(expand_cast(&mut Evaluator, CastOp::TruncF, scalar, ty).unwrap(), expected, wide);
            }
            // From f64, a last bit below a tie decides.
            for step in [-1i64, 0, 1] {
                let bits = f64::from(wide).to_bits().wrapping_add_signed(step);
                let scalar = Scalar::new(ScalarType::F64, bits);
                for ty in HALVES {
                    let expanded = expand_cast(&mut Evaluator, CastOp::TruncF, scalar, ty).unwrap();
                    assert_same(expanded, eval_cast(CastOp::TruncF, scalar, ty), scalar);
                }
            }
        }
    }
    let above_tie = Scalar::from_f64(ScalarType::F16, 1.0 + 2f64.powi(-11) + 2f64.powi(-40));
    assert_eq!(above_tie.bits, 0x3C01, "one rounding, not two by way of f32");
}

#[test]
fn sixteen_bit_arithmetic_expands_to_what_it_evaluates_to() {
    use BinaryOp::*;
    for ty in HALVES {
        for (i, a) in patterns(ty, 61).enumerate() {
            for op in [UnaryOp::NegF, UnaryOp::AbsF, UnaryOp::Sqrt, UnaryOp::Round, UnaryOp::RoundEven, UnaryOp::IsNormal] {
                assert_same(expand_unary(&mut Evaluator, op, a).unwrap(), eval_unary(op, a), (op, a));
            }
            for b in patterns(ty, 1013) {
                for op in [AddF, SubF, MulF, DivF, RemF, MaximumF, MinimumF, MaxNumF, MinNumF, CopySign] {
                    let expanded = expand_binary(&mut Evaluator, op, a, b).unwrap();
                    assert_same(expanded, eval_binary(op, a, b).unwrap(), (op, a, b));
                }
                let less = expand_compare(&mut Evaluator, Predicate::FOlt, a, b).unwrap();
                assert_eq!(less.bits == 1, eval_compare(Predicate::FOlt, a, b));
                let c = Scalar::new(ty, (i as u64).wrapping_mul(40_503) ^ b.bits << 3);
                let expanded = expand_ternary(&mut Evaluator, TernaryOp::Fma, a, b, c).unwrap();
                assert_same(expanded, eval_ternary(TernaryOp::Fma, a, b, c), (a, b, c));
                let expanded = expand_ternary(&mut Evaluator, TernaryOp::ClampF, a, b, c).unwrap();
                assert_same(expanded, eval_ternary(TernaryOp::ClampF, a, b, c), (a, b, c));
            }
        }
    }
}

#[test]
fn bf16_fma_rounds_once() {
    // The product 1.0078125 · 1.5 = 1.51171875 is a tie; only the tiny addend says which way.
    let number = |v| Scalar::from_f64(ScalarType::BF16, v);
    for (addend, expected) in [(2f64.powi(-100), 1.515625), (-(2f64.powi(-100)), 1.5078125)] {
        let fma = eval_ternary(TernaryOp::Fma, number(1.0078125), number(1.5), number(addend));
        assert_same(fma, number(expected), addend);
    }
}
