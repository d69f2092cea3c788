//! Fault-injecting TCP proxy in front of a database, NATS or a server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// Behaviour of a proxy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum ProxyMode {
    /// Forwards everything.
    Pass,
    /// Closes every connection.
    Cut,
    /// Buffers traffic until the mode changes.
    Hold,
}

/// A proxy; starts in `Pass`.
pub(crate) struct Proxy {
    /// The target URL with the proxy's address.
    pub url: String,
    state: Arc<AtomicU8>,
}

impl Proxy {
    /// Proxy to `SCHEME://[USER@]HOST:PORT[/…]`.
    pub(crate) async fn start(url: &str) -> Proxy {
        let rest = url.split_once("://").unwrap().1;
        let place = rest.split(['/', '?']).next().unwrap().rsplit('@').next().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = listener.local_addr().unwrap().to_string();
        let proxy = Proxy { url: url.replacen(place, &near, 1), state: Arc::default() };
        tokio::spawn(accept(listener, place.to_string(), proxy.state.clone()));
        proxy
    }

    pub(crate) fn set(&self, mode: ProxyMode) {
        self.state.store(mode as u8, Ordering::SeqCst);
    }
}

fn is_mode(state: &AtomicU8, mode: ProxyMode) -> bool {
    state.load(Ordering::SeqCst) == mode as u8
}

async fn accept(listener: TcpListener, to: String, state: Arc<AtomicU8>) {
    while let Ok((near, _)) = listener.accept().await {
        if is_mode(&state, ProxyMode::Cut) {
            continue;
        }
        let far = TcpStream::connect(&to).await.unwrap();
        let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
        tokio::spawn(forward(near_in, far_out, state.clone()));
        tokio::spawn(forward(far_in, near_out, state.clone()));
    }
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: Arc<AtomicU8>) {
    let mut bytes = [0; 4096];
    loop {
        tokio::select! {
            read = from.read(&mut bytes) => {
                let Ok(n @ 1..) = read else { return };
                while is_mode(&state, ProxyMode::Hold) {
                    sleep(Duration::from_millis(10)).await;
                }
                if is_mode(&state, ProxyMode::Cut) || to.write_all(&bytes[..n]).await.is_err() {
                    return;
                }
            }
            () = sleep(Duration::from_millis(10)) => {
                if is_mode(&state, ProxyMode::Cut) {
                    return;
                }
            }
        }
    }
}
