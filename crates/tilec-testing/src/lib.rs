//! What the tests of tilec are made with: random programs, inputs, the comparison of every stage with the interpreter, mlir-opt.
//!
//! Dev only. A program is made by [`generator::program`] from a seed, checked by [`diff::Differential`], and made small by [`shrink`] if it
//! fails. [`coverage`] counts what the programs had in them, so that a test can demand that it is enough.

pub mod coverage;
pub mod data;
pub mod diff;
pub mod directed;
pub mod generator;
pub mod oracle;
pub mod program;
pub mod shrink;

use std::path::{Path, PathBuf};

/// The programs under a folder of the repository or beside it, sorted; expectations of golden tests count if `expectations` is set.
/// Nothing if there is no such folder.
pub fn programs_under(folder: &Path, expectations: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_program = path.extension().is_some_and(|e| e == "mlir" || e == "tir");
            let is_expectation = path.to_string_lossy().contains(".expect.");
            if path.is_dir() {
                folders.push(path);
            } else if is_program && (expectations || !is_expectation) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub use coverage::Coverage;
pub use fastrand::Rng;
pub use program::{Program, Stmt, Value};
