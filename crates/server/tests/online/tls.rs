//! The client behind a proxy with TLS, as docs/deploy.md recommends, and with certificates that must not be trusted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mohreh_client::{Auth, Server};
use mohreh_games::Kind;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::harness::{Folder, TestServer, settings};

/// Test data; its `make.sh` says what each file is.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls").join(name)
}

fn acceptor(certificate: &str) -> TlsAcceptor {
    let chain = vec![CertificateDer::from_pem_file(data(certificate)).unwrap()];
    let key = PrivateKeyDer::from_pem_file(data("key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).unwrap()))
}

/// Reverse proxy with TLS; returns its port.
async fn start_proxy(certificate: &str, to: String) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let acceptor = acceptor(certificate);
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let (acceptor, to) = (acceptor.clone(), to.clone());
            tokio::spawn(async move {
                // Fails for clients that do not trust the certificate.
                let Ok(mut near) = acceptor.accept(near).await else { return };
                let mut far = TcpStream::connect(to).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_through_tls() {
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    // The port is free again when the server takes it.
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    settings.address = format!("127.0.0.1:{port}").parse().unwrap();
    let proxy = start_proxy("local.pem", settings.address.to_string()).await;
    let url = format!("https://localhost:{proxy}");
    settings.ingress.public_url = url.clone();
    let mut node = TestServer::open(&settings).await;
    node.server = Server::with_ca(&url, Some(&data("ca.pem"))).unwrap();
    let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
    assert!(cookies[0].starts_with("__Host-"), "{}", cookies[0]);
    let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
    let turn = guest.turn();
    let ply = turn.len() as u32;
    guest.play(0, turn).await;
    guest.recv_until(ply).await;
    let by_address = format!("https://127.0.0.1:{proxy}");
    let by_address = Server::with_ca(&by_address, Some(&data("ca.pem"))).unwrap();
    let watcher = by_address.request("GET", "/health", Auth::Anonymous, "").await.unwrap();
    assert_eq!(watcher.status, 200, "the certificate is for the address too");
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_certificates_are_refused_in_plain_words() {
    let folder = Folder::new();
    let settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    let node = TestServer::open(&settings).await;
    let http = node.url.strip_prefix("http://").unwrap().to_string();
    let ca = data("ca.pem");
    for (certificate, ca, words) in [
        ("local.pem", None, "from an authority that this machine does not trust"),
        ("expired.pem", Some(&ca), "has expired"),
        ("other.pem", Some(&ca), "is for another name"),
    ] {
        let port = start_proxy(certificate, http.clone()).await;
        let url = format!("https://localhost:{port}");
        let server = Server::with_ca(&url, ca.map(PathBuf::as_path)).unwrap();
        for error in [
            server.request("GET", "/health", Auth::Anonymous, "").await.err(),
            server.socket(Auth::Anonymous).await.err(),
        ] {
            let error = error.unwrap();
            assert!(error.starts_with(&format!("localhost:{port}: ")), "{error}");
            assert!(error.contains(words), "{certificate}: {error}");
        }
    }
    let server = Server::with_ca(&format!("https://{http}"), Some(&ca)).unwrap();
    let error = server.request("GET", "/health", Auth::Anonymous, "").await.unwrap_err();
    assert!(error.contains("does not speak TLS"), "{error}");
    for (file, words) in [("key.pem", "no certificate"), ("missing.pem", "missing.pem")] {
        let error = Server::with_ca("https://localhost", Some(&data(file))).err().unwrap();
        assert!(error.contains(words), "{error}");
    }
    node.close().await;
}
