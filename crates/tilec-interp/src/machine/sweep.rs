//! The loops of a structured op: all loops in order, the innermost reduction loop innermost if it fills lanes.

use super::Machine;
use super::lanes::Lanes;
use crate::error::{Run, fault};
use crate::memory::{read, write};
use crate::nest::{Nest, Output};
use crate::program::Reg;
use std::cell::Cell;
use tilec_ir::AffineExpr;

/// An operand on its way through the iteration domain.
pub(super) struct Stream<'s> {
    pub(super) number: usize,
    /// The register of the block argument, and whether it is read.
    pub(super) arg: Reg,
    pub(super) read: bool,
    pub(super) cells: &'s [Cell<u8>],
    pub(super) size: usize,
    pub(super) mask: u64,
    /// The position of the current element, in elements, but for the `checked` part.
    pub(super) at: i64,
    /// The step of `at` for the innermost loop.
    pub(super) inner: i64,
    /// The step of `at` per loop.
    pub(super) steps: Vec<i64>,
    /// Indices that are not linear: expression, stride, extent, dimension.
    pub(super) checked: Vec<(&'s AffineExpr, i64, i64, usize)>,
}

impl Stream<'_> {
    #[inline]
    fn position(&self, index: &[i64]) -> Run<i64> {
        if self.checked.is_empty() { Ok(self.at) } else { self.checked_position(index) }
    }

    #[cold]
    fn checked_position(&self, index: &[i64]) -> Run<i64> {
        let mut at = self.at;
        for &(expr, stride, extent, dim) in &self.checked {
            match expr.eval(index, &[]) {
                Some(i) if 0 <= i && i < extent => at = at.wrapping_add(i.wrapping_mul(stride)),
                found => {
                    let found = found.map_or_else(|| "no value".to_owned(), |i| i.to_string());
                    let number = self.number;
                    return fault(format!(
                        "operand {number} is read or written out of bounds: expected an index in 0..{extent} for dimension {dim}, found {found}"
                    ));
                }
            }
        }
        Ok(at)
    }

    #[inline]
    fn load(&self, index: &[i64]) -> Run<u64> {
        match read(self.cells, self.size, self.position(index)?) {
            Some(bits) => Ok(bits & self.mask),
            None => fault("read outside the allocation"),
        }
    }

    #[inline]
    fn store(&self, index: &[i64], bits: u64) -> Run {
        match write(self.cells, self.size, self.position(index)?, bits) {
            Some(()) => Ok(()),
            None => fault("write outside the allocation"),
        }
    }
}

/// An output on its way through the iteration domain.
pub(super) struct Target<'s> {
    stream: Stream<'s>,
    /// The register of the yielded value.
    yielded: Reg,
    lanes: Option<Box<Lanes>>,
}

impl<'s> Target<'s> {
    pub(super) fn new(output: &Output, stream: Stream<'s>) -> Self {
        let lanes = output.lanes.map(|combiner| Box::new(Lanes::new(combiner)));
        Self { stream, yielded: output.yielded, lanes }
    }
}

/// All that moves while the loops run.
#[derive(Default)]
pub(super) struct Walk<'s> {
    pub(super) inner: Option<usize>,
    pub(super) extents: Vec<i64>,
    /// The inputs that are read.
    pub(super) inputs: Vec<Stream<'s>>,
    pub(super) outputs: Vec<Target<'s>>,
}

impl<'s> Walk<'s> {
    fn streams(&mut self) -> impl Iterator<Item = &mut Stream<'s>> {
        self.inputs.iter_mut().chain(self.outputs.iter_mut().map(|o| &mut o.stream))
    }
}

impl Machine<'_> {
    /// Runs the body at every point of a domain that is not empty.
    pub(super) fn sweep(&mut self, nest: &Nest, mut walk: Walk) -> Run {
        let mut index = vec![0; walk.extents.len()];
        nest.indices.iter().for_each(|reg| self.set(*reg, 0));
        'points: loop {
            self.row(nest, &mut walk, &mut index)?;
            for &l in nest.outer.iter().rev() {
                index[l] += 1;
                let carry = index[l] == walk.extents[l];
                let step = if carry { 1 - index[l] } else { 1 };
                if carry {
                    index[l] = 0;
                }
                self.set(nest.indices[l], index[l] as u64);
                walk.streams().for_each(|s| s.at = s.at.wrapping_add(s.steps[l].wrapping_mul(step)));
                if !carry {
                    continue 'points;
                }
            }
            return Ok(());
        }
    }

    /// Runs the innermost loop.
    #[inline(never)]
    fn row(&mut self, nest: &Nest, walk: &mut Walk, index: &mut [i64]) -> Run {
        let extent = walk.inner.map_or(1, |l| walk.extents[l]);
        for i in 0..extent {
            if let Some(l) = walk.inner {
                index[l] = i;
                self.set(nest.indices[l], i as u64);
            }
            for stream in &mut walk.inputs {
                let bits = stream.load(index)?;
                stream.at = stream.at.wrapping_add(stream.inner);
                self.set(stream.arg, bits);
            }
            for Target { stream, .. } in walk.outputs.iter().filter(|o| o.stream.read) {
                let bits = stream.load(index)?;
                self.set(stream.arg, bits);
            }
            self.exec(&nest.body)?;
            for Target { stream, yielded, lanes } in &mut walk.outputs {
                match lanes {
                    None => stream.store(index, self.scalar(*yielded))?,
                    Some(lanes) => {
                        lanes.take(self)?;
                        if lanes.is_full() || i + 1 == extent {
                            stream.store(index, lanes.finish(stream.load(index)?)?)?;
                        }
                    }
                }
                stream.at = stream.at.wrapping_add(stream.inner);
            }
        }
        walk.streams().for_each(|s| s.at = s.at.wrapping_sub(s.inner.wrapping_mul(extent)));
        Ok(())
    }
}
