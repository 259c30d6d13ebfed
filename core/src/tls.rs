//! TLS: the server's certificate and key, and the authorities that it trusts as a client of the store.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio_rustls::rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    sign::CertifiedKey,
};

use crate::{Error, Result, Settings};

/// The setting of the certificate.
const CERT: &str = "tls-cert";
/// The setting of its key.
const KEY: &str = "tls-key";
/// The setting of the trusted authorities for the store.
const STORE_CA: &str = "store-ca";

/// The files of a certificate and its key.
#[derive(Debug, Clone)]
pub struct CertificateFiles {
    /// The certificate chain (PEM).
    cert: PathBuf,
    /// Its key (PEM).
    key: PathBuf,
}

/// The content of a certificate's files.
pub struct Certificate {
    /// The certificate chain with its key.
    pub key: Arc<CertifiedKey>,
    /// The bytes of both files.
    pub bytes: [Vec<u8>; 2],
}

impl CertificateFiles {
    /// The files of the settings; `None` if the server speaks plain HTTP.
    ///
    /// # Errors
    /// [`Error::Setting`] if only one of the two is set, or the public address is not `https://`.
    pub fn of(settings: &Settings) -> Result<Option<Self>> {
        let (cert, key) = match (settings.tls_cert.clone(), settings.tls_key.clone()) {
            (Some(cert), Some(key)) => (cert, key),
            (None, None) => return Ok(None),
            (Some(_), None) => {
                return Err(Error::setting(KEY, "tls-cert also needs tls-key"));
            }
            (None, Some(_)) => {
                return Err(Error::setting(CERT, "tls-key also needs tls-cert"));
            }
        };
        if !settings.is_https() {
            let words = "a server with its own certificate (tls-cert) must have an https:// address";
            return Err(Error::setting("public-url", words));
        }
        Ok(Some(Self { cert, key }))
    }

    /// Reads both files.
    ///
    /// # Errors
    /// [`Error::Setting`] if a file cannot be read or contains no certificate or key, if others can read the key, or if
    /// the key belongs to another certificate.
    pub fn read(&self) -> Result<Certificate> {
        let cert = read(CERT, &self.cert)?;
        let mode = fs::metadata(&self.key).map(|file| file.permissions().mode()).unwrap_or_default();
        if mode & 0o007 != 0 {
            let words = "others can read it: run `chmod o= FILE` and consider a new key";
            return Err(wrong(KEY, &self.key, words));
        }
        let key = read(KEY, &self.key)?;
        let chain: Vec<_> = CertificateDer::pem_slice_iter(&cert)
            .collect::<std::result::Result<_, _>>()
            .map_err(|error| wrong(CERT, &self.cert, error))?;
        if chain.is_empty() {
            return Err(wrong(CERT, &self.cert, "it contains no certificate (PEM)"));
        }
        let private = PrivateKeyDer::from_pem_slice(&key)
            .map_err(|error| wrong(KEY, &self.key, format!("it contains no key (PEM): {error}")))?;
        let certified = CertifiedKey::from_der(chain, private, &aws_lc_rs::default_provider())
            .map_err(|error| wrong(KEY, &self.key, format!("it is not the key of {}: {error}", self.cert.display())))?;
        Ok(Certificate { key: Arc::new(certified), bytes: [cert, key] })
    }
}

/// The TLS configuration for a remote store: its certificate must come from an authority of the system or from one in
/// `ca` (PEM).
///
/// # Errors
/// [`Error::Setting`] if `ca` cannot be read or contains no certificate.
pub(crate) fn trusting(ca: Option<&Path>) -> Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let system = rustls_native_certs::load_native_certs();
    for error in system.errors {
        tracing::warn!(%error, "certificate authorities of the system could not be read");
    }
    roots.add_parsable_certificates(system.certs);
    if let Some(ca) = ca {
        let bytes = read(STORE_CA, ca)?;
        let own: Vec<_> = CertificateDer::pem_slice_iter(&bytes)
            .collect::<std::result::Result<_, _>>()
            .map_err(|error| wrong(STORE_CA, ca, error))?;
        if own.is_empty() {
            return Err(wrong(STORE_CA, ca, "it contains no certificate (PEM)"));
        }
        own.into_iter().try_for_each(|one| roots.add(one)).map_err(|error| wrong(STORE_CA, ca, error))?;
    }
    // The provider is explicit, because the database's client and others bring a second one.
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(Error::internal)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

fn read(setting: &'static str, path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| wrong(setting, path, error))
}

fn wrong(setting: &'static str, path: &Path, problem: impl std::fmt::Display) -> Error {
    Error::setting(setting, format!("{}: {problem}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(folder: &Path) -> Settings {
        Settings {
            public_url: Some("https://sabi.test".parse().unwrap()),
            tls_cert: Some(folder.join("cert.pem")),
            tls_key: Some(folder.join("key.pem")),
            ..Settings::in_memory(folder)
        }
    }

    fn write(folder: &Path, name: &str, text: &str, mode: u32) {
        fs::write(folder.join(name), text).unwrap();
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    fn said(settings: &Settings) -> String {
        let read = CertificateFiles::of(settings).and_then(|files| files.unwrap().read().map(drop));
        read.unwrap_err().to_string()
    }

    #[test]
    fn authorities_of_a_file_are_believed_beside_those_of_the_system() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        let said = || trusting(Some(&file)).map(drop).unwrap_err().to_string();
        assert!(said().starts_with("--store-ca: ") && said().contains("ca.pem"), "{}", said());
        write(folder.path(), "ca.pem", "nothing", 0o600);
        assert!(said().contains("it contains no certificate"), "{}", said());
        write(folder.path(), "ca.pem", &rcgen::generate_simple_self_signed([]).unwrap().cert.pem(), 0o600);
        trusting(Some(&file)).unwrap();
        trusting(None).unwrap();
    }

    #[test]
    fn a_certificate_is_read_with_its_key_and_what_is_wrong_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let [made, other] = [0, 1].map(|_| rcgen::generate_simple_self_signed(["sabi.test".to_owned()]).unwrap());
        let right = settings(at);
        assert!(said(&right).starts_with("--tls-cert: ") && said(&right).contains("cert.pem"));
        write(at, "cert.pem", &made.cert.pem(), 0o644);
        assert!(said(&right).starts_with("--tls-key: ") && said(&right).contains("key.pem"));
        write(at, "key.pem", &made.signing_key.serialize_pem(), 0o640);
        let read = CertificateFiles::of(&right).unwrap().unwrap().read().unwrap();
        assert_eq!(read.key.cert, [made.cert.der().clone()]);

        write(at, "key.pem", &made.signing_key.serialize_pem(), 0o644);
        assert!(said(&right).contains("others can read it"));
        write(at, "key.pem", &other.signing_key.serialize_pem(), 0o600);
        assert!(said(&right).contains("it is not the key of"), "{}", said(&right));
        write(at, "key.pem", "nothing", 0o600);
        assert!(said(&right).contains("it contains no key"));
        write(at, "cert.pem", "nothing", 0o600);
        assert!(said(&right).contains("it contains no certificate"));

        let half = Settings { tls_key: None, ..settings(at) };
        assert!(said(&half).starts_with("--tls-key: "));
        let plain = Settings { public_url: Some("http://sabi.test".parse().unwrap()), ..settings(at) };
        assert!(said(&plain).starts_with("--public-url: "));
    }
}
