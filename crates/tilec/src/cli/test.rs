//! `tilec test PATHS [--bless]`: runs golden tests, see [`tilec::golden`].

use super::report::{Failure, Outcome};
use std::io::Write;
use std::path::PathBuf;
use tilec::golden::{self, Passed};

/// Arguments of `tilec test`.
#[derive(clap::Args)]
pub struct TestArgs {
    /// Tests, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write the expectations that differ or are missing, as does TILEC_BLESS=1
    #[arg(long)]
    bless: bool,
}

/// Runs the tests with this very program, prints each failure and a summary line.
///
/// # Errors
/// A test that failed; a path that does not exist or has no tests.
pub fn run(args: &TestArgs) -> Outcome {
    let exe = std::env::current_exe().map_err(|e| Failure::usage(format!("cannot find the tilec program itself: {e}")))?;
    if let Some(missing) = args.paths.iter().find(|p| !p.exists()) {
        return Err(Failure::usage(format!("{}: no such file or folder", missing.display())));
    }
    let bless = args.bless || std::env::var_os("TILEC_BLESS").is_some_and(|v| v == "1");
    let outcomes = golden::run_paths(&exe, &args.paths, bless);
    if outcomes.is_empty() {
        return Err(Failure::usage("there are no tests"));
    }
    let mut out = std::io::stdout().lock();
    for outcome in &outcomes {
        match &outcome.result {
            Ok(Passed::Matched) => {}
            Ok(Passed::Blessed) => writeln!(out, "blessed {}", outcome.path.display())?,
            Err(message) => writeln!(out, "FAILED {}\n{message}\n", outcome.path.display())?,
        }
    }
    let failed = outcomes.iter().filter(|o| o.result.is_err()).count();
    writeln!(out, "{} passed, {failed} failed", outcomes.len() - failed)?;
    if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
}
