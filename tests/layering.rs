//! The structure of the repository: which crate may use which, what every file starts with, how long it may be, and that the documents
//! name what there is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tilec_testing::blocker_names;

/// Who may use whom, as DESIGN has it. The root package is `tilec`.
const EDGES: &[(&str, &[&str])] = &[
    ("tilec-ir", &[]),
    ("tilec-parse", &["tilec-ir"]),
    ("tilec-interp", &["tilec-ir"]),
    ("tilec-passes", &["tilec-ir"]),
    ("tilec-codegen", &["tilec-ir"]),
    ("tilec-bench", &["tilec-ir", "tilec-passes", "tilec-interp", "tilec-codegen"]),
    ("tilec", &["tilec-ir", "tilec-parse", "tilec-interp", "tilec-passes", "tilec-codegen", "tilec-bench"]),
    ("tilec-testing", &["tilec", "tilec-ir", "tilec-parse", "tilec-interp", "tilec-passes", "tilec-codegen", "tilec-bench"]),
];

/// Lines of a file without its tests.
const MAX_LINES: usize = 450;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The manifest of a crate.
fn manifest(name: &str) -> String {
    read(&if name == "tilec" { root().join("Cargo.toml") } else { root().join("crates").join(name).join("Cargo.toml") })
}

/// Names under the `[…dependencies]` sections whose header `wanted` accepts.
fn dependencies(manifest: &str, wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            inside = wanted(header);
            if let Some((section, name)) = header.rsplit_once('.').filter(|(section, _)| wanted(section)) {
                assert!(!section.is_empty());
                found.insert(name.to_string());
                inside = false;
            }
        } else if inside && let Some((name, _)) = line.split_once('=') {
            found.insert(name.split('.').next().unwrap_or_default().trim().trim_matches('"').to_string());
        }
    }
    found
}

fn is_workspace_section(header: &str) -> bool {
    header.starts_with("workspace")
}

/// Source files of the repository, sorted.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["crates", "tests", "examples"].map(|f| root().join(f)).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && path.file_name().is_some_and(|n| n != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn short(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

#[test]
fn crates_use_only_what_the_design_allows() {
    let known: BTreeSet<&str> = EDGES.iter().map(|(name, _)| *name).collect();
    let folders = std::fs::read_dir(root().join("crates")).expect("crates");
    let found: BTreeSet<String> = folders.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), known, "the crates there are");
    for (name, allowed) in EDGES {
        let manifest = manifest(name);
        for used in dependencies(&manifest, |h| h.ends_with("dependencies") && !is_workspace_section(h)) {
            let dev = *name == "tilec" && used == "tilec-testing";
            assert!(!used.starts_with("tilec") || allowed.contains(&used.as_str()) || dev, "{name} must not use {used}");
        }
        let build = dependencies(&manifest, |h| h.ends_with("dependencies") && !h.starts_with("dev") && !is_workspace_section(h));
        assert!(
            *name == "tilec-testing" || !build.contains("tilec-testing"),
            "tilec-testing is for tests, but {name} is built with it"
        );
    }
}

#[test]
fn every_outside_crate_has_one_user() {
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    // tilec-testing is for tests only and may use what others use.
    for (name, _) in EDGES.iter().filter(|(name, _)| *name != "tilec-testing") {
        for used in
            dependencies(&manifest(name), |h| h.ends_with("dependencies") && !h.starts_with("dev") && !is_workspace_section(h))
        {
            if !used.starts_with("tilec") {
                users.entry(used).or_default().insert(name);
            }
        }
    }
    for (used, by) in users {
        let shared = match used.as_str() {
            "thiserror" => true,
            "half" => by.iter().all(|c| ["tilec-ir", "tilec"].contains(c)),
            _ => false,
        };
        assert!(by.len() == 1 || shared, "{used} is used by {by:?}, but must stay inside one crate");
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<_> = sources().into_iter().filter(|p| !read(p).starts_with("//! ")).map(|p| short(&p)).collect();
    assert!(silent.is_empty(), "these files do not start with a module doc: {silent:?}");
}

#[test]
fn no_file_is_long() {
    let length = |path: &Path| {
        let text = read(path);
        text.lines().take_while(|l| *l != "#[cfg(test)]").count()
    };
    let source =
        |path: &PathBuf| path.strip_prefix(root().join("crates")).is_ok_and(|p| p.components().any(|c| c.as_os_str() == "src"));
    let long: Vec<_> =
        sources().into_iter().filter(source).map(|p| (length(&p), short(&p))).filter(|(n, _)| *n > MAX_LINES).collect();
    assert!(long.is_empty(), "more than {MAX_LINES} lines: {long:?}");
}

#[test]
fn the_architecture_names_every_crate() {
    let text = read(&root().join("docs/ARCHITECTURE.md"));
    let missing: Vec<_> = EDGES.iter().map(|(name, _)| *name).filter(|name| !text.contains(name)).collect();
    assert!(missing.is_empty(), "docs/ARCHITECTURE.md does not name {missing:?}");
}

#[test]
fn passes_and_blockers_are_documented() {
    let text = read(&root().join("docs/passes.md"));
    let headings: BTreeSet<&str> =
        text.lines().filter_map(|l| Some(l.strip_prefix('#')?.trim_start_matches('#').trim().trim_matches('`'))).collect();
    let passes = tilec_passes::pass::REGISTRY.iter().map(|p| p.name).filter(|name| !headings.contains(name));
    let passes: Vec<_> = passes.collect();
    assert!(passes.is_empty(), "docs/passes.md has no heading for {passes:?}");
    let blockers: Vec<_> = blocker_names(root()).into_iter().filter(|(name, _)| !text.contains(&format!("`{name}`"))).collect();
    assert!(blockers.is_empty(), "docs/passes.md does not name the blockers {blockers:?}");
}
