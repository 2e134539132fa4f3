//! Sequential control flow: counted loops, branches of one region or the other, loops with a condition, and what ends them.

use super::Check;
use crate::entity::{Block, Op, Region};
use crate::op::OpKind;
use crate::types::{ScalarType, Type};

impl<'m> Check<'_, 'm> {
    /// The types of a block's arguments.
    pub(super) fn argument_types(&self, block: Block) -> Vec<&'m Type> {
        self.module.block_args(block).iter().map(|&a| self.module.ty(a)).collect()
    }

    /// The block of a region that has one.
    pub(super) fn only_block(&self, region: Region) -> Block {
        self.module.region_blocks(region)[0]
    }

    /// The types of what the block's terminator hands on, from operand `first`.
    pub(super) fn handed_on(&self, block: Block, first: usize) -> Vec<&'m Type> {
        let end = self.module.terminator(block);
        end.map_or(Vec::new(), |t| self.module.operands(t).skip(first).map(|v| self.module.ty(v)).collect())
    }

    pub(super) fn for_loop(&mut self) {
        let ty = self.operand_type(0);
        self.require(ty.as_scalar().is_some_and(ScalarType::is_signless_or_index), || {
            format!("expected integer or index bounds, but found {ty}")
        });
        for i in 1..3 {
            let found = self.operand_type(i);
            self.require(found == ty, || format!("expected bounds and step of one type, {ty}, but found {found}"));
        }
        self.carried(&[ty], 3);
    }

    /// A loop's body has the induction variables `own` and an argument for each carried value (group `g`); it yields as many, and the
    /// loop has as many results.
    pub(super) fn carried(&mut self, own: &[&Type], g: usize) {
        let block = self.module.entry(self.op);
        let carried = self.group_types(g);
        let expected: Vec<_> = own.iter().copied().chain(carried.iter().copied()).collect();
        let args = self.argument_types(block);
        self.same_types("argument of the body", &expected, &args, "as the induction variable and the carried values are");
        self.same_types("result", &carried, &self.result_types(), "as the carried values are");
        self.same_types("yielded value", &carried, &self.handed_on(block, 0), "as the carried values are");
    }

    pub(super) fn if_op(&mut self) {
        let results = self.result_types();
        let regions = self.module.regions(self.op);
        let branches = regions.iter().filter(|r| !self.module.region_blocks(**r).is_empty()).count();
        self.require(branches == 2 || results.is_empty(), || "expected an else region, as there are results".into());
        for &region in &regions[..branches] {
            let yielded = self.handed_on(self.only_block(region), 0);
            self.same_types("yielded value", &results, &yielded, "as the results are");
        }
    }

    pub(super) fn while_loop(&mut self) {
        let regions = self.module.regions(self.op);
        let (before, after) = (self.only_block(regions[0]), self.only_block(regions[1]));
        let passed = self.handed_on(before, 1);
        let inits = self.group_types(0);
        self.same_types("argument of region 0", &inits, &self.argument_types(before), "as the initial values are");
        self.same_types("argument of region 1", &passed, &self.argument_types(after), "as what scf.condition passes on");
        self.same_types("result", &passed, &self.result_types(), "as what scf.condition passes on");
        self.same_types("yielded value", &inits, &self.handed_on(after, 0), "as the arguments of region 0 are");
    }

    /// `linalg.index`.
    pub(super) fn loop_index(&mut self) {
        let ty = self.result_type(0);
        self.require(*ty == Type::INDEX, || format!("expected a result of type index, but found {ty}"));
        let parent = self.module.parent_op(self.op).filter(|&o| matches!(self.module.kind(o), OpKind::Structured(_)));
        let Some(parent) = parent else {
            return self.fail("expected to stand directly in the body of a structured op");
        };
        if self.facts.broken.contains(&parent) {
            return;
        }
        let loops = self.loops(parent);
        let dim = self.attr("dim").and_then(crate::Attr::as_int).unwrap_or(-1);
        self.require(usize::try_from(dim).is_ok_and(|d| d < loops), || {
            format!("expected a loop number below {loops}, but found {dim}")
        });
    }

    fn loops(&self, op: Op) -> usize {
        self.module.structured(op).map_or(0, |s| s.iterators().len())
    }
}
