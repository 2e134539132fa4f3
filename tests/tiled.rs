//! What tiling leaves, cleaned up: the programs of `tests/tiled` are as mlir-opt 22 tiles them; `canonicalize` leaves them as mlir-opt's own
//! clean-up does, and they mean what they meant. The first is skipped with one line where mlir-opt is not installed;
//! `TILEC_REQUIRE_ORACLE=1` makes that a failure.

use std::path::{Path, PathBuf};
use tilec::check::{CheckOptions, check};
use tilec::{CompileOptions, Pipeline};
use tilec_ir::Module;
use tilec_testing::diff::Differential;
use tilec_testing::{data, oracle, programs_under};

fn programs() -> Vec<PathBuf> {
    programs_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiled"), false)
}

fn read(path: &Path) -> (String, Module) {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let module = tilec_parse::parse(&text, "tiled.mlir").unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    tilec_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
    (text, module)
}

fn canonicalized(module: &Module) -> Module {
    let mut module = module.clone();
    Pipeline::of(&["canonicalize"]).run(&mut module, true, &mut |_| {}).expect("a pass that works");
    module
}

/// The lines of a program without the names of values, constants apart and sorted: what is in it, whatever the order.
fn lines(text: &str) -> Vec<String> {
    let maps: Vec<(&str, &str)> =
        text.lines().filter_map(|l| l.split_once(" = ").filter(|(name, _)| name.starts_with('#'))).collect();
    let line = |line: &str| {
        let mut out = String::new();
        let mut rest = line;
        while let Some(at) = rest.find(['%', '#']) {
            out += &rest[..=at];
            let end = rest[at + 1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(rest.len(), |n| at + 1 + n);
            out += maps.iter().find(|(name, _)| *name == &rest[at..end]).map_or("", |(_, map)| map);
            rest = &rest[end..];
        }
        out + rest
    };
    let is_op = |l: &&str| !l.starts_with('#') && !l.contains("arith.constant") && !l.trim().is_empty();
    let mut lines: Vec<String> = text.lines().filter(is_op).map(line).collect();
    lines.sort();
    lines
}

/// Where we do more than mlir-opt's `--canonicalize`, which leaves that to patterns of their own.
const MORE: &[&str] = &[
    // A slice of an empty tensor is a smaller empty tensor.
    "fill_matmul_exp_",
];

const CLEAN_UP: &[&str] = &["--canonicalize", "--cse", "--scf-for-loop-canonicalization", "--canonicalize", "--cse"];

#[test]
fn is_left_as_mlir_opt_leaves_it() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let mut wrong = Vec::new();
    for path in programs() {
        let (text, module) = read(&path);
        let theirs = mlir_opt.run(CLEAN_UP, &text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let ours = canonicalized(&module).to_string();
        // What we leave is what mlir-opt reads, and it finds nothing more to do.
        let again = mlir_opt.run(CLEAN_UP, &ours).unwrap_or_else(|e| panic!("{}: {e}\n{ours}", path.display()));
        if lines(&again) != lines(&ours) {
            wrong.push(format!("{}: mlir-opt goes on\n{ours}\n{again}", path.display()));
        }
        let more = MORE.iter().any(|name| path.to_string_lossy().contains(name));
        if (lines(&ours) == lines(&theirs)) == more {
            wrong.push(format!("{}: ours\n{ours}\ntheirs\n{theirs}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(programs().len() >= 20, "only {} programs", programs().len());
}

#[test]
fn means_what_it_meant() {
    for path in programs() {
        let (_, module) = read(&path);
        let after = canonicalized(&module);
        let options = CheckOptions { refines: true, ..CheckOptions::default() };
        for checked in check(&module, &after, None, &options).unwrap_or_else(|e| panic!("{}: {e}", path.display())) {
            assert!(checked.difference.is_none(), "{}: {:?}", path.display(), checked.difference);
            assert!(checked.inputs > checked.stopped, "{}: nothing was compared", path.display());
        }
    }
}

#[test]
fn compiles_to_what_the_interpreter_says() {
    let mut compared = 0;
    for path in programs() {
        let (text, module) = read(&path);
        let Some(inputs) = data::inputs_of(&module, 1) else { continue };
        let found = Differential::default().check(&text, &inputs, &CompileOptions::default());
        found.unwrap_or_else(|f| panic!("{}: {f}", path.display()));
        compared += 1;
    }
    assert!(compared >= 8, "only {compared} programs were compiled");
}
