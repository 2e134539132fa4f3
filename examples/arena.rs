//! What the arena saves: for each program its temporaries, the bytes of all of them and of the arena, the most bytes in use at once, and the
//! page faults and the time of a call with and without it. `cargo run --release --example arena -- FILE.mlir FOLDER …`; a folder is a model
//! (with `case.json`) or holds models. Without arguments, the programs of this folder.

use std::path::{Path, PathBuf};
use tilec::{CompileOptions, Data, Kernel, Numerics, Program, RemarkArg, Step, compile_observed};
use tilec_bench::{Measure, Plan, Stats, Timing, measure, stats};
use tilec_testing::corpus::{Case, Expected, model};
use tilec_testing::{data, programs_under};

type Error = Box<dyn std::error::Error>;

/// Timed calls of each variant.
const CALLS: usize = 200;

/// What a program is measured with.
fn case_of(file: &Path) -> Result<Case, Error> {
    let program = Program::open(file)?;
    let entry = program.module().symbol_name(program.entry(None)?).unwrap_or_default().to_owned();
    let inputs = data::inputs_of(program.module(), 1).ok_or("its shapes are open: give a folder with case.json")?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Case { name, file: file.to_owned(), entry, inputs, expected: Expected::Error, numerics: Numerics::Pinned })
}

fn cases_in(path: &Path) -> Vec<(String, Result<Case, Error>)> {
    if let Some(case) = model(path) {
        return vec![(case.name.clone(), Ok(case))];
    }
    if path.is_file() {
        return vec![(path.display().to_string(), case_of(path))];
    }
    let mut folders: Vec<PathBuf> = std::fs::read_dir(path).into_iter().flatten().flatten().map(|e| e.path()).collect();
    folders.sort();
    let models: Vec<_> = folders.iter().filter_map(|f| model(f)).map(|c| (c.name.clone(), Ok(c))).collect();
    if !models.is_empty() {
        return models;
    }
    programs_under(path, false).iter().map(|f| (f.display().to_string(), case_of(f))).collect()
}

/// The numbers of the arena.
#[derive(Default)]
struct Arena {
    temporaries: i64,
    bytes: i64,
    peak: i64,
    bound: i64,
}

struct Compiled {
    kernel: Kernel,
    stats: Stats,
    arena: Arena,
}

fn compiled(case: &Case, arena: bool) -> Result<Compiled, Error> {
    let program = Program::open(&case.file)?.specialize(Some(&case.entry), &case.inputs)?;
    let mut found = Stats::default();
    let mut observe = |step: &Step<'_>| {
        if let Step::BufferLevel(module, func) = step {
            found = stats(module, *func, &[]);
        }
    };
    let options = CompileOptions { arena, numerics: case.numerics, ..CompileOptions::default() };
    let (kernel, remarks) = compile_observed(&program, Some(&case.entry), &options, &mut observe)?;
    let mut numbers = Arena::default();
    for (name, value) in remarks.iter().filter(|r| r.pass == "place-buffers").flat_map(|r| &r.args) {
        let RemarkArg::Int(value) = value else { continue };
        match *name {
            "temporaries" => numbers.temporaries += value,
            "bytes" => numbers.bytes += value,
            "peak" => numbers.peak += value,
            "in_use_at_once" => numbers.bound += value,
            _ => {}
        }
    }
    Ok(Compiled { kernel, stats: found, arena: numbers })
}

fn timings(case: &Case, kernels: &[&Kernel]) -> Result<Vec<Timing>, Error> {
    let mut arguments = case.inputs.clone();
    let mut results: Vec<Data> = kernels[0].results()?;
    let call = &mut |i: usize| kernels[i].call_in_place(&mut arguments, &mut results);
    Ok(measure(kernels.len(), &Plan { runs: Some(CALLS) }, call)?)
}

fn row(case: &Case) -> Result<String, Error> {
    let (with, without) = (compiled(case, true)?, compiled(case, false)?);
    let timings = timings(case, &[&with.kernel, &without.kernel])?;
    let faults = |t: &Timing| t.faults_per_call.map_or("?".into(), |f| format!("{f:.2}"));
    let time = |t: &Timing| t.percentile(50).as_secs_f64() * 1e6;
    let a = &with.arena;
    #[allow(clippy::cast_precision_loss, reason = "a ratio")]
    let ratio = if a.bound > 0 { format!("{:.3}", a.peak as f64 / a.bound as f64) } else { "-".into() };
    let count = |what: Measure, stats: &Stats| what.of(stats).known;
    Ok(format!(
        "{:>5} {:>10} {:>9} {:>9} {ratio:>6} {:>6} {:>6} {:>6} {:>8} {:>8} {:>10.1} {:>10.1}",
        a.temporaries,
        a.bytes,
        a.peak,
        a.bound,
        count(Measure::Allocs, &with.stats),
        count(Measure::Allocs, &without.stats),
        count(Measure::Copies, &with.stats),
        faults(&timings[0]),
        faults(&timings[1]),
        time(&timings[0]),
        time(&timings[1]),
    ))
}

fn main() {
    let mut paths: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        paths.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples"));
    }
    println!(
        "{:<36} {:>5} {:>10} {:>9} {:>9} {:>6} {:>6} {:>6} {:>6} {:>8} {:>8} {:>10} {:>10}",
        "", "tempo", "bytes", "arena", "at once", "", "allocs", "", "", "faults", "", "µs", ""
    );
    println!(
        "{:<36} {:>5} {:>10} {:>9} {:>9} {:>6} {:>6} {:>6} {:>6} {:>8} {:>8} {:>10} {:>10}",
        "program", "rary", "together", "bytes", "at most", "ratio", "arena", "none", "copies", "arena", "none", "arena", "none"
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, case) in paths.iter().flat_map(|p| cases_in(p)) {
        let row = case.and_then(|case| row(&case));
        let name = Path::new(&name).strip_prefix(root).unwrap_or(Path::new(&name)).display().to_string();
        println!("{name:<36} {}", row.unwrap_or_else(|error| error.to_string().lines().next().unwrap_or_default().to_owned()));
    }
}
