//! What is between the ops of a fused group: a value in registers, a tile, or still a whole tensor; and what should not be there any more.
//!
//! A group is what runs in one loop over tiles, or what one structured op was made of. An op of it writes and another reads: as long as both
//! are about the same tile in each iteration, the tile is all there has to be. A buffer of which each iteration uses another part, and which
//! nobody reads behind the loop, is a tile that became a whole tensor again. A copy of what the loop has just computed is one too many, and
//! a tile that is written and never read should have gone: its consumer takes the values themselves.

use super::groups::{Access, Buffer, Loops, buffers, is_place, is_same_part};
use super::traffic::moved_bytes;
use super::{Measure, bytes_of, most};
use std::collections::HashSet;
use tilec_ir::{Block, Loc, Module, Op, OpKind, Type, Value};

/// Where an intermediate is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// In registers.
    Registers,
    /// In a buffer of the size of a tile.
    Tile,
    /// In the part of a result, or of another buffer that is there anyway, which the loops have come to.
    InPlace,
    /// In a buffer for all iterations together.
    Whole,
}

impl Held {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Registers => "registers",
            Self::Tile => "tile",
            Self::InPlace => "in-place",
            Self::Whole => "whole",
        }
    }
}

/// What one op of a fused group gives another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intermediate {
    /// Where it is made.
    pub loc: Loc,
    /// Where it is held.
    pub held: Held,
    /// Its bytes, at most; `None` if they depend on a `?` without a bound, or if it is a scalar of a payload.
    pub bytes: Option<usize>,
    /// The bytes are the most that it can be.
    pub at_most: bool,
    /// The op that makes it: name and place. Ops that became part of another have no name any more.
    pub producer: (String, Loc),
    /// The op that reads it: name and place.
    pub consumer: (String, Loc),
}

/// What should not be there after fusion: an error where conditions are asked for, else a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileFault {
    /// What it counts as.
    pub measure: Measure,
    /// Where.
    pub loc: Loc,
    /// What it is.
    pub what: String,
}

/// All of a function.
#[derive(Default)]
pub struct Found {
    pub intermediates: Vec<Intermediate>,
    pub faults: Vec<TileFault>,
}

fn named(module: &Module, op: Op) -> (String, Loc) {
    (module.spelling(op).name.to_owned(), module.op(op).loc.clone())
}

pub fn find(module: &Module, ops: &[Op], loops: &Loops) -> Found {
    let mut found = Found::default();
    for &op in ops {
        in_payload(module, op, &mut found);
        in_accumulators(module, loops, op, &mut found);
        in_tensors(module, loops, op, &mut found);
    }
    for buffer in buffers(module, ops) {
        in_buffer(module, loops, &buffer, &mut found);
    }
    found
}

/// What a structured op was made of: the results of all but the last are scalars of its payload, unless they are results as well.
fn in_payload(module: &Module, op: Op, found: &mut Found) {
    let Some(view) = module.structured(op) else { return };
    let parts = module.op(op).loc.parts();
    let place = parts.last().cloned().unwrap_or_default();
    for part in &parts[..parts.len().saturating_sub(view.num_outputs())] {
        found.intermediates.push(Intermediate {
            loc: part.clone(),
            held: Held::Registers,
            bytes: None,
            at_most: false,
            producer: (String::new(), part.clone()),
            consumer: (named(module, op).0, place.clone()),
        });
    }
}

/// What a loop inside a tile accumulates and gives on as a value.
fn in_accumulators(module: &Module, loops: &Loops, op: Op, found: &mut Found) {
    if !matches!(module.kind(op), OpKind::For | OpKind::AffineFor) || !loops.is_in_tile(module, op) {
        return;
    }
    let own: HashSet<&Loc> = module.walk(op).into_iter().flat_map(|o| module.op(o).loc.parts()).collect();
    for &value in module.results(op) {
        let bytes = register_bytes(module.ty(value));
        let takes = |user: &Op| {
            let computes = matches!(
                module.kind(*user),
                OpKind::Unary(_)
                    | OpKind::Binary(_)
                    | OpKind::Ternary(_)
                    | OpKind::Compare { .. }
                    | OpKind::Select
                    | OpKind::Cast(_)
            );
            computes && !module.op(*user).loc.parts().iter().any(|part| own.contains(part))
        };
        let reader = module.uses(value).iter().map(|u| u.op).find(takes);
        if let (Some(bytes), Some(reader)) = (bytes, reader) {
            found.intermediates.push(Intermediate {
                loc: module.op(op).loc.clone(),
                held: Held::Registers,
                bytes: Some(bytes),
                at_most: false,
                producer: named(module, op),
                consumer: named(module, reader),
            });
        }
    }
}

/// Bytes of a number or a vector of numbers.
fn register_bytes(ty: &Type) -> Option<usize> {
    let is_data = matches!(ty, Type::Vector(_) | Type::Scalar(_)) && *ty != Type::INDEX;
    is_data.then(|| moved_bytes(ty))
}

/// While there are tensors: what an op in a loop over tiles computes and another reads.
fn in_tensors(module: &Module, loops: &Loops, op: Op, found: &mut Found) {
    let is_maker =
        matches!(module.kind(op), OpKind::Structured(_) | OpKind::Softmax | OpKind::Pad | OpKind::Concat | OpKind::Pack { .. });
    if !is_maker || !loops.is_in_tile(module, op) {
        return;
    }
    for &value in module.results(op) {
        let reads = |user: Op, operand: usize| match module.structured(user) {
            Some(view) => operand < view.num_inputs(),
            None => operand == 0 && matches!(module.kind(user), OpKind::Softmax | OpKind::Pad | OpKind::Pack { .. }),
        };
        let readers = module.uses(value).iter().filter(|u| reads(u.op, u.operand as usize)).map(|u| u.op);
        if let Some(reader) = readers.min_by_key(|&user| module.position(user)) {
            let known = bytes_of(module.ty(value));
            let bytes = known.or_else(|| most::of_tensor(module, value));
            found.intermediates.push(Intermediate {
                loc: module.op(op).loc.clone(),
                held: Held::Tile,
                at_most: known.is_none() && bytes.is_some(),
                bytes,
                producer: named(module, op),
                consumer: named(module, reader),
            });
        }
    }
}

/// What ops in loops over tiles give each other through a buffer.
fn in_buffer(module: &Module, loops: &Loops, buffer: &Buffer, found: &mut Found) {
    let own = module.defining_op(buffer.value).filter(|&op| is_place(module, op));
    let mut last: Option<Access> = None;
    let place = |op: Op| (module.parent_block(op), &module.op(op).loc);
    let written: HashSet<(Option<Block>, &Loc)> = buffer.accesses.iter().filter(|a| a.writes).map(|a| place(a.op)).collect();
    for &access in &buffer.accesses {
        // A load that a store of the same op follows is part of adding to what is there.
        let adds = is_element(module, access.op) && written.contains(&place(access.op));
        if access.reads
            && !adds
            && let Some(writer) = last.filter(|w| w.op != access.op)
        {
            let common = shared_loops(module, loops, writer.op, access.op);
            if !common.is_empty() && is_same_part(module, writer, access) {
                let held = held(module, loops, buffer, writer, &common);
                let known = size(module, buffer, writer, held);
                found.intermediates.push(Intermediate {
                    loc: own.map_or_else(|| module.op(writer.op).loc.clone(), |op| module.op(op).loc.clone()),
                    held,
                    bytes: known.0,
                    at_most: known.1,
                    producer: named(module, writer.op),
                    consumer: named(module, access.op),
                });
                if held == Held::Whole && !buffer.escapes && !is_used_outside(module, buffer, &common) {
                    found.faults.push(hoisted(module, buffer, writer.op, access.op));
                }
                // Each value counts once.
                last = None;
            }
        }
        if access.writes {
            last = Some(access);
        }
    }
    found.faults.extend(copies(module, loops, buffer));
    let is_read = buffer.accesses.iter().any(|a| a.reads);
    let in_tile = || buffer.accesses.iter().find(|a| loops.is_in_tile(module, a.op));
    if let (Some(op), false, false) = (own, buffer.escapes, is_read)
        && let Some(writer) = in_tile()
    {
        let (name, _) = named(module, writer.op);
        let what =
            format!("the buffer that {name} writes in each tile is never read: what reads the tile takes the values themselves");
        found.faults.push(TileFault { measure: Measure::UnreadTiles, loc: module.op(op).loc.clone(), what });
    }
}

fn is_element(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::Load | OpKind::VectorLoad | OpKind::TransferRead | OpKind::AffineLoad)
}

/// The loops over tiles around both, innermost first.
fn shared_loops(module: &Module, loops: &Loops, a: Op, b: Op) -> Vec<Op> {
    let theirs = loops.tile_loops(module, b);
    loops.tile_loops(module, a).into_iter().filter(|l| theirs.contains(l)).collect()
}

fn held(module: &Module, loops: &Loops, buffer: &Buffer, writer: Access, common: &[Op]) -> Held {
    let made_in_tile = module.defining_op(buffer.value).is_some_and(|op| loops.is_in_tile(module, op));
    if made_in_tile || !loops.moves(module, writer, common) {
        return Held::Tile;
    }
    if buffer.escapes || is_used_outside(module, buffer, common) { Held::InPlace } else { Held::Whole }
}

/// True if the outermost of the loops is not all there is that reads the buffer.
fn is_used_outside(module: &Module, buffer: &Buffer, common: &[Op]) -> bool {
    let Some(&outermost) = common.last() else { return true };
    let is_inside = |op: Op| std::iter::successors(module.parent_op(op), |&o| module.parent_op(o)).any(|o| o == outermost);
    buffer.accesses.iter().any(|a| a.reads && !is_inside(a.op))
}

/// The bytes of an intermediate, and whether they are a bound.
fn size(module: &Module, buffer: &Buffer, writer: Access, held: Held) -> (Option<usize>, bool) {
    let value = if held == Held::InPlace { writer.value } else { buffer.value };
    let known = bytes_of(module.ty(value));
    let bytes = known.or_else(|| most::of_buffer(module, value));
    let is_element = module.structured(writer.op).is_none() && module.kind(writer.op) != OpKind::Copy;
    // What single stores put into a result has no size of its own.
    if held == Held::InPlace && is_element && value == buffer.value {
        (None, false)
    } else {
        (bytes, known.is_none() && bytes.is_some())
    }
}

fn hoisted(module: &Module, buffer: &Buffer, writer: Op, reader: Op) -> TileFault {
    let (name, consumer) = (module.spelling(writer).name, module.spelling(reader).name);
    let ty: &Type = module.ty(buffer.value);
    let what = format!("a tile that {name} gives {consumer} in each iteration is a whole tensor again: {ty}");
    let loc = module.defining_op(buffer.value).map_or(Loc::Unknown, |op| module.op(op).loc.clone());
    TileFault { measure: Measure::HoistedTiles, loc, what }
}

/// Copies in a loop over tiles of what the loop computes.
fn copies(module: &Module, loops: &Loops, buffer: &Buffer) -> Vec<TileFault> {
    let mut found = Vec::new();
    for access in buffer.accesses.iter().filter(|a| a.reads && module.kind(a.op) == OpKind::Copy) {
        let around = loops.tile_loops(module, access.op);
        let inside = |op: Op| around.iter().any(|l| loops.tile_loops(module, op).contains(l));
        let Some(writer) = buffer.accesses.iter().find(|a| a.writes && a.op != access.op && inside(a.op)) else { continue };
        let source: Value = module.operand(access.op, 0);
        let bytes = bytes_of(module.ty(source)).or_else(|| most::of_buffer(module, source));
        let bytes = bytes.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let what = format!("{bytes} bytes that {} computes in each tile are copied", module.spelling(writer.op).name);
        found.push(TileFault { measure: Measure::TileCopies, loc: module.op(access.op).loc.clone(), what });
    }
    found
}
