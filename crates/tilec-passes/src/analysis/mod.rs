//! Facts that passes ask for and never store.

pub mod alias;
pub mod bounds;
pub mod deps;
pub mod effects;
pub mod linear;
pub mod stops;
