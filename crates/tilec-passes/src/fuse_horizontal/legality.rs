//! May this op be computed in the loops of these others? A plan or a blocker.

use super::profit::{self, Traits};
use crate::analysis::deps::{Dependence, Deps};
use crate::analysis::effects::body_is_pure;
use std::collections::HashSet;
use std::fmt;
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::{AffineMap, DYNAMIC, IteratorKind, Module, Op, OpKind, Value};

/// A structured op, as far as fusion looks at it.
#[derive(Clone, Debug)]
pub struct Member {
    /// The op.
    pub op: Op,
    /// One kind a loop.
    pub iterators: Vec<IteratorKind>,
    /// One extent a loop, or [`DYNAMIC`].
    pub extents: Vec<i64>,
    /// The inputs with their maps.
    pub inputs: Vec<(Value, AffineMap)>,
    /// The maps of the outputs.
    pub outputs: Vec<AffineMap>,
    /// True if some output accumulates in lane order.
    pub has_lanes: bool,
    /// True if all operands are tensors or scalars.
    pub on_tensors: bool,
    /// True if the payload touches no memory.
    pub is_pure: bool,
    /// What decides whether it pays.
    pub(super) traits: Traits,
}

impl Member {
    /// Looks at a structured op.
    pub fn of(module: &Module, op: Op) -> Self {
        let view = module.structured(op).expect("a structured op");
        let mut maps = view.maps();
        let outputs = maps.split_off(view.num_inputs());
        let inputs = view.inputs().into_iter().zip(maps).collect();
        let has_lanes = module.block_ops(view.body()).any(|o| is_lane_ordered(module, o));
        let (iterators, extents) = (view.iterators(), view.extents());
        let (on_tensors, is_pure) = (view.on_tensors(), body_is_pure(module, op));
        let traits = Traits::default();
        let mut member = Self { op, iterators, extents, inputs, outputs, has_lanes, on_tensors, is_pure, traits };
        member.traits = Traits::of(module, &member);
        member
    }

    /// The tensors it reads, each once.
    pub fn tensors(&self, module: &Module) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        for &(value, _) in &self.inputs {
            if module.ty(value).shape().is_some() && !found.contains(&value) {
                found.push(value);
            }
        }
        found
    }

    /// The map it reads a value through; the first, if there are several.
    pub fn map_of(&self, value: Value) -> Option<&AffineMap> {
        self.inputs.iter().find(|(v, _)| *v == value).map(|(_, map)| map)
    }

    /// True if it reads this value through this map.
    pub fn reads(&self, input: &(Value, AffineMap)) -> bool {
        self.inputs.contains(input)
    }

    /// The innermost reduction loop: the one that lanes run along.
    pub fn lanes_loop(&self) -> Option<usize> {
        self.iterators.iter().rposition(|k| *k == IteratorKind::Reduction)
    }
}

/// Everything that must be known of one more op among others.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is read by both through one map, and so once instead of twice.
    pub shared: Vec<(Value, AffineMap)>,
    /// How many bytes these are, if known.
    pub bytes: Option<i64>,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// One of them works on buffers.
    NotTensors,
    /// A payload reads or writes memory.
    ImpurePayload,
    /// They have another number of loops.
    LoopsDiffer,
    /// The extents of a loop are not known to be equal.
    ExtentsDiffer {
        /// The loop.
        loop_dim: usize,
    },
    /// One runs in lane order, and a loop inside its lanes loop is a reduction of the other, or no dimension of an output.
    LanesLoop {
        /// The loop inside.
        loop_dim: usize,
    },
    /// One uses a result of the other.
    Dependent,
    /// One uses what another op computes from the other.
    NotConvex(Op),
    /// An op between them may touch memory, and one of them would move past it.
    EffectBetween(Op),
    /// The block is so entangled that it was not searched further.
    NotSearched,
    /// Profit: none of the shared values is read through one map.
    DifferentMaps,
    /// Profit: what they share has fewer elements than there are iterations.
    LittleShared,
    /// Profit: one multiplies two inputs that both are used many times over, and is to be tiled by itself.
    Contraction,
    /// Profit: the loop of one would become vectors if it stayed alone, but not with the other.
    ScalarLoop,
    /// Profit: both compute functions that take longer than reading what they share.
    FunctionsDiffer,
    /// Profit: too many results would be computed at once.
    TooManyResults,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotTensors => "not-tensors",
            Self::ImpurePayload => "impure-payload",
            Self::LoopsDiffer => "loops-differ",
            Self::ExtentsDiffer { .. } => "extents-differ",
            Self::LanesLoop { .. } => "lanes-loop",
            Self::Dependent => "dependent",
            Self::NotConvex(_) => "not-convex",
            Self::EffectBetween(_) => "effect-between",
            Self::NotSearched => "not-searched",
            Self::DifferentMaps => "different-maps",
            Self::LittleShared => "little-shared",
            Self::Contraction => "contraction",
            Self::ScalarLoop => "scalar-loop",
            Self::FunctionsDiffer => "functions-differ",
            Self::TooManyResults => "too-many-results",
        }
    }

    /// The op that stands in the way, and what it does there.
    pub fn culprit(&self) -> Option<(Op, &'static str)> {
        match *self {
            Self::NotConvex(op) => Some((op, "it goes through this op")),
            Self::EffectBetween(op) => Some((op, "this op")),
            _ => None,
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTensors => f.write_str("both must work on tensors"),
            Self::ImpurePayload => f.write_str("a payload reads or writes memory"),
            Self::LoopsDiffer => f.write_str("the numbers of loops differ"),
            Self::ExtentsDiffer { loop_dim } => write!(f, "the extents of loop {loop_dim} are not known to be equal"),
            Self::LanesLoop { loop_dim } => {
                write!(
                    f,
                    "loop {loop_dim}, inside the lanes loop of one, is a reduction of the other or no dimension of its output"
                )
            }
            Self::Dependent => f.write_str("one uses a result of the other"),
            Self::NotConvex(_) => f.write_str("one depends on the other through an op between them"),
            Self::EffectBetween(_) => f.write_str("an op between them may read or write memory"),
            Self::NotSearched => f.write_str("too much of the block depends on them to be searched"),
            Self::DifferentMaps => f.write_str("nothing is read through one map, so nothing would be read less"),
            Self::LittleShared => f.write_str("what they share has fewer elements than there are iterations"),
            Self::Contraction => f.write_str("one is a contraction, to be tiled by itself"),
            Self::ScalarLoop => f.write_str(
                "alone the loop of one becomes vectors; together it would run one element at a time, which takes longer",
            ),
            Self::FunctionsDiffer => f.write_str("both compute functions, which takes longer than reading what they share"),
            Self::TooManyResults => write!(f, "more than {} results would be computed at once", profit::MAX_RESULTS),
        }
    }
}

/// A plan for `op`, which stands behind the group, as one more member of it.
///
/// # Errors
/// The blocker; first what is not legal, then what does not pay.
pub fn plan_member(module: &Module, deps: &Deps, group: &[Member], op: &Member) -> Result<Plan, Blocker> {
    let first = &group[0];
    if !first.on_tensors || !op.on_tensors {
        return Err(Blocker::NotTensors);
    }
    if first.iterators.len() != op.iterators.len() {
        return Err(Blocker::LoopsDiffer);
    }
    if !first.is_pure || !op.is_pure {
        return Err(Blocker::ImpurePayload);
    }
    let shared = shared(module, group, op);
    check_extents(module, group, op, &shared)?;
    check_lanes(group, op)?;
    deps.check_independent(first.op, op.op).map_err(|dependence| match dependence {
        Dependence::Direct => Blocker::Dependent,
        Dependence::Through(op) => Blocker::NotConvex(op),
        Dependence::Effect(op) => Blocker::EffectBetween(op),
        Dependence::Unknown => Blocker::NotSearched,
    })?;
    let bytes = profit::check(module, group, op, &shared)?;
    Ok(Plan { shared, bytes })
}

/// A plan for each member of `other` to join the group, which holds the last op there is; `None` if one of them may not, or should not.
pub fn plan_join(module: &Module, deps: &Deps, group: &[Member], other: &[Member]) -> Option<Vec<Plan>> {
    let results = |members: &[Member]| members.iter().map(|m| m.outputs.len()).sum::<usize>();
    // First what is cheap and fails most often.
    if results(group) + results(other) > profit::MAX_RESULTS {
        return None;
    }
    for op in other {
        profit::check(module, group, op, &shared(module, group, op)).ok()?;
    }
    let mut all = group.to_vec();
    let mut plans = Vec::new();
    for op in other {
        plans.push(plan_member(module, deps, &all, op).ok()?);
        all.push(op.clone());
    }
    Some(plans)
}

/// The tensors that `op` and some member read through one map.
fn shared(module: &Module, group: &[Member], op: &Member) -> Vec<(Value, AffineMap)> {
    let is_tensor = |value: Value| module.ty(value).shape().is_some();
    let mut found: Vec<(Value, AffineMap)> = Vec::new();
    for input in &op.inputs {
        if is_tensor(input.0) && !found.contains(input) && group.iter().any(|m| m.reads(input)) {
            found.push(input.clone());
        }
    }
    found
}

/// The extents of a loop are equal if it is the same dimension of a shared value, if the types say so, or if dimensions that it comes from
/// have one origin. A static one and an open one count as different: the op of both might claim what only one of them knows.
fn check_extents(module: &Module, group: &[Member], op: &Member, shared: &[(Value, AffineMap)]) -> Result<(), Blocker> {
    let first = &group[0];
    for (loop_dim, (&a, &b)) in first.extents.iter().zip(&op.extents).enumerate() {
        let is_shared = || shared.iter().any(|(_, map)| map.results.iter().any(|e| e.as_dim() == Some(loop_dim)));
        let has_one_origin = || {
            let theirs: HashSet<Origin> = group.iter().flat_map(|m| origins(module, m.op, loop_dim)).collect();
            origins(module, op.op, loop_dim).iter().any(|o| theirs.contains(o))
        };
        if a != b || a == DYNAMIC && !is_shared() && !has_one_origin() {
            return Err(Blocker::ExtentsDiffer { loop_dim });
        }
    }
    Ok(())
}

/// Where an extent comes from, as far back as it is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    /// A dimension of this value.
    Dim(Value, usize),
    /// This index value.
    Size(Value),
}

fn origins(module: &Module, op: Op, loop_dim: usize) -> Vec<Origin> {
    let sources = module.structured(op).expect("a structured op").loop_sources();
    sources[loop_dim].iter().map(|&(operand, dim)| origin(module, module.operand(op, operand), dim)).collect()
}

/// Follows a dimension of a tensor to what it is a dimension of, for a few steps.
fn origin(module: &Module, value: Value, dim: usize) -> Origin {
    let (mut value, mut dim) = (value, dim);
    for _ in 0..16 {
        let Some(op) = module.defining_op(value) else { break };
        match module.kind(op) {
            // A result has the shape of its init.
            OpKind::Structured(_) => {
                let result = module.results(op).iter().position(|&r| r == value).expect("a result of its op");
                value = module.operand(op, module.group_range(op, 0).len() + result);
            }
            OpKind::ShapeCast if module.ty(module.operand(op, 0)).shape().is_some() => value = module.operand(op, 0),
            OpKind::InsertSlice => value = module.operand(op, 1),
            OpKind::Empty => {
                let shape = module.ty(value).shape().unwrap_or(&[]);
                let open = shape[..dim].iter().filter(|&&e| e == DYNAMIC).count();
                let Some(size) = (shape[dim] == DYNAMIC).then(|| module.operand(op, open)) else { break };
                let measured = module.defining_op(size).filter(|&d| module.kind(d) == OpKind::Dim);
                let of = measured.and_then(|d| Some((module.operand(d, 0), module.constant_int(module.operand(d, 1))?)));
                match of.and_then(|(v, d)| Some((v, usize::try_from(d).ok()?))) {
                    Some((of, at)) if module.ty(of).shape().is_some_and(|s| at < s.len()) => (value, dim) = (of, at),
                    _ => return Origin::Size(size),
                }
            }
            _ => break,
        }
    }
    Origin::Dim(value, dim)
}

/// Lanes run along the innermost loop that is a reduction for any of them, so that must be the lanes loop of each that has one. It moves
/// inside the loops after it, so each output must have an element of its own for each of those.
fn check_lanes(group: &[Member], op: &Member) -> Result<(), Blocker> {
    let all = || group.iter().chain([op]);
    if !all().any(|m| m.has_lanes) {
        return Ok(());
    }
    let Some(r) = all().filter_map(Member::lanes_loop).max() else { return Ok(()) };
    if all().any(|m| m.has_lanes && m.lanes_loop() != Some(r)) {
        return Err(Blocker::LanesLoop { loop_dim: r });
    }
    let is_dim = |map: &AffineMap, d: usize| map.results.iter().any(|e| e.as_dim() == Some(d));
    let missing = |d: &usize| all().any(|m| m.outputs.iter().any(|map| !is_dim(map, *d)));
    (r + 1..op.iterators.len()).find(missing).map_or(Ok(()), |loop_dim| Err(Blocker::LanesLoop { loop_dim }))
}
