// RUN: tilec stats %s --assert "alloc_bytes>=16, alloc_bytes<=4096"
// Sizes with `?` are not guessed, and what is in a loop counts once. A jump back makes a loop too.
func.func @counted(%n: index, %a: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %whole = memref.alloc(%n) : memref<?x4xf32>
  memref.copy %a, %whole : memref<?x4xf32> to memref<?x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.alloca() : memref<4xf32>
    %copy = bufferization.clone %a : memref<?x4xf32> to memref<?x4xf32>
  }
  return
}
func.func @jumps(%again: i1) {
  cf.br ^body
^body:
  %a = memref.alloc() : memref<4x4xf32>
  cf.cond_br %again, ^body, ^end
^end:
  return
}
