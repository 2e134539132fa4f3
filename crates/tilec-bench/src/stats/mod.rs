//! What a function does to memory, read off its ops at any level: structured ops, allocations, copies, bytes moved, and temporaries that a
//! fusion could have removed. The one place where this is counted: `tilec stats`, `tilec bench` and the golden tests share it.
//!
//! Ops in loops count once: nothing is multiplied by trip counts.

mod condition;
mod groups;
mod intermediates;
mod most;
mod show;
mod temporaries;
mod traffic;

pub use condition::{Condition, Measure, Relation, tile_faults};
pub use intermediates::{Held, Intermediate, TileFault};
pub use show::to_json;
pub use temporaries::Temporary;

use groups::Loops;
use std::fmt;
use tilec_ir::arena::is_arena;
use tilec_ir::data::byte_size;
use tilec_ir::facts::facts;
use tilec_ir::{Block, Loc, Module, Op, OpKind, Structured, Type};
use tilec_passes::Remark;

/// A number of bytes, of which parts may depend on a `?`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// The sum of the parts whose size is known.
    pub known: usize,
    /// How many parts have a size that is not known.
    pub open: usize,
}

impl Bytes {
    fn add(&mut self, part: Option<usize>) {
        match part {
            Some(bytes) => self.known = self.known.saturating_add(bytes),
            None => self.open += 1,
        }
    }

    /// The number, if all of it is known.
    pub fn exact(self) -> Option<usize> {
        (self.open == 0).then_some(self.known)
    }
}

impl FromIterator<Option<usize>> for Bytes {
    fn from_iter<I: IntoIterator<Item = Option<usize>>>(parts: I) -> Self {
        let mut sum = Self::default();
        parts.into_iter().for_each(|part| sum.add(part));
        sum
    }
}

impl fmt::Display for Bytes {
    /// `4096`, `?`, or `4096 + ?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.known, self.open) {
            (known, 0) => write!(f, "{known}"),
            (0, _) => f.write_str("?"),
            (known, _) => write!(f, "{known} + ?"),
        }
    }
}

/// An op that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Where it is.
    pub loc: Loc,
    /// The op's name, or the type of what is allocated.
    pub what: String,
    /// Bytes of the allocation or the copy, or that the structured op moves; `None` if they depend on a `?`.
    pub bytes: Option<usize>,
    /// It may run more than once in a call.
    pub in_loop: bool,
    /// It is in a loop that goes from part to part of tensors or buffers.
    pub in_tile: bool,
    /// The bytes are the most that it can be: the size depends on a `?` that has a bound, as that of a tile at the end.
    pub at_most: bool,
}

/// Where a buffer of this size is, once it is in use: as much as 32 vector registers of 64 bytes, a first-level cache of 32 KiB and a second-level
/// cache of 1 MiB hold.
pub fn held_by(bytes: usize) -> &'static str {
    match bytes {
        0..=0x800 => "registers",
        0x801..=0x8000 => "L1",
        0x8001..=0x10_0000 => "L2",
        _ => "memory",
    }
}

/// What one function does to memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The function's name.
    pub name: String,
    /// Where the function is.
    pub loc: Loc,
    /// `tensor`, `buffer`, `loops`, `vector`; `scalar` if it has none of these.
    pub level: &'static str,
    /// Structured ops.
    pub generics: Vec<Site>,
    /// Allocations; the arena is none.
    pub allocs: Vec<Site>,
    /// Copies: of whole buffers, `linalg.copy`, and structured ops that do nothing else.
    pub copies: Vec<Site>,
    /// Bytes of the arena that holds the temporaries, which is its peak; 0 without one.
    pub arena_bytes: Bytes,
    /// Temporaries as large as a whole tensor that a fusion could have removed.
    pub temporaries: Vec<Temporary>,
    /// What the ops of fused groups give each other, in loops over tiles and in the payloads of fused ops.
    pub intermediates: Vec<Intermediate>,
    /// What should not be there after fusion.
    pub faults: Vec<TileFault>,
    /// Passes over memory: bytes that are read from or written to the largest tensors or buffers, over the bytes of one of them. Each read
    /// and each write by an op counts, and an output is read too if the body uses what was there. `None` if some size depends on a `?`.
    pub passes: Option<usize>,
    /// Bytes that ops read and write.
    pub bytes_moved: Bytes,
}

/// Counts the ops of a function; `remarks` are those of the passes that made it, for the reasons of what was not fused.
pub fn stats(module: &Module, func: Op, remarks: &[Remark]) -> Stats {
    let ops = module.walk(func);
    let loops = Loops::of(module, &ops);
    let found = intermediates::find(module, &ops, &loops);
    let mut stats = Stats {
        name: module.symbol_name(func).unwrap_or_default().to_owned(),
        loc: module.op(func).loc.clone(),
        level: level(module, func),
        temporaries: temporaries::find(module, &ops, &loops, remarks),
        intermediates: found.intermediates,
        faults: found.faults,
        ..Stats::default()
    };
    let largest = traffic::largest(module, func, &ops);
    let mut through_largest = 0usize;
    for op in ops {
        let walks = traffic::walks(module, op);
        walks.iter().for_each(|w| stats.bytes_moved.add(w.bytes));
        let large = walks.iter().filter(|w| largest > 0 && bytes_of(module.ty(w.value)) == Some(largest));
        through_largest = large.filter_map(|w| w.bytes).fold(through_largest, usize::saturating_add);
        let moved = walks.iter().map(|w| w.bytes).collect::<Bytes>().exact();
        count(module, &loops, op, moved, &mut stats);
    }
    // Slices of the largest make fractions, which are rounded.
    stats.passes =
        stats.bytes_moved.exact().map(|_| through_largest.saturating_add(largest / 2).checked_div(largest).unwrap_or(0));
    stats
}

/// The stats of every function of a module that has a body.
pub fn stats_of_module(module: &Module, remarks: &[Remark]) -> Vec<Stats> {
    module.funcs().into_iter().filter(|&f| !module.is_declaration(f)).map(|f| stats(module, f, remarks)).collect()
}

/// Adds an op to the lists it belongs to; `moved` are the bytes that it moves.
fn count(module: &Module, loops: &Loops, op: Op, moved: Option<usize>, stats: &mut Stats) {
    let site = |what: String, bytes| {
        let (loc, in_loop) = (module.op(op).loc.clone(), is_in_loop(module, op));
        Site { loc, what, bytes, in_loop, in_tile: loops.is_in_tile(module, op), at_most: false }
    };
    let name = || module.spelling(op).name.to_owned();
    let result_type = || module.ty(module.result(op));
    let allocation = || {
        let known = bytes_of(result_type());
        let bound = known.or_else(|| most::of_alloc(module, op));
        Site { at_most: known.is_none() && bound.is_some(), ..site(result_type().to_string(), bound) }
    };
    let kind = module.kind(op);
    match kind {
        OpKind::Alloc if is_arena(module, op) => stats.arena_bytes.add(bytes_of(result_type())),
        OpKind::Alloc | OpKind::Alloca | OpKind::AllocTensor | OpKind::Clone => stats.allocs.push(allocation()),
        OpKind::Structured(_) => stats.generics.push(site(name(), moved)),
        _ => {}
    }
    let source = match kind {
        OpKind::Copy | OpKind::Clone => Some(module.operand(op, 0)),
        OpKind::AllocTensor => module.group_named(op, "copy").first().copied(),
        OpKind::Structured(_) => module.structured(op).as_ref().and_then(copied),
        _ => None,
    };
    if let Some(source) = source {
        stats.copies.push(site(name(), bytes_of(module.ty(source))));
    }
}

/// The input of a structured op that does nothing but copy it.
fn copied(view: &Structured<'_>) -> Option<tilec_ir::Value> {
    let (maps, args) = (view.maps(), view.body_args());
    let [source, target] = maps.as_slice() else { return None };
    let only = view.num_inputs() == 1 && source == target && view.all_parallel() && view.yields() == args[..1];
    (only && target.is_permutation()).then(|| view.inputs()[0])
}

/// The level of a function, the first of the usual order that it still shows.
fn level(module: &Module, func: Op) -> &'static str {
    let facts = facts(module, func);
    match (facts.tensors, facts.structured, facts.vectors) {
        (true, ..) => "tensor",
        (_, true, _) => "buffer",
        (.., true) => "vector",
        _ if facts.loops => "loops",
        _ if facts.buffers => "buffer",
        _ => "scalar",
    }
}

/// Bytes of a tensor or buffer; 0 for any other type, `None` if they depend on a `?`.
fn bytes_of(ty: &Type) -> Option<usize> {
    match ty {
        Type::Tensor(_) | Type::MemRef(_) => {
            let shape: Option<Vec<usize>> = ty.shape()?.iter().map(|&d| usize::try_from(d).ok()).collect();
            byte_size(ty.elem()?, &shape?)
        }
        Type::UnrankedTensor(_) | Type::UnrankedMemRef(_) => None,
        _ => Some(0),
    }
}

/// True if the op may run more than once in a call of its function.
fn is_in_loop(module: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(block) = module.parent_block(at) {
        if is_in_cycle(module, block) {
            return true;
        }
        let Some(parent) = module.parent_op(at) else { break };
        match module.kind(parent) {
            OpKind::For | OpKind::While | OpKind::Forall | OpKind::Parallel | OpKind::AffineFor => return true,
            OpKind::Func => break,
            _ => at = parent,
        }
    }
    false
}

/// True if the block can be reached from its own end.
fn is_in_cycle(module: &Module, block: Block) -> bool {
    let next = |b: Block| module.terminator(b).map_or(&[][..], |t| module.successors(t));
    let mut work = next(block).to_vec();
    let mut seen = std::collections::HashSet::new();
    while let Some(at) = work.pop() {
        if at == block {
            return true;
        }
        if seen.insert(at) {
            work.extend(next(at));
        }
    }
    false
}
