//! How errors are shown: a plain `file:line:col: error: message` line that tools can find, then the source with a caret.

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::fmt;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use tilec::{Diagnostic, Error, NpyError, PipelineError};

/// Why a command failed, by blame.
#[derive(Debug)]
pub enum Failure {
    /// The input was rejected or a check failed: exit code 1. The message ends without a line break.
    Rejected(String),
    /// A wrong command line or a fault of tilec: exit code 2.
    Internal(String),
    /// Everything was said already.
    Reported,
    /// The reader of our output went away, which is no failure.
    BrokenPipe,
}

/// The result of a command.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Tells the user, and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Rejected(message) => {
                say(&message);
                ExitCode::from(1)
            }
            Self::Internal(message) => {
                say(&message);
                ExitCode::from(2)
            }
            Self::Reported => ExitCode::from(1),
            Self::BrokenPipe => ExitCode::SUCCESS,
        }
    }

    /// A wrong command line.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::Internal(format!("error: {message}"))
    }

    /// Input that was rejected, without a place.
    pub fn rejected(message: impl fmt::Display) -> Self {
        Self::Rejected(format!("error: {message}"))
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Self::BrokenPipe } else { Self::rejected(error) }
    }
}

/// Prints a line to standard error; if nobody listens, that is no fault.
pub fn say(message: impl fmt::Display) {
    let text = message.to_string();
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end_matches('\n'));
}

/// A text with its name.
pub struct Source {
    /// The name that locations carry.
    pub name: String,
    /// The whole file.
    pub text: String,
    /// Schedules that were read beside it: errors may point into them.
    pub scripts: Vec<Source>,
}

impl Source {
    /// Reads a file, or standard input for `-`.
    pub fn read(path: &str) -> Outcome<Self> {
        let (name, text) = if path == "-" {
            ("<stdin>".to_owned(), std::io::read_to_string(std::io::stdin()))
        } else {
            (path.to_owned(), std::fs::read_to_string(path))
        };
        let text = text.map_err(|error| Failure::rejected(format!("cannot read {name}: {error}")))?;
        Ok(Self { name, text, scripts: Vec::new() })
    }

    /// A failure from an error of the library.
    pub fn failure(&self, error: &Error) -> Failure {
        match error {
            Error::Input(errors) => Failure::Rejected(self.render(&errors.diagnostics)),
            Error::Pipeline(error) => match &**error {
                PipelineError::Rejected { diagnostic, .. } => Failure::Rejected(self.render(std::slice::from_ref(diagnostic))),
                PipelineError::Invalid { .. } => Failure::Internal(error.to_string()),
                PipelineError::Syntax(_) | PipelineError::Order { .. } => Failure::usage(error),
            },
            Error::Codegen(_) if error.is_internal() => Failure::Internal(error.to_string()),
            Error::Codegen(tilec::CodegenError::Unsupported { op, loc, what }) => {
                let diagnostic = Diagnostic::error(loc.clone(), format!("{op} cannot be compiled: {what}"));
                Failure::Rejected(self.render(&[diagnostic]))
            }
            Error::Codegen(_) | Error::Entry { .. } | Error::Read { .. } => Failure::rejected(error),
        }
    }

    /// Diagnostics as text, each followed by its place in the source.
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let of_script = |d: &Diagnostic| {
            let file = d.loc.position().map(|(file, ..)| file.clone())?;
            self.scripts.iter().find(|s| *s.name == *file)
        };
        diagnostics.iter().map(|d| of_script(d).unwrap_or(self).render_one(d)).collect::<Vec<_>>().join("\n")
    }

    fn render_one(&self, diagnostic: &Diagnostic) -> String {
        let mut out = diagnostic.to_string();
        let places = std::iter::once(("", &diagnostic.loc)).chain(diagnostic.notes.iter().map(|(m, l)| (m.as_str(), l)));
        let mut labels = Vec::new();
        for (message, loc) in places {
            if let Some((file, line, col)) = loc.position()
                && **file == *self.name
                && let Some(offset) = self.offset(line, col)
            {
                let length = self.text[offset..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
                labels.push(LabeledSpan::new((!message.is_empty()).then(|| message.to_owned()), offset, length));
            }
        }
        if !labels.is_empty()
            && let Some(snippet) = self.snippet(labels)
        {
            out.push('\n');
            out.push_str(&snippet);
        }
        out
    }

    fn snippet(&self, labels: Vec<LabeledSpan>) -> Option<String> {
        let theme = if std::io::stderr().is_terminal() { GraphicalTheme::unicode() } else { GraphicalTheme::none() };
        let report = Report { labels, source: self };
        let mut text = String::new();
        GraphicalReportHandler::new_themed(theme).with_context_lines(0).render_report(&mut text, &report).ok()?;
        // The handler starts with a header line of its own; ours is printed already.
        let (_, snippet) = text.trim_end().split_once('\n')?;
        Some(snippet.to_owned())
    }

    /// The byte offset of a position, at most the end of its line.
    fn offset(&self, line: u32, col: u32) -> Option<usize> {
        let mut start = 0;
        for _ in 1..line {
            start += self.text[start..].find('\n')? + 1;
        }
        let length = self.text[start..].find('\n').unwrap_or(self.text.len() - start);
        let mut offset = start + (col.saturating_sub(1) as usize).min(length);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        Some(offset)
    }
}

/// What miette draws.
struct Report<'a> {
    labels: Vec<LabeledSpan>,
    source: &'a Source,
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("error")
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("error")
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.source)
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, miette::MietteError> {
        // Whole lines: miette shows no more than what it is given.
        let end = (span.offset() + span.len()).min(self.text.len());
        let first = self.text.get(..span.offset()).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
        let last = self.text.get(end..).and_then(|t| t.find('\n')).map_or(self.text.len(), |at| end + at);
        let lines = SourceSpan::new(first.into(), last - first);
        let (exact, inner) = (self.text.as_str().read_span(span, 0, 0)?, self.text.as_str().read_span(&lines, before, after)?);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line(),
            exact.column(),
            inner.line_count(),
        )))
    }
}

/// The message for an argument or file that could not be read.
pub fn npy_failure(argument: usize, error: &NpyError) -> Failure {
    match error {
        NpyError::Dtype { .. } => Failure::rejected(format!("argument {argument} {error}")),
        NpyError::Read { .. } | NpyError::Format { .. } => Failure::rejected(error),
    }
}
