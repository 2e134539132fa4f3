//! Where an op stands in its block: keys that are numbered when they are asked for, with room for ops that are inserted later.

use crate::entity::Op;
use crate::ir::Module;

/// The distance of the position keys of neighbours when a block is numbered anew: room for ops that are inserted later.
pub(crate) const ORDER_GAP: u64 = 1 << 36;

impl Module {
    /// A number that is larger for ops further down in the same block; valid until the block is edited.
    ///
    /// # Panics
    /// On an op that is in no block.
    pub fn position(&self, op: Op) -> u64 {
        let block = self.ops[op].parent.expect("an op in a block");
        if !self.blocks[block].ordered.replace(true) {
            for (i, op) in self.block_ops(block).enumerate() {
                self.ops[op].order.set((i as u64 + 1) * ORDER_GAP);
            }
        }
        self.ops[op].order.get()
    }

    /// True if `a` comes before `b` in the same block.
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        debug_assert_eq!(self.ops[a].parent, self.ops[b].parent);
        self.position(a) < self.position(b)
    }
}
