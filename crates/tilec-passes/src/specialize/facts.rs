//! What is known of a value: its type with extents filled in, its number if it is a scalar, and where each number comes from.

use std::sync::Arc;
use tilec_ir::{DYNAMIC, Layout, MemRefType, Op, Scalar, TensorType, Type};

/// Where a number comes from, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The program says it.
    Program,
    /// An extent of an argument.
    Extent {
        /// Which argument.
        argument: usize,
        /// Which dimension.
        dim: usize,
    },
    /// The value of an argument.
    Value {
        /// Which argument.
        argument: usize,
    },
    /// An element of a tensor or buffer, which this op reads.
    Data(Op),
    /// It differs from trip to trip, or from path to path; the op that chooses.
    Varies(Op),
    /// Whatever this op gives.
    Opaque(Op),
}

impl Cause {
    /// ` (dimension 0 of argument 1)`; nothing if no argument is behind it.
    pub(super) fn origin(self) -> String {
        match self {
            Self::Extent { argument, dim } => format!(" (dimension {dim} of argument {argument})"),
            Self::Value { argument } => format!(" (argument {argument})"),
            Self::Program | Self::Data(_) | Self::Varies(_) | Self::Opaque(_) => String::new(),
        }
    }
}

/// An extent ([`DYNAMIC`] if it is not known) and its cause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub size: i64,
    pub cause: Cause,
}

impl Extent {
    pub fn program(size: i64) -> Self {
        Self { size, cause: Cause::Program }
    }

    pub fn unknown(cause: Cause) -> Self {
        Self { size: DYNAMIC, cause }
    }

    pub fn known(self) -> Option<i64> {
        (self.size != DYNAMIC).then_some(self.size)
    }
}

/// A number made of others: known if all are and the operation has a value.
pub(super) fn combine(parts: &[Extent], value: impl FnOnce(&[i64]) -> Option<i64>, otherwise: Cause) -> Extent {
    if let Some(unknown) = parts.iter().find(|p| p.size == DYNAMIC) {
        return *unknown;
    }
    let sizes: Vec<i64> = parts.iter().map(|p| p.size).collect();
    let cause = parts.iter().map(|p| p.cause).find(|c| *c != Cause::Program).unwrap_or(Cause::Program);
    value(&sizes).filter(|v| *v != DYNAMIC).map_or(Extent::unknown(otherwise), |size| Extent { size, cause })
}

/// What is known of a value. Equal facts may have different causes.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// A scalar, and its value where it has the same one whenever it is computed.
    Scalar { value: Option<Scalar>, cause: Cause },
    /// Anything else: the type, a cause for each dimension, and the elements of a small tensor of integers.
    Shaped { ty: Type, causes: Vec<Cause>, elements: Option<Arc<[Fact]>> },
}

impl PartialEq for Fact {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar { value: a, .. }, Self::Scalar { value: b, .. }) => a == b,
            (Self::Shaped { ty: a, elements: x, .. }, Self::Shaped { ty: b, elements: y, .. }) => a == b && x == y,
            _ => false,
        }
    }
}

impl Fact {
    pub fn scalar(value: Scalar, cause: Cause) -> Self {
        Self::Scalar { value: Some(value), cause }
    }

    /// No more than the type says.
    pub fn declared(ty: &Type, cause: Cause) -> Self {
        if ty.as_scalar().is_some() {
            return Self::Scalar { value: None, cause };
        }
        let cause_of = |d: &i64| if *d == DYNAMIC { cause } else { Cause::Program };
        let causes = ty.shape().unwrap_or(&[]).iter().map(cause_of).collect();
        Self::Shaped { ty: ty.clone(), causes, elements: None }
    }

    /// The type with these extents and, for a buffer of strided layout, these strides and this offset, where it leaves them open.
    pub fn refined(declared: &Type, extents: &[Extent], layout: Option<(Vec<i64>, i64)>) -> Self {
        let shape = declared.shape().unwrap_or(&[]);
        let pick = |(known, extent): (&i64, &Extent)| if *known == DYNAMIC { extent.size } else { *known };
        let sizes: Vec<i64> = shape.iter().zip(extents).map(pick).collect();
        let ty = with_shape(declared, &sizes);
        let ty = match layout {
            Some((strides, offset)) => with_layout(&ty, &strides, offset),
            None => ty,
        };
        Self::Shaped { ty, causes: extents.iter().map(|e| e.cause).collect(), elements: None }
    }

    pub fn ty(&self) -> Option<&Type> {
        match self {
            Self::Shaped { ty, .. } => Some(ty),
            Self::Scalar { .. } => None,
        }
    }

    /// The extents of a ranked value.
    pub fn extents(&self) -> Vec<Extent> {
        match self {
            Self::Shaped { ty, causes, .. } => {
                let sizes = ty.shape().unwrap_or(&[]).iter();
                sizes.zip(causes).map(|(&size, &cause)| Extent { size, cause }).collect()
            }
            Self::Scalar { .. } => Vec::new(),
        }
    }

    /// A scalar as an extent. The least integer stands for "unknown" and is none anyway, so its neighbour takes its place.
    pub fn number(&self) -> Extent {
        match self {
            Self::Scalar { value: Some(value), cause } if !value.ty.is_float() => {
                Extent { size: value.as_i64().max(i64::MIN + 1), cause: *cause }
            }
            Self::Scalar { cause, .. } => Extent::unknown(*cause),
            Self::Shaped { .. } => Extent::unknown(Cause::Program),
        }
    }

    /// What holds of either; `why` is the cause of what differs.
    pub fn join(&self, other: &Self, why: Cause) -> Self {
        match (self, other) {
            (Self::Scalar { value: a, cause }, Self::Scalar { value: b, cause: other }) => match (a, b) {
                (None, _) => self.clone(),
                (_, None) => Self::Scalar { value: None, cause: *other },
                (Some(x), Some(y)) if x == y => Self::Scalar { value: *a, cause: *cause },
                _ => Self::Scalar { value: None, cause: why },
            },
            (Self::Shaped { ty, elements: x, .. }, Self::Shaped { ty: other_ty, elements: y, .. }) => {
                let both: Vec<Extent> =
                    self.extents().into_iter().zip(other.extents()).map(|(a, b)| join_extents(a, b, why)).collect();
                let sizes: Vec<i64> = both.iter().map(|e| e.size).collect();
                let elements = match (x, y) {
                    (Some(x), Some(y)) if x.len() == y.len() => {
                        Some(x.iter().zip(y.iter()).map(|(a, b)| a.join(b, why)).collect())
                    }
                    _ => None,
                };
                let joined = join_layouts(&with_shape(ty, &sizes), other_ty);
                Self::Shaped { ty: joined, causes: both.iter().map(|e| e.cause).collect(), elements }
            }
            _ => self.clone(),
        }
    }
}

fn join_extents(a: Extent, b: Extent, why: Cause) -> Extent {
    match (a.known(), b.known()) {
        (None, _) => a,
        (_, None) => b,
        (Some(x), Some(y)) if x == y => a,
        _ => Extent::unknown(why),
    }
}

/// The type with another shape of the same rank; layout, encoding and memory space stay.
pub(super) fn with_shape(ty: &Type, shape: &[i64]) -> Type {
    match ty {
        Type::Tensor(t) => Type::Tensor(Arc::new(TensorType { shape: shape.to_vec(), ..(**t).clone() })),
        Type::MemRef(t) => Type::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), ..(**t).clone() })),
        _ => ty.clone(),
    }
}

/// Fills in what a strided layout leaves open.
pub(super) fn with_layout(ty: &Type, strides: &[i64], offset: i64) -> Type {
    let Type::MemRef(t) = ty else { return ty.clone() };
    let Layout::Strided { offset: old, strides: known } = &t.layout else { return ty.clone() };
    let pick = |(&known, &new): (&i64, &i64)| if known == DYNAMIC { new } else { known };
    let strides = known.iter().zip(strides).map(pick).collect();
    let layout = Layout::Strided { offset: pick((old, &offset)), strides };
    Type::MemRef(Arc::new(MemRefType { layout, ..(**t).clone() }))
}

/// Opens the strides and the offset in which two layouts differ.
fn join_layouts(ty: &Type, other: &Type) -> Type {
    let (Type::MemRef(t), Type::MemRef(o)) = (ty, other) else { return ty.clone() };
    let (Layout::Strided { offset, strides }, Layout::Strided { offset: other_offset, strides: others }) = (&t.layout, &o.layout)
    else {
        return ty.clone();
    };
    let same = |(&a, &b): (&i64, &i64)| if a == b { a } else { DYNAMIC };
    let layout =
        Layout::Strided { offset: same((offset, other_offset)), strides: strides.iter().zip(others).map(same).collect() };
    Type::MemRef(Arc::new(MemRefType { layout, ..(**t).clone() }))
}
