//! Timed calls of several variants, interleaved so that whatever disturbs the machine disturbs all of them.

use crate::faults::FaultCounter;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// Timed calls of each variant; by default as many as fit in two seconds, at least 21 and at most 1000.
    pub runs: Option<usize>,
}

const LEAST_RUNS: usize = 21;
const MOST_RUNS: usize = 1000;
const TIME_PER_VARIANT: Duration = Duration::from_secs(2);
const WARM_UP_CALLS: usize = 2;

/// The timed calls of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Time of each call, shortest first; at least one.
    pub sorted: Vec<Duration>,
    /// Minor page faults a call, where the system counts them.
    pub faults_per_call: Option<f64>,
}

impl Timing {
    /// The shortest call.
    pub fn min(&self) -> Duration {
        self.percentile(0)
    }

    /// The call that at least `percent` of the calls are not slower than (nearest rank).
    pub fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.sorted.len() * percent).div_ceil(100).max(1);
        self.sorted.get(rank - 1).copied().unwrap_or_default()
    }
}

/// Calls each of `variants` variants a few times untimed, then round robin; `call(i)` runs variant `i` once.
///
/// # Errors
/// The first error of a call.
pub fn measure<E>(variants: usize, plan: &Plan, call: &mut dyn FnMut(usize) -> Result<(), E>) -> Result<Vec<Timing>, E> {
    let mut runs = Vec::with_capacity(variants);
    for i in 0..variants {
        let mut last = Duration::ZERO;
        for _ in 0..WARM_UP_CALLS {
            let start = Instant::now();
            call(i)?;
            last = start.elapsed();
        }
        let fitting = TIME_PER_VARIANT.as_nanos() / last.as_nanos().max(1);
        let fitting = usize::try_from(fitting).unwrap_or(MOST_RUNS).clamp(LEAST_RUNS, MOST_RUNS);
        runs.push(plan.runs.unwrap_or(fitting).max(1));
    }
    let bar = progress(runs.iter().sum());
    let counter = FaultCounter::new();
    let mut times: Vec<Vec<Duration>> = runs.iter().map(|n| Vec::with_capacity(*n.min(&MOST_RUNS))).collect();
    let mut faults = vec![Some(0u64); variants];
    for round in 0..runs.iter().copied().max().unwrap_or(0) {
        for i in (0..variants).filter(|i| round < runs[*i]) {
            let before = counter.read();
            let start = Instant::now();
            call(i)?;
            times[i].push(start.elapsed());
            let new = counter.read().zip(before).map(|(after, before)| after.saturating_sub(before));
            faults[i] = faults[i].zip(new).map(|(sum, new)| sum + new);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let timing = |(mut sorted, faults): (Vec<Duration>, Option<u64>)| {
        sorted.sort_unstable();
        let faults_per_call = faults.map(|n| n as f64 / sorted.len() as f64);
        Timing { sorted, faults_per_call }
    };
    Ok(times.into_iter().zip(faults).map(timing).collect())
}

/// A bar on standard error, hidden unless that is a terminal.
fn progress(calls: usize) -> ProgressBar {
    let bar = ProgressBar::new(calls as u64);
    if let Ok(style) = ProgressStyle::with_template("measuring {bar:40} {pos}/{len} calls, {eta} left") {
        bar.set_style(style);
    }
    bar
}
