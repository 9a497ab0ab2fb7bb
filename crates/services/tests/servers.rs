//! The servers start, are killed, come back, and go away.
#![cfg(target_os = "linux")]

use galet_services::{Cut, Nats, Postgres, Shutdown};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_database_keeps_what_was_committed_through_every_kind_of_end() {
    let start = Instant::now();
    let mut postgres = Postgres::start().unwrap();
    println!("PostgreSQL after {:?}", start.elapsed());
    let url = postgres.new_database().unwrap();
    println!("a database after {:?}", start.elapsed());
    let name = url.rsplit_once('/').unwrap().1.to_owned();
    assert_ne!(postgres.new_database().unwrap(), url, "every test has its own");
    postgres.query(&name, "create table moves (number int)").unwrap();
    for (number, how) in
        [Shutdown::Fast, Shutdown::Immediate, Shutdown::Killed].into_iter().enumerate()
    {
        postgres.query(&name, &format!("insert into moves values ({number})")).unwrap();
        postgres.restart(how).unwrap();
        let there = postgres.query(&name, "select count(*) from moves").unwrap();
        assert_eq!(there, (number + 1).to_string(), "after {how:?}");
    }
    println!("three ends after {:?}", start.elapsed());
    postgres.stop(Shutdown::Fast);
    assert!(postgres.query(&name, "select 1").is_err());
    postgres.start_again().unwrap();
    let wrong = postgres.query(&name, "select nonsense").unwrap_err().to_string();
    assert!(wrong.contains("nonsense"), "{wrong}");
    let (folder, process) = (postgres.folder().to_owned(), postgres.process().unwrap());
    drop(postgres);
    assert!(!folder.exists(), "{} is left", folder.display());
    assert!(!runs(process));
}

#[test]
fn a_test_that_panics_leaves_nothing_behind() {
    let (tell, told) = std::sync::mpsc::channel();
    let panicked = std::thread::spawn(move || {
        let nats = Nats::start(1).unwrap();
        tell.send(nats.processes()).unwrap();
        panic!("on purpose");
    });
    let processes = told.recv().unwrap();
    assert!(panicked.join().is_err());
    assert!(!processes.into_iter().any(runs));
}

const ON_ITS_OWN: &str = "GALET_SERVICES_CHILD";

/// This test runs itself once more, as a program that is killed.
#[test]
fn a_program_that_is_killed_leaves_nothing_behind() {
    if std::env::var_os(ON_ITS_OWN).is_some() {
        let nats = Nats::start(1).unwrap();
        println!("runs {}", nats.processes()[0]);
        std::thread::sleep(Duration::from_secs(60));
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_program_that_is_killed_leaves_nothing_behind", "--nocapture"]);
    let mut child = command.env(ON_ITS_OWN, "1").stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let process =
        lines.find_map(|line| Some(line.split_once("runs ")?.1.parse().unwrap())).unwrap();
    assert!(runs(process));
    child.kill().unwrap();
    child.wait().unwrap();
    let start = Instant::now();
    while runs(process) {
        assert!(start.elapsed() < Duration::from_secs(10), "{process} still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_cluster_of_three_has_a_leader_again_after_a_kill() {
    let start = Instant::now();
    let mut nats = Nats::start(3).unwrap();
    println!("NATS after {:?}", start.elapsed());
    assert_eq!(nats.urls().len(), 3);
    let address = nats.addresses()[1];
    let mut greeting = [0; 5];
    TcpStream::connect(address).unwrap().read_exact(&mut greeting).unwrap();
    assert_eq!(&greeting, b"INFO ");
    nats.kill(1);
    assert!(TcpStream::connect(address).is_err(), "it was killed");
    nats.start_again(1).unwrap();
    nats.wait().unwrap();
    assert!(TcpStream::connect(address).is_ok());
    println!("a kill after {:?}", start.elapsed());
    assert_eq!(nats.processes().len(), 3);
    let mut stream = TcpStream::connect(nats.addresses()[0]).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(b"CONNECT {}\r\nPING\r\n").unwrap();
    let mut heard = Vec::new();
    while !heard.ends_with(b"PONG\r\n") {
        let mut more = [0; 512];
        let count = stream.read(&mut more).unwrap();
        assert_ne!(count, 0, "{}", String::from_utf8_lossy(&heard));
        heard.extend(&more[..count]);
    }
}

#[test]
fn two_servers_that_are_kept_apart_hear_nothing_of_each_other() {
    let mut nats = Nats::start_apart(3).unwrap();
    assert_eq!(nats.between([0, 1]).count(), 2);
    // Whatever the third tells them when it comes, they do not find each other.
    let apart = |nats: &mut Nats| {
        nats.between([0, 1]).for_each(Cut::cut);
        nats.kill(2);
        nats.start_again(2).unwrap();
        nats.wait().unwrap();
    };
    for (n, hears) in [(0, true), (1, false), (2, true)] {
        match hears {
            true => nats.between([0, 1]).for_each(Cut::heal),
            false => apart(&mut nats),
        }
        let (mut ear, mut mouth) = (client(&nats, 0), client(&nats, 1));
        ear.write_all(b"SUB news 1\r\n").unwrap();
        let start = Instant::now();
        let heard = loop {
            mouth.write_all(format!("PUB news 1\r\n{n}\r\n").as_bytes()).unwrap();
            match hear_until(&mut ear, b"MSG news 1 1\r\n") {
                true => break true,
                false if start.elapsed() > Duration::from_secs(if hears { 20 } else { 4 }) => {
                    break false;
                }
                false => {}
            }
        };
        assert_eq!(heard, hears, "time {n}");
    }
}

fn client(nats: &Nats, number: usize) -> TcpStream {
    let mut stream = TcpStream::connect(nats.addresses()[number]).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    stream.write_all(b"CONNECT {\"verbose\":false}\r\n").unwrap();
    stream
}

/// Whether something is among what comes within a tenth of a second.
fn hear_until(stream: &mut TcpStream, what: &[u8]) -> bool {
    let mut heard: Vec<u8> = Vec::new();
    let mut more = [0; 512];
    while let Ok(count @ 1..) = stream.read(&mut more) {
        heard.extend(&more[..count]);
        if heard.windows(what.len()).any(|some| some == what) {
            return true;
        }
    }
    false
}

/// Whether a process is there and no zombie.
fn runs(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|text| !text.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")))
}
