//! Horizontal fusion in blocks where much is shared and much depends on each other: the same bits before and after, at every stage; and a
//! cost that grows with the block, not with its square.
//!
//! `TILEC_RANDOM_PROGRAMS=N` runs N programs, `TILEC_SEED=S` starts at seed S.

use std::fmt::Write;
use std::time::{Duration, Instant};
use tilec::CompileOptions;
use tilec_passes::{Remark, Verdict, fuse_horizontal};
use tilec_testing::diff::Differential;
use tilec_testing::{Rng, data};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name}={v} is no number")))
}

const MAPS: &str = "#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> ()>
#one = affine_map<(d0) -> (d0)>
";

/// A block under construction: the values there are, by shape.
struct Entangled {
    rng: Rng,
    rows: usize,
    columns: usize,
    text: String,
    count: usize,
    tables: Vec<String>,
    /// One element a row, and one a column.
    vectors: [Vec<String>; 2],
    /// One element of all.
    scalars: Vec<String>,
}

impl Entangled {
    fn table(&self) -> String {
        format!("tensor<{}x{}xf32>", self.rows, self.columns)
    }

    fn vector(&self, along: usize) -> String {
        format!("tensor<{}xf32>", [self.rows, self.columns][along])
    }

    /// One of a list, more often one of the first: what everybody reads is what is shared.
    fn pick(&mut self, from: &[String]) -> String {
        let most = if self.rng.bool() { from.len().min(2) } else { from.len() };
        from[self.rng.usize(..most)].clone()
    }

    fn op(&mut self) {
        let name = format!("%v{}", self.count);
        self.count += 1;
        let (table, along) = (self.table(), self.rng.usize(..2));
        let (map, vector) = (["row", "col"][along], self.vector(along));
        let tables = self.tables.clone();
        let (a, b) = (self.pick(&tables), self.pick(&tables));
        let r = self.pick(&self.vectors[along].clone());
        let body = ["arith.addf %p, %q", "arith.subf %p, %q", "arith.maximumf %p, %q", "arith.mulf %p, %q"][self.rng.usize(..4)];
        let kinds = if along == 0 { r#""parallel", "reduction""# } else { r#""reduction", "parallel""# };
        match self.rng.usize(..7) {
            0 | 1 => {
                let is_square = self.rows == self.columns;
                let [first, second] = [0; 2].map(|_| if is_square && self.rng.u8(..3) == 0 { "tr" } else { "id" });
                self.text += &format!(
                    "{name} = linalg.generic {{indexing_maps = [#{first}, #{second}, #id], iterator_types = [\"parallel\", \"parallel\"]}}
  ins({a}, {b} : {table}, {table}) outs(%e : {table}) {{
^bb0(%p: f32, %q: f32, %o: f32):\n  %v = {body} : f32\n  linalg.yield %v : f32\n}} -> {table}\n"
                );
                self.tables.push(name);
            }
            2 => {
                self.text += &format!(
                    "{name} = linalg.generic {{indexing_maps = [#id, #{map}, #id], iterator_types = [\"parallel\", \"parallel\"]}}
  ins({a}, {r} : {table}, {vector}) outs(%e : {table}) {{
^bb0(%p: f32, %q: f32, %o: f32):\n  %v = {body} : f32\n  linalg.yield %v : f32\n}} -> {table}\n"
                );
                self.tables.push(name);
            }
            3 | 4 => {
                self.text += &format!(
                    "{name} = linalg.generic {{indexing_maps = [#id, #{map}], iterator_types = [{kinds}]}}
  ins({a} : {table}) outs({r} : {vector}) {{
^bb0(%p: f32, %q: f32):\n  %v = {body} : f32\n  linalg.yield %v : f32\n}} -> {vector}\n"
                );
                self.vectors[along].push(name);
            }
            5 => {
                let scalar = self.pick(&self.scalars.clone());
                self.text += &format!(
                    "{name} = linalg.generic {{indexing_maps = [#id, #all], iterator_types = [\"reduction\", \"reduction\"]}}
  ins({a} : {table}) outs({scalar} : tensor<f32>) {{
^bb0(%p: f32, %q: f32):\n  %v = {body} : f32\n  linalg.yield %v : f32\n}} -> tensor<f32>\n"
                );
                self.scalars.push(name);
            }
            _ => {
                self.text += &format!(
                    "{name} = linalg.generic {{indexing_maps = [#one, #one], iterator_types = [\"parallel\"]}}
  ins({r} : {vector}) outs({r} : {vector}) {{
^bb0(%p: f32, %q: f32):\n  %v = math.absf %p : f32\n  linalg.yield %v : f32\n}} -> {vector}\n"
                );
                self.vectors[along].push(name);
            }
        }
    }

    /// A function of four arguments that returns some of the values.
    fn program(seed: u64) -> String {
        let mut rng = Rng::with_seed(seed);
        let sizes = [0, 1, 3, 8, 15, 16, 17, 33, 64, 67];
        let columns = sizes[rng.usize(..sizes.len())];
        let rows = if rng.u8(..3) == 0 { columns } else { sizes[rng.usize(..5)] };
        let start = |name: &str| vec![name.to_string()];
        let vectors = [start("%r"), start("%c")];
        let mut block =
            Self { rng, rows, columns, text: String::new(), count: 0, tables: start("%x"), vectors, scalars: start("%s") };
        for _ in 0..block.rng.usize(3..20) {
            block.op();
        }
        let (table, row, col) = (block.table(), block.vector(0), block.vector(1));
        let mut results: Vec<(String, &String)> = Vec::new();
        let scalar = "tensor<f32>".to_string();
        let lists = [&block.tables, &block.vectors[0], &block.vectors[1], &block.scalars];
        for (names, ty) in lists.into_iter().zip([&table, &row, &col, &scalar]) {
            results.extend(names.iter().rev().take(3).map(|name| (name.clone(), ty)));
        }
        let join = |part: fn(&(String, &String)) -> String| results.iter().map(part).collect::<Vec<_>>().join(", ");
        let (names, types) = (join(|r| r.0.clone()), join(|r| r.1.clone()));
        format!(
            "{MAPS}func.func @main(%x: {table}, %r: {row}, %c: {col}, %s: {scalar}) -> ({types}) {{
%e = tensor.empty() : {table}
{}return {names} : {types}\n}}\n",
            block.text
        )
    }
}

#[test]
fn entangled_blocks_mean_the_same_at_every_stage() {
    let (first, count) = (setting("TILEC_SEED", 0), setting("TILEC_RANDOM_PROGRAMS", 300));
    let mut differential = Differential::default();
    for seed in first..first + count {
        let text = Entangled::program(seed);
        let module = tilec_parse::parse(&text, "entangled.mlir").unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        let inputs = data::inputs_of(&module, seed).expect("static types");
        let options = CompileOptions { eliminate: seed % 5 != 0, ..CompileOptions::default() };
        let checked = differential.check(&text, &inputs, &options);
        assert!(
            checked.is_ok(),
            "seed {seed} (TILEC_SEED={seed} TILEC_RANDOM_PROGRAMS=1)\n{text}\nfails at {}",
            checked.unwrap_err()
        );
    }
    println!("{}", differential.coverage);
    if count >= 300 {
        for (what, least) in [
            ("fuse-horizontal applied", 200),
            ("fuse-horizontal missed dependent", 30),
            ("fuse-horizontal missed not-convex", 30),
            ("fuse-horizontal missed loops-differ", 30),
            ("fuse-horizontal missed scalar-loop", 30),
            ("fuse-horizontal missed different-maps", 3),
        ] {
            let below = differential.coverage.below(&[(what, least)]);
            assert!(below.is_empty(), "the programs cover too little: {below:?}");
        }
    }
}

/// How long the pass takes for a program, and its remarks.
fn timed(text: &str) -> (Duration, Vec<Remark>) {
    let mut module = tilec_parse::parse(text, "large.mlir").expect("a program");
    let mut remarks = Vec::new();
    let start = Instant::now();
    fuse_horizontal::run(&mut module, &mut remarks).expect("no errors");
    let took = start.elapsed();
    tilec_ir::verify::verify(&module).expect("a valid program");
    (took, remarks)
}

/// Far more than the pass takes, for a machine that is busy and code that is not optimized.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 2 });

const LARGE: usize = 10_000;

#[test]
fn ten_thousand_independent_sums_take_no_time() {
    let mut text = format!("{MAPS}func.func @f(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {{\n");
    for n in 0..LARGE {
        let _ = writeln!(
            text,
            "%{n} = linalg.generic {{indexing_maps = [#id, #row], iterator_types = [\"parallel\", \"reduction\"]}} \
             ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {{
^bb0(%p: f32, %q: f32):\n  %v = arith.addf %p, %q : f32\n  linalg.yield %v : f32\n}} -> tensor<4xf32>"
        );
    }
    let _ = writeln!(text, "return %{} : tensor<4xf32>\n}}", LARGE - 1);
    let (took, remarks) = timed(&text);
    let applied = remarks.iter().filter(|r| r.verdict == Verdict::Applied).count();
    println!("{LARGE} sums: {took:?}, {applied} applied of {}", remarks.len());
    assert_eq!(applied, LARGE / 8 * 7, "groups of eight");
    assert!(took < LIMIT, "{took:?}");
}

#[test]
fn ten_thousand_chained_ops_take_no_time() {
    let mut text = "func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {\n%e = tensor.empty() : tensor<8xf32>\n".to_string();
    let (mut last, ty) = ("%x".to_string(), "tensor<8xf32>");
    for n in 0..LARGE {
        let _ = writeln!(text, "%{n} = linalg.add ins(%x, {last} : {ty}, {ty}) outs(%e : {ty}) -> {ty}");
        last = format!("%{n}");
    }
    let _ = writeln!(text, "return {last} : {ty}\n}}");
    let (took, remarks) = timed(&text);
    println!("{LARGE} chained: {took:?}, {} remarks", remarks.len());
    assert!(remarks.len() <= 2 * LARGE && remarks.iter().all(|r| r.verdict != Verdict::Applied));
    assert!(took < LIMIT, "{took:?}");
}

/// Readers of one value, each of which depends on the one 5000 ops before it: every search is long.
#[test]
fn searches_end() {
    let (mut text, ty) = ("func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {\n".to_string(), "tensor<8xf32>");
    let _ = writeln!(text, "%e = tensor.empty() : {ty}\n%0 = linalg.exp ins(%x : {ty}) outs(%e : {ty}) -> {ty}");
    for n in 1..LARGE {
        let op = if n % 50 == 0 { "linalg.mul" } else { "linalg.add" };
        let from = if n % 50 == 0 { "%x".to_string() } else { format!("%{}", n - 1) };
        let _ = writeln!(text, "%{n} = {op} ins({from}, %{} : {ty}, {ty}) outs(%e : {ty}) -> {ty}", n / 2);
    }
    let _ = writeln!(text, "return %{} : {ty}\n}}", LARGE - 1);
    let (took, remarks) = timed(&text);
    let given_up = remarks.iter().filter(|r| r.verdict == Verdict::Missed("not-searched")).count();
    println!("searches: {took:?}, {given_up} given up of {}", remarks.len());
    assert!(given_up > 0, "the searches are short");
    assert!(took < LIMIT, "{took:?}");
}
