//! The forms of a vector and the ways between them; ops that make vectors and take them apart.

use super::value::{Repr, V, Val, Vector, chunks_of, default_mask_bits, machine, mask_type};
use super::{Lower, Result};
use cranelift_codegen::ir::{self, ConstantData, Endianness, InstBuilder, MemFlagsData, types};
use tilec_ir::{DYNAMIC, ScalarType, Type};

impl Lower<'_> {
    /// One scalar a lane.
    pub(super) fn lane_values(&mut self, vector: &Vector) -> Vec<V> {
        match &vector.repr {
            Repr::Scalars(lanes) => lanes.clone(),
            Repr::Chunks(chunks) => self.extract_all(chunks),
            Repr::Mask { bits, chunks } => {
                let lanes = self.extract_all(chunks);
                lanes.into_iter().map(|v| self.mask_to_bit(*bits, v)).collect()
            }
        }
    }

    fn extract_all(&mut self, chunks: &[V]) -> Vec<V> {
        let mut out = Vec::new();
        for &chunk in chunks {
            for lane in 0..self.b.func.dfg.value_type(chunk).lane_count() {
                out.push(self.b.ins().extractlane(chunk, lane as u8));
            }
        }
        out
    }

    fn mask_to_bit(&mut self, bits: u32, lane: V) -> V {
        let byte = if bits == 8 { lane } else { self.b.ins().ireduce(types::I8, lane) };
        self.b.ins().band_imm_u(byte, 1)
    }

    /// A vector of the given lanes, in chunks if they fill them.
    pub(super) fn of_lanes(&mut self, elem: ScalarType, lanes: Vec<V>) -> Vector {
        let count = lanes.len();
        let repr = match chunks_of(elem, count) {
            Some(chunk) => Repr::Chunks(lanes.chunks(chunk.lane_count() as usize).map(|l| self.pack(chunk, l)).collect()),
            None => Repr::Scalars(lanes),
        };
        Vector { elem, lanes: count, repr }
    }

    /// A chunk of the given lanes.
    pub(super) fn pack(&mut self, chunk: ir::Type, lanes: &[V]) -> V {
        if lanes.iter().all(|l| *l == lanes[0]) {
            return self.b.ins().splat(chunk, lanes[0]);
        }
        // x64 has no `scalar_to_vector` of 8 and 16 bits.
        let narrow = chunk.lane_bits() < 32;
        let first = lanes[0];
        let mut packed = if narrow { self.b.ins().splat(chunk, first) } else { self.b.ins().scalar_to_vector(chunk, first) };
        for (i, &lane) in lanes.iter().enumerate().skip(1) {
            packed = self.b.ins().insertlane(packed, lane, i as u8);
        }
        packed
    }

    /// The chunks of an `i1` vector as masks of `bits`-bit lanes. The lanes must fill chunks of that width.
    pub(super) fn mask_chunks(&mut self, vector: &Vector, bits: u32) -> Vec<V> {
        match &vector.repr {
            Repr::Mask { bits: have, chunks } => self.resize(chunks.clone(), *have, bits, true),
            Repr::Scalars(lanes) | Repr::Chunks(lanes) => {
                let chunk = mask_type(bits);
                let lanes = lanes.clone();
                lanes
                    .chunks(chunk.lane_count() as usize)
                    .map(|group| {
                        let wide: Vec<V> = group.iter().map(|&bit| self.bit_to_mask(bits, bit)).collect();
                        self.pack(chunk, &wide)
                    })
                    .collect()
            }
        }
    }

    fn bit_to_mask(&mut self, bits: u32, bit: V) -> V {
        let ty = mask_type(bits).lane_type();
        let wide = if bits == 8 { bit } else { self.b.ins().uextend(ty, bit) };
        self.b.ins().ineg(wide)
    }

    /// Integer chunks with lanes of another width: extended, or the low bits.
    pub(super) fn resize(&mut self, mut chunks: Vec<V>, from: u32, to: u32, signed: bool) -> Vec<V> {
        let mut bits = from;
        while bits < to {
            bits *= 2;
            chunks = chunks
                .into_iter()
                .flat_map(|c| {
                    if signed {
                        [self.b.ins().swiden_low(c), self.b.ins().swiden_high(c)]
                    } else {
                        [self.b.ins().uwiden_low(c), self.b.ins().uwiden_high(c)]
                    }
                })
                .collect();
        }
        while bits > to {
            bits /= 2;
            chunks = chunks.chunks(2).map(|pair| self.low_halves(pair[0], pair[pair.len() - 1], bits)).collect();
        }
        chunks
    }

    /// The low `bits` bits of each double-width lane of `a`, then of `b`.
    fn low_halves(&mut self, a: V, b: V, bits: u32) -> V {
        let (a, b) = (self.reinterpret(a, types::I8X16), self.reinterpret(b, types::I8X16));
        let bytes = bits as usize / 8;
        let mask: Vec<u8> = (0..16).map(|i| ((i / bytes) * 2 * bytes + i % bytes) as u8).collect();
        let packed = self.shuffle_bytes(a, b, &mask);
        self.reinterpret(packed, mask_type(bits))
    }

    /// Byte `i` of the result is byte `mask[i]` of `a` followed by `b`.
    pub(super) fn shuffle_bytes(&mut self, a: V, b: V, mask: &[u8]) -> V {
        let mask = self.b.func.dfg.immediates.push(ConstantData::from(mask));
        self.b.ins().shuffle(a, b, mask)
    }

    /// The same 128 bits as another vector type.
    pub(super) fn reinterpret(&mut self, v: V, ty: ir::Type) -> V {
        if self.b.func.dfg.value_type(v) == ty {
            return v;
        }
        self.b.ins().bitcast(ty, MemFlagsData::new().with_endianness(Endianness::Little), v)
    }

    /// Every lane of a chunk the low bits of `bits`.
    pub(super) fn splat_constant(&mut self, chunk: ir::Type, bits: u64) -> V {
        self.chunk_constant(chunk, |_| bits)
    }

    /// The form of an `i1` vector made of lanes that are all 0 or 1.
    pub(super) fn bits_to_vector(&mut self, lanes: Vec<V>) -> Vector {
        Vector { elem: ScalarType::I1, lanes: lanes.len(), repr: Repr::Scalars(lanes) }
    }

    /// `vector.broadcast`.
    pub(super) fn broadcast(&mut self) -> Result<()> {
        let Type::Vector(ty) = self.result_type(0)?.clone() else {
            return Err(self.unsupported("a result that is no vector"));
        };
        let lanes = self.lanes(&ty.shape, ty.elem)?;
        let source = match self.get(self.operand(0)?)? {
            Val::Scalar(v) => v,
            Val::Vector(v) if v.lanes == 1 => self.lane_values(&v)[0],
            Val::Vector(v) if v.lanes == lanes => return self.set_result(0, Val::Vector(v)),
            _ => return Err(self.unsupported("a source that is neither a scalar nor of one lane")),
        };
        let repr = if ty.elem == ScalarType::I1
            && let Some(bits) = default_mask_bits(lanes)
        {
            let lane = self.bit_to_mask(bits, source);
            let splat = self.b.ins().splat(mask_type(bits), lane);
            Repr::Mask { bits, chunks: vec![splat; lanes / mask_type(bits).lane_count() as usize] }
        } else if let Some(chunk) = chunks_of(ty.elem, lanes) {
            let splat = self.b.ins().splat(chunk, source);
            Repr::Chunks(vec![splat; lanes / chunk.lane_count() as usize])
        } else {
            Repr::Scalars(vec![source; lanes])
        };
        self.set_result(0, Val::Vector(Vector { elem: ty.elem, lanes, repr }))
    }

    /// `vector.from_elements`.
    pub(super) fn build_vector(&mut self) -> Result<()> {
        let Type::Vector(ty) = self.result_type(0)?.clone() else {
            return Err(self.unsupported("a result that is no vector"));
        };
        let lanes = self.lanes(&ty.shape, ty.elem)?;
        let values = self.module.operands(self.op).map(|v| self.scalar(v)).collect::<Result<Vec<_>>>()?;
        if values.len() != lanes {
            return Err(self.internal("a vector of the wrong number of elements"));
        }
        let vector = self.of_lanes(ty.elem, values);
        self.set_result(0, Val::Vector(vector))
    }

    /// `vector.extract` of one lane.
    pub(super) fn extract_lane(&mut self) -> Result<()> {
        let source = self.operand(0)?;
        let vector = self.vector(source)?;
        let shape = self.module.ty(source).shape().unwrap_or(&[]);
        let position = self.module.int_array(self.op, "static_position");
        if position.len() != shape.len() || self.result_type(0)?.as_scalar().is_none() {
            return Err(self.unsupported("an extraction of more than one lane"));
        }
        if position.contains(&DYNAMIC) {
            return Err(self.unsupported("a position that is not constant"));
        }
        let lane = position.iter().zip(shape).fold(0, |at, (p, extent)| at * extent + p);
        let Some(lane) = usize::try_from(lane).ok().filter(|l| *l < vector.lanes) else {
            return Err(self.unsupported("a position outside of the vector"));
        };
        let v = self.lane(&vector, lane);
        self.set_result(0, Val::Scalar(v))
    }

    fn lane(&mut self, vector: &Vector, lane: usize) -> V {
        let of_chunk = |this: &mut Self, chunks: &[V]| {
            let per_chunk = vector.lanes / chunks.len();
            this.b.ins().extractlane(chunks[lane / per_chunk], (lane % per_chunk) as u8)
        };
        match &vector.repr {
            Repr::Scalars(lanes) => lanes[lane],
            Repr::Chunks(chunks) => of_chunk(self, chunks),
            Repr::Mask { bits, chunks } => {
                let v = of_chunk(self, chunks);
                self.mask_to_bit(*bits, v)
            }
        }
    }

    /// Splits an integer of another machine width off or adds zeros.
    pub(super) fn resize_scalar(&mut self, v: V, to: ir::Type, signed: bool) -> V {
        let from = self.b.func.dfg.value_type(v);
        match (from.bits().cmp(&to.bits()), signed) {
            (std::cmp::Ordering::Less, true) => self.b.ins().sextend(to, v),
            (std::cmp::Ordering::Less, false) => self.b.ins().uextend(to, v),
            (std::cmp::Ordering::Equal, _) => v,
            (std::cmp::Ordering::Greater, _) => self.b.ins().ireduce(to, v),
        }
    }

    /// Cuts a value to the width of its type.
    pub(super) fn mask(&mut self, ty: ScalarType, v: V) -> V {
        if super::value::is_exact(ty) {
            return v;
        }
        let machine = machine(ty).unwrap_or(types::I64);
        let mask = self.iconst(machine, ty.mask());
        self.b.ins().band(v, mask)
    }

    /// The value sign-extended within its machine width.
    pub(super) fn sign_extend(&mut self, ty: ScalarType, v: V) -> V {
        let Some(machine) = machine(ty).filter(|_| !super::value::is_exact(ty)) else {
            return v;
        };
        let unused = i64::from(machine.bits() - ty.bits());
        let high = self.b.ins().ishl_imm_u(v, unused);
        self.b.ins().sshr_imm_u(high, unused)
    }
}
