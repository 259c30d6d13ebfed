//! A small substitute for the push service of a browser, over real HTTP, and a browser that reads what it gets.

use std::{
    collections::BTreeMap,
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard},
};

use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree},
    hkdf::{HKDF_SHA256, KeyType, Salt},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sabi_core::push::TurnOnReminder;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    task::JoinHandle,
};

use super::listen::listen;

/// A message that the service took or refused.
#[derive(Debug, Clone)]
pub struct Delivery {
    pub path: String,
    /// The names in small letters.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

#[derive(Default)]
struct Shared {
    deliveries: Vec<Delivery>,
    statuses: BTreeMap<String, u16>,
}

/// The service, on a port of its own. It stops when dropped.
pub struct PushService {
    pub url: String,
    shared: Arc<Mutex<Shared>>,
    task: JoinHandle<()>,
}

impl PushService {
    pub fn start() -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let state = shared.clone();
        let (port, task) = listen(move |connection| {
            let state = state.clone();
            async move { serve(connection, &state).await }
        });
        Self { url: format!("http://{}:{port}", Ipv4Addr::LOCALHOST), shared, task }
    }

    /// From now on the device at this path is answered with this status, instead of 201.
    pub fn answer(&self, path: &str, status: u16) {
        lock(&self.shared).statuses.insert(path.into(), status);
    }

    /// The messages that came since the last call, in the order of their paths.
    pub fn take(&self) -> Vec<Delivery> {
        let mut taken = std::mem::take(&mut lock(&self.shared).deliveries);
        taken.sort_by(|a, b| a.path.cmp(&b.path));
        taken
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("nobody panicked with it")
}

async fn serve(connection: TcpStream, shared: &Mutex<Shared>) -> Option<()> {
    let mut stream = BufReader::new(connection);
    loop {
        let mut head = String::new();
        if stream.read_line(&mut head).await.ok()? == 0 {
            return None;
        }
        let path = head.strip_prefix("POST ").expect("only POST").split(' ').next()?.to_owned();
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
        let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
        stream.read_exact(&mut body).await.ok()?;
        let status = {
            let mut shared = lock(shared);
            let status = shared.statuses.get(&path).copied().unwrap_or(201);
            shared.deliveries.push(Delivery { path, headers, body });
            status
        };
        let answer = format!("HTTP/1.1 {status} Answer\r\ncontent-length: 0\r\n\r\n");
        stream.write_all(answer.as_bytes()).await.ok()?;
        stream.flush().await.ok()?;
    }
}

/// A browser with the keys of a subscription.
pub struct Browser {
    key: PrivateKey,
    point: Vec<u8>,
    secret: [u8; 16],
}

impl Browser {
    pub fn new() -> Self {
        let key = PrivateKey::generate(&ECDH_P256).expect("a key");
        let point = key.compute_public_key().expect("its public key").as_ref().to_vec();
        Self { key, point, secret: *b"sixteen bytes 16" }
    }

    /// Its subscription at this address, for seven in the evening in West Africa.
    pub fn subscription(&self, endpoint: impl Into<String>) -> TurnOnReminder {
        TurnOnReminder {
            endpoint: endpoint.into(),
            p256dh: URL_SAFE_NO_PAD.encode(&self.point),
            auth: URL_SAFE_NO_PAD.encode(self.secret),
            hour: 19,
            utc_offset: 60,
        }
    }

    /// The message of a delivery, decrypted as in RFC 8291 §3.4.
    pub fn read(&self, delivery: &Delivery) -> Value {
        let (salt, rest) = delivery.body.split_at(16);
        let (record, rest) = rest.split_at(4);
        assert_eq!((record, rest[0]), (4096_u32.to_be_bytes().as_slice(), 65));
        let (sender, sealed) = rest[1..].split_at(65);
        let shared = agree(&self.key, UnparsedPublicKey::new(&ECDH_P256, sender), (), |shared| {
            let info = [b"WebPush: info\0".as_slice(), &self.point, sender];
            Ok(expand(&self.secret, shared, &info, 32))
        });
        let shared = shared.expect("a shared secret");
        let key = expand(salt, &shared, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = expand(salt, &shared, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let mut sealed = sealed.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut sealed).expect("a message for this browser");
        let (last, text) = text.split_last().expect("an end");
        assert_eq!(*last, 2);
        serde_json::from_slice(text).expect("JSON")
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand(salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(length)).and_then(|key| key.fill(&mut bytes)).expect("a short length");
    bytes
}
