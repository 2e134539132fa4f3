//! Models and cases of the shared corpus, compiled in every way that uses memory otherwise: always the bits of the interpreter, and what the
//! corpus says. The models allocate nothing in a call. Skipped with one line where the corpus is not there.

use std::path::Path;
use tilec::{CompileOptions, Data, Kernel, Program, Step, compile, compile_observed};
use tilec_bench::{Measure, Plan, Stats, measure, stats};
use tilec_ir::{Op, numerics};
use tilec_passes::{place_buffers, remark};
use tilec_testing::corpus::{Case, Expected, cases, models};
use tilec_testing::diff::{all_kernels, switches};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every way to use memory, and without fusion, which leaves more temporaries.
fn ways() -> Vec<CompileOptions> {
    let mut ways = all_kernels();
    let plain = CompileOptions { fuse: false, verify: true, ..CompileOptions::default() };
    ways.push(CompileOptions { poison: true, sanitize: true, ..plain.clone() });
    ways.push(plain);
    ways
}

/// What the interpreter says: results, then the buffers that the function writes.
fn interpret(program: &Program, func: Op, case: &Case) -> Result<Vec<Data>, String> {
    let mut module = program.module().clone();
    numerics::pin(&mut module, case.numerics);
    let outcome = tilec_interp::run(&module, func, &case.inputs).map_err(|e| e.to_string())?;
    let mut buffers = outcome.buffers;
    let written = tilec::Signature::of(program.module(), func).written().collect::<Vec<_>>();
    Ok(outcome.results.into_iter().chain(written.into_iter().filter_map(|i| buffers[i].take())).collect())
}

fn run(program: &Program, case: &Case, options: &CompileOptions) -> Result<Vec<Data>, tilec::Error> {
    let options = CompileOptions { numerics: case.numerics, ..options.clone() };
    let kernel = compile(program, Some(&case.entry), &options)?;
    kernel.call_data(&case.inputs).map_err(|e| tilec::Error::Entry { message: format!("the call: {e}") })
}

/// Everything that is wrong with a case; a count of kernels that were compared.
fn check(case: &Case, compared: &mut usize) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = std::fs::read_to_string(&case.file).unwrap_or_else(|e| panic!("{}: {e}", case.file.display()));
    let Ok(program) = Program::parse(&text, &case.name) else {
        // Only a program that is to be refused may be.
        wrong.extend(matches!(case.expected, Expected::Values { .. }).then(|| format!("{}: is not read", case.name)));
        return wrong;
    };
    let func = program.entry(Some(&case.entry)).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let expected = interpret(&program, func, case);
    match (&expected, &case.expected) {
        (Ok(found), expected) if !WRONG_FILES.contains(&case.name.as_str()) => {
            wrong.extend(expected.difference(found).map(|d| format!("{}, interpreted: {d}", case.name)));
        }
        (Err(error), Expected::Values { .. }) => wrong.push(format!("{}, interpreted: {error}", case.name)),
        _ => {}
    }
    for options in ways() {
        let place = || format!("{} with {}", case.name, switches(&options));
        match (run(&program, case, &options), &expected) {
            (Ok(found), Ok(expected)) => wrong.extend(difference(expected, &found).map(|d| format!("{}: {d}", place()))),
            (Err(_), Err(_)) => {}
            (Ok(_), Err(error)) => wrong.push(format!("{}: runs, but the interpreter stops: {error}", place())),
            (Err(error), Ok(_)) => wrong.push(format!("{}: {error}", place())),
        }
        *compared += 1;
    }
    wrong
}

/// Their files of results hold something else than what the program says.
const WRONG_FILES: [&str; 2] = ["gelu_tanh_bias", "reduce_mix"];

/// The first value that is not the same, bit for bit.
fn difference(expected: &[Data], found: &[Data]) -> Option<String> {
    if expected.len() != found.len() {
        return Some(format!("{} values instead of {}", found.len(), expected.len()));
    }
    let differs = |(i, (a, b)): (usize, (&Data, &Data))| {
        let at = a.first_difference(b)?;
        let element = |d: &Data| if d.is_empty() { "none".into() } else { format!("{:e}", d.get(at).to_f64()) };
        Some(format!("value {i}, element {at}: {} instead of {}", element(b), element(a)))
    };
    expected.iter().zip(found).enumerate().find_map(differs)
}

#[test]
fn models_and_cases_give_the_same_bits_however_memory_is_used() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    let all: Vec<Case> = models(root()).into_iter().chain(cases(root())).collect();
    for case in &all {
        wrong.extend(check(case, &mut compared));
    }
    println!("{} models and cases, {compared} kernels", all.len());
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
}

/// What a model does on the buffer level, the numbers of its arena by name, and its kernel.
fn compiled(case: &Case) -> (Kernel, Stats, Vec<(&'static str, remark::Arg)>) {
    let program = Program::open(&case.file).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let program = program.specialize(Some(&case.entry), &case.inputs).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let mut found = Stats::default();
    let mut observe = |step: &Step<'_>| {
        if let Step::BufferLevel(module, func) = step {
            found = stats(module, *func, &[]);
        }
    };
    let options = CompileOptions { numerics: case.numerics, ..CompileOptions::default() };
    let compiled = compile_observed(&program, Some(&case.entry), &options, &mut observe);
    let (kernel, remarks) = compiled.unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let arena =
        remarks.into_iter().filter(|r| r.pass == place_buffers::NAME).find(|r| r.args.iter().any(|(name, _)| *name == "peak"));
    (kernel, found, arena.map(|r| r.args).unwrap_or_default())
}

fn number(args: &[(&'static str, remark::Arg)], name: &str) -> i64 {
    let found = args.iter().find(|(known, _)| *known == name);
    if let Some((_, remark::Arg::Int(n))) = found { *n } else { 0 }
}

#[test]
fn models_allocate_nothing_in_a_call_and_fill_their_arena() {
    let mut wrong = Vec::new();
    for case in models(root()) {
        let (kernel, stats, arena) = compiled(&case);
        let allocations = Measure::Allocs.of(&stats).known;
        if allocations > 0 {
            wrong.push(format!("{}: {allocations} allocations in each call", case.name));
        }
        let (peak, bound) = (number(&arena, "peak"), number(&arena, "in_use_at_once"));
        if peak * 10 > bound * 11 {
            wrong.push(format!("{}: an arena of {peak} bytes, of which at most {bound} are in use at once", case.name));
        }
        let (mut arguments, mut results) = (case.inputs.clone(), kernel.results().expect("memory"));
        let call = &mut |_| kernel.call_in_place(&mut arguments, &mut results);
        let timings = measure(1, &Plan { runs: Some(50) }, call).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        if let Some(faults) = timings[0].faults_per_call.filter(|f| *f >= 5.0) {
            wrong.push(format!("{}: {faults} page faults in each call", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
