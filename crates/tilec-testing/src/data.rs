//! Inputs: ordinary numbers mixed with NaN, zeros of both signs, infinities, subnormals and extremes.

use crate::program::Value;
use fastrand::Rng;
use tilec_ir::{Data, Module, Scalar, ScalarType};

/// An argument for each parameter. The same parameter name and seed give the same data, whatever the other parameters are.
pub fn inputs(params: &[Value], seed: u64) -> Vec<Data> {
    params.iter().map(|p| input(p, seed)).collect()
}

/// Arguments for the function that is run, if all its types are static and have elements. Numbers of type `index` are small: loops go up to
/// them.
pub fn inputs_of(module: &Module, seed: u64) -> Option<Vec<Data>> {
    let func = module.funcs().into_iter().find(|&f| !module.is_declaration(f))?;
    let params = module.func_type(func).inputs.iter().enumerate();
    let params: Vec<_> = params.map(|(i, ty)| Value { name: format!("%a{i}"), ty: ty.clone() }).collect();
    let mut inputs = params.iter().all(|p| p.ty.is_static() && p.ty.elem().is_some()).then(|| inputs(&params, seed))?;
    for data in inputs.iter_mut().filter(|d| d.elem == ScalarType::Index && d.shape.is_empty()) {
        *data = Data::scalar(Scalar::new(ScalarType::Index, data.get(0).as_u64() % 10));
    }
    Some(inputs)
}

fn input(param: &Value, seed: u64) -> Data {
    let mut hash = seed ^ 0x9E37_79B9_7F4A_7C15;
    for byte in param.name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    let mut rng = Rng::with_seed(hash);
    let elem = param.ty.elem().expect("a parameter has elements");
    let shape: Vec<usize> =
        param.ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).expect("a static shape")).collect();
    let mut data = Data::zeros(elem, &shape);
    let share = [0, 0, 10, 25, 60][rng.usize(..5)];
    for i in 0..data.len() {
        let special = rng.u8(..100) < share;
        data.set(i, if special { extreme(&mut rng, elem) } else { ordinary(&mut rng, elem) });
    }
    data
}

/// A small number.
pub fn ordinary(rng: &mut Rng, elem: ScalarType) -> Scalar {
    if elem.is_float() {
        let value = (f64::from(rng.i32(-4000..4000)) + f64::from(rng.u8(..4)) * 0.25) / [1.0, 16.0, 1000.0][rng.usize(..3)];
        return Scalar::from_f64(elem, value);
    }
    let value = if rng.bool() { rng.i64(-9..=9) } else { rng.i64(-200..=200) };
    Scalar::new(elem, value as u64)
}

/// A number that needs care.
pub fn extreme(rng: &mut Rng, elem: ScalarType) -> Scalar {
    if !elem.is_float() {
        let min = 1u64 << (elem.bits() - 1);
        let bits = [0, 1, u64::MAX, min, min.wrapping_sub(1), rng.u64(..)];
        return Scalar::new(elem, bits[rng.usize(..bits.len())]);
    }
    let (exponent, mantissa) = match elem {
        ScalarType::F16 => (5, 10),
        ScalarType::BF16 => (8, 7),
        ScalarType::F32 => (8, 23),
        ScalarType::Mini(_) => return Scalar::new(elem, rng.u64(..)),
        _ => (11, 52),
    };
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let quiet = infinity | 1 << (mantissa - 1);
    let one = ((1u64 << (exponent - 1)) - 1) << mantissa;
    let bits = [0, infinity, quiet, 1, infinity - 1, 1 << mantissa, one, one | 1, rng.u64(..) & (infinity - 1)];
    let sign = rng.u64(..2) << (exponent + mantissa);
    Scalar::new(elem, bits[rng.usize(..bits.len())] | sign)
}
