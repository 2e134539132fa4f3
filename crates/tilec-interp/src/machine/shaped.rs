//! Operations on tensors and buffers as a whole: slices, reshapes, copies, allocation.

use super::Machine;
use crate::error::{Run, fault};
use crate::memory::State;
use crate::program::{Reg, Size};
use crate::shaped::{Shaped, SliceSpec};
use crate::view::{View, count, layout_of, name};
use std::rc::Rc;
use tilec_ir::types::row_major_strides;
use tilec_ir::{DYNAMIC, Scalar, ScalarType, Type};

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn shaped(&mut self, op: &Shaped) -> Run {
        match op {
            Shaped::Fresh { dst, ty, sizes, symbols } => {
                let view = self.fresh(ty, sizes, symbols)?;
                self.put_view(*dst, view);
            }
            Shaped::Duplicate { dst, src, ty } => {
                let view = self.take_view(*src)?;
                self.charge(view.len() as u64)?;
                let copy = view.duplicate(&self.budget)?;
                if let Some(ty) = ty {
                    check_type(&copy, ty)?;
                }
                self.put_view(*dst, copy);
            }
            Shaped::Dim { dst, src, index } => {
                let (shape, dim) = (&self.view(*src)?.shape, self.scalar(*index) as i64);
                match usize::try_from(dim).ok().and_then(|d| shape.get(d)) {
                    Some(&extent) => self.set(*dst, extent as u64),
                    None => return fault(format!("expected a dimension in 0..{}, found {dim}", shape.len())),
                }
            }
            Shaped::Slice { dst, src, spec } => {
                let part = self.part(self.view(*src)?, spec)?;
                self.charge(part.len() as u64)?;
                let copy = part.duplicate(&self.budget)?;
                self.put_view(*dst, copy);
            }
            Shaped::InsertSlice { dst, src, dest, spec } => {
                let source = self.view(*src)?.clone();
                let dest = self.take_view(*dest)?;
                self.charge(source.len() as u64)?;
                let whole = self.own(dest)?;
                source.copy_to(&self.part(&whole, spec)?)?;
                self.put_view(*dst, whole);
            }
            Shaped::Subview { dst, src, spec } => {
                let part = self.part(self.view(*src)?, spec)?;
                self.put_view(*dst, part);
            }
            Shaped::Reshape { dst, src, groups, sizes } => {
                let view = self.take_view(*src)?;
                let view = match sizes {
                    Some(sizes) => expand(view, groups, sizes.iter().map(|s| self.size(*s)).collect())?,
                    None => collapse(view, groups)?,
                };
                self.put_view(*dst, view);
            }
            Shaped::Cast { dst, src, ty } => {
                let view = self.take_view(*src)?;
                check_type(&view, ty)?;
                self.put_view(*dst, view);
            }
            Shaped::MaterializeTensor { dst, src, dest } => {
                let view = self.take_view(*src)?;
                let expected = &self.view(*dest)?.shape;
                if view.shape != *expected {
                    return fault(format!("expected shape {expected:?}, found {:?}", view.shape));
                }
                self.put_view(*dst, view);
            }
            Shaped::CopyTo { src, dest } => {
                self.charge(self.view(*src)?.len() as u64)?;
                self.view(*src)?.copy_to(self.view(*dest)?)?;
            }
            Shaped::Dealloc { src } => {
                let view = self.view(*src)?;
                view.check_writable()?;
                view.store.state.set(State::Dead);
            }
            Shaped::ByteView { dst, src, shift, ty, sizes } => {
                let shape = sizes.iter().map(|s| self.size(*s)).collect();
                let view = bytes_as(self.view(*src)?, self.scalar(*shift) as i64, ty, shape)?;
                self.put_view(*dst, view);
            }
            Shaped::Reinterpret { dst, src, ty, offset, sizes, strides } => {
                let [shape, strides] = [sizes, strides].map(|list| list.iter().map(|s| self.size(*s)).collect());
                let view = self.view(*src)?.seen_as(self.size(*offset), shape, strides)?;
                check_type(&view, ty)?;
                self.put_view(*dst, view);
            }
            Shaped::Rank { dst, src } => {
                let rank = self.view(*src)?.shape.len();
                self.set(*dst, rank as u64);
            }
            Shaped::ReshapeTo { dst, src, shape, elem, ty } => {
                let view = self.take_view(*src)?;
                let view = self.reshape_to(view, *shape, *elem)?;
                check_type(&view, ty)?;
                self.put_view(*dst, view);
            }
            Shaped::Insert { dst, value, dest, indices } => {
                let view = self.take_view(*dest)?;
                let view = self.own(view)?;
                view.store(view.position(indices.iter().map(|r| self.scalar(*r) as i64))?, self.scalar(*value))?;
                self.put_view(*dst, view);
            }
        }
        Ok(())
    }

    /// The same elements with the extents that an integer tensor holds.
    fn reshape_to(&mut self, view: View, shape: Reg, elem: ScalarType) -> Run<View> {
        let extents = self.view(shape)?;
        let read = |at| Ok(Scalar::new(elem, extents.load(at)?).as_i64());
        let shape = extents.positions().map(read).collect::<Run<Vec<_>>>()?;
        self.charge(shape.len() as u64)?;
        if shape.iter().any(|n| *n < 0) || count(&shape) != view.len() {
            return fault(format!("expected extents whose product is {}, found {shape:?}", view.len()));
        }
        Ok(View { strides: row_major_strides(&shape), shape, ..view })
    }

    pub(super) fn fresh(&mut self, ty: &Type, sizes: &[Size], symbols: &[Size]) -> Run<View> {
        let shape: Vec<_> = sizes.iter().map(|s| self.size(*s)).collect();
        if let Some(n) = shape.iter().find(|n| **n < 0) {
            return fault(format!("expected an extent that is not negative, found {n}"));
        }
        self.charge(count(&shape) as u64)?;
        match ty {
            Type::Tensor(t) => View::dense(&self.budget, t.elem, shape),
            Type::MemRef(t) => {
                let (strides, offset) = layout_of(t, &shape, symbols.iter().map(|s| self.size(*s)))?;
                View::fresh(&self.budget, t.elem, shape, strides, offset)
            }
            _ => fault(format!("unsupported type {ty}")),
        }
    }

    /// The part of a tensor or buffer that a slice names, checked, in the same memory.
    fn part(&self, view: &View, spec: &SliceSpec) -> Run<View> {
        let rank = spec.sizes.len();
        if view.shape.len() != rank {
            return fault(format!("expected rank {rank}, found {}", view.shape.len()));
        }
        let mut part = View { shape: Vec::new(), strides: Vec::new(), ..view.clone() };
        for d in 0..rank {
            let [offset, size, stride] = [spec.offsets[d], spec.sizes[d], spec.strides[d]].map(|s| self.size(s));
            let extent = i128::from(view.shape[d]);
            let last = i128::from(offset) + (i128::from(size) - 1) * i128::from(stride);
            let inside = if size == 0 {
                0 <= offset && i128::from(offset) <= extent
            } else {
                0 <= offset && i128::from(offset) < extent && 0 <= last && last < extent
            };
            if size < 0 || !inside {
                return fault(format!(
                    "slice out of bounds: expected a part of dimension {d} of extent {extent}, found offset {offset}, size {size}, stride {stride}"
                ));
            }
            part.offset = part.offset.wrapping_add(offset.wrapping_mul(view.strides[d]));
            if spec.dropped[d] {
                if size != 1 {
                    return fault(format!("expected size 1 for the dropped dimension {d}, found {size}"));
                }
                continue;
            }
            part.shape.push(size);
            part.strides.push(stride.wrapping_mul(view.strides[d]));
        }
        Ok(part)
    }
}

/// Bytes of a buffer from `shift` on, as elements of the type.
fn bytes_as(source: &View, shift: i64, ty: &Type, shape: Vec<i64>) -> Run<View> {
    let (Some(elem), [extent], 1, [1]) = (ty.elem(), &source.shape[..], source.elem.bytes(), &source.strides[..]) else {
        return fault(format!("expected a contiguous buffer of bytes and a type of elements, found {ty}"));
    };
    if let Some(n) = shape.iter().find(|n| **n < 0) {
        return fault(format!("expected an extent that is not negative, found {n}"));
    }
    let bytes = i128::from(count(&shape)) * elem.bytes() as i128;
    if shift < 0 || i128::from(shift) + bytes > i128::from(*extent) {
        return fault(format!("view out of bounds: expected a part of {extent} bytes, found {bytes} bytes from byte {shift}"));
    }
    if shift % elem.bytes() as i64 != 0 {
        return fault(format!("expected a byte shift that is a multiple of {}, found {shift}", elem.bytes()));
    }
    let Some(base) = source.offset.checked_add(shift).and_then(|b| usize::try_from(b).ok()?.checked_add(source.base)) else {
        return fault("view out of bounds");
    };
    let strides = row_major_strides(&shape);
    let view = View { store: Rc::clone(&source.store), base, elem, offset: 0, shape, strides };
    check_type(&view, ty)?;
    Ok(view)
}

/// Refuses a value whose run-time shape (or layout) is not of the type.
pub(super) fn check_type(view: &View, ty: &Type) -> Run {
    let agrees = |known: i64, found: i64| known == DYNAMIC || known == found;
    if ty.elem() != Some(view.elem) {
        return fault(format!("expected {ty}, found elements of {}", name(view.elem)));
    }
    if let Some(shape) = ty.shape()
        && (shape.len() != view.shape.len() || !shape.iter().zip(&view.shape).all(|(&k, &f)| agrees(k, f)))
    {
        return fault(format!("expected {ty}, found shape {:?}", view.shape));
    }
    if let Some((strides, offset)) = ty.as_memref().and_then(tilec_ir::MemRefType::strides_and_offset) {
        let strides_agree = strides.iter().zip(&view.strides).zip(&view.shape).all(|((&k, &f), &n)| n <= 1 || agrees(k, f));
        if view.len() != 0 && !(strides_agree && agrees(offset, view.offset)) {
            return fault(format!("expected {ty}, found strides {:?} and offset {}", view.strides, view.offset));
        }
    }
    Ok(())
}

/// More dimensions: each of the source's is split into the sizes of its group, one of which may be left open.
fn expand(view: View, groups: &[Vec<usize>], mut sizes: Vec<i64>) -> Run<View> {
    let mut strides = row_major_strides(&sizes);
    for (d, group) in groups.iter().enumerate() {
        let (Some(&extent), Some(&stride)) = (view.shape.get(d), view.strides.get(d)) else {
            return fault("expected a group per dimension");
        };
        let known = group.iter().map(|&i| sizes[i]).filter(|n| *n != DYNAMIC).collect::<Vec<_>>();
        if let Some(&open) = group.iter().find(|i| sizes[**i] == DYNAMIC) {
            sizes[open] = if count(&known) > 0 { extent / count(&known) } else { 0 };
        }
        let found: Vec<_> = group.iter().map(|&i| sizes[i]).collect();
        if found.iter().any(|n| *n < 0) || count(&found) != extent {
            return fault(format!("expected sizes whose product is {extent}, the extent of dimension {d}, found {found:?}"));
        }
        for (&i, s) in group.iter().zip(row_major_strides(&found)) {
            strides[i] = s.wrapping_mul(stride);
        }
    }
    if groups.is_empty() && sizes.iter().any(|n| *n != 1) {
        return fault(format!("expected extents of 1, found {sizes:?}"));
    }
    Ok(View { shape: sizes, strides, ..view })
}

/// Fewer dimensions: each group becomes one, which must have a single stride.
fn collapse(view: View, groups: &[Vec<usize>]) -> Run<View> {
    let (mut shape, mut strides) = (Vec::new(), Vec::new());
    if groups.is_empty() && view.shape.iter().any(|n| *n != 1) {
        return fault(format!("expected extents of 1, found {:?}", view.shape));
    }
    for group in groups {
        let extents: Vec<_> = group.iter().filter_map(|&i| view.shape.get(i).copied()).collect();
        let wide: Vec<_> = group.iter().copied().filter(|&i| view.shape[i] != 1).collect();
        let stride = wide.last().or(group.last()).map_or(1, |&i| view.strides[i]);
        let contiguous = wide.windows(2).all(|w| view.strides[w[0]] == view.strides[w[1]].wrapping_mul(view.shape[w[1]]));
        if !contiguous && count(&extents) != 0 {
            return fault(format!("expected contiguous dimensions {group:?}, found strides {:?}", view.strides));
        }
        shape.push(count(&extents));
        strides.push(stride);
    }
    Ok(View { shape, strides, ..view })
}
