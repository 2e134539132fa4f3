//! A compiled program, called with the types of its own signature. Every call is checked first.

use crate::element::Arg;
use crate::error::{CallError, Error, Place};
use crate::program::bound_of;
use crate::shapes::Shapes;
use crate::signature::{Signature, static_shape};
use crate::spread::{Spread, takes_row_major};
use std::sync::Arc;
use tilec_codegen as codegen;
use tilec_codegen::{CodegenError, CompileTimes};
use tilec_ir::data::byte_size;
use tilec_ir::{Data, Scalar, ScalarType, Type};

/// A compiled function. Clones share the machine code, which is freed with the last of them; calls may run in parallel.
///
/// A kernel of a program whose shapes are not known before the call compiles itself when it is called, once for each list of shapes
/// (and of the scalar arguments that shapes depend on), and keeps the latest 32.
#[derive(Clone, Debug)]
pub struct Kernel {
    code: Code,
    signature: Arc<Signature>,
    /// Memory for results is filled with what no program computes.
    poison: bool,
}

/// Machine code, now or at the call.
#[derive(Clone, Debug)]
enum Code {
    Made(codegen::Kernel),
    AtCall(Shapes),
}

impl Kernel {
    /// Pairs machine code with the signature it was compiled from: its parameters are the arguments, then one buffer for each
    /// shaped result.
    pub(crate) fn new(code: codegen::Kernel, signature: Arc<Signature>, poison: bool) -> Result<Self, Error> {
        let kernel = Self { code: Code::Made(code.clone()), signature, poison };
        let (arguments, outputs) = (kernel.signature.arguments.iter().map(|a| &a.ty), kernel.outputs());
        let expected: Vec<&Type> = arguments.chain(outputs).collect();
        let params = code.params();
        let same = |(param, ty): (&codegen::Param, &&Type)| param.ty.elem() == ty.elem() && param.ty.shape() == ty.shape();
        if params.len() != expected.len() || !params.iter().zip(&expected).all(same) {
            let found: Vec<String> = params.iter().map(|p| p.ty.to_string()).collect();
            return Err(CodegenError::Internal(format!("the kernel's parameters became ({})", found.join(", "))).into());
        }
        Ok(kernel)
    }

    /// A kernel that is compiled when it is called.
    pub(crate) fn at_call(shapes: Shapes, signature: Arc<Signature>) -> Self {
        Self { code: Code::AtCall(shapes), signature, poison: false }
    }

    /// The kernel for calls with the shapes of these arguments: the one that such a call uses, compiled now if there is none yet.
    ///
    /// # Errors
    /// Arguments that do not fit, and [`CallError::Compile`].
    pub fn specialize(&self, arguments: &[Arg<'_>]) -> Result<Self, CallError> {
        let Code::AtCall(shapes) = &self.code else { return Ok(self.clone()) };
        self.check_count(arguments.len())?;
        let bound = |(i, argument): (usize, &Arg<'_>)| {
            argument.bound(Place::Argument(i), &self.signature.arguments[i].ty, shapes.reaches(i))
        };
        shapes.kernel(arguments.iter().enumerate().map(bound).collect::<Result<_, _>>()?)
    }

    /// [`Kernel::specialize`] for owned data.
    fn specialize_data<'d>(
        &self,
        shapes: &Shapes,
        arguments: impl ExactSizeIterator<Item = &'d Data>,
    ) -> Result<Self, CallError> {
        self.check_count(arguments.len())?;
        let bound = |(i, data): (usize, &Data)| {
            self.signature.check(i, data)?;
            Ok::<_, CallError>(bound_of(&self.signature.arguments[i].ty, shapes.reaches(i), data))
        };
        shapes.kernel(arguments.enumerate().map(bound).collect::<Result<_, _>>()?)
    }

    fn check_count(&self, found: usize) -> Result<(), CallError> {
        let expected = self.signature.arguments.len();
        if found == expected { Ok(()) } else { Err(CallError::Count { what: "arguments", expected, found }) }
    }

    /// What the function takes and gives; a `?` is known at the call.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// How long the code generator took; nothing for a kernel that is compiled at its calls.
    pub fn compile_times(&self) -> CompileTimes {
        match &self.code {
            Code::Made(code) => code.compile_times(),
            Code::AtCall(_) => CompileTimes::default(),
        }
    }

    /// Bytes that the temporaries of a call are placed in, allocated at the first call and kept for the next ones; of a kernel that is
    /// compiled at its calls, the most of what was compiled so far. See [`Kernel::with_memory_limit`].
    pub fn arena_bytes(&self) -> usize {
        match &self.code {
            Code::Made(code) => code.arena_bytes(),
            Code::AtCall(shapes) => shapes.kernels().iter().map(Self::arena_bytes).max().unwrap_or(0),
        }
    }

    /// Bytes of machine code that there are now.
    pub fn code_size(&self) -> usize {
        match &self.code {
            Code::Made(code) => code.code_size(),
            Code::AtCall(shapes) => shapes.kernels().iter().map(Self::code_size).sum(),
        }
    }

    /// The same kernel, whose calls hold at most `bytes` of temporaries at a time.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: usize) -> Self {
        self.code = match self.code {
            Code::Made(code) => Code::Made(code.with_memory_limit(bytes)),
            Code::AtCall(shapes) => Code::AtCall(shapes.with_memory_limit(bytes)),
        };
        self
    }

    /// The types of the results that the caller gives memory for.
    fn outputs(&self) -> impl Iterator<Item = &Type> {
        self.signature.results.iter().filter(|ty| ty.as_scalar().is_none())
    }

    /// Runs the kernel: one argument for each of the function's, one writable output for each of its tensor or buffer results,
    /// in order. Nothing is copied (but the elements of writable `bool` views). Returns the scalar results, in order.
    ///
    /// Memory that may be written (an output, or an argument that [`Kernel::overwrites`] names) has to be apart from all other memory of
    /// the call; what is only read may be passed several times.
    ///
    /// # Errors
    /// Values that do not fit (nothing has run then), and run-time errors of the program, which leave the outputs unspecified.
    pub fn call<'a>(
        &self,
        arguments: impl IntoIterator<Item = Arg<'a>>,
        outputs: impl IntoIterator<Item = Arg<'a>>,
    ) -> Result<Vec<Scalar>, CallError> {
        let mut arguments: Vec<Arg<'a>> = arguments.into_iter().collect();
        let Code::Made(code) = &self.code else { return self.specialize(&arguments)?.call(arguments, outputs) };
        let mut outputs: Vec<Arg<'a>> = outputs.into_iter().collect();
        let (takes, gives) = (self.signature.arguments.len(), self.outputs().count());
        self.check_count(arguments.len())?;
        if outputs.len() != gives {
            return Err(CallError::Count { what: "outputs", expected: gives, found: outputs.len() });
        }
        let mut scratch = vec![Vec::new(); takes + gives];
        let mut lowered = Vec::with_capacity(takes + gives);
        let types = self.signature.arguments.iter().map(|a| &a.ty).chain(self.outputs());
        let values = arguments.iter_mut().chain(&mut outputs);
        for (i, ((value, ty), scratch)) in values.zip(types).zip(&mut scratch).enumerate() {
            let place = self.place(i);
            let value = value.lower(place, ty, scratch)?;
            if i >= takes && !matches!(value, codegen::Arg::Out(_)) {
                return Err(CallError::ReadOnly { place });
            }
            lowered.push(value);
        }
        let results = code.call(&mut lowered).map_err(|error| self.wrap(error))?;
        drop(lowered);
        for (value, scratch) in arguments.iter_mut().chain(&mut outputs).zip(&scratch) {
            value.write_back(scratch);
        }
        Ok(results)
    }

    /// Runs the kernel on owned data: scalars have rank 0. Returns what [`Signature::outcome_types`] lists: the results, then
    /// the contents of the buffer arguments that the function writes.
    ///
    /// # Errors
    /// See [`Kernel::call`].
    pub fn call_data(&self, arguments: &[Data]) -> Result<Vec<Data>, CallError> {
        if let Code::AtCall(shapes) = &self.code {
            return self.specialize_data(shapes, arguments.iter())?.call_data(arguments);
        }
        let mut results = self.results()?;
        // Only what is overwritten is copied.
        let mut copies: Vec<Option<Data>> =
            arguments.iter().enumerate().map(|(i, data)| self.overwrites(i).then(|| data.clone())).collect();
        let slots = arguments.iter().zip(&mut copies).map(|(data, copy)| match copy {
            Some(copy) => Slot::Write(copy),
            None => Slot::Read(data),
        });
        self.call_slots(slots.collect(), &mut results)?;
        results.extend(self.signature.written().filter_map(|i| copies[i].take()));
        Ok(results)
    }

    /// Runs the kernel on owned data without any copy: buffer arguments that the function writes, and tensors that the program
    /// declares writable, are overwritten in place. (Only for a buffer whose type states a layout that is not row-major are the elements
    /// copied to such a one and back.) `results` are those that [`Kernel::results`] made.
    ///
    /// # Errors
    /// See [`Kernel::call`].
    pub fn call_in_place(&self, arguments: &mut [Data], results: &mut [Data]) -> Result<(), CallError> {
        if let Code::AtCall(shapes) = &self.code {
            return self.specialize_data(shapes, arguments.iter())?.call_in_place(arguments, results);
        }
        let slots = arguments.iter_mut().enumerate().map(|(i, data)| match self.overwrites(i) {
            true => Slot::Write(data),
            false => Slot::Read(data),
        });
        self.call_slots(slots.collect(), results)
    }

    /// True if calls overwrite argument `index`.
    pub fn overwrites(&self, index: usize) -> bool {
        let argument = self.signature.arguments.get(index).is_some_and(|a| a.written);
        let by_code = match &self.code {
            Code::Made(code) => index < self.signature.arguments.len() && code.params()[index].written,
            Code::AtCall(_) => false,
        };
        argument || by_code
    }

    /// Memory for the results of [`Kernel::call_in_place`].
    ///
    /// # Errors
    /// [`CallError::TooLarge`] if there is not enough, [`CallError::Open`] if a shape is only known at the call.
    pub fn results(&self) -> Result<Vec<Data>, CallError> {
        let mut results: Vec<Data> =
            self.signature.results.iter().enumerate().map(|(i, ty)| allocate(Place::Output(i), ty)).collect::<Result<_, _>>()?;
        if self.poison {
            results.iter_mut().for_each(poison);
        }
        Ok(results)
    }

    fn call_slots(&self, mut arguments: Vec<Slot<'_>>, results: &mut [Data]) -> Result<(), CallError> {
        let signature = &self.signature;
        let Code::Made(code) = &self.code else { unreachable!("specialized before") };
        let (takes, gives) = (signature.arguments.len(), signature.results.len());
        self.check_count(arguments.len())?;
        if results.len() != gives {
            return Err(CallError::Count { what: "outputs", expected: gives, found: results.len() });
        }
        let mut spreads = Vec::with_capacity(takes);
        for (i, slot) in arguments.iter().enumerate() {
            signature.check(i, slot.data())?;
            spreads.push(spread(Place::Argument(i), &signature.arguments[i].ty, slot.data())?);
        }
        let mut lowered = Vec::with_capacity(takes + gives);
        for ((slot, spread), argument) in arguments.iter_mut().zip(&mut spreads).zip(&signature.arguments) {
            lowered.push(match (slot, spread) {
                (slot, _) if argument.ty.as_scalar().is_some() => codegen::Arg::Scalar(slot.data().get(0)),
                (slot, Some(spread)) => {
                    let (data, (strides, bytes)) = (slot.data(), spread.parts());
                    let (elem, shape, strides) = (data.elem, &data.shape[..], Some(strides));
                    match slot {
                        Slot::Read(_) => codegen::Arg::In(codegen::View { elem, shape, bytes, strides }),
                        Slot::Write(_) => codegen::Arg::Out(codegen::ViewMut { elem, shape, bytes, strides }),
                    }
                }
                (Slot::Read(data), None) => codegen::Arg::In(codegen::View::dense(data.elem, &data.shape, &data.bytes)),
                (Slot::Write(data), None) => write(data),
            });
        }
        let mut scalars = Vec::new();
        for (result, ty) in results.iter_mut().zip(&signature.results) {
            match ty {
                Type::Scalar(_) => scalars.push(result),
                _ => lowered.push(write(result)),
            }
        }
        let values = code.call(&mut lowered).map_err(|error| self.wrap(error))?;
        drop(lowered);
        for (result, value) in scalars.into_iter().zip(values) {
            *result = Data::scalar(value);
        }
        for (slot, spread) in arguments.iter_mut().zip(&mut spreads) {
            if let (Slot::Write(data), Some(spread)) = (slot, spread) {
                spread.collect(data);
            }
        }
        Ok(())
    }

    /// The value at position `i` of the compiled parameters.
    fn place(&self, i: usize) -> Place {
        i.checked_sub(self.signature.arguments.len()).map_or(Place::Argument(i), Place::Output)
    }

    /// An error of the compiled code, in terms of the signature.
    fn wrap(&self, error: codegen::CallError) -> CallError {
        match error {
            codegen::CallError::ReadOnly { index } => CallError::ReadOnly { place: self.place(index) },
            codegen::CallError::Overlap { first, second } => {
                CallError::Overlap { first: self.place(first), second: self.place(second) }
            }
            other => CallError::Kernel(other),
        }
    }
}

/// Owned data as an argument.
enum Slot<'a> {
    Read(&'a Data),
    Write(&'a mut Data),
}

impl Slot<'_> {
    fn data(&self) -> &Data {
        match self {
            Self::Read(data) => data,
            Self::Write(data) => data,
        }
    }
}

/// The elements laid out as a buffer type says, if they are not already.
fn spread(place: Place, ty: &Type, data: &Data) -> Result<Option<Spread>, CallError> {
    match ty.as_memref() {
        Some(buffer) if !takes_row_major(ty) => {
            let spread = Spread::of(buffer, data).ok_or_else(|| CallError::TooLarge { place, ty: ty.clone() })?;
            Ok(Some(spread))
        }
        _ => Ok(None),
    }
}

fn write(data: &mut Data) -> codegen::Arg<'_> {
    codegen::Arg::Out(codegen::ViewMut::dense(data.elem, &data.shape, &mut data.bytes))
}

/// Zeros, if there is memory for them.
fn allocate(place: Place, ty: &Type) -> Result<Data, CallError> {
    if !ty.is_static() {
        return Err(CallError::Open { place, ty: ty.clone() });
    }
    let elem = ty.elem().unwrap_or(ScalarType::Index);
    let too_large = || CallError::TooLarge { place, ty: ty.clone() };
    let shape = static_shape(ty).ok_or_else(too_large)?;
    zeros(elem, shape).ok_or_else(too_large)
}

/// Fills memory with what surfaces in the results if nobody writes it.
fn poison(data: &mut Data) {
    let bytes = Scalar::poison(data.elem).bits.to_le_bytes();
    data.bytes.chunks_exact_mut(data.elem.bytes()).for_each(|element| element.copy_from_slice(&bytes[..element.len()]));
}

/// Zeros of a shape, or nothing if there is no memory for them.
pub fn zeros(elem: ScalarType, shape: Vec<usize>) -> Option<Data> {
    let size = byte_size(elem, &shape)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).ok()?;
    bytes.resize(size, 0);
    Some(Data { elem, shape, bytes })
}
