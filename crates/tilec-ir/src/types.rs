//! Types: scalars, tensors, buffers, vectors, functions.
//!
//! A type is a value: cheap to clone, compared structurally. Shapes are in elements; [`DYNAMIC`] marks a `?`.

use crate::affine::AffineMap;
use crate::attr::Attr;
use std::sync::Arc;

/// The extent (or stride, or offset) that is not known until run time; printed `?`.
pub const DYNAMIC: i64 = i64::MIN;

/// A float of 8 bits or fewer: read, printed and interpreted, not compiled. The name tells the bits of exponent and mantissa; FN has no
/// infinities, UZ no negative zero, U no sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say all")]
pub enum MiniFloat {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E3M4,
    F8E4M3,
    F8E4M3FN,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    F8E8M0FNU,
}

impl MiniFloat {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::F4E2M1FN,
        Self::F6E2M3FN,
        Self::F6E3M2FN,
        Self::F8E3M4,
        Self::F8E4M3,
        Self::F8E4M3FN,
        Self::F8E4M3FNUZ,
        Self::F8E4M3B11FNUZ,
        Self::F8E5M2,
        Self::F8E5M2FNUZ,
        Self::F8E8M0FNU,
    ];

    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::F4E2M1FN => 4,
            Self::F6E2M3FN | Self::F6E3M2FN => 6,
            _ => 8,
        }
    }

    /// The spelling: `f8E4M3FN`.
    pub fn name(self) -> String {
        format!("{self:?}").replacen('F', "f", 1)
    }

    /// The type with this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// A type of a single element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScalarType {
    /// Signless integer `iN`; the width is 1 to 64 bits wherever a value is computed.
    Int(u16),
    /// Signed integer `siN`: stored and printed, never computed with.
    Signed(u16),
    /// Unsigned integer `uiN`: stored and printed, never computed with.
    Unsigned(u16),
    /// A 64-bit signless integer used for sizes and positions.
    Index,
    /// IEEE binary16.
    F16,
    /// bfloat16: the upper half of a binary32.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// A float of 8 bits or fewer.
    Mini(MiniFloat),
}

impl ScalarType {
    /// The one-bit integer, the type of comparisons.
    pub const I1: Self = Self::Int(1);

    /// The number of value bits; `index` has 64.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(w) | Self::Signed(w) | Self::Unsigned(w) => u32::from(w),
            Self::Index | Self::F64 => 64,
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::Mini(m) => m.bits(),
        }
    }

    /// Bytes of one element in memory: the width rounded up to a power of two of bytes.
    pub fn bytes(self) -> usize {
        (self.bits().div_ceil(8).max(1) as usize).next_power_of_two()
    }

    /// True for every float type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32 | Self::F64 | Self::Mini(_))
    }

    /// True for `iN` and `index`, the types integer arithmetic is defined on.
    pub fn is_signless_or_index(self) -> bool {
        matches!(self, Self::Int(_) | Self::Index)
    }

    /// True for every integer type and `index`.
    pub fn is_int_or_index(self) -> bool {
        !self.is_float()
    }

    /// All value bits set: `0xFF` for `i8`.
    pub fn mask(self) -> u64 {
        let bits = self.bits();
        if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
    }
}

/// A ranked tensor type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// Extents, outermost first; [`DYNAMIC`] for `?`.
    pub shape: Vec<i64>,
    /// Element type.
    pub elem: ScalarType,
    /// The encoding attribute, kept and printed but never interpreted.
    pub encoding: Option<Attr>,
}

/// How the elements of a buffer are laid out from its base pointer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Row-major, offset 0, contiguous.
    Identity,
    /// Offset and one stride a dimension, in elements; [`DYNAMIC`] for `?`.
    Strided {
        /// Distance of the first element from the base pointer.
        offset: i64,
        /// Distance of neighbours along each dimension.
        strides: Vec<i64>,
    },
    /// An arbitrary map from indices to positions: read and printed, refused by every pass.
    Map(AffineMap),
}

/// A ranked buffer type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemRefType {
    /// Extents, outermost first; [`DYNAMIC`] for `?`.
    pub shape: Vec<i64>,
    /// Element type.
    pub elem: ScalarType,
    /// Where the elements are.
    pub layout: Layout,
    /// The memory space attribute, kept and printed.
    pub space: Option<Attr>,
}

impl MemRefType {
    /// Offset and strides in elements ([`DYNAMIC`] where unknown), or `None` for a [`Layout::Map`] that has none.
    pub fn strides_and_offset(&self) -> Option<(Vec<i64>, i64)> {
        match &self.layout {
            Layout::Identity => Some((row_major_strides(&self.shape), 0)),
            Layout::Strided { offset, strides } => Some((strides.clone(), *offset)),
            Layout::Map(map) => map.strides_and_offset(self.shape.len()),
        }
    }

    /// True if the elements are dense, row-major and start at the base pointer.
    pub fn is_contiguous(&self) -> bool {
        self.strides_and_offset() == Some((row_major_strides(&self.shape), 0)) && !self.shape.contains(&DYNAMIC)
            || self.layout == Layout::Identity
    }
}

/// Strides of the dense row-major layout of `shape`, in elements; a stride that depends on a `?` is [`DYNAMIC`].
pub fn row_major_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for i in (0..shape.len().saturating_sub(1)).rev() {
        let (stride, extent) = (strides[i + 1], shape[i + 1]);
        strides[i] = if stride == DYNAMIC || extent == DYNAMIC { DYNAMIC } else { i64::saturating_mul(stride, extent) };
    }
    strides
}

/// A vector type of constant shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VectorType {
    /// Extents; all positive.
    pub shape: Vec<i64>,
    /// Element type.
    pub elem: ScalarType,
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// Argument types.
    pub inputs: Vec<Type>,
    /// Result types.
    pub results: Vec<Type>,
}

/// Any type a value can have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A single element.
    Scalar(ScalarType),
    /// A ranked tensor.
    Tensor(Arc<TensorType>),
    /// A tensor of unknown rank: `tensor<*xf32>`.
    UnrankedTensor(ScalarType),
    /// A ranked buffer.
    MemRef(Arc<MemRefType>),
    /// A buffer of unknown rank: `memref<*xf32>`.
    UnrankedMemRef(ScalarType),
    /// A vector.
    Vector(Arc<VectorType>),
    /// A function.
    Function(Arc<FunctionType>),
    /// The type `none`.
    None,
    /// A type that is kept as its text: `!transform.any_op`.
    Opaque(Arc<str>),
}

impl From<ScalarType> for Type {
    fn from(scalar: ScalarType) -> Self {
        Self::Scalar(scalar)
    }
}

impl Type {
    /// The type `index`.
    pub const INDEX: Self = Self::Scalar(ScalarType::Index);
    /// The type `i1`.
    pub const I1: Self = Self::Scalar(ScalarType::I1);

    /// A ranked tensor without encoding.
    pub fn tensor(shape: &[i64], elem: ScalarType) -> Self {
        Self::Tensor(Arc::new(TensorType { shape: shape.to_vec(), elem, encoding: None }))
    }

    /// A buffer of the dense row-major layout.
    pub fn memref(shape: &[i64], elem: ScalarType) -> Self {
        Self::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), elem, layout: Layout::Identity, space: None }))
    }

    /// A vector.
    pub fn vector(shape: &[i64], elem: ScalarType) -> Self {
        Self::Vector(Arc::new(VectorType { shape: shape.to_vec(), elem }))
    }

    /// The element type of a shaped type, or the scalar itself.
    pub fn elem(&self) -> Option<ScalarType> {
        match self {
            Self::Scalar(s) | Self::UnrankedTensor(s) | Self::UnrankedMemRef(s) => Some(*s),
            Self::Tensor(t) => Some(t.elem),
            Self::MemRef(t) => Some(t.elem),
            Self::Vector(t) => Some(t.elem),
            Self::Function(_) | Self::None | Self::Opaque(_) => None,
        }
    }

    /// The shape of a ranked tensor, buffer or vector.
    pub fn shape(&self) -> Option<&[i64]> {
        match self {
            Self::Tensor(t) => Some(&t.shape),
            Self::MemRef(t) => Some(&t.shape),
            Self::Vector(t) => Some(&t.shape),
            _ => None,
        }
    }

    /// The scalar type, if this is one.
    pub fn as_scalar(&self) -> Option<ScalarType> {
        match self {
            Self::Scalar(s) => Some(*s),
            _ => None,
        }
    }

    /// The tensor type, if this is a ranked tensor.
    pub fn as_tensor(&self) -> Option<&TensorType> {
        match self {
            Self::Tensor(t) => Some(t),
            _ => None,
        }
    }

    /// The buffer type, if this is a ranked buffer.
    pub fn as_memref(&self) -> Option<&MemRefType> {
        match self {
            Self::MemRef(t) => Some(t),
            _ => None,
        }
    }

    /// The vector type, if this is a vector.
    pub fn as_vector(&self) -> Option<&VectorType> {
        match self {
            Self::Vector(t) => Some(t),
            _ => None,
        }
    }

    /// The same shape (if any) with another element type; layout and encoding are dropped.
    pub fn with_elem(&self, elem: ScalarType) -> Self {
        match self {
            Self::Tensor(t) => Self::tensor(&t.shape, elem),
            Self::MemRef(t) => Self::memref(&t.shape, elem),
            Self::Vector(t) => Self::vector(&t.shape, elem),
            Self::UnrankedTensor(_) => Self::UnrankedTensor(elem),
            Self::UnrankedMemRef(_) => Self::UnrankedMemRef(elem),
            _ => Self::Scalar(elem),
        }
    }

    /// True if every extent is known (scalars count).
    pub fn is_static(&self) -> bool {
        !matches!(self, Self::UnrankedTensor(_) | Self::UnrankedMemRef(_)) && !self.shape().unwrap_or(&[]).contains(&DYNAMIC)
    }

    /// Number of elements, or `None` if an extent is `?` or the count does not fit in an `i64`.
    pub fn num_elements(&self) -> Option<i64> {
        self.shape()?.iter().try_fold(1i64, |n, &d| if d == DYNAMIC { None } else { n.checked_mul(d) })
    }
}
