//! Callers who hold connections open, or do not read their responses, do not keep others out.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Write as _},
    net::SocketAddr,
    process::{Command, Stdio},
    time::Duration,
};

use futures::{StreamExt as _, stream};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep, sleep_until, timeout},
};

use crate::support::{
    PASSWORD, PATIENCE, Sandbox, Server,
    hall::{Hall, email},
    memory,
};

/// Connections that never send a whole header.
const HALF_OPEN: usize = 200;
/// Connections that send nothing.
const IDLE: usize = 10_000;
/// Exports that nobody reads.
const UNREAD: usize = 6;
/// The fewest connections that prove something: a slow machine does not open all of them in time.
const FEWEST: usize = 1_000;
/// How long connections are opened. The server closes a connection 20 seconds after it took it if no whole header came
/// (`Patience::idle` in `api/src/listen.rs`), and all of this has to happen before it closes the first.
const OPENING: Duration = Duration::from_secs(8);
/// When the server must have taken the connections, counted from the first one.
const TAKING: Duration = Duration::from_secs(12);
/// Connections that are being opened at the same time.
const CONCURRENCY: usize = 256;
/// Files that the test and the server need beside their connections.
const OTHER_FILES: usize = 2_500;
/// The memory that so many connections may take of the server, in MiB.
const MEMORY: f64 = 256.0;

/// The sockets that a process has open, those that it listens on included.
fn sockets_of(process: u32) -> usize {
    let files = fs::read_dir(format!("/proc/{process}/fd")).unwrap().filter_map(Result::ok);
    // It may close a file meanwhile.
    let targets = files.filter_map(|file| fs::read_link(file.path()).ok());
    targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count()
}

/// The number of connections that a process has taken: once it has taken as many as were `opened`, or at the deadline.
/// The kernel opens connections before the process takes them. The process had `before` sockets before the first one.
async fn taken_connections(process: u32, before: usize, opened: usize, deadline: Instant) -> usize {
    loop {
        let taken = sockets_of(process).saturating_sub(before);
        if taken >= opened || Instant::now() >= deadline {
            return taken.min(opened);
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// A connection from this address of our own machine.
async fn connect(from: [u8; 4], to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_reuseaddr(true).ok()?;
    socket.bind(SocketAddr::from((from, 0))).ok()?;
    timeout(PATIENCE, socket.connect(to)).await.ok()?.ok()
}

/// Sends a request from an address, on a new connection, and reads the whole response.
async fn ask(from: [u8; 4], to: SocketAddr, request: String) -> String {
    let mut stream = connect(from, to).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("an answer in time").unwrap();
    answer
}

fn request(line: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{line} HTTP/1.1\r\nhost: sabi.test\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    )
}

/// Containers usually allow this many open files.
const CONTAINER_FILES: &str = "--nofile=1048576";

#[test]
fn a_server_starts_under_the_file_limit_of_a_container() {
    let raised = Command::new("prlimit").args([CONTAINER_FILES, "true"]).stderr(Stdio::null()).status();
    if !raised.is_ok_and(|status| status.success()) {
        // Past what the harness keeps to itself of a test that passes.
        let told =
            "SKIPPED: the limit of open files cannot be raised to 1,048,576 here; run this test in a container\n";
        io::stderr().write_all(told.as_bytes()).unwrap();
        return;
    }
    let sandbox = Sandbox::new();
    let serve = sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
    let mut limited = Command::new("prlimit");
    limited.args([OsStr::new(CONTAINER_FILES), serve.get_program()]).args(serve.get_args());
    limited.env_clear().envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    limited.current_dir(sandbox.path("."));
    let mut server = Server::start(limited, &sandbox.path("server.log"));
    sandbox.sabi(["ready"]).success();
    assert!(server.terminate().success(), "{}", fs::read_to_string(sandbox.path("server.log")).unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logins_that_are_never_finished_take_little_memory() {
    const SIGN_INS: usize = 150;
    const SENT: usize = 1_900_000;
    let sandbox = Sandbox::new();
    let server = sandbox.serve();
    let address: SocketAddr = server.url.strip_prefix("http://").unwrap().parse().unwrap();
    let before = memory(server.id(), "VmRSS").unwrap();
    let head = format!(
        "POST /api/v1/login HTTP/1.1\r\nhost: sabi.test\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        SENT + 1
    );
    let body = " ".repeat(SENT);
    let mut held = Vec::new();
    for _ in 0..SIGN_INS {
        let mut stream = connect([127, 0, 0, 5], address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server may have answered and closed the connection before all of it is sent.
        let _ = timeout(PATIENCE, stream.write_all(body.as_bytes())).await;
        held.push(stream);
    }
    let taken = memory(server.id(), "VmHWM").unwrap() - before;
    assert!(taken < 64.0, "{SIGN_INS} unfinished sign-ins take {taken:.0} MiB");
    drop(held);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_caller_with_many_connections_does_not_keep_others_out() {
    // Ten thousand connections are ten thousand files here too.
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX).min((IDLE + OTHER_FILES) as u64);
    setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum }).unwrap();
    let idle = IDLE.min(usize::try_from(most).unwrap().saturating_sub(OTHER_FILES));
    if idle < IDLE {
        // Past what the harness keeps to itself of a test that passes.
        let told = format!("SKIPPED: {IDLE} idle connections; a process may open {most} files here, so it is {idle}\n");
        io::stderr().write_all(told.as_bytes()).unwrap();
    }

    // A person takes one export at a time, so each of those that nobody reads is another person's.
    let (sandbox, _) = Hall::build(UNREAD);
    let server = sandbox.serve();
    let address: SocketAddr = server.url.strip_prefix("http://").unwrap().parse().unwrap();
    let us = [127, 0, 0, 2];
    let sockets_before = sockets_of(server.id());

    let mut authorizations = Vec::new();
    for seat in 0..UNREAD {
        let body = json!({ "email": email(seat), "password": PASSWORD, "bearer": true }).to_string();
        let login = request("POST /api/v1/login", "content-type: application/json\r\n", &body);
        let answer = ask(us, address, login).await;
        let answer: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let token = answer["token"].as_str().expect("a token");
        authorizations.push(format!("authorization: Bearer {token}\r\n"));
    }

    let before = memory(server.id(), "VmRSS").unwrap();
    let first_opened_at = Instant::now();
    // The connections of each address are fewer than one address may hold.
    let open = |n: usize| async move {
        if n >= HALF_OPEN {
            return connect([127, 0, 1, u8::try_from(n % 4).unwrap()], address).await;
        }
        let mut stream = connect([127, 0, 0, 3], address).await?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: sa").await.ok()?;
        Some(stream)
    };
    let wanted = HALF_OPEN + idle;
    let opened = stream::iter(0..wanted).map(open).buffer_unordered(CONCURRENCY);
    let opened = opened.filter_map(async |stream| stream).take_until(sleep_until(first_opened_at + OPENING));
    let opened: Vec<_> = opened.collect().await;
    let taken_by = first_opened_at + TAKING;
    let held = taken_connections(server.id(), sockets_before, opened.len(), taken_by).await;
    let fewest = FEWEST.min(wanted);
    assert!(held >= fewest, "the server holds {held} of {} connections", opened.len());
    let now = memory(server.id(), "VmRSS").unwrap();
    println!("{held} of {wanted} connections are held open; memory {before:.0} to {now:.0} MiB");
    assert!(now - before <= MEMORY, "they take {:.0} MiB", now - before);
    let mut unread = Vec::new();
    for authorization in &authorizations {
        let mut stream = connect([127, 0, 0, 4], address).await.unwrap();
        stream.write_all(request("GET /api/v1/me/export", authorization, "").as_bytes()).await.unwrap();
        unread.push(stream);
    }

    for (path, headers) in [("/healthz", ""), ("/readyz", ""), ("/api/v1/me", &*authorizations[0])] {
        let asked = Instant::now();
        let mut answer = ask(us, address, request(&format!("GET {path}"), headers, "")).await;
        // On a busy machine the store may be too slow for its health check once.
        while answer.starts_with("HTTP/1.1 503") && asked.elapsed() < PATIENCE {
            sleep(Duration::from_millis(200)).await;
            answer = ask(us, address, request(&format!("GET {path}"), headers, "")).await;
        }
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    // The answers did not wait until the server had closed the other connections.
    let left = sockets_of(server.id()).saturating_sub(sockets_before);
    assert!(left >= fewest / 2, "the answers came when the server held {left} connections");
    drop((opened, unread));
}
