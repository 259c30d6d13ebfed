//! A listener on a port of its own, for the substitutes of other people's servers.

use std::net::{Ipv4Addr, TcpListener as StdListener};

use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// Serves each connection as a task of its own, until the returned task is aborted; with the port.
pub fn listen<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> (u16, JoinHandle<()>)
where
    F: Future<Output: Send> + Send + 'static,
{
    let listener = StdListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.set_nonblocking(true).expect("a listener");
    let port = listener.local_addr().expect("a bound listener").port();
    let listener = TcpListener::from_std(listener).expect("a runtime");
    let task = tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            tokio::spawn(serve(connection));
        }
    });
    (port, task)
}
