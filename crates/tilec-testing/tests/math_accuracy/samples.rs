//! Arguments for the accuracy test, and the values that are known without computing.

use tilec_ir::scalar_op::UnaryOp;

/// A small generator of reproducible bits (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Uniform in an interval.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }
}

/// Arguments near which something happens in one function or another.
#[allow(clippy::approx_constant, reason = "near the constant is what is meant")]
const CRITICAL: [f64; 44] = [
    0.0, 1e-45, 1.2e-38, 1e-12, 5e-5, 1e-4, 2.4e-4, 0.25, 0.29, 0.3466, 0.4375, 0.5, 0.6875, 0.7071, 0.75, 1.0, 1.0397, 1.3333,
    1.4142, 1.5, 1.5708, 2.0, 2.3562, 3.0, 3.1416, 3.9192, 3.9219, 4.0, 5.8636, 6.0, 9.01, 9.03125, 10.0, 22.0, 27.3, 87.336,
    88.7228, 89.4159, 103.97, 126.0, 128.0, 149.0, 150.0, 3.4e38,
];

pub fn f32_samples(stride: usize) -> impl Iterator<Item = f32> {
    let dense = (0..=u32::MAX).step_by(stride).map(f32::from_bits);
    // Nearest to a multiple of π/2 of all floats.
    let nearest = 16_367_173.0 * 2f64.powi(72);
    let near = CRITICAL.into_iter().chain([nearest]).flat_map(|x| {
        let bits = (x as f32).to_bits();
        (bits.saturating_sub(64)..=bits + 64).flat_map(|b| [f32::from_bits(b), -f32::from_bits(b)])
    });
    let special = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN, f32::MIN_POSITIVE, -0.0];
    dense.chain(near).chain(special)
}

/// Arguments for an f64 function: random bit patterns, uniform ones where the function moves, critical points.
pub fn f64_samples(random: &mut Random, count: usize, low: f64, high: f64) -> Vec<f64> {
    let mut samples = Vec::new();
    for _ in 0..count / 4 {
        samples.push(f64::from_bits(random.bits()));
        samples.push(random.between(low, high));
        samples.push(random.between(-1.0, 1.0));
        let exponent = random.between(-60.0, 12.0);
        samples.push(random.between(-1.0, 1.0) * exponent.exp2());
    }
    let large = [708.4, 709.78, 710.47, 745.13, 1022.0, 1024.0, 1074.5, 26.54, 27.22, 5e-324, 1e-308];
    // Nearest to a multiple of π/2 of all doubles.
    let nearest = 6_381_956_970_095_103.0 * 2f64.powi(797);
    for x in CRITICAL.into_iter().chain(large).chain([nearest]) {
        let bits = f64::to_bits(x);
        for near in bits.saturating_sub(8)..=bits + 8 {
            samples.extend([f64::from_bits(near), -f64::from_bits(near)]);
        }
    }
    samples
}

/// Values that the multi-precision library need not be asked for: outside of domains, and far in the flat parts.
pub fn special_f64(op: UnaryOp, x: f64) -> Option<f64> {
    let undefined = match op {
        UnaryOp::Log | UnaryOp::Log2 | UnaryOp::Log10 | UnaryOp::Sqrt | UnaryOp::Rsqrt => x < 0.0,
        UnaryOp::Log1p => x < -1.0,
        UnaryOp::Asin | UnaryOp::Acos | UnaryOp::Atanh => x.abs() > 1.0,
        UnaryOp::Acosh => x < 1.0,
        UnaryOp::Sin | UnaryOp::Cos | UnaryOp::Tan => x.is_infinite(),
        _ => false,
    };
    if undefined || x.is_nan() {
        return Some(f64::NAN);
    }
    match op {
        UnaryOp::Exp | UnaryOp::Exp2 if x < -1100.0 => Some(0.0),
        UnaryOp::Exp | UnaryOp::Exp2 | UnaryOp::ExpM1 | UnaryOp::Cosh if x.abs() > 1100.0 => {
            Some(if op == UnaryOp::ExpM1 && x < 0.0 { -1.0 } else { f64::INFINITY })
        }
        UnaryOp::ExpM1 if x < -60.0 => Some(-1.0),
        UnaryOp::Sinh if x.abs() > 1100.0 => Some(f64::INFINITY.copysign(x)),
        UnaryOp::Tanh if x.abs() > 30.0 => Some(1f64.copysign(x)),
        UnaryOp::Erf if x.abs() > 6.0 => Some(1f64.copysign(x)),
        UnaryOp::Erfc if x > 28.0 => Some(0.0),
        UnaryOp::Erfc if x < -6.5 => Some(2.0),
        UnaryOp::Log | UnaryOp::Log2 | UnaryOp::Log10 if x == 0.0 => Some(f64::NEG_INFINITY),
        UnaryOp::Log1p if x == -1.0 => Some(f64::NEG_INFINITY),
        UnaryOp::Rsqrt if x == 0.0 => Some(f64::INFINITY.copysign(x)),
        UnaryOp::Atanh if x.abs() == 1.0 => Some(f64::INFINITY.copysign(x)),
        UnaryOp::Cos | UnaryOp::Cosh | UnaryOp::Exp | UnaryOp::Exp2 | UnaryOp::Erfc | UnaryOp::Acos => {
            // astro-float is slow or odd for tiny arguments.
            if x.abs() < 1e-30 { Some(if op == UnaryOp::Acos { std::f64::consts::FRAC_PI_2 } else { 1.0 }) } else { None }
        }
        _ if x == 0.0 => Some(x),
        _ => None,
    }
}
