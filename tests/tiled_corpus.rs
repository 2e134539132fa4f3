//! The shared corpus in tiles: every case with its list of tile sizes, and every model under random schedules, mean at each level what they mean
//! without. Skipped with one line where the corpus is not there.
//!
//! A model's schedules are tilings and fusions of random groups of which every step can be made. By default large models have fewer;
//! `TILEC_RANDOM_PROGRAMS=10000` gives each of them 50.

use std::path::Path;
use tilec::Numerics;
use tilec_ir::Module;
use tilec_passes::tile::{self, Run};
use tilec_testing::corpus::{Case, cases, models, tiles};
use tilec_testing::diff::Differential;
use tilec_testing::tiling::{Kind, Outcome, Size, Step, TO_LOOPS, apply, draw};
use tilec_testing::{Coverage, Rng};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text_of(case: &Case) -> String {
    std::fs::read_to_string(&case.file).unwrap_or_else(|e| panic!("{}: {e}", case.file.display()))
}

/// How many ops can be tiled.
fn tileable(case: &Case) -> usize {
    let module = tilec_parse::parse(&text_of(case), &case.name).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let func = module.find_func(&case.entry).expect("the entry");
    let is_tileable = |module: &Module, op| tile::plan(module, op, &[], &[], Run::InOrder).is_ok();
    module.walk(func).into_iter().filter(|&op| is_tileable(&module, op)).count()
}

fn step(kind: Kind, at: usize, sizes: &[i64], careful: bool) -> Step {
    let sizes = sizes.iter().map(|&n| Size::Const(n)).collect();
    Step { kind, at, sizes, more: 0, interchange: None, peel: careful && at % 2 == 1, careful }
}

/// What is wrong with a case under some schedule.
fn check(differential: &mut Differential, case: &Case, steps: &[Step], pipelines: &[&str]) -> Option<String> {
    let found = differential.check_schedule_as(case.numerics, &text_of(case), &case.inputs, steps, pipelines, &[]);
    found.err().map(|failure| format!("{} under {steps:?}: {failure}", case.name))
}

#[test]
fn cases_in_their_tiles_give_the_same_bits() {
    let (mut differential, mut wrong, mut count) = (Differential::default(), Vec::new(), 0);
    for case in cases(root()) {
        let lists = tiles(root(), &case.name);
        let ops = if lists.is_empty() { 0 } else { tileable(&case) };
        count += usize::from(!lists.is_empty());
        for (sizes, at) in lists.iter().flat_map(|sizes| (0..ops).map(move |at| (sizes, at))) {
            let kinds = [Kind::TileFor, Kind::TileForall, Kind::TileAndFuse, Kind::TileThreads];
            for (kind, careful) in kinds.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
                let steps = [step(kind, at, sizes, careful), step(Kind::FuseConsumer, 0, &[], true)];
                wrong.extend(check(&mut differential, &case, &steps, &TO_LOOPS));
            }
        }
    }
    println!("{count} cases with tiles\n{}", differential.coverage);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(count == 0 || count >= 21 && differential.coverage.count("tilings legal") > 200, "few cases have tiles");
}

/// Schedules for a model that do something: fewer for the large ones, whose programs take long to interpret.
fn schedules(case: &Case) -> u64 {
    let full = std::env::var("TILEC_RANDOM_PROGRAMS").is_ok_and(|n| n.parse().is_ok_and(|n: u64| n >= 10_000));
    if full { 50 } else { (8_000 / text_of(case).len() as u64).clamp(1, 6) }
}

/// The schedule of a seed: tilings and fusions of some ops.
fn schedule(seed: u64) -> Vec<Step> {
    let mut rng = Rng::with_seed(seed);
    (0..1 + seed as usize % 3).map(|n| Step { careful: true, ..draw(&mut rng, n) }).collect()
}

/// True if every step of a schedule can be made on a case.
fn is_legal(case: &Case, steps: &[Step]) -> bool {
    let mut module = tilec_parse::parse(&text_of(case), &case.name).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    tilec_ir::numerics::pin(&mut module, case.numerics);
    steps.iter().all(|step| apply(&mut module, step, &mut Coverage::default()) == Outcome::Done)
}

/// At most so many schedules are drawn for each that is legal.
const DRAWS: u64 = 40;

#[test]
fn models_under_random_schedules_give_the_same_bits() {
    let (mut differential, mut wrong) = (Differential::default(), Vec::new());
    let all: Vec<Case> = models(root()).into_iter().filter(|case| case.numerics == Numerics::Pinned).collect();
    for case in &all {
        let (start, wanted) = (std::time::Instant::now(), schedules(case));
        let (mut legal, mut same) = (0, 0);
        for seed in 0..wanted * DRAWS {
            let steps = schedule(seed);
            if !is_legal(case, &steps) {
                continue;
            }
            let pipeline = &TO_LOOPS[legal as usize % TO_LOOPS.len()..][..1];
            let found = check(&mut differential, case, &steps, pipeline);
            legal += 1;
            same += u64::from(found.is_none());
            wrong.extend(found);
            if legal == wanted {
                println!(
                    "{}: {legal} legal schedules of {} drawn, {same} the same, in {:.1} s",
                    case.name,
                    seed + 1,
                    start.elapsed().as_secs_f64()
                );
                break;
            }
        }
        if legal < wanted {
            wrong.push(format!("{}: only {legal} legal schedules", case.name));
        }
    }
    println!("{}", differential.coverage);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n\n"));
}
