//! The golden tests, and what must hold of them as a corpus: texts are fixpoints of printing, each expectation means what its input
//! means, every pass has a folder.
//!
//! `TILEC_BLESS=1 cargo test --test golden` writes the expectations anew; so does `tilec test --bless tests/golden`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tilec::CompileOptions;
use tilec::golden::{Outcome, Passed, run_paths};
use tilec_ir::Module;
use tilec_testing::diff::{Differential, means_the_same};
use tilec_testing::{blocker_names, data, programs_under};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// A valid program of one chunk.
fn read(path: &Path) -> Option<(String, Module)> {
    let text = std::fs::read_to_string(path).expect("a readable file");
    if text.contains(tilec_parse::SPLIT_MARKER) {
        return None;
    }
    let module = tilec_parse::parse(&text, "golden.mlir").ok()?;
    tilec_ir::verify::verify(&module).ok()?;
    Some((text, module))
}

#[test]
fn outputs_are_as_expected() {
    let bless = std::env::var_os("TILEC_BLESS").is_some_and(|v| v == "1");
    let outcomes = run_paths(Path::new(env!("CARGO_BIN_EXE_tilec")), &[folder()], bless);
    assert!(outcomes.len() > 200, "only {} golden tests were found", outcomes.len());
    let failed: Vec<_> =
        outcomes.iter().filter_map(|o| Some(format!("{}\n{}", o.path.display(), o.result.as_ref().err()?))).collect();
    assert!(failed.is_empty(), "{} of {} golden tests fail\n\n{}", failed.len(), outcomes.len(), failed.join("\n\n"));
}

#[test]
fn inputs_are_short_and_say_what_they_show() {
    for path in programs_under(&folder(), false) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let lines = text.lines().count();
        assert!(lines <= 40, "{} has {lines} lines: one idea needs at most 40", path.display());
        let comment = text.lines().nth(1).is_some_and(|l| l.starts_with("// "));
        assert!(comment, "{}: the second line must be a comment that says what is shown", path.display());
    }
}

#[test]
fn printed_text_is_a_fixpoint() {
    for path in programs_under(&folder(), true) {
        let Some((_, module)) = read(&path) else { continue };
        let printed = module.to_string();
        let again = tilec_parse::parse(&printed, "printed.mlir").unwrap_or_else(|e| panic!("{}: {e}\n{printed}", path.display()));
        assert_eq!(printed, again.to_string(), "{} is printed another way when it is read again", path.display());
        if path.to_string_lossy().contains(".expect.") {
            let expected = std::fs::read_to_string(&path).expect("a readable file");
            assert_eq!(expected.trim_end(), printed.trim_end(), "{} is not as it is printed", path.display());
        }
    }
}

/// Gives scalar arguments the values that the command of a golden test binds them to: `--specialize="arg1=4"`.
fn bind_numbers(path: &Path, inputs: &mut [tilec::Data]) {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let command = text.lines().next().unwrap_or_default();
    for (i, input) in inputs.iter_mut().enumerate().filter(|(_, input)| input.shape.is_empty()) {
        let value = command
            .split_once(&format!("arg{i}="))
            .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse::<i64>().ok()));
        if let Some(value) = value {
            input.set(0, tilec::Scalar::from_i64(input.elem, value));
        }
    }
}

#[test]
fn expectations_mean_what_their_inputs_mean() {
    let (mut compared, mut failures) = (0, Vec::new());
    for path in programs_under(&folder(), false) {
        let expectation = path.with_extension("expect.mlir");
        let strict = std::fs::read_to_string(&path).is_ok_and(|t| t.contains("--fp=strict"));
        if strict || !expectation.exists() {
            continue;
        }
        let (Some((_, before)), Some((_, after))) = (read(&path), read(&expectation)) else { continue };
        for seed in 0..3 {
            let Some(mut inputs) = data::inputs_of(&before, seed) else { continue };
            bind_numbers(&path, &mut inputs);
            match means_the_same(&before, &after, &inputs) {
                Ok(ran) => compared += usize::from(ran),
                Err(failure) => failures.push(format!("{}: {failure}", path.display())),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(compared > 150, "only {compared} runs were compared");
}

#[test]
fn compilable_inputs_run_as_the_interpreter_says() {
    let (mut compared, mut failures) = (0, Vec::new());
    for path in programs_under(&folder(), false) {
        let Some((text, module)) = read(&path) else { continue };
        let Some(inputs) = data::inputs_of(&module, 1) else { continue };
        let options = CompileOptions::default();
        // Shapes that depend on a number are those of this number.
        let Ok(program) = tilec::Program::parse(&text, "golden.mlir") else { continue };
        let text = program.specialize(None, &inputs).map_or(text, |bound| bound.to_string());
        // What the passes refuse by name and what stops is no failure here.
        let reaches_code = tilec::Program::parse(&text, "golden.mlir").is_ok_and(|p| {
            let kernel = tilec::compile(&p, None, &options);
            kernel.is_ok_and(|k| k.results().is_ok())
        });
        let stops = means_the_same(&module, &module, &inputs).is_ok_and(|ran| !ran);
        if !reaches_code || stops {
            continue;
        }
        compared += 1;
        let found = Differential::default().check(&text, &inputs, &options);
        failures.extend(found.err().map(|f| format!("{}: {f}", path.display())));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(compared > 80, "only {compared} programs were compiled");
}

#[test]
fn every_pass_has_a_folder() {
    let expected: BTreeSet<&str> =
        tilec_passes::pass::REGISTRY.iter().map(|p| p.name).chain(["parse", "print", "verify", "pipeline", "stats"]).collect();
    let entries = std::fs::read_dir(folder()).expect("tests/golden");
    let found: BTreeSet<String> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected);
}

/// Blockers that no golden shows: what would meet them is refused or caught before, or takes a long program. Those of single loops are met
/// by schedules, not by passes; `tests/loops.rs` shows them.
const NOT_SHOWN: &[&str] = &[
    "not-searched",
    "not-tensors",
    "rank-mismatch",
    "unknown-extent",
    "not-a-loop",
    "not-index",
    "step-varies",
    "zero-factor",
    "too-large",
    "no-subset",
    "other-part",
    "part-varies",
    "may-stop",
];

#[test]
fn every_blocker_has_a_golden() {
    let mut remarks = String::new();
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".expect.txt") {
                remarks += &std::fs::read_to_string(&path).expect("a readable file");
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = |name: &String| remarks.contains(&format!("[{name}]")) || NOT_SHOWN.contains(&name.as_str());
    let missing: Vec<_> = blocker_names(root).into_keys().filter(|name| !shown(name)).collect();
    assert!(missing.is_empty(), "no golden shows the remark of {missing:?}");
}

/// Runs the tests of a folder made of these files.
fn run_folder(files: &[(&str, &str)], bless: bool) -> (tempfile::TempDir, Vec<Outcome>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    let outcomes = run_paths(Path::new(env!("CARGO_BIN_EXE_tilec")), &[folder.path().to_path_buf()], bless);
    (folder, outcomes)
}

const EMPTY: &str = "// RUN: tilec opt %s\nmodule {}\n";

#[test]
fn the_runner_says_what_is_wrong() {
    let message = |files: &[(&str, &str)]| {
        let (_folder, outcomes) = run_folder(files, false);
        outcomes.into_iter().find_map(|o| o.result.err()).unwrap_or_default()
    };
    assert!(message(&[("a.mlir", EMPTY)]).contains("no expectation"));
    assert!(message(&[("a.expect.mlir", "module {\n}\n")]).contains("without a test"));
    assert!(message(&[("a.mlir", "module {}\n")]).contains("// RUN: tilec"));
    assert!(message(&[("a.mlir", "// RUN: rm -rf %s\n")]).contains("must start with tilec"));
    let both = [("a.mlir", EMPTY), ("a.expect.mlir", ""), ("a.expect.txt", "")];
    assert!(message(&both).contains("delete one"));
    let other = message(&[("a.mlir", EMPTY), ("a.expect.mlir", "module {\n  func.func private @f()\n}\n\n")]);
    assert!(other.contains("-  func.func private @f()") && other.contains("tilec test --bless"), "{other}");
    let checks = "// RUN: tilec opt %s\n// CHECK: func.func\nmodule {}\n";
    assert!(message(&[("a.mlir", checks)]).contains("CHECK lines do not match"));
    let allocs = |n| {
        format!(
            "// RUN: tilec opt %s\n// STATS: allocs={n}\nfunc.func @f() {{\n  %a = memref.alloc() : memref<4xf32>\n  return\n}}\n"
        )
    };
    assert_eq!(message(&[("a.mlir", &allocs(1))]), "");
    let other = message(&[("a.mlir", &allocs(0))]);
    assert!(other.contains("line 2: output:2:3: error: @f: expected allocs=0, but allocs is 1"), "{other}");
    assert!(other.contains("output:3:14: note: memref<4xf32>: 16 bytes"), "{other}");
    let none = "// RUN: tilec opt %s --nothing\n// STATS: allocs=0\nmodule {}\n";
    assert!(message(&[("a.mlir", none)]).contains("STATS lines need a program"));
    let rejected = "// RUN: tilec opt %s\nfunc.func @f() {\n}\n";
    assert!(message(&[("a.mlir", rejected), ("a.expect.mlir", "module {\n}\n\n")]).contains("expected a program"));
}

#[test]
fn blessing_writes_what_the_next_run_expects() {
    let rejected = "// RUN: tilec opt %s\nfunc.func @f() {\n}\n";
    let (folder, outcomes) = run_folder(&[("a.mlir", EMPTY), ("b.mlir", rejected)], true);
    assert!(outcomes.iter().all(|o| o.result == Ok(Passed::Blessed)), "{outcomes:?}");
    assert!(folder.path().join("a.expect.mlir").exists(), "a program is expected as a program");
    let report = std::fs::read_to_string(folder.path().join("b.expect.txt")).expect("a report of the error");
    assert!(report.starts_with("b.mlir:2:1: error: "), "places name the file alone: {report}");
    let again = run_paths(Path::new(env!("CARGO_BIN_EXE_tilec")), &[folder.path().to_path_buf()], false);
    assert!(again.iter().all(|o| o.result == Ok(Passed::Matched)), "{again:?}");
}
