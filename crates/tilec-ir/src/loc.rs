//! Source locations, MLIR's kinds: file, name, call site, fused.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// Where an op or a block argument came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Loc {
    /// Nothing is known.
    #[default]
    Unknown,
    /// A position in a file; line and column count from 1, or are 0 for the file as a whole.
    File {
        /// File name as the reader was given it.
        file: Arc<str>,
        /// Line, from 1; 0 for a file as a whole.
        line: u32,
        /// Column in bytes, from 1; 0 for a file as a whole.
        col: u32,
    },
    /// A name, with the location it stands for.
    Name(Arc<str>, Arc<Loc>),
    /// `callee` inlined at `caller`.
    CallSite(Arc<Loc>, Arc<Loc>),
    /// An op made of several.
    Fused(Arc<[Loc]>),
}

impl Loc {
    /// A position in a file.
    pub fn file(file: &Arc<str>, line: u32, col: u32) -> Self {
        Self::File { file: file.clone(), line, col }
    }

    /// The location of an op made from ops at `locs`: nested fusions are flattened, duplicates dropped, order kept.
    pub fn fuse(locs: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        let mut seen = HashSet::new();
        let mut add = |loc: &Self| {
            if *loc != Self::Unknown && seen.insert(loc.clone()) {
                all.push(loc.clone());
            }
        };
        for loc in locs {
            match &loc {
                Self::Fused(parts) => parts.iter().for_each(&mut add),
                other => add(other),
            }
        }
        match all.len() {
            0 => Self::Unknown,
            1 => all.remove(0),
            _ => Self::Fused(all.into()),
        }
    }

    /// The locations of the ops that it was made of; itself, if of none.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Fused(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The first file position inside, the one a diagnostic points at.
    pub fn position(&self) -> Option<(&Arc<str>, u32, u32)> {
        match self {
            Self::Unknown => None,
            Self::File { file, line, col } => Some((file, *line, *col)),
            Self::Name(_, inner) | Self::CallSite(inner, _) => inner.position(),
            Self::Fused(parts) => parts.iter().find_map(Self::position),
        }
    }
}

impl fmt::Display for Loc {
    /// `file:line:col`, as diagnostics and remarks show it; parts of a fused location are joined by ` + `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("<unknown>"),
            Self::File { file, line, col } => write!(f, "{file}:{line}:{col}"),
            Self::Name(name, inner) if **inner == Self::Unknown => write!(f, "\"{name}\""),
            Self::Name(name, inner) => write!(f, "\"{name}\" ({inner})"),
            Self::CallSite(callee, caller) => write!(f, "{callee} called at {caller}"),
            Self::Fused(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" + ")?;
                    }
                    write!(f, "{part}")?;
                }
                Ok(())
            }
        }
    }
}
