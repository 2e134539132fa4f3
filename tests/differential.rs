//! Random programs through the interpreter, every pass and machine code, with floors on what they must have covered; and deliberate
//! faults of the passes, each of which must be noticed.
//!
//! `TILEC_RANDOM_PROGRAMS=N` runs N programs, `TILEC_SEED=S` starts at seed S (0 by default), `TILEC_FAILURES=FOLDER` keeps the small
//! programs that fail. With mlir-opt 22 on the path, the text of every stage must be accepted by it and come out as it went in.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tilec::{CompileOptions, Data};
use tilec_passes::mutation::{self, Mutation};
use tilec_testing::diff::{Differential, Failure};
use tilec_testing::oracle::{self, Oracle};
use tilec_testing::{Coverage, Program, data, directed, generator, shrink};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name}={v} is no number")))
}

/// The passes for a seed: everything on for most programs, else a part.
fn options(seed: u64) -> CompileOptions {
    let (fuse, eliminate) = match seed % 7 {
        0..4 => (true, true),
        4 => (false, true),
        5 => (true, false),
        _ => (false, false),
    };
    CompileOptions { fuse, eliminate, ..CompileOptions::default() }
}

fn check(differential: &mut Differential, program: &Program, seed: u64) -> Result<(), Box<Failure>> {
    differential.check(&program.to_string(), &data::inputs(&program.args, seed), &options(seed))
}

/// A failure with the smallest program that shows one at the same stage.
fn report(seed: u64, program: &Program, failure: &Failure) -> String {
    let mut same_stage = |p: &Program| {
        let found = check(&mut Differential::default(), p, seed);
        found.is_err_and(|f| f.stage == failure.stage && (f.stage != "interpreter" || f.message == failure.message))
    };
    let small = shrink::shrink(program, &mut same_stage);
    if let Ok(folder) = std::env::var("TILEC_FAILURES") {
        std::fs::write(format!("{folder}/seed{seed}.mlir"), small.to_string()).expect("a folder for failures");
    }
    let detail = check(&mut Differential::default(), &small, seed).map_or_else(|f| f.to_string(), |()| failure.to_string());
    format!("seed {seed} (TILEC_SEED={seed} TILEC_RANDOM_PROGRAMS=1), {:?}\n{small}\nfails at {detail}", options(seed))
}

/// What all threads found.
#[derive(Default)]
struct Found {
    coverage: Coverage,
    failures: Vec<String>,
    /// Where mlir-opt disagrees with a printed text.
    texts: Vec<String>,
}

#[test]
fn random_programs_mean_the_same_at_every_stage() {
    let (first, count) = (setting("TILEC_SEED", 0), setting("TILEC_RANDOM_PROGRAMS", 300));
    let next = AtomicU64::new(first);
    let found = Mutex::new(Found::default());
    let oracle = oracle::mlir_opt();
    let work = || {
        let mut differential = Differential::new(oracle.is_some());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let done = seed >= first + count || found.lock().expect("no panic").failures.len() >= 5;
            let texts =
                differential.texts.iter_mut().filter(|t| done || t.len() > 400).flat_map(std::mem::take).collect::<Vec<_>>();
            if let Some(oracle) = &oracle {
                let wrong = printed_otherwise(oracle, &texts);
                found.lock().expect("no panic").texts.extend(wrong);
            }
            if done {
                break;
            }
            let (program, coverage) = generator::program(seed);
            differential.coverage.merge(&coverage);
            if let Err(failure) = check(&mut differential, &program, seed) {
                let report = report(seed, &program, &failure);
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
    let Found { coverage, failures, texts } = found.into_inner().expect("no panic");
    println!("{coverage}");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(texts.is_empty(), "{} texts; the first are\n{}", texts.len(), texts[..texts.len().min(10)].join("\n\n"));
    if count >= 300 {
        let below = coverage.below(FLOORS);
        assert!(below.is_empty(), "the programs cover too little:\n{}", below.join("\n"));
        let math = coverage.kinds("op math.");
        assert!(math >= 40, "the programs have only {math} kinds of math functions");
    }
}

/// Where mlir-opt refuses a text or prints another.
fn printed_otherwise(oracle: &Oracle, texts: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (text, result) in texts.iter().zip(oracle.run_each(&[], texts)) {
        match result {
            Err(message) => wrong.push(format!("mlir-opt refuses this program: {message}\n{text}")),
            Ok(printed) => {
                let mut lines = printed.trim().lines().zip(text.trim().lines());
                let different = lines.find(|(theirs, ours)| theirs != ours);
                wrong.extend(different.map(|(theirs, ours)| format!("mlir-opt prints\n{theirs}\nnot\n{ours}\nof\n{text}")));
            }
        }
    }
    wrong
}

/// Data for the function that is run, if the text is a valid program and its types are static.
fn inputs_for(text: &str, seed: u64) -> Option<Vec<Data>> {
    let module = tilec_parse::parse(text, "test.mlir").ok()?;
    tilec_ir::verify::verify(&module).ok()?;
    data::inputs_of(&module, seed)
}

#[test]
fn directed_programs_mean_the_same_at_every_size() {
    let mut differential = Differential::new(false);
    let mut failures = Vec::new();
    for n in directed::LENGTHS {
        for (name, text) in directed::programs(n) {
            for seed in 0..5 {
                let inputs = inputs_for(&text, seed).unwrap_or_else(|| panic!("{name} is no valid program:\n{text}"));
                let found = differential.check(&text, &inputs, &CompileOptions::default());
                failures.extend(found.err().map(|f| format!("{name}, seed {seed}: {f}")));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures; the first are\n{}",
        failures.len(),
        failures[..failures.len().min(5)].join("\n\n")
    );
}

/// Programs to try a fault on before it counts as unnoticed.
const TRIES: u64 = 150;

#[test]
fn every_mutation_is_noticed() {
    let mut unnoticed = Vec::new();
    for mutation in Mutation::ALL {
        let noticed = std::thread::scope(|scope| {
            let search = move || {
                let random = (0..TRIES).map(|i| (format!("seed {i}"), generator::program(7 * i).0.to_string()));
                let all = random.chain([33, 17].into_iter().flat_map(directed::programs));
                all.into_iter().find_map(|(name, text)| {
                    let inputs = inputs_for(&text, 0)?;
                    let options = CompileOptions::default();
                    mutation::with(mutation, || Differential::default().check(&text, &inputs, &options)).err().map(|f| (name, f))
                })
            };
            scope.spawn(search).join().expect("a check catches panics")
        });
        match noticed {
            Some((program, failure)) => println!("{mutation:?}: {program}, {}: {}", failure.stage, failure.message),
            None => unnoticed.push(mutation),
        }
    }
    assert!(unnoticed.is_empty(), "these faults of the passes are not noticed: {unnoticed:?}");
}

/// What 300 programs must at least contain.
const FLOORS: &[(&str, u64)] = &[("kernels", 250)];
