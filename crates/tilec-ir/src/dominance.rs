//! Dominance: where a value may be used.
//!
//! In a region of one block the order of its operations decides. In a region of several, a tree of immediate dominators (Cooper, Harvey
//! and Kennedy) does. A block that cannot be reached is dominated by all, as in MLIR, and dominates none that can.

use crate::entity::{Block, Op, Region, Value};
use crate::ir::{Module, ValueDef};
use crate::spelling::Form;
use std::collections::HashMap;

/// The dominator tree of a region.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// The reachable blocks, with the times a walk of the tree enters and leaves each.
    times: HashMap<Block, (u32, u32)>,
}

impl Dominance {
    /// The tree of `region`.
    pub fn of(module: &Module, region: Region) -> Self {
        let blocks = reverse_postorder(module, region);
        let number: HashMap<Block, usize> = blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let mut before = vec![Vec::new(); blocks.len()];
        for (i, &block) in blocks.iter().enumerate() {
            for target in targets(module, block) {
                if let Some(&t) = number.get(target) {
                    before[t].push(i);
                }
            }
        }
        Self { times: times(&blocks, &immediate(&before)) }
    }

    /// True if a path from the first block leads to `block`.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.times.contains_key(&block)
    }

    /// True if every path to `b` leads through `a`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        match (self.times.get(&a), self.times.get(&b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.0 <= b.0 && b.1 <= a.1,
        }
    }
}

/// Where the last operation of a block may go.
fn targets(module: &Module, block: Block) -> &[Block] {
    module.terminator(block).map_or(&[], |end| module.successors(end))
}

/// The reachable blocks of a region, each after those that lead to it (but for loops).
pub fn reverse_postorder(module: &Module, region: Region) -> Vec<Block> {
    let mut order = Vec::new();
    let Some(&entry) = module.region_blocks(region).first() else { return order };
    let mut seen: HashMap<Block, ()> = [(entry, ())].into();
    let mut stack = vec![(entry, 0)];
    while let Some((block, next)) = stack.last_mut() {
        if let Some(&target) = targets(module, *block).get(*next) {
            *next += 1;
            if module.block_region(target) == Some(region) && seen.insert(target, ()).is_none() {
                stack.push((target, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// The immediate dominator of each block, all numbered in reverse postorder, from their predecessors.
fn immediate(before: &[Vec<usize>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut above = vec![UNKNOWN; before.len()];
    if let Some(first) = above.first_mut() {
        *first = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..before.len() {
            let known = before[block].iter().copied().filter(|&p| above[p] != UNKNOWN);
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    if a > b {
                        a = above[a];
                    } else {
                        b = above[b];
                    }
                }
                a
            });
            if let Some(common) = common.filter(|&c| c != above[block]) {
                above[block] = common;
                changed = true;
            }
        }
    }
    above
}

/// When a walk of the tree enters and leaves each block.
fn times(blocks: &[Block], above: &[usize]) -> HashMap<Block, (u32, u32)> {
    let mut below = vec![Vec::new(); blocks.len()];
    for (block, &parent) in above.iter().enumerate().skip(1) {
        below[parent].push(block);
    }
    let mut times: HashMap<Block, (u32, u32)> = HashMap::new();
    let mut clock = 0;
    let mut stack: Vec<(usize, bool)> = blocks.iter().take(1).map(|_| (0, false)).collect();
    while let Some((block, left)) = stack.pop() {
        if left {
            times.entry(blocks[block]).and_modify(|t| t.1 = clock);
        } else {
            times.insert(blocks[block], (clock, clock));
            stack.push((block, true));
            stack.extend(below[block].iter().map(|&b| (b, false)));
        }
        clock += 1;
    }
    times
}

/// The trees of the regions of several blocks, each built when it is first needed. Edits make them stale.
#[derive(Debug, Default)]
pub struct DominanceCache {
    trees: HashMap<Region, Dominance>,
}

impl DominanceCache {
    fn tree(&mut self, module: &Module, region: Region) -> &Dominance {
        self.trees.entry(region).or_insert_with(|| Dominance::of(module, region))
    }

    /// [`Module::dominates`].
    pub fn dominates(&mut self, module: &Module, value: Value, op: Op) -> bool {
        module.dominates_by(value, op, |region, a, b| self.tree(module, region).dominates(a, b))
    }

    /// True if a path from the first block of its region leads to `block`.
    pub fn is_reachable(&mut self, module: &Module, block: Block) -> bool {
        match module.block_region(block) {
            Some(region) if module.region_blocks(region).len() > 1 => self.tree(module, region).is_reachable(block),
            _ => true,
        }
    }
}

impl Module {
    /// True if `value` can be used by `op`: it is defined before `op` in the same block, in a block that all paths to `op` lead through,
    /// or so for an op that contains `op`; functions and modules use nothing from outside.
    pub fn dominates(&self, value: Value, op: Op) -> bool {
        self.dominates_by(value, op, |region, a, b| Dominance::of(self, region).dominates(a, b))
    }

    /// `across` compares two blocks of a region.
    fn dominates_by(&self, value: Value, op: Op, across: impl FnOnce(Region, Block, Block) -> bool) -> bool {
        let Some(block) = self.value_block(value) else { return false };
        let Some(region) = self.block_region(block) else { return false };
        let mut user = op;
        let found = loop {
            let Some(b) = self.parent_block(user) else { return false };
            if self.block_region(b) == Some(region) {
                break b;
            }
            match self.block_owner(b) {
                Some(parent) if !matches!(self.spelling(parent).form, Form::Func | Form::Module) => user = parent,
                _ => return false,
            }
        };
        match self.def(value) {
            _ if found != block => across(region, block, found),
            ValueDef::Arg(..) => true,
            ValueDef::Result(def, _) => def != user && self.is_before(def, user),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loc::Loc;
    use crate::op::OpKind;
    use crate::spelling;
    use crate::types::{ScalarType, Type};
    use crate::{Attr, Builder};

    /// A function of `n` blocks, each with a constant, and branches from block to block.
    fn blocks(n: usize, edges: &[&[usize]]) -> (Module, Region, Vec<Block>, Vec<Value>) {
        let mut module = Module::new();
        let func = module.create_op(spelling::of(OpKind::Func), &[], &[], 1, Loc::Unknown);
        let top = module.top_block();
        module.append_op(top, func);
        let region = module.regions(func)[0];
        let blocks: Vec<_> = (0..n).map(|_| module.append_block(region, &[])).collect();
        let mut values = Vec::new();
        for (i, &block) in blocks.iter().enumerate() {
            let mut builder = Builder::at_end(&mut module, block, Loc::Unknown);
            values.push(builder.constant(Attr::Int(0, ScalarType::Index), Type::INDEX));
            let end = builder.op(spelling::of(OpKind::Branch), &[], &[]);
            let targets: Vec<_> = edges[i].iter().map(|&t| blocks[t]).collect();
            module.set_successors(end, &targets);
        }
        (module, region, blocks, values)
    }

    #[test]
    fn a_diamond_with_a_loop() {
        // 0 -> 1, 2; both -> 3; 3 -> 3, 4; 5 is not reached.
        let (module, region, blocks, values) = blocks(6, &[&[1, 2], &[3], &[3], &[3, 4], &[], &[3]]);
        let tree = Dominance::of(&module, region);
        let expected =
            [[1, 1, 1, 1, 1, 1], [0, 1, 0, 0, 0, 1], [0, 0, 1, 0, 0, 1], [0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1], [0; 6]];
        for (a, row) in expected.iter().enumerate() {
            for (b, want) in row.iter().enumerate() {
                let want = *want == 1 || b == 5;
                assert_eq!(tree.dominates(blocks[a], blocks[b]), want, "{a} {b}");
                let user = module.terminator(blocks[b]).expect("a terminator");
                assert_eq!(module.dominates(values[a], user), want, "{a} {b}");
            }
        }
        assert!(!tree.is_reachable(blocks[5]));
    }

    #[test]
    fn a_back_edge_changes_nothing_above_it() {
        // 0 -> 1 -> 2 -> 3 -> 1, 2 -> 4, 3 -> 4.
        let (module, region, blocks, _) = blocks(5, &[&[1], &[2], &[3, 4], &[1, 4], &[]]);
        let tree = Dominance::of(&module, region);
        let above: Vec<_> = (0..5).filter(|&a| tree.dominates(blocks[a], blocks[4])).collect();
        assert_eq!(above, [0, 1, 2, 4]);
    }
}
