//! A database behind TLS with its own certificate.

use std::fs;

use sabi_api::client::Client;
use sabi_core::people::LoginRequest;
use tokio::net::{TcpListener, TcpStream};

use crate::{
    database::Database,
    site::{BOSS, Place, Site, until},
    support::{PASSWORD, tls::acceptor},
};

/// A third server reaches the database over TLS: it has the same accounts, and finds the way again when it is cut.
pub async fn over_tls(site: &mut Site) -> String {
    let (acceptor, pem) = acceptor();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, database) = (listener.local_addr().unwrap().port(), site.database.port);
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut near) = acceptor.accept(near).await else { return };
                let mut far = TcpStream::connect(("127.0.0.1", database)).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            });
        }
    });
    let mut place = Place::at(port).await;
    fs::create_dir_all(place.sandbox.data()).unwrap();
    fs::copy(site.places[0].sandbox.data().join("secret.key"), place.sandbox.data().join("secret.key")).unwrap();
    let ca = place.sandbox.file("ca.pem", pem.as_bytes());
    let address = Database::address(place.line.port).replace("ws://", "wss://");
    place.start(&[("SABI_STORE", address.as_str()), ("SABI_STORE_CA", ca.as_str())]);
    log_in(&place).await;
    place.line.cut();
    let log = || fs::read_to_string(place.sandbox.path("server.log")).unwrap();
    let took = until("the way again", async || log().contains("the store is open again after a failure")).await;
    log_in(&place).await;
    place.kill();
    format!("the same accounts over TLS; ready again {took:.1?} after its line was cut")
}

async fn log_in(place: &Place) {
    let request = LoginRequest { email: BOSS.into(), password: PASSWORD.into(), bearer: true, otp: None, page: None };
    let signed_in = Client::to_server(place.url(), None).unwrap().log_in(&request).await.unwrap();
    assert!(signed_in.token.is_some());
}
