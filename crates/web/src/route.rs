//! [`Route`]: parsing and formatting of URL paths, `/LANGUAGE/PAGE/…`.

use mohreh_games::Kind;
use mohreh_texts::Language;

/// A page, without the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Home,
    /// The form for a new game.
    New(Kind),
    /// A position that is set up by hand.
    Editor(Kind),
    /// A local game.
    Table(String),
    /// Replay of a local or archived game; without an id, of one in the fragment or to be imported.
    Replay(Option<String>),
    /// The list of local games.
    Games,
    /// Open tables and games in progress on the server.
    Lobby,
    /// A table of the server. The key that grants a seat is in the fragment, which is not sent to the server.
    Online(String),
    /// Finished games of the server.
    Archive,
    /// Courses; a game, `GAME.LESSON`, or empty for all of them.
    Learn(String),
    Settings,
    /// Puzzles: `KIND`, `KIND-daily`, `KIND-run`, `KIND-storm` or `KIND-ID`; empty for those of all games.
    Puzzles(String),
    Unknown,
}

impl Route {
    /// Parses a path; `None` for an unknown language.
    pub(crate) fn read(path: &str) -> (Option<Language>, Route) {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let language = parts.next().and_then(Language::from_code);
        let parts: Vec<&str> = parts.collect();
        let route = match parts.as_slice() {
            [] => Route::Home,
            ["new", kind] => kind.parse().map_or(Route::Unknown, Route::New),
            ["editor", kind] => kind.parse().map_or(Route::Unknown, Route::Editor),
            ["table", id] => Route::Table((*id).to_string()),
            ["replay"] => Route::Replay(None),
            ["replay", id] => Route::Replay(Some((*id).to_string())),
            ["games"] => Route::Games,
            ["online"] => Route::Lobby,
            ["online", id] => Route::Online((*id).to_string()),
            ["archive"] => Route::Archive,
            ["learn"] => Route::Learn(String::new()),
            ["learn", place] => Route::Learn((*place).to_string()),
            ["settings"] => Route::Settings,
            ["puzzles"] => Route::Puzzles(String::new()),
            ["puzzles", which] => Route::Puzzles((*which).to_string()),
            _ => Route::Unknown,
        };
        (language, route)
    }

    pub(crate) fn path(&self, language: Language) -> String {
        let rest = match self {
            Route::Home | Route::Unknown => String::new(),
            Route::New(kind) => format!("new/{kind}"),
            Route::Editor(kind) => format!("editor/{kind}"),
            Route::Table(id) => format!("table/{id}"),
            Route::Replay(None) => "replay".to_string(),
            Route::Replay(Some(id)) => format!("replay/{id}"),
            Route::Games => "games".to_string(),
            Route::Lobby => "online".to_string(),
            Route::Online(id) => format!("online/{id}"),
            Route::Archive => "archive".to_string(),
            Route::Learn(place) if place.is_empty() => "learn".to_string(),
            Route::Learn(place) => format!("learn/{place}"),
            Route::Settings => "settings".to_string(),
            Route::Puzzles(which) if which.is_empty() => "puzzles".to_string(),
            Route::Puzzles(which) => format!("puzzles/{which}"),
        };
        format!("/{}/{rest}", language.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Route;
    use mohreh_games::Kind;
    use mohreh_texts::Language;

    #[test]
    fn paths_round_trip() {
        let mut routes = vec![
            Route::Home,
            Route::Table("k3x".into()),
            Route::Replay(None),
            Route::Replay(Some("k3x".into())),
            Route::Games,
            Route::Lobby,
            Route::Online("k3x".into()),
            Route::Archive,
            Route::Learn(String::new()),
            Route::Learn("k3x.first".into()),
            Route::Settings,
            Route::Puzzles(String::new()),
            Route::Puzzles("k3x-daily".into()),
        ];
        routes.extend(Kind::ALL.iter().flat_map(|kind| [Route::New(*kind), Route::Editor(*kind)]));
        for language in Language::ALL {
            for route in &routes {
                assert_eq!(Route::read(&route.path(language)), (Some(language), route.clone()));
            }
        }
        assert_eq!(Route::read("/de/x"), (None, Route::Unknown));
        assert_eq!(Route::read("/fa/new/chess").1, Route::Unknown);
        assert_eq!(Route::read(""), (None, Route::Home));
    }
}
