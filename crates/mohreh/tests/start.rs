//! Startup failures of `mohreh serve`: it explains the problem and the remedy in one sentence and exits with code 2,
//! or serves in degraded mode.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[cfg(target_os = "linux")]
#[path = "start/full.rs"]
mod full;
#[path = "start/server.rs"]
mod server;
#[path = "../../server/tests/shared/services.rs"]
mod services;
#[path = "shared/signal.rs"]
mod signal;

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use server::{Folder, Up, refused, refused_by};
use services::address_of;

#[test]
fn a_port_in_use_is_named_with_one_that_is_free() {
    let folder = Folder::new("start-port");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = refused(&folder, &["--address", &address]);
    let port = taken.local_addr().unwrap().port();
    assert!(said.starts_with(&format!("port {port} of 127.0.0.1 is in use")), "{said}");
    let (_, free) = said.rsplit_once("--address 127.0.0.1:").expect(&said);
    assert_ne!(free.parse::<u16>().expect(free), port);
    assert!(!folder.0.join("mohreh.sqlite").exists(), "nothing was touched");
}

#[test]
fn an_address_of_another_machine_is_reported() {
    let folder = Folder::new("start-address");
    // Reserved for documentation (RFC 5737, RFC 3849).
    for address in ["192.0.2.1:7373", "[2001:db8::1]:7373"] {
        let said = refused(&folder, &["--address", address]);
        assert!(said.contains("is not an address of this machine"), "{said}");
    }
}

/// The first unprivileged port; 0 in some containers.
#[cfg(target_os = "linux")]
fn first_unprivileged_port() -> u16 {
    let told = fs::read_to_string("/proc/sys/net/ipv4/ip_unprivileged_port_start");
    told.map_or(1024, |told| told.trim().parse().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_port_without_permission_is_reported_with_a_remedy() {
    let folder = Folder::new("start-permission");
    match first_unprivileged_port() {
        0..=80 => {
            // Any user may bind to port 80 here, so the only possible failure is a port in use.
            let up =
                Up::try_start(&folder, &server::unprivileged(), &["--address", "127.0.0.1:80"]);
            if let Err(said) = up {
                assert!(said.contains("port 80 of 127.0.0.1 is in use"), "{said}");
            }
        }
        _ => {
            let by = server::unprivileged();
            let said = refused_by(&by, &folder, &["--address", "127.0.0.1:80"]);
            assert!(said.contains("may not listen at port 80"), "{said}");
            assert!(said.contains("--address 127.0.0.1:7373"), "{said}");
            assert!(said.contains("setcap cap_net_bind_service=+ep /"), "{said}");
        }
    }
}

#[test]
fn a_data_folder_that_cannot_be_written_is_named() {
    let folder = Folder::new("start-folder");
    fs::write(folder.0.join("file"), "").unwrap();
    for (database, wanted) in [
        (folder.0.join("file/mohreh.sqlite"), "a part of its path is no folder"),
        (folder.0.join("pages"), "is a folder and not a file; choose another file with --database"),
        ("/proc/mohreh.sqlite".into(), "/proc/mohreh.sqlite cannot be written"),
    ] {
        let database = database.to_str().unwrap();
        let said = refused(&folder, &["--database", database]);
        assert!(said.contains(database) && said.contains(wanted), "{said}");
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_data_folder_without_permission_is_reported_with_a_remedy() {
    let folder = Folder::new("start-rights");
    let (locked, by) = (folder.0.join("locked"), server::unprivileged());
    fs::create_dir(&locked).unwrap();
    set_mode(&locked, 0o555);
    let database = locked.join("mohreh.sqlite");
    let args = ["--database", database.to_str().unwrap()];
    let said = refused_by(&by, &folder, &args);
    assert!(said.contains("may not write") && said.contains("(permission denied)"), "{said}");
    assert!(said.contains(&format!("in the folder {}", locked.display())), "{said}");
    // A writable file in a read-only folder.
    set_mode(&locked, 0o755);
    Up::start(&folder, &[], &args).end();
    let _ = fs::remove_file(locked.join("mohreh.sqlite.lock"));
    set_mode(&locked, 0o555);
    let said = refused_by(&by, &folder, &args);
    assert!(said.contains("SQLite keeps files beside it"), "{said}");
    set_mode(&database, 0o444);
    let said = refused_by(&by, &folder, &args);
    assert!(said.contains("this user may not write"), "{said}");
    set_mode(&locked, 0o755);
}

#[test]
fn foreign_and_damaged_database_files_are_reported() {
    let folder = Folder::new("start-junk");
    let database = folder.0.join("mohreh.sqlite");
    let args = ["--database", database.to_str().unwrap()];
    Up::start(&folder, &[], &args).end();
    let good = fs::read(&database).unwrap();
    let mut damaged = good.clone();
    damaged[100..].fill(0x5a);
    let mut short = good.clone();
    short.truncate(good.len() / 2);
    for (bytes, wanted) in [
        (b"a letter to somebody, and no database".repeat(40), "a file of another kind"),
        (damaged, "is damaged; keep a copy of it, and bring back the last backup"),
        (short, "is damaged"),
    ] {
        fs::write(&database, &bytes).unwrap();
        let said = refused(&folder, &args);
        assert!(said.contains(wanted) && said.contains("mohreh.sqlite"), "{said}");
        assert_eq!(fs::read(&database).unwrap(), bytes, "it was not touched");
    }
    fs::write(&database, good).unwrap();
    Up::start(&folder, &[], &args).end();
}

#[test]
fn invalid_and_unreachable_databases_are_reported() {
    let folder = Folder::new("start-database");
    let postgres = address_of("PostgreSQL");
    let (scheme, rest) = postgres.split_once("://").unwrap();
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let (place, name) = host.split_once('/').unwrap();
    for (database, wanted) in [
        ("mysql://sara:hush@db/games", "mysql://…@db/games is no place for a database"),
        ("", " is no place for a database: give the name of a file"),
        (
            "postgres://sara:hush@127.0.0.1:1/games",
            "nobody answers at 127.0.0.1:1; start PostgreSQL",
        ),
        (
            "postgres://sara:hush@127.0.0.1:none/games",
            "postgres://…@127.0.0.1:none/games is no place",
        ),
        (
            "postgres://sara:hush@host.invalid/games",
            "PostgreSQL at host.invalid:5432 cannot be reached",
        ),
        (
            &format!("{scheme}://nobody_here@{place}/{name}"),
            "does not let the user nobody_here in (role",
        ),
        (
            &postgres.replace(&format!("/{name}"), "/no_such_games"),
            "has no database no_such_games; create it",
        ),
    ] {
        let said = refused(&folder, &["--database", database]);
        assert!(said.contains(wanted), "{database}: {said}");
        assert!(!said.contains("hush"), "{said}");
    }
}

#[test]
fn two_servers_do_not_share_a_file() {
    let folder = Folder::new("start-two");
    let up = Up::start(&folder, &[], &[]);
    let said = refused(&folder, &[]);
    assert!(said.starts_with("another server is at work on the database /"), "{said}");
    // Also by another spelling of the path.
    let winding = folder.0.join("pages/../mohreh.sqlite");
    let said = refused(&folder, &["--database", winding.to_str().unwrap()]);
    assert!(said.starts_with("another server is at work"), "{said}");
    up.end();
    Up::start(&folder, &[], &[]).end();
}

#[test]
fn an_unreachable_nats_is_reported() {
    let folder = Folder::new("start-news");
    let said = refused(&folder, &["--nats", "nats://sara:hush@a b:x"]);
    assert!(said.contains("is no address of NATS") && !said.contains("hush"), "{said}");
    // An unreachable NATS does not prevent the start.
    let up = Up::start(&folder, &[], &["--nats", "nats://127.0.0.1:1"]);
    up.says("NATS at nats://127.0.0.1:1 cannot be reached");
    up.end();
}

#[test]
fn a_missing_page_is_reported() {
    let folder = Folder::new("start-page");
    let nowhere = folder.0.join("nowhere");
    let said = refused(&folder, &["--pages", nowhere.to_str().unwrap()]);
    assert!(said.starts_with(&format!("there is no folder {}", nowhere.display())), "{said}");
    fs::create_dir(&nowhere).unwrap();
    let said = refused(&folder, &["--pages", nowhere.to_str().unwrap()]);
    assert!(said.starts_with("there is no page in the folder"), "{said}");
}

#[test]
fn invalid_settings_are_reported_by_line() {
    let folder = Folder::new("start-settings");
    let config = folder.0.join("mohreh.toml");
    let args = ["--config", config.to_str().unwrap()];
    let said = refused(&folder, &args);
    assert!(
        said.ends_with("mohreh.toml: there is no such file of settings; --config names it"),
        "{said}"
    );
    for (text, wanted) in [
        (
            "log = \"info\"\nadress = \"x\"\n",
            "line 2: unknown field `adress`, expected one of `address`",
        ),
        ("requests = \"many\"", "line 1: invalid type"),
        ("thinkers = -1", "line 1: invalid value"),
        ("address = \"127.0.0.1:7373", "line 1: "),
        ("[address", "line 1: "),
        ("address = \"localhost:7373\"", "such as 127.0.0.1:7373 or [::1]:7373"),
        ("log = \"info=what=ever\"", "log = \"info=what=ever\""),
        ("public = \"mohreh.example\"", "expected http://"),
    ] {
        fs::write(&config, text).unwrap();
        let said = refused(&folder, &args);
        assert!(said.contains(wanted), "{text}: {said}");
    }
    fs::write(&config, b"log = \"info\"\n# \xff\n").unwrap();
    assert!(refused(&folder, &args).contains("line 2: this is not UTF-8 text"));
    let said = refused(&folder, &["--config", folder.0.to_str().unwrap()]);
    assert!(said.contains("folder") || said.contains("directory"), "{said}");
}

#[test]
fn without_a_home_the_database_has_to_be_named() {
    let folder = Folder::new("start-home");
    let mut command = server::command(&[], &folder, &[]);
    command.env_remove("MOHREH_DATABASE").env_remove("HOME").env_remove("XDG_DATA_HOME");
    let said = server::refusal(command);
    assert!(said.contains("HOME is not set") && said.contains("--database FILE"), "{said}");
}

#[test]
fn an_invalid_address_is_refused_with_an_example() {
    let folder = Folder::new("start-garbled");
    for address in ["localhost:7373", "7373", ":80", "127.0.0.1", "127.0.0.1:99999", ""] {
        let output = server::command(&[], &folder, &["--address", address]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("such as 127.0.0.1:7373 or [::1]:7373"), "{said}");
    }
}
