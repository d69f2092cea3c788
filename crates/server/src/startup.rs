//! Startup errors as messages for the operator: what is wrong and how to fix it. Pure functions of the cause, so that
//! tests need no real fault.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

/// Lower ports need a privilege.
const FIRST_UNPRIVILEGED_PORT: u16 = 1024;
/// Suggested in place of a privileged port.
const DEFAULT_PORT: u16 = 7373;
/// Hint appended to messages about a database file.
pub(crate) const DATABASE_HINT: &str = "choose another file with --database";

/// Text of a system error without its number, to continue a sentence.
fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The server cannot listen. `free` is an address to suggest, `program` the path of this binary.
pub(crate) fn cannot_listen(
    address: SocketAddr,
    error: &io::Error,
    free: Option<SocketAddr>,
    program: &Path,
) -> String {
    let (ip, port) = (address.ip(), address.port());
    match error.kind() {
        ErrorKind::AddrInUse => {
            let instead = match free {
                Some(free) => format!("port {} is free: --address {free}", free.port()),
                None => "choose another with --address".to_string(),
            };
            format!(
                "port {port} of {ip} is in use by another program, or by another Mohreh; {instead}"
            )
        }
        ErrorKind::PermissionDenied if port < FIRST_UNPRIVILEGED_PORT => format!(
            "this user may not listen at port {port}, as ports below {FIRST_UNPRIVILEGED_PORT} are reserved; choose a \
             higher one (--address {}), or allow it with `sudo setcap cap_net_bind_service=+ep {}` \
             (in a systemd unit: AmbientCapabilities=CAP_NET_BIND_SERVICE)",
            SocketAddr::new(ip, DEFAULT_PORT),
            program.display(),
        ),
        ErrorKind::AddrNotAvailable => {
            let (this, every): (IpAddr, IpAddr) = match ip {
                IpAddr::V4(_) => (Ipv4Addr::LOCALHOST.into(), Ipv4Addr::UNSPECIFIED.into()),
                IpAddr::V6(_) => (Ipv6Addr::LOCALHOST.into(), Ipv6Addr::UNSPECIFIED.into()),
            };
            format!(
                "{ip} is not an address of this machine; use {this} to be reached from this machine alone, \
                 or {every} from everywhere: --address {}",
                SocketAddr::new(every, port),
            )
        }
        _ => format!(
            "nobody can listen at {address} ({}); choose another with --address",
            system_message(error)
        ),
    }
}

/// A free port near a taken one: one of the next 20, or any.
pub(crate) fn free_port_near(address: SocketAddr) -> Option<SocketAddr> {
    let next = (1..=20).filter_map(|more| address.port().checked_add(more));
    next.chain([0]).find_map(|port| {
        let listener = TcpListener::bind(SocketAddr::new(address.ip(), port)).ok()?;
        listener.local_addr().ok()
    })
}

/// A file cannot be created or written; `instead` says how to choose another.
pub(crate) fn cannot_write(path: &Path, error: &io::Error, instead: &str) -> String {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let (name, folder) = (path.display(), folder.unwrap_or(Path::new(".")).display());
    match error.kind() {
        ErrorKind::AlreadyExists => format!("{name} is there already; {instead}"),
        ErrorKind::IsADirectory => {
            format!("{name} is a folder and not a file; {instead}")
        }
        ErrorKind::NotADirectory => {
            format!("{name} cannot be made, because a part of its path is no folder; {instead}")
        }
        ErrorKind::PermissionDenied => format!(
            "this user may not write {name} ({}); allow it to write in the folder {folder}, or {instead}",
            system_message(error)
        ),
        ErrorKind::ReadOnlyFilesystem => {
            format!("{name} cannot be written, as its disk can only be read; {instead}")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!(
                "there is no room for {name}, as the disk is full; free some space, or {instead}"
            )
        }
        _ => format!("{name} cannot be written ({}); {instead}", system_message(error)),
    }
}

/// Database as the operator knows it, without credentials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DatabaseName {
    /// SQLite file.
    File(PathBuf),
    /// In-memory SQLite.
    Memory,
    /// PostgreSQL server.
    Postgres { host: String, port: u16, user: String, database: String },
}

impl fmt::Display for DatabaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseName::File(path) => write!(f, "the database {}", path.display()),
            DatabaseName::Memory => f.write_str("the database in memory"),
            DatabaseName::Postgres { host, port, database, .. } => {
                write!(f, "the database {database} at {host}:{port}")
            }
        }
    }
}

/// Cause of a database error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// Extended SQLite result code.
    Sqlite(u32),
    /// PostgreSQL SQLSTATE.
    Postgres(String),
    /// Connection error.
    Io(ErrorKind),
    /// No response in time.
    Timeout,
    /// Any other error.
    Other,
}

/// A database cannot be used; `why` is its own message.
pub(crate) fn cannot_use(name: &DatabaseName, cause: &Cause, why: &str) -> String {
    match (name, cause) {
        // The low byte of an extended result code is the primary code.
        (DatabaseName::File(path), Cause::Sqlite(code)) => sqlite(path, code & 0xff, why),
        (DatabaseName::Postgres { host, port, user, database }, cause) => {
            postgres(&format!("{host}:{port}"), user, database, cause, why)
        }
        _ => format!("{name} cannot be used: {why}"),
    }
}

fn sqlite(path: &Path, kind: u32, why: &str) -> String {
    let path = path.display();
    match kind {
        // SQLITE_BUSY, SQLITE_LOCKED.
        5 | 6 => {
            format!(
                "the database {path} is locked by another program; try again when that has ended"
            )
        }
        // SQLITE_READONLY, SQLITE_CANTOPEN.
        8 | 14 => format!(
            "the database {path} cannot be written; allow this user to write to it and in its folder, as \
             SQLite keeps files beside it, or {DATABASE_HINT}"
        ),
        // SQLITE_CORRUPT.
        11 => format!(
            "the database {path} is damaged; keep a copy of it, and bring back the last backup into a new \
             file: mohreh restore --database NEW-FILE BACKUP"
        ),
        // SQLITE_NOTADB.
        26 => format!(
            "{path} is not a database of Mohreh but a file of another kind; choose another file"
        ),
        _ => format!("the database {path} cannot be used: {why}"),
    }
}

fn postgres(place: &str, user: &str, database: &str, cause: &Cause, why: &str) -> String {
    match cause {
        Cause::Io(ErrorKind::ConnectionRefused) => format!(
            "nobody answers at {place}; start PostgreSQL there, or correct the address in --database"
        ),
        Cause::Timeout => format!(
            "PostgreSQL at {place} does not answer in time; is it running there, and may this machine reach it?"
        ),
        Cause::Postgres(code) => match code.as_str() {
            // invalid_password, invalid_authorization_specification.
            "28P01" | "28000" => format!(
                "PostgreSQL at {place} does not let the user {user} in ({why}); correct the user and the \
                 password in --database"
            ),
            "3D000" => format!(
                "PostgreSQL at {place} has no database {database}; create it with `createdb {database}`, or \
                 correct its name in --database"
            ),
            // insufficient_privilege, invalid_schema_name.
            "42501" | "3F000" => format!(
                "PostgreSQL at {place} does not let the user {user} make tables in the database {database} \
                 ({why}); allow it with `GRANT CREATE ON SCHEMA public TO {user}`"
            ),
            "25006" => format!(
                "PostgreSQL at {place} can only be read, as a standby can; give the address of the one that \
                 is written to in --database"
            ),
            "57P03" => {
                format!("PostgreSQL at {place} is starting or ending; try again in a moment")
            }
            _ => format!("PostgreSQL at {place} cannot be used: {why}"),
        },
        _ => format!("PostgreSQL at {place} cannot be reached: {why}"),
    }
}

/// The schema version is newer than this binary.
pub(crate) fn too_new(name: &DatabaseName, version: i64, known: i64) -> String {
    format!(
        "{name} was brought up to version {version} by a newer Mohreh, and this one knows versions up to \
         {known}; start the newer program, or give this one another database with --database"
    )
}

/// A database of another version cannot be verified.
pub(crate) fn other_version(name: &DatabaseName, version: i64, known: i64) -> String {
    format!(
        "{name} has version {version}, and this program checks version {known}; check it with the program that \
         serves it"
    )
}

/// A database of another program: it has tables, but no migrations.
pub(crate) fn foreign_database(name: &DatabaseName) -> String {
    format!("{name} is not one of Mohreh but of another program; choose another file")
}

/// Another server holds the lock file.
pub(crate) fn database_in_use(path: &Path) -> String {
    format!(
        "another server is at work on the database {}; end it first, or {DATABASE_HINT} (only a PostgreSQL can be \
         shared by several servers)",
        path.display()
    )
}

/// The disk is full and the schema is not up to date, so not even reads can be served.
pub(crate) fn disk_full(name: &DatabaseName) -> String {
    format!("the disk with {name} is full; free some space")
}

/// Told to clients in read-only mode.
pub(crate) const READ_ONLY: &str = "the disk is full: everything can be read, and nothing can be kept until there is \
                             room again";

/// Told to clients while the database refuses writes, as a standby of PostgreSQL does.
pub(crate) const DATABASE_READ_ONLY: &str = "the database can only be read at the moment: everything can be read, and \
                                      nothing can be kept until it can be written again";

/// Malformed database URL; `why` is the parser's message.
pub(crate) fn bad_database_url(address: &str, why: Option<&str>) -> String {
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    format!(
        "{} is no place for a database{why}: give the name of a file, or \
         postgres://USER:PASSWORD@HOST/NAME",
        redacted(address)
    )
}

/// Malformed NATS URL.
pub(crate) fn bad_nats_url(address: &str, why: &str) -> String {
    let address = redacted(address);
    format!("{address} is no address of NATS ({why}); one looks like nats://HOST:4222")
}

/// NATS is unreachable. Logged, not fatal.
pub(crate) fn nats_unreachable(address: &str) -> String {
    let address = redacted(address);
    format!(
        "NATS at {address} cannot be reached; until it can, nodes learn from the database what others do, \
         a little later"
    )
}

/// The page is missing; `folder` is the one given by `--pages`, and whether it exists.
pub(crate) fn no_page(folder: Option<(&Path, bool)>) -> String {
    match folder {
        None => "there is no page in this program; `cargo xtask run` builds it".to_string(),
        Some((folder, true)) => format!(
            "there is no page in the folder {}; leave --pages out to hand out the one in the program",
            folder.display()
        ),
        Some((folder, false)) => format!(
            "there is no folder {}; leave --pages out to hand out the page in the program",
            folder.display()
        ),
    }
}

/// URL without credentials.
pub(crate) fn redacted(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listening(address: &str, kind: ErrorKind, free: Option<&str>) -> String {
        let address = address.parse().unwrap();
        let free = free.map(|free| free.parse().unwrap());
        cannot_listen(address, &kind.into(), free, Path::new("/usr/bin/mohreh"))
    }

    #[test]
    fn listen_errors_say_what_to_do() {
        assert_eq!(
            listening("127.0.0.1:7373", ErrorKind::AddrInUse, Some("127.0.0.1:7374")),
            "port 7373 of 127.0.0.1 is in use by another program, or by another Mohreh; port 7374 is free: \
             --address 127.0.0.1:7374"
        );
        assert!(listening("[::1]:80", ErrorKind::AddrInUse, None).ends_with("with --address"));
        assert_eq!(
            listening("0.0.0.0:80", ErrorKind::PermissionDenied, None),
            "this user may not listen at port 80, as ports below 1024 are reserved; choose a higher one \
             (--address 0.0.0.0:7373), or allow it with `sudo setcap cap_net_bind_service=+ep \
             /usr/bin/mohreh` (in a systemd unit: AmbientCapabilities=CAP_NET_BIND_SERVICE)"
        );
        // Permission denied for a reason other than the port.
        assert_eq!(
            listening("0.0.0.0:8080", ErrorKind::PermissionDenied, None),
            "nobody can listen at 0.0.0.0:8080 (permission denied); choose another with --address"
        );
        for (address, every) in [("192.0.2.1:80", "0.0.0.0:80"), ("[2001:db8::1]:80", "[::]:80")] {
            let message = listening(address, ErrorKind::AddrNotAvailable, None);
            assert!(message.contains("is not an address of this machine"), "{message}");
            assert!(message.ends_with(&format!("--address {every}")), "{message}");
        }
    }

    #[test]
    fn a_free_port_is_found() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let free = free_port_near(address).unwrap();
        assert_ne!(free.port(), address.port());
        assert_eq!(free.ip(), address.ip());
        assert!(
            free_port_near("127.0.0.1:65535".parse().unwrap()).is_some(),
            "there is no next one"
        );
        assert_eq!(free_port_near("192.0.2.1:80".parse().unwrap()), None, "of another machine");
    }

    #[test]
    fn file_errors_say_what_to_do() {
        let path = Path::new("/data/mohreh.sqlite");
        for (kind, wanted) in [
            (ErrorKind::PermissionDenied, "write in the folder /data, or choose another"),
            (ErrorKind::ReadOnlyFilesystem, "its disk can only be read"),
            (ErrorKind::StorageFull, "the disk is full; free some space"),
            (ErrorKind::IsADirectory, "is a folder and not a file"),
            (ErrorKind::AlreadyExists, "is there already"),
            (ErrorKind::NotADirectory, "a part of its path is no folder"),
            (ErrorKind::NotFound, "cannot be written (entity not found)"),
        ] {
            let message = cannot_write(path, &kind.into(), DATABASE_HINT);
            assert!(
                message.contains("/data/mohreh.sqlite") && message.contains(wanted),
                "{message}"
            );
            assert!(message.ends_with(DATABASE_HINT), "{message}");
        }
        let system = io::Error::from_raw_os_error(2);
        let message = cannot_write(Path::new("x"), &system, DATABASE_HINT);
        assert!(!message.contains("os error") && message.contains("(no such"), "{message}");
        let message =
            cannot_write(Path::new("x"), &ErrorKind::PermissionDenied.into(), DATABASE_HINT);
        assert!(message.contains("in the folder ., or"), "{message}");
    }

    #[test]
    fn database_errors_say_what_to_do() {
        let file = DatabaseName::File("/data/a.sqlite".into());
        let server = DatabaseName::Postgres {
            host: "db".to_string(),
            port: 5432,
            user: "sara".to_string(),
            database: "games".to_string(),
        };
        let sql = |code: &str| Cause::Postgres(code.to_string());
        for (name, cause, wanted) in [
            (&file, Cause::Sqlite(5), "locked by another program"),
            (&file, Cause::Sqlite(8), "allow this user to write"),
            (&file, Cause::Sqlite(14), "allow this user to write"),
            (&file, Cause::Sqlite(11), "is damaged"),
            // SQLITE_CORRUPT_INDEX.
            (&file, Cause::Sqlite(779), "is damaged"),
            (&file, Cause::Sqlite(26), "a file of another kind"),
            (&file, Cause::Sqlite(1), "cannot be used: because"),
            (&server, Cause::Io(ErrorKind::ConnectionRefused), "start PostgreSQL there"),
            (&server, Cause::Io(ErrorKind::TimedOut), "cannot be reached: because"),
            (&server, Cause::Timeout, "does not answer in time"),
            (&server, sql("28P01"), "does not let the user sara in (because)"),
            (&server, sql("28000"), "does not let the user sara in (because)"),
            (&server, sql("3D000"), "`createdb games`"),
            (&server, sql("42501"), "`GRANT CREATE ON SCHEMA public TO sara`"),
            (&server, sql("3F000"), "`GRANT CREATE ON SCHEMA public TO sara`"),
            (&server, sql("25006"), "can only be read"),
            (&server, sql("57P03"), "try again in a moment"),
            (&server, sql("XX000"), "cannot be used: because"),
            (&server, Cause::Other, "cannot be reached: because"),
            (&DatabaseName::Memory, Cause::Sqlite(7), "in memory cannot be used: because"),
        ] {
            let message = cannot_use(name, &cause, "because");
            assert!(message.contains(wanted), "{cause:?}: {message}");
            let place = if *name == server { "db:5432" } else { "" };
            assert!(message.contains(place), "{message}");
            assert!(*name != file || message.contains("/data/a.sqlite"), "{message}");
        }
        for message in [too_new(&server, 7, 1), foreign_database(&server), disk_full(&server)] {
            assert!(message.contains("the database games at db:5432"), "{message}");
        }
        assert!(too_new(&file, 7, 1).contains("version 7"));
    }

    #[test]
    fn messages_redact_credentials() {
        let secret = "postgres://sara:hush@db.internal:x/games";
        for message in [
            bad_database_url(secret, Some("invalid port")),
            bad_nats_url(secret, "no"),
            nats_unreachable(secret),
        ] {
            assert!(!message.contains("hush") && message.contains("…@db.internal"), "{message}");
        }
        assert_eq!(redacted("/data/a@b.sqlite"), "/data/a@b.sqlite");
    }
}
