//! Tensors made element by element: from scalars, from what a region yields, from other tensors.

use super::Machine;
use super::shaped::check_type;
use crate::error::{Run, fault};
use crate::program::{Reg, Size};
use crate::shaped::{Generate, Made, Padded};
use crate::view::View;
use tilec_ir::{ScalarType, Type};

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn made(&mut self, op: &Made) -> Run {
        match op {
            Made::Generate(op) => self.generate(op),
            Made::Elements { dst, ty, sizes, elements, splat } => self.elements(*dst, ty, sizes, elements, *splat),
            Made::Concat { dst, ty, sources, dim } => self.concat(*dst, ty, sources, *dim),
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
