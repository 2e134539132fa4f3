//! How operations are spelled: one table that drives the parser, the printer, the verifier's operand checks and the docs.
//!
//! A row names the op, its kind, its operand and result groups with their types, its attributes, the suggestion for the
//! names of its results, and its form. Most forms are a [`Form::Format`], a pattern both reader and printer follow:
//!
//! * `$g`: the operands of group `g` (comma separated if there can be several), or the attribute `g`;
//! * `type($g)`: the types of group `g`;
//! * `list($g)`: `[…]` mixing the dynamic operands of group `g` with the constants of attribute `static_g`;
//! * `$a=word`: the word, if the unit attribute `a` is there;
//! * `<fastmath>`, `<overflow>`, `<roundingmode>`: the flags, left out when nothing is set;
//! * `results`: the result types, `()` if there are none;
//! * `condition-type`: the type of a select's condition with a comma, unless it is `i1`;
//! * `attr-dict`: every attribute that the pattern does not show elsewhere;
//! * `[? … ?]`: only if the first group or attribute inside is there;
//! * `~`: no space here; `_`: one space here, whatever follows; anything else is literal.

mod table;

use crate::named::Named;
use crate::op::OpKind;
use std::collections::HashMap;
use std::sync::LazyLock;

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

    /// The part of the name before the dot.
    pub fn dialect(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
}

/// The rows of the table and those of the named structured ops.
static ROWS: LazyLock<Vec<Spelling>> =
    LazyLock::new(|| table::TABLE.iter().chain(table::SCALARS).copied().chain(Named::all().map(table::named)).collect());

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
    /// `condition-type`.
    ConditionType,
    /// `[? … ?]`.
    Optional(Vec<Piece>),
    /// `~`.
    NoSpace,
    /// `_`.
    Space,
}

/// The attribute with the constants of a `list($group)`; [`crate::DYNAMIC`] stands where the operand is.
pub fn static_list(group: &str) -> &'static str {
    match group {
        "offsets" => "static_offsets",
        "sizes" => "static_sizes",
        "strides" => "static_strides",
        "output_shape" => "static_output_shape",
        "dynamic_position" => "static_position",
        _ => panic!("no list called {group}"),
    }
}

/// How a pattern shows an attribute given as `$a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrStyle {
    /// A comparison's keyword; stored as MLIR's number.
    Predicate,
    /// An integer without its type, which is `i64`.
    Int,
    /// `@name`.
    Symbol,
    /// A string literal.
    Str,
}

/// The style of attribute `name`, or `None` if a pattern cannot show it.
pub fn attr_style(name: &str) -> Option<AttrStyle> {
    match name {
        "predicate" => Some(AttrStyle::Predicate),
        "dim" => Some(AttrStyle::Int),
        "name" => Some(AttrStyle::Symbol),
        "msg" => Some(AttrStyle::Str),
        _ => None,
    }
}

/// A set of flags: attribute, keyword in front of `<…>` (none for a bare word), the words.
#[derive(Clone, Copy, Debug)]
pub struct FlagSet {
    /// The attribute that holds the set words, comma separated.
    pub attr: &'static str,
    /// `fastmath` in `fastmath<nnan>`; empty for a single bare word.
    pub keyword: &'static str,
    /// The words, in the order they print.
    pub words: &'static [&'static str],
    /// What stands between words.
    pub separator: &'static str,
    /// How the attribute's value is written elsewhere: `#arith.fastmath<…>`.
    pub dialect_attr: &'static str,
}

/// The flag sets that patterns name as `<…>`.
pub const FLAGS: &[FlagSet] = &[
    FlagSet {
        attr: "fastmath",
        keyword: "fastmath",
        words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"],
        separator: ",",
        dialect_attr: "#arith.fastmath",
    },
    FlagSet {
        attr: "overflowFlags",
        keyword: "overflow",
        words: &["nsw", "nuw"],
        separator: ", ",
        dialect_attr: "#arith.overflow",
    },
    FlagSet {
        attr: "roundingmode",
        keyword: "",
        words: &["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"],
        separator: "",
        dialect_attr: "",
    },
];

/// The flag set a pattern names.
pub fn flags(name: &str) -> &'static FlagSet {
    FLAGS.iter().find(|f| f.keyword == name || f.attr == name).unwrap_or_else(|| panic!("no flag set {name}"))
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
            "condition-type" => Piece::ConditionType,
            _ => {
                if let Some(group) = inner(word, "type($") {
                    Piece::Type(group)
                } else if let Some(group) = inner(word, "list($") {
                    Piece::List(group)
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
