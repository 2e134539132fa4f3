//! Schedules beside mlir-opt 22: each program of `tests/schedules` is scheduled by tilec and by mlir-opt, and what is left must be the same
//! loops around the same structured ops. What tilec leaves means what the program meant, bit for bit. The first is skipped with one line
//! where mlir-opt is not installed; `TILEC_REQUIRE_ORACLE=1` makes that a failure.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tilec::Pipeline;
use tilec::check::{CheckOptions, check};
use tilec_ir::{IteratorKind, Module, Op, OpKind, Value};
use tilec_testing::{oracle, programs_under};

/// Schedules that tilec refuses, and the blocker that it names.
const REFUSED: &[(&str, &str)] = &[
    // mlir-opt adds floats in another order.
    ("reduce_partial_float", "[not-order-free]"),
    // mlir-opt pads with what it is given: 0.0 where the sum is -0.0, noughts where all elements are negative.
    ("pad_matmul_noughts_f32", "[not-neutral]"),
    ("pad_row_max_noughts", "[not-neutral]"),
    // Tiles of the first of two reduction loops: mlir-opt adds floats in another order.
    ("pack_order_float", "[reduction-order]"),
];

/// Schedules that leave something else than mlir-opt's: the start of their names, what stands there, and what stands here instead.
const OTHERWISE: &[(&str, &str, &str)] = &[
    // A result of the loop that nobody reads once its consumer is fused: it goes.
    ("chain_consumer_f32", "carries 2", "carries 1"),
    ("chain_consumer_i32", "carries 2", "carries 1"),
    ("transpose_consumer", "carries 2", "carries 1"),
    // What was fused and is read nowhere else: it goes at once, there only when the program is cleaned up, which is too late for buffers.
    ("epilogue_bufferize_i32", "\ngeneric pp (i32, memref<16x12xi32>)", ""),
    ("epilogue_bufferize_i32", "\ngeneric ppr (memref<16x9xi32>, memref<9x12xi32>, memref<16x12xi32>)", ""),
    ("epilogue_bufferize_f32", "\ngeneric pp (f32, memref<16x12xf32>)", ""),
    ("epilogue_bufferize_f32", "\ngeneric ppr (memref<16x9xf32>, memref<9x12xf32>, memref<16x12xf32>)", ""),
];

/// What mlir-opt does after the schedule, for what `canonicalize` does here.
const CLEAN_UP: &[&str] =
    &["--transform-interpreter", "--canonicalize", "--cse", "--scf-for-loop-canonicalization", "--canonicalize", "--cse"];

struct Schedule {
    name: String,
    text: String,
    source: Module,
}

fn schedules() -> Vec<Schedule> {
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        Schedule { source: parse(&name, &text), name, text }
    };
    programs_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schedules"), false).into_iter().map(read).collect()
}

fn parse(name: &str, text: &str) -> Module {
    let module = tilec_parse::parse(text, "schedule.mlir").unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    tilec_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{name}: {}\n{text}", e[0]));
    module
}

/// What mlir-opt leaves, without what `transform.print` printed before it.
fn program_in(output: &str) -> &str {
    let starts = |line: &str| line.starts_with("module") || line.starts_with("#map");
    let before: usize = output.split_inclusive('\n').take_while(|line| !starts(line)).map(str::len).sum();
    &output[before..]
}

/// The program after its schedule and `canonicalize`, every pass followed by the verifier.
fn scheduled(source: &Module) -> Result<Module, String> {
    let mut module = source.clone();
    let done = Pipeline::of(&["apply-schedule", "canonicalize"]).run(&mut module, true, &mut |_| {});
    done.map(|_| without_script(module)).map_err(|e| e.to_string())
}

fn without_script(mut module: Module) -> Module {
    tilec_passes::schedule::remove_scripts(&mut module);
    module
}

/// The loops of a program with their bounds and how much they carry, and the structured ops in them with the types of their operands.
/// A named op counts as the `linalg.generic` that it means, for pinned numerics make one of it.
fn structure(module: &Module) -> Vec<String> {
    let mut module = module.clone();
    Pipeline::of(&["generalize-named-ops"]).run(&mut module, true, &mut |_| {}).expect("named ops are generalized");
    module.walk(module.top()).into_iter().filter_map(|op| line(&module, op)).collect()
}

fn line(module: &Module, op: Op) -> Option<String> {
    let number = |v: Value| module.constant_int(v).map_or("?".to_string(), |n| n.to_string());
    let types = || module.operands(op).map(|v| module.ty(v).to_string()).collect::<Vec<_>>().join(", ");
    let text = match module.kind(op) {
        OpKind::For => {
            let bounds: Vec<_> = (0..3).map(|i| number(module.operand(op, i))).collect();
            format!("for {} carries {}", bounds.join(" "), module.results(op).len())
        }
        OpKind::Forall => {
            let bounds = ["staticLowerBound", "staticUpperBound", "staticStep"].map(|list| module.int_array(op, list));
            format!("forall {bounds:?} carries {}", module.results(op).len())
        }
        OpKind::Structured(_) => {
            let kind = |k: IteratorKind| if k == IteratorKind::Parallel { "p" } else { "r" };
            let loops: String = module.structured(op)?.iterators().into_iter().map(kind).collect();
            format!("generic {loops} ({})", types())
        }
        _ if ["tensor.pad", "linalg.softmax", "memref.alloc", "memref.copy"].contains(&module.spelling(op).name) => {
            let results: Vec<_> = module.results(op).iter().map(|&v| module.ty(v).to_string()).collect();
            format!("{} ({}) -> {}", module.spelling(op).name, types(), results.join(", "))
        }
        _ => return None,
    };
    let around = std::iter::successors(module.parent_op(op), |&o| module.parent_op(o));
    let depth = around.filter(|&o| matches!(module.kind(o), OpKind::For | OpKind::Forall)).count();
    Some("  ".repeat(depth) + &text)
}

/// The `scf.for` loops of a text, where vectors of several dimensions make ops that tilec does not read.
fn loops_in(text: &str) -> Vec<String> {
    let mut constants = HashMap::new();
    let (mut open, mut loops): (Vec<usize>, Vec<String>) = (Vec::new(), Vec::new());
    for line in text.lines().take_while(|line| !line.contains("transform.named_sequence @")) {
        let (indent, line) = (line.len() - line.trim_start().len(), line.trim());
        if let Some((name, value)) = line.split_once(" = arith.constant ") {
            constants.insert(name, value.trim_end_matches(" : index"));
        }
        if line.starts_with('}') {
            open.retain(|&at| at < indent);
        }
        let Some((_, header)) = line.split_once("scf.for ") else { continue };
        let words: Vec<&str> = header.split_whitespace().collect();
        let bounds: Vec<&str> = [2, 4, 6].iter().map(|&i| constants.get(words[i]).copied().unwrap_or("?")).collect();
        let carried =
            header.split_once("iter_args(").map_or(0, |(_, rest)| rest.split(')').next().unwrap_or("").matches(" = ").count());
        loops.push(format!("{}for {} carries {carried}", "  ".repeat(open.len()), bounds.join(" ")));
        open.push(indent);
    }
    loops
}

fn refusal(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(refused, _)| *refused == name).map(|(_, blocker)| *blocker)
}

#[test]
fn leaves_what_mlir_opt_leaves() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let (mut wrong, mut same) = (Vec::new(), 0);
    for Schedule { name, text, source } in schedules() {
        let theirs = match mlir_opt.run(CLEAN_UP, &text) {
            Ok(theirs) if name.starts_with("vectorize") => loops_in(program_in(&theirs)),
            Ok(theirs) => structure(&without_script(parse(&name, program_in(&theirs)))),
            Err(message) => {
                wrong.push(format!("{name}: mlir-opt fails: {message}"));
                continue;
            }
        };
        // What the schedule does cannot be seen in a program without loops and structured ops.
        assert!(!theirs.is_empty(), "{name}: nothing to compare");
        match scheduled(&source) {
            Err(message) => match refusal(&name) {
                Some(blocker) if message.contains(blocker) => same += 1,
                _ => wrong.push(format!("{name}: {message}")),
            },
            Ok(_) if refusal(&name).is_some() => wrong.push(format!("{name}: expected an error")),
            Ok(ours) => {
                let lines = if name.starts_with("vectorize") { loops_in(&ours.to_string()) } else { structure(&ours) };
                let (lines, mut expected) = (lines.join("\n"), theirs.join("\n"));
                for (_, there, here) in OTHERWISE.iter().filter(|(start, ..)| name.starts_with(start)) {
                    assert!(expected.contains(there), "{name}: mlir-opt does as tilec\n{expected}");
                    expected = expected.replace(there, here);
                }
                if lines == expected {
                    same += 1;
                } else {
                    wrong.push(format!("{name}\n// ours\n{lines}\n// expected\n{expected}\n{ours}"));
                }
            }
        }
    }
    println!("{same} schedules");
    assert!(wrong.is_empty(), "{}\n\n{} differ", wrong.join("\n\n"), wrong.len());
    assert!(same > 60, "only {same} schedules were compared");
}

#[test]
fn means_what_the_program_meant() {
    let mut compared = 0;
    for Schedule { name, source, .. } in schedules() {
        if refusal(&name).is_some() {
            continue;
        }
        let after = scheduled(&source).unwrap_or_else(|e| panic!("{name}: {e}"));
        let before = without_script(source);
        for checked in check(&before, &after, None, &CheckOptions::default()).unwrap_or_else(|e| panic!("{name}: {e}")) {
            assert!(checked.difference.is_none(), "{name}: {:?}\n{after}", checked.difference);
            assert!(checked.inputs > checked.stopped, "{name}: nothing was compared");
            compared += 1;
        }
    }
    assert!(compared > 60, "only {compared} schedules were compared");
}
