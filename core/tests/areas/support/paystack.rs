//! A small substitute for Paystack, over real HTTP: it answers as in Paystack's documentation, and misbehaves as the
//! test says.

use std::{
    collections::BTreeMap,
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard},
};

use aws_lc_rs::hmac;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    task::JoinHandle,
};

use super::listen::listen;

/// The secret key of the account.
pub const KEY: &str = "sk_test_0123456789abcdef";

/// How the server answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mood {
    #[default]
    Well,
    /// Takes the call and says nothing.
    Silent,
    /// Hangs up in the middle of its answer.
    HangsUp,
    /// Fails with 502, as its proxy does.
    Down,
    /// Answers 200 with something that is no JSON.
    Garbled,
    /// Answers with JSON of another shape.
    Strange,
    /// Answers without end.
    Huge,
    /// Knows the key no more.
    Locked,
}

/// A transaction as the account has it.
#[derive(Debug, Clone)]
pub struct Transaction {
    pub status: &'static str,
    pub amount: i64,
    pub currency: String,
    pub email: String,
    pub gateway_response: &'static str,
}

#[derive(Default)]
struct Shared {
    mood: Mood,
    transactions: BTreeMap<String, Transaction>,
    calls: Vec<String>,
}

/// The server, on a port of its own. It stops when dropped.
pub struct Paystack {
    pub url: String,
    shared: Arc<Mutex<Shared>>,
    task: JoinHandle<()>,
}

impl Paystack {
    pub fn start() -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let state = shared.clone();
        let (port, task) = listen(move |connection| {
            let state = state.clone();
            async move { serve(connection, &state).await }
        });
        Self { url: format!("http://{}:{port}", Ipv4Addr::LOCALHOST), shared, task }
    }

    pub fn behave(&self, mood: Mood) {
        lock(&self.shared).mood = mood;
    }

    /// Changes a transaction that was initialized.
    pub fn set(&self, reference: &str, change: impl FnOnce(&mut Transaction)) {
        change(lock(&self.shared).transactions.get_mut(reference).expect("an initialized transaction"));
    }

    /// The customer pays what was asked for.
    pub fn pay(&self, reference: &str) {
        self.set(reference, |one| (one.status, one.gateway_response) = ("success", "Successful"));
    }

    /// How many calls began so.
    pub fn calls(&self, start: &str) -> usize {
        lock(&self.shared).calls.iter().filter(|call| call.starts_with(start)).count()
    }

    /// The body of a webhook about a charge.
    pub fn charge(&self, event: &str, reference: &str) -> Vec<u8> {
        let data = data(reference, &lock(&self.shared).transactions[reference]);
        json!({ "event": event, "data": data }).to_string().into_bytes()
    }
}

impl Drop for Paystack {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The value of Paystack's header `x-paystack-signature`.
pub fn sign(body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA512, KEY.as_bytes());
    hmac::sign(&key, body).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The body of a webhook about a refund.
pub fn refunded(reference: &str, refund: &str, amount: i64) -> Vec<u8> {
    json!({ "event": "refund.processed", "data": {
        "status": "processed", "transaction_reference": reference, "refund_reference": refund,
        "amount": amount.to_string(), "currency": "NGN", "processor": "instant-transfer",
        "customer": { "first_name": "Kofi", "last_name": "Mensah", "email": "kofi@sabi.test" },
        "integration": 412_829, "domain": "test",
    } })
    .to_string()
    .into_bytes()
}

/// The body of a webhook about a dispute: `create`, `remind` or `resolve`.
pub fn disputed(event: &str, reference: &str, resolution: Option<&str>) -> Vec<u8> {
    json!({ "event": format!("charge.dispute.{event}"), "data": {
        "id": 358_950, "refund_amount": 100_000, "currency": "NGN",
        "status": if resolution.is_some() { "resolved" } else { "awaiting-merchant-feedback" },
        "resolution": resolution, "domain": "test", "category": "chargeback",
        "transaction": { "id": 896_467_688, "domain": "test", "status": "success", "reference": reference },
    } })
    .to_string()
    .into_bytes()
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("nobody panicked with it")
}

/// A transaction as `verify` and webhooks have it.
fn data(reference: &str, one: &Transaction) -> Value {
    json!({
        "id": 4_099_260_516_i64, "domain": "test", "status": one.status, "reference": reference,
        "amount": one.amount, "message": null, "gateway_response": one.gateway_response,
        "paid_at": (one.status == "success").then_some("2026-03-02T09:12:11.000Z"),
        "created_at": "2026-03-02T09:00:45.000Z", "channel": "card", "currency": one.currency,
        "ip_address": "197.210.45.12", "metadata": "", "log": null, "fees": 1_500, "fees_split": null,
        "authorization": { "authorization_code": "AUTH_test", "last4": "4081", "brand": "visa", "reusable": true },
        "customer": { "id": 92_312_441, "email": one.email, "customer_code": "CUS_test" },
        "plan": null, "requested_amount": one.amount,
    })
}

async fn serve(connection: TcpStream, shared: &Mutex<Shared>) -> Option<()> {
    let mut stream = BufReader::new(connection);
    let (mut head, mut length, mut is_known) = (String::new(), 0, false);
    stream.read_line(&mut head).await.ok()?;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => is_known = value.trim() == format!("Bearer {KEY}"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let call = head.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let mood = {
        let mut shared = lock(shared);
        shared.calls.push(call.clone());
        shared.mood
    };
    let (status, answer) = match mood {
        Mood::Silent => return std::future::pending().await,
        Mood::HangsUp => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"status\": tr").await.ok()?;
            return None;
        }
        Mood::Down => (502, "<html>Bad gateway</html>".to_owned()),
        Mood::Garbled => (200, "{\"status\": true, \"data\": {\"status\": \"succ".to_owned()),
        Mood::Strange => (200, json!({ "status": true, "data": { "status": "success", "amount": 1.5 } }).to_string()),
        Mood::Huge => (200, "x".repeat(4 << 20)),
        Mood::Well if is_known => answer(&call, &body, shared),
        Mood::Well | Mood::Locked => {
            (401, json!({ "status": false, "message": "Invalid key", "code": "invalid_Key" }).to_string())
        }
    };
    let head = format!(
        "HTTP/1.1 {status} Answer\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        answer.len()
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(answer.as_bytes()).await.ok()?;
    stream.flush().await.ok()
}

fn answer(call: &str, body: &[u8], shared: &Mutex<Shared>) -> (u16, String) {
    let mut shared = lock(shared);
    let told = |status: u16, body: Value| (status, body.to_string());
    if call == "POST /transaction/initialize" {
        let asked: Value = serde_json::from_slice(body).expect("JSON");
        let reference = asked["reference"].as_str().expect("a reference").to_owned();
        let email = asked["email"].as_str().expect("an address").to_owned();
        if email.starts_with("refused") {
            return told(400, json!({ "status": false, "message": "Invalid Email Address Passed" }));
        }
        assert!(asked["callback_url"].as_str().is_some_and(|url| url.ends_with("/subscription")), "{asked}");
        let transaction = Transaction {
            status: "abandoned",
            amount: asked["amount"].as_i64().expect("an amount in kobo"),
            currency: asked["currency"].as_str().expect("a currency").to_owned(),
            email: email.to_lowercase(),
            gateway_response: "The transaction was not completed",
        };
        shared.transactions.insert(reference.clone(), transaction);
        return told(
            200,
            json!({ "status": true, "message": "Authorization URL created", "data": {
                "authorization_url": format!("https://checkout.paystack.com/{reference}"),
                "access_code": "0peioxfhpn", "reference": reference,
            } }),
        );
    }
    let reference = call.strip_prefix("GET /transaction/verify/").expect("a documented call");
    match shared.transactions.get(reference) {
        Some(one) => {
            told(200, json!({ "status": true, "message": "Verification successful", "data": data(reference, one) }))
        }
        None => told(
            400,
            json!({ "status": false, "message": "Transaction reference not found.", "type": "validation_error",
                "code": "transaction_not_found" }),
        ),
    }
}
