//! What a measurement was made on: the tags of a report.

use std::fs::read_to_string;

/// A cache of the first core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// 1, 2 or 3.
    pub level: u32,
    /// `Data`, `Instruction` or `Unified`.
    pub kind: String,
    /// Its size as the system prints it: `32K`.
    pub size: String,
}

/// The machine. What cannot be found out is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// Model name of the CPU.
    pub cpu: String,
    /// Hardware threads that this process may use.
    pub cores: usize,
    /// Caches of the first core.
    pub caches: Vec<Cache>,
    /// Name and version of the operating system.
    pub os: String,
    /// When transparent huge pages are used: `always`, `madvise` or `never`.
    pub huge_pages: String,
}

impl Machine {
    /// This machine.
    pub fn detect() -> Self {
        let trimmed = |path: &str| read_to_string(path).map(|s| s.trim().to_owned()).unwrap_or_default();
        let info = trimmed("/proc/cpuinfo");
        let cpu = info.lines().find_map(|l| l.strip_prefix("model name")).and_then(|l| l.split_once(": "));
        let cpu = cpu.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned());
        let caches = (0..8).map_while(|i| {
            let field = |name: &str| trimmed(&format!("/sys/devices/system/cpu/cpu0/cache/index{i}/{name}"));
            Some(Cache { level: field("level").parse().ok()?, kind: field("type"), size: field("size") })
        });
        let pages = trimmed("/sys/kernel/mm/transparent_hugepage/enabled");
        let chosen = pages.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(chosen, _)| chosen.to_owned());
        Self {
            cpu,
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            caches: caches.collect(),
            os: format!("{} {}", std::env::consts::OS, trimmed("/proc/sys/kernel/osrelease")).trim().to_owned(),
            huge_pages: chosen.unwrap_or_default(),
        }
    }
}
