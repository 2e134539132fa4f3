//! What an IR value is in machine code.
//!
//! * An integer of N bits is held in the next machine width, zero above bit N. `f16` and `bf16` are their 16 bits.
//! * A vector is a list of 128-bit chunks if its lanes fill chunks exactly, else a list of scalars. A vector of `i1` is
//!   a mask (all ones or all zeros a lane, in chunks of some element width) or a list of scalars.
//! * A buffer is a base pointer, a constant offset, and extents and strides that are constants or values of the machine code.

use crate::analysis::Root;
use cranelift_codegen::ir::{self, types};
use std::rc::Rc;
use tilec_ir::{ScalarType, Value};

/// An SSA value of the machine code in the making.
pub(crate) type V = ir::Value;

/// The most lanes a vector may have.
pub(crate) const MAX_LANES: usize = 4096;

/// The lowered form of an IR value.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    Scalar(V),
    Vector(Vector),
    Buffer(Rc<Buffer>),
}

/// A vector of any shape; lanes in row-major order.
#[derive(Clone, Debug)]
pub(crate) struct Vector {
    pub(crate) elem: ScalarType,
    pub(crate) lanes: usize,
    pub(crate) repr: Repr,
}

/// How the lanes are held.
#[derive(Clone, Debug)]
pub(crate) enum Repr {
    /// 128-bit vectors of the element type.
    Chunks(Vec<V>),
    /// One value a lane.
    Scalars(Vec<V>),
    /// `i1` lanes as integers of `bits` bits, 0 or −1, in 128-bit vectors.
    Mask { bits: u32, chunks: Vec<V> },
}

/// An extent or a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Num {
    Const(i64),
    /// A run-time number, and the value of the program that it is, if it is one.
    Run(V, Option<Value>),
}

impl Num {
    /// The number if it is known now.
    pub(crate) fn constant(self) -> Option<i64> {
        match self {
            Self::Const(n) => Some(n),
            Self::Run(..) => None,
        }
    }
}

/// A list of constants.
pub(crate) fn constants(list: &[i64]) -> Vec<Num> {
    list.iter().copied().map(Num::Const).collect()
}

/// The numbers, if all are known now.
pub(crate) fn all_constant(list: &[Num]) -> Option<Vec<i64>> {
    list.iter().map(|n| n.constant()).collect()
}

/// A buffer. Element `(i, …)` is at `base + offset + Σ i·stride·size of an element`.
///
/// **Invariant**: every element whose indices are below the extents lies in the memory of `root`. Whatever makes a buffer
/// proves that or checks it at run time; an access checks its indices and nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    pub(crate) elem: ScalarType,
    /// Address that `offset` counts from.
    pub(crate) base: V,
    /// In bytes.
    pub(crate) offset: i64,
    /// Extents, not negative.
    pub(crate) shape: Vec<Num>,
    /// In elements.
    pub(crate) strides: Vec<Num>,
    /// The memory, for aliasing.
    pub(crate) root: Root,
    /// Known divisor of `base`.
    pub(crate) align: u64,
    /// Depth of the innermost loop that `base` depends on.
    pub(crate) level: u32,
    /// `base` was made without a check at run time, which no access may be moved in front of.
    pub(crate) unchecked: bool,
    /// First byte of the memory and the one behind its last, where accesses are checked against them.
    pub(crate) limits: Option<(V, V)>,
}

/// The machine type of an element, or `None` for integers wider than 64 bits (or of no bits) and floats of 8 bits and fewer.
pub(crate) fn machine(ty: ScalarType) -> Option<ir::Type> {
    Some(match ty {
        ScalarType::F32 => types::F32,
        ScalarType::F64 => types::F64,
        ScalarType::Mini(_) => return None,
        _ => match ty.bits() {
            1..=8 => types::I8,
            9..=16 => types::I16,
            17..=32 => types::I32,
            33..=64 => types::I64,
            _ => return None,
        },
    })
}

/// True if the type fills its machine type, so that nothing must be cut off.
pub(crate) fn is_exact(ty: ScalarType) -> bool {
    machine(ty).is_some_and(|m| m.bits() == ty.bits())
}

/// The 128-bit vector type of an element type that has one.
pub(crate) fn chunk_type(ty: ScalarType) -> Option<ir::Type> {
    let machine = machine(ty)?;
    if is_exact(ty) { machine.by(128 / machine.bits()) } else { None }
}

/// The chunk type of a vector whose lanes fill chunks exactly.
pub(crate) fn chunks_of(elem: ScalarType, lanes: usize) -> Option<ir::Type> {
    chunk_type(elem).filter(|c| lanes.is_multiple_of(c.lane_count() as usize))
}

/// The chunk type of a mask of `bits`-bit lanes.
pub(crate) fn mask_type(bits: u32) -> ir::Type {
    match bits {
        8 => types::I8X16,
        16 => types::I16X8,
        32 => types::I32X4,
        _ => types::I64X2,
    }
}

/// The mask width used where nothing else decides, or `None` if the lanes do not fill a chunk of any width.
pub(crate) fn default_mask_bits(lanes: usize) -> Option<u32> {
    match lanes {
        _ if lanes.is_multiple_of(4) => Some(32),
        _ if lanes.is_multiple_of(2) => Some(64),
        _ => None,
    }
}
