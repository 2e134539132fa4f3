//! Stats as text for people and as JSON for programs.

use super::temporaries::Temporary;
use super::{Held, Intermediate, Measure, Site, Stats, TileFault, held_by};
use serde_json::{Map, Value, json};
use std::fmt;
use tilec_ir::Loc;

/// `file:line:col`, the first of an op made of several.
fn place(loc: &Loc) -> String {
    loc.position().map_or_else(|| "<unknown>".to_owned(), |(file, line, col)| format!("{file}:{line}:{col}"))
}

fn bytes(bytes: Option<usize>) -> String {
    bytes.map_or_else(|| "?".to_owned(), |n| n.to_string())
}

impl fmt::Display for Site {
    /// `memref.copy: 4096 bytes, in a loop`; `memref<?x8xf32>: at most 1024 bytes, in a loop, a tile that registers can hold`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = if self.at_most { "at most " } else { "" };
        write!(f, "{}: {most}{} bytes{}", self.what, bytes(self.bytes), if self.in_loop { ", in a loop" } else { "" })?;
        match self.bytes {
            Some(bytes) if self.in_tile && self.what.starts_with("memref") && !self.what.contains('.') => {
                write!(f, ", a tile that {} can hold", held_by(bytes))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Temporary {
    /// `a whole tensor of 4096 bytes between linalg.generic (f.mlir:3:8) and linalg.generic (f.mlir:7:8): not fused`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (producer, consumer) = (&self.producer, &self.consumer);
        write!(
            f,
            "a whole tensor of {} bytes between {} ({}) and {} ({}): {}",
            bytes(self.bytes),
            producer.0,
            place(&producer.1),
            consumer.0,
            place(&consumer.1),
            self.reason
        )
    }
}

impl fmt::Display for Intermediate {
    /// `a tile of 4096 bytes that L1 can hold, between linalg.matmul (f.mlir:3:8) and linalg.generic (f.mlir:7:8)`; `registers, in
    /// linalg.generic (f.mlir:7:8)` for what became part of another op.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = format!("{}{} bytes", if self.at_most { "at most " } else { "" }, bytes(self.bytes));
        let level = self.bytes.map_or_else(String::new, |n| format!(" that {} can hold", held_by(n)));
        match self.held {
            Held::Registers => f.write_str("registers")?,
            Held::Tile => write!(f, "a tile of {size}{level}")?,
            Held::InPlace => write!(f, "a tile of {size}{level}, in place")?,
            Held::Whole => write!(f, "a whole tensor of {size}")?,
        }
        let (producer, consumer) = (&self.producer, &self.consumer);
        if producer.0.is_empty() {
            return write!(f, ", in {} ({})", consumer.0, place(&consumer.1));
        }
        write!(f, ", between {} ({}) and {} ({})", producer.0, place(&producer.1), consumer.0, place(&consumer.1))
    }
}

impl fmt::Display for Stats {
    /// The function and its level, then a line for each number; below allocations, copies, temporaries and intermediates where each is.
    /// Intermediates are left out where there is no fused group.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "@{} ({} level)", self.name, self.level)?;
        writeln!(f, "  generics: {}", self.generics.len())?;
        for (name, sites, sum) in [("allocs", &self.allocs, Measure::AllocBytes), ("copies", &self.copies, Measure::CopyBytes)] {
            writeln!(f, "  {name}: {}, {} bytes", sites.len(), sum.of(self))?;
            sites.iter().try_for_each(|site| writeln!(f, "    {}: {site}", place(&site.loc)))?;
        }
        writeln!(f, "  arena: {} bytes", self.arena_bytes)?;
        writeln!(f, "  temporaries: {}", self.temporaries.len())?;
        self.temporaries.iter().try_for_each(|t| writeln!(f, "    {}: {t}", place(&t.loc)))?;
        if !self.intermediates.is_empty() {
            writeln!(f, "  intermediates: {}", self.intermediates.len())?;
            self.intermediates.iter().try_for_each(|i| writeln!(f, "    {}: {i}", place(&i.loc)))?;
        }
        writeln!(f, "  passes: {}", Measure::Passes.of(self))?;
        writeln!(f, "  bytes moved: {}", self.bytes_moved)
    }
}

fn location(loc: &Loc) -> Value {
    loc.position().map_or(Value::Null, |(file, line, col)| json!({"file": **file, "line": line, "column": col}))
}

fn sites(sites: &[Site]) -> Vec<Value> {
    let one = |s: &Site| json!({"what": s.what, "bytes": s.bytes, "at_most": s.at_most, "in_loop": s.in_loop, "location": location(&s.loc)});
    sites.iter().map(one).collect()
}

fn op((name, loc): &(String, Loc)) -> Value {
    json!({"what": name, "location": location(loc)})
}

fn intermediate(i: &Intermediate) -> Value {
    json!({
        "held": i.held.name(),
        "bytes": i.bytes,
        "at_most": i.at_most,
        "location": location(&i.loc),
        "producer": op(&i.producer),
        "consumer": op(&i.consumer),
    })
}

fn fault(fault: &TileFault) -> Value {
    json!({"kind": fault.measure.name(), "what": fault.what, "location": location(&fault.loc)})
}

fn temporary(t: &Temporary) -> Value {
    json!({
        "bytes": t.bytes,
        "location": location(&t.loc),
        "producer": op(&t.producer),
        "consumer": op(&t.consumer),
        "reason": t.reason,
    })
}

/// The functions as indented JSON that ends in a line break: an array of objects. The numbers have the names that conditions use, and
/// are null if they depend on a `?`; `sites` has where each generic, alloc, copy, temporary and intermediate is, and what should not be
/// there.
pub fn to_json(functions: &[Stats]) -> String {
    let one = |stats: &Stats| {
        let mut object = Map::new();
        object.insert("function".into(), json!(stats.name));
        object.insert("level".into(), json!(stats.level));
        object.insert("location".into(), location(&stats.loc));
        object.extend(Measure::ALL.iter().map(|m| (m.name().to_owned(), json!(m.of(stats).exact()))));
        let listed = json!({
            "generics": sites(&stats.generics),
            "allocs": sites(&stats.allocs),
            "copies": sites(&stats.copies),
            "temporaries": stats.temporaries.iter().map(temporary).collect::<Vec<_>>(),
            "intermediates": stats.intermediates.iter().map(intermediate).collect::<Vec<_>>(),
            "faults": stats.faults.iter().map(fault).collect::<Vec<_>>(),
        });
        object.insert("sites".into(), listed);
        Value::Object(object)
    };
    format!("{:#}\n", Value::Array(functions.iter().map(one).collect()))
}
