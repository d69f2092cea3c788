//! TLS with rustls, and its errors as sentences.

use std::path::Path;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, Error, InvalidMessage, RootCertStore, crypto::ring,
};

use crate::{ClientResult, context};

/// TLS connections to one host.
#[derive(Clone)]
pub(crate) struct Tls {
    connector: TlsConnector,
    host: ServerName<'static>,
}

impl Tls {
    /// Trusts the authorities of the machine and those in the file `ca`.
    pub(crate) fn new(host: &str, ca: Option<&Path>) -> ClientResult<Tls> {
        let name = host.trim_start_matches('[').trim_end_matches(']').to_string();
        let name = ServerName::try_from(name).map_err(|error| context(host)(&error))?;
        let mut roots = RootCertStore::empty();
        // Unreadable certificates of the machine are skipped: most servers need a single one of them.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(ca) = ca {
            add_file(&mut roots, ca).map_err(|why| format!("{}: {why}", ca.display()))?;
        }
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| context("TLS")(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls { connector: TlsConnector::from(Arc::new(config)), host: name })
    }

    pub(crate) async fn connect(&self, stream: TcpStream) -> ClientResult<TlsStream<TcpStream>> {
        let connected = self.connector.connect(self.host.clone(), stream).await;
        connected.map_err(|error| {
            let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
            cause.map_or_else(|| error.to_string(), explain)
        })
    }
}

fn add_file(roots: &mut RootCertStore, file: &Path) -> Result<(), String> {
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| error.to_string())?;
    let mut is_empty = true;
    for certificate in certificates {
        roots
            .add(certificate.map_err(|error| error.to_string())?)
            .map_err(|error| error.to_string())?;
        is_empty = false;
    }
    if is_empty { Err("there is no certificate in this file".to_string()) } else { Ok(()) }
}

/// A failed handshake in words.
fn explain(error: &Error) -> String {
    use CertificateError::{
        Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet,
        NotValidYetContext, Revoked, UnknownIssuer,
    };
    let why = match error {
        Error::InvalidCertificate(why) => match why {
            UnknownIssuer => {
                "its certificate is from an authority that this machine does not trust; if that is yours, name its \
                 certificate with --ca FILE"
            }
            Expired | ExpiredContext { .. } => {
                "its certificate has expired, or the clock of this machine is wrong"
            }
            NotValidYet | NotValidYetContext { .. } => {
                "its certificate is not valid yet, or the clock of this machine is wrong"
            }
            NotValidForName | NotValidForNameContext { .. } => {
                "its certificate is for another name; use the name that it was made for"
            }
            Revoked => "its certificate has been revoked",
            _ => return format!("its certificate cannot be trusted: {error}"),
        },
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            "it does not speak TLS at this port; try http:// instead of https://"
        }
        _ => return error.to_string(),
    };
    why.to_string()
}
