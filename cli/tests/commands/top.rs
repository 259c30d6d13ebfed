//! Watching a server from the terminal.

use serde_json::Value;

use crate::support::{Sandbox, Server, sentence, stderr, stdout};

#[test]
fn the_owner_of_a_data_folder_reads_its_servers_figures() {
    let sandbox = Sandbox::seeded();
    let words = sentence(&sandbox.sabi(["top", "--once"]).code(69));
    assert!(words.contains("No server is using"), "{words}");
    let server = sandbox.serve();
    let told = stdout(&sandbox.sabi(["top", "--once", "--every", "1"]).success());
    for part in
        [server.url.as_str(), "Requests", "requests/s", "saves/s", "tests running", "disk free", "memory", "/metrics"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let told = stdout(&sandbox.sabi(["top", "--once", "--json", "--every", "1"]).success());
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["store_condition"], "ready");
    assert!(told["memory_bytes"].as_f64().unwrap() > 1e6 && told["disk_free_bytes"].as_f64().unwrap() > 0.0, "{told}");
    assert!(told["version"].is_string() && told["queues"]["mails"].is_number(), "{told}");
    // Without a terminal there is no screen, and a stranger gets no figures.
    assert!(sentence(&sandbox.sabi(["top"]).code(2)).contains("--once"));
    let stranger = Sandbox::new();
    stranger.sabi(["top", "--once", "--server", &server.url]).failure();
}

#[test]
fn metrics_have_an_address_of_their_own_behind_a_token() {
    let sandbox = Sandbox::seeded();
    let token = sandbox.file("token", b"a-token-of-the-watchers\n");
    let mut command = sandbox.command(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"]);
    command.args(["--metrics-token-file", &token]);
    let mut server = Server::start(command, &sandbox.path("server.log"));
    let line = server.line();
    let own = line.strip_prefix("Metrics are at ").and_then(|line| line.trim_end().strip_suffix("/metrics")).unwrap();
    let once = ["top", "--once", "--every", "1", "--server", own];
    let [top, a, b, c, d, e] = once;
    let told = stdout(&sandbox.sabi([top, a, b, c, d, e, "--token-file", &token]).success());
    assert!(told.contains("requests/s"), "{told}");
    assert!(stderr(&sandbox.sabi(once).code(77)).contains("Unauthorised access"));
    // The operator reads them where people are served too; the token does not.
    sandbox.sabi(["top", "--once", "--every", "1"]).success();
    let refused = sandbox.sabi([top, a, b, c, d, &server.url, "--token-file", &token]);
    refused.failure();
}
