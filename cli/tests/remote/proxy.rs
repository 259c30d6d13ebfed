//! A line between a server and its database that a test can slow, silence and cut.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    time::sleep,
};
use tokio_util::sync::CancellationToken;

/// How a line is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Line {
    /// As it should be.
    Open,
    /// Everything takes so much longer, each way.
    Slow(Duration),
    /// Connections stand, and nothing comes through.
    Silent,
}

/// A network connection, from its own port to one that may change.
pub struct Proxy {
    pub port: u16,
    line: watch::Sender<Line>,
    target: Arc<AtomicU16>,
    cut: Arc<Mutex<CancellationToken>>,
}

impl Proxy {
    /// A line to this port of the machine.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let (line, heard) = watch::channel(Line::Open);
        let (target, cut) = (Arc::new(AtomicU16::new(port)), Arc::new(Mutex::new(CancellationToken::new())));
        let (to, token) = (target.clone(), cut.clone());
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(("127.0.0.1", to.load(Ordering::Relaxed))).await else { continue };
                let cut = token.lock().unwrap().clone();
                let (_, _) = (near.set_nodelay(true), far.set_nodelay(true));
                let ((near_out, near_in), (far_out, far_in)) = (near.into_split(), far.into_split());
                let (up, down) = (carry(near_out, far_in, heard.clone()), carry(far_out, near_in, heard.clone()));
                tokio::spawn(async move {
                    tokio::select! {
                        () = cut.cancelled() => {}
                        () = up => {}
                        () = down => {}
                    }
                });
            }
        });
        Self { port: own, line, target, cut }
    }

    /// Leads to another port from the next connection on.
    pub fn lead_to(&self, port: u16) {
        self.target.store(port, Ordering::Relaxed);
    }

    /// Sets the state of the connection.
    pub fn make(&self, line: Line) {
        self.line.send_replace(line);
    }

    /// Cuts every connection.
    pub fn cut(&self) {
        std::mem::take(&mut *self.cut.lock().unwrap()).cancel();
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut line: watch::Receiver<Line>) {
    let mut piece = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        let Ok(now) = line.wait_for(|line| *line != Line::Silent).await.map(|now| *now) else { return };
        if let Line::Slow(longer) = now {
            sleep(longer).await;
        }
        if to.write_all(&piece[..length]).await.is_err() {
            return;
        }
    }
}
