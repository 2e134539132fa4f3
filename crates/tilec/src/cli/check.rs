//! `tilec check A B`: do two programs compute the same? See [`tilec::check`].

use super::Fp;
use super::report::{Failure, Outcome, Source};
use super::show;
use std::fmt::Write as _;
use std::io::Write;
use tilec::check::{CheckError, CheckOptions, Checked, Difference, Found, check};
use tilec::{Diagnostic, Program, Scalar, Type};

/// Arguments of `tilec check`.
#[derive(clap::Args)]
pub struct CheckArgs {
    /// The first program, or - for standard input
    #[arg(value_name = "A")]
    before: String,
    /// The program that should compute the same
    #[arg(value_name = "B")]
    after: String,
    /// The function; without it, all public functions of A
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// B may do anything on inputs where A stops, and with elements that A leaves undefined
    #[arg(long)]
    refines: bool,
    /// How many inputs to try: 24, more of functions that take only a few elements
    #[arg(long, value_name = "N")]
    inputs: Option<usize>,
    /// The seed of the first input; the next ones have the numbers behind it
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The steps after which a run is given up
    #[arg(long, value_name = "N", default_value_t = CheckOptions::default().limits.steps)]
    steps: u64,
    /// Order and rounding of float reductions, where the programs do not say it
    #[arg(long, value_name = "MODE", default_value = "pinned")]
    fp: Fp,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Outcome {
    if args.before == "-" && args.after == "-" {
        return Err(Failure::usage("only one of the programs can come from standard input"));
    }
    let (before, after) = (open(&args.before)?, open(&args.after)?);
    let mut options = CheckOptions {
        inputs: args.inputs,
        seed: args.seed,
        refines: args.refines,
        numerics: args.fp.into(),
        ..CheckOptions::default()
    };
    options.limits.steps = args.steps;
    let names = [&before.0, &after.0].map(|source| source.name.as_str());
    let all = check(before.1.module(), after.1.module(), args.entry.as_deref(), &options).map_err(|error| match &error {
        CheckError::Run { after: second, error: stop, .. } => {
            let source = if *second { &after.0 } else { &before.0 };
            Failure::Rejected(source.render(&[Diagnostic::error(stop.loc.clone(), error.to_string())]))
        }
        _ => Failure::rejected(&error),
    })?;
    let mut out = std::io::stdout().lock();
    for checked in &all {
        match &checked.difference {
            None => writeln!(out, "{}", summary(checked))?,
            Some(difference) => {
                let error = describe(&checked.function, difference, names);
                let stop = if let Found::Stops { after: second, error: stop } = &difference.found {
                    let source = if *second { &after.0 } else { &before.0 };
                    source.render(&[Diagnostic::error(stop.loc.clone(), stop.message.clone())]) + "\n"
                } else {
                    String::new()
                };
                return Err(Failure::Rejected(format!("{stop}{error}")));
            }
        }
    }
    Ok(out.flush()?)
}

fn open(file: &str) -> Outcome<(Source, Program)> {
    let source = Source::read(file)?;
    let program = Program::parse(&source.text, &source.name).map_err(|errors| source.failure(&errors.into()))?;
    Ok((source, program))
}

/// What was compared without finding a difference.
fn summary(checked: &Checked) -> String {
    let plural = if checked.inputs == 1 { "" } else { "s" };
    let mut text = format!("@{}: no difference in {} input{plural}", checked.function, checked.inputs);
    if let Some(error) = &checked.error {
        let _ = write!(text, "; in {} of them the first program stops: {}", checked.stopped, error.message);
    }
    if checked.unfinished > 0 {
        let _ = write!(text, "; {} more were given up at the limit of steps or memory", checked.unfinished);
    }
    text
}

/// A difference between two programs that are called `names`, with the input that shows it.
pub fn describe(function: &str, difference: &Difference, names: [&str; 2]) -> String {
    let [before, after] = names;
    let what = match &difference.found {
        Found::Stops { after: true, error } => format!("{after} stops where {before} does not: {}", error.message),
        Found::Stops { after: false, error } => format!("{before} stops where {after} does not: {}", error.message),
        Found::Shape { place, before: a, after: b } => format!("{place} has the shape {a:?} in {before} but {b:?} in {after}"),
        Found::Element { place, index, before: a, after: b, differing, elements } => {
            let (a, b) = both(*a, *b);
            let at = if index.is_empty() { String::new() } else { format!(" at {index:?}") };
            let count = if *elements > 1 { format!(" ({differing} of {elements} elements differ)") } else { String::new() };
            format!("{place}{at} is {a} in {before} but {b} in {after}{count}")
        }
    };
    let mut text = format!("error: @{function} differs: {what}\nnote: the input is --seed {} --inputs 1", difference.seed);
    for (i, data) in difference.arguments.iter().enumerate() {
        let ty = if data.shape.is_empty() { Type::Scalar(data.elem) } else { data.tensor_type() };
        let _ = write!(text, "\nnote: argument {i}: {}", show::summary(&ty, data));
    }
    text
}

/// Two elements, with their bits if they look the same.
fn both(a: Option<Scalar>, b: Option<Scalar>) -> (String, String) {
    let name = |v: Option<Scalar>| v.map_or_else(|| "undefined".to_owned(), show::element);
    let bits = |v: Option<Scalar>| v.map_or(String::new(), |v| format!(" (bits 0x{:X})", v.bits));
    let (x, y) = (name(a), name(b));
    if x == y { (x + &bits(a), y + &bits(b)) } else { (x, y) }
}
