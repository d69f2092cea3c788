//! The courses of `texts/lessons`: one file for each language, which the page fetches when somebody learns.

use mohreh_games::Kind;
use mohreh_lessons::{Course, CourseError, pack};
use mohreh_texts::Language;

use crate::files::Files;
use crate::pages::LATER;
use crate::{Result, root};

/// Adds the courses and returns their URLs: `fa=URL en=URL`.
pub(crate) fn add(files: &mut Files) -> Result<String> {
    let mut urls = Vec::new();
    for language in Language::ALL {
        let code = language.code();
        let courses = Kind::ALL.iter().map(|kind| course(*kind, code));
        let pack = pack(&courses.collect::<Result<Vec<_>>>()?);
        urls.push(format!(
            "{code}={}",
            files.add_hashed(&format!("{LATER}-lessons-{code}.txt"), pack)
        ));
    }
    Ok(urls.join(" "))
}

/// The two files of a course, which must be readable.
fn course(kind: Kind, code: &str) -> Result<(Kind, String, String)> {
    let paths = [format!("texts/lessons/{kind}.txt"), format!("texts/{code}/lessons/{kind}.txt")];
    let read = |path: &String| {
        std::fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
    };
    let (shared, sentences) = (read(&paths[0])?, read(&paths[1])?);
    match Course::read(kind, &shared, &sentences) {
        Ok(_) => Ok((kind, shared, sentences)),
        Err(CourseError::Shared(error)) => Err(format!("{}: {error}", paths[0])),
        Err(CourseError::Sentences(error)) => Err(format!("{}: {error}", paths[1])),
    }
}
