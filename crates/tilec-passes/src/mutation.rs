//! Deliberate faults for the test suite: a differential test that does not notice them is too weak.
//!
//! Only with the feature `mutations`, which nothing but `tilec-testing` asks for; otherwise every question is answered by a constant `false`.

/// A fault that one place in a pass makes when it is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
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
    /// `fuse-horizontal` fuses ops that depend on each other.
    SkipConvexity,
    /// `fuse-horizontal` reads a value once though it is read through two maps.
    MergeAcrossMaps,
    /// `bufferize` writes in place without looking for conflicts.
    SkipConflictCheck,
    /// `vectorize` leaves out the last iteration of the tail.
    TailOffByOne,
}

impl Mutation {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::SwapInverseMap,
        Self::DropIndexRemap,
        Self::SkipInitCheck,
        Self::FuseImpurePayload,
        Self::KeepPartOfResult,
        Self::IgnoreOrder,
        Self::SkipConvexity,
        Self::MergeAcrossMaps,
        Self::SkipConflictCheck,
        Self::TailOffByOne,
    ];
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
