//! `tilec bench`: a function with every combination of optimizations, measured and checked.

use super::Fp;
use super::files::Pending;
use super::report::{Failure, Outcome};
use super::run::Loaded;
use super::show;
use super::times::Times;
use super::values::{self, MEMORY_LIMIT};
use clap::{ArgAction, Args};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tilec::{CompileOptions, Data, Kernel, Program, ScalarType, Step};
use tilec_bench::{Machine, Plan, Report, Row, Stats, Timing, measure, stats};

/// What to measure.
#[derive(Args)]
pub struct BenchArgs {
    /// The program, or - for standard input
    file: String,
    /// The function; not needed if there is only one public function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// A schedule to apply before the program is compiled, instead of the one in its file
    #[arg(long, value_name = "FILE")]
    schedule: Option<String>,
    /// Optimizations to turn on and off, in every combination; the others stay on
    #[arg(long, value_name = "SWITCHES", value_delimiter = ',', default_value = "fuse,eliminate")]
    ablate: Vec<String>,
    /// Values of the arguments as for `tilec run`; what is not given is random, the same at every run
    #[arg(long, value_name = "VALUE", action = ArgAction::Append, allow_hyphen_values = true)]
    input: Vec<String>,
    /// Timed calls of each row [default: as many as fit in 2 s, at least 21]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs: Option<u32>,
    /// Write the rows with machine and version tags
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Order and rounding of float reductions, if the program does not say it
    #[arg(long, value_name = "MODE", default_value = "pinned")]
    fp: Fp,
}

/// A switch: its name and what it sets.
type Switch = (&'static str, fn(&mut CompileOptions, bool));

const SWITCHES: [Switch; 3] =
    [("fuse", |o, on| o.fuse = on), ("eliminate", |o, on| o.eliminate = on), ("arena", |o, on| o.arena = on)];

/// The seed of inputs that are not given.
const SEED: u64 = 1;

/// A row before it is measured.
struct Variant {
    switches: Vec<bool>,
    kernel: Kernel,
    stats: Stats,
    compile: Duration,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Outcome {
    let switches = find_switches(&args.ablate)?;
    let loaded = Loaded::open(&args.file, args.entry.as_deref(), args.schedule.as_deref(), &mut Times::default())?;
    let arguments = values::arguments(&loaded.signature, &args.input, Some(SEED))?;
    let program = loaded.bound(&arguments, &mut Times::default())?;
    let variants: Vec<Variant> =
        (0..1usize << switches.len()).map(|row| compile(args, &loaded, &program, &switches, row)).collect::<Outcome<_>>()?;
    let expected = loaded.interpret(&arguments, args.fp.into())?;
    let mut buffers = Buffers::new(&loaded, &variants, arguments)?;
    let mut differences = Vec::new();
    for variant in &variants {
        differences.push(buffers.check(&loaded, &variant.kernel, &expected)?);
    }
    drop(expected);
    let plan = Plan { runs: args.runs.map(|n| n as usize) };
    let timings = measure(variants.len(), &plan, &mut |i| buffers.call(&loaded, &variants[i].kernel))?;
    // Those of the kernels: their shapes are known.
    let useful_bytes = variants.first().map_or(0, |v| v.kernel.signature().useful_bytes());
    let report = assemble(&loaded, &switches, variants, timings, differences, useful_bytes);
    if let Some(path) = &args.json {
        let text = report.to_json();
        Pending::write(path, |w| w.write_all(text.as_bytes()))?.commit()?;
    }
    let mut out = std::io::stdout().lock();
    write!(out, "{report}")?;
    out.flush()?;
    if report.is_ok() { Ok(()) } else { Err(Failure::rejected("check failed: a row differs from the interpreter")) }
}

fn find_switches(names: &[String]) -> Outcome<Vec<Switch>> {
    let mut found: Vec<Switch> = Vec::new();
    for name in names {
        let Some(switch) = SWITCHES.iter().find(|(known, _)| known == name) else {
            let known: Vec<&str> = SWITCHES.iter().map(|(name, _)| *name).collect();
            return Err(Failure::usage(format!("unknown switch '{name}' in --ablate: expected some of {}", known.join(","))));
        };
        if found.iter().any(|(known, _)| known == name) {
            return Err(Failure::usage(format!("switch '{name}' is named twice in --ablate")));
        }
        found.push(*switch);
    }
    Ok(found)
}

/// Compiles the combination whose bits `row` has.
fn compile(args: &BenchArgs, loaded: &Loaded, program: &Program, switches: &[Switch], row: usize) -> Outcome<Variant> {
    let mut options = CompileOptions { numerics: args.fp.into(), ..CompileOptions::default() };
    let on: Vec<bool> = (0..switches.len()).map(|i| row >> i & 1 == 1).collect();
    for ((_, set), on) in switches.iter().zip(&on) {
        set(&mut options, *on);
    }
    let mut found = Stats::default();
    let mut counting = Duration::ZERO;
    let start = Instant::now();
    let mut observe = |step: &Step<'_>| {
        if let Step::BufferLevel(module, func) = step {
            let start = Instant::now();
            found = stats(module, *func, &[]);
            counting = start.elapsed();
        }
    };
    let result = tilec::compile_observed(program, Some(&loaded.signature.name), &options, &mut observe);
    let compile = start.elapsed();
    let (kernel, _) = result.map_err(|error| loaded.source.failure(&error))?;
    let kernel = kernel.with_memory_limit(MEMORY_LIMIT);
    Ok(Variant { switches: on, kernel, stats: found, compile: compile.saturating_sub(counting) })
}

/// The arrays that all rows are called with; allocated and touched once.
struct Buffers {
    arguments: Vec<Data>,
    results: Vec<Data>,
    /// Arguments that some row overwrites, as they were.
    originals: Vec<(usize, Data)>,
}

impl Buffers {
    fn new(loaded: &Loaded, variants: &[Variant], arguments: Vec<Data>) -> Outcome<Self> {
        let overwritten = |i: &usize| variants.iter().any(|v| v.kernel.overwrites(*i));
        let originals = (0..arguments.len()).filter(overwritten).map(|i| (i, arguments[i].clone())).collect();
        let results = match variants.first() {
            Some(variant) => variant.kernel.results().map_err(|error| loaded.call_failure(error))?,
            None => Vec::new(),
        };
        Ok(Self { arguments, results, originals })
    }

    fn call(&mut self, loaded: &Loaded, kernel: &Kernel) -> Outcome {
        kernel.call_in_place(&mut self.arguments, &mut self.results).map_err(|error| loaded.call_failure(error))
    }

    /// One call on fresh data, compared with what the interpreter gave.
    fn check(&mut self, loaded: &Loaded, kernel: &Kernel, expected: &[Data]) -> Outcome<Option<String>> {
        // What a kernel leaves unwritten must show.
        for result in self.results.iter_mut().filter(|r| r.elem != ScalarType::I1) {
            result.bytes.fill(0xA5);
        }
        for (i, original) in &self.originals {
            self.arguments[*i].bytes.copy_from_slice(&original.bytes);
        }
        self.call(loaded, kernel)?;
        let buffers = loaded.signature.written().map(|i| &self.arguments[i]);
        let found = self.results.iter().chain(buffers);
        let differences = found.zip(expected).enumerate();
        Ok(differences
            .filter_map(|(i, (found, expected))| {
                Some(format!("{} {}", loaded.outcome_name(i), show::difference(found, expected)?))
            })
            .next())
    }
}

fn assemble(
    loaded: &Loaded,
    switches: &[Switch],
    variants: Vec<Variant>,
    timings: Vec<Timing>,
    differences: Vec<Option<String>>,
    useful_bytes: usize,
) -> Report {
    let rows = variants.into_iter().zip(timings).zip(differences).map(|((variant, timing), difference)| Row {
        switches: variant.switches,
        stats: variant.stats,
        compile: variant.compile,
        timing,
        difference,
    });
    Report {
        program: loaded.source.name.clone(),
        entry: loaded.signature.name.clone(),
        switches: switches.iter().map(|(name, _)| (*name).to_owned()).collect(),
        rows: rows.collect(),
        useful_bytes,
        machine: Machine::detect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        threads: 1,
    }
}
