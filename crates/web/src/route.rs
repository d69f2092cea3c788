//! Addresses: `/LANGUAGE/PAGE/…`, read and written.

use mohreh_games::Kind;
use mohreh_texts::Language;

/// What an address leads to, apart from the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    Home,
    /// The form for a new game.
    New(Kind),
    /// A game on this device.
    Table(String),
    /// A finished game of this device or of the server, or one that comes in the fragment or is brought by
    /// the reader.
    Replay(Option<String>),
    /// All games on this device.
    Games,
    /// Who looks for a game, and which games go on.
    Lobby,
    /// A table of the server; the key to sit down at it is the fragment, which no server is told.
    Online(String),
    /// All games that were finished at the server.
    Archive,
    Settings,
    Unknown,
}

impl Route {
    /// Reads a path; the language is missing if it is none of ours.
    pub fn read(path: &str) -> (Option<Language>, Route) {
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

    /// Writes a path.
    pub fn path(&self, language: Language) -> String {
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
    fn addresses_are_read_as_they_are_written() {
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
