//! Reads structured ops: generic, named, and those with a list of dimensions.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use crate::pattern::Draft;
use tilec_ir::spelling::{self, Spelling};
use tilec_ir::{Attr, Dict, IteratorKind, Loc, Op, OpKind, ScalarType, StructuredOp, Type};

impl Parser<'_> {
    /// `ins(%a, %b : T, U) outs(%c : V)`.
    fn parse_ins_outs(&mut self, draft: &mut Draft) -> Result<()> {
        for (g, word) in ["ins", "outs"].into_iter().enumerate() {
            if !self.lex.eat(word)? {
                if word == "outs" {
                    return Err(self.lex.expected("'outs'"));
                }
                continue;
            }
            self.lex.expect("(")?;
            let operands = self.parse_operands()?;
            if !operands.is_empty() {
                self.lex.expect(":")?;
                let at = self.lex.token().start;
                let types = self.parse_type_list()?;
                if types.len() != operands.len() {
                    let message = format!("expected {} types, one an operand, but found {}", operands.len(), types.len());
                    return Err(self.lex.error_at(at, message));
                }
                for (operand, ty) in operands.iter().zip(&types) {
                    self.check_type(*operand, ty)?;
                }
            }
            self.lex.expect(")")?;
            draft.operands[g] = operands;
        }
        Ok(())
    }

    fn parse_arrow_results(&mut self) -> Result<Vec<Type>> {
        if self.lex.eat("->")? { self.parse_result_types() } else { Ok(Vec::new()) }
    }

    pub(crate) fn parse_generic(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let at = self.lex.token().start;
        let dict = match self.parse_attr()? {
            Attr::Dict(dict) => dict,
            _ => return Err(self.lex.error_at(at, "expected a dictionary with indexing_maps and iterator_types")),
        };
        draft.take_dict(row, &dict);
        self.check_trait(&draft, at)?;
        self.parse_attr_dict(row, &mut draft)?;
        self.parse_ins_outs(&mut draft)?;
        if self.lex.eat("attrs")? {
            self.lex.expect("=")?;
            let dict = self.parse_dict()?;
            draft.take_dict(row, &dict);
        }
        let op = self.finish(row, draft, &[], 1, loc);
        let region = self.module.regions(op)[0];
        self.parse_region(region, &[], false)?;
        for ty in self.parse_arrow_results()? {
            self.module.push_result(op, ty);
        }
        Ok(op)
    }

    /// The attributes the op's view relies on have the right form.
    pub(crate) fn check_trait(&self, draft: &Draft, at: usize) -> Result<()> {
        match draft.attrs.get("indexing_maps") {
            Some(Attr::Array(maps)) if maps.iter().all(|m| m.as_map().is_some()) => {}
            Some(_) => return Err(self.lex.error_at(at, "indexing_maps must be an array of affine maps")),
            None => return Err(self.lex.error_at(at, "linalg.generic needs indexing_maps")),
        }
        let Some(Attr::Array(kinds)) = draft.attrs.get("iterator_types") else {
            return Err(self.lex.error_at(at, "linalg.generic needs iterator_types, an array"));
        };
        for kind in kinds.iter() {
            if kind.as_str().and_then(IteratorKind::from_name).is_none() {
                let found = kind.as_str().map_or("something else".to_string(), |s| format!("\"{s}\""));
                let message = format!("unknown iterator type {found}: expected \"parallel\" or \"reduction\"");
                return Err(self.lex.error_at(at, message));
            }
        }
        Ok(())
    }

    pub(crate) fn parse_named(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        if row.attrs.contains(&"kind") {
            self.lex.expect("kind")?;
            self.lex.expect("=")?;
            let kind = self.parse_attr()?;
            draft.attrs.set("kind", kind);
        }
        if row.attrs.contains(&"indexing_maps") && self.lex.eat("indexing_maps")? {
            self.lex.expect("=")?;
            let at = self.lex.token().start;
            let maps = self.parse_attr()?;
            if !maps.as_array().is_some_and(|maps| maps.iter().all(|m| m.as_map().is_some())) {
                return Err(self.lex.error_at(at, "indexing_maps must be an array of affine maps"));
            }
            draft.attrs.set("indexing_maps", maps);
        }
        self.parse_attr_dict(row, &mut draft)?;
        self.check_window(&draft)?;
        self.parse_ins_outs(&mut draft)?;
        let results = self.parse_arrow_results()?;
        let op = self.finish(row, draft, &results, 1, loc);
        self.check_implied(op)?;
        self.drop_default_maps(op);
        self.module.build_named_body(op);
        Ok(op)
    }

    /// Strides and dilations are positive integers.
    pub(crate) fn check_window(&self, draft: &Draft) -> Result<()> {
        for name in ["strides", "dilations"] {
            let ok = match draft.attrs.get(name) {
                None => true,
                Some(Attr::Dense(d)) => {
                    let count = d.ty.num_elements().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
                    d.elem() == ScalarType::Int(64) && (1..=8).contains(&count) && (0..count).all(|i| d.get(i).as_i64() > 0)
                }
                Some(_) => false,
            };
            if !ok {
                return Err(self.lex.error(format!("{name} must be a dense constant of one to eight positive i64")));
            }
        }
        Ok(())
    }

    /// The operand counts and element types that the implied body can be built from.
    pub(crate) fn check_implied(&self, op: Op) -> Result<()> {
        let row = self.module.spelling(op);
        let OpKind::Structured(which) = row.kind else { return Ok(()) };
        let Some(payload) = self.module.implied_payload(op) else {
            let named = matches!(which, StructuredOp::Elementwise | StructuredOp::Contract | StructuredOp::Named(_));
            let error = || Err(self.lex.error(format!("{} has no kind that is known", row.name)));
            return if named { error() } else { Ok(()) };
        };
        let (inputs, outputs) = (self.module.group_range(op, 0).len(), self.module.group_range(op, 1).len());
        let expected = if let StructuredOp::Named(named) = which { named.num_inputs() } else { payload.num_inputs() };
        if inputs != expected || outputs != 1 {
            let message = format!("{} takes {expected} inputs and one output, but found {inputs} and {outputs}", row.name);
            return Err(self.lex.error(message));
        }
        let elems: Option<Vec<ScalarType>> = self.module.operands(op).map(|v| self.module.ty(v).elem()).collect();
        if !elems.is_some_and(|e| payload.accepts(&e)) {
            return Err(self.lex.error(format!("{} is not defined on these element types", row.name)));
        }
        Ok(())
    }

    /// Maps that say what the name says anyway go without saying.
    pub(crate) fn drop_default_maps(&mut self, op: Op) {
        let stated = self.module.structured(op).map(|s| s.maps());
        if let Some(maps) = self.module.op_mut(op).attrs.remove("indexing_maps")
            && self.module.structured(op).map(|s| s.maps()) != stated
        {
            self.module.set_attr(op, "indexing_maps", maps);
        }
    }

    /// `ins(…) outs(…) dimensions = […] {…}`, the lists being the row's attributes. The results are the tensor outputs.
    fn parse_operands_and_dims(&mut self, row: &Spelling, draft: &mut Draft) -> Result<Vec<Type>> {
        self.parse_ins_outs(draft)?;
        for name in row.attrs {
            self.lex.expect(name)?;
            self.lex.expect("=")?;
            self.lex.expect("[")?;
            let values = self.parse_list("]", Self::parse_integer)?;
            draft.attrs.set(name, Attr::i64_array(values));
        }
        self.parse_attr_dict(row, draft)?;
        let outputs = draft.operands[1].iter().map(|(v, _)| self.module.ty(*v));
        Ok(outputs.filter(|t| matches!(t, Type::Tensor(_))).cloned().collect())
    }

    /// `linalg.transpose` and `linalg.broadcast`: the body is implied.
    pub(crate) fn parse_category(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let results = self.parse_operands_and_dims(row, &mut draft)?;
        let op = self.finish(row, draft, &results, 1, loc);
        self.module.build_named_body(op);
        Ok(op)
    }

    /// `linalg.map` and `linalg.reduce`: the body as one op in front, or with its arguments at the end.
    pub(crate) fn parse_mapper(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let mut brief = None;
        if self.lex.eat("{")? {
            let at = self.lex.token().start;
            let name = self.lex.expect_kind(Kind::Word, "the op of the body")?;
            let payload = spelling::find(name).ok_or_else(|| self.unknown_operation(name, at))?;
            let dict = if self.lex.at("{") { self.parse_dict()? } else { Dict::default() };
            self.lex.expect("}")?;
            brief = Some((payload, dict, at));
        }
        let results = self.parse_operands_and_dims(row, &mut draft)?;
        let op = self.finish(row, draft, &results, 1, loc);
        match brief {
            Some((payload, dict, at)) => self.build_brief_body(op, payload, &dict, at)?,
            None => {
                let args = self.parse_region_args()?;
                let region = self.module.regions(op)[0];
                self.parse_region(region, &args, false)?;
            }
        }
        Ok(op)
    }

    /// The body `{ yield payload(…) }`: over all inputs of a map; over a reduction's accumulators, then inputs.
    fn build_brief_body(&mut self, op: Op, payload: &'static Spelling, dict: &Dict, at: usize) -> Result<()> {
        let loc = self.module.op(op).loc.clone();
        let operands: Vec<_> = self.module.operands(op).collect();
        let elems: Vec<_> = operands.iter().map(|&v| self.module.ty(v).elem().map_or(Type::None, Type::from)).collect();
        let inputs = self.module.group_range(op, 0).len();
        let Some(result) = elems.last().filter(|_| elems.len() > inputs).cloned() else {
            return Err(self.lex.error_at(at, "expected an output"));
        };
        let region = self.module.regions(op)[0];
        let types: Vec<_> = elems.into_iter().map(|t| (t, loc.clone())).collect();
        let block = self.module.append_block(region, &types);
        let args = self.module.block_args(block).to_vec();
        let used: Vec<_> = match self.module.kind(op) {
            OpKind::Structured(StructuredOp::Reduce) if args.len() > 1 => args[1..].iter().chain(&args[..1]).copied().collect(),
            _ => args[..inputs].to_vec(),
        };
        let elementwise =
            matches!(payload.kind, OpKind::Unary(_) | OpKind::Binary(_) | OpKind::Ternary(_) | OpKind::Select | OpKind::Cast(_));
        if !elementwise || used.len() != payload.operands.len() {
            let message = format!("{} cannot be the body over {} values", payload.name, used.len());
            return Err(self.lex.error_at(at, message));
        }
        let inner = self.module.create_op(payload, &used, &[result], 0, loc.clone());
        let mut draft = Draft::new(payload);
        draft.take_dict(payload, dict);
        self.settle_attrs(payload, &mut draft.attrs, at)?;
        let data = self.module.op_mut(inner);
        (data.attrs, data.extra) = (draft.attrs, draft.extra);
        self.module.append_op(block, inner);
        let value = self.module.result(inner);
        tilec_ir::Builder::at_end(&mut self.module, block, loc).yield_values("linalg", &[value]);
        Ok(())
    }
}
