//! Where the database is, and how connections to it are set up.

use std::fs::{DirBuilder, OpenOptions};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions};

use super::StoreError;

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
}

#[derive(Clone, Debug)]
pub struct Place {
    pub backend: Backend,
    /// Neither in memory nor on another machine.
    pub is_file: bool,
    options: AnyConnectOptions,
}

/// So that each database in memory is one of its own.
static IN_MEMORY: AtomicU32 = AtomicU32::new(0);

impl Place {
    /// `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`. Creates a file that is not there.
    pub fn open(url: &str) -> Result<Place, StoreError> {
        if ["postgres:", "postgresql:"].iter().any(|scheme| url.starts_with(scheme)) {
            return Place::at(Backend::Postgres, url);
        }
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        if path == ":memory:" {
            // The name begins with `/`: all connections of this process then see the same.
            let n = IN_MEMORY.fetch_add(1, Ordering::Relaxed);
            return Place::at(
                Backend::Sqlite,
                &format!("sqlite:/mohreh-memory-{n}?vfs=memdb&mode=rwc"),
            );
        }
        let path = Path::new(path);
        create(path, false)?;
        Place::file(path, "rw")
    }

    /// A file that is there, with `rw` or `ro`.
    pub fn file(path: &Path, mode: &str) -> Result<Place, StoreError> {
        // An address would lose `..` before the system sees it, so it is followed first.
        let full = path.canonicalize().map_err(|why| not_a_file(path, &why))?;
        let Some(full) = full.to_str() else {
            return Err(not_a_file(path, &"the name is not UTF-8"));
        };
        let place = Place::at(Backend::Sqlite, &format!("sqlite:{}?mode={mode}", escaped(full)))?;
        Ok(Place { is_file: true, ..place })
    }

    fn at(backend: Backend, url: &str) -> Result<Place, StoreError> {
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = url.parse().map_err(|why: sqlx::Error| {
            StoreError::Unavailable(format!("the address of the database cannot be read: {why}"))
        })?;
        Ok(Place { backend, is_file: false, options: options.disable_statement_logging() })
    }

    /// A connection for one user.
    pub async fn connect(&self, role: Role) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        sqlx::raw_sql(settings(self.backend, role)).execute(&mut connection).await?;
        Ok(connection)
    }

    /// Connections for whoever reads.
    pub async fn readers(&self, most: u32) -> Result<AnyPool, sqlx::Error> {
        let settings = settings(self.backend, Role::Read);
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
        (Backend::Sqlite, Role::Copy) => "PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;",
        (Backend::Postgres, Role::Read) => {
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
pub fn create(path: &Path, anew: bool) -> Result<(), StoreError> {
    let mut folders = DirBuilder::new();
    let mut options = OpenOptions::new();
    options.write(true).create(true).create_new(anew);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder
        .map_or(Ok(()), |folder| folders.recursive(true).create(folder))
        .and_then(|()| options.open(path).map(drop))
        .map_err(|why| not_a_file(path, &why))
}

pub fn not_a_file(path: &Path, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unavailable(format!("{}: {why}", path.display()))
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
