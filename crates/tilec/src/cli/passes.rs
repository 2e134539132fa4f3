//! Passes on the command line, in the order given: a flag for each, or `--pipeline`.

use super::report::{Failure, Outcome};
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use tilec::Pipeline;
use tilec_passes::pass;

/// The passes that are given as text; the flags are added by [`with_pass_flags`].
#[derive(Args)]
pub struct PassArgs {
    /// Passes as text: a,b{key=value}; may be mixed with pass flags
    #[arg(long = "pipeline", value_name = "PASSES", action = ArgAction::Append)]
    texts: Vec<String>,
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
    pub fn pipeline(&self, matches: &ArgMatches) -> Outcome<Pipeline> {
        let mut found: Vec<(usize, &str, &String)> = Vec::new();
        for name in pass::REGISTRY.iter().map(|p| p.name) {
            let values = matches.get_many::<String>(name).unwrap_or_default();
            found.extend(matches.indices_of(name).unwrap_or_default().zip(values).map(|(i, v)| (i, name, v)));
        }
        found.extend(matches.indices_of("texts").unwrap_or_default().zip(&self.texts).map(|(i, text)| (i, "", text)));
        found.sort_by_key(|(i, ..)| *i);
        let mut pipeline = Pipeline::default();
        for (_, name, text) in found {
            if name.is_empty() {
                pipeline.steps.extend(Pipeline::parse(text).map_err(Failure::usage)?.steps);
            } else {
                pipeline.push(name, text).map_err(Failure::usage)?;
            }
        }
        Ok(pipeline)
    }
}
