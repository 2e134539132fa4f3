//! A list of passes: read from text and printed back, checked before it runs, observed between passes.

use crate::pass::{self, Options, PassInfo};
use crate::remark::Remark;
use crate::schedule;
use std::fmt;
use std::time::{Duration, Instant};
use tilec_ir::facts::{Facts, facts};
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::structured::IteratorKind;
use tilec_ir::verify::verify;
use tilec_ir::{Diagnostic, Module};

/// A pass with its options.
#[derive(Clone)]
pub struct Step {
    /// The pass.
    pub pass: &'static PassInfo,
    /// Options as `key=value`; sorted.
    pub options: Options,
    /// The script of `apply-schedule`, if it is not the program's own.
    pub script: Option<Box<Module>>,
}

/// Passes in order.
#[derive(Clone, Default)]
pub struct Pipeline {
    /// The passes.
    pub steps: Vec<Step>,
}

/// What a pass did, shown to the observer right after it.
pub struct PassRun<'a> {
    /// The pass.
    pub pass: &'static PassInfo,
    /// Its options.
    pub options: &'a Options,
    /// Whether the module changed.
    pub changed: bool,
    /// Time of the pass alone.
    pub time: Duration,
    /// The module after it.
    pub module: &'a Module,
}

/// Why a pipeline stopped or was refused.
#[derive(Debug)]
pub enum PipelineError {
    /// The text names no pipeline: what is wrong.
    Syntax(String),
    /// A pass would run on a program that still has what it cannot handle.
    Order {
        /// The pass.
        pass: &'static str,
        /// What is in its way, and which pass removes it.
        message: String,
    },
    /// A pass rejected the program.
    Rejected {
        /// The pass.
        pass: &'static str,
        /// Why.
        diagnostic: Diagnostic,
    },
    /// A pass left an invalid program: a fault of ours.
    Invalid {
        /// The pass.
        pass: &'static str,
        /// What the verifier says.
        diagnostics: Vec<Diagnostic>,
        /// The program before the pass.
        before: String,
    },
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => f.write_str(message),
            Self::Order { pass, message } => write!(f, "{pass} cannot run here: {message}"),
            Self::Rejected { diagnostic, .. } => write!(f, "{diagnostic}"),
            Self::Invalid { pass, diagnostics, before } => {
                writeln!(f, "internal error: {pass} left an invalid program")?;
                for d in diagnostics {
                    writeln!(f, "{d}")?;
                }
                write!(f, "the program before it:\n{before}")
            }
        }
    }
}

impl std::error::Error for PipelineError {}

impl Pipeline {
    /// The passes with these names, without options.
    ///
    /// # Panics
    /// On a name that is not in the table: for names written in code.
    pub fn of(names: &[&str]) -> Self {
        let step = |n: &&str| Step {
            pass: pass::find(n).unwrap_or_else(|| panic!("no pass {n}")),
            options: Options::new(),
            script: None,
        };
        Self { steps: names.iter().map(step).collect() }
    }

    /// Reads `a,b{key=value other=value},c`.
    ///
    /// # Errors
    /// [`PipelineError::Syntax`] on an unknown pass or option or unbalanced braces.
    pub fn parse(text: &str) -> Result<Self, PipelineError> {
        let mut pipeline = Self::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let end = rest.find([',', '{']).unwrap_or(rest.len());
            let name = rest[..end].trim();
            let mut options = "";
            rest = &rest[end..];
            if let Some(inner) = rest.strip_prefix('{') {
                let close =
                    inner.find('}').ok_or_else(|| PipelineError::Syntax(format!("expected }} after the options of '{name}'")))?;
                options = &inner[..close];
                rest = inner[close + 1..].trim_start();
            }
            pipeline.push(name, options)?;
            rest = match rest.strip_prefix(',') {
                Some(more) if more.trim().is_empty() => return Err(PipelineError::Syntax("expected a pass after ','".into())),
                Some(more) => more.trim_start(),
                None if rest.is_empty() => rest,
                None => return Err(PipelineError::Syntax(format!("expected ',' before '{rest}'"))),
            };
        }
        Ok(pipeline)
    }

    /// Adds a pass by name (ours or mlir-opt's) with options as `key=value`, separated by blanks or commas.
    ///
    /// # Errors
    /// [`PipelineError::Syntax`] on an unknown pass or option.
    pub fn push(&mut self, name: &str, options: &str) -> Result<(), PipelineError> {
        let Some(pass) = pass::find(name) else {
            return Err(PipelineError::Syntax(format!("unknown pass '{name}': expected one of {}", names().join(", "))));
        };
        let mut map = Options::new();
        let mut pairs: Vec<(&str, String)> = Vec::new();
        for option in options.split([' ', ',']).filter(|o| !o.is_empty()) {
            match (option.split_once('='), pairs.last_mut()) {
                (Some((key, value)), _) => pairs.push((key, value.to_string())),
                // The next item of a list: `sizes=4,8`.
                (None, Some((_, value))) => *value = format!("{value},{option}"),
                (None, None) => {
                    let message = format!("expected key=value in the options of {name}, but found '{option}'");
                    return Err(PipelineError::Syntax(message));
                }
            }
        }
        for (key, value) in pairs {
            check_option(pass, key, &value)?;
            map.insert(key.to_string(), value);
        }
        self.steps.push(Step { pass, options: map, script: None });
        Ok(())
    }

    /// Adds a run of a schedule that is not part of the program.
    ///
    /// # Panics
    /// Never: the pass is in the table.
    pub fn push_schedule(&mut self, script: Module) {
        let pass = pass::find(schedule::NAME).expect("a pass of the table");
        self.steps.push(Step { pass, options: Options::new(), script: Some(Box::new(script)) });
    }

    /// Refuses a pass whose needs the passes before it do not meet, before anything runs.
    ///
    /// # Errors
    /// [`PipelineError::Order`].
    pub fn check(&self, module: &Module) -> Result<(), PipelineError> {
        let mut now = facts(module, module.top());
        for step in &self.steps {
            let pass = step.pass;
            for (is, must_not, gone, what) in fact_rows(now, pass.needs_absent) {
                if is && must_not {
                    let by = pass::REGISTRY.iter().find(|p| gone(&p.leaves_absent)).map_or("", |p| p.name);
                    let message = format!("the program still has {what}; run {by} before it");
                    return Err(PipelineError::Order { pass: pass.name, message });
                }
            }
            let off = pass.leaves_absent;
            now.tensors &= !off.tensors;
            now.structured &= !off.structured;
        }
        Ok(())
    }

    /// Runs the passes in order. The module is verified after the last one, and with `verify_each` after each. Remarks come back in
    /// program order of the passes; `observe` sees the module after each pass.
    ///
    /// # Errors
    /// See [`PipelineError`]; the module is unusable then.
    pub fn run(
        &self,
        module: &mut Module,
        verify_each: bool,
        observe: &mut dyn FnMut(&PassRun<'_>),
    ) -> Result<Vec<Remark>, PipelineError> {
        self.check(module)?;
        let mut remarks = Vec::new();
        for (i, step) in self.steps.iter().enumerate() {
            let pass = step.pass;
            let check = verify_each || i + 1 == self.steps.len();
            let before = if verify_each { module.to_string() } else { String::new() };
            if pass.pins && has_float_reduction(module) {
                numerics::pin(module, Numerics::Pinned);
            }
            let start = Instant::now();
            let result = match (&step.script, pass.with_options) {
                (Some(script), _) => schedule::apply(module, script, &mut remarks),
                (None, Some(with)) => (with.run)(module, &step.options, &mut remarks),
                (None, None) => (pass.run)(module, &mut remarks),
            };
            let changed = result.map_err(|diagnostic| PipelineError::Rejected { pass: pass.name, diagnostic })?;
            let time = start.elapsed();
            if check {
                verify(module).map_err(|diagnostics| PipelineError::Invalid { pass: pass.name, diagnostics, before })?;
            }
            observe(&PassRun { pass, options: &step.options, changed, time, module });
        }
        Ok(remarks)
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { "," } else { "" }, step.pass.name)?;
            if !step.options.is_empty() {
                let options: Vec<_> = step.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
                write!(f, "{{{}}}", options.join(" "))?;
            }
        }
        Ok(())
    }
}

fn names() -> Vec<&'static str> {
    pass::REGISTRY.iter().map(|p| p.name).collect()
}

/// mlir-opt's options of one-shot-bufferize in the one setting that tilec has, so that its command lines carry over.
pub(crate) fn check_option(pass: &PassInfo, key: &str, value: &str) -> Result<(), PipelineError> {
    if let Some(with) = pass.with_options {
        return (with.check)(key, value).map_err(PipelineError::Syntax);
    }
    let known: &[(&str, &str)] = match pass.name {
        "bufferize" => &[("bufferize-function-boundaries", "true"), ("function-boundary-type-conversion", "identity-layout-map")],
        _ => &[],
    };
    match known.iter().find(|(k, _)| *k == key) {
        Some((_, only)) if *only == value => Ok(()),
        Some((_, only)) => Err(PipelineError::Syntax(format!("{}: {key} can only be {only}, but is '{value}'", pass.name))),
        None => Err(PipelineError::Syntax(format!("{} has no option '{key}'", pass.name))),
    }
}

type FactRow = (bool, bool, fn(&Facts) -> bool, &'static str);

fn fact_rows(now: Facts, absent: Facts) -> [FactRow; 2] {
    [
        (now.tensors, absent.tensors, |f| f.tensors, "tensors"),
        (now.structured, absent.structured, |f| f.structured, "structured ops"),
    ]
}

/// True if some structured op reduces floats, so that order and rounding matter.
pub(crate) fn has_float_reduction(module: &Module) -> bool {
    module.walk(module.top()).into_iter().any(|op| {
        module.structured(op).is_some_and(|s| {
            s.iterators().contains(&IteratorKind::Reduction)
                && s.outputs().iter().any(|&v| module.ty(v).elem().is_some_and(tilec_ir::ScalarType::is_float))
        })
    })
}
