//! The differential run: what the interpreter says of a program, it must say after every pass, and machine code must say it too, bit for
//! bit (NaN equals NaN).
//!
//! Besides, at every stage the program is valid, its text reads back as itself, and a pass that says it changed nothing did not.

mod buffers;
mod count;
mod edges;
mod tiling;

pub use buffers::{all_kernels, kernels_of, switches};

use crate::coverage::Coverage;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tilec::{CompileOptions, Numerics, Program};
use tilec_codegen::{Arg, View, ViewMut};
use tilec_interp::{Limits, Outcome, Undefined};
use tilec_ir::{Data, Module, Op, OpKind, Type, numerics};
use tilec_passes::{Pipeline, PipelineError, Remark, Verdict};

/// What went wrong, and where.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The pass after which it showed, or another stage.
    pub stage: String,
    /// What is wrong.
    pub message: String,
    /// The program at that stage.
    pub text: String,
    /// Nothing is wrong: a pass or the compiler says that it does not take such programs.
    pub refused: bool,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.stage, self.message, self.text)
    }
}

type Checked<T = ()> = Result<T, Box<Failure>>;

fn fail<T>(stage: &str, message: impl fmt::Display, module: &dyn fmt::Display) -> Checked<T> {
    Err(Box::new(Failure { stage: stage.to_string(), message: message.to_string(), text: module.to_string(), refused: false }))
}

fn refuse<T>(stage: &str, message: impl fmt::Display, module: &dyn fmt::Display) -> Checked<T> {
    fail(stage, message, module).map_err(|f| Box::new(Failure { refused: true, ..*f }))
}

/// Checks programs and remembers what was in them.
#[derive(Default)]
pub struct Differential {
    /// What was seen.
    pub coverage: Coverage,
    /// The text of every stage, for mlir-opt, if wanted.
    pub texts: Option<Vec<String>>,
    /// What undefined memory may hold besides the usual.
    also: &'static [Undefined],
    /// The stage that runs, and the program before it.
    current: String,
    before: String,
}

/// What the interpreter says of the program as it was written.
struct Reference<'a> {
    inputs: &'a [Data],
    outcome: Outcome,
    /// Types of the function as it was written.
    arguments: Vec<Type>,
    results: Vec<Type>,
    /// Arguments that must keep their contents.
    read_only: Vec<bool>,
    /// Tensors that the program says it may overwrite.
    writable: Vec<bool>,
    /// Buffers that are used as writable tensors: nothing is said about their contents afterwards.
    scratch: Vec<bool>,
}

impl Differential {
    /// With the text of every stage collected, or without.
    pub fn new(collect_texts: bool) -> Self {
        Self { texts: collect_texts.then(Vec::new), ..Self::default() }
    }

    /// Checks a program with `fuse-elementwise` and, if it can be compiled, with the passes that `options` ask for and as machine code.
    /// A panic is a failure.
    ///
    /// # Errors
    /// The first stage that is wrong.
    pub fn check(&mut self, text: &str, inputs: &[Data], options: &CompileOptions) -> Checked {
        self.guarded(|this| this.check_all(text, inputs, Some(options)))
    }

    /// Checks a program with `fuse-elementwise` alone.
    ///
    /// # Errors
    /// The first stage that is wrong.
    pub fn check_fusion(&mut self, text: &str, inputs: &[Data]) -> Checked {
        self.guarded(|this| this.check_all(text, inputs, None))
    }

    fn guarded<T>(&mut self, check: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        quietly(|| catch_unwind(AssertUnwindSafe(|| check(self))))
            .unwrap_or_else(|_| fail(&format!("panic in {}", self.current), last_panic(), &self.before))
    }

    fn check_all(&mut self, text: &str, inputs: &[Data], options: Option<&CompileOptions>) -> Checked {
        self.now("parse", text);
        let program = match Program::parse(text, "program.mlir") {
            Ok(program) => program,
            Err(errors) => return fail("parse", errors, &text),
        };
        let mut module = program.module().clone();
        round_trip("parse", &module)?;
        self.now("the interpreter", text);
        let reference = match run(&module, inputs) {
            Ok(outcome) => Reference::new(&module, inputs, outcome),
            Err(error) => return fail("interpreter", error, &module),
        };
        numerics::pin(&mut module, Numerics::Pinned);
        self.count_reductions(&module);
        self.stage("pin-numerics", &module, &reference)?;
        let mut blockers = BTreeSet::new();
        for (i, variant) in FUSIONS.iter().enumerate() {
            let pipeline = Pipeline::parse(variant).expect("a pass with options");
            let remarks = self.run_step(&pipeline.steps[0], &mut module.clone(), &reference)?;
            if i == 0 {
                self.count_plans(&remarks);
            }
            blockers.extend(remarks.iter().filter_map(|r| if let Verdict::Missed(name) = r.verdict { Some(name) } else { None }));
        }
        blockers.into_iter().for_each(|name| self.coverage.add(format!("left {name}")));
        let Some(options) = options.filter(|_| is_compiled(&module)) else { return Ok(()) };
        let stages = options.stages();
        for step in stages.to_static.steps.iter().chain(&stages.to_buffers.steps) {
            self.step(step, &mut module, &reference)?;
        }
        self.count_buffers(&module);
        for step in &stages.to_vectors.steps {
            self.step(step, &mut module, &reference)?;
        }
        self.count_loops(&module);
        self.now("codegen", &module.to_string());
        self.code(&module, &reference)?;
        self.now("tilec::compile", text);
        kernel(&program, options, &reference)
    }

    /// For the report of a panic.
    fn now(&mut self, stage: &str, program: &str) {
        self.current = stage.to_string();
        self.before = program.to_string();
    }

    fn step(&mut self, step: &tilec_passes::pipeline::Step, module: &mut Module, reference: &Reference<'_>) -> Checked {
        let remarks = self.run_step(step, module, reference)?;
        self.count_remarks(&remarks);
        Ok(())
    }

    /// One pass, and everything that must hold after it.
    fn run_step(
        &mut self,
        step: &tilec_passes::pipeline::Step,
        module: &mut Module,
        reference: &Reference<'_>,
    ) -> Checked<Vec<Remark>> {
        let name = step.pass.name;
        let before = module.to_string();
        self.now(name, &before);
        let mut changed = false;
        let pipeline = Pipeline { steps: vec![step.clone()] };
        let remarks = match pipeline.run(module, true, &mut |run| changed = run.changed) {
            Ok(remarks) => remarks,
            Err(PipelineError::Rejected { diagnostic, .. }) => return refuse(name, diagnostic.message, &before),
            Err(error) => return fail(name, error, &before),
        };
        let after = module.to_string();
        if !changed && after != before {
            return fail(name, "says it changed nothing", &format!("{before}\n// became\n{after}"));
        }
        if after != before {
            self.stage(name, module, reference).map_err(|f| with_before(f, &before))?;
        }
        Ok(remarks)
    }

    fn stage(&mut self, name: &str, module: &Module, reference: &Reference<'_>) -> Checked {
        let text = round_trip(name, module)?;
        self.now(&format!("the interpreter after {name}"), &text);
        if let Some(texts) = &mut self.texts {
            texts.push(text);
        }
        let mut arguments = reference.inputs.to_vec();
        arguments.extend(reference.extra(module).iter().map(outputs));
        for &undefined in [Undefined::default()].iter().chain(self.also) {
            match tilec_interp::run_undefined(module, entry(module), &arguments, &Limits::default(), undefined) {
                Ok(outcome) => reference.compare(name, module, &outcome)?,
                Err(error) => return fail(name, format!("the program runs no more: {error}"), module),
            }
        }
        Ok(())
    }

    /// Machine code of the last stage.
    fn code(&mut self, module: &Module, reference: &Reference<'_>) -> Checked {
        let func = entry(module);
        let kernel = match tilec_codegen::compile(module, func, &tilec_codegen::Options { verify: true, ..Default::default() }) {
            Ok(kernel) => kernel,
            Err(error) => return fail("codegen", error, module),
        };
        self.coverage.add("kernels");
        // The data here is row-major; the kernel as a user gets it lays it out otherwise where a type says so.
        if kernel.params().iter().any(|p| p.ty.as_memref().is_some_and(|ty| !ty.is_contiguous())) {
            return Ok(());
        }
        let mut arguments = reference.inputs.to_vec();
        arguments.extend(reference.extra(module).iter().map(outputs));
        let mut args: Vec<Arg<'_>> = Vec::new();
        for (param, data) in kernel.params().iter().zip(&mut arguments) {
            args.push(match param.ty {
                Type::Scalar(_) => Arg::Scalar(data.get(0)),
                _ if param.written => Arg::Out(ViewMut::dense(data.elem, &data.shape, &mut data.bytes)),
                _ => Arg::In(View::dense(data.elem, &data.shape, &data.bytes)),
            });
        }
        let results = match kernel.call(&mut args) {
            Ok(results) => results,
            Err(error) => return fail("machine code", error, module),
        };
        drop(args);
        let buffers = arguments.into_iter().zip(&module.func_type(func).inputs);
        let buffers = buffers.map(|(data, ty)| ty.as_memref().is_some().then_some(data)).collect();
        let outcome = Outcome { results: results.into_iter().map(Data::scalar).collect(), buffers };
        reference.compare("machine code", module, &outcome)
    }
}

/// How a program is fused.
const FUSIONS: [&str; 2] = ["fuse-elementwise", "fuse-elementwise{recompute=cost}"];

/// False for what fusion takes, but bufferization or code generation does not: several blocks, regions around tensors, floats of 8 bits or
/// fewer, encodings, extents that no argument tells, and paddings and concatenations.
fn is_compiled(module: &Module) -> bool {
    module.walk(module.top()).into_iter().all(|op| {
        let mini = |v: tilec_ir::Value| matches!(module.ty(v).elem(), Some(tilec_ir::ScalarType::Mini(_)));
        let refused = matches!(module.kind(op), OpKind::Branch | OpKind::If | OpKind::For | OpKind::Pad | OpKind::Concat);
        let encoded = |v: tilec_ir::Value| module.ty(v).as_tensor().is_some_and(|t| t.encoding.is_some());
        let open = |v: tilec_ir::Value| !module.ty(v).is_static();
        let odd = |v| mini(v) || encoded(v) || open(v);
        !refused && !module.operands(op).any(odd) && !module.results(op).iter().any(|&v| odd(v))
    })
}

/// Checks that a program means what another means, whose function it has after some passes: tensors may have become buffers, and
/// results arguments. `false` if the first stops with a run-time error, so that there is nothing to compare.
///
/// # Errors
/// The first value that differs.
pub fn means_the_same(before: &Module, after: &Module, inputs: &[Data]) -> Result<bool, Box<Failure>> {
    let Ok(outcome) = run(before, inputs) else { return Ok(false) };
    let reference = Reference::new(before, inputs, outcome);
    let mut arguments = inputs.to_vec();
    arguments.extend(reference.extra(after).iter().map(outputs));
    match run(after, &arguments) {
        Ok(outcome) => reference.compare("after", after, &outcome).map(|()| true),
        Err(error) => fail("after", format!("the program runs no more: {error}"), after),
    }
}

/// The kernel as a user gets it.
fn kernel(program: &Program, options: &CompileOptions, reference: &Reference<'_>) -> Checked {
    let kernel = match tilec::compile(program, program.module().symbol_name(entry(program.module())), options) {
        Ok(kernel) => kernel,
        Err(error) if error.is_internal() => return fail("tilec::compile", error, program),
        Err(error) => return refuse("tilec::compile", error, program),
    };
    let found = match kernel.call_data(reference.inputs) {
        Ok(found) => found,
        Err(error) => return fail("tilec kernel", error, program),
    };
    let results = reference.outcome.results.iter().map(Some);
    let written = kernel.signature().written();
    let buffers = written.map(|i| reference.outcome.buffers[i].as_ref().filter(|_| !reference.scratch[i]));
    let expected: Vec<Option<&Data>> = results.chain(buffers).collect();
    if expected.len() != found.len() {
        return fail("tilec kernel", format!("{} values instead of {}", found.len(), expected.len()), program);
    }
    for (i, (a, b)) in expected.iter().zip(&found).enumerate() {
        if let Some(a) = a {
            same("tilec kernel", &format!("value {i}"), a, b, program)?;
        }
    }
    reference.keeps_arguments(&kernel, program)
}

impl<'a> Reference<'a> {
    fn new(module: &Module, inputs: &'a [Data], outcome: Outcome) -> Self {
        let func = entry(module);
        let ty = module.func_type(func);
        let attrs = module.attr(func, "arg_attrs").and_then(|a| a.as_array()).unwrap_or(&[]);
        let marked = |i: usize, value: bool| match attrs.get(i) {
            Some(tilec_ir::Attr::Dict(dict)) => dict.get("bufferization.writable") == Some(&tilec_ir::Attr::Bool(value)),
            _ => false,
        };
        let read_only = (0..inputs.len()).map(|i| marked(i, false)).collect();
        let writable = (0..inputs.len()).map(|i| marked(i, true)).collect();
        let mut scratch = vec![false; inputs.len()];
        for op in module.walk(func) {
            if module.kind(op) == OpKind::ToTensor && module.attr(op, "writable").is_some() {
                let of = module.operand(op, 0);
                let argument = module.block_args(module.entry(func)).iter().position(|&a| a == of);
                argument.into_iter().for_each(|i| scratch[i] = true);
            }
        }
        Self { inputs, outcome, arguments: ty.inputs.clone(), results: ty.results.clone(), read_only, writable, scratch }
    }

    /// The arguments that the passes added: memory for results.
    fn extra(&self, module: &Module) -> Vec<Type> {
        module.func_type(entry(module)).inputs.get(self.inputs.len()..).unwrap_or(&[]).to_vec()
    }

    fn compare(&self, stage: &str, module: &Module, found: &Outcome) -> Checked {
        let given = &found.buffers[self.inputs.len()..];
        let moved = !given.is_empty();
        let (mut results, mut given) = (found.results.iter(), given.iter().flatten());
        for (i, (ty, expected)) in self.results.iter().zip(&self.outcome.results).enumerate() {
            let value = if moved && ty.as_scalar().is_none() { given.next() } else { results.next() };
            let Some(value) = value else { return fail(stage, format!("result {i} is gone"), module) };
            same(stage, &format!("result {i}"), expected, value, module)?;
        }
        for (i, ty) in self.arguments.iter().enumerate() {
            let Some(contents) = &found.buffers[i] else { continue };
            if self.scratch[i] {
                continue;
            }
            if ty.as_memref().is_some() {
                let expected = self.outcome.buffers[i].as_ref().expect("a buffer argument");
                same(stage, &format!("buffer argument {i}"), expected, contents, module)?;
            } else if self.read_only[i] && contents != &self.inputs[i] {
                return fail(stage, format!("argument {i} is read-only and was written"), module);
            }
        }
        Ok(())
    }
}

fn same(stage: &str, what: &str, expected: &Data, found: &Data, program: &dyn fmt::Display) -> Checked {
    let Some(at) = expected.first_difference(found) else { return Ok(()) };
    if expected.elem != found.elem || expected.shape != found.shape {
        let message =
            format!("{what} is {:?} of {:?} instead of {:?} of {:?}", found.shape, found.elem, expected.shape, expected.elem);
        return fail(stage, message, program);
    }
    let (a, b) = (expected.get(at), found.get(at));
    let message = format!("{what}, element {at}: {:e} ({:#x}) instead of {:e} ({:#x})", b.to_f64(), b.bits, a.to_f64(), a.bits);
    fail(stage, message, program)
}

/// Memory for a result, with contents that no result has by chance.
fn outputs(ty: &Type) -> Data {
    let shape: Vec<usize> = ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).expect("a static shape")).collect();
    let mut data = Data::zeros(ty.elem().expect("an element type"), &shape);
    let clean = data.elem.mask().to_le_bytes();
    for (i, byte) in data.bytes.iter_mut().enumerate() {
        *byte = 0xA5 & clean[i % data.elem.bytes()];
    }
    data
}

/// The function that is run: the first with a body.
///
/// # Panics
/// If there is none.
pub fn entry(module: &Module) -> Op {
    module.funcs().into_iter().find(|&f| !module.is_declaration(f)).expect("a function with a body")
}

fn run(module: &Module, args: &[Data]) -> Result<Outcome, tilec_interp::RunError> {
    tilec_interp::run(module, entry(module), args)
}

/// The text, which must read back as itself.
fn round_trip(stage: &str, module: &Module) -> Checked<String> {
    let text = module.to_string();
    let again = match tilec_parse::parse(&text, "printed.mlir") {
        Ok(again) => again.to_string(),
        Err(error) => return fail(stage, format!("the printed text does not read back: {error}"), &text),
    };
    if again == text {
        Ok(text)
    } else {
        fail(stage, "the text changes when it is read and printed", &format!("{text}\n// became\n{again}"))
    }
}

fn with_before(mut failure: Box<Failure>, before: &str) -> Box<Failure> {
    failure.text = format!("// before\n{before}\n// after\n{}", failure.text);
    failure
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The message of the last panic under [`quietly`] in this thread.
pub fn last_panic() -> String {
    LAST_PANIC.with(|p| p.borrow().clone())
}

/// Runs `work` without the message that a panic of this thread would print.
pub fn quietly<T>(work: impl FnOnce() -> T) -> T {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                LAST_PANIC.with(|p| *p.borrow_mut() = info.to_string());
            } else {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = work();
    QUIET.set(before);
    result
}
