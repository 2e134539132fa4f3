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
    /// Elements of a tensor or buffer as a vector, a value where there are none: groups base, indices, padding (see [`crate::transfer`]).
    TransferRead,
    /// A tensor with the lanes of a vector in it, or a write of them to a buffer: groups value, base, indices.
    TransferWrite,
    /// A scalar in every lane.
    Broadcast,
    /// One lane of a vector, at a constant position.
    ExtractLane,
    /// A vector of the given scalars.
    FromLanes,
    /// `linalg.softmax`: `exp(x - max) / sum` along `dimension`.
    Softmax,
    /// `linalg.pack`, or `linalg.unpack`: groups source, dest, padding value, inner tiles.
    Pack {
        /// Tiles back to rows.
        unpack: bool,
    },
    /// A tensor surrounded by the values its region yields: groups source, low, high.
    Pad,
    /// Tensors one after the other along `dim`.
    Concat,
    /// A tensor of the values its region yields; operands are the dynamic extents.
    Generate,
    /// A tensor of the given scalars.
    FromElements,
    /// A tensor with one scalar everywhere; further operands are the dynamic extents.
    SplatTensor,
    /// A tensor with one element replaced: scalar, dest, indices.
    Insert,
    /// The number of dimensions.
    Rank,
    /// `tensor.reshape`, to the shape that a tensor holds.
    ReshapeTo,
    /// Slices of a tensor at positions that a tensor holds: attribute `gather_dims`; groups source, indices.
    Gather,
    /// Slices put into a tensor at positions that a tensor holds: attribute `scatter_dims`; groups source, dest, indices.
    Scatter,
    /// What a parallel loop puts into one of the tensors it shares: groups source, dest, offsets, sizes, strides.
    ParallelInsert,
    /// One region or the other, by a condition.
    If,
    /// A loop that goes on while the condition that ends its first region holds.
    While,
    /// Ends the first region of a [`OpKind::While`]: condition, values.
    Condition,
    /// A loop nest whose iterations may run in any order: groups lower and upper bounds, steps, shared tensors.
    Forall,
    /// Ends a [`OpKind::Forall`]: a region of what each iteration puts into the shared tensors.
    InParallel,
    /// A loop nest whose iterations may run in any order: groups lower and upper bounds, steps, initial values of reductions.
    Parallel,
    /// Ends a [`OpKind::Parallel`]: values, and for each a region that combines two.
    Combine,
    /// The least, or greatest, result of an affine map applied to index values: attribute `map`.
    AffineExtremum {
        /// The greatest.
        max: bool,
    },
    /// A counted loop with bounds that are affine maps.
    AffineFor,
    /// One element of a buffer, at the results of a map.
    AffineLoad,
    /// Writes one element of a buffer, at the results of a map.
    AffineStore,
    /// A typed view of a buffer of bytes: groups source, byte shift, sizes.
    ByteView,
    /// A buffer seen with another offset, other sizes and strides: groups source, offsets, sizes, strides.
    Reinterpret,
    /// `bufferization.clone`: a buffer with the contents of another, neither to be written.
    Clone,
    /// Ends the life of a tensor.
    DeallocTensor,
    /// A call of the function `callee`.
    Call,
    /// Goes on in another block.
    Branch,
    /// Goes on in one block or another, by a condition.
    CondBranch,
    /// A conversion with a scale: `arith.scaling_extf`, `arith.scaling_truncf`.
    ScaledCast,
    /// A step of a schedule.
    Transform,
}

impl OpKind {
    /// True for the ops of arithmetic, which go over vectors and tensors element by element.
    pub fn is_elementwise(self) -> bool {
        matches!(
            self,
            Self::Unary(_)
                | Self::Binary(_)
                | Self::Ternary(_)
                | Self::Pair(_)
                | Self::Compare { .. }
                | Self::Select
                | Self::Cast(_)
        )
    }

    /// True for the ops that end a block.
    pub fn is_terminator(self) -> bool {
        matches!(
            self,
            Self::Return | Self::Yield | Self::Condition | Self::InParallel | Self::Combine | Self::Branch | Self::CondBranch
        )
    }
}

/// The structured ops. Each has its body materialized in the IR; `Generic` states its maps and
/// body, `Map` and `Reduce` their body, `Contract` its maps; the rest is implied by the name.
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
    /// A function of scalars, element by element: attribute `kind`, and `indexing_maps` where they are not identities.
    Elementwise,
    /// A sum of products: attribute `indexing_maps`.
    Contract,
    /// A body, element by element.
    Map,
    /// A body that combines the elements along `dimensions`.
    Reduce,
}
