//! May an op become loops, and in which order does each of its outputs accumulate.

use crate::analysis::alias::{buffers_inside, may_overlap};
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::scalar_op::{BinaryOp, TernaryOp};
use tilec_ir::{AffineMap, DYNAMIC, IteratorKind, Layout, Module, Op, OpKind, Structured, Type, Value};

/// Why an op stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// It computes tensors: bufferize first.
    OnTensors,
    /// A buffer whose layout is an arbitrary map, or whose rank is unknown.
    Layout(Value),
    /// No operand has this loop as a plain dimension.
    UnknownExtent(usize),
    /// Output `n` is marked as lane-ordered, but not of the form that has such an order.
    LanesForm(usize, &'static str),
    /// Output `n` and another buffer of the op may share memory, and the lane order would change what is read.
    MayAlias(usize),
    /// A copy of a contiguous buffer to a contiguous buffer is one move.
    ContiguousCopy,
}

impl Blocker {
    /// The name in remarks and in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OnTensors => "on-tensors",
            Self::Layout(_) => "layout",
            Self::UnknownExtent(_) => "unknown-extent",
            Self::LanesForm(..) => "lanes-form",
            Self::MayAlias(_) => "may-alias",
            Self::ContiguousCopy => "contiguous-copy",
        }
    }

    /// One line for the remark.
    pub fn message(self) -> String {
        match self {
            Self::OnTensors => "an operand or result is a tensor".into(),
            Self::Layout(_) => "a buffer has no strides".into(),
            Self::UnknownExtent(d) => format!("no operand has loop d{d} as a plain dimension"),
            Self::LanesForm(i, why) => format!("output {i} is lane-ordered but {why}"),
            Self::MayAlias(i) => format!("output {i} may share memory with another operand"),
            Self::ContiguousCopy => "both buffers are contiguous: stays one move".into(),
        }
    }
}

/// Where the upper bound of a loop comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Known.
    Static(i64),
    /// The extent of a dimension of a buffer.
    Dim(Value, usize),
}

/// How an output gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accumulate {
    /// Loaded (if read) and stored in every iteration.
    InMemory,
    /// Loaded before and stored after the loops from [`Plan::carry_from`] on, carried through them.
    Carried,
    /// In lane order over [`Plan::lanes_loop`], by this op of the body.
    Lanes(Op),
}

/// All that the rewrite of a structured op needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The op.
    pub op: Op,
    /// One map an operand.
    pub maps: Vec<AffineMap>,
    /// One extent a loop.
    pub extents: Vec<Extent>,
    /// One way an output.
    pub outputs: Vec<Accumulate>,
    /// The first of the innermost loops that carry accumulators; the number of loops if none does.
    pub carry_from: usize,
    /// The loop that runs in lane order, if any.
    pub lanes_loop: Option<usize>,
}

/// The plan for a structured op.
///
/// # Errors
/// The blocker.
pub fn plan_structured(module: &Module, op: Op) -> Result<Plan, Blocker> {
    let view = module.structured(op).expect("a structured op");
    let types = || module.operands(op).chain(module.results(op).iter().copied());
    if types().any(|v| matches!(module.ty(v), Type::Tensor(_) | Type::UnrankedTensor(_))) {
        return Err(Blocker::OnTensors);
    }
    if let Some(v) = module.operands(op).find(|&v| !has_strides(module, v)) {
        return Err(Blocker::Layout(v));
    }
    let extents = plan_extents(module, &view)?;
    let maps = view.maps();
    let sharing = Sharing::new(module, &view);
    let reduction = Reduction { module, view, maps: &maps, extents: &extents, sharing: &sharing };
    if let Some((lanes_loop, outputs)) = reduction.plan_lanes()? {
        let carry_from = extents.len();
        return Ok(Plan { op, maps, extents, outputs, carry_from, lanes_loop: Some(lanes_loop) });
    }
    let (carry_from, outputs) = reduction.plan_carried();
    Ok(Plan { op, maps, extents, outputs, carry_from, lanes_loop: None })
}

/// The extents of a copy's loops.
///
/// # Errors
/// The blocker.
pub fn plan_copy(module: &Module, op: Op) -> Result<Vec<Extent>, Blocker> {
    let (source, target) = (module.operand(op, 0), module.operand(op, 1));
    for v in [source, target] {
        if module.ty(v).as_memref().is_none() || !has_strides(module, v) {
            return Err(Blocker::Layout(v));
        }
    }
    if [source, target].iter().all(|&v| module.ty(v).as_memref().is_some_and(|t| t.is_contiguous())) {
        return Err(Blocker::ContiguousCopy);
    }
    let shape = |v| module.ty(v).shape().unwrap_or(&[]);
    let extent = |(dim, (&a, &b)): (usize, (&i64, &i64))| match (a, b) {
        (DYNAMIC, DYNAMIC) => Extent::Dim(source, dim),
        (DYNAMIC, known) | (known, _) => Extent::Static(known),
    };
    Ok(shape(source).iter().zip(shape(target)).enumerate().map(extent).collect())
}

/// False for buffers of unknown rank and for layouts that are arbitrary maps.
fn has_strides(module: &Module, v: Value) -> bool {
    match module.ty(v) {
        Type::MemRef(t) => !matches!(t.layout, Layout::Map(_)),
        Type::UnrankedMemRef(_) => false,
        _ => true,
    }
}

fn plan_extents(module: &Module, view: &Structured<'_>) -> Result<Vec<Extent>, Blocker> {
    let dynamic = |sources: &[(usize, usize)]| {
        let (operand, dim) = *sources.first()?;
        Some(Extent::Dim(module.operand(view.op, operand), dim))
    };
    let sources = view.loop_sources();
    let plan = |(d, extent): (usize, i64)| match extent {
        DYNAMIC => dynamic(&sources[d]).ok_or(Blocker::UnknownExtent(d)),
        known => Ok(Extent::Static(known)),
    };
    view.extents().into_iter().enumerate().map(plan).collect()
}

/// Which outputs share memory with anything else the op touches.
struct Sharing {
    outputs: Vec<bool>,
}

impl Sharing {
    fn new(module: &Module, view: &Structured<'_>) -> Self {
        let mut others: Vec<Value> = view.inputs();
        others.extend(buffers_inside(module, view.op));
        others.retain(|&v| module.ty(v).as_memref().is_some());
        let outputs = view.outputs();
        let shares = |i: usize| {
            let rest = outputs.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, v)| v);
            others.iter().chain(rest).any(|&v| may_overlap(module, outputs[i], v))
        };
        Self { outputs: (0..outputs.len()).map(shares).collect() }
    }
}

/// The shortest lanes loop worth its halving steps, where the order is free.
pub(crate) const LEAST_FREE_EXTENT: i64 = 64;

struct Reduction<'a> {
    module: &'a Module,
    view: Structured<'a>,
    maps: &'a [AffineMap],
    extents: &'a [Extent],
    sharing: &'a Sharing,
}

impl Reduction<'_> {
    fn output_map(&self, i: usize) -> &AffineMap {
        &self.maps[self.view.num_inputs() + i]
    }

    fn num_outputs(&self) -> usize {
        self.view.num_outputs()
    }

    /// The innermost reduction loops that no carried output's map uses, and how each output accumulates.
    fn plan_carried(&self) -> (usize, Vec<Accumulate>) {
        let kinds = self.view.iterators();
        let loops = kinds.len();
        let suffix = |i: usize| {
            let is_free = |d: &usize| kinds[*d] == IteratorKind::Reduction && !self.output_map(i).uses_dim(*d);
            loops - (0..loops).rev().take_while(is_free).count()
        };
        let is_carried = |i: usize| suffix(i) < loops && self.view.reads_init(i) && !self.sharing.outputs[i] && self.is_inside(i);
        let carried: Vec<bool> = (0..self.num_outputs()).map(is_carried).collect();
        let from = (0..self.num_outputs()).filter(|&i| carried[i]).map(suffix).max().unwrap_or(loops);
        (from, carried.into_iter().map(|c| if c { Accumulate::Carried } else { Accumulate::InMemory }).collect())
    }

    /// True if the accessed element of output `i` is there even when the innermost loops make no iteration.
    fn is_inside(&self, i: usize) -> bool {
        let shape = self.module.ty(self.view.outputs()[i]).shape().unwrap_or(&[]);
        let results = &self.output_map(i).results;
        results.iter().zip(shape).all(|(e, &n)| e.as_dim().is_some() || e.as_const().is_some_and(|c| c >= 0 && c < n))
    }

    /// The lanes loop and how each output accumulates; `None` if the op has no lane order.
    fn plan_lanes(&self) -> Result<Option<(usize, Vec<Accumulate>)>, Blocker> {
        let marked: Vec<Op> = self.module.block_ops(self.view.body()).filter(|&o| is_lane_ordered(self.module, o)).collect();
        let kinds = self.view.iterators();
        let Some(r) = kinds.iter().rposition(|k| *k == IteratorKind::Reduction) else {
            return if marked.is_empty() { Ok(None) } else { Err(Blocker::LanesForm(0, "there is no reduction loop")) };
        };
        let forms: Vec<_> = (0..self.num_outputs()).map(|i| self.combiner(i, r)).collect();
        for &op in &marked {
            if !forms.contains(&Ok(op)) {
                return Err(self.unfit(op, &forms));
            }
        }
        if marked.is_empty() && !self.is_free_profitable(r, &forms) {
            return Ok(None);
        }
        self.check_reorder(r)?;
        let accumulate = |(i, form): (usize, &Result<Op, &'static str>)| match *form {
            Ok(op) if marked.contains(&op) && self.sharing.outputs[i] => Err(Blocker::MayAlias(i)),
            Ok(op) if marked.contains(&op) || is_order_free(self.module, op) && !self.sharing.outputs[i] => {
                Ok(Accumulate::Lanes(op))
            }
            _ => Ok(Accumulate::InMemory),
        };
        let outputs = forms.iter().enumerate().map(accumulate).collect::<Result<_, _>>()?;
        Ok(Some((r, outputs)))
    }

    /// The blocker for a marked op that no output's form has as its combiner.
    fn unfit(&self, op: Op, forms: &[Result<Op, &'static str>]) -> Blocker {
        let yields = self.view.yields();
        let output = yields.iter().position(|&y| self.module.defining_op(y) == Some(op));
        let why = output.and_then(|i| forms[i].err()).unwrap_or("the marked op is not what an output yields");
        Blocker::LanesForm(output.unwrap_or(0), why)
    }

    /// The op that combines output `i` with what loop `r` brings, if the body is `yield acc ⊕ x`.
    fn combiner(&self, i: usize, r: usize) -> Result<Op, &'static str> {
        let module = self.module;
        let acc = module.block_args(self.view.body())[self.view.num_inputs() + i];
        let yielded = self.view.yields()[i];
        let op = module.defining_op(yielded).ok_or("the body yields no combination")?;
        let acc_is_last = match module.kind(op) {
            OpKind::Binary(BinaryOp::AddF | BinaryOp::MulF) => false,
            OpKind::Binary(_) if is_order_free(module, op) => false,
            OpKind::Ternary(TernaryOp::Fma) => true,
            _ => return Err("the yielded value is not a sum, a product or order-free"),
        };
        let [user] = module.uses(acc) else {
            return Err("the accumulator is not used once");
        };
        if user.op != op || acc_is_last && user.operand != 2 {
            return Err("the accumulator is not what the yielded value adds to");
        }
        if module.uses(yielded).len() != 1 {
            return Err("the combination is used more than once");
        }
        if self.output_map(i).uses_dim(r) {
            return Err("its map uses the reduction loop");
        }
        Ok(op)
    }

    /// Loop `r` moves inside the loops after it: they must be distinct elements for every output.
    fn check_reorder(&self, r: usize) -> Result<(), Blocker> {
        for i in 0..self.num_outputs() {
            let is_dim = |d| self.output_map(i).results.iter().any(|e| e.as_dim() == Some(d));
            if !(r + 1..self.extents.len()).all(is_dim) {
                return Err(Blocker::LanesForm(i, "a loop inside the reduction loop is not one of its dimensions"));
            }
            if r + 1 < self.extents.len() && self.sharing.outputs[i] {
                return Err(Blocker::MayAlias(i));
            }
        }
        Ok(())
    }

    /// Profit, not legality: a long contiguous row, and nothing that would keep the lanes from becoming vectors.
    fn is_free_profitable(&self, r: usize, forms: &[Result<Op, &'static str>]) -> bool {
        let is_long = matches!(self.extents[r], Extent::Static(n) if n >= LEAST_FREE_EXTENT);
        let is_row = |map: &AffineMap| map.results.last().is_some_and(|e| e.as_dim() == Some(r));
        let is_free = |form: &Result<Op, &'static str>| form.is_ok_and(|op| is_order_free(self.module, op));
        let is_vector = |(i, form): (usize, &Result<Op, &'static str>)| {
            let bits = self.module.ty(self.view.outputs()[i]).elem().map_or(0, |e| e.bits());
            bits >= 32 && !self.sharing.outputs[i] && (is_free(form) || self.is_stored_in_row(i, r))
        };
        let inputs = self.view.num_inputs();
        r + 1 == self.extents.len()
            && is_long
            && self.maps[..inputs].iter().any(is_row)
            && forms.iter().any(is_free)
            && forms.iter().enumerate().all(is_vector)
    }

    /// True if each iteration of loop `r` writes the next element of output `i`.
    fn is_stored_in_row(&self, i: usize, r: usize) -> bool {
        let results = self.output_map(i).results.split_last();
        results.is_some_and(|(last, rest)| last.as_dim() == Some(r) && !rest.iter().any(|e| e.uses_dim(r)))
    }
}

/// True for combiners that give the same bits in any order (DESIGN §3), overflow flags aside.
pub(crate) fn is_order_free(module: &Module, op: Op) -> bool {
    use BinaryOp::{AddI, And, MaxNumF, MaxSI, MaxUI, MaximumF, MinNumF, MinSI, MinUI, MinimumF, MulI, Or, Xor};
    let OpKind::Binary(kind) = module.kind(op) else { return false };
    let by_kind =
        matches!(kind, MaximumF | MinimumF | MaxNumF | MinNumF | AddI | MulI | And | Or | Xor | MaxSI | MinSI | MaxUI | MinUI);
    by_kind && module.attr(op, "overflowFlags").is_none()
}
