//! A report: one row for each combination of switches, as a table for people and as JSON for programs.

use crate::machine::Machine;
use crate::measure::Timing;
use crate::stats::{Measure, Stats};
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// One combination of switches.
#[derive(Clone, Debug)]
pub struct Row {
    /// On or off, for each switch of the report.
    pub switches: Vec<bool>,
    /// What the buffer-level program does to memory.
    pub stats: Stats,
    /// From the parsed program to the kernel.
    pub compile: Duration,
    /// The timed calls.
    pub timing: Timing,
    /// `None` if the results equal the interpreter's, else the first difference.
    pub difference: Option<String>,
}

/// Every combination of some switches, all off first, all on last; the first switch changes fastest.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program's file.
    pub program: String,
    /// The function.
    pub entry: String,
    /// The switches that were turned on and off.
    pub switches: Vec<String>,
    /// The combinations.
    pub rows: Vec<Row>,
    /// Bytes that any implementation has to move: inputs read once, results written once.
    pub useful_bytes: usize,
    /// Where it was measured.
    pub machine: Machine,
    /// Version of tilec.
    pub version: String,
    /// Threads of a call.
    pub threads: usize,
}

/// The numbers of the buffer level that are shown, under their names.
const MEASURES: [Measure; 4] = [Measure::Generics, Measure::Allocs, Measure::Copies, Measure::Passes];

const COLUMNS: [&str; 8] = ["min ms", "p50 ms", "p95 ms", "p99 ms", "useful GB/s", "faults/call", "compile ms", "check"];

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// `A`, `B`, … `Z`, `A1`, …
fn variant(i: usize) -> String {
    let letter = char::from(b'A' + (i % 26) as u8);
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}

impl Report {
    /// True if every row gave the interpreter's results.
    pub fn is_ok(&self) -> bool {
        self.rows.iter().all(|row| row.difference.is_none())
    }

    /// The median's share of bandwidth that was useful.
    fn useful_rate(&self, row: &Row) -> f64 {
        self.useful_bytes as f64 / row.timing.percentile(50).as_secs_f64().max(1e-9) / 1e9
    }

    /// For each switch, the row where all others are on.
    fn without(&self) -> impl Iterator<Item = (&str, usize)> {
        let last = self.rows.len().saturating_sub(1);
        self.switches.iter().enumerate().map(move |(i, name)| (name.as_str(), last ^ (1 << i)))
    }

    fn cells(&self, i: usize, row: &Row) -> Vec<String> {
        let timing = &row.timing;
        let mut cells = vec![variant(i)];
        cells.extend(row.switches.iter().map(|on| if *on { "on" } else { "-" }.to_owned()));
        cells.extend(MEASURES.map(|m| m.of(&row.stats).to_string()));
        let times = [timing.min(), timing.percentile(50), timing.percentile(95), timing.percentile(99)];
        cells.extend(times.map(|time| format!("{:.3}", ms(time))));
        cells.push(format!("{:.2}", self.useful_rate(row)));
        cells.push(timing.faults_per_call.map_or("n/a".into(), |n| format!("{n:.1}")));
        cells.push(format!("{:.2}", ms(row.compile)));
        cells.push(if row.difference.is_none() { "OK" } else { "WRONG" }.into());
        cells
    }

    /// The report with its tags, as indented JSON that ends in a line break.
    pub fn to_json(&self) -> String {
        format!("{:#}\n", self.json())
    }

    fn json(&self) -> Value {
        let rows = self.rows.iter().enumerate().map(|(i, row)| {
            let timing = &row.timing;
            let count = |m: Measure| json!(m.of(&row.stats).exact());
            let switches: serde_json::Map<String, Value> =
                self.switches.iter().zip(&row.switches).map(|(name, on)| (name.clone(), json!(on))).collect();
            json!({
                "variant": variant(i),
                "switches": switches,
                "generics": count(Measure::Generics),
                "allocs": count(Measure::Allocs),
                "copies": count(Measure::Copies),
                "passes": count(Measure::Passes),
                "runs": timing.sorted.len(),
                "min_ms": ms(timing.min()),
                "p50_ms": ms(timing.percentile(50)),
                "p95_ms": ms(timing.percentile(95)),
                "p99_ms": ms(timing.percentile(99)),
                "useful_gb_s": self.useful_rate(row),
                "faults_per_call": timing.faults_per_call,
                "compile_ms": ms(row.compile),
                "ok": row.difference.is_none(),
                "difference": row.difference,
            })
        });
        let caches = self.machine.caches.iter().map(|c| json!({"level": c.level, "kind": c.kind, "size": c.size}));
        let without = self.without().map(|(name, i)| json!({"switch": name, "row": variant(i)}));
        json!({
            "program": self.program,
            "entry": self.entry,
            "useful_bytes": self.useful_bytes,
            "rows": rows.collect::<Vec<_>>(),
            "without": without.collect::<Vec<_>>(),
            "tags": {
                "tilec": self.version,
                "threads": self.threads,
                "cpu": self.machine.cpu,
                "cores": self.machine.cores,
                "caches": caches.collect::<Vec<_>>(),
                "os": self.machine.os,
                "huge_pages": self.machine.huge_pages,
            },
        })
    }
}

impl fmt::Display for Report {
    /// The table, then one line for each switch turned off from the fully optimized end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = std::iter::once("variant")
            .chain(self.switches.iter().map(String::as_str))
            .chain(MEASURES.map(Measure::name))
            .chain(COLUMNS);
        let mut table = vec![header.map(str::to_owned).collect::<Vec<_>>()];
        table.extend(self.rows.iter().enumerate().map(|(i, row)| self.cells(i, row)));
        let widths: Vec<usize> =
            (0..table[0].len()).map(|c| table.iter().map(|cells| cells[c].len()).max().unwrap_or(0)).collect();
        let words = 1 + self.switches.len();
        for cells in &table {
            let mut line = String::new();
            for (c, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                let gap = if c > 0 { "  " } else { "" };
                // Words to the left, numbers to the right.
                let is_word = c < words || c + 1 == cells.len();
                line += &if is_word { format!("{gap}{cell:<width$}") } else { format!("{gap}{cell:>width$}") };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let Some(last) = self.rows.last() else { return Ok(()) };
        let all = variant(self.rows.len() - 1);
        for (name, i) in self.without() {
            let factor = ms(self.rows[i].timing.percentile(50)) / ms(last.timing.percentile(50)).max(1e-9);
            writeln!(f, "without {name} (from all on): row {}, {factor:.2} times the p50 of {all}", variant(i))?;
        }
        for (i, row) in self.rows.iter().enumerate() {
            if let Some(difference) = &row.difference {
                writeln!(f, "row {}: {difference}", variant(i))?;
            }
        }
        Ok(())
    }
}
