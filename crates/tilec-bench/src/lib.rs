//! Measuring: what a program does to memory, how long calls take, on which machine, and reports of it.
//!
//! This crate compiles and runs nothing itself: it is handed programs on the buffer level and functions to call. It prints
//! nothing but a progress bar, and that only on a terminal.

mod faults;
mod machine;
mod measure;
mod report;
mod stats;

pub use machine::{Cache, Machine};
pub use measure::{Plan, Timing, measure};
pub use report::{Report, Row};
pub use stats::{
    Bytes, Condition, Held, Intermediate, Measure, Relation, Site, Stats, Temporary, TileFault, stats, stats_of_module,
    tile_faults, to_json,
};
