//! Entry point of the `mohreh` binary; embeds the built page.

use std::process::ExitCode;

use mohreh_server::Pages;
use rust_embed::Embed;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Makes cargo rebuild this file when the page exists for the first time; later pages are tracked through the
/// embedded files. A build script would rebuild the whole package instead.
const _: Option<&str> = option_env!("MOHREH_PAGE");

/// The built page. Debug builds read the folder at run time.
#[derive(Embed)]
#[folder = "../server/dist"]
#[allow_missing = true]
struct Built;

fn main() -> ExitCode {
    mohreh::main(Pages::embedded(|path| Some(Built::get(path)?.data)))
}
