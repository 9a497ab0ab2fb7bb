//! Who the servers run as: PostgreSQL refuses root.

use crate::ServiceError;
use crate::error::During;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// An ordinary user.
#[derive(Clone, Copy, Debug)]
pub(crate) enum User {
    /// Whoever runs this program.
    Ourselves,
    /// Somebody else, since this program is run by root.
    Other { uid: u32, gid: u32 },
}

impl User {
    /// Finds one.
    pub(crate) fn ordinary() -> Result<Self, ServiceError> {
        if !rustix::process::geteuid().is_root() {
            return Ok(User::Ourselves);
        }
        let path = Path::new("/etc/passwd");
        let users =
            std::fs::read_to_string(path).during(|| format!("reading {}", path.display()))?;
        let find = |name| users.lines().find_map(|line| Self::read(line, name));
        find("postgres").or_else(|| find("nobody")).ok_or(ServiceError::NoUser)
    }

    fn read(line: &str, name: &str) -> Option<Self> {
        let fields: Vec<_> = line.split(':').collect();
        let number = |place: usize| fields.get(place)?.parse().ok();
        (fields[0] == name).then_some(User::Other { uid: number(2)?, gid: number(3)? })
    }

    /// A command is run by this user.
    pub(crate) fn runs(self, command: &mut Command) -> &mut Command {
        if let User::Other { uid, gid } = self {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// A file or folder belongs to this user.
    pub(crate) fn owns(self, path: &Path) -> Result<(), ServiceError> {
        match self {
            User::Ourselves => Ok(()),
            User::Other { uid, gid } => chown(path, Some(uid), Some(gid))
                .during(|| format!("giving {} to an ordinary user", path.display())),
        }
    }
}
