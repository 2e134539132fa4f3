//! Remarks: what a pass did at each candidate, or the named reason why not.

use std::fmt;
use tilec_ir::Loc;

/// Applied, or missed because of a blocker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rewrite was made.
    Applied,
    /// It was not, for this reason; the name of a blocker in `docs/passes.md`.
    Missed(&'static str),
}

/// One candidate of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The pass.
    pub pass: &'static str,
    /// What came of it.
    pub verdict: Verdict,
    /// The candidate's location.
    pub loc: Loc,
    /// What was found: ops, maps, bytes. Lower case, no full stop.
    pub message: String,
    /// Further places: the other op of an edge, a conflicting read or write.
    pub notes: Vec<(String, Loc)>,
}

impl Remark {
    /// A rewrite that was made.
    pub fn applied(pass: &'static str, loc: Loc, message: impl Into<String>) -> Self {
        Self { pass, verdict: Verdict::Applied, loc, message: message.into(), notes: Vec::new() }
    }

    /// A rewrite that was not made, and the blocker's name.
    pub fn missed(pass: &'static str, blocker: &'static str, loc: Loc, message: impl Into<String>) -> Self {
        Self { pass, verdict: Verdict::Missed(blocker), loc, message: message.into(), notes: Vec::new() }
    }

    /// Adds another place.
    #[must_use]
    pub fn note(mut self, loc: Loc, message: impl Into<String>) -> Self {
        self.notes.push((message.into(), loc));
        self
    }
}

impl fmt::Display for Remark {
    /// `LOC: remark: PASS: applied: MESSAGE` or `… missed [BLOCKER]: …`, then the notes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: remark: {}: ", self.loc, self.pass)?;
        match self.verdict {
            Verdict::Applied => write!(f, "applied: {}", self.message)?,
            Verdict::Missed(blocker) => write!(f, "missed [{blocker}]: {}", self.message)?,
        }
        for (message, loc) in &self.notes {
            write!(f, "\n{loc}: note: {message}")?;
        }
        Ok(())
    }
}
