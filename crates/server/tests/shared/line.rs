//! A line to a database, to NATS or to a server, that can be cut, or let nothing through.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// What a line does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Does {
    /// Lets everything through.
    Pass,
    /// Ends every connection.
    Cut,
    /// Keeps what is sent, and lets it through later.
    Hold,
}

/// A line that passes at first.
pub struct Line {
    /// The address that was given, by way of this line.
    pub url: String,
    state: Arc<AtomicU8>,
}

impl Line {
    /// A line to `SCHEME://[USER@]HOST:PORT[/…]`.
    pub async fn to(url: &str) -> Line {
        let rest = url.split_once("://").unwrap().1;
        let place = rest.split(['/', '?']).next().unwrap().rsplit('@').next().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = listener.local_addr().unwrap().to_string();
        let line = Line { url: url.replacen(place, &near, 1), state: Arc::default() };
        tokio::spawn(accept(listener, place.to_string(), line.state.clone()));
        line
    }

    pub fn set(&self, does: Does) {
        self.state.store(does as u8, Ordering::SeqCst);
    }
}

fn is(state: &AtomicU8, does: Does) -> bool {
    state.load(Ordering::SeqCst) == does as u8
}

async fn accept(listener: TcpListener, to: String, state: Arc<AtomicU8>) {
    while let Ok((near, _)) = listener.accept().await {
        if is(&state, Does::Cut) {
            continue;
        }
        let far = TcpStream::connect(&to).await.unwrap();
        let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
        tokio::spawn(pass(near_in, far_out, state.clone()));
        tokio::spawn(pass(far_in, near_out, state.clone()));
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: Arc<AtomicU8>) {
    let mut bytes = [0; 4096];
    loop {
        tokio::select! {
            read = from.read(&mut bytes) => {
                let Ok(n @ 1..) = read else { return };
                while is(&state, Does::Hold) {
                    sleep(Duration::from_millis(10)).await;
                }
                if is(&state, Does::Cut) || to.write_all(&bytes[..n]).await.is_err() {
                    return;
                }
            }
            () = sleep(Duration::from_millis(10)) => {
                if is(&state, Does::Cut) {
                    return;
                }
            }
        }
    }
}
