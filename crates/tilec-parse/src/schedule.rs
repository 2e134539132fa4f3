//! Reads the parts of schedule steps that no pattern of words and groups can say: the mirror of the printer's `schedule`.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use crate::pattern::Draft;
use std::sync::Arc;
use tilec_ir::spelling::{self, Spelling, param_operand_attr};
use tilec_ir::{Attr, Block, Dict, Value};

impl Parser<'_> {
    /// `[0, -1]`, `[all]`, `[except(0)]`.
    pub(crate) fn parse_positions(&mut self, draft: &mut Draft) -> Result<()> {
        self.lex.expect("[")?;
        let mut list = Vec::new();
        if self.lex.eat("all")? {
            draft.attrs.set("is_all", Attr::Unit);
            self.lex.expect("]")?;
        } else if self.lex.eat("except")? {
            draft.attrs.set("is_inverted", Attr::Unit);
            self.lex.expect("(")?;
            list = self.parse_list(")", Self::parse_integer)?;
            self.lex.expect("]")?;
        } else {
            list = self.parse_list("]", Self::parse_integer)?;
        }
        draft.attrs.set("raw_position_list", Attr::i64_array(list));
        Ok(())
    }

    /// `@matcher -> @action, …`.
    pub(crate) fn parse_pairs(&mut self, draft: &mut Draft) -> Result<()> {
        let (mut matchers, mut actions) = (Vec::new(), Vec::new());
        loop {
            matchers.push(Attr::Symbol(self.parse_symbol()?.into()));
            self.lex.expect("->")?;
            actions.push(Attr::Symbol(self.parse_symbol()?.into()));
            if !self.lex.eat(",")? {
                break;
            }
        }
        draft.attrs.set("matchers", Attr::Array(matchers.into()));
        draft.attrs.set("actions", Attr::Array(actions.into()));
        Ok(())
    }

    /// `{"key" = value, key = %param}`.
    pub(crate) fn parse_pass_options(&mut self, row: &Spelling, draft: &mut Draft) -> Result<()> {
        let mut params = Vec::new();
        self.lex.expect("{")?;
        let mut options = Dict::default();
        let entries = self.parse_list("}", |p| {
            let at = p.lex.token().start;
            let key = match p.lex.token().kind {
                Kind::Str => p.parse_string()?,
                _ => p.lex.expect_kind(Kind::Word, "the name of an option")?.to_string(),
            };
            p.lex.expect("=")?;
            Ok((key, at, p.nested(|p| p.parse_option(&mut params))?))
        })?;
        for (key, at, value) in entries {
            if options.get(&key).is_some() {
                return Err(self.lex.error_at(at, format!("option '{key}' is given twice")));
            }
            options.set(&key, value);
        }
        draft.attrs.set("options", Attr::Dict(Arc::new(options)));
        let group = row.operand_group("dynamic_options").expect("the group that the pattern is for");
        draft.operands[group] = params;
        Ok(())
    }

    /// Ends the body of a step with `name` if the text leaves that out.
    pub(crate) fn end_step(&mut self, block: Block, name: &str) {
        let row = spelling::find(name).expect("a terminator of the table");
        if self.module.terminator(block).is_none_or(|t| self.module.spelling(t).name != name) {
            let loc = self.lex.here();
            let end = self.module.create_op(row, &[], &[], 0, loc);
            self.module.append_op(block, end);
        }
    }

    fn parse_option(&mut self, params: &mut Vec<(Value, usize)>) -> Result<Attr> {
        if self.lex.token().kind == Kind::Value {
            params.push(self.parse_operand()?);
            return Ok(param_operand_attr(params.len() - 1));
        }
        if self.lex.eat("[")? {
            let items = self.parse_list("]", |p| p.nested(|p| p.parse_option(params)))?;
            return Ok(Attr::Array(items.into()));
        }
        self.parse_attr()
    }
}
