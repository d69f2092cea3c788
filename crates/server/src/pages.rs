//! Files of the built page, and the mapping from URL paths to them.

use std::borrow::Cow;
use std::path::PathBuf;

use mohreh_texts::Language;

use crate::startup;

/// The built page, embedded in the binary or read from a folder during development.
pub struct Pages(Source);

enum Source {
    Embedded(fn(&str) -> Option<Cow<'static, [u8]>>),
    Folder(PathBuf),
}

/// A file of the page.
pub struct File {
    /// Path below the root, such as `assets/page-1a2b.js`.
    pub path: String,
    /// Contents.
    pub bytes: Cow<'static, [u8]>,
}

/// Result of resolving a URL path.
pub enum Resolved {
    /// Path of a file.
    File(String),
    /// Redirect to this URL path.
    Redirect(String),
    /// Not found, with the path of the localized 404 page if there is one.
    NotFound(Option<String>),
}

impl Pages {
    /// Pages embedded in the binary; `read` returns a file's bytes by path.
    #[must_use]
    pub fn embedded(read: fn(&str) -> Option<Cow<'static, [u8]>>) -> Pages {
        Pages(Source::Embedded(read))
    }

    /// Pages in a folder, read again for every request.
    #[must_use]
    pub fn folder(folder: PathBuf) -> Pages {
        Pages(Source::Folder(folder))
    }

    /// Whether the page is present: the binary can be built without it.
    #[must_use]
    pub fn are_built(&self) -> bool {
        self.read("sw.js").is_some()
    }

    /// Explains a missing page to the operator.
    pub fn check(&self) -> Result<(), String> {
        match &self.0 {
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
        let bytes = match &self.0 {
            Source::Embedded(read) => read(path)?,
            Source::Folder(folder) => std::fs::read(folder.join(path)).ok()?.into(),
        };
        Some(File { path: path.to_string(), bytes })
    }

    /// Resolves a URL path such as `/fa/table/x`. `preferred` is the language for paths without one.
    #[must_use]
    pub fn resolve(&self, address: &str, preferred: &str) -> Resolved {
        let path = address.trim_matches('/');
        if path.is_empty() {
            return Resolved::Redirect(format!("/{preferred}/"));
        }
        if self.read(path).is_some() && !path.ends_with(".br") && !path.ends_with(".gz") {
            return Resolved::File(path.to_string());
        }
        // `index.html` of the folder itself, or `app.html`: the client-side routed page for all paths one level below
        // it.
        let above = path.rsplit_once('/').map(|(above, _)| above);
        let pages = [
            Some(format!("{path}/index.html")),
            Some(format!("{path}/app.html")),
            above.map(|above| format!("{above}/app.html")),
        ];
        if let Some(page) = pages.into_iter().flatten().find(|page| self.read(page).is_some()) {
            return Resolved::File(page);
        }
        let language = path.split('/').next().unwrap_or_default();
        // A path without a language redirects to the preferred one.
        let localized = format!("{preferred}/{path}");
        if Language::from_code(language).is_none()
            && let Resolved::File(page) = self.resolve(&localized, preferred)
            && page.ends_with(".html")
        {
            return Resolved::Redirect(format!("/{localized}"));
        }
        let not_found = [language, preferred].map(|language| format!("{language}/404.html"));
        Resolved::NotFound(not_found.into_iter().find(|page| self.read(page).is_some()))
    }
}
