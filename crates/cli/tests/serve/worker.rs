//! `galet worker` as a program.

use crate::galet;

#[cfg(not(feature = "cluster"))]
#[test]
fn a_program_for_one_machine_says_so() {
    let output = galet(&["worker", "--nats", "nats://127.0.0.1:4222"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("--features cluster"), "{said}");
}

#[test]
fn a_worker_needs_to_know_where_nats_is() {
    let output = galet(&["worker"]).env_remove("GALET_NATS").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(feature = "cluster")]
#[test]
fn what_is_wrong_with_an_address_is_said() {
    let output = galet(&["worker", "--nats", "nats://me:secret@host:port"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("host:port") && !said.contains("secret"), "{said}");
}

/// NATS need not be there when it begins, and a signal ends it in good order.
#[cfg(feature = "cluster")]
#[tokio::test]
async fn a_worker_waits_for_nats_shows_its_figures_and_ends_in_good_order() {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    let (nats, figures) = (galet_services::free_port(), galet_services::free_port());
    let (nats, figures) = (format!("nats://127.0.0.1:{nats}"), format!("127.0.0.1:{figures}"));
    let mut child = galet(&["worker", "--threads", "1", "--nats", &nats, "--metrics", &figures])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It says so when everything is in place.
    let mut said = [0; 16];
    child.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    let mut visitor = TcpStream::connect(&figures).unwrap();
    visitor.write_all(b"GET /metrics HTTP/1.1\r\n\r\n").unwrap();
    let mut text = String::new();
    visitor.read_to_string(&mut text).unwrap();
    assert!(text.contains("\ngalet_worker_taken_total 0\n"), "{text}");
    let process = child.id().to_string();
    let status = std::process::Command::new("kill").args(["-s", "TERM", &process]).status();
    assert!(status.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
