//! Regions: blocks, their names and arguments.

use crate::lexer::{Kind, Result};
use crate::parser::{NoteUnclosed, Parser, Scope};
use std::collections::HashMap;
use tilec_ir::{Block, Loc, Region, Type};

/// The blocks of a region by name: the block, where it was first named, and whether it was defined.
pub(crate) type BlockNames<'t> = HashMap<&'t str, (Block, usize, bool)>;

/// A named argument of a region.
pub(crate) struct RegionArg<'t> {
    pub(crate) name: &'t str,
    pub(crate) ty: Type,
    pub(crate) loc: Loc,
    pub(crate) at: usize,
}

impl<'t> Parser<'t> {
    /// `{ … }` into `region`, with the given entry arguments; the region of a function hides the names outside.
    pub(crate) fn parse_region(&mut self, region: Region, args: &[RegionArg<'t>], isolated: bool) -> Result<Block> {
        let open = self.lex.here();
        self.lex.expect("{")?;
        self.scopes.push(Scope { isolated, ..Scope::default() });
        self.blocks.push(BlockNames::new());
        let types: Vec<_> = args.iter().map(|a| (a.ty.clone(), a.loc.clone())).collect();
        let entry = self.module.append_block(region, &types);
        for (i, arg) in args.iter().enumerate() {
            let value = self.module.block_args(entry)[i];
            self.define(arg.name, vec![value], arg.at)?;
        }
        if self.lex.token().kind == Kind::Block && args.is_empty() {
            let at = self.lex.token().start;
            self.blocks.last_mut().expect("inside a region").insert(self.lex.spelling(), (entry, at, true));
            self.parse_block_header(entry)?;
        }
        let mut block = entry;
        while !self.lex.at("}") {
            match self.lex.token().kind {
                Kind::End => return Err(self.lex.expected("an operation or '}'").note_unclosed(open, '{')),
                Kind::Block => {
                    block = self.define_block(region)?;
                    self.parse_block_header(block)?;
                }
                _ => self.parse_op(block).map_err(|e| e.note_unclosed(open.clone(), '{'))?,
            }
        }
        self.lex.next()?;
        self.scopes.pop();
        let names = self.blocks.pop().expect("inside a region");
        match names.iter().filter(|(_, (.., defined))| !defined).min_by_key(|(_, (_, at, _))| *at) {
            Some((name, (_, at, _))) => Err(self.lex.error_at(*at, format!("there is no block {name} in this region"))),
            None => Ok(entry),
        }
    }

    /// The block whose name starts its header, placed at the end of the region.
    fn define_block(&mut self, region: Region) -> Result<Block> {
        let at = self.lex.token().start;
        let name = self.lex.spelling();
        let (block, first, defined) = self.block_named(name, at);
        if defined {
            let error = self.lex.error_at(at, format!("block {name} is defined twice"));
            return Err(Box::new(error.note(self.lex.loc(first), "first defined here")));
        }
        self.blocks.last_mut().expect("inside a region").insert(name, (block, at, true));
        self.module.place_block(region, block);
        Ok(block)
    }

    fn block_named(&mut self, name: &'t str, at: usize) -> (Block, usize, bool) {
        let names = self.blocks.last_mut().expect("inside a region");
        *names.entry(name).or_insert_with(|| (self.module.create_block(), at, false))
    }

    /// `^bb1` as the target of a branch; the block may come later.
    pub(crate) fn parse_successor(&mut self) -> Result<Block> {
        let at = self.lex.token().start;
        let name = self.lex.expect_kind(Kind::Block, "a block")?;
        Ok(self.block_named(name, at).0)
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
    pub(crate) fn parse_region_args(&mut self) -> Result<Vec<RegionArg<'t>>> {
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
}
