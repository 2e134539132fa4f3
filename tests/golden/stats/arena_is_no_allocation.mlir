// RUN: tilec stats %s --assert "allocs=0, arena_bytes=512, temporaries=1"
// The parts of the arena are temporaries; the arena is neither an allocation nor the largest buffer.
#id = affine_map<(i) -> (i)>
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {
  %arena = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<512xi8>
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %t = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  %u = memref.view %arena[%c256][] : memref<512xi8> to memref<64xf32>
  linalg.exp ins(%a : memref<64xf32>) outs(%t : memref<64xf32>)
  linalg.log ins(%t : memref<64xf32>) outs(%b : memref<64xf32>)
  memref.copy %b, %u : memref<64xf32> to memref<64xf32>
  return
}
