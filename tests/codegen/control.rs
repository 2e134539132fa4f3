//! Branches and loops of every kind, with what they carry.

use super::{agree, bit, build, f32s, i32s, index, kernel};
use tilec::{Data, ScalarType};
use tilec_codegen::Options;
use tilec_ir::{Builder, Loc, OpKind, Scalar, spelling};

#[test]
fn branches_with_and_without_results() {
    let text = "func.func @f(%c: i1, %d: i1, %x: memref<8xf32>, %y: memref<8xf32>) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  scf.if %c {
    memref.store %zero, %y[%c0] : memref<8xf32>
  }
  %r:3 = scf.if %d -> (vector<4xf32>, f32, index) {
    %v = vector.load %x[%c0] : memref<8xf32>, vector<4xf32>
    %s = memref.load %x[%c3] : memref<8xf32>
    %i = scf.if %c -> (index) {
      scf.yield %c3 : index
    } else {
      scf.yield %c5 : index
    }
    scf.yield %v, %s, %i : vector<4xf32>, f32, index
  } else {
    %v = vector.broadcast %zero : f32 to vector<4xf32>
    scf.yield %v, %zero, %c0 : vector<4xf32>, f32, index
  }
  %c4 = arith.constant 4 : index
  vector.store %r#0, %y[%c4] : memref<8xf32>, vector<4xf32>
  scf.if %d {
    memref.store %r#1, %y[%r#2] : memref<8xf32>
  } else {
    memref.store %zero, %y[%r#2] : memref<8xf32>
  }
  return %r#1, %r#2 : f32, index
}";
    for c in [false, true] {
        for d in [false, true] {
            let args = [bit(c), bit(d), f32s(&[8], |i| i as f32 + 0.5), f32s(&[8], |i| -(i as f32))];
            let found = agree(text, &args).unwrap();
            assert_eq!(
                found[1],
                index(if !d {
                    0
                } else if c {
                    3
                } else {
                    5
                })
            );
        }
    }
}

/// A constant condition leaves no branch behind.
#[test]
fn branches_that_are_known() {
    for (condition, want) in [("true", 1), ("false", 2)] {
        let text = format!(
            "func.func @f(%x: memref<1xi32>) -> i32 {{
  %c = arith.constant {condition}
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %c0 = arith.constant 0 : index
  scf.if %c {{
    memref.store %one, %x[%c0] : memref<1xi32>
  }}
  %r = scf.if %c -> (i32) {{
    scf.yield %one : i32
  }} else {{
    scf.yield %two : i32
  }}
  return %r : i32
}}"
        );
        let found = agree(&text, &[i32s(&[1], |_| 9)]).unwrap();
        assert_eq!(found[0].get(0).as_i64(), want);
        assert_eq!(found[1].get(0).as_i64(), if want == 1 { 1 } else { 9 });
    }
}

#[test]
fn loops_with_a_condition() {
    // Collatz: steps, and the greatest number on the way, with a vector carried along.
    let text = "func.func @f(%n: i64, %y: memref<4xi64>) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %v0 = vector.broadcast %zero : i64 to vector<4xi64>
  %ones = vector.broadcast %one : i64 to vector<4xi64>
  %r:4 = scf.while (%x = %n, %s = %zero, %m = %n, %v = %v0) : (i64, i64, i64, vector<4xi64>) -> (i64, i64, i64, vector<4xi64>) {
    %go = arith.cmpi sgt, %x, %one : i64
    scf.condition(%go) %s, %m, %x, %v : i64, i64, i64, vector<4xi64>
  } do {
  ^bb0(%s: i64, %m: i64, %x: i64, %v: vector<4xi64>):
    %odd = arith.andi %x, %one : i64
    %is_odd = arith.cmpi eq, %odd, %one : i64
    %next = scf.if %is_odd -> (i64) {
      %a = arith.muli %x, %three : i64
      %b = arith.addi %a, %one : i64
      scf.yield %b : i64
    } else {
      %a = arith.divsi %x, %two : i64
      scf.yield %a : i64
    }
    %s2 = arith.addi %s, %one : i64
    %m2 = arith.maxsi %m, %next : i64
    %v2 = arith.addi %v, %ones : vector<4xi64>
    scf.yield %next, %s2, %m2, %v2 : i64, i64, i64, vector<4xi64>
  }
  vector.store %r#3, %y[%c0] : memref<4xi64>, vector<4xi64>
  return %r#0, %r#1 : i64, i64
}";
    let i64 = ScalarType::Int(64);
    for (n, steps, most) in [(1, 0, 1), (6, 8, 16), (27, 111, 9232), (-5, 0, -5)] {
        let found = agree(text, &[Data::scalar(Scalar::from_i64(i64, n)), Data::zeros(i64, &[4])]).unwrap();
        assert_eq!([found[0].get(0).as_i64(), found[1].get(0).as_i64(), found[2].get(3).as_i64()], [steps, most, steps]);
    }
}

#[test]
fn nests_run_in_order() {
    let text = "func.func @f(%n: index, %m: index, %s: index, %y: memref<6x5xi32>) -> i32 {
  %c = memref.alloc() : memref<i32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  memref.store %zero, %c[] : memref<i32>
  scf.forall (%i, %k, %j) = (0, 0, 1) to (%n, 1, %m) step (%s, 1, 2) {
    %0 = memref.load %c[] : memref<i32>
    %1 = arith.addi %0, %one : i32
    memref.store %1, %c[] : memref<i32>
    %at = arith.addi %j, %k : index
    memref.store %1, %y[%i, %at] : memref<6x5xi32>
  }
  %r = memref.load %c[] : memref<i32>
  return %r : i32
}";
    for (n, m, s) in [(6, 5, 1), (6, 5, 2), (0, 5, 1), (5, 1, 1), (1, 2, 7), (-3, 4, 1)] {
        agree(text, &[index(n), index(m), index(s), i32s(&[6, 5], |_| 0)]).unwrap();
    }
    let error = agree(text, &[index(1), index(1), index(0), i32s(&[6, 5], |_| 0)]).unwrap_err();
    assert_eq!(error, "f.mlir:6:3: step is not positive in scf.forall");
    assert!(agree(text, &[index(7), index(3), index(1), i32s(&[6, 5], |_| 0)]).unwrap_err().contains("out of bounds"));
}

#[test]
fn nests_that_reduce() {
    // Not commutative, so that the order shows.
    let text = "func.func @f(%n: index, %x: memref<4x3xf32>) -> (f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.5 : f32
  %one = arith.constant 1 : i32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c3) step (%c1, %c1) init (%zero, %one) -> (f32, i32) {
    %v = memref.load %x[%i, %j] : memref<4x3xf32>
    %k = arith.index_cast %j : index to i32
    scf.reduce(%v, %k : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.subf %p, %b : f32
      scf.reduce.return %q : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      %big = arith.cmpi sgt, %a, %b : i32
      %s = scf.if %big -> (i32) {
        %d = arith.subi %a, %b : i32
        scf.yield %d : i32
      } else {
        %d = arith.addi %a, %b : i32
        scf.yield %d : i32
      }
      scf.reduce.return %s : i32
    }
  }
  return %r#0, %r#1 : f32, i32
}";
    for n in [0, 1, 4] {
        agree(text, &[index(n), f32s(&[4, 3], |i| 0.3 + i as f32 * 0.1)]).unwrap();
    }
    let fixed = text.replace("to (%n, %c3)", "to (%c1, %c3)").replace("to (%n, ", "to (%c3, ");
    agree(&fixed, &[index(0), f32s(&[4, 3], |i| 0.3 + i as f32 * 0.1)]).unwrap();
    let none = "func.func @f(%y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %y[%i] : memref<4xi32>
    scf.reduce
  }
  return
}";
    assert_eq!(agree(none, &[i32s(&[4], |_| 0)]).unwrap(), [i32s(&[4], |i| i as i64)]);
}

/// Buffers that swap places in a loop, and one of two by a condition.
#[test]
fn carried_buffers() {
    let text = "func.func @f(%c: i1, %n: index, %x: memref<4xf32>, %y: memref<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloc() : memref<4xf32>
  memref.copy %x, %t : memref<4xf32> to memref<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %y) -> (memref<4xf32>, memref<4xf32>) {
    scf.for %j = %c0 to %c4 step %c1 {
      %0 = memref.load %a[%j] : memref<4xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %b[%j] : memref<4xf32>
    }
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  %s = scf.if %c -> (memref<4xf32>) {
    scf.yield %r#0 : memref<4xf32>
  } else {
    %u = memref.alloc() : memref<4xf32>
    %v = memref.load %r#0[%c1] : memref<4xf32>
    memref.store %v, %u[%c1] : memref<4xf32>
    scf.yield %u : memref<4xf32>
  }
  %before = memref.load %s[%c1] : memref<4xf32>
  %k = arith.constant 9.0 : f32
  memref.store %k, %r#0[%c1] : memref<4xf32>
  %after = memref.load %s[%c1] : memref<4xf32>
  return %before, %after : f32, f32
}";
    for c in [false, true] {
        for n in [0, 1, 2, 5] {
            let found = agree(text, &[bit(c), index(n), f32s(&[4], |i| i as f32), f32s(&[4], |_| 0.0)]).unwrap();
            let before = 2f64.powi(n as i32);
            assert_eq!([found[0].get(0).to_f64(), found[1].get(0).to_f64()], [before, if c { 9.0 } else { before }]);
        }
    }
}

/// What is only read through a value that may be one of several buffers does not make the others written.
#[test]
fn written_parameters_through_branches() {
    let text = "func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %t = memref.alloc() : memref<4xf32>
  %s = scf.if %c -> (memref<4xf32>) {
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %t : memref<4xf32>
  }
  %w = scf.if %c -> (memref<4xf32>) {
    scf.yield %y : memref<4xf32>
  } else {
    scf.yield %z : memref<4xf32>
  }
  %v = memref.load %s[%c0] : memref<4xf32>
  memref.store %v, %t[%c0] : memref<4xf32>
  memref.store %v, %w[%c0] : memref<4xf32>
  return
}";
    let written: Vec<bool> = kernel(text).params().iter().map(|p| p.written).collect();
    assert_eq!(written, [false, false, true, true]);
    let args = |c| [bit(c), f32s(&[4], |_| 1.0), f32s(&[4], |_| 2.0), f32s(&[4], |_| 3.0)];
    agree(text, &args(true)).unwrap();
}

/// Part of a buffer, at a place that a branch decides.
#[test]
fn carried_parts_with_a_dynamic_offset() {
    let ty = "memref<4xf32, strided<[2], offset: ?>>";
    let text = format!(
        "func.func @f(%c: i1, %i: index, %x: memref<16xf32>, %y: memref<4xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.if %c -> ({ty}) {{
    %p = memref.subview %x[%i] [4] [2] : memref<16xf32> to {ty}
    scf.yield %p : {ty}
  }} else {{
    %p = memref.subview %x[1] [4] [2] : memref<16xf32> to memref<4xf32, strided<[2], offset: 1>>
    %q = memref.cast %p : memref<4xf32, strided<[2], offset: 1>> to {ty}
    scf.yield %q : {ty}
  }}
  %s = scf.for %k = %c0 to %c4 step %c1 iter_args(%a = %r) -> ({ty}) {{
    %0 = memref.load %a[%k] : {ty}
    memref.store %0, %y[%k] : memref<4xf32>
    scf.yield %a : {ty}
  }}
  memref.store %c1f(), %y[%c0] : memref<4xf32>
  return
}}"
    )
    .replace("  memref.store %c1f(), %y[%c0] : memref<4xf32>\n", "");
    for (c, i) in [(false, 0), (true, 0), (true, 3), (true, 9)] {
        let found = agree(&text, &[bit(c), index(i), f32s(&[16], |i| i as f32), f32s(&[4], |_| 0.0)]).unwrap();
        let first = if c { i as f32 } else { 1.0 };
        assert_eq!(found, [f32s(&[4], |k| first + 2.0 * k as f32)]);
    }
    for i in [10, -1] {
        agree(&text, &[bit(true), index(i), f32s(&[16], |i| i as f32), f32s(&[4], |_| 0.0)]).unwrap_err();
    }
}

#[test]
fn affine_loops_and_accesses() {
    let text = "func.func @f(%n: index, %k: index, %x: memref<6x8xf32>, %y: memref<6x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = max affine_map<(d0) -> (0, d0 - 6)> (%n) to min affine_map<(d0) -> (6, d0)> (%n) step 2 iter_args(%s = %zero) -> (f32) {
    %t = affine.for %j = 0 to 4 iter_args(%u = %s) -> (f32) {
      %v = affine.load %x[%i, %j * 2 + 1] : memref<6x8xf32>
      %w = affine.load %x[%i, symbol(%k)] : memref<6x8xf32>
      %p = arith.addf %u, %v : f32
      affine.store %w, %y[%i, %j + symbol(%k) - 3] : memref<6x8xf32>
      affine.yield %p : f32
    }
    affine.for %j = 5 to 6 {
      affine.store %t, %y[%i, %j] : memref<6x8xf32>
    }
    affine.for %j = 5 to 5 {
      affine.store %zero, %y[%i, %j] : memref<6x8xf32>
    }
    affine.yield %t : f32
  }
  return %r : f32
}";
    let args = |n, k| [index(n), index(k), f32s(&[6, 8], |i| i as f32), f32s(&[6, 8], |_| -1.0)];
    for (n, k) in [(6, 3), (0, 3), (3, 4), (9, 5), (-2, 3), (5, 7)] {
        agree(text, &args(n, k)).unwrap();
    }
    for k in [2, 8, -1] {
        assert!(agree(text, &args(6, k)).unwrap_err().contains("out of bounds"));
    }
}

#[test]
fn extrema_of_maps() {
    let text = "func.func @f(%i: index, %n: index) -> (index, index) {
  %0 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0, d0 floordiv 2)>(%i)[%n]
  %1 = affine.max affine_map<(d0)[s0] -> (-3, s0 mod 7, d0 - s0)>(%i)[%n]
  return %0, %1 : index, index
}";
    for i in [-9, 0, 3, 40, 1000] {
        for n in [-4, 0, 5, 100] {
            agree(text, &[index(i), index(n)]).unwrap();
        }
    }
}

/// The parser bounds nesting, so the nest is made of ops.
#[test]
fn deep_nests_of_branches_use_no_stack() {
    let text = "func.func @f(%c: i1, %y: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1 : i32
  memref.store %v, %y[%c0] : memref<1xi32>
  return
}";
    let mut module = tilec::Program::parse(text, "f.mlir").unwrap().module().clone();
    let func = module.funcs()[0];
    let block = module.entry(func);
    let store = module.block_ops(block).nth(2).expect("the store");
    let condition = module.block_args(block)[0];
    for _ in 0..20_000 {
        let branch = Builder::before(&mut module, store).op(spelling::of(OpKind::If), &[condition], &[]);
        let region = module.push_region(branch);
        let block = module.append_block(region, &[]);
        Builder::at_end(&mut module, block, Loc::Unknown).yield_values("scf", &[]);
        let end = module.terminator(block).expect("a yield");
        module.move_before(store, end);
    }
    tilec_codegen::compile(&module, func, &Options::default()).expect("a kernel");
}

#[test]
fn what_stays_refused() {
    let shared = "func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}";
    assert!(build(shared, false).is_err());
    let step = "func.func @f() {
  scf.forall (%i) = (0) to (4) step (-1) {
  }
  return
}";
    let refused = tilec::Program::parse(step, "f.mlir").is_err() || build(step, false).is_err();
    assert!(refused, "a step that is not positive");
}
