//! Rust element types and the arguments of a call: `ndarray` views, slices with a shape, scalars. Nothing is copied.

use crate::error::{CallError, Place};
use half::{bf16, f16};
use ndarray::{ArrayView, ArrayViewMut, Dimension};
use tilec_codegen as codegen;
use tilec_ir::{DYNAMIC, Scalar, ScalarType, Type};
use tilec_passes::specialize::Bound;

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that is an element type of programs. Integers are signless: `i8` and `u8` both pass for `i8`.
pub trait Element: sealed::Sealed + Copy + 'static {
    /// The type it is called in messages.
    const TYPE: ScalarType;
    /// The bits, zero-extended.
    fn bit_pattern(self) -> u64;
    /// The elements as bytes.
    fn as_bytes(elements: &[Self]) -> &[u8];
    /// The elements for writing.
    fn as_memory(elements: &mut [Self]) -> Memory<'_>;
}

/// Memory that a kernel may write.
#[derive(Debug)]
pub enum Memory<'a> {
    /// Any byte is a valid part of an element.
    Bytes(&'a mut [u8]),
    /// Only 0 and 1 are valid, which the compiler checks by copying back what the kernel wrote.
    Bools(&'a mut [bool]),
}

macro_rules! element {
    ($($rust:ty, $ty:expr, |$value:ident| $bits:expr;)*) => {$(
        impl sealed::Sealed for $rust {}
        impl Element for $rust {
            const TYPE: ScalarType = $ty;
            fn bit_pattern(self) -> u64 {
                let $value = self;
                $bits
            }
            fn as_bytes(elements: &[Self]) -> &[u8] {
                bytemuck::cast_slice(elements)
            }
            fn as_memory(elements: &mut [Self]) -> Memory<'_> {
                Memory::Bytes(bytemuck::cast_slice_mut(elements))
            }
        }
        impl From<$rust> for Arg<'_> {
            fn from(value: $rust) -> Self {
                Arg(Kind::Scalar(Scalar::new(<$rust>::TYPE, value.bit_pattern())))
            }
        }
    )*};
}

element! {
    f32, ScalarType::F32, |v| u64::from(v.to_bits());
    f64, ScalarType::F64, |v| v.to_bits();
    f16, ScalarType::F16, |v| u64::from(v.to_bits());
    bf16, ScalarType::BF16, |v| u64::from(v.to_bits());
    i8, ScalarType::Int(8), |v| u64::from(v.cast_unsigned());
    i16, ScalarType::Int(16), |v| u64::from(v.cast_unsigned());
    i32, ScalarType::Int(32), |v| u64::from(v.cast_unsigned());
    i64, ScalarType::Int(64), |v| v.cast_unsigned();
    u8, ScalarType::Unsigned(8), |v| u64::from(v);
    u16, ScalarType::Unsigned(16), |v| u64::from(v);
    u32, ScalarType::Unsigned(32), |v| u64::from(v);
    u64, ScalarType::Unsigned(64), |v| v;
}

impl sealed::Sealed for bool {}

impl Element for bool {
    const TYPE: ScalarType = ScalarType::I1;
    fn bit_pattern(self) -> u64 {
        u64::from(self)
    }
    fn as_bytes(elements: &[Self]) -> &[u8] {
        bytemuck::cast_slice(elements)
    }
    fn as_memory(elements: &mut [Self]) -> Memory<'_> {
        Memory::Bools(elements)
    }
}

impl From<bool> for Arg<'_> {
    fn from(value: bool) -> Self {
        Arg(Kind::Scalar(Scalar::new(ScalarType::I1, u64::from(value))))
    }
}

/// An argument or output of a call, made from an `ndarray` view or a scalar with `into()`, or from a slice with
/// [`Arg::slice`] and [`Arg::slice_mut`].
#[derive(Debug)]
pub struct Arg<'a>(Kind<'a>);

#[derive(Debug)]
enum Kind<'a> {
    Scalar(Scalar),
    Read {
        elem: ScalarType,
        shape: Vec<usize>,
        layout: Option<Layout>,
        bytes: &'a [u8],
    },
    Write {
        elem: ScalarType,
        shape: Vec<usize>,
        layout: Option<Layout>,
        memory: Memory<'a>,
    },
    /// A view with memory between its elements that is not part of it, which cannot be borrowed.
    Gaps {
        elem: ScalarType,
        shape: Vec<usize>,
        strides: Vec<isize>,
    },
    /// A slice that does not fit its shape.
    Length {
        elem: ScalarType,
        shape: Vec<usize>,
        found: usize,
    },
}

/// Where the elements of a view are that is not row-major: element `(i, …)` is number `offset + Σ i·stride` of its memory.
#[derive(Clone, Debug)]
struct Layout {
    strides: Vec<isize>,
    offset: usize,
}

impl Layout {
    /// The layout of a view whose elements are all of its memory, in any order.
    fn of_all(shape: &[usize], strides: &[isize]) -> Self {
        let backwards = shape.iter().zip(strides).filter(|(_, s)| **s < 0);
        let offset = backwards.map(|(&d, &s)| d.saturating_sub(1).saturating_mul(s.unsigned_abs())).sum();
        Self { strides: strides.to_vec(), offset }
    }

    fn lower(layout: &Option<Self>) -> Option<codegen::Strides<'_>> {
        layout.as_ref().map(|l| codegen::Strides { steps: &l.strides, offset: l.offset })
    }
}

impl<'a> Arg<'a> {
    /// Elements to read, in row-major order.
    pub fn slice<T: Element>(elements: &'a [T], shape: &[usize]) -> Self {
        let (elem, shape) = (T::TYPE, shape.to_vec());
        if count(&shape) != Some(elements.len()) {
            return Arg(Kind::Length { elem, shape, found: elements.len() });
        }
        Arg(Kind::Read { elem, shape, layout: None, bytes: T::as_bytes(elements) })
    }

    /// Elements to write, and to read where the program does, in row-major order.
    pub fn slice_mut<T: Element>(elements: &'a mut [T], shape: &[usize]) -> Self {
        let (elem, shape) = (T::TYPE, shape.to_vec());
        if count(&shape) != Some(elements.len()) {
            return Arg(Kind::Length { elem, shape, found: elements.len() });
        }
        Arg(Kind::Write { elem, shape, layout: None, memory: T::as_memory(elements) })
    }

    /// Elements to read of a part of memory: element `(i, …)` is `elements[offset + Σ i·stride]`. For a buffer parameter whose type
    /// has such a layout, or leaves it open, as `memref<2x2xf32, strided<[?, 1], offset: ?>>` does:
    ///
    /// ```
    /// use tilec::{Arg, CompileOptions, Program, compile};
    ///
    /// let text = "func.func @f(%x: memref<2x2xf32, strided<[?, 1], offset: ?>>) -> f32 {
    ///   %c0 = arith.constant 0 : index
    ///   %c1 = arith.constant 1 : index
    ///   %v = memref.load %x[%c1, %c0] : memref<2x2xf32, strided<[?, 1], offset: ?>>
    ///   return %v : f32
    /// }";
    /// let kernel = compile(&Program::parse(text, "f.mlir")?, None, &CompileOptions::default())?;
    /// let matrix = [0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]; // 3 by 3
    /// let corner = Arg::strided(&matrix, &[2, 2], &[3, 1], 4); // the last two rows and columns
    /// assert_eq!(kernel.call([corner], [])?[0].to_f64(), 7.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strided<T: Element>(elements: &'a [T], shape: &[usize], strides: &[isize], offset: usize) -> Self {
        let layout = Some(Layout { strides: strides.to_vec(), offset });
        Arg(Kind::Read { elem: T::TYPE, shape: shape.to_vec(), layout, bytes: T::as_bytes(elements) })
    }

    /// Elements to write, and to read where the program does, of a part of memory, as in [`Arg::strided`]. No two of them may be the
    /// same.
    pub fn strided_mut<T: Element>(elements: &'a mut [T], shape: &[usize], strides: &[isize], offset: usize) -> Self {
        let layout = Some(Layout { strides: strides.to_vec(), offset });
        Arg(Kind::Write { elem: T::TYPE, shape: shape.to_vec(), layout, memory: T::as_memory(elements) })
    }

    /// The argument as the code generator takes it, checked against a type of the signature. The elements of a `bool` view go
    /// through `scratch` and are copied back by [`write_back`].
    pub(crate) fn lower<'b>(
        &'b mut self,
        place: Place,
        expected: &Type,
        scratch: &'b mut Vec<u8>,
    ) -> Result<codegen::Arg<'b>, CallError> {
        self.check(place, expected)?;
        let elem = expected.elem().unwrap_or(ScalarType::Index);
        // Only a buffer whose type has strides is read and written by them.
        let by_strides = expected.as_memref().is_some_and(|ty| matches!(ty.layout, tilec_ir::Layout::Strided { .. }));
        match &mut self.0 {
            Kind::Read { shape, layout: Some(Layout { strides, .. }), .. }
            | Kind::Write { shape, layout: Some(Layout { strides, .. }), .. }
                if !by_strides && !is_row_major(shape, strides) =>
            {
                Err(CallError::Layout { place, expected: expected.clone(), shape: shape.clone(), strides: strides.clone() })
            }
            Kind::Scalar(value) => Ok(codegen::Arg::Scalar(Scalar::new(elem, value.bits))),
            Kind::Read { shape, layout, bytes, .. } => {
                let strides = Layout::lower(layout);
                Ok(codegen::Arg::In(codegen::View { elem, shape, bytes, strides }))
            }
            Kind::Write { shape, layout, memory, .. } => {
                let bytes = match memory {
                    Memory::Bytes(bytes) => &mut **bytes,
                    Memory::Bools(elements) => {
                        scratch.extend(elements.iter().map(|b| u8::from(*b)));
                        scratch.as_mut_slice()
                    }
                };
                let strides = Layout::lower(layout);
                Ok(codegen::Arg::Out(codegen::ViewMut { elem, shape, bytes, strides }))
            }
            Kind::Gaps { shape, strides, .. } => {
                Err(CallError::Layout { place, expected: expected.clone(), shape: shape.clone(), strides: strides.clone() })
            }
            Kind::Length { shape, found, .. } => Err(CallError::Length { place, shape: shape.clone(), found: *found }),
        }
    }

    /// Refuses another element type or shape; a `?` accepts any extent.
    fn check(&self, place: Place, expected: &Type) -> Result<(), CallError> {
        let elem = expected.elem().unwrap_or(ScalarType::Index);
        let (native, shape) = match &self.0 {
            Kind::Scalar(value) => (value.ty, None),
            Kind::Read { elem, shape, .. } | Kind::Write { elem, shape, .. } => (*elem, Some(shape)),
            Kind::Gaps { elem, shape, .. } | Kind::Length { elem, shape, .. } => (*elem, Some(shape)),
        };
        let same_shape = match (expected.shape(), shape) {
            (None, None) => true,
            (Some(known), Some(found)) => {
                known.len() == found.len() && known.iter().zip(found).all(|(&k, &f)| k == DYNAMIC || i64::try_from(f) == Ok(k))
            }
            _ => false,
        };
        if !same_shape || !passes_for(native, elem) {
            let found = match shape {
                Some(shape) => format!("shape {shape:?} of {}", Type::Scalar(native)),
                None => Type::Scalar(native).to_string(),
            };
            return Err(CallError::Mismatch { place, expected: expected.clone(), found });
        }
        Ok(())
    }

    /// What the argument tells of shapes; `reaches` says that a shape depends on it, if it is a scalar.
    pub(crate) fn bound(&self, place: Place, expected: &Type, reaches: bool) -> Result<Bound, CallError> {
        self.check(place, expected)?;
        Ok(match &self.0 {
            Kind::Scalar(value) if reaches => Bound::Value(Scalar::new(expected.elem().unwrap_or(ScalarType::Index), value.bits)),
            Kind::Scalar(_) => Bound::Open,
            Kind::Read { shape, .. } | Kind::Write { shape, .. } | Kind::Gaps { shape, .. } | Kind::Length { shape, .. } => {
                Bound::Array(shape.iter().map(|&d| i64::try_from(d).unwrap_or(i64::MAX)).collect())
            }
        })
    }

    /// Copies what a kernel wrote for a `bool` view to its place.
    pub(crate) fn write_back(&mut self, scratch: &[u8]) {
        if let Kind::Write { memory: Memory::Bools(elements), .. } = &mut self.0 {
            for (element, byte) in elements.iter_mut().zip(scratch) {
                *element = *byte != 0;
            }
        }
    }
}

fn count(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) { Some(0) } else { shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d)) }
}

/// True if elements of a Rust type are elements of a program's type, bit for bit.
fn passes_for(native: ScalarType, elem: ScalarType) -> bool {
    if native.is_float() || elem.is_float() { native == elem } else { native.bits() == elem.bits() }
}

/// True for the strides of elements one after the other.
fn is_row_major(shape: &[usize], strides: &[isize]) -> bool {
    let mut expected = 1usize;
    let fits = shape.iter().zip(strides).rev().all(|(&d, &s)| {
        let fits = d <= 1 || usize::try_from(s) == Ok(expected);
        expected = expected.saturating_mul(d);
        fits
    });
    fits || shape.contains(&0)
}

impl<'a, T: Element, D: Dimension> From<ArrayView<'a, T, D>> for Arg<'a> {
    /// A view in row-major order, or one that covers its memory in another order, such as a transposed one. The memory between the
    /// elements of other views cannot be borrowed from them; [`Arg::strided`] takes it.
    fn from(view: ArrayView<'a, T, D>) -> Self {
        let (elem, shape, strides) = (T::TYPE, view.shape().to_vec(), view.strides().to_vec());
        if let Some(elements) = view.to_slice() {
            return Arg(Kind::Read { elem, shape, layout: None, bytes: T::as_bytes(elements) });
        }
        match view.to_slice_memory_order() {
            Some(elements) => {
                let layout = Some(Layout::of_all(&shape, &strides));
                Arg(Kind::Read { elem, shape, layout, bytes: T::as_bytes(elements) })
            }
            None => Arg(Kind::Gaps { elem, shape, strides }),
        }
    }
}

impl<'a, T: Element, D: Dimension> From<ArrayViewMut<'a, T, D>> for Arg<'a> {
    /// As for [`ArrayView`].
    fn from(view: ArrayViewMut<'a, T, D>) -> Self {
        let (elem, shape, strides) = (T::TYPE, view.shape().to_vec(), view.strides().to_vec());
        let layout = (!view.is_standard_layout()).then(|| Layout::of_all(&shape, &strides));
        match view.into_slice_memory_order() {
            Some(elements) => Arg(Kind::Write { elem, shape, layout, memory: T::as_memory(elements) }),
            None => Arg(Kind::Gaps { elem, shape, strides }),
        }
    }
}
