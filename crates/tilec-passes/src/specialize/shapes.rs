//! Rules of slices, reshapes and casts.

use super::facts::{Cause, Extent, Fact, combine};
use super::infer::Infer;
use tilec_ir::verify::{kept_dims, reassociation, view_layout};
use tilec_ir::{DYNAMIC, Op, OpKind, Type, Value};

fn sizes_of(extents: &[Extent]) -> Vec<i64> {
    extents.iter().map(|e| e.size).collect()
}

impl Infer<'_> {
    /// What source and type know together.
    pub(super) fn shape_cast(&mut self, op: Op) -> Option<Fact> {
        let module = self.module;
        let (source, declared) = (module.operand(op, 0), module.ty(module.result(op)).clone());
        let Fact::Shaped { ty, elements, .. } = self.fact(source) else { return None };
        let found = self.extents(source);
        if ty.shape()?.len() != declared.shape()?.len() {
            return None;
        }
        for (dim, (&extent, &said)) in found.iter().zip(declared.shape()?).enumerate() {
            self.agree(op, extent, Extent::program(said), &format!("dimension {dim} of the source"), "that of the result");
        }
        let layout = ty.as_memref().and_then(|t| t.strides_and_offset());
        match Fact::refined(&declared, &found, layout) {
            Fact::Shaped { ty, causes, .. } => Some(Fact::Shaped { ty, causes, elements }),
            scalar @ Fact::Scalar { .. } => Some(scalar),
        }
    }

    /// A part of a tensor or buffer has the sizes of the slice, unit dimensions dropped.
    pub(super) fn slice(&mut self, op: Op) -> Option<Fact> {
        let module = self.module;
        let (source, declared) = (module.operand(op, 0), module.ty(module.result(op)).clone());
        self.inside(op, source);
        let sizes = self.list(op, "sizes");
        let kept = kept_dims(module.int_array(op, "static_sizes"), declared.shape()?)?;
        let part: Vec<Extent> = kept.into_iter().map(|d| sizes[d]).collect();
        if module.kind(op) != OpKind::View {
            return Some(Fact::refined(&declared, &part, None));
        }
        let Fact::Shaped { ty: Type::MemRef(from), .. } = self.fact(source) else { return None };
        let [offsets, strides] = ["offsets", "strides"].map(|g| sizes_of(&self.list(op, g)));
        let layout = view_layout(&from, &offsets, &sizes_of(&sizes), &strides, &sizes_of(&part));
        Some(Fact::refined(&declared, &part, layout))
    }

    /// A source that goes into a part of `whole` has the sizes of the part.
    pub(super) fn part(&mut self, op: Op, whole: Value, source: Value) {
        let module = self.module;
        self.inside(op, whole);
        let (sizes, shape) = (self.list(op, "sizes"), module.ty(source).shape().unwrap_or(&[]));
        let Some(kept) = kept_dims(module.int_array(op, "static_sizes"), shape) else { return };
        for (dim, (extent, d)) in self.extents(source).into_iter().zip(kept).enumerate() {
            self.agree(op, extent, sizes[d], &format!("dimension {dim} of the source"), &format!("size {d} of the slice"));
        }
    }

    /// A slice stays inside.
    fn inside(&mut self, op: Op, whole: Value) {
        let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|g| self.list(op, g));
        let whole = self.extents(whole);
        for (d, extent) in whole.into_iter().enumerate() {
            let (Some(&offset), Some(&size), Some(&stride)) = (offsets.get(d), sizes.get(d), strides.get(d)) else { continue };
            if offset.known().is_some_and(|o| o < 0) || size.known().is_some_and(|s| s < 0) {
                let (what, bad) = if size.known().is_some_and(|s| s < 0) { ("size", size) } else { ("offset", offset) };
                self.conflict(op, format!("the {what} in dimension {d} is {}{}", bad.size, bad.cause.origin()));
                continue;
            }
            let (Some(n), Some(o), Some(s), Some(step)) = (extent.known(), offset.known(), size.known(), stride.known()) else {
                continue;
            };
            let last = (s - 1).checked_mul(step).and_then(|x| x.checked_add(o));
            if s > 0 && last.is_none_or(|l| l < 0 || l >= n) {
                let from = extent.cause.origin();
                self.conflict(
                    op,
                    format!("the slice leaves dimension {d}, which is {n}{from}: offset {o}, size {s}, stride {step}"),
                );
            }
        }
    }

    /// The sizes of a group multiply to the dimension that it comes from or becomes.
    pub(super) fn reshape(&mut self, op: Op, expand: bool) -> Option<Fact> {
        let module = self.module;
        let declared = module.ty(module.result(op)).clone();
        let source = self.extents(module.operand(op, 0));
        let groups = reassociation(module.attr(op, "reassociation"));
        let product = |n: &[i64]| n.iter().try_fold(1i64, |p, x| p.checked_mul(*x));
        let extents = if expand {
            let mut sizes = self.list(op, "output_shape");
            for (g, group) in groups.iter().enumerate() {
                let whole = source.get(g).copied()?;
                self.fill_in(op, g, whole, group, &mut sizes);
            }
            sizes
        } else {
            let part = |group: &Vec<usize>| group.iter().map(|&d| source.get(d).copied()).collect::<Option<Vec<_>>>();
            let parts = groups.iter().map(part).collect::<Option<Vec<_>>>()?;
            parts.iter().map(|p| combine(p, product, Cause::Opaque(op))).collect()
        };
        for (dim, (&found, &said)) in extents.iter().zip(declared.shape()?).enumerate() {
            self.agree(op, found, Extent::program(said), &format!("dimension {dim}"), "that of the result's type");
        }
        let Fact::Shaped { elements, .. } = self.fact(module.operand(op, 0)) else { return None };
        match Fact::refined(&declared, &extents, None) {
            Fact::Shaped { ty, causes, .. } => Some(Fact::Shaped { ty, causes, elements }),
            scalar @ Fact::Scalar { .. } => Some(scalar),
        }
    }

    /// One unknown size of a group follows from the others and the dimension that is expanded.
    fn fill_in(&mut self, op: Op, g: usize, whole: Extent, group: &[usize], sizes: &mut [Extent]) {
        let Some(n) = whole.known() else { return };
        let known: Option<i64> = group.iter().filter_map(|&d| sizes[d].known()).try_fold(1i64, |p, x| p.checked_mul(x));
        let open: Vec<usize> = group.iter().copied().filter(|&d| sizes[d].size == DYNAMIC).collect();
        let fits = match (open.as_slice(), known) {
            ([], Some(p)) => p == n,
            ([one], Some(p)) if p > 0 && n % p == 0 => {
                sizes[*one] = Extent { size: n / p, cause: whole.cause };
                true
            }
            ([_], Some(p)) => p == 0 && n == 0,
            (_, known) => known.is_some(),
        };
        if !fits {
            let list: Vec<String> = group.iter().map(|&d| sizes[d].known().map_or("?".to_string(), |s| s.to_string())).collect();
            let from = whole.cause.origin();
            self.conflict(op, format!("dimension {g} of the source is {n}{from}, but it is expanded to {}", list.join("x")));
        }
    }

    /// The packed side of a pack or unpack has a dimension for the tiles of each dimension, in the order of `outer_dims_perm`, then the
    /// tiles.
    pub(super) fn packed(&mut self, op: Op, unpack: bool) {
        let module = self.module;
        let (flat, packed) = if unpack { (1, 0) } else { (0, 1) };
        let tiles = self.list(op, "inner_tiles");
        let is_padded = unpack || !module.group_named(op, "padding_value").is_empty();
        let mut outer = self.extents(module.operand(op, flat));
        let ceil = |n: &[i64]| (n[1] > 0).then(|| n[0].div_euclid(n[1]) + i64::from(n[0].rem_euclid(n[1]) > 0));
        for (&at, &tile) in module.int_array(op, "inner_dims_pos").iter().zip(&tiles) {
            let Some(extent) = usize::try_from(at).ok().and_then(|at| outer.get_mut(at)) else { return };
            if let (Some(n), Some(size @ 1..), false) = (extent.known(), tile.known(), is_padded)
                && n % size != 0
            {
                let from = extent.cause.origin();
                self.conflict(
                    op,
                    format!("dimension {at} is {n}{from}, no multiple of its tile {size}, and there is no padding"),
                );
            }
            *extent = combine(&[*extent, tile], ceil, Cause::Opaque(op));
        }
        let order = module.int_array(op, "outer_dims_perm").iter().map(|&d| usize::try_from(d).ok());
        let order: Vec<Option<usize>> = if order.len() > 0 { order.collect() } else { (0..outer.len()).map(Some).collect() };
        let wanted = order.into_iter().filter_map(|d| outer.get(d?).copied()).chain(tiles);
        let wanted: Vec<Extent> = wanted.collect();
        for (dim, (found, wanted)) in self.extents(module.operand(op, packed)).into_iter().zip(wanted).enumerate() {
            self.agree(op, found, wanted, &format!("dimension {dim} of operand {packed}"), "its number of tiles, or their size,");
        }
    }

    /// `tensor.reshape` by a tensor whose elements are known.
    pub(super) fn reshape_to(&mut self, op: Op) -> Option<Fact> {
        let module = self.module;
        let declared = module.ty(module.result(op)).clone();
        let Fact::Shaped { elements, .. } = self.fact(module.operand(op, 1)) else { return None };
        let extents: Vec<Extent> = match elements {
            Some(elements) => elements.iter().map(Fact::number).collect(),
            None => vec![Extent::unknown(self.read_from(module.operand(op, 1), op)); declared.shape()?.len()],
        };
        for (dim, (&found, &said)) in extents.iter().zip(declared.shape()?).enumerate() {
            self.agree(op, found, Extent::program(said), &format!("dimension {dim}"), "that of the result's type");
        }
        let product = |n: &[i64]| n.iter().try_fold(1i64, |p, x| p.checked_mul(*x));
        let source = combine(&self.extents(module.operand(op, 0)), product, Cause::Opaque(op));
        let result = combine(&extents, product, Cause::Opaque(op));
        self.agree(op, source, result, "the number of elements of the source", "that of the result");
        Some(Fact::refined(&declared, &extents, None))
    }

    /// Why the elements of a tensor are not known: they are data, unless they are many.
    fn read_from(&self, shape: Value, op: Op) -> Cause {
        Cause::Data(self.module.defining_op(shape).unwrap_or(op))
    }
}
