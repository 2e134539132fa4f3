//! Transfers: every way a vector may lie in a buffer, in chunks or lane by lane, and indices that leave it.

use super::{Data, ScalarType, agree, build, f32s, index};

/// A program that reads a vector of the buffer's elements and writes it into another buffer.
fn transfer(ty: &str, vector: &str, read: &str, write: &str, from: &str, to: &str) -> String {
    let elem = ty.trim_start_matches("memref<").trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x' || c == '?');
    let elem = elem.split([',', '>']).next().unwrap_or_default();
    let zero = if elem.starts_with('f') || elem.starts_with('b') { "0.0" } else { "0" };
    format!(
        "func.func @f(%x: {ty}, %y: {ty}, %i: index, %j: index) {{
  %p = arith.constant {zero} : {elem}
  %v = vector.transfer_read %x[{from}], %p {{{read}}} : {ty}, {vector}
  vector.transfer_write %v, %y[{to}] {{{write}}} : {vector}, {ty}
  return
}}"
    )
}

fn rows(elem: ScalarType, shape: &[usize], seed: u64) -> Data {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut data = Data::zeros(elem, shape);
    let size = elem.bytes();
    for i in 0..data.bytes.len() / size {
        let bits = if elem == ScalarType::I1 { u64::from(rng.bool()) } else { rng.u64(..) };
        tilec_ir::attr::write_element(&mut data.bytes, size, i, bits & elem.mask());
    }
    data
}

#[test]
fn vectors_lie_in_buffers_in_every_way() {
    let inside = |rank: usize| format!("in_bounds = [{}]", vec!["true"; rank].join(", "));
    let map = |results: &str, rank: usize| format!("{}, permutation_map = affine_map<(d0, d1) -> ({results})>", inside(rank));
    for (name, elem) in [
        ("f32", ScalarType::F32),
        ("f64", ScalarType::F64),
        ("f16", ScalarType::F16),
        ("i8", ScalarType::Int(8)),
        ("i1", ScalarType::I1),
        ("index", ScalarType::Index),
        ("i33", ScalarType::Int(33)),
    ] {
        let ty = format!("memref<9x17x{name}>");
        let cases = [
            // Rows of whole chunks, of parts of them, of one.
            (format!("vector<4x16x{name}>"), inside(2), inside(2)),
            (format!("vector<3x5x{name}>"), inside(2), inside(2)),
            (format!("vector<7x1x{name}>"), inside(2), inside(2)),
            (format!("vector<8x{name}>"), inside(1), inside(1)),
            // Columns; one element or one row again and again.
            (format!("vector<8x4x{name}>"), map("d1, d0", 2), inside(2)),
            (format!("vector<4x8x{name}>"), inside(2), map("d1, d0", 2)),
            (format!("vector<8x{name}>"), map("d0", 1), map("d1", 1)),
            (format!("vector<4x8x{name}>"), map("0, d1", 2), inside(2)),
            (format!("vector<4x8x{name}>"), map("d0, 0", 2), inside(2)),
            (format!("vector<4x4x{name}>"), map("0, 0", 2), map("d1, d0", 2)),
        ];
        for (vector, read, write) in cases {
            let text = transfer(&ty, &vector, &read, &write, "%i, %j", "%j, %i");
            for (i, j) in [(0, 0), (1, 1), (1, 0)] {
                let args = [rows(elem, &[9, 17], 1), rows(elem, &[9, 17], 2), index(i), index(j)];
                agree(&text, &args).unwrap_or_else(|e| panic!("{e}\n{text}"));
            }
            for (i, j) in [(8, 8), (-1, 0), (0, 17), (i64::MAX, 0)] {
                let args = [rows(elem, &[9, 17], 1), rows(elem, &[9, 17], 2), index(i), index(j)];
                let _ = agree(&text, &args);
            }
        }
        // A vector of no dimension is one element.
        let point = transfer(&ty, &format!("vector<{name}>"), "", "", "%i, %j", "%j, %i");
        let args = [rows(elem, &[9, 17], 1), rows(elem, &[9, 17], 2), index(3), index(4)];
        agree(&point, &args).unwrap_or_else(|e| panic!("{e}\n{point}"));
    }
}

#[test]
fn a_vector_that_may_be_partly_outside_is_not_compiled() {
    let text = transfer("memref<9x17xf32>", "vector<8xf32>", "", "in_bounds = [true]", "%i, %j", "%i, %j");
    let error = build(&text, false).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("may be partly outside"), "{error}");
}

#[test]
fn buffers_with_strides() {
    let text = "func.func @f(%x: memref<9x17xf32>, %y: memref<3x4xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %s = memref.subview %x[%i, %j] [3, 4] [2, 3] : memref<9x17xf32> to memref<3x4xf32, strided<[34, 3], offset: ?>>
  %r = memref.subview %x[0, 0] [3, 4] [%i, %j] : memref<9x17xf32> to memref<3x4xf32, strided<[?, ?]>>
  %a = vector.transfer_read %s[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x4xf32, strided<[34, 3], offset: ?>>, vector<3x4xf32>
  %b = vector.transfer_read %r[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<3x4xf32, strided<[?, ?]>>, vector<3x4xf32>
  %c = arith.addf %a, %b : vector<3x4xf32>
  vector.transfer_write %c, %y[%c0, %c0] : vector<3x4xf32>, memref<3x4xf32>
  vector.transfer_write %a, %r[%c0, %c0] {in_bounds = [true, true]} : vector<3x4xf32>, memref<3x4xf32, strided<[?, ?]>>
  return
}";
    for (i, j) in [(4, 1), (1, 1), (3, 5)] {
        let args = [f32s(&[9, 17], |i| i as f32), f32s(&[3, 4], |_| -1.0), index(i), index(j)];
        agree(text, &args).unwrap_or_else(|e| panic!("{e}"));
    }
}
