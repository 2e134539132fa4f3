//! Loads and stores of elements and vectors.

use super::address::{Address, divisor};
use super::value::{Buffer, Num, Repr, V, Val, Vector, chunks_of, machine};
use super::{Lower, Result};
use crate::analysis::Root;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AliasRegionData, InstBuilder, MemFlagsData, types};
use std::rc::Rc;
use tilec_ir::{OpKind, ScalarType, Type, Value};

impl Lower<'_> {
    /// The alias region of a root.
    fn region(&mut self, root: Root) -> ir::AliasRegion {
        let i = root.index();
        if self.regions.len() <= i {
            self.regions.resize(i + 1, None);
        }
        let regions = &mut self.b.func.dfg.alias_regions;
        *self.regions[i]
            .get_or_insert_with(|| regions.insert(AliasRegionData { user_id: i as u32, description: "buffer".into() }))
    }

    /// Flags of an access that stays inside its buffer.
    pub(super) fn access_flags(&mut self, root: Root, align: u64, size: u64) -> MemFlagsData {
        let region = self.region(root);
        let flags = MemFlagsData::new().with_notrap().with_alias_region(Some(region));
        if align.is_multiple_of(size) { flags.with_aligned() } else { flags }
    }

    /// Flags of a load: memory that is never written may be read at any time, but only at an address that is good
    /// whether or not the loops around the load run and its checks pass.
    fn load_flags(&mut self, buffer: &Buffer, address: &Address, size: u64) -> MemFlagsData {
        if self.memory.changes(buffer.root) {
            return self.access_flags(buffer.root, address.align, size);
        }
        let flags = self.access_flags(buffer.root, address.align, size).with_readonly();
        let is_good_anywhere = address.unchecked && address.level >= self.guarded_depth();
        if is_good_anywhere { flags.with_can_move() } else { flags }
    }

    /// The buffer and the address of the access, `lanes` elements of which are inside.
    fn accessed(&mut self, buffer: usize, lanes: usize) -> Result<(Rc<Buffer>, Address)> {
        let indices = match self.module.kind(self.op) {
            OpKind::AffineLoad | OpKind::AffineStore => self.affine_indices(buffer + 1)?,
            _ => {
                let values: Vec<Value> = self.module.operands(self.op).skip(buffer + 1).collect();
                values.into_iter().map(|v| self.index(v)).collect::<Result<_>>()?
            }
        };
        let buffer = self.buffer(self.operand(buffer)?)?;
        let mut unchecked = buffer.unchecked && buffer.limits.is_none();
        for (dim, (&index, &extent)) in indices.iter().zip(&buffer.shape).enumerate() {
            let span = if dim + 1 == indices.len() { lanes as i64 } else { 1 };
            unchecked &= self.check_index(index, dim, extent, span)?;
        }
        let address = self.address(&buffer, &indices)?;
        self.check_address(&buffer, address.base, i64::from(address.offset), (lanes * buffer.elem.bytes()) as i64);
        Ok((buffer, Address { unchecked, ..address }))
    }

    /// `memref.load` and `affine.load`.
    pub(super) fn load(&mut self) -> Result<()> {
        let (buffer, address) = self.accessed(0, 1)?;
        let v = self.load_element(&buffer, &address, 0)?;
        self.set_result(0, Val::Scalar(v))
    }

    /// The element `lane` elements after an address.
    pub(super) fn load_element(&mut self, buffer: &Buffer, address: &Address, lane: usize) -> Result<V> {
        let Some(ty) = machine(buffer.elem) else {
            return Err(self.unsupported("elements of this type"));
        };
        let size = buffer.elem.bytes();
        let at = *address;
        let flags = self.load_flags(buffer, &Address { align: divisor(at.align, (lane * size) as i64), ..at }, size as u64);
        let v = self.b.ins().load(ty, flags, at.base, at.offset + (lane * size) as i32);
        Ok(self.mask(buffer.elem, v))
    }

    /// `memref.store` and `affine.store`.
    pub(super) fn store(&mut self) -> Result<()> {
        let v = self.scalar(self.operand(0)?)?;
        let (buffer, address) = self.accessed(1, 1)?;
        self.store_element(&buffer, &address, 0, v);
        Ok(())
    }

    pub(super) fn store_element(&mut self, buffer: &Buffer, address: &Address, lane: usize, v: V) {
        let size = buffer.elem.bytes();
        let flags = self.access_flags(buffer.root, divisor(address.align, (lane * size) as i64), size as u64);
        self.b.ins().store(flags, v, address.base, address.offset + (lane * size) as i32);
    }

    fn check_vector_access(&self, buffer: &Buffer, vector: &Type) -> Result<usize> {
        let (Some(shape), Some(elem)) = (vector.shape(), vector.elem()) else {
            return Err(self.unsupported("a value that is no vector"));
        };
        let lanes = self.lanes(shape, elem)?;
        if elem != buffer.elem || shape.len() > 1 || buffer.strides.last().is_some_and(|s| *s != Num::Const(1)) {
            return Err(self.unsupported("an access that is not to consecutive elements of the vector's type"));
        }
        Ok(lanes)
    }

    /// `vector.load`.
    pub(super) fn vector_load(&mut self) -> Result<()> {
        let ty = self.result_type(0)?.clone();
        let lanes = self.check_vector_access(&*self.buffer(self.operand(0)?)?, &ty)?;
        let (buffer, address) = self.accessed(0, lanes)?;
        let elem = buffer.elem;
        let repr = if let Some(chunk) = chunks_of(elem, lanes) {
            Repr::Chunks(self.load_chunks(&buffer, &address, chunk, lanes))
        } else if let Some(bytes) = chunks_of(ScalarType::Int(8), lanes).filter(|_| elem == ScalarType::I1) {
            let chunks = self.load_chunks(&buffer, &address, bytes, lanes);
            let bits = chunks.into_iter().map(|c| {
                let one = self.splat_constant(bytes, 1);
                let bit = self.b.ins().band(c, one);
                self.b.ins().icmp(IntCC::Equal, bit, one)
            });
            Repr::Mask { bits: 8, chunks: bits.collect() }
        } else {
            Repr::Scalars((0..lanes).map(|i| self.load_element(&buffer, &address, i)).collect::<Result<_>>()?)
        };
        self.set_result(0, Val::Vector(Vector { elem, lanes, repr }))
    }

    pub(super) fn load_chunks(&mut self, buffer: &Buffer, address: &Address, chunk: ir::Type, lanes: usize) -> Vec<V> {
        let flags = self.load_flags(buffer, address, 16);
        let chunks = lanes / chunk.lane_count() as usize;
        (0..chunks).map(|i| self.b.ins().load(chunk, flags, address.base, address.offset + 16 * i as i32)).collect()
    }

    /// `vector.store`.
    pub(super) fn vector_store(&mut self) -> Result<()> {
        let value = self.operand(0)?;
        let vector = self.vector(value)?;
        let lanes = self.check_vector_access(&*self.buffer(self.operand(1)?)?, self.module.ty(value))?;
        let (buffer, address) = self.accessed(1, lanes)?;
        let chunks = match &vector.repr {
            Repr::Chunks(chunks) => chunks.clone(),
            Repr::Mask { .. } if chunks_of(ScalarType::Int(8), lanes).is_some() => {
                let masks = self.mask_chunks(&vector, 8);
                let one = self.splat_constant(types::I8X16, 1);
                masks.into_iter().map(|m| self.b.ins().band(m, one)).collect()
            }
            Repr::Mask { .. } | Repr::Scalars(_) => {
                for (i, v) in self.lane_values(&vector).into_iter().enumerate() {
                    self.store_element(&buffer, &address, i, v);
                }
                return Ok(());
            }
        };
        let flags = self.access_flags(buffer.root, address.align, 16);
        for (i, chunk) in chunks.into_iter().enumerate() {
            self.b.ins().store(flags, chunk, address.base, address.offset + 16 * i as i32);
        }
        Ok(())
    }
}
