//! Offsets, sizes and extents: numbers where they are known, values where not; arithmetic on them, and the parts of tensors they describe.

use tilec_ir::verify::view_layout;
use tilec_ir::{
    AffineExpr, AffineMap, Attr, Builder, DYNAMIC, Layout, MemRefType, Module, Op, OpKind, ScalarType, Type, Value, spelling,
};

/// A number, or an `index` value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// Known.
    Const(i64),
    /// Known at run time.
    Value(Value),
}

impl Index {
    /// Nought.
    pub const ZERO: Self = Self::Const(0);

    /// A value, or its number if it is a constant.
    pub fn of(module: &Module, value: Value) -> Self {
        module.constant_int(value).map_or(Self::Value(value), Self::Const)
    }

    /// The number, if it is known.
    pub fn as_const(self) -> Option<i64> {
        match self {
            Self::Const(n) => Some(n),
            Self::Value(_) => None,
        }
    }

    /// True if it is known to be `n`.
    pub fn is(self, n: i64) -> bool {
        self == Self::Const(n)
    }

    /// The value, if it is one.
    pub fn as_value(self) -> Option<Value> {
        match self {
            Self::Const(_) => None,
            Self::Value(v) => Some(v),
        }
    }

    /// The number, or [`DYNAMIC`]: an extent of a type.
    pub fn in_type(self) -> i64 {
        self.as_const().unwrap_or(DYNAMIC)
    }

    /// As a value: a new constant for a number.
    pub fn value(self, builder: &mut Builder<'_>) -> Value {
        match self {
            Self::Const(n) => builder.index(n),
            Self::Value(v) => v,
        }
    }
}

/// Dimension `d` as an expression.
pub fn dim(d: usize) -> AffineExpr {
    AffineExpr::Dim(u32::try_from(d).expect("few dims"))
}

/// Extent `d` of a tensor or buffer.
pub fn extent(builder: &mut Builder<'_>, value: Value, d: usize) -> Index {
    match builder.module.ty(value).shape().expect("a shape")[d] {
        DYNAMIC => Index::Value(builder.dim(value, d)),
        n => Index::Const(n),
    }
}

/// All extents of a tensor or buffer.
pub fn extents(builder: &mut Builder<'_>, value: Value) -> Vec<Index> {
    let rank = builder.module.ty(value).shape().map_or(0, <[i64]>::len);
    (0..rank).map(|d| extent(builder, value, d)).collect()
}

/// Expressions of dims that stand for `args`, over those args alone that are no numbers and are used.
fn bound(exprs: &[AffineExpr], args: &[Index]) -> (AffineMap, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let terms: Vec<AffineExpr> = args
        .iter()
        .enumerate()
        .map(|(i, arg)| match arg {
            Index::Const(c) => AffineExpr::Const(*c),
            Index::Value(_) if !exprs.iter().any(|e| e.uses_dim(i)) => AffineExpr::Const(0),
            Index::Value(v) => dim(values.iter().position(|x| x == v).unwrap_or_else(|| {
                values.push(*v);
                values.len() - 1
            })),
        })
        .collect();
    let results: Vec<_> = exprs.iter().map(|e| e.replace(&terms, &[])).collect();
    (AffineMap::new(values.len(), results), values)
}

/// An expression of dims that stand for `args`: a number if it can be known, an arg as it is, else `affine.apply`.
pub fn apply(builder: &mut Builder<'_>, expr: &AffineExpr, args: &[Index]) -> Index {
    let (map, values) = bound(std::slice::from_ref(expr), args);
    if let Some(c) = map.results[0].as_const() {
        return Index::Const(c);
    }
    if let Some(d) = map.results[0].as_dim() {
        return Index::Value(values[d]);
    }
    Index::Value(builder.affine_apply(&map, &values))
}

/// The least, or greatest, of expressions of dims that stand for `args`: a number if it can be known.
pub fn extremum(builder: &mut Builder<'_>, max: bool, exprs: &[AffineExpr], args: &[Index]) -> Index {
    let (map, values) = bound(exprs, args);
    let known: Option<Vec<i64>> = map.results.iter().map(AffineExpr::as_const).collect();
    if let Some(known) = known {
        let best = if max { known.into_iter().max() } else { known.into_iter().min() };
        return Index::Const(best.expect("an expression"));
    }
    let op = builder.op(spelling::of(OpKind::AffineExtremum { max }), &values, &[Type::INDEX]);
    builder.module.set_attr(op, "map", Attr::Map(map));
    Index::Value(builder.module.result(op))
}

/// A list of an op that mixes numbers and operands: `offsets`, `sizes`, `strides`, `low`, ….
pub fn list(module: &Module, op: Op, group: &str) -> Vec<Index> {
    mixed(module, op, group, spelling::static_list(group))
}

/// A list whose numbers are in this attribute: bounds of `scf.forall`.
pub fn mixed(module: &Module, op: Op, group: &str, attr: &str) -> Vec<Index> {
    let mut open = module.group_named(op, group).into_iter();
    let constants = module.int_array(op, attr);
    let one = |&c: &i64| match c {
        DYNAMIC => Index::Value(open.next().expect("a verified list")),
        c => Index::Const(c),
    };
    constants.iter().map(one).collect()
}

/// The attribute of the numbers in a list.
pub fn statics(list: &[Index]) -> Attr {
    Attr::i64_array(list.iter().map(|i| i.in_type()).collect::<Vec<_>>())
}

/// The values in lists.
pub fn values(lists: &[&[Index]]) -> Vec<Value> {
    lists.iter().flat_map(|l| l.iter().filter_map(|i| i.as_value())).collect()
}

/// An attribute that lists dimensions; empty if it is not there.
pub fn positions(module: &Module, op: Op, attr: &str) -> Vec<usize> {
    module.int_array(op, attr).iter().filter_map(|&d| usize::try_from(d).ok()).collect()
}

/// `tensor.empty` of these extents.
pub fn empty(builder: &mut Builder<'_>, extents: &[Index], elem: ScalarType) -> Value {
    let shape: Vec<i64> = extents.iter().map(|e| e.in_type()).collect();
    let empty = builder.op(spelling::of(OpKind::Empty), &values(&[extents]), &[Type::tensor(&shape, elem)]);
    builder.module.result(empty)
}

/// Sets the attributes and operand groups of a part with strides of 1, behind `fixed` operands.
fn set_part(module: &mut Module, op: Op, fixed: usize, offsets: &[Index], sizes: &[Index]) {
    let count = |part: &[Index]| part.iter().filter(|i| i.as_value().is_some()).count();
    let segments: Vec<_> = vec![1; fixed].into_iter().chain([count(offsets), count(sizes), 0]).collect();
    module.set_segments(op, &segments);
    module.set_attr(op, "static_offsets", statics(offsets));
    module.set_attr(op, "static_sizes", statics(sizes));
    module.set_attr(op, "static_strides", Attr::i64_array(vec![1; offsets.len()]));
}

/// `tensor.extract_slice` with strides of 1.
pub fn slice(builder: &mut Builder<'_>, source: Value, offsets: &[Index], sizes: &[Index]) -> Value {
    let shape: Vec<i64> = sizes.iter().map(|s| s.in_type()).collect();
    slice_as(builder, source, offsets, sizes, &shape)
}

/// [`slice`] of a shape that leaves out dimensions of size 1.
pub fn slice_as(builder: &mut Builder<'_>, source: Value, offsets: &[Index], sizes: &[Index], shape: &[i64]) -> Value {
    let part = Type::tensor(shape, builder.module.ty(source).elem().expect("a tensor"));
    let operands: Vec<_> = [source].into_iter().chain(values(&[offsets, sizes])).collect();
    let op = builder.op(spelling::of(OpKind::Slice), &operands, &[part]);
    set_part(builder.module, op, 1, offsets, sizes);
    builder.module.result(op)
}

/// `memref.subview` with strides of 1, of a buffer whose layout has strides.
pub fn view(builder: &mut Builder<'_>, source: Value, offsets: &[Index], sizes: &[Index]) -> Value {
    let from = builder.module.ty(source).as_memref().expect("a buffer").clone();
    let list = |all: &[Index]| all.iter().map(|i| i.in_type()).collect::<Vec<_>>();
    let shape = list(sizes);
    let layout = view_layout(&from, &list(offsets), &shape, &vec![1; sizes.len()], &shape);
    let (strides, offset) = layout.expect("a layout with strides");
    let ty = Type::MemRef(MemRefType { shape, layout: Layout::Strided { offset, strides }, ..from }.into());
    let operands: Vec<_> = [source].into_iter().chain(values(&[offsets, sizes])).collect();
    let op = builder.op(spelling::of(OpKind::View), &operands, &[ty]);
    set_part(builder.module, op, 1, offsets, sizes);
    builder.module.result(op)
}

/// `tensor.insert_slice` with strides of 1.
pub fn insert(builder: &mut Builder<'_>, source: Value, dest: Value, offsets: &[Index], sizes: &[Index]) -> Value {
    let ty = builder.module.ty(dest).clone();
    let operands: Vec<_> = [source, dest].into_iter().chain(values(&[offsets, sizes])).collect();
    let op = builder.op(spelling::of(OpKind::InsertSlice), &operands, &[ty]);
    set_part(builder.module, op, 2, offsets, sizes);
    builder.module.result(op)
}

/// `tensor.parallel_insert_slice` with strides of 1.
pub fn parallel_insert(builder: &mut Builder<'_>, source: Value, dest: Value, offsets: &[Index], sizes: &[Index]) -> Op {
    let operands: Vec<_> = [source, dest].into_iter().chain(values(&[offsets, sizes])).collect();
    let op = builder.op(spelling::of(OpKind::ParallelInsert), &operands, &[]);
    set_part(builder.module, op, 2, offsets, sizes);
    op
}
