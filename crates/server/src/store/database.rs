//! Database URLs, connections and their session settings.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions};

use super::StoreError;
use crate::startup::{self, DatabaseName};

/// Database system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Backend {
    Sqlite,
    Postgres,
}

/// Purpose of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Queries.
    Read,
    /// Searches of the archive and exports.
    Search,
    /// Commits and migrations.
    Write,
    /// Verification; no statement timeout.
    Check,
    /// Backup and restore; no statement timeout.
    Copy,
    /// Queries on a full disk: SQLite in exclusive mode, which needs no shared-memory file but allows one connection.
    SoleReader,
}

#[derive(Clone, Debug)]
pub(super) struct Database {
    pub backend: Backend,
    /// Name in messages to the operator.
    pub name: DatabaseName,
    options: AnyConnectOptions,
}

/// Kind of database that a URL names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseUrl<'a> {
    /// PostgreSQL server.
    Postgres,
    /// SQLite in memory, private to this process.
    Memory,
    /// SQLite file.
    File(&'a Path),
}

impl DatabaseUrl<'_> {
    /// Parses `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`.
    pub fn parse(url: &str) -> Result<DatabaseUrl<'_>, StoreError> {
        if ["postgres:", "postgresql:"].iter().any(|scheme| url.starts_with(scheme)) {
            return Ok(DatabaseUrl::Postgres);
        }
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        match path {
            ":memory:" => Ok(DatabaseUrl::Memory),
            // Another scheme, or empty.
            _ if path.is_empty() || path.contains("://") => {
                Err(StoreError::Unusable(startup::bad_database_url(url, None)))
            }
            _ => Ok(DatabaseUrl::File(Path::new(path))),
        }
    }
}

/// Locks an SQLite database against other servers: nodes exchange events only over PostgreSQL and NATS. The lock is
/// held until the file is dropped; `None` if the URL names no file, or the lock file cannot be created.
pub fn lock_database(url: &str) -> Result<Option<File>, StoreError> {
    let DatabaseUrl::File(path) = DatabaseUrl::parse(url)? else { return Ok(None) };
    let path = create_file(path, false).and_then(|()| path.canonicalize());
    // Opening the database reports the problem.
    let Ok(path) = path else { return Ok(None) };
    // A separate file, as on some systems this lock would conflict with SQLite's own.
    let Ok(file) = File::create(path.with_added_extension("lock")) else { return Ok(None) };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(StoreError::Unusable(startup::database_in_use(&path))),
        // The filesystem does not support locks; go on without one.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Counter that makes the names of in-memory databases unique.
static MEMORY_DATABASES: AtomicU32 = AtomicU32::new(0);

impl Database {
    /// Parses a URL; creates a missing SQLite file.
    pub(super) fn from_url(url: &str) -> Result<Database, StoreError> {
        match DatabaseUrl::parse(url)? {
            DatabaseUrl::Postgres => {
                let options: PgConnectOptions = url.parse().map_err(|why| bad_url(url, &why))?;
                let host = options.get_socket().map(|socket| socket.display().to_string());
                let name = DatabaseName::Postgres {
                    host: host.unwrap_or_else(|| options.get_host().to_string()),
                    port: options.get_port(),
                    user: options.get_username().to_string(),
                    database: options.get_database().unwrap_or(options.get_username()).to_string(),
                };
                Database::with_url(Backend::Postgres, name, url)
            }
            DatabaseUrl::Memory => {
                // A `memdb` name that starts with `/` is shared by all connections of the process.
                let n = MEMORY_DATABASES.fetch_add(1, Ordering::Relaxed);
                let url = format!("sqlite:/mohreh-memory-{n}?vfs=memdb&mode=rwc");
                Database::with_url(Backend::Sqlite, DatabaseName::Memory, &url)
            }
            DatabaseUrl::File(path) => {
                create_file(path, false).map_err(|why| {
                    StoreError::Unusable(startup::cannot_write(path, &why, startup::DATABASE_HINT))
                })?;
                Database::file(path, "rw")
            }
        }
    }

    pub(super) fn is_file(&self) -> bool {
        matches!(self.name, DatabaseName::File(_))
    }

    /// Existing SQLite file; `mode` is `rw` or `ro`.
    pub(super) fn file(path: &Path, mode: &str) -> Result<Database, StoreError> {
        // Canonicalized first, because URL parsing would drop `..` segments.
        let unusable = |why: io::Error| {
            StoreError::Unusable(startup::cannot_write(path, &why, startup::DATABASE_HINT))
        };
        let full = path.canonicalize().map_err(unusable)?;
        let not_utf8 = || unusable(io::Error::other("the name is not UTF-8"));
        let url =
            format!("sqlite:{}?mode={mode}", percent_encoded(full.to_str().ok_or_else(not_utf8)?));
        Database::with_url(Backend::Sqlite, DatabaseName::File(full), &url)
    }

    fn with_url(backend: Backend, name: DatabaseName, url: &str) -> Result<Database, StoreError> {
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = url.parse().map_err(|why| bad_url(url, &why))?;
        Ok(Database { backend, name, options: options.disable_statement_logging() })
    }

    /// Opens one connection.
    pub(super) async fn connect(&self, role: Role) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        sqlx::raw_sql(session_sql(self.backend, role)).execute(&mut connection).await?;
        if let (Role::Write, DatabaseName::File(path)) = (role, &self.name) {
            let pages = checkpoint_pages(free_bytes(path));
            let sql = format!("PRAGMA wal_autocheckpoint = {pages}");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await?;
        }
        Ok(connection)
    }

    /// Moves the contents of SQLite's write-ahead log into the database, and truncates it. Readers may delay that.
    pub(super) async fn checkpoint(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<(), sqlx::Error> {
        if self.is_file() {
            sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await?;
        }
        Ok(())
    }

    /// Connection pool for queries.
    pub(super) async fn reader_pool(&self, role: Role) -> Result<AnyPool, sqlx::Error> {
        let max_connections = match (self.backend, role) {
            (_, Role::SoleReader) => 1,
            (_, Role::Search) => 2,
            (Backend::Sqlite, _) => 4,
            (Backend::Postgres, _) => 8,
        };
        let session_sql = session_sql(self.backend, role);
        let options = AnyPoolOptions::new()
            .max_connections(max_connections)
            .min_connections(1)
            .acquire_timeout(Duration::from_secs(3))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    sqlx::raw_sql(session_sql).execute(connection).await?;
                    Ok(())
                })
            });
        // SQLite connections are local threads, so closing idle ones gains nothing, and an in-memory database is lost
        // with its last connection.
        let options = match self.backend {
            Backend::Sqlite => options.idle_timeout(None).max_lifetime(None),
            Backend::Postgres => options,
        };
        options.connect_with(self.options.clone()).await
    }

    /// Statement that begins a write transaction.
    pub(super) fn begin(&self) -> &'static str {
        match self.backend {
            // Takes the write lock at once, so that what the transaction reads stays valid.
            Backend::Sqlite => "BEGIN IMMEDIATE",
            Backend::Postgres => "BEGIN",
        }
    }

    /// Statement that begins a snapshot transaction.
    pub(super) fn begin_snapshot(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite => "BEGIN",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }
}

/// Pages in the write-ahead log after which SQLite checkpoints it.
const CHECKPOINT_PAGES: u64 = 4000;
/// Size of a page.
const PAGE_BYTES: u64 = 4096;

/// Pages after which the write-ahead log is checkpointed: fewer on a small disk, so that the log does not take the room
/// that the database needs to take its contents.
fn checkpoint_pages(free_bytes: u64) -> u64 {
    (free_bytes / PAGE_BYTES / 8).clamp(50, CHECKPOINT_PAGES)
}

/// Free space on the disk of a file, as far as the system tells.
#[cfg(target_os = "linux")]
fn free_bytes(path: &Path) -> u64 {
    rustix::fs::statvfs(path).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn free_bytes(_: &Path) -> u64 {
    u64::MAX
}

/// Session settings. All timeouts are shorter than the callers' own. Commits are durable: by `synchronous` and
/// `fullfsync` in SQLite, by `synchronous_commit` in PostgreSQL.
fn session_sql(backend: Backend, role: Role) -> &'static str {
    match (backend, role) {
        (Backend::Sqlite, Role::Read | Role::Search) => {
            "PRAGMA busy_timeout = 1500; PRAGMA query_only = ON; PRAGMA cache_size = -16384;"
        }
        (Backend::Sqlite, Role::Write) => {
            "PRAGMA busy_timeout = 1500; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA fullfsync = ON; PRAGMA journal_size_limit = 67108864;"
        }
        // In exclusive mode the WAL index is kept in memory instead of the `-shm` file.
        (Backend::Sqlite, Role::SoleReader) => {
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 1500; PRAGMA query_only = ON;"
        }
        (Backend::Sqlite, Role::Copy) => "PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;",
        (Backend::Postgres, Role::Read | Role::SoleReader) => {
            "SET statement_timeout = '4s'; SET default_transaction_read_only = on;"
        }
        (Backend::Postgres, Role::Search) => {
            "SET statement_timeout = '3s'; SET default_transaction_read_only = on;"
        }
        (Backend::Postgres, Role::Write) => {
            "SET statement_timeout = '4s'; SET lock_timeout = '2s'; \
             SET idle_in_transaction_session_timeout = '10s'; \
             SELECT set_config('synchronous_commit', 'on', false) \
             WHERE current_setting('synchronous_commit') = 'off';"
        }
        (Backend::Sqlite, Role::Check) => "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;",
        (Backend::Postgres, Role::Check) => {
            "SET statement_timeout = 0; SET default_transaction_read_only = on;"
        }
        (Backend::Postgres, Role::Copy) => "SET statement_timeout = 0;",
    }
}

/// Creates the folder and an empty file if missing, readable by its owner only, as it holds seeds. With `must_be_new`
/// an existing file is an error.
pub(super) fn create_file(path: &Path, must_be_new: bool) -> io::Result<()> {
    let mut folders = DirBuilder::new();
    let mut options = OpenOptions::new();
    options.write(true).create(true).create_new(must_be_new);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder
        .map_or(Ok(()), |folder| folders.recursive(true).create(folder))
        // A path component exists and is a file.
        .map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => why,
        })
        .and_then(|()| options.open(path).map(drop))
}

fn bad_url(url: &str, why: &sqlx::Error) -> StoreError {
    // The `Configuration` prefix adds nothing.
    let why = match why {
        sqlx::Error::Configuration(why) => why.to_string(),
        why => why.to_string(),
    };
    StoreError::Unusable(startup::bad_database_url(url, Some(&why)))
}

/// Percent-encodes everything but letters, digits and `/-._~`.
fn percent_encoded(path: &str) -> String {
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
    fn database_urls_are_classified() {
        for url in ["a/b.sqlite", "sqlite:a/b.sqlite", "sqlite://a/b.sqlite"] {
            assert_eq!(
                DatabaseUrl::parse(url),
                Ok(DatabaseUrl::File(Path::new("a/b.sqlite"))),
                "{url}"
            );
        }
        for url in ["postgres://me@host/db", "postgresql://host/db"] {
            assert_eq!(DatabaseUrl::parse(url), Ok(DatabaseUrl::Postgres), "{url}");
        }
        for url in [":memory:", "sqlite::memory:", "sqlite://:memory:"] {
            assert_eq!(DatabaseUrl::parse(url), Ok(DatabaseUrl::Memory), "{url}");
        }
        for url in ["", "sqlite:", "mysql://sara:hush@db/x", "http://x", "sqlite:x://y"] {
            let Err(StoreError::Unusable(why)) = DatabaseUrl::parse(url) else { panic!("{url}") };
            assert!(why.contains("postgres://USER") && !why.contains("hush"), "{why}");
        }
    }
}
