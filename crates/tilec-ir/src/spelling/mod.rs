//! How operations are spelled: one table that drives the parser, the printer, the verifier's operand checks and the docs.
//!
//! A row names the op, its kind, its operand and result groups with their types, its attributes, the suggestion for the
//! names of its results, and its form. Most forms are a [`Form::Format`], a pattern both reader and printer follow:
//!
//! * `$g`: the operands of group `g` (comma separated if there can be several), or the attribute `g`;
//! * `type($g)`: the types of group `g`;
//! * `list($g)`: `[…]` mixing the dynamic operands of group `g` with the constants of attribute `static_g`;
//! * `$a=word`: the word, if the unit attribute `a` is there;
//! * `ints($a)`: `[0, 1]`, the integers of attribute `a`; `attr($a)`: attribute `a`, whatever it is; `typed($a)`: the same with its type;
//! * `positions`, `pairs`, `pass-options`: what `transform.get_result`, `foreach_match` and `apply_registered_pass` have alone;
//! * `region`: the next region, its arguments in a block header; `jump($g)`: the next successor with the operands of group `g`;
//! * `<fastmath>`, `<overflow>`, `<roundingmode>`: the flags, left out when nothing is set;
//! * `results`: the result types, `()` if there are none; `function-type`: the types of all operands, an arrow, those of the results;
//! * `condition-type`: the type of a select's condition with a comma, unless it is `i1`;
//! * `attr-dict`: every attribute that the pattern does not show elsewhere;
//! * `[? … ?]`: only if the first group or attribute inside is there;
//! * `~`: no space here; `_`: one space here, whatever follows; anything else is literal.

mod attrs;
mod drift;
mod settle;
mod table;

use crate::named::Named;
use crate::op::OpKind;
use std::collections::HashMap;
use std::sync::LazyLock;

pub use attrs::{AttrForm, AttrStyle, FLAGS, FlagSet, attr_form, attr_style, find_static_list, flags, is_required, static_list};
pub use drift::{DIALECTS, KNOWN_DIALECTS, successor_of};
pub use settle::{param_operand, param_operand_attr, settle_step, step_words};

/// How many values a group holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Many,
}

/// Where the type of a group comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeRule {
    /// A `type(…)` of the format, or the form's own code.
    Written,
    /// The type of another group.
    Same(&'static str),
    /// The element type of another group.
    ElementOf(&'static str),
    /// `i1`, in the shape of another group.
    I1Like(&'static str),
    /// `index`.
    Index,
    /// `i1`.
    I1,
}

/// Consecutive operands (or results) with one name.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name, as in MLIR.
    pub name: &'static str,
    /// How many.
    pub arity: Arity,
    /// Of what type.
    pub ty: TypeRule,
}

/// What values a type constraint of a group allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// Checked by the op's own verifier code.
    Any,
    /// Floats, or vectors or tensors of them.
    Float,
    /// Signless integers and `index`, or vectors or tensors of them.
    Int,
}

/// How an op is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By pattern.
    Format(&'static str),
    /// `module @name attributes {…} { … }`.
    Module,
    /// `func.func @name(…) -> … { … }`.
    Func,
    /// `arith.constant 1.0 : f32`.
    Constant,
    /// `linalg.generic {…} ins(…) outs(…) { … } -> …`.
    Generic,
    /// `linalg.fill {…} ins(…) outs(…) -> …`, the body implied.
    Named,
    /// `linalg.transpose ins(…) outs(…) permutation = […]`, the body implied.
    Category,
    /// `tensor.expand_shape %x [[0, 1]] output_shape […] : … into …`, and the collapsing twin.
    Reshape,
    /// `memref.global "private" constant @name : … = …`.
    Global,
    /// `scf.for %i = %a to %b step %c iter_args(…) -> (…) { … }`.
    For,
    /// `affine.apply #map(%i)[%s]`.
    AffineApply,
    /// `linalg.map`, and `linalg.reduce` with `dimensions = […]`: the body in brief, or with its arguments in front.
    Mapper,
    /// `scf.if %c -> (…) { … } else { … }`.
    If,
    /// `scf.while (%a = %b) : (…) -> … { … } do { … }`.
    While,
    /// `scf.forall (%i) in (%n) shared_outs(…) -> (…) { … } {mapping = …}`.
    Forall,
    /// `scf.parallel (%i) = (%a) to (%b) step (%c) init (%d) -> … { … }`.
    Parallel,
    /// `scf.reduce(%a : f32) { … }`.
    Combine,
    /// `affine.for %i = 0 to %n step 2 iter_args(…) -> (…) { … }`.
    AffineFor,
    /// `affine.load %m[%i + 1]`, `affine.store`.
    AffineAccess,
}

/// What the printer calls the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Numbers.
    None,
    /// This word.
    Name(&'static str),
    /// `c5`, `cst`, `true` by the value.
    Constant,
    /// The names of the result groups.
    Groups,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// `dialect.mnemonic`.
    pub name: &'static str,
    /// What it means.
    pub kind: OpKind,
    /// Operand groups in order.
    pub operands: &'static [Group],
    /// Result groups in order.
    pub results: &'static [Group],
    /// Attributes that belong to the op, as against discardable ones. Those that name a flag set start as "none".
    pub attrs: &'static [&'static str],
    /// How it is written.
    pub form: Form,
    /// What element types the operands have.
    pub accepts: Accepts,
    /// Names of the results.
    pub hint: Hint,
}

impl Spelling {
    /// Position of an operand group.
    pub fn operand_group(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|g| g.name == name)
    }

    /// How many results each group has if there are `total` in all: what the single ones leave goes to the one that holds any number.
    pub fn result_counts(&self, total: usize) -> Vec<usize> {
        let single = self.results.iter().filter(|g| g.arity == Arity::One).count();
        let mut rest = total.saturating_sub(single);
        let mut left = total;
        let count = |group: &Group| {
            let count = match group.arity {
                Arity::One => 1,
                Arity::Optional => rest.min(1),
                Arity::Many => rest,
            };
            let count = count.min(left);
            left -= count;
            if group.arity != Arity::One {
                rest -= count.min(rest);
            }
            count
        };
        self.results.iter().map(count).collect()
    }

    /// The terminator that a region of this op has without being written.
    pub fn implied_end(&self) -> Option<&'static str> {
        (self.name == "transform.foreach").then_some("transform.yield")
    }

    /// How many regions the op has, or `None` for any number.
    pub fn num_regions(&self) -> Option<usize> {
        match self.form {
            Form::Format(pattern) => Some(format(pattern).iter().filter(|p| **p == Piece::Region).count()),
            Form::If | Form::While => Some(2),
            Form::Combine => None,
            Form::Constant | Form::Reshape | Form::Global | Form::AffineApply | Form::AffineAccess => Some(0),
            Form::Module
            | Form::Func
            | Form::Generic
            | Form::Named
            | Form::Category
            | Form::Mapper
            | Form::For
            | Form::Forall
            | Form::Parallel
            | Form::AffineFor => Some(1),
        }
    }

    /// The part of the name before the dot.
    pub fn dialect(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
}

/// The rows of the table and those of the named structured ops.
static ROWS: LazyLock<Vec<Spelling>> = LazyLock::new(|| table::rows().chain(Named::all().map(table::named)).collect());

static BY_NAME: LazyLock<HashMap<&'static str, &'static Spelling>> = LazyLock::new(|| ROWS.iter().map(|s| (s.name, s)).collect());

static BY_KIND: LazyLock<HashMap<(OpKind, &'static str), &'static Spelling>> = LazyLock::new(|| {
    let mut map = HashMap::new();
    for s in ROWS.iter() {
        map.entry((s.kind, s.dialect())).or_insert(s);
        map.entry((s.kind, "")).or_insert(s);
    }
    map
});

/// Every spelling, grouped by dialect.
pub fn all() -> &'static [Spelling] {
    &ROWS
}

/// The row of an op name, or `None` if tilec does not know the op.
pub fn find(name: &str) -> Option<&'static Spelling> {
    BY_NAME.get(name).copied()
}

/// The first row with this meaning; the table lists the usual spelling first.
pub fn of(kind: OpKind) -> &'static Spelling {
    BY_KIND.get(&(kind, "")).copied().unwrap_or_else(|| panic!("no spelling for {kind:?}"))
}

/// The row with this meaning in a dialect: `Dim` is `tensor.dim` and `memref.dim`.
pub fn of_dialect(kind: OpKind, dialect: &'static str) -> &'static Spelling {
    BY_KIND.get(&(kind, dialect)).copied().unwrap_or_else(|| panic!("no spelling for {kind:?} in {dialect}"))
}

/// A piece of a format pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A word or punctuation.
    Literal(&'static str),
    /// `$g`.
    Var(&'static str),
    /// `type($g)`.
    Type(&'static str),
    /// `list($g)`.
    List(&'static str),
    /// `<name>`.
    Flags(&'static str),
    /// `attr-dict`.
    AttrDict,
    /// `$a=word`: attribute and word.
    Keyword(&'static str, &'static str),
    /// `results`.
    Results,
    /// `ints($a)`.
    Ints(&'static str),
    /// `attr($a)`.
    Attr(&'static str),
    /// `typed($a)`.
    Typed(&'static str),
    /// `positions`: `[0, 1]`, `[all]` or `[except(0)]`.
    Positions,
    /// `pairs`: `@matcher -> @action, …`.
    Pairs,
    /// `pass-options`: `{"key" = value, …}`, with operands among the values.
    PassOptions,
    /// `region`.
    Region,
    /// `jump($g)`.
    Jump(&'static str),
    /// `function-type`.
    FunctionType,
    /// `condition-type`.
    ConditionType,
    /// `[? … ?]`.
    Optional(Vec<Piece>),
    /// `~`.
    NoSpace,
    /// `_`.
    Space,
}

static FORMATS: LazyLock<HashMap<&'static str, Vec<Piece>>> = LazyLock::new(|| {
    let patterns = ROWS.iter().filter_map(|s| if let Form::Format(f) = s.form { Some(f) } else { None });
    patterns.map(|f| (f, pieces(&mut f.split_whitespace()))).collect()
});

/// The pieces of a pattern of the table.
pub fn format(pattern: &'static str) -> &'static [Piece] {
    &FORMATS[pattern]
}

fn pieces(words: &mut std::str::SplitWhitespace<'static>) -> Vec<Piece> {
    let inner = |w: &'static str, open: &str| w.strip_prefix(open).and_then(|w| w.strip_suffix(')'));
    let mut out = Vec::new();
    while let Some(word) = words.next() {
        out.push(match word {
            "?]" => return out,
            "[?" => Piece::Optional(pieces(words)),
            "attr-dict" => Piece::AttrDict,
            "~" => Piece::NoSpace,
            "_" => Piece::Space,
            "results" => Piece::Results,
            "region" => Piece::Region,
            "function-type" => Piece::FunctionType,
            "condition-type" => Piece::ConditionType,
            "positions" => Piece::Positions,
            "pairs" => Piece::Pairs,
            "pass-options" => Piece::PassOptions,
            _ => {
                if let Some(group) = inner(word, "type($") {
                    Piece::Type(group)
                } else if let Some(group) = inner(word, "list($") {
                    Piece::List(group)
                } else if let Some(attr) = inner(word, "ints($") {
                    Piece::Ints(attr)
                } else if let Some(attr) = inner(word, "attr($") {
                    Piece::Attr(attr)
                } else if let Some(attr) = inner(word, "typed($") {
                    Piece::Typed(attr)
                } else if let Some(group) = inner(word, "jump($") {
                    Piece::Jump(group)
                } else if let Some(name) = word.strip_prefix('$') {
                    name.split_once('=').map_or(Piece::Var(name), |(attr, word)| Piece::Keyword(attr, word))
                } else if word.len() > 2 && word.starts_with('<') {
                    Piece::Flags(word.trim_matches(['<', '>']))
                } else {
                    Piece::Literal(word)
                }
            }
        });
    }
    out
}
