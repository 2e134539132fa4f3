//! `vector.transfer_read` and `vector.transfer_write`: a row of the vector at a time.

use super::address::{Address, divisor};
use super::value::{Buffer, Num, Repr, V, Val, Vector, chunks_of};
use super::{Lower, Result};
use cranelift_codegen::ir::{self, InstBuilder};
use std::collections::HashMap;
use std::rc::Rc;
use tilec_ir::{Transfer, Type};

/// How the lanes of a row lie in the buffer.
enum Row {
    /// One after the other.
    Neighbours,
    /// All are one element.
    Repeated,
    /// Along this dimension.
    Strided(usize),
}

/// A transfer, its buffer, and the address of its first lane.
struct Place {
    buffer: Rc<Buffer>,
    address: Address,
    transfer: Transfer,
}

impl Place {
    fn row(&self) -> Row {
        match self.transfer.dims.last().copied().flatten() {
            None => Row::Repeated,
            Some(dim) if self.buffer.strides[dim] == Num::Const(1) => Row::Neighbours,
            Some(dim) => Row::Strided(dim),
        }
    }

    fn row_lanes(&self) -> usize {
        self.transfer.shape.last().map_or(1, |&n| usize::try_from(n).unwrap_or(0))
    }

    /// For each row, in order, how far its first lane is from the first of all along each dimension of the buffer.
    fn rows(&self) -> Vec<Vec<i64>> {
        let mut rows = vec![vec![0; self.buffer.shape.len()]];
        let outer = self.transfer.shape.len().saturating_sub(1);
        for (&extent, &dim) in self.transfer.shape.iter().zip(&self.transfer.dims).take(outer) {
            let moved = |row: &Vec<i64>, i: i64| {
                let mut row = row.clone();
                if let Some(d) = dim {
                    row[d] = i;
                }
                row
            };
            rows = rows.iter().flat_map(|row| (0..extent).map(|i| moved(row, i)).collect::<Vec<_>>()).collect();
        }
        rows
    }
}

impl Lower<'_> {
    /// Checks that all lanes are inside.
    fn place(&mut self, at: usize, vector: &Type) -> Result<Place> {
        let Some(transfer) = self.module.transfer(self.op) else {
            return Err(self.unsupported("a map that is none of a transfer"));
        };
        let shape = self.module.ty(transfer.shaped).shape().unwrap_or(&[]);
        if transfer.known_bounds(shape, |v| self.constant_int(v)).contains(&false) {
            return Err(self.unsupported("a vector that may be partly outside of its buffer"));
        }
        let buffer = self.buffer(self.operand(at)?)?;
        if vector.elem() != Some(buffer.elem) || transfer.indices.len() != buffer.shape.len() {
            return Err(self.unsupported("an access that is not to elements of the vector's type"));
        }
        let indices = transfer.indices.iter().map(|&v| self.index(v)).collect::<Result<Vec<_>>>()?;
        let mut unchecked = buffer.unchecked && buffer.limits.is_none();
        for (dim, (&index, &extent)) in indices.iter().zip(&buffer.shape).enumerate() {
            unchecked &= self.check_index(index, dim, extent, transfer.span(dim))?;
        }
        let address = self.address(&buffer, &indices)?;
        Ok(Place { address: Address { unchecked, ..address }, buffer, transfer })
    }

    /// The address that is so many elements further along each dimension, of `lanes` elements that are checked.
    fn further(&mut self, place: &Place, steps: &[i64], lanes: usize) -> Result<Address> {
        let (buffer, mut address) = (Rc::clone(&place.buffer), place.address);
        let size = buffer.elem.bytes() as i64;
        let mut bytes = 0i64;
        for (&step, &stride) in steps.iter().zip(&buffer.strides) {
            match stride {
                _ if step == 0 => {}
                Num::Const(stride) => bytes = bytes.wrapping_add(step.wrapping_mul(stride).wrapping_mul(size)),
                Num::Run(stride, _) => {
                    let by = self.b.ins().imul_imm_s(stride, step.wrapping_mul(size));
                    address.base = self.b.ins().iadd(address.base, by);
                    address.align = divisor(address.align, size);
                }
            }
        }
        address.align = divisor(address.align, bytes);
        match i64::from(address.offset).checked_add(bytes).and_then(|n| i32::try_from(n).ok()) {
            Some(offset) if offset.unsigned_abs() < 1 << 30 => address.offset = offset,
            _ => address.base = self.b.ins().iadd_imm_s(address.base, bytes),
        }
        self.check_address(&buffer, address.base, i64::from(address.offset), lanes as i64 * size);
        Ok(address)
    }

    /// The elements of a row, one by one.
    fn row_elements(&mut self, place: &Place, row: &[i64]) -> Result<Vec<V>> {
        let (buffer, lanes) = (Rc::clone(&place.buffer), place.row_lanes());
        match place.row() {
            Row::Neighbours => {
                let address = self.further(place, row, lanes)?;
                (0..lanes).map(|i| self.load_element(&buffer, &address, i)).collect()
            }
            Row::Repeated => {
                let address = self.further(place, row, 1)?;
                Ok(vec![self.load_element(&buffer, &address, 0)?; lanes])
            }
            Row::Strided(dim) => {
                let mut at = row.to_vec();
                let mut load = |i: usize| {
                    at[dim] = i as i64;
                    let address = self.further(place, &at, 1)?;
                    self.load_element(&buffer, &address, 0)
                };
                (0..lanes).map(&mut load).collect()
            }
        }
    }

    fn row_chunks(&mut self, place: &Place, row: &[i64], chunk: ir::Type) -> Result<Vec<V>> {
        let (buffer, lanes, each) = (Rc::clone(&place.buffer), place.row_lanes(), chunk.lane_count() as usize);
        match place.row() {
            Row::Neighbours => {
                let address = self.further(place, row, lanes)?;
                Ok(self.load_chunks(&buffer, &address, chunk, lanes))
            }
            Row::Repeated => {
                let address = self.further(place, row, 1)?;
                let element = self.load_element(&buffer, &address, 0)?;
                let splat = self.b.ins().splat(chunk, element);
                Ok(vec![splat; lanes / each])
            }
            Row::Strided(_) => {
                let elements = self.row_elements(place, row)?;
                Ok(elements.chunks(each).map(|lanes| self.pack(chunk, lanes)).collect())
            }
        }
    }

    /// `vector.transfer_read`.
    pub(super) fn transfer_read(&mut self) -> Result<()> {
        let ty = self.result_type(0)?.clone();
        let (Some(shape), Some(elem)) = (ty.shape(), ty.elem()) else {
            return Err(self.unsupported("a result that is no vector"));
        };
        let lanes = self.lanes(shape, elem)?;
        let place = self.place(0, &ty)?;
        let chunk = chunks_of(elem, place.row_lanes());
        // A row that is read already is not read again.
        let mut known: HashMap<Vec<i64>, Vec<V>> = HashMap::new();
        let mut all = Vec::new();
        for row in place.rows() {
            let values = match (known.get(&row), chunk) {
                (Some(values), _) => values.clone(),
                (None, Some(chunk)) => self.row_chunks(&place, &row, chunk)?,
                (None, None) => self.row_elements(&place, &row)?,
            };
            all.extend(&values);
            known.insert(row, values);
        }
        let vector = match chunk {
            Some(_) => Vector { elem, lanes, repr: Repr::Chunks(all) },
            None => self.of_lanes(elem, all),
        };
        self.set_result(0, Val::Vector(vector))
    }

    /// `vector.transfer_write`.
    pub(super) fn transfer_write(&mut self) -> Result<()> {
        let value = self.operand(0)?;
        let vector = self.vector(value)?;
        let place = self.place(1, &self.module.ty(value).clone())?;
        let (buffer, lanes) = (Rc::clone(&place.buffer), place.row_lanes());
        let rows = place.rows();
        if let (Repr::Chunks(chunks), Some(chunk), Row::Neighbours) = (&vector.repr, chunks_of(vector.elem, lanes), place.row()) {
            for (row, chunks) in rows.iter().zip(chunks.clone().chunks(lanes / chunk.lane_count() as usize)) {
                let address = self.further(&place, row, lanes)?;
                let flags = self.access_flags(buffer.root, address.align, 16);
                for (i, &chunk) in chunks.iter().enumerate() {
                    self.b.ins().store(flags, chunk, address.base, address.offset + 16 * i as i32);
                }
            }
            return Ok(());
        }
        let values = self.lane_values(&vector);
        for (row, values) in rows.iter().zip(values.chunks(lanes.max(1))) {
            match place.row() {
                Row::Strided(dim) => {
                    let mut at = row.clone();
                    for (i, &v) in values.iter().enumerate() {
                        at[dim] = i as i64;
                        let address = self.further(&place, &at, 1)?;
                        self.store_element(&buffer, &address, 0, v);
                    }
                }
                Row::Neighbours | Row::Repeated => {
                    let address = self.further(&place, row, lanes)?;
                    for (i, &v) in values.iter().enumerate() {
                        self.store_element(&buffer, &address, i, v);
                    }
                }
            }
        }
        Ok(())
    }
}
