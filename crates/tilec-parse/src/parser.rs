//! The reader's state, scopes, and what is common to all ops: results, regions, locations.

use crate::lexer::{Kind, Lexer, Result};
use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::{Attr, Block, Diagnostic, Loc, Module, Op, Region, Type, Value, spelling};

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
    scopes: Vec<Scope<'t>>,
    /// Ops whose location is an alias that may be defined further down.
    deferred_locs: Vec<(Op, &'t str, usize)>,
    depth: usize,
    /// Alignment and bytes of the entries of the resource section.
    pub(crate) resources: HashMap<String, (u32, Arc<[u8]>)>,
    /// Operators read of the current affine map.
    pub(crate) affine_operators: usize,
}

#[derive(Default)]
struct Scope<'t> {
    /// A name stands for a list of values; an operand `%r#1` picks one.
    names: HashMap<&'t str, (Vec<Value>, usize)>,
    isolated: bool,
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
            depth: 0,
            resources: HashMap::new(),
            affine_operators: 0,
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
        if let Some(at) = self.lex.resource_section() {
            let start = self.lex.token();
            self.lex.jump(at)?;
            self.parse_resource_section()?;
            self.lex.rewind(start);
        }
        let block = self.module.top_block();
        while self.lex.token().kind != Kind::End {
            match self.lex.token().kind {
                Kind::Hash => self.parse_attr_alias()?,
                Kind::Bang => self.parse_type_alias()?,
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
        let name = &self.lex.next()?[1..];
        self.lex.expect("=")?;
        let attr = self.parse_attr()?;
        self.attr_aliases.insert(name, attr);
        Ok(())
    }

    fn parse_type_alias(&mut self) -> Result<()> {
        let name = &self.lex.next()?[1..];
        self.lex.expect("=")?;
        let ty = self.parse_type()?;
        self.type_aliases.insert(name, ty);
        Ok(())
    }

    /// `%a, %b:2 = name …` into a block.
    fn parse_op(&mut self, block: Block) -> Result<()> {
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
            Kind::Str => return Err(self.lex.error(format!("the quoted form of {} is not supported", self.lex.spelling()))),
            _ => return Err(self.lex.expected("an operation")),
        };
        let full = match name {
            "return" => "func.return",
            "module" => "builtin.module",
            _ => name,
        };
        let Some(row) = spelling::find(full) else {
            return Err(self.lex.error_at(at, format!("unknown operation '{name}'")));
        };
        let loc = self.lex.loc(at);
        self.parse_form(row, loc)
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

    /// `{ … }` into `region`, with the given entry arguments; the region of a function hides the names outside.
    pub(crate) fn parse_region(&mut self, region: Region, args: &[RegionArg<'t>], isolated: bool) -> Result<Block> {
        let open = self.lex.here();
        self.lex.expect("{")?;
        self.scopes.push(Scope { isolated, ..Scope::default() });
        let types: Vec<_> = args.iter().map(|a| (a.ty.clone(), a.loc.clone())).collect();
        let block = self.module.append_block(region, &types);
        for (i, arg) in args.iter().enumerate() {
            let value = self.module.block_args(block)[i];
            self.define(arg.name, vec![value], arg.at)?;
        }
        if self.lex.token().kind == Kind::Block {
            if !args.is_empty() {
                return Err(self.lex.error("several blocks in a region are not supported"));
            }
            self.parse_block_header(block)?;
        }
        while !self.lex.at("}") {
            match self.lex.token().kind {
                Kind::End => return Err(self.lex.expected("an operation or '}'").note_unclosed(open, '{')),
                Kind::Block => return Err(self.lex.error("several blocks in a region are not supported")),
                _ => self.parse_op(block).map_err(|e| e.note_unclosed(open.clone(), '{'))?,
            }
        }
        self.lex.next()?;
        self.scopes.pop();
        Ok(block)
    }

    /// `^bb0(%x: f32):`.
    fn parse_block_header(&mut self, block: Block) -> Result<()> {
        self.lex.next()?;
        if self.lex.at("(") {
            for arg in self.parse_region_args()? {
                let value = self.module.push_block_arg(block, arg.ty, arg.loc);
                self.define(arg.name, vec![value], arg.at)?;
            }
        }
        self.lex.expect(":")
    }

    /// `(%x: f32, %y: f32)`.
    fn parse_region_args(&mut self) -> Result<Vec<RegionArg<'t>>> {
        self.lex.expect("(")?;
        self.parse_list(")", Self::parse_region_arg)
    }

    /// `%x: f32 loc(…)`.
    pub(crate) fn parse_region_arg(&mut self) -> Result<RegionArg<'t>> {
        let at = self.lex.token().start;
        let name = self.lex.expect_kind(Kind::Value, "an argument")?;
        self.lex.expect(":")?;
        let ty = self.parse_type()?;
        let loc = if self.lex.at("loc") { self.parse_loc()? } else { self.lex.loc(at) };
        Ok(RegionArg { name, ty, loc, at })
    }

    /// `loc(…)` after an op; `loc(#alias)` may be defined later.
    fn parse_trailing_loc(&mut self, op: Op) -> Result<()> {
        if !self.lex.at("loc") {
            return Ok(());
        }
        let start = self.lex.token();
        self.lex.next()?;
        self.lex.expect("(")?;
        if self.lex.token().kind == Kind::Hash {
            let at = self.lex.token().start;
            let name = &self.lex.next()?[1..];
            self.deferred_locs.push((op, name, at));
            return self.lex.expect(")");
        }
        self.lex.rewind(start);
        self.module.op_mut(op).loc = self.parse_loc()?;
        Ok(())
    }

    /// `loc(…)`.
    pub(crate) fn parse_loc(&mut self) -> Result<Loc> {
        self.lex.expect("loc")?;
        self.lex.expect("(")?;
        let loc = self.parse_loc_body()?;
        self.lex.expect(")")?;
        Ok(loc)
    }

    fn parse_loc_body(&mut self) -> Result<Loc> {
        self.nested(|p| {
            if p.lex.token().kind == Kind::Hash {
                let name = &p.lex.spelling()[1..];
                let Some(Attr::Loc(loc)) = p.attr_aliases.get(name) else {
                    return Err(p.lex.error(format!("undefined location alias #{name}")));
                };
                let loc = (**loc).clone();
                p.lex.next()?;
                return Ok(loc);
            }
            if p.lex.token().kind == Kind::Str {
                return p.parse_file_or_name_loc();
            }
            match p.lex.next()? {
                "unknown" => Ok(Loc::Unknown),
                "callsite" => {
                    p.lex.expect("(")?;
                    let callee = p.parse_loc_body()?;
                    p.lex.expect("at")?;
                    let caller = p.parse_loc_body()?;
                    p.lex.expect(")")?;
                    Ok(Loc::CallSite(Arc::new(callee), Arc::new(caller)))
                }
                "fused" => {
                    p.lex.expect("[")?;
                    let mut parts = vec![p.parse_loc_body()?];
                    while p.lex.eat(",")? {
                        parts.push(p.parse_loc_body()?);
                    }
                    p.lex.expect("]")?;
                    Ok(Loc::Fused(parts.into()))
                }
                _ => Err(p.lex.expected("a location")),
            }
        })
    }

    fn parse_file_or_name_loc(&mut self) -> Result<Loc> {
        let name: Arc<str> = self.parse_string()?.into();
        if self.lex.eat(":")? {
            let number = |p: &mut Self| p.parse_integer().map(|n| u32::try_from(n).unwrap_or(0));
            let line = number(self)?;
            self.lex.expect(":")?;
            let col = number(self)?;
            return Ok(Loc::File { file: name, line, col });
        }
        let inner = if self.lex.eat("(")? {
            let inner = self.parse_loc_body()?;
            self.lex.expect(")")?;
            inner
        } else {
            Loc::Unknown
        };
        Ok(Loc::Name(name, Arc::new(inner)))
    }
}

/// A named argument of a region.
pub(crate) struct RegionArg<'t> {
    pub(crate) name: &'t str,
    pub(crate) ty: Type,
    pub(crate) loc: Loc,
    pub(crate) at: usize,
}
