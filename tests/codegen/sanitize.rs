//! Code that checks every access.

use super::{agree, build, call, f32s, i32s, index};
use tilec_codegen::{Options, list};

/// Sums with indices that are all proven.
const PROVEN: &str = "func.func @f(%x: memref<8x8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %row = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    scf.for %j = %c0 to %c8 step %c4 {
      %0 = vector.load %row[%j] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
      %1 = vector.load %y[%j] : memref<8xf32>, vector<4xf32>
      %2 = arith.addf %0, %1 : vector<4xf32>
      vector.store %2, %y[%j] : memref<8xf32>, vector<4xf32>
    }
  }
  return
}";

#[test]
fn every_access_is_checked() {
    agree(PROVEN, &[f32s(&[8, 8], |i| i as f32), f32s(&[8], |_| 0.0)]).unwrap();
    let program = tilec::Program::parse(PROVEN, "f.mlir").unwrap();
    let branches = |sanitize| {
        let options = Options { verify: true, sanitize };
        let listing = list(program.module(), program.module().funcs()[0], &options).unwrap();
        listing.clif.lines().filter(|l| l.trim_start().starts_with("brif")).count()
    };
    // Two loops; then two indices of the view, and an index and the bytes of each of three accesses.
    assert_eq!((branches(false), branches(true)), (2, 2 + 2 + 3 * 2));
}

#[test]
fn stops_in_front_of_the_access() {
    let text = "func.func @f(%i: index, %x: memref<4xi32>, %y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xi32>
  memref.store %v, %y[%c0] : memref<4xi32>
  memref.store %v, %y[%i] : memref<4xi32>
  return
}";
    for sanitize in [false, true] {
        let kernel = build(text, sanitize).unwrap();
        let error = call(&kernel, &[index(4), i32s(&[4], |_| 5), i32s(&[4], |_| 0)]).unwrap_err().to_string();
        assert_eq!(error, "f.mlir:5:3: index 4 is out of bounds for dimension 0 of size 4 in memref.store");
    }
    let constant = text.replace("%y[%i]", "%y[%c9]").replace("  %c0 = ", "  %c9 = arith.constant 9 : index\n  %c0 = ");
    let error = call(&build(&constant, true).unwrap(), &[index(0), i32s(&[4], |_| 5), i32s(&[4], |_| 0)]).unwrap_err();
    assert!(error.to_string().contains("index 9 is out of bounds for dimension 0 of size 4"));
}

#[test]
fn copies_and_views_are_checked() {
    let text = "func.func @f(%o: index, %x: memref<100xi32>, %y: memref<40xi32>) {
  %a = memref.subview %x[%o] [40] [1] : memref<100xi32> to memref<40xi32, strided<[1], offset: ?>>
  memref.copy %a, %y : memref<40xi32, strided<[1], offset: ?>> to memref<40xi32>
  return
}";
    let args = |o| [index(o), i32s(&[100], |i| i as i64), i32s(&[40], |_| 0)];
    agree(text, &args(60)).unwrap();
    let error = agree(text, &args(61)).unwrap_err();
    assert_eq!(
        error,
        "f.mlir:2:8: index 61, 40 elements from it on, is out of bounds for dimension 0 of size 100 in memref.subview"
    );
}
