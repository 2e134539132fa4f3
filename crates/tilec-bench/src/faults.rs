//! Minor page faults of this thread, from the proc file system.

use std::fs::File;

/// Reads the counter; `None` where there is none.
pub(crate) struct FaultCounter {
    file: Option<File>,
}

impl FaultCounter {
    /// A counter for the calling thread.
    pub(crate) fn new() -> Self {
        Self { file: File::open("/proc/thread-self/stat").ok() }
    }

    /// Faults so far.
    #[cfg(unix)]
    pub(crate) fn read(&self) -> Option<u64> {
        use std::os::unix::fs::FileExt;
        let mut buffer = [0; 1024];
        let length = self.file.as_ref()?.read_at(&mut buffer, 0).ok()?;
        let text = std::str::from_utf8(&buffer[..length]).ok()?;
        // The second field is the name in parentheses, which may hold anything; minflt is the tenth.
        text.rsplit_once(')')?.1.split_whitespace().nth(7)?.parse().ok()
    }

    /// Faults so far.
    #[cfg(not(unix))]
    pub(crate) fn read(&self) -> Option<u64> {
        let _ = &self.file;
        None
    }
}
