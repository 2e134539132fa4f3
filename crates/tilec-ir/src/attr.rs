//! Attributes: compile-time data of operations.

use crate::affine::AffineMap;
use crate::loc::Loc;
use crate::scalar::Scalar;
use crate::types::{ScalarType, Type};
use std::sync::Arc;

/// A constant tensor or vector.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dense {
    /// A static ranked tensor or vector type.
    pub ty: Type,
    /// The elements.
    pub data: DenseData,
    /// How the text has them.
    pub origin: Origin,
}

/// How a text writes the elements of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Where it stands: `dense<…>`.
    Here,
    /// In its resource section: `dense_resource<name>`.
    Resource(Resource),
    /// As positions and values, zero elsewhere: `sparse<…, …>`.
    Sparse(Arc<(Dense, Dense)>),
}

/// Where a text keeps the elements of a large constant: in an entry of its resource section.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resource {
    /// The entry's name.
    pub name: Arc<str>,
    /// The alignment in bytes that the entry asks for.
    pub alignment: u32,
}

/// How the elements of a [`Dense`] are stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// Every element has these bits.
    Splat(u64),
    /// Row-major, little-endian, [`ScalarType::bytes`] each.
    Bytes(Arc<[u8]>),
}

impl Dense {
    /// A constant whose elements are written where it stands.
    pub fn new(ty: Type, data: DenseData) -> Self {
        Self { ty, data, origin: Origin::Here }
    }

    /// The entry of the resource section that holds the elements.
    pub fn resource(&self) -> Option<&Resource> {
        if let Origin::Resource(resource) = &self.origin { Some(resource) } else { None }
    }

    /// Element type.
    pub fn elem(&self) -> ScalarType {
        self.ty.elem().expect("a dense constant has a shaped type")
    }

    /// The one value of a splat.
    pub fn splat(&self) -> Option<Scalar> {
        match self.data {
            DenseData::Splat(bits) => Some(Scalar::new(self.elem(), bits)),
            DenseData::Bytes(_) => None,
        }
    }

    /// Element `i` in row-major order.
    pub fn get(&self, i: usize) -> Scalar {
        match &self.data {
            DenseData::Splat(bits) => Scalar::new(self.elem(), *bits),
            DenseData::Bytes(bytes) => Scalar::new(self.elem(), read_element(bytes, self.elem().bytes(), i)),
        }
    }
}

/// Bits of element `i` of little-endian elements of `size` bytes (1, 2, 4 or 8).
pub fn read_element(bytes: &[u8], size: usize, i: usize) -> u64 {
    let mut word = [0; 8];
    word[..size].copy_from_slice(&bytes[i * size..(i + 1) * size]);
    u64::from_le_bytes(word)
}

/// Stores the low `size` bytes of `bits` as element `i`.
pub fn write_element(bytes: &mut [u8], size: usize, i: usize, bits: u64) {
    bytes[i * size..(i + 1) * size].copy_from_slice(&bits.to_le_bytes()[..size]);
}

/// An attribute value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// Present, nothing more; prints as the bare key.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// An integer with its type, sign-extended.
    Int(i64, ScalarType),
    /// A float.
    Float(Scalar),
    /// A string.
    Str(Arc<str>),
    /// `[a, b]`.
    Array(Arc<[Attr]>),
    /// `{a = 1, b}`.
    Dict(Arc<Dict>),
    /// A type.
    Type(Type),
    /// `affine_map<…>`.
    Map(AffineMap),
    /// `@name`.
    Symbol(Arc<str>),
    /// `dense<…>`.
    Dense(Arc<Dense>),
    /// `dense_resource<name>` with its type, the elements left out of the text.
    Elided(Arc<str>, Type),
    /// `array<i64: 1, 2>`.
    IntArray(ScalarType, Arc<[i64]>),
    /// A dialect attribute kept as its text: `#linalg.iterator_type<parallel>`.
    Opaque(Arc<str>),
    /// A location used as an attribute.
    Loc(Arc<Loc>),
}

impl Attr {
    /// A string attribute.
    pub fn str(s: &str) -> Self {
        Self::Str(s.into())
    }

    /// `array<i64: …>`.
    pub fn i64_array(values: impl Into<Arc<[i64]>>) -> Self {
        Self::IntArray(ScalarType::Int(64), values.into())
    }

    /// An array of maps.
    pub fn maps(maps: impl IntoIterator<Item = AffineMap>) -> Self {
        Self::Array(maps.into_iter().map(Self::Map).collect())
    }

    /// A list of `#linalg.iterator_type<parallel>` as the names alone, which is how ops have them; other attributes as they are.
    #[must_use]
    pub fn with_iterator_names(&self) -> Self {
        let name = |attr: &Self| match attr {
            Self::Opaque(text) => text
                .strip_prefix("#linalg.iterator_type<")
                .and_then(|t| t.strip_suffix('>'))
                .map_or_else(|| attr.clone(), Self::str),
            _ => attr.clone(),
        };
        self.as_array().map_or_else(|| self.clone(), |list| Self::Array(list.iter().map(name).collect()))
    }

    /// The string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Str(s) = self { Some(s) } else { None }
    }

    /// The integer, if this is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(i, _) = self { Some(*i) } else { None }
    }

    /// The elements, if this is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(a) = self { Some(a) } else { None }
    }

    /// The integers of an `array<…>`.
    pub fn as_int_array(&self) -> Option<&[i64]> {
        if let Self::IntArray(_, a) = self { Some(a) } else { None }
    }

    /// The map, if this is one.
    pub fn as_map(&self) -> Option<&AffineMap> {
        if let Self::Map(m) = self { Some(m) } else { None }
    }
}

/// Attributes by name, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dict {
    entries: Vec<(Arc<str>, Attr)>,
}

impl Dict {
    /// The attribute called `name`.
    pub fn get(&self, name: &str) -> Option<&Attr> {
        self.find(name).ok().map(|i| &self.entries[i].1)
    }

    /// Adds or replaces.
    pub fn set(&mut self, name: &str, attr: Attr) {
        match self.find(name) {
            Ok(i) => self.entries[i].1 = attr,
            Err(i) => self.entries.insert(i, (name.into(), attr)),
        }
    }

    /// Takes an attribute out.
    pub fn remove(&mut self, name: &str) -> Option<Attr> {
        self.find(name).ok().map(|i| self.entries.remove(i).1)
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Names and values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attr)> {
        self.entries.iter().map(|(k, v)| (&**k, v))
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(k, _)| (**k).cmp(name))
    }
}

impl<'a> FromIterator<(&'a str, Attr)> for Dict {
    fn from_iter<I: IntoIterator<Item = (&'a str, Attr)>>(iter: I) -> Self {
        let mut dict = Self::default();
        for (name, attr) in iter {
            dict.set(name, attr);
        }
        dict
    }
}
