//! Who owns a store, and how a server lets go of it.

#![cfg(test)]

mod support;

use std::{fs, io::Write as _, net::TcpStream};

use support::{Sandbox, Server, sentence, stdout};

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
    let named = [
        sandbox.sabi(["user", "list", "--store", &store]).code(75),
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
    let demo = sandbox.command(["serve", "--demo", "--listen", "127.0.0.1:0", "--log-format", "json"]);
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
    assert_eq!(server.terminate().code(), Some(0));
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
    let log = support::stderr(&taken);
    assert!(log.lines().last().unwrap().starts_with("sabi: cannot listen on 127.0.0.1:"), "{log}");
}
