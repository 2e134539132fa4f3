//! What the fuzz targets do with a text; `tests/fuzz.rs` does the same with damaged programs in every test run.

use tilec_interp::Limits;
use tilec_ir::print::Printed;
use tilec_ir::{DYNAMIC, Data, Module, Scalar, ScalarType, Type};

/// The extent that a `?` of an argument gets.
const OPEN_EXTENT: i64 = 3;
/// Elements beyond which a program is not run.
const MOST_ELEMENTS: usize = 1 << 16;

/// Reads and verifies a text. What is accepted prints to a text that reads back to itself, with locations too.
pub fn read(text: &str) -> Option<Module> {
    let module = tilec_parse::parse(text, "fuzz.mlir").ok()?;
    if tilec_ir::verify::verify(&module).is_err() {
        return None;
    }
    let printed = module.to_string();
    let again = tilec_parse::parse(&printed, "printed.mlir")
        .unwrap_or_else(|e| panic!("the printed text does not read back: {e}\n{printed}"));
    assert_eq!(printed, again.to_string(), "the text changes when it is read and printed");
    let located = Printed::with_locations(&module).to_string();
    if let Err(error) = tilec_parse::parse(&located, "located.mlir") {
        panic!("the text with locations does not read back: {error}\n{located}");
    }
    Some(module)
}

/// Runs every function of a program that takes what can be made up, within tight limits. Errors are fine, panics are not.
pub fn interpret(module: &Module) {
    let limits = Limits { steps: 200_000, bytes: 1 << 24 };
    for func in module.funcs().into_iter().filter(|&f| !module.is_declaration(f)) {
        let args: Option<Vec<Data>> = module.func_type(func).inputs.iter().map(argument).collect();
        if let Some(args) = args {
            let _ = tilec_interp::run_with(module, func, &args, &limits);
        }
    }
}

/// An argument of a type: small numbers, with zeros of both signs, infinities and NaN among floats.
fn argument(ty: &Type) -> Option<Data> {
    let elem = ty.elem().filter(|e| (1..=64).contains(&e.bits()))?;
    let extent = |d: &i64| usize::try_from(if *d == DYNAMIC { OPEN_EXTENT } else { *d }).ok();
    let shape: Vec<usize> = match ty {
        Type::Scalar(_) => Vec::new(),
        Type::Tensor(_) | Type::MemRef(_) => ty.shape()?.iter().map(extent).collect::<Option<_>>()?,
        _ => return None,
    };
    let count = shape.iter().try_fold(1usize, |n, d| n.checked_mul(*d))?;
    if count > MOST_ELEMENTS {
        return None;
    }
    let mut data = Data::zeros(elem, &shape);
    for i in 0..data.len() {
        data.set(i, element(elem, i));
    }
    Some(data)
}

fn element(elem: ScalarType, i: usize) -> Scalar {
    let floats = [1.5, -0.0, f64::INFINITY, -3.0, f64::NAN, 0.25, 1e30, 2.0];
    if elem.is_float() { Scalar::from_f64(elem, floats[i % floats.len()]) } else { Scalar::new(elem, (i % 5) as u64) }
}
