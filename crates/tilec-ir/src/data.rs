//! A dense host tensor: what goes into a program and what comes out, for the interpreter and for kernels.

use crate::attr::{Dense, DenseData, read_element, write_element};
use crate::scalar::Scalar;
use crate::types::{ScalarType, Type};

/// Elements of one type in row-major order, little-endian, [`ScalarType::bytes`] each. Rank 0 holds one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Element type.
    pub elem: ScalarType,
    /// Extents, outermost first.
    pub shape: Vec<usize>,
    /// The elements.
    pub bytes: Vec<u8>,
}

/// The most bytes one tensor may have; more is an error before any allocation.
pub const MAX_BYTES: usize = isize::MAX as usize / 2;

/// Bytes of a dense tensor of `shape`, or `None` if that is more than [`MAX_BYTES`].
pub fn byte_size(elem: ScalarType, shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(elem.bytes(), |n, &d| n.checked_mul(d)).filter(|n| *n <= MAX_BYTES)
}

impl Data {
    /// All elements zero. The size must be valid, see [`byte_size`].
    pub fn zeros(elem: ScalarType, shape: &[usize]) -> Self {
        let size = byte_size(elem, shape).expect("the caller checked the size");
        Self { elem, shape: shape.to_vec(), bytes: vec![0; size] }
    }

    /// A rank-0 tensor of one element.
    pub fn scalar(value: Scalar) -> Self {
        let mut data = Self::zeros(value.ty, &[]);
        data.set(0, value);
        data
    }

    /// The elements of a constant.
    pub fn from_dense(dense: &Dense) -> Self {
        let shape: Vec<_> =
            dense.ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).expect("a static shape")).collect();
        let mut data = Self::zeros(dense.elem(), &shape);
        match &dense.data {
            DenseData::Bytes(bytes) => data.bytes.copy_from_slice(bytes),
            DenseData::Splat(bits) => {
                for i in 0..data.len() {
                    data.set(i, Scalar::new(data.elem, *bits));
                }
            }
        }
        data
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.elem.bytes()
    }

    /// True if there is no element.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Element `i` in row-major order.
    pub fn get(&self, i: usize) -> Scalar {
        Scalar::new(self.elem, read_element(&self.bytes, self.elem.bytes(), i))
    }

    /// Replaces element `i` in row-major order.
    pub fn set(&mut self, i: usize, value: Scalar) {
        write_element(&mut self.bytes, self.elem.bytes(), i, value.bits);
    }

    /// The tensor type of this data (a scalar type for rank 0 is the caller's business).
    pub fn tensor_type(&self) -> Type {
        let shape: Vec<_> = self.shape.iter().map(|&d| i64::try_from(d).expect("a size that was checked")).collect();
        Type::tensor(&shape, self.elem)
    }

    /// The first element whose bits differ (NaN equals NaN), or `None` if shape, type and all elements agree.
    /// A differing shape or type is reported as element 0.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        if self.elem != other.elem || self.shape != other.shape {
            return Some(0);
        }
        if self.bytes == other.bytes {
            return None;
        }
        (0..self.len()).find(|&i| !self.get(i).bit_eq(other.get(i)))
    }
}
