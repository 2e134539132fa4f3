//! Dense constants, in place or in the resource section.

use crate::attrs::Number;
use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use std::sync::Arc;
use tilec_ir::attr::{Origin, Resource, read_element, write_element};
use tilec_ir::{Attr, Dense, DenseData, ScalarType, Type};

impl<'t> Parser<'t> {
    /// `dense<…> : type`, `dense_resource<name> : type`, `sparse<…, …> : type`; the type goes without saying where `known` has it.
    pub(crate) fn parse_elements(&mut self, known: Option<&Type>) -> Result<Attr> {
        match self.lex.spelling() {
            "dense_resource" => self.parse_dense_resource(known),
            "sparse" => self.parse_sparse(known),
            _ => {
                let literal = self.parse_dense_literal()?;
                let (ty, at) = self.parse_elements_type(known)?;
                self.build_dense(&literal, &ty, at)
            }
        }
    }

    /// The type of a constant, and its place.
    fn parse_elements_type(&mut self, known: Option<&Type>) -> Result<(Type, usize)> {
        if let Some(ty) = known {
            return Ok((ty.clone(), self.lex.token().start));
        }
        self.lex.expect(":")?;
        let at = self.lex.token().start;
        Ok((self.parse_type()?, at))
    }

    /// `dense_resource<name>`: the elements are in the resource section, which was read first.
    fn parse_dense_resource(&mut self, known: Option<&Type>) -> Result<Attr> {
        self.lex.next()?;
        self.lex.expect("<")?;
        let at = self.lex.token().start;
        let name = self.parse_key()?;
        self.lex.expect(">")?;
        let (ty, type_at) = self.parse_elements_type(known)?;
        let (Type::Tensor(_) | Type::Vector(_), Some(elem), Some(count)) = (&ty, ty.elem(), ty.num_elements()) else {
            return Err(self
                .lex
                .error_at(type_at, format!("a dense constant needs a static tensor or vector type, but found {ty}")));
        };
        let Some((alignment, bytes)) = self.resources.get(&name).cloned() else {
            return Ok(Attr::Elided(name.into(), ty));
        };
        let expected = usize::try_from(count).ok().and_then(|c| c.checked_mul(elem.bytes()));
        if expected != Some(bytes.len()) || elem.bits() % 8 != 0 {
            let message = format!("resource '{name}' has {} bytes, which is not the size of {ty}", bytes.len());
            return Err(self.lex.error_at(at, message));
        }
        let origin = Origin::Resource(Resource { name: name.into(), alignment });
        Ok(Attr::Dense(Arc::new(Dense { ty, data: DenseData::Bytes(bytes), origin })))
    }

    /// `sparse<[[0, 1], [2, 3]], [1.0, 2.0]>`: elements by position, zero elsewhere; of several for a position, the first counts.
    fn parse_sparse(&mut self, known: Option<&Type>) -> Result<Attr> {
        let at = self.lex.token().start;
        self.lex.next()?;
        self.lex.expect("<")?;
        let empty = || DenseLiteral { at, shape: vec![0], numbers: Vec::new(), hex: None };
        let (mut positions, mut values) = (empty(), empty());
        if !self.lex.at(">") {
            positions = self.parse_dense_inside()?;
            self.lex.expect(",")?;
            values = self.parse_dense_inside()?;
        }
        self.lex.expect(">")?;
        let (ty, type_at) = self.parse_elements_type(known)?;
        let (Type::Tensor(_) | Type::Vector(_), Some(elem), Some(count)) = (&ty, ty.elem(), ty.num_elements()) else {
            return Err(self
                .lex
                .error_at(type_at, format!("a sparse constant needs a static tensor or vector type, but found {ty}")));
        };
        let shape = ty.shape().unwrap_or(&[]).to_vec();
        // One position is as many numbers as the type has dimensions; a single number stands for one position of one dimension.
        let listed = if positions.shape.is_empty() { 1 } else { positions.shape[0] };
        let extent = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let index_type = Type::tensor(&[extent(listed), extent(shape.len())], ScalarType::Int(64));
        let value_type = Type::tensor(&[extent(listed)], elem);
        let (Attr::Dense(positions), Attr::Dense(values)) =
            (self.build_dense(&positions, &index_type, at)?, self.build_dense(&values, &value_type, at)?)
        else {
            return Err(self.lex.error_at(at, "expected positions and values"));
        };
        let size = elem.bytes();
        let length = usize::try_from(count).ok().and_then(|c| c.checked_mul(size)).unwrap_or(0);
        let mut bytes = vec![0; length];
        for i in (0..listed).rev() {
            let mut flat = 0usize;
            for (d, &extent) in shape.iter().enumerate() {
                let index = positions.get(i * shape.len() + d).as_i64();
                let Some(index) = usize::try_from(index).ok().filter(|_| index < extent) else {
                    return Err(self.lex.error_at(at, format!("position {index} is outside dimension {d} of {ty}")));
                };
                flat = flat * usize::try_from(extent).unwrap_or(0) + index;
            }
            write_element(&mut bytes, size, flat, values.get(i).bits);
        }
        let origin = Origin::Sparse(Arc::new(((*positions).clone(), (*values).clone())));
        Ok(Attr::Dense(Arc::new(Dense { ty, data: DenseData::Bytes(bytes.into()), origin })))
    }

    /// A word or a string, as keys of resources are.
    fn parse_key(&mut self) -> Result<String> {
        match self.lex.token().kind {
            Kind::Str => self.parse_string(),
            _ => self.lex.expect_kind(Kind::Word, "a name").map(str::to_string),
        }
    }

    /// `{-# dialect_resources: { builtin: { name: "0x…" } } #-}`. Each blob starts with its alignment, four bytes.
    pub(crate) fn parse_resource_section(&mut self) -> Result<()> {
        self.lex.expect("{-#")?;
        self.parse_list("#-}", |p| {
            if !p.lex.at("dialect_resources") {
                return Err(p.lex.expected("'dialect_resources'"));
            }
            p.parse_braced(|p| {
                if !p.lex.at("builtin") {
                    return Err(p.lex.expected("'builtin'"));
                }
                p.parse_braced(Self::parse_resource)
            })
        })?;
        Ok(())
    }

    /// `name: { entry, … }`.
    fn parse_braced(&mut self, entry: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.lex.next()?;
        self.lex.expect(":")?;
        self.lex.expect("{")?;
        self.parse_list("}", entry).map(|_| ())
    }

    fn parse_resource(&mut self) -> Result<()> {
        let name = self.parse_key()?;
        self.lex.expect(":")?;
        let at = self.lex.token().start;
        let text = self.lex.expect_kind(Kind::Str, "a string of hex digits")?;
        let digits = text[1..text.len() - 1].strip_prefix("0x").unwrap_or_default().as_bytes();
        let parts = digits.split_at_checked(8).and_then(|(head, data)| Some((hex_bytes(head)?, hex_bytes(data)?)));
        let Some((head, data)) = parts else {
            return Err(self.lex.error_at(at, "expected \"0x\" and hex digits: four bytes of alignment, then the data"));
        };
        self.resources.insert(name, (u32::from_le_bytes([head[0], head[1], head[2], head[3]]), data));
        Ok(())
    }

    /// `dense<…>` before its type is known.
    fn parse_dense_literal(&mut self) -> Result<DenseLiteral<'t>> {
        let at = self.lex.token().start;
        self.lex.expect("dense")?;
        self.lex.expect("<")?;
        if self.lex.eat(">")? {
            return Ok(DenseLiteral { at, shape: vec![0], numbers: Vec::new(), hex: None });
        }
        let literal = self.parse_dense_inside()?;
        self.lex.expect(">")?;
        Ok(DenseLiteral { at, ..literal })
    }

    /// Nested lists of numbers, one number for all elements, or a string of hex digits.
    fn parse_dense_inside(&mut self) -> Result<DenseLiteral<'t>> {
        let mut literal = DenseLiteral { at: self.lex.token().start, shape: Vec::new(), numbers: Vec::new(), hex: None };
        if self.lex.token().kind == Kind::Str {
            literal.hex = Some(self.lex.next()?);
        } else {
            self.parse_dense_level(&mut literal, 0)?;
        }
        Ok(literal)
    }

    fn parse_dense_level(&mut self, literal: &mut DenseLiteral<'t>, depth: usize) -> Result<()> {
        if !self.lex.at("[") {
            let at = self.lex.token().start;
            if depth != literal.shape.len() {
                return Err(self.lex.error("expected a list at this level, as in the elements before"));
            }
            let number = self.parse_number()?;
            literal.numbers.push((number, at));
            return Ok(());
        }
        self.nested(|p| {
            p.lex.next()?;
            let first = literal.shape.len() == depth && literal.numbers.is_empty();
            if first {
                literal.shape.push(0);
            }
            let mut count = 0;
            while !p.lex.at("]") {
                if count > 0 {
                    p.lex.expect(",")?;
                }
                p.parse_dense_level(literal, depth + 1)?;
                count += 1;
            }
            if first {
                literal.shape[depth] = count;
            } else if literal.shape.get(depth) != Some(&count) {
                let expected = literal.shape.get(depth).copied().unwrap_or(0);
                return Err(p.lex.error(format!("expected {expected} elements, as in the list before, but found {count}")));
            }
            p.lex.next().map(|_| ())
        })
    }

    /// A dense constant of type `ty`, which stands at `type_at`.
    fn build_dense(&self, literal: &DenseLiteral, ty: &Type, type_at: usize) -> Result<Attr> {
        let (Type::Tensor(_) | Type::Vector(_) | Type::MemRef(_), Some(elem), true) = (ty, ty.elem(), ty.is_static()) else {
            return Err(self
                .lex
                .error_at(type_at, format!("a dense constant needs a static tensor or vector type, but found {ty}")));
        };
        let shape = ty.shape().unwrap_or(&[]);
        let count = ty.num_elements().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let dense = |data| Ok(Attr::Dense(Arc::new(Dense::new(ty.clone(), data))));
        if let Some(hex) = literal.hex {
            return dense(self.hex_data(hex, elem, count, literal.at)?);
        }
        if literal.numbers.is_empty() && count == 0 {
            return dense(DenseData::Bytes(Arc::new([])));
        }
        let values = literal.numbers.iter().map(|(n, at)| self.number_value(*n, elem, *at)).collect::<Result<Vec<_>>>()?;
        if literal.shape.is_empty() {
            return dense(DenseData::Splat(values[0].bits));
        }
        if literal.shape.len() != shape.len() || literal.shape.iter().zip(shape).any(|(&a, &b)| a as i64 != b) {
            let found: Vec<_> = literal.shape.iter().map(usize::to_string).collect();
            let message = format!("the list has shape [{}], but its type is {ty}", found.join(", "));
            return Err(self.lex.error_at(literal.at, message));
        }
        if values.iter().all(|v| v.bits == values[0].bits) {
            return dense(DenseData::Splat(values[0].bits));
        }
        let mut bytes = vec![0; count * elem.bytes()];
        for (i, v) in values.iter().enumerate() {
            write_element(&mut bytes, elem.bytes(), i, v.bits);
        }
        dense(DenseData::Bytes(bytes.into()))
    }

    /// `"0x…"`: the elements' bytes, or one element's for a splat.
    fn hex_data(&self, text: &str, elem: ScalarType, count: usize, at: usize) -> Result<DenseData> {
        let digits = text[1..text.len() - 1].strip_prefix("0x").map(str::as_bytes);
        let Some(bytes) = digits.and_then(hex_bytes).filter(|b| !b.is_empty() || count == 0) else {
            return Err(self.lex.error_at(at, "expected hex digits after 0x, two for each byte"));
        };
        let size = elem.bytes();
        if elem == ScalarType::I1 {
            return self.bit_data(&bytes, count, at);
        }
        if bytes.len() != count * size && bytes.len() != size {
            let message = format!("expected {} bytes of data for {count} elements, but found {}", count * size, bytes.len());
            return Err(self.lex.error_at(at, message));
        }
        let mut bytes = bytes;
        if elem.bits() as usize != size * 8 {
            let mut cut = bytes.to_vec();
            for i in 0..cut.len() / size {
                let bits = read_element(&cut, size, i) & elem.mask();
                write_element(&mut cut, size, i, bits);
            }
            bytes = cut.into();
        }
        let first = bytes[..size.min(bytes.len())].to_vec();
        if count > 0 && bytes.chunks(size).all(|c| c == first) {
            return Ok(DenseData::Splat(read_element(&first, size, 0)));
        }
        Ok(DenseData::Bytes(bytes))
    }

    /// Elements of one bit, eight in a byte, the first in the lowest; one byte of all or no bits is a splat.
    fn bit_data(&self, bytes: &[u8], count: usize, at: usize) -> Result<DenseData> {
        if let [byte @ (0 | 0xFF)] = bytes {
            return Ok(DenseData::Splat(u64::from(*byte & 1)));
        }
        if bytes.len() != count.div_ceil(8) {
            let message = format!("expected {} bytes of data for {count} bits, but found {}", count.div_ceil(8), bytes.len());
            return Err(self.lex.error_at(at, message));
        }
        let bits: Vec<u8> = (0..count).map(|i| bytes[i / 8] >> (i % 8) & 1).collect();
        match bits.first() {
            Some(&first) if bits.iter().all(|b| *b == first) => Ok(DenseData::Splat(u64::from(first))),
            _ => Ok(DenseData::Bytes(bits.into())),
        }
    }
}

/// The inside of `dense<…>`.
struct DenseLiteral<'t> {
    at: usize,
    /// Nesting of the lists; empty for a splat.
    shape: Vec<usize>,
    numbers: Vec<(Number<'t>, usize)>,
    hex: Option<&'t str>,
}

/// The bytes that pairs of hex digits spell, in one allocation.
fn hex_bytes(digits: &[u8]) -> Option<Arc<[u8]>> {
    const NO_DIGIT: u8 = 0xFF;
    static VALUES: [u8; 256] = {
        let mut values = [NO_DIGIT; 256];
        let mut d = 0;
        while d < 16 {
            values[b"0123456789abcdef"[d] as usize] = d as u8;
            values[b"0123456789ABCDEF"[d] as usize] = d as u8;
            d += 1;
        }
        values
    };
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() || digits.iter().any(|d| VALUES[usize::from(*d)] == NO_DIGIT) {
        return None;
    }
    Some(pairs.iter().map(|[high, low]| VALUES[usize::from(*high)] << 4 | VALUES[usize::from(*low)]).collect())
}
