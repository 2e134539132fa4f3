//! Sizes that are known when the code runs.

use super::{agree, call, f32s, i32s, index, kernel};

#[test]
fn tiles_with_a_rest() {
    let text = "func.func @f(%n: index, %tile: index, %x: memref<20xf32>, %y: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %tile {
    %s = affine.min affine_map<(d0)[s0, s1] -> (s1, s0 - d0)>(%i)[%n, %tile]
    %p = memref.subview %x[%i] [%s] [1] : memref<20xf32> to memref<?xf32, strided<[1], offset: ?>>
    %q = memref.subview %y[%i] [%s] [1] : memref<20xf32> to memref<?xf32, strided<[1], offset: ?>>
    %t = memref.alloc(%s) : memref<?xf32>
    memref.copy %p, %t : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32>
    scf.for %j = %c0 to %s step %c1 {
      %0 = memref.load %t[%j] : memref<?xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %q[%j] : memref<?xf32, strided<[1], offset: ?>>
    }
    memref.dealloc %t : memref<?xf32>
  }
  return
}";
    let args = |n, tile| [index(n), index(tile), f32s(&[20], |i| i as f32), f32s(&[20], |_| 0.0)];
    for (n, tile) in [(20, 8), (20, 20), (20, 1), (7, 3), (0, 4), (20, 100)] {
        let found = agree(text, &args(n, tile)).unwrap();
        assert_eq!(found, [f32s(&[20], |i| if (i as i64) < n { 2.0 * i as f32 } else { 0.0 })]);
    }
    let error = agree(text, &args(21, 8)).unwrap_err();
    assert_eq!(
        error,
        "f.mlir:6:10: a part of size 5 from index 16 on is out of bounds for dimension 0 of size 20 in memref.subview"
    );
}

#[test]
fn allocations_of_any_shape() {
    let text = "func.func @f(%n: index, %m: index, %i: index, %j: index, %y: memref<1xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = memref.alloc(%n, %m) : memref<?x3x?xi32>
  %d = memref.dim %t, %c2 : memref<?x3x?xi32>
  %e = memref.dim %t, %c1 : memref<?x3x?xi32>
  scf.for %a = %c0 to %n step %c1 {
    scf.for %b = %c0 to %e step %c1 {
      scf.for %k = %c0 to %d step %c1 {
        %0 = arith.muli %a, %e : index
        %1 = arith.addi %0, %b : index
        %2 = arith.muli %1, %d : index
        %3 = arith.addi %2, %k : index
        %v = arith.index_cast %3 : index to i32
        memref.store %v, %t[%a, %b, %k] : memref<?x3x?xi32>
      }
    }
  }
  %u = bufferization.clone %t : memref<?x3x?xi32> to memref<?x3x?xi32>
  %v = memref.load %u[%i, %c1, %j] : memref<?x3x?xi32>
  memref.store %v, %y[%c0] : memref<1xi32>
  return %d, %e : index, index
}";
    let args = |n, m, i, j| [index(n), index(m), index(i), index(j), i32s(&[1], |_| 0)];
    let found = agree(text, &args(4, 5, 3, 2)).unwrap();
    assert_eq!(found, [index(5), index(3), i32s(&[1], |_| ((3 * 3) + 1) * 5 + 2)]);
    for (n, m, i, j) in
        [(4, 5, 4, 0), (4, 5, -1, 0), (4, 5, 0, 5), (0, 5, 0, 0), (4, 0, 0, 0), (-1, 5, 0, 0), (4, i64::MIN, 0, 0)]
    {
        agree(text, &args(n, m, i, j)).unwrap_err();
    }
    for (n, m) in [(1 << 62, 1 << 62), (1 << 40, 1 << 40), (i64::MAX, 1), (i64::MAX, i64::MAX)] {
        let error = call(&kernel(text), &args(n, m, 0, 0)).unwrap_err().to_string();
        assert_eq!(error, "f.mlir:5:8: a buffer of too many elements in memref.alloc");
    }
    let error = call(&kernel(text), &args(-7, 1, 0, 0)).unwrap_err().to_string();
    assert_eq!(error, "f.mlir:5:8: size -7 of dimension 0 is negative in memref.alloc");
    let error = call(&kernel(text), &args(1 << 40, 1, 0, 0)).unwrap_err().to_string();
    assert!(error.contains("allocation of 13194139533312 bytes failed in memref.alloc: the memory limit"), "{error}");
    let error = call(&kernel(text), &args(3, 5, 3, 0)).unwrap_err().to_string();
    assert_eq!(error, "f.mlir:21:8: index 3 is out of bounds for dimension 0 of size 3 in memref.load");
    // Huge extents around none.
    agree(text, &args(0, i64::MAX, 0, 0)).unwrap_err();
    let empty = text.replace("%u[%i, %c1, %j]", "%t[%i, %c1, %j]");
    assert!(call(&kernel(&empty), &args(0, i64::MAX, 0, 0)).unwrap_err().to_string().contains("out of bounds"));
}

#[test]
fn parts_of_parts() {
    let text = "func.func @f(%o: index, %s: index, %p: index, %i: index, %x: memref<6x10xi32>, %y: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %a = memref.subview %x[1, %o] [4, %s] [1, %p] : memref<6x10xi32> to memref<4x?xi32, strided<[10, ?], offset: ?>>
  %b = memref.subview %a[1, %i] [2, 1] [2, 1] : memref<4x?xi32, strided<[10, ?], offset: ?>> to memref<2xi32, strided<[20], offset: ?>>
  %c1 = arith.constant 1 : index
  %v = memref.load %b[%c1] : memref<2xi32, strided<[20], offset: ?>>
  memref.store %v, %y[%c0] : memref<1xi32>
  return
}";
    let args = |o, s, p, i| [index(o), index(s), index(p), index(i), i32s(&[6, 10], |i| i as i64), i32s(&[1], |_| 0)];
    for (o, s, p, i) in [(0, 10, 1, 9), (2, 3, 3, 2), (9, 1, 5, 0), (9, 5, -2, 4), (3, 4, 0, 3), (9, 1, i64::MAX, 0)] {
        let found = agree(text, &args(o, s, p, i)).unwrap();
        assert_eq!(found[0].get(0).as_i64(), 40 + o + i * if s == 1 { 0 } else { p });
    }
    let most = i64::MAX;
    for (o, s, p, i) in [
        (0, 11, 1, 0),
        (1, 10, 1, 0),
        (2, 3, 4, 0),
        (10, 1, 1, 0),
        (-1, 1, 1, 0),
        (0, 3, -1, 0),
        (0, -1, 1, 0),
        (0, 2, 1, 2),
        (0, 0, 1, 0),
        (0, most, most, 0),
        (0, most, 2, 0),
        (most, most, most, 0),
        (i64::MIN, 2, i64::MIN, 0),
        (0, 2, i64::MIN, 0),
    ] {
        agree(text, &args(o, s, p, i)).unwrap_err();
    }
}

#[test]
fn views_of_bytes_of_any_size() {
    let text = "func.func @f(%at: index, %n: index, %i: index, %bytes: index, %y: memref<1xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%bytes) : memref<?xi8>
  %t = memref.view %a[%at][%n] : memref<?xi8> to memref<?x2xi32>
  %d = memref.dim %t, %c0 : memref<?x2xi32>
  %k = arith.constant 77 : i32
  memref.store %k, %t[%i, %c1] : memref<?x2xi32>
  %v = memref.load %t[%i, %c1] : memref<?x2xi32>
  memref.store %v, %y[%c0] : memref<1xi32>
  return %d : index
}";
    let args = |at, n, i, bytes| [index(at), index(n), index(i), index(bytes), i32s(&[1], |_| 0)];
    for (at, n, i, bytes) in [(0, 3, 2, 24), (8, 2, 0, 24), (4, 5, 4, 48)] {
        assert_eq!(agree(text, &args(at, n, i, bytes)).unwrap(), [index(n), i32s(&[1], |_| 77)]);
    }
    let huge = 1 << 61;
    for (at, n, i, bytes) in
        [(4, 3, 2, 24), (0, 4, 0, 24), (0, 3, 3, 24), (-4, 3, 0, 24), (0, -1, 0, 24), (0, huge, 0, 24), (i64::MAX - 7, 1, 0, 24)]
    {
        agree(text, &args(at, n, i, bytes)).unwrap_err();
    }
}

#[test]
fn copies_of_run_time_shape() {
    let text = "func.func @f(%n: index, %m: index, %k: index, %x: memref<8x9xi32>, %y: memref<9x8xi32>) {
  %a = memref.subview %x[0, 1] [%n, %m] [1, 1] : memref<8x9xi32> to memref<?x?xi32, strided<[9, 1], offset: 1>>
  %t = memref.alloc(%k, %m) : memref<?x?xi32>
  memref.copy %a, %t : memref<?x?xi32, strided<[9, 1], offset: 1>> to memref<?x?xi32>
  %b = memref.subview %y[1, 0] [%n, %m] [1, 1] : memref<9x8xi32> to memref<?x?xi32, strided<[8, 1], offset: 8>>
  memref.copy %t, %b : memref<?x?xi32> to memref<?x?xi32, strided<[8, 1], offset: 8>>
  return
}";
    let args = |n, m, k| [index(n), index(m), index(k), i32s(&[8, 9], |i| i as i64), i32s(&[9, 8], |_| -1)];
    for (n, m) in [(8, 8), (1, 1), (3, 7), (0, 3), (3, 0), (0, 0)] {
        agree(text, &args(n, m, n)).unwrap();
    }
    let error = agree(text, &args(3, 4, 2)).unwrap_err();
    assert_eq!(error, "f.mlir:4:3: dimension 0 is of size 3 in the source and 2 in the target of memref.copy");
    agree(text, &args(2, 4, 3)).unwrap_err();
}

#[test]
fn casts_check_what_they_state() {
    let text = "func.func @f(%n: index, %x: memref<6xi32>) -> i32 {
  %c3 = arith.constant 3 : index
  %a = memref.subview %x[1] [%n] [1] : memref<6xi32> to memref<?xi32, strided<[1], offset: 1>>
  %b = memref.cast %a : memref<?xi32, strided<[1], offset: 1>> to memref<4xi32, strided<[1], offset: 1>>
  %v = memref.load %b[%c3] : memref<4xi32, strided<[1], offset: 1>>
  return %v : i32
}";
    assert_eq!(agree(text, &[index(4), i32s(&[6], |i| i as i64)]).unwrap()[0].get(0).as_i64(), 4);
    let error = agree(text, &[index(3), i32s(&[6], |i| i as i64)]).unwrap_err();
    assert_eq!(error, "f.mlir:4:8: dimension 0 of size 3 is not of size 4 in memref.cast");
}

#[test]
fn other_layouts_of_a_buffer() {
    let text = |offset: i64, sizes: &str, strides: &str, ty: &str| {
        format!(
            "func.func @f(%x: memref<4x6xi32>, %y: memref<1xi32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = memref.reinterpret_cast %x to offset: [{offset}], sizes: [{sizes}], strides: [{strides}] : memref<4x6xi32> to {ty}
  %v = memref.load %r[%c2, %c1] : {ty}
  memref.store %v, %y[%c0] : memref<1xi32>
  return
}}"
        )
    };
    let args = [i32s(&[4, 6], |i| i as i64), i32s(&[1], |_| 0)];
    let found = agree(&text(3, "4, 2", "5, 3", "memref<4x2xi32, strided<[5, 3], offset: 3>>"), &args).unwrap();
    assert_eq!(found[0].get(0).as_i64(), 3 + 10 + 3);
    let outside = text(6, "4, 2", "5, 4", "memref<4x2xi32, strided<[5, 4], offset: 6>>");
    assert!(super::build(&outside, false).unwrap_err().to_string().contains("not inside its source"));
}

/// A loop up to the extent of a buffer needs no check, however the extent is named; other loops do.
#[test]
fn loops_up_to_an_extent_are_proven() {
    let program = |bounds: &str| {
        format!(
            "func.func @f(%n: index, %m: index, %y: memref<1xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  %one = arith.constant 1.0 : f32
  %t = memref.alloc(%n) : memref<?xf32>
  %d = memref.dim %t, %c0 : memref<?xf32>
  {bounds} {{
    memref.store %one, %t[%i] : memref<?xf32>
    REDUCE
  }}
  return
}}"
        )
    };
    let checks = |bounds: &str| {
        let reduce = if bounds.contains("parallel") { "scf.reduce" } else { "" };
        let text = program(bounds).replace("REDUCE", reduce);
        let parsed = tilec::Program::parse(&text, "f.mlir").unwrap_or_else(|e| panic!("{e}"));
        let listing = tilec_codegen::list(parsed.module(), parsed.module().funcs()[0], &Default::default()).unwrap();
        agree(&text, &[index(4), index(4), f32s(&[1], |_| 0.0)]).unwrap();
        listing.clif.matches("uge").count()
    };
    for proven in [
        "scf.for %i = %c0 to %n step %c1",
        "scf.for %i = %c1 to %d step %c1",
        "scf.forall (%j, %i) in (2, %d)",
        "scf.forall (%j, %i) in (%m, %n)",
        "scf.parallel (%j, %i) = (%c0, %c1) to (%m, %n) step (%c1, %c1)",
    ] {
        assert_eq!(checks(proven), 0, "{proven}");
    }
    for open in ["scf.for %i = %c0 to %m step %c1", "scf.forall (%i, %j) in (%m, %n)", "scf.for unsigned %i = %c0 to %n step %c1"]
    {
        assert_eq!(checks(open), 1, "{open}");
    }
    let text = program("scf.for %i = %cm to %n step %c1").replace("REDUCE", "");
    assert!(agree(&text, &[index(4), index(4), f32s(&[1], |_| 0.0)]).unwrap_err().contains("index -1 is out of bounds"));
}
