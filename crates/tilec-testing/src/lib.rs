//! What the tests of tilec are made with: random programs, inputs, the comparison of every stage with the interpreter, mlir-opt.
//!
//! Dev only. A program is made by [`generator::program`] from a seed, checked by [`diff::Differential`], and made small by [`shrink`] if it
//! fails. [`coverage`] counts what the programs had in them, so that a test can demand that it is enough.

pub mod buffers;
pub mod corpus;
pub mod coverage;
pub mod data;
pub mod diff;
pub mod directed;
pub mod directed_views;
pub mod dynamic;
pub mod faults;
pub mod generator;
pub mod oracle;
pub mod program;
pub mod several_results;
pub mod shrink;
pub mod tiling;
pub mod traps;

use std::collections::BTreeMap;
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

/// Programs that people wrote: those of the repository at `root` and, if it is there, of the shared corpus beside it. Prints one line if that
/// is missing.
pub fn written_programs(root: &Path) -> Vec<PathBuf> {
    let mut files = programs_under(&root.join("tests/golden"), true);
    files.extend(programs_under(&root.join("examples"), true));
    let shared = root.join("../shared");
    if shared.is_dir() {
        for folder in ["models", "cases", "lab", "language"] {
            files.extend(programs_under(&shared.join(folder), true));
        }
    } else {
        println!("skipped: the programs of {}, which is not there", shared.display());
    }
    files
}

/// The programs of a file, each with the first line it starts after.
///
/// # Panics
/// If it cannot be read.
pub fn chunks(path: &Path) -> Vec<(u32, String)> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    tilec_parse::split_input(&text).into_iter().map(|(line, chunk)| (line, chunk.to_string())).collect()
}

/// The names of all blockers of the passes, with the file that has each: the strings in the `name` of an `enum Blocker`.
pub fn blocker_names(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.join("crates/tilec-passes/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let Some(at) = text.find("enum Blocker") else { continue };
            let Some(name) = text[at..].find("fn name(") else { continue };
            let body = &text[at + name..];
            let body = &body[..body.find("\n    }\n").unwrap_or(body.len())];
            for arm in body.split("=> \"").skip(1) {
                found.insert(arm.split('"').next().unwrap_or_default().to_string(), path.display().to_string());
            }
        }
    }
    assert!(found.len() > 20, "the blockers are found in the source");
    found
}

pub use coverage::Coverage;
pub use fastrand::Rng;
pub use program::{Program, Stmt, Value};
