//! What operations mean: the closed enum of semantic kinds. How they are spelled is in [`crate::spelling`].

use crate::named::Named;
use crate::scalar_op::{BinaryOp, CastOp, PairOp, TernaryOp, UnaryOp};

/// The semantics of an operation. Match on it exhaustively: a new kind must be thought about everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    /// A list of symbols; one region with one block.
    Module,
    /// A function: attributes `sym_name` and `function_type`, one region (empty for a declaration).
    Func,
    /// Ends a function and hands back its results.
    Return,
    /// A constant scalar, tensor or vector: attribute `value`.
    Constant,
    /// An elementwise operation of one operand; scalars and vectors.
    Unary(UnaryOp),
    /// An elementwise operation of two operands; scalars and vectors.
    Binary(BinaryOp),
    /// An elementwise operation of three operands; scalars and vectors.
    Ternary(TernaryOp),
    /// An elementwise operation with two results; scalars and vectors.
    Pair(PairOp),
    /// A comparison: attribute `predicate`; the float flag tells the family.
    Compare {
        /// `arith.cmpf`, not `arith.cmpi`.
        float: bool,
    },
    /// `condition ? a : b`.
    Select,
    /// An elementwise conversion.
    Cast(CastOp),
    /// A loop nest as one op: operands `inputs` and `outputs`, a scalar body, maps and iterator kinds (see [`crate::structured`]).
    Structured(StructuredOp),
    /// Ends a region of a structured op or of a loop.
    Yield,
    /// `linalg.index`: the value of loop `dim` of the surrounding structured op.
    LoopIndex,
    /// A tensor of undefined contents; operands are the dynamic extents.
    Empty,
    /// The extent of one dimension of a tensor or buffer.
    Dim,
    /// One element of a tensor.
    Extract,
    /// A strided part of a tensor: groups source, offsets, sizes, strides.
    Slice,
    /// A tensor with a part replaced: groups source, dest, offsets, sizes, strides.
    InsertSlice,
    /// `expand_shape` or `collapse_shape` of a tensor or buffer: attribute `reassociation`.
    Reshape {
        /// More dimensions out than in.
        expand: bool,
    },
    /// A change of what is statically known of a tensor or buffer type.
    ShapeCast,
    /// The source's contents go to the destination (a tensor or a buffer).
    Materialize,
    /// A buffer seen as a tensor.
    ToTensor,
    /// A tensor seen as a buffer.
    ToBuffer,
    /// A tensor that will get its own allocation; with operand `copy`, of these contents.
    AllocTensor,
    /// Memory; operands are the dynamic extents.
    Alloc,
    /// Memory on the stack, gone at the end of the function.
    Alloca,
    /// Ends the life of an allocation.
    Dealloc,
    /// One element of a buffer.
    Load,
    /// Writes one element of a buffer: value, buffer, indices.
    Store,
    /// Copies a whole buffer: source, target.
    Copy,
    /// A strided part of a buffer: groups source, offsets, sizes, strides.
    View,
    /// A named constant buffer of the module.
    Global,
    /// The buffer of a [`OpKind::Global`].
    GetGlobal,
    /// A counted loop: lower bound, upper bound, step, initial values of what it carries.
    For,
    /// Stops the program with a message unless its operand is true.
    Assert,
    /// An affine map applied to index values: attribute `map`.
    AffineApply,
    /// Consecutive elements of a buffer as a vector: buffer, indices.
    VectorLoad,
    /// Writes a vector to consecutive elements: value, buffer, indices.
    VectorStore,
    /// A scalar in every lane.
    Broadcast,
    /// One lane of a vector, at a constant position.
    ExtractLane,
    /// A vector of the given scalars.
    FromLanes,
}

/// The structured ops. Each has its body materialized in the IR; those but `Generic` have maps and body implied by their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StructuredOp {
    /// Attributes `indexing_maps` and `iterator_types`.
    Generic,
    /// Every element of the outputs is the scalar input.
    Fill,
    /// Output dimension `i` is input dimension `permutation[i]`.
    Transpose,
    /// The output has the input's dimensions and those of `dimensions`, along which the input repeats.
    Broadcast,
    /// A row of the table of named ops.
    Named(Named),
}
