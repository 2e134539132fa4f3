//! Transfers between vectors and tensors or buffers.

use super::{Machine, Object};
use crate::error::{Run, fault};
use crate::program::{ObjectUse, Reg, Transfer};
use crate::view::{View, count};

impl Machine<'_> {
    /// Calls `f` for each lane in row-major order with the position of its element, or with nothing if there is no such element.
    fn each_place(&self, view: &View, place: &Transfer, mut f: impl FnMut(Option<i64>) -> Run) -> Run {
        let start: Vec<i64> = place.indices.iter().map(|&r| self.scalar(r) as i64).collect();
        if start.len() != view.shape.len() {
            return fault(format!("expected {} indices, found {}", view.shape.len(), start.len()));
        }
        let mut index = vec![0; place.shape.len()];
        for _ in 0..count(&place.shape) {
            let mut at = start.clone();
            for (&i, &dim) in index.iter().zip(&place.dims) {
                if let Some(d) = dim {
                    at[d] = at[d].wrapping_add(i);
                }
            }
            let outside = (0..at.len()).find(|&d| !(0..view.shape[d]).contains(&at[d]));
            match outside {
                None => f(Some(view.position(at.into_iter())?))?,
                // Outside by intent, unless the op says that this cannot be.
                Some(d) if place.dims.iter().zip(&place.in_bounds).any(|(&dim, &inside)| dim == Some(d) && !inside) => f(None)?,
                Some(d) => {
                    let (found, extent) = (at[d], view.shape[d]);
                    return fault(format!(
                        "vector out of bounds: expected an index in 0..{extent} for dimension {d}, found {found}"
                    ));
                }
            }
            for d in (0..index.len()).rev() {
                index[d] += 1;
                if index[d] < place.shape[d] {
                    break;
                }
                index[d] = 0;
            }
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn transfer_read(&mut self, dst: Reg, base: Reg, padding: Reg, place: &Transfer) -> Run {
        let (mut lanes, padding) = (self.reuse(dst), self.scalar(padding));
        let view = self.view(base)?;
        self.each_place(view, place, |at| {
            lanes.push(at.map_or(Ok(padding), |at| view.load(at))?);
            Ok(())
        })?;
        self.charge(lanes.len() as u64)?;
        self.objects[dst as usize] = Object::Lanes(lanes);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn transfer_write(&mut self, value: Reg, base: ObjectUse, dst: Option<Reg>, place: &Transfer) -> Run {
        let view = match dst {
            Some(_) => {
                let tensor = self.take_view(base)?;
                self.own(tensor)?
            }
            None => self.view(base.reg)?.clone(),
        };
        let mut lanes = self.lanes(value)?.iter();
        self.each_place(&view, place, |at| {
            let Some(&bits) = lanes.next() else { return fault("expected a vector of the type's shape") };
            at.map_or(Ok(()), |at| view.store(at, bits))
        })?;
        self.charge(count(&place.shape) as u64)?;
        if let Some(dst) = dst {
            self.put_view(dst, view);
        }
        Ok(())
    }
}
