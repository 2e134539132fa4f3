//! Which scalar arguments a shape depends on: only their values need to be known before compilation.

use std::collections::HashSet;
use tilec_ir::{Block, Module, Op, OpKind, Value, ValueDef};

/// For each argument of a function, true if it is a scalar that some extent depends on; with `results`, or a scalar result.
pub fn reaching_arguments(module: &Module, func: Op, results: bool) -> Vec<bool> {
    let mut work = Vec::new();
    for op in module.walk(func) {
        work.extend(sizes_of(module, op));
        if results && module.kind(op) == OpKind::Return {
            work.extend(module.operands(op).filter(|&v| module.ty(v).as_scalar().is_some()));
        }
    }
    let mut seen: HashSet<Value> = work.iter().copied().collect();
    while let Some(value) = work.pop() {
        work.extend(behind(module, func, value).into_iter().filter(|v| seen.insert(*v)));
    }
    let args = module.block_args(module.entry(func)).iter();
    args.map(|v| seen.contains(v) && module.ty(*v).as_scalar().is_some()).collect()
}

/// The operands that are extents, or strides, of what the op makes or touches.
fn sizes_of(module: &Module, op: Op) -> Vec<Value> {
    let groups = |names: &[&str]| names.iter().flat_map(|n| module.group_named(op, n)).collect();
    match module.kind(op) {
        OpKind::Empty | OpKind::Alloc | OpKind::Alloca | OpKind::Generate | OpKind::AllocTensor => module.group(op, 0).collect(),
        OpKind::SplatTensor => module.group(op, 1).collect(),
        OpKind::Slice | OpKind::InsertSlice | OpKind::ParallelInsert | OpKind::ByteView => groups(&["sizes"]),
        OpKind::View | OpKind::Reinterpret => groups(&["sizes", "strides"]),
        OpKind::Reshape { .. } => groups(&["output_shape"]),
        OpKind::Pad => groups(&["low", "high"]),
        OpKind::Pack { .. } => groups(&["inner_tiles"]),
        OpKind::ReshapeTo => vec![module.operand(op, 1)],
        OpKind::Call => module.operands(op).filter(|&v| module.ty(v).as_scalar().is_some()).collect(),
        _ => Vec::new(),
    }
}

/// What a value depends on.
fn behind(module: &Module, func: Op, value: Value) -> Vec<Value> {
    match module.def(value) {
        ValueDef::Result(op, n) => match module.kind(op) {
            OpKind::Dim => vec![module.operand(op, 1)],
            OpKind::Structured(_) | OpKind::Load => Vec::new(),
            OpKind::For | OpKind::AffineFor => carried(module, op, n as usize),
            _ => module.operands(op).chain(yielded(module, op)).collect(),
        },
        ValueDef::Arg(block, n) => match module.block_owner(block) {
            Some(owner) if owner == func => jumps(module, func, block),
            // An induction variable takes many values.
            Some(owner) if matches!(module.kind(owner), OpKind::For | OpKind::AffineFor) => {
                (n as usize).checked_sub(1).map_or(Vec::new(), |i| carried(module, owner, i))
            }
            Some(owner) => module.operands(owner).chain(yielded(module, owner)).collect(),
            None => Vec::new(),
        },
    }
}

/// The values that a loop-carried value starts and goes on as.
fn carried(module: &Module, op: Op, i: usize) -> Vec<Value> {
    let group = if module.kind(op) == OpKind::For { "initArgs" } else { "inits" };
    let end = module.terminator(module.entry(op));
    let next = end.and_then(|end| module.operands(end).nth(i));
    module.group_named(op, group).get(i).copied().into_iter().chain(next).collect()
}

/// What the regions of an op end with.
fn yielded(module: &Module, op: Op) -> Vec<Value> {
    let blocks = module.regions(op).iter().flat_map(|&r| module.region_blocks(r));
    blocks.filter_map(|&b| module.terminator(b)).flat_map(|end| module.operands(end)).collect()
}

/// What branches hand to a block.
fn jumps(module: &Module, func: Op, block: Block) -> Vec<Value> {
    let blocks = module.region_blocks(module.regions(func)[0]).iter();
    let ends = blocks.filter_map(|&b| module.terminator(b)).filter(|&end| module.successors(end).contains(&block));
    ends.flat_map(|end| module.operands(end)).collect()
}
