//! The signature of an entry function: what a caller passes and gets back, before any lowering.

use crate::error::{CallError, Place};
use crate::spread::distinct_strides;
use std::collections::HashSet;
use tilec_ir::data::byte_size;
use tilec_ir::{DYNAMIC, Data, Diagnostic, Layout, Module, Op, OpKind, ScalarType, Type, Value};

/// An argument of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its type in the program.
    pub ty: Type,
    /// A buffer that the function writes, directly or through views.
    pub written: bool,
    /// Its elements are read (always true for tensors and scalars).
    pub read: bool,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The function's name.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The result types.
    pub results: Vec<Type>,
}

impl Signature {
    /// The signature of a function with a body.
    pub fn of(module: &Module, func: Op) -> Self {
        let ty = module.func_type(func);
        let argument = |(ty, &value): (&Type, &Value)| {
            let (written, read) = if ty.as_memref().is_some() { buffer_uses(module, value) } else { (false, true) };
            Argument { ty: ty.clone(), written, read }
        };
        Self {
            name: module.symbol_name(func).unwrap_or_default().to_owned(),
            arguments: ty.inputs.iter().zip(module.block_args(module.entry(func))).map(argument).collect(),
            results: ty.results.clone(),
        }
    }

    /// Positions of the buffer arguments that the function writes, which count as results behind the results.
    pub fn written(&self) -> impl Iterator<Item = usize> + '_ {
        self.arguments.iter().enumerate().filter(|(_, a)| a.written).map(|(i, _)| i)
    }

    /// The types of everything that comes out: the results, then the written buffer arguments.
    pub fn outcome_types(&self) -> Vec<&Type> {
        self.results.iter().chain(self.written().map(|i| &self.arguments[i].ty)).collect()
    }

    /// Bytes that any implementation has to move in a call: inputs read once, results written once. Scalars do not count, and
    /// neither does what has no static size.
    pub fn useful_bytes(&self) -> usize {
        let bytes = |ty: &Type| match ty.shape() {
            Some(_) if ty.is_static() => static_shape(ty).and_then(|s| byte_size(ty.elem()?, &s)).unwrap_or(0),
            _ => 0,
        };
        let read = self.arguments.iter().filter(|a| a.read).map(|a| bytes(&a.ty));
        let written = self.outcome_types().into_iter().map(bytes);
        read.chain(written).fold(0, usize::saturating_add)
    }

    /// Checks argument `index` of a call.
    ///
    /// # Errors
    /// [`CallError::Mismatch`] if type or shape are not those of the function; a `?` accepts any extent.
    pub fn check(&self, index: usize, data: &Data) -> Result<(), CallError> {
        let expected = &self.arguments[index].ty;
        let shape = expected.shape().unwrap_or(&[]);
        let fits = |(&known, &found): (&i64, &usize)| known == DYNAMIC || i64::try_from(found) == Ok(known);
        let same = shape.len() == data.shape.len() && shape.iter().zip(&data.shape).all(fits);
        let place = Place::Argument(index);
        if expected.elem() != Some(data.elem) || !same {
            let found = format!("shape {:?} of {}", data.shape, Type::Scalar(data.elem));
            return Err(CallError::Mismatch { place, expected: expected.clone(), found });
        }
        if byte_size(data.elem, &data.shape) != Some(data.bytes.len()) {
            return Err(CallError::Length { place, shape: data.shape.clone(), found: data.len() });
        }
        Ok(())
    }

    /// Checks that a kernel can be made that takes and gives these types; `open` shapes will be known when it is called.
    ///
    /// # Errors
    /// A diagnostic at the function: the first type that is not a scalar, a tensor, or a buffer with strides, of static shape.
    pub(crate) fn check_compilable(&self, module: &Module, func: Op, open: bool) -> Result<(), Diagnostic> {
        let arguments = self.arguments.iter().enumerate().map(|(i, a)| (format!("argument {i}"), &a.ty));
        let results = self.results.iter().enumerate().map(|(i, ty)| (format!("result {i}"), ty));
        for (place, ty) in arguments.chain(results) {
            if let Some(why) = why_not_compilable(ty, open) {
                let message = format!("@{}: {place} of type {ty} {why}", self.name);
                return Err(Diagnostic::error(module.op(func).loc.clone(), message));
            }
        }
        Ok(())
    }
}

/// What stands against passing a value of this type to compiled code.
fn why_not_compilable(ty: &Type, open: bool) -> Option<&'static str> {
    let unsupported = "cannot be passed to compiled code: expected a scalar, or a tensor or buffer of static shape";
    let has_strides = match ty {
        Type::Scalar(s) => return if is_computable(*s) { None } else { Some(unsupported) },
        Type::Tensor(_) => true,
        Type::MemRef(m) => matches!(m.layout, Layout::Identity | Layout::Strided { .. }) || m.is_contiguous(),
        _ => return Some(unsupported),
    };
    if !ty.is_static() {
        let unknown = "has a shape that does not follow from those of the arguments; `tilec run --interp` runs it";
        return if open { None } else { Some(unknown) };
    }
    if static_shape(ty).and_then(|s| byte_size(ty.elem()?, &s)).is_none() {
        return Some("is too large: the number of bytes overflows");
    }
    match ty.as_memref() {
        _ if !has_strides => Some("has a layout map, and only buffers with strides can be passed to compiled code"),
        Some(m) if distinct_strides(m).is_none() => Some("has a layout under which elements would be the same memory"),
        _ => None,
    }
}

fn is_computable(ty: ScalarType) -> bool {
    !matches!(ty, ScalarType::Mini(_)) && (1..=64).contains(&ty.bits())
}

/// The extents of a type of static shape; none for a scalar.
pub(crate) fn static_shape(ty: &Type) -> Option<Vec<usize>> {
    ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).ok()).collect()
}

/// Whether a buffer is written and read, through all its views.
fn buffer_uses(module: &Module, buffer: Value) -> (bool, bool) {
    let (mut written, mut read) = (false, false);
    let (mut seen, mut work) = (HashSet::from([buffer]), vec![buffer]);
    while let Some(value) = work.pop() {
        for user in module.uses(value) {
            let i = user.operand as usize;
            match module.kind(user.op) {
                OpKind::Structured(_) => {
                    let view = module.structured(user.op).expect("a structured op");
                    match i.checked_sub(view.num_inputs()) {
                        None => read |= view.is_read(view.body_args()[i]),
                        Some(output) => {
                            written = true;
                            read |= view.reads_init(output);
                        }
                    }
                }
                OpKind::Copy | OpKind::Materialize => {
                    written |= i == 1;
                    read |= i == 0;
                }
                OpKind::Store | OpKind::VectorStore | OpKind::TransferWrite => written = true,
                OpKind::Dim | OpKind::Dealloc | OpKind::Yield | OpKind::Return => {}
                OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast => work.extend(new(&mut seen, module.results(user.op))),
                OpKind::For => {
                    // Carried buffers: every iteration argument and result may be any of them.
                    let carried = module.block_args(module.entry(user.op)).iter().chain(module.results(user.op));
                    let buffers: Vec<Value> = carried.copied().filter(|&v| module.ty(v).as_memref().is_some()).collect();
                    work.extend(new(&mut seen, &buffers));
                }
                _ => read = true,
            }
        }
    }
    (written, read)
}

fn new(seen: &mut HashSet<Value>, values: &[Value]) -> Vec<Value> {
    values.iter().copied().filter(|v| seen.insert(*v)).collect()
}
