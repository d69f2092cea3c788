//! HTTP API: the table of routes, from which the router and the OpenAPI document are made.

mod accounts;
mod analysis;
mod archive;
mod at_table;
mod examples;
mod openapi;
mod tables;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body as HttpBody, Bytes};
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::response::Response as HttpResponse;
use axum::routing::{MethodFilter, MethodRouter, on};
use mohreh_protocol::{
    ActBody, ArchivePage, ChatBody, Code, CreatedToken, ExplorerPage, Identity, Invitation, Join,
    Json, LabelBody, NameBody, NewTable, OwnTable, PlayBody, ReviewState, Schemas, ServerMessage,
    Snapshot, Token, Wire, limits,
};
use openapi::{Access, Body, Content, Operation, PLAIN_TEXT, Parameters, Response, Schema, Tag};

use crate::app::App;
use crate::{response, socket};

/// Routes of the API.
pub(crate) fn router(app: Arc<App>) -> Router {
    let router = router_of(|route| !route.is_for_operator());
    guarded(router.route("/api/{*rest}", axum::routing::any(response::not_found)), app)
}

/// Routes of the operator's endpoints.
pub(crate) fn operator_router(app: Arc<App>) -> Router {
    guarded(router_of(Route::is_for_operator), app)
}

fn router_of(wanted: impl Fn(&Route) -> bool) -> Router<Arc<App>> {
    let routes = routes().into_iter().filter(wanted);
    routes.fold(Router::new(), |router, route| router.route(route.operation.path, route.handler))
}

fn guarded(router: Router<Arc<App>>, app: Arc<App>) -> Router {
    router
        .method_not_allowed_fallback(response::method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(app.clone(), response::guard))
        .with_state(app)
}

/// The OpenAPI document, written once.
async fn document() -> HttpResponse<HttpBody> {
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
        let operations: Vec<Operation> =
            routes().into_iter().map(|route| route.operation).collect();
        openapi::document(&operations).to_string().into()
    });
    response::text(StatusCode::OK, "application/json", DOCUMENT.clone())
}

/// A handler with its documentation.
struct Route {
    operation: Operation,
    handler: MethodRouter<Arc<App>>,
}

/// A route, with `summary` as its one-line description and `id` as its name in generated clients.
fn route<H, T>(
    (method, path): (Method, &'static str),
    handler: H,
    (tag, id): (Tag, &'static str),
    summary: &'static str,
) -> Route
where
    H: Handler<T, Arc<App>>,
    T: 'static,
{
    // Standard methods always have a filter.
    let filter = MethodFilter::try_from(method.clone()).unwrap_or(MethodFilter::GET);
    let parameters = match tag {
        _ if !path.contains('{') => Parameters::None,
        Tag::People => Parameters::TokenId,
        _ => Parameters::TableId,
    };
    let operation = Operation {
        method,
        path,
        id,
        tag,
        summary,
        about: String::new(),
        access: Access::Anyone,
        parameters,
        body: None,
        responses: Vec::new(),
        refusals: &[],
    };
    Route { operation, handler: on(filter, handler) }
}

impl Route {
    /// Whether it is served at the operator's address, if there is one.
    fn is_for_operator(&self) -> bool {
        !self.operation.path.starts_with("/api/")
    }

    fn about(mut self, about: impl Into<String>) -> Route {
        self.operation.about = about.into();
        self
    }

    fn access(mut self, access: Access) -> Route {
        self.operation.access = access;
        self
    }

    fn parameters(mut self, parameters: Parameters) -> Route {
        self.operation.parameters = parameters;
        self
    }

    fn body(self, schema: Schema, examples: Vec<(String, Json)>) -> Route {
        self.any_body(Body { schema, required: true, examples })
    }

    fn optional_body(self, schema: Schema, examples: Vec<(String, Json)>) -> Route {
        self.any_body(Body { schema, required: false, examples })
    }

    fn any_body(mut self, body: Body) -> Route {
        self.operation.body = Some(body);
        self
    }

    fn returns(mut self, status: StatusCode, about: impl Into<String>, content: Content) -> Route {
        let response = Response { status, about: about.into(), content, headers: &[], links: None };
        self.operation.responses.push(response);
        self
    }

    fn returns_snapshot(self, about: &str) -> Route {
        self.returns(StatusCode::OK, about, Content::Json(Snapshot::schema))
    }

    /// Headers of the last response.
    fn headers(mut self, headers: &'static [(&'static str, &'static str)]) -> Route {
        if let Some(response) = self.operation.responses.last_mut() {
            response.headers = headers;
        }
        self
    }

    /// Operations that take the id at `pointer` in the body of the last response.
    fn links(mut self, pointer: &'static str, operations: &'static [&'static str]) -> Route {
        if let Some(response) = self.operation.responses.last_mut() {
            response.links = Some((pointer, operations));
        }
        self
    }

    /// Codes beyond those that follow from method, access and body.
    fn refuses(mut self, codes: &'static [Code]) -> Route {
        self.operation.refusals = codes;
        self
    }
}

fn get(path: &'static str) -> (Method, &'static str) {
    (Method::GET, path)
}

fn post(path: &'static str) -> (Method, &'static str) {
    (Method::POST, path)
}

fn delete(path: &'static str) -> (Method, &'static str) {
    (Method::DELETE, path)
}

fn routes() -> Vec<Route> {
    [people(), tables(), games(), operation()].into_iter().flatten().collect()
}

fn people() -> Vec<Route> {
    use Access::{Optional, Person};
    use Tag::People;
    const COOKIE: (&str, &str) =
        ("Set-Cookie", "`mohreh=SECRET`, for a year; behind TLS `__Host-mohreh=SECRET`.");
    let identity = || Content::Json(Identity::schema);
    let all_tokens = |schemas: &mut Schemas| schemas.list_of::<Token>(limits::TOKENS);
    vec![
        route(get("/api/person"), accounts::me, (People, "me"), "Returns the authenticated person")
            .access(Optional)
            .returns(StatusCode::OK, "The person; null for an anonymous request.", identity()),
        route(
            post("/api/person"),
            accounts::create_person,
            (People, "createPerson"),
            "Creates a guest",
        )
        .access(Optional)
        .body(NameBody::schema, examples::name())
        .returns(
            StatusCode::OK,
            "The request was authenticated: the person stays as they are.",
            identity(),
        )
        .returns(
            StatusCode::CREATED,
            "A new guest, authenticated by the cookie from now on.",
            identity(),
        )
        .headers(&[COOKIE]),
        route(
            (Method::PATCH, "/api/person"),
            accounts::rename,
            (People, "rename"),
            "Changes the display name",
        )
        .access(Person)
        .body(NameBody::schema, examples::name())
        .returns(
            StatusCode::OK,
            "The new name. Tables at which the person has a seat take it too, unless the game is over.",
            identity(),
        ),
        route(get("/api/tokens"), accounts::tokens, (People, "tokens"), "Lists the API tokens")
            .access(Person)
            .returns(
                StatusCode::OK,
                "All tokens of the person, without their secrets.",
                Content::Json(all_tokens),
            ),
        route(
            post("/api/tokens"),
            accounts::new_token,
            (People, "createToken"),
            "Creates an API token",
        )
        .about(format!("A person has up to {} tokens.", limits::TOKENS))
        .access(Person)
        .body(LabelBody::schema, examples::label())
        .returns(
            StatusCode::CREATED,
            "The token with its secret, which is shown only here.",
            Content::Json(CreatedToken::schema),
        )
        .links("/id", &["deleteToken"]),
        route(
            delete("/api/tokens/{id}"),
            accounts::delete_token,
            (People, "deleteToken"),
            "Revokes an API token",
        )
        .access(Person)
        .returns(StatusCode::OK, "The token is no longer valid.", identity()),
    ]
}

fn tables() -> Vec<Route> {
    use Access::{Optional, Person};
    use Tag::Tables;
    /// Operations of a table whose id is in a response.
    const OF_TABLE: &[&str] = &["table", "play", "act"];
    let lobby =
        |schemas: &mut Schemas| schemas.variant_of::<ServerMessage>("lobby").unwrap_or(Json::Null);
    let own_tables = |schemas: &mut Schemas| schemas.list_of::<OwnTable>(limits::OWN_TABLES);
    vec![
        route(get("/api/tables"), tables::lists, (Tables, "lists"), "Lists open and live tables").returns(
            StatusCode::OK,
            format!("Up to {} tables of each list, as in the message `lobby` of the socket.", limits::LOBBY_TABLES),
            Content::Json(lobby),
        ),
        route(post("/api/tables"), tables::open, (Tables, "open"), "Opens a table")
            .about(format!(
                "The game starts as soon as every seat is taken; at once if bots have all the others. A setup that the \
                game does not allow is refused as `illegal`. A person may have up to {} waiting tables and {} \
                unfinished games against computers, of which {} may be opened from one address.",
                limits::WAITING_TABLES,
                limits::BOT_GAMES,
                limits::BOT_GAMES_PER_ADDRESS
            ))
            .access(Person)
            .body(NewTable::schema, examples::new_table())
            .refuses(&[Code::Illegal])
            .returns(
                StatusCode::CREATED,
                "The table, and the key with which others join it.",
                Content::Json(Invitation::schema),
            )
            .links(
                "/table",
                &["table", "withdraw", "record", "key", "join", "play", "act", "restrictChat", "rematch"],
            ),
        route(get("/api/tables/mine"), tables::mine, (Tables, "mine"), "Lists the requester's tables")
            .access(Person)
            .returns(
                StatusCode::OK,
                format!(
                    "Up to {} tables: those that wait for the requester, then games in progress, waiting tables and \
                    finished games.",
                    limits::OWN_TABLES
                ),
                Content::Json(own_tables),
            ),
        route(get("/api/tables/{id}"), tables::show, (Tables, "table"), "Returns the state of a table")
            .about("A private table is not found, except by its players and with its key.")
            .access(Optional)
            .parameters(Parameters::Table)
            .refuses(&[Code::Malformed])
            .returns_snapshot("The snapshot with the whole log."),
        route(
            delete("/api/tables/{id}"),
            tables::withdraw,
            (Tables, "withdraw"),
            "Closes a table that still waits",
        )
        .about("Only its creator can close it.")
        .access(Person)
        .refuses(&[Code::Stale, Code::NotPlaying])
        .returns_snapshot("The table is over, aborted."),
        route(
            get("/api/tables/{id}/record"),
            tables::record,
            (Tables, "record"),
            "Returns the game as a record",
        )
        .about("Of a private table only for its players and with its key.")
        .access(Optional)
        .parameters(Parameters::Table)
        .refuses(&[Code::Malformed])
        .returns(
            StatusCode::OK,
            "The record of the game so far; once it is over, with everything needed to verify its dice.",
            Content::Text(PLAIN_TEXT),
        ),
        route(get("/api/tables/{id}/key"), tables::key, (Tables, "key"), "Returns the key of a table")
            .access(Person)
            .refuses(&[Code::Forbidden])
            .returns(
                StatusCode::OK,
                "The key, for players who have a seat.",
                Content::Json(Invitation::schema),
            ),
        route(post("/api/tables/{id}/join"), tables::join, (Tables, "join"), "Takes a seat")
            .access(Person)
            .optional_body(Join::schema, examples::join())
            .refuses(&[Code::Full, Code::Stale])
            .returns_snapshot("The requester has a seat. If they had one before, nothing has changed.")
            .links("/table/id", OF_TABLE),
        route(post("/api/tables/{id}/play"), tables::play, (Tables, "play"), "Plays steps")
            .access(Person)
            .body(PlayBody::schema, examples::play())
            .refuses(&[Code::Stale, Code::NotYourTurn, Code::NotPlaying, Code::Illegal])
            .returns_snapshot(
                "The steps are durable, and dice that were due have been rolled. Sending the same steps with the same \
                ply again does not play them twice.",
            ),
        route(post("/api/tables/{id}/act"), tables::act, (Tables, "act"), "Performs another action")
            .access(Person)
            .body(ActBody::schema, examples::act())
            .refuses(&[Code::Stale, Code::NotPlaying, Code::Illegal])
            .returns_snapshot("The action is durable.")
            .links("/table/id", &["rematch"]),
        route(post("/api/tables/{id}/chat"), tables::restrict_chat, (Tables, "restrictChat"), "Restricts the chat")
            .about("For players. What was restricted cannot be widened again.")
            .access(Person)
            .body(ChatBody::schema, examples::chat())
            .refuses(&[Code::Stale])
            .returns_snapshot("Only those named may write from now on."),
        route(post("/api/tables/{id}/rematch"), tables::rematch, (Tables, "rematch"), "Opens or joins the rematch")
            .about(
                "For the players of a game that is over. They need no key, and nobody else can take their seats. The \
                table is private if the one before was, and has the same key.",
            )
            .access(Person)
            .optional_body(Join::schema, examples::rematch())
            .refuses(&[Code::Full, Code::Stale])
            .returns_snapshot(
                "The table of the rematch. The first player who asks opens it, the others join it.",
            )
            .links("/table/id", OF_TABLE),
    ]
}

fn games() -> Vec<Route> {
    use Tag::Archive;
    vec![
        route(get("/api/archive"), archive::search, (Archive, "search"), "Searches finished games")
            .about(
                "All filters that are given must match. Aborted games are not found, and private ones only by their \
                players, with `person=me`.",
            )
            .access(Access::Optional)
            .parameters(Parameters::ArchiveQuery)
            .refuses(&[Code::Malformed])
            .returns(
                StatusCode::OK,
                format!("Up to {} games, the latest first.", limits::ARCHIVE_PAGE),
                Content::Json(ArchivePage::schema),
            ),
        route(
            get("/api/archive/records"),
            archive::records,
            (Archive, "records"),
            "Exports finished games as records",
        )
        .access(Access::Optional)
        .parameters(Parameters::ArchiveQuery)
        .refuses(&[Code::Malformed])
        .returns(
            StatusCode::OK,
            "All games that match, one after the other.",
            Content::Text(PLAIN_TEXT),
        ),
        route(
            get("/api/explorer"),
            analysis::explore,
            (Archive, "explore"),
            "Returns what was played from a position",
        )
        .about(format!(
            "In the first {} turns of all public games that were not aborted. Positions and turns that are the same up \
            to a symmetry of the board count as one. In a game with dice a turn is what was chosen up to the next roll. \
            A game is counted a few seconds after its end.",
            limits::EXPLORER_DEPTH
        ))
        .parameters(Parameters::ExplorerQuery)
        .refuses(&[Code::Malformed, Code::TooLarge])
        .returns(
            StatusCode::OK,
            format!("Up to {} turns, the most frequent first.", limits::EXPLORER_TURNS),
            Content::Json(ExplorerPage::schema),
        ),
        route(
            get("/api/tables/{id}/review"),
            analysis::review,
            (Archive, "review"),
            "Returns the verdicts of the engine on a finished game",
        )
        .about("Or how far they are. Of a private table only for its players and with its key.")
        .access(Access::Optional)
        .parameters(Parameters::Table)
        .refuses(&[Code::Malformed])
        .returns(StatusCode::OK, "The state of the review.", Content::Json(ReviewState::schema)),
        route(
            post("/api/tables/{id}/review"),
            analysis::start_review,
            (Archive, "startReview"),
            "Asks for a review of a finished game",
        )
        .about(format!(
            "For those whom the operator allows. The server judges every turn when its computers have nothing to do, one \
            game after the other; {} games may wait, {} of one person. The verdicts are kept with the game, for \
            everybody. A game that is reviewed, or waits for it, is not queued again.",
            limits::REVIEWS,
            limits::REVIEWS_PER_PERSON
        ))
        .access(Access::Person)
        .refuses(&[Code::TooLarge])
        .returns(StatusCode::OK, "The state of the review.", Content::Json(ReviewState::schema)),
        route(
            delete("/api/tables/{id}/review"),
            analysis::cancel_review,
            (Archive, "cancelReview"),
            "Cancels a review that is not complete",
        )
        .about("For the person who has asked for it. What is done of it is lost.")
        .access(Access::Person)
        .returns(StatusCode::OK, "The state of the review.", Content::Json(ReviewState::schema)),
    ]
}

fn operation() -> Vec<Route> {
    use Tag::{Operation, Socket};
    let text = || Content::Text(PLAIN_TEXT);
    let any_object = |_: &mut Schemas| Json::from([("type", "object".into())]);
    vec![
        route(get("/api/socket"), socket::open, (Socket, "socket"), "Opens the WebSocket")
            .about(
                "A WebSocket (RFC 6455) on which both sides send JSON as text: the client `ClientMessage`, the server \
                `ServerMessage` (see the schemas, and docs/api.md). The rule of origin for requests that change \
                something applies.",
            )
            .access(Access::Optional)
            .parameters(Parameters::Handshake)
            .refuses(&[Code::Forbidden, Code::TooFast])
            .returns(StatusCode::SWITCHING_PROTOCOLS, "The socket is open.", Content::None)
            .returns(StatusCode::BAD_REQUEST, "Not a WebSocket handshake.", text())
            .returns(StatusCode::UPGRADE_REQUIRED, "The connection cannot be upgraded.", text()),
        route(get("/api/openapi.json"), document, (Operation, "openapi"), "Returns this document").returns(
            StatusCode::OK,
            "OpenAPI 3.1.",
            Content::Json(any_object),
        ),
        route(get("/health"), response::health, (Operation, "health"), "Liveness probe").returns(
            StatusCode::OK,
            "The process is alive.",
            text(),
        ),
        route(get("/ready"), response::ready, (Operation, "ready"), "Readiness probe")
            .returns(StatusCode::OK, "The database accepts writes.", text())
            .returns(
                StatusCode::SERVICE_UNAVAILABLE,
                "The database does not accept writes, or the server is shutting down.",
                text(),
            ),
        route(get("/metrics"), response::metrics, (Operation, "metrics"), "Metrics for Prometheus").returns(
            StatusCode::OK,
            "Metrics in the text exposition format.",
            Content::Text("text/plain; version=0.0.4"),
        ),
    ]
}
