//! NATS servers, one or a cluster, with JetStream.

use crate::error::During;
use crate::ports::free_port;
use crate::server::{PATIENCE, Server, find};
use crate::user::User;
use crate::warden::Warden;
use crate::{Cut, ServiceError};
use rustix::process::Signal;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// A server that is not well after so long does not become so by itself.
const UNWELL: Duration = Duration::from_secs(20);

/// Servers that know each other. They stop, and their folder goes, when this is dropped.
#[derive(Debug)]
pub struct Nats {
    members: Vec<Member>,
    /// From which server to which, where their connections can be cut.
    routes: Vec<([usize; 2], Cut)>,
    program: PathBuf,
    user: User,
    warden: Warden,
    folder: TempDir,
}

#[derive(Debug)]
struct Member {
    server: Option<Server>,
    /// For clients, for the other members, for looking at it.
    ports: [u16; 3],
}

impl Nats {
    /// Starts `count` servers, and waits until JetStream works.
    pub fn start(count: usize) -> Result<Self, ServiceError> {
        Self::start_with(count, false)
    }

    /// The same, with connections between the servers that can be cut: see [`Nats::between`].
    pub fn start_apart(count: usize) -> Result<Self, ServiceError> {
        Self::start_with(count, true)
    }

    fn start_with(count: usize, apart: bool) -> Result<Self, ServiceError> {
        let (program, user) = (find("nats-server", [], "nats-server")?, User::ordinary()?);
        let folder = tempfile::Builder::new().prefix("galet-nats-").tempdir();
        let folder = folder.during(|| "making a folder for NATS".to_owned())?;
        user.owns(folder.path())?;
        let warden = Warden::watch(folder.path(), "TERM")?;
        let member = |_| Member { server: None, ports: [(); 3].map(|()| free_port()) };
        let members: Vec<Member> = (0..count).map(member).collect();
        let mut routes = Vec::new();
        for (from, to) in (0..count).flat_map(|from| (0..count).map(move |to| (from, to))) {
            if apart && from != to {
                routes.push(([from, to], Cut::start(here(members[to].ports[1]))?));
            }
        }
        let mut nats = Nats { members, routes, program, user, warden, folder };
        for number in 0..count {
            nats.write_settings(number)?;
            nats.spawn(number)?;
        }
        for number in 0..count {
            nats.wait_for(number, PATIENCE)?;
        }
        Ok(nats)
    }

    /// The addresses of all servers, those that do not run included.
    pub fn urls(&self) -> Vec<String> {
        self.addresses().iter().map(|address| format!("nats://{address}")).collect()
    }

    /// The same as one thing to give to a program.
    pub fn url(&self) -> String {
        self.urls().join(",")
    }

    /// Where clients connect, for each server.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.members.iter().map(|member| here(member.ports[0])).collect()
    }

    /// The numbers of the processes that run.
    pub fn processes(&self) -> Vec<u32> {
        let running = self.members.iter().filter_map(|member| member.server.as_ref());
        running.map(Server::process).collect()
    }

    /// The connections between two servers, where they can be cut: each has its own to the other.
    pub fn between(&self, [a, b]: [usize; 2]) -> impl Iterator<Item = &Cut> {
        let routes = self.routes.iter();
        routes.filter(move |(pair, _)| [[a, b], [b, a]].contains(pair)).map(|(_, line)| line)
    }

    /// Kills a server at once (SIGKILL). Nothing happens if it does not run.
    pub fn kill(&mut self, number: usize) {
        if let Some(mut server) = self.members[number].server.take() {
            server.end(Signal::KILL);
            self.tell_warden();
        }
    }

    /// Starts a server that was killed, at the same address and with what it has on disk; [`Nats::wait`]
    /// waits until it serves. Nothing happens if it runs.
    pub fn start_again(&mut self, number: usize) -> Result<(), ServiceError> {
        if self.members[number].server.is_none() { self.spawn(number) } else { Ok(()) }
    }

    /// Waits until JetStream works at all servers that run.
    pub fn wait(&mut self) -> Result<(), ServiceError> {
        let running = |nats: &Self, number: usize| nats.members[number].server.is_some();
        let numbers: Vec<_> = (0..self.members.len()).filter(|&n| running(self, n)).collect();
        numbers.into_iter().try_for_each(|number| self.wait_for(number, PATIENCE))
    }

    /// The same, but no longer than that makes sense. Gives how many servers are led and not well after all: 2.9 lets a
    /// copy of a queue that nothing goes through lie behind until something does, and a restart changes nothing.
    pub fn wait_briefly(&mut self) -> Result<usize, ServiceError> {
        let mut unwell = 0;
        for number in 0..self.members.len() {
            if let Err(error) = self.wait_for(number, UNWELL) {
                if !is_led(here(self.members[number].ports[2])) {
                    return Err(error);
                }
                unwell += 1;
            }
        }
        Ok(unwell)
    }

    fn spawn(&mut self, number: usize) -> Result<(), ServiceError> {
        let mut command = Command::new(&self.program);
        command.arg("--config").arg(self.settings(number)).current_dir(self.folder.path());
        let log = self.folder.path().join(format!("log{number}"));
        let server = Server::start("nats-server", command, self.user, &log)?;
        self.members[number].server = Some(server);
        self.tell_warden();
        Ok(())
    }

    fn settings(&self, number: usize) -> PathBuf {
        self.folder.path().join(format!("{number}.conf"))
    }

    fn write_settings(&self, number: usize) -> Result<(), ServiceError> {
        let [clients, members, looking] = self.members[number].ports;
        let store = self.folder.path().join(number.to_string());
        let mut text = format!(
            "server_name: n{number}\nlisten: 127.0.0.1:{clients}\nhttp: 127.0.0.1:{looking}\n\
             jetstream {{ store_dir: \"{}\", max_mem: 64MB, max_file: 512MB }}\n",
            store.display()
        );
        if self.members.len() > 1 {
            let all = self.members.iter().map(|one| one.ports[1]);
            let own = self.routes.iter().filter(|(pair, _)| pair[0] == number);
            let own: Vec<u16> = own.map(|(_, line)| line.address().port()).collect();
            let ports: Vec<u16> = if own.is_empty() { all.collect() } else { own };
            let routes = ports.iter().map(|port| format!("nats://127.0.0.1:{port}"));
            let routes = routes.collect::<Vec<_>>().join(", ");
            // Where connections are cut nobody tells anybody the way around: clients not those to other
            // servers, and servers an address for each other at which nobody is.
            let nowhere = if self.routes.is_empty() { "" } else { "advertise: \"127.0.0.1:1\", " };
            text.push_str(&format!(
                "cluster {{ name: galet, listen: \"127.0.0.1:{members}\", no_advertise: true, \
                 {nowhere}routes: [{routes}] }}\n"
            ));
        }
        let file = self.settings(number);
        std::fs::write(&file, text).during(|| format!("writing {}", file.display()))
    }

    /// A server is ready when it says so, and in a cluster when somebody leads it.
    fn wait_for(&mut self, number: usize, patience: Duration) -> Result<(), ServiceError> {
        let looking = here(self.members[number].ports[2]);
        let alone = self.members.len() == 1;
        let ready = || {
            let healthy = || said(looking, "/healthz").is_ok_and(|text| text.contains("200 OK"));
            healthy() && (alone || is_led(looking))
        };
        match &mut self.members[number].server {
            Some(server) => server.wait_until(patience, ready),
            None => Ok(()),
        }
    }

    fn tell_warden(&mut self) {
        let running = self.processes();
        self.warden.guards(running.into_iter());
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        for number in 0..self.members.len() {
            self.kill(number);
        }
    }
}

fn here(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// Whether a server knows who leads the cluster.
fn is_led(looking: SocketAddr) -> bool {
    said(looking, "/jsz").is_ok_and(|text| text.contains("\"leader\": \"n"))
}

/// What a page for looking at a server says.
fn said(address: SocketAddr, page: &str) -> std::io::Result<String> {
    let brief = Duration::from_secs(1);
    let mut stream = TcpStream::connect_timeout(&address, brief)?;
    stream.set_read_timeout(Some(brief))?;
    write!(stream, "GET {page} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}
