//! Values for people: single elements, summaries, differences.

use std::fmt::Write;
use tilec::{Data, Scalar, ScalarType, Type};

/// An element, in the shortest decimal that reads back as it.
pub fn element(value: Scalar) -> String {
    match value.ty {
        ScalarType::F64 => format!("{:?}", value.to_f64()),
        ty if ty.is_float() => format!("{:?}", value.to_f64() as f32),
        ScalarType::I1 => (value.bits != 0).to_string(),
        ScalarType::Unsigned(_) => value.as_u64().to_string(),
        _ => value.as_i64().to_string(),
    }
}

/// The multi-dimensional position of element `i`.
pub fn position(shape: &[usize], mut i: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (at, &n) in index.iter_mut().zip(shape).rev() {
        *at = i % n.max(1);
        i /= n.max(1);
    }
    index
}

/// `tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]`; of more than eight elements the first four, with least, greatest and mean.
pub fn summary(ty: &Type, data: &Data) -> String {
    const SHOWN: usize = 8;
    // The type with the extents that are known now.
    let ty = if ty.is_static() { ty.clone() } else { data.tensor_type() };
    if data.len() <= SHOWN {
        let mut text = String::new();
        let mut next = 0;
        nested(data, 0, &mut next, &mut text);
        return format!("{ty} = {text}");
    }
    let first: Vec<String> = (0..SHOWN / 2).map(|i| element(data.get(i))).collect();
    let mut text = format!("{ty} = [{}, ...]", first.join(", "));
    let (mut least, mut greatest, mut sum, mut nans) = (f64::INFINITY, f64::NEG_INFINITY, 0.0, 0usize);
    let number =
        |v: Scalar| if matches!(v.ty, ScalarType::I1 | ScalarType::Unsigned(_)) { v.as_u64() as f64 } else { v.to_f64() };
    for value in (0..data.len()).map(|i| number(data.get(i))) {
        if value.is_nan() {
            nans += 1;
            continue;
        }
        least = least.min(value);
        greatest = greatest.max(value);
        sum += value;
    }
    let numbers = data.len() - nans;
    if numbers > 0 {
        let _ = write!(text, ", min {least}, max {greatest}, mean {}", sum / numbers as f64);
    }
    if nans > 0 {
        let _ = write!(text, ", {nans} NaN");
    }
    text
}

fn nested(data: &Data, depth: usize, next: &mut usize, out: &mut String) {
    let Some(&extent) = data.shape.get(depth) else {
        if *next < data.len() {
            out.push_str(&element(data.get(*next)));
            *next += 1;
        }
        return;
    };
    out.push('[');
    // With an extent of zero somewhere below there may be any number of empty rows.
    for i in 0..extent.min(8) {
        if i > 0 {
            out.push_str(", ");
        }
        nested(data, depth + 1, next, out);
    }
    out.push_str(if extent > 8 { ", ...]" } else { "]" });
}

/// The first difference between a result and what it should be: where, and both values.
pub fn difference(found: &Data, expected: &Data) -> Option<String> {
    if found.shape != expected.shape || found.elem != expected.elem {
        return Some(format!("has the type {}, expected {}", found.tensor_type(), expected.tensor_type()));
    }
    let i = found.first_difference(expected)?;
    let count = (i..found.len()).filter(|&i| !found.get(i).bit_eq(expected.get(i))).count();
    Some(format!(
        "differs at {:?}: got {}, expected {} ({count} of {} elements differ)",
        position(&found.shape, i),
        element(found.get(i)),
        element(expected.get(i)),
        found.len()
    ))
}
