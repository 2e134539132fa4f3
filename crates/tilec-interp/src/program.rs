//! A function as the machine runs it: values numbered into two register files, ops as instructions.
//!
//! Scalars live in one file as bits, everything else in the other as objects. Every value has a register of its own, so a
//! region reads what is outside of it like anything else, and scalar constants are simply there from the start.

use crate::compute::{Compute, Fast};
use crate::nest::Nest;
use std::sync::Arc;
use tilec_ir::{AffineExpr, Dense, Op, ScalarType, Type};

/// A register number.
pub(crate) type Reg = u32;

/// Where a value lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Scalar(Reg),
    Object(Reg),
}

/// A read of a value by an op that may keep it. `last` says that nobody reads the value afterwards: it may be moved out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) slot: Slot,
    pub(crate) last: bool,
}

/// A read of an object, see [`Use`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectUse {
    pub(crate) reg: Reg,
    pub(crate) last: bool,
}

/// A size, offset or stride.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size {
    Const(i64),
    Reg(Reg),
}

/// Instructions with the op each came from.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) instrs: Vec<Instr>,
    pub(crate) ops: Vec<Op>,
}

impl Code {
    pub(crate) fn push(&mut self, op: Op, instr: Instr) {
        self.instrs.push(instr);
        self.ops.push(op);
    }
}

/// A step of the machine.
#[derive(Debug)]
pub(crate) enum Instr {
    Fast { op: Fast, dst: Reg, args: [Reg; 3] },
    Select { dst: Reg, condition: Reg, a: Reg, b: Reg },
    Assert { condition: Reg, message: Box<str> },
    Compute { op: Compute, dst: Reg, args: [Reg; 3] },
    Pair { op: Compute, dst: [Reg; 2], args: [Reg; 3] },
    Lanewise(Box<Lanewise>),
    Affine(Box<Affine>),
    Load { dst: Reg, base: Reg, indices: Box<[Reg]> },
    Store { value: Reg, base: Reg, indices: Box<[Reg]> },
    VectorLoad { dst: Reg, base: Reg, indices: Box<[Reg]>, shape: Box<[i64]> },
    VectorStore { value: Reg, base: Reg, indices: Box<[Reg]>, shape: Box<[i64]> },
    Vector(Box<VectorInstr>),
    Shaped(Box<Shaped>),
    For(Box<ForLoop>),
    Nest(Box<Nest>),
}

/// An elementwise operation on vectors or tensors; a scalar operand counts for every element.
#[derive(Debug)]
pub(crate) struct Lanewise {
    pub(crate) op: Compute,
    pub(crate) args: Vec<Use>,
    /// One register per result, with the result's element type.
    pub(crate) dst: Vec<(Reg, ScalarType)>,
    /// Tensors, not vectors.
    pub(crate) tensor: bool,
}

/// `affine.apply`.
#[derive(Debug)]
pub(crate) struct Affine {
    pub(crate) dst: Reg,
    pub(crate) expr: AffineExpr,
    pub(crate) dims: Vec<Reg>,
    pub(crate) symbols: Vec<Reg>,
}

/// Operations on vectors as a whole. Shapes are static, so each is a list of moves.
#[derive(Debug)]
pub(crate) enum VectorInstr {
    /// Every lane is the scalar.
    Splat { dst: Reg, src: Reg, lanes: usize },
    /// Lane `i` of the result is lane `pick[i]` of the source.
    Shuffle { dst: Reg, src: Reg, pick: Vec<usize> },
    /// `len` lanes of the source (as one scalar if `dst` is one); `position` with the extents it stays below and strides.
    Extract { dst: Slot, src: Reg, len: usize, position: Vec<(Size, i64, i64)> },
    /// The scalars.
    FromLanes { dst: Reg, lanes: Vec<Reg> },
}

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
    /// A copy that is a dense tensor or buffer of its own.
    Duplicate {
        dst: Reg,
        src: ObjectUse,
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
}

/// `scf.for`.
#[derive(Debug)]
pub(crate) struct ForLoop {
    pub(crate) bounds: [Reg; 3],
    pub(crate) ty: ScalarType,
    pub(crate) unsigned: bool,
    pub(crate) induction: Reg,
    pub(crate) init: Vec<Use>,
    pub(crate) carried: Vec<Slot>,
    pub(crate) yields: Vec<Use>,
    /// No yielded value lives where a carried one does, so they can be moved one by one.
    pub(crate) disjoint: bool,
    pub(crate) results: Vec<Slot>,
    pub(crate) body: Code,
}

/// A function.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) args: Vec<Slot>,
    pub(crate) returns: Vec<(Use, Type)>,
    pub(crate) code: Code,
    /// The scalar registers at the start: constants, else zero.
    pub(crate) scalars: Vec<u64>,
    /// How many object registers there are.
    pub(crate) objects: usize,
    /// How many bytes the vector registers hold together.
    pub(crate) vector_bytes: usize,
    /// Constants that are objects.
    pub(crate) constants: Vec<(Reg, Arc<Dense>)>,
    /// Buffers that are there from the start: register, op, type, initial value, and whether it is constant.
    pub(crate) globals: Vec<(Reg, Global)>,
}

/// A global buffer.
#[derive(Debug)]
pub(crate) struct Global {
    pub(crate) op: Op,
    pub(crate) ty: Type,
    pub(crate) value: Option<Arc<Dense>>,
    pub(crate) constant: bool,
}
