//! Shapes: slices, reshapes, dims, casts.

use super::Check;
use crate::attr::Attr;
use crate::op::OpKind;
use crate::types::{DYNAMIC, MemRefType, Type};

impl Check<'_> {
    /// `tensor.empty` and `bufferization.alloc_tensor`: one operand per `?`.
    pub(super) fn sized_tensor(&mut self) {
        let ty = self.result_type(0);
        let Some(shape) = ty.as_tensor().map(|t| t.shape.clone()) else {
            return self.fail(format!("expected a ranked tensor, but found {ty}"));
        };
        let dynamic = shape.iter().filter(|d| **d == DYNAMIC).count();
        let copies = !self.module.group_named(self.op, "copy").is_empty();
        let expected = if copies { 0 } else { dynamic };
        let found = self.module.group_range(self.op, 0).len();
        self.require(found == expected, || format!("expected {expected} sizes, one for each ? of {ty}, but found {found}"));
    }

    pub(super) fn dim(&mut self) {
        let ty = self.operand_type(0);
        let memref = self.module.spelling(self.op).dialect() == "memref";
        self.require(if memref { ty.as_memref().is_some() } else { ty.as_tensor().is_some() }, || {
            format!("cannot take a dimension of {ty}")
        });
    }

    pub(super) fn extract(&mut self) {
        let ty = self.operand_type(0);
        let Some(rank) = ty.as_tensor().map(|t| t.shape.len()) else {
            return self.fail(format!("expected a ranked tensor, but found {ty}"));
        };
        let found = self.module.num_operands(self.op) - 1;
        self.require(found == rank, || format!("expected {rank} indices, but found {found}"));
    }

    pub(super) fn slice(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (Some(from), Some(to)) = (source.as_tensor(), result.as_tensor()) else {
            return self.fail(format!("expected tensors, but found {source} and {result}"));
        };
        let elements = from.elem == to.elem;
        self.require(elements, || format!("expected one element type, but found {source} and {result}"));
        let (from, to) = (from.shape.clone(), to.shape.clone());
        self.slice_shape(&from, &to);
    }

    pub(super) fn insert_slice(&mut self) {
        let (source, dest) = (self.operand_type(0), self.operand_type(1));
        let (Some(part), Some(whole)) = (source.as_tensor(), dest.as_tensor()) else {
            return self.fail(format!("expected tensors, but found {source} and {dest}"));
        };
        let elements = part.elem == whole.elem;
        self.require(elements, || format!("expected one element type, but found {source} and {dest}"));
        let (part, whole) = (part.shape.clone(), whole.shape.clone());
        self.slice_shape(&whole, &part);
    }

    pub(super) fn view(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (Some(from), Some(to)) = (source.as_memref().cloned(), result.as_memref().cloned()) else {
            return self.fail(format!("expected buffers, but found {source} and {result}"));
        };
        self.require(from.elem == to.elem, || format!("expected one element type, but found {source} and {result}"));
        if !self.slice_shape(&from.shape, &to.shape) {
            return;
        }
        let attr = |name| self.module.int_array(self.op, name);
        let expected = view_layout(&from, attr("static_offsets"), attr("static_sizes"), attr("static_strides"), &to.shape);
        let found = to.strides_and_offset();
        let fits = match (&expected, &found) {
            (Some((strides, offset)), Some((s, o))) => strides == s && offset == o,
            _ => false,
        };
        self.require(fits, || format!("the layout of {result} is not that of this part of {source}"));
    }

    /// Offsets, sizes and strides fit the whole's rank; the part has the sizes, up to dropped unit dimensions.
    fn slice_shape(&mut self, whole: &[i64], part: &[i64]) -> bool {
        for name in ["offsets", "sizes", "strides"] {
            let constants = self.module.int_array(self.op, crate::spelling::static_list(name)).to_vec();
            let dynamic = constants.iter().filter(|c| **c == DYNAMIC).count();
            let operands = self.module.group_named(self.op, name).len();
            let ok = constants.len() == whole.len() && dynamic == operands;
            if !self.require(ok, || format!("expected {} {name}, one a dimension, but found {}", whole.len(), constants.len())) {
                return false;
            }
        }
        let attr = |name: &str| self.module.int_array(self.op, name).to_vec();
        let (offsets, sizes, strides) = (attr("static_offsets"), attr("static_sizes"), attr("static_strides"));
        for d in 0..whole.len() {
            let (offset, size, stride) = (offsets[d], sizes[d], strides[d]);
            if offset != DYNAMIC
                && !self.require(offset >= 0, || format!("expected a non-negative offset in dimension {d}, but found {offset}"))
            {
                return false;
            }
            if size != DYNAMIC
                && !self.require(size >= 0, || format!("expected a non-negative size in dimension {d}, but found {size}"))
            {
                return false;
            }
            if [whole[d], offset, size, stride].contains(&DYNAMIC) || size == 0 {
                continue;
            }
            let last = (size - 1).checked_mul(stride).and_then(|x| x.checked_add(offset));
            let inside = last.is_some_and(|l| l >= 0 && l < whole[d]);
            if !self.require(inside, || {
                format!("the slice leaves dimension {d} of size {}: offset {offset}, size {size}, stride {stride}", whole[d])
            }) {
                return false;
            }
        }
        let fits = kept_dims(&sizes, part).is_some();
        self.require(fits, || {
            format!("expected a part of sizes {}, up to dropped unit dimensions, but found {}", list(&sizes), list(part))
        })
    }

    pub(super) fn reshape(&mut self, expand: bool) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (Some(from), Some(to)) = (source.shape(), result.shape()) else {
            return self.fail("expected ranked tensors or buffers");
        };
        let buffers = source.as_memref().is_some();
        if buffers != result.as_memref().is_some() || source.elem() != result.elem() {
            return self.fail(format!("expected one element type and one kind of type, but found {source} and {result}"));
        }
        let (wide, narrow) = if expand { (to, from) } else { (from, to) };
        let groups = reassociation(self.module.attr(self.op, "reassociation"));
        let flat: Vec<_> = groups.iter().flatten().copied().collect();
        let covers = flat.iter().copied().eq(0..wide.len()) && groups.iter().all(|g| !g.is_empty());
        if !covers || groups.len() != narrow.len() && !(groups.is_empty() && narrow.is_empty() && wide.iter().all(|d| *d == 1)) {
            if groups.is_empty() && narrow.is_empty() && wide.iter().all(|d| *d == 1) {
                return;
            }
            let (n, w) = (narrow.len(), wide.len());
            return self.fail(format!("expected {n} groups that list the {w} dimensions in order"));
        }
        for (i, group) in groups.iter().enumerate() {
            let inner: Vec<_> = group.iter().map(|&d| wide[d]).collect();
            let dynamic = inner.iter().filter(|d| **d == DYNAMIC).count();
            let product = inner.iter().filter(|d| **d != DYNAMIC).try_fold(1i64, |p, &d| p.checked_mul(d));
            let ok = match dynamic {
                0 => product == Some(narrow[i]),
                _ => narrow[i] == DYNAMIC,
            };
            self.require(ok, || {
                format!("dimension {i} of size {} is not the product of sizes {}", list(&narrow[i..=i]), list(&inner))
            });
        }
        if expand {
            let shape = self.module.int_array(self.op, "static_output_shape");
            self.require(shape == to, || {
                format!("expected output_shape {}, as in the result type, but found {}", list(to), list(shape))
            });
        }
        if buffers {
            let contiguous = |t: &Type| t.as_memref().is_some_and(MemRefType::is_contiguous);
            self.require(contiguous(&source) && contiguous(&result), || "reshapes of strided buffers are not supported".into());
        }
    }

    pub(super) fn shape_cast(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let tensor = self.module.spelling(self.op).dialect() == "tensor";
        let kind = |t: &Type| match t {
            Type::Tensor(_) | Type::UnrankedTensor(_) => tensor,
            Type::MemRef(_) | Type::UnrankedMemRef(_) => !tensor,
            _ => false,
        };
        let mut ok = kind(&source) && kind(&result) && source.elem() == result.elem();
        if let (Some(a), Some(b)) = (source.shape(), result.shape()) {
            ok &= a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x == y || *x == DYNAMIC || *y == DYNAMIC);
        }
        self.require(ok, || format!("cannot cast {source} to {result}"));
    }

    pub(super) fn materialize(&mut self) {
        let (source, dest) = (self.operand_type(0), self.operand_type(1));
        let ok = source.as_tensor().is_some()
            && dest.elem() == source.elem()
            && dest.shape().map(<[i64]>::len) == source.shape().map(<[i64]>::len);
        if !self.require(ok, || format!("expected a tensor and a destination of its shape, but found {source} and {dest}")) {
            return;
        }
        let sizes = source.shape().unwrap_or(&[]).iter().zip(dest.shape().unwrap_or(&[]));
        let agree = sizes.clone().all(|(a, b)| a == b || *a == DYNAMIC || *b == DYNAMIC);
        self.require(agree, || format!("expected a destination of the source's shape, but found {source} and {dest}"));
        let results = self.module.results(self.op).len();
        if dest.as_memref().is_some() {
            self.require(results == 0, || "a buffer destination gives no result".into());
            let writable = self.module.attr(self.op, "writable").is_some();
            self.require(writable, || "a buffer destination must be marked writable".into());
        } else {
            let same = results == 1 && self.result_type(0) == dest;
            self.require(same, || format!("expected a result of type {dest}"));
        }
    }

    pub(super) fn tensor_and_buffer(&mut self) {
        let (a, b) = (self.operand_type(0), self.result_type(0));
        let (tensor, buffer) = if self.module.kind(self.op) == OpKind::ToTensor { (b, a) } else { (a, b) };
        let ok = tensor.as_tensor().is_some()
            && buffer.as_memref().is_some()
            && tensor.shape() == buffer.shape()
            && tensor.elem() == buffer.elem();
        self.require(ok, || {
            format!("expected a tensor and a buffer of one shape and element type, but found {tensor} and {buffer}")
        });
    }
}

/// The groups of a reshape.
pub fn reassociation(attr: Option<&Attr>) -> Vec<Vec<usize>> {
    let dims = |g: &Attr| -> Vec<usize> {
        g.as_array().unwrap_or(&[]).iter().filter_map(|i| usize::try_from(i.as_int()?).ok()).collect()
    };
    attr.and_then(Attr::as_array).unwrap_or(&[]).iter().map(dims).collect()
}

/// The dimensions of a slice that its type keeps: all but some of size 1; `None` if the type does not fit.
/// As in MLIR, a unit dimension is dropped only where the next kept size does not match.
pub fn kept_dims(sizes: &[i64], part: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::with_capacity(part.len());
    for (d, &size) in sizes.iter().enumerate() {
        let rest = sizes.len() - d;
        let wanted = part.get(kept.len());
        let matches = wanted.is_some_and(|w| *w == size);
        if matches && !(size == 1 && rest > part.len() - kept.len() && cannot_fit(&sizes[d + 1..], &part[kept.len() + 1..])) {
            kept.push(d);
        } else if size != 1 {
            return None;
        }
    }
    (kept.len() == part.len()).then_some(kept)
}

/// True if `part` is not what is left of `sizes` after dropping unit dimensions.
fn cannot_fit(sizes: &[i64], part: &[i64]) -> bool {
    let mut wanted = part.iter();
    let mut next = wanted.next();
    for size in sizes {
        if next == Some(size) {
            next = wanted.next();
        } else if *size != 1 {
            return true;
        }
    }
    next.is_some()
}

/// Strides and offset of a part of a buffer, for the dimensions its type keeps; `None` if the source has no strided layout.
pub fn view_layout(from: &MemRefType, offsets: &[i64], sizes: &[i64], steps: &[i64], part: &[i64]) -> Option<(Vec<i64>, i64)> {
    let (strides, base) = from.strides_and_offset()?;
    let mul = |a: i64, b: i64| if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_mul(b) };
    let add = |a: i64, b: i64| if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_add(b) };
    let offset = strides.iter().zip(offsets).fold(base, |sum, (&s, &o)| add(sum, if o == 0 { 0 } else { mul(s, o) }));
    let kept = kept_dims(sizes, part)?;
    Some((kept.into_iter().map(|d| mul(strides[d], steps[d])).collect(), offset))
}

fn list(shape: &[i64]) -> String {
    let items: Vec<_> = shape.iter().map(|&d| if d == DYNAMIC { "?".into() } else { d.to_string() }).collect();
    format!("[{}]", items.join(", "))
}
