//! Gives a `linalg.generic` the name of the op that it is, if there is one: `transform.structured.specialize`.
//!
//! The maps must be those of the name, and the body the one that the name implies, op for op: flags, casts and pinned numerics count.

use crate::canonicalize::is_same_body;
use std::fmt;
use std::sync::Arc;
use tilec_ir::named::Named;
use tilec_ir::spelling::{self, Spelling};
use tilec_ir::{AffineMap, Attr, Dense, DenseData, Dict, Module, Op, OpKind, ScalarType, Structured, StructuredOp, Type};

/// Why an op keeps its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// No named op has these maps and this body.
    NoNamedOp,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoNamedOp => "no-named-op",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNamedOp => f.write_str("no named op has its maps and its body"),
        }
    }
}

/// The name that an op may have.
pub(crate) struct Plan {
    op: Op,
    row: &'static Spelling,
    attrs: Dict,
}

/// Finds the name of a `linalg.generic`.
///
/// # Errors
/// There is none.
pub(crate) fn plan(module: &Module, op: Op) -> Result<Plan, Blocker> {
    let view = module.structured(op).filter(|v| v.which() == StructuredOp::Generic && v.num_outputs() == 1);
    let view = view.ok_or(Blocker::NoNamedOp)?;
    let moves = [filling(module, &view), transposition(module, &view), broadcast(module, &view)];
    let named = Named::all().filter_map(|named| as_named(&view, named));
    let mut plans = moves.into_iter().flatten().chain(named).map(|(row, attrs)| Plan { op, row, attrs });
    plans.find(|plan| has_its_body(module, plan)).ok_or(Blocker::NoNamedOp)
}

/// Gives the op the name.
pub(crate) fn apply(module: &mut Module, plan: Plan) {
    module.set_spelling(plan.op, plan.row);
    let data = module.op_mut(plan.op);
    (data.attrs, data.extra) = (plan.attrs, Dict::default());
}

type Found = (&'static Spelling, Dict);

fn row_of(which: StructuredOp) -> &'static Spelling {
    spelling::of(OpKind::Structured(which))
}

fn numbers(list: impl IntoIterator<Item = usize>) -> Attr {
    Attr::i64_array(list.into_iter().map(|d| i64::try_from(d).expect("few dims")).collect::<Vec<_>>())
}

/// A scalar everywhere.
fn filling(module: &Module, view: &Structured<'_>) -> Option<Found> {
    let ([input], maps) = (view.inputs().try_into().ok()?, view.maps());
    let is_scalar = module.ty(input).shape().is_none();
    (is_scalar && maps[1].is_identity()).then(|| (row_of(StructuredOp::Fill), Dict::default()))
}

/// The plain loops of the one input of an op that only moves elements, and whose types say the same of them.
fn moved(module: &Module, view: &Structured<'_>) -> Option<Vec<usize>> {
    let ([input], maps) = (view.inputs().try_into().ok()?, view.maps());
    let (from, to) = (module.ty(input).shape()?, module.ty(view.outputs()[0]).shape()?);
    let loops: Vec<usize> = maps[0].results.iter().map(tilec_ir::AffineExpr::as_dim).collect::<Option<_>>()?;
    let same = loops.iter().zip(from).all(|(&l, n)| to.get(l) == Some(n));
    (maps[1].is_identity() && maps[0].is_projected_permutation() && same).then_some(loops)
}

fn transposition(module: &Module, view: &Structured<'_>) -> Option<Found> {
    let loops = moved(module, view).filter(|l| l.len() == view.iterators().len() && !l.iter().copied().eq(0..l.len()))?;
    // Dimension `d` of the result is dimension `permutation[d]` of the input.
    let permutation = (0..loops.len()).map(|d| loops.iter().position(|l| *l == d).expect("a permutation"));
    Some((row_of(StructuredOp::Transpose), [("permutation", numbers(permutation))].into_iter().collect()))
}

fn broadcast(module: &Module, view: &Structured<'_>) -> Option<Found> {
    let rank = view.iterators().len();
    let loops = moved(module, view).filter(|l| l.len() < rank && l.is_sorted())?;
    let added = (0..rank).filter(|d| !loops.contains(d));
    Some((row_of(StructuredOp::Broadcast), [("dimensions", numbers(added))].into_iter().collect()))
}

/// A row of the table, if it has these maps; strides and dilations are read off them.
fn as_named(view: &Structured<'_>, named: Named) -> Option<Found> {
    let (maps, rank) = (view.maps(), view.maps().last()?.num_results());
    if named.num_inputs() != view.num_inputs() {
        return None;
    }
    let [strides, dilations] = windows(&maps, named, rank)?;
    if named.maps(rank, &strides, &dilations) != maps || named.iterators(rank) != view.iterators() {
        return None;
    }
    let list = |values: &[i64]| {
        let elem = ScalarType::Int(64);
        let ty = Type::tensor(&[i64::try_from(values.len()).ok()?], elem);
        let first = *values.first()?;
        let bytes = || values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let is_splat = values.iter().all(|v| *v == first);
        let data = if is_splat { DenseData::Splat(first.cast_unsigned()) } else { DenseData::Bytes(bytes()) };
        Some(Attr::Dense(Arc::new(Dense::new(ty, data))))
    };
    let mut attrs = Dict::default();
    if named.has_window() {
        attrs.set("dilations", list(&dilations)?);
        attrs.set("strides", list(&strides)?);
    }
    Some((spelling::find(named.def().name)?, attrs))
}

/// Factors that occur in no map by chance, to find out where a row has its strides and dilations.
const MARKS: [[i64; 3]; 2] = [[1_000_003, 1_000_033, 1_000_037], [2_000_003, 2_000_029, 2_000_039]];

/// The strides and dilations with which the maps of a row would be these.
fn windows(maps: &[AffineMap], named: Named, rank: usize) -> Option<[Vec<i64>; 2]> {
    let mut found = [Vec::new(), Vec::new()];
    if !named.has_window() {
        return Some(found);
    }
    let marked = named.maps(rank, &MARKS[0], &MARKS[1]);
    if marked.len() != maps.len() || marked[0].dims != maps[0].dims {
        return None;
    }
    let factor = |map: &AffineMap, result: usize, d: usize| {
        let mut at = vec![0; map.dims as usize];
        let start = map.results.get(result)?.eval(&at, &[])?;
        at[d] = 1;
        map.results[result].eval(&at, &[])?.checked_sub(start)
    };
    for (which, marks) in MARKS.iter().enumerate() {
        for mark in marks {
            let places = (0..marked[0].num_results()).flat_map(|r| (0..maps[0].dims as usize).map(move |d| (r, d)));
            let place = places.into_iter().find(|&(r, d)| factor(&marked[0], r, d) == Some(*mark));
            let Some((r, d)) = place else { break };
            found[which].push(factor(&maps[0], r, d).filter(|f| *f > 0)?);
        }
    }
    Some(found)
}

/// True if the op's body is the one that the name implies.
fn has_its_body(module: &Module, plan: &Plan) -> bool {
    let mut scratch = Module::new();
    let loc = module.op(plan.op).loc.clone();
    let mut operands = Vec::new();
    for value in module.operands(plan.op) {
        let made = scratch.create_op(spelling::of(OpKind::Empty), &[], &[module.ty(value).clone()], 0, loc.clone());
        operands.push(scratch.result(made));
    }
    let results: Vec<Type> = module.results(plan.op).iter().map(|&v| module.ty(v).clone()).collect();
    let named = scratch.create_op(plan.row, &operands, &results, 1, loc);
    scratch.set_segments(named, &[operands.len() - 1, 1]);
    scratch.op_mut(named).attrs = plan.attrs.clone();
    scratch.build_named_body(named);
    is_same_body(module, module.entry(plan.op), &scratch, scratch.entry(named))
}
