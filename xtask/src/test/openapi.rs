//! The OpenAPI document against a running server: schemathesis sends valid and invalid requests and follows the links;
//! every response must conform to the document.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{call, target_dir};
use crate::product::{DIST, Native};
use crate::services::{Services, free_port};

const TOOL: &str = "schemathesis==4.32.5";
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance";
/// Registers a guest and prints a token; in Python, which schemathesis needs anyway.
const GUEST: &str = "\
import http.cookiejar, json, sys, urllib.request
url, jar = sys.argv[1], http.cookiejar.CookieJar()
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
def post(path, body):
    head = {'origin': url, 'content-type': 'application/json'}
    return json.load(browser.open(urllib.request.Request(url + path, json.dumps(body).encode(), head)))
post('/api/person', {'name': 'Sara'})
print(post('/api/tokens', {'label': 'test'})['token'])
";

/// Path of schemathesis, installed if it is missing.
fn tool(root: &Path) -> Result<PathBuf, String> {
    let folder = target_dir(root).join("schemathesis");
    let python = folder.join("bin/python");
    let python = python.to_string_lossy();
    if !call(&python, root, &["-m", "pip", "show", "--quiet", "schemathesis"]).works() {
        println!("installing {TOOL} …");
        call("python3", root, &["-m", "venv", &folder.to_string_lossy()]).run()?;
        call(&python, root, &["-m", "pip", "install", "--quiet", TOOL]).run()?;
    }
    Ok(folder.join("bin"))
}

pub(super) fn run(root: &Path) -> Result<(), String> {
    let tool = tool(root)?;
    let mut services = Services::none()?;
    let (port, database) = (free_port()?, services.folder.join("games.sqlite"));
    let address = format!("127.0.0.1:{port}");
    let mut server = Command::new(Native::Dev.program(root, "mohreh"));
    server.args(["serve", "--address", &address, "--database", &database.to_string_lossy()]);
    server.arg("--no-limits");
    // The program was built before the page was.
    server.args(["--pages", DIST]).current_dir(root);
    services.spawn(server, port)?;
    let url = format!("http://{address}");
    let python = tool.join("python");
    let token = call(&python.to_string_lossy(), root, &["-c", GUEST, &url]).output()?;
    let shown = format!("Authorization: Bearer {}", token.trim());
    attempt(&services.folder, &tool, &url, "as nobody", &[])?;
    // Whoever gives the token away has none any more.
    let known = ["--header", &shown, "--exclude-operation-id", "deleteToken"];
    attempt(&services.folder, &tool, &url, "as a guest", &known)
}

/// Whatever the tool writes goes into `folder`.
fn attempt(folder: &Path, tool: &Path, url: &str, who: &str, more: &[&str]) -> Result<(), String> {
    let mut command = Command::new(tool.join("schemathesis"));
    command.current_dir(folder).args(["run", &format!("{url}/api/openapi.json")]);
    command.args(["--checks", CHECKS, "--seed", "1", "--max-examples", "25"]);
    command.args(["--warnings", "off", "--no-color", "--generation-database", "none"]).args(more);
    let output = command.output().map_err(|error| format!("schemathesis: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        println!("{said}{}", String::from_utf8_lossy(&output.stderr));
        return Err(format!("an answer {who} is not as the document says"));
    }
    let cases = said.lines().map(str::trim).find(|line| line.contains(" generated, "));
    println!("{who}: {}", cases.ok_or("nothing was tried")?);
    Ok(())
}
