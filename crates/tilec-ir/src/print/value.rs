//! Types and attributes as text.

use super::Printer;
use super::float::float_literal;
use super::locations::loc_text;
use crate::affine::AffineMap;
use crate::attr::{Attr, Dense, DenseData, Dict, Origin};
use crate::scalar::Scalar;
use crate::types::{DYNAMIC, Layout, MemRefType, ScalarType, Type};
use std::fmt::{self, Write};
use std::sync::Arc;

/// Elements above which a dense constant prints as a hex string.
const MAX_LISTED_ELEMENTS: usize = 100;

/// `f32`, `i8`, `index`.
pub(super) fn scalar_type(ty: ScalarType) -> String {
    match ty {
        ScalarType::Int(w) => format!("i{w}"),
        ScalarType::Signed(w) => format!("si{w}"),
        ScalarType::Unsigned(w) => format!("ui{w}"),
        ScalarType::Index => "index".into(),
        ScalarType::F16 => "f16".into(),
        ScalarType::BF16 => "bf16".into(),
        ScalarType::F32 => "f32".into(),
        ScalarType::F64 => "f64".into(),
        ScalarType::Mini(m) => m.name(),
    }
}

/// Stands around the number of a map that is settled at the end; no text has this character unescaped.
const UNVISITED: char = '\u{1}';

fn extent(d: i64) -> String {
    if d == DYNAMIC { "?".into() } else { d.to_string() }
}

fn dims(shape: &[i64]) -> String {
    shape.iter().map(|&d| format!("{}x", extent(d))).collect()
}

impl Printer<'_> {
    /// A type.
    pub(super) fn type_text(&mut self, ty: &Type) -> String {
        match ty {
            Type::Scalar(s) => scalar_type(*s),
            Type::Tensor(t) => {
                let encoding = t.encoding.as_ref().map(|e| format!(", {}", self.attr_text(e))).unwrap_or_default();
                format!("tensor<{}{}{encoding}>", dims(&t.shape), scalar_type(t.elem))
            }
            Type::UnrankedTensor(s) => format!("tensor<*x{}>", scalar_type(*s)),
            Type::MemRef(t) => self.memref_text(t),
            Type::UnrankedMemRef(s) => format!("memref<*x{}>", scalar_type(*s)),
            Type::Vector(t) => format!("vector<{}{}>", dims(&t.shape), scalar_type(t.elem)),
            Type::Function(t) => format!("({}) -> {}", self.types(&t.inputs), self.result_types(&t.results)),
            Type::None => "none".into(),
            Type::Opaque(text) => text.to_string(),
        }
    }

    fn memref_text(&mut self, t: &MemRefType) -> String {
        let layout = match &t.layout {
            Layout::Identity => String::new(),
            Layout::Strided { offset, strides } => {
                let strides: Vec<_> = strides.iter().map(|&s| extent(s)).collect();
                let offset = if *offset == 0 { String::new() } else { format!(", offset: {}", extent(*offset)) };
                format!(", strided<[{}]{offset}>", strides.join(", "))
            }
            Layout::Map(map) => format!(", {}", self.map_text(map)),
        };
        let space = t.space.as_ref().map(|s| format!(", {}", self.nested_attr_text(s))).unwrap_or_default();
        format!("memref<{}{}{layout}{space}>", dims(&t.shape), scalar_type(t.elem))
    }

    /// Types separated by commas.
    pub(super) fn types(&mut self, types: &[Type]) -> String {
        types.iter().map(|t| self.type_text(t)).collect::<Vec<_>>().join(", ")
    }

    /// Result types after an arrow: one bare, else in parentheses.
    pub(super) fn result_types(&mut self, types: &[Type]) -> String {
        match types {
            [one] if !matches!(one, Type::Function(_)) => self.type_text(one),
            _ => format!("({})", self.types(types)),
        }
    }

    /// A map by its alias, numbered by first use.
    pub(super) fn map_text(&mut self, map: &AffineMap) -> String {
        if self.in_unvisited {
            self.unvisited.push(map.clone());
            return format!("{UNVISITED}{}{UNVISITED}", self.unvisited.len() - 1);
        }
        let next = self.aliases.len();
        let index = *self.alias_of.entry(map.clone()).or_insert(next);
        if index == next {
            self.aliases.push(map.clone());
        }
        if index == 0 { "#map".into() } else { format!("#map{index}") }
    }

    /// An attribute with its type where MLIR shows it.
    pub(super) fn attr_text(&mut self, attr: &Attr) -> String {
        match attr {
            Attr::Unit => "unit".into(),
            Attr::Bool(b) => b.to_string(),
            Attr::Int(i, ty) => format!("{i} : {}", scalar_type(*ty)),
            Attr::Float(s) => format!("{} : {}", float_literal(*s), scalar_type(s.ty)),
            Attr::Str(s) => quoted(s),
            Attr::Array(items) => {
                let items: Vec<_> = items.iter().map(|a| self.nested_attr_text(a)).collect();
                format!("[{}]", items.join(", "))
            }
            Attr::Dict(dict) => self.dict_text(dict.iter()),
            Attr::Type(ty) => self.type_text(ty),
            Attr::Map(map) => self.map_text(map),
            Attr::Symbol(name) => format!("@{}", symbol(name)),
            Attr::Elided(name, ty) => format!("dense_resource<{}> : {}", symbol(name), self.type_text(ty)),
            Attr::Dense(dense) => format!("{} : {}", self.dense_text(dense), self.type_text(&dense.ty)),
            Attr::IntArray(ty, values) => {
                let values: Vec<_> = values.iter().map(i64::to_string).collect();
                let colon = if values.is_empty() { "" } else { ": " };
                format!("array<{}{colon}{}>", scalar_type(*ty), values.join(", "))
            }
            Attr::Opaque(text) => text.to_string(),
            Attr::Loc(loc) => format!("loc({})", loc_text(loc)),
        }
    }

    /// A dense constant without its type; one from the resource section is noted for it.
    pub(super) fn dense_text(&mut self, dense: &Arc<Dense>) -> String {
        let resource = match &dense.origin {
            Origin::Here => return dense_literal(dense),
            Origin::Sparse(parts) => return sparse_literal(&parts.0, &parts.1),
            Origin::Resource(resource) => resource,
        };
        let known = |d: &Arc<Dense>| d.resource().is_some_and(|r| r.name == resource.name);
        if !self.resources.iter().any(known) {
            self.resources.push(dense.clone());
        }
        format!("dense_resource<{}>", symbol(&resource.name))
    }

    /// An attribute inside an array or a type, where the default types `i64` and `f64` go without saying.
    pub(super) fn nested_attr_text(&mut self, attr: &Attr) -> String {
        match attr {
            Attr::Int(i, ScalarType::Int(64)) => i.to_string(),
            Attr::Float(s) if s.ty == ScalarType::F64 => float_literal(*s),
            _ => self.attr_text(attr),
        }
    }

    /// `{a = 1, b}`.
    pub(super) fn dict_text<'a>(&mut self, entries: impl Iterator<Item = (&'a str, &'a Attr)>) -> String {
        let entries: Vec<_> = entries
            .map(|(name, attr)| {
                let key = if is_bare_key(name) { name.to_string() } else { quoted(name) };
                if *attr == Attr::Unit { key } else { format!("{key} = {}", self.attr_text(attr)) }
            })
            .collect();
        format!("{{{}}}", entries.join(", "))
    }
}

impl Printer<'_> {
    /// The text, with the maps of unvisited places by alias if they have one, else in full.
    pub(super) fn settle_unvisited(&mut self) -> String {
        let text = std::mem::take(&mut self.out);
        if self.unvisited.is_empty() {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        for (i, part) in text.split(UNVISITED).enumerate() {
            let map = if i % 2 == 1 { part.parse::<usize>().ok().and_then(|n| self.unvisited.get(n)) } else { None };
            match map.map(|map| (map, self.alias_of.get(map))) {
                Some((_, Some(0))) => out.push_str("#map"),
                Some((_, Some(n))) => out.push_str(&format!("#map{n}")),
                Some((map, None)) => out.push_str(&format!("affine_map<{map}>")),
                None => out.push_str(part),
            }
        }
        out
    }
}

/// `{-# … #-}` with the resources that were used, or nothing.
pub(super) fn resource_section(resources: &[Arc<Dense>], out: &mut impl Write) -> fmt::Result {
    if resources.is_empty() {
        return Ok(());
    }
    out.write_str("\n{-#\n  dialect_resources: {\n    builtin: {\n")?;
    for (i, dense) in resources.iter().enumerate() {
        let (Some(resource), DenseData::Bytes(bytes)) = (dense.resource(), &dense.data) else { continue };
        write!(out, "      {}: \"0x", symbol(&resource.name))?;
        hex_digits(&resource.alignment.to_le_bytes(), out)?;
        hex_digits(bytes, out)?;
        out.write_str(if i + 1 < resources.len() { "\",\n" } else { "\"\n" })?;
    }
    out.write_str("    }\n  }\n#-}\n")
}

/// Two capital digits for each byte, written in pieces.
fn hex_digits(bytes: &[u8], out: &mut impl Write) -> fmt::Result {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut piece = String::new();
    for part in bytes.chunks(1 << 15) {
        piece.clear();
        piece.extend(part.iter().flat_map(|b| [b >> 4, b & 15]).map(|d| char::from(DIGITS[usize::from(d)])));
        out.write_str(&piece)?;
    }
    Ok(())
}

/// All attributes of an op that the form does not show, sorted by name.
pub(super) fn dict_entries<'a>(attrs: &'a Dict, extra: &'a Dict, shown: &[&str]) -> Vec<(&'a str, &'a Attr)> {
    let mut entries: Vec<_> = attrs.iter().filter(|(k, _)| !shown.contains(k)).chain(extra.iter()).collect();
    entries.sort_by_key(|(k, _)| *k);
    entries
}

fn is_bare_key(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}

/// The name after `@`, quoted if it must be.
pub(super) fn symbol(name: &str) -> String {
    if is_bare_key(name) { name.to_string() } else { quoted(name) }
}

/// A string literal.
pub(super) fn quoted(s: &str) -> String {
    let mut out = String::with_capacity(s.len() + 2);
    out.push('"');
    for byte in s.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => write!(out, "\\{byte:02X}").expect("writing to a string"),
        }
    }
    out.push('"');
    out
}

fn scalar_literal(value: Scalar) -> String {
    match value.ty {
        ScalarType::Int(1) => (value.bits != 0).to_string(),
        ScalarType::Unsigned(_) => value.bits.to_string(),
        ty if ty.is_float() => float_literal(value),
        _ => value.as_i64().to_string(),
    }
}

/// `sparse<[[0], [2]], [1.0, 2.0]>` without its type.
fn sparse_literal(positions: &Dense, values: &Dense) -> String {
    let inside = |dense| {
        let text = dense_literal(dense);
        text.strip_prefix("dense<").and_then(|t| t.strip_suffix('>')).unwrap_or_default().to_string()
    };
    let (positions, values) = (inside(positions), inside(values));
    if values.is_empty() { "sparse<>".to_string() } else { format!("sparse<{positions}, {values}>") }
}

/// `dense<…>` without its type.
fn dense_literal(dense: &Dense) -> String {
    let count = usize::try_from(dense.ty.num_elements().unwrap_or(0)).unwrap_or(0);
    let shape = dense.ty.shape().unwrap_or(&[]);
    match &dense.data {
        _ if count == 0 => "dense<>".into(),
        DenseData::Splat(_) => format!("dense<{}>", scalar_literal(dense.get(0))),
        DenseData::Bytes(bytes) if count > MAX_LISTED_ELEMENTS => {
            let mut text = String::with_capacity(bytes.len() * 2 + 12);
            text.push_str("dense<\"0x");
            hex_digits(bytes, &mut text).expect("writing to a string");
            text.push_str("\">");
            text
        }
        DenseData::Bytes(_) => format!("dense<{}>", nested(dense, shape, &mut 0)),
    }
}

fn nested(dense: &Dense, shape: &[i64], at: &mut usize) -> String {
    let Some((&outer, inner)) = shape.split_first() else {
        *at += 1;
        return scalar_literal(dense.get(*at - 1));
    };
    let items: Vec<_> = (0..outer).map(|_| nested(dense, inner, at)).collect();
    format!("[{}]", items.join(", "))
}
