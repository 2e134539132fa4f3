//! The command `tilec`: transform, run and measure programs.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
