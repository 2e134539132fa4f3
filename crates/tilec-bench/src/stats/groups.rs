//! Loops over tiles, and what the ops in them do to buffers.

use super::is_arena;
use std::collections::{HashMap, HashSet};
use tilec_ir::{Module, Op, OpKind, Value};

/// The loops of a function.
pub struct Loops {
    /// What depends on each loop's induction variables.
    varying: HashMap<Op, HashSet<Value>>,
    /// Those that go from part to part: some view, slice or element is at a place that depends on the loop.
    tiled: HashSet<Op>,
}

fn is_loop(kind: OpKind) -> bool {
    matches!(kind, OpKind::For | OpKind::Forall | OpKind::Parallel | OpKind::AffineFor)
}

impl Loops {
    /// All loops among these ops.
    pub fn of(module: &Module, ops: &[Op]) -> Self {
        let varying: HashMap<Op, HashSet<Value>> =
            ops.iter().filter(|&&op| is_loop(module.kind(op))).map(|&op| (op, varying(module, op))).collect();
        let mut tiled = HashSet::new();
        for &op in ops {
            let places = places(module, op);
            for around in around(module, op) {
                if varying.get(&around).is_some_and(|set| places.iter().any(|p| set.contains(p))) {
                    tiled.insert(around);
                }
            }
        }
        Self { varying, tiled }
    }

    /// True if the op is in a loop that goes from part to part.
    pub fn is_in_tile(&self, module: &Module, op: Op) -> bool {
        around(module, op).any(|o| self.tiled.contains(&o))
    }

    /// The loops that go from part to part around an op, innermost first.
    pub fn tile_loops(&self, module: &Module, op: Op) -> Vec<Op> {
        around(module, op).filter(|o| self.tiled.contains(o)).collect()
    }

    /// True if a value depends on the loop.
    fn varies(&self, value: Value, of: Op) -> bool {
        self.varying.get(&of).is_some_and(|set| set.contains(&value))
    }
}

/// The ops around an op, innermost first.
fn around(module: &Module, op: Op) -> impl Iterator<Item = Op> + '_ {
    std::iter::successors(module.parent_op(op), |&o| module.parent_op(o))
}

/// What is computed from a loop's induction variables; carried values are not followed.
fn varying(module: &Module, op: Op) -> HashSet<Value> {
    let args = module.block_args(module.entry(op));
    let carried = if matches!(module.kind(op), OpKind::Parallel) { 0 } else { module.results(op).len() };
    let mut work: Vec<Value> = args[..args.len().saturating_sub(carried)].to_vec();
    let mut found: HashSet<Value> = HashSet::new();
    while let Some(value) = work.pop() {
        if !found.insert(value) {
            continue;
        }
        for u in module.uses(value) {
            if is_loop(module.kind(u.op)) {
                work.extend(module.block_args(module.entry(u.op)).iter().filter(|&&a| module.ty(a).shape().is_none()));
            } else if module.regions(u.op).is_empty() {
                work.extend(module.results(u.op).iter().filter(|&&r| module.ty(r).shape().is_none()));
            }
        }
    }
    found
}

/// The values that say which part of a tensor or buffer an op is about.
fn places(module: &Module, op: Op) -> Vec<Value> {
    match module.kind(op) {
        OpKind::View | OpKind::Slice | OpKind::InsertSlice | OpKind::ParallelInsert => module.group_named(op, "offsets"),
        OpKind::Load | OpKind::VectorLoad | OpKind::AffineLoad | OpKind::Extract => module.operands(op).skip(1).collect(),
        OpKind::Store | OpKind::VectorStore | OpKind::AffineStore | OpKind::Insert => module.operands(op).skip(2).collect(),
        OpKind::TransferRead | OpKind::TransferWrite => module.transfer(op).map_or(Vec::new(), |t| t.indices),
        _ => Vec::new(),
    }
}

/// An op that touches a buffer.
#[derive(Clone, Copy)]
pub struct Access {
    pub op: Op,
    /// The buffer as the op has it.
    pub value: Value,
    pub writes: bool,
    /// It reads what is there, other than to add to it.
    pub reads: bool,
}

/// A buffer: what was allocated, an argument, or a place in the arena.
pub struct Buffer {
    pub value: Value,
    /// In program order.
    pub accesses: Vec<Access>,
    /// It is not known who else uses it.
    pub escapes: bool,
}

/// The buffers of a function that its ops touch, in the order in which they are first touched.
pub fn buffers(module: &Module, ops: &[Op]) -> Vec<Buffer> {
    let mut found: Vec<Buffer> = Vec::new();
    let mut at: HashMap<Value, usize> = HashMap::new();
    for &op in ops {
        let operands: Vec<Value> = module.operands(op).collect();
        for (i, value) in operands.into_iter().enumerate().filter(|(_, v)| module.ty(*v).as_memref().is_some()) {
            let Touch { writes, reads, escapes } = touch(module, op, i);
            if !writes && !reads && !escapes {
                continue;
            }
            let root = root(module, value);
            let n = *at.entry(root).or_insert_with(|| {
                let is_own = module.defining_op(root).is_some_and(|o| is_place(module, o));
                found.push(Buffer { value: root, accesses: Vec::new(), escapes: !is_own });
                found.len() - 1
            });
            found[n].escapes |= escapes;
            found[n].accesses.push(Access { op, value, writes, reads });
        }
    }
    found
}

/// True for what makes memory of its own: an allocation, or a part of the arena.
pub fn is_place(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Alloc | OpKind::Alloca => !is_arena(module, op),
        OpKind::ByteView => module.defining_op(module.operand(op, 0)).is_some_and(|source| is_arena(module, source)),
        _ => false,
    }
}

/// What a view is of, and so on.
fn root(module: &Module, value: Value) -> Value {
    views(module, value).last().map_or(value, |&op| module.operand(op, 0))
}

/// The views that a value goes through to its buffer, from the value on.
fn views(module: &Module, value: Value) -> Vec<Op> {
    let view = |v: Value| {
        let op = module.defining_op(v).filter(|&op| !is_place(module, op))?;
        let is_view = matches!(module.kind(op), OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast | OpKind::ByteView);
        is_view.then_some(op)
    };
    std::iter::successors(view(value), |&op| view(module.operand(op, 0))).collect()
}

#[derive(Default)]
struct Touch {
    writes: bool,
    reads: bool,
    escapes: bool,
}

/// What an op does to the buffer that is operand `i`.
fn touch(module: &Module, op: Op, i: usize) -> Touch {
    let writes = Touch { writes: true, ..Touch::default() };
    let reads = Touch { reads: true, ..Touch::default() };
    match module.kind(op) {
        OpKind::Structured(_) => {
            let view = module.structured(op).expect("a structured op");
            if i >= view.num_inputs() {
                return writes;
            }
            Touch { reads: view.is_read(view.body_args()[i]), ..Touch::default() }
        }
        OpKind::Load | OpKind::VectorLoad | OpKind::TransferRead | OpKind::AffineLoad => reads,
        OpKind::Store | OpKind::VectorStore | OpKind::TransferWrite | OpKind::AffineStore => writes,
        OpKind::Copy => Touch { writes: i == 1, reads: i == 0, ..Touch::default() },
        OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast | OpKind::ByteView => Touch::default(),
        OpKind::Dim | OpKind::Dealloc => Touch::default(),
        _ => Touch { escapes: true, ..Touch::default() },
    }
}

/// The part of a buffer that an access is about: the views it goes through and, where it takes elements, their indices.
fn part(module: &Module, access: Access) -> (Vec<Op>, Vec<Value>) {
    let indices = match module.kind(access.op) {
        OpKind::View => Vec::new(),
        _ => places(module, access.op),
    };
    (views(module, access.value), indices)
}

/// True if two accesses are to the same part.
pub fn is_same_part(module: &Module, a: Access, b: Access) -> bool {
    let ((x, i), (y, j)) = (part(module, a), part(module, b));
    let same = |(&x, &y): (&Op, &Op)| {
        x == y
            || module.spelling(x).name == module.spelling(y).name
                && module.op(x).attrs == module.op(y).attrs
                && module.operands(x).skip(1).eq(module.operands(y).skip(1))
    };
    // Elements are compared where both take them in the same loops.
    x.len() == y.len() && x.iter().zip(&y).all(same) && (i == j || i.len() != j.len() || !share_block(module, a.op, b.op))
}

fn share_block(module: &Module, a: Op, b: Op) -> bool {
    module.parent_block(a) == module.parent_block(b)
}

impl Loops {
    /// True if an access is to another part of the buffer in each iteration of some of these loops.
    pub fn moves(&self, module: &Module, access: Access, loops: &[Op]) -> bool {
        let (views, indices) = part(module, access);
        let offsets = views.iter().flat_map(|&op| places(module, op)).chain(indices);
        offsets.into_iter().any(|v| loops.iter().any(|&l| self.varies(v, l)))
    }
}
