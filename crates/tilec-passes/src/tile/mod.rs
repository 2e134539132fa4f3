//! Tiling: the loops of an op are split into loops over tiles and the op on one tile.
//!
//! Tile sizes of 0 leave a loop whole. Tiles at the end are smaller (`affine.min`), unless the size divides the extent. Operands become slices,
//! results are put together tile by tile; `linalg.index` stays that of the whole op. Reduction loops become loops that carry the result. Whatever
//! would change what is computed is refused: [`Blocker`].

pub(crate) mod interface;
mod legality;
mod loops;
mod options;
mod order;
mod pad;
mod partial;
mod shaped;
mod structured;

pub use legality::{Blocker, Plan, Run, plan};
pub(crate) use legality::{check_elements, check_maps, is_plain_in};
pub use loops::{Tiled, Tiles};
pub use options::{check_option, run_with};
pub(crate) use options::{check_peel, numbers, peel};
pub use order::Order;
pub(crate) use order::{Ordered, combiner, ordered_loops};
pub(crate) use partial::neutral;
pub use partial::{TiledReduction, tile_reduction_using_for};
pub(crate) use shaped::{cast, outer_order};

use crate::index::Index;
use crate::remark::Remark;
use tilec_ir::{Attr, Diagnostic, Module, Op};

/// The pass.
pub const NAME: &str = "tile";

/// The pass without options: no sizes, so nothing to do.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    run_with(module, &crate::pass::Options::new(), remarks)
}

/// Tiles an op with `scf.for` loops: sizes for its first loops, 0 for those that stay whole; `interchange` is the order of the tile loops, from
/// the outermost inwards (empty: as they are).
///
/// # Errors
/// The blocker; nothing has changed then.
pub fn tile_using_for(module: &mut Module, op: Op, sizes: &[Index], interchange: &[usize]) -> Result<Tiled, Blocker> {
    let plan = plan(module, op, sizes, interchange, Run::InOrder)?;
    Ok(loops::in_order(module, &plan))
}

/// Tiles an op with one `scf.forall`, whose attribute `mapping` is given.
///
/// # Errors
/// The blocker; nothing has changed then.
pub fn tile_using_forall(module: &mut Module, op: Op, sizes: &[Index], mapping: Option<Attr>) -> Result<Tiled, Blocker> {
    let plan = plan(module, op, sizes, &[], Run::Parallel)?;
    Ok(loops::parallel(module, &plan, &Tiles::Sizes, mapping))
}

/// Tiles an op with one `scf.forall` of this many iterations along each loop; 0 leaves a loop whole.
///
/// # Errors
/// The blocker; nothing has changed then.
pub fn tile_for_threads(module: &mut Module, op: Op, threads: &[Index], mapping: Option<Attr>) -> Result<Tiled, Blocker> {
    let plan = legality::plan_threads(module, op, threads)?;
    let mut threads = threads.to_vec();
    threads.resize(plan.sizes.len(), Index::ZERO);
    Ok(loops::parallel(module, &plan, &Tiles::Threads(threads), mapping))
}
