//! Pads the operands of an op on a tile, so that all tiles have one constant size.
//!
//! A loop is padded to the least constant that bounds its extent, or the next multiple of a number. What is past the ends of the results is
//! cut off again.

use super::{Blocker, copy, extent_of, extents_of, known_extent, neutral, pad_behind};
use crate::analysis::bounds::Bounds;
use crate::analysis::linear::Linear;
use crate::canonicalize::entries::{Entry, is_possible};
use crate::index::{self, Index, dim};
use std::collections::HashMap;
use tilec_ir::{AffineExpr, Attr, Builder, Module, Op, OpKind, Scalar, Structured, Type, Value, spelling};

/// What becomes of the part of a result that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CopyBack {
    /// It is the result.
    None,
    /// It is copied to the init.
    Copy,
    /// `bufferization.materialize_in_destination`, into the init.
    Materialize,
}

/// What a step asks for.
pub(crate) struct Request<'a> {
    /// The loops to pad.
    pub(crate) loops: &'a [i64],
    /// For each of them a number that its size becomes a multiple of; none for 1.
    pub(crate) multiples: &'a [i64],
    /// One an operand; none for noughts.
    pub(crate) values: &'a [Attr],
    /// The operands that are padded even where there is nothing to pad.
    pub(crate) nofold: &'a [i64],
    pub(crate) copy_back: CopyBack,
}

/// An operand that is padded.
struct Padded {
    /// The extents that it gets; `None` where it is not padded.
    sizes: Vec<Option<i64>>,
    value: Scalar,
    nofold: bool,
}

/// An op that may be padded so.
pub(crate) struct Plan {
    op: Op,
    operands: Vec<Option<Padded>>,
    copy_back: CopyBack,
}

/// What was made.
pub(crate) struct Made {
    /// The op on padded operands.
    pub(crate) op: Op,
    pub(crate) pads: Vec<Op>,
    pub(crate) copies: Vec<Op>,
}

/// A loop.
struct Loop {
    /// What its extent is never above.
    bound: Option<i64>,
    /// The bound is the extent.
    exact: bool,
    /// The first operand and dimension that have its extent.
    source: (usize, usize),
}

/// Checks an op.
///
/// # Errors
/// Why it is not padded.
pub(crate) fn plan(module: &Module, op: Op, request: &Request<'_>) -> Result<Plan, Blocker> {
    let view = module.structured(op).filter(Structured::on_tensors).ok_or(Blocker::NotStructured)?;
    let operands: Vec<Value> = module.operands(op).collect();
    if let Some(operand) = operands.iter().position(|&v| module.ty(v).shape().is_some_and(|s| s.contains(&0))) {
        return Err(Blocker::Empty { operand });
    }
    let maps = view.maps();
    let loops = loops(module, &view);
    let sizes = padded_loops(&loops, request)?;
    let past: Vec<usize> =
        (0..loops.len()).filter(|&d| sizes[d].is_some_and(|s| !loops[d].exact || loops[d].bound != Some(s))).collect();
    super::check_extents(module, &view, (0..loops.len()).filter(|d| sizes[*d].is_some()))?;
    let mut padded = Vec::new();
    for (operand, &value) in operands.iter().enumerate() {
        let ty = module.ty(value);
        let Some(shape) = ty.shape() else {
            padded.push(None);
            continue;
        };
        let mut wanted = Vec::with_capacity(shape.len());
        for (d, e) in maps[operand].results.iter().enumerate() {
            wanted.push(padded_extent(module, (operand, value, d), e, &sizes, &loops)?);
        }
        let nofold = request.nofold.get(operand) == Some(&1);
        let is_padded =
            wanted.iter().enumerate().any(|(d, w)| w.is_some_and(|w| known_extent(module, value, d) != Some(Entry::Number(w))));
        let elem = ty.elem().expect("a tensor");
        let of_type = |attr: &Attr| super::number(attr, elem);
        let number =
            if request.values.is_empty() { Some(Scalar::zero(elem)) } else { request.values.get(operand).and_then(of_type) };
        if !is_padded && !nofold {
            padded.push(None);
            continue;
        }
        let number = number.ok_or(Blocker::PaddingValue { operand })?;
        let whole: Vec<i64> = wanted.iter().zip(shape).map(|(w, &n)| w.unwrap_or(n)).collect();
        if !is_possible(&Type::tensor(&whole, elem)) {
            return Err(Blocker::TooLarge { operand });
        }
        padded.push(Some(Padded { sizes: wanted, value: number, nofold }));
    }
    if !request.values.is_empty() && request.values.len() != operands.len() {
        return Err(Blocker::PaddingValue { operand: request.values.len().min(operands.len().saturating_sub(1)) });
    }
    let pads: Vec<Option<Scalar>> = padded.iter().map(|p| p.as_ref().map(|p| p.value)).collect();
    neutral::check(module, &view, &past, &pads)?;
    Ok(Plan { op, operands: padded, copy_back: request.copy_back })
}

/// The loops with what bounds them.
fn loops(module: &Module, view: &Structured<'_>) -> Vec<Loop> {
    let bounds = Bounds::new(module);
    let sources = view.loop_sources();
    let of = |sources: Vec<(usize, usize)>| {
        let mut found = Loop { bound: None, exact: false, source: sources.first().copied().unwrap_or((0, 0)) };
        for (operand, d) in sources {
            let value = module.operand(view.op, operand);
            match known_extent(module, value, d) {
                Some(Entry::Number(n)) => return Loop { bound: Some(n), exact: true, ..found },
                Some(Entry::Value(v)) => {
                    let bound = bounds.greatest(&Linear::exact(module, v));
                    found.bound = found.bound.into_iter().chain(bound).min();
                }
                None => {}
            }
        }
        found
    };
    sources.into_iter().map(of).collect()
}

/// The sizes of the loops that are padded.
fn padded_loops(loops: &[Loop], request: &Request<'_>) -> Result<Vec<Option<i64>>, Blocker> {
    let mut sizes = vec![None; loops.len()];
    for (n, &wanted) in request.loops.iter().enumerate() {
        let d = usize::try_from(wanted).ok().filter(|d| *d < loops.len());
        let d = d.ok_or(Blocker::LoopCount { loops: loops.len(), found: wanted })?;
        let (operand, dim) = loops[d].source;
        let bound = loops[d].bound.filter(|b| *b >= 1).ok_or(Blocker::NoBound { operand, dim })?;
        let multiple = request.multiples.get(n).copied().unwrap_or(1).max(1);
        let size = bound.checked_add(multiple - 1).map(|s| s / multiple * multiple);
        sizes[d] = Some(size.ok_or(Blocker::TooLarge { operand })?);
    }
    Ok(sizes)
}

/// The extent that dimension `d` of an operand gets, which is read at `e`; `None` if it stays.
fn padded_extent(
    module: &Module,
    (operand, value, d): (usize, Value, usize),
    e: &AffineExpr,
    sizes: &[Option<i64>],
    loops: &[Loop],
) -> Result<Option<i64>, Blocker> {
    if let Some(l) = e.as_dim() {
        return Ok(sizes[l]);
    }
    if !(0..loops.len()).any(|l| sizes[l].is_some() && e.uses_dim(l)) {
        return Ok(None);
    }
    let used: Vec<Option<(i64, i64)>> = loops.iter().zip(sizes).map(|(l, s)| Some((0, s.or(l.bound)?.max(1) - 1))).collect();
    if let Some(l) = (0..loops.len()).find(|&l| e.uses_dim(l) && used[l].is_none()) {
        let (operand, dim) = loops[l].source;
        return Err(Blocker::NoBound { operand, dim });
    }
    let (low, high) = e.interval(&used, &[]).ok_or(Blocker::Map { operand, dim: d })?;
    let needed = high.checked_add(1).filter(|_| low >= 0).ok_or(Blocker::Map { operand, dim: d })?;
    let own = match known_extent(module, value, d) {
        Some(Entry::Number(n)) => Some(n),
        Some(Entry::Value(v)) => Bounds::new(module).greatest(&Linear::exact(module, v)),
        None => None,
    };
    Ok(Some(needed.max(own.ok_or(Blocker::NoBound { operand, dim: d })?)))
}

/// Pads the op.
pub(crate) fn apply(module: &mut Module, plan: &Plan) -> Made {
    let (op, mut pads) = (plan.op, Vec::new());
    let view = module.structured(op).expect("a structured op");
    let (inputs, inits) = (view.num_inputs(), view.outputs());
    let operands: Vec<Value> = module.operands(op).collect();
    let mut builder = Builder::before(module, op);
    let mut values = Vec::new();
    for (&operand, padded) in operands.iter().zip(&plan.operands) {
        values.push(match padded {
            Some(padded) => {
                let pad = pad_operand(&mut builder, operand, padded);
                pads.push(pad);
                builder.module.result(pad)
            }
            None => operand,
        });
    }
    let made = builder.module.clone_op(op, &mut HashMap::new());
    builder.insert(made);
    for (i, &value) in values.iter().enumerate() {
        builder.module.set_operand(made, i, value);
    }
    let (mut kept, mut copies) = (Vec::new(), Vec::new());
    for (i, &init) in inits.iter().enumerate() {
        let result = builder.module.results(made)[i];
        let (ty, old) = (builder.module.ty(values[inputs + i]).clone(), builder.module.ty(init).clone());
        builder.module.set_type(result, ty);
        let part = if plan.operands[inputs + i].is_some() {
            let sizes = extents_of(&mut builder, init);
            let part = index::slice(&mut builder, result, &vec![Index::ZERO; sizes.len()], &sizes);
            crate::tile::cast(&mut builder, part, &old)
        } else {
            result
        };
        let copied = match plan.copy_back {
            CopyBack::None => None,
            CopyBack::Copy => Some(copy(&mut builder, part, init)),
            CopyBack::Materialize => Some(builder.op(spelling::of(OpKind::Materialize), &[part, init], &[old])),
        };
        kept.push(copied.map_or(part, |c| builder.module.result(c)));
        copies.extend(copied);
    }
    module.replace_op(op, &kept);
    Made { op: made, pads, copies }
}

fn pad_operand(builder: &mut Builder<'_>, operand: Value, padded: &Padded) -> Op {
    let mut high = Vec::new();
    let mut shape = builder.module.ty(operand).shape().expect("a tensor").to_vec();
    for (d, size) in padded.sizes.iter().enumerate() {
        let Some(size) = *size else {
            high.push(Index::ZERO);
            continue;
        };
        let extent = extent_of(builder, operand, d);
        high.push(index::apply(builder, &dim(0).minus(dim(1)), &[Index::Const(size), extent]));
        shape[d] = size;
    }
    let value = builder.scalar(padded.value);
    pad_behind(builder, operand, &high, &shape, value, padded.nofold)
}
