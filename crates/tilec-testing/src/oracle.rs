//! mlir-opt 22 and mlir-runner 22, if they are installed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tilec_parse::SPLIT_MARKER;

/// A program of LLVM 22 that reads MLIR from its standard input.
#[derive(Clone, Debug)]
pub struct Oracle {
    exe: PathBuf,
}

/// Finds `mlir-opt-22`. Without it, prints one line and gives `None`, or fails if `TILEC_REQUIRE_ORACLE=1`.
///
/// # Panics
/// If it is required and not installed.
pub fn mlir_opt() -> Option<Oracle> {
    find("mlir-opt-22")
}

/// Finds `mlir-runner-22`, as [`mlir_opt`].
///
/// # Panics
/// If it is required and not installed.
pub fn mlir_runner() -> Option<Oracle> {
    find("mlir-runner-22")
}

fn find(name: &str) -> Option<Oracle> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|exe| exe.is_file());
    if found.is_none() {
        let required = std::env::var_os("TILEC_REQUIRE_ORACLE").is_some_and(|v| v == "1");
        assert!(!required, "TILEC_REQUIRE_ORACLE=1, but {name} is not installed");
        println!("skipped: {name} is not installed");
    }
    found.map(|exe| Oracle { exe })
}

impl Oracle {
    /// Runs it on a text.
    ///
    /// # Errors
    /// What it says on standard error, if it fails.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn run(&self, args: &[&str], input: &str) -> Result<String, String> {
        let mut child = Command::new(&self.exe)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}", self.exe.display()));
        let mut stdin = child.stdin.take().expect("a pipe");
        let output = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A program that fails early closes the pipe.
                let _ = stdin.write_all(input.as_bytes());
            });
            child.wait_with_output().expect("a child that runs")
        });
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }

    /// Runs it on a file.
    ///
    /// # Errors
    /// As [`Oracle::run`].
    pub fn run_file(&self, args: &[&str], file: &Path) -> Result<String, String> {
        let input = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
        self.run(args, &input)
    }

    /// Runs it on many texts at once, with what it says about each. Texts that it refuses are found by halving.
    pub fn run_each(&self, args: &[&str], texts: &[String]) -> Vec<Result<String, String>> {
        if texts.is_empty() {
            return Vec::new();
        }
        let separator = format!("\n{SPLIT_MARKER}\n");
        let all: Vec<&str> = args.iter().copied().chain(["--split-input-file"]).collect();
        match self.run(&all, &texts.join(&separator)) {
            Ok(output) => {
                let parts: Vec<_> = output.split(&format!("{SPLIT_MARKER}\n")).map(str::to_string).collect();
                assert_eq!(parts.len(), texts.len(), "one output for each input");
                parts.into_iter().map(Ok).collect()
            }
            Err(message) if texts.len() == 1 => vec![Err(message)],
            Err(_) => {
                let (left, right) = texts.split_at(texts.len() / 2);
                let mut results = self.run_each(args, left);
                results.extend(self.run_each(args, right));
                results
            }
        }
    }
}
