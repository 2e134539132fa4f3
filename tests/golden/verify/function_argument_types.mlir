// RUN: tilec opt %s
// The first block has the arguments that the type says.
"func.func"() <{function_type = (f32, index) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %i: i32):
  "func.return"() : () -> ()
}) : () -> ()
