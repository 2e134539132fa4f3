// RUN: tilec opt --place-buffers --remarks %s
// In a function of several blocks the order of the text is not the order in time.
// STATS: allocs=1, arena_bytes=0
func.func @f(%c: i1, %a: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  memref.copy %a, %t : memref<4xf32> to memref<4xf32>
  cf.cond_br %c, ^back, ^done
^back:
  memref.copy %t, %a : memref<4xf32> to memref<4xf32>
  cf.br ^done
^done:
  return
}
