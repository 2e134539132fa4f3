//! Loop nests whose iterations may run in any order.

use super::Check;
use crate::attr::Attr;
use crate::op::OpKind;
use crate::types::{DYNAMIC, Type};

impl Check<'_, '_> {
    pub(super) fn forall(&mut self) {
        let bounds = [("lower bounds", "staticLowerBound"), ("upper bounds", "staticUpperBound"), ("steps", "staticStep")];
        let rank = self.ints(bounds[0].1).len();
        for (g, (what, attr)) in bounds.into_iter().enumerate() {
            let constants = self.ints(attr);
            self.require(constants.len() == rank, || format!("expected {rank} {what}, but found {}", constants.len()));
            let dynamic = constants.iter().filter(|c| **c == DYNAMIC).count();
            let operands = self.module.group_range(self.op, g).len();
            self.require(dynamic == operands, || {
                format!("expected {dynamic} operands for the {what} that are not constant, but found {operands}")
            });
        }
        let shared = self.group_types(3);
        for ty in &shared {
            self.require(ty.as_tensor().is_some(), || format!("expected shared outputs that are ranked tensors, but found {ty}"));
        }
        self.same_types("result", &shared, &self.result_types(), "as the shared outputs are");
        let expected: Vec<_> = vec![&Type::INDEX; rank].into_iter().chain(shared).collect();
        let args = self.argument_types(self.module.entry(self.op));
        self.same_types("argument of the body", &expected, &args, "as the induction variables and the shared outputs are");
        if let Some(mapping) = self.attr("mapping") {
            let found = mapping.as_array().map_or(0, <[Attr]>::len);
            self.require(found == 0 || found == rank, || format!("expected a mapping of {rank} entries, but found {found}"));
        }
    }

    /// Nothing but insertions into the shared tensors.
    pub(super) fn in_parallel(&mut self) {
        for op in self.module.block_ops(self.module.entry(self.op)) {
            let found = self.module.spelling(op).name;
            self.require(self.module.kind(op) == OpKind::ParallelInsert, || {
                format!("expected nothing but tensor.parallel_insert_slice inside, but found {found}")
            });
        }
    }

    pub(super) fn parallel(&mut self) {
        let count = |g| self.module.group_range(self.op, g).len();
        let [lower, upper, step, inits] = [0, 1, 2, 3].map(count);
        self.require(lower > 0, || "expected at least one lower bound, upper bound and step".into());
        self.require(lower == upper && upper == step, || {
            format!("expected as many lower bounds as upper bounds and steps, but found {lower}, {upper} and {step}")
        });
        for v in self.module.group(self.op, 2) {
            if let Some(step) = self.module.constant_int(v) {
                self.require(step > 0, || format!("expected a positive step, but found {step}"));
            }
        }
        let block = self.module.entry(self.op);
        let args = self.argument_types(block);
        self.same_types("argument of the body", &vec![&Type::INDEX; lower], &args, "one a loop");
        let reduced = self.handed_on(block, 0);
        let results = self.result_types();
        self.require(results.len() == inits, || {
            format!("expected {inits} results, one an initial value, but found {}", results.len())
        });
        self.same_types("reduced value", &results, &reduced, "as the results are");
        self.same_types("initial value", &results, &self.group_types(3), "as the results are");
    }

    /// `scf.reduce`: for each value a region that makes one of two.
    pub(super) fn combine(&mut self) {
        for (i, ty) in self.operand_types().into_iter().enumerate() {
            let block = self.only_block(self.module.regions(self.op)[i]);
            let args = self.argument_types(block);
            self.same_types(&format!("argument of region {i}"), &[ty, ty], &args, "as the reduced value");
            let found = self.handed_on(block, 0);
            self.same_types(&format!("value of region {i}"), &[ty], &found, "as the reduced value");
        }
    }
}
