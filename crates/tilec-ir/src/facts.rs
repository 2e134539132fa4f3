//! What a function contains, computed when asked: the levels of the IR are facts, never stored.

use crate::entity::Op;
use crate::ir::Module;
use crate::op::OpKind;
use crate::types::Type;

/// What stands in (part of) a program. The usual order of lowering turns these off from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Values of tensor type.
    pub tensors: bool,
    /// Structured ops (`linalg`).
    pub structured: bool,
    /// Buffers: values of memref type.
    pub buffers: bool,
    /// Loops (`scf.for`).
    pub loops: bool,
    /// Values of vector type.
    pub vectors: bool,
}

/// The facts of everything under `root`.
pub fn facts(module: &Module, root: Op) -> Facts {
    let mut facts = Facts::default();
    let mut see = |ty: &Type| match ty {
        Type::Tensor(_) | Type::UnrankedTensor(_) => facts.tensors = true,
        Type::MemRef(_) | Type::UnrankedMemRef(_) => facts.buffers = true,
        Type::Vector(_) => facts.vectors = true,
        _ => {}
    };
    let ops = module.walk(root);
    for &op in &ops {
        module.results(op).iter().for_each(|&v| see(module.ty(v)));
        for &region in module.regions(op) {
            for &block in module.region_blocks(region) {
                module.block_args(block).iter().for_each(|&v| see(module.ty(v)));
            }
        }
    }
    facts.structured = ops.iter().any(|&op| matches!(module.kind(op), OpKind::Structured(_)));
    facts.loops = ops.iter().any(|&op| module.kind(op) == OpKind::For);
    facts
}
