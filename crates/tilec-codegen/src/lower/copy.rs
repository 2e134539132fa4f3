//! `memref.copy`.

use super::value::{Buffer, V};
use super::{Lower, Result};
use crate::jit::Callback;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::DYNAMIC;

/// Runs up to this many bytes are copied through registers.
const MAX_INLINE_BYTES: i64 = 128;

/// A dimension that both sides step through: extent, source stride, target stride in bytes.
type Dim = (i64, i64, i64);

impl Lower<'_> {
    /// Copies runs of elements that are contiguous on both sides, as long as they can be.
    pub(super) fn copy(&mut self) -> Result<()> {
        let (source, target) = (self.buffer(self.operand(0)?)?, self.buffer(self.operand(1)?)?);
        if source.elem != target.elem || source.shape != target.shape || source.shape.contains(&DYNAMIC) {
            return Err(self.unsupported("a copy between buffers that are not of one static shape"));
        }
        if source.shape.contains(&0) {
            return Ok(());
        }
        let size = source.elem.bytes() as i64;
        let mut dims: Vec<Dim> = Vec::new();
        for ((&extent, s), t) in source.shape.iter().zip(&source.strides).zip(&target.strides) {
            let (s, t) = (s.wrapping_mul(size), t.wrapping_mul(size));
            match dims.last_mut() {
                _ if extent == 1 => {}
                // The outer dimension steps exactly over this one on both sides: they are one.
                Some((outer, so, to)) if *so == s.wrapping_mul(extent) && *to == t.wrapping_mul(extent) => {
                    (*outer, *so, *to) = (outer.saturating_mul(extent), s, t);
                }
                _ => dims.push((extent, s, t)),
            }
        }
        let run = match dims.last() {
            Some(&(extent, s, t)) if s == size && t == size => {
                dims.pop();
                extent.saturating_mul(size)
            }
            _ => size,
        };
        let from = self.b.ins().iadd_imm_s(source.base, source.offset);
        let to = self.b.ins().iadd_imm_s(target.base, target.offset);
        self.copy_dims(&dims, (&source, from), (&target, to), run)
    }

    /// One loop a dimension; there are as many as the rank, which the parser bounds.
    fn copy_dims(&mut self, dims: &[Dim], from: (&Buffer, V), to: (&Buffer, V), run: i64) -> Result<()> {
        let Some((&(extent, s, t), rest)) = dims.split_first() else {
            self.copy_run(from, to, run);
            return Ok(());
        };
        self.counted(extent, |this, iv| {
            let (ds, dt) = (this.b.ins().imul_imm_s(iv, s), this.b.ins().imul_imm_s(iv, t));
            let from = (from.0, this.b.ins().iadd(from.1, ds));
            let to = (to.0, this.b.ins().iadd(to.1, dt));
            this.copy_dims(rest, from, to, run)
        })
    }

    fn copy_run(&mut self, (source, from): (&Buffer, V), (target, to): (&Buffer, V), run: i64) {
        if run > MAX_INLINE_BYTES {
            let bytes = self.iconst(types::I64, run.cast_unsigned());
            self.call(Callback::Copy, &[to, from, bytes]);
            return;
        }
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
