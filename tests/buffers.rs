//! Buffer elimination: random programs whose tensors could share memory mean on the buffer level what they mean on the tensor level, bit for
//! bit, whatever undefined memory holds; and programs with one known trap each.
//!
//! `TILEC_RANDOM_PROGRAMS=N` runs N programs (20000 is the full set), `TILEC_SEED=S` starts at seed S (0 by default), `TILEC_FAILURES=FOLDER`
//! keeps the small programs that fail. With mlir-opt 22 on the path, the allocations and copies of both are compared and printed.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tilec_passes::mutation::{self, Mutation};
use tilec_testing::diff::{self, Differential, Failure};
use tilec_testing::oracle::{self, Oracle};
use tilec_testing::{Coverage, Program, chunks, data, generator, programs_under, shrink, traps, written_programs};

/// The ways to the buffer level.
const PIPELINES: &[&str] = &[
    "bufferize",
    COUNTED,
    "eliminate-empty-tensors,bufferize,results-to-out-params,eliminate-copies,canonicalize",
    "fuse-elementwise{recompute=cost},canonicalize,eliminate-empty-tensors,bufferize,results-to-out-params,eliminate-copies,canonicalize",
    PLACED,
    "bufferize,place-buffers,poison-temporaries",
];

/// Temporaries share memory, and are filled with NaN while they are not in use.
const PLACED: &str =
    "eliminate-empty-tensors,bufferize,results-to-out-params,eliminate-copies,canonicalize,place-buffers,poison-temporaries";

/// Passes also leave alone what they made themselves.
const TWICE: &[&str] = &[
    "bufferize,bufferize,canonicalize",
    "eliminate-empty-tensors,eliminate-empty-tensors,bufferize,eliminate-copies,eliminate-copies,results-to-out-params,results-to-out-params",
    "bufferize,place-buffers,place-buffers",
];

/// The one whose allocations and copies are compared with those of mlir-opt, which does the same.
const COUNTED: &str = "eliminate-empty-tensors,bufferize";

const MLIR_OPT: &[&str] = &[
    "--eliminate-empty-tensors",
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops",
];

/// Of this many programs all are shown to mlir-opt, of more one in eight.
const COMPARED: u64 = 2000;
/// Programs that one run of mlir-opt gets.
const BATCH: usize = 64;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name}={v} is no number")))
}

fn check(differential: &mut Differential, program: &Program, seed: u64) -> Result<Option<String>, Box<Failure>> {
    let inputs = data::inputs(&program.args, seed);
    let ends = differential.check_buffers(&program.to_string(), &inputs, PIPELINES, &diff::kernels_of(seed))?;
    Ok(PIPELINES.iter().zip(ends).find(|(p, _)| **p == COUNTED).and_then(|(_, end)| end))
}

/// A failure with the smallest program that shows one at the same stage.
fn report(seed: u64, program: &Program, failure: &Failure) -> String {
    let mut same_stage = |p: &Program| {
        let found = check(&mut Differential::default(), p, seed);
        let by_program = ["interpreter", "generator", "parse"].contains(&failure.stage.as_str());
        found.is_err_and(|f| f.stage == failure.stage && (!by_program || f.message == failure.message))
    };
    let small = shrink::shrink(program, &mut same_stage);
    if let Ok(folder) = std::env::var("TILEC_FAILURES") {
        std::fs::write(format!("{folder}/buffers{seed}.mlir"), small.to_string()).expect("a folder for failures");
    }
    let detail = check(&mut Differential::default(), &small, seed).map_or_else(|f| f.to_string(), |_| failure.to_string());
    format!("seed {seed} (TILEC_SEED={seed} TILEC_RANDOM_PROGRAMS=1)\n{small}\nfails at {detail}")
}

/// What all threads found.
#[derive(Default)]
struct Found {
    coverage: Coverage,
    failures: Vec<String>,
}

/// Counts whether we need as many allocations and copies as mlir-opt, or more, or fewer.
fn compare(oracle: &Oracle, pairs: &mut Vec<(String, String)>, coverage: &mut Coverage) {
    let texts: Vec<String> = pairs.iter().map(|p| p.0.clone()).collect();
    for (theirs, (_, ours)) in oracle.run_each(MLIR_OPT, &texts).into_iter().zip(pairs.drain(..)) {
        let Ok(theirs) = theirs else {
            coverage.add("mlir-opt refuses");
            continue;
        };
        for (what, op) in [("allocations", "memref.alloc("), ("copies", "memref.copy ")] {
            let (ours, theirs) = (ours.matches(op).count(), theirs.matches(op).count());
            let relation = ["fewer", "as many", "more"][1 + usize::from(ours > theirs) - usize::from(ours < theirs)];
            coverage.add(format!("{relation} {what} than mlir-opt"));
            coverage.add_many(format!("{what} of ours"), ours as u64);
            coverage.add_many(format!("{what} of mlir-opt"), theirs as u64);
        }
    }
}

#[test]
fn random_programs_mean_the_same_on_the_buffer_level() {
    let (first, count) = (setting("TILEC_SEED", 0), setting("TILEC_RANDOM_PROGRAMS", 300));
    let next = AtomicU64::new(first);
    let found = Mutex::new(Found::default());
    let oracle = oracle::mlir_opt();
    let work = || {
        let mut differential = Differential::default();
        let mut pairs = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let done = seed >= first + count || found.lock().expect("no panic").failures.len() >= 5;
            if let Some(oracle) = oracle.as_ref().filter(|_| done || pairs.len() >= BATCH) {
                compare(oracle, &mut pairs, &mut differential.coverage);
            }
            if done {
                break;
            }
            let (program, coverage) = generator::buffer_program(seed);
            differential.coverage.merge(&coverage);
            let result = check(&mut differential, &program, seed);
            match result {
                Ok(Some(ours)) if oracle.is_some() && (count <= COMPARED || seed.is_multiple_of(8)) => {
                    pairs.push((program.to_string(), ours));
                }
                Ok(_) => {}
                Err(failure) => {
                    let report = report(seed, &program, &failure);
                    found.lock().expect("no panic").failures.push(report);
                }
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
        let below = coverage.below(FLOORS);
        assert!(below.is_empty(), "the programs cover too little:\n{}", below.join("\n"));
    }
}

fn trap_files() -> Vec<PathBuf> {
    programs_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps"), false)
}

fn name_of(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn every_trap_gives_what_is_written_down() {
    let files = trap_files();
    assert!(files.len() >= 49, "only {} traps", files.len());
    let pipelines = [PIPELINES, TWICE].concat();
    let mut wrong = Vec::new();
    for file in &files {
        let (mut differential, name) = (Differential::default(), name_of(file));
        let result = traps::check(&mut differential, file, &pipelines);
        let coverage = &differential.coverage;
        println!("{name}: compared {}, refused {}", coverage.sum("compared: "), coverage.sum("refused: "));
        if let Err(message) = result {
            wrong.push(format!("{name}: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} traps\n{}", wrong.len(), files.len(), wrong.join("\n\n"));
}

#[test]
fn written_programs_give_the_same_wherever_their_temporaries_are() {
    let mut differential = Differential::default();
    let mut wrong = Vec::new();
    for path in written_programs(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        for (line, text) in chunks(&path) {
            let Ok(module) = tilec_parse::parse(&text, "input.mlir") else { continue };
            let Some(inputs) = data::inputs_of(&module, 1) else { continue };
            // Shapes that depend on a number are those of this number.
            let program = tilec::Program::parse(&text, "input.mlir").ok().and_then(|p| p.specialize(None, &inputs).ok());
            let text = program.map_or(text, |bound| bound.to_string());
            match differential.check_buffers(&text, &inputs, &[], &diff::all_kernels()).map(|_| ()) {
                // What is no program to run, or stops, or reads memory that nobody wrote, is no failure here.
                Err(failure) if ["parse", "interpreter", "generator"].contains(&failure.stage.as_str()) => {}
                Err(failure) => wrong.push(format!("{}:{line}: {failure}", path.display())),
                Ok(()) => {}
            }
        }
    }
    println!("{}", differential.coverage);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(differential.coverage.sum("compared: kernel") > 16 * 100, "few programs were compiled");
}

/// Random programs to try a fault on, after the traps, before it counts as unnoticed.
const TRIES: u64 = 300;

/// What is wrong with a trap or a random program under a fault that is right without it; `None` if there is none.
fn noticed(fault: Mutation) -> Option<String> {
    let trap = trap_files().into_iter().find_map(|file| {
        let check = || traps::check(&mut Differential::default(), &file, PIPELINES).err();
        mutation::with(fault, check).filter(|_| check().is_none()).map(|message| format!("{}: {message}", name_of(&file)))
    });
    trap.or_else(|| {
        (0..TRIES).find_map(|seed| {
            let (program, _) = generator::buffer_program(seed);
            let check = || check(&mut Differential::default(), &program, seed).err();
            mutation::with(fault, check).filter(|_| check().is_none()).map(|failure| format!("seed {seed}: {failure}"))
        })
    })
}

#[test]
fn every_fault_of_these_passes_is_noticed() {
    let faults = Mutation::ALL.into_iter().filter(|m| generator::BUFFER_PASSES.contains(&m.pass()));
    let mut unnoticed = Vec::new();
    for fault in faults {
        match noticed(fault) {
            Some(message) => println!("{fault:?}: {}", message.lines().next().unwrap_or_default()),
            None => unnoticed.push(fault),
        }
    }
    assert!(unnoticed.is_empty(), "these faults of the passes are not noticed: {unnoticed:?}");
}

/// What 300 programs must at least contain; about half of what they do contain. `compared` counts programs that no pass refused.
const FLOORS: &[(&str, u64)] = &[
    ("compared: bufferize", 270),
    ("compared: eliminate-empty-tensors,bufferize,results-to-out-params,eliminate-copies,canonicalize", 270),
    (
        "compared: eliminate-empty-tensors,bufferize,results-to-out-params,eliminate-copies,canonicalize,place-buffers,poison-temporaries",
        270,
    ),
    ("compared: kernel", 380),
    ("kernel with arena", 190),
    ("kernel with fuse", 190),
    ("kernel with poison", 190),
    ("kernel with sanitize", 190),
    ("situation alloc_tensor", 38),
    ("situation alloc_tensor copy", 46),
    ("situation argument of a call seen after it", 15),
    ("situation arithmetic on whole tensors", 47),
    ("situation call", 38),
    ("situation cast there and back", 7),
    ("situation concat", 10),
    ("situation constant", 141),
    ("situation destination is a slice", 34),
    ("situation destination is a value", 365),
    ("situation element inserted", 52),
    ("situation element read after an insertion", 24),
    ("situation empty tensor of two users, one of which is inserted", 10),
    ("situation from_elements", 5),
    ("situation function called again", 3),
    ("situation function that returns its argument", 18),
    ("situation function that returns what it computed", 30),
    ("situation function that writes its argument", 14),
    ("situation gather", 6),
    ("situation generate", 8),
    ("situation materialize_in_destination into a buffer", 122),
    ("situation materialize_in_destination into a tensor", 23),
    ("situation matmul into an operand", 13),
    ("situation nested loop", 13),
    ("situation one value carried twice", 20),
    ("situation one value given to a call twice", 9),
    ("situation one value into two destinations", 9),
    ("situation pad", 13),
    ("situation part computed into an empty tensor and inserted", 24),
    ("situation part of a trip changed in its place", 11),
    ("situation read-only argument", 203),
    ("situation reads what an earlier trip wrote", 9),
    ("situation returned value with other users", 234),
    ("situation scatter", 5),
    ("situation scf.for", 48),
    ("situation scf.for of an open number of trips", 15),
    ("situation scf.for without trips", 12),
    ("situation scf.forall", 23),
    ("situation scf.forall changes its own part", 15),
    ("situation scf.forall reads what its shared output was", 3),
    ("situation scf.if", 31),
    ("situation scf.if yields a value from outside", 23),
    ("situation scf.if yields one value in both branches", 2),
    ("situation scf.while", 15),
    ("situation select of whole tensors", 9),
    ("situation shared value seen after scf.forall", 8),
    ("situation slice at a place known at run time", 43),
    ("situation slice of a slice", 20),
    ("situation slice of everything", 13),
    ("situation slice of lower rank", 35),
    ("situation slice put back in its place", 51),
    ("situation slice put elsewhere in its tensor", 22),
    ("situation slice put into another tensor", 14),
    ("situation slice with strides", 78),
    ("situation splat", 4),
    ("situation tensor read between a part's change and its return", 53),
    ("situation tensor seen after a part of it was put back", 14),
    ("situation to_buffer and a load", 10),
    ("situation to_tensor restrict", 37),
    ("situation to_tensor restrict writable", 32),
    ("situation two insertions into one constant", 11),
    ("situation two results", 51),
    ("situation two results of one destination", 39),
    ("situation two slices side by side", 12),
    ("situation two slices that overlap", 6),
    ("situation unmarked argument", 305),
    ("situation unmarked argument of a private function", 70),
    ("situation value returned twice", 17),
    ("situation writable argument", 120),
    ("situation written through a reshape", 24),
    ("situation x = f(x read otherwise)", 49),
    ("situation x = f(x)", 223),
    ("situation yields a value from outside", 17),
    ("situation yields another carried value", 16),
    ("situation yields what came in", 5),
    ("situation yields what is computed", 95),
];
