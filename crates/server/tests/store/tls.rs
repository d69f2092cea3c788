//! PostgreSQL over TLS: certificates are verified as `sslmode` says.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mohreh_server::store::{Store, StoreError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::{Scratch, head, table};

/// Length of the message by which a client of PostgreSQL asks for TLS.
const SSL_REQUEST_BYTES: usize = 8;

/// Test data; its `make.sh` says what each file is.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls").join(name)
}

/// TLS in front of a PostgreSQL without; returns its port.
async fn start_proxy(certificate: &str, to: String) -> u16 {
    let chain = vec![CertificateDer::from_pem_file(data(certificate)).unwrap()];
    let key = PrivateKeyDer::from_pem_file(data("key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let acceptor = TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let (acceptor, to) = (acceptor.clone(), to.clone());
            tokio::spawn(async move {
                let mut request = [0; SSL_REQUEST_BYTES];
                near.read_exact(&mut request).await.ok()?;
                near.write_all(b"S").await.ok()?;
                // Fails for clients that do not trust the certificate.
                let mut near = acceptor.accept(near).await.ok()?;
                let mut far = TcpStream::connect(to).await.ok()?;
                tokio::io::copy_bidirectional(&mut near, &mut far).await.ok()
            });
        }
    });
    port
}

#[tokio::test]
async fn postgresql_is_reached_over_tls_and_certificates_are_verified() {
    let scratch = Scratch::postgres().await;
    let rest = scratch.url.split_once("://").unwrap().1;
    let place = rest.split(['/', '?']).next().unwrap().rsplit('@').next().unwrap();
    let authority = data("ca.pem").display().to_string();
    for (certificate, mode, is_good) in [
        ("local.pem", format!("verify-full&sslrootcert={authority}"), true),
        ("local.pem", "require".to_string(), true),
        ("local.pem", "verify-full".to_string(), false),
        ("other.pem", format!("verify-full&sslrootcert={authority}"), false),
        ("expired.pem", format!("verify-full&sslrootcert={authority}"), false),
    ] {
        let port = start_proxy(certificate, place.to_string()).await;
        let url = scratch.url.replacen(place, &format!("localhost:{port}"), 1);
        let opened = Store::open(&format!("{url}&sslmode={mode}")).await;
        match opened {
            Ok(store) => {
                assert!(is_good, "{certificate} {mode}");
                store.commit(head(table(&mode))).await.unwrap();
                store.close().await;
            }
            Err(StoreError::Unusable(why)) => {
                assert!(!is_good && why.contains("certificate"), "{certificate} {mode}: {why}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    scratch.remove().await;
}
