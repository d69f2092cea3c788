//! Where the database is, and how connections to it are set up.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, AnyPool, ConnectOptions};

use super::StoreError;
use crate::startup::{self, Named};

/// Which database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Answers questions.
    Read,
    /// Commits what comes in.
    Write,
    /// Migrates or copies everything: takes as long as it takes.
    Copy,
    /// Answers questions where SQLite cannot make the files that several connections need: it must be the
    /// only one.
    OnlyRead,
}

#[derive(Clone, Debug)]
pub struct Place {
    pub backend: Backend,
    /// What it is called when something is wrong with it.
    pub named: Named,
    options: AnyConnectOptions,
}

/// What an address of a database leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Address<'a> {
    /// A server.
    Postgres,
    /// This process alone.
    Memory,
    /// A file.
    File(&'a Path),
}

impl Address<'_> {
    /// `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`.
    pub fn read(url: &str) -> Result<Address<'_>, StoreError> {
        if ["postgres:", "postgresql:"].iter().any(|scheme| url.starts_with(scheme)) {
            return Ok(Address::Postgres);
        }
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        match path {
            ":memory:" => Ok(Address::Memory),
            // The address of something else, or of nothing.
            _ if path.is_empty() || path.contains("://") => {
                Err(StoreError::Unusable(startup::no_database(url, None)))
            }
            _ => Ok(Address::File(Path::new(path))),
        }
    }
}

/// One server alone may be at work on a file: others would not hear what happens there. Whoever claims it has
/// it until this is dropped.
pub fn claim(url: &str) -> Result<Option<File>, StoreError> {
    let Address::File(path) = Address::read(url)? else { return Ok(None) };
    let path = create(path, false).and_then(|()| path.canonicalize());
    // Whatever is wrong with it is told when the database itself is opened.
    let Ok(path) = path else { return Ok(None) };
    // A file of its own, as some systems do not tell this lock from those of SQLite.
    let Ok(file) = File::create(path.with_added_extension("lock")) else { return Ok(None) };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(StoreError::Unusable(startup::claimed(&path))),
        // Where nothing can be locked, nobody can be kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// So that each database in memory is one of its own.
static IN_MEMORY: AtomicU32 = AtomicU32::new(0);

impl Place {
    /// `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`. Creates a file that is not there.
    pub fn open(url: &str) -> Result<Place, StoreError> {
        match Address::read(url)? {
            Address::Postgres => {
                let options: PgConnectOptions = url.parse().map_err(|why| unread(url, &why))?;
                let host = options.get_socket().map(|socket| socket.display().to_string());
                let named = Named::Postgres {
                    host: host.unwrap_or_else(|| options.get_host().to_string()),
                    port: options.get_port(),
                    user: options.get_username().to_string(),
                    database: options.get_database().unwrap_or(options.get_username()).to_string(),
                };
                Place::at(Backend::Postgres, named, url)
            }
            Address::Memory => {
                // The name begins with `/`: all connections of this process then see the same.
                let n = IN_MEMORY.fetch_add(1, Ordering::Relaxed);
                let url = format!("sqlite:/mohreh-memory-{n}?vfs=memdb&mode=rwc");
                Place::at(Backend::Sqlite, Named::Memory, &url)
            }
            Address::File(path) => {
                create(path, false).map_err(|why| {
                    StoreError::Unusable(startup::cannot_write(path, &why, startup::ANOTHER))
                })?;
                Place::file(path, "rw")
            }
        }
    }

    /// Neither in memory nor on another machine.
    pub fn is_file(&self) -> bool {
        matches!(self.named, Named::File(_))
    }

    /// A file that is there, with `rw` or `ro`.
    pub fn file(path: &Path, mode: &str) -> Result<Place, StoreError> {
        // An address would lose `..` before the system sees it, so it is followed first.
        let unusable = |why: io::Error| {
            StoreError::Unusable(startup::cannot_write(path, &why, startup::ANOTHER))
        };
        let full = path.canonicalize().map_err(unusable)?;
        let not_utf8 = || unusable(io::Error::other("the name is not UTF-8"));
        let url = format!("sqlite:{}?mode={mode}", escaped(full.to_str().ok_or_else(not_utf8)?));
        Place::at(Backend::Sqlite, Named::File(full), &url)
    }

    fn at(backend: Backend, named: Named, url: &str) -> Result<Place, StoreError> {
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = url.parse().map_err(|why| unread(url, &why))?;
        Ok(Place { backend, named, options: options.disable_statement_logging() })
    }

    /// A connection for one user.
    pub async fn connect(&self, role: Role) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        sqlx::raw_sql(settings(self.backend, role)).execute(&mut connection).await?;
        Ok(connection)
    }

    /// Connections for whoever reads.
    pub async fn readers(&self, role: Role) -> Result<AnyPool, sqlx::Error> {
        let most = match (self.backend, role) {
            (_, Role::OnlyRead) => 1,
            (Backend::Sqlite, _) => 4,
            (Backend::Postgres, _) => 8,
        };
        let settings = settings(self.backend, role);
        let options = AnyPoolOptions::new()
            .max_connections(most)
            .min_connections(1)
            .acquire_timeout(Duration::from_secs(3))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    sqlx::raw_sql(settings).execute(connection).await?;
                    Ok(())
                })
            });
        // SQLite's are threads of ours, and a database in memory ends with its last connection.
        let options = match self.backend {
            Backend::Sqlite => options.idle_timeout(None).max_lifetime(None),
            Backend::Postgres => options,
        };
        options.connect_with(self.options.clone()).await
    }

    /// How a transaction begins that will write.
    pub fn begin(&self) -> &'static str {
        match self.backend {
            // Nobody else writes from here on, so what is read first stays true.
            Backend::Sqlite => "BEGIN IMMEDIATE",
            Backend::Postgres => "BEGIN",
        }
    }

    /// How a transaction begins that sees everything as it is at one moment.
    pub fn begin_snapshot(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite => "BEGIN",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }
}

/// A connection waits for nothing for longer than those who asked do. What is committed is on the disk:
/// `synchronous` and `fullfsync` see to it in SQLite; in PostgreSQL it is so unless somebody turned it off.
fn settings(backend: Backend, role: Role) -> &'static str {
    match (backend, role) {
        (Backend::Sqlite, Role::Read) => {
            "PRAGMA busy_timeout = 1500; PRAGMA query_only = ON; PRAGMA cache_size = -16384;"
        }
        (Backend::Sqlite, Role::Write) => {
            "PRAGMA busy_timeout = 1500; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA fullfsync = ON; PRAGMA wal_autocheckpoint = 4000; \
             PRAGMA journal_size_limit = 67108864;"
        }
        // What is otherwise in a file beside the database is in memory if nobody else may come.
        (Backend::Sqlite, Role::OnlyRead) => {
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 1500; PRAGMA query_only = ON;"
        }
        (Backend::Sqlite, Role::Copy) => "PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;",
        (Backend::Postgres, Role::Read | Role::OnlyRead) => {
            "SET statement_timeout = '4s'; SET default_transaction_read_only = on;"
        }
        (Backend::Postgres, Role::Write) => {
            "SET statement_timeout = '4s'; SET lock_timeout = '2s'; \
             SET idle_in_transaction_session_timeout = '10s'; \
             SELECT set_config('synchronous_commit', 'on', false) \
             WHERE current_setting('synchronous_commit') = 'off';"
        }
        (Backend::Postgres, Role::Copy) => "SET statement_timeout = 0;",
    }
}

/// Makes the folder, and an empty file where there is none. Nobody else on the machine reads it: seeds are
/// kept in it. `anew` refuses one that is there.
pub fn create(path: &Path, anew: bool) -> io::Result<()> {
    let mut folders = DirBuilder::new();
    let mut options = OpenOptions::new();
    options.write(true).create(true).create_new(anew);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder
        .map_or(Ok(()), |folder| folders.recursive(true).create(folder))
        // What is there in the place of a folder is a file.
        .map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => why,
        })
        .and_then(|()| options.open(path).map(drop))
}

fn unread(url: &str, why: &sqlx::Error) -> StoreError {
    // Its beginning says only that something is wrong with a setting.
    let why = match why {
        sqlx::Error::Configuration(why) => why.to_string(),
        why => why.to_string(),
    };
    StoreError::Unusable(startup::no_database(url, Some(&why)))
}

/// Everything but letters, digits and what paths are made of, as `%20`.
fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let mut text = String::new();
    for byte in path.bytes() {
        if plain(byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_servers() {
        for url in ["a/b.sqlite", "sqlite:a/b.sqlite", "sqlite://a/b.sqlite"] {
            assert_eq!(Address::read(url), Ok(Address::File(Path::new("a/b.sqlite"))), "{url}");
        }
        for url in ["postgres://me@host/db", "postgresql://host/db"] {
            assert_eq!(Address::read(url), Ok(Address::Postgres), "{url}");
        }
        for url in [":memory:", "sqlite::memory:", "sqlite://:memory:"] {
            assert_eq!(Address::read(url), Ok(Address::Memory), "{url}");
        }
        for url in ["", "sqlite:", "mysql://sara:hush@db/x", "http://x", "sqlite:x://y"] {
            let Err(StoreError::Unusable(why)) = Address::read(url) else { panic!("{url}") };
            assert!(why.contains("postgres://USER") && !why.contains("hush"), "{why}");
        }
    }
}
