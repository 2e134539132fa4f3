//! The values of `--input`: files, random numbers, splats and literals, as the type of the argument asks.

use super::report::{Failure, Outcome, npy_failure, say};
use std::path::Path;
use tilec::{Data, Scalar, ScalarType, Signature, Type, npy, zeros};
use tilec_ir::DYNAMIC;
use tilec_ir::data::byte_size;

/// The most bytes that arguments and results of one run may have together.
pub const MEMORY_LIMIT: usize = 16 << 30;

/// The arguments of a call: the given inputs in order, random numbers for the rest.
pub fn arguments(signature: &Signature, inputs: &[String], base_seed: Option<u64>) -> Outcome<Vec<Data>> {
    let count = signature.arguments.len();
    if inputs.len() > count {
        return Err(Failure::usage(format!("@{} has {count} arguments, but {} inputs were given", signature.name, inputs.len())));
    }
    check_memory(signature)?;
    let base = base_seed.unwrap_or_else(|| u64::from(fastrand::u32(..)));
    let mut data = Vec::with_capacity(count);
    for (i, argument) in signature.arguments.iter().enumerate() {
        let value = match inputs.get(i) {
            Some(text) => from_text(i, &argument.ty, text)?,
            None => {
                let seed = base.wrapping_add(i as u64);
                let value = random(i, &argument.ty, seed)?;
                if base_seed.is_none() {
                    say(format!("note: argument {i} is random:{seed}"));
                }
                value
            }
        };
        signature.check(i, &value).map_err(Failure::rejected)?;
        data.push(value);
    }
    Ok(data)
}

/// Refuses a function whose arguments and results alone exceed the limit, before anything is allocated.
pub fn check_memory(signature: &Signature) -> Outcome {
    let mut total = 0usize;
    let arguments = signature.arguments.iter().enumerate().map(|(i, a)| (format!("argument {i}"), &a.ty));
    let results = signature.results.iter().enumerate().map(|(i, ty)| (format!("result {i}"), ty));
    for (place, ty) in arguments.chain(results) {
        let (Some(elem), true) = (ty.elem(), ty.is_static()) else { continue };
        let shape: Option<Vec<usize>> = ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).ok()).collect();
        let size = shape.and_then(|shape| byte_size(elem, &shape));
        let Some(sum) = size.and_then(|size| total.checked_add(size)).filter(|sum| *sum <= MEMORY_LIMIT) else {
            return Err(Failure::rejected(format!(
                "{place} of type {ty} is too large: arguments and results may have {} GiB together",
                MEMORY_LIMIT >> 30
            )));
        };
        total = sum;
    }
    Ok(())
}

fn from_text(index: usize, ty: &Type, text: &str) -> Outcome<Data> {
    if text == "random" {
        let seed = u64::from(fastrand::u32(..));
        say(format!("note: argument {index} is random:{seed}"));
        return random(index, ty, seed);
    }
    let (text, shaped) = split_shape(index, ty, text)?;
    let ty = &shaped;
    if let Some(seed) = text.strip_prefix("random:") {
        let seed = seed.parse().map_err(|_| Failure::usage(format!("expected a number after random:, but found '{seed}'")))?;
        return random(index, ty, seed);
    }
    let elem = elem_of(index, ty)?;
    if let Some(value) = text.strip_prefix("splat:") {
        let value = parse_scalar(value, elem).map_err(|m| Failure::rejected(format!("argument {index}: {m}")))?;
        let mut data = blank(index, ty)?;
        (0..data.len()).for_each(|i| data.set(i, value));
        return Ok(data);
    }
    let is_file = Path::new(text).extension().is_some_and(|e| e.eq_ignore_ascii_case("npy"));
    let mut data = if is_file || (Path::new(text).is_file() && !text.starts_with('[')) {
        npy::read(Path::new(text), elem).map_err(|error| npy_failure(index, &error))?
    } else {
        parse_literal(text, elem).map_err(|m| Failure::rejected(format!("argument {index}: {m}")))?
    };
    if ty.as_scalar().is_some() && data.len() == 1 {
        data.shape.clear();
    }
    Ok(data)
}

/// `random:SEED:4x8` or `splat:VALUE:4x8`: the text without the shape, and the type with it.
fn split_shape<'t>(index: usize, ty: &Type, text: &'t str) -> Outcome<(&'t str, Type)> {
    let generated = text.strip_prefix("random:").or_else(|| text.strip_prefix("splat:"));
    let (Some((_, sizes)), Some(elem)) = (generated.and_then(|rest| rest.rsplit_once(':')), ty.elem()) else {
        return Ok((text, ty.clone()));
    };
    let shape: Option<Vec<i64>> = sizes.split('x').map(|n| n.parse().ok().filter(|n| *n >= 0)).collect();
    let Some(shape) = shape else {
        return Err(Failure::usage(format!("expected a shape such as 4x8 after the last ':' of '{text}'")));
    };
    let known = ty.shape().unwrap_or(&[]);
    let fits = known.len() == shape.len() && known.iter().zip(&shape).all(|(&k, s)| k == DYNAMIC || k == *s);
    if !fits {
        return Err(Failure::rejected(format!("argument {index} expects {ty} but got shape {shape:?}")));
    }
    Ok((&text[..text.len() - sizes.len() - 1], Type::tensor(&shape, elem)))
}

fn elem_of(index: usize, ty: &Type) -> Outcome<ScalarType> {
    ty.elem().ok_or_else(|| Failure::rejected(format!("argument {index} of type {ty} cannot be given")))
}

/// Zeros of the argument's type.
fn blank(index: usize, ty: &Type) -> Outcome<Data> {
    let elem = elem_of(index, ty)?;
    let shape = ty.shape().unwrap_or(&[]);
    if matches!(ty, Type::UnrankedTensor(_) | Type::UnrankedMemRef(_)) || shape.contains(&DYNAMIC) {
        return Err(Failure::rejected(format!(
            "argument {index} of type {ty} needs an input with a shape: a .npy file, a literal, or random:SEED:SHAPE"
        )));
    }
    let shape: Option<Vec<usize>> = shape.iter().map(|&d| usize::try_from(d).ok()).collect();
    shape
        .and_then(|shape| zeros(elem, shape))
        .ok_or_else(|| Failure::rejected(format!("argument {index} of type {ty} is too large")))
}

/// Random elements: floats in [-1, 1), `i1` either, other integers in 0..8 so that they can be positions.
fn random(index: usize, ty: &Type, seed: u64) -> Outcome<Data> {
    let mut data = blank(index, ty)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let elem = data.elem;
    for i in 0..data.len() {
        let value = match elem {
            ScalarType::F32 => Scalar::new(elem, u64::from((rng.f32() * 2.0 - 1.0).to_bits())),
            _ if elem.is_float() => Scalar::from_f64(elem, rng.f64() * 2.0 - 1.0),
            _ => Scalar::from_i64(elem, rng.i64(0..8)),
        };
        data.set(i, value);
    }
    Ok(data)
}

/// One element from its text.
fn parse_scalar(text: &str, elem: ScalarType) -> Result<Scalar, String> {
    let text = text.trim();
    let bad = || {
        format!(
            "expected {} {}, but found '{text}'",
            if elem == ScalarType::I1 { "an" } else { "a value of type" },
            Type::Scalar(elem)
        )
    };
    if elem == ScalarType::F32 {
        return text.parse::<f32>().map(|v| Scalar::new(elem, u64::from(v.to_bits()))).map_err(|_| bad());
    }
    if elem.is_float() {
        return text.parse::<f64>().map(|v| Scalar::from_f64(elem, v)).map_err(|_| bad());
    }
    if elem == ScalarType::I1 {
        match text {
            "true" | "1" => return Ok(Scalar::new(elem, 1)),
            "false" | "0" => return Ok(Scalar::new(elem, 0)),
            _ => return Err(bad()),
        }
    }
    let value: i128 = text.parse().map_err(|_| bad())?;
    let bits = elem.bits().min(64);
    if value < -(1i128 << (bits - 1)) || value >= 1i128 << bits {
        return Err(format!("{value} does not fit in {}", Type::Scalar(elem)));
    }
    Ok(Scalar::new(elem, value as u64))
}

/// `3.5`, `[1, 2]`, `[[1, 2], [3, 4]]`, `[]`.
fn parse_literal(text: &str, elem: ScalarType) -> Result<Data, String> {
    let mut shape: Vec<Option<usize>> = Vec::new();
    let mut counts: Vec<usize> = Vec::new();
    let mut values = Vec::new();
    let mut rest = text.trim();
    let mut closed = false;
    let ragged = || format!("expected rows of equal length in '{text}'");
    while !rest.is_empty() {
        if closed {
            return Err(format!("expected the end of the literal, but found '{rest}'"));
        }
        if let Some(inner) = rest.strip_prefix('[') {
            counts.push(0);
            if counts.len() > shape.len() {
                if !values.is_empty() || counts.len() > 32 {
                    return Err(ragged());
                }
                shape.push(None);
            }
            rest = inner.trim_start();
            if !rest.starts_with(']') {
                continue;
            }
        } else {
            let end = rest.find([',', '[', ']']).unwrap_or(rest.len());
            if counts.len() != shape.len() {
                return Err(ragged());
            }
            values.push(parse_scalar(&rest[..end], elem)?);
            rest = &rest[end..];
            count_item(&mut counts);
        }
        while let Some(after) = rest.strip_prefix(']') {
            let found = counts.pop().ok_or_else(|| format!("unexpected ']' in '{text}'"))?;
            let known = &mut shape[counts.len()];
            if known.is_some_and(|known| known != found) {
                return Err(ragged());
            }
            *known = Some(found);
            count_item(&mut counts);
            rest = after.trim_start();
        }
        closed = counts.is_empty();
        if let (Some(after), false) = (rest.strip_prefix(','), closed) {
            rest = after.trim_start();
        }
    }
    if !closed {
        return Err(format!(
            "expected a literal such as 3.5 or [1, 2], a .npy file, random:SEED or splat:VALUE, but found '{text}'"
        ));
    }
    let shape: Vec<usize> = shape.into_iter().map(|n| n.unwrap_or(0)).collect();
    if byte_size(elem, &shape) != Some(values.len() * elem.bytes()) {
        return Err(ragged());
    }
    let mut data = zeros(elem, shape).ok_or("the literal is too large")?;
    values.into_iter().enumerate().for_each(|(i, v)| data.set(i, v));
    Ok(data)
}

fn count_item(counts: &mut [usize]) {
    if let Some(last) = counts.last_mut() {
        *last += 1;
    }
}
