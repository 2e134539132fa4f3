//! Stats as text for people and as JSON for programs.

use super::temporaries::Temporary;
use super::{Measure, Site, Stats, held_by};
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
            Some(bytes) if self.in_loop && self.what.starts_with("memref") && !self.what.contains('.') => {
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

impl fmt::Display for Stats {
    /// The function and its level, then a line for each number; below allocations, copies and temporaries where each is.
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

fn temporary(t: &Temporary) -> Value {
    let op = |(name, loc): &(String, Loc)| json!({"what": name, "location": location(loc)});
    json!({
        "bytes": t.bytes,
        "location": location(&t.loc),
        "producer": op(&t.producer),
        "consumer": op(&t.consumer),
        "reason": t.reason,
    })
}

/// The functions as indented JSON that ends in a line break: an array of objects. The numbers have the names that conditions use, and
/// are null if they depend on a `?`; `sites` has where each generic, alloc, copy and temporary is.
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
        });
        object.insert("sites".into(), listed);
        Value::Object(object)
    };
    format!("{:#}\n", Value::Array(functions.iter().map(one).collect()))
}
