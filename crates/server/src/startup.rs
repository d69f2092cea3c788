//! What is wrong when a server cannot start, as one sentence for the person who starts it: what it is, and
//! what to do about it. Plain functions of what went wrong, so that each can be tested without the fault.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

/// Ports below this one need a right of their own.
const PRIVILEGED: u16 = 1024;
/// A port that anybody may use.
const USUAL: u16 = 7373;
/// How to choose another file for the database.
pub const ANOTHER: &str = "choose another file with --database";

/// What the system says, without its number and in the middle of a sentence.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Why nobody can listen at an address. `free` is one that is free, `program` the path of this program.
pub fn cannot_listen(
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
        ErrorKind::PermissionDenied if port < PRIVILEGED => format!(
            "this user may not listen at port {port}, as ports below {PRIVILEGED} are reserved; choose a \
             higher one (--address {}), or allow it with `sudo setcap cap_net_bind_service=+ep {}` \
             (in a systemd unit: AmbientCapabilities=CAP_NET_BIND_SERVICE)",
            SocketAddr::new(ip, USUAL),
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
            plain(error)
        ),
    }
}

/// An address near one that is in use: one of the next ports, or any that is free.
pub fn free_near(address: SocketAddr) -> Option<SocketAddr> {
    let next = (1..=20).filter_map(|more| address.port().checked_add(more));
    next.chain([0]).find_map(|port| {
        let listener = TcpListener::bind(SocketAddr::new(address.ip(), port)).ok()?;
        listener.local_addr().ok()
    })
}

/// Why a file cannot be made or written; `instead` says how another is chosen.
pub fn cannot_write(path: &Path, error: &io::Error, instead: &str) -> String {
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
            plain(error)
        ),
        ErrorKind::ReadOnlyFilesystem => {
            format!("{name} cannot be written, as its disk can only be read; {instead}")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!(
                "there is no room for {name}, as the disk is full; free some space, or {instead}"
            )
        }
        _ => format!("{name} cannot be written ({}); {instead}", plain(error)),
    }
}

/// A database as the person who runs it knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// In this file.
    File(PathBuf),
    /// Nowhere but in this process.
    Memory,
    /// On a server.
    Postgres { host: String, port: u16, user: String, database: String },
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::File(path) => write!(f, "the database {}", path.display()),
            Named::Memory => f.write_str("the database in memory"),
            Named::Postgres { host, port, database, .. } => {
                write!(f, "the database {database} at {host}:{port}")
            }
        }
    }
}

/// Why a database cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The extended result code of SQLite.
    Sqlite(u32),
    /// The SQLSTATE of PostgreSQL.
    Postgres(String),
    /// The connection failed.
    Io(ErrorKind),
    /// There was no answer in time.
    Late,
    /// Something else.
    Other,
}

/// Why a database cannot be used; `why` is what it says itself.
pub fn cannot_use(named: &Named, cause: &Cause, why: &str) -> String {
    match (named, cause) {
        // The low byte of a code is its kind.
        (Named::File(path), Cause::Sqlite(code)) => sqlite(path, code & 0xff, why),
        (Named::Postgres { host, port, user, database }, cause) => {
            postgres(&format!("{host}:{port}"), user, database, cause, why)
        }
        _ => format!("{named} cannot be used: {why}"),
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
             SQLite keeps files beside it, or {ANOTHER}"
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
        Cause::Late => format!(
            "PostgreSQL at {place} does not answer in time; is it running there, and may this machine reach it?"
        ),
        Cause::Postgres(code) => match code.as_str() {
            // Wrong password; no such role, or not from here.
            "28P01" | "28000" => format!(
                "PostgreSQL at {place} does not let the user {user} in ({why}); correct the user and the \
                 password in --database"
            ),
            "3D000" => format!(
                "PostgreSQL at {place} has no database {database}; create it with `createdb {database}`, or \
                 correct its name in --database"
            ),
            // No right to the schema; no schema of the search path that one has a right to.
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

/// The database is of a version that this program does not know.
pub fn too_new(named: &Named, version: i64, known: i64) -> String {
    format!(
        "{named} was brought up to version {version} by a newer Mohreh, and this one knows versions up to \
         {known}; start the newer program, or give this one another database with --database"
    )
}

/// A database with tables, none of which is ours.
pub fn foreign(named: &Named) -> String {
    format!("{named} is not one of Mohreh but of another program; choose another file")
}

/// Another server has the same file.
pub fn claimed(path: &Path) -> String {
    format!(
        "another server is at work on the database {}; end it first, or {ANOTHER} (only a PostgreSQL can be \
         shared by several servers)",
        path.display()
    )
}

/// There is no room, and nothing that could be served without.
pub fn full(named: &Named) -> String {
    format!("the disk with {named} is full; free some space")
}

/// What is told while a server serves without being able to keep anything.
pub const READ_ONLY: &str = "the disk is full: everything can be read, and nothing can be kept until there is \
                             room again";

/// An address of a database that is none; `why` says what is wrong with it, if anybody knows.
pub fn no_database(address: &str, why: Option<&str>) -> String {
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    format!(
        "{} is no place for a database{why}: give the name of a file, or \
         postgres://USER:PASSWORD@HOST/NAME",
        without_secret(address)
    )
}

/// An address of NATS that is none.
pub fn no_news(address: &str, why: &str) -> String {
    let address = without_secret(address);
    format!("{address} is no address of NATS ({why}); one looks like nats://HOST:4222")
}

/// NATS does not answer. That is no reason not to start.
pub fn news_unreachable(address: &str) -> String {
    let address = without_secret(address);
    format!(
        "NATS at {address} cannot be reached; until it can, nodes learn from the database what others do, \
         a little later"
    )
}

/// Where the page should be and is not; `folder` if it is not the one in the program.
pub fn no_page(folder: Option<(&Path, bool)>) -> String {
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

/// An address without what only its owner may know.
pub fn without_secret(url: &str) -> String {
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
    fn a_port_that_cannot_be_had_is_named_with_what_to_do() {
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
        // Something else than the port forbids this one.
        assert_eq!(
            listening("0.0.0.0:8080", ErrorKind::PermissionDenied, None),
            "nobody can listen at 0.0.0.0:8080 (permission denied); choose another with --address"
        );
        for (address, every) in [("192.0.2.1:80", "0.0.0.0:80"), ("[2001:db8::1]:80", "[::]:80")] {
            let said = listening(address, ErrorKind::AddrNotAvailable, None);
            assert!(said.contains("is not an address of this machine"), "{said}");
            assert!(said.ends_with(&format!("--address {every}")), "{said}");
        }
    }

    #[test]
    fn a_free_port_is_found_and_can_be_had() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let free = free_near(address).unwrap();
        assert_ne!(free.port(), address.port());
        assert_eq!(free.ip(), address.ip());
        assert!(free_near("127.0.0.1:65535".parse().unwrap()).is_some(), "there is no next one");
        assert_eq!(free_near("192.0.2.1:80".parse().unwrap()), None, "of another machine");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named_with_what_to_do() {
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
            let said = cannot_write(path, &kind.into(), ANOTHER);
            assert!(said.contains("/data/mohreh.sqlite") && said.contains(wanted), "{said}");
            assert!(said.ends_with(ANOTHER), "{said}");
        }
        let system = io::Error::from_raw_os_error(2);
        let said = cannot_write(Path::new("x"), &system, ANOTHER);
        assert!(!said.contains("os error") && said.contains("(no such"), "{said}");
        let said = cannot_write(Path::new("x"), &ErrorKind::PermissionDenied.into(), ANOTHER);
        assert!(said.contains("in the folder ., or"), "{said}");
    }

    #[test]
    fn a_database_that_cannot_be_used_is_named_with_what_to_do() {
        let file = Named::File("/data/a.sqlite".into());
        let server = Named::Postgres {
            host: "db".to_string(),
            port: 5432,
            user: "sara".to_string(),
            database: "games".to_string(),
        };
        let sql = |code: &str| Cause::Postgres(code.to_string());
        for (named, cause, wanted) in [
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
            (&server, Cause::Late, "does not answer in time"),
            (&server, sql("28P01"), "does not let the user sara in (because)"),
            (&server, sql("28000"), "does not let the user sara in (because)"),
            (&server, sql("3D000"), "`createdb games`"),
            (&server, sql("42501"), "`GRANT CREATE ON SCHEMA public TO sara`"),
            (&server, sql("3F000"), "`GRANT CREATE ON SCHEMA public TO sara`"),
            (&server, sql("25006"), "can only be read"),
            (&server, sql("57P03"), "try again in a moment"),
            (&server, sql("XX000"), "cannot be used: because"),
            (&server, Cause::Other, "cannot be reached: because"),
            (&Named::Memory, Cause::Sqlite(7), "in memory cannot be used: because"),
        ] {
            let said = cannot_use(named, &cause, "because");
            assert!(said.contains(wanted), "{cause:?}: {said}");
            let place = if *named == server { "db:5432" } else { "" };
            assert!(said.contains(place), "{said}");
            assert!(*named != file || said.contains("/data/a.sqlite"), "{said}");
        }
        for said in [too_new(&server, 7, 1), foreign(&server), full(&server)] {
            assert!(said.contains("the database games at db:5432"), "{said}");
        }
        assert!(too_new(&file, 7, 1).contains("version 7"));
    }

    #[test]
    fn no_sentence_tells_a_secret() {
        let secret = "postgres://sara:hush@db.internal:x/games";
        for said in [
            no_database(secret, Some("invalid port")),
            no_news(secret, "no"),
            news_unreachable(secret),
        ] {
            assert!(!said.contains("hush") && said.contains("…@db.internal"), "{said}");
        }
        assert_eq!(without_secret("/data/a@b.sqlite"), "/data/a@b.sqlite");
    }
}
