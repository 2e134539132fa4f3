//! Allocations and copies after bufferization, against mlir-opt 22 on every written program: never more, in total fewer. Skipped with one line
//! where it is not installed; `TILEC_REQUIRE_ORACLE=1` makes that a failure. `cargo run --release --example buffer_counts` prints the tables.

use std::path::Path;
use tilec_testing::buffers::{Arguments, Row, compare};
use tilec_testing::oracle;

/// Where we have more, each for a reason.
const MORE: &[&str] = &[
    // An iteration reads what another may have replaced, so it reads a copy made before the loop; mlir-opt lets the two race.
    "bufferize/forall_in_forall",
    "bufferize/forall_reads_",
    "parse/structured_control_flow",
    // No iteration writes, so the init is the result and must get there; mlir-opt leaves the result undefined.
    "bufferize/unread_init_of_empty_reduction",
    // The callee may write the destination; mlir-opt does not look.
    "eliminate-empty-tensors/blocked_call_between",
    // The empty tensor is of open shape, the destination is not.
    "eliminate-empty-tensors/blocked_type_mismatch",
    // The copy of a destination that must not be written has the shape from before a cast, the result has an open one.
    "canonicalize/casts_go_into_insertions",
    // A softmax is the four ops that it means, with a temporary between them; mlir-opt leaves it, and has no way down from there.
    "decompose_softmax",
    "decompose-tensor-ops/softmax",
    "tile/blocked_reduction_order_whole",
    "tile/softmax_rows",
    // A part of what must not be written is copied before it is collapsed, and again into the copy of the whole.
    "eliminate-empty-tensors/through_reshape",
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
