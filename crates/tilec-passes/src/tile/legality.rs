//! May the loops of an op be split into tiles, and in this order?

use super::interface;
use super::order::{Order, ordered_loops};
use crate::analysis::alias;
use crate::analysis::effects::is_pure;
use crate::index::Index;
use crate::mutation::{Mutation, is_on};
use tilec_ir::affine::AffineOp;
use tilec_ir::{AffineExpr, AffineMap, IteratorKind, Module, Op, OpKind, Structured, Value};

/// Why an op is not tiled so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The op has no loops that could be split.
    NotTileable,
    /// More tile sizes than loops.
    TooManySizes {
        /// Loops of the op.
        loops: usize,
        /// Sizes given.
        sizes: usize,
    },
    /// A tile size below nought.
    NegativeSize(i64),
    /// The interchange is no permutation of the loops.
    NoPermutation,
    /// An operand is read at an index that falls with a tiled loop, or whose part for a tile is otherwise not one rectangle.
    Map {
        /// The operand.
        operand: usize,
        /// The dimension of the operand.
        result: usize,
    },
    /// An operand is read at a remainder or quotient of a tiled loop, and tiles start at different phases.
    Phase {
        /// The operand.
        operand: usize,
        /// The dimension of the operand.
        result: usize,
    },
    /// An operand has no elements along a dimension that stays whole: there is no slice of nothing.
    Empty {
        /// The operand.
        operand: usize,
    },
    /// A result is not written at the plain tiled loop.
    OutputMap {
        /// The output.
        output: usize,
    },
    /// The elements of a sum would be taken in another order.
    ReductionOrder {
        /// The loop.
        loop_dim: usize,
        /// What is wrong with it.
        order: Order,
    },
    /// The output of a partial reduction is not combined by an operation that may take its elements in any order.
    NotOrderFree {
        /// The output.
        output: usize,
    },
    /// A partial reduction splits reduction loops alone.
    ParallelLoop {
        /// The loop.
        loop_dim: usize,
    },
    /// Iterations that write the same element would run in parallel.
    ParallelReduction {
        /// The loop.
        loop_dim: usize,
    },
    /// The op reads memory that other iterations of it may write.
    ReadsWhatItWrites,
}

impl Blocker {
    /// The name in remarks and in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotTileable => "not-tileable",
            Self::TooManySizes { .. } => "too-many-sizes",
            Self::NegativeSize(_) => "negative-size",
            Self::NoPermutation => "no-permutation",
            Self::Map { .. } => "map",
            Self::Phase { .. } => "phase",
            Self::Empty { .. } => "empty",
            Self::OutputMap { .. } => "output-map",
            Self::ReductionOrder { .. } => "reduction-order",
            Self::NotOrderFree { .. } => "not-order-free",
            Self::ParallelLoop { .. } => "parallel-loop",
            Self::ParallelReduction { .. } => "parallel-reduction",
            Self::ReadsWhatItWrites => "reads-what-it-writes",
        }
    }

    /// One line for the remark.
    pub fn message(&self, module: &Module, op: Op) -> String {
        let name = module.spelling(op).name;
        let expr = |operand: usize, result: usize| {
            let map = module.structured(op).map(|s| s.maps()[operand].clone());
            map.map_or(String::new(), |m| format!(" ({})", m.results[result]))
        };
        match self {
            Self::NotTileable => format!("{name} on these types has no loops that can be tiled"),
            Self::TooManySizes { loops, sizes } => format!("expected at most {loops} tile sizes for {name}, but found {sizes}"),
            Self::NegativeSize(n) => format!("expected tile sizes of 0 or more, but found {n}"),
            Self::NoPermutation => format!("the interchange is no permutation of the loops of {name}"),
            Self::Map { operand, result } => {
                format!("a tile reads no rectangle of operand {operand}: dimension {result}{}", expr(*operand, *result))
            }
            Self::Phase { operand, result } => {
                let at = expr(*operand, *result);
                format!("tiles start at different phases of dimension {result} of operand {operand}{at}")
            }
            Self::Empty { operand } => format!("operand {operand} has no elements to take a part of"),
            Self::OutputMap { output } => format!("output {output} is not written at the plain tiled loops"),
            Self::ReductionOrder { loop_dim, order } => format!("reduction loop d{loop_dim}: {}", order.message()),
            Self::NotOrderFree { output } => {
                format!("the elements of output {output} are combined in order, so not in parts")
            }
            Self::ParallelLoop { loop_dim } => format!("d{loop_dim} is no reduction loop"),
            Self::ParallelReduction { loop_dim } => {
                format!("iterations of loop d{loop_dim} write the same element, so they cannot run in parallel")
            }
            Self::ReadsWhatItWrites => format!("{name} may read memory that other iterations of it write"),
        }
    }
}

/// The tile sizes and order of loops of an op, found legal.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The op.
    pub op: Op,
    /// One size a loop; 0 leaves it whole.
    pub sizes: Vec<Index>,
    /// The tiled loops, outermost first.
    pub order: Vec<usize>,
}

/// How the tiles run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// One after the other: `scf.for`.
    InOrder,
    /// In any order: `scf.forall`.
    Parallel,
}

/// Plans the tiling of an op: sizes for its first loops, 0 for loops that stay whole; `interchange` lists the loops from the outermost tile
/// loop inwards, and is empty for the order they have.
///
/// # Errors
/// The blocker.
pub fn plan(module: &Module, op: Op, sizes: &[Index], interchange: &[usize], run: Run) -> Result<Plan, Blocker> {
    let kinds = interface::iterators(module, op).ok_or(Blocker::NotTileable)?;
    if sizes.len() > kinds.len() {
        return Err(Blocker::TooManySizes { loops: kinds.len(), sizes: sizes.len() });
    }
    if let Some(n) = sizes.iter().filter_map(|s| s.as_const()).find(|n| *n < 0) {
        return Err(Blocker::NegativeSize(n));
    }
    let mut sizes = sizes.to_vec();
    sizes.resize(kinds.len(), Index::ZERO);
    let order = tile_order(&sizes, interchange).ok_or(Blocker::NoPermutation)?;
    let is_race = run == Run::Parallel && !is_on(Mutation::TileParallelReduction);
    if is_race && let Some(&loop_dim) = order.iter().find(|&&d| kinds[d] == IteratorKind::Reduction) {
        return Err(Blocker::ParallelReduction { loop_dim });
    }
    if order.is_empty() {
        return Ok(Plan { op, sizes, order });
    }
    if let Some(view) = module.structured(op) {
        check_structured(module, &view, &sizes, &order, run)?;
    } else if let Some(&loop_dim) = order.iter().find(|&&d| kinds[d] == IteratorKind::Reduction) {
        return Err(Blocker::ReductionOrder { loop_dim, order: Order::Whole });
    } else {
        check_elements(module, op)?;
    }
    Ok(Plan { op, sizes, order })
}

/// Refuses an op with an operand or result of no elements.
pub(crate) fn check_elements(module: &Module, op: Op) -> Result<(), Blocker> {
    let is_nothing = |v: Value| module.ty(v).shape().is_some_and(|s| s.contains(&0));
    let operand = module.operands(op).chain(module.results(op).iter().copied()).position(is_nothing);
    operand.map_or(Ok(()), |operand| Err(Blocker::Empty { operand }))
}

/// Plans the tiles that so many threads have along each loop: what must fit is where those start, not how many there are.
pub(super) fn plan_threads(module: &Module, op: Op, threads: &[Index]) -> Result<Plan, Blocker> {
    let extents = module.structured(op).map(|view| view.extents()).unwrap_or_default();
    let size = |(d, &count): (usize, &Index)| match (count, extents.get(d)) {
        (Index::Const(n), Some(&extent)) if n > 0 && extent > 0 => Index::Const((extent + n - 1) / n),
        (Index::Const(n), _) if n <= 0 => count,
        // Anywhere.
        _ => Index::Const(1),
    };
    let sizes: Vec<Index> = threads.iter().enumerate().map(size).collect();
    let plan = plan(module, op, &sizes, &[], Run::Parallel)?;
    if plan.order.iter().any(|&d| extents.get(d) == Some(&0)) {
        // Tiles of nothing, all of them at 0.
        check_elements(module, op)?;
    }
    Ok(plan)
}

/// The tiled loops, outermost first.
fn tile_order(sizes: &[Index], interchange: &[usize]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = interchange.to_vec();
    let given = order.len();
    let mut seen = vec![false; sizes.len()];
    for &d in &order {
        if std::mem::replace(seen.get_mut(d)?, true) {
            return None;
        }
    }
    // Loops beyond those that are listed keep their places, as in mlir-opt.
    if seen[..given.min(sizes.len())].iter().any(|s| !s) {
        return None;
    }
    order.extend(given..sizes.len());
    order.retain(|&d| !sizes[d].is(0));
    Some(order)
}

fn check_structured(module: &Module, view: &Structured<'_>, sizes: &[Index], order: &[usize], run: Run) -> Result<(), Blocker> {
    check_maps(module, view, sizes)?;
    check_memory(module, view)?;
    let maps = view.maps();
    let extents = view.extents();
    for output in 0..view.num_outputs() {
        let map = &maps[view.num_inputs() + output];
        if !order.iter().all(|&d| is_plain_in(map, d) || !map.uses_dim(d)) {
            return Err(Blocker::OutputMap { output });
        }
        if run == Run::Parallel
            && !is_on(Mutation::TileParallelReduction)
            && let Some(&loop_dim) = order.iter().find(|&&d| !map.uses_dim(d))
        {
            return Err(Blocker::ParallelReduction { loop_dim });
        }
        let ordered = ordered_loops(module, view, output);
        if !is_on(Mutation::TileInAnyOrder) {
            ordered.check(sizes, order, &extents).map_err(|(loop_dim, order)| Blocker::ReductionOrder { loop_dim, order })?;
        }
    }
    Ok(())
}

/// Whether an op on buffers gives the same in another order of its iterations: each may read what it writes itself, and nothing that others do.
fn check_memory(module: &Module, view: &Structured<'_>) -> Result<(), Blocker> {
    if !module.results(view.op).is_empty() {
        return Ok(());
    }
    let (maps, outputs) = (view.maps(), view.outputs());
    let operands: Vec<Value> = view.inputs().into_iter().chain(outputs.iter().copied()).collect();
    for (o, &output) in outputs.iter().enumerate().map(|(i, v)| (view.num_inputs() + i, v)) {
        let is_own = |i: usize| i < view.num_inputs() && operands[i] == output && maps[i] == maps[o] && maps[o].is_permutation();
        let overlaps = |i: usize| module.ty(operands[i]).as_memref().is_some() && alias::may_overlap(module, operands[i], output);
        if (0..operands.len()).any(|i| i != o && overlaps(i) && !is_own(i)) {
            return Err(Blocker::ReadsWhatItWrites);
        }
    }
    let is_plain = |&op: &Op| is_pure(module, op) || module.kind(op) == OpKind::Yield;
    match module.walk(view.op).iter().skip(1).all(is_plain) {
        true => Ok(()),
        false => Err(Blocker::ReadsWhatItWrites),
    }
}

/// Whether each operand's part for a tile is a rectangle that can be computed.
pub(crate) fn check_maps(module: &Module, view: &Structured<'_>, sizes: &[Index]) -> Result<(), Blocker> {
    let tiled: Vec<bool> = sizes.iter().map(|s| !s.is(0)).collect();
    let operands: Vec<Value> = view.inputs().into_iter().chain(view.outputs()).collect();
    for (operand, map) in view.maps().iter().enumerate() {
        let shape = module.ty(operands[operand]).shape().unwrap_or(&[]);
        let (mut is_cut, mut is_empty) = (false, false);
        for (result, expr) in map.results.iter().enumerate() {
            match footprint(expr, &tiled, sizes) {
                Footprint::Whole => is_empty |= shape.get(result) == Some(&0),
                Footprint::Part => is_cut = true,
                Footprint::Unknown => return Err(Blocker::Map { operand, result }),
                Footprint::Phase => return Err(Blocker::Phase { operand, result }),
            }
        }
        if is_cut && is_empty {
            return Err(Blocker::Empty { operand });
        }
    }
    Ok(())
}

/// True if a loop is one plain result of a map and occurs in no other.
pub(crate) fn is_plain_in(map: &AffineMap, d: usize) -> bool {
    map.results.iter().filter(|e| e.uses_dim(d)).map(AffineExpr::as_dim).eq([Some(d)])
}

/// What of a dimension a tile reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Footprint {
    /// All of it, at the indices it has.
    Whole,
    /// From the expression's value at the tile's offsets on; the last is at its value at the tile's last iteration.
    Part,
    /// No rectangle that can be computed.
    Unknown,
    /// It would be [`Footprint::Whole`] or [`Footprint::Part`] if the tile sizes were multiples of the divisors.
    Phase,
}

/// What a tile reads of a dimension that is indexed by `expr`.
///
/// A part starts at `expr(offsets) - expr(0)`, and its indices are those of `expr` at the iterations inside the tile: that is right if
/// `expr(offset + i) = expr(offset) - expr(0) + expr(i)`, which sums of non-negative multiples are, and quotients of those where each tile
/// starts at a multiple of the divisor. A remainder has the same values in every tile then, so all of the dimension is kept.
pub(super) fn footprint(expr: &AffineExpr, tiled: &[bool], sizes: &[Index]) -> Footprint {
    if !(0..tiled.len()).any(|d| tiled[d] && expr.uses_dim(d)) {
        return Footprint::Whole;
    }
    match expr {
        AffineExpr::Binary(AffineOp::Mod, args) => match args.1.as_const() {
            Some(by) if is_rising(&args.0) => phase(&args.0, by, tiled, sizes, Footprint::Whole),
            _ => Footprint::Unknown,
        },
        _ if is_rising(expr) => rising(expr, tiled, sizes),
        _ => Footprint::Unknown,
    }
}

/// [`footprint`] of an expression that never falls.
fn rising(expr: &AffineExpr, tiled: &[bool], sizes: &[Index]) -> Footprint {
    match expr {
        AffineExpr::Binary(AffineOp::FloorDiv | AffineOp::CeilDiv, args)
            if (0..tiled.len()).any(|d| tiled[d] && expr.uses_dim(d)) =>
        {
            args.1.as_const().map_or(Footprint::Unknown, |by| phase(&args.0, by, tiled, sizes, Footprint::Part))
        }
        AffineExpr::Binary(AffineOp::Add | AffineOp::Mul, args) => {
            let parts = [rising(&args.0, tiled, sizes), rising(&args.1, tiled, sizes)];
            let bad = parts.into_iter().find(|p| matches!(p, Footprint::Unknown | Footprint::Phase));
            bad.unwrap_or(Footprint::Part)
        }
        _ => Footprint::Part,
    }
}

/// `then` if the offset of every tile contributes a multiple of `by` to the linear expression.
fn phase(expr: &AffineExpr, by: i64, tiled: &[bool], sizes: &[Index], then: Footprint) -> Footprint {
    let Some(coefficients) = linear(expr, tiled.len()) else { return Footprint::Unknown };
    let steps = (0..tiled.len()).filter(|&d| tiled[d] && coefficients[d] != 0);
    let fits = |d: usize| {
        let step = sizes[d].as_const().and_then(|s| s.checked_mul(coefficients[d]));
        by > 0 && step.is_some_and(|s| s % by == 0)
    };
    if steps.into_iter().all(fits) || is_on(Mutation::IgnorePhase) { then } else { Footprint::Phase }
}

/// The coefficient of each dim, if the expression is linear.
fn linear(expr: &AffineExpr, dims: usize) -> Option<Vec<i64>> {
    match expr {
        AffineExpr::Const(_) => Some(vec![0; dims]),
        AffineExpr::Dim(d) => Some((0..dims).map(|i| i64::from(i == *d as usize)).collect()),
        AffineExpr::Symbol(_) => None,
        AffineExpr::Binary(AffineOp::Add, args) => {
            let (a, b) = (linear(&args.0, dims)?, linear(&args.1, dims)?);
            a.into_iter().zip(b).map(|(x, y)| x.checked_add(y)).collect()
        }
        AffineExpr::Binary(AffineOp::Mul, args) => {
            let (c, of) = match (args.0.as_const(), args.1.as_const()) {
                (Some(c), _) => (c, &args.1),
                (_, Some(c)) => (c, &args.0),
                _ => return None,
            };
            linear(of, dims)?.into_iter().map(|x| x.checked_mul(c)).collect()
        }
        AffineExpr::Binary(..) => None,
    }
}

/// True if the expression is built of sums, products with numbers of nought or more, and quotients, so that it never falls.
fn is_rising(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Const(_) | AffineExpr::Dim(_) => true,
        AffineExpr::Symbol(_) => false,
        AffineExpr::Binary(AffineOp::Add, args) => is_rising(&args.0) && is_rising(&args.1),
        AffineExpr::Binary(AffineOp::Mul, args) => {
            let factor = args.0.as_const().or(args.1.as_const());
            factor.is_some_and(|c| c >= 0) && is_rising(&args.0) && is_rising(&args.1)
                || args.0.as_const().is_some() && args.1.as_const().is_some()
        }
        AffineExpr::Binary(AffineOp::FloorDiv | AffineOp::CeilDiv, args) => {
            args.1.as_const().is_some_and(|c| c > 0) && is_rising(&args.0)
        }
        AffineExpr::Binary(AffineOp::Mod, _) => false,
    }
}
