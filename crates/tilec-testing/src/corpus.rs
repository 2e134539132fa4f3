//! The shared corpus: models (`case.json` beside a program and `.npy` files) and cases (a program beside a `.json` with the values).

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use tilec::{Numerics, npy};
use tilec_ir::{Data, Scalar, ScalarType};

/// A program with arguments and what it gives for them.
#[derive(Clone, Debug)]
pub struct Case {
    /// The model's folder, or the file without its ending.
    pub name: String,
    /// The program.
    pub file: PathBuf,
    /// The function.
    pub entry: String,
    /// The arguments.
    pub inputs: Vec<Data>,
    /// What comes out.
    pub expected: Expected,
    /// How floats are reduced.
    pub numerics: Numerics,
}

/// What a case gives.
#[derive(Clone, Debug)]
pub enum Expected {
    /// These values, each element not further away than this.
    Values {
        /// One for each result.
        values: Vec<Data>,
        /// Times the element.
        relative: f64,
        /// Of any element.
        absolute: f64,
    },
    /// The program, or the call, is refused.
    Error,
}

impl Expected {
    /// What is wrong with these results.
    pub fn difference(&self, found: &[Data]) -> Option<String> {
        let Self::Values { values, relative, absolute } = self else { return Some("there is no error".into()) };
        if values.len() != found.len() {
            return Some(format!("{} results instead of {}", found.len(), values.len()));
        }
        let near = |a: Scalar, b: Scalar| {
            let (x, y) = (a.to_f64(), b.to_f64());
            a.bit_eq(b) || *relative + *absolute > 0.0 && (x - y).abs() <= absolute + relative * x.abs()
        };
        values.iter().zip(found).enumerate().find_map(|(r, (a, b))| {
            if a.elem != b.elem || a.shape != b.shape {
                return Some(format!("result {r} is {:?} of {:?} instead of {:?} of {:?}", b.shape, b.elem, a.shape, a.elem));
            }
            let i = (0..a.len()).find(|&i| !near(a.get(i), b.get(i)))?;
            Some(format!("result {r}, element {i}: {:e} instead of {:e}", b.get(i).to_f64(), a.get(i).to_f64()))
        })
    }
}

/// The folder of the corpus beside the repository at `root`; one line if it is not there.
fn folder(root: &Path, name: &str) -> Option<PathBuf> {
    let folder = root.join("../shared").join(name);
    if !folder.is_dir() {
        println!("skipped: {}, which is not there", folder.display());
        return None;
    }
    Some(folder)
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.sort();
    paths
}

fn json(file: &Path) -> Json {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn text(json: &Json, key: &str) -> String {
    json[key].as_str().unwrap_or_else(|| panic!("a text '{key}' in {json}")).to_owned()
}

fn list<T>(json: &Json, each: impl FnMut(&Json) -> T) -> Vec<T> {
    json.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(each).collect()
}

/// The models, in order; none if the corpus is not there.
///
/// # Panics
/// If one of its files cannot be read.
pub fn models(root: &Path) -> Vec<Case> {
    let folders = folder(root, "models").map(|f| sorted(&f)).unwrap_or_default();
    folders.iter().filter_map(|folder| model(folder)).collect()
}

/// The model in a folder, if there is one.
///
/// # Panics
/// If one of its files cannot be read.
pub fn model(folder: &Path) -> Option<Case> {
    let file = folder.join("case.json");
    let json = file.is_file().then(|| json(&file))?;
    let array = |entry: &Json| {
        let elem = elem(&text(entry, "dtype"));
        npy::read(&folder.join(text(entry, "file")), elem).unwrap_or_else(|e| panic!("{e}"))
    };
    let number = |key: &str| json[key].as_f64().unwrap_or(0.0);
    Some(Case {
        name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        file: folder.join(text(&json, "program")),
        entry: text(&json, "entry"),
        inputs: list(&json["inputs"], array),
        expected: Expected::Values { values: list(&json["outputs"], array), relative: number("rtol"), absolute: number("atol") },
        numerics: Numerics::Pinned,
    })
}

/// The cases, in order; none if the corpus is not there.
///
/// # Panics
/// If one of its files cannot be read.
pub fn cases(root: &Path) -> Vec<Case> {
    let files = folder(root, "cases").map(|f| sorted(&f)).unwrap_or_default();
    files.iter().filter(|f| f.extension().is_some_and(|e| e == "json")).map(|f| case(f)).collect()
}

/// The tile sizes that a case lists for its loops; none if it lists none.
///
/// # Panics
/// If its file cannot be read.
pub fn tiles(root: &Path, case: &str) -> Vec<Vec<i64>> {
    let Some(folder) = folder(root, "cases") else { return Vec::new() };
    let sizes = |sizes: &Json| list(sizes, |n| n.as_i64().expect("a tile size"));
    list(&json(&folder.join(format!("{case}.json")))["tiles"], sizes)
}

fn case(file: &Path) -> Case {
    let json = json(file);
    let tolerance = json["tol"].as_f64().unwrap_or(0.0);
    let is_relative = json["rel"].as_bool().unwrap_or(false);
    let values = || Expected::Values {
        values: list(&json["outputs"], array),
        relative: tolerance,
        absolute: if is_relative { 0.0 } else { tolerance },
    };
    Case {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: file.with_extension("mlir"),
        entry: text(&json, "entry"),
        inputs: list(&json["inputs"], array),
        expected: if json["error"].is_null() { values() } else { Expected::Error },
        numerics: if json["fp"] == "strict" { Numerics::Strict } else { Numerics::Pinned },
    }
}

/// The element type that numpy, or a program, calls so.
fn elem(name: &str) -> ScalarType {
    match name {
        "bool" | "i1" => ScalarType::I1,
        "bfloat16" | "bf16" => ScalarType::BF16,
        "float16" | "f16" => ScalarType::F16,
        "float32" | "f32" => ScalarType::F32,
        "float64" | "f64" => ScalarType::F64,
        "index" => ScalarType::Index,
        _ => {
            let bits = || name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().ok();
            let bits = bits().unwrap_or_else(|| panic!("a name of elements, not {name}"));
            // numpy's unsigned integers are those of programs without a sign.
            if name.starts_with("ui") && !name.starts_with("uint") { ScalarType::Unsigned(bits) } else { ScalarType::Int(bits) }
        }
    }
}

/// Elements that are written down: numbers, or the names of what is none.
fn array(entry: &Json) -> Data {
    let elem = elem(&text(entry, "dtype"));
    let shape = list(&entry["shape"], |d| usize::try_from(d.as_u64().expect("an extent")).expect("a small extent"));
    let mut data = Data::zeros(elem, &shape);
    let elements = list(&entry["data"], Json::clone);
    assert_eq!(elements.len(), data.len(), "elements of {entry}");
    for (i, element) in elements.iter().enumerate() {
        let float = || match element.as_str() {
            Some(name) => name.parse().expect("a number"),
            None => element.as_f64().unwrap_or_else(|| f64::from(u8::from(element.as_bool().expect("a number")))),
        };
        let value = match elem {
            // The numbers were rounded to f32 first.
            ScalarType::BF16 => Scalar::from_f64(elem, Scalar::from_f64(ScalarType::F32, float()).to_f64()),
            _ if elem.is_float() => Scalar::from_f64(elem, float()),
            #[allow(clippy::cast_possible_truncation, reason = "whole numbers that are written with a point")]
            _ => Scalar::from_i64(elem, element.as_i64().unwrap_or_else(|| float() as i64)),
        };
        data.set(i, value);
    }
    data
}
