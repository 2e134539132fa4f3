//! How long the passes from tensors to placed buffers take: a table of program shapes, sizes and times, to show that the time grows with
//! the size. Sizes are arguments, and so are parts of names: `cargo run --release --example buffer_cost -- 1000 10000 100000 chain`.

use std::fmt::Write as _;
use std::time::{Duration, Instant};
use tilec::{Pipeline, Program};

/// The passes, in order; the last tidies up before temporaries are placed.
const PASSES: [&str; 6] =
    ["eliminate-empty-tensors", "bufferize", "results-to-out-params", "eliminate-copies", "canonicalize", "place-buffers"];

/// Programs of one kind.
struct Kind {
    name: &'static str,
    /// The body of a function of about `n` ops on `%v0 : tensor<64xf32>`, and the value it returns.
    body: fn(usize) -> (String, String),
}

const KINDS: [Kind; 9] = [
    Kind { name: "chain in place", body: |n| chain(n / 2, |k| (format!("%v{k}"), None)) },
    Kind { name: "chain of new tensors", body: |n| chain(n / 2, |k| (format!("%v{k}"), Some(format!("%e{k}")))) },
    Kind { name: "ladder", body: |n| chain(n / 2, |k| (format!("%v{}", k.saturating_sub(1)), Some(format!("%e{k}")))) },
    Kind { name: "ladder in place", body: |n| chain(n, |k| (format!("%v{}", k.saturating_sub(1)), None)) },
    Kind { name: "slices changed in a tensor", body: slices },
    Kind { name: "parts put together", body: parts },
    Kind { name: "all live at once", body: live },
    Kind { name: "small loops", body: loops },
    Kind { name: "a constant each", body: constants },
];

const TYPE: &str = "tensor<64xf32>";

/// An elementwise op: `%{to} = a + b` into `out`.
fn add(text: &mut String, to: &str, [a, b, out]: [&str; 3], ty: &str) {
    let _ = writeln!(text, "  {to} = linalg.add ins({a}, {b} : {ty}, {ty}) outs({out} : {ty}) -> {ty}");
}

/// Each op reads the one before and another value; without a new tensor it writes where the one before is.
fn chain(n: usize, other: impl Fn(usize) -> (String, Option<String>)) -> (String, String) {
    let mut text = String::new();
    for k in 0..n {
        let (other, new) = other(k);
        let before = format!("%v{k}");
        if let Some(new) = &new {
            let _ = writeln!(text, "  {new} = tensor.empty() : {TYPE}");
        }
        add(&mut text, &format!("%v{}", k + 1), [&before, &other, new.as_deref().unwrap_or(&before)], TYPE);
    }
    (text, format!("%v{n}"))
}

/// Each takes a part out, changes it, and puts it back.
fn slices(n: usize) -> (String, String) {
    let mut text = String::new();
    let n = n / 3;
    for k in 0..n {
        let at = k * 4 % 64;
        let _ = writeln!(text, "  %p{k} = tensor.extract_slice %v{k}[{at}] [4] [1] : {TYPE} to tensor<4xf32>");
        let part = format!("%p{k}");
        add(&mut text, &format!("%q{k}"), [&part, &part, &part], "tensor<4xf32>");
        let to = k + 1;
        let _ = writeln!(text, "  %v{to} = tensor.insert_slice %q{k} into %v{k}[{at}] [4] [1] : tensor<4xf32> into {TYPE}");
    }
    (text, format!("%v{n}"))
}

/// Each part is computed into a tensor of its own, and put beside the others.
fn parts(n: usize) -> (String, String) {
    let n = n / 4;
    let whole = format!("tensor<{}xf32>", 64 * n);
    let mut text = format!("  %w0 = tensor.empty() : {whole}\n");
    for k in 0..n {
        let (new, at, to) = (format!("%e{k}"), 64 * k, k + 1);
        let _ = writeln!(text, "  {new} = tensor.empty() : {TYPE}");
        add(&mut text, &format!("%p{k}"), ["%v0", "%v0", &new], TYPE);
        let _ = writeln!(text, "  %w{to} = tensor.insert_slice %p{k} into %w{k}[{at}] [64] [1] : {TYPE} into {whole}");
    }
    let _ = writeln!(text, "  %v{n} = tensor.extract_slice %w{n}[32] [64] [1] : {whole} to {TYPE}");
    (text, format!("%v{n}"))
}

/// All are computed before any is used.
fn live(n: usize) -> (String, String) {
    let mut text = String::new();
    let n = n / 4;
    for k in 0..n {
        let _ = writeln!(text, "  %e{k} = tensor.empty() : {TYPE}");
        add(&mut text, &format!("%p{k}"), ["%v0", "%v0", &format!("%e{k}")], TYPE);
    }
    for k in 0..n {
        let (before, other) = (format!("%v{k}"), format!("%p{k}"));
        let _ = writeln!(text, "  %f{k} = tensor.empty() : {TYPE}");
        add(&mut text, &format!("%v{}", k + 1), [&before, &other, &format!("%f{k}")], TYPE);
    }
    (text, format!("%v{n}"))
}

/// Each loop changes what it carries, through a new tensor.
fn loops(n: usize) -> (String, String) {
    let mut text =
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c4 = arith.constant 4 : index\n".to_owned();
    let n = n / 5;
    for k in 0..n {
        let to = k + 1;
        let _ = writeln!(text, "  %v{to} = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %v{k}) -> ({TYPE}) {{");
        let _ = writeln!(text, "  %e = tensor.empty() : {TYPE}");
        add(&mut text, "%x", ["%a", "%a", "%e"], TYPE);
        add(&mut text, "%y", ["%x", "%a", "%a"], TYPE);
        let _ = writeln!(text, "  scf.yield %y : {TYPE}\n  }}");
    }
    (text, format!("%v{n}"))
}

/// Each adds a constant of its own.
fn constants(n: usize) -> (String, String) {
    let mut text = String::new();
    let n = n / 2;
    for k in 0..n {
        let _ = writeln!(text, "  %c{k} = arith.constant dense<{k}.0> : {TYPE}");
        add(&mut text, &format!("%v{}", k + 1), [&format!("%v{k}"), &format!("%c{k}"), &format!("%v{k}")], TYPE);
    }
    (text, format!("%v{n}"))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    let names: Vec<&String> = arguments.iter().filter(|a| a.parse::<usize>().is_err()).collect();
    print!("{:<27} {:>8}", "milliseconds", "ops");
    PASSES.iter().for_each(|pass| print!(" {:>8}", &pass[..pass.len().min(8)]));
    println!(" {:>9} {:>10} {:>7} {:>7}", "sum", "µs per op", "allocs", "copies");
    for kind in KINDS.iter().filter(|k| names.is_empty() || names.iter().any(|n| k.name.contains(n.as_str()))) {
        for &n in &sizes {
            let (body, result) = (kind.body)(n);
            let text = format!("func.func @f(%v0: {TYPE}) -> {TYPE} {{\n{body}  return {result} : {TYPE}\n}}\n");
            let mut module = Program::parse(&text, kind.name)?.module().clone();
            let ops = module
                .walk(module.top())
                .into_iter()
                .filter(|&op| module.parent_op(op).is_none_or(|p| module.structured(p).is_none()));
            let ops = ops.count();
            print!("{:<27} {ops:>8}", kind.name);
            let mut sum = Duration::ZERO;
            for pass in PASSES {
                let pipeline = Pipeline::parse(pass)?;
                let start = Instant::now();
                pipeline.run(&mut module, false, &mut |_| {})?;
                let time = start.elapsed();
                sum += time;
                print!(" {:>8.1}", time.as_secs_f64() * 1e3);
            }
            let text = module.to_string();
            let (allocs, copies) = (text.matches("memref.alloc(").count(), text.matches("memref.copy ").count());
            #[allow(clippy::cast_precision_loss, reason = "a time")]
            let each = sum.as_secs_f64() * 1e6 / ops as f64;
            println!(" {:>9.1} {each:>10.2} {allocs:>7} {copies:>7}", sum.as_secs_f64() * 1e3);
        }
    }
    Ok(())
}
