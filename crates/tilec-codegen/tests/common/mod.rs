//! Builds functions and calls kernels.
#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;
use tilec_codegen::{Arg, CallError, CodegenError, Kernel, Options, View, ViewMut, compile};
use tilec_ir::{Attr, Block, Builder, Data, FunctionType, Loc, Module, Op, OpKind, Scalar, ScalarType, Type, Value, spelling};

/// Appends a function; `body` gets a builder at its end and the arguments, and gives the operands of the return.
pub fn func(module: &mut Module, name: &str, inputs: &[Type], body: impl FnOnce(&mut Builder, &[Value]) -> Vec<Value>) -> Op {
    let func = module.create_op(spelling::of(OpKind::Func), &[], &[], 1, Loc::Unknown);
    module.set_attr(func, "sym_name", Attr::str(name));
    let top = module.top_block();
    module.append_op(top, func);
    let args: Vec<_> = inputs.iter().map(|t| (t.clone(), Loc::Unknown)).collect();
    let block = module.append_block(module.regions(func)[0], &args);
    let args = module.block_args(block).to_vec();
    let mut builder = Builder::at_end(module, block, Loc::file(&"test.mlir".into(), 7, 3));
    let results = body(&mut builder, &args);
    builder.op(spelling::of(OpKind::Return), &results, &[]);
    let results = results.iter().map(|&v| module.ty(v).clone()).collect();
    let ty = Type::Function(Arc::new(FunctionType { inputs: inputs.to_vec(), results }));
    module.set_attr(func, "function_type", Attr::Type(ty));
    func
}

pub fn build(inputs: &[Type], body: impl FnOnce(&mut Builder, &[Value]) -> Vec<Value>) -> Result<Kernel, CodegenError> {
    let mut module = Module::new();
    let func = func(&mut module, "f", inputs, body);
    compile(&module, func, &Options { verify: true, ..Options::default() })
}

/// Builds a kernel that must compile.
pub fn kernel(inputs: &[Type], body: impl FnOnce(&mut Builder, &[Value]) -> Vec<Value>) -> Kernel {
    build(inputs, body).unwrap_or_else(|e| panic!("{e}"))
}

/// `for i = lower to upper step step` with carried values; the body gives what it yields.
pub fn for_loop(
    b: &mut Builder,
    bounds: [Value; 3],
    init: &[Value],
    body: impl FnOnce(&mut Builder, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let op = b.for_loop(bounds[0], bounds[1], bounds[2], init);
    let block = b.module.entry(op);
    let args = b.module.block_args(block).to_vec();
    inside(b, block, |b| {
        let yielded = body(b, args[0], &args[1..]);
        b.yield_values("scf", &yielded);
    });
    b.module.results(op).to_vec()
}

fn inside(b: &mut Builder, block: Block, body: impl FnOnce(&mut Builder)) {
    let loc = b.loc.clone();
    body(&mut Builder::at_end(b.module, block, loc));
}

/// A loop over `0..n` with constant bounds.
pub fn count(b: &mut Builder, n: i64, step: i64, body: impl FnOnce(&mut Builder, Value)) {
    let bounds = [b.index(0), b.index(n), b.index(step)];
    for_loop(b, bounds, &[], |b, i, _| {
        body(b, i);
        vec![]
    });
}

pub fn vector_load(b: &mut Builder, lanes: i64, buffer: Value, indices: &[Value]) -> Value {
    let elem = b.module.ty(buffer).elem().unwrap();
    let operands: Vec<_> = [buffer].into_iter().chain(indices.iter().copied()).collect();
    let op = b.op(spelling::of(OpKind::VectorLoad), &operands, &[Type::vector(&[lanes], elem)]);
    b.module.result(op)
}

pub fn vector_store(b: &mut Builder, value: Value, buffer: Value, indices: &[Value]) {
    let operands: Vec<_> = [value, buffer].into_iter().chain(indices.iter().copied()).collect();
    b.op(spelling::of(OpKind::VectorStore), &operands, &[]);
}

pub fn alloc(b: &mut Builder, kind: OpKind, ty: &Type) -> Value {
    let op = b.op(spelling::of(kind), &[], std::slice::from_ref(ty));
    b.module.result(op)
}

pub fn dealloc(b: &mut Builder, buffer: Value) {
    b.op(spelling::of(OpKind::Dealloc), &[buffer], &[]);
}

pub fn subview(
    b: &mut Builder,
    source: Value,
    offsets: &[i64],
    dynamic: &[Value],
    sizes: &[i64],
    strides: &[i64],
    ty: &Type,
) -> Value {
    let operands: Vec<_> = [source].into_iter().chain(dynamic.iter().copied()).collect();
    let op = b.op(spelling::of(OpKind::View), &operands, std::slice::from_ref(ty));
    b.module.set_segments(op, &[1, dynamic.len(), 0, 0]);
    b.module.set_attr(op, "static_offsets", Attr::i64_array(offsets));
    b.module.set_attr(op, "static_sizes", Attr::i64_array(sizes));
    b.module.set_attr(op, "static_strides", Attr::i64_array(strides));
    b.module.result(op)
}

pub fn view(data: &Data) -> Arg<'_> {
    Arg::In(View::dense(data.elem, &data.shape, &data.bytes))
}

pub fn view_mut(data: &mut Data) -> Arg<'_> {
    Arg::Out(ViewMut::dense(data.elem, &data.shape, &mut data.bytes))
}

/// Calls with inputs and one output, the last argument.
pub fn run(kernel: &Kernel, inputs: &[&Data], output: &mut Data) -> Result<Vec<Scalar>, CallError> {
    let mut args: Vec<_> = inputs.iter().map(|d| view(d)).collect();
    args.push(view_mut(output));
    kernel.call(&mut args)
}

/// A vector of elements; storage is aligned to 64 bytes or more by luck of the allocator, which is checked at the call.
pub fn data(elem: ScalarType, values: &[u64]) -> Data {
    let mut data = Data::zeros(elem, &[values.len()]);
    for (i, &v) in values.iter().enumerate() {
        data.set(i, Scalar::new(elem, v));
    }
    data
}

pub fn f32s(values: &[f32]) -> Data {
    data(ScalarType::F32, &values.iter().map(|v| u64::from(v.to_bits())).collect::<Vec<_>>())
}

const F32_EDGES: &[f32] = &[
    0.0,
    1.0,
    0.5,
    1.5,
    2.5,
    0.49999997,
    3.0,
    1e-40,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
    127.0,
    128.5,
    255.0,
    256.0,
    2147483648.0,
    2147483520.0,
    4294967296.0,
    4294967040.0,
    9.223372e18,
    1.8446744e19,
    8388609.0,
    16777217.0,
    1e30,
    0.1,
    6.5,
    7.5,
    1e-45,
];

const F64_EDGES: &[f64] = &[
    0.0,
    1.0,
    0.5,
    1.5,
    2.5,
    0.49999999999999994,
    3.0,
    5e-324,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
    127.0,
    128.5,
    255.0,
    256.0,
    2147483648.0,
    2147483647.5,
    4294967296.0,
    4294967295.5,
    9.223372036854775e18,
    1.8446744073709552e19,
    4503599627370497.5,
    1e300,
    1e39,
    1e-300,
    0.1,
    3.4028235677973366e38,
    1.0000000596046448,
    1e-46,
    6.5,
];

/// Values at the edges of a type.
pub fn edges(ty: ScalarType) -> Vec<Scalar> {
    let mut bits: Vec<u64> = match ty {
        ScalarType::F32 => {
            let both = F32_EDGES.iter().flat_map(|v| [u64::from(v.to_bits()), u64::from((-v).to_bits())]);
            both.chain([0x7F80_0001, 0xFFFF_FFFF]).collect()
        }
        ScalarType::F64 => {
            let both = F64_EDGES.iter().flat_map(|v| [v.to_bits(), (-v).to_bits()]);
            both.chain([0x7FF0_0000_0000_0001, u64::MAX]).collect()
        }
        ScalarType::F16 | ScalarType::BF16 => vec![0, 1, 0x8000, 0x3C00, 0x7C00, 0x7E00, 0xFFFF, 0x7F80, 0x1234],
        _ => {
            let (mask, width) = (ty.mask(), u64::from(ty.bits()));
            let most = mask >> 1;
            let edges =
                [0, 1, 2, 3, 5, mask, mask - 1, most, most + 1, most.wrapping_sub(1), most + 2, width, width - 1, width + 1];
            let others =
                [7, 31, 63, 64, 100, 0x5555_5555_5555_5555, 0xAAAA_AAAA_AAAA_AAAA, 0x1234_5678_9ABC_DEF0, 1 << 33, 0xFF00];
            edges.into_iter().chain(others).collect()
        }
    };
    bits.iter_mut().for_each(|b| *b &= ty.mask());
    bits.sort_unstable();
    bits.dedup();
    bits.into_iter().map(|b| Scalar::new(ty, b)).collect()
}

/// The shapes an elementwise op is compiled in.
const FORMS: [i64; 4] = [1, 16, 4, 3];

/// Compiles an elementwise op as a loop over scalars and over vectors, runs it on every row of `rows` and compares.
pub fn check(
    what: &str,
    rows: &[Vec<Scalar>],
    build_op: &dyn Fn(&mut Builder, &[Value]) -> Value,
    expect: &dyn Fn(&[Scalar]) -> Scalar,
) {
    let out = expect(&rows[0]).ty;
    let n = rows.len().next_multiple_of(48);
    let row = |i: usize| &rows[i.min(rows.len() - 1)];
    let inputs: Vec<Data> =
        (0..rows[0].len()).map(|c| data(rows[0][c].ty, &(0..n).map(|i| row(i)[c].bits).collect::<Vec<_>>())).collect();
    let types: Vec<Type> = inputs.iter().map(|d| d.elem).chain([out]).map(|e| Type::memref(&[n as i64], e)).collect();
    for lanes in FORMS {
        let kernel = kernel(&types, |b, args| {
            count(b, n as i64, lanes, |b, i| {
                let (target, sources) = args.split_last().unwrap();
                let loaded: Vec<Value> =
                    sources.iter().map(|&s| if lanes == 1 { b.load(s, &[i]) } else { vector_load(b, lanes, s, &[i]) }).collect();
                let v = build_op(b, &loaded);
                if lanes == 1 { b.store(v, *target, &[i]) } else { vector_store(b, v, *target, &[i]) }
            });
            vec![]
        });
        let mut output = Data::zeros(out, &[n]);
        run(&kernel, &inputs.iter().collect::<Vec<_>>(), &mut output).unwrap_or_else(|e| panic!("{what}, {lanes} lanes: {e}"));
        for (i, row) in rows.iter().enumerate() {
            let (want, got) = (expect(row), output.get(i));
            assert!(want.bit_eq(got), "{what}, {lanes} lanes, of {:x?}: expected {want:x?} but got {got:x?}", row);
        }
    }
}

pub fn pairs(a: ScalarType, b: ScalarType) -> Vec<Vec<Scalar>> {
    edges(a).into_iter().flat_map(|x| edges(b).into_iter().map(move |y| vec![x, y])).collect()
}
