//! Elementwise operations on vectors and tensors, and operations on vectors.

use super::{Machine, Object};
use crate::error::{Run, fault};
use crate::program::{Lanewise, Reg, Slot, VectorInstr};
use crate::view::View;
use std::rc::Rc;

/// An operand, element by element.
enum Source<'m> {
    Same(u64),
    Lanes(&'m [u64]),
    Tensor(&'m View),
}

impl Source<'_> {
    #[inline]
    fn get(&self, i: usize) -> Run<u64> {
        match self {
            Self::Same(bits) => Ok(*bits),
            Self::Lanes(lanes) => lanes.get(i).map_or_else(|| fault("expected vectors of one shape"), |bits| Ok(*bits)),
            Self::Tensor(view) => view.load(i as i64), // tensors are dense
        }
    }
}

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn lanewise(&mut self, op: &Lanewise) -> Run {
        if op.tensor { self.tensorwise(op) } else { self.vectorwise(op) }
    }

    fn sources(&self, op: &Lanewise) -> Run<[Source<'_>; 3]> {
        let mut sources = [const { Source::Same(0) }; 3];
        for (source, arg) in sources.iter_mut().zip(&op.args) {
            *source = match arg.slot {
                Slot::Scalar(reg) => Source::Same(self.scalar(reg)),
                Slot::Object(reg) => match &self.objects[reg as usize] {
                    Object::Lanes(lanes) => Source::Lanes(lanes),
                    Object::View(view) => Source::Tensor(view),
                    Object::None => return fault("an operand is used before it is defined"),
                },
            };
        }
        Ok(sources)
    }

    /// The memory of a vector register, to be filled again.
    pub(super) fn reuse(&mut self, reg: Reg) -> Vec<u64> {
        match std::mem::take(&mut self.objects[reg as usize]) {
            Object::Lanes(mut lanes) => {
                lanes.clear();
                lanes
            }
            _ => Vec::new(),
        }
    }

    fn vectorwise(&mut self, op: &Lanewise) -> Run {
        let mut out = [const { Vec::new() }; 2];
        for (lanes, (reg, _)) in out.iter_mut().zip(&op.dst) {
            *lanes = self.reuse(*reg);
        }
        let sources = self.sources(op)?;
        let len = sources.iter().find_map(|s| if let Source::Lanes(lanes) = s { Some(lanes.len()) } else { None });
        let len = len.unwrap_or(0);
        let [low, high] = &mut out;
        match op.op.fast() {
            Some(fast) => {
                for i in 0..len {
                    low.push(fast.eval([sources[0].get(i)?, sources[1].get(i)?, sources[2].get(i)?]));
                }
            }
            None => {
                for i in 0..len {
                    let values = op.op.eval([sources[0].get(i)?, sources[1].get(i)?, sources[2].get(i)?])?;
                    low.push(values[0]);
                    if op.dst.len() > 1 {
                        high.push(values[1]);
                    }
                }
            }
        }
        for (lanes, (reg, _)) in out.into_iter().zip(&op.dst) {
            self.objects[*reg as usize] = Object::Lanes(lanes);
        }
        self.charge(len as u64)
    }

    fn tensorwise(&mut self, op: &Lanewise) -> Run {
        let sources = self.sources(op)?;
        let mut shapes = sources.iter().filter_map(|s| if let Source::Tensor(view) = s { Some(&view.shape) } else { None });
        let Some(shape) = shapes.next().cloned() else {
            return fault("expected a tensor operand");
        };
        if let Some(other) = shapes.find(|s| **s != shape) {
            return fault(format!("expected operands of one shape, found {shape:?} and {other:?}"));
        }
        let budget = Rc::clone(&self.budget);
        let out = op.dst.iter().map(|(_, elem)| View::dense(&budget, *elem, shape.clone())).collect::<Run<Vec<_>>>()?;
        let len = out.first().map_or(0, View::len);
        for i in 0..len {
            let at = i as usize;
            let values = op.op.eval([sources[0].get(at)?, sources[1].get(at)?, sources[2].get(at)?])?;
            for (view, bits) in out.iter().zip(values) {
                view.store(i, bits)?;
            }
        }
        for arg in &op.args {
            if let (Slot::Object(reg), true) = (arg.slot, arg.last) {
                self.objects[reg as usize] = Object::None;
            }
        }
        for ((reg, _), view) in op.dst.iter().zip(out) {
            self.put_view(*reg, view);
        }
        self.charge(len as u64)
    }

    /// Calls `f` with the position of each element of a vector of `shape` at `indices` of a buffer, row-major.
    fn each_lane(&self, base: Reg, indices: &[Reg], shape: &[i64], mut f: impl FnMut(&View, i64) -> Run) -> Run {
        let view = self.view(base)?;
        let first = view.position(indices.iter().map(|r| self.scalar(*r) as i64))?;
        let Some(lead) = view.shape.len().checked_sub(shape.len()) else {
            return fault("expected at most the buffer's rank");
        };
        for (d, &n) in shape.iter().enumerate() {
            let start = indices.get(lead + d).map_or(0, |r| self.scalar(*r) as i64);
            let extent = view.shape[lead + d];
            if n > extent - start {
                return fault(format!(
                    "vector out of bounds: expected at most {} elements from index {start} of dimension {}, found {n}",
                    extent - start,
                    lead + d
                ));
            }
        }
        let part = View {
            store: Rc::clone(&view.store),
            base: view.base,
            elem: view.elem,
            offset: first,
            shape: shape.to_vec(),
            strides: view.strides[lead..].to_vec(),
        };
        part.positions().try_for_each(|at| f(&part, at))
    }

    #[inline(never)]
    pub(super) fn vector_load(&mut self, dst: Reg, base: Reg, indices: &[Reg], shape: &[i64]) -> Run {
        let mut lanes = self.reuse(dst);
        self.each_lane(base, indices, shape, |view, at| {
            lanes.push(view.load(at)?);
            Ok(())
        })?;
        self.objects[dst as usize] = Object::Lanes(lanes);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn vector_store(&mut self, value: Reg, base: Reg, indices: &[Reg], shape: &[i64]) -> Run {
        let mut lanes = self.lanes(value)?.iter();
        self.each_lane(base, indices, shape, |view, at| match lanes.next() {
            Some(bits) => view.store(at, *bits),
            None => fault("expected a vector of the type's shape"),
        })
    }

    #[inline(never)]
    pub(super) fn vector(&mut self, op: &VectorInstr) -> Run {
        match op {
            VectorInstr::Splat { dst, src, lanes } => {
                let (bits, mut out) = (self.scalar(*src), self.reuse(*dst));
                out.resize(*lanes, bits);
                self.objects[*dst as usize] = Object::Lanes(out);
            }
            VectorInstr::Shuffle { dst, src, pick } => {
                let mut out = self.reuse(*dst);
                let lanes = self.lanes(*src)?;
                out.extend(pick.iter().filter_map(|i| lanes.get(*i)));
                self.objects[*dst as usize] = Object::Lanes(out);
            }
            VectorInstr::FromLanes { dst, lanes } => {
                let mut out = self.reuse(*dst);
                out.extend(lanes.iter().map(|r| self.scalar(*r)));
                self.objects[*dst as usize] = Object::Lanes(out);
            }
            VectorInstr::Extract { dst, src, len, position } => {
                let mut start = 0;
                for (dim, (index, extent, stride)) in position.iter().enumerate() {
                    let index = self.size(*index);
                    if !(0..*extent).contains(&index) {
                        return fault(format!(
                            "position out of bounds: expected an index in 0..{extent} for dimension {dim}, found {index}"
                        ));
                    }
                    start += (index * stride) as usize;
                }
                let Some(lanes) = self.lanes(*src)?.get(start..start + len) else {
                    return fault("position out of bounds");
                };
                match *dst {
                    Slot::Scalar(reg) => {
                        let bits = lanes.first().copied().unwrap_or(0);
                        self.set(reg, bits);
                    }
                    Slot::Object(reg) => self.objects[reg as usize] = Object::Lanes(lanes.to_vec()),
                }
            }
        }
        Ok(())
    }
}
