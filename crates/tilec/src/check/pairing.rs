//! Two functions that are to be compared: which arguments and results of one are which of the other.
//!
//! The types may differ in what passes change: shapes that one of them leaves open, tensors that became buffers, and buffer results that
//! became arguments.

use super::{CheckError, CheckOptions};
use std::fmt;
use tilec_ir::{DYNAMIC, FunctionType, Module, Op, ScalarType, Type};

/// A result of a call, or an argument, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// What the function returns.
    Result(usize),
    /// The contents of a buffer after the call.
    Argument(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result(n) => write!(f, "result {n}"),
            Self::Argument(n) => write!(f, "argument {n} after the call"),
        }
    }
}

/// An argument as both functions take it.
pub(super) struct Argument {
    pub elem: ScalarType,
    /// What the types of both know; `None` for a scalar.
    pub shape: Option<Vec<i64>>,
    /// The only number that it may be.
    pub value: Option<i64>,
}

/// How a call of one function is a call of the other.
pub(super) struct Pairing {
    pub arguments: Vec<Argument>,
    /// Where the values to compare are, before and after.
    pub outputs: Vec<(Place, Place)>,
    /// The further arguments of the second function, each with the result of the first that goes there.
    pub out_params: Vec<usize>,
}

impl Pairing {
    /// # Errors
    /// Types that cannot be compared, or an argument that no value can be made up for.
    pub fn of(name: &str, before: (&Module, Op), after: (&Module, Op), options: &CheckOptions) -> Result<Self, CheckError> {
        let (a, b) = (before.0.func_type(before.1), after.0.func_type(after.1));
        let differ = |message: String| CheckError::Signature { function: name.to_owned(), message };
        let counts = |ty: &FunctionType| format!("{} arguments and {} results", ty.inputs.len(), ty.results.len());
        let extra = b.inputs.len().checked_sub(a.inputs.len());
        let Some(extra) = extra.filter(|extra| b.results.len() + extra == a.results.len()) else {
            return Err(differ(format!("it has {} before and {} after", counts(a), counts(b))));
        };
        let mut arguments = Vec::new();
        for (i, (x, y)) in a.inputs.iter().zip(&b.inputs).enumerate() {
            let shape = common(x, y).ok_or_else(|| differ(format!("argument {i} is of type {x} before and {y} after")))?;
            let unknown = |ty: &Type| CheckError::Argument { function: name.to_owned(), argument: i, ty: ty.clone() };
            let elem = x.elem().filter(|e| (1..=64).contains(&e.bits())).ok_or_else(|| unknown(x))?;
            if !matches!(x, Type::Scalar(_) | Type::Tensor(_) | Type::MemRef(_) | Type::Vector(_)) {
                return Err(unknown(x));
            }
            let value = options.values.iter().find(|(at, _)| *at == i).map(|(_, value)| *value);
            arguments.push(Argument { elem, shape, value });
        }
        let (mut outputs, mut out_params, mut kept) = (Vec::new(), Vec::new(), 0);
        for (i, x) in a.results.iter().enumerate() {
            // Buffer results become the last arguments, in order.
            let moved = out_params.len() < extra && matches!(x, Type::Tensor(_) | Type::MemRef(_));
            let (y, place) = if moved {
                let at = a.inputs.len() + out_params.len();
                out_params.push(i);
                (&b.inputs[at], Place::Argument(at))
            } else {
                kept += 1;
                (b.results.get(kept - 1).unwrap_or(x), Place::Result(kept - 1))
            };
            if common(x, y).is_none() {
                return Err(differ(format!("result {i} is of type {x} before and {y} after")));
            }
            outputs.push((Place::Result(i), place));
        }
        if out_params.len() != extra {
            return Err(differ(format!("it has {} before and {} after", counts(a), counts(b))));
        }
        let both = a.inputs.iter().zip(&b.inputs).enumerate();
        let buffers = both.filter(|(_, (x, y))| x.as_memref().is_some() && y.as_memref().is_some());
        outputs.extend(buffers.map(|(i, _)| (Place::Argument(i), Place::Argument(i))));
        Ok(Self { arguments, outputs, out_params })
    }
}

/// What two types know of a shape together, if a value can have both; a tensor can be a buffer. The inner option is `None` for scalars.
fn common(a: &Type, b: &Type) -> Option<Option<Vec<i64>>> {
    let is_memory = |ty: &Type| matches!(ty, Type::Tensor(_) | Type::MemRef(_));
    let (x, y) = match (a.shape(), b.shape()) {
        (Some(x), Some(y)) if a.elem() == b.elem() && is_memory(a) && is_memory(b) => (x, y),
        (Some(x), _) => return (a == b).then(|| Some(x.to_vec())),
        _ => return (a == b).then_some(None),
    };
    let dim = |(&x, &y): (&i64, &i64)| match (x, y) {
        (DYNAMIC, n) | (n, DYNAMIC) => Some(n),
        (n, m) => (n == m).then_some(n),
    };
    let shape: Option<Vec<i64>> = (x.len() == y.len()).then(|| x.iter().zip(y).map(dim).collect())?;
    shape.map(Some)
}
