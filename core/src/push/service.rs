//! The push services of browsers: which ones a device may name, and how a message is sent (RFC 8030).

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable as _};
use reqwest::{Client, StatusCode, header, redirect::Policy};
use tokio::sync::OnceCell;
use url::Url;

use super::{PushDevice, message::DeviceKeys, vapid::VapidKey};
use crate::{Error, Result, Settings, clock::Instant, people::Secrets, settings::is_of_this_machine};

/// The longest address of a device, in bytes.
pub(super) const MAX_ENDPOINT_BYTES: usize = 2000;
/// The push services of Chrome (and browsers made from it) and of Firefox.
const HOSTS: [&str; 2] = ["fcm.googleapis.com", "updates.push.services.mozilla.com"];
/// The domains of the push services of Safari and Edge.
const DOMAINS: [&str; 2] = [".push.apple.com", ".notify.windows.com"];
/// Timeouts for connecting and for a whole call.
const CONNECT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a push service keeps a message for a device that is offline, in seconds. After that, the reminder would
/// come too late in the day.
const TIME_TO_LIVE: &str = "14400";
/// A newer message replaces an older one that was not delivered yet.
const TOPIC: &str = "today";

/// The push services, and this installation's identity towards them.
pub(crate) struct PushServices {
    key: VapidKey,
    /// An https: or mailto: address at which the services' operators reach us.
    contact: String,
    /// Further services, from the settings.
    further: Vec<Url>,
    secure: OnceCell<Client>,
    /// For services on this machine without TLS.
    plain: OnceCell<Client>,
}

/// Why a message was not delivered.
#[derive(Debug, thiserror::Error)]
pub(super) enum PushError {
    /// The device gets no messages any more.
    #[error("the device is gone")]
    Gone,
    /// The service is busy or cannot be reached, and has not accepted the message.
    #[error("{0}")]
    Busy(String),
    #[error("{0}")]
    Failed(String),
}

impl PushServices {
    /// The push services, with this installation's key and the settings.
    ///
    /// # Errors
    /// [`Error::Setting`] for a further service without TLS on another machine.
    pub fn open(settings: &Settings, secrets: &Secrets) -> Result<Self> {
        for url in &settings.push_services {
            if url.scheme() != "https" && !is_of_this_machine(url) {
                let problem = format!("{url} would be called unencrypted: use https://");
                return Err(Error::setting("push-services", problem));
            }
        }
        let public = settings.public_url.as_ref().filter(|url| url.scheme() == "https");
        Ok(Self {
            key: VapidKey::of(secrets)?,
            contact: public.map_or("mailto:no-reply@localhost".into(), Url::to_string),
            further: settings.push_services.clone(),
            secure: OnceCell::new(),
            plain: OnceCell::new(),
        })
    }

    /// The public key for browsers, in base64url.
    pub fn public_key(&self) -> &str {
        self.key.public()
    }

    /// The address of a device; `None` unless it is at a known push service. Otherwise a student could make this server
    /// call any address.
    pub(super) fn admit(&self, endpoint: &str) -> Option<Url> {
        let url = Url::parse(endpoint).ok().filter(|_| endpoint.len() <= MAX_ENDPOINT_BYTES)?;
        let is_bare = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        let host = url.domain().unwrap_or_default();
        let is_of_browser = HOSTS.contains(&host) || DOMAINS.iter().any(|domain| host.ends_with(domain));
        let is_known = url.scheme() == "https" && url.port().is_none() && is_of_browser;
        let is_further = || self.further.iter().any(|service| service.origin() == url.origin());
        (is_bare && (is_known || is_further())).then_some(url)
    }

    /// Sends a message. One that was not accepted is tried three times.
    pub(super) async fn send(&self, device: &PushDevice, text: &[u8], now: Instant) -> Result<(), PushError> {
        let failed = |error: Error| PushError::Failed(error.to_string());
        let url = self.admit(&device.endpoint).ok_or_else(|| PushError::Failed("it is not allowed any more".into()))?;
        let keys = DeviceKeys::read(&device.p256dh, &device.auth);
        let body = keys.ok_or(PushError::Gone)?.encrypt(text).map_err(failed)?;
        let authorization = self.key.authorization(&url, &self.contact, now).map_err(failed)?;
        let client = self.client(&url).await?;
        let post = || async {
            let call = client.post(url.clone()).body(body.clone()).header(header::AUTHORIZATION, &authorization);
            let call = call.header(header::CONTENT_TYPE, "application/octet-stream");
            let call = call.header(header::CONTENT_ENCODING, "aes128gcm").header("TTL", TIME_TO_LIVE);
            let sent = call.header("Topic", TOPIC).header("Urgency", "normal").send().await;
            match sent.map(|response| response.status()) {
                Ok(status) => outcome(status),
                // After a timeout it may have been accepted.
                Err(error) if error.is_connect() => Err(PushError::Busy(error.without_url().to_string())),
                Err(error) => Err(PushError::Failed(error.without_url().to_string())),
            }
        };
        let pauses = ExponentialBuilder::default().with_min_delay(Duration::from_millis(500)).with_max_times(2);
        post.retry(pauses).when(|error| matches!(error, PushError::Busy(_))).await
    }

    /// Built with the first message, because it reads the machine's certificate authorities.
    async fn client(&self, url: &Url) -> Result<&Client, PushError> {
        let is_secure = url.scheme() == "https";
        let cell = if is_secure { &self.secure } else { &self.plain };
        let built = cell.get_or_try_init(async || {
            let client = Client::builder().connect_timeout(CONNECT).timeout(TIMEOUT).user_agent("sabi");
            let client = client.redirect(Policy::none());
            if is_secure { client.build() } else { client.tls_certs_only([]).no_proxy().build() }
        });
        built.await.map_err(|error| PushError::Failed(error.to_string()))
    }
}

/// The meaning of a push service's status (RFC 8030 §5, and the services' documentation).
fn outcome(status: StatusCode) -> Result<(), PushError> {
    match status {
        _ if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(PushError::Gone),
        StatusCode::TOO_MANY_REQUESTS => Err(PushError::Busy(status.to_string())),
        _ if status.is_server_error() => Err(PushError::Busy(status.to_string())),
        _ => Err(PushError::Failed(status.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(further: &[&str]) -> Result<PushServices> {
        let folder = tempfile::tempdir().unwrap();
        let further = further.iter().map(|url| Url::parse(url).unwrap()).collect();
        let settings = Settings { push_services: further, ..Settings::in_memory(folder.path()) };
        PushServices::open(&settings, &Secrets::open(folder.path()).unwrap())
    }

    #[test]
    fn devices_are_at_push_services_of_browsers_alone() {
        let services = services(&["https://push.example:444/", "http://127.0.0.1:9/"]).unwrap();
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://web.push.apple.com/QAbc",
            "https://wns2-by3p.notify.windows.com/w/?token=abc",
            "https://push.example:444/device",
            "http://127.0.0.1:9/device",
        ] {
            assert!(services.admit(endpoint).is_some(), "{endpoint}");
        }
        for endpoint in [
            "",
            "device",
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://a:b@fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com.example/abc",
            "https://example.com/fcm.googleapis.com",
            "https://push.apple.com/abc",
            "https://evilpush.apple.com.example/abc",
            "https://xnotify.windows.com/abc",
            "https://127.0.0.1/abc",
            "https://[::1]/abc",
            "https://169.254.169.254/latest",
            "https://push.example/device",
            "http://127.0.0.1:10/device",
            "file:///etc/passwd",
        ] {
            assert!(services.admit(endpoint).is_none(), "{endpoint}");
        }
        let long = |length: usize| format!("https://fcm.googleapis.com/{}", "x".repeat(length - 27));
        assert!(services.admit(&long(MAX_ENDPOINT_BYTES)).is_some() && services.admit(&long(2001)).is_none());
    }

    #[test]
    fn a_further_service_needs_tls_unless_it_is_here() {
        assert!(services(&["http://localhost:9/", "https://push.example/"]).is_ok());
        assert!(matches!(services(&["http://push.example/"]), Err(Error::Setting { name: "push-services", .. })));
    }
}
