//! Compiles an expression and runs it on arrays of the host, without a copy.

use ndarray::{Array2, array};
use tilec::{CompileOptions, Program, compile};

const PROGRAM: &str = r#"
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @scale_rows(%x: tensor<2x3xf32>, %w: tensor<3xf32>, %s: f32) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %a = linalg.generic {indexing_maps = [#matrix, #row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<2x3xf32>, tensor<3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%in: f32, %weight: f32, %out: f32):
    %v = arith.mulf %in, %weight : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  %b = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %s : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  return %b : tensor<2x3xf32>
}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let program = Program::parse(PROGRAM, "scale_rows.mlir")?;
    let kernel = compile(&program, None, &CompileOptions::default())?;

    let x = array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let weights = [10.0f32, 1.0, 0.1];
    let mut y = Array2::<f32>::zeros((2, 3));
    kernel.call([x.view().into(), tilec::Arg::slice(&weights, &[3]), 0.5f32.into()], [y.view_mut().into()])?;
    println!("{y}");

    // Every call is checked: a transposed view is not row-major, and nothing runs.
    let turned = Array2::<f32>::ones((3, 2));
    let error = kernel.call([turned.t().into(), tilec::Arg::slice(&weights, &[3]), 0.5f32.into()], [y.view_mut().into()]);
    println!("{}", error.unwrap_err());
    Ok(())
}
