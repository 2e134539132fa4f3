//! `tilec opt`: programs in, passes in the order given, programs out.

use super::Fp;
use super::check::describe;
use super::files::Pending;
use super::passes::{PassArgs, say_what_was_said};
use super::report::{Failure, Outcome, Source, say};
use super::times::Times;
use clap::{ArgAction, ArgMatches, Args, ValueEnum};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tilec::check::{Broken, CheckOptions, EachPass};
use tilec::{Diagnostic, Errors, Pipeline, Remark};
use tilec_ir::print::Printed;
use tilec_ir::verify::verify;
use tilec_ir::{Module, numerics};
use tilec_passes::{PassRun, dot, pass};

/// The flags that are not passes; those are added by [`super::passes::with_pass_flags`].
#[derive(Args)]
pub struct OptArgs {
    /// The program, or - for standard input
    #[arg(default_value = "-")]
    file: String,
    /// Where the result goes, instead of standard output
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    passes: PassArgs,
    /// Print the program to standard error after this pass, or after all
    #[arg(long, value_name = "PASS|all", action = ArgAction::Append)]
    print_after: Vec<String>,
    /// Say what was done and what was not, and why; with =json as one JSON object a line
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    remarks: Option<RemarkForm>,
    /// Say where the time went
    #[arg(long)]
    time_passes: bool,
    /// Verify after every pass, not only after the last
    #[arg(long)]
    verify_each: bool,
    /// Run the program before and after every pass, and compare; see `tilec check`
    #[arg(long)]
    check_each: bool,
    /// Draw the producer graph of the input, with a box around what was fused, as Graphviz text: to FILE, or instead of the program
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    dot: Option<PathBuf>,
    /// Treat the parts between // ----- lines as programs of their own
    #[arg(long, visible_alias = "split-input-file")]
    split_input: bool,
    /// Print the location of every operation and argument
    #[arg(long, visible_alias = "mlir-print-debuginfo")]
    print_debuginfo: bool,
    /// Pin the numerics before the first pass
    #[arg(long, value_name = "MODE")]
    fp: Option<Fp>,
}

/// How remarks are printed.
#[derive(Clone, Copy, ValueEnum)]
enum RemarkForm {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

/// The passes of a command line, in order.
pub fn passes(args: &OptArgs, matches: &ArgMatches) -> Outcome<(Pipeline, Vec<Source>)> {
    let found = args.passes.pipeline(matches)?;
    for name in &args.print_after {
        if name != "all" && pass::find(name).is_none() {
            return Err(Failure::usage(format!("unknown pass '{name}' in --print-after")));
        }
    }
    Ok(found)
}

/// What becomes of a program.
struct Output {
    program: Printed,
    graph: Option<String>,
}

/// Runs the command.
pub fn run(args: &OptArgs, pipeline: &Pipeline, scripts: Vec<Source>) -> Outcome {
    let source = Source { scripts, ..Source::read(&args.file)? };
    let chunks = if args.split_input { tilec_parse::split_input(&source.text) } else { vec![(0, source.text.as_str())] };
    let mut times = Times::default();
    let mut outputs = Vec::new();
    let mut worst = None;
    for (line, text) in chunks {
        match transform(args, pipeline, &source, text, line, &mut times) {
            Ok(output) => outputs.push(output),
            Err(Failure::Rejected(message)) => {
                say(&message);
                worst = Some(Failure::Reported);
            }
            Err(other) => return Err(other),
        }
    }
    if args.time_passes {
        times.total("total");
        say(&times);
    }
    let failed = worst.is_some();
    // As in mlir-opt, a blank line ends each program.
    let write_programs = |out: &mut dyn std::io::Write| {
        let programs = outputs.iter().enumerate();
        programs.into_iter().try_for_each(|(i, o)| writeln!(out, "{}{}", if i > 0 { "// -----\n" } else { "" }, o.program))
    };
    let write_graphs = |out: &mut dyn std::io::Write| {
        outputs.iter().filter_map(|o| o.graph.as_ref()).try_for_each(|graph| out.write_all(graph.as_bytes()))
    };
    let instead = args.dot.as_deref() == Some(Path::new("-"));
    if let Some(path) = args.dot.as_deref().filter(|_| !instead) {
        write_result(Some(path), write_graphs, failed)?;
    }
    if instead {
        write_result(args.output.as_deref(), write_graphs, failed)?;
    } else {
        write_result(args.output.as_deref(), write_programs, failed)?;
    }
    worst.map_or(Ok(()), Err)
}

/// A file is written only if every program was accepted.
fn write_result(path: Option<&Path>, write: impl Fn(&mut dyn std::io::Write) -> std::io::Result<()>, failed: bool) -> Outcome {
    match path {
        Some(path) if path != Path::new("-") => {
            if failed {
                Ok(())
            } else {
                Pending::write(path, |w| write(w))?.commit()
            }
        }
        _ => {
            let mut out = std::io::stdout().lock();
            write(&mut out)?;
            Ok(out.flush()?)
        }
    }
}

/// One program from text to text.
fn transform(args: &OptArgs, pipeline: &Pipeline, source: &Source, text: &str, line: u32, times: &mut Times) -> Outcome<Output> {
    let reject = |errors: &Errors| Failure::Rejected(source.render(&errors.diagnostics));
    let parsed = times.measure("parse", || tilec_parse::parse_at(text, &source.name, line));
    let mut module = parsed.map_err(|error| reject(&error.into()))?;
    times.measure("verify", || verify(&module)).map_err(|diagnostics: Vec<Diagnostic>| reject(&Errors { diagnostics }))?;
    if let Some(fp) = args.fp {
        numerics::pin(&mut module, fp.into());
    }
    let input = args.dot.is_some().then(|| module.clone());
    let remarks = run_passes(args, pipeline, source, &mut module, times)?;
    match args.remarks {
        Some(form) => print_remarks(&remarks, form),
        None => say_what_was_said(&remarks),
    }
    let program =
        times.measure("print", || if args.print_debuginfo { Printed::with_locations(&module) } else { Printed::new(&module) });
    Ok(Output { program, graph: input.map(|input| dot::producer_graph(&input, &module)) })
}

/// Runs the passes, watched as the flags say.
fn run_passes(
    args: &OptArgs,
    pipeline: &Pipeline,
    source: &Source,
    module: &mut Module,
    times: &mut Times,
) -> Outcome<Vec<Remark>> {
    let mut dumps = String::new();
    let mut each = args.check_each.then(|| EachPass::new(module, CheckOptions::default()));
    let mut observe = |run: &PassRun<'_>| {
        times.add(run.pass.name, run.time);
        if args.print_after.iter().any(|name| name == "all" || pass::find(name).is_some_and(|p| p.name == run.pass.name)) {
            dump(&mut dumps, run);
        }
        if let Some(each) = &mut each {
            each.observe(run);
        }
    };
    let result = pipeline.run(module, args.verify_each, &mut observe);
    if !dumps.is_empty() {
        say(&dumps);
    }
    if let Some((broken, notes)) = each.map(EachPass::finish) {
        notes.iter().for_each(|note| say(format!("note: {note}")));
        if let Some(Broken { pass, function, difference }) = broken {
            let what = describe(&function, &difference, [&format!("the program before {pass}"), "the one after it"]);
            return Err(Failure::Internal(format!("internal error: {pass} changes what the program computes\n{what}")));
        }
    }
    result.map_err(|error| source.failure(&error.into()))
}

fn dump(out: &mut String, run: &PassRun<'_>) {
    let text = if run.changed { run.module.to_string() } else { "(unchanged)\n".to_owned() };
    let _ = write!(out, "{}// -----// IR after {} //----- //\n{text}", if out.is_empty() { "" } else { "\n" }, run.pass.name);
}

/// Prints remarks to standard error.
fn print_remarks(remarks: &[Remark], form: RemarkForm) {
    for remark in remarks {
        match form {
            RemarkForm::Text => say(remark),
            RemarkForm::Json => say(remark.to_json()),
        }
    }
}
