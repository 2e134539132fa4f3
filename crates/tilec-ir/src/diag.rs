//! Diagnostics: what is wrong, where, expected and found.

use crate::loc::Loc;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program is rejected.
    Error,
    /// It runs, but probably not as was meant.
    Warning,
    /// Advice.
    Note,
}

/// A message with a place. Lower case, no full stop; values are spelled as the printer spells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: expected, then found.
    pub message: String,
    /// Where.
    pub loc: Loc,
    /// Further places that explain it.
    pub notes: Vec<(String, Loc)>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(loc: Loc, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, message: message.into(), loc, notes: Vec::new() }
    }

    /// A warning at a place.
    pub fn warning(loc: Loc, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(loc, message) }
    }

    /// Adds a place that explains the error.
    #[must_use]
    pub fn note(mut self, loc: Loc, message: impl Into<String>) -> Self {
        self.notes.push((message.into(), loc));
        self
    }
}

impl fmt::Display for Diagnostic {
    /// `file:line:col: error: message`, then the notes in the same shape.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        write_line(f, &self.loc, severity, &self.message)?;
        for (message, loc) in &self.notes {
            f.write_str("\n")?;
            write_line(f, loc, "note", message)?;
        }
        Ok(())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, loc: &Loc, severity: &str, message: &str) -> fmt::Result {
    match loc.position() {
        Some((file, line, col)) => write!(f, "{file}:{line}:{col}: {severity}: {message}"),
        None => write!(f, "{severity}: {message}"),
    }
}

impl std::error::Error for Diagnostic {}
