//! Programs made for one purpose each, at sizes on both sides of every boundary.

use crate::several_results;

/// Lengths around vector widths, lanes and lane blocks, and primes.
pub const LENGTHS: [usize; 16] = [0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 97, 4095, 4096, 4099];

/// The programs for a length, each with a name.
pub fn programs(n: usize) -> Vec<(String, String)> {
    let mut all =
        vec![("chain", chain(n)), ("in_place", in_place(n)), ("overwritten", overwritten(n)), ("from_buffer", from_buffer(n))];
    all.extend([
        ("row_sums", row_sums(n, "f32")),
        ("row_products", row_sums(n, "f64")),
        ("dot", dot(n)),
        ("column_sums", column_sums(n)),
    ]);
    all.extend(crate::directed_views::programs(n));
    if n <= 64 {
        all.extend([
            ("rotation", rotation(n)),
            ("index_transposed", index_transposed(n)),
            ("transposed_self", transposed_self(n)),
        ]);
    }
    all.extend(several_results::programs(n));
    all.into_iter().map(|(name, text)| (format!("{name} {n}"), text)).collect()
}

const ID1: &str = "#id = affine_map<(d0) -> (d0)>\n";
const ID2: &str = "#id = affine_map<(d0, d1) -> (d0, d1)>\n";

/// A unary generic over one loop.
fn unary(result: &str, from: &str, into: &str, ty: &str, op: &str) -> String {
    let elem = ty.trim_end_matches('>').rsplit('x').next().unwrap_or("f32");
    format!(
        "%{result} = linalg.generic {{indexing_maps = [#id, #id], iterator_types = [\"parallel\"]}} ins(%{from} : {ty}) outs(%{into} : {ty}) {{
^bb0(%p: {elem}, %q: {elem}):
  %v = {op} : {elem}
  linalg.yield %v : {elem}
}} -> {ty}
"
    )
}

/// `relu(x * s + b)` in three ops: one loop with a tail.
fn chain(n: usize) -> String {
    let ty = format!("tensor<{n}xf32>");
    let ops = [
        unary("0", "x", "e", &ty, "arith.mulf %p, %s"),
        unary("1", "0", "e", &ty, "arith.addf %p, %b"),
        unary("2", "1", "e", &ty, "arith.maximumf %p, %zero"),
    ];
    format!(
        "{ID1}func.func @main(%x: {ty}, %s: f32, %b: f32) -> {ty} {{
%zero = arith.constant 0.0 : f32
%e = tensor.empty() : {ty}
{}return %2 : {ty}
}}
",
        ops.concat()
    )
}

/// The argument may be overwritten.
fn in_place(n: usize) -> String {
    let ty = format!("tensor<{n}xi64>");
    let op = unary("0", "x", "x", &ty, "arith.addi %p, %q");
    format!("{ID1}func.func @main(%x: {ty} {{bufferization.writable = true}}) -> {ty} {{\n{op}return %0 : {ty}\n}}\n")
}

/// The first value is still needed when the second is written over it.
fn overwritten(n: usize) -> String {
    let ty = format!("tensor<{n}xf32>");
    let first = unary("0", "x", "e", &ty, "arith.negf %p");
    let second = unary("1", "x", "0", &ty, "arith.subf %q, %p");
    format!(
        "{ID1}func.func @main(%x: {ty}) -> ({ty}, {ty}) {{\n%e = tensor.empty() : {ty}\n{first}{second}return %0, %1 : {ty}, {ty}\n}}\n"
    )
}

/// From a buffer and into a buffer.
fn from_buffer(n: usize) -> String {
    let (ty, buffer) = (format!("tensor<{n}xf64>"), format!("memref<{n}xf64>"));
    let op = unary("0", "x", "e", &ty, "math.exp %p");
    format!(
        "{ID1}func.func @main(%in: {buffer}, %out: {buffer}) {{
%x = bufferization.to_tensor %in restrict : {buffer} to {ty}
%e = tensor.empty() : {ty}
{op}bufferization.materialize_in_destination %0 in restrict writable %out : ({ty}, {buffer}) -> ()
return
}}
"
    )
}

/// Sums of three rows: lane order.
fn row_sums(n: usize, elem: &str) -> String {
    format!(
        "{ID2}#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%a: tensor<3x{n}x{elem}>, %i: tensor<3x{elem}>) -> tensor<3x{elem}> {{
%0 = linalg.generic {{indexing_maps = [#id, #row], iterator_types = [\"parallel\", \"reduction\"]}}
  ins(%a : tensor<3x{n}x{elem}>) outs(%i : tensor<3x{elem}>) {{
^bb0(%x: {elem}, %y: {elem}):
  %v = arith.addf %y, %x : {elem}
  linalg.yield %v : {elem}
}} -> tensor<3x{elem}>
return %0 : tensor<3x{elem}>
}}
"
    )
}

/// A dot product: lane order with multiply-add.
fn dot(n: usize) -> String {
    format!(
        "{ID1}#none = affine_map<(d0) -> ()>
func.func @main(%a: tensor<{n}xf32>, %b: tensor<{n}xf32>, %i: tensor<f32>) -> tensor<f32> {{
%0 = linalg.generic {{indexing_maps = [#id, #id, #none], iterator_types = [\"reduction\"]}}
  ins(%a, %b : tensor<{n}xf32>, tensor<{n}xf32>) outs(%i : tensor<f32>) {{
^bb0(%x: f32, %z: f32, %y: f32):
  %m = arith.mulf %x, %z : f32
  %v = arith.addf %m, %y : f32
  linalg.yield %v : f32
}} -> tensor<f32>
return %0 : tensor<f32>
}}
"
    )
}

/// Sums of columns: iteration order.
fn column_sums(n: usize) -> String {
    format!(
        "{ID2}#col = affine_map<(d0, d1) -> (d1)>
func.func @main(%a: tensor<5x{n}xf32>, %i: tensor<{n}xf32>) -> tensor<{n}xf32> {{
%0 = linalg.generic {{indexing_maps = [#id, #col], iterator_types = [\"reduction\", \"parallel\"]}}
  ins(%a : tensor<5x{n}xf32>) outs(%i : tensor<{n}xf32>) {{
^bb0(%x: f32, %y: f32):
  %v = arith.addf %y, %x : f32
  linalg.yield %v : f32
}} -> tensor<{n}xf32>
return %0 : tensor<{n}xf32>
}}
"
    )
}

/// A result map that is not its own inverse, then read through another permutation.
fn rotation(n: usize) -> String {
    format!(
        "#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rot = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
func.func @main(%a: tensor<2x{n}x3xf32>, %b: tensor<{n}x3x2xf32>) -> tensor<{n}x3x2xf32> {{
%e = tensor.empty() : tensor<{n}x3x2xf32>
%0 = linalg.generic {{indexing_maps = [#id, #rot], iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}}
  ins(%a : tensor<2x{n}x3xf32>) outs(%e : tensor<{n}x3x2xf32>) {{
^bb0(%x: f32, %y: f32):
  %v = arith.negf %x : f32
  linalg.yield %v : f32
}} -> tensor<{n}x3x2xf32>
%1 = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}}
  ins(%0, %b : tensor<{n}x3x2xf32>, tensor<{n}x3x2xf32>) outs(%e : tensor<{n}x3x2xf32>) {{
^bb0(%x: f32, %z: f32, %y: f32):
  %v = arith.addf %x, %z : f32
  linalg.yield %v : f32
}} -> tensor<{n}x3x2xf32>
return %1 : tensor<{n}x3x2xf32>
}}
"
    )
}

/// A producer that asks for its own loops, read transposed.
fn index_transposed(n: usize) -> String {
    format!(
        "{ID2}#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @main(%a: tensor<{n}x5xindex>) -> tensor<5x{n}xindex> {{
%e = tensor.empty() : tensor<{n}x5xindex>
%t = tensor.empty() : tensor<5x{n}xindex>
%0 = linalg.generic {{indexing_maps = [#id, #id], iterator_types = [\"parallel\", \"parallel\"]}}
  ins(%a : tensor<{n}x5xindex>) outs(%e : tensor<{n}x5xindex>) {{
^bb0(%x: index, %y: index):
  %i = linalg.index 0 : index
  %c = arith.constant 100 : index
  %m = arith.muli %i, %c : index
  %v = arith.addi %m, %x : index
  linalg.yield %v : index
}} -> tensor<{n}x5xindex>
%1 = linalg.generic {{indexing_maps = [#tr, #id], iterator_types = [\"parallel\", \"parallel\"]}}
  ins(%0 : tensor<{n}x5xindex>) outs(%t : tensor<5x{n}xindex>) {{
^bb0(%x: index, %y: index):
  %i = linalg.index 0 : index
  %v = arith.subi %x, %i : index
  linalg.yield %v : index
}} -> tensor<5x{n}xindex>
return %1 : tensor<5x{n}xindex>
}}
"
    )
}

/// A value minus its own transposition: not in place, though the buffer is the same.
fn transposed_self(n: usize) -> String {
    let ty = format!("tensor<{n}x{n}xf32>");
    format!(
        "{ID2}#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @main(%a: {ty}) -> {ty} {{
%e = tensor.empty() : {ty}
%0 = linalg.generic {{indexing_maps = [#id, #id], iterator_types = [\"parallel\", \"parallel\"]}} ins(%a : {ty}) outs(%e : {ty}) {{
^bb0(%x: f32, %y: f32):
  %v = arith.negf %x : f32
  linalg.yield %v : f32
}} -> {ty}
%1 = linalg.generic {{indexing_maps = [#tr, #id], iterator_types = [\"parallel\", \"parallel\"]}} ins(%0 : {ty}) outs(%0 : {ty}) {{
^bb0(%x: f32, %y: f32):
  %v = arith.subf %y, %x : f32
  linalg.yield %v : f32
}} -> {ty}
return %1 : {ty}
}}
"
    )
}
