//! `mohreh serve`: the page, for browsers.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_server::Pages;

use crate::failure::{Failure, Result};

#[derive(clap::Args)]
pub struct Args {
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, env = "MOHREH_ADDRESS", default_value = "127.0.0.1:7373")]
    address: SocketAddr,
    /// Hand out the page from this folder instead of the one in the program
    #[arg(long, value_name = "FOLDER")]
    pages: Option<PathBuf>,
}

pub fn run(args: Args, out: &mut impl Write) -> Result<ExitCode> {
    let pages = args.pages.map_or_else(Pages::embedded, Pages::folder);
    if !pages.are_built() {
        let why = "there is no page to hand out; `cargo xtask run` builds it";
        return Err(Failure::new(why));
    }
    let address = args.address;
    let ready = |address: SocketAddr| {
        writeln!(out, "Mohreh is at http://{address}/ (Ctrl+C ends it)")?;
        out.flush()
    };
    mohreh_server::run(address, pages, ready).map_err(|error| {
        Failure::new(format!("cannot serve at {address}: {error}; --address takes another"))
    })?;
    Ok(ExitCode::SUCCESS)
}
