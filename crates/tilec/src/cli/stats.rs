//! `tilec stats`: what each function does to memory, at the level that the program is at or that passes bring it to.

use super::passes::PassArgs;
use super::report::{Failure, Outcome, Source, say};
use clap::{ArgAction, ArgMatches, Args};
use std::io::Write;
use tilec::{CompileOptions, Diagnostic, Error, Program, Step};
use tilec_bench::{Condition, Stats, stats_of_module, tile_faults, to_json};
use tilec_ir::Module;

/// What to count; the flags of the passes are added by [`super::passes::with_pass_flags`].
#[derive(Args)]
pub struct StatsArgs {
    /// The program, or - for standard input
    #[arg(default_value = "-")]
    file: String,
    #[command(flatten)]
    passes: PassArgs,
    /// Only this function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Count at the buffer level that the compiler brings the entry to, after the passes given here
    #[arg(long)]
    compiled: bool,
    /// Print JSON, an array with an object for each function
    #[arg(long)]
    json: bool,
    /// What must hold of each function, such as "allocs=0,copies<=1"; else the exit code is 1
    #[arg(long = "assert", value_name = "CONDITIONS", action = ArgAction::Append)]
    conditions: Vec<String>,
}

/// Runs the command; `matches` is what it was parsed from.
///
/// # Errors
/// What passes and compiler say; conditions that do not hold.
pub fn run(args: &StatsArgs, matches: &ArgMatches) -> Outcome {
    let (pipeline, scripts) = args.passes.pipeline(matches)?;
    let mut conditions = Vec::new();
    for text in &args.conditions {
        conditions.extend(Condition::parse_list(text).map_err(|e| Failure::usage(format!("--assert: {e}")))?);
    }
    let source = Source { scripts, ..Source::read(&args.file)? };
    let failure = |error: &Error| source.failure(error);
    let mut program = Program::parse(&source.text, &source.name).map_err(|errors| failure(&errors.into()))?;
    let mut remarks = program.run_pipeline(&pipeline).map_err(|error| failure(&error))?;
    let mut functions = if args.compiled {
        let (module, more) = buffer_level(args, &source, &program)?;
        remarks.extend(more);
        stats_of_module(&module, &remarks)
    } else {
        stats_of_module(program.module(), &remarks)
    };
    if let Some(name) = &args.entry {
        let func = program.entry(Some(name)).map_err(|error| failure(&error))?;
        let name = program.module().symbol_name(func).unwrap_or_default();
        functions.retain(|stats| stats.name == name);
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        write!(out, "{}", to_json(&functions))?;
    } else {
        functions.iter().try_for_each(|stats| write!(out, "{stats}"))?;
    }
    out.flush()?;
    if conditions.is_empty() {
        let warnings: Vec<Diagnostic> = functions.iter().flat_map(|stats| tile_faults(stats, None)).collect();
        if !warnings.is_empty() {
            say(source.render(&warnings));
        }
        return Ok(());
    }
    let failed: Vec<Diagnostic> = functions.iter().flat_map(|stats| broken(&conditions, stats)).collect();
    if failed.is_empty() { Ok(()) } else { Err(Failure::Rejected(source.render(&failed))) }
}

fn broken(conditions: &[Condition], stats: &Stats) -> Vec<Diagnostic> {
    let failed = conditions.iter().filter_map(|condition| condition.check(stats));
    failed.chain(tile_faults(stats, Some(conditions))).collect()
}

/// The program at the level where the compiler counts, with the remarks of its passes.
fn buffer_level(args: &StatsArgs, source: &Source, program: &Program) -> Outcome<(Module, Vec<tilec::Remark>)> {
    let mut found = None;
    let mut observe = |step: &Step<'_>| {
        if let Step::BufferLevel(module, _) = step {
            found = Some((*module).clone());
        }
    };
    let options = CompileOptions::default();
    let (_, remarks) = tilec::compile_observed(program, args.entry.as_deref(), &options, &mut observe)
        .map_err(|error| source.failure(&error))?;
    let open = "--compiled: shapes are open until the function is called; bind them with --specialize=\"arg0=4x8\"";
    found.map(|module| (module, remarks)).ok_or_else(|| Failure::rejected(format!("{}: {open}", source.name)))
}
