//! The options of the pass: `entry=NAME`, and `argN=4x?x8` or `argN=16` for each argument that is to be bound.

use super::Bound;
use std::collections::BTreeMap;
use tilec_ir::{Attr, DYNAMIC, Diagnostic, Loc, Module, Op, Scalar, ScalarType, Type};

/// The number of `argN`.
fn argument(key: &str) -> Option<usize> {
    key.strip_prefix("arg")?.parse().ok()
}

/// Refuses a key that is no option, or a value that can be none.
pub(super) fn check(key: &str, value: &str) -> Result<(), String> {
    if argument(key).is_some() {
        let ok = value.parse::<i64>().is_ok() || extents(value).is_some();
        return if ok {
            Ok(())
        } else {
            Err(format!("expected {key} to be a shape such as 4x?x8 or an integer, but it is '{value}'"))
        };
    }
    if key == "entry" { Ok(()) } else { Err(format!("specialize has no option '{key}': expected entry or argN")) }
}

/// Extents and what follows them: `4x?x8` or `4x?x8xf32`.
fn extents(text: &str) -> Option<(Vec<i64>, &str)> {
    let (mut found, mut rest) = (Vec::new(), text);
    while rest.starts_with(|c: char| c == '?' || c.is_ascii_digit()) {
        let end = rest.find('x').unwrap_or(rest.len());
        let extent = &rest[..end];
        found.push(if extent == "?" { DYNAMIC } else { extent.parse().ok()? });
        rest = rest.get(end + 1..).unwrap_or("");
        if rest.is_empty() && text.ends_with('x') {
            return None;
        }
    }
    let is_type = !rest.starts_with('x') && rest.chars().all(|c| c.is_ascii_alphanumeric());
    (!text.is_empty() && is_type).then_some((found, rest))
}

/// The function and what its arguments are bound to; `None` if there are no options.
pub(super) fn read(module: &Module, options: &BTreeMap<String, String>) -> Result<Option<(Op, Vec<Bound>)>, Diagnostic> {
    if options.is_empty() {
        return Ok(None);
    }
    let func = entry(module, options.get("entry").map(String::as_str))?;
    let inputs = &module.func_type(func).inputs;
    let mut bounds = vec![Bound::Open; inputs.len()];
    let fail = |message: String| Err(Diagnostic::error(module.op(func).loc.clone(), message));
    for (key, text) in options {
        let Some(i) = argument(key) else { continue };
        let Some(ty) = inputs.get(i) else {
            return fail(format!("{key}={text}: the function has {} arguments", inputs.len()));
        };
        bounds[i] = match bound(ty, text) {
            Some(bound) => bound,
            None => return fail(format!("{key}={text} does not fit argument {i} of type {ty}")),
        };
    }
    Ok(Some((func, bounds)))
}

fn bound(ty: &Type, text: &str) -> Option<Bound> {
    if let Some(scalar) = ty.as_scalar() {
        return integer(scalar, text).map(Bound::Value);
    }
    let (extents, elem) = extents(text)?;
    let same = elem.is_empty() || ty.elem().is_some_and(|e| Type::Scalar(e).to_string() == elem);
    same.then_some(Bound::Shape(extents))
}

/// An integer that the type can hold.
fn integer(ty: ScalarType, text: &str) -> Option<Scalar> {
    let value: i64 = text.parse().ok()?;
    let scalar = Scalar::from_i64(ty, value);
    let fits = scalar.as_i64() == value || i64::try_from(scalar.as_u64()) == Ok(value);
    (ty.is_signless_or_index() && fits).then_some(scalar)
}

/// The function called `name`; without a name, the only public one that has a body.
fn entry(module: &Module, name: Option<&str>) -> Result<Op, Diagnostic> {
    let is_private = |f: &Op| module.attr(*f, "sym_visibility").and_then(Attr::as_str) == Some("private");
    let all: Vec<Op> = module.funcs().into_iter().filter(|f| !module.is_declaration(*f)).collect();
    let wanted: Vec<Op> = match name {
        Some(name) => all.iter().copied().filter(|f| module.symbol_name(*f) == Some(name.trim_start_matches('@'))).collect(),
        None => all.iter().copied().filter(|f| !is_private(f)).collect(),
    };
    match wanted[..] {
        [one] => Ok(one),
        _ => {
            let names: Vec<String> = all.iter().map(|f| format!("@{}", module.symbol_name(*f).unwrap_or("?"))).collect();
            Err(Diagnostic::error(Loc::Unknown, format!("expected entry=NAME with one of the functions {}", names.join(", "))))
        }
    }
}
