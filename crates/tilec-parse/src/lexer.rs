//! Tokens on demand: a cursor over the text that asks the pest grammar for one token by rule.

use pest::Parser;
use pest_derive::Parser;
use std::sync::Arc;
use tilec_ir::{DYNAMIC, Diagnostic, Loc};

#[derive(Parser)]
#[grammar = "grammar.pest"]
#[allow(missing_docs, reason = "pest derives an enum without docs")]
struct Grammar;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `%name`
    Value,
    /// `^name`
    Block,
    /// `@name` or `@"name"`
    Symbol,
    /// `#name`
    Hash,
    /// `!name`
    Bang,
    /// `1.0e3`
    Float,
    /// `0x1F`
    Hex,
    /// `12`
    Integer,
    /// `"text"`
    Str,
    /// `func.func`
    Word,
    /// Brackets and signs.
    Punctuation,
    /// The end of the text.
    End,
}

/// A token: kind and byte range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The text, where the reader is, and the token there.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    file: Arc<str>,
    /// Lines before the text within its file.
    first_line: u32,
    /// Byte offset of each line start.
    lines: Vec<usize>,
    token: Token,
}

/// A reading error; one is enough to stop.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str, file: &str, first_line: u32) -> Result<Self> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        let token = Token { kind: Kind::End, start: 0, end: 0 };
        let mut lexer = Self { text, file: file.into(), first_line, lines, token };
        lexer.token = lexer.lex(0)?;
        Ok(lexer)
    }

    fn lex(&self, from: usize) -> Result<Token> {
        // A string can be most of the file, so its end is looked for bytewise.
        let start = from + self.text[from..].len() - self.text[from..].trim_start_matches([' ', '\t', '\r', '\n']).len();
        if self.text[start..].starts_with('"') {
            return match end_of_string(&self.text.as_bytes()[start..]) {
                Some(length) => Ok(Token { kind: Kind::Str, start, end: start + length }),
                None => Err(self.bad_character(start)),
            };
        }
        let from = start;
        let Ok(mut pairs) = Grammar::parse(Rule::token, &self.text[from..]) else { return Err(self.bad_character(from)) };
        let pair = pairs.next().and_then(|t| t.into_inner().next()).expect("a token has a kind");
        let kind = match pair.as_rule() {
            Rule::value => Kind::Value,
            Rule::block => Kind::Block,
            Rule::symbol => Kind::Symbol,
            Rule::hash => Kind::Hash,
            Rule::bang => Kind::Bang,
            Rule::float => Kind::Float,
            Rule::hex => Kind::Hex,
            Rule::integer => Kind::Integer,
            Rule::string => Kind::Str,
            Rule::word => Kind::Word,
            Rule::EOI => Kind::End,
            _ => Kind::Punctuation,
        };
        let span = pair.as_span();
        Ok(Token { kind, start: from + span.start(), end: from + span.end() })
    }

    fn bad_character(&self, from: usize) -> Box<Diagnostic> {
        // What is not a token starts after blanks and comments.
        let mut at = from;
        loop {
            let rest = &self.text[at..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            at += blanks;
            if self.text[at..].starts_with("//") {
                at += self.text[at..].find('\n').unwrap_or(self.text.len() - at);
            } else {
                break;
            }
        }
        let message = match self.text[at..].chars().next() {
            Some('"') => "expected a closing \" on the same line".to_string(),
            Some(c @ ('%' | '^' | '@' | '#' | '!')) => format!("expected a name after {c}"),
            Some(c) => format!("unexpected character {c:?}"),
            None => "unexpected end of file".to_string(),
        };
        Box::new(Diagnostic::error(self.loc(at), message))
    }

    /// The location of a byte offset.
    pub(crate) fn loc(&self, at: usize) -> Loc {
        let line = self.lines.partition_point(|&start| start <= at) - 1;
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Loc::file(&self.file, self.first_line + number(line) + 1, number(at - self.lines[line]) + 1)
    }

    /// The location of the text as a whole: line and column 0.
    pub(crate) fn start(&self) -> Loc {
        Loc::file(&self.file, 0, 0)
    }

    /// The token the reader stands at.
    pub(crate) fn token(&self) -> Token {
        self.token
    }

    /// Its text.
    pub(crate) fn spelling(&self) -> &'t str {
        &self.text[self.token.start..self.token.end]
    }

    /// Its location.
    pub(crate) fn here(&self) -> Loc {
        self.loc(self.token.start)
    }

    /// Text between two offsets.
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'t str {
        &self.text[start..end]
    }

    /// Moves to the next token and returns the text of the one passed.
    pub(crate) fn next(&mut self) -> Result<&'t str> {
        let text = self.spelling();
        self.token = self.lex(self.token.end)?;
        Ok(text)
    }

    /// Moves back to a token seen before.
    pub(crate) fn rewind(&mut self, token: Token) {
        self.token = token;
    }

    /// Moves to the token at or after a byte offset.
    pub(crate) fn jump(&mut self, at: usize) -> Result<()> {
        self.token = self.lex(at)?;
        Ok(())
    }

    /// Where the last line that opens a resource section starts.
    pub(crate) fn resource_section(&self) -> Option<usize> {
        let at = self.text.rfind("{-#")?;
        let line = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        self.text[line..at].trim().is_empty().then_some(at)
    }

    /// True at this punctuation or word.
    pub(crate) fn at(&self, text: &str) -> bool {
        matches!(self.token.kind, Kind::Punctuation | Kind::Word) && self.spelling() == text
    }

    /// Passes this punctuation or word if it is there.
    pub(crate) fn eat(&mut self, text: &str) -> Result<bool> {
        let found = self.at(text);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Passes this punctuation or word, or says what is there instead.
    pub(crate) fn expect(&mut self, text: &str) -> Result<()> {
        if self.eat(text)? { Ok(()) } else { Err(self.expected(&format!("'{text}'"))) }
    }

    /// Passes a token of a kind.
    pub(crate) fn expect_kind(&mut self, kind: Kind, what: &str) -> Result<&'t str> {
        if self.token.kind == kind { self.next() } else { Err(self.expected(what)) }
    }

    /// An error at the current token: what was expected, what is there.
    pub(crate) fn expected(&self, what: &str) -> Box<Diagnostic> {
        let found = match self.token.kind {
            Kind::End => "the file ended".to_string(),
            _ => format!("found '{}'", abbreviate(self.spelling())),
        };
        self.error(format!("expected {what}, but {found}"))
    }

    /// An error at the current token.
    pub(crate) fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.here(), message))
    }

    /// An error at an earlier token.
    pub(crate) fn error_at(&self, at: usize, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.loc(at), message))
    }

    /// The extents of a shape, right after its `<`; moves to the element type.
    pub(crate) fn dims(&mut self) -> Result<Vec<i64>> {
        let from = self.token.start;
        let Ok(mut pairs) = Grammar::parse(Rule::dims, &self.text[from..]) else { return Err(self.expected("a shape")) };
        let dims = pairs.next().expect("the rule gives one pair");
        let end = from + dims.as_span().end();
        let mut shape = Vec::new();
        for extent in dims.into_inner() {
            shape.push(match extent.as_str() {
                "?" => DYNAMIC,
                digits => {
                    let at = from + extent.as_span().start();
                    digits.parse().map_err(|_| self.error_at(at, format!("extent {digits} does not fit in 64 bits")))?
                }
            });
        }
        self.jump(end)?;
        if self.at("-") {
            return Err(self.error("expected a dimension, a non-negative integer or ?, but found '-'"));
        }
        Ok(shape)
    }
}

/// The length of the string literal that starts here, as the grammar's `string` has it; `None` if it does not end on its line.
fn end_of_string(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += bytes.get(at..)?.iter().position(|b| matches!(b, b'"' | b'\\' | b'\n'))?;
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => return None,
        }
    }
}

/// The start of a long token.
fn abbreviate(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((i, _)) => format!("{}…", &text[..i]),
        None => text.to_string(),
    }
}
