//! A database elsewhere that is spoken to over TLS.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use crate::support::{Sandbox, run, sentence, tls::acceptor};

/// Somebody who speaks TLS and is no database; their address, and the certificate that they show.
async fn stranger() -> (SocketAddr, String) {
    let (acceptor, pem) = acceptor();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await;
            let _ = stream.shutdown().await;
        }
    });
    (address, pem)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_over_tls_is_believed_by_its_certificate_and_fails_with_a_sentence() {
    let (address, pem) = stranger().await;
    let sandbox = Sandbox::new();
    let ca = sandbox.file("ca.pem", pem.as_bytes());
    let said = |ca: Option<&str>, code: i32| {
        let mut command = sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
        command.env("SABI_STORE", format!("wss://root:harmattan@{address}")).env("RUST_LOG", "off");
        if let Some(ca) = ca {
            command.env("SABI_STORE_CA", ca);
        }
        let words = sentence(&run(&mut command).code(code));
        assert!(!words.contains("harmattan"), "{words}");
        words
    };
    let unknown = said(None, 69);
    assert!(unknown.contains("--store-ca") && unknown.contains(&format!("wss://{address}")), "{unknown}");
    let stranger = said(Some(&ca), 69);
    assert!(stranger.contains("404") && !stranger.contains("--store-ca"), "{stranger}");
    assert!(said(Some("nowhere.pem"), 2).contains("--store-ca: nowhere.pem"));
}
