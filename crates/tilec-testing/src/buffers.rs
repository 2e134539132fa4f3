//! How many allocations and copies bufferization leaves: ours against mlir-opt's, on the same programs.
//!
//! On both sides results become arguments that the caller gives, and the rest is cleaned up. mlir-opt leaves public functions and copies
//! out of returned allocations alone unless it is told otherwise; it is, so that it has no handicap.

use crate::oracle::Oracle;
use crate::{chunks, written_programs};
use std::fmt::{self, Write};
use std::path::Path;
use tilec::{Pipeline, protect_arguments};
use tilec_bench::{Measure, stats_of_module};
use tilec_ir::facts::facts;
use tilec_ir::verify::verify;
use tilec_ir::{Module, numerics};

/// mlir-opt's passes.
const THEIRS: [&str; 5] = [
    "--eliminate-empty-tensors",
    "--one-shot-bufferize=bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map",
    "--buffer-results-to-out-params=modify-public-functions=1 hoist-static-allocs=1 hoist-dynamic-allocs=1",
    "--canonicalize",
    "--cse",
];

/// Ours.
const OURS: [&str; 5] = ["eliminate-empty-tensors", "bufferize", "results-to-out-params", "eliminate-copies", "canonicalize"];

/// What is said about the tensor arguments of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// What the program says; both may overwrite what it says nothing of.
    AsWritten,
    /// Not to be overwritten, unless the program says something.
    ReadOnly,
}

/// Allocations and copies of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Allocations.
    pub allocs: usize,
    /// Copies.
    pub copies: usize,
}

impl Counts {
    /// Those of all functions.
    pub fn of(module: &Module) -> Self {
        let sum = |measure: Measure| stats_of_module(module, &[]).iter().map(|stats| measure.of(stats).known).sum();
        Self { allocs: sum(Measure::Allocs), copies: sum(Measure::Copies) }
    }

    fn exceeds(self, other: Self) -> bool {
        self.allocs > other.allocs || self.copies > other.copies
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>6} {:>6}", self.allocs, self.copies)
    }
}

/// A program and what became of it; an error is what was said when it was refused.
#[derive(Clone, Debug)]
pub struct Row {
    /// The file and the line it starts after.
    pub place: String,
    /// Ours.
    pub ours: Result<Counts, String>,
    /// mlir-opt's.
    pub theirs: Result<Counts, String>,
}

impl Row {
    /// Both counts, if both accept the program.
    pub fn both(&self) -> Option<(Counts, Counts)> {
        self.ours.clone().ok().zip(self.theirs.clone().ok())
    }

    /// True if we have more of either.
    pub fn is_more(&self) -> bool {
        self.both().is_some_and(|(ours, theirs)| ours.exceeds(theirs))
    }

    /// True if we have fewer of one, and no more of the other.
    pub fn is_fewer(&self) -> bool {
        self.both().is_some_and(|(ours, theirs)| theirs.exceeds(ours) && !ours.exceeds(theirs))
    }
}

/// One row for each program.
#[derive(Clone, Debug)]
pub struct Table(pub Vec<Row>);

impl Table {
    /// Our sum and mlir-opt's, over the programs that both accept and `which` chooses.
    pub fn sums(&self, which: impl Fn(&Row) -> bool) -> (Counts, Counts) {
        let add = |a: Counts, b: Counts| Counts { allocs: a.allocs + b.allocs, copies: a.copies + b.copies };
        let pairs = self.0.iter().filter(|row| which(row)).filter_map(Row::both);
        pairs.fold(Default::default(), |(x, y), (ours, theirs)| (add(x, ours), add(y, theirs)))
    }
}

/// Bufferizes every written program that has tensors, see [`written_programs`].
pub fn compare(mlir_opt: &Oracle, root: &Path, arguments: Arguments) -> Table {
    let (mut places, mut texts, mut modules) = (Vec::new(), Vec::new(), Vec::new());
    for path in written_programs(root) {
        for (line, text) in chunks(&path) {
            let Ok(mut module) = tilec_parse::parse(&text, "input.mlir") else { continue };
            if verify(&module).is_err() || !facts(&module, module.top()).tensors {
                continue;
            }
            if arguments == Arguments::ReadOnly {
                let funcs: Vec<_> = module.funcs().into_iter().filter(|&f| !module.is_declaration(f)).collect();
                for func in funcs {
                    protect_arguments(&mut module, func, &[]).expect("no argument is named");
                }
            }
            places.push(format!("{}:{line}", path.strip_prefix(root).unwrap_or(&path).display()));
            texts.push(module.to_string());
            modules.push(module);
        }
    }
    let theirs = mlir_opt.run_each(&THEIRS, &texts).into_iter().map(|result| {
        let module = tilec_parse::parse(&result?, "mlir-opt.mlir").map_err(|e| format!("its output is not read: {e}"))?;
        Ok(Counts::of(&module))
    });
    let ours = modules.into_iter().map(|mut module| {
        numerics::pin(&mut module, numerics::Numerics::Strict);
        Pipeline::of(&OURS).run(&mut module, false, &mut |_| {}).map_err(|e| e.to_string())?;
        Ok(Counts::of(&module))
    });
    Table(places.into_iter().zip(ours).zip(theirs).map(|((place, ours), theirs)| Row { place, ours, theirs }).collect())
}

/// A row is `more`, `fewer`, or nothing; or who refuses the program, and the reason.
fn remark(row: &Row) -> String {
    match (&row.ours, &row.theirs) {
        (Ok(_), Ok(_)) if row.is_more() => "more".to_owned(),
        (Ok(_), Ok(_)) if row.is_fewer() => "fewer".to_owned(),
        (Ok(_), Ok(_)) => String::new(),
        (Err(message), Ok(_)) => format!("refused by tilec: {}", message.lines().next().unwrap_or_default()),
        (_, Err(message)) => format!("refused by mlir-opt: {}", message.lines().next().unwrap_or_default()),
    }
}

impl fmt::Display for Table {
    /// A line for each program, one with the sums, and one that counts the lines of each kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |result: &Result<Counts, String>| result.as_ref().map_or_else(|_| format!("{:>13}", "-"), Counts::to_string);
        let mut table = String::new();
        writeln!(table, "allocs copies  allocs copies  program")?;
        writeln!(table, "        tilec        mlir-opt")?;
        for row in &self.0 {
            writeln!(table, "{}  {}  {}  {}", cell(&row.ours), cell(&row.theirs), row.place, remark(row))?;
        }
        let count = |which: fn(&Row) -> bool| self.0.iter().filter(|row| which(row)).count();
        let (ours, theirs) = self.sums(|_| true);
        writeln!(table, "{ours}  {theirs}  all {} that both accept", count(|row| row.both().is_some()))?;
        let (more, fewer) = (count(Row::is_more), count(Row::is_fewer));
        let (left, only) = (count(|r| r.ours.is_err() && r.theirs.is_ok()), count(|r| r.ours.is_ok() && r.theirs.is_err()));
        writeln!(table, "more in {more}, fewer in {fewer}; only mlir-opt accepts {left}, only tilec {only}")?;
        table.lines().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    }
}
