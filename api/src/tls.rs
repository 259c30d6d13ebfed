//! TLS served by Sabi: handshakes, and a certificate that is reloaded when its files change.

use std::{
    io,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use sabi_core::{
    Error, Result, Settings,
    tls::{Certificate, CertificateFiles},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    sync::Notify,
    time,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs,
        server::{ClientHello, ResolvesServerCert},
        sign::CertifiedKey,
    },
    server::TlsStream,
};

/// Interval between checks of the files.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);
/// The first byte of a handshake.
const HANDSHAKE: u8 = 0x16;
/// The response to plain HTTP on a TLS port.
const PLAIN: &[u8] = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\
    content-length: 53\r\n\r\nThis address is for https. Begin it with https://...\n";

/// The TLS configuration of the server. Clones share the certificate.
#[derive(Clone)]
pub struct Tls {
    files: CertificateFiles,
    current: Arc<Current>,
    acceptor: TlsAcceptor,
}

/// The certificate for new connections.
struct Current(RwLock<Arc<Certificate>>);

impl Tls {
    /// The TLS of the settings; `None` without a certificate.
    ///
    /// # Errors
    /// Same as [`CertificateFiles::of`] and [`CertificateFiles::read`].
    pub fn open(settings: &Settings) -> Result<Option<Self>> {
        let Some(files) = CertificateFiles::of(settings)? else { return Ok(None) };
        let current = Arc::new(Current(RwLock::new(Arc::new(files.read()?))));
        let mut config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(Error::internal)?
            .with_no_client_auth()
            .with_cert_resolver(current.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Some(Self { files, current, acceptor: TlsAcceptor::from(Arc::new(config)) }))
    }

    /// Performs the handshake on a connection.
    ///
    /// # Errors
    /// If the other side does not speak TLS. Plain HTTP gets a response that explains what to do.
    pub async fn shake<S>(&self, first: First, mut stream: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        if first.byte != HANDSHAKE {
            if first.byte.is_ascii_uppercase() {
                stream.write_all(PLAIN).await?;
                stream.shutdown().await?;
            }
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.acceptor.accept(stream).await
    }

    /// Reloads the files every minute, and whenever `asked` is notified, for as long as it is polled. Open connections
    /// continue. If the new files cannot be used, the old certificate stays.
    pub async fn renew(&self, asked: &Notify) {
        loop {
            tokio::select! {
                () = time::sleep(CHECK_INTERVAL) => {}
                () = asked.notified() => {}
            }
            match self.files.read() {
                Ok(read) if read.bytes == self.current.get().bytes => {}
                Ok(read) => {
                    self.current.set(read);
                    tracing::info!("the certificate was renewed");
                }
                Err(error) => tracing::error!(%error, "the new certificate cannot be used; the old one stays in use"),
            }
        }
    }
}

/// The protocol, recognised by a connection's first byte.
pub struct First {
    byte: u8,
}

impl First {
    /// Waits for the first byte, without consuming it.
    ///
    /// # Errors
    /// If the connection breaks or ends before that.
    pub async fn of(stream: &TcpStream) -> io::Result<Self> {
        let mut byte = [0];
        match stream.peek(&mut byte).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(Self { byte: byte[0] }),
        }
    }
}

impl Current {
    fn get(&self) -> Arc<Certificate> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, certificate: Certificate) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certificate);
    }
}

impl std::fmt::Debug for Current {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Current")
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.get().key.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, net::SocketAddr, os::unix::fs::PermissionsExt as _, path::Path, time::Duration};

    use axum::{Router, routing::get};
    use tempfile::TempDir;
    use tokio::{io::AsyncReadExt as _, net::TcpListener};
    use tokio_rustls::{
        TlsConnector, client,
        rustls::{
            ClientConfig, RootCertStore,
            pki_types::{CertificateDer, ServerName},
        },
    };
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::listen::{Patience, listen};

    const SHORT: Duration = Duration::from_millis(200);
    const LONG: Duration = Duration::from_secs(3600);

    /// A server with its own certificate.
    struct Site {
        folder: TempDir,
        address: SocketAddr,
        /// Triggers a reload of the certificate.
        asked: Arc<Notify>,
        _stop: CancellationToken,
    }

    /// Writes a new certificate and its key.
    fn make(folder: &Path) -> CertificateDer<'static> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
        fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
        fs::set_permissions(folder.join("key.pem"), fs::Permissions::from_mode(0o600)).unwrap();
        made.cert.der().clone()
    }

    async fn serve(idle: Duration) -> (Site, CertificateDer<'static>) {
        let folder = tempfile::tempdir().unwrap();
        let certificate = make(folder.path());
        let settings = Settings {
            public_url: Some("https://sabi.test".parse().unwrap()),
            tls_cert: Some(folder.path().join("cert.pem")),
            tls_key: Some(folder.path().join("key.pem")),
            ..Settings::in_memory(folder.path())
        };
        let tls = Tls::open(&settings).unwrap().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let asked = Arc::new(Notify::new());
        let (renewing, heard) = (tls.clone(), asked.clone());
        tokio::spawn(async move { renewing.renew(&heard).await });
        let patience = Patience { idle, unread: LONG, drain: LONG };
        let router = Router::new().route("/", get(async || "hello"));
        tokio::spawn(listen(listener, Some(tls), router, Vec::new(), patience, stop.clone()));
        (Site { folder, address, asked, _stop: stop }, certificate)
    }

    /// Connects as a client that only trusts this certificate.
    async fn connect(site: &Site, trusted: &CertificateDer<'static>) -> io::Result<client::TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(trusted.clone()).unwrap();
        let mut config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let stream = TcpStream::connect(site.address).await?;
        TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await
    }

    /// Sends a request, and reads the last word of the response.
    async fn ask(stream: &mut client::TlsStream<TcpStream>) -> String {
        stream.write_all(b"GET / HTTP/1.1\r\nhost: sabi.test\r\n\r\n").await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"hello") {
            let mut byte = [0];
            stream.read_exact(&mut byte).await.unwrap();
            answer.extend(byte);
        }
        String::from_utf8(answer).unwrap()
    }

    #[tokio::test]
    async fn https_works_and_plain_http_gets_a_hint() {
        let (site, certificate) = serve(LONG).await;
        let mut stream = connect(&site, &certificate).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));

        let mut plain = TcpStream::connect(site.address).await.unwrap();
        plain.write_all(b"GET / HTTP/1.1\r\nhost: sabi.test\r\n\r\n").await.unwrap();
        let mut answer = Vec::new();
        // Unread bytes of the request may reset the connection after the response.
        let _ = plain.read_to_end(&mut answer).await;
        assert!(answer.starts_with(b"HTTP/1.1 400") && answer.ends_with(b"https://...\n"));
    }

    #[tokio::test]
    async fn a_handshake_that_does_not_end_is_cut() {
        let (site, certificate) = serve(SHORT).await;
        for sent in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01"] {
            let mut stream = TcpStream::connect(site.address).await.unwrap();
            stream.write_all(sent).await.unwrap();
            // The server closes the connection.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        // A connection without a request is not kept open either, even after a handshake. On a busy machine the
        // handshake may take too long itself, so it is tried again.
        let mut stream = loop {
            if let Ok(stream) = connect(&site, &certificate).await {
                break stream;
            }
        };
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }

    #[tokio::test]
    async fn a_new_certificate_is_taken_and_a_broken_one_is_not() {
        let (site, old) = serve(LONG).await;
        let mut kept = connect(&site, &old).await.unwrap();
        ask(&mut kept).await;

        let new = make(site.folder.path());
        site.asked.notify_one();
        while connect(&site, &new).await.is_err() {
            tokio::task::yield_now().await;
        }
        assert!(connect(&site, &old).await.is_err(), "the old one is shown no more");
        assert!(ask(&mut kept).await.starts_with("HTTP/1.1 200"), "a connection that was there goes on");

        fs::write(site.folder.path().join("cert.pem"), "half of a certifi").unwrap();
        for _ in 0..3 {
            site.asked.notify_one();
            connect(&site, &new).await.unwrap();
        }
        let newest = make(site.folder.path());
        site.asked.notify_one();
        while connect(&site, &newest).await.is_err() {
            tokio::task::yield_now().await;
        }
    }
}
