//! REST over TLS under Discord's own host name, with an authority made for the occasion.
//!
//! serenity's rate limiter runs only when it believes to talk to Discord itself, so a client has to trust this
//! authority and to look up the host at loopback.

use std::net::SocketAddr;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// The host that clients believe to talk to.
const HOST: &str = "discord.com";

/// REST over TLS.
#[derive(Clone)]
pub struct Tls {
    address: SocketAddr,
    authority: String,
    config: Arc<ServerConfig>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Tls {
    /// Makes an authority, and a certificate of it for Discord's host.
    pub(crate) fn new(address: SocketAddr) -> Tls {
        let authority_key = KeyPair::generate().expect("a key");
        let mut authority = CertificateParams::new(Vec::new()).expect("no names");
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority_certificate = authority.self_signed(&authority_key).expect("a certificate");
        let issuer = Issuer::new(authority, authority_key);
        let key = KeyPair::generate().expect("a key");
        let certificate = CertificateParams::new(vec![HOST.to_owned()])
            .and_then(|parameters| parameters.signed_by(&key, &issuer))
            .expect("a certificate");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key))
            .expect("a configuration");
        Tls { address, authority: authority_certificate.pem(), config: Arc::new(config) }
    }

    /// Where the host has to be looked up.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The authority's certificate as PEM, to be trusted.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The host that the certificate is for.
    pub fn host(&self) -> &'static str {
        HOST
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config))
    }
}
