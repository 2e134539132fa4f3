//! The command `tilec`: transform, run and measure programs.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic is a fault of ours, whose message is printed by then.
    std::panic::catch_unwind(cli::main).unwrap_or(ExitCode::from(2))
}
