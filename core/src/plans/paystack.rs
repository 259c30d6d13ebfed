//! Paystack, through its documented HTTP API.

use std::time::Duration;

use aws_lc_rs::hmac;
use futures::{FutureExt as _, future::BoxFuture};
use reqwest::{Client, Method, RequestBuilder, StatusCode, redirect::Policy};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::{Host, Url};

use super::{
    gateway::{Begun, Gateway, GatewayError, Status, Verified},
    payment::{Dispute, Payment, Refund},
};
use crate::{Error, Result, Settings};

/// Its name in records and responses.
pub(super) const PAYSTACK: &str = "paystack";
/// The domain of its payment pages.
const DOMAIN: &str = "paystack.com";
/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(5);
/// The largest response that is read, in bytes.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

/// An account at Paystack.
pub(crate) struct Paystack {
    http: Client,
    base: Url,
    key: String,
}

impl Paystack {
    /// The account of the settings, if there is one.
    ///
    /// # Errors
    /// [`Error::Setting`] if the key is not a secret key, or would be sent unencrypted.
    pub fn open(settings: &Settings) -> Result<Option<Self>> {
        let Some(key) = settings.paystack_key.clone().filter(|key| !key.is_empty()) else { return Ok(None) };
        let is_key = key.starts_with("sk_") && key.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_key {
            return Err(Error::setting("paystack-key", "it is not a Paystack secret key (sk_live_… or sk_test_…)"));
        }
        let base = settings.paystack_url.clone();
        let is_here = match base.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        };
        if base.scheme() != "https" && !is_here {
            return Err(Error::setting("paystack-url", "the secret key would be sent unencrypted: use https://"));
        }
        let mut http = Client::builder().connect_timeout(CONNECT).redirect(Policy::none());
        http = http.timeout(Duration::from_secs(settings.paystack_timeout)).user_agent("sabi");
        if base.scheme() != "https" {
            // Without https there is no certificate to verify, so a machine without certificate authorities works too.
            http = http.tls_certs_only([]).no_proxy();
        }
        let http = http.build().map_err(|error| Error::setting("paystack-url", error))?;
        Ok(Some(Self { http, base, key }))
    }

    /// Whether it is a test key.
    pub fn is_test(&self) -> bool {
        self.key.starts_with("sk_test_")
    }

    /// Whether this body was signed with our key, in constant time.
    pub fn has_signed(&self, body: &[u8], signature: &str) -> bool {
        let Ok(signature) = hex::decode(signature.trim()) else { return false };
        let key = hmac::Key::new(hmac::HMAC_SHA512, self.key.as_bytes());
        hmac::verify(&key, body, &signature).is_ok()
    }

    fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let mut url = self.base.clone();
        url.set_path(&format!("{}/{path}", self.base.path().trim_end_matches('/')));
        self.http.request(method, url).bearer_auth(&self.key)
    }
}

impl Gateway for Paystack {
    fn name(&self) -> &'static str {
        PAYSTACK
    }

    fn initialize<'a>(&'a self, payment: &'a Payment, back: &'a str) -> BoxFuture<'a, Result<Begun, GatewayError>> {
        let body = json!({
            "email": payment.email,
            "amount": payment.amount,
            "currency": payment.currency,
            "reference": payment.id,
            "callback_url": back,
            "metadata": { "cancel_action": format!("{back}?reference={}", payment.id) },
        });
        async move {
            let answer = send(self.call(Method::POST, "transaction/initialize").json(&body)).await?;
            let data: Page = answer.data()?;
            Ok(Begun { url: payment_page(&data.authorization_url)?, text: answer.text })
        }
        .boxed()
    }

    fn verify<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Verified, GatewayError>> {
        async move {
            let answer = send(self.call(Method::GET, &format!("transaction/verify/{reference}"))).await?;
            if answer.is_not_found() {
                return Ok(Verified::unknown(reference, answer.text));
            }
            let data: Transaction = answer.data()?;
            Ok(Verified {
                status: data.status(),
                reference: data.reference,
                amount: data.amount,
                currency: data.currency,
                email: data.customer.email.unwrap_or_default(),
                message: data.gateway_response,
                text: answer.text,
            })
        }
        .boxed()
    }
}

/// The payment page, if it is on Paystack's domain: nobody must be sent elsewhere to enter a card number.
fn payment_page(url: &str) -> Result<String, GatewayError> {
    let is_paystack = |page: &Url| {
        let host = page.host_str().unwrap_or_default();
        let is_bare = page.username().is_empty() && page.password().is_none() && page.port().is_none();
        page.scheme() == "https" && is_bare && (host == DOMAIN || host.ends_with(&format!(".{DOMAIN}")))
    };
    let page = Url::parse(url).ok().filter(is_paystack);
    page.map(String::from).ok_or_else(|| GatewayError::Unreadable("its payment page is not Paystack's".into()))
}

/// The error for invalid JSON. The library's message would quote the content.
fn place_of(error: &serde_json::Error) -> String {
    format!("line {}, column {}", error.line(), error.column())
}

/// Paystack's response, of any status.
struct HttpResponse {
    status: StatusCode,
    text: String,
}

/// The envelope of its responses.
#[derive(Deserialize)]
struct Envelope<T> {
    status: bool,
    #[serde(default)]
    message: String,
    code: Option<String>,
    data: Option<T>,
}

#[derive(Deserialize)]
struct Page {
    authorization_url: String,
}

#[derive(Deserialize)]
struct Transaction {
    status: String,
    reference: String,
    amount: i64,
    currency: String,
    gateway_response: Option<String>,
    customer: Customer,
}

#[derive(Deserialize)]
struct Customer {
    email: Option<String>,
}

impl Transaction {
    fn status(&self) -> Status {
        match self.status.as_str() {
            "success" => Status::Success,
            "failed" => Status::Failed,
            "abandoned" => Status::Abandoned,
            "reversed" => Status::Reversed,
            // ongoing, pending, processing, queued, and any future state.
            _ => Status::Pending,
        }
    }
}

impl HttpResponse {
    fn is_not_found(&self) -> bool {
        let envelope: Option<Envelope<Value>> = serde_json::from_str(&self.text).ok();
        let is_so = |envelope: Envelope<Value>| {
            !envelope.status
                && (envelope.code.as_deref() == Some("transaction_not_found")
                    || envelope.message.to_lowercase().contains("reference not found"))
        };
        matches!(self.status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND) && envelope.is_some_and(is_so)
    }

    fn data<T: DeserializeOwned>(&self) -> Result<T, GatewayError> {
        let envelope: Result<Envelope<T>, _> = serde_json::from_str(&self.text);
        if matches!(self.status, StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY) {
            return Err(GatewayError::Refused(
                envelope.map_or_else(|_| self.status.to_string(), |envelope| envelope.message),
            ));
        }
        if !self.status.is_success() {
            return Err(GatewayError::Unreachable(format!("it answered {}", self.status)));
        }
        let envelope = envelope.map_err(|error| GatewayError::Unreadable(place_of(&error)))?;
        match envelope.data {
            Some(data) if envelope.status => Ok(data),
            _ => Err(GatewayError::Unreadable(envelope.message)),
        }
    }
}

/// Reads a response within the size limit.
async fn send(call: RequestBuilder) -> Result<HttpResponse, GatewayError> {
    let lost = |error: reqwest::Error| GatewayError::Unreachable(error.without_url().to_string());
    let mut response = call.send().await.map_err(lost)?;
    let status = response.status();
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(lost)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > MAX_RESPONSE_BYTES {
            return Err(GatewayError::Unreadable("it is too large".into()));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| GatewayError::Unreadable("it is no text".into()))?;
    Ok(HttpResponse { status, text })
}

/// A webhook event about a payment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A charge ended. The worker asks for the outcome.
    Charge,
    /// A refund.
    Refunded(Refund),
    /// A dispute was opened or decided.
    Disputed(Dispute),
    /// Another event.
    Other,
}

impl Event {
    /// The event in a webhook's body with the reference of its payment; `None` if it is not about a payment.
    pub fn read(body: &[u8]) -> Option<(String, Self)> {
        let envelope: Value = serde_json::from_slice(body).ok()?;
        let (name, data) = (envelope["event"].as_str()?, &envelope["data"]);
        let plain = |value: &Value| value.as_str().map(str::to_owned).or_else(|| Some(value.as_u64()?.to_string()));
        let of = |value: &Value| value.as_str().map(str::to_owned);
        if name.starts_with("charge.dispute.") {
            let won = (name == "charge.dispute.resolve").then(|| data["resolution"] == "declined");
            let dispute = Dispute { id: plain(&data["id"]).unwrap_or_default(), won };
            return Some((of(&data["transaction"]["reference"])?, Self::Disputed(dispute)));
        }
        if name.starts_with("charge.") {
            return Some((of(&data["reference"])?, Self::Charge));
        }
        if !name.starts_with("refund.") {
            return None;
        }
        let reference = of(&data["transaction_reference"]).or_else(|| of(&data["transaction"]["reference"]))?;
        if name != "refund.processed" {
            return Some((reference, Self::Other));
        }
        let named = plain(&data["refund_reference"]).or_else(|| plain(&data["id"])).filter(|name| !name.is_empty());
        // Without a reference, only an identical body counts as the same refund sent again.
        let refund = named.unwrap_or_else(|| format!("unnamed-{}", &hex::encode(Sha256::digest(body))[..16]));
        let amount = plain(&data["amount"])?.parse().ok().filter(|amount| *amount > 0)?;
        Some((reference, Self::Refunded(Refund { reference: refund, amount })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_pay_on_pages_of_paystack_alone() {
        for good in ["https://checkout.paystack.com/0peioxfhpn", "https://paystack.com/pay/x"] {
            assert_eq!(payment_page(good).ok().as_deref(), Some(good));
        }
        for bad in [
            "",
            "checkout.paystack.com/x",
            "http://checkout.paystack.com/x",
            "javascript:alert(1)//checkout.paystack.com",
            "https://checkout.paystack.com.evil.example/x",
            "https://evilpaystack.com/x",
            "https://checkout.paystack.com@evil.example/x",
            "https://me:you@checkout.paystack.com/x",
            "https://checkout.paystack.com:8443/x",
        ] {
            assert!(payment_page(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn events_are_read_as_they_are_documented() {
        let read = |text: &str| Event::read(text.as_bytes());
        let charge = r#"{"event":"charge.success","data":{"reference":"r","amount":100000,"status":"success"}}"#;
        assert_eq!(read(charge), Some(("r".into(), Event::Charge)));
        let refund = r#"{"event":"refund.processed","data":{"status":"processed","transaction_reference":"r",
            "refund_reference":"TRF_1","amount":"100000","currency":"NGN"}}"#;
        let given_back = Refund { reference: "TRF_1".into(), amount: 100_000 };
        assert_eq!(read(refund), Some(("r".into(), Event::Refunded(given_back))));
        let coming = r#"{"event":"refund.pending","data":{"transaction_reference":"r","amount":1}}"#;
        assert_eq!(read(coming), Some(("r".into(), Event::Other)));
        let dispute = |name: &str, resolution: &str| {
            format!(
                r#"{{"event":"charge.dispute.{name}","data":{{"id":358950,"resolution":{resolution},
                "transaction":{{"reference":"r"}}}}}}"#
            )
        };
        for (name, resolution, won) in [
            ("create", "null", None),
            ("remind", "null", None),
            ("resolve", "\"declined\"", Some(true)),
            ("resolve", "\"merchant-accepted\"", Some(false)),
        ] {
            let expected = Event::Disputed(Dispute { id: "358950".into(), won });
            assert_eq!(read(&dispute(name, resolution)), Some(("r".into(), expected)), "{name} {resolution}");
        }
        let part = |amount: i64, at: &str| {
            let text = format!(
                r#"{{"event":"refund.processed","data":{{"transaction_reference":"r","refund_reference":null,
                "amount":{amount},"created_at":"{at}"}}}}"#
            );
            match read(&text) {
                Some((_, Event::Refunded(refund))) => (refund.reference, refund.amount),
                other => panic!("{other:?}"),
            }
        };
        let (first, other, later) = (part(40_000, "1"), part(60_000, "1"), part(40_000, "2"));
        assert!(first.0 != other.0 && first.0 != later.0, "refunds without a reference are kept apart");
        assert_eq!(first, part(40_000, "1"), "the same body again is the same refund");
        for other in [
            "",
            "[]",
            "{}",
            r#"{"event":"transfer.success","data":{"reference":"r"}}"#,
            r#"{"event":"charge.success","data":{"reference":7}}"#,
            r#"{"event":"refund.processed","data":{"transaction_reference":"r","amount":1.5}}"#,
            r#"{"event":"refund.processed","data":{"transaction_reference":"r","amount":"-100000"}}"#,
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
