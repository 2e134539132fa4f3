//! Tensors made element by element: from scalars, from what a region yields, from other tensors.

use super::Machine;
use super::shaped::check_type;
use crate::error::{Run, fault};
use crate::program::{Reg, Size};
use crate::shaped::{Gather, Generate, Made, Padded};
use crate::view::View;
use tilec_ir::{Scalar, ScalarType, Type};

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn made(&mut self, op: &Made) -> Run {
        match op {
            Made::Generate(op) => self.generate(op),
            Made::Elements { dst, ty, sizes, elements, splat } => self.elements(*dst, ty, sizes, elements, *splat),
            Made::Concat { dst, ty, sources, dim } => self.concat(*dst, ty, sources, *dim),
            Made::Gather(op) => self.gather(op),
            Made::Pack(op) => self.pack(op),
            Made::Softmax(op) => self.softmax(op),
        }
    }

    fn elements(&mut self, dst: Reg, ty: &Type, sizes: &[Size], elements: &[Reg], splat: bool) -> Run {
        let view = self.fresh(ty, sizes, &[])?;
        if !splat && usize::try_from(view.len()) != Ok(elements.len()) {
            return fault(format!("expected {} elements, found {}", view.len(), elements.len()));
        }
        for (at, reg) in (0..view.len()).zip(elements.iter().cycle()) {
            view.store(at, self.scalar(*reg))?;
        }
        self.put_view(dst, view);
        Ok(())
    }

    /// The region runs for the elements that do not come from the source, in row-major order.
    #[inline(never)]
    fn generate(&mut self, op: &Generate) -> Run {
        let mut low = Vec::new();
        let (shape, source) = match &op.padded {
            None => (op.sizes.iter().map(|s| self.size(*s)).collect(), None),
            Some(Padded { source, low: before, high }) => {
                low.extend(before.iter().map(|s| self.size(*s)));
                let high: Vec<_> = high.iter().map(|s| self.size(*s)).collect();
                let source = self.view(*source)?.clone();
                (padded_shape(&source.shape, &low, &high)?, Some(source))
            }
        };
        let view = View::dense(&self.budget, op.ty.elem().unwrap_or(ScalarType::Index), shape)?;
        check_type(&view, &op.ty)?;
        self.charge(view.len() as u64)?;
        let mut index = vec![0; view.shape.len()];
        for at in 0..view.len() {
            let inner = source.as_ref().and_then(|s| Some((s, position_inside(s, &index, &low)?)));
            let bits = match inner {
                Some((source, position)) => source.load(position)?,
                None => {
                    op.indices.iter().zip(&index).for_each(|(reg, i)| self.set(*reg, *i as u64));
                    self.exec(&op.body)?;
                    self.scalar(op.yielded)
                }
            };
            view.store(at, bits)?;
            advance(&mut index, &view.shape);
        }
        self.put_view(op.dst, view);
        Ok(())
    }

    fn concat(&mut self, dst: Reg, ty: &Type, sources: &[Reg], dim: usize) -> Run {
        let parts = sources.iter().map(|s| self.view(*s).cloned()).collect::<Run<Vec<_>>>()?;
        let Some(mut shape) = parts.first().map(|p| p.shape.clone()).filter(|s| dim < s.len()) else {
            return fault(format!("expected tensors with a dimension {dim}"));
        };
        shape[dim] = 0;
        for (i, part) in parts.iter().enumerate() {
            let agrees = part.shape.len() == shape.len() && (0..shape.len()).all(|d| d == dim || part.shape[d] == shape[d]);
            if !agrees {
                let (found, first) = (&part.shape, &parts[0].shape);
                return fault(format!("expected shape {first:?} but for dimension {dim}, found {found:?} for operand {i}"));
            }
            shape[dim] = shape[dim].saturating_add(part.shape[dim]);
        }
        let view = View::dense(&self.budget, ty.elem().unwrap_or(ScalarType::Index), shape)?;
        check_type(&view, ty)?;
        self.charge(view.len() as u64)?;
        let mut offset = 0i64;
        for part in &parts {
            let place = View { offset: offset.saturating_mul(view.strides[dim]), shape: part.shape.clone(), ..view.clone() };
            part.copy_to(&place)?;
            offset += part.shape[dim];
        }
        self.put_view(dst, view);
        Ok(())
    }
}

impl Machine<'_> {
    /// Slices go over the other dimensions of the whole tensor, one after the other, in the order of the positions.
    #[inline(never)]
    fn gather(&mut self, op: &Gather) -> Run {
        let (src, indices) = (self.view(op.src)?.clone(), self.view(op.indices)?.clone());
        let scattered = op.dest.map(|dest| self.take_view(dest)?.unshared(&self.budget)).transpose()?;
        let whole = scattered.as_ref().unwrap_or(&src);
        let (&coordinates, batch) = indices.shape.split_last().unwrap_or((&0, &[]));
        if usize::try_from(coordinates) != Ok(op.dims.len()) {
            return fault(format!("expected positions of {} coordinates, found {coordinates}", op.dims.len()));
        }
        let kept: Vec<usize> = (0..whole.shape.len()).filter(|d| !op.dims.contains(d)).collect();
        let slice: Vec<i64> = kept.iter().map(|&d| whole.shape[d]).collect();
        let (count, length) = (crate::view::count(batch), crate::view::count(&slice));
        let total = count.saturating_mul(length);
        let slices = if scattered.is_some() { src.clone() } else { self.slices(op, batch, whole)? };
        if slices.len() != total {
            return fault(format!("expected {total} elements in slices, found {}", slices.len()));
        }
        self.charge(total as u64)?;
        let mut positions = indices.positions();
        let mut places = slices.positions();
        for _ in 0..count {
            let mut at = vec![0; whole.shape.len()];
            for (&d, position) in op.dims.iter().zip(&mut positions) {
                at[d] = Scalar::new(indices.elem, indices.load(position)?).as_i64();
            }
            let mut inner = vec![0; kept.len()];
            for place in places.by_ref().take(usize::try_from(length).unwrap_or(0)) {
                kept.iter().zip(&inner).for_each(|(&d, &i)| at[d] = i);
                let element = whole.position(at.iter().copied())?;
                if scattered.is_some() {
                    whole.store(element, src.load(place)?)?;
                } else {
                    slices.store(place, src.load(element)?)?;
                }
                advance(&mut inner, &slice);
            }
        }
        drop(places);
        self.put_view(op.dst, scattered.unwrap_or(slices));
        Ok(())
    }

    /// The result of a gather: the shape of the positions, then that of a slice, whose gathered dimensions are 1 or left out.
    fn slices(&self, op: &Gather, batch: &[i64], whole: &View) -> Run<View> {
        let rank = op.ty.shape().map_or(0, <[i64]>::len);
        let full = rank == batch.len() + whole.shape.len();
        let extents =
            whole.shape.iter().enumerate().map(|(d, n)| if op.dims.contains(&d) { full.then_some(1) } else { Some(*n) });
        let shape = batch.iter().copied().chain(extents.flatten()).collect();
        let view = View::dense(&self.budget, op.ty.elem().unwrap_or(ScalarType::Index), shape)?;
        check_type(&view, &op.ty)?;
        Ok(view)
    }
}

/// The next index in row-major order.
pub(super) fn advance(index: &mut [i64], shape: &[i64]) {
    for (i, n) in index.iter_mut().zip(shape).rev() {
        *i += 1;
        if *i < *n {
            return;
        }
        *i = 0;
    }
}

fn padded_shape(source: &[i64], low: &[i64], high: &[i64]) -> Run<Vec<i64>> {
    if low.len() != source.len() || high.len() != source.len() {
        return fault(format!("expected rank {}, found {}", low.len(), source.len()));
    }
    if let Some(n) = low.iter().chain(high).find(|n| **n < 0) {
        return fault(format!("expected a padding that is not negative, found {n}"));
    }
    let extent = |d: usize| source[d].saturating_add(low[d]).saturating_add(high[d]);
    Ok((0..source.len()).map(extent).collect())
}

/// The position in `source` of an index of the padded tensor, if it is there.
fn position_inside(source: &View, index: &[i64], low: &[i64]) -> Option<i64> {
    let mut at = source.offset;
    for d in 0..index.len() {
        let i = index[d] - low[d];
        if !(0..source.shape[d]).contains(&i) {
            return None;
        }
        at = at.wrapping_add(i.wrapping_mul(source.strides[d]));
    }
    Some(at)
}
