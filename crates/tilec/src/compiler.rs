//! From a program to a kernel: which passes run, in which order, and nothing else.
//!
//! The pipelines are data ([`CompileOptions::stages`]), shared by `compile`, `tilec bench` and the documentation.

use crate::error::{Error, Errors};
use crate::kernel::Kernel;
use crate::program::Program;
use crate::shapes::Shapes;
use crate::signature::Signature;
use std::sync::Arc;
use tilec_codegen::{CompileTimes, Options};
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::verify::verify;
use tilec_ir::{Attr, Diagnostic, Dict, Module, Op};
use tilec_passes::specialize::has_dynamic;
use tilec_passes::{PassRun, Pipeline, Remark, Verdict, place_buffers, poison_temporaries, schedule, specialize};

/// How to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Fuse elementwise producers into their consumers.
    pub fuse: bool,
    /// Compute into the destination instead of a temporary that is copied to it.
    pub eliminate: bool,
    /// Place all temporaries in one arena that is allocated once, instead of allocating them in every call.
    pub arena: bool,
    /// Fill temporaries with NaN or a pattern before and after their use, to find what reads memory that nobody wrote.
    pub poison: bool,
    /// Order and rounding of float reductions, for programs that do not say it themselves.
    pub numerics: Numerics,
    /// Run the verifiers after every pass and on the machine code's IR; a broken invariant is an error then.
    pub verify: bool,
    /// Check every access of the compiled code at run time, also those that are proven to stay inside their buffers. A call stops
    /// with an error in front of an access that would leave its buffer; this can only be a fault of tilec.
    pub sanitize: bool,
    /// Positions of tensor arguments whose memory a call may use for something else, which then has to be passed for writing
    /// ([`Kernel::overwrites`] tells; [`Kernel::call_data`] makes a copy). Their contents after the call are not specified. It is what
    /// `bufferization.writable = true` says in the program; without either, an argument is never written.
    ///
    /// ```
    /// use tilec::{Arg, CompileOptions, Program, compile};
    ///
    /// let text = "func.func @f(%x: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    ///   %y = linalg.add ins(%x, %b : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    ///   return %y : tensor<4xf32>
    /// }";
    /// let options = CompileOptions { in_place: vec![0], ..CompileOptions::default() };
    /// let kernel = compile(&Program::parse(text, "f.mlir")?, None, &options)?;
    /// let (mut x, b, mut y) = ([1.0f32; 4], [2.0f32; 4], [0.0f32; 4]);
    /// kernel.call([Arg::slice_mut(&mut x, &[4]), Arg::slice(&b, &[4])], [Arg::slice_mut(&mut y, &[4])])?;
    /// assert_eq!(y, [3.0; 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub in_place: Vec<usize>,
}

impl Default for CompileOptions {
    /// Everything on, pinned numerics; the verifiers between passes, the poison and the checks of every access are for tests and off.
    fn default() -> Self {
        Self {
            fuse: true,
            eliminate: true,
            arena: true,
            poison: false,
            numerics: Numerics::Pinned,
            verify: false,
            sanitize: false,
            in_place: Vec::new(),
        }
    }
}

/// The passes of a compilation.
#[derive(Clone)]
pub struct Stages {
    /// To types without `?`.
    pub to_static: Pipeline,
    /// From tensors to buffers; what it leaves is the *buffer level*, at which operations and allocations are counted.
    pub to_buffers: Pipeline,
    /// From buffers to what machine code is made from.
    pub to_vectors: Pipeline,
}

impl CompileOptions {
    /// The passes that these options ask for.
    pub fn stages(&self) -> Stages {
        let mut to_buffers = Vec::new();
        if self.fuse {
            to_buffers.extend(["fuse-elementwise{recompute=cost}", "fuse-horizontal", "canonicalize"]);
        }
        to_buffers.push("decompose-tensor-ops");
        if self.eliminate {
            to_buffers.push("eliminate-empty-tensors");
        }
        to_buffers.extend(["bufferize", "results-to-out-params"]);
        if self.eliminate {
            to_buffers.push("eliminate-copies");
        }
        to_buffers.push("canonicalize");
        if self.arena {
            to_buffers.push(place_buffers::NAME);
        }
        if self.poison {
            to_buffers.push(poison_temporaries::NAME);
        }
        let to_vectors = ["lower-to-loops", "vectorize", "expand-math", "canonicalize"];
        Stages { to_static: pipeline(&[specialize::NAME]), to_buffers: pipeline(&to_buffers), to_vectors: pipeline(&to_vectors) }
    }
}

/// The passes of a text written here.
fn pipeline(passes: &[&str]) -> Pipeline {
    Pipeline::parse(&passes.join(",")).expect("names and options that exist")
}

/// A step of a compilation, shown to an observer right after it.
pub enum Step<'a> {
    /// A pass.
    Pass(&'a PassRun<'a>),
    /// The program is on the buffer level.
    BufferLevel(&'a Module, Op),
    /// Machine code was made.
    Code(CompileTimes),
}

/// Compiles a function of a program; see [`Program::entry`] for `entry`. If shapes are not known before the call, the kernel is compiled
/// when it is called, once for each list of shapes.
///
/// # Errors
/// [`Error::Entry`] without such a function; [`Error::Input`] if its signature has a type that cannot be passed, if shapes contradict
/// each other, or if a shape depends on the elements of a tensor; [`Error::Pipeline`] and [`Error::Codegen`] from the passes and the code
/// generator.
pub fn compile(program: &Program, entry: Option<&str>, options: &CompileOptions) -> Result<Kernel, Error> {
    Ok(compile_observed(program, entry, options, &mut |_| {})?.0)
}

/// [`compile`], with the remarks of the passes; `observe` sees each step. A kernel that is compiled at its calls has no steps yet; use
/// [`Program::specialize`] before to see them.
///
/// # Errors
/// See [`compile`].
pub fn compile_observed(
    program: &Program,
    entry: Option<&str>,
    options: &CompileOptions,
    observe: &mut dyn FnMut(&Step<'_>),
) -> Result<(Kernel, Vec<Remark>), Error> {
    let func = program.entry(entry)?;
    let (kernel, remarks) = build(program, func, options, observe)?;
    let kernel = match kernel {
        Some(kernel) => kernel,
        None => {
            let signature = Signature::of(program.module(), func);
            signature.check_compilable(program.module(), func, true)?;
            Kernel::at_call(Shapes::new(program, func, options), Arc::new(signature))
        }
    };
    Ok((kernel, remarks))
}

/// Compiles a function all of whose shapes are known; see [`compile`].
pub(crate) fn compile_static(program: &Program, entry: &str, options: &CompileOptions) -> Result<Kernel, Error> {
    let func = program.entry(Some(entry))?;
    let open = || Diagnostic::error(program.module().op(func).loc.clone(), format!("@{entry}: some shape is still not known"));
    build(program, func, options, &mut |_| {})?.0.ok_or_else(|| open().into())
}

/// No kernel if a shape depends on what is only known at a call.
fn build(
    program: &Program,
    func: Op,
    options: &CompileOptions,
    observe: &mut dyn FnMut(&Step<'_>),
) -> Result<(Option<Kernel>, Vec<Remark>), Error> {
    let mut module = program.module().clone();
    let name = module.symbol_name(func).unwrap_or_default().to_owned();
    let mut remarks = Vec::new();
    // Pinning as usual may write named ops as generics, so a schedule, which calls them by name, comes first, and pins where it has to.
    if options.numerics == Numerics::Strict {
        numerics::pin(&mut module, Numerics::Strict);
    }
    protect_arguments(&mut module, func, &options.in_place)?;
    // A schedule is for the shapes of a call.
    if has_dynamic(&module, func) {
        schedule::remove_scripts(&mut module);
    } else if program.schedule(&mut module, &mut remarks)? {
        verify(&module).map_err(|diagnostics| Error::from(Errors { diagnostics }))?;
    }
    numerics::pin(&mut module, options.numerics);
    let func = program_entry(&module, &name)?;
    isolate(&mut module, func);
    let stages = options.stages();
    remarks.extend(stages.to_static.run(&mut module, options.verify, &mut |run| observe(&Step::Pass(run)))?);
    let is_missed = |remark: &&Remark, name| remark.verdict == Verdict::Missed(name);
    if let Some(remark) = remarks.iter().find(|r| is_missed(r, specialize::DATA_DEPENDENT)) {
        let mut error = Diagnostic::error(remark.loc.clone(), format!("cannot be compiled: {}", remark.message));
        error.notes.clone_from(&remark.notes);
        return Err(error.into());
    }
    if remarks.iter().any(|r| is_missed(&r, specialize::NOT_GIVEN)) {
        return Ok((None, remarks));
    }
    let func = program_entry(&module, &name)?;
    let signature = Signature::of(&module, func);
    signature.check_compilable(&module, func, false)?;
    remarks.extend(stages.to_buffers.run(&mut module, options.verify, &mut |run| observe(&Step::Pass(run)))?);
    let func = program_entry(&module, &name)?;
    observe(&Step::BufferLevel(&module, func));
    remarks.extend(stages.to_vectors.run(&mut module, options.verify, &mut |run| observe(&Step::Pass(run)))?);
    let func = program_entry(&module, &name)?;
    let code = tilec_codegen::compile(&module, func, &Options { verify: options.verify, sanitize: options.sanitize })?;
    observe(&Step::Code(code.compile_times()));
    Ok((Some(Kernel::new(code, Arc::new(signature), options.poison)?), remarks))
}

fn program_entry(module: &Module, name: &str) -> Result<Op, Error> {
    module.find_func(name).ok_or_else(|| Error::Entry { message: format!("internal error: the passes lost @{name}") })
}

/// Removes every function that this one does not call: what cannot be compiled in them does not matter to it.
fn isolate(module: &mut Module, func: Op) {
    let mut kept = vec![func];
    let mut at = 0;
    while let Some(&caller) = kept.get(at) {
        for op in module.walk(caller) {
            let callee = module.callee_name(op).and_then(|name| module.find_func(name));
            if let Some(callee) = callee.filter(|f| !kept.contains(f)) {
                kept.push(callee);
            }
        }
        at += 1;
    }
    module.funcs().into_iter().filter(|f| !kept.contains(f)).for_each(|f| module.erase(f));
}

/// States which tensor arguments may be overwritten: those that the program or the caller names, for the caller's arrays are passed
/// without a copy.
///
/// # Errors
/// An index in `in_place` that is no tensor argument.
pub fn protect_arguments(module: &mut Module, func: Op, in_place: &[usize]) -> Result<(), Diagnostic> {
    const WRITABLE: &str = "bufferization.writable";
    let inputs = module.func_type(func).inputs.clone();
    if let Some(&wrong) = in_place.iter().find(|&&i| inputs.get(i).is_none_or(|ty| ty.as_tensor().is_none())) {
        let what = inputs.get(wrong).map_or("there is no such argument".into(), |ty| format!("it is of type {ty}"));
        let name = module.symbol_name(func).unwrap_or_default();
        let message = format!("@{name}: argument {wrong} cannot be overwritten in place, as only tensors can be: {what}");
        return Err(Diagnostic::error(module.op(func).loc.clone(), message));
    }
    let old = module.attr(func, "arg_attrs").and_then(Attr::as_array).map_or(Vec::new(), <[Attr]>::to_vec);
    let mut changed = false;
    let dicts: Vec<Attr> = inputs
        .iter()
        .enumerate()
        .map(|(i, ty)| {
            let mut dict = match old.get(i) {
                Some(Attr::Dict(dict)) => (**dict).clone(),
                _ => Dict::default(),
            };
            let named = in_place.contains(&i);
            if ty.as_tensor().is_some() && (named || dict.get(WRITABLE).is_none()) {
                dict.set(WRITABLE, Attr::Bool(named));
                changed = true;
            }
            Attr::Dict(Arc::new(dict))
        })
        .collect();
    if changed {
        module.set_attr(func, "arg_attrs", Attr::Array(dicts.into()));
    }
    Ok(())
}
