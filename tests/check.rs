//! Comparing programs: what is a difference and what is none, for `tilec check`, `tilec opt --check-each` and the library.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tilec::check::{CheckError, CheckOptions, EachPass, Found, Place, check};
use tilec::{Pipeline, Program};
use tilec_passes::mutation::{self, Mutation};
use tilec_testing::directed;

/// What the command says about two programs: exit code and both outputs.
fn compare(before: &str, after: &str, args: &[&str]) -> (i32, String) {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("a.mlir"), before).expect("a file");
    std::fs::write(dir.path().join("b.mlir"), after).expect("a file");
    tilec(dir.path(), &[&["check", "a.mlir", "b.mlir"], args].concat())
}

fn tilec(dir: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilec")).args(args).current_dir(dir).output().expect("the program starts");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(!text.contains("panicked"), "{text}");
    (output.status.code().unwrap_or(-1), text)
}

#[track_caller]
fn same(before: &str, after: &str, args: &[&str]) -> String {
    let (code, text) = compare(before, after, args);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("no difference in "), "{text}");
    text
}

#[track_caller]
fn fails(before: &str, after: &str, args: &[&str], parts: &[&str]) {
    let (code, text) = compare(before, after, args);
    assert_eq!(code, 1, "{text}");
    parts.iter().for_each(|part| assert!(text.contains(part), "expected {part:?} in: {text}"));
}

/// `@f`, with what stands in its body.
fn function(arguments: &str, result: &str, body: &str) -> String {
    format!("func.func @f({arguments}) -> {result} {{\n{body}\n}}\n")
}

fn binary(op: &str) -> String {
    function("%a: f32, %b: f32", "f32", &format!("  %0 = {op} : f32\n  return %0 : f32"))
}

#[test]
fn equal_programs_are_not_told_apart() {
    let text = same(&binary("arith.addf %a, %b"), &binary("arith.addf %b, %a"), &[]);
    assert_eq!(text, "@f: no difference in 240 inputs\n");
    let text = same(&binary("arith.addf %a, %b"), &binary("arith.addf %b, %a"), &["--inputs", "3", "--entry", "@f"]);
    assert_eq!(text, "@f: no difference in 3 inputs\n");
    let none = function("", "i32", "  %0 = arith.constant 1 : i32\n  return %0 : i32");
    assert_eq!(same(&none, &none, &[]), "@f: no difference in 1 input\n");
}

#[test]
fn every_bit_counts() {
    let negated = "  %z = arith.constant 0.0 : f32\n  %0 = arith.subf %z, %a : f32\n  return %0 : f32";
    let (a, b) =
        (function("%a: f32", "f32", "  %0 = arith.negf %a : f32\n  return %0 : f32"), function("%a: f32", "f32", negated));
    fails(&a, &b, &[], &["error: @f differs: result 0 is -0.0 in a.mlir but 0.0 in b.mlir", "note: argument 0: f32 = 0.0"]);
    // Only numbers between the constants tell.
    let less = |n: &str| {
        let body = format!("  %c = arith.constant {n} : f32\n  %0 = arith.cmpf olt, %a, %c : f32\n  return %0 : i1");
        function("%a: f32", "i1", &body)
    };
    fails(&less("2.0"), &less("2.5"), &[], &["result 0 is false in a.mlir but true in b.mlir"]);
    // The input of the report shows the difference again.
    let (_, text) = compare(&a, &b, &[]);
    let seed = text.split("--seed ").nth(1).and_then(|t| t.split(' ').next()).expect("a seed");
    fails(&a, &b, &["--seed", seed, "--inputs", "1"], &["-0.0"]);
}

const MATMUL: &str =
    "  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>";

#[test]
fn open_shapes_are_made_to_fit() {
    let arguments = "%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>";
    let program = function(arguments, "tensor<?x?xf32>", MATMUL);
    let text = same(&program, &program, &["--inputs", "7"]);
    assert_eq!(text, "@f: no difference in 7 inputs\n", "no shape is refused");
    let other = program.replace("%a, %b : ", "%b, %a : ");
    fails(
        &program,
        &other,
        &["--refines"],
        &["b.mlir:2:8: error: linalg.generic: loop d0", "b.mlir stops where a.mlir does not"],
    );
    // What one program says of a shape, the other need not say.
    let known = function(
        "%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x4xf32>",
        "tensor<2x4xf32>",
        &MATMUL
            .replace(
                "tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>",
                "tensor<2x3xf32>, tensor<3x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>",
            )
            .replace("return %0 : tensor<?x?xf32>", "return %0 : tensor<2x4xf32>"),
    );
    same(&program, &known, &[]);
    same(&known, &program, &[]);
    // Scalars that are extents, and dimensions that are products.
    let sized = function(
        "%a: tensor<?x4xf32>, %n: index",
        "tensor<?x3x4xf32>",
        "  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 3, 4] : tensor<?x4xf32> into tensor<?x3x4xf32>
  return %0 : tensor<?x3x4xf32>",
    );
    assert_eq!(same(&sized, &sized, &["--inputs", "7"]), "@f: no difference in 7 inputs\n");
}

#[test]
fn what_stops_says_nothing_unless_both_must() {
    let divided = |op: &str| function("%a: i32, %b: i32", "i32", &format!("  %0 = {op} : i32\n  return %0 : i32"));
    let (trap, none) = (divided("arith.divsi %a, %b"), divided("arith.muli %a, %b"));
    let text = same(&trap, &trap, &[]);
    let never = function("", "i32", "  %0 = arith.constant 0 : i32\n  %1 = arith.divsi %0, %0 : i32\n  return %1 : i32");
    let zero = function("", "i32", "  %0 = arith.constant 7 : i32\n  return %0 : i32");
    let text_of_never = same(&never, &zero, &["--refines"]);
    assert!(text_of_never.contains("; in 1 of them the first program stops: arith.divsi: integer division by zero"), "{text}");
    fails(&never, &zero, &[], &["a.mlir:3:8: error: arith.divsi", "a.mlir stops where b.mlir does not"]);
    fails(&zero, &never, &["--refines"], &["b.mlir stops where a.mlir does not"]);
    fails(&none, &trap, &[], &["error: @f differs"]);
}

#[test]
fn undefined_elements_may_become_anything() {
    let body = |into: &str| {
        format!(
            "  %e = tensor.empty() : tensor<3xi32>
  %c = arith.constant 1 : index
  %x = tensor.extract %a[%c] : tensor<3xi32>
  %0 = tensor.insert %x into {into}[%c] : tensor<3xi32>
  return %0 : tensor<3xi32>"
        )
    };
    let program = |into: &str| function("%a: tensor<3xi32>", "tensor<3xi32>", &body(into));
    let (undefined, defined) = (program("%e"), program("%a"));
    same(&undefined, &undefined, &[]);
    same(&undefined, &defined, &["--refines"]);
    fails(&undefined, &defined, &[], &["result 0 at [0] is undefined in a.mlir but ", "(2 of 3 elements differ)"]);
    fails(&defined, &undefined, &["--refines"], &["but undefined in b.mlir"]);
    // What does not depend on undefined memory is defined, wherever it was.
    let masked = function(
        "",
        "i32",
        "  %e = tensor.empty() : tensor<i32>
  %x = tensor.extract %e[] : tensor<i32>
  %z = arith.constant 0 : i32
  %0 = arith.muli %x, %z : i32
  return %0 : i32",
    );
    same(&masked, &function("", "i32", "  %z = arith.constant 0 : i32\n  return %z : i32"), &[]);
}

#[test]
fn buffers_are_compared_after_the_call() {
    let store = |n: &str| {
        format!(
            "func.func @f(%m: memref<2xf32>) {{
  %c = arith.constant {n} : f32
  %i = arith.constant 1 : index
  memref.store %c, %m[%i] : memref<2xf32>
  return
}}\n"
        )
    };
    same(&store("1.0"), &store("1.0"), &[]);
    fails(&store("1.0"), &store("2.0"), &[], &["argument 0 after the call at [1] is 1.0 in a.mlir but 2.0 in b.mlir (1 of 2"]);
}

#[test]
fn signatures_must_fit() {
    let f = |ty: &str| function(&format!("%a: {ty}"), ty, &format!("  return %a : {ty}"));
    fails(&f("f32"), &f("f64"), &[], &["@f has another signature", "argument 0 is of type f32 before and f64 after"]);
    fails(&f("tensor<2xf32>"), &f("tensor<3xf32>"), &[], &["argument 0 is of type tensor<2xf32> before"]);
    let two = function("%a: f32, %b: f32", "f32", "  return %a : f32");
    fails(&f("f32"), &two, &[], &["1 arguments and 1 results before and 2 arguments and 1 results after"]);
    fails(&f("f32"), &f("f32").replace("@f", "@g"), &[], &["the second program has no function @f"]);
    fails(&f("f32"), &f("f32"), &["--entry", "h"], &["the first program has no function @h"]);
    fails(&f("tensor<*xf32>"), &f("tensor<*xf32>"), &[], &["argument 0 of type tensor<*xf32> cannot be made up"]);
    fails("", "", &[], &["no public function"]);
    fails("func.func @f() { foo }\n", "", &[], &["a.mlir:1:18: error: unknown operation 'foo'"]);
    fails(&f("tensor<1000000x1000000xf32>"), &f("tensor<1000000x1000000xf32>"), &[], &["argument 0 is too large"]);
    let (code, text) = tilec(Path::new("."), &["check", "-", "-"]);
    assert_eq!((code, text.contains("standard input")), (2, true), "{text}");
}

#[test]
fn what_does_not_end_is_given_up() {
    let endless = "func.func @f(%a: i1) {
  %t = arith.constant true
  scf.while : () -> () {
    scf.condition(%t)
  } do {
    scf.yield
  }
  return
}\n";
    let program = Program::parse(endless, "p.mlir").expect("a program");
    let mut options = CheckOptions::default();
    options.limits.steps = 10_000;
    let error = check(program.module(), program.module(), None, &options).expect_err("nothing was compared");
    assert!(matches!(error, CheckError::Run { after: false, .. }), "{error}");
    assert!(error.to_string().contains("the limit of steps is used up"), "{error}");
}

#[test]
fn numerics_are_those_that_were_asked_for() {
    let sum = |lanes: &str| {
        let add = format!("    %s = arith.addf %x, %acc{lanes} : f32\n");
        let op = "  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]}
      ins(%a : tensor<100xf32>) outs(%o : tensor<f32>) {\n  ^bb0(%x: f32, %acc: f32):\n";
        function(
            "%a: tensor<100xf32>, %o: tensor<f32>",
            "tensor<f32>",
            &format!("{op}{add}    linalg.yield %s : f32\n  }} -> tensor<f32>\n  return %0 : tensor<f32>"),
        )
    };
    let lanes = format!("module attributes {{tilec.numerics = \"pinned\"}} {{\n{}}}\n", sum(" {tilec.order = \"lanes\"}"));
    same(&sum(""), &lanes, &[]);
    fails(&sum(""), &lanes, &["--fp", "strict"], &["result 0 is "]);
}

#[test]
fn the_library_says_where() {
    let parse = |text: String| Program::parse(&text, "p.mlir").expect("a program");
    let (a, b) = (parse(binary("arith.addf %a, %b")), parse(binary("arith.subf %a, %b")));
    let checked = check(a.module(), b.module(), Some("f"), &CheckOptions::default()).expect("comparable programs");
    let difference = checked[0].difference.as_ref().expect("a difference");
    assert_eq!(difference.arguments.len(), 2);
    assert!(matches!(difference.found, Found::Element { place: Place::Result(0), before: Some(_), after: Some(_), .. }));
}

/// Runs a pipeline, watched: the pass that broke the program.
fn watched(text: &str, pipeline: &str) -> (Option<&'static str>, Vec<String>) {
    let program = Program::parse(text, "p.mlir").expect("a program");
    let mut module = program.module().clone();
    let mut each = EachPass::new(&module, CheckOptions { inputs: Some(10), ..CheckOptions::default() });
    let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
    // A program that was broken may be refused later.
    let _ = pipeline.run(&mut module, false, &mut |run| each.observe(run));
    let (broken, notes) = each.finish();
    (broken.map(|b| b.pass), notes)
}

const ALL_PASSES: &str = "specialize,canonicalize,generalize-named-ops,fuse-elementwise,canonicalize,eliminate-empty-tensors,bufferize,\
                          results-to-out-params,eliminate-copies,canonicalize,lower-to-loops,vectorize,expand-math,canonicalize";

#[test]
fn a_broken_pass_is_named() {
    let expected = [
        (Mutation::SwapInverseMap, "fuse-elementwise"),
        (Mutation::DropIndexRemap, "fuse-elementwise"),
        (Mutation::SkipConflictCheck, "bufferize"),
        (Mutation::TailOffByOne, "vectorize"),
    ];
    for (fault, pass) in expected {
        let found: Vec<_> =
            directed::programs(33).iter().filter_map(|(_, text)| mutation::with(fault, || watched(text, ALL_PASSES)).0).collect();
        assert!(!found.is_empty() && found.iter().all(|name| *name == pass), "{fault:?} is found in {found:?}");
    }
    for (name, text) in directed::programs(33) {
        assert_eq!(watched(&text, ALL_PASSES), (None, Vec::new()), "{name}");
    }
}

/// A folder with one program, `p.mlir`.
fn folder(program: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("p.mlir"), program).expect("a file");
    dir
}

#[test]
fn passes_that_change_signatures_are_checked() {
    let program = function(
        "%a: tensor<?x8xf32>, %n: index",
        "(tensor<?x8xf32>, index)",
        "  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x8xf32>
  %left = arith.subi %rows, %n : index
  %s = tensor.extract_slice %a[%n, 0] [%left, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  %e = tensor.empty(%left) : tensor<?x8xf32>
  %0 = linalg.exp ins(%s : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %rows : tensor<?x8xf32>, index",
    );
    let passes = format!("specialize{{arg0=6x8 arg1=2}},{}", ALL_PASSES.split_once(',').expect("a list").1);
    assert_eq!(watched(&program, &passes), (None, Vec::new()));
    let dir = folder(&program);
    let (code, text) = tilec(dir.path(), &["opt", "p.mlir", "--check-each", "--fuse-elementwise", "--bufferize"]);
    assert_eq!((code, text.contains("note:")), (0, false), "{text}");
    // What cannot be compared is said, once for each pass.
    let unranked = "func.func @f(%a: tensor<*xf32>) -> index {\n  %0 = tensor.rank %a : tensor<*xf32>\n  %1 = tensor.rank %a : tensor<*xf32>\n  %2 = arith.addi %0, %1 : index\n  return %2 : index\n}\n";
    let (code, text) = tilec(folder(unranked).path(), &["opt", "p.mlir", "--check-each", "--canonicalize"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("note: canonicalize is not checked: @f: argument 0 of type tensor<*xf32> cannot be made up"), "{text}");
}

const SHARED: &str = r#"#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %a = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %in : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %a, %b : tensor<64xf32>, tensor<64xf32>
}
"#;

#[test]
fn remarks_as_json_are_one_object_a_line() {
    let dir = folder(
        &SHARED.replace("return %a, %b : tensor<64xf32>, tensor<64xf32>", "return %e, %b : tensor<64xf32>, tensor<64xf32>"),
    );
    let args = ["opt", "p.mlir", "--generalize-named-ops", "--fuse-elementwise", "--remarks=json", "-o", "q.mlir"];
    let (code, text) = tilec(dir.path(), &args);
    assert_eq!(code, 0, "{text}");
    let remarks: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    let fused = remarks.iter().find(|r| r["pass"] == "fuse-elementwise" && r["verdict"] == "applied").expect("a fusion");
    assert_eq!(fused["blocker"], serde_json::Value::Null);
    assert_eq!((&fused["location"]["file"], &fused["location"]["line"]), (&"p.mlir".into(), &5.into()));
    assert_eq!(fused["notes"][0]["location"]["line"], 4);
    assert!(fused["args"].is_object() && fused["message"].as_str().is_some_and(|m| m.contains("result map")));
    let (code, text) = tilec(dir.path(), &["opt", "p.mlir", "--remarks=xml"]);
    assert_eq!((code, text.contains("possible values: text, json")), (2, true), "{text}");
}

#[test]
fn the_producer_graph_shows_what_was_fused() {
    let dir = folder(SHARED);
    let (code, graph) = tilec(dir.path(), &["opt", "p.mlir", "--dot"]);
    assert_eq!(code, 0, "{graph}");
    let expected = r#"digraph {
  node [shape=box];
  n0 [label="tensor.empty\nline 3\ntensor<64xf32>"];
  n1 [label="linalg.exp\nline 4\ntensor<64xf32>"];
  n2 [label="linalg.generic\nline 5\ntensor<64xf32>"];
  n0 -> n1 [label="operand 1\n256 bytes"];
  n1 -> n2 [label="operand 0\n256 bytes"];
  n0 -> n2 [label="operand 1\n256 bytes"];
}
"#;
    assert_eq!(graph, expected);
    // To a file, beside the program. What was fused twice is drawn twice.
    let twice = SHARED.replace(
        "return %a, %b :",
        "%c = linalg.negf ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>\n  return %c, %b :",
    );
    let dir = folder(&twice);
    let args = ["opt", "p.mlir", "--generalize-named-ops", "--fuse-elementwise", "--dot=g.dot"];
    let (code, text) = tilec(dir.path(), &args);
    assert!(code == 0 && text.contains("module {"), "{text}");
    let graph = std::fs::read_to_string(dir.path().join("g.dot")).expect("a graph");
    assert!(!graph.contains("module") && graph.starts_with("digraph {"), "{graph}");
    assert!(graph.contains("n1 -> n2 [label=\"operand 0\\n256 bytes\"];"), "{graph}");
}

#[test]
fn what_was_fused_twice_is_drawn_twice() {
    let op = |name: &str, from: &str, loc: &str| {
        format!("  %{name} = linalg.exp ins(%{from} : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32> loc({loc})\n")
    };
    let place = |line: u32| format!("\"p\\22.mlir\":{line}:1");
    let program = |ops: &[String], result: &str| {
        let end = format!("  return {result}");
        let program = function("%x: tensor<4xf32>", "(tensor<4xf32>, tensor<4xf32>)", &(ops.concat() + &end));
        Program::parse(&program, "p.mlir").expect("a program")
    };
    let results = "%b, %c : tensor<4xf32>, tensor<4xf32>";
    let before = program(&[op("a", "x", &place(1)), op("b", "a", &place(2)), op("c", "a", &place(3))], results);
    let fused = |line| format!("fused[{}, {}]", place(1), place(line));
    let after = program(&[op("b", "x", &fused(2)), op("c", "x", &fused(3))], results);
    let graph = tilec_passes::dot::producer_graph(before.module(), after.module());
    let label = |line: u32| format!("[label=\"linalg.exp\\nline {line}\\ntensor<4xf32>\"];");
    let expected = format!(
        "digraph {{
  node [shape=box];
  subgraph cluster_0 {{
    label=\"one linalg.exp\";
    n0_0 {}
    n1 {}
  }}
  subgraph cluster_1 {{
    label=\"one linalg.exp\";
    n0_1 {}
    n2 {}
  }}
  n0_0 -> n1 [label=\"operand 0\\n16 bytes\"];
  n0_1 -> n2 [label=\"operand 0\\n16 bytes\"];
}}
",
        label(1),
        label(2),
        label(1),
        label(3)
    );
    assert_eq!(graph, expected);
}
