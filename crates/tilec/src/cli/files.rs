//! Output files that appear whole or not at all.

use super::report::{Failure, Outcome};
use std::fs::{File, Permissions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// An output that was written but is not visible yet.
pub enum Pending {
    /// Beside its place, to be renamed.
    Temporary(NamedTempFile, PathBuf),
    /// Not a regular file (a pipe, a device): written in place.
    Written,
}

impl Pending {
    /// Writes an output for `path`.
    pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Outcome<Self> {
        let fail = |error: std::io::Error| Failure::rejected(format!("cannot write {}: {error}", path.display()));
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.exists() && !target.is_file() {
            let mut writer = BufWriter::new(File::options().write(true).open(&target).map_err(fail)?);
            content(&mut writer).and_then(|()| writer.flush()).map_err(fail)?;
            return Ok(Self::Written);
        }
        let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = new_file(folder).map_err(fail)?;
        let mut writer = BufWriter::new(&mut file);
        content(&mut writer).and_then(|()| writer.flush()).map_err(fail)?;
        drop(writer);
        Ok(Self::Temporary(file, target))
    }

    /// Makes the output visible.
    pub fn commit(self) -> Outcome {
        match self {
            Self::Temporary(file, path) => match file.persist(&path) {
                Ok(_) => Ok(()),
                Err(error) => Err(Failure::rejected(format!("cannot write {}: {}", path.display(), error.error))),
            },
            Self::Written => Ok(()),
        }
    }
}

#[cfg(unix)]
fn new_file(folder: &Path) -> std::io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // As for any new file: the umask takes away what it takes away.
    tempfile::Builder::new().prefix(".tilec-").permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".tilec-").tempfile_in(folder)
}
