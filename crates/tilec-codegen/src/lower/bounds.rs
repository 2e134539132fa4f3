//! Accesses stay inside their buffers: proven from loop bounds and index arithmetic where possible, checked at run time where not.

use super::value::{Buffer, Num, V, Val};
use super::{Lower, Result};
use crate::interval::{Interval, Intervals};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::{DYNAMIC, OpKind, Value, ValueDef};

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
            Num::Run(extent, _) => span == 1 && index.value.is_some_and(|value| self.runs_below(value, extent)),
        }
    }

    /// True if `index` counts a loop from a number that is not negative up to `bound`.
    fn runs_below(&self, index: Value, bound: V) -> bool {
        let ValueDef::Arg(block, i) = self.module.def(index) else { return false };
        let Some(owner) = self.module.block_owner(block) else { return false };
        let (lower, upper) = match self.module.kind(owner) {
            OpKind::For if i == 0 && self.module.attr(owner, "unsignedCmp").is_none() => {
                (self.interval(self.module.operand(owner, 0)), Some(self.module.operand(owner, 1)))
            }
            OpKind::Parallel => {
                let bound = |group: usize| self.module.group(owner, group).nth(i as usize);
                (bound(0).and_then(|v| self.interval(v)), bound(1))
            }
            // The usual form: from constants.
            OpKind::Forall => {
                let constants = |attr: &str| self.module.int_array(owner, attr);
                let before = constants("staticUpperBound").iter().take(i as usize).filter(|c| **c == DYNAMIC).count();
                let upper = constants("staticUpperBound").get(i as usize).filter(|c| **c == DYNAMIC);
                let upper = upper.and_then(|_| self.module.group(owner, 1).nth(before));
                (constants("staticLowerBound").get(i as usize).filter(|c| **c != DYNAMIC).map(|&c| (c, c)), upper)
            }
            _ => return false,
        };
        let is_bound = |v: Value| matches!(self.values[v], Some(Val::Scalar(v)) if v == bound);
        upper.is_some_and(is_bound) && lower.is_some_and(|(low, _)| low >= 0)
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

#[cfg(test)]
mod tests {
    use crate::{Arg, Options, View, ViewMut, compile};
    use std::sync::Arc;
    use tilec_ir::{Attr, Builder, FunctionType, Loc, Module, OpKind, Scalar, ScalarType, Type, spelling};

    const I32: ScalarType = ScalarType::Int(32);

    /// Moves the element at the first index of the first buffer to the second index of the second, or does so by views and a copy.
    fn program(by_copy: bool) -> (Module, tilec_ir::Op) {
        let buffer = Type::memref(&[4], I32);
        let inputs = [Type::INDEX, Type::INDEX, buffer.clone(), buffer];
        let mut module = Module::new();
        let func = module.create_op(spelling::of(OpKind::Func), &[], &[], 1, Loc::Unknown);
        module.set_attr(func, "sym_name", Attr::str("f"));
        let ty = FunctionType { inputs: inputs.to_vec(), results: vec![] };
        module.set_attr(func, "function_type", Attr::Type(Type::Function(Arc::new(ty))));
        module.append_op(module.top_block(), func);
        let args: Vec<_> = inputs.into_iter().map(|ty| (ty, Loc::Unknown)).collect();
        let block = module.append_block(module.regions(func)[0], &args);
        let [i, j, x, y] = module.block_args(block)[..] else { unreachable!("four arguments") };
        let mut b = Builder::at_end(&mut module, block, Loc::file(&"f.mlir".into(), 3, 5));
        if by_copy {
            let mut part = |source, offset| {
                let layout = tilec_ir::Layout::Strided { offset: tilec_ir::DYNAMIC, strides: vec![1] };
                let ty = tilec_ir::MemRefType { shape: vec![1], elem: I32, layout, space: None };
                let op = b.op(spelling::of(OpKind::View), &[source, offset], &[Type::MemRef(Arc::new(ty))]);
                b.module.set_segments(op, &[1, 1, 0, 0]);
                b.module.set_attr(op, "static_offsets", Attr::i64_array([tilec_ir::DYNAMIC]));
                b.module.set_attr(op, "static_sizes", Attr::i64_array([1]));
                b.module.set_attr(op, "static_strides", Attr::i64_array([1]));
                b.module.result(op)
            };
            let (from, to) = (part(x, i), part(y, j));
            b.op(spelling::of(OpKind::Copy), &[from, to], &[]);
        } else {
            let v = b.load(x, &[i]);
            b.store(v, y, &[j]);
        }
        b.op(spelling::of(OpKind::Return), &[], &[]);
        (module, func)
    }

    fn run(options: &Options, by_copy: bool, i: i64, j: i64) -> Result<i32, String> {
        let (module, func) = program(by_copy);
        let kernel = compile(&module, func, options).expect("a kernel");
        // The elements that a wrong index would reach are there, so that a missing check does no harm.
        let memory: Vec<u8> = (0..8i32).flat_map(i32::to_le_bytes).collect();
        let mut target = [0u8; 32];
        let index = |v| Arg::Scalar(Scalar::from_i64(ScalarType::Index, v));
        let input = Arg::In(View::dense(I32, &[4], &memory[..16]));
        let output = Arg::Out(ViewMut::dense(I32, &[4], &mut target[..16]));
        kernel.call(&mut [index(i), index(j), input, output]).map_err(|e| e.to_string())?;
        let at = usize::try_from(j).expect("a position") * 4;
        Ok(i32::from_le_bytes(target[at..at + 4].try_into().expect("four bytes")))
    }

    /// With the checks of indices left out, the check of the bytes is what stops an access, in front of it.
    #[test]
    fn bytes_are_checked_behind_the_indices() {
        for by_copy in [false, true] {
            let trusting = Options { verify: true, sanitize: true, trust_indices: true };
            assert_eq!(run(&trusting, by_copy, 3, 0), Ok(3));
            let (load, store) = if by_copy { ("memref.copy", "memref.copy") } else { ("memref.load", "memref.store") };
            for (i, byte) in [(4, 16), (-1, -4), (1 << 40, 1i64 << 42)] {
                let message = |op| format!("f.mlir:3:5: 4 bytes at byte {byte} are outside of the memory of 16 bytes in {op}");
                assert_eq!(run(&trusting, by_copy, i, 0), Err(message(load)));
                assert_eq!(run(&trusting, by_copy, 0, i), Err(message(store)));
            }
            // Without the hook, the index is what the message is about.
            let checked = Options { trust_indices: false, ..trusting };
            assert!(
                run(&checked, by_copy, 4, 0).is_err_and(|e| e.contains("index 4 is out of bounds for dimension 0 of size 4"))
            );
        }
        // Nothing else stops it: the hook does what it says.
        let unchecked = Options { verify: true, sanitize: false, trust_indices: true };
        assert_eq!(run(&unchecked, false, 5, 6), Ok(5));
    }
}
