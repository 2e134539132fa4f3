//! Everything that README and docs show is run: commands with their output, passes with before and after, the embedded example.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io::Write};

const TILEC: &str = env!("CARGO_BIN_EXE_tilec");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The fenced blocks of a language, in order.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let open = format!("```{language}\n");
    text.split(&open).skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect()
}

/// A line with its indentation and single blanks: the columns of a table move with the numbers in them.
fn squeeze(line: &str) -> String {
    let indent = &line[..line.len() - line.trim_start().len()];
    format!("{indent}{}", line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// True if `text` is `pattern`, where `[..]` stands for anything within a line.
fn matches(pattern: &str, text: &str) -> bool {
    let line = |(pattern, text): (&str, &str)| {
        let (pattern, text) = (squeeze(pattern), squeeze(text));
        let mut parts = pattern.split("[..]");
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = text.strip_prefix(first) else { return false };
        let mut open = false;
        for part in parts {
            open = part.is_empty();
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        open || rest.is_empty()
    };
    pattern.lines().count() == text.lines().count() && pattern.lines().zip(text.lines()).all(line)
}

/// Splits a command line at blanks outside double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

/// Standard output, then standard error, as a terminal shows them when the first is buffered.
fn run(args: &[String]) -> String {
    let output = Command::new(TILEC).args(args).current_dir(root()).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_string();
    format!("{}\n{}", text(&output.stdout), text(&output.stderr)).trim().to_string()
}

fn markdown_files() -> Vec<PathBuf> {
    let mut files = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn every_command_prints_what_the_docs_say() {
    let mut commands = 0;
    for file in markdown_files() {
        for block in blocks(&fs::read_to_string(&file).unwrap(), "console") {
            for step in block.split("$ ").filter(|s| !s.trim().is_empty()) {
                let (line, expected) = step.split_once('\n').unwrap_or((step, ""));
                let line = line.replace("cargo run --release -- ", "tilec ");
                let words = words(&line);
                assert_eq!(words[0], "tilec", "{}: {line}", file.display());
                let found = run(&words[1..]);
                let expected = expected.trim();
                assert!(matches(expected, &found), "{}: {line}\nexpected:\n{expected}\nfound:\n{found}", file.display());
                commands += 1;
            }
        }
    }
    assert!(commands >= 10, "only {commands} commands were found");
}

#[test]
fn every_pass_turns_before_into_after() {
    let text = read("docs/passes.md");
    let sections: Vec<_> = text.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), tilec_passes::pass::REGISTRY.len());
    for section in sections {
        let pass = section.lines().next().unwrap().trim();
        let programs = blocks(section, "mlir");
        // The command, where a pass needs options; as in a golden test.
        let stated = programs[0].lines().next().and_then(|l| l.strip_prefix("// RUN: tilec "));
        let args = stated.map_or_else(|| vec!["opt".to_string(), format!("--{pass}")], words);
        let mut child = Command::new(TILEC).args(args).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(programs[0].as_bytes()).unwrap();
        let found = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(found.trim_end(), programs[1].trim_end(), "after {pass}");
    }
}

#[test]
fn the_readme_shows_the_example_and_it_runs() {
    let example = read("examples/embed.rs");
    assert!(example.lines().count() <= 60);
    assert!(read("README.md").contains(example.trim_end()), "README.md does not show examples/embed.rs as it is");
    let binary = Path::new(TILEC).with_file_name("examples").join(format!("embed{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(binary).output().expect("cargo test builds the examples");
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("[[10.5, 2.5, 0.8"));
}

#[test]
fn the_table_of_fusion_costs_can_be_made() {
    let binary = Path::new(TILEC).with_file_name("examples").join(format!("fusion_cost{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(binary).arg("50").output().expect("cargo test builds the examples");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 5, "a heading and a line for each kind of program");
}
