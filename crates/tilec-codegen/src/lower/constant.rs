//! Constants.

use super::value::{MAX_LANES, Repr, V, Val, Vector, chunks_of, default_mask_bits, machine, mask_type};
use super::{Lower, Result};
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{self, ConstantData, InstBuilder, types};
use tilec_ir::builder::attr_scalar;
use tilec_ir::{Attr, Dense, OpKind, Scalar, ScalarType, Type, Value};

impl Lower<'_> {
    /// `arith.constant` of a scalar or a vector.
    pub(super) fn constant(&mut self) -> Result<()> {
        let module = self.module;
        let Some(attr) = module.attr(self.op, "value") else {
            return Err(self.internal("a constant without value"));
        };
        let val = match (self.result_type(0)?, attr) {
            (Type::Scalar(ty), attr) => {
                let scalar = attr_scalar(attr).filter(|s| s.ty == *ty && machine(*ty).is_some());
                let Some(scalar) = scalar else {
                    return Err(self.unsupported(format!("a constant of type {ty:?}")));
                };
                Val::Scalar(self.scalar_constant(scalar))
            }
            (Type::Vector(ty), Attr::Dense(dense)) => {
                let lanes = self.lanes(&ty.shape, ty.elem)?;
                Val::Vector(self.dense(dense, lanes))
            }
            (ty, _) => return Err(self.unsupported(format!("a constant of type {ty}"))),
        };
        self.set_result(0, val)
    }

    /// A scalar constant.
    pub(super) fn scalar_constant(&mut self, scalar: Scalar) -> V {
        match machine(scalar.ty) {
            Some(types::F32) => self.b.ins().f32const(Ieee32::with_bits(scalar.bits as u32)),
            Some(types::F64) => self.b.ins().f64const(Ieee64::with_bits(scalar.bits)),
            Some(int) => self.iconst(int, scalar.bits),
            None => self.iconst(types::I64, 0),
        }
    }

    /// The number of lanes of a vector type, checked.
    pub(super) fn lanes(&self, shape: &[i64], elem: ScalarType) -> Result<usize> {
        let lanes = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?));
        match lanes {
            Some(lanes) if (1..=MAX_LANES).contains(&lanes) && machine(elem).is_some() => Ok(lanes),
            _ => Err(self.unsupported(format!("a vector of shape {shape:?}; up to {MAX_LANES} lanes of up to 64 bits are held"))),
        }
    }

    fn dense(&mut self, dense: &Dense, lanes: usize) -> Vector {
        let elem = dense.elem();
        let repr = if elem == ScalarType::I1
            && let Some(bits) = default_mask_bits(lanes)
        {
            let mask = |i| if dense.get(i).bits == 1 { u64::MAX } else { 0 };
            Repr::Mask { bits, chunks: self.constant_chunks(mask_type(bits), lanes, mask) }
        } else if let Some(chunk) = chunks_of(elem, lanes) {
            Repr::Chunks(self.constant_chunks(chunk, lanes, |i| dense.get(i).bits))
        } else {
            Repr::Scalars((0..lanes).map(|i| self.scalar_constant(dense.get(i))).collect())
        };
        Vector { elem, lanes, repr }
    }

    fn constant_chunks(&mut self, chunk: ir::Type, lanes: usize, bits: impl Fn(usize) -> u64) -> Vec<V> {
        let per_chunk = chunk.lane_count() as usize;
        (0..lanes).step_by(per_chunk).map(|at| self.chunk_constant(chunk, |i| bits(at + i))).collect()
    }

    /// A 128-bit constant with lane `i` the low bits of `bits(i)`.
    pub(super) fn chunk_constant(&mut self, chunk: ir::Type, bits: impl Fn(usize) -> u64) -> V {
        let bytes = chunk.lane_bits() as usize / 8;
        let data: Vec<u8> = (0..16 / bytes).flat_map(|i| bits(i).to_le_bytes().into_iter().take(bytes)).collect();
        let constant = self.b.func.dfg.constants.insert(ConstantData::from(&data[..]));
        self.b.ins().vconst(chunk, constant)
    }

    /// The value that a scalar or every lane of a vector is known to have.
    pub(super) fn known_scalar(&self, value: Value) -> Option<Scalar> {
        if let Some(int) = self.known[value] {
            return self.module.ty(value).as_scalar().map(|ty| Scalar::from_i64(ty, int));
        }
        match self.module.constant(value) {
            Some(Attr::Dense(dense)) => dense.splat(),
            Some(attr) => attr_scalar(attr),
            None => {
                let op = self.module.defining_op(value)?;
                if self.module.kind(op) != OpKind::Broadcast {
                    return None;
                }
                self.module.constant(self.module.operands(op).next()?).and_then(attr_scalar)
            }
        }
    }
}
