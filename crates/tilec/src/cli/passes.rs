//! Passes on the command line, in the order given: a flag for each, or `--pipeline`.

use super::report::{Failure, Outcome, Source, say};
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use tilec::{Pipeline, Program, Remark};
use tilec_passes::{Verdict, pass, schedule};

/// Stands where the name of a pass would.
const SCHEDULE: &str = "--schedule";

/// The passes that are given as text; the flags are added by [`with_pass_flags`].
#[derive(Args)]
pub struct PassArgs {
    /// Passes as text: a,b{key=value}; may be mixed with pass flags
    #[arg(long = "pipeline", value_name = "PASSES", action = ArgAction::Append)]
    texts: Vec<String>,
    /// A schedule: a script of the transform dialect, applied in its place among the passes
    #[arg(long = "schedule", value_name = "FILE", action = ArgAction::Append)]
    schedules: Vec<String>,
}

/// Adds a flag for every pass.
pub fn with_pass_flags(mut command: Command) -> Command {
    for pass in pass::REGISTRY {
        let flag = Arg::new(pass.name)
            .long(pass.name)
            .visible_aliases(pass.mlir.iter().copied())
            .help(pass.summary)
            .value_name("OPTIONS")
            .help_heading("Passes, run in the order given")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("")
            .action(ArgAction::Append);
        command = command.arg(flag);
    }
    command
}

impl PassArgs {
    /// All passes of the command line that `matches` is of, in order.
    pub fn pipeline(&self, matches: &ArgMatches) -> Outcome<(Pipeline, Vec<Source>)> {
        let mut found: Vec<(usize, &str, &String)> = Vec::new();
        for name in pass::REGISTRY.iter().map(|p| p.name) {
            let values = matches.get_many::<String>(name).unwrap_or_default();
            found.extend(matches.indices_of(name).unwrap_or_default().zip(values).map(|(i, v)| (i, name, v)));
        }
        found.extend(matches.indices_of("texts").unwrap_or_default().zip(&self.texts).map(|(i, text)| (i, "", text)));
        found.extend(
            matches.indices_of("schedules").unwrap_or_default().zip(&self.schedules).map(|(i, file)| (i, SCHEDULE, file)),
        );
        found.sort_by_key(|(i, ..)| *i);
        let (mut pipeline, mut scripts) = (Pipeline::default(), Vec::new());
        for (_, name, text) in found {
            if name == SCHEDULE {
                let (source, program) = open_script(text)?;
                pipeline.push_schedule(program.module().clone());
                scripts.push(source);
            } else if name.is_empty() {
                pipeline.steps.extend(Pipeline::parse(text).map_err(Failure::usage)?.steps);
            } else {
                pipeline.push(name, text).map_err(Failure::usage)?;
            }
        }
        Ok((pipeline, scripts))
    }
}

/// Reads a schedule.
pub fn open_script(file: &str) -> Outcome<(Source, Program)> {
    let source = Source::read(file)?;
    let program = Program::parse(&source.text, &source.name).map_err(|errors| source.failure(&errors.into()))?;
    if !schedule::is_script(program.module()) {
        return Err(Failure::rejected(format!("{}: there is no transform.named_sequence @{}", source.name, schedule::ENTRY)));
    }
    Ok((source, program))
}

/// Shows what a schedule was asked to print, whether or not remarks are.
pub fn say_what_was_said(remarks: &[Remark]) {
    remarks.iter().filter(|r| r.verdict == Verdict::Said).for_each(say);
}
