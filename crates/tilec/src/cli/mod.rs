//! The command line: one file per subcommand.

mod bench;
mod check;
mod files;
mod opt;
mod passes;
mod report;
mod run;
mod show;
mod stats;
mod test;
mod times;
mod values;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use report::Failure;
use std::process::ExitCode;
use tilec::Numerics;

/// A small, fast compiler for linalg tensor programs (MLIR text).
#[derive(Parser)]
#[command(name = "tilec", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Transform programs: passes as flags, in order, or --pipeline
    Opt(opt::OptArgs),
    /// Run a function on arrays, compiled or interpreted
    Run(run::RunArgs),
    /// Measure a function with each optimization on and off
    Bench(bench::BenchArgs),
    /// Run two programs on the same inputs and compare every bit
    Check(check::CheckArgs),
    /// Count what functions do to memory: allocations, copies, bytes moved
    Stats(stats::StatsArgs),
    /// Run golden tests
    Test(test::TestArgs),
}

/// Order and rounding of float reductions.
#[derive(Clone, Copy, ValueEnum)]
enum Fp {
    /// Fused multiply-adds and 32 lanes where the rules give them
    Pinned,
    /// Iteration order, no fused multiply-add: what mlir-opt computes
    Strict,
}

impl From<Fp> for Numerics {
    fn from(fp: Fp) -> Self {
        match fp {
            Fp::Pinned => Self::Pinned,
            Fp::Strict => Self::Strict,
        }
    }
}

/// Runs the command that the process was called with.
pub fn main() -> ExitCode {
    let with_passes = ["opt", "stats"].into_iter();
    let cli = with_passes.fold(Cli::command(), |cli, name| cli.mut_subcommand(name, passes::with_pass_flags));
    let matches = cli.get_matches();
    let command = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli.command,
        Err(error) => error.exit(),
    };
    let of_command = || matches.subcommand().expect("a subcommand was parsed").1;
    let result = match command {
        Command::Opt(args) => {
            opt::passes(&args, of_command()).and_then(|(pipeline, scripts)| opt::run(&args, &pipeline, scripts))
        }
        Command::Run(args) => run::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Stats(args) => stats::run(&args, of_command()),
        Command::Test(args) => test::run(&args),
    };
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
