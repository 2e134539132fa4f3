//! Where the memory behind each buffer comes from, and what is written.
//!
//! Runs before any code is made, because a load of memory that is never written gets stronger flags. Buffers that may share memory
//! get one root, and accesses under different roots may change places. What a buffer is derived from (a view from its source, a
//! carried buffer from what starts the loop and what is yielded) shares a root with it. The one exception are the views of the
//! arena: those whose byte ranges have nothing in common are apart, though all are views of one allocation.

use crate::interval::{Interval, Intervals};
use std::collections::VecDeque;
use tilec_ir::arena;
use tilec_ir::{Block, Module, Op, OpKind, SecondaryMap, Value};

/// A class of buffers that may share memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Root(u32);

impl Root {
    /// Position in the table of roots.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The memory of a function. Distinct roots never overlap, except inputs that are both only read.
pub(crate) struct Memory {
    /// Number of a buffer among all.
    numbers: SecondaryMap<Value, Option<u32>>,
    /// The root of each buffer.
    roots: Vec<Root>,
    /// Something is stored through the buffer, or through what is derived from it.
    written: Vec<bool>,
    /// Memory of the root may change during a call.
    changes: Vec<bool>,
}

impl Memory {
    /// Looks at all ops of a function.
    pub(crate) fn of(module: &Module, func: Op) -> Self {
        let mut found = Buffers::default();
        let ops = module.walk(func);
        for &op in &ops {
            found.add_all(module, module.results(op));
            for &region in module.regions(op) {
                module.region_blocks(region).iter().for_each(|&block| found.add_all(module, module.block_args(block)));
            }
        }
        let mut written = Vec::new();
        for &op in &ops {
            found.connect(module, op);
            match module.kind(op) {
                OpKind::Store | OpKind::VectorStore | OpKind::TransferWrite | OpKind::AffineStore | OpKind::Copy => {
                    written.extend(found.number(module.operand(op, 1)))
                }
                OpKind::Clone => written.extend(found.number(module.result(op))),
                _ => {}
            }
        }
        // A load of fresh memory must stay in front of the end of its life.
        let fresh = ops.iter().filter(|&&op| matches!(module.kind(op), OpKind::Alloc | OpKind::Alloca | OpKind::Clone));
        let fresh: Vec<u32> = fresh.filter_map(|&op| found.number(module.result(op))).collect();
        let arenas = ops.iter().filter(|&&op| is_arena(module, op)).map(|&op| module.result(op)).collect::<Vec<_>>();
        let arena_views: Vec<u32> = arenas.into_iter().flat_map(|arena| found.connect_views(module, arena)).collect();
        found.finish(&written, fresh.into_iter().chain(arena_views))
    }

    /// The root of a buffer.
    pub(crate) fn root(&self, buffer: Value) -> Option<Root> {
        Some(self.roots[self.numbers[buffer]? as usize])
    }

    /// True if the function may store into this buffer.
    pub(crate) fn is_written(&self, buffer: Value) -> bool {
        self.numbers[buffer].is_some_and(|n| self.written[n as usize])
    }

    /// True if memory of this root may change during a call.
    pub(crate) fn changes(&self, root: Root) -> bool {
        self.changes[root.index()]
    }
}

/// True for an allocation that the kernel keeps: of constant size, made once, at the start.
pub(crate) fn is_arena(module: &Module, op: Op) -> bool {
    let in_entry = || {
        let func = module.enclosing_func(op)?;
        Some(module.parent_block(op)? == module.entry(func))
    };
    arena::is_arena(module, op) && module.num_operands(op) == 0 && in_entry() == Some(true)
}

/// All buffers of a function and what is derived from what.
#[derive(Default)]
struct Buffers {
    numbers: Option<SecondaryMap<Value, Option<u32>>>,
    /// Union-find over those that may share memory.
    parents: Vec<u32>,
    /// What each is derived from.
    sources: Vec<Vec<u32>>,
}

impl Buffers {
    fn add_all(&mut self, module: &Module, values: &[Value]) {
        let numbers = self.numbers.get_or_insert_with(|| SecondaryMap::new(None));
        for &value in values.iter().filter(|&&v| is_buffer(module, v)) {
            let number = u32::try_from(self.parents.len()).expect("fewer than 2^32 values");
            numbers[value] = Some(number);
            self.parents.push(number);
            self.sources.push(Vec::new());
        }
    }

    fn number(&self, value: Value) -> Option<u32> {
        self.numbers.as_ref().and_then(|n| n[value])
    }

    fn find(&mut self, mut number: u32) -> u32 {
        while self.parents[number as usize] != number {
            let above = self.parents[self.parents[number as usize] as usize];
            self.parents[number as usize] = above;
            number = above;
        }
        number
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// `derived` may be `source` or a part of it; `shares` if the two may be in the same place.
    fn derive(&mut self, derived: Value, source: Value, shares: bool) {
        let (Some(derived), Some(source)) = (self.number(derived), self.number(source)) else { return };
        self.sources[derived as usize].push(source);
        if shares {
            self.unite(derived, source);
        }
    }

    fn derive_each(&mut self, derived: &[Value], sources: impl Iterator<Item = Value>) {
        derived.iter().zip(sources).for_each(|(&d, s)| self.derive(d, s, true));
    }

    /// What an op says about where its results and the arguments of its regions come from.
    fn connect(&mut self, module: &Module, op: Op) {
        let block = |i: usize| -> Option<Block> { module.region_blocks(*module.regions(op).get(i)?).first().copied() };
        let yielded = |i: usize, skip: usize| -> Vec<Value> {
            let end = block(i).and_then(|b| module.terminator(b));
            end.map_or(Vec::new(), |end| module.operands(end).skip(skip).collect())
        };
        let args = |i: usize, skip: usize| block(i).and_then(|b| module.block_args(b).get(skip..)).unwrap_or(&[]);
        let results = module.results(op);
        match module.kind(op) {
            OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast | OpKind::Reinterpret => {
                self.derive(results[0], module.operand(op, 0), true);
            }
            OpKind::ByteView => {
                let source = module.operand(op, 0);
                let of_arena = module.defining_op(source).is_some_and(|o| is_arena(module, o));
                self.derive(results[0], source, !of_arena);
            }
            OpKind::Select => (1..3).for_each(|i| self.derive(results[0], module.operand(op, i), true)),
            kind @ (OpKind::For | OpKind::AffineFor) => {
                let inits: Vec<Value> = module.group(op, if kind == OpKind::For { 3 } else { 2 }).collect();
                let carried = args(0, 1);
                for targets in [carried, results] {
                    self.derive_each(targets, inits.iter().copied());
                    self.derive_each(targets, yielded(0, 0).into_iter());
                }
            }
            OpKind::If => (0..2).for_each(|i| self.derive_each(results, yielded(i, 0).into_iter())),
            OpKind::While => {
                self.derive_each(args(0, 0), module.operands(op));
                self.derive_each(args(0, 0), yielded(1, 0).into_iter());
                self.derive_each(args(1, 0), yielded(0, 1).into_iter());
                self.derive_each(results, yielded(0, 1).into_iter());
            }
            _ => {}
        }
    }

    /// Unites the views of an arena that may have bytes in common; gives all that is in it.
    fn connect_views(&mut self, module: &Module, arena: Value) -> Vec<u32> {
        let known = SecondaryMap::new(None);
        let intervals = Intervals::new(module, &known);
        let mut parts: Vec<(Interval, u32)> = Vec::new();
        for user in module.uses(arena) {
            let range = match module.kind(user.op) {
                OpKind::Dealloc => continue,
                OpKind::ByteView => byte_range(module, &intervals, user.op),
                _ => None,
            };
            // Whatever else is done with it may touch any byte.
            let value = if module.kind(user.op) == OpKind::ByteView { module.result(user.op) } else { arena };
            parts.extend(self.number(value).map(|n| (range.unwrap_or((0, i64::MAX)), n)));
        }
        parts.sort_unstable();
        let mut farthest: Option<(i64, u32)> = None;
        for ((start, end), number) in parts.iter().copied().filter(|((start, end), _)| start < end) {
            match farthest {
                Some((reach, last)) if start < reach => {
                    self.unite(number, last);
                    farthest = Some((reach.max(end), number));
                }
                _ => farthest = Some((end, number)),
            }
        }
        parts.into_iter().map(|(_, number)| number).chain(self.number(arena)).collect()
    }

    fn finish(mut self, stores: &[u32], changing: impl Iterator<Item = u32>) -> Memory {
        let count = self.parents.len();
        let mut written = vec![false; count];
        let mut work: VecDeque<u32> = stores.iter().copied().collect();
        while let Some(number) = work.pop_front() {
            if !std::mem::replace(&mut written[number as usize], true) {
                work.extend(&self.sources[number as usize]);
            }
        }
        let mut index: Vec<Option<u32>> = vec![None; count];
        let mut changes = Vec::new();
        let mut roots = Vec::with_capacity(count);
        for (number, &stored) in written.iter().enumerate() {
            let class = self.find(number as u32) as usize;
            let root = *index[class].get_or_insert_with(|| {
                changes.push(false);
                changes.len() as u32 - 1
            });
            changes[root as usize] |= stored;
            roots.push(Root(root));
        }
        for number in changing {
            changes[roots[number as usize].index()] = true;
        }
        Memory { numbers: self.numbers.unwrap_or(SecondaryMap::new(None)), roots, written, changes }
    }
}

fn is_buffer(module: &Module, value: Value) -> bool {
    matches!(module.ty(value), tilec_ir::Type::MemRef(_) | tilec_ir::Type::UnrankedMemRef(_))
}

/// First byte of a `memref.view` and the one behind its last, over all places it may be at.
fn byte_range(module: &Module, intervals: &Intervals<'_>, view: Op) -> Option<Interval> {
    let ty = module.ty(module.result(view)).as_memref()?;
    let bytes = ty.shape.iter().try_fold(ty.elem.bytes() as i64, |n, &d| n.checked_mul(d).filter(|_| d >= 0))?;
    let (first, last) = intervals.of(module.operand(view, 1))?;
    Some((first, last.checked_add(bytes)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tilec_ir::{Attr, Builder, FunctionType, Loc, ScalarType, Type, spelling};

    /// The root of each view of an arena of 1024 bytes, at constant shifts (or one that an argument tells) and of so many bytes.
    fn roots(views: &[(Option<i64>, i64)], other_use: bool) -> (Vec<usize>, Memory, Value) {
        let mut module = Module::new();
        let func = module.create_op(spelling::of(OpKind::Func), &[], &[], 1, Loc::Unknown);
        module.set_attr(func, "sym_name", Attr::str("f"));
        let ty = FunctionType { inputs: vec![Type::INDEX], results: vec![] };
        module.set_attr(func, "function_type", Attr::Type(Type::Function(Arc::new(ty))));
        module.append_op(module.top_block(), func);
        let block = module.append_block(module.regions(func)[0], &[(Type::INDEX, Loc::Unknown)]);
        let somewhere = module.block_args(block)[0];
        let mut b = Builder::at_end(&mut module, block, Loc::Unknown);
        let bytes = |n| Type::memref(&[n], ScalarType::Int(8));
        let op = b.op(spelling::of(OpKind::Alloc), &[], &[bytes(1024)]);
        arena::mark(b.module, op);
        let arena = b.module.result(op);
        let made: Vec<Value> = views
            .iter()
            .map(|&(shift, size)| {
                let shift = shift.map_or(somewhere, |s| b.index(s));
                let op = b.op(spelling::of(OpKind::ByteView), &[arena, shift], &[bytes(size)]);
                b.module.result(op)
            })
            .collect();
        if other_use {
            let zero = b.index(0);
            b.load(arena, &[zero]);
        }
        b.op(spelling::of(OpKind::Return), &[], &[]);
        let memory = Memory::of(&module, func);
        let roots = made.iter().map(|&v| memory.root(v).expect("a buffer").index()).collect();
        (roots, memory, arena)
    }

    #[test]
    fn views_of_an_arena_share_a_root_where_they_share_bytes() {
        let same = |views: &[(Option<i64>, i64)], other_use| {
            let (roots, memory, _) = roots(views, other_use);
            assert!(views.iter().zip(&roots).all(|(_, &r)| memory.changes(Root(r as u32))), "no load of an arena may move");
            (0..roots.len()).map(|i| roots.iter().position(|r| *r == roots[i]).expect("itself")).collect::<Vec<_>>()
        };
        assert_eq!(same(&[(Some(0), 64), (Some(64), 64), (Some(128), 64)], false), [0, 1, 2]);
        assert_eq!(same(&[(Some(0), 65), (Some(64), 64), (Some(128), 64)], false), [0, 0, 2]);
        // Through a third one, in any order, and inside of a larger one.
        assert_eq!(same(&[(Some(128), 64), (Some(0), 64), (Some(60), 80)], false), [0, 0, 0]);
        assert_eq!(same(&[(Some(0), 512), (Some(8), 8), (Some(100), 8), (Some(512), 8)], false), [0, 0, 0, 3]);
        assert_eq!(same(&[(Some(64), 64), (Some(64), 0), (Some(64), 64)], false), [0, 1, 0]);
        // A place that is not known may be any.
        assert_eq!(same(&[(Some(0), 64), (None, 8), (Some(512), 64)], false), [0, 0, 0]);
        // So may what is accessed through the arena itself.
        let (roots, memory, arena) = roots(&[(Some(0), 64), (Some(512), 64)], true);
        let arena = memory.root(arena).expect("a buffer").index();
        assert_eq!(roots, [arena; 2]);
    }
}
