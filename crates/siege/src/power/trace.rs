//! What `strace` has seen, read again.

use crate::SiegeError;
use std::collections::HashMap;
use std::path::Path;

/// What happened, in the order in which it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Happened {
    /// Something with a file.
    OnDisk(Change),
    /// The acknowledgement of a question began to leave.
    Acknowledged(u32),
}

/// Something with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Written {
        name: String,
        at: usize,
        bytes: Vec<u8>,
    },
    Cut {
        name: String,
        length: usize,
    },
    Removed {
        name: String,
    },
    /// Everything of the file that was written before is on disk.
    Synced {
        name: String,
    },
    /// The names in the folder are on disk.
    FolderSynced,
}

pub(super) const CALLS: &str = "trace=write,writev,pwrite64,fdatasync,fsync,ftruncate,unlink,\
                                sendto,sendmsg";

/// Reads a trace; of files, those in `data` count.
pub(super) fn read(file: &Path, data: &Path) -> Result<Vec<Happened>, SiegeError> {
    let text = std::fs::read(file)?;
    let text = String::from_utf8_lossy(&text);
    let folder = data.to_string_lossy().into_owned();
    let (mut happened, mut begun) = (Vec::new(), HashMap::new());
    for line in text.lines() {
        let Some((process, call)) = line.split_once(' ') else { continue };
        let call = call.trim_start();
        if let Some(resumed) = call.strip_prefix("<... ") {
            // A sync that was interrupted in the list counts only where it is finished.
            if let Some(change) = begun.remove(process)
                && is_done(resumed)
            {
                happened.push(Happened::OnDisk(change));
            }
            continue;
        }
        let Some((name, arguments)) = call.split_once('(') else { continue };
        match name {
            "write" | "writev" | "sendto" | "sendmsg" => {
                let bytes = strings(arguments);
                happened.extend(acknowledged(&bytes).into_iter().map(Happened::Acknowledged));
            }
            "pwrite64" | "ftruncate" | "unlink" => {
                happened.extend(change(name, arguments, &folder).map(Happened::OnDisk));
            }
            "fsync" | "fdatasync" => {
                let Some(change) = synced(arguments, &folder) else { continue };
                if arguments.contains("<unfinished") {
                    begun.insert(process, change);
                } else if is_done(arguments) {
                    happened.push(Happened::OnDisk(change));
                }
            }
            _ => {}
        }
    }
    Ok(happened)
}

/// Whether a sync was really done: not failed, and not skipped.
fn is_done(line: &str) -> bool {
    line.contains("= 0") && !line.contains("INJECTED")
}

/// The file in the folder that a call with a number such as `9</data/galet.db>` is about: its
/// name, empty for the folder itself, and the rest of the call.
fn file<'a>(arguments: &'a str, folder: &str) -> Option<(&'a str, &'a str)> {
    let (path, rest) = arguments.split_once('<')?.1.split_once('>')?;
    let name = path.strip_prefix(folder)?;
    Some((name.trim_start_matches('/'), rest))
}

/// The index of the log is made anew after a cut; nothing of it needs to survive.
fn matters(name: &str) -> bool {
    name.starts_with("galet.db") && !name.ends_with("-shm")
}

fn synced(arguments: &str, folder: &str) -> Option<Change> {
    match file(arguments, folder)?.0 {
        "" => Some(Change::FolderSynced),
        name => matters(name).then(|| Change::Synced { name: name.to_owned() }),
    }
}

fn change(call: &str, arguments: &str, folder: &str) -> Option<Change> {
    if call == "unlink" {
        let path = arguments.strip_prefix('"')?.split_once('"')?.0;
        let name = path.strip_prefix(folder)?.trim_start_matches('/');
        return matters(name).then(|| Change::Removed { name: name.to_owned() });
    }
    let (name, rest) = file(arguments, folder).filter(|(name, _)| matters(name))?;
    let name = name.to_owned();
    // The last number before the end of the call is the place or the length.
    let end = rest.rfind(')').or_else(|| rest.rfind("<unfinished"));
    let numbers = rest[..end?].trim_end();
    let number = numbers.rsplit(", ").next()?.trim().parse().ok()?;
    match call {
        "pwrite64" => Some(Change::Written { name, at: number, bytes: strings(rest) }),
        _ => Some(Change::Cut { name, length: number }),
    }
}

/// The bytes of all texts in quotes.
fn strings(arguments: &str) -> Vec<u8> {
    let (mut bytes, mut input) = (Vec::new(), arguments.bytes());
    while let Some(byte) = input.next() {
        if byte != b'"' {
            continue;
        }
        while let Some(byte) = input.next() {
            match byte {
                b'"' => break,
                b'\\' => bytes.extend(escaped(&mut input)),
                other => bytes.push(other),
            }
        }
    }
    bytes
}

fn escaped(input: &mut std::str::Bytes<'_>) -> Option<u8> {
    Some(match input.next()? {
        b'x' => {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            (digit(input.next()?)? * 16 + digit(input.next()?)?) as u8
        }
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'f' => 12,
        b'v' => 11,
        // With `-x` a text with other bytes is written in hexadecimal, except for zeros.
        b'0' => 0,
        other => other,
    })
}

/// The numbers of the questions that are acknowledged by what is sent.
fn acknowledged(bytes: &[u8]) -> Vec<u32> {
    let text = String::from_utf8_lossy(bytes);
    let before = text.match_indices(r#","answer":{"type":"done"}"#);
    before
        .filter_map(|(end, _)| {
            let (_, number) = text[..end].rsplit_once(r#""to":"#)?;
            number.parse().ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("trace");
        let text = r#"7 pwrite64(12</d/galet.db-wal>, "\x37\x7f\x00a", 4, 32) = 4
7 fsync(12</d/galet.db-wal> <unfinished ...>
8 sendto(11, "\x81\x7e{\"type\":\"answer\",\"to\":10003,\"answer\":{\"type\":\"done\"}}", 50, 0, NULL, 0) = 50
7 <... fsync resumed>)   = 0
7 fdatasync(12</d/galet.db-wal>) = 0 (INJECTED)
7 fsync(14</d>)           = 0
7 fsync(14</elsewhere>)           = 0
7 unlink("/d/galet.db-journal") = 0
7 ftruncate(12</d/galet.db>, 4096) = 0
7 pwrite64(13</d/galet.db-shm>, "\x00", 1, 4095) = 1
"#;
        std::fs::write(&file, text).unwrap();
        let name = "galet.db-wal".to_owned();
        let expected = [
            Happened::OnDisk(Change::Written {
                name: name.clone(),
                at: 32,
                bytes: vec![0x37, 0x7f, 0, b'a'],
            }),
            Happened::Acknowledged(10003),
            Happened::OnDisk(Change::Synced { name }),
            Happened::OnDisk(Change::FolderSynced),
            Happened::OnDisk(Change::Removed { name: "galet.db-journal".to_owned() }),
            Happened::OnDisk(Change::Cut { name: "galet.db".to_owned(), length: 4096 }),
        ];
        assert_eq!(read(&file, Path::new("/d")).unwrap(), expected);
    }
}
