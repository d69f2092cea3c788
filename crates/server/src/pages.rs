//! Files of the built page, and the mapping from URL paths to them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use axum::body::Bytes;
use axum::http::HeaderValue;
use mohreh_texts::Language;

use crate::startup;

/// The built page, embedded in the binary or read from a folder during development.
pub struct Pages {
    source: Source,
    /// `ETag`s of embedded files, by path.
    tags: RwLock<HashMap<String, HeaderValue>>,
}

enum Source {
    Embedded(fn(&str) -> Option<Cow<'static, [u8]>>),
    Folder(PathBuf),
}

/// A file of the page.
pub struct File {
    /// Path below the root, such as `assets/page-1a2b.js`.
    pub path: String,
    /// Contents; those of an embedded file are not copied.
    pub bytes: Bytes,
    /// `ETag` of the contents.
    pub tag: HeaderValue,
}

/// Result of resolving a URL path.
pub enum Resolved {
    /// A file.
    File(File),
    /// Redirect to this URL path.
    Redirect(String),
    /// Not found, with the localized 404 page if there is one.
    NotFound(Option<File>),
}

impl Pages {
    fn new(source: Source) -> Pages {
        Pages { source, tags: RwLock::default() }
    }

    /// Pages embedded in the binary; `read` returns a file's bytes by path.
    #[must_use]
    pub fn embedded(read: fn(&str) -> Option<Cow<'static, [u8]>>) -> Pages {
        Pages::new(Source::Embedded(read))
    }

    /// Pages in a folder, read again for every request.
    #[must_use]
    pub fn folder(folder: PathBuf) -> Pages {
        Pages::new(Source::Folder(folder))
    }

    /// Whether the page is present: the binary can be built without it.
    #[must_use]
    pub fn are_built(&self) -> bool {
        self.read("sw.js").is_some()
    }

    /// Explains a missing page to the operator.
    pub fn check(&self) -> Result<(), String> {
        match &self.source {
            _ if self.are_built() => Ok(()),
            Source::Embedded(_) => Err(startup::no_page(None)),
            Source::Folder(folder) => Err(startup::no_page(Some((folder, folder.is_dir())))),
        }
    }

    /// File with this exact path.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<File> {
        // Rejects path traversal and hidden files.
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
            return None;
        }
        let bytes = match &self.source {
            Source::Embedded(read) => read(path)?,
            Source::Folder(folder) => std::fs::read(folder.join(path)).ok()?.into(),
        };
        let tag = match bytes {
            Cow::Borrowed(bytes) => self.embedded_tag(path, bytes),
            // Read at run time, so it may have changed.
            Cow::Owned(ref bytes) => tag(bytes),
        };
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        };
        Some(File { path: path.to_string(), bytes, tag })
    }

    /// `ETag` of an embedded file, computed once.
    fn embedded_tag(&self, path: &str, bytes: &'static [u8]) -> HeaderValue {
        let known = self.tags.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        known.unwrap_or_else(|| {
            let mut tags = self.tags.write().unwrap_or_else(PoisonError::into_inner);
            tags.entry(path.to_string()).or_insert_with(|| tag(bytes)).clone()
        })
    }

    /// Resolves a URL path such as `/fa/table/x`. `preferred` is the language for paths without one.
    #[must_use]
    pub fn resolve(&self, address: &str, preferred: &str) -> Resolved {
        let path = address.trim_matches('/');
        if path.is_empty() {
            return Resolved::Redirect(format!("/{preferred}/"));
        }
        let is_variant = path.ends_with(".br") || path.ends_with(".gz");
        if !is_variant && let Some(file) = self.read(path) {
            return Resolved::File(file);
        }
        // `index.html` of the folder itself, or `app.html`: the client-side routed page for all paths one level below
        // it.
        let above = path.rsplit_once('/').map(|(above, _)| above);
        let pages = [
            Some(format!("{path}/index.html")),
            Some(format!("{path}/app.html")),
            above.map(|above| format!("{above}/app.html")),
        ];
        if let Some(page) = pages.into_iter().flatten().find_map(|page| self.read(&page)) {
            return Resolved::File(page);
        }
        let language = path.split('/').next().unwrap_or_default();
        // A path without a language redirects to the preferred one.
        let localized = format!("{preferred}/{path}");
        if Language::from_code(language).is_none()
            && let Resolved::File(page) = self.resolve(&localized, preferred)
            && page.path.ends_with(".html")
        {
            return Resolved::Redirect(format!("/{localized}"));
        }
        let not_found = [language, preferred].map(|language| format!("{language}/404.html"));
        Resolved::NotFound(not_found.into_iter().find_map(|page| self.read(&page)))
    }
}

/// `ETag` from the FNV-1a hash of the contents.
fn tag(bytes: &[u8]) -> HeaderValue {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    let tag = HeaderValue::from_str(&format!("\"{hash:016x}\""));
    tag.unwrap_or(HeaderValue::from_static("\"\""))
}
