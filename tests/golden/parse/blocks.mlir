// RUN: tilec opt %s
// A loop of blocks, a block nobody branches to, a branch both ways to one block.
func.func @count(%n: i32, %c: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more weights([9, 1]), ^body, ^done(%i : i32)
^body:
  %next = arith.addi %i, %one : i32
  cf.br ^head(%next : i32)
^done(%r: i32):
  cf.cond_br %c, ^exit, ^exit
^exit:
  return %r : i32
^lost:
  cf.br ^exit
}
