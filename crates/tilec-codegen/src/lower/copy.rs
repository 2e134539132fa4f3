//! `memref.copy`.

use super::value::{Buffer, Num, V};
use super::{Lower, Result};
use crate::jit::Callback;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

/// Runs up to this many bytes are copied through registers.
const MAX_INLINE_BYTES: i64 = 128;

/// A dimension that both sides step through: extent, source stride, target stride in bytes.
type Dim = (Num, Num, Num);

impl Lower<'_> {
    /// `memref.copy`.
    pub(super) fn copy(&mut self) -> Result<()> {
        let (source, target) = (self.buffer(self.operand(0)?)?, self.buffer(self.operand(1)?)?);
        self.copy_between(&source, &target)
    }

    /// Copies runs of elements that are contiguous on both sides, as long as they can be.
    pub(super) fn copy_between(&mut self, source: &Buffer, target: &Buffer) -> Result<()> {
        if source.elem != target.elem || source.shape.len() != target.shape.len() {
            return Err(self.unsupported("a copy between buffers of different types"));
        }
        let shape = self.common_shape(source, target)?;
        if shape.contains(&Num::Const(0)) {
            return Ok(());
        }
        let size = source.elem.bytes() as i64;
        let mut dims: Vec<Dim> = Vec::new();
        for ((&extent, &s), &t) in shape.iter().zip(&source.strides).zip(&target.strides) {
            let [s, t] = [s, t].map(|stride| self.scale(stride, size));
            match (extent, dims.last_mut()) {
                (Num::Const(1), _) => {}
                // The outer dimension steps exactly over this one on both sides: they are one.
                (Num::Const(n), Some((Num::Const(outer), so, to))) if steps_over(*so, s, n) && steps_over(*to, t, n) => {
                    (*outer, *so, *to) = (outer.saturating_mul(n), s, t);
                }
                _ => dims.push((extent, s, t)),
            }
        }
        let unit = Num::Const(size);
        let run = match dims.last() {
            Some(&(extent, s, t)) if s == unit && t == unit => {
                dims.pop();
                self.scale(extent, size)
            }
            _ => unit,
        };
        let from = self.b.ins().iadd_imm_s(source.base, source.offset);
        let to = self.b.ins().iadd_imm_s(target.base, target.offset);
        self.copy_dims(&dims, (source, from), (target, to), run)
    }

    /// The extents of two buffers, which are checked to be equal.
    fn common_shape(&mut self, source: &Buffer, target: &Buffer) -> Result<Vec<Num>> {
        let mut shape = Vec::new();
        for (dim, (&s, &t)) in source.shape.iter().zip(&target.shape).enumerate() {
            shape.push(match (s, t) {
                _ if s == t => s,
                (Num::Const(_), Num::Const(_)) => return Err(self.unsupported("a copy between buffers of different shapes")),
                _ => {
                    let (a, b) = (self.value_of(s), self.value_of(t));
                    let differs = self.b.ins().icmp(IntCC::NotEqual, a, b);
                    let message = format!("dimension {dim} is of size {{}} in the source and {{}} in the target of memref.copy");
                    self.stop_with_values(differs, &[a, b], message, false);
                    if s.constant().is_some() { s } else { t }
                }
            });
        }
        Ok(shape)
    }

    fn scale(&mut self, n: Num, factor: i64) -> Num {
        match n {
            Num::Const(n) => Num::Const(n.wrapping_mul(factor)),
            Num::Run(v, _) => Num::Run(self.b.ins().imul_imm_s(v, factor), None),
        }
    }

    /// One loop a dimension; there are as many as the rank, which the parser bounds.
    fn copy_dims(&mut self, dims: &[Dim], from: (&Buffer, V), to: (&Buffer, V), run: Num) -> Result<()> {
        let Some((&(extent, s, t), rest)) = dims.split_first() else {
            self.copy_run(from, to, run);
            return Ok(());
        };
        self.counted(extent, |this, iv| {
            let [ds, dt] = [s, t].map(|stride| match stride {
                Num::Const(stride) => this.b.ins().imul_imm_s(iv, stride),
                Num::Run(stride, _) => this.b.ins().imul(iv, stride),
            });
            let from = (from.0, this.b.ins().iadd(from.1, ds));
            let to = (to.0, this.b.ins().iadd(to.1, dt));
            this.copy_dims(rest, from, to, run)
        })
    }

    fn copy_run(&mut self, (source, from): (&Buffer, V), (target, to): (&Buffer, V), run: Num) {
        let run = match run {
            Num::Const(run) if run <= MAX_INLINE_BYTES => run,
            _ => {
                let bytes = self.value_of(run);
                self.check_run(source, from, bytes);
                self.check_run(target, to, bytes);
                self.call(Callback::Copy, &[to, from, bytes]);
                return;
            }
        };
        self.check_address(source, from, 0, run);
        self.check_address(target, to, 0, run);
        let mut loaded = Vec::new();
        let mut at = 0;
        for ty in [types::I8X16, types::I64, types::I32, types::I16, types::I8] {
            let bytes = i64::from(ty.bytes());
            while run - at >= bytes {
                let flags = self.access_flags(source.root, 1, u64::from(ty.bytes()));
                loaded.push((at as i32, ty, self.b.ins().load(ty, flags, from, at as i32)));
                at += bytes;
            }
        }
        for (at, ty, v) in loaded {
            let flags = self.access_flags(target.root, 1, u64::from(ty.bytes()));
            self.b.ins().store(flags, v, to, at);
        }
    }
}

/// True if a stride is another one times a count.
fn steps_over(outer: Num, inner: Num, count: i64) -> bool {
    matches!((outer, inner), (Num::Const(outer), Num::Const(inner)) if outer == inner.wrapping_mul(count))
}
