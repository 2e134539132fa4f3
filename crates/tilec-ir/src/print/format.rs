//! Prints an op by the pattern of its row.

use super::Printer;
use super::value::{dict_entries, quoted, symbol};
use crate::attr::Attr;
use crate::entity::{Op, Value};
use crate::op::OpKind;
use crate::scalar_op::{FLOAT_PREDICATES, INT_PREDICATES};
use crate::spelling::{self, Arity, AttrStyle, Piece, Spelling};
use crate::types::{DYNAMIC, Type};

/// Where spaces go (none after an opening bracket, none before closing ones and commas), and how many regions and successors were shown.
#[derive(Default)]
struct Progress {
    space: bool,
    after_punctuation: bool,
    regions: usize,
    successors: usize,
}

impl Printer<'_> {
    /// The op by its pattern, after its name.
    pub(super) fn pattern(&mut self, op: Op, pattern: &'static str) {
        let pieces = spelling::format(pattern);
        let mut progress = Progress { space: true, ..Progress::default() };
        let shown = shown_attrs(pieces);
        self.pieces(op, pieces, &shown, &mut progress);
    }

    fn pieces(&mut self, op: Op, pieces: &'static [Piece], shown: &[&str], progress: &mut Progress) {
        let row = self.module.spelling(op);
        for piece in pieces {
            let text = match piece {
                Piece::Literal(text) => {
                    self.literal(text, progress);
                    continue;
                }
                Piece::NoSpace => {
                    progress.space = false;
                    continue;
                }
                Piece::Space => {
                    self.push(" ");
                    (progress.space, progress.after_punctuation) = (false, true);
                    continue;
                }
                Piece::Optional(inner) => {
                    if self.is_present(op, row, inner) {
                        self.pieces(op, inner, shown, progress);
                    }
                    continue;
                }
                Piece::Region => {
                    if progress.space {
                        self.push(" ");
                    }
                    let region = self.module.regions(op)[progress.regions];
                    let blocks = self.module.region_blocks(region);
                    let header = blocks.first().is_some_and(|&b| !self.module.block_args(b).is_empty());
                    self.region(region, header, row.implied_end().is_some());
                    (progress.space, progress.after_punctuation) = (true, false);
                    progress.regions += 1;
                    continue;
                }
                Piece::Jump(group) => {
                    let text = self.jump(op, row, group, progress.successors);
                    progress.successors += 1;
                    text
                }
                Piece::Var(name) => self.variable(op, row, name),
                Piece::Ints(attr) => format!("[{}]", join(self.module.int_array(op, attr))),
                Piece::Attr(attr) => {
                    let module = self.module;
                    module.attr(op, attr).map_or(String::new(), |a| self.nested_attr_text(a))
                }
                Piece::Typed(attr) => {
                    let module = self.module;
                    module.attr(op, attr).map_or(String::new(), |a| self.attr_text(a))
                }
                Piece::Positions => self.positions(op),
                Piece::Pairs => {
                    self.pairs(op);
                    (progress.space, progress.after_punctuation) = (true, false);
                    continue;
                }
                Piece::PassOptions => self.pass_options(op),
                Piece::FunctionType => {
                    let operands: Vec<_> = self.module.operands(op).collect();
                    let results = self.module.results(op).to_vec();
                    format!("({}) -> {}", self.types_of(&operands), self.result_types_of(&results))
                }
                Piece::Keyword(attr, word) => self.module.attr(op, attr).map_or(String::new(), |_| (*word).to_string()),
                Piece::Type(name) => {
                    let values = self.group_values(op, row, name);
                    self.types_of(&values)
                }
                Piece::Results => {
                    let results = self.module.results(op).to_vec();
                    self.result_types_of(&results)
                }
                Piece::ConditionType => {
                    let condition = self.module.operand(op, 0);
                    if *self.module.ty(condition) == Type::I1 { String::new() } else { format!("{},", self.type_of(condition)) }
                }
                Piece::List(name) => self.index_list(op, row, name),
                Piece::Flags(name) => self.flags(op, name),
                Piece::AttrDict => {
                    let module = self.module;
                    let data = module.op(op);
                    let entries = dict_entries(&data.attrs, &data.extra, shown);
                    if entries.is_empty() { String::new() } else { self.dict_text(entries.into_iter()) }
                }
            };
            if text.is_empty() {
                // As in MLIR, the space before a list of operands is there even if the list is empty.
                if progress.space && matches!(piece, Piece::Var(name) if may_be_empty(row, name)) {
                    self.push(" ");
                }
            } else {
                if progress.space {
                    self.push(" ");
                }
                self.push(&text);
                (progress.space, progress.after_punctuation) = (true, false);
            }
        }
    }

    fn literal(&mut self, text: &str, progress: &mut Progress) {
        let first = text.chars().next().expect("a literal is not empty");
        let single = text.len() == 1;
        let tight = single && if progress.after_punctuation { ">)}],".contains(first) } else { "<>(){}[],".contains(first) };
        if progress.space && !tight {
            self.push(" ");
        }
        self.push(text);
        progress.space = !(single && "<({[".contains(first));
        progress.after_punctuation = !first.is_ascii_alphabetic() && first != '_';
    }

    fn is_present(&self, op: Op, row: &Spelling, pieces: &[Piece]) -> bool {
        pieces.iter().any(|p| match p {
            Piece::Var(name) => match row.operand_group(name) {
                Some(g) => !self.module.group_range(op, g).is_empty(),
                None => self.module.attr(op, name).is_some(),
            },
            Piece::Attr(name) | Piece::Typed(name) | Piece::Keyword(name, _) => self.module.attr(op, name).is_some(),
            Piece::PassOptions => matches!(self.module.attr(op, "options"), Some(Attr::Dict(dict)) if !dict.is_empty()),
            Piece::Optional(inner) => self.is_present(op, row, inner),
            Piece::Ints(name) => !self.module.int_array(op, name).is_empty(),
            Piece::List(name) => !self.module.int_array(op, spelling::static_list(name)).is_empty(),
            Piece::Type(name) => !self.group_values(op, row, name).is_empty(),
            _ => false,
        })
    }

    fn variable(&mut self, op: Op, row: &Spelling, name: &'static str) -> String {
        if let Some(g) = row.operand_group(name) {
            return self.values(self.module.group(op, g));
        }
        match self.module.attr(op, name) {
            Some(Attr::Int(i, _)) if name == "predicate" => {
                let float = self.module.kind(op) == OpKind::Compare { float: true };
                let words: &[&str] = if float { &FLOAT_PREDICATES } else { &INT_PREDICATES };
                usize::try_from(*i).ok().and_then(|i| words.get(i)).map_or(String::new(), |w| (*w).to_string())
            }
            Some(Attr::Int(i, _)) => i.to_string(),
            Some(Attr::Symbol(name)) => format!("@{}", symbol(name)),
            Some(Attr::Str(text)) if spelling::attr_style(name) == Some(AttrStyle::Word) => text.to_string(),
            Some(Attr::Str(text)) => quoted(text),
            _ => String::new(),
        }
    }

    /// `^bb1(%a : f32)`: a successor and what it is given.
    fn jump(&mut self, op: Op, row: &Spelling, group: &str, index: usize) -> String {
        let target = self.module.successors(op).get(index).and_then(|b| self.blocks.get(b));
        let name = target.map_or("^<unknown>".to_string(), |i| format!("^bb{i}"));
        let values = self.group_values(op, row, group);
        if values.is_empty() {
            return name;
        }
        format!("{name}({} : {})", self.values(values.iter().copied()), self.types_of(&values))
    }

    /// The operands or results of a group.
    fn group_values(&self, op: Op, row: &Spelling, name: &str) -> Vec<Value> {
        if let Some(g) = row.operand_group(name) {
            return self.module.group(op, g).collect();
        }
        let results = self.module.results(op);
        let at = row.results.iter().position(|g| g.name == name).expect("the pattern names a group");
        let counts = row.result_counts(results.len());
        let start: usize = counts[..at].iter().sum();
        results.get(start..start + counts[at]).unwrap_or(&[]).to_vec()
    }

    /// `[%i, 0]` of a dynamic group and its `static_` attribute.
    pub(super) fn index_list(&self, op: Op, row: &Spelling, name: &str) -> String {
        let g = row.operand_group(name).expect("the pattern names a group");
        let mut dynamic = self.module.group(op, g);
        self.mixed(self.module.int_array(op, spelling::static_list(name)), &mut dynamic)
    }

    /// `[%i, 0]`: constants, and the next of `dynamic` where there is none.
    pub(super) fn mixed(&self, constants: &[i64], dynamic: &mut dyn Iterator<Item = Value>) -> String {
        let items: Vec<_> = constants
            .iter()
            .map(|&v| match v {
                DYNAMIC => dynamic.next().map_or("?".into(), |v| self.value(v)),
                v => v.to_string(),
            })
            .collect();
        format!("[{}]", items.join(", "))
    }

    fn flags(&self, op: Op, name: &str) -> String {
        let set = spelling::flags(name);
        match self.module.attr(op, set.attr).and_then(Attr::as_str) {
            None | Some("none") => String::new(),
            Some(words) if set.keyword.is_empty() => words.to_string(),
            Some(words) => format!("{}<{words}>", set.keyword),
        }
    }
}

fn may_be_empty(row: &Spelling, group: &str) -> bool {
    row.operand_group(group).is_some_and(|g| row.operands[g].arity != Arity::One)
}

/// Integers separated by commas.
pub(super) fn join(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// The attributes a pattern shows outside the dictionary.
fn shown_attrs(pieces: &[Piece]) -> Vec<&'static str> {
    let mut shown = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Var(name) | Piece::Keyword(name, _) | Piece::Ints(name) | Piece::Attr(name) | Piece::Typed(name) => {
                shown.push(*name);
            }
            Piece::Positions => shown.extend(["raw_position_list", "is_all", "is_inverted"]),
            Piece::Pairs => shown.extend(["matchers", "actions"]),
            Piece::PassOptions => shown.push("options"),
            Piece::Flags(name) => shown.push(spelling::flags(name).attr),
            Piece::List(name) => shown.push(spelling::static_list(name)),
            Piece::Optional(inner) => shown.extend(shown_attrs(inner)),
            _ => {}
        }
    }
    shown
}
