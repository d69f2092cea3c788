//! Connections: the listening socket, limits per peer, and timeouts for those that send or read too slowly.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::HeaderValue;
use axum::http::header::STRICT_TRANSPORT_SECURITY;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

use crate::auth::Ingress;
use crate::hub::lock;
use crate::startup;

/// Backlog of connections not yet accepted.
const ACCEPT_BACKLOG: u32 = 1024;
/// Time for the header of a request, and for the next request on an idle connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);
/// Time without progress after which a client that does not read is dropped.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time between attempts to accept, while the process is out of file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);
/// File descriptors that are not for connections: the database, files, the bus.
const RESERVED_FILES: u64 = 64;
/// One year, for the host alone.
const HSTS: &str = "max-age=31536000";

/// Port that is bound but not yet listening: connections made before the server is ready are refused, not queued.
pub(crate) struct BoundSocket {
    socket: TcpSocket,
    address: SocketAddr,
}

impl BoundSocket {
    pub(crate) fn bind(address: SocketAddr) -> Result<BoundSocket, String> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
        let bound = socket.and_then(|socket| {
            // Allows a restart while old connections are in TIME_WAIT.
            #[cfg(not(windows))]
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            Ok(socket)
        });
        let socket = bound.map_err(|error| BoundSocket::refused(address, &error))?;
        Ok(BoundSocket { socket, address })
    }

    pub(crate) fn listen(self) -> Result<TcpListener, String> {
        let listener = self.socket.listen(ACCEPT_BACKLOG);
        listener.map_err(|error| BoundSocket::refused(self.address, &error))
    }

    fn refused(address: SocketAddr, error: &io::Error) -> String {
        let free = startup::free_port_near(address);
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("mohreh"));
        startup::cannot_listen(address, error, free, &program)
    }
}

/// Open connections by peer.
pub(crate) struct Connections {
    /// Per peer; 0 for no limit.
    limit_per_peer: u32,
    limit: u64,
    open: Mutex<(u64, HashMap<IpAddr, u32>)>,
}

/// An open connection, counted until it is dropped.
struct Connection {
    connections: Arc<Connections>,
    peer: IpAddr,
}

impl Connections {
    /// As many in all as the process may have files open. The soft limit is raised first.
    pub(crate) fn new(limit_per_peer: u32) -> Connections {
        let limit = file_limit().saturating_sub(RESERVED_FILES).max(RESERVED_FILES);
        Connections { limit_per_peer, limit, open: Mutex::default() }
    }

    /// Counts a connection; `None` if there are too many. A trusted proxy may have any number.
    fn acquire(self: &Arc<Self>, peer: IpAddr, trusted: bool) -> Option<Connection> {
        let mut open = lock(&self.open);
        let of_peer = open.1.entry(peer).or_default();
        let is_full = self.limit_per_peer > 0 && *of_peer >= self.limit_per_peer && !trusted;
        if is_full {
            return None;
        }
        *of_peer += 1;
        open.0 += 1;
        // Counted first, so that dropping it restores the numbers.
        let connection = Connection { connections: self.clone(), peer };
        let fits = open.0 <= self.limit;
        drop(open);
        fits.then_some(connection)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = lock(&self.connections.open);
        open.0 -= 1;
        if let Some(of_peer) = open.1.get_mut(&self.peer) {
            *of_peer -= 1;
            if *of_peer == 0 {
                open.1.remove(&self.peer);
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn file_limit() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Without the right to do so the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[cfg(not(target_os = "linux"))]
fn file_limit() -> u64 {
    u64::MAX
}

/// Accepts and serves connections until `shutdown`, then finishes the requests that were accepted.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    ingress: &Ingress,
    connections: Arc<Connections>,
    shutdown: CancellationToken,
) {
    // Every connection holds a sender; the channel closes with the last of them.
    let (is_open, mut all_closed) = mpsc::channel::<()>(1);
    let hsts = ingress.is_https().then(|| HeaderValue::from_static(HSTS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // The client is gone already, or the process is out of file descriptors.
            Err(error) => {
                tracing::debug!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        let is_proxy = ingress.is_trusted_proxy(peer.ip());
        let Some(connection) = connections.acquire(peer.ip().to_canonical(), is_proxy) else {
            continue;
        };
        // Messages are small and latency matters, so Nagle's algorithm is off.
        let _ = stream.set_nodelay(true);
        let (router, hsts) = (TowerToHyperService::new(router.clone()), hsts.clone());
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            let (response, hsts) = (router.call(request), hsts.clone());
            async move {
                let mut response = response.await?;
                if let Some(hsts) = hsts {
                    response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, hsts);
                }
                Ok::<_, std::convert::Infallible>(response)
            }
        });
        let served = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(ReadInTime::new(stream)), service)
            .with_upgrades();
        let (shutdown, is_open) = (shutdown.clone(), is_open.clone());
        tokio::spawn(async move {
            let mut served = pin!(served);
            // An error is the client's: it went away, was too slow, or does not speak HTTP.
            tokio::select! {
                _ = served.as_mut() => {}
                () = shutdown.cancelled() => {
                    served.as_mut().graceful_shutdown();
                    let _ = served.await;
                }
            }
            drop((connection, is_open));
        });
    }
    drop(is_open);
    let _ = all_closed.recv().await;
}

/// A stream that fails if the peer does not read what is written for [`WRITE_TIMEOUT`].
struct ReadInTime {
    stream: TcpStream,
    /// Runs while a write is pending.
    deadline: Pin<Box<Sleep>>,
    pending: bool,
}

impl ReadInTime {
    fn new(stream: TcpStream) -> ReadInTime {
        let deadline = Box::pin(tokio::time::sleep(Duration::ZERO));
        ReadInTime { stream, deadline, pending: false }
    }

    /// Passes a write on; a pending one fails at the deadline.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.pending = false;
            return written;
        }
        if !self.pending {
            self.pending = true;
            self.deadline.as_mut().reset(Instant::now() + WRITE_TIMEOUT);
        }
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for ReadInTime {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ReadInTime {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.in_time(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.in_time(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Serves `hello` at `/`, and endless data at `/endless`. Time is simulated: it passes when nothing else can.
    async fn start(limit_per_peer: u32) -> (SocketAddr, CancellationToken) {
        let endless = futures_util::stream::repeat_with(|| Ok::<_, io::Error>(vec![0; 1 << 16]));
        let router = Router::new()
            .route("/", get(|| async { "hello" }))
            .route("/endless", get(|| async { Body::from_stream(endless) }));
        let socket = BoundSocket::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let listener = socket.listen().unwrap();
        let (address, shutdown) = (listener.local_addr().unwrap(), CancellationToken::new());
        let connections = Arc::new(Connections::new(limit_per_peer));
        tokio::spawn({
            let shutdown = shutdown.clone();
            let public_url = "https://mohreh.example".to_string();
            let ingress = Ingress { public_url, ..Ingress::default() };
            async move { serve(listener, router, &ingress, connections, shutdown).await }
        });
        (address, shutdown)
    }

    async fn read_all(stream: &mut TcpStream) -> String {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[tokio::test(start_paused = true)]
    async fn connections_that_send_nothing_or_half_a_header_are_closed() {
        let (address, _shutdown) = start(0).await;
        for sent in ["", "GET / HTTP/1.1\r\nhost: x\r\nx-slow", "GET / HTTP/1.1\r\nhost: x\r\n\r\n"]
        {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(sent.as_bytes()).await.unwrap();
            let text = tokio::time::timeout(4 * HEADER_TIMEOUT, read_all(&mut stream)).await;
            let text = text.unwrap_or_else(|_| panic!("still open after {sent:?}"));
            let complete = sent.ends_with("\r\n\r\n");
            assert_eq!(text.contains("hello"), complete, "{text}");
            assert_eq!(text.contains("strict-transport-security: max-age"), complete, "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_dropped() {
        let (address, shutdown) = start(0).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        // Nothing is read for longer than allowed. What is in the buffers arrives, and then an error or the end.
        tokio::time::sleep(2 * WRITE_TIMEOUT).await;
        let mut buffer = vec![0; 1 << 20];
        let mut total = 0;
        while let Ok(length @ 1..) = stream.read(&mut buffer).await {
            total += length;
            assert!(total < 1 << 28, "still open");
        }
        shutdown.cancel();
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_has_a_limited_number_of_connections() {
        let (address, _shutdown) = start(3).await;
        let request = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let mut held = Vec::new();
        for n in 0..5 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            if n < 3 {
                // Served once, so that it is counted before the next.
                stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
                let mut start = [0; 12];
                stream.read_exact(&mut start).await.unwrap();
                held.push(stream);
            } else {
                let _ = stream.write_all(request).await;
                assert_eq!(read_all(&mut stream).await, "");
            }
        }
        drop(held);
        let mut answers = 0;
        for _ in 0..20 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let _ = stream.write_all(request).await;
            answers += usize::from(read_all(&mut stream).await.contains("hello"));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(answers > 0, "the places are free again");
    }

    #[test]
    fn connections_are_counted_by_peer() {
        let connections = Arc::new(Connections { limit: 5, ..Connections::new(2) });
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let first = connections.acquire(one, false).unwrap();
        let _second = connections.acquire(one, false).unwrap();
        assert!(connections.acquire(one, false).is_none());
        let _third = connections.acquire(one, true).unwrap();
        let _others: Vec<_> = (0..2).map(|_| connections.acquire(other, true).unwrap()).collect();
        assert!(connections.acquire(other, true).is_none(), "five in all");
        drop(first);
        assert!(connections.acquire(other, true).is_some());
        assert!(connections.acquire(one, false).is_none(), "still two");
    }
}
