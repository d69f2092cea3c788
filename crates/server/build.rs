//! Makes the compiler look again when the built page has changed.

fn main() {
    println!("cargo::rerun-if-changed=dist");
}
