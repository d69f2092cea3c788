//! `cargo xtask tidy`: what no compiler sees.

mod files;
mod licences;
mod rules;
mod walls;

use std::path::Path;

/// One thing that is not as it should be, with the place.
type Finding = String;

pub fn run(root: &Path) -> Result<(), String> {
    let files = files::all(root)?;
    let checks: [(&str, Vec<Finding>); 5] = [
        ("every rule has a test that is named after it", rules::check(&files)),
        ("the walls between the crates stand", walls::check(&files)),
        ("nothing is left open", files::left_open(&files)),
        ("links lead somewhere", files::links(root, &files)),
        ("licences", licences::check(root)?),
    ];
    let mut count = 0;
    for (name, findings) in checks {
        println!("{}  {name}", if findings.is_empty() { "ok " } else { "NOT" });
        for finding in &findings {
            println!("     {finding}");
        }
        count += findings.len();
    }
    match count {
        0 => Ok(()),
        count => Err(format!("tidy has {count} findings")),
    }
}
