//! What goes without saying in a step of a schedule: MLIR's quoted form spells out defaults and numbers its keywords.

use super::Spelling;
use crate::attr::{Attr, Dict};

/// Attributes whose words MLIR's quoted form gives as numbers.
const WORDS: &[(&str, &[&str])] = &[
    ("interface", &["LinalgOp", "TilingInterface", "LoopLikeInterface"]),
    ("failure_propagation_mode", &["", "propagate", "suppress"]),
    ("function_boundary_type_conversion", &["InferLayoutMap", "IdentityLayoutMap", "FullyDynamicLayoutMap"]),
];

/// The words that an attribute of a step may have.
pub fn step_words(attr: &str) -> &'static [&'static str] {
    WORDS.iter().find(|(name, _)| *name == attr).map_or(&[], |(_, words)| words)
}

/// Lists that the text gives in brackets, wherever the quoted form has an array of attributes.
const LISTS: &[&str] = &["reduction_dims", "tile_sizes", "num_threads"];

/// True if the attribute is what the step has anyway.
fn is_default(step: &str, name: &str, attr: &Attr) -> bool {
    let empty = match attr {
        Attr::Array(items) => items.is_empty(),
        Attr::IntArray(_, items) => items.is_empty(),
        Attr::Dict(dict) => dict.is_empty(),
        _ => false,
    };
    match (step, name) {
        ("transform.split_handle", "pass_through_empty_handle" | "fail_on_payload_too_small") => *attr == Attr::Bool(true),
        ("transform.get_parent_op", "nth_parent") => attr.as_int() == Some(1),
        ("transform.apply_patterns", "max_iterations" | "max_num_rewrites") => attr.as_int() == Some(-1),
        ("transform.apply_registered_pass", "options") => empty,
        ("transform.loop.peel", "peel_front" | "fail_if_already_divisible") => *attr == Attr::Bool(false),
        ("transform.structured.lower_pack", "lowerPadLikeWithInsertSlice") => *attr == Attr::Bool(true),
        ("transform.structured.lower_unpack", "lowerUnpadLikeWithExtractSlice") => *attr == Attr::Bool(true),
        ("transform.structured.pad", "copy_back_op") => attr.as_str() == Some("bufferization.materialize_in_destination"),
        ("transform.structured.pad", "padding_values" | "padding_dimensions" | "nofold_flags" | "transpose_paddings") => empty,
        ("transform.bufferization.one_shot_bufferize", "memcpy_op") => attr.as_str() == Some("memref.copy"),
        ("transform.bufferization.one_shot_bufferize", "check_parallel_regions") => *attr == Attr::Bool(true),
        ("transform.bufferization.one_shot_bufferize", _) => *attr == Attr::Bool(false),
        (
            "transform.apply_patterns.tensor.fold_tensor_empty" | "transform.apply_patterns.linalg.fold_pack_unpack_into_empty",
            _,
        ) => *attr == Attr::Bool(false),
        ("transform.structured.tile_reduction_using_for" | "transform.structured.tile_reduction_using_forall", _) => empty,
        // Sizes that are multiples of a vector length only known at run time; `false` for each is what tilec has.
        (_, "scalable_sizes") => matches!(attr, Attr::IntArray(_, flags) if flags.iter().all(|f| *f == 0)),
        _ => false,
    }
}

/// Brings the attributes of a step to the form that the short text leaves them in, whichever form it was read from.
pub fn settle_step(row: &Spelling, attrs: &mut Dict) {
    for name in row.attrs {
        let Some(attr) = attrs.get(name) else { continue };
        if is_default(row.name, name, attr) {
            attrs.remove(name);
            continue;
        }
        let word = |i: i64| usize::try_from(i).ok().and_then(|i| step_words(name).get(i)).filter(|w| !w.is_empty());
        if let Some(word) = attr.as_int().and_then(word) {
            attrs.set(name, Attr::str(word));
        } else if LISTS.contains(name)
            && let Some(items) = attr.as_array()
            && let Some(items) = items.iter().map(Attr::as_int).collect::<Option<Vec<i64>>>()
        {
            attrs.set(name, Attr::i64_array(items));
        }
    }
}

/// An option of `transform.apply_registered_pass` that is the step's dynamic operand `i`.
pub fn param_operand_attr(i: usize) -> Attr {
    Attr::Opaque(format!("#transform.param_operand<index = {i} : i64>").into())
}

/// The number in [`param_operand_attr`].
pub fn param_operand(attr: &Attr) -> Option<usize> {
    let Attr::Opaque(text) = attr else { return None };
    let inner = text.strip_prefix("#transform.param_operand<index")?.strip_suffix('>')?;
    inner.trim_start().strip_prefix('=')?.split(':').next()?.trim().parse().ok()
}
