//! Tiling and fusion at tile level: random programs under random schedules mean what they mean without, bit for bit, at every level down to
//! machine code; and deliberate faults of these passes, each of which must be noticed.
//!
//! `TILEC_RANDOM_PROGRAMS=N` runs N pairs of a program and a schedule (10000 is the full set, with the full floors), `TILEC_SEED=S` starts at
//! seed S (0 by default), `TILEC_FAILURES=FOLDER` keeps the small pairs that fail.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tilec_testing::Coverage;
use tilec_testing::diff::{Differential, Failure};
use tilec_testing::tiling::{Pair, pair};

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
}
