//! The files that make up the page, and which of them answers an address.

use std::borrow::Cow;
use std::path::PathBuf;

use mohreh_texts::Language;

use crate::startup;

/// The built page: in the binary, or in a folder while it is being worked on.
pub struct Pages(Source);

enum Source {
    Embedded(fn(&str) -> Option<Cow<'static, [u8]>>),
    Folder(PathBuf),
}

/// A file as it is handed out.
pub struct File {
    /// Its path below the root, such as `assets/page-1a2b.js`.
    pub path: String,
    /// What is in it, without compression.
    pub bytes: Cow<'static, [u8]>,
}

/// What an address leads to.
pub enum Found {
    /// A file with this path.
    File(String),
    /// Elsewhere.
    Moved(String),
    /// Nowhere; this page says so, if there is one.
    Nothing(Option<String>),
}

impl Pages {
    /// What the binary carries: `read` gives a file's bytes by its path.
    #[must_use]
    pub fn embedded(read: fn(&str) -> Option<Cow<'static, [u8]>>) -> Pages {
        Pages(Source::Embedded(read))
    }

    /// What lies in a folder, read anew for every answer.
    #[must_use]
    pub fn folder(folder: PathBuf) -> Pages {
        Pages(Source::Folder(folder))
    }

    /// Whether there is a page at all: a binary can be built before its page was.
    #[must_use]
    pub fn are_built(&self) -> bool {
        self.read("sw.js").is_some()
    }

    /// Why there is no page to hand out, if there is none.
    pub fn check(&self) -> Result<(), String> {
        match &self.0 {
            _ if self.are_built() => Ok(()),
            Source::Embedded(_) => Err(startup::no_page(None)),
            Source::Folder(folder) => Err(startup::no_page(Some((folder, folder.is_dir())))),
        }
    }

    /// The file with a path.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<File> {
        // Nothing leads out of the folder.
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
            return None;
        }
        let bytes = match &self.0 {
            Source::Embedded(read) => read(path)?,
            Source::Folder(folder) => std::fs::read(folder.join(path)).ok()?.into(),
        };
        Some(File { path: path.to_string(), bytes })
    }

    /// What answers an address such as `/fa/table/x`; `wanted` is the language for those who do not
    /// say which.
    #[must_use]
    pub fn find(&self, address: &str, wanted: &str) -> Found {
        let path = address.trim_matches('/');
        if path.is_empty() {
            return Found::Moved(format!("/{wanted}/"));
        }
        if self.read(path).is_some() && !path.ends_with(".br") && !path.ends_with(".gz") {
            return Found::File(path.to_string());
        }
        // A folder has a page of its own, or the one page that draws itself for all below it.
        let above = path.rsplit_once('/').map(|(above, _)| above);
        let pages = [
            Some(format!("{path}/index.html")),
            Some(format!("{path}/app.html")),
            above.map(|above| format!("{above}/app.html")),
        ];
        if let Some(page) = pages.into_iter().flatten().find(|page| self.read(page).is_some()) {
            return Found::File(page);
        }
        let language = path.split('/').next().unwrap_or_default();
        // An address without a language is one in whichever language is wanted.
        let spoken = format!("{wanted}/{path}");
        if Language::from_code(language).is_none()
            && let Found::File(page) = self.find(&spoken, wanted)
            && page.ends_with(".html")
        {
            return Found::Moved(format!("/{spoken}"));
        }
        let nothing = [language, wanted].map(|language| format!("{language}/404.html"));
        Found::Nothing(nothing.into_iter().find(|page| self.read(page).is_some()))
    }
}
