//! Golden tests: a program whose first line is a command, beside what that command prints.
//!
//! The first line of a test is `// RUN: tilec ARGS`, where `%s` stands for the file. The command runs in the file's folder, without a
//! shell, so its output names the file and no path. What it must print is in a sibling: `NAME.expect.mlir` (or `.tir`, as the input),
//! the standard output, which must itself be a valid program; or `NAME.expect.txt`, standard output followed by standard error. Instead
//! or besides there are `// CHECK:` lines in the test (also `-NEXT`, `-SAME`, `-NOT`, `-DAG`), patterns of the `filecheck` crate, which are
//! looked for in the same text; and `// STATS: allocs=0, copies<=1` lines, conditions that every function of the printed program must meet
//! (see [`tilec_bench::Condition`]).
//!
//! Nothing here prints: [`run_paths`] returns what came of each file.

use similar::TextDiff;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tilec_bench::Condition;

/// Extensions of tests, which are those of programs.
const EXTENSIONS: [&str; 2] = ["mlir", "tir"];

/// What came of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The test, or an expectation without one.
    pub path: PathBuf,
    /// Passed (and perhaps written anew), or what is wrong: a diff and how to accept it.
    pub result: Result<Passed, String>,
}

/// How a test passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// As expected.
    Matched,
    /// The expectation was written.
    Blessed,
}

/// Runs the tests among `paths`: files, and folders with all below them. `tilec` is the program that stands for `tilec` in the
/// commands. With `bless`, expectations that differ or do not exist are written.
pub fn run_paths(tilec: &Path, paths: &[PathBuf], bless: bool) -> Vec<Outcome> {
    let tilec = fs::canonicalize(tilec).unwrap_or_else(|_| tilec.to_path_buf());
    let mut outcomes = Vec::new();
    for path in paths {
        let mut files = BTreeSet::new();
        if path.is_dir() {
            if let Err(error) = walk(path, &mut files) {
                outcomes.push(Outcome { path: path.clone(), result: Err(error.to_string()) });
            }
        } else {
            files.insert(path.clone());
        }
        for file in &files {
            if is_expectation(file) {
                if path.is_dir() && !has_test(file, &files) {
                    outcomes.push(Outcome { path: file.clone(), result: Err("an expectation without a test".to_string()) });
                }
            } else {
                outcomes.push(Outcome { path: file.clone(), result: run_file(&tilec, file, bless) });
            }
        }
    }
    outcomes
}

/// Programs and expectations under a folder.
fn walk(folder: &Path, files: &mut BTreeSet<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if is_expectation(&path) || EXTENSIONS.iter().any(|e| path.extension().is_some_and(|x| x == *e)) {
            files.insert(path);
        }
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name of the test that an expectation belongs to, without extension.
fn expectation_of(path: &Path) -> Option<String> {
    let name = file_name(path);
    EXTENSIONS.iter().chain(&["txt"]).find_map(|e| name.strip_suffix(&format!(".expect.{e}")).map(str::to_string))
}

fn is_expectation(path: &Path) -> bool {
    expectation_of(path).is_some()
}

fn has_test(expectation: &Path, files: &BTreeSet<PathBuf>) -> bool {
    let name = expectation_of(expectation).unwrap_or_default();
    EXTENSIONS.iter().any(|e| files.contains(&expectation.with_file_name(format!("{name}.{e}"))))
}

/// What a command left.
struct Ran {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

impl Ran {
    fn all(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

/// Runs one test.
///
/// # Errors
/// What is wrong with it or with the output of its command.
fn run_file(tilec: &Path, file: &Path, bless: bool) -> Result<Passed, String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    let command = run_line(&text)?;
    let ran = run_command(tilec, file, &command)?;
    if !matches!(ran.code, Some(0..=2)) || ran.stderr.contains("panicked at") {
        let code = ran.code.map_or("a signal".to_string(), |c| format!("exit code {c}"));
        return Err(format!("the command ended with {code}\n{}", ran.stderr));
    }
    let checks = check_lines(&text);
    if !checks.is_empty() {
        run_checks(&checks, &ran.all())?;
    }
    let stats = stats_lines(&text)?;
    if !stats.is_empty() {
        run_stats(&stats, &ran)?;
    }
    let has_lines = !checks.is_empty() || !stats.is_empty();
    let (module, report) = expectation_paths(file);
    match (module.exists(), report.exists()) {
        (true, true) => Err(format!("both {} and {} exist: delete one", file_name(&module), file_name(&report))),
        (false, false) if has_lines => Ok(Passed::Matched),
        (false, false) if !bless => {
            Err(format!("no expectation: neither {} nor CHECK or STATS lines{}", file_name(&module), bless_hint(file)))
        }
        (false, true) => compare(file, &report, &ran.all(), bless),
        (true, false) => expect_module(file, &module, &ran, bless),
        (false, false) if ran.code == Some(0) && ran.stderr.is_empty() && is_program(&ran.stdout).is_ok() => {
            compare(file, &module, &ran.stdout, bless)
        }
        (false, false) => compare(file, &report, &ran.all(), bless),
    }
}

/// `NAME.expect.mlir` and `NAME.expect.txt`.
fn expectation_paths(file: &Path) -> (PathBuf, PathBuf) {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = file.extension().unwrap_or_default().to_string_lossy().into_owned();
    (file.with_file_name(format!("{stem}.expect.{extension}")), file.with_file_name(format!("{stem}.expect.txt")))
}

fn bless_hint(file: &Path) -> String {
    format!("\nto accept the output: tilec test --bless {}", file.display())
}

/// The words of the command in the first line, without `tilec`.
fn run_line(text: &str) -> Result<Vec<String>, String> {
    let line = text.lines().next().unwrap_or_default();
    let Some(command) = line.trim_start_matches('/').trim_start().strip_prefix("RUN:").filter(|_| line.starts_with("//")) else {
        return Err("the first line is not '// RUN: tilec …'".to_string());
    };
    let words = split_words(command)?;
    match words.split_first() {
        Some((first, rest)) if first == "tilec" => Ok(rest.to_vec()),
        _ => Err(format!("the command must start with tilec, but is '{}'", command.trim())),
    }
}

/// Splits at blanks; blanks inside `'…'` or `"…"` do not split.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quote of the command is not closed".to_string()) } else { Ok(words) }
}

fn run_command(tilec: &Path, file: &Path, words: &[String]) -> Result<Ran, String> {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let output = Command::new(tilec)
        .args(words.iter().map(|w| w.replace("%s", &file_name(file))))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("TILEC_BLESS")
        .output()
        .map_err(|e| format!("{}: {e}", tilec.display()))?;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| "the output is not UTF-8".to_string());
    Ok(Ran { stdout: text(output.stdout)?, stderr: text(output.stderr)?, code: output.status.code() })
}

/// The output must be a program, and the one expected.
fn expect_module(file: &Path, expectation: &Path, ran: &Ran, bless: bool) -> Result<Passed, String> {
    if ran.code != Some(0) || !ran.stderr.is_empty() {
        return Err(format!("expected a program and nothing else, but the command says:\n{}", ran.stderr));
    }
    is_program(&ran.stdout).map_err(|e| format!("the output is not a valid program: {e}"))?;
    compare(file, expectation, &ran.stdout, bless)
}

/// True if every program of a text can be read and is valid.
fn is_program(text: &str) -> Result<(), String> {
    for (line, chunk) in tilec_parse::split_input(text) {
        let module = tilec_parse::parse_at(chunk, "output", line).map_err(|e| e.to_string())?;
        let join = |errors: Vec<tilec_ir::Diagnostic>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        tilec_ir::verify::verify(&module).map_err(join)?;
    }
    Ok(())
}

fn compare(file: &Path, expectation: &Path, found: &str, bless: bool) -> Result<Passed, String> {
    let expected = fs::read_to_string(expectation).unwrap_or_default();
    if expected == found && expectation.exists() {
        return Ok(Passed::Matched);
    }
    if bless {
        fs::write(expectation, found).map_err(|e| e.to_string())?;
        return Ok(Passed::Blessed);
    }
    let name = file_name(expectation);
    let diff = TextDiff::from_lines(&expected, found);
    let diff = diff.unified_diff().context_radius(3).header(&name, "output").to_string();
    Err(format!("{diff}{}", bless_hint(file)))
}

/// The `// CHECK` lines as directives of the `filecheck` crate, with their line numbers.
fn check_lines(text: &str) -> Vec<(usize, String)> {
    let directive = |line: &str| {
        let rest = line.trim_start().strip_prefix("//")?.trim_start().strip_prefix("CHECK")?;
        let names = [(":", "check"), ("-NEXT:", "nextln"), ("-SAME:", "sameln"), ("-NOT:", "not"), ("-DAG:", "unordered")];
        names.iter().find_map(|(suffix, name)| Some(format!("{name}: {}", rest.strip_prefix(suffix)?.trim())))
    };
    text.lines().enumerate().filter_map(|(i, line)| Some((i + 1, directive(line)?))).collect()
}

fn run_checks(checks: &[(usize, String)], output: &str) -> Result<(), String> {
    let mut builder = filecheck::CheckerBuilder::new();
    for (line, check) in checks {
        builder.directive(check).map_err(|e| format!("line {line}: {e}"))?;
    }
    let checker = builder.finish();
    let (ok, explanation) = checker.explain(output, filecheck::NO_VARIABLES).map_err(|e| e.to_string())?;
    if ok { Ok(()) } else { Err(format!("the CHECK lines do not match\n{explanation}")) }
}

/// The conditions of the `// STATS:` lines, with their line numbers.
///
/// # Errors
/// A line that is none.
fn stats_lines(text: &str) -> Result<Vec<(usize, Condition)>, String> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let rest = line.trim_start().strip_prefix("//").and_then(|rest| rest.trim_start().strip_prefix("STATS:"));
        let Some(list) = rest else { continue };
        let conditions = Condition::parse_list(list).map_err(|e| format!("line {}: {e}", i + 1))?;
        found.extend(conditions.into_iter().map(|condition| (i + 1, condition)));
    }
    Ok(found)
}

/// The output must be a program whose functions meet the conditions.
fn run_stats(conditions: &[(usize, Condition)], ran: &Ran) -> Result<(), String> {
    if ran.code != Some(0) {
        return Err(format!("STATS lines need a program, but the command says:\n{}", ran.stderr));
    }
    let mut wrong = Vec::new();
    for (line, chunk) in tilec_parse::split_input(&ran.stdout) {
        let module = tilec_parse::parse_at(chunk, "output", line).map_err(|e| format!("STATS lines need a program: {e}"))?;
        for stats in tilec_bench::stats_of_module(&module, &[]) {
            let failed = |(line, c): &(usize, Condition)| Some(format!("line {line}: {}", c.check(&stats)?));
            wrong.extend(conditions.iter().filter_map(failed));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("the STATS lines do not hold\n{}", wrong.join("\n"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_quoted_blanks() {
        assert_eq!(split_words(r#" a  'b c' "" d"e f" "#).unwrap(), ["a", "b c", "", "de f"]);
        assert!(split_words("a 'b").is_err());
    }

    #[test]
    fn only_the_first_line_is_a_command() {
        assert_eq!(run_line("// RUN: tilec opt %s\n").unwrap(), ["opt", "%s"]);
        assert!(run_line("// a comment\n// RUN: tilec opt %s\n").is_err());
        assert!(run_line("// RUN: rm %s\n").is_err());
    }

    #[test]
    fn check_lines_become_directives() {
        let text = "// RUN: tilec opt %s\n// CHECK: linalg.generic\n  // CHECK-NOT: linalg.fill\n// CHECKED\n";
        let checks = check_lines(text);
        assert_eq!(checks, [(2, "check: linalg.generic".to_string()), (3, "not: linalg.fill".to_string())]);
        assert!(run_checks(&checks, "x\nlinalg.generic\n").is_ok());
        assert!(run_checks(&checks, "linalg.generic\nlinalg.fill\n").is_err());
    }

    #[test]
    fn stats_lines_become_conditions() {
        let text = "// RUN: tilec opt %s\n// STATS: allocs=0, copies<=1\n// STATS:generics=1\n// STATSX: a\n";
        let read: Vec<_> = stats_lines(text).unwrap().into_iter().map(|(line, c)| format!("{line} {c}")).collect();
        assert_eq!(read, ["2 allocs=0", "2 copies<=1", "3 generics=1"]);
        assert!(stats_lines("\n// STATS: alloc=0\n").unwrap_err().starts_with("line 2: unknown name 'alloc'"));
    }

    #[test]
    fn expectations_know_their_test() {
        assert_eq!(expectation_of(Path::new("a/b.expect.mlir")).as_deref(), Some("b"));
        assert_eq!(expectation_of(Path::new("a/b.expect.txt")).as_deref(), Some("b"));
        assert_eq!(expectation_of(Path::new("a/b.mlir")), None);
    }
}
