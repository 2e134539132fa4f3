//! How many allocations and copies bufferization leaves in every written program, tilec's against mlir-opt 22's: two tables, one with
//! arguments that may be overwritten as each program says, one with arguments that may not. `cargo run --release --example buffer_counts`

use std::path::Path;
use tilec_testing::buffers::{Arguments, compare};
use tilec_testing::oracle;

fn main() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (arguments, title) in [(Arguments::AsWritten, "arguments as written"), (Arguments::ReadOnly, "arguments not writable")] {
        println!("{title}\n{}", compare(&mlir_opt, root, arguments));
    }
}
