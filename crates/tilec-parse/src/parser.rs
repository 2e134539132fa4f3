//! The reader's state, scopes, and what is common to all ops: results, regions, locations.

use crate::affine::AccessOperands;
use crate::lexer::{Kind, Lexer, Result};
use crate::region::BlockNames;
use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::{Attr, Block, Diagnostic, Loc, Module, Op, Type, Value, spelling};

/// Nesting of regions, types, attributes and expressions beyond which a text is refused: deep enough for any real
/// program, and far from the end of the stack.
const MAX_DEPTH: usize = 256;

/// Adds the place of an unclosed bracket to an error at the end of the text.
pub(crate) trait NoteUnclosed {
    fn note_unclosed(self, open: Loc, bracket: char) -> Self;
}

impl NoteUnclosed for Box<Diagnostic> {
    fn note_unclosed(self, open: Loc, bracket: char) -> Self {
        if self.message.ends_with("the file ended") && self.notes.is_empty() {
            return Box::new(self.note(open, format!("this {bracket} is not closed")));
        }
        self
    }
}

/// Reads one text into one module.
pub(crate) struct Parser<'t> {
    pub(crate) lex: Lexer<'t>,
    pub(crate) module: Module,
    pub(crate) attr_aliases: HashMap<&'t str, Attr>,
    pub(crate) type_aliases: HashMap<&'t str, Type>,
    /// Values by name, innermost scope last. A function's scope hides the ones outside.
    pub(crate) scopes: Vec<Scope<'t>>,
    /// Ops whose location is an alias that may be defined further down.
    pub(crate) deferred_locs: Vec<(Op, &'t str, usize)>,
    /// The blocks of each region being read, by name.
    pub(crate) blocks: Vec<BlockNames<'t>>,
    depth: usize,
    /// Alignment and bytes of the entries of the resource section.
    pub(crate) resources: HashMap<String, (u32, Arc<[u8]>)>,
    /// Operators read of the current affine map.
    pub(crate) affine_operators: usize,
    /// The operands of an access that is being read, whose indices are expressions over them.
    pub(crate) affine_operands: Option<AccessOperands>,
}

#[derive(Default)]
pub(crate) struct Scope<'t> {
    /// A name stands for a list of values; an operand `%r#1` picks one.
    pub(crate) names: HashMap<&'t str, (Vec<Value>, usize)>,
    pub(crate) isolated: bool,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str, file: &str, first_line: u32) -> Result<Self> {
        Ok(Self {
            lex: Lexer::new(text, file, first_line)?,
            module: Module::new(),
            attr_aliases: HashMap::new(),
            type_aliases: HashMap::new(),
            scopes: Vec::new(),
            deferred_locs: Vec::new(),
            blocks: Vec::new(),
            depth: 0,
            resources: HashMap::new(),
            affine_operators: 0,
            affine_operands: None,
        })
    }

    /// Runs a recursive step, refusing to go too deep.
    pub(crate) fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.lex.error(format!("nesting is deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    /// `item, item` and the closing bracket; possibly no item.
    pub(crate) fn parse_list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.lex.at(close) {
            if !items.is_empty() {
                self.lex.expect(",")?;
            }
            items.push(item(self)?);
        }
        self.lex.next()?;
        Ok(items)
    }

    /// The whole text: aliases and ops. A single module at the top is the module itself.
    pub(crate) fn parse_top(mut self) -> Result<Module> {
        self.scopes.push(Scope { isolated: true, ..Scope::default() });
        // The resource section stands at the end, but the constants before it need what it holds.
        let start = self.lex.token();
        let mut section = None;
        if let Some(at) = self.lex.resource_section() {
            self.lex.jump(at)?;
            section = Some(self.lex.token().start);
            self.parse_resource_section()?;
        }
        let after = self.lex.token();
        self.lex.rewind(start);
        let (top, block) = (self.module.top(), self.module.top_block());
        // The module around several ops is at no line; one that is written has its own location.
        self.module.op_mut(top).loc = self.lex.start();
        self.blocks.push(HashMap::new());
        while self.lex.token().kind != Kind::End {
            match self.lex.token().kind {
                Kind::Hash => self.parse_attr_alias()?,
                Kind::Bang => self.parse_type_alias()?,
                _ if section == Some(self.lex.token().start) => self.lex.rewind(after),
                _ if self.lex.at("{-#") => self.parse_resource_section()?,
                _ => self.parse_op(block)?,
            }
        }
        for (op, name, at) in std::mem::take(&mut self.deferred_locs) {
            match self.attr_aliases.get(name) {
                Some(Attr::Loc(loc)) => self.module.op_mut(op).loc = (**loc).clone(),
                _ => return Err(self.lex.error_at(at, format!("undefined location alias #{name}"))),
            }
        }
        self.module.unwrap_single_module();
        Ok(self.module)
    }

    fn parse_attr_alias(&mut self) -> Result<()> {
        let at = self.lex.token().start;
        let name = &self.lex.next()?[1..];
        if self.attr_aliases.contains_key(name) {
            return Err(self.lex.error_at(at, format!("attribute alias #{name} is defined twice")));
        }
        self.lex.expect("=")?;
        let attr = self.parse_attr()?;
        self.attr_aliases.insert(name, attr);
        Ok(())
    }

    fn parse_type_alias(&mut self) -> Result<()> {
        let at = self.lex.token().start;
        let name = &self.lex.next()?[1..];
        if self.type_aliases.contains_key(name) {
            return Err(self.lex.error_at(at, format!("type alias !{name} is defined twice")));
        }
        self.lex.expect("=")?;
        let ty = self.parse_type()?;
        self.type_aliases.insert(name, ty);
        Ok(())
    }

    /// `%a, %b:2 = name …` into a block.
    pub(crate) fn parse_op(&mut self, block: Block) -> Result<()> {
        let mut names: Vec<(&'t str, usize, usize)> = Vec::new();
        if self.lex.token().kind == Kind::Value {
            loop {
                let at = self.lex.token().start;
                let name = self.lex.expect_kind(Kind::Value, "the name of a result")?;
                let count = if self.lex.eat(":")? { self.parse_integer()? } else { 1 };
                let Some(count) = usize::try_from(count).ok().filter(|c| *c > 0) else {
                    return Err(self.lex.error_at(at, "expected a positive number of results"));
                };
                names.push((name, count, at));
                if !self.lex.eat(",")? {
                    break;
                }
            }
            self.lex.expect("=")?;
        }
        let at = self.lex.token().start;
        let op = self.nested(Self::parse_op_body)?;
        self.parse_trailing_loc(op)?;
        self.module.append_op(block, op);
        let results = self.module.results(op).to_vec();
        let named: usize = names.iter().map(|(_, count, _)| *count).sum();
        if !names.is_empty() && named != results.len() {
            let name = self.module.spelling(op).name;
            let message = format!("{name} has {} results, but {named} are named", results.len());
            return Err(self.lex.error_at(at, message));
        }
        let mut rest = results.as_slice();
        for (name, count, at) in names {
            let (mine, others) = rest.split_at(count);
            rest = others;
            self.define(name, mine.to_vec(), at)?;
        }
        Ok(())
    }

    fn parse_op_body(&mut self) -> Result<Op> {
        let at = self.lex.token().start;
        let name = match self.lex.token().kind {
            Kind::Word => self.lex.next()?,
            Kind::Str => return self.parse_quoted(),
            _ => return Err(self.lex.expected("an operation")),
        };
        let full = match name {
            "return" => "func.return",
            "call" => "func.call",
            "module" => "builtin.module",
            _ => name,
        };
        let Some(row) = spelling::find(full) else {
            return Err(self.unknown_operation(name, at));
        };
        let loc = self.lex.loc(at);
        self.parse_form(row, loc)
    }

    /// Why there is no such op: an old spelling, a dialect that is out of scope, or a typing error.
    pub(crate) fn unknown_operation(&self, name: &str, at: usize) -> Box<Diagnostic> {
        let message = match (spelling::successor_of(name), name.split_once('.')) {
            (Some(now), _) => format!("'{name}' is an old spelling: write {now}"),
            (None, Some((dialect, _))) if !spelling::DIALECTS.contains(&dialect) => {
                format!("unknown operation '{name}': dialect '{dialect}' is not supported")
            }
            _ => format!("unknown operation '{name}'"),
        };
        self.lex.error_at(at, message)
    }

    /// Names values in the innermost scope.
    pub(crate) fn define(&mut self, name: &'t str, values: Vec<Value>, at: usize) -> Result<()> {
        let scopes = self.scopes.iter().rev();
        let mut visible = 0;
        for scope in scopes {
            if let Some((_, earlier)) = scope.names.get(name) {
                let note = self.lex.loc(*earlier);
                let error = self.lex.error_at(at, format!("value {name} is defined twice"));
                return Err(Box::new(error.note(note, "first defined here")));
            }
            visible += 1;
            if scope.isolated {
                break;
            }
        }
        debug_assert!(visible > 0);
        self.scopes.last_mut().expect("inside a scope").names.insert(name, (values, at));
        Ok(())
    }

    /// An operand: `%x` or `%r#1`, with its place.
    pub(crate) fn parse_operand(&mut self) -> Result<(Value, usize)> {
        let at = self.lex.token().start;
        let name = self.lex.expect_kind(Kind::Value, "an operand")?;
        let mut index = 0;
        let end = at + name.len();
        if self.lex.token().kind == Kind::Hash && self.lex.token().start == end {
            let number = self.lex.next()?;
            index = number[1..].parse().map_err(|_| self.lex.error_at(end, "expected a result number after #"))?;
        }
        for scope in self.scopes.iter().rev() {
            if let Some((values, _)) = scope.names.get(name) {
                let Some(&value) = values.get(index) else {
                    let message = format!("{name} has {} results, so there is no {name}#{index}", values.len());
                    return Err(self.lex.error_at(at, message));
                };
                return Ok((value, at));
            }
            if scope.isolated {
                break;
            }
        }
        Err(self.lex.error_at(at, format!("use of undefined value {name}")))
    }

    /// `%a, %b`, possibly none.
    pub(crate) fn parse_operands(&mut self) -> Result<Vec<(Value, usize)>> {
        let mut operands = Vec::new();
        if self.lex.token().kind == Kind::Value {
            operands.push(self.parse_operand()?);
            while self.lex.eat(",")? {
                operands.push(self.parse_operand()?);
            }
        }
        Ok(operands)
    }

    /// An error unless the value has the type written for it.
    pub(crate) fn check_type(&self, (value, at): (Value, usize), written: &Type) -> Result<()> {
        let ty = self.module.ty(value);
        if ty == written {
            return Ok(());
        }
        let name = self.lex.slice(at, at + self.name_len(at));
        let note = self.module.value_loc(value).clone();
        let error = self.lex.error_at(at, format!("expected {name} of type {written}, but it is of type {ty}"));
        Err(Box::new(error.note(note, "defined here")))
    }

    fn name_len(&self, at: usize) -> usize {
        let rest = self.lex.slice(at, self.lex.token().end.max(at));
        rest.find(|c: char| !(c.is_ascii_alphanumeric() || "%_$.-#".contains(c))).unwrap_or(rest.len())
    }
}
