//! Connections: limits per caller, timeouts, and TLS if Sabi terminates it.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{Router, extract::ConnectInfo};
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
};
use ipnet::IpNet;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sabi_core::people::connection_key;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time,
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::tls::{First, Tls};

/// Timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Waiting for headers, for the next request, or for the TLS handshake.
    pub idle: Duration,
    /// Waiting for the caller to read a response.
    pub unread: Duration,
    /// Waiting for requests to end after a stop was requested.
    pub drain: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { idle: Duration::from_secs(20), unread: Duration::from_secs(30), drain: Duration::from_secs(4) }
    }
}

/// Maximum number of connections.
const CONNECTIONS: u64 = 16_384;
/// File descriptors reserved for the store, uploads and pictures.
const OTHER_FILES: u64 = 2_048;

/// Serves `router` on the connections of `listener`, over TLS if given, until `stop`, then drains them. Connections
/// from `proxies` carry many callers.
pub async fn listen(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    proxies: Vec<IpNet>,
    patience: Patience,
    stop: CancellationToken,
) {
    let permits = raise_connection_limit();
    let all = Arc::new(Semaphore::new(permits));
    // A school shares one address, so the limit per address is high; but one address must not use up all connections.
    let peers = Arc::new(Peers { most: (permits / 4).max(1), proxies, held: Mutex::default() });
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accept(&listener, &all, &peers) => accepted,
        };
        if let Some((stream, peer, permit)) = accepted {
            let service = Service { router: router.clone(), peer };
            let answered = answer(stream, tls.clone(), service, patience, connections.watcher(), stop.clone());
            tokio::spawn(async move {
                // A broken connection only affects its caller.
                let _ = answered.await;
                drop(permit);
            });
        }
    }
    drop(listener);
    if time::timeout(patience.drain, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

/// The service for the requests of one caller.
struct Service {
    router: Router,
    peer: SocketAddr,
}

/// Serves one connection, over TLS if given.
async fn answer(
    stream: TcpStream,
    tls: Option<Tls>,
    service: Service,
    patience: Patience,
    connection: Watcher,
    stop: CancellationToken,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    // Send pieces immediately, because a response consists of many small ones.
    let _ = stream.set_nodelay(true);
    let timed = |stream| {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience.unread));
        Box::pin(stream)
    };
    let Some(tls) = tls else { return service.answer(timed(stream), patience, connection).await };
    let shake = async {
        let first = First::of(&stream).await?;
        tls.shake(first, timed(stream)).await
    };
    // So far nothing was requested, so a stop may drop the connection.
    let Some(shaken) = stop.run_until_cancelled(time::timeout(patience.idle, shake)).await else { return Ok(()) };
    service.answer(shaken??, patience, connection).await
}

impl Service {
    async fn answer(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        patience: Patience,
        connection: Watcher,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(self.peer));
            self.router.clone().oneshot(request)
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(patience.idle);
        Ok(connection.watch(builder.serve_connection(TokioIo::new(stream), service)).await?)
    }
}

/// The next connection with a permit; `None` if it was refused.
async fn accept(
    listener: &TcpListener,
    all: &Arc<Semaphore>,
    peers: &Arc<Peers>,
) -> Option<(TcpStream, SocketAddr, (OwnedSemaphorePermit, PeerPermit))> {
    let permit = all.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, (permit, peers.permit(peer.ip())?))),
        Err(error) => {
            // Usually the file descriptors have run out, and other connections will release some in a moment.
            tracing::warn!(%error, "a connection could not be accepted");
            time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

/// Raises the limit of open files as far as possible, and returns the number of connections that it allows.
fn raise_connection_limit() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let mut files = limit.current.unwrap_or(u64::MAX);
    let wanted = limit.maximum.unwrap_or(u64::MAX).min(CONNECTIONS + OTHER_FILES);
    if files < wanted && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum }).is_ok() {
        files = wanted;
    }
    connection_limit(files)
}

/// The number of connections for this many open files: all except [`OTHER_FILES`], at least half of them, and at most
/// [`CONNECTIONS`].
fn connection_limit(files: u64) -> usize {
    let connections = files.saturating_sub(OTHER_FILES).max(files / 2).min(CONNECTIONS);
    usize::try_from(connections).unwrap_or(usize::MAX)
}

/// The number of connections of each caller.
struct Peers {
    most: usize,
    /// Networks whose connections are not counted.
    proxies: Vec<IpNet>,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection that counts towards its caller's limit, unless the caller is a proxy.
struct PeerPermit {
    peers: Arc<Peers>,
    peer: Option<IpAddr>,
}

impl Peers {
    /// A permit for this caller, unless it has reached the limit.
    fn permit(self: &Arc<Self>, peer: IpAddr) -> Option<PeerPermit> {
        if self.proxies.iter().any(|net| net.contains(&peer.to_canonical())) {
            return Some(PeerPermit { peers: self.clone(), peer: None });
        }
        let peer = connection_key(peer);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(peer).or_default();
        if *count == self.most {
            return None;
        }
        *count += 1;
        Some(PeerPermit { peers: self.clone(), peer: Some(peer) })
    }
}

impl Drop for PeerPermit {
    fn drop(&mut self) {
        let Some(peer) = self.peer else { return };
        let mut held = self.peers.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&peer) {
            *count -= 1;
            if *count == 0 {
                held.remove(&peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::{body::Body, routing::get};
    use bytes::Bytes;
    use futures::stream;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        sync::mpsc,
    };

    use super::*;

    const SHORT: Duration = Duration::from_millis(100);
    const LONG: Duration = Duration::from_secs(3600);

    /// A server with short timeouts as given in `patience`, and its address.
    async fn serve(router: Router, patience: Patience) -> (SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        tokio::spawn(listen(listener, None, router, Vec::new(), patience, stop.clone()));
        (address, stop)
    }

    async fn ask(address: SocketAddr, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: sabi.test\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    #[tokio::test]
    async fn a_connection_with_half_a_header_or_nothing_is_closed() {
        let patience = Patience { idle: SHORT, unread: LONG, drain: LONG };
        let (address, _stop) = serve(Router::new().route("/", get(async || "hello")), patience).await;
        for sent in ["", "GET / HT", "GET / HTTP/1.1\r\nhost: sabi.test\r\nx-slow:"] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(sent.as_bytes()).await.unwrap();
            let mut answer = Vec::new();
            // The server closes the connection; anything sent before is not a success.
            let _ = stream.read_to_end(&mut answer).await;
            assert!(!answer.starts_with(b"HTTP/1.1 200"), "{sent}");
        }
        // A used connection is not kept open forever either. On a busy machine the server may close it before the
        // request comes, so another one is used.
        let answer = loop {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: sabi.test\r\n\r\n").await;
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer).await;
            if answer.starts_with("HTTP/1.1 200") {
                break answer;
            }
        };
        assert!(answer.ends_with("hello"), "{answer}");
    }

    #[tokio::test]
    async fn an_answer_that_nobody_reads_is_given_up() {
        let patience = Patience { idle: LONG, unread: SHORT, drain: LONG };
        let held = Arc::new(());
        let answers = held.clone();
        let endless = move || {
            let held = answers.clone();
            async move {
                let pieces = stream::repeat_with(move || {
                    let _held = &held;
                    Ok::<_, Infallible>(Bytes::from_static(&[7; 64 * 1024]))
                });
                Body::from_stream(pieces)
            }
        };
        let (address, _stop) = serve(Router::new().route("/", get(endless)), patience).await;
        // Our handle and the route's.
        let at_rest = Arc::strong_count(&held);
        let mut unread = ask(address, "/").await;
        unread.read_exact(&mut [0; 12]).await.unwrap();
        assert_eq!(Arc::strong_count(&held), at_rest + 1, "the answer is under way");
        while Arc::strong_count(&held) > at_rest {
            time::sleep(SHORT).await;
        }
    }

    #[tokio::test]
    async fn a_stop_ends_what_is_idle_at_once_and_waits_for_what_runs() {
        let patience = Patience { idle: LONG, unread: LONG, drain: LONG };
        let (begun, mut running) = mpsc::unbounded_channel();
        let go_on = CancellationToken::new();
        let wait = go_on.clone();
        let slow = move || {
            let (begun, wait) = (begun.clone(), wait.clone());
            async move {
                begun.send(()).unwrap();
                wait.cancelled().await;
                "done"
            }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let router = Router::new().route("/", get(slow));
        let server = tokio::spawn(listen(listener, None, router, Vec::new(), patience, stop.clone()));
        let mut idle = TcpStream::connect(address).await.unwrap();
        let mut asked = ask(address, "/").await;
        running.recv().await.unwrap();
        stop.cancel();
        assert_eq!(idle.read(&mut [0; 1]).await.unwrap_or(0), 0, "the idle one ends");
        go_on.cancel();
        let mut answer = String::new();
        asked.read_to_string(&mut answer).await.unwrap();
        assert!(answer.ends_with("done"), "{answer}");
        server.await.unwrap();
    }

    #[test]
    fn any_limit_of_open_files_leaves_room_for_connections() {
        for (files, connections) in [
            (0, 0),
            (1, 0),
            (1_024, 512),
            (4_096, 2_048),
            (18_432, 16_384),
            (32_768, 16_384),
            (32_769, 16_384),
            (32_770, 16_384),
            (1_048_576, 16_384),
            (u64::MAX, 16_384),
        ] {
            assert_eq!(connection_limit(files), connections, "{files} files");
        }
    }

    #[test]
    fn one_caller_cannot_take_every_seat() {
        let proxies = vec!["10.0.0.9/32".parse().unwrap()];
        let peers = Arc::new(Peers { most: 2, proxies, held: Mutex::default() });
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let permits = [peers.permit(address("10.0.0.1")).unwrap(), peers.permit(address("::ffff:10.0.0.1")).unwrap()];
        assert!(peers.permit(address("10.0.0.1")).is_none());
        assert!(peers.permit(address("10.0.0.2")).is_some());
        drop(permits);
        assert!(peers.permit(address("10.0.0.1")).is_some());
        let behind: Vec<_> = (0..9).map(|_| peers.permit(address("::ffff:10.0.0.9"))).collect();
        assert!(behind.iter().all(Option::is_some), "a proxy speaks for everybody");
        drop(behind);
        assert!(peers.held.lock().unwrap().is_empty(), "nobody is remembered who holds none");

        let _line = [peers.permit(address("2001:db8::1")).unwrap(), peers.permit(address("2001:db8::2")).unwrap()];
        assert!(peers.permit(address("2001:db8::3")).is_none(), "a line has many addresses");
        assert!(peers.permit(address("2001:db8:0:1::1")).is_some());
    }
}
