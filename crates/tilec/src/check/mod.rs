//! Do two programs compute the same? Both are interpreted on inputs made up for them, and every bit is compared.
//!
//! A *difference* is proof that they do not; no difference is no proof that they do. Inputs are shapes for every `?` (primes, zero, one,
//! equal where the program needs it), and elements from small numbers to NaN, infinities, subnormals and extremes of integers. An input
//! on which the first program stops with an error says nothing about it; undefined memory holds something else in each of several runs,
//! so that elements which depend on it are found.

mod compare;
mod constants;
mod each;
mod extents;
mod inputs;
mod pairing;

pub use compare::Found;
pub use each::{Broken, EachPass};
pub use pairing::Place;

use crate::Numerics;
use compare::difference;
use constants::Constants;
use extents::{Extents, extents};
use pairing::Pairing;
use tilec_interp::{Limits, Outcome, RunError, Stop, Undefined, run_undefined};
use tilec_ir::{Attr, Data, Module, Op, Type, numerics};

/// What to compare, and how much of it.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How many inputs to try for each function; `None` is 24, and more where a few elements are all that a function takes. Of large
    /// inputs fewer are tried, but at least two.
    pub inputs: Option<usize>,
    /// The seed of the first input; each next one has the next number as its seed.
    pub seed: u64,
    /// The second program may do anything where the first stops or is undefined. Otherwise it must stop or be undefined, too.
    pub refines: bool,
    /// Order and rounding of float reductions, for programs that do not say it themselves.
    pub numerics: Numerics,
    /// The values of arguments, by number, for scalars that must not be made up.
    pub values: Vec<(usize, i64)>,
    /// What each run may use. A run that needs more is given up and says nothing.
    pub limits: Limits,
}

impl Default for CheckOptions {
    /// Inputs from seed 0, strict about what is undefined, pinned numerics, 2²⁷ steps and 1 GiB a run.
    fn default() -> Self {
        let limits = Limits { steps: 1 << 27, bytes: 1 << 30 };
        Self { inputs: None, seed: 0, refines: false, numerics: Numerics::Pinned, values: Vec::new(), limits }
    }
}

/// A function of two programs that was compared.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its name.
    pub function: String,
    /// The inputs on which both were run to their end, or to an error.
    pub inputs: usize,
    /// Of these, those on which the first program stops with an error.
    pub stopped: usize,
    /// The first such error.
    pub error: Option<RunError>,
    /// Further inputs, which needed more than the limits allow.
    pub unfinished: usize,
    /// The first difference. Nothing was tried behind it.
    pub difference: Option<Difference>,
}

/// An input that tells two programs apart.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The seed of the input.
    pub seed: u64,
    /// The arguments.
    pub arguments: Vec<Data>,
    /// What is different.
    pub found: Found,
}

/// Why two programs could not be compared.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CheckError {
    /// There is nothing to compare.
    #[error("{0}")]
    Function(String),
    /// The functions take or return other types.
    #[error("@{function} has another signature in the second program: {message}")]
    Signature {
        /// The function.
        function: String,
        /// What differs.
        message: String,
    },
    /// No value can be made up for an argument.
    #[error("@{function}: argument {argument} of type {ty} cannot be made up")]
    Argument {
        /// The function.
        function: String,
        /// The argument.
        argument: usize,
        /// Its type.
        ty: Type,
    },
    /// The arguments need more memory than a comparison may use.
    #[error("@{function}: argument {argument} is too large to be made up")]
    TooLarge {
        /// The function.
        function: String,
        /// The first argument that is too much.
        argument: usize,
    },
    /// A program cannot be interpreted, or not within the limits.
    #[error("@{function} of the {} program cannot be run: {}", if *after { "second" } else { "first" }, error.message)]
    Run {
        /// The function.
        function: String,
        /// It is the second program.
        after: bool,
        /// Why.
        error: RunError,
    },
}

/// The functions of a program that are compared: those that have a body and are not private.
pub fn functions(module: &Module) -> Vec<String> {
    let is_private = |f: Op| module.attr(f, "sym_visibility").and_then(Attr::as_str) == Some("private");
    let public = module.funcs().into_iter().filter(|&f| !module.is_declaration(f) && !is_private(f));
    public.filter_map(|f| module.symbol_name(f).map(str::to_owned)).collect()
}

/// Compares a function of two verified programs, or with `entry` `None` all of [`functions`] up to the first that differs.
///
/// # Errors
/// See [`CheckError`]; a difference is none.
pub fn check(before: &Module, after: &Module, entry: Option<&str>, options: &CheckOptions) -> Result<Vec<Checked>, CheckError> {
    let names = match entry {
        Some(name) => vec![name.strip_prefix('@').unwrap_or(name).to_owned()],
        None => functions(before),
    };
    if names.is_empty() {
        return Err(CheckError::Function("the first program has no public function with a body".to_owned()));
    }
    let (before, after) = (pinned(before, options.numerics), pinned(after, options.numerics));
    let mut all = Vec::new();
    for name in names {
        let checked = function(&before, &after, &name, options)?;
        let differs = checked.difference.is_some();
        all.push(checked);
        if differs {
            break;
        }
    }
    Ok(all)
}

fn pinned(module: &Module, numerics: Numerics) -> Module {
    let mut copy = module.clone();
    numerics::pin(&mut copy, numerics);
    copy
}

/// What undefined memory holds in the runs that every input gets, and in the further runs that a difference has to stand.
const UNDEFINED: [Undefined; 5] = [
    Undefined { float: 0xFF, other: 0xA5 },
    Undefined { float: 0x3E, other: 0x5A },
    Undefined { float: 0xBF, other: 0x80 },
    Undefined { float: 0xC7, other: 0x01 },
    Undefined { float: 0x42, other: 0x7F },
];
const FIRST_RUNS: usize = 2;

/// How many inputs are tried if nothing is said, how many times as many of functions that take little, and how many elements that is.
const FEW: usize = 24;
const MANY: usize = 10;
const SMALL: usize = 16;

/// All elements of the inputs of a function; beyond, fewer inputs are tried.
const ELEMENTS: usize = 1 << 24;

/// A function of one of the programs.
struct Side<'m> {
    module: &'m Module,
    func: Op,
}

impl Side<'_> {
    /// The outcome of each run, or the first error.
    fn run(&self, runs: impl IntoIterator<Item = (Undefined, Vec<Data>)>, limits: &Limits) -> Result<Vec<Outcome>, RunError> {
        runs.into_iter().map(|(undefined, args)| run_undefined(self.module, self.func, &args, limits, undefined)).collect()
    }
}

/// What an input says.
enum Said {
    Same,
    /// The first program stops, and that is fine.
    Stopped(RunError),
    Different(Found),
    /// A limit was reached, by the second program or the first.
    Unfinished(bool, RunError),
}

fn function(before: &Module, after: &Module, name: &str, options: &CheckOptions) -> Result<Checked, CheckError> {
    let find = |module: &Module, which: &str| {
        let func = module.find_func(name).filter(|f| !module.is_declaration(*f));
        func.ok_or_else(|| CheckError::Function(format!("the {which} program has no function @{name} with a body")))
    };
    let (before, after) =
        (Side { module: before, func: find(before, "first")? }, Side { module: after, func: find(after, "second")? });
    let pairing = Pairing::of(name, (before.module, before.func), (after.module, after.func), options)?;
    let extents = known_extents(&before, &pairing);
    let constants = Constants::of([before.module, after.module]);
    let function = name.to_owned();
    let mut checked = Checked { function: function.clone(), inputs: 0, stopped: 0, error: None, unfinished: 0, difference: None };
    let call = Call { name, before, after, pairing, extents, constants, options };
    let (mut elements, mut given_up) = (0usize, None);
    let inputs = options.inputs.unwrap_or(FEW).max(1);
    for n in 0..inputs.saturating_mul(MANY) {
        // So few elements that each input is no more than a sample.
        let small = options.inputs.is_none() && elements <= n * SMALL;
        let enough = if call.pairing.arguments.is_empty() { n >= 1 } else { n >= inputs && !small };
        if enough || n >= 2 && (elements > ELEMENTS || checked.unfinished == n) {
            break;
        }
        let seed = options.seed.wrapping_add(n as u64);
        let (said, arguments) = call.attempts(seed, &mut elements)?;
        match said {
            Said::Unfinished(after, error) => {
                checked.unfinished += 1;
                given_up.get_or_insert((after, error));
                continue;
            }
            Said::Stopped(error) => {
                checked.stopped += 1;
                checked.error.get_or_insert(error);
            }
            Said::Different(found) => checked.difference = Some(Difference { seed, arguments, found }),
            Said::Same => {}
        }
        checked.inputs += 1;
        if checked.difference.is_some() {
            break;
        }
    }
    match given_up {
        Some((after, error)) if checked.inputs == 0 => Err(CheckError::Run { function, after, error }),
        _ => Ok(checked),
    }
}

/// The classes of the extents, with what the types of both programs say.
fn known_extents(before: &Side<'_>, pairing: &Pairing) -> Extents {
    let mut found = extents(before.module, before.func);
    for (argument, classes) in pairing.arguments.iter().zip(&found.arguments) {
        let sizes = argument.shape.iter().flatten().copied().chain(argument.value);
        found.fixed.extend(classes.iter().copied().zip(sizes).filter(|(_, n)| *n != tilec_ir::DYNAMIC));
    }
    found
}

/// A function of two programs, and how it can be called.
struct Call<'m> {
    name: &'m str,
    before: Side<'m>,
    after: Side<'m>,
    pairing: Pairing,
    extents: Extents,
    constants: Constants,
    options: &'m CheckOptions,
}

impl Call<'_> {
    /// What the input of a seed says, and its arguments. Where the first program stops, further inputs are tried; if it stops on all, the
    /// first counts.
    fn attempts(&self, seed: u64, elements: &mut usize) -> Result<(Said, Vec<Data>), CheckError> {
        let mut first = None;
        for attempt in 0..inputs::ATTEMPTS {
            let arguments = inputs::arguments(&self.pairing, &self.extents, &self.constants, seed, attempt)
                .map_err(|argument| CheckError::TooLarge { function: self.name.to_owned(), argument })?;
            *elements = elements.saturating_add(arguments.iter().map(Data::len).sum());
            let said = self.input(&arguments).map_err(|(after, error)| {
                let function = self.name.to_owned();
                CheckError::Run { function, after, error }
            })?;
            if !matches!(said, Said::Stopped(_)) {
                return Ok((said, arguments));
            }
            first.get_or_insert((said, arguments));
            if *elements > ELEMENTS {
                break;
            }
        }
        Ok(first.unwrap_or((Said::Same, Vec::new())))
    }

    /// Runs both programs on one input. The error is of a program that cannot be run at all; true if it is the second.
    fn input(&self, arguments: &[Data]) -> Result<Said, (bool, RunError)> {
        let Self { before, after, pairing, options, .. } = self;
        let run_before =
            |undefined: &[Undefined]| before.run(undefined.iter().map(|u| (*u, arguments.to_vec())), &options.limits);
        let run_after = |undefined: &[Undefined], outcomes: &[Outcome]| {
            let out_params = |(u, outcome): (&Undefined, &Outcome)| {
                let blank = |i: &usize| {
                    let data = &outcome.results[*i];
                    Data { bytes: vec![u.byte(data.elem); data.bytes.len()], ..data.clone() }
                };
                (*u, arguments.iter().cloned().chain(pairing.out_params.iter().map(blank)).collect())
            };
            after.run(undefined.iter().zip(outcomes).map(out_params), &options.limits)
        };
        let first = match run_before(&UNDEFINED[..FIRST_RUNS]) {
            Ok(outcomes) => outcomes,
            Err(error) if error.stop == Stop::Refused => return Err((false, error)),
            Err(error) if error.stop == Stop::Limit => return Ok(Said::Unfinished(false, error)),
            Err(error) if options.refines || !pairing.out_params.is_empty() => return Ok(Said::Stopped(error)),
            Err(error) => {
                return match after.run(UNDEFINED[..FIRST_RUNS].iter().map(|u| (*u, arguments.to_vec())), &options.limits) {
                    Ok(_) => Ok(Said::Different(Found::Stops { after: false, error })),
                    Err(other) if other.stop == Stop::Refused => Err((true, other)),
                    Err(other) if other.stop == Stop::Limit => Ok(Said::Unfinished(true, other)),
                    Err(_) => Ok(Said::Stopped(error)),
                };
            }
        };
        let found = match run_after(&UNDEFINED[..FIRST_RUNS], &first) {
            Ok(outcomes) => difference(pairing, &first, &outcomes, options.refines),
            Err(error) if error.stop == Stop::Refused => return Err((true, error)),
            Err(error) if error.stop == Stop::Limit => return Ok(Said::Unfinished(true, error)),
            Err(error) => Some(Found::Stops { after: true, error }),
        };
        let Some(found) = found else { return Ok(Said::Same) };
        // What seems to be defined may only have been the same by chance.
        let Ok(all) = run_before(&UNDEFINED) else { return Ok(Said::Same) };
        Ok(match run_after(&UNDEFINED, &all) {
            Ok(outcomes) => difference(pairing, &all, &outcomes, options.refines).map_or(Said::Same, Said::Different),
            Err(_) => Said::Different(found),
        })
    }
}
