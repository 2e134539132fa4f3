//! Directed programs whose ops have, or come to have, several results: element-wise ones kept beside reductions, and independent ops that
//! fuse horizontally.

const MAPS: &str = "#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
";
const ROWS: &str = r#""parallel", "reduction""#;
const COLUMNS: &str = r#""reduction", "parallel""#;
const EACH: &str = r#""parallel", "parallel""#;

/// The programs for a length, each with a name.
pub fn programs(n: usize) -> Vec<(&'static str, String)> {
    let mut all = vec![
        ("row_moments", reductions(n, "f32", ROWS, "row")),
        ("row_moments_f64", reductions(n, "f64", ROWS, "row")),
        ("column_moments", reductions(n, "f32", COLUMNS, "col")),
        ("kept_beside_lanes", kept(n, "id", "arith.addf", "arith.mulf")),
        ("kept_beside_free", kept(n, "id", "arith.maximumf", "arith.minimumf")),
        ("kept_beside_both", kept(n, "id", "arith.addf", "arith.maxnumf")),
        ("kept_transposed", kept(n, "tr", "arith.addf", "arith.maximumf")),
        ("largest_and_smallest", positions(n)),
        ("deviations", deviations(n)),
        ("late_users", late_users(n)),
        ("rows_columns_and_all", rows_columns_and_all(n)),
    ];
    if n <= 64 {
        all.extend([("lanes_in_the_middle", lanes_in_the_middle(n)), ("also_transposed", also_transposed(n))]);
    }
    all
}

/// One generic of one input and one output.
fn generic(result: &str, maps: &str, kinds: &str, input: (&str, &str), init: (&str, &str), elem: &str, body: &str) -> String {
    let ((x, ty), (i, out)) = (input, init);
    format!(
        "%{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins(%{x} : {ty}) outs(%{i} : {out}) {{
^bb0(%a: {elem}, %o: {elem}):
  {body}
  linalg.yield %v : {elem}
}} -> {out}
"
    )
}

/// What is reduced along other loops: rows, columns, everything and nothing, in lane order, in iteration order and in any order.
fn rows_columns_and_all(n: usize) -> String {
    let ty = format!("tensor<13x{n}xf32>");
    let (row, column, all) = ("tensor<13xf32>", format!("tensor<{n}xf32>"), "tensor<f32>");
    let op = |result: &str, map: &str, kinds: &str, init: (&str, &str), body: &str| {
        generic(result, &format!("#id, #{map}"), kinds, ("x", &ty), init, "f32", body)
    };
    let ops = [
        op("0", "col", COLUMNS, ("c", &column), "%v = arith.addf %o, %a : f32"),
        op("1", "row", ROWS, ("r", row), "%v = arith.maximumf %o, %a : f32"),
        op("2", "all", r#""reduction", "reduction""#, ("s", all), "%v = arith.addf %o, %a : f32"),
        op("3", "row", ROWS, ("r", row), "%m = arith.mulf %a, %a : f32\n  %v = arith.addf %o, %m : f32"),
        op("4", "col", COLUMNS, ("c", &column), "%v = arith.subf %o, %a : f32"),
        op("5", "id", EACH, ("x", &ty), "%v = arith.mulf %a, %o : f32"),
    ];
    let results = format!("{column}, {row}, {all}, {row}, {column}, {ty}");
    format!(
        "{MAPS}#all = affine_map<(d0, d1) -> ()>
func.func @main(%x: {ty}, %r: {row}, %c: {column}, %s: {all}) -> ({results}) {{
{}return %0, %1, %2, %3, %4, %5 : {results}
}}
",
        ops.concat()
    )
}

/// Sum, sum of squares, product and maximum along rows or columns, from one init.
fn reductions(n: usize, elem: &str, kinds: &str, output: &str) -> String {
    let ty = format!("tensor<3x{n}x{elem}>");
    let out = if output == "row" { format!("tensor<3x{elem}>") } else { format!("tensor<{n}x{elem}>") };
    let bodies = [
        format!("%v = arith.addf %o, %a : {elem}"),
        format!("%m = arith.mulf %a, %a : {elem}\n  %v = arith.addf %o, %m : {elem}"),
        format!("%v = arith.mulf %a, %o : {elem}"),
        format!("%v = arith.maximumf %o, %a : {elem}"),
    ];
    let maps = format!("#id, #{output}");
    let ops = bodies.iter().enumerate().map(|(i, b)| generic(&i.to_string(), &maps, kinds, ("x", &ty), ("i", &out), elem, b));
    let ops: String = ops.collect();
    format!(
        "{MAPS}func.func @main(%x: {ty}, %i: {out}) -> ({out}, {out}, {out}, {out}) {{
{ops}return %0, %1, %2, %3 : {out}, {out}, {out}, {out}
}}
"
    )
}

/// One op: an element-wise result, stored through `map`, and two reductions of it.
fn kept(n: usize, map: &str, first: &str, second: &str) -> String {
    let ty = format!("tensor<5x{n}xf32>");
    let out = if map == "tr" { format!("tensor<{n}x5xf32>") } else { ty.clone() };
    let results = format!("({out}, tensor<5xf32>, tensor<5xf32>)");
    // The interpreter is slow at functions.
    let function = if n <= 100 { "math.exp" } else { "math.absf" };
    format!(
        "{MAPS}func.func @main(%x: {ty}, %i: tensor<5xf32>) -> {results} {{
%e = tensor.empty() : {out}
%0:3 = linalg.generic {{indexing_maps = [#id, #{map}, #row, #row], iterator_types = [{ROWS}]}}
  ins(%x : {ty}) outs(%e, %i, %i : {out}, tensor<5xf32>, tensor<5xf32>) {{
^bb0(%a: f32, %o: f32, %p: f32, %q: f32):
  %u = {function} %a : f32
  %v = {first} %p, %u : f32
  %w = {second} %q, %a : f32
  linalg.yield %u, %v, %w : f32, f32, f32
}} -> {results}
return %0#0, %0#1, %0#2 : {out}, tensor<5xf32>, tensor<5xf32>
}}
"
    )
}

/// The largest and the smallest element of each row and where they are: accumulators that are read by each other.
fn positions(n: usize) -> String {
    let ty = format!("tensor<4x{n}xf32>");
    let find = |result: &str, extremum: &str, better: &str| {
        format!(
            "%{result}:2 = linalg.generic {{indexing_maps = [#id, #row, #row], iterator_types = [{ROWS}]}}
  ins(%x : {ty}) outs(%i, %j : tensor<4xf32>, tensor<4xi32>) {{
^bb0(%a: f32, %o: f32, %k: i32):
  %n = linalg.index 1 : index
  %c = arith.index_cast %n : index to i32
  %v = arith.{extremum} %o, %a : f32
  %is = arith.cmpf {better}, %a, %o : f32
  %w = arith.select %is, %c, %k : i32
  linalg.yield %v, %w : f32, i32
}} -> (tensor<4xf32>, tensor<4xi32>)
"
        )
    };
    let (largest, smallest) = (find("0", "maximumf", "ogt"), find("1", "minimumf", "olt"));
    let results = "tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>";
    format!(
        "{MAPS}func.func @main(%x: {ty}, %i: tensor<4xf32>, %j: tensor<4xi32>) -> ({results}) {{
{largest}{smallest}return %0#0, %0#1, %1#0, %1#1 : {results}
}}
"
    )
}

/// The sum of each row, and the sum of its squared distances from it, which must come after; directly and through a third op.
fn deviations(n: usize) -> String {
    let (ty, out) = (format!("tensor<3x{n}xf32>"), "tensor<3xf32>");
    let sum = generic("0", "#id, #row", ROWS, ("x", &ty), ("i", out), "f32", "%v = arith.addf %o, %a : f32");
    let distances = |result: &str, from: &str| {
        format!(
            "%{result} = linalg.generic {{indexing_maps = [#id, #row, #row], iterator_types = [{ROWS}]}}
  ins(%x, %{from} : {ty}, {out}) outs(%i : {out}) {{
^bb0(%a: f32, %b: f32, %o: f32):
  %d = arith.subf %a, %b : f32
  %v = math.fma %d, %d, %o : f32
  linalg.yield %v : f32
}} -> {out}
"
        )
    };
    let (direct, through) = (distances("1", "0"), distances("3", "2"));
    format!(
        "{MAPS}#one = affine_map<(d0) -> (d0)>
func.func @main(%x: {ty}, %i: {out}) -> ({out}, {out}, {out}) {{
%e = tensor.empty() : {out}
{sum}{direct}%2 = linalg.generic {{indexing_maps = [#one, #one], iterator_types = [\"parallel\"]}} ins(%0 : {out}) outs(%e : {out}) {{
^bb0(%a: f32, %o: f32):
  %v = math.absf %a : f32
  linalg.yield %v : f32
}} -> {out}
{through}return %1, %2, %3 : {out}, {out}, {out}
}}
"
    )
}

/// Element-wise results of one value; what uses the first stands before the second and writes over it.
fn late_users(n: usize) -> String {
    let ty = format!("tensor<2x{n}xf32>");
    let op = |result: &str, from: &str, into: &str, body: &str| {
        generic(result, "#id, #id", EACH, (from, &ty), (into, &ty), "f32", body)
    };
    let ops = [
        op("0", "x", "e", "%v = math.sqrt %a : f32"),
        op("1", "0", "y", "%v = arith.subf %o, %a : f32"),
        op("2", "x", "0", "%v = math.absf %a : f32"),
        op("3", "x", "2", "%v = arith.addf %a, %o : f32"),
    ];
    format!(
        "{MAPS}func.func @main(%x: {ty}, %y: {ty}) -> ({ty}, {ty}, {ty}) {{
%e = tensor.empty() : {ty}
{}return %1, %2, %3 : {ty}, {ty}, {ty}
}}
",
        ops.concat()
    )
}

/// Lanes along a loop that is not the last, beside a result that is stored along it.
fn lanes_in_the_middle(n: usize) -> String {
    let (ty, out) = (format!("tensor<2x4x{n}xf32>"), "tensor<2x4xf32>");
    format!(
        "#x = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#o = affine_map<(d0, d1, d2) -> (d0, d2)>
func.func @main(%x: {ty}, %i: {out}) -> ({ty}, {out}, {out}) {{
%e = tensor.empty() : {ty}
%0:2 = linalg.generic {{indexing_maps = [#x, #x, #o], iterator_types = [\"parallel\", \"reduction\", \"parallel\"]}}
  ins(%x : {ty}) outs(%e, %i : {ty}, {out}) {{
^bb0(%a: f32, %o: f32, %p: f32):
  %u = arith.negf %a : f32
  %v = arith.addf %p, %u : f32
  linalg.yield %u, %v : f32, f32
}} -> ({ty}, {out})
%1 = linalg.generic {{indexing_maps = [#x, #o], iterator_types = [\"parallel\", \"reduction\", \"parallel\"]}}
  ins(%x : {ty}) outs(%i : {out}) {{
^bb0(%a: f32, %p: f32):
  %v = arith.mulf %p, %a : f32
  linalg.yield %v : f32
}} -> {out}
return %0#0, %0#1, %1 : {ty}, {out}, {out}
}}
"
    )
}

/// Two ops that share one input and read another through two maps.
fn also_transposed(n: usize) -> String {
    let ty = format!("tensor<{n}x{n}xf32>");
    let op = |result: &str, map: &str, body: &str| {
        format!(
            "%{result} = linalg.generic {{indexing_maps = [#id, #{map}, #id], iterator_types = [{EACH}]}}
  ins(%x, %y : {ty}, {ty}) outs(%e : {ty}) {{
^bb0(%a: f32, %b: f32, %o: f32):
  %v = {body} %a, %b : f32
  linalg.yield %v : f32
}} -> {ty}
"
        )
    };
    let (first, second) = (op("0", "id", "arith.addf"), op("1", "tr", "arith.subf"));
    format!(
        "{MAPS}func.func @main(%x: {ty}, %y: {ty}) -> ({ty}, {ty}) {{
%e = tensor.empty() : {ty}
{first}{second}return %0, %1 : {ty}, {ty}
}}
"
    )
}
