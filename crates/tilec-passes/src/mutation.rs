//! Deliberate faults for the test suite: a differential test that does not notice them is too weak.
//!
//! Only with the feature `mutations`, which nothing but `tilec-testing` asks for; otherwise every question is answered by a constant `false`.

/// A fault that one place in a pass makes when it is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// `tile` lets reduction loops be tiled in any order.
    TileInAnyOrder,
    /// `tile` takes parts at indices with remainders whatever the tile size.
    IgnorePhase,
    /// `tile` leaves `linalg.index` that of the tile.
    TileIndexLocal,
    /// `tile` gives the last tile the size of the others.
    TileUnclamped,
    /// `tile` makes the last tile one too large.
    TileClampOffByOne,
    /// `tile` reads each part of an operand from 0 on.
    TileDropOffset,
    /// `tile` puts each part of a result at 0.
    TileInsertAtStart,
    /// `tile` runs reduction loops in parallel.
    TileParallelReduction,
    /// `tile` gives threads that have nothing to do less than nothing.
    TileThreadsBelowZero,
    /// `structured.vectorize` unrolls reduction loops from their end.
    VectorizeBackwards,
    /// `structured.vectorize` reads the same elements at every step of a reduction loop.
    VectorizeOneStep,
    /// `tile` starts partial minima at 0.
    TileMinFromZero,
    /// `tile-and-fuse` leaves a loop's start what the fused producer made.
    FuseKeepStart,
    /// `tile-and-fuse` gives a fused producer an init of its own.
    FuseDropInit,
    /// `tile-and-fuse` takes any iterations to cover each element once.
    FuseAnyCover,
    /// `tile-and-fuse` does not move in front of the loop what a consumer needs.
    FuseForgetMove,
    /// `tile-and-fuse` drops what the loops put together, whoever reads it.
    FuseForgetResult,
    /// `tile-and-fuse` lets a consumer read the loop's result at several places.
    FuseSeveralTiles,
    /// `tile-and-fuse` computes the same part of a producer whatever the strides.
    FuseIgnoreStrides,
    /// `fuse-elementwise` uses the producer's result map where its inverse belongs.
    SwapInverseMap,
    /// `fuse-elementwise` leaves the producer's `linalg.index` as it is.
    DropIndexRemap,
    /// `fuse-elementwise` lets an init that is read be written by several iterations.
    SkipInitCheck,
    /// `fuse-elementwise` moves payloads that read memory.
    FuseImpurePayload,
    /// `fuse-elementwise` keeps results that the consumer computes only in part.
    KeepPartOfResult,
    /// `fuse-elementwise` moves a consumer in front of what it needs.
    IgnoreOrder,
    /// `fuse-elementwise` moves a fused op in front of the inits of results that it keeps.
    ForgetKeptInit,
    /// `fuse-elementwise` moves a consumer that reads memory.
    MoveImpureConsumer,
    /// `fuse-elementwise` keeps another result of a producer than the one that is used.
    KeepOtherResult,
    /// `fuse-elementwise` takes in a producer that alone bounds a loop.
    SkipBoundLost,
    /// `fuse-elementwise` takes in a producer that gives a loop another extent.
    SkipBoundChanged,
    /// `fuse-elementwise` computes a producer once though it is read through several maps.
    MergeInstances,
    /// `fuse-elementwise` reads a slice from 0 on.
    ForgetOffset,
    /// `fuse-elementwise` takes an offset that is known only at run time for 1.
    IgnoreDynamicSlice,
    /// `fuse-elementwise` reads through a view that changes the extent of a loop.
    SkipExtentCheck,
    /// `fuse-elementwise` drops an input that is an earlier one, read elsewhere.
    MergeReads,
    /// `fuse-elementwise` drops an operand that alone bounds a loop.
    DropBound,
    /// `fuse-elementwise` drops an unused result whose init a used one reads.
    DropReadResult,
    /// `fuse-elementwise` takes an op that permutes its input for a copy.
    TakeForCopy,
    /// `fuse-elementwise` transposes a constant by the inverse permutation.
    TransposeOtherWay,
    /// `fuse-elementwise` gives an init that is read an empty tensor.
    FreeReadInit,
    /// `fuse-elementwise` splits a loop that is reduced in lane order.
    SplitLanes,
    /// `fuse-elementwise` splits a loop that is a part of a sum or product in some index.
    SkipReshapeMap,
    /// `fuse-elementwise` takes the outer of the loops that a loop becomes for its index.
    SplitIndexAlone,
    /// `fuse-elementwise` reads padding as the element next to it.
    PadWithoutTest,
    /// `fuse-elementwise` leaves `linalg.index` as it is in the ops of the parts of a concatenation.
    ForgetPartOffset,
    /// `fuse-horizontal` fuses ops that depend on each other.
    SkipConvexity,
    /// `fuse-horizontal` reads a value once though it is read through two maps.
    MergeAcrossMaps,
    /// `bufferize` writes in place without looking for conflicts.
    SkipConflictCheck,
    /// `bufferize` takes slices that are not the same for disjoint.
    OverlappingSlicesAreDisjoint,
    /// `bufferize` forgets that a loop may read in the next trip what it wrote in this one.
    IgnoreNextTrip,
    /// `bufferize` writes constants and arguments that must not be written.
    WriteConstants,
    /// `vectorize` leaves out the last iteration of the tail.
    TailOffByOne,
}

impl Mutation {
    /// All of them.
    pub const ALL: [Self; 52] = [
        Self::TileInAnyOrder,
        Self::IgnorePhase,
        Self::TileIndexLocal,
        Self::TileUnclamped,
        Self::TileClampOffByOne,
        Self::TileDropOffset,
        Self::TileInsertAtStart,
        Self::TileParallelReduction,
        Self::TileThreadsBelowZero,
        Self::TileMinFromZero,
        Self::VectorizeBackwards,
        Self::VectorizeOneStep,
        Self::FuseKeepStart,
        Self::FuseDropInit,
        Self::FuseAnyCover,
        Self::FuseForgetMove,
        Self::FuseForgetResult,
        Self::FuseSeveralTiles,
        Self::FuseIgnoreStrides,
        Self::SwapInverseMap,
        Self::DropIndexRemap,
        Self::SkipInitCheck,
        Self::FuseImpurePayload,
        Self::KeepPartOfResult,
        Self::IgnoreOrder,
        Self::ForgetKeptInit,
        Self::MoveImpureConsumer,
        Self::KeepOtherResult,
        Self::SkipBoundLost,
        Self::SkipBoundChanged,
        Self::MergeInstances,
        Self::ForgetOffset,
        Self::IgnoreDynamicSlice,
        Self::SkipExtentCheck,
        Self::MergeReads,
        Self::DropBound,
        Self::DropReadResult,
        Self::TakeForCopy,
        Self::TransposeOtherWay,
        Self::FreeReadInit,
        Self::SplitLanes,
        Self::SkipReshapeMap,
        Self::SplitIndexAlone,
        Self::PadWithoutTest,
        Self::ForgetPartOffset,
        Self::SkipConvexity,
        Self::MergeAcrossMaps,
        Self::SkipConflictCheck,
        Self::OverlappingSlicesAreDisjoint,
        Self::IgnoreNextTrip,
        Self::WriteConstants,
        Self::TailOffByOne,
    ];

    /// The pass that makes it.
    pub fn pass(self) -> &'static str {
        match self {
            Self::SkipConvexity | Self::MergeAcrossMaps => crate::fuse_horizontal::NAME,
            Self::SkipConflictCheck | Self::OverlappingSlicesAreDisjoint | Self::IgnoreNextTrip | Self::WriteConstants => {
                crate::bufferize::NAME
            }
            Self::TailOffByOne => crate::vectorize::NAME,
            Self::VectorizeBackwards | Self::VectorizeOneStep => crate::vectorize::structured::NAME,
            Self::TileInAnyOrder
            | Self::IgnorePhase
            | Self::TileIndexLocal
            | Self::TileUnclamped
            | Self::TileClampOffByOne
            | Self::TileDropOffset
            | Self::TileInsertAtStart
            | Self::TileParallelReduction
            | Self::TileThreadsBelowZero
            | Self::TileMinFromZero => crate::tile::NAME,
            Self::FuseKeepStart
            | Self::FuseDropInit
            | Self::FuseAnyCover
            | Self::FuseForgetMove
            | Self::FuseForgetResult
            | Self::FuseSeveralTiles
            | Self::FuseIgnoreStrides => crate::fuse_into_loop::NAME,
            _ => crate::fuse_elementwise::NAME,
        }
    }
}

#[cfg(feature = "mutations")]
thread_local! {
    static ON: std::cell::Cell<Option<Mutation>> = const { std::cell::Cell::new(None) };
}

/// True if the fault is switched on in this thread.
pub fn is_on(mutation: Mutation) -> bool {
    #[cfg(feature = "mutations")]
    return ON.get() == Some(mutation);
    #[cfg(not(feature = "mutations"))]
    {
        let _ = mutation;
        false
    }
}

/// Runs `work` with a fault switched on in this thread.
#[cfg(feature = "mutations")]
pub fn with<T>(mutation: Mutation, work: impl FnOnce() -> T) -> T {
    ON.set(Some(mutation));
    let result = work();
    ON.set(None);
    result
}
