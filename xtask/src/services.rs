//! PostgreSQL and NATS for tests and for several nodes on one machine, on free ports, in a
//! temporary folder.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::command::call;
use crate::setup::{is_root, nats, postgres};

/// Servers that run until this is dropped.
pub(crate) struct Services {
    children: Vec<Child>,
    /// Temporary folder; removed on drop.
    pub folder: PathBuf,
    /// URL of the database.
    pub postgres: String,
    /// URL of NATS.
    pub nats: String,
}

impl Services {
    /// No server yet.
    pub(crate) fn none() -> Result<Services, String> {
        let folder = std::env::temp_dir().join(format!("mohreh-services-{}", std::process::id()));
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Services { children: Vec::new(), folder, postgres: String::new(), nats: String::new() })
    }

    pub(crate) fn start(root: &Path) -> Result<Services, String> {
        let (database, news) = (free_port()?, free_port()?);
        let mut services = Services::none()?;
        services.postgres = format!("postgres://mohreh@127.0.0.1:{database}/postgres");
        services.nats = format!("nats://127.0.0.1:{news}");
        services.start_postgres(root, database)?;
        let nats = nats().ok_or("nats-server is missing")?;
        let mut nats = Command::new(nats);
        nats.args(["--addr", "127.0.0.1", "--port", &news.to_string()]);
        services.spawn(nats, news)?;
        Ok(services)
    }

    fn start_postgres(&mut self, root: &Path, port: u16) -> Result<(), String> {
        let bin = postgres().ok_or("PostgreSQL is missing")?;
        let data = self.folder.join("data");
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        let (init, serve) = (text(bin.join("initdb")), text(bin.join("postgres")));
        let (data, sockets) = (text(data), text(self.folder.clone()));
        // PostgreSQL does not run as root; Debian's package has made a user for it.
        let root_needs = is_root(root);
        if root_needs {
            call("chown", root, &["postgres", &sockets]).run()?;
        }
        let as_user = |program: &str, args: &[&str]| {
            let mut command = if root_needs {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", program]);
                command
            } else {
                Command::new(program)
            };
            command.args(args).current_dir("/");
            command
        };
        let made = as_user(&init, &["-D", &data, "-U", "mohreh", "--auth=trust", "-E", "UTF8"])
            .stdout(Stdio::null())
            .status()
            .map_err(|error| format!("{init}: {error}"))?;
        if !made.success() {
            return Err(format!("{init} failed: {made}"));
        }
        let number = port.to_string();
        let place =
            ["-D", &data, "-p", &number, "-k", &sockets, "-c", "listen_addresses=127.0.0.1"];
        self.spawn(as_user(&serve, &place), port)
    }

    /// Spawns a child that is stopped with the others; returns once its port accepts connections.
    pub(crate) fn spawn(&mut self, mut command: Command, port: u16) -> Result<(), String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let log = self.folder.join(format!("{port}.log"));
        let said = std::fs::File::create(&log).map_err(failed)?;
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
        let mut child = quiet.spawn().map_err(failed)?;
        let answer = wait_for(port, &mut child);
        self.children.push(child);
        answer.map_err(|why| {
            let said = std::fs::read(&log).unwrap_or_default();
            format!("{name}: {why}\n{}", String::from_utf8_lossy(&said).trim_end())
        })
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            // SIGINT first; killed after five seconds.
            let interrupt = format!("kill -INT {}", child.id());
            let _ = Command::new("sh").args(["-c", &interrupt]).status();
            let ended = (0..50).any(|_| {
                std::thread::sleep(Duration::from_millis(100));
                matches!(child.try_wait(), Ok(Some(_)))
            });
            if !ended {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}

/// Waits until a port accepts connections.
fn wait_for(port: u16, child: &mut Child) -> Result<(), String> {
    for _ in 0..1200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok(());
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(format!("it ended before it answered at port {port}: {status}"));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(format!("it does not answer at port {port} after two minutes"))
}
