//! Memory: counted allocations of bytes.
//!
//! Bytes are cells, so an input and an output of one op may be the same allocation; every access is checked.

use crate::error::{Run, limit};
use std::cell::Cell;
use std::rc::Rc;
use tilec_ir::ScalarType;

/// What memory holds before it is written, as a byte that is repeated. A program whose result depends on it has an undefined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// Bytes of floats.
    pub float: u8,
    /// Bytes of everything else.
    pub other: u8,
}

impl Default for Undefined {
    /// NaN, and a pattern that is no likely number.
    fn default() -> Self {
        Self { float: 0xFF, other: 0xA5 }
    }
}

impl Undefined {
    /// The byte of an element.
    pub fn byte(self, elem: ScalarType) -> u8 {
        if elem.is_float() { self.float } else { self.other }
    }
}

/// How many bytes may be alive at a time, and what they hold before they are written.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) undefined: Undefined,
    limit: usize,
    used: Cell<usize>,
}

impl Budget {
    pub(crate) fn new(limit: usize, undefined: Undefined) -> Rc<Self> {
        Rc::new(Self { undefined, limit, used: Cell::new(0) })
    }

    /// Gives back `bytes` that were claimed.
    pub(crate) fn release(&self, bytes: usize) {
        self.used.set(self.used.get() - bytes);
    }

    /// Takes `bytes` of the budget, to be [`release`](Self::release)d.
    pub(crate) fn claim(&self, bytes: usize) -> Run {
        match self.used.get().checked_add(bytes).filter(|n| *n <= self.limit) {
            Some(used) => {
                self.used.set(used);
                Ok(())
            }
            None => limit(format!(
                "out of memory: the limit is {} bytes, {} are in use, {bytes} more are needed",
                self.limit,
                self.used.get()
            )),
        }
    }
}

/// What may be done with an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Read and write.
    Live,
    /// Read.
    Constant,
    /// Nothing.
    Dead,
}

/// One allocation.
#[derive(Debug)]
pub(crate) struct Store {
    cells: Vec<Cell<u8>>,
    pub(crate) state: Cell<State>,
    budget: Rc<Budget>,
}

impl Drop for Store {
    fn drop(&mut self) {
        self.budget.release(self.cells.len());
    }
}

impl Store {
    fn collect(budget: &Rc<Budget>, len: usize, bytes: impl Iterator<Item = u8>) -> Run<Rc<Self>> {
        budget.claim(len)?;
        // From here on, dropping the store gives the claim back.
        let mut store = Self { cells: Vec::new(), state: Cell::new(State::Live), budget: budget.clone() };
        if store.cells.try_reserve_exact(len).is_err() {
            budget.used.set(budget.used.get() - len);
            return limit(format!("out of memory: the host cannot allocate {len} bytes"));
        }
        store.cells.extend(bytes.map(Cell::new));
        Ok(Rc::new(store))
    }

    /// `len` bytes, each `fill`.
    pub(crate) fn filled(budget: &Rc<Budget>, len: usize, fill: u8) -> Run<Rc<Self>> {
        Self::collect(budget, len, std::iter::repeat_n(fill, len))
    }

    /// `len` bytes, `pattern` again and again.
    pub(crate) fn repeated(budget: &Rc<Budget>, len: usize, pattern: &[u8]) -> Run<Rc<Self>> {
        Self::collect(budget, len, pattern.iter().copied().cycle().take(len))
    }

    /// A copy of `bytes`.
    pub(crate) fn from_bytes(budget: &Rc<Budget>, bytes: &[u8]) -> Run<Rc<Self>> {
        Self::collect(budget, bytes.len(), bytes.iter().copied())
    }

    /// A copy of this allocation.
    pub(crate) fn duplicate(&self) -> Run<Rc<Self>> {
        Self::collect(&self.budget, self.cells.len(), self.cells.iter().map(Cell::get))
    }

    /// All bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.cells.iter().map(Cell::get).collect()
    }

    /// Number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The bytes, for reading and writing elements.
    pub(crate) fn cells(&self) -> &[Cell<u8>] {
        &self.cells
    }
}

/// Element `i` of elements of `size` bytes (1, 2, 4 or 8), little-endian; `None` out of bounds.
#[inline]
pub(crate) fn read(cells: &[Cell<u8>], size: usize, i: i64) -> Option<u64> {
    let i = i as usize; // a negative position is out of bounds of every slice
    match size {
        1 => cells.get(i).map(|c| u64::from(c.get())),
        2 => cells.as_chunks().0.get(i).map(|c| u64::from(u16::from_le_bytes(bytes_of(c)))),
        4 => cells.as_chunks().0.get(i).map(|c| u64::from(u32::from_le_bytes(bytes_of(c)))),
        _ => cells.as_chunks().0.get(i).map(|c| u64::from_le_bytes(bytes_of(c))),
    }
}

#[inline]
fn bytes_of<const N: usize>(cells: &[Cell<u8>; N]) -> [u8; N] {
    std::array::from_fn(|i| cells[i].get())
}

/// Replaces element `i`; `None` out of bounds.
#[inline]
pub(crate) fn write(cells: &[Cell<u8>], size: usize, i: i64, bits: u64) -> Option<()> {
    let i = i as usize;
    match size {
        1 => cells.get(i)?.set(bits as u8),
        2 => set_bytes(cells.as_chunks().0.get(i)?, (bits as u16).to_le_bytes()),
        4 => set_bytes(cells.as_chunks().0.get(i)?, (bits as u32).to_le_bytes()),
        _ => set_bytes(cells.as_chunks().0.get(i)?, bits.to_le_bytes()),
    }
    Some(())
}

#[inline]
fn set_bytes<const N: usize>(cells: &[Cell<u8>; N], bytes: [u8; N]) {
    for (cell, byte) in cells.iter().zip(bytes) {
        cell.set(byte);
    }
}
