//! Allocations and copies after bufferization, against mlir-opt 22 on every written program: never more, in total fewer. Skipped with one line
//! where it is not installed; `TILEC_REQUIRE_ORACLE=1` makes that a failure. `cargo run --release --example buffer_counts` prints the tables.

use std::path::Path;
use tilec_testing::buffers::{Arguments, Row, compare};
use tilec_testing::oracle;

/// Where we have more, each for a reason.
const MORE: &[&str] = &[
    // An op is not computed in place if another of its inputs is broadcast, though that one is in another buffer.
    "models/attention/",
    "models/layernorm/",
    "models/reduce_mix/",
    "models/rmsnorm/",
    "models/scale_bias_relu/",
    "models/softmax/",
    "models/transformer_block/",
    "cases/010-softmax-rows-large-values",
    "language/sampler.mlir:479",
    // The contents of an empty tensor, or of a part that is overwritten, are copied.
    "bufferize/unread_init_of_empty_reduction",
    "eliminate-empty-tensors/into_slice",
    "specialize/declared_types_spread.expect",
    // A destination is not moved up to where it could be used.
    "eliminate-empty-tensors/blocked_",
    // A buffer is copied before it is reshaped, so that the copy cannot be the result.
    "bufferize/reshape_shares_buffer",
    // Buffers without elements are copied.
    "cases/058-zero-element-tensors",
    "fuse-elementwise/reshape_empty_extent",
    "specialize/loop_without_trips.expect",
];

fn is_known(row: &Row) -> bool {
    MORE.iter().any(|name| row.place.contains(name))
}

#[test]
fn leaves_no_more_allocations_and_copies_than_mlir_opt() {
    let Some(mlir_opt) = oracle::mlir_opt() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tables = [Arguments::AsWritten, Arguments::ReadOnly].map(|arguments| (arguments, compare(&mlir_opt, root, arguments)));
    for (arguments, table) in &tables {
        let summary: Vec<String> = table.to_string().lines().rev().take(2).map(str::to_owned).collect();
        println!("{arguments:?}:\n{}\n{}", summary[1], summary[0]);
        let more: Vec<&Row> = table.0.iter().filter(|row| row.is_more() && !is_known(row)).collect();
        assert!(more.is_empty(), "{arguments:?}: more than mlir-opt\n{more:#?}");
        let (ours, theirs) = table.sums(|row| !is_known(row));
        assert!(ours.allocs + ours.copies < theirs.allocs + theirs.copies, "{arguments:?}: {ours} is not fewer than {theirs}");
        let compared = table.0.iter().filter(|row| row.both().is_some()).count();
        assert!(compared > 200, "only {compared} programs were compared");
    }
    // The list must not outlive its reasons.
    let rows = || tables.iter().flat_map(|(_, table)| &table.0);
    let is_there = |name: &&str| rows().any(|row| row.place.contains(name));
    let is_needed = |name: &&str| rows().any(|row| row.place.contains(name) && row.is_more());
    let stale: Vec<_> = MORE.iter().copied().filter(|name| is_there(name) && !is_needed(name)).collect();
    assert!(stale.is_empty(), "we have no more than mlir-opt any longer in {stale:?}");
}
