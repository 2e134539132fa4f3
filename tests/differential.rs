//! Random programs through the interpreter, every pass and machine code, with floors on what they must have covered; and deliberate
//! faults of the passes, each of which must be noticed.
//!
//! `TILEC_RANDOM_PROGRAMS=N` runs N programs (20000 is the full set, with the full floors on fusion), `TILEC_SEED=S` starts at seed S (0 by
//! default), `TILEC_FAILURES=FOLDER` keeps the small programs that fail. With mlir-opt 22 on the path, the text of every stage must be
//! accepted by it and come out as it went in.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tilec::{CompileOptions, Data};
use tilec_passes::mutation::{self, Mutation};
use tilec_testing::diff::{self, Differential, Failure};
use tilec_testing::faults::Candidate;
use tilec_testing::oracle::{self, Oracle};
use tilec_testing::{Coverage, Program, data, directed, dynamic, generator, shrink};

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

/// Of this many programs all are compiled; of more, one in eight: the others only go through `fuse-elementwise`.
const COMPILED: u64 = 2000;

fn check(differential: &mut Differential, program: &Program, seed: u64, compile: bool) -> Result<(), Box<Failure>> {
    let (text, inputs) = (program.to_string(), data::inputs(&program.args, seed));
    if compile { differential.check(&text, &inputs, &options(seed)) } else { differential.check_fusion(&text, &inputs) }
}

/// A failure with the smallest program that shows one at the same stage.
fn report(seed: u64, program: &Program, failure: &Failure) -> String {
    let mut same_stage = |p: &Program| {
        let found = check(&mut Differential::default(), p, seed, true);
        found.is_err_and(|f| f.stage == failure.stage && (f.stage != "interpreter" || f.message == failure.message))
    };
    let small = shrink::shrink(program, &mut same_stage);
    if let Ok(folder) = std::env::var("TILEC_FAILURES") {
        std::fs::write(format!("{folder}/seed{seed}.mlir"), small.to_string()).expect("a folder for failures");
    }
    let detail = check(&mut Differential::default(), &small, seed, true).map_or_else(|f| f.to_string(), |()| failure.to_string());
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
            let compile = count <= COMPILED || seed.is_multiple_of(8);
            if let Err(failure) = check(&mut differential, &program, seed, compile) {
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
        let mut below = coverage.below(FLOORS);
        below.extend(fusion_below(&coverage, count));
        assert!(below.is_empty(), "the programs cover too little:\n{}", below.join("\n"));
        let math = coverage.kinds("op math.");
        assert!(math >= 40, "the programs have only {math} kinds of math functions");
    }
}

/// Programs for which the floors on fusion hold; of fewer, a part as large is asked for, and half of that, for chance.
const ALL_PROGRAMS: u64 = 20_000;

/// Which ways of fusing, and of not fusing, the programs have too few of.
fn fusion_below(coverage: &Coverage, count: u64) -> Vec<String> {
    let named = |prefix: &str, names: &[&str], floor| names.iter().map(|n| (format!("{prefix} {n}"), floor)).collect::<Vec<_>>();
    let all = [named("fused", MAP_KINDS, 300), named("plan", PLANS, 300), named("left", BLOCKERS, 50)].concat();
    let part = |floor: u64| if count < ALL_PROGRAMS { floor * count / ALL_PROGRAMS / 2 } else { floor };
    coverage.below(&all.iter().map(|(name, floor)| (name.as_str(), part(*floor))).collect::<Vec<_>>())
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

/// A program whose shapes are open, at some sizes: bound to them it means the same and has no `?` left, every pass after that keeps its
/// meaning, and so does the kernel that is compiled at the call.
fn check_open(
    program: &dynamic::Dynamic,
    kernel: &tilec::Kernel,
    symbols: [i64; dynamic::SYMBOLS],
    seed: u64,
) -> Result<(), String> {
    let open = tilec::Program::parse(&program.text, "open.mlir").map_err(|e| e.to_string())?;
    let inputs = program.inputs(&symbols, seed);
    let bound = open.specialize(None, &inputs).map_err(|e| e.to_string())?;
    let text = bound.to_string();
    if text.contains('?') {
        return Err(format!("something stays open:\n{text}"));
    }
    if !diff::means_the_same(open.module(), bound.module(), &inputs).map_err(|f| f.to_string())? {
        return Err("the program stops".to_string());
    }
    Differential::default().check(&text, &inputs, &options(seed)).map_err(|f| f.to_string())?;
    let expected = tilec_interp::run(open.module(), diff::entry(open.module()), &inputs).map_err(|e| e.to_string())?.results;
    let found = kernel.call_data(&inputs).map_err(|e| e.to_string())?;
    match expected.iter().zip(&found).position(|(a, b)| a.shape != b.shape || a.first_difference(b).is_some()) {
        Some(i) => Err(format!("result {i} of the kernel differs")),
        None if expected.len() != found.len() => Err("another number of results".to_string()),
        None => Ok(()),
    }
}

#[test]
fn open_shapes_mean_the_same_at_every_size() {
    let (first, count) = (setting("TILEC_SEED", 0), setting("TILEC_RANDOM_PROGRAMS", 300) / 2);
    let next = AtomicU64::new(first);
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count || failures.lock().expect("no panic").len() >= 3 {
                break;
            }
            let program = dynamic::program(seed);
            let open = tilec::Program::parse(&program.text, "open.mlir").unwrap_or_else(|e| panic!("{e}\n{}", program.text));
            let kernel = tilec::compile(&open, None, &options(seed)).unwrap_or_else(|e| panic!("{e}\n{}", program.text));
            let mut rng = tilec_testing::Rng::with_seed(seed);
            for _ in 0..3 {
                let symbols = std::array::from_fn(|_| [0, 1, 2, 3, 5, 8, 17, 40][rng.usize(..8)]);
                if let Err(message) = check_open(&program, &kernel, symbols, seed) {
                    let report = format!("seed {seed}, sizes {symbols:?}: {message}\n{}", program.text);
                    failures.lock().expect("no panic").push(report);
                    break;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(8) {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    let texts: Vec<String> = (first..first + count).map(|seed| dynamic::program(seed).text).collect();
    let with = |what: &str| texts.iter().filter(|t| t.contains(what)).count();
    for what in [
        "linalg.matmul",
        "reduction",
        "transpose",
        "extract_slice",
        "insert_slice",
        "expand_shape",
        "collapse_shape",
        "tensor.cast",
        "minsi",
        "ceildiv",
        ": index,",
    ] {
        assert!(count < 150 || with(what) >= 10, "only {} programs have {what}", with(what));
    }
}

/// Programs to try a fault on before it counts as unnoticed.
const TRIES: u64 = 150;
/// The same for faults of `fuse-elementwise`, for which most programs need not be run.
const FUSED: u64 = 1500;

#[test]
fn every_mutation_is_noticed() {
    let fused = |m: &&Mutation| m.pass() == tilec_passes::fuse_elementwise::NAME;
    let mut unnoticed: Vec<Mutation> = Mutation::ALL.into_iter().filter(|m| fused(&m)).collect();
    for candidate in (0..FUSED).filter_map(Candidate::of_seed) {
        unnoticed.retain(|&fault| {
            let noticed = candidate.notices(fault);
            if let Some(message) = &noticed {
                println!("{fault:?}: {}: {}", candidate.name, message.lines().next().unwrap_or_default());
            }
            noticed.is_none()
        });
        if unnoticed.is_empty() {
            break;
        }
    }
    let elsewhere = |m: &Mutation| [&generator::BUFFER_PASSES[..], &generator::TILE_PASSES].concat().contains(&m.pass());
    for mutation in Mutation::ALL.into_iter().filter(|m| !fused(&m) && !elsewhere(m)) {
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

/// How a producer that is fused is read.
const MAP_KINDS: &[&str] =
    &["identity", "permutation", "broadcast", "constant", "shift", "stride", "sum", "mod", "floordiv", "diagonal", "unit"];

/// What becomes of a producer, and what else `fuse-elementwise` does.
const PLANS: &[&str] = &[
    "fused",
    "kept",
    "copied",
    "scalar",
    "second instance",
    "of several results",
    "into one reduction loop",
    "into several reduction loops",
    "through views",
    "view read through",
    "read init as an input",
    "splat in the payload",
    "result dropped",
    "copy dropped",
    "init freed",
    "no iterations",
    "constant transposed",
    "loops split at collapse",
    "loops split at expand",
    "padding read with a test",
    "one op for each part of a concatenation",
];

/// Why a producer is left, or a view.
const BLOCKERS: &[&str] = &[
    "bound-changed",
    "bound-lost",
    "concat-map",
    "concat-not-profitable",
    "concat-reused",
    "dynamic-concat",
    "dynamic-pad",
    "dynamic-reshape",
    "dynamic-slice",
    "impure-payload",
    "named-op",
    "not-an-input",
    "not-tensors",
    "other-block",
    "pad-region",
    "pad-reused",
    "producer-reduces",
    "reads-init-not-injective",
    "recomputes",
    "reduction-order",
    "reshape-conflict",
    "reshape-map",
    "result-map-not-permutation",
    "several-uses",
    "two-maps",
];

/// What 300 programs must at least contain; about half of what they do contain.
const FLOORS: &[(&str, u64)] = &[
    ("kernels", 200),
    // Shapes.
    ("extent 0", 100),
    ("extent 1", 500),
    ("extent 7", 150),
    ("extent 15", 150),
    ("extent 16", 300),
    ("extent 17", 300),
    ("extent 33", 150),
    ("loops 0", 25),
    ("loops 1", 150),
    ("loops 2", 150),
    ("loops 3", 100),
    ("loops 4", 40),
    ("loops 5", 20),
    // Maps.
    ("map identity", 1000),
    ("map permuted", 150),
    ("map projected", 300),
    ("map projected and permuted", 10),
    ("map constant", 120),
    ("map shifted", 50),
    ("map strided", 50),
    ("map sum", 15),
    ("map floordiv", 70),
    ("map diagonal", 5),
    // Element types of outputs.
    ("output elem f16", 60),
    ("output elem bf16", 60),
    ("output elem f32", 200),
    ("output elem f64", 90),
    ("output elem i1", 30),
    ("output elem i8", 60),
    ("output elem i16", 30),
    ("output elem i32", 60),
    ("output elem i64", 20),
    ("output elem index", 35),
    ("output elem i4", 10),
    ("output elem f8E4M3FN", 3),
    // Kinds of programs.
    ("results 2", 120),
    ("results 3", 40),
    ("read init", 200),
    ("unread init that is no empty", 50),
    ("shared empty", 80),
    ("scalar operand", 50),
    ("value from outside in a body", 120),
    ("returned value with other users", 40),
    ("value returned twice", 3),
    ("scalar result", 8),
    ("read-only argument", 150),
    ("element-wise output of a reduction", 4),
    ("op linalg.index", 250),
    ("op linalg.fill", 120),
    ("op linalg.transpose", 20),
    ("op splat constant", 30),
    ("op dense constant", 30),
    ("op tensor.expand_shape", 15),
    ("op tensor.collapse_shape", 15),
    ("op tensor.extract_slice", 25),
    ("op tensor.insert_slice", 15),
    ("op tensor.extract", 60),
    ("op to_tensor", 25),
    ("op materialize_in_destination", 100),
    ("math function", 100),
    // Reductions.
    ("reduction in lane order", 20),
    ("reduction with multiply-add", 4),
    ("float reduction in iteration order", 30),
    ("integer reduction", 35),
    // What the passes did with them.
    ("fuse-elementwise applied", 100),
    ("eliminate-empty-tensors applied", 50),
    ("bufferize applied", 600),
    ("bufferize missed not-writable", 60),
    ("bufferize missed read-after-write", 60),
    ("eliminate-copies applied", 200),
    ("allocations on the buffer level", 100),
    ("copies on the buffer level", 200),
    ("programs without allocation and copy", 8),
    ("vectorize applied", 80),
    ("vector loop with a tail", 45),
    ("expand-math applied", 100),
];
