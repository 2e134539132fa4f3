//! `scf.forall`: every iteration writes a part of what they share.

use super::super::Generator;
use super::list;
use super::loops::types;
use crate::program::Value;

impl Generator {
    /// Iterations write rows of one or two tensors. What is shared is read in the body only where the same iteration writes it: elsewhere
    /// other iterations may have written already.
    pub(super) fn forall_op(&mut self) {
        let Some(first) = self.home_value_with_parts() else { return self.update() };
        let shape = first.ty.shape().unwrap_or(&[]).to_vec();
        let elem = first.ty.elem().expect("an element type");
        let mut inits = vec![first];
        if self.chance(30) {
            inits.push(self.some_value(&shape, elem));
        }
        let shared: Vec<_> = inits.iter().map(|v| Value { name: self.fresh('k'), ty: v.ty.clone() }).collect();
        let counter = self.fresh('k');
        // All rows, or some.
        let rows = if self.rng.bool() { shape[0] } else { self.rng.i64(1..=shape[0]) };
        self.situation("scf.forall");
        let mut part = shape.clone();
        part[0] = 1;
        let offsets = format!("{counter}{}", ", 0".repeat(shape.len() - 1));
        let (sizes, ones) = (list(&part), list(&vec![1; shape.len()]));
        let (body, written) = self.in_region(&[], |g| {
            g.home().indices.push((counter.clone(), rows));
            let mut written = Vec::new();
            for (own, init) in shared.iter().zip(&inits) {
                let from = match g.rng.u8(..10) {
                    0..5 => {
                        g.situation("scf.forall changes its own part");
                        own.clone()
                    }
                    5..7 => {
                        g.situation("scf.forall reads what its shared output was");
                        init.clone()
                    }
                    _ => g.some_value(&shape, elem),
                };
                let at = if from == *own || g.rng.bool() {
                    offsets.clone()
                } else {
                    format!("{}{}", g.index_below(shape[0]), ", 0".repeat(shape.len() - 1))
                };
                let taken = g.slice_stmt(&from, (&at, &sizes, &ones), &part);
                if g.chance(25) {
                    g.buffer_op();
                }
                let into_own = g.chance(30).then(|| g.slice_stmt(own, (&offsets, &sizes, &ones), &part));
                written.push(match into_own {
                    Some(part) => g.update_of(&part, true),
                    None if g.chance(80) => g.update_of(&taken, true),
                    None => taken,
                });
            }
            written
        });
        let inserts: Vec<_> = written
            .iter()
            .zip(&shared)
            .map(|(part, own)| {
                format!(
                    "    tensor.parallel_insert_slice {} into {}[{offsets}] [{sizes}] [{ones}] : {} into {}\n",
                    part.name, own.name, part.ty, own.ty
                )
            })
            .collect();
        let pairs: Vec<_> = shared.iter().zip(&inits).map(|(a, b)| format!("{} = {}", a.name, b.name)).collect();
        let text = format!(
            "scf.forall ({counter}) in ({rows}) shared_outs({}) -> ({}) {{\n{body}  scf.forall.in_parallel {{\n{}  }}\n}}",
            pairs.join(", "),
            types(&shared),
            inserts.concat()
        );
        self.finish_region(&text, &inits);
        if self.home().depth == 0 && self.chance(40) {
            self.situation("shared value seen after scf.forall");
            self.keep(&inits[0]);
        }
    }
}
