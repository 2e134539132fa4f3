//! Views between a producer and its reader: the element that is read, as an element of what is viewed.

use tilec_ir::{AffineMap, Module, Op, Value};

/// The same element, read from `source`.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// What is read.
    pub source: Value,
    /// Where, as a function of the reader's loops.
    pub map: AffineMap,
    /// The views gone through, the reader's first.
    pub through: Vec<Op>,
    /// Not all of the source can be read.
    pub through_slice: bool,
}

impl Access {
    /// The reader's own.
    pub fn direct(value: Value, map: &AffineMap) -> Self {
        Self { source: value, map: map.clone(), through: Vec::new(), through_slice: false }
    }
}

/// The accesses that read the same element through one view, two, and so on.
pub(super) fn look_through(_module: &Module, _value: Value, _map: &AffineMap) -> Vec<Access> {
    Vec::new()
}
