//! How long `fuse-elementwise` takes on chains and ladders of elementwise ops: a table of program sizes and times, to show that the time
//! grows with the size. Sizes are arguments: `cargo run --release --example fusion_cost -- 1000 10000 100000`.

use std::fmt::Write as _;
use std::time::Instant;
use tilec::{Pipeline, Program};

/// The ops of a program of one kind: op `k` gives `%v{k+1}`, the last `%v{n}`.
struct Kind {
    name: &'static str,
    /// Result type of op `k` of `n`.
    ty: fn(usize, usize) -> String,
    /// The map of the second input; the first is read through the identity or, where they differ, `#first`.
    op: fn(usize) -> String,
}

const KINDS: [Kind; 4] = [
    // Each op reads the one before.
    Kind { name: "chain", ty: |_, _| "tensor<64x64xf32>".into(), op: |k| format!("#id|#id|%v{k}|%v{k}") },
    // Each op reads the two before: every producer is shared.
    Kind {
        name: "shared ladder",
        ty: |_, _| "tensor<64x64xf32>".into(),
        op: |k| format!("#id|#id|%v{k}|%v{}", k.saturating_sub(1)),
    },
    // Each op reads the one before at two places: computed for each, work would double at every step.
    Kind { name: "transposed ladder", ty: |_, _| "tensor<64x64xf32>".into(), op: |k| format!("#id|#turned|%v{k}|%v{k}") },
    // The same, and no two places of a step are those of another.
    Kind {
        name: "shifted ladder",
        ty: |k, n| format!("tensor<64x{}xf32>", 64 + 2 * (n - k)),
        op: |k| format!("#one|#two|%v{k}|%v{k}"),
    },
];

const MAPS: &str = "#id = affine_map<(i, j) -> (i, j)>\n#turned = affine_map<(i, j) -> (j, i)>\n\
                    #one = affine_map<(i, j) -> (i, j + 1)>\n#two = affine_map<(i, j) -> (i, j + 2)>\n";

fn program(kind: &Kind, n: usize) -> String {
    let mut text = format!("{MAPS}func.func @f(%v0: {}) -> {} {{\n", (kind.ty)(0, n), (kind.ty)(n, n));
    for k in 0..n {
        let (from, to) = ((kind.ty)(k, n), (kind.ty)(k + 1, n));
        let op = (kind.op)(k);
        let parts: Vec<&str> = op.split('|').collect();
        let (a, b, x, y) = (parts[0], parts[1], parts[2], parts[3]);
        let _ = write!(
            text,
            "  %e{k} = tensor.empty() : {to}\n  %v{} = linalg.generic {{indexing_maps = [{a}, {b}, #id], iterator_types = [\"parallel\", \
             \"parallel\"]}} ins({x}, {y} : {from}, {from}) outs(%e{k} : {to}) {{\n  ^bb0(%a: f32, %b: f32, %o: f32):\n    %s = arith.addf \
             %a, %b : f32\n    linalg.yield %s : f32\n  }} -> {to}\n",
            k + 1
        );
    }
    let _ = writeln!(text, "  return %v{n} : {}\n}}", (kind.ty)(n, n));
    text
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sizes: Vec<usize> = std::env::args().skip(1).map(|a| a.parse()).collect::<Result<_, _>>()?;
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    let pipeline = Pipeline::parse("fuse-elementwise")?;
    println!("{:<18} {:>9} {:>11} {:>9} {:>11}", "kind", "ops", "ops after", "ms", "µs per op");
    for kind in &KINDS {
        for &n in &sizes {
            let mut module = Program::parse(&program(kind, n), kind.name)?.module().clone();
            let start = Instant::now();
            pipeline.run(&mut module, false, &mut |_| {})?;
            let time = start.elapsed();
            let left = module.to_string().matches("linalg.generic").count();
            #[allow(clippy::cast_precision_loss, reason = "a time")]
            let each = time.as_secs_f64() * 1e6 / n as f64;
            println!("{:<18} {n:>9} {left:>11} {:>9.1} {each:>11.2}", kind.name, time.as_secs_f64() * 1e3);
        }
    }
    Ok(())
}
