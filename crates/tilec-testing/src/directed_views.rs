//! Directed programs with reshapes, padding and concatenation between elementwise ops.

/// The programs for a length, each with a name.
pub fn programs(n: usize) -> Vec<(&'static str, String)> {
    let mut all = vec![("reshaped_chain", reshaped_chain(n)), ("reshaped_lanes", reshaped_lanes(n)), ("padded", padded(n))];
    if n <= 100 {
        all.extend([
            ("reshaped_sum", reshaped_sum(n)),
            ("unit_views", unit_views(n)),
            ("padded_image", padded_image(n)),
            ("concatenated", concatenated(n)),
        ]);
    }
    all
}

const MAPS: &str = "#i = affine_map<(d0) -> (d0)>\n#id = affine_map<(d0, d1) -> (d0, d1)>\n";

/// An op over maps that yields one expression `op` of `%p`, and of `%q` if there are two inputs.
fn generic(result: &str, inputs: &[(&str, &str)], init: (&str, &str), maps: &str, kinds: &[&str], op: &str) -> String {
    let elem = |ty: &str| ty.trim_end_matches('>').rsplit(['x', '<']).next().unwrap_or("f32").to_string();
    let names = ["%p", "%q"];
    let list = |part: &dyn Fn(&(&str, &str)) -> String| inputs.iter().map(part).collect::<Vec<_>>().join(", ");
    let args: Vec<_> = inputs.iter().zip(names).map(|(i, name)| format!("{name}: {}", elem(i.1))).collect();
    let kinds: Vec<_> = kinds.iter().map(|k| format!("\"{k}\"")).collect();
    let out = elem(init.1);
    format!(
        "%{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{}]}}
  ins({} : {}) outs(%{} : {}) {{
^bb0({}, %o: {out}):
{op}
  linalg.yield %r : {out}
}} -> {}
",
        kinds.join(", "),
        list(&|i| format!("%{}", i.0)),
        list(&|i| i.1.to_string()),
        init.0,
        init.1,
        args.join(", "),
        init.1
    )
}

const P: &str = "parallel";
const R: &str = "reduction";

/// Four rows as one, something added, four rows again.
fn reshaped_chain(n: usize) -> String {
    let (rows, flat) = (format!("tensor<4x{n}xf32>"), format!("tensor<{}xf32>", 4 * n));
    let ops = [
        generic("0", &[("x", &rows)], ("e", &rows), "#id, #id", &[P, P], "  %r = arith.negf %p : f32"),
        format!("%c = tensor.collapse_shape %0 [[0, 1]] : {rows} into {flat}\n"),
        generic("1", &[("c", &flat), ("y", &flat)], ("f", &flat), "#i, #i, #i", &[P], "  %r = arith.mulf %p, %q : f32"),
        format!("%d = tensor.expand_shape %1 [[0, 1]] output_shape [4, {n}] : {flat} into {rows}\n"),
        generic("2", &[("d", &rows), ("x", &rows)], ("e", &rows), "#id, #id, #id", &[P, P], "  %r = arith.maximumf %p, %q : f32"),
    ];
    format!(
        "{MAPS}func.func @main(%x: {rows}, %y: {flat}) -> {rows} {{
%e = tensor.empty() : {rows}
%f = tensor.empty() : {flat}
{}return %2 : {rows}
}}
",
        ops.concat()
    )
}

/// A sum in lane order over rows that were put together.
fn reshaped_lanes(n: usize) -> String {
    let (rows, flat) = (format!("tensor<2x3x{n}xf32>"), format!("tensor<2x{}xf32>", 3 * n));
    let ops = [
        generic("0", &[("x", &rows)], ("e", &rows), "#id3, #id3", &[P, P, P], "  %r = math.exp %p : f32"),
        format!("%c = tensor.collapse_shape %0 [[0], [1, 2]] : {rows} into {flat}\n"),
        generic("1", &[("c", &flat)], ("s", "tensor<2xf32>"), "#id, #row", &[P, R], "  %r = arith.addf %o, %p : f32"),
    ];
    format!(
        "{MAPS}#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>\n#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: {rows}, %s: tensor<2xf32>) -> tensor<2xf32> {{
%e = tensor.empty() : {rows}
{}return %1 : tensor<2xf32>
}}
",
        ops.concat()
    )
}

/// Sums of columns in iteration order over rows that were put together and turned; the payload asks for its place.
fn reshaped_sum(n: usize) -> String {
    let (from, turned, flat) =
        (format!("tensor<{n}x2x5xf32>"), format!("tensor<2x{n}x5xf32>"), format!("tensor<{}x5xf32>", 2 * n));
    let payload = "  %i = linalg.index 0 : index
  %j = linalg.index 1 : index
  %k = arith.addi %i, %j : index
  %l = arith.index_cast %k : index to i32
  %m = arith.sitofp %l : i32 to f32
  %t = arith.mulf %p, %m : f32
  %r = arith.addf %o, %t : f32";
    let ops = [
        generic("0", &[("x", &from)], ("e", &turned), "#turn, #id3", &[P, P, P], "  %r = arith.negf %p : f32"),
        format!("%c = tensor.collapse_shape %0 [[0, 1], [2]] : {turned} into {flat}\n"),
        generic("1", &[("c", &flat)], ("s", "tensor<5xf32>"), "#id, #col", &[R, P], payload),
    ];
    format!(
        "{MAPS}#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>\n#turn = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: {from}, %s: tensor<5xf32>) -> tensor<5xf32> {{
%e = tensor.empty() : {turned}
{}return %1 : tensor<5xf32>
}}
",
        ops.concat()
    )
}

/// Dimensions of size 1 that come and go, through every kind of view.
fn unit_views(n: usize) -> String {
    let (flat, column, batch) = (format!("tensor<{n}xf32>"), format!("tensor<{n}x1xf32>"), format!("tensor<1x{n}x1xf32>"));
    let rows = format!("tensor<{n}x3xf32>");
    let ops = [
        generic("0", &[("x", &flat)], ("x", &flat), "#i, #i", &[P], "  %r = arith.negf %p : f32"),
        format!("%a = tensor.expand_shape %0 [[0, 1]] output_shape [{n}, 1] : {flat} into {column}\n"),
        format!("%b = tensor.collapse_shape %y [[0, 1], [2]] : {batch} into {column}\n"),
        generic(
            "1",
            &[("a", &column), ("b", &column)],
            ("e", &rows),
            "#first, #first, #id",
            &[P, P],
            "  %r = arith.subf %p, %q : f32",
        ),
        // MLIR has no slice of nothing.
        if n == 0 {
            format!("%c = tensor.collapse_shape %y [[0, 1, 2]] : {batch} into {flat}\n")
        } else {
            format!("%c = tensor.extract_slice %y[0, 0, 0] [1, {n}, 1] [1, 1, 1] : {batch} to {flat}\n")
        },
        generic("2", &[("1", &rows), ("c", &flat)], ("e", &rows), "#id, #row, #id", &[P, P], "  %r = arith.mulf %p, %q : f32"),
    ];
    format!(
        "{MAPS}#first = affine_map<(d0, d1) -> (d0, 0)>\n#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: {flat}, %y: {batch}) -> {rows} {{
%e = tensor.empty() : {rows}
{}return %2 : {rows}
}}
",
        ops.concat()
    )
}

/// Padded with NaN on both sides, then added to.
fn padded(n: usize) -> String {
    let (from, to) = (format!("tensor<{n}xf32>"), format!("tensor<{}xf32>", n + 3));
    let add = generic("0", &[("d", &to), ("y", &to)], ("y", &to), "#i, #i, #i", &[P], "  %r = arith.addf %p, %q : f32");
    format!(
        "{MAPS}func.func @main(%x: {from}, %y: {to}) -> {to} {{
%d = tensor.pad %x low[1] high[2] {{
^bb0(%i: index):
  %k = arith.constant 0x7FC00000 : f32
  tensor.yield %k : f32
}} : {from} to {to}
{add}return %0 : {to}
}}
"
    )
}

/// Padded in two dimensions by a value that is given, read turned, then used again.
fn padded_image(n: usize) -> String {
    let (from, to, turned) =
        (format!("tensor<{n}x3xf32>"), format!("tensor<{}x5xf32>", n + 2), format!("tensor<5x{}xf32>", n + 2));
    let ops = [
        generic("0", &[("x", &from)], ("x", &from), "#id, #id", &[P, P], "  %r = arith.negf %p : f32"),
        format!(
            "%d = tensor.pad %0 low[2, 1] high[0, 1] {{\n^bb0(%i: index, %j: index):\n  tensor.yield %z : f32\n}} : {from} to {to}\n"
        ),
        generic("1", &[("d", &to), ("y", &turned)], ("y", &turned), "#turn, #id, #id", &[P, P], "  %r = arith.mulf %p, %q : f32"),
        generic("2", &[("1", &turned)], ("e", &to), "#turn, #id", &[P, P], "  %r = arith.addf %p, %p : f32"),
    ];
    format!(
        "{MAPS}#turn = affine_map<(d0, d1) -> (d1, d0)>
func.func @main(%x: {from}, %y: {turned}, %z: f32) -> {to} {{
%e = tensor.empty() : {to}
{}return %2 : {to}
}}
",
        ops.concat()
    )
}

/// Two parts that are computed, put together and used with their places, in place.
fn concatenated(n: usize) -> String {
    let (a, b, all) = (format!("tensor<2x{n}xi64>"), "tensor<2x3xi64>", format!("tensor<2x{}xi64>", n + 3));
    let payload = "  %j = linalg.index 1 : index
  %k = arith.index_cast %j : index to i64
  %m = arith.muli %q, %k : i64
  %r = arith.subi %p, %m : i64";
    let ops = [
        generic("0", &[("x", &a)], ("x", &a), "#id, #id", &[P, P], "  %r = arith.addi %p, %p : i64"),
        generic("1", &[("y", b)], ("y", b), "#id, #id", &[P, P], "  %r = arith.muli %p, %p : i64"),
        format!("%c = tensor.concat dim(1) %0, %1 : ({a}, {b}) -> {all}\n"),
        generic("2", &[("c", &all), ("w", &all)], ("w", &all), "#id, #id, #id", &[P, P], payload),
    ];
    format!(
        "{MAPS}func.func @main(%x: {a}, %y: {b}, %w: {all} {{bufferization.writable = true}}) -> {all} {{\n{}return %2 : {all}\n}}\n",
        ops.concat()
    )
}
