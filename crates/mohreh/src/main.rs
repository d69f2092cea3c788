//! The one binary, with the page in it.

use std::process::ExitCode;

use mohreh_server::Pages;
use rust_embed::Embed;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Which page is embedded, so that cargo builds this file anew when a page is there for the first time. Later ones
/// it knows by the files that are embedded. A build script would make it build the whole package anew.
const _: Option<&str> = option_env!("MOHREH_PAGE");

/// The built page. Debug builds read it from the folder at run time.
#[derive(Embed)]
#[folder = "../server/dist"]
#[allow_missing = true]
struct Built;

fn main() -> ExitCode {
    mohreh::main(Pages::embedded(|path| Some(Built::get(path)?.data)))
}
