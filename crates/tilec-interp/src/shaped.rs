//! Operations on tensors and buffers as a whole, as the machine runs them.

use crate::program::{Code, ObjectUse, Reg, Size};
use tilec_ir::{ScalarType, Type};

/// Offsets, sizes and strides of a slice; `dropped` marks the dimensions that the rank-reduced type leaves out.
#[derive(Debug)]
pub(crate) struct SliceSpec {
    pub(crate) offsets: Vec<Size>,
    pub(crate) sizes: Vec<Size>,
    pub(crate) strides: Vec<Size>,
    pub(crate) dropped: Vec<bool>,
}

/// Operations on tensors and buffers as a whole.
#[derive(Debug)]
pub(crate) enum Shaped {
    /// A tensor or buffer of its own: the type, its `?` extents, and the `?` of its layout.
    Fresh {
        dst: Reg,
        ty: Type,
        sizes: Vec<Size>,
        symbols: Vec<Size>,
    },
    /// A copy that is a dense tensor or buffer of its own, and of the type if one is given.
    Duplicate {
        dst: Reg,
        src: ObjectUse,
        ty: Option<Type>,
    },
    Dim {
        dst: Reg,
        src: Reg,
        index: Reg,
    },
    Slice {
        dst: Reg,
        src: Reg,
        spec: SliceSpec,
    },
    InsertSlice {
        dst: Reg,
        src: Reg,
        dest: ObjectUse,
        spec: SliceSpec,
    },
    Subview {
        dst: Reg,
        src: Reg,
        spec: SliceSpec,
    },
    /// `sizes`: the extents of the result if it has more dimensions than the source.
    Reshape {
        dst: Reg,
        src: ObjectUse,
        groups: Vec<Vec<usize>>,
        sizes: Option<Vec<Size>>,
    },
    Cast {
        dst: Reg,
        src: ObjectUse,
        ty: Type,
    },
    /// The result is the source, once its shape is that of the destination.
    MaterializeTensor {
        dst: Reg,
        src: ObjectUse,
        dest: Reg,
    },
    /// Also `memref.copy`.
    CopyTo {
        src: Reg,
        dest: Reg,
    },
    Dealloc {
        src: Reg,
    },
    /// Bytes from `shift` on as elements of a type.
    ByteView {
        dst: Reg,
        src: Reg,
        shift: Reg,
        ty: Type,
        sizes: Vec<Size>,
    },
    /// The memory of a buffer with another offset, other sizes and strides.
    Reinterpret {
        dst: Reg,
        src: Reg,
        ty: Type,
        offset: Size,
        sizes: Vec<Size>,
        strides: Vec<Size>,
    },
    Rank {
        dst: Reg,
        src: Reg,
    },
    /// The elements of the integer tensor `shape` are the new extents.
    ReshapeTo {
        dst: Reg,
        src: ObjectUse,
        shape: Reg,
        elem: ScalarType,
        ty: Type,
    },
    /// A tensor with one element replaced.
    Insert {
        dst: Reg,
        value: Reg,
        dest: ObjectUse,
        indices: Box<[Reg]>,
    },
}

/// Tensors made element by element from scalars, regions or other tensors.
#[derive(Debug)]
pub(crate) enum Made {
    Generate(Generate),
    /// The scalars in row-major order; if there is but one, it is every element.
    Elements {
        dst: Reg,
        ty: Type,
        sizes: Vec<Size>,
        elements: Box<[Reg]>,
        splat: bool,
    },
    Concat {
        dst: Reg,
        ty: Type,
        sources: Vec<Reg>,
        dim: usize,
    },
    Gather(Gather),
    Pack(Pack),
    Softmax(Softmax),
}

/// `tensor.gather`, and `tensor.scatter` if there is a destination.
#[derive(Debug)]
pub(crate) struct Gather {
    pub(crate) dst: Reg,
    pub(crate) ty: Type,
    /// The tensor that slices are taken from, or the slices.
    pub(crate) src: Reg,
    pub(crate) dest: Option<ObjectUse>,
    /// The positions: one coordinate for each of `dims` in the last dimension.
    pub(crate) indices: Reg,
    /// The dimensions that the positions are about.
    pub(crate) dims: Vec<usize>,
}

/// A tensor of what a region yields, around a source if there is one.
#[derive(Debug)]
pub(crate) struct Generate {
    pub(crate) dst: Reg,
    pub(crate) ty: Type,
    /// The extents, if there is no source.
    pub(crate) sizes: Vec<Size>,
    pub(crate) padded: Option<Padded>,
    /// The registers of the indices.
    pub(crate) indices: Vec<Reg>,
    pub(crate) body: Code,
    pub(crate) yielded: Reg,
}

/// The source of a pad and how many elements go before and after it.
#[derive(Debug)]
pub(crate) struct Padded {
    pub(crate) source: Reg,
    pub(crate) low: Vec<Size>,
    pub(crate) high: Vec<Size>,
}

/// `linalg.pack` and `linalg.unpack`.
#[derive(Debug)]
pub(crate) struct Pack {
    pub(crate) dst: Reg,
    pub(crate) src: Reg,
    pub(crate) dest: ObjectUse,
    pub(crate) padding: Option<Reg>,
    pub(crate) unpack: bool,
    /// For each dimension of the unpacked tensor, its place in the packed one.
    pub(crate) dims: Vec<PackedDim>,
}

/// Which dimensions of a packed tensor hold a dimension of the unpacked one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedDim {
    /// The dimension that counts tiles.
    pub(crate) outer: usize,
    /// The dimension inside of a tile and its extent, if the dimension is tiled.
    pub(crate) inner: Option<(usize, Size)>,
}

/// `linalg.softmax`.
#[derive(Debug)]
pub(crate) struct Softmax {
    pub(crate) src: Reg,
    pub(crate) dest: ObjectUse,
    /// The register of the result, for tensors.
    pub(crate) dst: Option<Reg>,
    pub(crate) dim: usize,
    pub(crate) elem: ScalarType,
    /// The sum runs in lane order.
    pub(crate) lanes: bool,
}
