//! Conversions of vectors in chunks.

use super::Lower;
use super::value::{Repr, V, Vector, chunk_type, chunks_of};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::ScalarType;
use tilec_ir::scalar_op::CastOp;

/// Bytes 8 to 15 in front.
const HIGH_HALF: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
/// Bytes 0 to 7 of both.
const LOW_HALVES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];

impl Lower<'_> {
    /// Converts whole chunks, or `None` if the conversion goes lane by lane.
    pub(super) fn cast_vector(&mut self, op: CastOp, to: ScalarType, vector: &Vector) -> Option<Vector> {
        let lanes = vector.lanes;
        if to == ScalarType::I1 {
            return self.chunks_to_bits(op, vector);
        }
        let target = chunks_of(to, lanes)?;
        let from = vector.elem;
        let chunks = match &vector.repr {
            Repr::Scalars(_) => return None,
            Repr::Mask { .. } => self.bits_to_chunks(op, to, vector)?,
            Repr::Chunks(chunks) => match op {
                CastOp::Bitcast => chunks.iter().map(|&c| self.reinterpret(c, target)).collect(),
                CastOp::ExtSI | CastOp::IndexCast => self.resize(chunks.clone(), from.bits(), to.bits(), true),
                CastOp::ExtUI | CastOp::TruncI | CastOp::IndexCastUI => {
                    self.resize(chunks.clone(), from.bits(), to.bits(), false)
                }
                CastOp::ExtF | CastOp::TruncF => self.resize_floats(chunks, from, to),
                CastOp::SIToFP => self.ints_to_floats(chunks, from, to, true)?,
                CastOp::UIToFP => self.ints_to_floats(chunks, from, to, false)?,
                CastOp::FPToSI => self.floats_to_ints(chunks, from, to, true)?,
                CastOp::FPToUI => self.floats_to_ints(chunks, from, to, false)?,
            },
        };
        Some(Vector { elem: to, lanes, repr: Repr::Chunks(chunks) })
    }

    /// Truncation to `i1`: the lowest bit of each lane.
    fn chunks_to_bits(&mut self, op: CastOp, vector: &Vector) -> Option<Vector> {
        let (CastOp::TruncI | CastOp::IndexCast | CastOp::IndexCastUI, Repr::Chunks(chunks)) = (op, &vector.repr) else {
            return None;
        };
        let chunk = chunk_type(vector.elem)?;
        let chunks = chunks.clone().into_iter().map(|c| {
            let one = self.splat_constant(chunk, 1);
            let bit = self.b.ins().band(c, one);
            self.b.ins().icmp(IntCC::Equal, bit, one)
        });
        let repr = Repr::Mask { bits: chunk.lane_bits(), chunks: chunks.collect() };
        Some(Vector { elem: ScalarType::I1, lanes: vector.lanes, repr })
    }

    /// A mask's lanes are already −1 and 0; everything else is a bit pattern for the set lanes.
    fn bits_to_chunks(&mut self, op: CastOp, to: ScalarType, vector: &Vector) -> Option<Vec<V>> {
        let target = chunk_type(to)?;
        let float = |value: f64| match target {
            types::F32X4 => u64::from(Ieee32::with_float(value as f32).bits()),
            _ => Ieee64::with_float(value).bits(),
        };
        let set = match op {
            CastOp::ExtSI | CastOp::IndexCast => u64::MAX,
            CastOp::ExtUI | CastOp::IndexCastUI => 1,
            CastOp::SIToFP => float(-1.0),
            CastOp::UIToFP => float(1.0),
            _ => return None,
        };
        let masks = self.mask_chunks(vector, target.lane_bits());
        let chunks = masks.into_iter().map(|mask| {
            let (mask, set) = (self.reinterpret(mask, target), self.splat_constant(target, set));
            self.b.ins().band(mask, set)
        });
        Some(chunks.collect())
    }

    /// The upper half of a chunk moved to the lower one.
    fn high_half(&mut self, chunk: V) -> V {
        let ty = self.b.func.dfg.value_type(chunk);
        let bytes = self.reinterpret(chunk, types::I8X16);
        let moved = self.shuffle_bytes(bytes, bytes, &HIGH_HALF);
        self.reinterpret(moved, ty)
    }

    /// The lower halves of two chunks in one.
    fn join_halves(&mut self, a: V, b: V) -> V {
        let ty = self.b.func.dfg.value_type(a);
        let (a, b) = (self.reinterpret(a, types::I8X16), self.reinterpret(b, types::I8X16));
        let joined = self.shuffle_bytes(a, b, &LOW_HALVES);
        self.reinterpret(joined, ty)
    }

    fn resize_floats(&mut self, chunks: &[V], from: ScalarType, to: ScalarType) -> Vec<V> {
        match (from, to) {
            (ScalarType::F32, ScalarType::F64) => {
                let mut out = Vec::new();
                for &chunk in chunks {
                    let high = self.high_half(chunk);
                    out.push(self.b.ins().fvpromote_low(chunk));
                    out.push(self.b.ins().fvpromote_low(high));
                }
                out
            }
            (ScalarType::F64, ScalarType::F32) => {
                let narrow: Vec<V> = chunks.iter().map(|&c| self.b.ins().fvdemote(c)).collect();
                narrow.chunks(2).map(|pair| self.join_halves(pair[0], pair[pair.len() - 1])).collect()
            }
            _ => chunks.to_vec(),
        }
    }

    fn ints_to_floats(&mut self, chunks: &[V], from: ScalarType, to: ScalarType, signed: bool) -> Option<Vec<V>> {
        if from.bits() == 64 {
            // One rounding only: to f64.
            let convert = |this: &mut Self, c: V| {
                if signed { this.b.ins().fcvt_from_sint(types::F64X2, c) } else { this.b.ins().fcvt_from_uint(types::F64X2, c) }
            };
            return (to == ScalarType::F64).then(|| chunks.iter().map(|&c| convert(self, c)).collect());
        }
        let words = self.resize(chunks.to_vec(), from.bits(), 32, signed);
        if to == ScalarType::F32 {
            let convert = |this: &mut Self, c: V| {
                if signed { this.b.ins().fcvt_from_sint(types::F32X4, c) } else { this.b.ins().fcvt_from_uint(types::F32X4, c) }
            };
            return Some(words.into_iter().map(|c| convert(self, c)).collect());
        }
        let mut out = Vec::new();
        for word in words {
            for half in [word, self.high_half(word)] {
                // Each pair of these is one instruction (or two) of x86.
                out.push(if signed {
                    let wide = self.b.ins().swiden_low(half);
                    self.b.ins().fcvt_from_sint(types::F64X2, wide)
                } else {
                    let wide = self.b.ins().uwiden_low(half);
                    self.b.ins().fcvt_from_uint(types::F64X2, wide)
                });
            }
        }
        Some(out)
    }

    fn floats_to_ints(&mut self, chunks: &[V], from: ScalarType, to: ScalarType, signed: bool) -> Option<Vec<V>> {
        let mut words: Vec<V> = match (from, signed) {
            (ScalarType::F32, true) if to.bits() <= 32 => {
                chunks.iter().map(|&c| self.b.ins().fcvt_to_sint_sat(types::I32X4, c)).collect()
            }
            (ScalarType::F32, false) if to.bits() <= 32 => {
                chunks.iter().map(|&c| self.b.ins().fcvt_to_uint_sat(types::I32X4, c)).collect()
            }
            (ScalarType::F64, true) if to.bits() <= 32 && chunks.len().is_multiple_of(2) => {
                let zero = self.splat_constant(types::I64X2, 0);
                let mut halves = Vec::new();
                for &chunk in chunks {
                    let wide = self.b.ins().fcvt_to_sint_sat(types::I64X2, chunk);
                    halves.push(self.b.ins().snarrow(wide, zero));
                }
                halves.chunks(2).map(|pair| self.join_halves(pair[0], pair[1])).collect()
            }
            _ => return None,
        };
        if to.bits() < 32 {
            let most = if signed { to.mask() >> 1 } else { to.mask() };
            words = words
                .into_iter()
                .map(|word| {
                    let top = self.splat_constant(types::I32X4, most);
                    if signed {
                        let bottom = self.splat_constant(types::I32X4, !most);
                        let raised = self.b.ins().smax(word, bottom);
                        self.b.ins().smin(raised, top)
                    } else {
                        self.b.ins().umin(word, top)
                    }
                })
                .collect();
        }
        Some(self.resize(words, 32, to.bits(), signed))
    }
}
