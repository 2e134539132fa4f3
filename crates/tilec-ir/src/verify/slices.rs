//! Parts of tensors and buffers.

use super::{Check, list, reshapes};
use crate::op::OpKind;
use crate::types::{DYNAMIC, MemRefType, Type};

impl Check<'_, '_> {
    pub(super) fn slice(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        self.tensor_part(source, result);
    }

    pub(super) fn insert_slice(&mut self) {
        let (source, dest) = (self.operand_type(0), self.operand_type(1));
        self.tensor_part(dest, source);
    }

    /// Puts a part into a tensor that the loop around shares.
    pub(super) fn parallel_insert(&mut self) {
        self.insert_slice();
        let Some(end) = self.owner() else { return };
        if !self.require(self.module.kind(end) == OpKind::InParallel, || {
            format!("expected to stand directly in scf.forall.in_parallel, but found {}", self.module.spelling(end).name)
        }) {
            return;
        }
        let Some(body) = self.module.parent_op(end).filter(|o| !self.facts.broken.contains(o)).map(|o| self.module.entry(o))
        else {
            return;
        };
        let loops = self.module.parent_op(end).map_or(0, |o| self.module.int_array(o, "staticLowerBound").len());
        let shared = self.module.block_args(body).get(loops..).unwrap_or(&[]);
        self.require(shared.contains(&self.module.operand(self.op, 1)), || {
            "expected a destination that is an argument of the loop's shared_outs".into()
        });
    }

    fn tensor_part(&mut self, whole: &Type, part: &Type) {
        let (Some(from), Some(to)) = (whole.as_tensor(), part.as_tensor()) else {
            return self.fail(format!("expected ranked tensors, but found {part} as a part of {whole}"));
        };
        self.require(from.elem == to.elem, || format!("expected one element type, but found {whole} and {part}"));
        self.part_shape(&from.shape, &to.shape);
    }

    pub(super) fn view(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (Some(from), Some(to)) = (source.as_memref(), result.as_memref()) else {
            return self.fail(format!("expected ranked buffers, but found {source} and {result}"));
        };
        self.require(from.elem == to.elem, || format!("expected one element type, but found {source} and {result}"));
        self.require(from.space == to.space, || format!("expected one memory space, but found {source} and {result}"));
        if !self.part_shape(&from.shape, &to.shape) {
            return;
        }
        let (offsets, sizes, steps) = (self.ints("static_offsets"), self.ints("static_sizes"), self.ints("static_strides"));
        let Some((strides, offset)) = whole_layout(from, offsets, steps) else {
            return self.fail(format!("expected a source of strided layout, but found {source}"));
        };
        let Some((found, at)) = to.strides_and_offset() else {
            return self.fail(format!("expected a result of strided layout, but found {result}"));
        };
        if !self.require(at == offset, || {
            format!("the layout of {result} is not that of this part of {source}: expected offset {}", extent(offset))
        }) {
            return;
        }
        let pick = |dims: &[usize]| dims.iter().map(|&d| strides[d]).collect::<Vec<_>>();
        let by_size = kept_dims(sizes, &to.shape).map(|kept| pick(&kept)).unwrap_or_default();
        let by_stride = kept_by_stride(sizes, &strides, &found).map(|kept| pick(&kept));
        self.require(by_size == found || by_stride.is_some_and(|s| s == found), || {
            format!("the layout of {result} is not that of this part of {source}: expected strides {}", list(&by_size))
        });
    }

    /// Offsets, sizes and strides fit the whole's rank; the part has the sizes, up to dropped unit dimensions.
    fn part_shape(&mut self, whole: &[i64], part: &[i64]) -> bool {
        if !self.mixed_lists(&[("offsets", whole.len()), ("sizes", whole.len()), ("strides", whole.len())]) {
            return false;
        }
        let (offsets, sizes, strides) = (self.ints("static_offsets"), self.ints("static_sizes"), self.ints("static_strides"));
        for (d, &extent) in whole.iter().enumerate() {
            let (offset, size, stride) = (offsets[d], sizes[d], strides[d]);
            if extent == DYNAMIC || offset == DYNAMIC {
                continue;
            }
            if !self.require(offset < extent, || {
                format!("the slice leaves dimension {d} of size {extent}: it starts at offset {offset}")
            }) {
                return false;
            }
            if size == DYNAMIC || stride == DYNAMIC {
                continue;
            }
            let last = (size - 1).checked_mul(stride).and_then(|x| x.checked_add(offset));
            let inside = last.is_some_and(|l| l < extent && (l >= 0 || size == 0));
            if !self.require(inside, || {
                format!("the slice leaves dimension {d} of size {extent}: offset {offset}, size {size}, stride {stride}")
            }) {
                return false;
            }
        }
        self.require(kept_dims(sizes, part).is_some(), || {
            format!("expected a part of sizes {}, up to dropped unit dimensions, but found {}", list(sizes), list(part))
        })
    }

    /// Lists that mix constants and operands have the given lengths, an operand for each gap, and no negative offsets or sizes.
    pub(super) fn mixed_lists(&mut self, lists: &[(&'static str, usize)]) -> bool {
        let mut ok = true;
        for &(name, wanted) in lists {
            let constants = self.ints(crate::spelling::static_list(name));
            let dynamic = constants.iter().filter(|c| **c == DYNAMIC).count();
            let operands = self.module.group_named(self.op, name).len();
            ok &= self.require(constants.len() == wanted, || {
                format!("expected {wanted} {name}, one a dimension, but found {}", constants.len())
            });
            ok &= self.require(dynamic == operands, || {
                format!("expected {dynamic} operands for the {name} that are not constant, but found {operands}")
            });
            for (d, &c) in constants.iter().enumerate().filter(|_| name == "offsets" || name == "sizes") {
                ok &= self.require(c >= 0 || c == DYNAMIC, || {
                    format!("expected a non-negative {} in dimension {d}, but found {c}", &name[..name.len() - 1])
                });
            }
        }
        ok
    }
}

/// `?` or the number.
pub(super) fn extent(n: i64) -> String {
    if n == DYNAMIC { "?".into() } else { n.to_string() }
}

/// The dimensions of a slice that its type keeps: all but some of size 1; `None` if the type does not fit.
/// As in MLIR, a unit dimension is dropped only where the next kept size does not match.
pub fn kept_dims(sizes: &[i64], part: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::with_capacity(part.len());
    for (d, &size) in sizes.iter().enumerate() {
        if part.get(kept.len()) == Some(&size) {
            kept.push(d);
        } else if size != 1 {
            return None;
        }
    }
    (kept.len() == part.len()).then_some(kept)
}

/// The dimensions that a view keeps by MLIR's rule: if not all of size 1 go, those go whose stride the view has less often.
fn kept_by_stride(sizes: &[i64], strides: &[i64], found: &[i64]) -> Option<Vec<usize>> {
    let units = sizes.iter().filter(|s| **s == 1).count();
    let all = sizes.len() == found.len();
    let mut left = strides.to_vec();
    let mut kept = Vec::new();
    for (d, &size) in sizes.iter().enumerate() {
        let count = |list: &[i64]| list.iter().filter(|s| **s == strides[d]).count();
        let goes = size == 1 && !all && (units + found.len() == sizes.len() || count(&left) > count(found));
        if goes {
            left.swap_remove(left.iter().position(|s| *s == strides[d])?);
        } else {
            kept.push(d);
        }
    }
    (kept.len() == found.len()).then_some(kept)
}

/// Strides and offset of a part of a buffer with all dimensions kept.
fn whole_layout(from: &MemRefType, offsets: &[i64], steps: &[i64]) -> Option<(Vec<i64>, i64)> {
    let (strides, base) = from.strides_and_offset()?;
    let offset = strides.iter().zip(offsets).fold(base, |sum, (&s, &o)| reshapes::add(sum, reshapes::mul(s, o)));
    Some((strides.iter().zip(steps).map(|(&s, &t)| reshapes::mul(s, t)).collect(), offset))
}

/// Strides and offset of a part of a buffer, for the dimensions its type keeps; `None` if the source has no strided layout.
pub fn view_layout(from: &MemRefType, offsets: &[i64], sizes: &[i64], steps: &[i64], part: &[i64]) -> Option<(Vec<i64>, i64)> {
    let (strides, offset) = whole_layout(from, offsets, steps)?;
    Some((kept_dims(sizes, part)?.into_iter().map(|d| strides[d]).collect(), offset))
}
