//! Reshapes of buffers whose extents are known when the code runs.

use super::{agree, f32s, index};

const TEXT: &str = "func.func @f(%n: index, %m: index, %x: memref<12xf32>, %y: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = memref.subview %x[0] [%n] [1] : memref<12xf32> to memref<?xf32, strided<[1]>>
  %e = memref.expand_shape %s [[0, 1]] output_shape [%m, 2] : memref<?xf32, strided<[1]>> into memref<?x2xf32>
  %t = memref.alloc(%m) : memref<3x?x2x1xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %v = memref.load %e[%i, %j] : memref<?x2xf32>
      memref.store %v, %t[%c2, %i, %j, %c0] : memref<3x?x2x1xf32>
    }
  }
  %c = memref.collapse_shape %t [[0, 1], [2, 3]] : memref<3x?x2x1xf32> into memref<?x2xf32>
  %first = arith.muli %m, %c2 : index
  scf.for %i = %c0 to %m step %c1 {
    %k = arith.addi %first, %i : index
    %v = memref.load %c[%k, %c1] : memref<?x2xf32>
    memref.store %v, %y[%i] : memref<12xf32>
  }
  memref.dealloc %t : memref<3x?x2x1xf32>
  return
}";

#[test]
fn extents_that_are_known_at_the_call() {
    let args = |n, m| [index(n), index(m), f32s(&[12], |i| i as f32), f32s(&[12], |_| -1.0)];
    for (n, m) in [(8, 4), (12, 6), (2, 1), (0, 0)] {
        let found = agree(TEXT, &args(n, m)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found, [f32s(&[12], |i| if (i as i64) < m { 2.0 * i as f32 + 1.0 } else { -1.0 })]);
    }
}

#[test]
fn another_number_of_elements_is_an_error() {
    let args = |n, m| [index(n), index(m), f32s(&[12], |i| i as f32), f32s(&[12], |_| -1.0)];
    for (n, m) in [(8, 3), (7, 3), (7, 4), (8, -4), (8, i64::MIN + 4), (13, 6)] {
        let error = agree(TEXT, &args(n, m)).unwrap_err();
        assert!(error.contains("f.mlir:5:") || error.contains("f.mlir:6:"), "{error}");
    }
}
