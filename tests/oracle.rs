//! Against mlir-opt 22 and mlir-runner 22: what is printed, what is fused, what is computed. Skipped with one line where they are not
//! installed; `TILEC_REQUIRE_ORACLE=1` makes that a failure.

use std::path::Path;
use tilec::{CompileOptions, Data, Numerics, Pipeline, Program, Scalar, ScalarType};
use tilec_ir::named::{Named, Payload};
use tilec_ir::print::Printed;
use tilec_ir::{AffineMap, Module, OpKind, Type, numerics};
use tilec_testing::diff::means_the_same;
use tilec_testing::{chunks, data, generator, oracle, programs_under, written_programs};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(text: &str) -> Result<Module, String> {
    let module = tilec_parse::parse(text, "input.mlir").map_err(|e| e.to_string())?;
    tilec_ir::verify::verify(&module).map_err(|e| e[0].to_string())?;
    Ok(module)
}

/// What we refuse and mlir-opt accepts, each for a reason in the documentation.
const REFUSED_BY_US_ALONE: &[&str] = &[
    "reject_map_by_zero",
    "expand_output_shape",
    "for_step",
    // The case asks for this error: the tensor is larger than an address space.
    "080-element-count-overflows",
];

#[test]
fn prints_byte_for_byte_what_mlir_opt_prints() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let (mut places, mut texts, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for path in written_programs(root()) {
        for (line, text) in chunks(&path) {
            places.push(format!("{}:{line}", path.display()));
            ours.push(read(&text).map(|module| module.to_string()));
            texts.push(text);
        }
    }
    let (mut wrong, mut same) = (Vec::new(), 0);
    for ((place, ours), theirs) in places.iter().zip(&ours).zip(mlir_opt.run_each(&[], &texts)) {
        match (ours, theirs) {
            (Err(_), Err(_)) => {}
            (Err(message), Ok(_)) => {
                if !REFUSED_BY_US_ALONE.iter().any(|name| place.contains(name)) {
                    wrong.push(format!("{place}: mlir-opt accepts it, we do not: {message}"));
                }
            }
            (Ok(_), Err(message)) => {
                wrong.push(format!("{place}: mlir-opt refuses it: {}", message.lines().next().unwrap_or_default()));
            }
            (Ok(ours), Ok(theirs)) => {
                // mlir-opt ends each program but the last with an empty line more.
                let mut lines = theirs.trim_end().lines().zip(ours.trim_end().lines());
                let different = lines.find(|(a, b)| a != b).map(|(a, b)| format!("{place}: mlir-opt prints\n{a}\nnot\n{b}"));
                let lengths = theirs.trim_end().len() != ours.trim_end().len();
                wrong.extend(different.or_else(|| lengths.then(|| format!("{place}: the texts differ in length"))));
                same += 1;
            }
        }
    }
    println!("{same} programs");
    assert!(same > 250, "only {same} programs");
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

#[test]
fn prints_locations_as_mlir_opt_does() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let files: Vec<_> = programs_under(&root().join("tests/golden/parse"), false);
    let texts: Vec<_> = files.iter().map(|f| std::fs::read_to_string(f).expect("a readable file")).collect();
    let mut wrong = Vec::new();
    for (path, text) in files.iter().zip(&texts) {
        // One file a run, for the name of the file is in the text.
        let Ok(module) = tilec_parse::parse(text, "<stdin>") else { continue };
        let Ok(theirs) = mlir_opt.run(&["--mlir-print-debuginfo"], text) else { continue };
        let ours = Printed::with_locations(&module).to_string();
        let line = ours.trim_end().lines().zip(theirs.trim_end().lines()).find(|(a, b)| a != b);
        wrong.extend(line.map(|(a, b)| format!("{}: mlir-opt prints\n{b}\nnot\n{a}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A call of a named op on tensors that fit its maps.
fn named_call(named: Named, inputs: &[ScalarType], output: ScalarType) -> String {
    let maps = named.maps(2, &[], &[]);
    let extents: Vec<i64> = (0..i64::from(maps[0].dims)).map(|d| 2 + d % 3).collect();
    let ty = |map: &AffineMap, elem: ScalarType| {
        let reach = |e| tilec_ir::AffineExpr::range(e, &extents).map_or(1, |(_, high)| high + 1);
        let shape: Vec<i64> = map.results.iter().map(reach).collect();
        // A map without results is that of a scalar operand, unless the op has no other output.
        if shape.is_empty() && map != maps.last().expect("an output") { Type::from(elem) } else { Type::tensor(&shape, elem) }
    };
    let (last, rest) = maps.split_last().expect("an output");
    let ins: Vec<_> = rest.iter().zip(inputs).map(|(m, e)| ty(m, *e).to_string()).collect();
    let out = ty(last, output);
    let params: Vec<_> = ins.iter().enumerate().map(|(i, t)| format!("%a{i}: {t}")).collect();
    let names: Vec<_> = (0..ins.len()).map(|i| format!("%a{i}")).collect();
    format!(
        "func.func @f({}, %o: {out}) -> {out} {{\n  %0 = {} ins({} : {}) outs(%o : {out}) -> {out}\n  return %0 : {out}\n}}\n",
        params.join(", "),
        named.def().name,
        names.join(", "),
        ins.join(", ")
    )
}

#[test]
fn named_ops_mean_what_mlir_opt_generalizes_them_to() {
    use ScalarType::{BF16, F32, F64, Int};
    const I1: ScalarType = ScalarType::I1;
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let mut texts = Vec::new();
    for named in Named::all() {
        let n = named.num_inputs();
        for (elem, output) in
            [(F32, F32), (BF16, F32), (Int(8), Int(32)), (Int(32), Int(32)), (I1, I1), (F32, Int(8)), (Int(16), F64)]
        {
            let mut inputs = vec![elem; n];
            match named.def().payload {
                Payload::Select => inputs[0] = I1,
                Payload::QuantizedMulAdd => inputs[2..].fill(Int(32)),
                // Their constants stand in front of the op there, and in its body here.
                Payload::Random | Payload::Reciprocal => continue,
                _ => {}
            }
            texts.push(named_call(named, &inputs, output));
        }
    }
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (text, theirs) in texts.iter().zip(mlir_opt.run_each(&["--linalg-generalize-named-ops"], &texts)) {
        let ours = read(text).map(|mut module| {
            Pipeline::of(&["generalize-named-ops"]).run(&mut module, true, &mut |_| {}).expect("named ops are generalized");
            module.to_string()
        });
        compared += usize::from(theirs.is_ok());
        match (ours, theirs) {
            (Ok(a), Ok(b)) if a.trim_end() == b.trim_end() => {}
            (Err(_), Err(_)) => {}
            (ours, theirs) => wrong.push(format!("{text}{}\n{}", ours.unwrap_or_else(|e| e), theirs.unwrap_or_else(|e| e))),
        }
    }
    println!("{compared} of {} calls are valid", texts.len());
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), texts.len(), wrong[..wrong.len().min(5)].join("\n"));
}

#[test]
fn refuses_what_mlir_opt_refuses() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let folders = ["tests/golden/parse", "tests/golden/verify"].map(|f| programs_under(&root().join(f), false));
    let mut odd = Vec::new();
    for path in folders.concat() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (ours, theirs) = (read(&text).is_ok(), mlir_opt.run(&[], &text).is_ok());
        if ours != theirs && !REFUSED_BY_US_ALONE.contains(&name.as_str()) {
            odd.push(format!("{}: we {} it", path.display(), if ours { "accept" } else { "refuse" }));
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}

fn generics(module: &Module) -> usize {
    module.walk(module.top()).into_iter().filter(|&op| matches!(module.kind(op), OpKind::Structured(_))).count()
}

/// Strict numerics: what mlir-opt's passes keep.
fn strict(mut module: Module) -> Module {
    numerics::pin(&mut module, Numerics::Strict);
    module
}

#[test]
fn fuses_no_less_than_mlir_opt_and_to_the_same_values() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let programs: Vec<_> = (0..150).map(|seed| generator::plain_program(seed).0).collect();
    let texts: Vec<_> = programs.iter().map(ToString::to_string).collect();
    let fused = mlir_opt.run_each(&["--linalg-fuse-elementwise-ops"], &texts);
    let (mut compared, mut fewer, mut before, mut after, mut wrong) = (0, 0, 0, 0, Vec::new());
    for (seed, (text, theirs)) in texts.iter().zip(fused).enumerate() {
        // mlir-opt gives up where a composed map bounds a loop anew.
        let Ok(theirs) = theirs else { continue };
        let source = strict(read(text).expect("a generated program is valid"));
        let mut ours = source.clone();
        let passes = Pipeline::of(&["fuse-elementwise"]);
        passes.run(&mut ours, true, &mut |_| {}).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        let theirs = match read(&theirs) {
            Ok(module) => strict(module),
            Err(message) => panic!("seed {seed}: mlir-opt's output is refused: {message}\n{theirs}"),
        };
        let inputs = data::inputs_of(&source, seed as u64).expect("static types");
        for (whose, module) in [("our", &ours), ("mlir-opt's", &theirs)] {
            if let Err(failure) = means_the_same(&source, module, &inputs) {
                wrong.push(format!("seed {seed}, {whose} fusion: {failure}"));
            }
        }
        let (n, m) = (generics(&ours), generics(&theirs));
        if n > m {
            wrong.push(format!(
                "seed {seed}: {n} structured ops, but mlir-opt leaves {m}\n{text}\n// ours\n{ours}\n// theirs\n{theirs}"
            ));
        }
        compared += 1;
        fewer += usize::from(n < m);
        before += generics(&source);
        after += n;
    }
    println!("{compared} programs: {before} structured ops became {after}; fewer than mlir-opt's in {fewer}");
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(compared > 120, "only {compared} programs were compared");
}

/// Where we leave more structured ops than mlir-opt, each for a reason.
const LEFT_BY_US_ALONE: &[&str] = &[
    // mlir-opt moves payloads that read memory.
    "blocked_impure_payload",
    // It fuses from one block of a function into another.
    "blocked_other_block",
    // It keeps a result that nobody uses, for the extent of a loop.
    "blocked_bound_lost",
    "splat_needed_for_bound",
    // It splits reductions whose order matters to us.
    "reshape_blocked_",
    // It computes a wrong value there.
    "blocked_reads_init_not_injective",
    "oracle_bugs.mlir:34",
    // It folds payloads on the way, here to copies; that is canonicalize.
    "reshape_known_from_reader",
    "reshape_unit_dims_get_no_loops",
    // It drops an insertion that the next one replaces, and with it the fill that was inserted; that is canonicalize.
    "disjoint_by_distance",
    "overlapping_by_distance",
    // It folds one transposition after another, and what is left of a pack undone again.
    "patterns_one_tile",
    "decompose-tensor-ops/pack",
];

#[test]
fn leaves_no_more_than_mlir_opt_on_written_programs() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let (mut places, mut texts) = (Vec::new(), Vec::new());
    for path in written_programs(root()) {
        for (line, text) in chunks(&path) {
            let structured = read(&text).is_ok_and(|module| generics(&module) > 0);
            if structured {
                places.push(format!("{}:{line}", path.display()));
                texts.push(text);
            }
        }
    }
    let flags = ["--linalg-generalize-named-ops", "--linalg-fuse-elementwise-ops"];
    let (mut compared, mut fewer, mut wrong) = (0, 0, Vec::new());
    for ((place, text), theirs) in places.iter().zip(&texts).zip(mlir_opt.run_each(&flags, &texts)) {
        let Some(theirs) = theirs.ok().and_then(|text| read(&text).ok()) else { continue };
        let source = read(text).expect("it was read before");
        let mut ours = source.clone();
        let passes = Pipeline::of(&["generalize-named-ops", "fuse-elementwise"]);
        passes.run(&mut ours, true, &mut |_| {}).unwrap_or_else(|e| panic!("{place}: {e}"));
        let (n, m) = (generics(&ours), generics(&theirs));
        if n > m && !LEFT_BY_US_ALONE.iter().any(|name| place.contains(name)) {
            wrong.push(format!("{place}: {n} structured ops, but mlir-opt leaves {m}"));
        }
        compared += 1;
        fewer += usize::from(n < m);
    }
    println!("{compared} programs; fewer than mlir-opt's in {fewer}");
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 150, "only {compared} programs were compared");
}

/// Goldens of schedules where mlir-opt's text is another, each for a reason.
const SCHEDULED_OTHERWISE: &[&str] = &[
    // It may run a remainder of a loop that does not run; here both loops start at the lower bound at least.
    "peel_open",
    // It carries the whole tensor beside its part, and canonicalizes later.
    "hoist_subsets",
    // Its patterns and its bufferization are other ones.
    "passes",
    // It stops where we go on: a set of patterns that it has and we have not.
    "blocked_no_such_patterns",
    // It takes any order, whatever the bits are.
    "blocked_reduction_order",
    "blocked_reads_what_it_writes",
    // It unrolls a million times.
    "blocked_too_large",
    // It takes a step that is only known at run time, and would go wrong if that is not positive.
    "blocked_open_bounds",
    // It pins no numerics.
    "interchange_reassoc",
    // It finds nothing wrong in a step that we cannot run.
    "reject_unsupported",
    // What it prints goes among the program.
    "print",
    // Here the payload is pinned first, and named ops with it.
    "decompose_softmax_pinned",
    "decompose_window_float",
    "pack_float",
    "pad_float",
    // A named op of no flags for one with them.
    "blocked_no_named_op",
    // It pads with what changes a bit, runs what may stop on padding, hides that extents differ, and keeps padding.
    "blocked_not_neutral",
    "blocked_not_neutral_max",
    "blocked_pack_lanes",
    "blocked_pad_extents_differ",
    "blocked_pad_may_trap",
    "blocked_pad_output_map",
    "blocked_pad_too_large",
    // It leaves the position in a packed loop that of the tile.
    "pack_index",
    // A step that does nothing there.
    "reject_prescribed_shapes",
    // Its vectors have the reduction loops too, as one op; any size and order is taken, sizes may be larger than the op, and elements be gathered.
    "vectorize_float_sum",
    "vectorize_matmul",
    "vectorize_register_tile",
    "vectorize_window",
    "blocked_no_parallel_loop",
    "blocked_too_many_lanes",
    "blocked_too_many_steps",
    "blocked_vector_gather",
    "blocked_vector_lane_order",
    "blocked_vector_may_alias",
    "blocked_vector_sizes",
    // Its strides are of another type, tensor or vector.
    "decompose_window",
    // Its padding of what is never padded is poison.
    "vectorize_children",
    "vectorize_in_place",
    "vectorize_payload",
];

/// The lines without their order: constants stand in another one after the two canonicalizations.
fn line_set(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    lines.sort();
    lines
}

#[test]
fn schedules_do_what_mlir_opt_does() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let (mut wrong, mut same) = (Vec::new(), 0);
    for path in programs_under(&root().join("tests/golden/apply-schedule"), false) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if SCHEDULED_OTHERWISE.contains(&name.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let theirs = mlir_opt.run(&["--transform-interpreter", "--canonicalize", "--cse"], &text);
        let mut module = read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let ours = Pipeline::of(&["apply-schedule"]).run(&mut module, true, &mut |_| {});
        let ours = ours.map(|_| mlir_opt.run(&["--canonicalize", "--cse"], &module.to_string()));
        match (ours, theirs) {
            (Err(_), Err(_)) => same += 1,
            (Ok(Ok(ours)), Ok(theirs)) if line_set(&ours) == line_set(&theirs) => same += 1,
            (ours, theirs) => wrong.push(format!("{name}\n// ours\n{ours:?}\n// theirs\n{theirs:?}")),
        }
    }
    println!("{same} schedules");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(same > 15, "only {same} schedules were compared");
}

/// The recipe from linalg to LLVM.
const LOWER: &[&str] = &[
    "--one-shot-bufferize=bufferize-function-boundaries",
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-math-to-llvm",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

/// A program without arguments: `ops` make `%r`, a tensor of `n` elements of `elem`, whose bits are folded into one i64.
fn checksum(ops: &str, n: usize, elem: &str) -> String {
    let bits = match elem {
        "f32" => "%b = arith.bitcast %p : f32 to i32\n    %w = arith.extui %b : i32 to i64",
        "f64" => "%w = arith.bitcast %p : f64 to i64",
        "i8" => "%w = arith.extui %p : i8 to i64",
        _ => "%w = arith.extui %p : i32 to i64",
    };
    format!(
        "#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @main() -> i64 {{
  {ops}
  %init = arith.constant dense<7> : tensor<i64>
  %sum = linalg.generic {{indexing_maps = [#id, #none], iterator_types = [\"reduction\"]}} ins(%r : tensor<{n}x{elem}>) outs(%init : tensor<i64>) {{
  ^bb0(%p: {elem}, %q: i64):
    {bits}
    %k = arith.constant 31 : i64
    %m = arith.muli %q, %k : i64
    %v = arith.addi %m, %w : i64
    linalg.yield %v : i64
  }} -> tensor<i64>
  %x = tensor.extract %sum[] : tensor<i64>
  return %x : i64
}}
"
    )
}

fn list(n: usize, number: impl Fn(usize) -> String) -> String {
    (0..n).map(number).collect::<Vec<_>>().join(", ")
}

/// A generic over vectors, `%r` from `%a` and perhaps `%b`.
fn elementwise(inputs: &str, ty: &str, from: &str, to: &str, body: &str) -> String {
    let count = inputs.matches('%').count();
    let maps = vec!["#id"; count + 1].join(", ");
    let args = ["%p", "%q"][..count].iter().map(|a| format!("{a}: {from}")).collect::<Vec<_>>().join(", ");
    let (types, out) = (vec![ty; count].join(", "), ty.replace(from, to));
    format!(
        "%e = tensor.empty() : {out}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\"]}} ins({inputs} : {types}) outs(%e : {out}) {{
  ^bb0({args}, %o: {to}):
    {body}
    linalg.yield %v : {to}
  }} -> {out}"
    )
}

/// Programs with known names for the report.
fn runnable() -> Vec<(&'static str, String)> {
    let floats = |n: usize| list(n, |i| format!("{:.6}", (i as f64 - 7.3) * 1.37 / 3.0));
    let mut all = Vec::new();
    let a = format!("%a = arith.constant dense<[{}, 0x7F800000, 0xFF800000, -0.0]> : tensor<17xf32>\n  ", floats(14));
    let relu = "%c = arith.constant 1.5 : f32\n    %z = arith.constant 0.0 : f32\n    %s = arith.mulf %p, %c : f32
    %t = arith.addf %s, %c : f32\n    %v = arith.maximumf %t, %z : f32";
    all.push(("relu chain", checksum(&(a.clone() + &elementwise("%a", "tensor<17xf32>", "f32", "f32", relu)), 17, "f32")));
    // bf16 needs a run-time library that mlir-runner does not load.
    let rounded = "%h = arith.truncf %p : f32 to f16\n    %s = arith.mulf %h, %h : f16\n    %v = arith.extf %s : f16 to f32";
    all.push(("half floats", checksum(&(a + &elementwise("%a", "tensor<17xf32>", "f32", "f32", rounded)), 17, "f32")));
    let rows = format!(
        "%a = arith.constant dense<[[{}], [{}]]> : tensor<2x33xf32>\n  ",
        floats(33),
        list(33, |i| format!("{:.5}", 1.0 / (i as f64 + 1.3)))
    );
    let sum = "%i = arith.constant dense<0.1> : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id2, #row], iterator_types = [\"parallel\", \"reduction\"]} ins(%a : tensor<2x33xf32>) outs(%i : tensor<2xf32>) {
  ^bb0(%p: f32, %o: f32):
    %m = arith.mulf %p, %p : f32
    %v = arith.addf %o, %m : f32
    linalg.yield %v : f32
  } -> tensor<2xf32>";
    all.push(("row sums in order", checksum(&(rows + sum), 2, "f32")));
    let ints = format!(
        "%a = arith.constant dense<[{}]> : tensor<16xi32>\n  %b = arith.constant dense<[{}]> : tensor<16xi32>\n  ",
        list(16, |i| (i as i64 * 268_435_459 - 2_147_483_648).to_string()),
        list(16, |i| (i as i64 * 3 - 19).to_string())
    );
    let mixed = "%s = arith.muli %p, %q : i32\n    %d = arith.divsi %p, %q : i32\n    %e1 = arith.remsi %p, %q : i32\n    %u = arith.divui %p, %q : i32
    %f = arith.floordivsi %p, %q : i32\n    %g = arith.ceildivsi %p, %q : i32\n    %t = arith.xori %s, %d : i32\n    %t1 = arith.addi %t, %e1 : i32
    %t2 = arith.xori %t1, %u : i32\n    %t3 = arith.subi %t2, %f : i32\n    %t4 = arith.xori %t3, %g : i32\n    %m = arith.maxui %t4, %p : i32
    %v = arith.minsi %m, %s : i32";
    all.push(("integers", checksum(&(ints.clone() + &elementwise("%a, %b", "tensor<16xi32>", "i32", "i32", mixed)), 16, "i32")));
    let narrow = "%t = arith.trunci %p : i32 to i8\n    %u = arith.trunci %q : i32 to i8\n    %s = arith.addi %t, %u : i8\n    %c = arith.cmpi slt, %s, %t : i8
    %m = arith.muli %s, %u : i8\n    %v = arith.select %c, %m, %s : i8";
    all.push(("narrow integers", checksum(&(ints + &elementwise("%a, %b", "tensor<16xi32>", "i32", "i8", narrow)), 16, "i8")));
    let doubles = format!("%a = arith.constant dense<[{}]> : tensor<13xf64>\n  ", floats(13));
    let casts = "%i = arith.fptosi %p : f64 to i32\n    %f = arith.sitofp %i : i32 to f64\n    %s = arith.subf %p, %f : f64
    %q1 = math.sqrt %s : f64\n    %c = arith.cmpf oge, %s, %f : f64\n    %v = arith.select %c, %f, %s : f64";
    all.push(("casts of doubles", checksum(&(doubles + &elementwise("%a", "tensor<13xf64>", "f64", "f64", casts)), 13, "f64")));
    all
}

#[test]
fn computes_what_mlir_runner_computes() {
    let (Some(mlir_opt), Some(mlir_runner)) = (oracle::mlir_opt(), oracle::mlir_runner()) else { return };
    for (name, text) in runnable() {
        let lowered = mlir_opt.run(LOWER, &text).unwrap_or_else(|e| panic!("{name}: mlir-opt: {e}\n{text}"));
        let args = ["-e", "main", "-entry-point-result=i64"];
        let theirs = mlir_runner.run(&args, &lowered).unwrap_or_else(|e| panic!("{name}: mlir-runner: {e}"));
        let theirs: i64 = theirs.trim().parse().unwrap_or_else(|_| panic!("{name}: mlir-runner prints {theirs}"));
        let expected = Data::scalar(Scalar::new(ScalarType::Int(64), theirs as u64));
        let module = strict(read(&text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}")));
        let func = module.find_func("main").expect("@main");
        let interpreted = tilec_interp::run(&module, func, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(interpreted.results, std::slice::from_ref(&expected), "{name}: the interpreter");
        let program = Program::parse(&text, "runnable.mlir").expect("read before");
        let options = CompileOptions { numerics: Numerics::Strict, verify: true, ..CompileOptions::default() };
        let kernel = tilec::compile(&program, None, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(kernel.call_data(&[]).unwrap_or_else(|e| panic!("{name}: {e}")), [expected], "{name}: machine code");
    }
}
