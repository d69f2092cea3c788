//! [`Route`]: parsing and formatting of URL paths, `/LANGUAGE/PAGE/…`.

use mohreh_games::Kind;
use mohreh_texts::Language;

/// A page, without the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Home,
    /// The form for a new game.
    New(Kind),
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
    Settings,
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
            ["table", id] => Route::Table((*id).to_string()),
            ["replay"] => Route::Replay(None),
            ["replay", id] => Route::Replay(Some((*id).to_string())),
            ["games"] => Route::Games,
            ["online"] => Route::Lobby,
            ["online", id] => Route::Online((*id).to_string()),
            ["archive"] => Route::Archive,
            ["settings"] => Route::Settings,
            _ => Route::Unknown,
        };
        (language, route)
    }

    pub(crate) fn path(&self, language: Language) -> String {
        let rest = match self {
            Route::Home | Route::Unknown => String::new(),
            Route::New(kind) => format!("new/{kind}"),
            Route::Table(id) => format!("table/{id}"),
            Route::Replay(None) => "replay".to_string(),
            Route::Replay(Some(id)) => format!("replay/{id}"),
            Route::Games => "games".to_string(),
            Route::Lobby => "online".to_string(),
            Route::Online(id) => format!("online/{id}"),
            Route::Archive => "archive".to_string(),
            Route::Settings => "settings".to_string(),
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
            Route::Settings,
        ];
        routes.extend(Kind::ALL.iter().map(|kind| Route::New(*kind)));
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
