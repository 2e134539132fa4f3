//! Accesses stay inside their buffers: proven from loop bounds and index arithmetic where possible, checked at run time where not.

use super::value::{Buffer, Num, V};
use super::{Lower, Result};
use crate::interval::{Interval, Intervals};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::{OpKind, Value, ValueDef};

/// An index and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Index {
    pub(super) v: V,
    pub(super) interval: Option<Interval>,
    /// The value of the program that it is, if it is one.
    pub(super) value: Option<Value>,
}

/// An offset, a size and a step of one dimension of a view.
pub(super) struct Part {
    pub(super) offset: Num,
    pub(super) size: Num,
    pub(super) step: Num,
}

impl Lower<'_> {
    /// Bounds of a value, if any are known.
    pub(super) fn interval(&self, value: Value) -> Option<Interval> {
        Intervals::new(self.module, &self.known).of(value)
    }

    /// A value of the program as an index.
    pub(super) fn index(&self, value: Value) -> Result<Index> {
        Ok(Index { v: self.scalar(value)?, interval: self.interval(value), value: Some(value) })
    }

    /// The machine value of a number.
    pub(super) fn value_of(&mut self, n: Num) -> V {
        match n {
            Num::Const(n) => self.iconst(types::I64, n.cast_unsigned()),
            Num::Run(v, _) => v,
        }
    }

    /// Makes sure that `span` elements from `index` on are in dimension `dim` of `extent` elements. True if that is known
    /// now, false if it is checked at run time.
    pub(super) fn check_index(&mut self, index: Index, dim: usize, extent: Num, span: i64) -> Result<bool> {
        if self.is_proven(&index, extent, span) {
            return Ok(true);
        }
        let name = self.module.spelling(self.op).name;
        let more = if span == 1 { String::new() } else { format!(", {span} elements from it on,") };
        let message = |size: &str| format!("index {{}}{more} is out of bounds for dimension {dim} of size {size} in {name}");
        match extent {
            Num::Const(extent) => {
                let last = extent - span;
                let failed = if last < 0 {
                    self.iconst(types::I8, 1)
                } else {
                    // A negative index is a huge unsigned one.
                    self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, index.v, last)
                };
                self.stop_with_values(failed, &[index.v], message(&extent.to_string()), false);
            }
            Num::Run(extent, _) => {
                let failed = if span == 1 {
                    self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index.v, extent)
                } else {
                    let last = self.b.ins().iadd_imm_s(extent, -span);
                    let none = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, last, 0);
                    let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, index.v, last);
                    self.b.ins().bor(none, beyond)
                };
                self.stop_with_values(failed, &[index.v, extent], message("{}"), false);
            }
        }
        Ok(false)
    }

    fn is_proven(&self, index: &Index, extent: Num, span: i64) -> bool {
        if self.options.trusts_indices() {
            return true;
        }
        if self.options.sanitize {
            return false;
        }
        let low = index.interval.map_or(i64::MIN, |(low, _)| low);
        match extent {
            Num::Const(extent) => low >= 0 && index.interval.is_some_and(|(_, high)| high <= extent - span),
            Num::Run(_, bound) => span == 1 && bound.zip(index.value).is_some_and(|(bound, value)| self.runs_below(value, bound)),
        }
    }

    /// True if `index` counts a loop from a number that is not negative up to `bound`.
    fn runs_below(&self, index: Value, bound: Value) -> bool {
        let ValueDef::Arg(block, 0) = self.module.def(index) else { return false };
        let Some(owner) = self.module.block_owner(block) else { return false };
        let bounds = match self.module.kind(owner) {
            OpKind::For if self.module.attr(owner, "unsignedCmp").is_none() => {
                [0, 1].map(|i| Some(self.module.operand(owner, i)))
            }
            OpKind::Parallel => [0, 1].map(|g| self.module.group(owner, g).next()),
            _ => return false,
        };
        let from_zero = |lower: Value| self.interval(lower).is_some_and(|(low, _)| low >= 0);
        bounds[1] == Some(bound) && bounds[0].is_some_and(from_zero)
    }

    /// Makes sure that the part is inside dimension `dim`, of `extent` elements, of the source of a view. A part of no elements may
    /// begin at the end. True if that is known now.
    pub(super) fn check_part(&mut self, part: &Part, dim: usize, extent: Num) -> Result<bool> {
        if let (Num::Const(size), Num::Const(step)) = (part.size, part.step) {
            if size < 0 {
                return Err(self.unsupported("a view of negative size"));
            }
            let reach = (size - 1).max(0).checked_mul(step).filter(|r| r.checked_abs().is_some_and(|r| r < i64::MAX / 2));
            let Some(reach) = reach else { return Err(self.unsupported("a view this large")) };
            if let (Num::Const(offset), Num::Const(extent)) = (part.offset, extent)
                && !self.options.sanitize
            {
                let last = offset.checked_add(reach).unwrap_or(-1);
                let inside = |at: i64| (0..extent).contains(&at);
                return match size {
                    0 if (0..=extent).contains(&offset) => Ok(true),
                    1.. if inside(offset) && inside(last) => Ok(true),
                    _ => Err(self.unsupported("a view that is not inside its source")),
                };
            }
            if reach >= 0 {
                let index = self.index_of(part.offset)?;
                return self.check_index(index, dim, extent, if size == 0 { 0 } else { reach + 1 });
            }
        }
        self.check_run_time_part(part, dim, extent)?;
        Ok(false)
    }

    fn index_of(&mut self, n: Num) -> Result<Index> {
        match n {
            Num::Run(_, Some(value)) => self.index(value),
            Num::Run(v, None) => Ok(Index { v, interval: None, value: None }),
            Num::Const(c) => Ok(Index { v: self.value_of(n), interval: Some((c, c)), value: None }),
        }
    }

    /// `0 ≤ offset < extent` and the same for the last element, or no element and `0 ≤ offset ≤ extent`.
    fn check_run_time_part(&mut self, part: &Part, dim: usize, extent: Num) -> Result<()> {
        let [offset, size, extent] = [part.offset, part.size, extent].map(|n| self.value_of(n));
        let failed = if part.step == Num::Const(1) {
            let beyond_size = self.b.ins().icmp(IntCC::UnsignedGreaterThan, size, extent);
            let room = self.b.ins().isub(extent, size);
            let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, offset, room);
            self.b.ins().bor(beyond_size, beyond)
        } else {
            let step = self.value_of(part.step);
            let count = self.b.ins().iadd_imm_s(size, -1);
            let (reach, overflow) = self.b.ins().smul_overflow(count, step);
            let (last, more_overflow) = self.b.ins().sadd_overflow(offset, reach);
            let beyond = [offset, last].map(|at| self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, at, extent));
            let outside =
                [overflow, more_overflow, beyond[1]].into_iter().fold(beyond[0], |any, next| self.b.ins().bor(any, next));
            let behind = self.b.ins().icmp(IntCC::UnsignedGreaterThan, offset, extent);
            let is_empty = self.b.ins().icmp_imm_s(IntCC::Equal, size, 0);
            let wrong = self.b.ins().select(is_empty, behind, outside);
            let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, size, 0);
            self.b.ins().bor(wrong, negative)
        };
        let name = self.module.spelling(self.op).name;
        let message =
            format!("a part of size {{}} from index {{}} on is out of bounds for dimension {dim} of size {{}} in {name}");
        self.stop_with_values(failed, &[size, offset, extent], message, false);
        Ok(())
    }

    /// Makes sure that `bytes` bytes at an address are in the memory of the buffer, where such checks are asked for.
    pub(super) fn check_address(&mut self, buffer: &Buffer, base: V, offset: i64, bytes: i64) {
        if buffer.limits.is_some() {
            let address = self.b.ins().iadd_imm_s(base, offset);
            let bytes = self.iconst(types::I64, bytes.cast_unsigned());
            self.check_run(buffer, address, bytes);
        }
    }

    /// [`Lower::check_address`] for a number of bytes, not negative, that is known when the code runs.
    pub(super) fn check_run(&mut self, buffer: &Buffer, address: V, bytes: V) {
        let Some((start, end)) = buffer.limits else { return };
        let at = self.b.ins().isub(address, start);
        let size = self.b.ins().isub(end, start);
        let last = self.b.ins().isub(size, bytes);
        let none = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, last, 0);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, at, last);
        let failed = self.b.ins().bor(none, beyond);
        let name = self.module.spelling(self.op).name;
        let message = format!("{{}} bytes at byte {{}} are outside of the memory of {{}} bytes in {name}");
        self.stop_with_values(failed, &[bytes, at, size], message, false);
    }
}
