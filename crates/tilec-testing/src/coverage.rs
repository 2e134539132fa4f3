//! Counters of what the tested programs had in them, and floors.

use std::collections::BTreeMap;
use std::fmt;

/// How often each named thing was seen.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
}

impl Coverage {
    /// Saw it once more.
    pub fn add(&mut self, what: impl Into<String>) {
        self.add_many(what, 1);
    }

    /// Saw it `n` more times.
    pub fn add_many(&mut self, what: impl Into<String>, n: u64) {
        *self.counts.entry(what.into()).or_default() += n;
    }

    /// How often it was seen.
    pub fn count(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// How many different things with this prefix were seen.
    pub fn kinds(&self, prefix: &str) -> usize {
        self.counts.keys().filter(|k| k.starts_with(prefix)).count()
    }

    /// How often things with this prefix were seen.
    pub fn sum(&self, prefix: &str) -> u64 {
        self.counts.iter().filter(|(k, _)| k.starts_with(prefix)).map(|(_, n)| n).sum()
    }

    /// Takes over another's counts.
    pub fn merge(&mut self, other: &Self) {
        for (what, n) in &other.counts {
            self.add_many(what.clone(), *n);
        }
    }

    /// What was seen less often than its floor.
    pub fn below(&self, floors: &[(&str, u64)]) -> Vec<String> {
        let low = floors.iter().filter(|(what, floor)| self.count(what) < *floor);
        low.map(|(what, floor)| format!("{what}: {} of at least {floor}", self.count(what))).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, n) in &self.counts {
            writeln!(f, "{n:8} {what}")?;
        }
        Ok(())
    }
}
