//! Which process owns a store, and how a server releases it.

use std::{
    fs, io,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::Stdio,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use crate::support::{Sandbox, Server, sentence, stdout};

/// A program that listens where a server did, and records what it receives.
struct Impostor {
    url: String,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Impostor {
    /// A program that answers everything with this body.
    fn answering(body: &'static str) -> Self {
        Self::start(move |mut caller, hear| {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = caller.read(&mut bytes) {
                hear(&bytes[..read]);
                let head =
                    "HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length";
                if bytes[..read].ends_with(b"\r\n\r\n") {
                    let _ = write!(caller, "{head}: {}\r\n\r\n{body}", body.len());
                    return;
                }
            }
        })
    }

    /// A program that passes everything on to the server at this address, and its answers back.
    fn relaying(server: &str) -> Self {
        let server = server.strip_prefix("http://").unwrap().to_owned();
        Self::start(move |mut caller, hear| {
            let mut behind = TcpStream::connect(&server).unwrap();
            let (mut answers, mut back) = (behind.try_clone().unwrap(), caller.try_clone().unwrap());
            thread::spawn(move || io::copy(&mut answers, &mut back));
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = caller.read(&mut bytes) {
                hear(&bytes[..read]);
                behind.write_all(&bytes[..read]).unwrap();
            }
        })
    }

    fn start(serve: impl Fn(TcpStream, &mut dyn FnMut(&[u8])) + Clone + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let all = heard.clone();
        thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                let (serve, all) = (serve.clone(), all.clone());
                thread::spawn(move || serve(caller, &mut |bytes| all.lock().unwrap().extend_from_slice(bytes)));
            }
        });
        Self { url, heard }
    }

    /// Says in the data folder that it is the server that owns it.
    fn claim(&self, sandbox: &Sandbox) {
        let note = format!("{{\"url\":\"{}\",\"pid\":1}}", self.url);
        fs::write(sandbox.data().join("server.json"), note).unwrap();
    }

    /// Everything that it received, in lower case.
    fn heard(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap()).to_lowercase()
    }
}

#[test]
fn another_program_at_a_stale_address_is_sent_no_token() {
    let sandbox = Sandbox::new();
    sandbox.sabi(["seed"]).success();
    // A refusal that only somebody who knows the operator would give, and a proof that is none.
    for body in
        [r#"{"success":false,"errMessage":"x","reason":"not-a-student"}"#, r#"{"success":true,"data":"x"}"#, "no json"]
    {
        let impostor = Impostor::answering(body);
        impostor.claim(&sandbox);
        assert!(sandbox.whoami().starts_with("operator of rocksdb://"), "{body}");
        let heard = impostor.heard();
        assert!(heard.contains("get /api/v1/") && !heard.contains("authorization"), "{heard}");
    }
}

#[test]
fn a_relay_to_the_real_server_is_shown_no_token() {
    let sandbox = Sandbox::new();
    let server = sandbox.serve();
    let relay = Impostor::relaying(&server.url);
    relay.claim(&sandbox);
    sandbox.sabi(["user", "list"]).code(75);
    let heard = relay.heard();
    assert!(heard.contains("get /api/v1/server-proof/") && !heard.contains("authorization"), "{heard}");
}

#[test]
fn a_server_that_listens_everywhere_is_reached_and_mails_an_address_that_opens() {
    let sandbox = Sandbox::seeded();
    let log = sandbox.path("server.log");
    let server = Server::start(sandbox.command(["serve", "--listen", "0.0.0.0:0"]), &log);
    let port = server.url.rsplit(':').next().unwrap().to_owned();
    assert_eq!(sandbox.whoami().trim_end(), format!("operator at http://127.0.0.1:{port}/"));
    crate::support::forgot(&format!("http://127.0.0.1:{port}"), "student@sabi.test");
    let mail = sandbox.mail();
    assert!(mail.contains(&format!("http://127.0.0.1:{port}/password/reset/")) && !mail.contains("0.0.0.0"), "{mail}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("WARN") && log.contains("--public-url"), "{log}");
}

#[test]
fn commands_ask_the_server_that_owns_the_folder() {
    let sandbox = Sandbox::new();
    sandbox.sabi(["seed"]).success();
    assert!(sandbox.whoami().starts_with("operator of rocksdb://"));
    let mut server = sandbox.serve();
    assert_eq!(sandbox.whoami().trim_end(), format!("operator at {}/", server.url));
    // Killed, it leaves its note behind; the folder is free nevertheless.
    server.kill();
    assert!(sandbox.data().join("server.json").exists());
    assert!(sandbox.whoami().starts_with("operator of rocksdb://"));
}

#[test]
fn a_command_that_waits_for_a_locked_store_says_so_after_a_second() {
    let sandbox = Sandbox::seeded();
    // Another process has the store and does not say where it answers.
    let lock = fs::File::options().create(true).truncate(false).write(true).open(sandbox.data().join("store.lock"));
    let lock = lock.unwrap();
    lock.lock().unwrap();
    let mut command = sandbox.command(["list", "subjects", "--csv"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut waiting = command.spawn().unwrap();
    let (mut told, mut notes) = (String::new(), BufReader::new(waiting.stderr.take().unwrap()));
    notes.read_line(&mut told).unwrap();
    assert_eq!(told, "Waiting for another process that has the store open…\n");
    assert!(begun.elapsed() >= Duration::from_secs(1), "{:?}", begun.elapsed());
    // The server continues by itself.
    lock.unlock().unwrap();
    let done = waiting.wait_with_output().unwrap();
    assert!(done.status.success() && String::from_utf8(done.stdout).unwrap().contains("Physics"));
}

#[test]
fn a_note_that_names_another_folders_server_is_not_believed() {
    let (mine, other) = (Sandbox::new(), Sandbox::new());
    let server = other.serve();
    mine.sabi(["seed"]).success();
    fs::copy(other.data().join("server.json"), mine.data().join("server.json")).unwrap();
    assert!(mine.whoami().starts_with("operator of rocksdb://"));
    drop(server);
}

#[test]
fn a_store_that_is_owned_is_left_alone() {
    let sandbox = Sandbox::new();
    let server = sandbox.serve();
    let store = format!("rocksdb://{}", sandbox.data().join("store").display());
    // The data folder's own is the server's, also where it is named, as for another measure of memory.
    sandbox.sabi(["user", "list", "--store", &format!("{store}?sync=every&memory=96")]).success();
    let named = [
        sandbox.sabi(["user", "list", "--store", &store, "--data", "elsewhere"]).code(75),
        sandbox.sabi(["serve", "--listen", "127.0.0.1:0"]).code(75),
    ];
    for refused in named {
        assert!(sentence(&refused).contains(&server.url), "{refused}");
    }
}

#[test]
fn a_server_ends_when_asked_and_leaves_the_store_whole() {
    let sandbox = Sandbox::new();
    let demo = sandbox.command(["serve", "--demo=small", "--listen", "127.0.0.1:0", "--log-format", "json"]);
    let mut server = Server::start(demo, &sandbox.path("server.log"));
    let log = fs::read_to_string(sandbox.path("server.log")).unwrap();
    assert!(log.contains("owner@sabi.test"), "{log}");
    // A device that went silent in the middle of a request does not keep it.
    let mut silent = TcpStream::connect(server.url.strip_prefix("http://").unwrap()).unwrap();
    silent
        .write_all(
            b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        )
        .unwrap();
    let asked = Instant::now();
    assert_eq!(server.terminate().code(), Some(0));
    let waited = asked.elapsed();
    // Without a stop, a silent request is given up after 30 seconds.
    let log = fs::read_to_string(sandbox.path("server.log")).unwrap();
    let is_given_up = log.contains("some requests did not end in time");
    assert!(is_given_up || waited < Duration::from_secs(25), "{waited:?}: {log}");
    assert_eq!(server.rest(), "", "stdout is one line");
    assert!(!sandbox.data().join("server.json").exists());
    let users = stdout(&sandbox.sabi(["user", "list"]).success());
    assert!(users.contains("student@sabi.test"), "{users}");
    assert_eq!(sandbox.serve().terminate().code(), Some(0));
}

#[test]
fn an_address_that_is_taken_is_named() {
    let (sandbox, other) = (Sandbox::new(), Sandbox::new());
    let server = other.serve();
    let taken = sandbox.sabi(["serve", "--listen", server.url.strip_prefix("http://").unwrap()]).code(69);
    let log = crate::support::stderr(&taken);
    assert!(log.lines().last().unwrap().starts_with("sabi: cannot listen on 127.0.0.1:"), "{log}");
}
