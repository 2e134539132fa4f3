//! The loop rewrites of schedules: against mlir-opt 22 (skipped with one line where it is not installed; `TILEC_REQUIRE_ORACLE=1` makes
//! that a failure), and that values stay as they were, on loops of any length.

use tilec::Pipeline;
use tilec::check::{CheckOptions, check};
use tilec_ir::{Module, Op, OpKind};
use tilec_passes::loops::{self, Blocker};
use tilec_testing::oracle;

fn read(text: &str) -> Module {
    let module = tilec_parse::parse(text, "loop.mlir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    tilec_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
    module
}

fn ops(module: &Module, kind: OpKind) -> Vec<Op> {
    module.walk(module.top()).into_iter().filter(|&op| module.kind(op) == kind).collect()
}

fn canonicalized(mut module: Module) -> Module {
    Pipeline::of(&["canonicalize"]).run(&mut module, true, &mut |_| {}).unwrap_or_else(|e| panic!("{e}\n{module}"));
    module
}

/// Checks a rewritten program: it is valid, and on every input it gives the same bits, or the first one stops.
#[track_caller]
fn same(before: &Module, after: &Module) {
    tilec_ir::verify::verify(after).unwrap_or_else(|e| panic!("{}\n{after}", e[0]));
    for refined in [after.clone(), canonicalized(after.clone())] {
        let options = CheckOptions { refines: true, inputs: Some(60), ..CheckOptions::default() };
        for checked in check(before, &refined, None, &options).unwrap_or_else(|e| panic!("{e}\n{refined}")) {
            assert!(checked.difference.is_none(), "{:?}\n{before}\n{refined}", checked.difference);
            assert!(checked.inputs > checked.stopped, "nothing was compared\n{before}");
        }
    }
}

/// Sums up what is left of the extent in each trip.
fn counted(lower: &str, upper: &str, step: &str) -> String {
    format!(
        "func.func @f(%a: i64, %l: i8, %u: i8, %s: i4, %t: tensor<?xf32>) -> i64 {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  %lb = arith.index_cast %l : i8 to index
  %ub = arith.index_cast %u : i8 to index
  %st = arith.index_castui %s : i4 to index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %r = scf.for %i = {lower} to {upper} step {step} iter_args(%x = %a) -> (i64) {{
    %m = affine.min affine_map<(d0)[s0, s1] -> (-d0 + s0, s1)>(%i)[{upper}, {step}]
    %j = arith.index_cast %i : index to i64
    %k = arith.index_cast %m : index to i64
    %p = arith.muli %j, %k : i64
    %c3 = arith.constant 3 : i64
    %y = arith.muli %x, %c3 : i64
    %z = arith.addi %y, %p : i64
    scf.yield %z : i64
  }}
  return %r : i64
}}
"
    )
}

const BOUNDS: &[(&str, &str, &str)] = &[
    ("%c0", "%d", "%c4"),
    ("%c0", "%c17", "%c4"),
    ("%c0", "%c16", "%c4"),
    ("%c4", "%d", "%c17"),
    ("%lb", "%ub", "%c4"),
    ("%c0", "%ub", "%c4"),
    ("%lb", "%ub", "%st"),
    ("%c17", "%c4", "%c4"),
    ("%c0", "%d", "%st"),
];

/// Lines without the names of values, sorted, constants apart.
fn lines(text: &str) -> Vec<String> {
    let is_op = |l: &&str| !l.starts_with('#') && !l.contains("arith.constant") && !l.trim().is_empty();
    let strip =
        |l: &str| l.split('%').map(|part| part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_')).collect();
    let mut lines: Vec<String> = text.lines().filter(is_op).map(strip).collect();
    lines.sort();
    lines
}

#[test]
fn peeled_loops_compute_the_same() {
    for (lower, upper, step) in BOUNDS {
        let before = read(&counted(lower, upper, step));
        let mut after = before.clone();
        let op = ops(&after, OpKind::For)[0];
        let peeled = loops::peel(&mut after, op).expect("a loop that can be split");
        let fits = [*lower, *upper, *step] == ["%c0", "%c16", "%c4"];
        assert_eq!(peeled.is_none(), fits, "{after}");
        same(&before, &after);
        let Some((main, rest)) = peeled else { continue };
        for op in [main, rest] {
            let minima = after.walk(op).into_iter().filter(|&o| matches!(after.kind(o), OpKind::AffineExtremum { .. })).count();
            assert_eq!(minima, 0, "{lower} to {upper} step {step}: an extent is still a minimum\n{after}");
        }
    }
}

#[test]
fn peels_as_mlir_opt_does() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    // Where the bounds may be in the wrong order, mlir-opt's second loop runs although it must not.
    for (lower, upper, step) in [("%c0", "%d", "%c4"), ("%c0", "%c17", "%c4"), ("%c0", "%c16", "%c4"), ("%c0", "%d", "%st")] {
        let text = counted(lower, upper, step);
        let theirs = mlir_opt.run(&["--scf-for-loop-peeling", "--canonicalize", "--cse"], &text).expect("a valid program");
        let mut ours = read(&text);
        let op = ops(&ours, OpKind::For)[0];
        loops::peel(&mut ours, op).expect("a loop that can be split");
        let (ours, theirs) = (canonicalized(ours), canonicalized(read(&theirs)));
        assert_eq!(lines(&ours.to_string()), lines(&theirs.to_string()), "{ours}\n{theirs}");
    }
}

#[test]
fn unrolled_loops_compute_the_same() {
    for (lower, upper, step) in BOUNDS {
        for factor in [1, 2, 3, 5] {
            let before = read(&counted(lower, upper, step));
            let mut after = before.clone();
            let op = ops(&after, OpKind::For)[0];
            loops::unroll(&mut after, op, factor).expect("a loop that can be unrolled");
            same(&before, &after);
        }
    }
}

fn schedule(step: &str) -> String {
    format!(
        "module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%m: !transform.any_op {{transform.readonly}}) {{
    %l = transform.structured.match ops{{[\"scf.for\"]}} in %m : (!transform.any_op) -> !transform.any_op
    {step}
    transform.yield
  }}
}}
"
    )
}

/// The program that mlir-opt makes with a schedule, without the schedule.
fn scheduled(mlir_opt: &oracle::Oracle, text: &str, step: &str) -> Module {
    let text = mlir_opt.run(&["--transform-interpreter"], &format!("{text}{}", schedule(step))).expect("a valid program");
    let at = text.find("  module attributes {transform.").expect("a schedule");
    read(&format!("{}}}\n", &text[..at]))
}

#[test]
fn unrolls_as_mlir_opt_does() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    for factor in [2, 3, 4, 5, 7] {
        let text = counted("%c0", "%c17", "%c4");
        let theirs = canonicalized(scheduled(
            &mlir_opt,
            &text,
            &format!("transform.loop.unroll %l {{factor = {factor}}} : !transform.any_op"),
        ));
        let mut ours = read(&text);
        let op = ops(&ours, OpKind::For)[0];
        loops::unroll(&mut ours, op, factor).expect("a loop that can be unrolled");
        let ours = canonicalized(ours);
        for kind in [OpKind::For, OpKind::Binary(tilec_ir::scalar_op::BinaryOp::MulI)] {
            assert_eq!(ops(&ours, kind).len(), ops(&theirs, kind).len(), "factor {factor}\n{ours}\n{theirs}");
        }
    }
}

#[test]
fn loops_that_cannot_be_unrolled_say_why() {
    let mut module = read(&counted("%c0", "%d", "%c4"));
    let op = ops(&module, OpKind::For)[0];
    let text = module.to_string();
    assert_eq!(loops::unroll(&mut module, op, 0), Err(Blocker::ZeroFactor));
    assert_eq!(loops::unroll(&mut module, op, 1 << 40), Err(Blocker::TooLarge));
    assert_eq!(loops::hoist_subsets(&mut module, op), Err(Blocker::NoSubset));
    let end = module.terminator(module.entry(op)).expect("a loop body ends");
    for blocker in
        [loops::peel(&mut module, end).expect_err("no loop"), loops::forall_to_for(&mut module, op).expect_err("no forall")]
    {
        assert_eq!(blocker.name(), "not-a-loop");
        assert!(blocker.to_string().starts_with("expected scf."), "{blocker}");
    }
    assert_eq!(module.to_string(), text, "a program that is refused is left alone");
    let mut module = read(
        "func.func @f(%n: i32) {\n  %c1 = arith.constant 1 : i32\n  scf.for %i = %c1 to %n step %c1 : i32 {\n  }\n  return\n}\n",
    );
    let op = ops(&module, OpKind::For)[0];
    assert_eq!(loops::peel(&mut module, op), Err(Blocker::NotIndex));
}

const SUBSETS: &str =
    "func.func @f(%t: tensor<?x8xf32>, %b: tensor<64xf32>, %n: i8, %k: i8) -> (tensor<?x8xf32>, tensor<64xf32>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %d = tensor.dim %t, %c0 : tensor<?x8xf32>
  %m = arith.index_cast %n : i8 to index
  %p = arith.index_cast %k : i8 to index
  %o:3 = scf.for %i = %c0 to %d step %c4 iter_args(%x = %t, %y = %b, %z = %zero) -> (tensor<?x8xf32>, tensor<64xf32>, i64) {
    %r:3 = scf.for %j = %c0 to %m step %c1 iter_args(%u = %x, %v = %y, %w = %z) -> (tensor<?x8xf32>, tensor<64xf32>, i64) {
      %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 4)>(%i)[%d]
      %q = arith.divsi %d, %p : index
      %qq = arith.index_cast %q : index to i64
      %sum = arith.addi %w, %qq : i64
      %s = tensor.extract_slice %u[%i, 2] [%size, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
      %e = linalg.exp ins(%s : tensor<?x4xf32>) outs(%s : tensor<?x4xf32>) -> tensor<?x4xf32>
      %back = tensor.insert_slice %e into %u[%i, 2] [%size, 4] [1, 1] : tensor<?x4xf32> into tensor<?x8xf32>
      %a = tensor.extract_slice %v[%p] [4] [1] : tensor<64xf32> to tensor<4xf32>
      %g = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
      %put = tensor.insert_slice %g into %v[%p] [4] [1] : tensor<4xf32> into tensor<64xf32>
      scf.yield %back, %put, %sum : tensor<?x8xf32>, tensor<64xf32>, i64
    }
    scf.yield %r#0, %r#1, %r#2 : tensor<?x8xf32>, tensor<64xf32>, i64
  }
  return %o#0, %o#1, %o#2 : tensor<?x8xf32>, tensor<64xf32>, i64
}
";

#[test]
fn what_does_not_vary_moves_out_unless_it_may_stop() {
    let before = read(SUBSETS);
    let mut after = before.clone();
    let [_, inner] = ops(&after, OpKind::For)[..] else { panic!("two loops") };
    let moved = loops::hoist_invariants(&mut after, inner).expect("a loop");
    let names: Vec<_> = moved.iter().map(|&op| after.spelling(op).name).collect();
    // The division stops the program if it runs, and the loop may have no trips.
    assert_eq!(names, ["affine.min"]);
    let loop_op = loops::hoist_subsets(&mut after, inner).expect("a part that is put back");
    // The second part may be outside of its tensor, so it stays.
    assert_eq!(after.ty(after.results(loop_op)[0]).to_string(), "tensor<?x4xf32>");
    assert_eq!(after.ty(after.results(loop_op)[1]).to_string(), "tensor<64xf32>");
    same(&before, &after);
    assert_eq!(loops::hoist_subsets(&mut after, loop_op), Err(Blocker::MayStop));
}

#[test]
fn hoists_subsets_as_mlir_opt_does() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let text = "func.func @f(%t: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %j = %c0 to %c4 step %c2 iter_args(%u = %t) -> (tensor<16x8xf32>) {
    %s = tensor.extract_slice %u[3, 2] [4, 4] [1, 1] : tensor<16x8xf32> to tensor<4x4xf32>
    %e = linalg.exp ins(%s : tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) -> tensor<4x4xf32>
    %back = tensor.insert_slice %e into %u[3, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<16x8xf32>
    scf.yield %back : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
";
    let theirs = canonicalized(scheduled(&mlir_opt, text, "transform.loop.hoist_loop_invariant_subsets %l : !transform.any_op"));
    let before = read(text);
    let mut ours = before.clone();
    let op = ops(&ours, OpKind::For)[0];
    loops::hoist_subsets(&mut ours, op).expect("a part that is put back");
    same(&before, &ours);
    assert_eq!(canonicalized(ours).to_string(), theirs.to_string());
}

#[test]
fn parts_that_vary_or_are_not_alone_stay() {
    let body = |slice: &str| {
        format!(
            "func.func @f(%t: tensor<16xf32>) -> tensor<16xf32> {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %j = %c0 to %c4 step %c4 iter_args(%u = %t) -> (tensor<16xf32>) {{
    %s = tensor.extract_slice %u[{slice}] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %back = tensor.insert_slice %s into %u[%j] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %back : tensor<16xf32>
  }}
  return %r : tensor<16xf32>
}}
"
        )
    };
    for (slice, blocker) in [("%j", Blocker::PartVaries), ("3", Blocker::OtherPart)] {
        let mut module = read(&body(slice));
        let op = ops(&module, OpKind::For)[0];
        assert_eq!(loops::hoist_subsets(&mut module, op), Err(blocker));
        assert!(!blocker.to_string().is_empty());
    }
}

#[test]
fn parallel_loops_become_sequential_ones() {
    let text = |offset: &str| {
        format!(
            "func.func @f(%t: tensor<?x10xf32>, %w: tensor<?x10xf32>) -> (tensor<?x10xf32>, tensor<?x10xf32>) {{
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?x10xf32>
  %r:2 = scf.forall (%i, %j) = (0, 0) to (%d, 10) step (3, 5) shared_outs(%u = %t, %v = %w) -> (tensor<?x10xf32>, tensor<?x10xf32>) {{
    %m = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 3)>(%i)[%d]
    %s = tensor.extract_slice %u[{offset}, %j] [%m, 5] [1, 1] : tensor<?x10xf32> to tensor<?x5xf32>
    %e = linalg.exp ins(%s : tensor<?x5xf32>) outs(%s : tensor<?x5xf32>) -> tensor<?x5xf32>
    scf.forall.in_parallel {{
      tensor.parallel_insert_slice %e into %u[%i, %j] [%m, 5] [1, 1] : tensor<?x5xf32> into tensor<?x10xf32>
      tensor.parallel_insert_slice %e into %v[%i, %j] [%m, 5] [1, 1] : tensor<?x5xf32> into tensor<?x10xf32>
    }}
  }}
  return %r#0, %r#1 : tensor<?x10xf32>, tensor<?x10xf32>
}}
"
        )
    };
    for (offset, from_carried) in [("%i", true), ("%c0", false)] {
        let before = read(&text(offset));
        let mut after = before.clone();
        let op = ops(&after, OpKind::Forall)[0];
        let nest = loops::forall_to_for(&mut after, op).expect("a parallel loop");
        assert_eq!(nest.len(), 2);
        same(&before, &after);
        let slice = ops(&after, OpKind::Slice)[0];
        let carried = after.block_args(after.entry(nest[1])).contains(&after.operand(slice, 0));
        assert_eq!(carried, from_carried, "{after}");
    }
}

#[test]
fn parallel_loops_on_buffers_become_those_of_mlir_opt() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let text = "func.func @f(%a: memref<100x50xf32>, %n: index, %v: f32) {
  scf.forall (%i, %j) = (0, 1) to (%n, 50) step (4, 8) {
    memref.store %v, %a[%i, %j] : memref<100x50xf32>
  }
  return
}
";
    let theirs = mlir_opt.run(&["--scf-forall-to-for", "--canonicalize", "--cse"], text).expect("a valid program");
    let mut ours = read(text);
    let op = ops(&ours, OpKind::Forall)[0];
    loops::forall_to_for(&mut ours, op).expect("a parallel loop");
    assert_eq!(lines(&canonicalized(ours).to_string()), lines(&theirs));
}
