//! MLIR text to tilec IR.
//!
//! [`parse`] reads one text into one [`Module`]; [`split_input`] cuts a file at its `// -----` lines first. The grammar (pest) gives
//! tokens; what follows an op's name comes from the op's row in [`tilec_ir::spelling`]. Nothing is verified here beyond what
//! reading needs: run [`tilec_ir::verify`] afterwards. Any text gives a module or an error with its place, never a panic.

mod affine;
mod attrs;
mod control;
mod dense;
mod forms;
mod lexer;
mod loc;
mod parser;
mod pattern;
mod quoted;
mod region;
mod schedule;
mod structured;
mod types;

use tilec_ir::{Diagnostic, Module};

/// The line that separates the programs of one file.
pub const SPLIT_MARKER: &str = "// -----";

/// Reads a text. `file` is the name that locations carry.
///
/// # Errors
/// The first thing that cannot be read: file, line, column, what was expected and what was found.
pub fn parse(text: &str, file: &str) -> Result<Module, Diagnostic> {
    parse_at(text, file, 0)
}

/// [`parse`] for a text that starts `first_line` lines below the start of its file.
///
/// # Errors
/// See [`parse`].
pub fn parse_at(text: &str, file: &str, first_line: u32) -> Result<Module, Diagnostic> {
    parser::Parser::new(text, file, first_line).and_then(parser::Parser::parse_top).map_err(|e| *e)
}

/// The programs of a file with the number of lines before each. The marker counts wherever it stands, as in mlir-opt.
pub fn split_input(text: &str) -> Vec<(u32, &str)> {
    let mut line = 0;
    text.split(SPLIT_MARKER)
        .map(|chunk| {
            let start = line;
            line += u32::try_from(chunk.matches('\n').count()).unwrap_or(u32::MAX);
            (start, chunk)
        })
        .collect()
}
