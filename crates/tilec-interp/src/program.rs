//! A program as the machine runs it: values numbered into two register files a function, ops as instructions.
//!
//! Scalars live in one file as bits, everything else in the other as objects. Every value has a register of its own, so a
//! region reads what is outside of it like anything else, and scalar constants are simply there from the start. A call has
//! register files of its own.

use crate::compute::{Compute, Fast};
use crate::nest::Nest;
use crate::shaped::{Made, Shaped};
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
    Fast {
        op: Fast,
        dst: Reg,
        args: [Reg; 3],
    },
    Select {
        dst: Reg,
        condition: Reg,
        a: Reg,
        b: Reg,
    },
    Assert {
        condition: Reg,
        message: Box<str>,
    },
    Compute {
        op: Compute,
        dst: Reg,
        args: [Reg; 3],
    },
    Pair {
        op: Compute,
        dst: [Reg; 2],
        args: [Reg; 3],
    },
    Lanewise(Box<Lanewise>),
    Affine(Box<Affine>),
    Load {
        dst: Reg,
        base: Reg,
        indices: Box<[Reg]>,
    },
    Store {
        value: Reg,
        base: Reg,
        indices: Box<[Reg]>,
    },
    VectorLoad {
        dst: Reg,
        base: Reg,
        indices: Box<[Reg]>,
        shape: Box<[i64]>,
    },
    VectorStore {
        value: Reg,
        base: Reg,
        indices: Box<[Reg]>,
        shape: Box<[i64]>,
    },
    TransferRead {
        dst: Reg,
        base: Reg,
        padding: Reg,
        place: Box<Transfer>,
    },
    TransferWrite {
        value: Reg,
        base: ObjectUse,
        /// Of the tensor; none for a buffer.
        dst: Option<Reg>,
        place: Box<Transfer>,
    },
    Vector(Box<VectorInstr>),
    Shaped(Box<Shaped>),
    Made(Box<Made>),
    Move {
        from: Use,
        to: Slot,
    },
    /// One of two buffers: the choice is the buffer, not a copy of its elements.
    Pick {
        condition: Reg,
        a: Use,
        b: Use,
        to: Slot,
    },
    If(Box<IfElse>),
    For(Box<ForLoop>),
    While(Box<WhileLoop>),
    Loops(Box<LoopNest>),
    Nest(Box<Nest>),
    Call(Box<Call>),
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

/// Where the lanes of a vector are in a tensor or buffer.
#[derive(Debug)]
pub(crate) struct Transfer {
    /// Of the vector.
    pub(crate) shape: Vec<i64>,
    /// For each dimension of the vector the one it goes along; nothing if the lanes repeat.
    pub(crate) dims: Vec<Option<usize>>,
    /// For each dimension of the vector: no lane may be outside.
    pub(crate) in_bounds: Vec<bool>,
    /// Of the first lane.
    pub(crate) indices: Vec<Reg>,
}

/// The greatest or least of the results of a map; `affine.apply` has one.
#[derive(Debug)]
pub(crate) struct Affine {
    pub(crate) dst: Reg,
    pub(crate) results: Vec<AffineExpr>,
    pub(crate) max: bool,
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

/// Code and the values it hands over at its end.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) code: Code,
    pub(crate) yields: Vec<Use>,
}

/// `scf.if`: what happens if the condition holds, and if not.
#[derive(Debug)]
pub(crate) struct IfElse {
    pub(crate) condition: Reg,
    pub(crate) then: Body,
    pub(crate) otherwise: Body,
    pub(crate) results: Vec<Slot>,
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

/// `scf.while`.
#[derive(Debug)]
pub(crate) struct WhileLoop {
    pub(crate) init: Vec<Use>,
    /// The arguments of the region that decides; it hands over what goes on.
    pub(crate) carried: Vec<Slot>,
    pub(crate) before: Body,
    pub(crate) condition: Reg,
    /// The arguments of the region that follows; it hands over what is decided on next.
    pub(crate) forwarded: Vec<Slot>,
    pub(crate) after: Body,
    pub(crate) results: Vec<Slot>,
}

/// `scf.forall` and `scf.parallel`: the body changes what is shared, which becomes the results, in place.
#[derive(Debug)]
pub(crate) struct LoopNest {
    /// Lower bound, upper bound and step of each loop.
    pub(crate) bounds: Vec<[Size; 3]>,
    pub(crate) induction: Vec<Reg>,
    /// What the body sees of what is shared: the values before the loop.
    pub(crate) seen: Vec<(Use, Slot)>,
    pub(crate) init: Vec<Use>,
    pub(crate) shared: Vec<Slot>,
    pub(crate) body: Code,
}

/// `func.call`.
#[derive(Debug)]
pub(crate) struct Call {
    /// The number of the function.
    pub(crate) callee: usize,
    pub(crate) args: Vec<Use>,
    pub(crate) results: Vec<Slot>,
    /// How many regions of the caller are around the call.
    pub(crate) depth: usize,
}

/// What follows a block.
#[derive(Debug)]
pub(crate) enum Exit {
    Return(Vec<Use>),
    Jump(Jump),
    /// The first target if the condition holds.
    Branch(Reg, [Jump; 2]),
}

/// The number of a block and the values of its arguments.
#[derive(Debug)]
pub(crate) struct Jump {
    pub(crate) block: usize,
    pub(crate) from: Vec<Use>,
    pub(crate) to: Vec<Slot>,
}

/// A function.
#[derive(Debug, Default)]
pub(crate) struct Function {
    pub(crate) args: Vec<Slot>,
    /// The types that all returns agree on.
    pub(crate) returns: Vec<Type>,
    /// The entry first: code, the op that ends it, what follows.
    pub(crate) blocks: Vec<(Code, Op, Exit)>,
    /// The scalar registers at the start: constants, else zero.
    pub(crate) scalars: Vec<u64>,
    /// How many object registers there are.
    pub(crate) objects: usize,
    /// How many bytes the vector registers hold together.
    pub(crate) vector_bytes: usize,
    /// Constants that are objects.
    pub(crate) constants: Vec<(Reg, Arc<Dense>)>,
    /// The registers of global buffers, and their numbers.
    pub(crate) globals: Vec<(Reg, usize)>,
    /// How deep its regions are nested.
    pub(crate) depth: usize,
}

/// The functions that may run, the one to be run first, and the buffers that are there from the start.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) globals: Vec<Global>,
}

/// A global buffer: op, type, initial value, and whether it is constant.
#[derive(Debug)]
pub(crate) struct Global {
    pub(crate) op: Op,
    pub(crate) ty: Type,
    pub(crate) value: Option<Arc<Dense>>,
    pub(crate) constant: bool,
}
