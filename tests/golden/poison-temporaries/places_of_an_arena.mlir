// RUN: tilec opt --place-buffers --poison-temporaries --remarks %s
// Each place of the arena is filled when its temporary comes and when it goes; the arena as a whole is not.
func.func @f(%a: memref<4x4xf32>, %o: memref<4x4xf32>) {
  %t = memref.alloc() : memref<4x4xf32>
  %u = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%a : memref<4x4xf32>) outs(%t : memref<4x4xf32>)
  linalg.transpose ins(%t : memref<4x4xf32>) outs(%u : memref<4x4xf32>) permutation = [1, 0]
  linalg.sqrt ins(%u : memref<4x4xf32>) outs(%o : memref<4x4xf32>)
  return
}
