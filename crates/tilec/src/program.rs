//! A program: parsed, verified, transformed, printed.

use crate::error::{Error, Errors};
use std::fmt;
use std::path::Path;
use tilec_ir::verify::verify;
use tilec_ir::{Diagnostic, Module, Op};
use tilec_passes::{Pipeline, Remark};

/// A verified program. Displays as its text.
#[derive(Clone, Debug)]
pub struct Program {
    module: Module,
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
        Ok(Self { module })
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
