//! A disk that keeps its promises and nothing more.

use super::trace::Change;
use galet_core::random::SplitMix64;
use std::collections::BTreeMap;
use std::path::Path;

/// Files as they are for sure, and what may or may not have happened since.
#[derive(Debug, Default)]
pub(super) struct Disk(BTreeMap<String, File>);

#[derive(Debug, Default)]
struct File {
    /// What is there for sure; `None` if it may be that no such file is there.
    sure: Option<Vec<u8>>,
    /// What was done since the last sync.
    unsure: Vec<Done>,
}

#[derive(Debug)]
enum Done {
    Written { at: usize, bytes: Vec<u8> },
    Cut(usize),
    Removed,
}

/// A disk writes so many bytes at once; a cut never leaves less than one such piece half done.
const SECTOR: usize = 512;

impl Disk {
    pub(super) fn hear(&mut self, change: &Change) {
        match change {
            Change::Written { name, at, bytes } => {
                self.file(name).unsure.push(Done::Written { at: *at, bytes: bytes.clone() });
            }
            Change::Cut { name, length } => self.file(name).unsure.push(Done::Cut(*length)),
            Change::Removed { name } => self.file(name).unsure.push(Done::Removed),
            Change::Synced { name } => {
                let file = self.file(name);
                file.sure.get_or_insert_default();
                for done in std::mem::take(&mut file.unsure) {
                    apply(&mut file.sure, &done);
                }
            }
            Change::FolderSynced => {
                for file in self.0.values_mut() {
                    // Names are sure now, contents are not.
                    if let Some(last) = file.unsure.iter().rposition(|d| matches!(d, Done::Removed))
                    {
                        file.sure = None;
                        file.unsure.drain(..=last);
                    }
                }
            }
        }
    }

    fn file(&mut self, name: &str) -> &mut File {
        self.0.entry(name.to_owned()).or_default()
    }

    /// Writes down what a cut now leaves. Of what is not sure, each part is there by chance, and
    /// one of them perhaps only in part: disks do not keep to the order.
    pub(super) fn leave(&self, folder: &Path, random: &mut SplitMix64) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (name, file) in &self.0 {
            let mut bytes = file.sure.clone();
            // Sometimes all, sometimes nothing, mostly something.
            let chance = random.below(5);
            for done in &file.unsure {
                if random.below(4) < chance {
                    apply(&mut bytes, &torn(done, random));
                }
            }
            if let Some(bytes) = bytes {
                std::fs::write(folder.join(name), bytes)?;
            }
        }
        Ok(())
    }
}

/// The same, or some whole sectors of it.
fn torn(done: &Done, random: &mut SplitMix64) -> Done {
    match done {
        Done::Written { at, bytes } => {
            let sectors = bytes.len().div_ceil(SECTOR);
            let kept = if random.below(3) == 0 { random.below(sectors + 1) } else { sectors };
            Done::Written { at: *at, bytes: bytes[..bytes.len().min(kept * SECTOR)].to_vec() }
        }
        Done::Cut(length) => Done::Cut(*length),
        Done::Removed => Done::Removed,
    }
}

fn apply(file: &mut Option<Vec<u8>>, done: &Done) {
    match done {
        Done::Written { at, bytes } => {
            let content = file.get_or_insert_default();
            let end = at + bytes.len();
            if content.len() < end {
                content.resize(end, 0);
            }
            content[*at..end].copy_from_slice(bytes);
        }
        Done::Cut(length) => file.get_or_insert_default().resize(*length, 0),
        Done::Removed => *file = None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(disk: &Disk, seed: u64) -> Option<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        disk.leave(folder.path(), &mut SplitMix64::new(seed)).unwrap();
        std::fs::read(folder.path().join("a")).ok()
    }

    #[test]
    fn what_is_synced_is_there_and_the_rest_by_chance() {
        let name = "a".to_owned();
        let mut disk = Disk::default();
        disk.hear(&Change::Written { name: name.clone(), at: 0, bytes: vec![1; 2000] });
        let seen: Vec<_> = (0..50).map(|seed| left(&disk, seed)).collect();
        assert!(seen.contains(&None) && seen.contains(&Some(vec![1; 2000])));
        assert!(seen.contains(&Some(vec![1; 512])), "half a write");
        disk.hear(&Change::Synced { name: name.clone() });
        assert!((0..50).all(|seed| left(&disk, seed) == Some(vec![1; 2000])));
        disk.hear(&Change::Cut { name: name.clone(), length: 3 });
        let seen: Vec<_> = (0..50).map(|seed| left(&disk, seed)).collect();
        assert!(seen.contains(&Some(vec![1; 3])) && seen.contains(&Some(vec![1; 2000])));
        disk.hear(&Change::Removed { name });
        assert!((0..50).any(|seed| left(&disk, seed).is_some()));
        disk.hear(&Change::FolderSynced);
        assert!((0..50).all(|seed| left(&disk, seed).is_none()));
    }
}
