//! The one table of passes: name, mlir-opt's names, what it needs and leaves, and the function that does the work.

use crate::remark::Remark;
use std::collections::BTreeMap;
use tilec_ir::facts::Facts;
use tilec_ir::{Diagnostic, Module};

/// The work of a pass. True if the module changed; an error leaves the module unusable.
pub type Run = fn(&mut Module, &mut Vec<Remark>) -> Result<bool, Diagnostic>;

/// Options of a pass as `key=value`, sorted.
pub type Options = BTreeMap<String, String>;

/// A pass with options.
#[derive(Clone, Copy)]
pub struct WithOptions {
    /// Refuses a key that is no option, or a value that can be none: what was expected.
    pub check: fn(&str, &str) -> Result<(), String>,
    /// The work, as [`Run`].
    pub run: fn(&mut Module, &Options, &mut Vec<Remark>) -> Result<bool, Diagnostic>,
}

/// A row of the table.
pub struct PassInfo {
    /// The name: flag, folder, heading in `docs/passes.md`, golden folder.
    pub name: &'static str,
    /// What mlir-opt calls it; accepted as a name here.
    pub mlir: &'static [&'static str],
    /// One sentence.
    pub summary: &'static str,
    /// Facts that must not hold before it runs.
    pub needs_absent: Facts,
    /// Facts that do not hold after it ran.
    pub leaves_absent: Facts,
    /// It may change the order or rounding of a float reduction, so the numerics are pinned before it runs.
    pub pins: bool,
    /// The work.
    pub run: Run,
    /// The work under options, if it has any.
    pub with_options: Option<WithOptions>,
}

const NONE: Facts = Facts { tensors: false, structured: false, buffers: false, loops: false, vectors: false };
const TENSORS: Facts = Facts { tensors: true, ..NONE };
const STRUCTURED: Facts = Facts { structured: true, ..NONE };
const TENSORS_AND_STRUCTURED: Facts = Facts { structured: true, ..TENSORS };

const fn pass(name: &'static str, mlir: &'static [&'static str], summary: &'static str, run: Run) -> PassInfo {
    PassInfo { name, mlir, summary, needs_absent: NONE, leaves_absent: NONE, pins: false, run, with_options: None }
}

/// Every pass, in the usual order.
pub static REGISTRY: &[PassInfo] = &[
    pass("pin-numerics", &[], "writes the order and rounding of float reductions into the payloads", crate::pin_numerics::run),
    PassInfo {
        with_options: Some(WithOptions { check: crate::specialize::check_option, run: crate::specialize::run_with }),
        ..pass(
            "specialize",
            &[],
            "binds arguments to shapes and values (entry=NAME argN=4x8) and makes all types static that follow from them",
            crate::specialize::run,
        )
    },
    pass("canonicalize", &["cse"], "folds constants, merges equal ops, drops dead ones", crate::canonicalize::run),
    PassInfo {
        with_options: Some(WithOptions { check: crate::schedule::check_option, run: crate::schedule::run_with }),
        ..pass(
            crate::schedule::NAME,
            &["transform-interpreter"],
            "runs the schedule that the program has, a script of the transform dialect (entry-point=NAME)",
            crate::schedule::run,
        )
    },
    pass(
        "generalize-named-ops",
        &["linalg-generalize-named-ops"],
        "turns named structured ops into linalg.generic",
        crate::generalize_named_ops::run,
    ),
    PassInfo {
        pins: true,
        with_options: Some(WithOptions { check: crate::fuse_elementwise::check_option, run: crate::fuse_elementwise::run_with }),
        ..pass(
            "fuse-elementwise",
            &["linalg-fuse-elementwise-ops"],
            "fuses elementwise producers into their consumers where the maps allow it",
            crate::fuse_elementwise::run,
        )
    },
    PassInfo {
        pins: true,
        ..pass(
            crate::fuse_horizontal::NAME,
            &[],
            "fuses independent structured ops that read a value in the same loops into one with several results",
            crate::fuse_horizontal::run,
        )
    },
    PassInfo {
        with_options: Some(WithOptions { check: crate::tile::check_option, run: crate::tile::run_with }),
        ..pass(crate::tile::NAME, &[], "splits the loops of ops into loops over tiles (sizes=32,32,0)", crate::tile::run)
    },
    PassInfo {
        with_options: Some(WithOptions { check: crate::fuse_into_loop::check_option, run: crate::fuse_into_loop::run_with }),
        ..pass(
            crate::fuse_into_loop::NAME,
            &[],
            "tiles an op and computes its producers and consumers inside its loops (root=NAME sizes=32,32,0)",
            crate::fuse_into_loop::run,
        )
    },
    pass(
        crate::decompose_tensor_ops::NAME,
        &["decompose-tensor-concat", "convert-elementwise-to-linalg"],
        "writes pads, concatenations, whole-tensor arithmetic and the like as ops with a destination",
        crate::decompose_tensor_ops::run,
    ),
    pass(
        "eliminate-empty-tensors",
        &[],
        "computes into the destination of an insertion instead of an empty tensor",
        crate::eliminate_empty_tensors::run,
    ),
    PassInfo {
        leaves_absent: TENSORS,
        ..pass(
            "bufferize",
            &["one-shot-bufferize"],
            "turns tensors into buffers, in place where no value is lost",
            crate::bufferize::run,
        )
    },
    PassInfo {
        needs_absent: TENSORS,
        ..pass(
            "results-to-out-params",
            &["buffer-results-to-out-params"],
            "turns buffer results into arguments the caller provides",
            crate::results_to_out_params::run,
        )
    },
    PassInfo {
        needs_absent: TENSORS,
        ..pass(
            "eliminate-copies",
            &[],
            "removes copies that copy nothing or whose source can be computed in the target",
            crate::eliminate_copies::run,
        )
    },
    PassInfo {
        needs_absent: TENSORS,
        ..pass(
            crate::place_buffers::NAME,
            &[],
            "gives every temporary a place in one arena, by when it is in use",
            crate::place_buffers::run,
        )
    },
    PassInfo {
        needs_absent: TENSORS,
        ..pass(
            crate::poison_temporaries::NAME,
            &[],
            "fills temporaries with NaN or a pattern before and after their use, to find faults",
            crate::poison_temporaries::run,
        )
    },
    PassInfo {
        pins: true,
        needs_absent: TENSORS,
        leaves_absent: STRUCTURED,
        ..pass(
            "lower-to-loops",
            &["convert-linalg-to-loops"],
            "turns structured ops on buffers into loops",
            crate::lower_to_loops::run,
        )
    },
    PassInfo {
        needs_absent: TENSORS_AND_STRUCTURED,
        ..pass("vectorize", &[], "turns innermost elementwise loops into vector loops with a scalar tail", crate::vectorize::run)
    },
    pass("expand-math", &[], "replaces math functions by the arithmetic that defines them", crate::expand_math::run),
];

/// The pass with this name, ours or mlir-opt's.
pub fn find(name: &str) -> Option<&'static PassInfo> {
    REGISTRY.iter().find(|p| p.name == name || p.mlir.contains(&name))
}
