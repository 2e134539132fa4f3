// RUN: tilec opt %s
// Outer ops are numbered before the bodies; sibling bodies start from the same numbers.
func.func @f(%n: index, %m: memref<?xf32>) {
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  scf.for %i = %lo to %n step %step {
    %one = arith.constant 1 : index
    %x = memref.load %m[%i] : memref<?xf32>
    %y = arith.negf %x : f32
    memref.store %y, %m[%one] : memref<?xf32>
  }
  scf.for %i = %lo to %n step %step {
    %one = arith.constant 1 : index
    %x = memref.load %m[%i] : memref<?xf32>
    memref.store %x, %m[%one] : memref<?xf32>
  }
  %x = memref.load %m[%lo] : memref<?xf32>
  memref.store %x, %m[%step] : memref<?xf32>
  return
}
