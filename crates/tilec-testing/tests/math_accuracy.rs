//! How far the expansions of math functions are from the exact values.
//!
//! f32 functions are compared with f64 ones on a dense sample of all bit patterns, f64 functions with a multi-precision
//! library on random arguments and around critical points. The largest distance in ulp is printed for each function
//! (`--nocapture`) and must not exceed what the doc strings in `tilec_ir::expand` state.

#[path = "math_accuracy/reference.rs"]
mod reference;
#[path = "math_accuracy/samples.rs"]
mod samples;

use reference::{Reference, ulp_distance};
use samples::{Random, f32_samples, f64_samples, special_f64};
use tilec_ir::scalar::{Scalar, eval_binary, eval_unary};
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::types::ScalarType;

/// The largest error seen and where.
#[derive(Clone, Copy)]
struct Worst {
    ulp: f64,
    at: f64,
}

impl Worst {
    const NONE: Self = Self { ulp: 0.0, at: 0.0 };

    fn note(&mut self, ulp: f64, at: f64) {
        if ulp > self.ulp || ulp.is_nan() {
            *self = Self { ulp, at };
        }
    }
}

fn report(name: &str, worst: Worst, bound: f64) -> Option<String> {
    let Worst { ulp, at } = worst;
    println!("{name:12} {ulp:7.4} ulp at {at:e} (bound {bound})");
    (ulp.is_nan() || ulp > bound).then(|| format!("{name}: {ulp} ulp at {at:e} = {:#x}, bound {bound}", at.to_bits()))
}

fn check(failures: Vec<String>) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn f32_of(op: UnaryOp, x: f32) -> f32 {
    let result = eval_unary(op, Scalar { ty: ScalarType::F32, bits: u64::from(x.to_bits()) });
    f32::from_bits(result.bits as u32)
}

fn f64_of(op: UnaryOp, x: f64) -> f64 {
    f64::from_bits(eval_unary(op, Scalar { ty: ScalarType::F64, bits: x.to_bits() }).bits)
}

/// Distance in ulp of f32 at the exact value; infinities stand for 2¹²⁸.
fn f32_distance(expected: f64, got: f32) -> f64 {
    let limit = 2f64.powi(128);
    let got = f64::from(got);
    if expected.is_nan() || got.is_nan() {
        return if expected.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if expected == got {
        // The sign of zero counts where the reference is exactly zero.
        return if expected == 0.0 && expected.is_sign_negative() != got.is_sign_negative() { f64::INFINITY } else { 0.0 };
    }
    let (expected, got) = (expected.clamp(-limit, limit), got.clamp(-limit, limit));
    let exponent = ((expected.abs().to_bits() >> 52) as i32 - 1023).clamp(-126, 127);
    (got - expected).abs() / 2f64.powi(exponent - 23)
}

type F32Case = (UnaryOp, f64, fn(f64) -> f64);

fn check_f32(stride: usize, cases: &[F32Case]) {
    let failures = cases.iter().filter_map(|&(op, bound, exact)| {
        let mut worst = Worst::NONE;
        for x in f32_samples(stride) {
            worst.note(f32_distance(exact(f64::from(x)), f32_of(op, x)), f64::from(x));
        }
        report(&format!("{op:?} f32"), worst, bound)
    });
    check(failures.collect());
}

/// The f64 error function, quick where it is flat or straight.
fn f64_erf(x: f64) -> f64 {
    if x.abs() > 6.0 {
        x.signum()
    } else if x.abs() < 1e-10 {
        x * std::f64::consts::FRAC_2_SQRT_PI
    } else {
        f64_of(UnaryOp::Erf, x)
    }
}

/// The f32 functions with arithmetic of their own.
const NATIVE: [F32Case; 10] = [
    (UnaryOp::Exp, 0.90, f64::exp),
    (UnaryOp::Exp2, 0.87, f64::exp2),
    (UnaryOp::Log, 0.83, f64::ln),
    (UnaryOp::Tanh, 0.97, f64::tanh),
    (UnaryOp::Erf, 0.97, f64_erf),
    (UnaryOp::Rsqrt, 0.501, |x| 1.0 / x.sqrt()),
    (UnaryOp::Sqrt, 0.5, f64::sqrt),
    (UnaryOp::Sin, 0.501, f64::sin),
    (UnaryOp::Cos, 0.501, f64::cos),
    (UnaryOp::Tan, 0.501, f64::tan),
];

#[test]
fn f32_native() {
    check_f32(1009, &NATIVE);
}

/// The f32 functions that are computed in f64.
#[test]
fn f32_through_f64() {
    check_f32(
        8009,
        &[
            (UnaryOp::ExpM1, 0.501, f64::exp_m1),
            (UnaryOp::Log2, 0.501, f64::log2),
            (UnaryOp::Log10, 0.501, f64::log10),
            (UnaryOp::Log1p, 0.501, f64::ln_1p),
            (UnaryOp::Cbrt, 0.501, f64::cbrt),
            (UnaryOp::Asin, 0.501, f64::asin),
            (UnaryOp::Acos, 0.501, f64::acos),
            (UnaryOp::Atan, 0.501, f64::atan),
            (UnaryOp::Sinh, 0.501, f64::sinh),
            (UnaryOp::Cosh, 0.501, f64::cosh),
            (UnaryOp::Asinh, 0.501, |x| if x == 0.0 { x } else { f64_of(UnaryOp::Asinh, x) }),
            (UnaryOp::Acosh, 0.501, |x| f64_of(UnaryOp::Acosh, x)),
            (UnaryOp::Atanh, 0.501, |x| f64_of(UnaryOp::Atanh, x)),
            (UnaryOp::Erfc, 0.501, |x| f64_of(UnaryOp::Erfc, x)),
        ],
    );
}

fn check_f64(count: usize, cases: &[(UnaryOp, f64, f64, f64)]) {
    let mut reference = Reference::new();
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mut failures = Vec::new();
    for &(op, bound, low, high) in cases {
        let mut worst = Worst::NONE;
        for x in f64_samples(&mut random, count, low, high) {
            let got = f64_of(op, x);
            if let Some(expected) = special_f64(op, x) {
                let same = expected.to_bits() == got.to_bits() || expected.is_nan() && got.is_nan();
                worst.note(if same { 0.0 } else { f64::INFINITY }, x);
            } else {
                worst.note(ulp_distance(&reference.unary(op, x), got), x);
            }
        }
        failures.extend(report(&format!("{op:?} f64"), worst, bound));
    }
    check(failures);
}

#[test]
fn f64_exponentials() {
    check_f64(
        12_000,
        &[
            (UnaryOp::Exp, 0.76, -745.2, 710.0),
            (UnaryOp::Exp2, 0.76, -1075.0, 1024.0),
            (UnaryOp::ExpM1, 0.9, -40.0, 709.0),
            (UnaryOp::Sinh, 0.85, -710.5, 710.5),
            (UnaryOp::Cosh, 1.1, -710.5, 710.5),
            (UnaryOp::Tanh, 0.75, -22.0, 22.0),
            (UnaryOp::Cbrt, 0.501, -1e5, 1e5),
            (UnaryOp::Rsqrt, 0.501, 0.0, 10.0),
            (UnaryOp::Sqrt, 0.5, 0.0, 10.0),
        ],
    );
}

#[test]
fn f64_logarithms() {
    check_f64(
        12_000,
        &[
            (UnaryOp::Log, 0.53, 0.0, 10.0),
            (UnaryOp::Log2, 0.56, 0.0, 10.0),
            (UnaryOp::Log10, 0.54, 0.0, 10.0),
            (UnaryOp::Log1p, 0.55, -1.0, 10.0),
            (UnaryOp::Asinh, 1.1, -10.0, 10.0),
            (UnaryOp::Acosh, 1.2, 1.0, 10.0),
            (UnaryOp::Atanh, 0.55, -1.0, 1.0),
        ],
    );
}

#[test]
fn f64_trigonometry() {
    check_f64(
        12_000,
        &[
            (UnaryOp::Sin, 0.7, -100.0, 100.0),
            (UnaryOp::Cos, 0.7, -100.0, 100.0),
            (UnaryOp::Tan, 1.9, -100.0, 100.0),
            (UnaryOp::Asin, 0.65, -1.0, 1.0),
            (UnaryOp::Acos, 0.65, -1.0, 1.0),
            (UnaryOp::Atan, 0.75, -10.0, 10.0),
        ],
    );
}

#[test]
fn f64_error_functions() {
    check_f64(8_000, &[(UnaryOp::Erf, 0.8, -6.0, 6.0), (UnaryOp::Erfc, 1.2, -2.0, 27.3)]);
}

fn f64_of_two(op: BinaryOp, x: f64, y: f64) -> f64 {
    let [x, y] = [x, y].map(|v| Scalar { ty: ScalarType::F64, bits: v.to_bits() });
    f64::from_bits(eval_binary(op, x, y).expect("floats do not trap").bits)
}

#[test]
fn f64_powers_and_angles() {
    let mut reference = Reference::new();
    let mut random = Random(99);
    let (mut pow, mut atan2, mut fpowi) = (Worst::NONE, Worst::NONE, Worst::NONE);
    for i in 0..12_000 {
        let x = f64::from_bits(random.bits() >> 1);
        if !x.is_finite() || x == 0.0 {
            continue;
        }
        let near_one = if i % 2 == 0 { x } else { random.between(0.3, 3.0) };
        let limit = (745.0 / near_one.ln()).abs().min(1e300);
        let y = random.between(-limit, limit);
        pow.note(ulp_distance(&reference.binary(BinaryOp::PowF, near_one, y), f64_of_two(BinaryOp::PowF, near_one, y)), near_one);
        let n = y as i64;
        let signed = if i % 4 < 2 { near_one } else { -near_one };
        let wide = Scalar { ty: ScalarType::Int(64), bits: n as u64 };
        let got = eval_binary(BinaryOp::FPowI, Scalar { ty: ScalarType::F64, bits: signed.to_bits() }, wide);
        let got = f64::from_bits(got.expect("floats do not trap").bits);
        if n != 2 && n != 3 {
            fpowi.note(ulp_distance(&reference.power(signed, n), got), signed);
        }
        let y = x * random.between(-2.0, 2.0);
        let x = if i % 4 < 2 { x } else { -x };
        let y = if i % 3 == 0 { f64::from_bits(random.bits()) } else { y };
        if y.is_finite() && y != 0.0 {
            atan2.note(ulp_distance(&reference.binary(BinaryOp::Atan2, y, x), f64_of_two(BinaryOp::Atan2, y, x)), y / x);
        }
    }
    let failures = [report("powf f64", pow, 0.76), report("fpowi f64", fpowi, 0.76), report("atan2 f64", atan2, 1.2)];
    check(failures.into_iter().flatten().collect());
}

#[test]
fn f32_powers_and_angles() {
    let mut random = Random(7);
    let (mut pow, mut fpowi, mut atan2) = (Worst::NONE, Worst::NONE, Worst::NONE);
    let of_two = |op, x: f32, y: Scalar| {
        let x = Scalar { ty: ScalarType::F32, bits: u64::from(x.to_bits()) };
        f32::from_bits(eval_binary(op, x, y).expect("floats do not trap").bits as u32)
    };
    for i in 0..300_000 {
        let any = f32::from_bits(random.bits() as u32);
        let x = if i % 2 == 0 { any } else { random.between(-4.0, 4.0) as f32 };
        let limit = (104.0 / f64::from(x).abs().ln()).abs().clamp(1e-30, 1e30);
        let whole = random.between(-limit, limit).trunc() as i32;
        let y = if i % 3 == 0 { whole as f32 } else { random.between(-limit, limit) as f32 };
        let (wide_x, wide_y) = (f64::from(x), f64::from(y));
        let scalar_y = Scalar { ty: ScalarType::F32, bits: u64::from(y.to_bits()) };
        // The third power is defined as two multiplications.
        if y != 3.0 {
            pow.note(f32_distance(wide_x.powf(wide_y), of_two(BinaryOp::PowF, x, scalar_y)), wide_x);
        }
        atan2.note(f32_distance(wide_x.atan2(wide_y), of_two(BinaryOp::Atan2, x, scalar_y)), wide_x);
        if whole != 3 {
            let n = Scalar::from_i64(ScalarType::Int(32), i64::from(whole));
            fpowi.note(f32_distance(wide_x.powf(f64::from(whole)), of_two(BinaryOp::FPowI, x, n)), wide_x);
        }
    }
    let failures = [report("powf f32", pow, 0.501), report("fpowi f32", fpowi, 0.501), report("atan2 f32", atan2, 0.501)];
    check(failures.into_iter().flatten().collect());
}
