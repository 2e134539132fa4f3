//! Strided views of memory: what tensors and buffers are at run time.
//!
//! A tensor is a view that is dense, covers its whole allocation and is copied before a write if someone else has it too.

use crate::error::{Run, fault, limit};
use crate::memory::{Budget, State, Store, read, write};
use std::cell::Cell;
use std::rc::Rc;
use tilec_ir::data::{Data, MAX_BYTES, byte_size};
use tilec_ir::types::row_major_strides;
use tilec_ir::{DYNAMIC, Dense, DenseData, Layout, MemRefType, ScalarType};

/// Elements in memory. Offset and strides count elements from byte `base` of the allocation.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) store: Rc<Store>,
    pub(crate) base: usize,
    pub(crate) elem: ScalarType,
    pub(crate) offset: i64,
    pub(crate) shape: Vec<i64>,
    pub(crate) strides: Vec<i64>,
}

/// Number of elements of a shape, saturating.
pub(crate) fn count(shape: &[i64]) -> i64 {
    if shape.contains(&0) { 0 } else { shape.iter().fold(1, |n, &d| i64::saturating_mul(n, d)) }
}

impl View {
    /// A dense view of undefined elements.
    pub(crate) fn dense(budget: &Rc<Budget>, elem: ScalarType, shape: Vec<i64>) -> Run<Self> {
        let strides = row_major_strides(&shape);
        Self::fresh(budget, elem, shape, strides, 0)
    }

    /// A view of its own allocation, of undefined elements.
    pub(crate) fn fresh(budget: &Rc<Budget>, elem: ScalarType, shape: Vec<i64>, strides: Vec<i64>, offset: i64) -> Run<Self> {
        if let Some(d) = shape.iter().find(|d| **d < 0) {
            return fault(format!("expected an extent that is not negative, found {d}"));
        }
        let mut view = Self { store: Store::filled(budget, 0, 0)?, base: 0, elem, offset, shape, strides };
        let Some((low, high)) = view.span() else { return Ok(view) };
        if low < 0 {
            return fault("the layout places elements before the start of the allocation");
        }
        let bytes = high.checked_add(1).and_then(|n| n.checked_mul(elem.bytes() as i128));
        match bytes.and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= MAX_BYTES) {
            Some(bytes) => view.store = Store::filled(budget, bytes, budget.undefined.byte(elem))?,
            None => {
                return limit(format!("an allocation of shape {:?} of {} is too large", view.shape, name(elem)));
            }
        }
        Ok(view)
    }

    /// A dense view with the elements of `data`, whose size was checked.
    pub(crate) fn from_data(budget: &Rc<Budget>, data: &Data) -> Run<Self> {
        let shape: Vec<_> = data.shape.iter().map(|&d| i64::try_from(d).unwrap_or(i64::MAX)).collect();
        let strides = row_major_strides(&shape);
        Ok(Self { store: Store::from_bytes(budget, &data.bytes)?, base: 0, elem: data.elem, offset: 0, shape, strides })
    }

    /// A dense view with the elements of a constant.
    pub(crate) fn from_dense(budget: &Rc<Budget>, dense: &Dense) -> Run<Self> {
        let elem = dense.elem();
        let shape = dense.ty.shape().unwrap_or(&[]).to_vec();
        let lengths: Option<Vec<_>> = shape.iter().map(|&d| usize::try_from(d).ok()).collect();
        let Some(len) = lengths.and_then(|s| byte_size(elem, &s)) else {
            return fault(format!("{} is too large", dense.ty));
        };
        let store = match &dense.data {
            DenseData::Splat(bits) => Store::repeated(budget, len, &bits.to_le_bytes()[..elem.bytes()])?,
            DenseData::Bytes(bytes) if bytes.len() == len => Store::from_bytes(budget, bytes)?,
            DenseData::Bytes(bytes) => return fault(format!("expected {len} bytes of {}, found {}", dense.ty, bytes.len())),
        };
        Ok(Self { store, base: 0, elem, offset: 0, strides: row_major_strides(&shape), shape })
    }

    /// The elements in row-major order.
    pub(crate) fn to_data(&self) -> Run<Data> {
        self.check_readable()?;
        let shape = self.shape.iter().map(|&d| usize::try_from(d).unwrap_or(0)).collect();
        if self.is_whole_and_dense() {
            return Ok(Data { elem: self.elem, shape, bytes: self.store.to_bytes() });
        }
        let mut bytes = Vec::new();
        for at in self.positions() {
            bytes.extend_from_slice(&self.load(at)?.to_le_bytes()[..self.elem.bytes()]);
        }
        Ok(Data { elem: self.elem, shape, bytes })
    }

    /// Smallest and largest position, or `None` if there is no element.
    pub(crate) fn span(&self) -> Option<(i128, i128)> {
        if self.shape.contains(&0) {
            return None;
        }
        let mut span = (i128::from(self.offset), i128::from(self.offset));
        for (&d, &s) in self.shape.iter().zip(&self.strides) {
            let reach = (i128::from(d) - 1).saturating_mul(i128::from(s));
            span = (span.0.saturating_add(reach.min(0)), span.1.saturating_add(reach.max(0)));
        }
        Some(span)
    }

    /// The bytes that positions count from.
    #[inline]
    pub(crate) fn cells(&self) -> &[Cell<u8>] {
        self.store.cells().get(self.base..).unwrap_or(&[])
    }

    /// The same memory with another offset, shape and strides, which are checked at each access.
    pub(crate) fn seen_as(&self, offset: i64, shape: Vec<i64>, strides: Vec<i64>) -> Run<Self> {
        if let Some(d) = shape.iter().find(|d| **d < 0) {
            return fault(format!("expected an extent that is not negative, found {d}"));
        }
        let view = Self { store: Rc::clone(&self.store), base: self.base, elem: self.elem, offset, shape, strides };
        let fits = |n: i128| i64::try_from(n).is_ok();
        if view.span().is_some_and(|(low, high)| !fits(low) || !fits(high)) {
            return fault("positions of the layout do not fit in 64 bits");
        }
        Ok(view)
    }

    /// Number of elements.
    pub(crate) fn len(&self) -> i64 {
        count(&self.shape)
    }

    /// True if the elements are the whole allocation in row-major order.
    pub(crate) fn is_whole_and_dense(&self) -> bool {
        let dense = row_major_strides(&self.shape);
        let strides_agree = (self.strides.iter().zip(&dense).zip(&self.shape)).all(|((s, d), n)| s == d || *n == 1);
        let bytes = i64::saturating_mul(self.len(), self.elem.bytes() as i64);
        usize::try_from(bytes) == Ok(self.store.len()) && self.base == 0 && (self.len() == 0 || self.offset == 0 && strides_agree)
    }

    /// The position of an element, checked.
    #[inline]
    pub(crate) fn position(&self, indices: impl Iterator<Item = i64>) -> Run<i64> {
        let mut at = self.offset;
        for (dim, i) in indices.enumerate() {
            match (self.shape.get(dim), self.strides.get(dim)) {
                (Some(&n), Some(&s)) if 0 <= i && i < n => at = at.wrapping_add(i.wrapping_mul(s)),
                _ => return self.out_of_bounds(dim, i),
            }
        }
        Ok(at)
    }

    #[cold]
    fn out_of_bounds(&self, dim: usize, index: i64) -> Run<i64> {
        let extent = self.shape.get(dim).copied().unwrap_or(0);
        fault(format!("index out of bounds: expected an index in 0..{extent} for dimension {dim}, found {index}"))
    }

    /// The element at a position.
    #[inline]
    pub(crate) fn load(&self, at: i64) -> Run<u64> {
        self.check_readable()?;
        match read(self.cells(), self.elem.bytes(), at) {
            Some(bits) => Ok(bits & self.elem.mask()),
            None => fault("read outside the allocation"),
        }
    }

    /// Replaces the element at a position.
    #[inline]
    pub(crate) fn store(&self, at: i64, bits: u64) -> Run {
        self.check_writable()?;
        match write(self.cells(), self.elem.bytes(), at, bits) {
            Some(()) => Ok(()),
            None => fault("write outside the allocation"),
        }
    }

    /// Refuses a deallocated buffer.
    #[inline]
    pub(crate) fn check_readable(&self) -> Run {
        if self.store.state.get() == State::Dead { fault("use of a buffer after its deallocation") } else { Ok(()) }
    }

    /// Refuses a deallocated or constant buffer.
    #[inline]
    pub(crate) fn check_writable(&self) -> Run {
        match self.store.state.get() {
            State::Live => Ok(()),
            State::Constant => fault("write to a constant global"),
            State::Dead => fault("use of a buffer after its deallocation"),
        }
    }

    /// The positions of all elements in row-major order.
    pub(crate) fn positions(&self) -> Positions<'_> {
        Positions { view: self, index: vec![0; self.shape.len()], at: self.offset, left: self.len() }
    }

    /// A dense copy with its own allocation.
    pub(crate) fn duplicate(&self, budget: &Rc<Budget>) -> Run<Self> {
        self.check_readable()?;
        if self.is_whole_and_dense() {
            return Ok(Self { store: self.store.duplicate()?, ..self.clone() });
        }
        let copy = Self::dense(budget, self.elem, self.shape.clone())?;
        self.copy_to(&copy)?;
        Ok(copy)
    }

    /// True if someone else has the allocation too.
    pub(crate) fn is_shared(&self) -> bool {
        Rc::strong_count(&self.store) != 1
    }

    /// This tensor, in an allocation that nobody else has.
    pub(crate) fn unshared(self, budget: &Rc<Budget>) -> Run<Self> {
        if self.is_shared() { self.duplicate(budget) } else { Ok(self) }
    }

    /// Copies all elements to a view of the same shape.
    pub(crate) fn copy_to(&self, target: &Self) -> Run {
        if self.shape != target.shape {
            return fault(format!("expected shape {:?}, found {:?}", target.shape, self.shape));
        }
        for (from, to) in self.positions().zip(target.positions()) {
            target.store(to, self.load(from)?)?;
        }
        Ok(())
    }
}

/// Iterates over positions, see [`View::positions`].
pub(crate) struct Positions<'v> {
    view: &'v View,
    index: Vec<i64>,
    at: i64,
    left: i64,
}

impl Iterator for Positions<'_> {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let here = self.at;
        for d in (0..self.index.len()).rev() {
            let (extent, stride) = (self.view.shape[d], self.view.strides[d]);
            self.index[d] += 1;
            if self.index[d] < extent {
                self.at = self.at.wrapping_add(stride);
                break;
            }
            self.index[d] = 0;
            self.at = self.at.wrapping_sub(stride.wrapping_mul(extent - 1));
        }
        Some(here)
    }
}

/// The name of an element type.
pub(crate) fn name(elem: ScalarType) -> String {
    tilec_ir::Type::from(elem).to_string()
}

/// Strides and offset of a fresh buffer of type `ty`: what the type leaves open comes from `symbols`, else is dense.
pub(crate) fn layout_of(ty: &MemRefType, shape: &[i64], mut symbols: impl Iterator<Item = i64>) -> Run<(Vec<i64>, i64)> {
    let (strides, offset) = match &ty.layout {
        Layout::Identity => return Ok((row_major_strides(shape), 0)),
        Layout::Strided { offset, strides } => (strides, *offset),
        Layout::Map(map) => return fault(format!("unsupported buffer layout {map}")),
    };
    let offset = if offset == DYNAMIC { symbols.next().unwrap_or(0) } else { offset };
    let mut given: Vec<_> = strides.iter().map(|&s| if s == DYNAMIC { symbols.next() } else { Some(s) }).collect();
    let mut dense = 1i64;
    for (stride, &extent) in given.iter_mut().zip(shape).rev() {
        dense = i64::saturating_mul(*stride.get_or_insert(dense), extent.max(1));
    }
    Ok((given.into_iter().flatten().collect(), offset))
}
