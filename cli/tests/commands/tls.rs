//! A server that serves HTTPS without a proxy.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command, sync::Arc, time::Duration};

use tokio::{net::TcpStream, time::sleep};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::aws_lc_rs,
        pki_types::{CertificateDer, ServerName},
    },
};

use crate::support::{Sandbox, Server, run, sentence, stderr, stdout};

/// Writes a new certificate and its key.
fn make(sandbox: &Sandbox) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    sandbox.file("cert.pem", made.cert.pem().as_bytes());
    sandbox.file("key.pem", made.signing_key.serialize_pem().as_bytes());
    set_mode(sandbox, 0o600);
    made.cert.der().clone()
}

fn set_mode(sandbox: &Sandbox, mode: u32) {
    fs::set_permissions(sandbox.path("key.pem"), fs::Permissions::from_mode(mode)).unwrap();
}

fn serve(sandbox: &Sandbox) -> Command {
    let mut command = sandbox.command(["serve", "--listen", "127.0.0.1:0", "--public-url", "https://localhost"]);
    command.env("SABI_TLS_CERT", sandbox.path("cert.pem")).env("SABI_TLS_KEY", sandbox.path("key.pem"));
    command
}

/// Whether the server shows this certificate.
async fn shows(server: &Server, certificate: &CertificateDer<'static>) -> bool {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.url.strip_prefix("https://").unwrap()).await.unwrap();
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await.is_ok()
}

#[tokio::test]
async fn a_server_speaks_https_and_takes_a_new_certificate() {
    let sandbox = Sandbox::seeded();
    let old = make(&sandbox);
    let mut server = Server::start(serve(&sandbox), &sandbox.path("server.log"));
    assert!(server.url.starts_with("https://127.0.0.1:"), "{}", server.url);
    assert!(shows(&server, &old).await);
    // The command line finds it as ever, by an address that this machine alone can call.
    let users = stdout(&sandbox.sabi(["user", "list"]).success());
    assert!(users.contains("student@sabi.test"), "{users}");
    let note = fs::read_to_string(sandbox.data().join("server.json")).unwrap();
    assert!(note.contains("\"http://127.0.0.1:"), "{note}");

    let hangup = || Command::new("kill").args(["-HUP", &server.id().to_string()]).status().unwrap();
    let new = make(&sandbox);
    assert!(hangup().success());
    while !shows(&server, &new).await {
        sleep(Duration::from_millis(10)).await;
    }
    sandbox.file("cert.pem", b"half of a certifi");
    assert!(hangup().success());
    let log = || fs::read_to_string(sandbox.path("server.log")).unwrap();
    while !log().contains("the new certificate cannot be used") {
        sleep(Duration::from_millis(10)).await;
    }
    assert!(log().contains("cert.pem"), "the line names no file");
    assert!(shows(&server, &new).await);
    // As a container asks for its health.
    assert_eq!(stdout(&sandbox.sabi(["ready"]).success()), "ready\n");
    assert!(server.terminate().success());
    assert!(sentence(&sandbox.sabi(["ready"]).code(69)).contains("No server is using"));
    // A server that was killed left its note behind.
    sandbox.file("data/server.json", br#"{"url":"http://127.0.0.1:1","pid":1}"#);
    sentence(&sandbox.sabi(["ready"]).code(69));
}

#[test]
fn a_certificate_that_is_of_no_use_is_refused_at_start() {
    let sandbox = Sandbox::new();
    let said = |mut command: Command| sentence(&run(&mut command).code(2));
    assert!(said(serve(&sandbox)).contains("cert.pem"));
    make(&sandbox);
    set_mode(&sandbox, 0o604);
    let words = said(serve(&sandbox));
    assert!(words.contains("--tls-key") && words.contains("key.pem: others can read it"), "{words}");
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    sandbox.file("key.pem", other.signing_key.serialize_pem().as_bytes());
    set_mode(&sandbox, 0o600);
    assert!(said(serve(&sandbox)).contains("it is not the key of"));

    let mut half = serve(&sandbox);
    half.env_remove("SABI_TLS_KEY");
    assert!(said(half).contains("--tls-key"));
    let mut plain = sandbox.command(["serve", "--listen", "127.0.0.1:0", "--public-url", "http://localhost"]);
    plain.env("SABI_TLS_CERT", sandbox.path("cert.pem")).env("SABI_TLS_KEY", sandbox.path("key.pem"));
    assert!(said(plain).contains("--public-url"));

    let mut check = sandbox.command(["config", "check"]);
    check.env("SABI_TLS_CERT", sandbox.path("cert.pem"));
    let found = run(&mut check).code(2);
    assert!((stdout(&found) + &stderr(&found)).contains("tls_key"));
}
