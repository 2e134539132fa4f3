//! Structured ops: what must hold before their loops run.

use super::Machine;
use super::sweep::{Stream, Target, Walk};
use crate::error::{Run, fault};
use crate::nest::{Index, Nest, Operand, Source};
use crate::view::View;

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn nest(&mut self, nest: &Nest) -> Run {
        let mut views = Vec::new();
        for (i, operand) in nest.operands.iter().enumerate() {
            views.push(match operand.source {
                Source::Scalar(reg) => {
                    let bits = self.scalar(reg);
                    self.set(operand.arg, bits);
                    None
                }
                Source::Object(from) => {
                    let view = self.take_view(from)?;
                    let output = nest.outputs.iter().find(|o| o.operand == i);
                    match output {
                        Some(o) if o.result.is_some() => Some(self.own(view)?),
                        Some(_) => view.check_writable().map(|()| Some(view))?,
                        None => view.check_readable().map(|()| Some(view))?,
                    }
                }
            });
        }
        let extents = extents(nest, &views)?;
        if !extents.contains(&0) {
            let mut walk = Walk { inner: nest.inner, extents, ..Walk::default() };
            for (i, (operand, view)) in nest.operands.iter().zip(&views).enumerate() {
                let Some(view) = view else { continue };
                let stream = stream(i, operand, view, &walk)?;
                match nest.outputs.iter().find(|o| o.operand == i) {
                    Some(output) => walk.outputs.push(Target::new(output, stream)),
                    None if operand.read || !stream.checked.is_empty() => walk.inputs.push(stream),
                    None => {}
                }
            }
            self.sweep(nest, walk)?;
        }
        for output in &nest.outputs {
            if let (Some(reg), Some(view)) = (output.result, views[output.operand].take()) {
                self.put_view(reg, view);
            }
        }
        Ok(())
    }
}

/// The extent of each loop, on which all operands must agree.
fn extents(nest: &Nest, views: &[Option<View>]) -> Run<Vec<i64>> {
    for (i, (operand, view)) in nest.operands.iter().zip(views).enumerate() {
        let rank = view.as_ref().map_or(0, |v| v.shape.len());
        if operand.access.len() != rank {
            return fault(format!("expected operand {i} to have rank {}, found {rank}", operand.access.len()));
        }
    }
    let mut extents = Vec::new();
    for (l, sources) in nest.sources.iter().enumerate() {
        let mut found = sources.iter().filter_map(|&(o, d)| Some((o, *views.get(o)?.as_ref()?.shape.get(d)?)));
        let Some((first, extent)) = found.next() else {
            return fault(format!("no operand gives the extent of loop d{l}"));
        };
        if let Some((other, size)) = found.find(|(_, n)| *n != extent) {
            return fault(format!("loop d{l} has extent {extent} by operand {first} but {size} by operand {other}"));
        }
        extents.push(extent);
    }
    Ok(extents)
}

/// How an operand is walked, once every position it takes is known to be inside, or marked to be checked on the way.
fn stream<'s>(number: usize, operand: &'s Operand, view: &'s View, walk: &Walk) -> Run<Stream<'s>> {
    let extents = &walk.extents;
    let mut stream = Stream {
        arg: operand.arg,
        read: operand.read,
        number,
        cells: view.cells(),
        size: view.elem.bytes(),
        mask: view.elem.mask(),
        at: view.offset,
        inner: 0,
        steps: vec![0; extents.len()],
        checked: Vec::new(),
    };
    for (dim, (index, (&extent, &stride))) in operand.access.iter().zip(view.shape.iter().zip(&view.strides)).enumerate() {
        match index {
            Index::Linear(constant, terms) => {
                let mut range = (i128::from(*constant), i128::from(*constant));
                stream.at = stream.at.wrapping_add(constant.wrapping_mul(stride));
                for &(l, c) in terms {
                    let reach = (i128::from(extents[l]) - 1) * i128::from(c);
                    range = (range.0.saturating_add(reach.min(0)), range.1.saturating_add(reach.max(0)));
                    stream.steps[l] = stream.steps[l].wrapping_add(c.wrapping_mul(stride));
                }
                if range.0 < 0 || range.1 >= i128::from(extent) {
                    let (low, high) = range;
                    return fault(format!(
                        "operand {number} is read or written out of bounds: expected indices in 0..{extent} for dimension {dim}, found {low} to {high}"
                    ));
                }
            }
            Index::Other(expr) => stream.checked.push((expr, stride, extent, dim)),
        }
    }
    stream.inner = walk.inner.map_or(0, |l| stream.steps[l]);
    Ok(stream)
}
