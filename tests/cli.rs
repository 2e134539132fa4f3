//! The command line from the outside: what is printed, what is written, which exit code.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use tilec::{Data, Scalar, ScalarType, npy};

/// What a command did.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    #[track_caller]
    fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.err);
        self
    }

    /// Exit code 1 and every part in the messages; never a panic.
    #[track_caller]
    fn rejected(self, parts: &[&str]) -> Self {
        self.fails(1, parts)
    }

    #[track_caller]
    fn fails(self, code: i32, parts: &[&str]) -> Self {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "expected {part:?} in: {}", self.err);
        }
        self
    }
}

/// Runs tilec in a folder; `args` are split at blanks.
fn tilec_in(dir: &Path, args: &[&str], stdin: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilec"));
    command.args(args).current_dir(dir).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // The program may end before it read everything.
    let _ = input.write_all(stdin.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder with one program, `p.mlir`.
fn folder(program: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("p.mlir"), program).expect("a file");
    dir
}

fn save(dir: &TempDir, name: &str, data: &Data) {
    let mut bytes = Vec::new();
    npy::write(data, &mut bytes).expect("memory");
    fs::write(dir.path().join(name), bytes).expect("a file");
}

fn floats(shape: &[usize], values: &[f64], elem: ScalarType) -> Data {
    let mut data = Data::zeros(elem, shape);
    values.iter().enumerate().for_each(|(i, v)| data.set(i, Scalar::from_f64(elem, *v)));
    data
}

/// Elementwise `out = body(in)` over a shape.
fn unary(elem: &str, shape: &str, body: &str) -> String {
    format!(
        "#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<{shape}x{elem}>) -> tensor<{shape}x{elem}> {{
  %e = tensor.empty() : tensor<{shape}x{elem}>
  %0 = linalg.generic {{indexing_maps = [#id, #id], iterator_types = [\"parallel\"]}}
      ins(%a : tensor<{shape}x{elem}>) outs(%e : tensor<{shape}x{elem}>) {{
  ^bb0(%x: {elem}, %o: {elem}):
    {body}
    linalg.yield %y : {elem}
  }} -> tensor<{shape}x{elem}>
  return %0 : tensor<{shape}x{elem}>
}}
"
    )
}

fn double() -> String {
    unary("f32", "4", "%y = arith.addf %x, %x : f32")
}

const TWO_OPS: &str = r#"#id = affine_map<(i) -> (i)>
func.func @lab(%x: tensor<64xf32>, %s: f32, %y: memref<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.mulf %in, %s : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %in : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  bufferization.materialize_in_destination %b in restrict writable %y : (tensor<64xf32>, memref<64xf32>) -> ()
  return
}
"#;

#[test]
fn opt_reads_standard_input_and_prints_a_fixpoint() {
    let dir = folder(&double());
    let first = tilec_in(dir.path(), &["opt"], &double()).ok();
    assert!(
        first.out.starts_with("#map = affine_map<(d0) -> (d0)>\nmodule {\n") && first.out.ends_with("}\n\n"),
        "{}",
        first.out
    );
    assert_eq!(first.err, "");
    let again = tilec_in(dir.path(), &["opt", "-"], &first.out).ok();
    assert_eq!(again.out, first.out);
    tilec_in(dir.path(), &["opt", "p.mlir", "-o", "q.mlir"], "").ok();
    assert_eq!(fs::read_to_string(dir.path().join("q.mlir")).unwrap(), first.out);
}

#[test]
fn opt_runs_flags_in_order_and_pipelines_as_text() {
    let dir = folder(TWO_OPS);
    let run = |args: &[&str]| tilec_in(dir.path(), args, "").ok().out;
    let text = "fuse-elementwise,canonicalize,eliminate-empty-tensors,bufferize,canonicalize";
    let expected = run(&["opt", "p.mlir", "--pipeline", text]);
    assert_eq!(expected.matches("linalg.generic").count(), 1, "{expected}");
    assert_eq!(expected.matches("memref.alloc").count(), 0, "{expected}");
    let mlir = [
        "opt",
        "--linalg-fuse-elementwise-ops",
        "--cse",
        "p.mlir",
        "--eliminate-empty-tensors",
        "--one-shot-bufferize=bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map",
        "--canonicalize",
    ];
    assert_eq!(run(&mlir), expected);
    let mixed =
        ["opt", "p.mlir", "--fuse-elementwise", "--pipeline", "canonicalize,eliminate-empty-tensors", "--bufferize", "--cse"];
    assert_eq!(run(&mixed), expected);
    tilec_in(dir.path(), &["opt", "p.mlir", "--lower-to-loops", "--bufferize"], "")
        .fails(2, &["lower-to-loops cannot run here", "run bufferize before it"]);
}

#[test]
fn opt_pins_numerics_on_request() {
    let dir = folder(TWO_OPS);
    let strict = tilec_in(dir.path(), &["opt", "p.mlir", "--fp=strict"], "").ok();
    assert!(strict.out.contains(r#"attributes {tilec.numerics = "strict"}"#), "{}", strict.out);
    assert!(!tilec_in(dir.path(), &["opt", "p.mlir"], "").ok().out.contains("tilec.numerics"));
}

#[test]
fn opt_shows_what_passes_did() {
    let dir = folder(TWO_OPS);
    let args = [
        "opt",
        "p.mlir",
        "--fuse-elementwise",
        "--fuse-elementwise",
        "--print-after=all",
        "--time-passes",
        "--remarks",
        "--verify-each",
    ];
    let ran = tilec_in(dir.path(), &args, "").ok();
    let header = "// -----// IR after fuse-elementwise //----- //\n";
    assert!(ran.err.contains(&format!("{header}#map")), "{}", ran.err);
    assert!(ran.err.contains(&format!("{header}(unchanged)")), "{}", ran.err);
    assert!(ran.err.contains(": remark: fuse-elementwise: applied: "), "{}", ran.err);
    for row in ["parse ", "verify ", "fuse-elementwise ", "print ", "total "] {
        assert!(ran.err.lines().any(|l| l.starts_with(row) && l.ends_with(" ms")), "expected {row} in: {}", ran.err);
    }
    let one = tilec_in(dir.path(), &["opt", "p.mlir", "--canonicalize", "--fuse-elementwise", "--print-after=cse"], "").ok();
    assert_eq!(one.err.matches("IR after").count(), 1, "{}", one.err);
    let help = tilec_in(dir.path(), &["opt", "--help"], "").ok();
    assert!(help.out.contains("--fuse-elementwise") && help.out.contains("fuses elementwise producers"), "{}", help.out);
}

#[test]
fn opt_splits_input_and_goes_on_after_an_error() {
    let text = "func.func private @a(i32)\n// -----\nfunc.func @b() { foo }\n// -----\nfunc.func private @c(i32)\n";
    let dir = folder(text);
    let ran =
        tilec_in(dir.path(), &["opt", "--split-input", "p.mlir"], "").rejected(&["p.mlir:3:18: error: unknown operation 'foo'"]);
    assert!(ran.err.contains("func.func @b() { foo }"), "{}", ran.err);
    assert!(ran.out.contains("@a") && ran.out.contains("\n// -----\n") && ran.out.contains("@c"), "{}", ran.out);
    tilec_in(dir.path(), &["opt", "--split-input-file", "p.mlir", "-o", "q.mlir"], "").rejected(&["foo"]);
    assert!(!dir.path().join("q.mlir").exists());
}

/// A generic over two operands with one thing wrong.
fn generic(maps: &str, second: &str, body: &str) -> String {
    format!(
        "#id = affine_map<(i) -> (i)>
#pair = affine_map<(i) -> (i, i)>
#zero = affine_map<(i) -> (0)>
func.func @f(%a: tensor<4xf32>, %b: tensor<{second}>) -> tensor<4xf32> {{
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\"]}}
      ins(%a, %b : tensor<4xf32>, tensor<{second}>) outs(%e : tensor<4xf32>) {{
  ^bb0(%x: f32, %y: {body}, %o: f32):
    linalg.yield %x : f32
  }} -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}
"
    )
}

#[test]
fn bad_programs_are_rejected_with_their_place() {
    let cases: Vec<(String, Vec<&str>)> = vec![
        (
            "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n".into(),
            vec!["p.mlir:3:1: error: expected", "p.mlir:1:30: note: this { is not closed"],
        ),
        ("func.func @f() {\n  foo.bar\n  return\n}\n".into(), vec!["p.mlir:2:3: error: unknown operation 'foo.bar'"]),
        ("func.func @f() -> i32 {\n  return %b : i32\n}\n".into(), vec!["p.mlir:2:10: error: use of undefined value %b"]),
        (generic("#id, #id", "4xf32", "f32"), vec!["p.mlir:6:8: error: ", "expected 3 indexing maps", "found 2"]),
        (generic("#id, #pair, #id", "4xf32", "f32"), vec!["p.mlir:6:8: error: ", "map 1", "rank"]),
        (generic("#zero, #zero, #zero", "4xf32", "f32"), vec!["p.mlir:6:8: error: ", "loop 0"]),
        (generic("#id, #id, #id", "5xf32", "f32"), vec!["p.mlir:6:8: error: ", "loop 0", "operand 1", "4", "5"]),
        (generic("#id, #id, #id", "4xf32", "i32"), vec!["p.mlir:6:8: error: ", "f32", "i32"]),
        (
            "func.func @f(%a: tensor<4294967296x4294967296xf32>) {\n  return\n}\n".into(),
            vec!["p.mlir:1:18: error: ", "too large"],
        ),
    ];
    for (program, parts) in cases {
        let dir = folder(&program);
        for command in [
            &["opt", "p.mlir", "-o", "out.mlir"][..],
            &["run", "p.mlir", "--output", "out.npy"],
            &["bench", "p.mlir", "--json", "out.json"],
        ] {
            let ran = tilec_in(dir.path(), command, "").rejected(&parts);
            assert_eq!(ran.out, "");
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left behind");
    }
    tilec_in(Path::new("."), &["opt", "no/such.mlir"], "").rejected(&["error: cannot read no/such.mlir"]);
    let dir = folder("");
    fs::write(dir.path().join("p.mlir"), b"\xff\xfe\x00").unwrap();
    tilec_in(dir.path(), &["opt", "p.mlir"], "").rejected(&["UTF-8"]);
}

#[test]
fn wrong_command_lines_exit_with_2() {
    let dir = folder(&double());
    let cases: [(&[&str], &str); 13] = [
        (&["opt", "p.mlir", "--frobnicate"], "--frobnicate"),
        (&["opt", "p.mlir", "--pipeline", "frobnicate"], "unknown pass 'frobnicate'"),
        (&["opt", "p.mlir", "--pipeline", "canonicalize{x=1}"], "no option 'x'"),
        (&["opt", "p.mlir", "--print-after=frobnicate"], "unknown pass 'frobnicate'"),
        (&["run", "p.mlir", "--input", "1", "--input", "2"], "has 1 arguments, but 2 inputs"),
        (&["run", "p.mlir", "--output", "a.npy", "--output", "b.npy"], "has 1 results, but 2 outputs"),
        (&["bench", "p.mlir", "--ablate", "fuse,tile"], "unknown switch 'tile'"),
        (&["bench", "p.mlir", "--ablate", "arenas"], "unknown switch 'arenas' in --ablate"),
        (&["bench", "p.mlir", "--ablate", "arena,arena"], "switch 'arena' is named twice"),
        (&["run", "p.mlir", "--poison=1"], "unexpected value '1' for '--poison'"),
        (&["opt", "p.mlir", "--place-buffers"], "place-buffers cannot run here: the program still has tensors"),
        (&["opt", "p.mlir", "--bufferize", "--place-buffers=x=1"], "place-buffers has no option 'x'"),
        (&["frobnicate"], "frobnicate"),
    ];
    for (args, part) in cases {
        tilec_in(dir.path(), args, "").fails(2, &[part]);
    }
}

#[test]
fn run_takes_literals_and_summarises() {
    let dir = folder(&double());
    let run = |args: &[&str]| tilec_in(dir.path(), &[&["run", "p.mlir"], args].concat(), "");
    let expected = "result 0: tensor<4xf32> = [3.0, -0.5, inf, NaN]\n";
    assert_eq!(run(&["--input", "[1.5, -0.25, inf, nan]"]).ok().out, expected);
    assert_eq!(run(&["--input", "[1.5, -0.25, inf, nan]", "--interp"]).ok().out, expected);
    assert_eq!(run(&["--input", "splat:-2"]).ok().out, "result 0: tensor<4xf32> = [-4.0, -4.0, -4.0, -4.0]\n");
    assert_eq!(run(&["--input", "random:7"]).ok().out, run(&["--input", "random:7"]).ok().out);
    let unseeded = run(&["--check"]).ok();
    assert!(unseeded.err.contains("note: argument 0 is random:") && unseeded.err.contains("check: OK"), "{}", unseeded.err);
    run(&["--input", "[1, 2, 3]"]).rejected(&["error: argument 0 expects tensor<4xf32> but got shape [3] of f32"]);
    run(&["--input", "[1, 2, 3]", "--interp"]).rejected(&["error: argument 0 expects tensor<4xf32> but got shape [3] of f32"]);
    run(&["--input", "[1, [2, 3]]"]).rejected(&["rows of equal length"]);
    run(&["--input", "[1, 2, x, 4]"]).rejected(&["argument 0: expected a value of type f32, but found 'x'"]);
    run(&["--input", "[1, 2"]).rejected(&["expected a literal"]);
    run(&["--input", "missing.npy"]).rejected(&["cannot read missing.npy"]);
    run(&["--entry", "g"]).rejected(&["no function @g: expected one of @f"]);
    let times = run(&["--input", "splat:0", "--time-passes"]).ok();
    for row in ["parse ", "bufferize ", "codegen: machine code ", "text to kernel "] {
        assert!(times.err.lines().any(|l| l.starts_with(row)), "expected {row} in: {}", times.err);
    }
}

/// Code with all checks gives the same values, and stops in front of an access that leaves its buffer.
#[test]
fn run_checks_every_access_if_asked() {
    let dir = folder(&double());
    let run = |args: &[&str]| tilec_in(dir.path(), &[&["run", "p.mlir", "--input", "random:1"], args].concat(), "").ok().out;
    assert_eq!(run(&["--sanitize"]), run(&[]));
    tilec_in(dir.path(), &["run", "p.mlir", "--input", "random:1", "--sanitize", "--check"], "").ok();
    let far = "func.func @f(%x: memref<4xi32>, %i: index) {
  %v = memref.load %x[%i] : memref<4xi32>
  memref.store %v, %x[%i] : memref<4xi32>
  return
}
";
    let error = tilec_in(dir.path(), &["run", "-", "--sanitize", "--input", "splat:1", "--input", "4"], far);
    error.rejected(&["<stdin>:2:8: error: index 4 is out of bounds for dimension 0 of size 4 in memref.load"]);
}

/// One row is put into a matrix of two, and both are read.
const UNWRITTEN: &str = "func.func @f(%row: tensor<2xELEM>) -> tensor<2x2xELEM> {
  %e = tensor.empty() : tensor<2x2xELEM>
  %m = tensor.insert_slice %row into %e[0, 0] [1, 2] [1, 1] : tensor<2xELEM> into tensor<2x2xELEM>
  %r = tensor.empty() : tensor<2x2xELEM>
  %t = linalg.transpose ins(%m : tensor<2x2xELEM>) outs(%r : tensor<2x2xELEM>) permutation = [1, 0]
  return %t : tensor<2x2xELEM>
}
";

/// An element that nobody wrote shows, in temporaries and in results; what a program without a fault computes stays.
#[test]
fn run_poisons_memory_if_asked() {
    let run = |elem: &str, args: &[&str]| {
        let dir = folder(&UNWRITTEN.replace("ELEM", elem));
        tilec_in(dir.path(), &[&["run", "p.mlir", "--input", "[1, 2]", "--poison"], args].concat(), "").ok()
    };
    assert_eq!(run("f32", &[]).out, "result 0: tensor<2x2xf32> = [[1.0, NaN], [2.0, NaN]]\n");
    let pattern = i32::from_ne_bytes([0xa5; 4]);
    assert_eq!(run("i32", &["--sanitize"]).out, format!("result 0: tensor<2x2xi32> = [[1, {pattern}], [2, {pattern}]]\n"));
    assert!(run("f32", &["--check"]).err.contains("check: OK"), "undefined memory is NaN for the interpreter, too");
    let half = "func.func @f(%x: tensor<1xf64>) -> tensor<2xf64> {
  %e = tensor.empty() : tensor<2xf64>
  %r = tensor.insert_slice %x into %e[1] [1] [1] : tensor<1xf64> into tensor<2xf64>
  return %r : tensor<2xf64>
}
";
    let result = tilec_in(folder(half).path(), &["run", "p.mlir", "--input", "[3]", "--poison"], "").ok();
    assert_eq!(result.out, "result 0: tensor<2xf64> = [NaN, 3.0]\n");
    let dir = folder(&double());
    let whole = |args: &[&str]| tilec_in(dir.path(), &[&["run", "p.mlir", "--input", "random:1"], args].concat(), "").ok().out;
    assert_eq!(whole(&["--poison", "--sanitize", "--check"]), whole(&[]));
}

#[test]
fn run_chooses_the_only_public_function() {
    let two =
        "func.func private @h(%a: i32) -> i32 {\n  return %a : i32\n}\nfunc.func @g(%a: i32) -> i32 {\n  return %a : i32\n}\n";
    let dir = folder(two);
    assert_eq!(tilec_in(dir.path(), &["run", "p.mlir", "--input", "-7"], "").ok().out, "result 0: i32 = -7\n");
    assert_eq!(tilec_in(dir.path(), &["run", "-", "--entry", "@h", "--input", "8"], two).ok().out, "result 0: i32 = 8\n");
    let three = format!("{two}func.func @k() {{\n  return\n}}\n");
    tilec_in(dir.path(), &["run", "-"], &three).rejected(&["several functions", "@g, @k"]);
    tilec_in(dir.path(), &["run", "-"], "").rejected(&["no public function"]);
    tilec_in(dir.path(), &["run", "-", "--input", "4294967296"], two).rejected(&["4294967296 does not fit in i32"]);
}

#[test]
fn run_reads_and_writes_npy_of_every_kind() {
    let cases = [
        ("f32", ScalarType::F32, "%y = arith.addf %x, %x : f32", vec![1.5, -2.0, 0.0], vec![3.0, -4.0, 0.0], "<f4"),
        ("f64", ScalarType::F64, "%y = arith.addf %x, %x : f64", vec![1.5, -2.0, 0.1], vec![3.0, -4.0, 0.2], "<f8"),
        ("f16", ScalarType::F16, "%y = arith.addf %x, %x : f16", vec![1.5, -2.0, 0.5], vec![3.0, -4.0, 1.0], "<f2"),
        ("bf16", ScalarType::BF16, "%y = arith.addf %x, %x : bf16", vec![1.5, -2.0, 0.5], vec![3.0, -4.0, 1.0], "<u2"),
        ("i8", ScalarType::Int(8), "%y = arith.addi %x, %x : i8", vec![100.0, -3.0, 0.0], vec![-56.0, -6.0, 0.0], "|i1"),
        ("i64", ScalarType::Int(64), "%y = arith.addi %x, %x : i64", vec![1.0, -3.0, 0.0], vec![2.0, -6.0, 0.0], "<i8"),
        (
            "i1",
            ScalarType::I1,
            "%t = arith.constant true\n    %y = arith.xori %x, %t : i1",
            vec![-1.0, 0.0, 0.0],
            vec![0.0, -1.0, -1.0],
            "|b1",
        ),
    ];
    for (name, elem, body, input, output, dtype) in cases {
        let dir = folder(&unary(name, "3", body));
        save(&dir, "x.npy", &floats(&[3], &input, elem));
        tilec_in(dir.path(), &["run", "p.mlir", "--input", "x.npy", "--output", "y.npy", "--check"], "").ok();
        let bytes = fs::read(dir.path().join("y.npy")).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains(&format!("'descr': '{dtype}'")), "{name}");
        assert_eq!(npy::read(&dir.path().join("y.npy"), elem).unwrap(), floats(&[3], &output, elem), "{name}");
    }
}

/// A `.npy` file of any header and bytes.
fn raw_npy(header: &str, bytes: &[u8]) -> Vec<u8> {
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(header.len() + 1).unwrap().to_le_bytes());
    file.extend(header.as_bytes());
    file.push(b'\n');
    file.extend(bytes);
    file
}

#[test]
fn npy_of_other_layouts_is_converted_and_damage_is_reported() {
    let program = "func.func @f(%a: tensor<2x3xi32>) -> tensor<2x3xi32> {\n  return %a : tensor<2x3xi32>\n}\n";
    let dir = folder(program);
    let path = dir.path().join("x.npy");
    let run = |header: &str, bytes: &[u8]| {
        fs::write(&path, raw_npy(header, bytes)).unwrap();
        tilec_in(dir.path(), &["run", "p.mlir", "--interp", "--input", "x.npy", "--output", "y.npy"], "")
    };
    let big: Vec<u8> = [1i32, 4, 2, 5, 3, 6].iter().flat_map(|v| v.to_be_bytes()).collect();
    run("{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), }", &big).ok();
    let expected = floats(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], ScalarType::Int(32));
    assert_eq!(npy::read(&dir.path().join("y.npy"), ScalarType::Int(32)).unwrap(), expected);
    fs::remove_file(dir.path().join("y.npy")).unwrap();
    let bad: [(&str, &str); 9] = [
        ("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", "argument 0 expects dtype <i4 (i32), but x.npy has <f8"),
        (
            "{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2), }",
            "argument 0 expects tensor<2x3xi32> but got shape [3, 2] of i32",
        ),
        (
            "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 4), }",
            "expected 32 bytes of elements for shape [2, 4], but found 24",
        ),
        ("{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2), }", "too large"),
        ("{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999999, 2), }", "expected an extent"),
        ("{'descr': '<i4', 'fortran_order': False}", "expected the key 'shape'"),
        ("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2, 3)}", "expects dtype <i4"),
        ("{'descr': '<i4', 'fortran_order': maybe, 'shape': (2, 3), }", "bad header"),
        ("((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((", "nested"),
    ];
    for (header, part) in bad {
        run(header, &big).rejected(&[part]);
    }
    for bytes in
        [&b""[..], b"\x93NUMPY\x01\x00", b"\x93NUMPY\x02\x00\xff\xff\xff\xff", b"\x93NUMPY\x09\x00aaaaaaa", b"PK\x03\x04aaaaaaa"]
    {
        fs::write(&path, bytes).unwrap();
        tilec_in(dir.path(), &["run", "p.mlir", "--interp", "--input", "x.npy", "--output", "y.npy"], "").rejected(&["x.npy: "]);
    }
    assert!(!dir.path().join("y.npy").exists());
}

#[test]
fn written_buffers_count_as_results() {
    let dir = folder(TWO_OPS);
    let args = ["run", "p.mlir", "--input", "splat:1.5", "--input", "2", "--output", "y.npy", "--check"];
    assert_eq!(tilec_in(dir.path(), &args, "").ok().out, "");
    assert_eq!(npy::read(&dir.path().join("y.npy"), ScalarType::F32).unwrap(), floats(&[64], &[6.0; 64], ScalarType::F32));
    let shown = tilec_in(dir.path(), &["run", "p.mlir", "--input", "splat:1.5", "--input", "2"], "").ok();
    assert_eq!(shown.out, "argument 2: memref<64xf32> = [6.0, 6.0, 6.0, 6.0, ...], min 6, max 6, mean 6\n");
    let elsewhere = ["run", "p.mlir", "--input", "splat:1.5", "--output", "no/such/y.npy"];
    tilec_in(dir.path(), &elsewhere, "").rejected(&["cannot write no/such/y.npy"]);
}

#[test]
fn run_time_errors_and_limits_are_errors() {
    let divide = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.divsi %a, %b : i32\n  return %0 : i32\n}\n";
    let dir = folder(divide);
    for mode in [&[][..], &["--interp"]] {
        let args = [&["run", "p.mlir", "--input", "1", "--input", "0"], mode].concat();
        tilec_in(dir.path(), &args, "").rejected(&["p.mlir:2:8: error: ", "division by zero", "arith.divsi %a, %b"]);
    }
    let huge =
        "func.func @f(%a: tensor<17179869184xf32>) -> tensor<17179869184xf32> {\n  return %a : tensor<17179869184xf32>\n}\n";
    for args in [&["run", "-"][..], &["run", "-", "--interp"], &["bench", "-"]] {
        tilec_in(dir.path(), args, huge).rejected(&["argument 0 of type tensor<17179869184xf32> is too large"]);
    }
}

#[test]
fn open_shapes_are_those_of_the_inputs() {
    let dir = folder(
        &unary("f32", "4", "%y = arith.addf %x, %x : f32")
            .replace("4xf32", "?xf32")
            .replace("tensor.empty()", "tensor.empty(%n)"),
    );
    let text = fs::read_to_string(dir.path().join("p.mlir")).unwrap();
    let dim = "  %c0 = arith.constant 0 : index\n  %n = tensor.dim %a, %c0 : tensor<?xf32>\n  %e = ";
    fs::write(dir.path().join("p.mlir"), text.replacen("  %e = ", dim, 1)).unwrap();
    let run = |args: &[&str]| tilec_in(dir.path(), &[&["run", "p.mlir"], args].concat(), "");
    let expected = "result 0: tensor<3xf32> = [2.0, 4.0, 6.0]\n";
    for mode in [&["--check"][..], &["--interp"], &[]] {
        assert_eq!(run(&[&["--input", "[1, 2, 3]"], mode].concat()).ok().out, expected);
    }
    assert_eq!(run(&["--input", "splat:2:2", "--check"]).ok().out, "result 0: tensor<2xf32> = [4.0, 4.0]\n");
    assert!(run(&["--input", "random:7:40", "--time-passes"]).ok().err.lines().any(|l| l.starts_with("specialize ")));
    run(&["--input", "random:7"])
        .rejected(&["argument 0 of type tensor<?xf32> needs an input with a shape", "random:SEED:SHAPE"]);
    run(&["--input", "random:7:2x2"]).rejected(&["argument 0 expects tensor<?xf32> but got shape [2, 2]"]);
    run(&["--input", "random:7:x"]).fails(2, &["expected a shape such as 4x8"]);
    let bench = tilec_in(dir.path(), &["bench", "p.mlir", "--input", "random:1:64", "--runs", "2", "--ablate", "fuse"], "").ok();
    assert_eq!(bench.out.matches(" OK").count(), 2, "{}", bench.out);
}

#[test]
fn opt_binds_arguments() {
    let dir = folder("func.func @f(%a: tensor<?x8xf32>, %n: i32) -> tensor<?x8xf32> {\n  return %a : tensor<?x8xf32>\n}\n");
    let run = |options: &str| tilec_in(dir.path(), &["opt", "p.mlir", &format!("--specialize={options}")], "");
    assert!(run("arg0=4x8xf32 arg1=-3").ok().out.contains("@f(%arg0: tensor<4x8xf32>, %arg1: i32) -> tensor<4x8xf32>"));
    let pipeline = ["opt", "p.mlir", "--pipeline", "specialize{entry=f arg0=?x8},canonicalize"];
    assert!(tilec_in(dir.path(), &pipeline, "").ok().out.contains("tensor<?x8xf32>"));
    run("arg0=4x9").rejected(&["argument 0 of type tensor<?x8xf32> has 8 in dimension 1, but 9 is given"]);
    run("arg0=4x8xf64").rejected(&["arg0=4x8xf64 does not fit argument 0"]);
    run("arg0=4").rejected(&["a shape of 1 dimensions is given"]);
    run("arg1=99999999999").rejected(&["arg1=99999999999 does not fit argument 1 of type i32"]);
    run("arg2=4").rejected(&["the function has 2 arguments"]);
    run("entry=g").rejected(&["expected entry=NAME with one of the functions @f"]);
    run("arg0=4xx8").fails(2, &["expected arg0 to be a shape such as 4x?x8 or an integer"]);
    run("batch=4").fails(2, &["specialize has no option 'batch'"]);
}

#[test]
fn bench_counts_measures_and_checks() {
    let dir = folder(TWO_OPS);
    let ran = tilec_in(dir.path(), &["bench", "p.mlir", "--runs", "5", "--json", "b.json"], "").ok();
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 7, "{}", ran.out);
    let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cells(lines[0])[..7], ["variant", "fuse", "eliminate", "generics", "allocs", "copies", "passes"]);
    assert_eq!(cells(lines[1])[..7], ["A", "-", "-", "2", "0", "1", "6"]);
    assert_eq!(cells(lines[2])[..7], ["B", "on", "-", "1", "0", "1", "4"]);
    assert_eq!(cells(lines[3])[..3], ["C", "-", "on"]);
    assert_eq!(cells(lines[4])[..7], ["D", "on", "on", "1", "0", "0", "2"]);
    assert!(lines[1..5].iter().all(|l| l.ends_with("OK")), "{}", ran.out);
    assert!(lines[5].starts_with("without fuse (from all on): row C"), "{}", lines[5]);
    assert!(lines[6].starts_with("without eliminate (from all on): row B"), "{}", lines[6]);
    assert_eq!(ran.err, "", "no progress bar without a terminal");
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(dir.path().join("b.json")).unwrap()).unwrap();
    assert_eq!(json["rows"][3]["passes"], 2);
    assert_eq!(json["rows"][3]["switches"]["fuse"], true);
    assert_eq!(json["rows"][0]["runs"], 5);
    assert_eq!(json["useful_bytes"], 512);
    assert_eq!(json["tags"]["threads"], 1);
    assert!(json["tags"]["cpu"].is_string() && json["tags"]["tilec"].is_string());
    let one = tilec_in(dir.path(), &["bench", "p.mlir", "--runs", "2", "--ablate", "fuse", "--input", "splat:1"], "").ok();
    assert_eq!(one.out.lines().count(), 4, "{}", one.out);
}

#[test]
fn bench_turns_the_arena_on_and_off() {
    let square = "func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %y = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}
";
    let dir = folder(square);
    let ran = tilec_in(dir.path(), &["bench", "p.mlir", "--runs", "3", "--ablate", "arena", "--json", "b.json"], "").ok();
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|l| l.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 4, "{}", ran.out);
    assert_eq!(rows[0][..6], ["variant", "arena", "generics", "allocs", "copies", "passes"]);
    assert_eq!(rows[1][..5], ["A", "-", "4", "1", "0"]);
    assert_eq!(rows[2][..5], ["B", "on", "4", "0", "0"]);
    assert!(ran.out.lines().nth(3).is_some_and(|l| l.starts_with("without arena (from all on): row A")), "{}", ran.out);
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(dir.path().join("b.json")).unwrap()).unwrap();
    assert_eq!((&json["rows"][0]["switches"]["arena"], &json["rows"][1]["switches"]["arena"]), (&false.into(), &true.into()));
    let all = tilec_in(dir.path(), &["bench", "p.mlir", "--runs", "2", "--ablate", "fuse,eliminate,arena"], "").ok();
    assert_eq!(all.out.lines().count(), 12, "{}", all.out);
}

#[test]
fn opt_places_buffers() {
    let dir = folder(&UNWRITTEN.replace("ELEM", "f32"));
    let passes = ["--bufferize", "--results-to-out-params", "--eliminate-copies", "--place-buffers"];
    let opt = |args: &[&str]| tilec_in(dir.path(), &[&["opt", "p.mlir"], &passes[..], args].concat(), "").ok();
    let placed = opt(&["--remarks"]);
    assert!(placed.out.contains("memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<64xi8>"), "{}", placed.out);
    assert!(placed.out.contains(": memref<64xi8> to memref<2x2xf32>"), "{}", placed.out);
    assert!(placed.err.contains("p.mlir:2:8: remark: place-buffers: applied: 16 bytes at 0 of the arena\n"), "{}", placed.err);
    assert_eq!(opt(&["--place-buffers"]).out, placed.out, "a second run changes nothing");
    let again = opt(&["--print-after=place-buffers", "--place-buffers"]).err;
    assert_eq!(again.matches("IR after place-buffers").count(), 2, "{again}");
    assert!(again.trim_end().ends_with("(unchanged)"), "{again}");
    opt(&["--lower-to-loops", "--vectorize", "--check-each"]);
    let poisoned = opt(&["--poison-temporaries"]).out;
    assert_eq!(poisoned.matches("linalg.fill").count(), 2, "before and after: {poisoned}");
}

#[test]
fn stats_counts_at_every_level() {
    let dir = folder(TWO_OPS);
    let stats = |args: &[&str]| tilec_in(dir.path(), &[&["stats", "p.mlir"], args].concat(), "");
    let out = |args: &[&str]| stats(args).ok().out;
    let tensors = out(&[]);
    assert!(tensors.starts_with("@lab (tensor level)\n  generics: 2\n  allocs: 0, 0 bytes\n"), "{tensors}");
    let buffers = out(&["--bufferize", "--canonicalize"]);
    for part in [
        "@lab (buffer level)\n  generics: 2\n  allocs: 1, 256 bytes\n    p.mlir:3:8: memref<64xf32>: 256 bytes\n",
        "  copies: 1, 256 bytes\n    p.mlir:16:3: memref.copy: 256 bytes\n  arena: 0 bytes\n",
        "  passes: 6\n  bytes moved: 1536\n",
    ] {
        assert!(buffers.contains(part), "expected {part:?} in: {buffers}");
    }
    assert_eq!(out(&["--pipeline", "bufferize,canonicalize"]), buffers);
    let from_text = tilec_in(dir.path(), &["opt", "p.mlir", "--bufferize", "--canonicalize"], "").ok().out;
    let from_stdin = tilec_in(dir.path(), &["stats"], &from_text).ok().out;
    assert!(from_stdin.contains("    <stdin>:15:5: memref.copy: 256 bytes\n"), "{from_stdin}");
    let compiled = out(&["--compiled", "--assert", "generics=1,allocs=0", "--assert", "copies=0, passes <= 2"]);
    assert!(compiled.contains("  generics: 1\n  allocs: 0, 0 bytes\n"), "{compiled}");
    let vectors = out(&["--bufferize", "--lower-to-loops", "--vectorize"]);
    assert!(vectors.starts_with("@lab (vector level)\n") && vectors.contains("  bytes moved: 1536\n"), "{vectors}");
    let json = out(&["--bufferize", "--canonicalize", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json[0]["function"].as_str(), json[0]["level"].as_str()), (Some("lab"), Some("buffer")));
    assert_eq!((json[0]["allocs"].as_u64(), json[0]["alloc_bytes"].as_u64()), (Some(1), Some(256)));
    assert_eq!(json[0]["sites"]["copies"][0]["location"]["line"], 16);
    assert_eq!(json[0]["sites"]["allocs"][0]["in_loop"], false);
}

#[test]
fn stats_assertions_name_what_was_counted() {
    let dir = folder(TWO_OPS);
    let assert = |conditions: &str| tilec_in(dir.path(), &["stats", "p.mlir", "--bufferize", "--assert", conditions], "");
    assert("allocs=1, copies>=1,alloc_bytes<=256,arena_bytes=0,bytes_moved>0,temporaries<1,generics<3").ok();
    let failed = assert("allocs=0,copies=0,passes<6");
    assert!(failed.out.starts_with("@lab (buffer level)"), "the numbers are printed all the same: {}", failed.out);
    failed.rejected(&[
        "p.mlir:2:1: error: @lab: expected allocs=0, but allocs is 1",
        "p.mlir:3:8: note: memref<64xf32>: 256 bytes",
        "p.mlir:2:1: error: @lab: expected copies=0, but copies is 1",
        "p.mlir:16:3: note: memref.copy: 256 bytes",
        "p.mlir:2:1: error: @lab: expected passes<6, but passes is 6",
    ]);
    for (conditions, part) in [
        ("alloc=0", "--assert: unknown name 'alloc' in 'alloc=0': expected one of generics, allocs, copies"),
        ("allocs", "--assert: expected NAME OP NUMBER such as allocs=0"),
        ("allocs=0,", "--assert: expected NAME OP NUMBER"),
        ("allocs=many", "--assert: expected a number of at most 18446744073709551615 in 'allocs=many', but found 'many'"),
    ] {
        assert(conditions).fails(2, &[part]);
    }
}

#[test]
fn stats_warns_of_what_should_not_be_left_of_a_tile() {
    let read =
        |name: &str| std::fs::read_to_string(format!("{}/tests/golden/stats/{name}.mlir", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (name, measure, part) in [
        (
            "tile_hoisted_to_a_whole_tensor",
            "hoisted_tiles",
            "7:8: {}: @f: a tile that linalg.exp gives linalg.negf in each iteration is a whole tensor again",
        ),
        ("copy_of_a_tile", "tile_copies", "14:5: {}: @f: 32 bytes that linalg.exp computes in each tile are copied"),
        ("tile_that_nobody_reads", "unread_tiles", "9:8: {}: @f: the buffer that memref.store writes in each tile is never read"),
    ] {
        let dir = folder(&read(name));
        let stats = |args: &[&str]| tilec_in(dir.path(), &[&["stats", "p.mlir"], args].concat(), "");
        let said = |severity: &str| part.replace("{}", severity);
        let warned = stats(&[]).ok();
        assert!(warned.err.contains(&said("warning")), "{}", warned.err);
        stats(&["--assert", "generics<9"]).rejected(&[&said("error")]);
        // Whoever asks for it by name says how much of it there may be.
        let asked = stats(&["--assert", &format!("{measure}<=1")]).ok();
        assert!(!asked.err.contains("error") && !asked.err.contains("warning"), "{}", asked.err);
        stats(&["--assert", &format!("{measure}=0")]).rejected(&[&format!("expected {measure}=0, but {measure} is 1")]);
        let json: serde_json::Value = serde_json::from_str(&stats(&["--json"]).ok().out).unwrap();
        assert_eq!(json[0][measure], 1);
        assert_eq!(json[0]["sites"]["faults"][0]["kind"], measure);
    }
    let dir = folder(&read("tiles_of_a_fused_group"));
    let passes =
        ["--tile-and-fuse=root=linalg.matmul,sizes=8,8", "--fuse-elementwise", "--canonicalize", "--bufferize", "--canonicalize"];
    let conditions = ["--assert", "intermediates=2,tile_bytes<=256,temporaries=0,copies=0", "--json"];
    let json = tilec_in(dir.path(), &[&["stats", "p.mlir"], &passes[..], &conditions[..]].concat(), "").ok().out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let held = |i: usize| json[0]["sites"]["intermediates"][i]["held"].as_str().map(str::to_owned);
    assert_eq!([held(0), held(1)].map(Option::unwrap), ["registers", "tile"]);
}

#[test]
fn stats_of_one_function_and_of_open_shapes() {
    let open = "func.func @g(%a: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";
    let dir = folder(&format!("{TWO_OPS}{open}func.func private @h(i32)\n"));
    let stats = |args: &[&str]| tilec_in(dir.path(), &[&["stats", "p.mlir"], args].concat(), "");
    let all = stats(&[]).ok().out;
    assert!(all.contains("@lab (") && all.contains("@g (") && !all.contains("@h"), "{all}");
    let one = stats(&["--entry", "g"]).ok().out;
    assert!(
        one.starts_with("@g (tensor level)") && one.contains("  passes: ?\n  bytes moved: ?\n") && !one.contains("@lab"),
        "{one}"
    );
    stats(&["--entry", "k"]).rejected(&["no function @k: expected one of @lab, @g"]);
    stats(&["--entry", "h"]).rejected(&["@h is a declaration"]);
    stats(&["--compiled"]).rejected(&["the program has several functions, name the entry: one of @lab, @g"]);
    stats(&["--compiled", "--entry", "@lab", "--assert", "allocs=0"]).ok();
    stats(&["--compiled", "--entry", "g"]).rejected(&["p.mlir: --compiled: shapes are open until the function is called"]);
    let bound = stats(&["--specialize=entry=g arg0=32 arg1=32", "--compiled", "--entry", "g"]).ok().out;
    assert!(bound.contains("@g (buffer level)") && bound.contains("  bytes moved: 256\n"), "{bound}");
    stats(&["--lower-to-loops"]).fails(2, &["lower-to-loops cannot run here"]);
    stats(&["--frobnicate"]).fails(2, &["--frobnicate"]);
    tilec_in(dir.path(), &["stats", "no.mlir"], "").rejected(&["cannot read no.mlir"]);
    tilec_in(dir.path(), &["stats"], "func.func @f() { foo }").rejected(&["<stdin>:1:18: error: unknown operation 'foo'"]);
    assert_eq!(tilec_in(dir.path(), &["stats", "--json"], "").ok().out, "[]\n");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let dir = folder(&double());
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .args(["opt", "-"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(double().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
