//! Types.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use std::sync::Arc;
use tilec_ir::{DYNAMIC, FunctionType, Layout, MemRefType, MiniFloat, ScalarType, TensorType, Type, VectorType};

/// The scalar type with this spelling.
pub(crate) fn scalar_type(word: &str) -> Option<ScalarType> {
    let width = |digits: &str| {
        let canonical = !digits.starts_with('0');
        digits.parse::<u16>().ok().filter(|w| canonical && *w > 0 && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    Some(match word {
        "index" => ScalarType::Index,
        "f16" => ScalarType::F16,
        "bf16" => ScalarType::BF16,
        "f32" => ScalarType::F32,
        "f64" => ScalarType::F64,
        _ => {
            if let Some(w) = word.strip_prefix("si").and_then(width) {
                ScalarType::Signed(w)
            } else if let Some(w) = word.strip_prefix("ui").and_then(width) {
                ScalarType::Unsigned(w)
            } else if let Some(mini) = MiniFloat::from_name(word) {
                ScalarType::Mini(mini)
            } else {
                ScalarType::Int(word.strip_prefix('i').and_then(width)?)
            }
        }
    })
}

impl Parser<'_> {
    /// Any type.
    pub(crate) fn parse_type(&mut self) -> Result<Type> {
        self.nested(|p| p.parse_type_inner())
    }

    fn parse_type_inner(&mut self) -> Result<Type> {
        if self.lex.at("(") {
            return self.parse_function_type().map(|f| Type::Function(Arc::new(f)));
        }
        if self.lex.token().kind == Kind::Bang {
            return self.parse_bang_type();
        }
        match self.lex.spelling() {
            "tensor" => self.parse_tensor(),
            "memref" => self.parse_memref(),
            "vector" => self.parse_vector(),
            "none" => self.lex.next().map(|_| Type::None),
            _ => self.parse_scalar_type().map(Type::Scalar),
        }
    }

    /// An alias defined before, or a dialect type kept as text.
    fn parse_bang_type(&mut self) -> Result<Type> {
        let name = &self.lex.spelling()[1..];
        if let Some(ty) = self.type_aliases.get(name) {
            let ty = ty.clone();
            self.lex.next()?;
            return Ok(ty);
        }
        if !name.contains('.') {
            return Err(self.lex.error(format!("undefined type alias !{name}")));
        }
        self.check_dialect(name, "type")?;
        let start = self.lex.token().start;
        self.lex.next()?;
        let end = if self.lex.at("<") { self.skip_angle_brackets()? } else { start + name.len() + 1 };
        Ok(Type::Opaque(self.lex.slice(start, end).into()))
    }

    pub(crate) fn parse_scalar_type(&mut self) -> Result<ScalarType> {
        let word = self.lex.spelling();
        let Some(ty) = scalar_type(word).filter(|_| self.lex.token().kind == Kind::Word) else {
            if self.lex.token().kind == Kind::Bang {
                if let Type::Scalar(ty) = self.parse_bang_type()? {
                    return Ok(ty);
                }
                return Err(self.lex.error("expected an alias of a scalar type"));
            }
            return Err(match word {
                "complex" => self.lex.error("complex types are not supported"),
                "vector" => self.lex.error("vectors as elements are not supported"),
                w if w.starts_with('f') && w.len() > 1 && w.as_bytes()[1].is_ascii_digit() || w == "tf32" => self
                    .lex
                    .error(format!("element type {w} is not supported: f16, bf16, f32, f64 and those of 8 bits and fewer are")),
                _ => self.lex.expected("a type"),
            });
        };
        if matches!(ty, ScalarType::Int(w) | ScalarType::Signed(w) | ScalarType::Unsigned(w) if w > 64) {
            return Err(self.lex.error(format!("integer type {word} is wider than 64 bits, which is not supported")));
        }
        self.lex.next()?;
        Ok(ty)
    }

    fn parse_tensor(&mut self) -> Result<Type> {
        let start = self.lex.token().start;
        self.lex.next()?;
        self.open_shape()?;
        if self.lex.at("*") {
            return self.parse_unranked(Type::UnrankedTensor);
        }
        let shape = self.lex.dims()?;
        let elem = self.parse_scalar_type()?;
        let encoding = if self.lex.eat(",")? { Some(self.parse_attr()?) } else { None };
        self.lex.expect(">")?;
        self.check_size(start, &shape, elem)?;
        Ok(Type::Tensor(Arc::new(TensorType { shape, elem, encoding })))
    }

    /// A static type whose bytes do not fit in an address space is refused before anything is allocated for it.
    fn check_size(&self, start: usize, shape: &[i64], elem: ScalarType) -> Result<()> {
        let extents: Option<Vec<usize>> = shape.iter().map(|&d| usize::try_from(d).ok()).collect();
        if extents.is_some_and(|e| tilec_ir::data::byte_size(elem, &e).is_none()) {
            return Err(self.lex.error_at(start, "the shape is too large: its number of bytes overflows 64 bits"));
        }
        Ok(())
    }

    /// `<`, standing at the extents afterwards.
    fn open_shape(&mut self) -> Result<()> {
        self.lex.expect("<")
    }

    fn parse_unranked(&mut self, make: fn(ScalarType) -> Type) -> Result<Type> {
        self.lex.expect("*")?;
        // `*xf32` reads as `*` and the word `xf32`.
        let word = self.lex.spelling();
        let Some(elem) = word.strip_prefix('x').and_then(scalar_type) else {
            return Err(self.lex.expected("x and an element type"));
        };
        self.lex.next()?;
        self.lex.expect(">")?;
        Ok(make(elem))
    }

    fn parse_memref(&mut self) -> Result<Type> {
        let start = self.lex.token().start;
        self.lex.next()?;
        self.open_shape()?;
        if self.lex.at("*") {
            return self.parse_unranked(Type::UnrankedMemRef);
        }
        let shape = self.lex.dims()?;
        let elem = self.parse_scalar_type()?;
        self.check_size(start, &shape, elem)?;
        let (mut layout, mut space) = (Layout::Identity, None);
        while self.lex.eat(",")? {
            if self.lex.at("strided") {
                layout = self.parse_strided(shape.len())?;
                continue;
            }
            match self.parse_attr()? {
                tilec_ir::Attr::Map(map) if map.is_identity() && map.dims as usize == shape.len() => {}
                tilec_ir::Attr::Map(map) => layout = Layout::Map(map),
                other => space = Some(other),
            }
        }
        self.lex.expect(">")?;
        Ok(Type::MemRef(Arc::new(MemRefType { shape, elem, layout, space })))
    }

    /// `strided<[4, ?], offset: ?>`.
    fn parse_strided(&mut self, rank: usize) -> Result<Layout> {
        let start = self.lex.token().start;
        self.lex.next()?;
        self.lex.expect("<")?;
        self.lex.expect("[")?;
        let strides = self.parse_list("]", Self::parse_static_or_unknown)?;
        let mut offset = 0;
        if self.lex.eat(",")? {
            self.lex.expect("offset")?;
            self.lex.expect(":")?;
            offset = self.parse_static_or_unknown()?;
        }
        self.lex.expect(">")?;
        if strides.len() != rank {
            return Err(self
                .lex
                .error_at(start, format!("expected {rank} strides, one a dimension, but found {}", strides.len())));
        }
        Ok(Layout::Strided { offset, strides })
    }

    fn parse_static_or_unknown(&mut self) -> Result<i64> {
        if self.lex.eat("?")? { Ok(DYNAMIC) } else { self.parse_integer() }
    }

    fn parse_vector(&mut self) -> Result<Type> {
        let start = self.lex.token().start;
        self.lex.next()?;
        self.open_shape()?;
        if self.lex.at("[") {
            return Err(self.lex.error("scalable vectors are not supported"));
        }
        let shape = self.lex.dims()?;
        let elem = self.parse_scalar_type()?;
        self.lex.expect(">")?;
        if shape.iter().any(|&d| d < 1) {
            return Err(self.lex.error_at(start, "expected positive constant extents in a vector type"));
        }
        self.check_size(start, &shape, elem)?;
        Ok(Type::Vector(Arc::new(VectorType { shape, elem })))
    }

    /// `(f32, f32) -> f32`.
    pub(crate) fn parse_function_type(&mut self) -> Result<FunctionType> {
        let inputs = self.parse_type_tuple()?;
        self.lex.expect("->")?;
        Ok(FunctionType { inputs, results: self.parse_result_types()? })
    }

    /// `(f32, f32)`.
    fn parse_type_tuple(&mut self) -> Result<Vec<Type>> {
        self.lex.expect("(")?;
        let types = if self.lex.at(")") { Vec::new() } else { self.parse_type_list()? };
        self.lex.expect(")")?;
        Ok(types)
    }

    /// One type, or any number in parentheses.
    pub(crate) fn parse_result_types(&mut self) -> Result<Vec<Type>> {
        if self.lex.at("(") { self.parse_type_tuple() } else { Ok(vec![self.parse_type()?]) }
    }

    /// `f32, f32`.
    pub(crate) fn parse_type_list(&mut self) -> Result<Vec<Type>> {
        let mut types = vec![self.parse_type()?];
        while self.lex.eat(",")? {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }
}
