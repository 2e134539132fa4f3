//! Programs with random damage: every text is read, or refused with a message; every valid program is printed, transformed, compiled and
//! run within its limits, or refused. Nothing panics, and nothing runs without bound.
//!
//! `TILEC_FUZZ=N` tries N texts, `TILEC_SEED=S` starts at seed S. The text being tried is in `target/tmp/fuzz-*.mlir`, should the process die.

/// What cargo-fuzz runs, on the same texts.
#[path = "../crates/tilec-testing/fuzz/src/lib.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};
use tilec::check::{CheckOptions, check};
use tilec::{CompileOptions, Pipeline, Program};
use tilec_interp::Limits;
use tilec_ir::{Module, OpKind, Type};
use tilec_passes::pass::REGISTRY;
use tilec_testing::diff::{last_panic, quietly};
use tilec_testing::{Rng, data, generator, programs_under};

/// Texts tried by an ordinary run, if the time suffices.
const TEXTS: u64 = 6000;
/// Time after which an ordinary run ends.
const TIME: Duration = Duration::from_secs(12);
/// Pieces that a grammar may stumble over.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "=",
    "->",
    "%0",
    "%a",
    "#map",
    "!t",
    "@f",
    "^bb0",
    "\"x\"",
    "?",
    "*",
    "-",
    "0",
    "1",
    "-1",
    "0x",
    "1.0",
    "1e400",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "tensor<4xf32>",
    "memref<?xf32>",
    "vector<4xf32>",
    "index",
    "i1",
    "i65",
    "f32",
    "bf16",
    "dense<0.0>",
    "dense<>",
    "affine_map<(d0) -> (d0)>",
    "floordiv",
    "mod",
    "parallel",
    "reduction",
    "return",
    "linalg.generic",
    "linalg.yield",
    "arith.constant",
    "scf.for",
    "loc(unknown)",
    "//",
    "\n",
    "\0",
    "é",
    "attributes",
    "module",
    "func.func",
];

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|v| v.parse().unwrap_or_else(|_| panic!("{name}={v} is no number")))
}

fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = programs_under(&root.join("tests/golden"), false);
    files.extend(programs_under(&root.join("examples"), true));
    let mut texts: Vec<String> = files.iter().map(|f| std::fs::read_to_string(f).expect("a readable file")).collect();
    texts.extend((0..40).map(|seed| generator::program(seed).0.to_string()));
    texts
}

/// Start and end of a random stretch on character boundaries.
fn stretch(rng: &mut Rng, text: &str, most: usize) -> (usize, usize) {
    let at = |mut i: usize| {
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let start = at(rng.usize(..=text.len()));
    (start, at((start + rng.usize(1..=most)).min(text.len())).max(start))
}

/// One random change.
fn damage(rng: &mut Rng, text: &str, corpus: &[String]) -> String {
    let (start, end) = stretch(rng, text, 12);
    let (before, part, after) = (&text[..start], &text[start..end], &text[end..]);
    match rng.u8(..16) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{part}{part}{after}"),
        2 => format!("{before}{}{after}", TOKENS[rng.usize(..TOKENS.len())]),
        3 => format!("{before} {} {part}{after}", TOKENS[rng.usize(..TOKENS.len())]),
        4 => {
            let mut bytes = text.as_bytes().to_vec();
            if let Some(byte) = bytes.get_mut(start) {
                *byte = rng.u8(..);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
        5 => {
            let other = &corpus[rng.usize(..corpus.len())];
            let (from, to) = stretch(rng, other, 200);
            format!("{before}{}{after}", &other[from..to])
        }
        6..9 => change_number(rng, text),
        9 => change_line(rng, text, corpus),
        10..13 => exchange(rng, text, text, |c| c.is_ascii_alphanumeric() || "%_#".contains(c), "%"),
        13 => {
            let other = &corpus[rng.usize(..corpus.len())];
            exchange(rng, text, other, |c| c.is_ascii_lowercase() || c == '.' || c == '_', "arith.")
        }
        14 => exchange(rng, text, text, |c| c.is_ascii_alphanumeric(), "#"),
        _ => {
            let words: Vec<&str> = text.split(' ').collect();
            let (a, b) = (rng.usize(..words.len()), rng.usize(..words.len()));
            let mut words = words;
            words.swap(a, b);
            words.join(" ")
        }
    }
}

/// A word with this prefix becomes another such word of `from`.
fn exchange(rng: &mut Rng, text: &str, from: &str, in_word: fn(char) -> bool, prefix: &str) -> String {
    let words = |text: &str| -> Vec<(usize, usize)> {
        let starts = text.match_indices(prefix).map(|(i, _)| i);
        starts.map(|i| (i, text[i..].find(|c| !in_word(c) && !prefix.contains(c)).map_or(text.len(), |n| i + n))).collect()
    };
    let (here, there) = (words(text), words(from));
    if here.is_empty() || there.is_empty() {
        return text.to_string();
    }
    let ((start, end), (a, b)) = (here[rng.usize(..here.len())], there[rng.usize(..there.len())]);
    format!("{}{}{}", &text[..start], &from[a..b], &text[end..])
}

/// A number becomes another.
fn change_number(rng: &mut Rng, text: &str) -> String {
    let starts: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
    if starts.is_empty() {
        return text.to_string();
    }
    let start = starts[rng.usize(..starts.len())];
    let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| start + n);
    let numbers = ["0", "1", "2", "3", "7", "17", "64", "4096", "65536", "4294967296", "9223372036854775807", "-1"];
    format!("{}{}{}", &text[..start], numbers[rng.usize(..numbers.len())], &text[end..])
}

/// A line goes, is doubled, or is exchanged for one of another program.
fn change_line(rng: &mut Rng, text: &str, corpus: &[String]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text.to_string();
    }
    let at = rng.usize(..lines.len());
    let other: Vec<&str> = corpus[rng.usize(..corpus.len())].lines().collect();
    match rng.u8(..4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 if !other.is_empty() => lines[at] = other[rng.usize(..other.len())],
        _ => {
            let to = rng.usize(..lines.len());
            lines.swap(at, to);
        }
    }
    lines.join("\n")
}

/// True if no value of the program is large.
fn is_small(module: &Module) -> bool {
    let small = |ty: &Type| ty.shape().is_none() || ty.num_elements().is_none_or(|n| n <= 1 << 16);
    let ops = module.walk(module.top());
    ops.len() < 2000 && ops.iter().all(|&op| module.results(op).iter().chain(args(module, op)).all(|&v| small(module.ty(v))))
}

fn args(module: &Module, op: tilec_ir::Op) -> impl Iterator<Item = &tilec_ir::Value> {
    module.regions(op).iter().flat_map(|&r| module.region_blocks(r)).flat_map(|&b| module.block_args(b))
}

/// How far a text came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    Refused,
    Valid,
    Ran,
    Compiled,
}

fn run_text(text: &str, rng: &mut Rng) -> Reached {
    let Some(module) = targets::read(text) else { return Reached::Refused };
    targets::interpret(&module);
    if !is_small(&module) {
        return Reached::Valid;
    }
    for _ in 0..3 {
        let mut copy = module.clone();
        let mut pipeline = Pipeline::default();
        for _ in 0..rng.usize(1..4) {
            pipeline.push(REGISTRY[rng.usize(..REGISTRY.len())].name, "").expect("a pass");
        }
        match pipeline.run(&mut copy, true, &mut |_| {}) {
            Err(tilec::PipelineError::Invalid { pass, diagnostics, before }) => {
                panic!("{pass} left an invalid program: {}\n{before}", diagnostics[0]);
            }
            Err(_) => {}
            Ok(remarks) => drop(tilec_bench::to_json(&tilec_bench::stats_of_module(&copy, &remarks))),
        }
    }
    let Some(inputs) = data::inputs_of(&module, 0) else { return Reached::Valid };
    let limits = Limits { steps: 300_000, bytes: 1 << 24 };
    let func = module.funcs().into_iter().find(|&f| !module.is_declaration(f)).expect("its inputs were found");
    let ran = tilec_interp::run_with(&module, func, &inputs, &limits);
    let program = Program::from_module(module).expect("verified before");
    let options = CheckOptions { inputs: Some(2), refines: true, limits, ..CheckOptions::default() };
    if let Ok(checked) = check(program.module(), program.module(), None, &options) {
        assert!(checked.iter().all(|c| c.difference.is_none()), "a program differs from itself: {checked:?}");
    }
    tilec_passes::dot::producer_graph(program.module(), program.module());
    let name = program.module().symbol_name(func).map(str::to_string);
    let Ok(kernel) = tilec::compile(&program, name.as_deref(), &CompileOptions::default()) else { return Reached::Ran };
    // A pass may remove a run-time error, and with it what ends a loop.
    let loops = program.module().walk(func).into_iter().any(|op| program.module().kind(op) == OpKind::For);
    if ran.is_ok() || !loops && !ran.as_ref().is_err_and(|e| e.message.contains("limit")) {
        let found = kernel.with_memory_limit(1 << 24).call_data(&inputs);
        if matches!(found, Err(tilec::CallError::Compile(_))) {
            return Reached::Ran;
        }
        assert!(found.is_ok() || ran.is_err(), "machine code stops, the interpreter does not: {:?}", found.err());
    }
    Reached::Compiled
}

#[test]
fn damaged_programs_do_no_harm() {
    let corpus = corpus();
    let (first, count) = (setting("TILEC_SEED").unwrap_or(0), setting("TILEC_FUZZ"));
    let start = Instant::now();
    let (mut reached, mut failures) = ([0u64; 4], Vec::new());
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}.mlir", std::process::id()));
    for seed in first..first + count.unwrap_or(TEXTS) {
        if failures.len() >= 5 || count.is_none() && start.elapsed() > TIME {
            break;
        }
        let mut rng = Rng::with_seed(seed);
        let mut text = corpus[rng.usize(..corpus.len())].clone();
        for _ in 0..[1, 1, 2, 3][rng.usize(..4)] {
            text = damage(&mut rng, &text, &corpus);
        }
        std::fs::write(&trace, &text).expect("a writable target folder");
        match quietly(|| catch_unwind(AssertUnwindSafe(|| run_text(&text, &mut rng)))) {
            Ok(level) => reached[level as usize] += 1,
            Err(_) => failures.push(format!("seed {seed} (TILEC_SEED={seed} TILEC_FUZZ=1): {}\n{text}", last_panic())),
        }
    }
    let _ = std::fs::remove_file(&trace);
    let [refused, valid, ran, compiled] = reached;
    println!("{refused} refused, {valid} valid, {ran} interpreted, {compiled} compiled, {:?}", start.elapsed());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(count.is_some() || compiled >= 50, "only {compiled} damaged programs were compiled");
}
