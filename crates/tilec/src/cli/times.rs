//! `--time-passes`: where the time went.

use std::fmt;
use std::time::{Duration, Instant};
use tilec::CompileTimes;

/// Named durations in the order in which they were measured.
#[derive(Default)]
pub struct Times {
    rows: Vec<(String, Duration)>,
}

impl Times {
    /// Adds a row.
    pub fn add(&mut self, name: impl Into<String>, time: Duration) {
        self.rows.push((name.into(), time));
    }

    /// Runs and times a step.
    pub fn measure<T>(&mut self, name: &str, step: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = step();
        self.add(name, start.elapsed());
        result
    }

    /// Adds the sum of the rows so far.
    pub fn total(&mut self, name: &str) {
        self.add(name, self.rows.iter().map(|(_, time)| *time).sum());
    }

    /// Adds what is missing to `wall`, and `wall` itself under `name`.
    pub fn finish(&mut self, name: &str, wall: Duration) {
        let known: Duration = self.rows.iter().map(|(_, time)| *time).sum();
        self.add("other", wall.saturating_sub(known));
        self.add(name, wall);
    }

    /// Adds the steps of the code generator.
    pub fn add_code(&mut self, code: &CompileTimes) {
        self.add("codegen: set up", code.setup);
        self.add("codegen: to cranelift", code.lower);
        self.add("codegen: machine code", code.codegen);
        self.add("codegen: make executable", code.finish);
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, time) in &self.rows {
            writeln!(f, "{name:<width$}  {:>9.3} ms", time.as_secs_f64() * 1e3)?;
        }
        Ok(())
    }
}
