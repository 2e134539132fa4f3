//! How long the passes to the buffer level take: a table of kinds of programs, sizes and times, to show that the time grows with the size.
//! Sizes and parts of the names of kinds are arguments: `cargo run --release --example buffer_cost -- 1000 10000 100000 ladder`.

use std::fmt::Write as _;
use std::time::{Duration, Instant};
use tilec::{Pipeline, Program};

/// A name, and the body of a function of `%a` that ends with the value it returns, for a number of ops.
type Kind = (&'static str, fn(usize) -> (String, String));

const TY: &str = "tensor<64x64xf32>";

/// `linalg.exp` of a value into another.
fn exp(text: &mut String, result: usize, input: &str, dest: &str) {
    let _ = writeln!(text, "  %v{result} = linalg.exp ins({input} : {TY}) outs({dest} : {TY}) -> {TY}");
}

fn empty(text: &mut String, k: usize) -> String {
    let _ = writeln!(text, "  %e{k} = tensor.empty() : {TY}");
    format!("%e{k}")
}

const KINDS: [Kind; 8] = [
    ("chain in place", |n| {
        let mut text = String::from("  %e = tensor.empty() : tensor<64x64xf32>\n");
        exp(&mut text, 0, "%a", "%e");
        (1..n).for_each(|k| exp(&mut text, k, &format!("%v{}", k - 1), &format!("%v{}", k - 1)));
        (text, format!("%v{}", n - 1))
    }),
    ("chain of temporaries", |n| {
        let mut text = String::new();
        for k in 0..n {
            let dest = empty(&mut text, k);
            exp(&mut text, k, &(if k == 0 { "%a".into() } else { format!("%v{}", k - 1) }), &dest);
        }
        (text, format!("%v{}", n - 1))
    }),
    ("ladder", |n| {
        let mut text = String::new();
        for k in 0..n {
            let dest = empty(&mut text, k);
            let [x, y] = [1, 2].map(|d| k.checked_sub(d).map_or("%a".into(), |j| format!("%v{j}")));
            let _ = writeln!(text, "  %v{k} = linalg.add ins({x}, {y} : {TY}, {TY}) outs({dest} : {TY}) -> {TY}");
        }
        (text, format!("%v{}", n - 1))
    }),
    ("all in use at once", |n| {
        let mut text = String::new();
        for k in 0..n / 2 {
            let dest = empty(&mut text, k);
            exp(&mut text, k, "%a", &dest);
        }
        let mut sum = "%v0".to_owned();
        for k in 1..n / 2 {
            let dest = empty(&mut text, n + k);
            let _ = writeln!(text, "  %s{k} = linalg.add ins({sum}, %v{k} : {TY}, {TY}) outs({dest} : {TY}) -> {TY}");
            sum = format!("%s{k}");
        }
        (text, sum)
    }),
    ("parts put back", |n| {
        let (mut text, mut whole) = (String::new(), "%a".to_owned());
        for k in 0..n / 3 {
            let (row, at) = ("tensor<1x64xf32>", k % 64);
            let _ = write!(
                text,
                "  %p{k} = tensor.extract_slice {whole}[{at}, 0] [1, 64] [1, 1] : {TY} to {row}\n  %q{k} = linalg.exp ins(%p{k} : {row}) \
                 outs(%p{k} : {row}) -> {row}\n  %w{k} = tensor.insert_slice %q{k} into {whole}[{at}, 0] [1, 64] [1, 1] : {row} into {TY}\n"
            );
            whole = format!("%w{k}");
        }
        (text, whole)
    }),
    ("parts put together", |n| {
        let (row, whole) = ("tensor<1x64xf32>", format!("tensor<{}x64xf32>", n / 3));
        let mut text =
            format!("  %w = tensor.empty() : {whole}\n  %z = tensor.extract_slice %a[0, 0] [1, 64] [1, 1] : {TY} to {row}\n");
        let mut parts = "%w".to_owned();
        for k in 0..n / 3 {
            let _ = write!(
                text,
                "  %e{k} = tensor.empty() : {row}\n  %q{k} = linalg.exp ins(%z : {row}) outs(%e{k} : {row}) -> {row}\n  %w{k} = \
                 tensor.insert_slice %q{k} into {parts}[{k}, 0] [1, 64] [1, 1] : {row} into {whole}\n"
            );
            parts = format!("%w{k}");
        }
        let _ = writeln!(text, "  %r0 = tensor.collapse_shape {parts} [[0, 1]] : {whole} into tensor<{}xf32>", n / 3 * 64);
        let _ = writeln!(text, "  %r1 = tensor.extract_slice %r0[0] [64] [1] : tensor<{}xf32> to tensor<64xf32>", n / 3 * 64);
        let _ = writeln!(text, "  %r = linalg.broadcast ins(%r1 : tensor<64xf32>) outs(%a : {TY}) dimensions = [0]");
        (text, "%r".into())
    }),
    ("loops", |n| {
        let mut text = String::from(
            "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c8 = arith.constant 8 : index\n",
        );
        let mut whole = "%a".to_owned();
        for k in 0..n / 2 {
            let _ = write!(
                text,
                "  %w{k} = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = {whole}) -> ({TY}) {{\n    %y = linalg.exp ins(%x : {TY}) \
                 outs(%x : {TY}) -> {TY}\n    scf.yield %y : {TY}\n  }}\n"
            );
            whole = format!("%w{k}");
        }
        (text, whole)
    }),
    ("constants", |n| {
        let (mut text, mut sum) = (String::new(), "%a".to_owned());
        for k in 0..n {
            let dest = empty(&mut text, k);
            let _ = write!(
                text,
                "  %k{k} = arith.constant dense<{k}.0> : {TY}\n  %s{k} = linalg.add ins({sum}, %k{k} : {TY}, {TY}) outs({dest} : {TY}) -> {TY}\n"
            );
            sum = format!("%s{k}");
        }
        (text, sum)
    }),
];

/// The passes timed, in order; the second column also turns the result into an argument.
const PASSES: [&str; 4] = ["eliminate-empty-tensors", "bufferize,results-to-out-params", "eliminate-copies", "place-buffers"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (names, sizes): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a.parse::<usize>().is_err());
    let mut sizes: Vec<usize> = sizes.iter().map(|a| a.parse()).collect::<Result<_, _>>()?;
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    println!(
        "{:<22} {:>8} {:>11} {:>10} {:>9} {:>9} {:>9}  ms",
        "kind", "ops", "eliminate", "bufferize", "copies", "place", "all"
    );
    let is_asked = |kind: &Kind| names.is_empty() || names.iter().any(|n| kind.0.contains(n.as_str()));
    for (name, make) in KINDS.into_iter().filter(is_asked) {
        for &n in &sizes {
            let (body, result) = make(n.max(6));
            let text = format!("func.func @f(%a: {TY}) -> {TY} {{\n{body}  return {result} : {TY}\n}}\n");
            let mut module = Program::parse(&text, name)?.module().clone();
            let mut times = Vec::new();
            for pass in PASSES {
                let pipeline = Pipeline::parse(pass)?;
                let start = Instant::now();
                pipeline.run(&mut module, false, &mut |_| {})?;
                times.push(start.elapsed());
            }
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            let columns: Vec<String> = times.iter().map(|t| format!("{:>9.1}", ms(*t))).collect();
            println!("{name:<22} {n:>8} {:>12} {:>9.1}", columns.join(" "), ms(times.iter().sum()));
        }
    }
    Ok(())
}
