//! The loops of a structured op: each has one extent, which its operands must agree on.

use super::facts::{Cause, Extent, Fact};
use super::infer::Infer;
use tilec_ir::{AffineExpr, Module, Op, Value};

/// The extents of the loops: of each, the first that an operand knows, and where that is.
pub(super) fn loop_extents(module: &Module, op: Op, extents: &dyn Fn(Value) -> Vec<Extent>) -> Vec<(Extent, (usize, usize))> {
    let view = module.structured(op).expect("a structured op");
    let of = |(operand, dim): (usize, usize)| extents(module.operand(op, operand)).get(dim).copied();
    let pick = |places: &Vec<(usize, usize)>| {
        let found = places.iter().filter_map(|&p| Some((of(p)?, p)));
        let known = found.clone().find(|(e, _)| e.known().is_some());
        known.or_else(|| found.clone().next()).unwrap_or((Extent::unknown(Cause::Opaque(op)), (0, 0)))
    };
    view.loop_sources().iter().map(pick).collect()
}

impl Infer<'_> {
    /// Results have the extents of the outputs, and those of the loops where an output does not know its own.
    pub(super) fn structured_results(&mut self, op: Op) -> Vec<Fact> {
        let module = self.module;
        let view = module.structured(op).expect("a structured op");
        let (maps, sources) = (view.maps(), view.loop_sources());
        let loops = loop_extents(module, op, &|v| self.extents(v));
        for (d, places) in sources.iter().enumerate() {
            let (extent, (first, first_dim)) = loops[d];
            for &(operand, dim) in places {
                let found = self.extents(module.operand(op, operand)).get(dim).copied().unwrap_or(extent);
                if let (Some(wanted), Some(size)) = (extent.known(), found.known())
                    && wanted != size
                {
                    let (from, whence) = (found.cause.origin(), extent.cause.origin());
                    let message = format!(
                        "dimension {dim} of operand {operand} is {size}{from}, but loop d{d} needs {wanted}, the size of dimension \
                         {first_dim} of operand {first}{whence}"
                    );
                    self.conflict(op, message);
                }
            }
        }
        let sizes: Option<Vec<i64>> = loops.iter().map(|(e, _)| e.known()).collect();
        if let Some(sizes) = sizes.filter(|s| !s.contains(&0)) {
            for (i, map) in maps.iter().enumerate() {
                self.composite_indices(op, i, &map.results, &sizes);
            }
        }
        let first = view.num_inputs();
        let outputs = view.outputs().into_iter().enumerate().filter(|(_, v)| module.ty(*v).as_tensor().is_some());
        let mut facts = Vec::new();
        for (o, output) in outputs {
            let mut extents = self.extents(output);
            for (extent, result) in extents.iter_mut().zip(maps[first + o].results.iter()) {
                if let (None, Some(d)) = (extent.known(), result.as_dim()) {
                    *extent = loops[d].0;
                }
            }
            facts.push(Fact::refined(module.ty(output), &extents, None));
        }
        facts
    }

    /// An index that is no plain loop must stay inside its operand.
    fn composite_indices(&mut self, op: Op, operand: usize, results: &[AffineExpr], loops: &[i64]) {
        let extents = self.extents(self.module.operand(op, operand));
        for (dim, (expr, extent)) in results.iter().zip(extents).enumerate().filter(|(_, (e, _))| e.as_dim().is_none()) {
            let Some((low, high)) = expr.range(loops) else { continue };
            if low < 0 {
                self.conflict(op, format!("indexing map {operand} reaches index {low} in dimension {dim} of operand {operand}"));
            } else if let Some(size) = extent.known().filter(|s| high >= *s) {
                let from = extent.cause.origin();
                self.conflict(
                    op,
                    format!(
                        "indexing map {operand} reaches index {high} in dimension {dim} of operand {operand}, which has size {size}{from}"
                    ),
                );
            }
        }
    }
}
