//! Attributes as the table sees them: how patterns show them, and what form each must have.

use super::{Form, Spelling};
use crate::attr::Attr;
use crate::op::{OpKind, StructuredOp};
use crate::structured::IteratorKind;
use crate::types::Type;

/// The attribute with the constants of a `list($group)`; [`crate::DYNAMIC`] stands where the operand is.
pub fn static_list(group: &str) -> &'static str {
    find_static_list(group).unwrap_or_else(|| panic!("no list called {group}"))
}

/// As [`static_list`]; `None` for a group that is no part of such a list.
pub fn find_static_list(group: &str) -> Option<&'static str> {
    Some(match group {
        "offsets" => "static_offsets",
        "sizes" => "static_sizes",
        "strides" => "static_strides",
        "output_shape" => "static_output_shape",
        "dynamic_position" => "static_position",
        "low" => "static_low",
        "high" => "static_high",
        "inner_tiles" => "static_inner_tiles",
        "dynamic_sizes" => "static_sizes",
        "num_threads" => "static_num_threads",
        "tile_sizes" => "static_tile_sizes",
        "tile_interchange" => "static_tile_interchange",
        "pad_to_multiple_of" => "static_pad_to_multiple_of",
        "packed_sizes" => "static_packed_sizes",
        "vector_sizes" => "static_vector_sizes",
        _ => return None,
    })
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
    /// A bare word; stored as a string.
    Word,
}

/// The style of attribute `name`, or `None` if a pattern cannot show it.
pub fn attr_style(name: &str) -> Option<AttrStyle> {
    match name {
        "predicate" => Some(AttrStyle::Predicate),
        "dim" | "dimension" => Some(AttrStyle::Int),
        "name" | "callee" | "target" | "matcher" => Some(AttrStyle::Symbol),
        "msg" | "pass_name" | "message" => Some(AttrStyle::Str),
        "interface" | "failure_propagation_mode" | "function_boundary_type_conversion" => Some(AttrStyle::Word),
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

impl FlagSet {
    /// The given words in the set's order, as the attribute holds them; `None` if nothing is set.
    pub fn joined(&self, given: &[&str]) -> Option<String> {
        let order: Vec<_> = self.words.iter().filter(|w| given.contains(w)).copied().collect();
        let all_fast = self.words.contains(&"fast") && (given.contains(&"fast") || order.len() == self.words.len() - 1);
        let text = if all_fast { "fast".to_string() } else { order.join(self.separator) };
        (!text.is_empty()).then_some(text)
    }
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

/// What an inherent attribute must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrForm {
    /// An integer.
    Int,
    /// `array<i64: …>`.
    Ints,
    /// A string.
    Str,
    /// `@name`.
    Symbol,
    /// A map.
    Map,
    /// An array of maps.
    Maps,
    /// An array of iterator kinds.
    Iterators,
    /// A function type.
    FunctionType,
    /// A memref type.
    BufferType,
    /// A number or a dense constant.
    Constant,
    /// A list of lists of dimensions.
    Groups,
    /// An attribute of a dialect.
    Dialect,
    /// Present or not.
    Unit,
}

impl AttrForm {
    /// True if the attribute has this form.
    pub fn fits(self, attr: &Attr) -> bool {
        let all = |test: fn(&Attr) -> bool| attr.as_array().is_some_and(|items| items.iter().all(test));
        match self {
            Self::Int => attr.as_int().is_some(),
            Self::Ints => attr.as_int_array().is_some(),
            Self::Str => attr.as_str().is_some(),
            Self::Symbol => matches!(attr, Attr::Symbol(_)),
            Self::Map => attr.as_map().is_some(),
            Self::Maps => all(|a| a.as_map().is_some()),
            Self::Iterators => all(|a| a.as_str().is_some_and(|s| IteratorKind::from_name(s).is_some())),
            Self::FunctionType => matches!(attr, Attr::Type(Type::Function(_))),
            Self::BufferType => matches!(attr, Attr::Type(Type::MemRef(_))),
            Self::Constant => matches!(attr, Attr::Bool(_) | Attr::Int(..) | Attr::Float(_) | Attr::Dense(_)),
            Self::Groups => all(|g| g.as_array().is_some_and(|g| g.iter().all(|i| i.as_int().is_some()))),
            Self::Dialect => matches!(attr, Attr::Opaque(_)),
            Self::Unit => *attr == Attr::Unit,
        }
    }

    /// The form in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Int => "an integer",
            Self::Ints => "an array of integers, array<i64: …>",
            Self::Str => "a string",
            Self::Symbol => "a symbol, @name",
            Self::Map => "an affine map",
            Self::Maps => "an array of affine maps",
            Self::Iterators => "an array of \"parallel\" and \"reduction\"",
            Self::FunctionType => "a function type",
            Self::BufferType => "a memref type",
            Self::Constant => "a number or a dense constant",
            Self::Groups => "a list of lists of dimensions",
            Self::Dialect => "a dialect attribute, #dialect.name<…>",
            Self::Unit => "unit",
        }
    }
}

/// The form of the inherent attribute `name`, or `None` if any will do.
pub fn attr_form(name: &str) -> Option<AttrForm> {
    Some(match name {
        "dim" | "dimension" | "predicate" | "step" | "alignment" => AttrForm::Int,
        "permutation" | "dimensions" | "outer_dims_perm" | "inner_dims_pos" | "interchange" | "branch_weights"
        | "gather_dims" | "scatter_dims" => AttrForm::Ints,
        _ if name.starts_with("static") => AttrForm::Ints,
        "sym_name" | "sym_visibility" | "doc" | "library_call" | "msg" => AttrForm::Str,
        "callee" | "name" => AttrForm::Symbol,
        "map" | "lowerBoundMap" | "upperBoundMap" => AttrForm::Map,
        "indexing_maps" => AttrForm::Maps,
        "iterator_types" => AttrForm::Iterators,
        "function_type" => AttrForm::FunctionType,
        "type" => AttrForm::BufferType,
        "value" => AttrForm::Constant,
        "reassociation" => AttrForm::Groups,
        "kind" | "cast" => AttrForm::Dialect,
        "nofold" | "isExact" | "restrict" | "writable" | "read_only" | "constant" | "unsignedCmp" | "no_inline" | "unique" => {
            AttrForm::Unit
        }
        _ => return None,
    })
}

/// True if an op of this row is not whole without the attribute.
pub fn is_required(row: &Spelling, name: &str) -> bool {
    match name {
        "indexing_maps" => matches!(row.kind, OpKind::Structured(StructuredOp::Generic | StructuredOp::Contract)),
        "sym_name" => row.form != Form::Module,
        "outer_dims_perm" | "interchange" | "branch_weights" | "alignment" | "sym_visibility" | "doc" | "library_call"
        | "cast" => false,
        _ if row.kind == OpKind::Transform => row.form == Form::Func,
        _ => attr_form(name).is_some_and(|form| form != AttrForm::Unit),
    }
}
