//! `docs/ir.md` against the tables it describes: each dialect's ops and how they are written, the named ops, the refusals.
//!
//! `TILEC_BLESS=1` rewrites the tables of the document.

use std::collections::BTreeSet;
use std::path::Path;
use tilec_ir::named::Named;
use tilec_ir::op::{OpKind, StructuredOp};
use tilec_ir::spelling::{self, Arity, DIALECTS, Form, Piece, Spelling};

/// What stands for the attributes of an op in a syntax.
const ATTRS: &str = "{…}";

/// How an op of this row is written, its own words literally, `%x` for operands, `…` for what may be left out or repeated.
fn syntax(row: &Spelling) -> String {
    let code = match row.form {
        Form::Format(pattern) => {
            let mut out = String::new();
            pieces(row, spelling::format(pattern), &mut out);
            return out.replace("[ ", "[").replace(" ]", "]").replace("( ", "(").replace(" )", ")").replace(" ,", ",");
        }
        Form::Module => "@name attributes {…} { ops }",
        Form::Func => "private @name(%a: type {…}, …) -> (type {…}, …) attributes {…} { blocks }",
        Form::Constant => "{…} value : type",
        Form::Generic => {
            "{indexing_maps = […], iterator_types = […]} ins(%a, … : types) outs(%b, … : types) attrs = {…} { body } -> types"
        }
        Form::Named if row.attrs.contains(&"kind") => {
            "kind=#linalg.elementwise_kind<…> indexing_maps = […] {…} ins(%a, … : types) outs(%b : type) -> type"
        }
        Form::Named if row.attrs.contains(&"indexing_maps") => {
            "indexing_maps = […] {…} ins(%a, %b : types) outs(%c : type) -> type"
        }
        Form::Named => "{…} ins(%a, … : types) outs(%b : type) -> type",
        Form::Category if row.name == "linalg.transpose" => "ins(%a : type) outs(%b : type) permutation = […] {…}",
        Form::Category => "ins(%a : type) outs(%b : type) dimensions = […] {…}",
        Form::Mapper if row.name == "linalg.reduce" => {
            "{ op } ins(%a, … : types) outs(%b, … : types) dimensions = […] {…}, or with (%x: type, …) { body } at the end"
        }
        Form::Mapper => "{ op } ins(%a, … : types) outs(%b : type) {…}, or with (%x: type, …) { body } at the end",
        Form::Reshape if row.kind == (OpKind::Reshape { expand: true }) => {
            "%src [[0, 1], …] output_shape [%n, 4, …] {…} : type into type"
        }
        Form::Reshape => "%src [[0, 1], …] {…} : type into type",
        Form::Global => "\"visibility\" constant @name : type = dense<…> {…}",
        Form::For => "unsigned %i = %lb to %ub step %s iter_args(%a = %b, …) -> (types) : type { body } {…}",
        Form::AffineApply => "#map(%d, …)[%s, …] {…}",
        Form::If => "%c -> (types) { body } else { body } {…}",
        Form::While => "(%a = %b, …) : (types) -> types { body } do { body } attributes {…}",
        Form::Forall => {
            "(%i, …) in (%n, 4, …) shared_outs(%a = %b, …) -> (types) { body } {…}, or (%i, …) = (lb) to (ub) step (s)"
        }
        Form::Parallel => "(%i, …) = (%lb, …) to (%ub, …) step (%s, …) init (%a, …) -> types { body } {…}",
        Form::Combine => "(%a, … : types) { body }, … {…}",
        Form::AffineFor => "%i = bound to bound step 1 iter_args(%a = %b, …) -> (types) { body } {…}",
        Form::AffineAccess if row.kind == OpKind::AffineStore => "%value, %memref[%i + 1, symbol(%n)] {…} : type",
        Form::AffineAccess => "%memref[%i + 1, symbol(%n)] {…} : type",
    };
    code.to_string()
}

fn pieces(row: &Spelling, parts: &[Piece], out: &mut String) {
    for piece in parts {
        let text = match piece {
            Piece::Literal(text) => (*text).to_string(),
            Piece::Var(name) => match row.operands.iter().find(|g| g.name == *name) {
                Some(g) if g.arity == Arity::Many => format!("%{name}, …"),
                Some(_) => format!("%{name}"),
                None => name.to_string(),
            },
            Piece::Type(name) => {
                let many = row.operands.iter().chain(row.results).any(|g| g.name == *name && g.arity == Arity::Many);
                if many { "types".into() } else { "type".into() }
            }
            Piece::List(_) => "[%x, 4, …]".into(),
            Piece::Ints(_) => "[0, …]".into(),
            Piece::Attr(_) | Piece::Typed(_) => "…".into(),
            Piece::Positions => "[0, …]".into(),
            Piece::Pairs => "@matcher -> @action, …".into(),
            Piece::PassOptions => "{\"key\" = …, …}".into(),
            Piece::Flags(name) => match spelling::flags(name).keyword {
                "" => (*name).to_string(),
                word => format!("{word}<…>"),
            },
            Piece::AttrDict => ATTRS.into(),
            Piece::Keyword(_, word) => (*word).to_string(),
            Piece::Results => "types".into(),
            Piece::Region => "{ body }".into(),
            Piece::Jump(_) => "^block(%x, … : types)".into(),
            Piece::FunctionType => "(types) -> types".into(),
            Piece::ConditionType => "type,".into(),
            Piece::Optional(inner) => {
                pieces(row, inner, out);
                continue;
            }
            Piece::NoSpace => {
                out.truncate(out.trim_end().len());
                continue;
            }
            Piece::Space => continue,
        };
        out.push_str(&text);
        out.push(' ');
    }
    if out.ends_with(' ') && !matches!(parts.last(), Some(Piece::NoSpace)) {
        out.truncate(out.trim_end().len());
        out.push(' ');
    }
}

/// The rows of a dialect, those with one syntax in one line.
fn table(dialect: &str) -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    let rows = spelling::all().iter().filter(|r| r.dialect() == dialect);
    for row in rows.filter(|r| !matches!(r.kind, OpKind::Structured(StructuredOp::Named(_)))) {
        let text = syntax(row).trim().to_string();
        let name = row.name.split_once('.').map_or(row.name, |(_, n)| n);
        match lines.iter_mut().find(|(t, _)| *t == text) {
            Some((_, names)) => names.push(name),
            None => lines.push((text, vec![name])),
        }
    }
    let mut out = String::from("| ops | what follows the name |\n|---|---|\n");
    for (text, names) in lines {
        let names: Vec<_> = names.iter().map(|n| format!("`{n}`")).collect();
        out.push_str(&format!("| {} | `{text}` |\n", names.join(" ")));
    }
    out
}

/// The named structured ops with loops and maps, those with one definition in one line.
fn named_table() -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for named in Named::all() {
        let text = format!("`{}` | {:?}", named.def().spec, named.def().payload);
        let name = named.def().name.trim_start_matches("linalg.");
        match lines.iter_mut().find(|(t, _)| *t == text) {
            Some((_, names)) => names.push(name),
            None => lines.push((text, vec![name])),
        }
    }
    let mut out = String::from("| ops | loops: maps | payload |\n|---|---|---|\n");
    for (text, names) in lines {
        let names: Vec<_> = names.iter().map(|n| format!("`{n}`")).collect();
        out.push_str(&format!("| {} | {text} |\n", names.join(" ")));
    }
    out
}

fn path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ir.md")
}

#[test]
fn the_tables_of_the_document_are_those_of_the_code() {
    let document = std::fs::read_to_string(path()).expect("docs/ir.md");
    let mut expected = String::new();
    let mut seen = BTreeSet::new();
    let mut skipping = false;
    for line in document.lines() {
        if let Some(name) = line.strip_prefix("<!-- table ").and_then(|l| l.strip_suffix(" -->")) {
            let contents = if name == "named" { named_table() } else { table(name) };
            expected.push_str(&format!("{line}\n{contents}"));
            seen.insert(name.to_string());
            skipping = true;
        } else if !(skipping && line.starts_with('|')) {
            skipping = false;
            expected.push_str(&format!("{line}\n"));
        }
    }
    let missing: Vec<_> = DIALECTS.iter().filter(|d| !seen.contains(**d)).collect();
    assert!(missing.is_empty() && seen.contains("named"), "no table of {missing:?} or of the named ops");
    if std::env::var_os("TILEC_BLESS").is_some() {
        std::fs::write(path(), &expected).expect("docs/ir.md is written");
        return;
    }
    let line = document.lines().zip(expected.lines()).find(|(a, b)| a != b);
    assert!(document == expected, "docs/ir.md differs from the tables: {line:?}; TILEC_BLESS=1 rewrites it");
}

/// The rows of the table under a heading: cells without backticks.
fn rows_under<'d>(document: &'d str, heading: &str) -> Vec<Vec<&'d str>> {
    let at = document.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let lines = document[at..].lines().skip_while(|l| !l.starts_with("|---")).skip(1).take_while(|l| l.starts_with('|'));
    lines.map(|l| l.trim_matches('|').split(" | ").map(|c| c.trim().trim_matches('`')).collect()).collect()
}

#[test]
fn what_is_refused_is_refused_as_the_document_says() {
    let document = std::fs::read_to_string(path()).expect("docs/ir.md");
    let rows = rows_under(&document, "## Out of scope");
    assert!(rows.len() > 10, "only {} rows", rows.len());
    for row in rows {
        let [text, refusal] = row[..] else { panic!("expected two cells, found {row:?}") };
        let program =
            if text.contains("func.func") { text.to_string() } else { format!("func.func @f() {{\n  {text}\n  return\n}}") };
        match tilec_parse::parse(&program, "x.mlir").map(|m| tilec_ir::verify::verify(&m)) {
            Err(error) => assert_eq!(error.message, refusal, "{text}"),
            Ok(Err(errors)) => assert_eq!(errors[0].message, refusal, "{text}"),
            Ok(Ok(())) => panic!("{text} is accepted"),
        }
    }
}
