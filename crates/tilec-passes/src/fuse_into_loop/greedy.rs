//! Tiling with everything fused that can be: the producers of the tile, their producers, and so on.

use super::Blocker;
use super::producer::{Fused, fuse_slice};
use crate::index::{self, Index};
use crate::tile::{self, Run, Tiled};
use std::collections::VecDeque;
use tilec_ir::{Module, Op, OpKind, Value};

/// What tiling and fusing made.
#[derive(Clone, Debug)]
pub struct TiledAndFused {
    /// The tiled op and the loops.
    pub tiled: Tiled,
    /// The producers, and their copies inside.
    pub fused: Vec<(Op, Op)>,
    /// Slices whose producer stays outside: where, and why.
    pub refused: Vec<(Op, Blocker)>,
}

/// At most so many copies are made for one op: a slice that several ops read is computed once for each.
const MAX_COPIES: usize = 256;

/// Tiles an op and computes inside the loops the slices they read of other ops, and what those read, and so on.
///
/// # Errors
/// Why the op itself cannot be tiled; nothing has changed then.
pub fn tile_and_fuse(
    module: &mut Module,
    op: Op,
    sizes: &[Index],
    interchange: &[usize],
    run: Run,
) -> Result<TiledAndFused, tile::Blocker> {
    let tiled = match run {
        Run::InOrder => tile::tile_using_for(module, op, sizes, interchange)?,
        Run::Parallel => tile::tile_using_forall(module, op, sizes, None)?,
    };
    let mut result = TiledAndFused { tiled, fused: Vec::new(), refused: Vec::new() };
    let Some(&outermost) = result.tiled.loops.first() else { return Ok(result) };
    let mut waiting: VecDeque<Op> = slices_of(module, result.tiled.op).into();
    let mut known: Vec<Made> = Vec::new();
    while let Some(slice) = waiting.pop_front() {
        if module.is_erased(slice) || result.fused.len() == MAX_COPIES {
            continue;
        }
        let made = Made::of(module, slice);
        if let Some(same) = known.iter().find(|m| m.serves(module, &made, slice)) {
            module.replace_op(slice, &[same.value]);
            continue;
        }
        match fuse_slice(module, slice, outermost) {
            Ok(Some(Fused { producer, copy, parts })) => {
                waiting.extend(slices_of(module, copy));
                for (n, part) in parts.into_iter().enumerate() {
                    let source = module.results(producer)[n];
                    let made = part
                        .and_then(|(offsets, sizes)| Some(Made { source, offsets, sizes, value: *module.results(copy).get(n)? }));
                    known.extend(made);
                }
                result.fused.push((producer, copy));
                if module.results(producer).iter().all(|&r| module.is_unused(r)) {
                    module.erase(producer);
                }
            }
            Ok(None) => {}
            Err(blocker) => result.refused.push((slice, blocker)),
        }
    }
    Ok(result)
}

/// A part of a tensor that was computed inside the loops.
struct Made {
    source: Value,
    offsets: Vec<Index>,
    sizes: Vec<Index>,
    value: Value,
}

impl Made {
    fn of(module: &Module, slice: Op) -> Self {
        let list = |name| index::list(module, slice, name);
        let (source, value) = (module.operand(slice, 0), module.result(slice));
        Self { source, offsets: list("offsets"), sizes: list("sizes"), value }
    }

    /// True if it is the same part, of the same type, and there in front of the slice.
    fn serves(&self, module: &Module, other: &Self, slice: Op) -> bool {
        let is_same = self.source == other.source && self.offsets == other.offsets && self.sizes == other.sizes;
        is_same && module.ty(self.value) == module.ty(other.value) && module.dominates(self.value, slice)
    }
}

/// The slices that an op, or what is inside it, reads.
fn slices_of(module: &Module, op: Op) -> Vec<Op> {
    let mut slices: Vec<Op> = Vec::new();
    for inner in module.walk(op) {
        for value in module.operands(inner) {
            if let Some(slice) = module.defining_op(value).filter(|&s| module.kind(s) == OpKind::Slice)
                && !slices.contains(&slice)
            {
                slices.push(slice);
            }
        }
    }
    slices
}
