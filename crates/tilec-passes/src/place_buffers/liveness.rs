//! From where to where in a function each temporary is in use.

use std::collections::HashSet;
use std::fmt;
use tilec_ir::arena::is_arena;
use tilec_ir::{Block, DYNAMIC, Layout, Module, Op, OpKind, SecondaryMap, Type, Use, Value};

/// Why an allocation stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// Its size is only known at run time.
    OpenSize,
    /// It is not dense.
    Layout,
    /// It is returned, carried by a loop, or used in a way that is not understood.
    Escapes {
        /// Where.
        by: Op,
    },
    /// The function has several blocks.
    SeveralBlocks,
    /// It is in a parallel loop, and how many iterations that has is only known at run time.
    TripsNotKnown,
    /// It is in a parallel loop with so many iterations that their parts would be too large together.
    TooManyIterations,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OpenSize => "open-size",
            Self::Layout => "not-dense",
            Self::Escapes { .. } => "escapes",
            Self::SeveralBlocks => "several-blocks",
            Self::TripsNotKnown => "trips-not-known",
            Self::TooManyIterations => "too-many-iterations",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenSize => "its size is only known at run time",
            Self::Layout => "it is not dense",
            Self::Escapes { .. } => "it is returned, carried by a loop, or used in a way that is not understood",
            Self::SeveralBlocks => "the function has several blocks",
            Self::TripsNotKnown => "the iterations of the parallel loop around it are only known at run time",
            Self::TooManyIterations => "the parts of all iterations of the parallel loop around it would be too large",
        })
    }
}

/// First and last number of each op and what is inside it.
pub type Spans = SecondaryMap<Op, (u32, u32)>;

/// An allocation that can be a part of the arena.
#[derive(Clone, Debug)]
pub struct Temporary {
    /// The `memref.alloc`.
    pub alloc: Op,
    /// Its size.
    pub bytes: u64,
    /// The first and the last op that reads or writes it, in the block in which it lives; `None` if there is none.
    pub used: Option<(Op, Op)>,
    /// Their numbers: the first of the first op, the last inside the last.
    pub start: u32,
    /// See `start`.
    pub end: u32,
    /// The innermost parallel loop around it.
    pub parallel: Option<Op>,
}

/// What was found in a function.
pub struct Found {
    /// In program order.
    pub temporaries: Vec<Temporary>,
    /// Allocations that stay.
    pub refused: Vec<(Op, Blocker)>,
    /// Numbers of all ops.
    pub places: Spans,
}

/// True for an allocation that is not the arena itself.
pub fn is_allocation(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Alloc && !is_arena(module, op)
}

/// True for a place in the arena.
pub fn is_place(module: &Module, op: Op) -> bool {
    let source = (module.kind(op) == OpKind::ByteView).then(|| module.operand(op, 0));
    source.and_then(|v| module.defining_op(v)).is_some_and(|a| is_arena(module, a))
}

/// The temporaries of a function whose memory comes from the ops that `is_memory` says.
pub fn temporaries(module: &Module, func: Op, is_memory: &dyn Fn(Op) -> bool) -> Found {
    let ops = module.walk(func);
    let mut places = SecondaryMap::new((0, 0));
    for (n, &op) in (0u32..).zip(&ops) {
        places[op] = (n, n);
    }
    for &op in ops.iter().rev() {
        if let Some(parent) = module.parent_op(op).filter(|_| op != func) {
            let last: (u32, u32) = places[op];
            places[parent].1 = places[parent].1.max(last.1);
        }
    }
    let several_blocks = module.region_blocks(module.regions(func)[0]).len() > 1;
    let mut found = Found { temporaries: Vec::new(), refused: Vec::new(), places };
    for &op in &ops {
        if !is_memory(op) {
            continue;
        }
        let temporary = if several_blocks { Err(Blocker::SeveralBlocks) } else { temporary(module, op, &found.places) };
        match temporary {
            Ok(t) => found.temporaries.push(t),
            Err(blocker) => found.refused.push((op, blocker)),
        }
    }
    found
}

/// Bytes of a dense buffer of static shape.
fn bytes(module: &Module, value: Value) -> Result<u64, Blocker> {
    let Type::MemRef(ty) = module.ty(value) else { return Err(Blocker::Layout) };
    if ty.layout != Layout::Identity || ty.space.is_some() {
        return Err(Blocker::Layout);
    }
    if ty.shape.contains(&DYNAMIC) {
        return Err(Blocker::OpenSize);
    }
    let count = ty.shape.iter().try_fold(1u64, |n, &d| n.checked_mul(u64::try_from(d).ok()?));
    let bytes = count.and_then(|n| n.checked_mul(ty.elem.bytes() as u64));
    bytes.filter(|b| *b <= i64::MAX.unsigned_abs() / 4).ok_or(Blocker::OpenSize)
}

fn temporary(module: &Module, alloc: Op, places: &Spans) -> Result<Temporary, Blocker> {
    let value = module.result(alloc);
    let bytes = bytes(module, value)?;
    let mut accesses = Vec::new();
    let mut home = module.parent_block(alloc).expect("an op in a block");
    let mut values = vec![value];
    let mut seen: HashSet<Value> = HashSet::from([value]);
    while let Some(value) = values.pop() {
        for &Use { op, operand } in module.uses(value) {
            let escapes = Err(Blocker::Escapes { by: op });
            let alias = match module.kind(op) {
                OpKind::View
                | OpKind::Reshape { .. }
                | OpKind::ShapeCast
                | OpKind::ByteView
                | OpKind::Reinterpret
                | OpKind::Select => Some(module.result(op)),
                // What a branch ends in may be its result.
                OpKind::Yield => match module.parent_op(op).filter(|&p| module.kind(p) == OpKind::If) {
                    Some(branch) => module.results(branch).get(operand as usize).copied(),
                    None => return escapes,
                },
                OpKind::Call if module.results(op).iter().all(|&r| module.ty(r).as_memref().is_none()) => None,
                OpKind::Structured(_)
                | OpKind::Softmax
                | OpKind::Pack { .. }
                | OpKind::Load
                | OpKind::Store
                | OpKind::Copy
                | OpKind::VectorLoad
                | OpKind::VectorStore
                | OpKind::TransferRead
                | OpKind::TransferWrite
                | OpKind::AffineLoad
                | OpKind::AffineStore
                | OpKind::Clone
                | OpKind::Dim
                | OpKind::Rank
                | OpKind::Dealloc => None,
                _ => return escapes,
            };
            match alias {
                Some(alias) if seen.insert(alias) => values.push(alias),
                Some(_) => {}
                None if matches!(module.kind(op), OpKind::Dim | OpKind::Rank | OpKind::Dealloc) => {}
                None => accesses.push(op),
            }
            if let Some(alias) = alias {
                home = around(module, home, module.value_block(alias)).ok_or(Blocker::Escapes { by: op })?;
            }
        }
    }
    // In the block in which it lives, what is inside an op counts as the op: a loop uses it from its first trip to its last.
    let mut used: Option<(Op, Op)> = None;
    for op in accesses {
        let at = module.ancestor_in(op, home).ok_or(Blocker::Escapes { by: op })?;
        let (first, last) = used.unwrap_or((at, at));
        let earlier = if places[at].0 < places[first].0 { at } else { first };
        let later = if places[at].0 > places[last].0 { at } else { last };
        used = Some((earlier, later));
    }
    let here = places[alloc].0;
    let (start, end) = used.map_or((here, here), |(first, last)| (places[first].0, places[last].1));
    Ok(Temporary { alloc, bytes, used, start, end, parallel: parallel_around(module, alloc) })
}

/// The outer of two blocks one of which is around the other; `None` if a loop is between them.
fn around(module: &Module, home: Block, other: Option<Block>) -> Option<Block> {
    let other = other?;
    if other == home || is_inside(module, other, home) {
        return Some(home);
    }
    let mut at = home;
    while at != other {
        let owner = module.block_owner(at)?;
        if module.kind(owner) != OpKind::If {
            return None;
        }
        at = module.parent_block(owner)?;
    }
    Some(at)
}

fn is_inside(module: &Module, inner: Block, outer: Block) -> bool {
    let up = |&b: &Block| module.block_owner(b).and_then(|o| module.parent_block(o));
    std::iter::successors(Some(inner), up).any(|b| b == outer)
}

/// The innermost parallel loop around an op.
pub fn parallel_around(module: &Module, op: Op) -> Option<Op> {
    let mut around = std::iter::successors(module.parent_op(op), |&o| module.parent_op(o));
    around.find(|&o| matches!(module.kind(o), OpKind::Forall | OpKind::Parallel))
}

/// Lower bound and step of each loop of a parallel loop, as far as they are constants, with the number of its iterations.
pub fn loops(module: &Module, op: Op) -> Option<Vec<(i64, i64, u64)>> {
    let constants = |name: &str, group: usize| -> Option<Vec<i64>> {
        let mut open = module.group(op, group);
        match module.kind(op) {
            OpKind::Forall => {
                let all = module
                    .int_array(op, name)
                    .iter()
                    .map(|&c| if c == DYNAMIC { module.constant_int(open.next()?) } else { Some(c) });
                all.collect()
            }
            _ => open.map(|v| module.constant_int(v)).collect(),
        }
    };
    let (lower, upper, step) =
        (constants("staticLowerBound", 0)?, constants("staticUpperBound", 1)?, constants("staticStep", 2)?);
    let one = |((l, u), s): ((i64, i64), i64)| {
        let distance = u.checked_sub(l)?.max(0).unsigned_abs();
        (s > 0).then(|| (l, s, distance.div_ceil(s.unsigned_abs())))
    };
    lower.into_iter().zip(upper).zip(step).map(one).collect()
}

/// Iterations along each loop of a parallel loop, if they are known.
pub fn trips(module: &Module, op: Op) -> Option<Vec<u64>> {
    Some(loops(module, op)?.into_iter().map(|(_, _, n)| n).collect())
}
