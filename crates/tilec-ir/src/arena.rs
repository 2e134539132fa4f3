//! The mark of the one allocation that all temporaries of a function are parts of.
//!
//! It is a discardable attribute, so a program with an arena is still MLIR: an allocation, and views of it.

use crate::attr::Attr;
use crate::entity::Op;
use crate::ir::Module;
use crate::op::OpKind;

/// The attribute.
const ARENA: &str = "tilec.arena";

/// True for a `memref.alloc` that is marked.
pub fn is_arena(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Alloc && module.op(op).extra.get(ARENA).is_some()
}

/// Marks a `memref.alloc`.
pub fn mark(module: &mut Module, op: Op) {
    module.op_mut(op).extra.set(ARENA, Attr::Unit);
}
