// RUN: tilec opt %s
// A dictionary for each argument.
"func.func"() <{arg_attrs = [{}], function_type = () -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()
