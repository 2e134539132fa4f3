//! Remarks: what a pass did at each candidate, or the named reason why not; for people as text, for programs as JSON.

use std::fmt::{self, Write};
use tilec_ir::Loc;

/// Applied, or missed because of a blocker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rewrite was made.
    Applied,
    /// It was not, for this reason; the name of a blocker in `docs/passes.md`.
    Missed(&'static str),
    /// The program asked for this message; it is shown whether or not remarks are.
    Said,
}

/// What a remark says of its candidate in a form for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A name, a type, a map.
    Text(String),
    /// A number: of bytes, of loops.
    Int(i64),
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
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
    /// The facts of the message by name; the text form does not show them.
    pub args: Vec<(&'static str, Arg)>,
}

impl Remark {
    /// A rewrite that was made.
    pub fn applied(pass: &'static str, loc: Loc, message: impl Into<String>) -> Self {
        Self { pass, verdict: Verdict::Applied, loc, message: message.into(), notes: Vec::new(), args: Vec::new() }
    }

    /// A rewrite that was not made, and the blocker's name.
    pub fn missed(pass: &'static str, blocker: &'static str, loc: Loc, message: impl Into<String>) -> Self {
        Self { pass, verdict: Verdict::Missed(blocker), loc, message: message.into(), notes: Vec::new(), args: Vec::new() }
    }

    /// Adds another place.
    #[must_use]
    pub fn note(mut self, loc: Loc, message: impl Into<String>) -> Self {
        self.notes.push((message.into(), loc));
        self
    }

    /// Adds a fact by name.
    #[must_use]
    pub fn arg(mut self, key: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((key, value.into()));
        self
    }

    /// The remark as a JSON object on one line: `pass`, `verdict` (`applied`, `missed`, or `said`), `blocker` (null if applied), `message`,
    /// `location`, `notes` (each a `message` and a `location`), and `args`, an object of strings and integers. A location is null, or an
    /// object of `file`, `line` and `column`; one made of several has the others as `fused`.
    pub fn to_json(&self) -> String {
        let (verdict, blocker) = match self.verdict {
            Verdict::Applied => ("applied", "null".to_owned()),
            Verdict::Missed(blocker) => ("missed", quoted(blocker)),
            Verdict::Said => ("said", "null".to_owned()),
        };
        let note = |(message, loc): &(String, Loc)| format!(r#"{{"message":{},"location":{}}}"#, quoted(message), place(loc));
        let arg = |(key, value): &(&str, Arg)| match value {
            Arg::Text(text) => format!("{}:{}", quoted(key), quoted(text)),
            Arg::Int(number) => format!("{}:{number}", quoted(key)),
        };
        format!(
            r#"{{"pass":{},"verdict":"{verdict}","blocker":{blocker},"message":{},"location":{},"notes":[{}],"args":{{{}}}}}"#,
            quoted(self.pass),
            quoted(&self.message),
            place(&self.loc),
            self.notes.iter().map(note).collect::<Vec<_>>().join(","),
            self.args.iter().map(arg).collect::<Vec<_>>().join(",")
        )
    }
}

/// The positions in files inside a location, in order.
fn positions(loc: &Loc) -> Vec<String> {
    let one = |loc: &Loc| {
        let (file, line, column) = loc.position()?;
        Some(format!(r#""file":{},"line":{line},"column":{column}"#, quoted(file)))
    };
    loc.parts().iter().filter_map(one).collect()
}

fn place(loc: &Loc) -> String {
    match positions(loc).as_slice() {
        [] => "null".to_owned(),
        [one] => format!("{{{one}}}"),
        [first, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(|p| format!("{{{p}}}")).collect();
            format!(r#"{{{first},"fused":[{}]}}"#, rest.join(","))
        }
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl fmt::Display for Remark {
    /// `LOC: remark: PASS: applied: MESSAGE` or `… missed [BLOCKER]: …`, then the notes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.verdict == Verdict::Said {
            return match self.loc.position() {
                Some(_) => write!(f, "{}: remark: {}", self.loc, self.message),
                None => f.write_str(&self.message),
            };
        }
        write!(f, "{}: remark: {}: ", self.loc, self.pass)?;
        match self.verdict {
            Verdict::Applied => write!(f, "applied: {}", self.message)?,
            Verdict::Missed(blocker) => write!(f, "missed [{blocker}]: {}", self.message)?,
            Verdict::Said => {}
        }
        for (message, loc) in &self.notes {
            write!(f, "\n{loc}: note: {message}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_every_field() {
        let file = "a \"b\".mlir".into();
        let remark = Remark::missed("fuse", "map", Loc::file(&file, 3, 4), "one\n\ttwo\\")
            .note(Loc::Unknown, "here")
            .arg("bytes", 64)
            .arg("map", "(d0) -> (d0)");
        let expected = concat!(
            r#"{"pass":"fuse","verdict":"missed","blocker":"map","message":"one\n\u0009two\\","#,
            r#""location":{"file":"a \"b\".mlir","line":3,"column":4},"#,
            r#""notes":[{"message":"here","location":null}],"args":{"bytes":64,"map":"(d0) -> (d0)"}}"#
        );
        assert_eq!(remark.to_json(), expected);
        let fused = Loc::fuse([Loc::file(&file, 1, 1), Loc::file(&file, 2, 1)]);
        let json = Remark::applied("fuse", fused, "").to_json();
        assert!(json.contains(r#""line":1,"column":1,"fused":[{"file":"a \"b\".mlir","line":2,"column":1}]}"#), "{json}");
        assert!(json.contains(r#""verdict":"applied","blocker":null"#), "{json}");
    }
}
