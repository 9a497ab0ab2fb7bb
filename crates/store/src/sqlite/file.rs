//! The data folder and the files in it: who may read them, whether they are still there, and
//! that only one server uses them.

use crate::StoreError;
use crate::health::StorageFault;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The lock of a data folder. Whoever holds it is the only server there; the system takes it back
/// when the program ends, however it ends.
#[derive(Debug)]
pub struct FolderLock(#[expect(dead_code, reason = "it is held, not read")] File);

impl FolderLock {
    /// Makes the folder if it is missing, and locks it.
    pub fn take(folder: &Path) -> Result<Self, StoreError> {
        make_private(folder)
            .map_err(|error| StoreError::Folder { path: folder.to_owned(), error })?;
        let path = folder.join("galet.lock");
        let fail = |error| StoreError::Folder { path: path.clone(), error };
        let file = private().write(true).create(true).truncate(false).open(&path).map_err(fail)?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { folder: folder.to_owned() }),
            // A file system that knows no locks cannot help; it must not stand in the way.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, path = %path.display(), "the data folder cannot be locked");
                Ok(FolderLock(file))
            }
        }
    }
}

/// The database file that is in use.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseFile {
    pub(crate) path: PathBuf,
    identity: Option<Identity>,
}

/// What tells a file from every other, wherever it is moved.
type Identity = (u64, u64);

impl DatabaseFile {
    /// The file that is there now.
    pub(crate) fn at(path: &Path) -> Self {
        DatabaseFile { path: path.to_owned(), identity: identity_of(path).ok().flatten() }
    }

    /// Whether the same file is still there.
    pub(crate) fn check(&self) -> Result<(), StorageFault> {
        match identity_of(&self.path) {
            Ok(now) if now == self.identity => Ok(()),
            _ => Err(StorageFault::Gone),
        }
    }
}

#[cfg(unix)]
fn identity_of(path: &Path) -> io::Result<Option<Identity>> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path)?;
    Ok(Some((metadata.dev(), metadata.ino())))
}

/// Elsewhere a file that is open cannot be moved.
#[cfg(not(unix))]
fn identity_of(path: &Path) -> io::Result<Option<Identity>> {
    std::fs::metadata(path).map(|_| None)
}

/// Opening a file so that one that is made can be read by its owner only.
pub(super) fn private() -> OpenOptions {
    #[allow(unused_mut)]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A file beside another: the same name and something more.
pub(super) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(more);
    PathBuf::from(name)
}

/// Makes the database file if it is missing; it, and what SQLite keeps beside it, can be read by
/// its owner only.
pub(super) fn make_database(path: &Path) -> io::Result<()> {
    private().append(true).create(true).open(path)?;
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
        if file.exists() {
            restrict(&file, 0o600);
        }
    }
    Ok(())
}

/// Makes a folder that only its owner can read. One that is there already becomes so, if there is
/// nothing else in it: somebody may have named a folder that others need.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let ours = |entry: io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with("galet"))
    };
    if std::fs::read_dir(folder)?.all(ours) {
        restrict(folder, 0o700);
    }
    Ok(())
}

/// Takes the right to read from everybody but the owner. Somebody else's file stays as it is.
#[cfg(unix)]
pub(super) fn restrict(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let open = std::fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0);
    if open && let Err(error) = std::fs::set_permissions(path, PermissionsExt::from_mode(mode)) {
        tracing::warn!(%error, path = %path.display(), "others can read this");
    }
}

#[cfg(not(unix))]
pub(super) fn restrict(_: &Path, _: u32) {}

/// Makes sure that names in a folder are on disk, too.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    #[cfg(unix)]
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
