//! Analyses, passes and pipelines over tilec IR.
//!
//! A pass is a plain function in a module of its name; [`pass::REGISTRY`] is the one table of them. Legality gives a plan or a blocker,
//! the rewrite consumes the plan, and every candidate leaves a [`remark::Remark`].

pub mod analysis;
pub mod bufferize;
pub mod canonicalize;
pub mod cost;
pub mod decompose;
pub mod decompose_tensor_ops;
pub mod dot;
pub mod eliminate_copies;
pub mod eliminate_empty_tensors;
pub mod expand_math;
pub mod fuse_elementwise;
pub mod fuse_horizontal;
pub mod fuse_into_loop;
pub mod generalize_named_ops;
mod index;
pub mod interchange;
pub mod loops;
pub mod lower_to_loops;
pub mod mutation;
pub mod packing;
pub mod pass;
pub mod pin_numerics;
pub mod pipeline;
pub mod place_buffers;
pub mod poison_temporaries;
pub mod remark;
mod reshape;
pub mod results_to_out_params;
pub mod schedule;
pub mod specialize;
pub mod specialize_generic;
pub mod tile;
pub mod vectorize;

pub use index::Index;
pub use pipeline::{PassRun, Pipeline, PipelineError};
pub use remark::{Remark, Verdict};
