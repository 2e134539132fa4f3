//! Reads an op by the pattern of its row: the mirror of the printer's `format`.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use tilec_ir::scalar_op::{FLOAT_PREDICATES, INT_PREDICATES};
use tilec_ir::spelling::{self, Arity, AttrStyle, Piece, Spelling, TypeRule};
use tilec_ir::{Attr, Block, DYNAMIC, Dict, Loc, Op, OpKind, Region, ScalarType, Type, Value};

/// What a pattern has read so far.
pub(crate) struct Draft {
    /// Operands by group, with their places.
    pub(crate) operands: Vec<Vec<(Value, usize)>>,
    /// Types written for operand groups.
    operand_types: Vec<Option<(Vec<Type>, usize)>>,
    /// Types written for result groups.
    result_types: Vec<Option<Vec<Type>>>,
    pub(crate) attrs: Dict,
    pub(crate) extra: Dict,
    /// Regions read before the op exists.
    pub(crate) regions: Vec<Region>,
    pub(crate) successors: Vec<Block>,
}

impl Draft {
    pub(crate) fn new(row: &Spelling) -> Self {
        Self {
            operands: vec![Vec::new(); row.operands.len()],
            operand_types: vec![None; row.operands.len()],
            result_types: vec![None; row.results.len()],
            attrs: Dict::default(),
            extra: Dict::default(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Sorts attributes of a dictionary into inherent and discardable ones.
    pub(crate) fn take_dict(&mut self, row: &Spelling, dict: &Dict) {
        sort_attrs(row, dict, &mut self.attrs, &mut self.extra);
    }
}

/// Adds the attributes of a dictionary to the inherent or the discardable ones of an op of this row.
pub(crate) fn sort_attrs(row: &Spelling, dict: &Dict, attrs: &mut Dict, extra: &mut Dict) {
    for (name, attr) in dict.iter() {
        if row.attrs.contains(&name) {
            attrs.set(name, if name == "iterator_types" { attr.with_iterator_names() } else { attr.clone() });
        } else {
            extra.set(name, attr.clone());
        }
    }
}

impl Parser<'_> {
    /// An op by its pattern.
    pub(crate) fn parse_pattern(&mut self, row: &'static Spelling, pattern: &'static str, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        self.parse_pieces(row, spelling::format(pattern), &mut draft)?;
        let results = self.resolve_types(row, &draft)?;
        Ok(self.finish(row, draft, &results, 0, loc))
    }

    /// Creates the op of a draft.
    pub(crate) fn finish(&mut self, row: &'static Spelling, draft: Draft, results: &[Type], regions: usize, loc: Loc) -> Op {
        let operands: Vec<_> = draft.operands.iter().flatten().map(|(v, _)| *v).collect();
        let op = self.module.create_op(row, &operands, results, regions, loc);
        let segments: Vec<_> = draft.operands.iter().map(Vec::len).collect();
        self.module.set_segments(op, &segments);
        let data = self.module.op_mut(op);
        (data.attrs, data.extra) = (draft.attrs, draft.extra);
        if row.kind == OpKind::Transform {
            spelling::settle_step(row, &mut data.attrs);
        }
        self.module.set_successors(op, &draft.successors);
        for region in draft.regions {
            self.module.attach_region(op, region);
        }
        self.module.settle_transfer(op);
        op
    }

    fn parse_pieces(&mut self, row: &'static Spelling, pieces: &'static [Piece], draft: &mut Draft) -> Result<()> {
        for piece in pieces {
            match piece {
                Piece::NoSpace | Piece::Space => {}
                Piece::Literal(text) => self.parse_literal(text)?,
                Piece::Var(name) => self.parse_variable(row, name, draft)?,
                Piece::Keyword(attr, word) => {
                    if self.lex.eat(word)? {
                        draft.attrs.set(attr, Attr::Unit);
                    }
                }
                Piece::Type(name) => {
                    let at = self.lex.token().start;
                    let types = self.parse_group_types(row, name)?;
                    set_types(row, name, types, at, draft);
                }
                Piece::Results => {
                    let types = self.parse_result_types()?;
                    set_types(row, "result", types, 0, draft);
                }
                Piece::FunctionType => self.parse_whole_type(row, draft)?,
                Piece::Ints(attr) => {
                    self.lex.expect("[")?;
                    let values = self.parse_list("]", Self::parse_integer)?;
                    let elem = if *attr == "branch_weights" { ScalarType::Int(32) } else { ScalarType::Int(64) };
                    draft.attrs.set(attr, Attr::IntArray(elem, values.into()));
                }
                Piece::Positions => self.parse_positions(draft)?,
                Piece::Pairs => self.parse_pairs(draft)?,
                Piece::PassOptions => self.parse_pass_options(row, draft)?,
                Piece::Attr(attr) | Piece::Typed(attr) => {
                    let value = self.parse_attr()?;
                    draft.attrs.set(attr, value);
                }
                Piece::Region => {
                    let region = self.module.create_region();
                    let block = self.parse_region(region, &[], false)?;
                    if let Some(name) = row.implied_end() {
                        self.end_step(block, name);
                    }
                    draft.regions.push(region);
                }
                Piece::Jump(group) => {
                    let target = self.parse_successor()?;
                    draft.successors.push(target);
                    if self.lex.eat("(")? {
                        let g = row.operand_group(group).expect("the pattern names a group");
                        draft.operands[g] = self.parse_operands()?;
                        self.lex.expect(":")?;
                        let at = self.lex.token().start;
                        let types = self.parse_type_list()?;
                        draft.operand_types[g] = Some((types, at));
                        self.lex.expect(")")?;
                    }
                }
                Piece::ConditionType => self.parse_condition_type(draft)?,
                Piece::List(name) => self.parse_index_list(row, name, draft)?,
                Piece::Flags(name) => self.parse_flags(name, draft)?,
                Piece::AttrDict => {
                    if self.lex.at("{") {
                        let dict = self.parse_dict()?;
                        draft.take_dict(row, &dict);
                    }
                }
                Piece::Optional(inner) => {
                    if self.starts(row, inner) {
                        self.parse_pieces(row, inner, draft)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn parse_literal(&mut self, text: &str) -> Result<()> {
        self.lex.expect(text)
    }

    /// True if the text goes on with an optional part.
    fn starts(&self, row: &Spelling, pieces: &[Piece]) -> bool {
        match &pieces[0] {
            Piece::NoSpace | Piece::Space => self.starts(row, &pieces[1..]),
            Piece::Literal(text) => self.lex.at(text),
            Piece::List(_) => self.lex.at("["),
            Piece::Var(name) if row.operand_group(name).is_some() => self.lex.token().kind == Kind::Value,
            _ => false,
        }
    }

    fn parse_variable(&mut self, row: &Spelling, name: &'static str, draft: &mut Draft) -> Result<()> {
        if let Some(g) = row.operand_group(name) {
            draft.operands[g] = match row.operands[g].arity {
                Arity::One => vec![self.parse_operand()?],
                Arity::Optional if self.lex.token().kind == Kind::Value => vec![self.parse_operand()?],
                Arity::Optional => Vec::new(),
                Arity::Many => self.parse_operands()?,
            };
            return Ok(());
        }
        let attr = match spelling::attr_style(name) {
            Some(AttrStyle::Predicate) => {
                let float = row.kind == OpKind::Compare { float: true };
                let words: &[&str] = if float { &FLOAT_PREDICATES } else { &INT_PREDICATES };
                let Some(number) = words.iter().position(|w| *w == self.lex.spelling()) else {
                    return Err(self.lex.expected(&format!("one of {}", words.join(", "))));
                };
                self.lex.next()?;
                Attr::Int(number as i64, ScalarType::Int(64))
            }
            Some(AttrStyle::Word) => Attr::str(self.lex.expect_kind(Kind::Word, "a word")?),
            Some(AttrStyle::Str) => Attr::Str(self.parse_string()?.into()),
            Some(AttrStyle::Symbol) => Attr::Symbol(self.parse_symbol()?.into()),
            Some(AttrStyle::Int) | None => Attr::Int(self.parse_integer()?, ScalarType::Int(64)),
        };
        draft.attrs.set(name, attr);
        Ok(())
    }

    fn parse_group_types(&mut self, row: &Spelling, name: &str) -> Result<Vec<Type>> {
        let group = row.operands.iter().chain(row.results).find(|g| g.name == name);
        if group.is_some_and(|g| g.arity == Arity::Many) { self.parse_type_list() } else { Ok(vec![self.parse_type()?]) }
    }

    /// `(f32, f32) -> f32`: the types of all operands and of all results.
    fn parse_whole_type(&mut self, row: &Spelling, draft: &mut Draft) -> Result<()> {
        let at = self.lex.token().start;
        let ty = self.parse_function_type()?;
        let expected = draft.operands.iter().map(Vec::len).sum::<usize>();
        if ty.inputs.len() != expected {
            let message = format!("expected {expected} types, one an operand, but found {}", ty.inputs.len());
            return Err(self.lex.error_at(at, message));
        }
        let mut inputs = ty.inputs.into_iter();
        for (types, operands) in draft.operand_types.iter_mut().zip(&draft.operands) {
            *types = Some((inputs.by_ref().take(operands.len()).collect(), at));
        }
        let counts = row.result_counts(ty.results.len());
        let mut results = ty.results.into_iter();
        for (types, count) in draft.result_types.iter_mut().zip(counts) {
            *types = Some(results.by_ref().take(count).collect());
        }
        match results.next() {
            Some(_) => Err(self.lex.error_at(at, format!("{} has fewer results than this type says", row.name))),
            None => Ok(()),
        }
    }

    /// `vector<4xi1>,` before a select's type, where the condition is not `i1`.
    fn parse_condition_type(&mut self, draft: &mut Draft) -> Result<()> {
        let start = self.lex.token();
        let ty = self.parse_type()?;
        if self.lex.eat(",")? {
            draft.operand_types[0] = Some((vec![ty], start.start));
        } else {
            self.lex.rewind(start);
        }
        Ok(())
    }

    /// `[%i, 0]`: operands, and constants in the `static_` attribute.
    pub(crate) fn parse_index_list(&mut self, row: &Spelling, name: &'static str, draft: &mut Draft) -> Result<()> {
        let g = row.operand_group(name).expect("the pattern names a group");
        let (operands, constants) = self.parse_mixed("[", "]")?;
        draft.operands[g] = operands;
        draft.attrs.set(spelling::static_list(name), constants);
        Ok(())
    }

    /// A bracketed list of values and constants: the values, and the constants with [`DYNAMIC`] where a value stands.
    pub(crate) fn parse_mixed(&mut self, open: &str, close: &str) -> Result<(Vec<(Value, usize)>, Attr)> {
        self.lex.expect(open)?;
        let mut operands = Vec::new();
        let constants = self.parse_list(close, |p| {
            if p.lex.token().kind == Kind::Value {
                operands.push(p.parse_operand()?);
                Ok(DYNAMIC)
            } else {
                p.parse_integer()
            }
        })?;
        Ok((operands, Attr::i64_array(constants)))
    }

    /// `fastmath<nnan, ninf>`; a set without a keyword is one bare word.
    fn parse_flags(&mut self, name: &str, draft: &mut Draft) -> Result<()> {
        let set = spelling::flags(name);
        if set.keyword.is_empty() {
            if set.words.contains(&self.lex.spelling()) {
                let word = self.lex.next()?;
                draft.attrs.set(set.attr, Attr::str(word));
            }
            return Ok(());
        }
        if !self.lex.eat(set.keyword)? {
            return Ok(());
        }
        self.lex.expect("<")?;
        let mut given = Vec::new();
        loop {
            let word = self.lex.spelling();
            if word != "none" && !set.words.contains(&word) {
                return Err(self.lex.expected(&format!("one of none, {}", set.words.join(", "))));
            }
            self.lex.next()?;
            given.push(word);
            if !self.lex.eat(",")? {
                break;
            }
        }
        self.lex.expect(">")?;
        if let Some(text) = set.joined(&given) {
            draft.attrs.set(set.attr, Attr::Str(text.into()));
        }
        Ok(())
    }

    /// The types of all results; operands are checked against the types their groups must have.
    fn resolve_types(&self, row: &Spelling, draft: &Draft) -> Result<Vec<Type>> {
        for (g, group) in row.operands.iter().enumerate() {
            let operands = &draft.operands[g];
            if let Some((types, at)) = &draft.operand_types[g] {
                if types.len() != operands.len() {
                    let message = format!("expected {} types, one an operand, but found {}", operands.len(), types.len());
                    return Err(self.lex.error_at(*at, message));
                }
                for (operand, ty) in operands.iter().zip(types) {
                    self.check_type(*operand, ty)?;
                }
            } else {
                for operand in operands {
                    if let Some(ty) = self.rule_type(row, draft, group.ty) {
                        self.check_type(*operand, &ty)?;
                    }
                }
            }
        }
        let mut results = Vec::new();
        for (g, group) in row.results.iter().enumerate() {
            match &draft.result_types[g] {
                Some(types) => results.extend(types.iter().cloned()),
                None if group.arity == Arity::One => match self.rule_type(row, draft, group.ty) {
                    Some(ty) => results.push(ty),
                    None => return Err(self.lex.error(format!("cannot tell the type of the result of {}", row.name))),
                },
                // What an op does to a buffer has no result.
                None if group.arity == Arity::Optional => {
                    results.extend(self.rule_type(row, draft, group.ty).filter(|ty| ty.as_tensor().is_some()));
                }
                None => {}
            }
        }
        Ok(results)
    }

    /// The type a rule gives, as far as it is known.
    fn rule_type(&self, row: &Spelling, draft: &Draft, rule: TypeRule) -> Option<Type> {
        match rule {
            TypeRule::Written => None,
            TypeRule::Index => Some(Type::INDEX),
            TypeRule::I1 => Some(Type::I1),
            TypeRule::Same(group) => self.group_type(row, draft, group),
            TypeRule::ElementOf(group) => self.group_type(row, draft, group)?.elem().map(Type::from),
            TypeRule::I1Like(group) => Some(self.group_type(row, draft, group)?.with_elem(ScalarType::I1)),
        }
    }

    fn group_type(&self, row: &Spelling, draft: &Draft, name: &str) -> Option<Type> {
        if let Some(g) = row.operand_group(name) {
            if let Some((types, _)) = &draft.operand_types[g] {
                return types.first().cloned();
            }
            return draft.operands[g].first().map(|(v, _)| self.module.ty(*v).clone());
        }
        let g = row.results.iter().position(|g| g.name == name)?;
        draft.result_types[g].as_ref()?.first().cloned()
    }
}

/// Notes the types written for a group.
fn set_types(row: &Spelling, name: &str, types: Vec<Type>, at: usize, draft: &mut Draft) {
    match row.operand_group(name) {
        Some(g) => draft.operand_types[g] = Some((types, at)),
        None => {
            let g = row.results.iter().position(|g| g.name == name).expect("the pattern names a group");
            draft.result_types[g] = Some(types);
        }
    }
}
