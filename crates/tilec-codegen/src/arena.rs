//! The memory that temporaries are placed in: allocated at the first call of a kernel and kept for the next ones.
//!
//! A call takes a block out of the pool and puts it back, so calls that run at the same time have one each. A block is written
//! once when it is made: its pages are there before the first kernel runs on it, and no later call pays for them.

use std::sync::{Mutex, PoisonError};

/// A cache line, the unit and the alignment of a block.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "only compiled code looks inside")] [u8; Line::BYTES]);

impl Line {
    const BYTES: usize = 64;
}

/// Blocks of one size that no call uses at the moment.
pub(crate) struct Pool {
    /// Bytes of a block; `None` if the code needs none at all.
    bytes: Option<usize>,
    free: Mutex<Vec<Block>>,
}

/// Why a call gets no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It would be more than the call may have.
    OverLimit,
    /// The system has no memory.
    NoMemory,
}

impl Pool {
    /// A pool of blocks of `bytes` bytes, empty.
    pub(crate) fn new(bytes: Option<usize>) -> Self {
        Self { bytes, free: Mutex::default() }
    }

    /// Bytes of a block.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.unwrap_or(0)
    }

    /// A block for one call that may have `limit` bytes; `None` if the code needs none.
    pub(crate) fn take(&self, limit: usize) -> Result<Option<Taken<'_>>, Refused> {
        let Some(bytes) = self.bytes else { return Ok(None) };
        if bytes > limit {
            return Err(Refused::OverLimit);
        }
        let kept = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let block = match kept {
            Some(block) => block,
            None => Block::new(bytes).ok_or(Refused::NoMemory)?,
        };
        Ok(Some(Taken { pool: self, block: Some(block) }))
    }
}

/// Memory that starts at a cache line.
struct Block(Vec<Line>);

impl Block {
    fn new(bytes: usize) -> Option<Self> {
        // One of no bytes still has an address of its own.
        let count = bytes.div_ceil(Line::BYTES).max(1);
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).ok()?;
        lines.resize(count, Line([0; Line::BYTES]));
        Some(Self(lines))
    }
}

/// A block in use by a call; it goes back when this is dropped.
pub(crate) struct Taken<'p> {
    pool: &'p Pool,
    /// Taken out in drop only.
    block: Option<Block>,
}

impl Taken<'_> {
    /// Where it starts.
    pub(crate) fn start(&mut self) -> *mut u8 {
        self.block.as_mut().map_or(std::ptr::null_mut(), |b| b.0.as_mut_ptr().cast())
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut free = self.pool.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.extend(self.block.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_kept_and_not_shared() {
        let pool = Pool::new(Some(100));
        let first = {
            let (mut a, mut b) = (pool.take(100).unwrap().unwrap(), pool.take(100).unwrap().unwrap());
            assert_ne!(a.start(), b.start());
            assert!([a.start(), b.start()].iter().all(|p| p.addr().is_multiple_of(64) && !p.is_null()));
            drop(b);
            a.start()
        };
        assert_eq!(pool.take(100).unwrap().unwrap().start(), first);
        assert_eq!(pool.free.lock().unwrap().len(), 2);
        assert_eq!(pool.take(99).err(), Some(Refused::OverLimit));
        assert!(!Pool::new(Some(0)).take(0).unwrap().unwrap().start().is_null());
        assert!(Pool::new(None).take(0).unwrap().is_none());
        assert_eq!(Pool::new(Some(1 << 62)).take(usize::MAX).err(), Some(Refused::NoMemory));
    }
}
