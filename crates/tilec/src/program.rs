//! A program: parsed, verified, transformed, printed.

use crate::error::{Error, Errors};
use std::fmt;
use std::path::Path;
use tilec_ir::verify::verify;
use tilec_ir::{Data, Diagnostic, Module, Op, Type};
use tilec_passes::specialize::{Bound, reaching_arguments, specialize};
use tilec_passes::{Pipeline, Remark, schedule};

/// A verified program. Displays as its text.
#[derive(Clone, Debug)]
pub struct Program {
    module: Module,
    /// The schedule that a compilation applies, if it is not part of the module.
    schedule: Option<Box<Module>>,
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.module.fmt(f)
    }
}

impl Program {
    /// Reads and verifies a text. `file` is the name that locations carry.
    ///
    /// # Errors
    /// The first thing that cannot be read, or everything that the verifier finds.
    pub fn parse(text: &str, file: &str) -> Result<Self, Errors> {
        Self::from_module(tilec_parse::parse(text, file)?)
    }

    /// Reads and verifies a file.
    ///
    /// # Errors
    /// [`Error::Read`] without the file, else as [`Program::parse`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        Ok(Self::parse(&text, &path.to_string_lossy())?)
    }

    /// Verifies a module.
    ///
    /// # Errors
    /// Everything that the verifier finds.
    pub fn from_module(module: Module) -> Result<Self, Errors> {
        verify(&module).map_err(|diagnostics| Errors { diagnostics })?;
        Ok(Self { module, schedule: None })
    }

    /// Says which schedule a compilation applies first, instead of one that is part of the program.
    ///
    /// ```
    /// use tilec::{CompileOptions, Program, compile};
    ///
    /// let text = "func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
    ///   %y = linalg.add ins(%x, %x : tensor<4xi32>, tensor<4xi32>) outs(%x : tensor<4xi32>) -> tensor<4xi32>
    ///   return %y : tensor<4xi32>
    /// }";
    /// let script = "module attributes {transform.with_named_sequence} {
    ///   transform.named_sequence @__transform_main(%root: !transform.any_op) {
    ///     %a = transform.structured.match ops{[\"linalg.add\"]} in %root : (!transform.any_op) -> !transform.any_op
    ///     %g = transform.structured.generalize %a : (!transform.any_op) -> !transform.any_op
    ///     transform.yield
    ///   }
    /// }";
    /// let mut program = Program::parse(text, "f.mlir")?;
    /// program.set_schedule(&Program::parse(script, "s.mlir")?);
    /// compile(&program, None, &CompileOptions::default())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_schedule(&mut self, script: &Self) {
        self.schedule = Some(Box::new(script.module.clone()));
    }

    /// Applies the schedule: the one that was set, else the one that is part of the program. Steps of the program's own are gone after that.
    pub(crate) fn schedule(&self, module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
        let changed = match &self.schedule {
            Some(script) => schedule::apply(module, script, remarks)?,
            None => schedule::run(module, remarks)?,
        };
        schedule::remove_scripts(module);
        Ok(changed)
    }

    /// The IR.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Runs passes on the program and returns their remarks.
    ///
    /// # Errors
    /// [`Error::Pipeline`]; the program is unchanged then.
    pub fn run_pipeline(&mut self, pipeline: &Pipeline) -> Result<Vec<Remark>, Error> {
        let mut module = self.module.clone();
        let remarks = pipeline.run(&mut module, false, &mut |_| {})?;
        self.module = module;
        Ok(remarks)
    }

    /// The program with a function bound to the shapes of these arguments, and to the values of those that a shape depends on: what
    /// follows from them is static. Scalars have rank 0. See [`Program::entry`] for `entry`.
    ///
    /// # Errors
    /// [`Error::Entry`] without such a function, [`Error::Input`] if the shapes do not fit the function or contradict each other.
    pub fn specialize(&self, entry: Option<&str>, arguments: &[Data]) -> Result<Self, Error> {
        self.bind(entry, |module, func| {
            let reaching = reaching_arguments(module, func, false);
            let types = module.func_type(func).inputs.iter();
            types.zip(reaching).zip(arguments).map(|((ty, reaches), data)| bound_of(ty, reaches, data)).collect()
        })
    }

    /// Specializes a function to what `bounds` says of its arguments.
    pub(crate) fn bind(&self, entry: Option<&str>, bounds: impl FnOnce(&Module, Op) -> Vec<Bound>) -> Result<Self, Error> {
        let mut module = self.module.clone();
        let func = self.entry(entry)?;
        let bounds = bounds(&module, func);
        specialize(&mut module, func, &bounds, &mut Vec::new())?;
        Ok(Self { schedule: self.schedule.clone(), ..Self::from_module(module)? })
    }

    /// The function called `name`; without a name, the only function that has a body and is not private.
    ///
    /// # Errors
    /// [`Error::Entry`] names the functions there are.
    pub fn entry(&self, name: Option<&str>) -> Result<Op, Error> {
        let module = &self.module;
        let has_body = |f: &Op| !module.is_declaration(*f);
        let is_private = |f: &Op| module.attr(*f, "sym_visibility").and_then(tilec_ir::Attr::as_str) == Some("private");
        let fail = |message| Err(Error::Entry { message });
        let all: Vec<Op> = module.funcs().into_iter().filter(has_body).collect();
        let names = |funcs: &[Op]| {
            funcs.iter().map(|f| format!("@{}", module.symbol_name(*f).unwrap_or("?"))).collect::<Vec<_>>().join(", ")
        };
        if let Some(name) = name {
            let name = name.strip_prefix('@').unwrap_or(name);
            return match module.find_func(name) {
                Some(func) if has_body(&func) => Ok(func),
                Some(func) => Err(Diagnostic::error(
                    module.op(func).loc.clone(),
                    format!("expected a function with a body, but @{name} is a declaration"),
                )
                .into()),
                None if all.is_empty() => fail(format!("no function @{name}: the program has no function with a body")),
                None => fail(format!("no function @{name}: expected one of {}", names(&all))),
            };
        }
        let public: Vec<Op> = all.iter().copied().filter(|f| !is_private(f)).collect();
        match public.as_slice() {
            [one] => Ok(*one),
            [] => fail("the program has no public function with a body".to_owned()),
            _ => fail(format!("the program has several functions, name the entry: one of {}", names(&public))),
        }
    }
}

/// What an argument tells of shapes.
pub(crate) fn bound_of(ty: &Type, reaches: bool, data: &Data) -> Bound {
    match ty {
        Type::Scalar(elem) if reaches && data.elem == *elem && data.len() == 1 => Bound::Value(data.get(0)),
        Type::Scalar(_) => Bound::Open,
        _ => Bound::Array(data.shape.iter().map(|&d| i64::try_from(d).unwrap_or(i64::MAX)).collect()),
    }
}
