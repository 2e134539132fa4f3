//! The IR of tilec: types, affine maps, operations, scalar semantics, printer and verifier.
//!
//! This crate does no I/O and reads no text; see `tilec-parse` for that. A program is a [`ir::Module`]: operations,
//! blocks, regions and values in arenas. What an op means is an [`op::OpKind`]; how it is spelled is a row of
//! [`spelling`]. Passes read with [`ir`] and [`structured`] and edit with [`rewrite`] and [`builder`] only.

pub mod affine;
pub mod arena;
pub mod attr;
pub mod builder;
pub mod data;
pub mod diag;
pub mod dominance;
pub mod entity;
pub mod expand;
pub mod facts;
pub mod ir;
pub mod loc;
pub mod named;
pub mod numerics;
pub mod op;
mod order;
pub mod print;
pub mod rewrite;
pub mod scalar;
pub mod scalar_op;
pub mod spelling;
pub mod structured;
pub mod transfer;
pub mod types;
pub mod verify;

pub use affine::{AffineExpr, AffineMap};
pub use attr::{Attr, Dense, DenseData, Dict};
pub use builder::{Builder, InsertPoint};
pub use data::Data;
pub use diag::{Diagnostic, Severity};
pub use entity::{Block, Entity, Op, Region, SecondaryMap, Value};
pub use ir::{Module, Replacement, Use, ValueDef};
pub use loc::Loc;
pub use op::{OpKind, StructuredOp};
pub use scalar::Scalar;
pub use structured::{IteratorKind, Structured};
pub use transfer::Transfer;
pub use types::{DYNAMIC, FunctionType, Layout, MemRefType, MiniFloat, ScalarType, TensorType, Type, VectorType};
