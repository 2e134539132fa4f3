//! Does a step of a schedule on a program.

use super::schedule::{Kind, Size, Step};
use crate::coverage::Coverage;
use fastrand::Rng;
use tilec_ir::{Builder, IteratorKind, Module, Op, OpKind};
use tilec_passes::fuse_into_loop::{self, fuse_consumer, fuse_producer, is_read_inside, tile_and_fuse};
use tilec_passes::tile::{self, Run, tile_for_threads, tile_reduction_using_for, tile_using_for, tile_using_forall};
use tilec_passes::{Index, Pipeline, loops};

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was refused, by a blocker of this name; this text is what it was asked of.
    Refused(&'static str, String),
    /// There was nothing to do it with.
    Nothing,
}

/// Does a step, and counts what became of it.
pub fn apply(module: &mut Module, step: &Step, coverage: &mut Coverage) -> Outcome {
    let outcome = match step.kind {
        Kind::Canonicalize => {
            canonicalize(module);
            Ok(())
        }
        Kind::Vectorize => {
            super::vectors::vectorize(module, step, coverage);
            Ok(())
        }
        Kind::FuseProducer => match producer(module, step) {
            Some((op, nest)) => fused(module, |m| fuse_producer(m, op, nest).map(|_| ())),
            None => return Outcome::Nothing,
        },
        Kind::FuseConsumer => match consumer(module, step) {
            Some((op, nest)) => fused(module, |m| fuse_consumer(m, op, nest).map(|_| ())),
            None => return Outcome::Nothing,
        },
        _ => match target(module, step) {
            Some(op) => tiled(module, op, step, coverage),
            None => return Outcome::Nothing,
        },
    };
    let what = format!("{:?}", step.kind);
    match outcome {
        Ok(()) => {
            coverage.add(format!("done {what}"));
            Outcome::Done
        }
        Err((name, before)) => {
            coverage.add(format!("refused {what}"));
            coverage.add(format!("blocker {name}"));
            let fuses = matches!(step.kind, Kind::FuseProducer | Kind::FuseConsumer);
            coverage.add(format!("{} blocker {name}", if fuses { "fuse" } else { "tile" }));
            Outcome::Refused(name, before)
        }
    }
}

pub(super) fn canonicalize(module: &mut Module) {
    let pipeline = Pipeline::parse("canonicalize").expect("a pass");
    pipeline.run(module, true, &mut |_| {}).unwrap_or_else(|e| panic!("{e}"));
}

type Applied = Result<(), (&'static str, String)>;

fn fused(module: &mut Module, fuse: impl FnOnce(&mut Module) -> Result<(), fuse_into_loop::Blocker>) -> Applied {
    let before = module.to_string();
    fuse(module).map_err(|b| (b.name(), before))
}

pub(super) fn all_ops(module: &Module) -> Vec<Op> {
    module.funcs().into_iter().flat_map(|f| module.walk(f).into_iter().skip(1)).collect()
}

fn loops(module: &Module, op: Op) -> Option<usize> {
    tile::plan(module, op, &[], &[], Run::InOrder).ok().map(|p| p.sizes.len())
}

/// The ops that can be tiled.
fn tileable(module: &Module) -> Vec<Op> {
    all_ops(module).into_iter().filter(|&op| loops(module, op).is_some()).collect()
}

fn nests(module: &Module) -> Vec<Op> {
    let is_nest = |op: &Op| matches!(module.kind(*op), OpKind::For | OpKind::Forall) && !module.results(*op).is_empty();
    all_ops(module).into_iter().filter(is_nest).collect()
}

fn pick<T: Copy>(from: &[T], at: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[at % from.len()])
}

/// Another op than meant, now and then.
fn is_wild(step: &Step) -> bool {
    !step.careful && step.at % 8 == 5
}

fn target(module: &Module, step: &Step) -> Option<Op> {
    if is_wild(step) {
        return pick(&all_ops(module), step.at / 8 * 7);
    }
    let mut from = tileable(module);
    if step.careful && step.kind == Kind::TileReduction {
        let reduces = |op: &Op| module.structured(*op).is_some_and(|s| s.iterators().contains(&IteratorKind::Reduction));
        from.retain(reduces);
    }
    pick(&from, step.at)
}

/// An op and a loop that reads it.
fn producer(module: &Module, step: &Step) -> Option<(Op, Op)> {
    let (ops, nests) = (tileable(module), nests(module));
    if is_wild(step) {
        let everything = all_ops(module);
        return Some((pick(&ops, step.at)?, pick(if step.at > 32 { &nests } else { &everything }, step.at / 8)?));
    }
    let pairs: Vec<(Op, Op)> = nests.iter().flat_map(|&n| ops.iter().map(move |&op| (op, n))).collect();
    let related: Vec<(Op, Op)> = pairs.into_iter().filter(|&(op, n)| is_read_inside(module, op, n)).collect();
    pick(&related, step.at)
}

/// An op and a loop whose results it reads.
fn consumer(module: &Module, step: &Step) -> Option<(Op, Op)> {
    let (ops, nests) = (tileable(module), nests(module));
    if is_wild(step) {
        let everything = all_ops(module);
        return Some((pick(&ops, step.at)?, pick(if step.at > 32 { &nests } else { &everything }, step.at / 8)?));
    }
    let reads = |op: Op, nest: Op| module.operands(op).any(|v| module.results(nest).contains(&v));
    let mut pairs: Vec<(Op, Op)> = Vec::new();
    for &nest in &nests {
        // Loops that read the results, too, if anything may be asked for.
        let others = if step.careful { &[] } else { &nests[..] };
        pairs.extend(ops.iter().chain(others).filter(|&&op| reads(op, nest)).map(|&op| (op, nest)));
        if !step.careful {
            let args = module.block_args(module.entry(nest));
            let inside = |op: &&Op| module.operands(**op).any(|v| args.contains(&v)) && step.at % 4 == 3;
            pairs.extend(ops.iter().filter(inside).map(|&op| (op, nest)));
        }
    }
    pick(&pairs, step.at)
}

/// The static extents of an op's loops, -1 where they are not known.
fn extents(module: &Module, op: Op, loops: usize) -> Vec<i64> {
    let shape = |op: Op| module.results(op).first().and_then(|&r| module.ty(r).shape()).map(<[i64]>::to_vec);
    let mut extents = module.structured(op).map(|s| s.extents()).or_else(|| shape(op)).unwrap_or_default();
    extents.resize(loops, -1);
    extents
}

/// What a step asks of an op.
struct Wish {
    sizes: Vec<Index>,
    interchange: Vec<usize>,
}

fn wish(module: &mut Module, op: Op, step: &Step) -> Wish {
    let count = loops(module, op).unwrap_or(2);
    let extents = extents(module, op, count + 1);
    let wanted = count.saturating_add_signed(if step.careful { step.more.min(0) } else { step.more });
    let mut sizes = Vec::new();
    // So many threads that most have nothing to do, but not along each loop, nor inside others: their numbers multiply.
    let is_inside = module.parent_op(op).is_some_and(|o| matches!(module.kind(o), OpKind::For | OpKind::Forall));
    let mut left = if is_inside { 16 } else { 4096 };
    for (&size, &extent) in step.sizes.iter().zip(&extents).take(wanted) {
        let mut threads = |n: i64| {
            let n = n.min(left);
            left /= n.max(1);
            Index::Const(n)
        };
        sizes.push(match size {
            Size::Const(n) if step.kind == Kind::TileThreads && n > 0 => threads(n),
            Size::Const(n) if step.careful => Index::Const(n.max(0)),
            Size::Const(n) => Index::Const(n),
            Size::Near(n) => Index::Const((extent.max(1) + n).max(0)),
            Size::Open(n) if matches!(step.kind, Kind::TileThreads | Kind::TileReduction) => Index::Const(n),
            Size::Open(n) => {
                let mut builder = Builder::before(module, op);
                Index::Value(builder.index(n))
            }
        });
    }
    let mut interchange = Vec::new();
    if let Some(seed) = step.interchange {
        interchange = (0..count).collect();
        Rng::with_seed(seed).shuffle(&mut interchange);
        if !step.careful && seed % 3 == 0 {
            interchange.truncate(count.saturating_sub(1));
        }
        if !step.careful && seed % 4 == 1 && !interchange.is_empty() {
            interchange[0] = count;
        }
    }
    Wish { sizes, interchange }
}

fn run_of(kind: Kind) -> Run {
    match kind {
        Kind::TileForall | Kind::TileThreads | Kind::TileAndFuseForall => Run::Parallel,
        _ => Run::InOrder,
    }
}

/// Leaves whole what cannot be tiled so, as a careful user would.
fn amend(module: &Module, op: Op, wish: &mut Wish, run: Run, coverage: &mut Coverage) {
    for _ in 0..12 {
        let order = if run == Run::Parallel { &[][..] } else { &wish.interchange };
        let Err(blocker) = tile::plan(module, op, &wish.sizes, order, run) else { return };
        coverage.add(format!("blocker {}", blocker.name()));
        coverage.add("wishes amended");
        let view = module.structured(op);
        let maps = view.map(|v| v.maps()).unwrap_or_default();
        let outputs = module.structured(op).map_or(0, |v| v.num_inputs());
        let mut whole = |d: usize| {
            if let Some(size) = wish.sizes.get_mut(d) {
                *size = Index::ZERO;
            }
        };
        let dims = 0..maps.first().map_or(0, |m| m.dims as usize);
        match blocker {
            tile::Blocker::ReductionOrder { loop_dim, .. } | tile::Blocker::ParallelReduction { loop_dim } => whole(loop_dim),
            tile::Blocker::Map { operand, result } | tile::Blocker::Phase { operand, result } => {
                dims.filter(|&d| maps[operand].results[result].uses_dim(d)).for_each(&mut whole);
            }
            tile::Blocker::OutputMap { output } => {
                dims.filter(|&d| maps[outputs + output].uses_dim(d)).for_each(&mut whole);
            }
            _ => return,
        }
    }
}

/// Peels loops over tiles, the innermost first; parallel ones, and those of whole tiles alone, stay.
pub(super) fn peel(module: &mut Module, nest: &[Op], coverage: &mut Coverage) {
    for &op in nest.iter().rev() {
        if let Ok(plan) = loops::peel::plan(module, op, false) {
            loops::peel::apply(module, &plan);
            coverage.add("loops peeled");
        }
    }
}

fn tiled(module: &mut Module, op: Op, step: &Step, coverage: &mut Coverage) -> Applied {
    let mut wish = wish(module, op, step);
    let before = module.to_string();
    let run = run_of(step.kind);
    if step.careful && step.kind == Kind::TileReduction {
        let kinds = module.structured(op).map(|s| s.iterators()).unwrap_or_default();
        for (size, kind) in wish.sizes.iter_mut().zip(kinds) {
            *size = if kind == IteratorKind::Parallel { Index::ZERO } else { Index::Const(size.as_const().unwrap_or(2).max(1)) };
        }
    } else if step.careful {
        amend(module, op, &mut wish, run, coverage);
    }
    let Wish { sizes, interchange } = &wish;
    let done = match step.kind {
        Kind::TileFor => tile_using_for(module, op, sizes, interchange).map(|tiled| tiled.loops),
        Kind::TileForall => tile_using_forall(module, op, sizes, None).map(|_| Vec::new()),
        Kind::TileThreads => tile_for_threads(module, op, sizes, None).map(|_| Vec::new()),
        Kind::TileReduction => {
            let sizes: Vec<i64> = sizes.iter().map(|s| s.as_const().unwrap_or(2)).collect();
            tile_reduction_using_for(module, op, &sizes).map(|_| Vec::new())
        }
        _ => tile_and_fuse(module, op, sizes, interchange, run).map(|done| {
            coverage.add_many("producers in tiles", done.fused.len() as u64);
            for (_, blocker) in &done.refused {
                coverage.add(format!("fuse blocker {}", blocker.name()));
                coverage.add(format!("blocker {}", blocker.name()));
            }
            done.tiled.loops
        }),
    };
    coverage.add("tilings drawn");
    coverage.add(if done.is_ok() { "tilings legal" } else { "tilings refused" });
    if let (Ok(nest), true) = (&done, step.peel) {
        peel(module, nest, coverage);
    }
    done.map(|_| ()).map_err(|b| (b.name(), before))
}
