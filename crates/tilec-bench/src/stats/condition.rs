//! Conditions on stats: `allocs=0, copies<=1`.

use super::{Bytes, Held, Site, Stats, TileFault};
use std::fmt;
use tilec_ir::{Diagnostic, Loc};

/// What can be asked of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields of Stats say all")]
pub enum Measure {
    Generics,
    Allocs,
    Copies,
    AllocBytes,
    CopyBytes,
    ArenaBytes,
    BytesMoved,
    Passes,
    Temporaries,
    Intermediates,
    TileBytes,
    HoistedTiles,
    TileCopies,
    UnreadTiles,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Generics,
        Self::Allocs,
        Self::Copies,
        Self::AllocBytes,
        Self::CopyBytes,
        Self::ArenaBytes,
        Self::BytesMoved,
        Self::Passes,
        Self::Temporaries,
        Self::Intermediates,
        Self::TileBytes,
        Self::HoistedTiles,
        Self::TileCopies,
        Self::UnreadTiles,
    ];

    /// The name, in conditions and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Generics => "generics",
            Self::Allocs => "allocs",
            Self::Copies => "copies",
            Self::AllocBytes => "alloc_bytes",
            Self::CopyBytes => "copy_bytes",
            Self::ArenaBytes => "arena_bytes",
            Self::BytesMoved => "bytes_moved",
            Self::Passes => "passes",
            Self::Temporaries => "temporaries",
            Self::Intermediates => "intermediates",
            Self::TileBytes => "tile_bytes",
            Self::HoistedTiles => "hoisted_tiles",
            Self::TileCopies => "tile_copies",
            Self::UnreadTiles => "unread_tiles",
        }
    }

    /// The number, of bytes for those called so.
    pub fn of(self, stats: &Stats) -> Bytes {
        let count = |n: usize| Bytes { known: n, open: 0 };
        match self {
            Self::Generics => count(stats.generics.len()),
            Self::Allocs => count(stats.allocs.len()),
            Self::Copies => count(stats.copies.len()),
            Self::AllocBytes => stats.allocs.iter().map(|s| s.bytes).collect(),
            Self::CopyBytes => stats.copies.iter().map(|s| s.bytes).collect(),
            Self::ArenaBytes => stats.arena_bytes,
            Self::BytesMoved => stats.bytes_moved,
            Self::Passes => stats.passes.map_or(Bytes { known: 0, open: 1 }, count),
            Self::Temporaries => count(stats.temporaries.len()),
            Self::Intermediates => count(stats.intermediates.len()),
            Self::TileBytes => stats.intermediates.iter().filter(|i| i.held == Held::Tile).map(|i| i.bytes).collect(),
            Self::HoistedTiles | Self::TileCopies | Self::UnreadTiles => {
                count(stats.faults.iter().filter(|fault| fault.measure == self).count())
            }
        }
    }

    /// What was counted, each with its place; nothing for sums over all ops.
    fn items(self, stats: &Stats) -> Vec<(String, Loc)> {
        let sites = |sites: &[Site]| sites.iter().map(|s| (s.to_string(), s.loc.clone())).collect();
        match self {
            Self::Generics => sites(&stats.generics),
            Self::Allocs | Self::AllocBytes => sites(&stats.allocs),
            Self::Copies | Self::CopyBytes => sites(&stats.copies),
            Self::Temporaries => stats.temporaries.iter().map(|t| (t.to_string(), t.loc.clone())).collect(),
            Self::Intermediates | Self::TileBytes => stats.intermediates.iter().map(|i| (i.to_string(), i.loc.clone())).collect(),
            Self::HoistedTiles | Self::TileCopies | Self::UnreadTiles => stats
                .faults
                .iter()
                .filter(|fault| fault.measure == self)
                .map(|fault| (fault.what.clone(), fault.loc.clone()))
                .collect(),
            Self::ArenaBytes | Self::BytesMoved | Self::Passes => Vec::new(),
        }
    }
}

/// How a number relates to the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say all")]
pub enum Relation {
    Equal,
    AtMost,
    AtLeast,
    Below,
    Above,
}

impl Relation {
    /// Spellings; those that start with another come before it.
    const SPELLINGS: [(&'static str, Self); 5] =
        [("<=", Self::AtMost), (">=", Self::AtLeast), ("=", Self::Equal), ("<", Self::Below), (">", Self::Above)];

    /// Whether it holds. A sum with parts of unknown size is at least what is known, and no more is known of it.
    fn holds(self, found: Bytes, limit: usize) -> bool {
        match self {
            Self::Equal => found.exact() == Some(limit),
            Self::AtMost => found.exact().is_some_and(|n| n <= limit),
            Self::Below => found.exact().is_some_and(|n| n < limit),
            Self::AtLeast => found.known >= limit,
            Self::Above => found.known > limit,
        }
    }
}

/// A condition that a function must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is looked at.
    pub measure: Measure,
    /// How it must relate to the limit.
    pub relation: Relation,
    /// The limit.
    pub limit: usize,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelling = Relation::SPELLINGS.iter().find(|(_, r)| *r == self.relation).map_or("=", |(s, _)| s);
        write!(f, "{}{spelling}{}", self.measure.name(), self.limit)
    }
}

impl Condition {
    /// Reads `NAME OP NUMBER, …`, blanks anywhere between; OP is one of `=`, `<=`, `>=`, `<`, `>`.
    ///
    /// # Errors
    /// What was expected where.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, String> {
        text.split(',').map(Self::parse).collect()
    }

    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let syntax = || format!("expected NAME OP NUMBER such as allocs=0 (OP: = <= >= < >), but found '{text}'");
        let at = text.find(['=', '<', '>']).ok_or_else(syntax)?;
        let (name, rest) = (text[..at].trim_end(), &text[at..]);
        let (spelling, relation) = Relation::SPELLINGS.into_iter().find(|(s, _)| rest.starts_with(s)).ok_or_else(syntax)?;
        let Some(measure) = Measure::ALL.into_iter().find(|m| m.name() == name) else {
            let names: Vec<&str> = Measure::ALL.iter().map(|m| m.name()).collect();
            return Err(format!("unknown name '{name}' in '{text}': expected one of {}", names.join(", ")));
        };
        let limit = rest[spelling.len()..].trim();
        let limit =
            limit.parse().map_err(|_| format!("expected a number of at most {} in '{text}', but found '{limit}'", usize::MAX))?;
        Ok(Self { measure, relation, limit })
    }

    /// What is wrong if a function does not meet the condition: an error at the function, with a note for each thing that was counted.
    pub fn check(self, stats: &Stats) -> Option<Diagnostic> {
        let found = self.measure.of(stats);
        if self.relation.holds(found, self.limit) {
            return None;
        }
        let message = format!("@{}: expected {self}, but {} is {found}", stats.name, self.measure.name());
        let mut error = Diagnostic::error(stats.loc.clone(), message);
        error.notes = self.measure.items(stats);
        Some(error)
    }
}

/// What should not be there after fusion: errors if conditions are asked for (but for a measure that one of them is about), warnings otherwise.
pub fn tile_faults(stats: &Stats, conditions: Option<&[Condition]>) -> Vec<Diagnostic> {
    let is_asked = |m: Measure| conditions.is_some_and(|all| all.iter().any(|c| c.measure == m));
    let one = |fault: &TileFault| {
        let message = format!("@{}: {}", stats.name, fault.what);
        match conditions {
            Some(_) => Diagnostic::error(fault.loc.clone(), message),
            None => Diagnostic::warning(fault.loc.clone(), message),
        }
    };
    stats.faults.iter().filter(|fault| !is_asked(fault.measure)).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_read_and_print() {
        let read = Condition::parse_list(" allocs = 0,copies<=1 , bytes_moved>=4096,passes<3,temporaries>0").unwrap();
        let printed: Vec<_> = read.iter().map(ToString::to_string).collect();
        assert_eq!(printed, ["allocs=0", "copies<=1", "bytes_moved>=4096", "passes<3", "temporaries>0"]);
        for (text, part) in [
            ("", "expected NAME OP NUMBER"),
            ("allocs", "expected NAME OP NUMBER"),
            ("allocs=0,", "expected NAME OP NUMBER"),
            ("=0", "unknown name ''"),
            ("alloc=0", "unknown name 'alloc' in 'alloc=0': expected one of generics, allocs"),
            ("allocs==0", "expected a number"),
            ("allocs=-1", "expected a number"),
            ("allocs=99999999999999999999", "expected a number"),
            ("allocs<>1", "expected a number"),
        ] {
            let message = Condition::parse_list(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn unknown_sizes_only_meet_lower_limits() {
        let found = Bytes { known: 64, open: 1 };
        let holds = |text: &str| {
            let condition = Condition::parse_list(text).unwrap()[0];
            condition.relation.holds(found, condition.limit)
        };
        assert!(holds("alloc_bytes>=64") && holds("alloc_bytes>63"));
        assert!(
            !holds("alloc_bytes=64") && !holds("alloc_bytes<=1000") && !holds("alloc_bytes<1000") && !holds("alloc_bytes>64")
        );
    }
}
