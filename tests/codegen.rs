//! Programs of the buffer level as text, straight to machine code, with and without checks of every access: the same values as the
//! interpreter's, and errors where an index leaves its buffer.

use tilec::{Data, Program, ScalarType};
use tilec_codegen::{Arg, CallError, CodegenError, Kernel, Options, View, ViewMut};
use tilec_ir::{Module, Scalar, Type};

/// Compiles the only function of a text.
fn build(text: &str, sanitize: bool) -> Result<Kernel, CodegenError> {
    let program = Program::parse(text, "f.mlir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    let func = program.module().funcs()[0];
    tilec_codegen::compile(program.module(), func, &Options { verify: true, sanitize })
}

fn kernel(text: &str) -> Kernel {
    build(text, false).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Calls a kernel on data; scalars have rank 0. Gives the results, then the buffers that were written.
fn call(kernel: &Kernel, args: &[Data]) -> Result<Vec<Data>, CallError> {
    let mut data = args.to_vec();
    let mut lowered: Vec<Arg<'_>> = Vec::new();
    for (param, data) in kernel.params().iter().zip(&mut data) {
        lowered.push(match param.ty {
            Type::Scalar(_) => Arg::Scalar(data.get(0)),
            _ if param.written => Arg::Out(ViewMut::dense(data.elem, &data.shape, &mut data.bytes)),
            _ => Arg::In(View::dense(data.elem, &data.shape, &data.bytes)),
        });
    }
    let results = kernel.call(&mut lowered)?;
    drop(lowered);
    let written = data.into_iter().zip(kernel.params()).filter(|(_, p)| p.written).map(|(d, _)| d);
    Ok(results.into_iter().map(Data::scalar).chain(written).collect())
}

/// What the interpreter gives, in the same order.
fn interpret(module: &Module, kernel: &Kernel, args: &[Data]) -> Result<Vec<Data>, String> {
    let outcome = tilec_interp::run(module, module.funcs()[0], args).map_err(|e| e.to_string())?;
    let written = outcome.buffers.into_iter().zip(kernel.params()).filter(|(_, p)| p.written).filter_map(|(b, _)| b);
    Ok(outcome.results.into_iter().chain(written).collect())
}

/// Runs a program in the interpreter and as code in both forms; they agree on values, and on whether there are any.
fn agree(text: &str, args: &[Data]) -> Result<Vec<Data>, String> {
    let program = Program::parse(text, "f.mlir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    let plain = kernel(text);
    let expected = interpret(program.module(), &plain, args);
    for sanitize in [false, true] {
        let kernel = build(text, sanitize).unwrap_or_else(|e| panic!("{e}\n{text}"));
        match (call(&kernel, args), &expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, *expected, "sanitize: {sanitize}\n{text}"),
            (Err(_), Err(_)) => {}
            (Ok(_), Err(error)) => panic!("the interpreter stops, but code does not: {error}\n{text}"),
            (Err(error), Ok(_)) => panic!("code stops (sanitize: {sanitize}), but the interpreter does not: {error}\n{text}"),
        }
    }
    call(&plain, args).map_err(|e| e.to_string())
}

fn index(v: i64) -> Data {
    Data::scalar(Scalar::from_i64(ScalarType::Index, v))
}

fn bit(v: bool) -> Data {
    Data::scalar(Scalar::from_i64(ScalarType::I1, v.into()))
}

fn f32s(shape: &[usize], f: impl Fn(usize) -> f32) -> Data {
    let mut data = Data::zeros(ScalarType::F32, shape);
    for i in 0..data.len() {
        data.set(i, Scalar::from_f64(ScalarType::F32, f(i).into()));
    }
    data
}

fn i32s(shape: &[usize], f: impl Fn(usize) -> i64) -> Data {
    let mut data = Data::zeros(ScalarType::Int(32), shape);
    for i in 0..data.len() {
        data.set(i, Scalar::from_i64(ScalarType::Int(32), f(i)));
    }
    data
}

#[path = "codegen/arena.rs"]
mod arena;
#[path = "codegen/control.rs"]
mod control;
#[path = "codegen/reshapes.rs"]
mod reshapes;
#[path = "codegen/sanitize.rs"]
mod sanitize;
#[path = "codegen/sizes.rs"]
mod sizes;
#[path = "codegen/transfers.rs"]
mod transfers;
