//! Lines are cut and heal, and visitors go to the next node that takes them.
#![cfg(target_os = "linux")]

use galet_services::{Cut, Rotation, free_port};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Says its name to whoever comes, then says everything back.
fn echo(name: u8) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            std::thread::spawn(move || {
                let _ = stream.write_all(&[name]);
                let mut buffer = [0; 64];
                while let Ok(count @ 1..) = stream.read(&mut buffer) {
                    let _ = stream.write_all(&buffer[..count]);
                }
            });
        }
    });
    address
}

fn visit(address: SocketAddr) -> (TcpStream, std::io::Result<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut name = [0];
    let heard = stream.read_exact(&mut name).map(|()| name[0]);
    (stream, heard)
}

fn hears_back(stream: &mut TcpStream) -> std::io::Result<u8> {
    stream.write_all(b"x")?;
    let mut heard = [0];
    stream.read_exact(&mut heard).map(|()| heard[0])
}

#[test]
fn a_cut_line_resets_and_heals() {
    let cut = Cut::start(echo(b'a')).unwrap();
    let (mut stream, heard) = visit(cut.address());
    assert_eq!(heard.unwrap(), b'a');
    assert_eq!(hears_back(&mut stream).unwrap(), b'x');
    assert_eq!(cut.carried(), 3);
    cut.cut();
    let mut rest = [0];
    let ended = stream.read(&mut rest);
    assert!(
        matches!(&ended, Err(error) if error.kind() == ErrorKind::ConnectionReset),
        "{ended:?}"
    );
    assert!(visit(cut.address()).1.is_err(), "new ones are reset, too");
    cut.heal();
    assert_eq!(visit(cut.address()).1.unwrap(), b'a');
}

#[test]
fn a_stalled_line_goes_on_where_it_was() {
    let cut = Cut::start(echo(b'a')).unwrap();
    let (mut stream, heard) = visit(cut.address());
    heard.unwrap();
    cut.stall();
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let silent = hears_back(&mut stream).unwrap_err().kind();
    assert!(matches!(silent, ErrorKind::WouldBlock | ErrorKind::TimedOut), "{silent}");
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    cut.heal();
    let mut heard = [0];
    stream.read_exact(&mut heard).unwrap();
    assert_eq!(heard, *b"x");
    cut.slow(Duration::from_millis(50));
    let start = Instant::now();
    hears_back(&mut stream).unwrap();
    assert!(start.elapsed() >= Duration::from_millis(100), "late there and back");
}

#[test]
fn visitors_go_round_and_pass_over_who_refuses() {
    let nodes = vec![echo(b'a'), SocketAddr::from(([127, 0, 0, 1], free_port())), echo(b'c')];
    let rotation = Rotation::start(nodes.clone()).unwrap();
    let heard: Vec<u8> = (0..6).map(|_| visit(rotation.address()).1.unwrap()).collect();
    assert_eq!(heard, b"accacc");
    rotation.set(nodes[..1].to_vec());
    assert_eq!(visit(rotation.address()).1.unwrap(), b'a');
    rotation.set(Vec::new());
    assert!(visit(rotation.address()).1.is_err(), "nobody is there");
}
