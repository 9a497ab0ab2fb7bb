//! A small disk for the database, which can be full.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Enough for hundreds of games; the database itself takes 60 MB.
const SIZE: &str = "size=400m,mode=0755";

/// A disk in memory. It takes special rights to make.
#[derive(Debug)]
pub(crate) struct SmallDisk {
    folder: TempDir,
    /// A shell that takes the disk away when this program ends, however it ends.
    keeper: Child,
}

/// Whoever is still on its way out must not keep it.
const TAKE_AWAY: &str = "cat >/dev/null; umount --lazy \"$1\"; rmdir \"$1\"";

impl SmallDisk {
    /// Makes one, where that is allowed.
    pub(crate) fn mount() -> Option<Self> {
        let folder = tempfile::Builder::new().prefix("galet-disk-").tempdir().ok()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SIZE, "galet-disk"]).arg(folder.path());
        if !mount.output().is_ok_and(|output| output.status.success()) {
            return None;
        }
        let mut keeper = Command::new("sh");
        keeper.args(["-c", TAKE_AWAY, "sh"]).arg(folder.path()).stdin(Stdio::piped());
        keeper.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        Some(SmallDisk { folder, keeper: keeper.spawn().ok()? })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Not a byte is left.
    pub(crate) fn fill(&self) -> std::io::Result<()> {
        let mut filler = std::fs::File::create(self.filler())?;
        for chunk in [1 << 20, 1 << 10, 1] {
            while filler.write_all(&vec![7; chunk]).is_ok() {}
        }
        Ok(())
    }

    /// There is room again.
    pub(crate) fn free(&self) {
        let _ = std::fs::remove_file(self.filler());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
