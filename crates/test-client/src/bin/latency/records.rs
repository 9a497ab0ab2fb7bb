//! Records that are made to take long: they must be read in proportion to their length.

use crate::sample::Sample;
use galet_test_client::{ClientError, Script};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of each record.
const LENGTH: usize = 1_000_000;
/// What is read in proportion takes a small part of this, even on a busy machine; what is not,
/// many times as long.
const LIMIT: Duration = Duration::from_secs(20);

/// `galet check` on each.
pub(crate) fn measure(program: &Path, script: &Script) -> Result<Sample, ClientError> {
    let begun = format!("[Game \"{}\"]\n{}", script.game, script.moves[0]);
    let many = |piece: &str| piece.repeat(LENGTH / piece.len());
    let texts = [
        format!("{begun} {}", many("{a}")),
        format!("{begun} {}", many("(){a}")),
        format!("{begun} {{{}}}", many("[%clk ")),
        format!("{begun} {{{}", many("\n\n")),
        format!("{begun} {}", many("$1")),
        many(&format!("{begun} {{\n\n")),
        many(&format!("{begun} (\n\n")),
        many("[A \"\"]\n\n"),
        many("{"),
        many("1."),
    ];
    let file = std::env::temp_dir().join(format!("galet-latency-{}.pgn", std::process::id()));
    let mut times = Vec::new();
    for text in texts {
        std::fs::write(&file, text)?;
        let begun = Instant::now();
        let mut command = Command::new(program);
        command.arg("check").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
        command.status()?;
        times.push(begun.elapsed());
    }
    std::fs::remove_file(&file)?;
    Ok(Sample::new("records: galet check, 1 MB made to do harm", LIMIT, times))
}
