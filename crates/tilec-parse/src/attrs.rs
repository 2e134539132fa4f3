//! Attributes: numbers, strings, arrays, dictionaries, maps, dense constants.

use crate::lexer::{Kind, Result};
use crate::parser::{NoteUnclosed, Parser};
use std::sync::Arc;
use tilec_ir::{Attr, Dict, Scalar, ScalarType, Type, spelling};

/// A number as written, before its type is known.
#[derive(Clone, Copy)]
pub(crate) enum Number<'t> {
    /// Digits, with the sign apart.
    Integer(bool, &'t str),
    /// `0x…`.
    Hex(bool, &'t str),
    /// With a point.
    Float(bool, &'t str),
    /// `true` or `false`.
    Bool(bool),
}

impl<'t> Parser<'t> {
    /// An integer with an optional minus.
    pub(crate) fn parse_integer(&mut self) -> Result<i64> {
        let at = self.lex.token().start;
        let negative = self.lex.eat("-")?;
        let text = match self.lex.token().kind {
            Kind::Integer | Kind::Hex => self.lex.next()?,
            _ => return Err(self.lex.expected("an integer")),
        };
        integer_value(negative, text).ok_or_else(|| self.lex.error_at(at, "the integer does not fit in 64 bits"))
    }

    /// Any attribute.
    pub(crate) fn parse_attr(&mut self) -> Result<Attr> {
        self.nested(Self::parse_attr_inner)
    }

    fn parse_attr_inner(&mut self) -> Result<Attr> {
        match self.lex.token().kind {
            Kind::Str => return Ok(Attr::Str(self.parse_string()?.into())),
            Kind::Symbol => return Ok(Attr::Symbol(self.parse_symbol()?.into())),
            Kind::Hash => return self.parse_hash_attr(),
            Kind::Integer | Kind::Hex | Kind::Float => return self.parse_number_attr(),
            _ => {}
        }
        match self.lex.spelling() {
            "-" => self.parse_number_attr(),
            "[" => {
                self.lex.next()?;
                self.parse_list("]", Self::parse_attr).map(|items| Attr::Array(items.into()))
            }
            "{" => self.parse_dict().map(|d| Attr::Dict(Arc::new(d))),
            "true" | "false" => self.lex.next().map(|w| Attr::Bool(w == "true")),
            "unit" => self.lex.next().map(|_| Attr::Unit),
            "affine_map" => {
                self.lex.next()?;
                self.lex.expect("<")?;
                let map = self.parse_map_body()?;
                self.lex.expect(">")?;
                Ok(Attr::Map(map))
            }
            "dense" | "dense_resource" | "sparse" => self.parse_elements(None),
            "array" => self.parse_int_array(),
            "loc" => self.parse_loc().map(|l| Attr::Loc(Arc::new(l))),
            word @ ("affine_set" | "opaque" | "distinct") => Err(self.lex.error(format!("{word} attributes are not supported"))),
            _ => self
                .parse_type()
                .map(Attr::Type)
                .map_err(|e| if self.at_type_start() { e } else { self.lex.expected("an attribute") }),
        }
    }

    fn at_type_start(&self) -> bool {
        matches!(self.lex.token().kind, Kind::Bang | Kind::Word) || self.lex.at("(")
    }

    /// `#alias`, or `#dialect.name<…>` kept as text.
    fn parse_hash_attr(&mut self) -> Result<Attr> {
        let name = &self.lex.spelling()[1..];
        if let Some(attr) = self.attr_aliases.get(name) {
            let attr = attr.clone();
            self.lex.next()?;
            return Ok(attr);
        }
        if !name.contains('.') {
            return Err(self.lex.error(format!("undefined attribute alias #{name}")));
        }
        self.check_dialect(name, "attribute")?;
        let start = self.lex.token().start;
        let mut end = self.lex.token().end;
        self.lex.next()?;
        if self.lex.at("<") && self.lex.token().start == end {
            end = self.skip_angle_brackets()?;
        }
        Ok(Attr::Opaque(self.lex.slice(start, end).into()))
    }

    /// Refuses an attribute or type of a dialect that mlir-opt does not know either, and sparse encodings.
    pub(crate) fn check_dialect(&self, name: &str, what: &str) -> Result<()> {
        let dialect = name.split('.').next().unwrap_or(name);
        if dialect == "sparse_tensor" {
            return Err(self.lex.error("sparse encodings are not supported"));
        }
        if !spelling::KNOWN_DIALECTS.contains(&dialect) {
            return Err(self.lex.error(format!("{what} '{name}': dialect '{dialect}' is not supported")));
        }
        Ok(())
    }

    /// Passes `<…>` with everything inside; returns the offset after it.
    pub(crate) fn skip_angle_brackets(&mut self) -> Result<usize> {
        let (open, mut depth) = (self.lex.token(), 0);
        loop {
            match self.lex.spelling() {
                "<" => depth += 1,
                ">" => depth -= 1,
                "" => return Err(self.lex.expected("'>'").note_unclosed(self.lex.loc(open.start), '<')),
                _ => {}
            }
            let end = self.lex.token().end;
            self.lex.next()?;
            if depth == 0 {
                return Ok(end);
            }
        }
    }

    fn parse_number_attr(&mut self) -> Result<Attr> {
        let at = self.lex.token().start;
        let number = self.parse_number()?;
        let ty = if self.lex.eat(":")? {
            self.parse_scalar_type()?
        } else if matches!(number, Number::Float(..)) {
            ScalarType::F64
        } else {
            ScalarType::Int(64)
        };
        let value = self.number_value(number, ty, at)?;
        Ok(if ty.is_float() { Attr::Float(value) } else { Attr::Int(value.as_i64(), ty) })
    }

    pub(crate) fn parse_number(&mut self) -> Result<Number<'t>> {
        if self.lex.at("true") || self.lex.at("false") {
            return self.lex.next().map(|w| Number::Bool(w == "true"));
        }
        let negative = self.lex.eat("-")?;
        let kind = self.lex.token().kind;
        match kind {
            Kind::Integer => self.lex.next().map(|t| Number::Integer(negative, t)),
            Kind::Hex => self.lex.next().map(|t| Number::Hex(negative, t)),
            Kind::Float => self.lex.next().map(|t| Number::Float(negative, t)),
            _ => Err(self.lex.expected("a number")),
        }
    }

    /// The number as an element of `ty`.
    pub(crate) fn number_value(&self, number: Number, ty: ScalarType, at: usize) -> Result<Scalar> {
        let error = |message: String| self.lex.error_at(at, message);
        match number {
            Number::Bool(b) if ty == ScalarType::I1 => Ok(Scalar::new(ty, u64::from(b))),
            Number::Bool(_) => Err(error(format!("true and false are i1, expected {}", Type::Scalar(ty)))),
            // Like mlir-opt: by way of the nearest f64.
            Number::Float(negative, text) if ty.is_float() => {
                let value: f64 = text.parse().map_err(|_| error("malformed float".into()))?;
                Ok(Scalar::from_f64(ty, if negative { -value } else { value }))
            }
            Number::Float(..) => Err(error(format!("a float literal cannot be of type {}", Type::Scalar(ty)))),
            Number::Hex(false, text) if ty.is_float() => {
                let bits = u64::from_str_radix(&text[2..], 16).ok().filter(|b| b & !ty.mask() == 0);
                bits.map(|b| Scalar::new(ty, b))
                    .ok_or_else(|| error(format!("the hex literal is wider than {}", Type::Scalar(ty))))
            }
            Number::Integer(..) | Number::Hex(..) if ty.is_float() => {
                Err(error(format!("an integer literal cannot be of type {}: write a point", Type::Scalar(ty))))
            }
            Number::Integer(negative, text) | Number::Hex(negative, text) => {
                let wide = wide_integer(negative, text);
                let bits = ty.bits();
                let unsigned = matches!(ty, ScalarType::Unsigned(_));
                let low = if unsigned { 0 } else { -(1i128 << (bits - 1)) };
                match wide.filter(|w| *w >= low && *w < 1i128 << bits) {
                    Some(w) => Ok(Scalar::new(ty, w as u64)),
                    None => Err(error(format!("the integer does not fit in {}", Type::Scalar(ty)))),
                }
            }
        }
    }

    pub(crate) fn parse_string(&mut self) -> Result<String> {
        let at = self.lex.token().start;
        let text = self.lex.expect_kind(Kind::Str, "a string")?;
        unescape(&text[1..text.len() - 1])
            .ok_or_else(|| self.lex.error_at(at, "the string has a malformed escape or is not UTF-8"))
    }

    pub(crate) fn parse_symbol(&mut self) -> Result<String> {
        let at = self.lex.token().start;
        let text = &self.lex.expect_kind(Kind::Symbol, "a symbol name")?[1..];
        if let Some(inner) = text.strip_prefix('"') {
            let name = unescape(&inner[..inner.len() - 1]);
            return name.ok_or_else(|| self.lex.error_at(at, "the name has a malformed escape"));
        }
        Ok(text.to_string())
    }

    /// `{a = 1, b}`.
    pub(crate) fn parse_dict(&mut self) -> Result<Dict> {
        self.lex.expect("{")?;
        let mut dict = Dict::default();
        let mut first = true;
        while !self.lex.at("}") {
            if !first {
                self.lex.expect(",")?;
            }
            first = false;
            let at = self.lex.token().start;
            let name = match self.lex.token().kind {
                Kind::Str => self.parse_string()?,
                _ => self.lex.expect_kind(Kind::Word, "an attribute name")?.to_string(),
            };
            let attr = if self.lex.eat("=")? { self.parse_attr()? } else { Attr::Unit };
            if dict.get(&name).is_some() {
                return Err(self.lex.error_at(at, format!("attribute '{name}' is given twice")));
            }
            dict.set(&name, attr);
        }
        self.lex.expect("}")?;
        Ok(dict)
    }

    fn parse_int_array(&mut self) -> Result<Attr> {
        self.lex.next()?;
        self.lex.expect("<")?;
        let ty = self.parse_scalar_type()?;
        if ty.is_float() {
            return Err(self.lex.error("arrays of floats are not supported"));
        }
        let mut values = Vec::new();
        if self.lex.eat(":")? {
            loop {
                let at = self.lex.token().start;
                let number = self.parse_number()?;
                values.push(self.number_value(number, ty, at)?.as_i64());
                if !self.lex.eat(",")? {
                    break;
                }
            }
        }
        self.lex.expect(">")?;
        Ok(Attr::IntArray(ty, values.into()))
    }
}

fn wide_integer(negative: bool, text: &str) -> Option<i128> {
    let magnitude = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    magnitude.map(|m| if negative { -i128::from(m) } else { i128::from(m) })
}

fn integer_value(negative: bool, text: &str) -> Option<i64> {
    wide_integer(negative, text).and_then(|w| i64::try_from(w).ok())
}

/// `\n`, `\t`, `\"`, `\\` and two hex digits.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(b) = rest.next() {
        if b != b'\\' {
            bytes.push(b);
            continue;
        }
        bytes.push(match rest.next()? {
            b'n' => b'\n',
            b't' => b'\t',
            c @ (b'"' | b'\\') => c,
            high => {
                let digit = |b: u8| char::from(b).to_digit(16);
                u8::try_from(digit(high)? << 4 | digit(rest.next()?)?).ok()?
            }
        });
    }
    String::from_utf8(bytes).ok()
}
