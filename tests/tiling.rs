//! Tiling and fusion at tile level: random programs under random schedules mean what they mean without, bit for bit, at every level down to
//! machine code; and deliberate faults of these passes, each of which must be noticed.
//!
//! `TILEC_RANDOM_PROGRAMS=N` runs N pairs of a program and a schedule (10000 is the full set, with the full floors), `TILEC_SEED=S` starts at
//! seed S (0 by default), `TILEC_FAILURES=FOLDER` keeps the small pairs that fail.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tilec::{CompileOptions, Data, Program};
use tilec_ir::OpKind;
use tilec_passes::Index;
use tilec_passes::mutation::{self, Mutation};
use tilec_passes::tile::tile_using_for;
use tilec_testing::diff::{Differential, Failure};
use tilec_testing::tiling::{Pair, pair};
use tilec_testing::{Coverage, data, generator};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name}={v} is no number")))
}

/// One pair of so many is compiled.
const COMPILED: u64 = 4;

fn check(differential: &mut Differential, pair: &Pair) -> Result<(), Box<Failure>> {
    pair.check(differential, pair.seed.is_multiple_of(COMPILED))
}

/// A failure with the smallest pair that shows one at the same stage.
fn report(pair: &Pair, failure: &Failure) -> String {
    let seed = pair.seed;
    let mut same_stage = |p: &Pair| {
        let found = check(&mut Differential::default(), p);
        let by_program = ["interpreter", "generator", "parse"].contains(&failure.stage.as_str());
        found.is_err_and(|f| f.stage == failure.stage && (!by_program || f.message == failure.message))
    };
    let small = pair.shrink(&mut same_stage);
    let detail = check(&mut Differential::default(), &small).map_or_else(|f| f.to_string(), |()| failure.to_string());
    if let Ok(folder) = std::env::var("TILEC_FAILURES") {
        std::fs::write(format!("{folder}/tiles{seed}.mlir"), format!("{small}\n// {detail}")).expect("a folder for failures");
    }
    format!("seed {seed} (TILEC_SEED={seed} TILEC_RANDOM_PROGRAMS=1)\n{small}\nfails at {detail}")
}

/// What all threads found.
#[derive(Default)]
struct Found {
    coverage: Coverage,
    failures: Vec<String>,
}

#[test]
fn random_schedules_keep_the_bits() {
    let (first, count) = (setting("TILEC_SEED", 0), setting("TILEC_RANDOM_PROGRAMS", 300));
    let next = AtomicU64::new(first);
    let found = Mutex::new(Found::default());
    let work = || {
        let mut differential = Differential::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count || found.lock().expect("no panic").failures.len() >= 5 {
                break;
            }
            let (pair, coverage) = pair(seed);
            differential.coverage.merge(&coverage);
            if let Err(failure) = check(&mut differential, &pair) {
                let report = report(&pair, &failure);
                found.lock().expect("no panic").failures.push(report);
            }
        }
        found.lock().expect("no panic").coverage.merge(&differential.coverage);
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(8) {
            scope.spawn(work);
        }
    });
    let Found { coverage, failures } = found.into_inner().expect("no panic");
    println!("{coverage}");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    if count >= 300 {
        let below = [below(&coverage, count), coverage.below(FLOORS)].concat();
        assert!(below.is_empty(), "the pairs cover too little:\n{}", below.join("\n"));
    }
}

/// Pairs for which the floors on blockers hold; of fewer, a part as large is asked for, and half of that, for chance.
const ALL_PAIRS: u64 = 10_000;

/// Which blockers were met too seldom, and whether too few of the tilings were legal.
fn below(coverage: &Coverage, count: u64) -> Vec<String> {
    let floor = if count < ALL_PAIRS { 50 * count / ALL_PAIRS / 2 } else { 50 };
    let names: Vec<String> = BLOCKERS.iter().map(|name| format!("blocker {name}")).collect();
    let mut below = coverage.below(&names.iter().map(|name| (name.as_str(), floor)).collect::<Vec<_>>());
    let (legal, drawn) = (coverage.count("tilings legal"), coverage.count("tilings drawn"));
    if legal * 10 < drawn * 7 {
        below.push(format!("{legal} of {drawn} tilings are legal"));
    }
    below
}

/// The program of a seed under a fault of a pass, if that makes another program of it and it shows.
fn notices(pair: &Pair, tiled: &str, fault: Mutation) -> Option<Box<Failure>> {
    if mutation::with(fault, || pair.tiled())? == tiled {
        return None;
    }
    let check = || pair.check(&mut Differential::default(), false).err();
    mutation::with(fault, check).filter(|_| check().is_none())
}

/// Pairs to try a fault on before it counts as unnoticed.
const TRIES: u64 = 3000;

#[test]
fn every_fault_of_these_passes_is_noticed() {
    let mut unnoticed: Vec<Mutation> = Mutation::ALL.into_iter().filter(|m| generator::TILE_PASSES.contains(&m.pass())).collect();
    assert_eq!(unnoticed.len(), 19);
    for seed in 0..TRIES {
        let (pair, _) = pair(seed);
        let Some(tiled) = pair.tiled() else { continue };
        unnoticed.retain(|&fault| {
            let found = notices(&pair, &tiled, fault);
            if let Some(failure) = &found {
                println!("{fault:?}: seed {seed}, {}: {}", failure.stage, failure.message.lines().next().unwrap_or_default());
            }
            found.is_none()
        });
        if unnoticed.is_empty() {
            return;
        }
    }
    panic!("these faults of the passes are not noticed: {unnoticed:?}");
}

/// The largest element of a temporary, by parts of a size that need not divide its extent.
fn largest_of_temporary(n: i64) -> String {
    format!(
        "func.func @main(%x: tensor<{n}xf32>, %o: tensor<f32>) -> (tensor<f32>, tensor<{n}xf32>) {{
  %e = tensor.empty() : tensor<{n}xf32>
  %t = linalg.negf ins(%x : tensor<{n}xf32>) outs(%e : tensor<{n}xf32>) -> tensor<{n}xf32>
  %r = linalg.reduce {{ arith.maximumf }} ins(%t : tensor<{n}xf32>) outs(%o : tensor<f32>) dimensions = [0]
  %u = linalg.exp ins(%t : tensor<{n}xf32>) outs(%e : tensor<{n}xf32>) -> tensor<{n}xf32>
  return %r, %u : tensor<f32>, tensor<{n}xf32>
}}
"
    )
}

/// That program with tiles of `size`, and what it gives compiled so: the results, or the error of the call.
fn run_in_tiles(n: i64, size: i64, options: &CompileOptions) -> Result<Vec<Data>, String> {
    let program = Program::parse(&largest_of_temporary(n), "largest.mlir").map_err(|e| e.to_string())?;
    let mut module = program.module().clone();
    let is_reduction = |op: &tilec_ir::Op| module.kind(*op) == OpKind::Structured(tilec_ir::StructuredOp::Reduce);
    let op = module.walk(module.top()).into_iter().find(is_reduction).expect("a reduction");
    tile_using_for(&mut module, op, &[Index::Const(size)], &[]).map_err(|b| b.name().to_string())?;
    let program = Program::from_module(module).map_err(|e| e.to_string())?;
    let inputs = data::inputs_of(program.module(), 4).expect("static types");
    let kernel = tilec::compile(&program, None, options).map_err(|e| e.to_string())?;
    kernel.call_data(&inputs).map_err(|e| e.to_string())
}

#[test]
fn tiles_that_are_not_clamped_are_caught() {
    let plain = CompileOptions { fuse: false, verify: true, ..CompileOptions::default() };
    let poison = CompileOptions { poison: true, ..plain.clone() };
    let sanitize = CompileOptions { sanitize: true, ..plain.clone() };
    for (n, size) in [(5, 2), (7, 3), (17, 4), (16, 5), (15, 16)] {
        let right = run_in_tiles(n, size, &plain).expect("runs");
        let same = |found: &[Data]| found.iter().zip(&right).all(|(a, b)| a.first_difference(b).is_none());
        let all = [&poison, &sanitize];
        assert!(all.iter().all(|o| run_in_tiles(n, size, o).is_ok_and(|found| same(&found))), "{n} by {size} without a fault");
        let wrong = |options| mutation::with(Mutation::TileUnclamped, || run_in_tiles(n, size, options));
        let (poisoned, checked) = (wrong(&poison), wrong(&sanitize));
        println!("{n} by {size}: {:?}, {:?}", poisoned.as_ref().err(), checked.as_ref().err());
        assert!(!poisoned.is_ok_and(|found| same(&found)), "{n} by {size} poisoned");
        assert!(checked.is_err(), "{n} by {size} sanitized");
    }
}

/// Why a schedule's step is refused.
const BLOCKERS: &[&str] = &[
    "empty",
    "map",
    "negative-size",
    "no-permutation",
    "not-a-loop",
    "not-order-free",
    "not-tileable",
    "order",
    "output-map",
    "parallel-loop",
    "parallel-reduction",
    "partition",
    "phase",
    "reduction-order",
    "result-as-init",
    "result-map",
    "strided",
    "tiles-differ",
    "too-many-sizes",
    "unrelated",
];

/// What 300 pairs must at least contain; about half of what they do contain.
const FLOORS: &[(&str, u64)] = &[("compared: to loops", 140), ("compared: kernel", 70)];
