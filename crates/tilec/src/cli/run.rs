//! `tilec run`: a function on arrays, compiled or interpreted.

use super::Fp;
use super::files::Pending;
use super::passes::{open_script, say_what_was_said};
use super::report::{Failure, Outcome, Source, say};
use super::show;
use super::times::Times;
use super::values::{self, MEMORY_LIMIT};
use clap::{ArgAction, Args};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use tilec::{CallError, CodegenCallError, CompileOptions, Data, Diagnostic, Error, Kernel, Numerics, Program, Signature, Step};
use tilec_ir::{Op, numerics};
use tilec_passes::specialize::has_dynamic;

/// What to run.
#[derive(Args)]
pub struct RunArgs {
    /// The program, or - for standard input
    file: String,
    /// The function; not needed if there is only one public function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// One for each argument, in order: FILE.npy, random:SEED, splat:VALUE, or a literal such as 3.5 or [[1, 2], [3, 4]];
    /// random:SEED:4x8 and splat:VALUE:4x8 for a type with ?; what is not given is random
    #[arg(long, value_name = "VALUE", action = ArgAction::Append, allow_hyphen_values = true)]
    input: Vec<String>,
    /// A .npy file for each result, in order; memref arguments that the function writes count as results behind the others
    #[arg(long, value_name = "FILE.npy", action = ArgAction::Append)]
    output: Vec<PathBuf>,
    /// A schedule to apply before the program is compiled, instead of the one in its file
    #[arg(long, value_name = "FILE")]
    schedule: Option<String>,
    /// Interpret the program as it is instead of compiling it
    #[arg(long)]
    interp: bool,
    /// Run both ways and compare bit for bit
    #[arg(long)]
    check: bool,
    /// Order and rounding of float reductions, if the program does not say it
    #[arg(long, value_name = "MODE", default_value = "pinned")]
    fp: Fp,
    /// Fill temporaries and results with NaN or a pattern first, and temporaries again after their last use
    #[arg(long)]
    poison: bool,
    /// Check every access of the compiled code, also those that are proven to stay inside their buffers
    #[arg(long)]
    sanitize: bool,
    /// Say where the time from text to kernel went
    #[arg(long)]
    time_passes: bool,
}

/// A program with the function to run.
pub struct Loaded {
    /// Its text.
    pub source: Source,
    /// The program as it was parsed.
    pub program: Program,
    /// The function.
    pub func: Op,
    /// Its signature.
    pub signature: Signature,
}

impl Loaded {
    /// Reads, parses and verifies a file, and finds the entry.
    pub fn open(file: &str, entry: Option<&str>, schedule: Option<&str>, times: &mut Times) -> Outcome<Self> {
        let mut source = Source::read(file)?;
        let module = times.measure("parse", || tilec_parse::parse(&source.text, &source.name));
        let module = module.map_err(|d| source.failure(&d.into()))?;
        let program = times.measure("verify", || Program::from_module(module));
        let mut program = program.map_err(|errors| source.failure(&errors.into()))?;
        if let Some(file) = schedule {
            let (script, steps) = open_script(file)?;
            program.set_schedule(&steps);
            source.scripts.push(script);
        }
        let func = program.entry(entry).map_err(|error| match error {
            Error::Entry { message } => Failure::rejected(format!("{}: {message}", source.name)),
            other => source.failure(&other),
        })?;
        let signature = Signature::of(program.module(), func);
        Ok(Self { source, program, func, signature })
    }

    /// The program bound to the shapes of the arguments, if any shape is open.
    pub fn bound(&self, arguments: &[Data], times: &mut Times) -> Outcome<Program> {
        if !has_dynamic(self.program.module(), self.func) {
            return Ok(self.program.clone());
        }
        let program = times.measure("specialize", || self.program.specialize(Some(&self.signature.name), arguments));
        let program = program.map_err(|error| self.source.failure(&error))?;
        let func = program.entry(Some(&self.signature.name)).map_err(|error| self.source.failure(&error))?;
        values::check_memory(&Signature::of(program.module(), func))?;
        Ok(program)
    }

    /// The results of the interpreter, then the written buffers.
    pub fn interpret(&self, arguments: &[Data], mode: Numerics) -> Outcome<Vec<Data>> {
        let mut module = self.program.module().clone();
        numerics::pin(&mut module, mode);
        let outcome = tilec_interp::run(&module, self.func, arguments).map_err(|error| {
            let diagnostic = Diagnostic::error(error.loc, error.message);
            Failure::Rejected(self.source.render(&[diagnostic]))
        })?;
        let mut all = outcome.results;
        let mut buffers = outcome.buffers;
        all.extend(self.signature.written().filter_map(|i| buffers[i].take()));
        Ok(all)
    }

    /// A failed call, with its place in the source if it has one.
    pub fn call_failure(&self, error: CallError) -> Failure {
        match error {
            CallError::Kernel(CodegenCallError::Runtime { message, loc }) => {
                Failure::Rejected(self.source.render(&[Diagnostic::error(loc, message)]))
            }
            other => Failure::rejected(other),
        }
    }

    /// The name of outcome `i`: a result, or an argument that was written.
    pub fn outcome_name(&self, i: usize) -> String {
        let results = self.signature.results.len();
        match i.checked_sub(results).and_then(|n| self.signature.written().nth(n)) {
            Some(argument) => format!("argument {argument}"),
            None => format!("result {i}"),
        }
    }
}

/// Runs the command.
pub fn run(args: &RunArgs) -> Outcome {
    let start = Instant::now();
    let mut times = Times::default();
    let loaded = Loaded::open(&args.file, args.entry.as_deref(), args.schedule.as_deref(), &mut times)?;
    let count = loaded.signature.outcome_types().len();
    if args.output.len() > count {
        return Err(Failure::usage(format!(
            "@{} has {count} results, but {} outputs were asked for",
            loaded.signature.name,
            args.output.len()
        )));
    }
    let loading = start.elapsed();
    let arguments = values::arguments(&loaded.signature, &args.input, None)?;
    let start = Instant::now();
    let kernel = if args.interp && !args.check { None } else { Some(compile(args, &loaded, &arguments, &mut times)?) };
    if args.time_passes {
        times.finish("text to kernel", loading + start.elapsed());
        say(&times);
    }
    let compiled = kernel.map(|k| k.call_data(&arguments).map_err(|e| loaded.call_failure(e))).transpose()?;
    let interpreted = if args.interp || args.check { Some(loaded.interpret(&arguments, args.fp.into())?) } else { None };
    if let (Some(compiled), Some(interpreted)) = (&compiled, &interpreted) {
        check(&loaded, compiled, interpreted)?;
    }
    let chosen = if args.interp { interpreted.or(compiled) } else { compiled.or(interpreted) };
    deliver(args, &loaded, &chosen.unwrap_or_default())
}

fn compile(args: &RunArgs, loaded: &Loaded, arguments: &[Data], times: &mut Times) -> Outcome<Kernel> {
    let program = loaded.bound(arguments, times)?;
    let options =
        CompileOptions { numerics: args.fp.into(), sanitize: args.sanitize, poison: args.poison, ..CompileOptions::default() };
    let mut observe = |step: &Step<'_>| match step {
        Step::Pass(run) => times.add(run.pass.name, run.time),
        Step::Code(code) => times.add_code(code),
        Step::BufferLevel(..) => {}
    };
    let result = tilec::compile_observed(&program, Some(&loaded.signature.name), &options, &mut observe);
    let (kernel, remarks) = result.map_err(|error| loaded.source.failure(&error))?;
    say_what_was_said(&remarks);
    Ok(kernel.with_memory_limit(MEMORY_LIMIT))
}

/// Compares with the interpreter.
fn check(loaded: &Loaded, compiled: &[Data], interpreted: &[Data]) -> Outcome {
    for (i, (found, expected)) in compiled.iter().zip(interpreted).enumerate() {
        if let Some(difference) = show::difference(found, expected) {
            return Err(Failure::rejected(format!("check failed: {} {difference}", loaded.outcome_name(i))));
        }
    }
    say("check: OK, every result equals the interpreter's bit for bit");
    Ok(())
}

/// Writes the files, all or none, and prints the rest.
fn deliver(args: &RunArgs, loaded: &Loaded, outcome: &[Data]) -> Outcome {
    let mut pending = Vec::new();
    for (path, data) in args.output.iter().zip(outcome) {
        pending.push(Pending::write(path, |mut w| tilec::npy::write(data, &mut w))?);
    }
    pending.into_iter().try_for_each(Pending::commit)?;
    let mut out = std::io::stdout().lock();
    for (i, (data, ty)) in outcome.iter().zip(loaded.signature.outcome_types()).enumerate().skip(args.output.len()) {
        writeln!(out, "{}: {}", loaded.outcome_name(i), show::summary(ty, data))?;
    }
    Ok(out.flush()?)
}
