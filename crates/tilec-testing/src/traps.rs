//! Programs that a compiler could get wrong in a known way, each with arguments and results written down in its first lines:
//!
//! ```text
//! // What could go wrong.
//! // argument: 1 2 3
//! // result: 2 4 6
//! // afterwards 1: 5 6
//! ```
//!
//! One line for each argument and each result, with the elements in order; `afterwards N` is what buffer argument N holds after the call.

use crate::diff::{Differential, all_kernels, entry};
use std::path::Path;
use tilec_ir::{Data, Module, Scalar, Type};

/// What a trap says about its program.
struct Trap {
    text: String,
    module: Module,
    arguments: Vec<Data>,
    results: Vec<Data>,
    /// Number of a buffer argument, and its contents.
    afterwards: Vec<(usize, Data)>,
}

/// Checks the trap in a file: what is written down, after every pass of each of these pipelines, and compiled in every way.
///
/// # Errors
/// The first value that is not as written, or the first stage that is wrong.
///
/// # Panics
/// If the file cannot be read or is no trap.
pub fn check(differential: &mut Differential, file: &Path, pipelines: &[&str]) -> Result<(), String> {
    let trap = read(&std::fs::read_to_string(file).expect("a readable file"));
    let outcome = tilec_interp::run(&trap.module, entry(&trap.module), &trap.arguments).map_err(|e| e.to_string())?;
    let buffers = trap.afterwards.iter().map(|(i, data)| (data, outcome.buffers[*i].as_ref().expect("a buffer argument")));
    for (i, (expected, found)) in trap.results.iter().zip(&outcome.results).chain(buffers).enumerate() {
        if expected.first_difference(found).is_some() {
            return Err(format!("value {i} is {found:?} instead of {expected:?}"));
        }
    }
    differential.check_buffers(&trap.text, &trap.arguments, pipelines, &all_kernels()).map(|_| ()).map_err(|f| f.to_string())
}

fn read(text: &str) -> Trap {
    let module = tilec_parse::parse(text, "trap.tir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    tilec_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
    let ty = module.func_type(entry(&module)).clone();
    let lines = |key: &str| {
        let lines = text.lines().filter_map(|l| l.strip_prefix("// ")?.strip_prefix(key)?.split_once(':'));
        lines.map(|(number, elements)| (number.trim().to_string(), elements.to_string())).collect::<Vec<_>>()
    };
    let values = |key: &str, types: &[Type]| {
        let lines = lines(key);
        assert_eq!(lines.len(), types.len(), "one line of each {key}\n{text}");
        lines.iter().zip(types).map(|((_, elements), ty)| data(ty, elements)).collect::<Vec<_>>()
    };
    let afterwards = lines("afterwards ").into_iter().map(|(number, elements)| {
        let number: usize = number.parse().expect("the number of an argument");
        (number, data(&ty.inputs[number], &elements))
    });
    let (arguments, results) = (values("argument", &ty.inputs), values("result", &ty.results));
    Trap { text: text.to_string(), arguments, results, afterwards: afterwards.collect(), module }
}

/// Elements that are written as numbers between blanks.
fn data(ty: &Type, elements: &str) -> Data {
    let elem = ty.elem().expect("an element type");
    let shape: Vec<usize> = ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).expect("a static shape")).collect();
    let mut data = Data::zeros(elem, &shape);
    let numbers: Vec<&str> = elements.split_whitespace().collect();
    assert_eq!(numbers.len(), data.len(), "elements of {ty}: {elements}");
    for (i, number) in numbers.into_iter().enumerate() {
        data.set(
            i,
            match elem.is_float() {
                true => Scalar::from_f64(elem, number.parse().expect("a number")),
                false => Scalar::from_i64(elem, number.parse().expect("an integer")),
            },
        );
    }
    data
}
