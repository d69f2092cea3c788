//! The OpenAPI document: operations from the table of routes, schemas from the declarations of the protocol.

use axum::http::{Method, StatusCode};
use mohreh_protocol::{
    ArchiveQuery, ClientMessage, Code, ExplorerQuery, Json, Refusal, Schemas, ServerMessage,
    TableQuery, Wire, limits,
};

use crate::response::status;

/// Section of the document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    People,
    Tables,
    Archive,
    Socket,
    Operation,
}

impl Tag {
    const ALL: [Tag; 5] = [Tag::People, Tag::Tables, Tag::Archive, Tag::Socket, Tag::Operation];

    fn name(self) -> &'static str {
        match self {
            Tag::People => "people",
            Tag::Tables => "tables",
            Tag::Archive => "archive",
            Tag::Socket => "socket",
            Tag::Operation => "operation",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Tag::People => "Persons and their API tokens.",
            Tag::Tables => "Opening, joining, playing and reading tables.",
            Tag::Archive => "Finished games.",
            Tag::Socket => "Events as they happen.",
            Tag::Operation => "Endpoints for the operator of the server.",
        }
    }
}

/// Who may send a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Anybody; credentials are ignored.
    Anyone,
    /// Anybody; a token must be valid.
    Optional,
    /// An authenticated person.
    Person,
}

/// Parameters of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parameters {
    None,
    TableId,
    /// A table id, and the key of a private table.
    Table,
    TokenId,
    ArchiveQuery,
    ExplorerQuery,
    /// Headers of a WebSocket handshake.
    Handshake,
}

/// Schema of a type of the protocol.
pub(super) type Schema = fn(&mut Schemas) -> Json;

/// Body of a request.
pub(super) struct Body {
    pub schema: Schema,
    /// An optional one may be empty, which reads as `{}`.
    pub required: bool,
    /// Values by name.
    pub examples: Vec<(String, Json)>,
}

/// Body of a response.
pub(super) enum Content {
    None,
    Json(Schema),
    /// With its content type.
    Text(&'static str),
}

/// Response of an operation.
pub(super) struct Response {
    pub status: StatusCode,
    pub about: String,
    pub content: Content,
    /// Headers with their descriptions.
    pub headers: &'static [(&'static str, &'static str)],
    /// Where the body has the id of a table or token, and the operations that take it.
    pub links: Option<(&'static str, &'static [&'static str])>,
}

/// Documentation of a route.
pub(super) struct Operation {
    pub method: Method,
    pub path: &'static str,
    pub id: &'static str,
    pub tag: Tag,
    pub summary: &'static str,
    pub about: String,
    pub access: Access,
    pub parameters: Parameters,
    pub body: Option<Body>,
    pub responses: Vec<Response>,
    /// Codes beyond those that follow from the rest.
    pub refusals: &'static [Code],
}

pub(super) const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

impl Operation {
    /// All codes with which it can be refused.
    fn codes(&self) -> Vec<Code> {
        let changes_state = self.method != Method::GET;
        let possible = |code: &Code| match code {
            Code::WhoAreYou => self.access != Access::Anyone,
            Code::Forbidden | Code::TooFast => changes_state,
            Code::Malformed | Code::TooLarge => self.body.is_some(),
            Code::NotFound => self.path.contains('{'),
            Code::Unavailable => self.tag != Tag::Operation,
            _ => false,
        };
        let codes = Code::ALL.into_iter();
        codes.filter(|code| possible(code) || self.refusals.contains(code)).collect()
    }

    fn to_json(&self, schemas: &mut Schemas) -> Json {
        let mut json = Json::from([
            ("operationId", self.id.into()),
            ("tags", vec![self.tag.name()].into()),
            ("summary", self.summary.into()),
        ]);
        if !self.about.is_empty() {
            json.set("description", self.about.as_str().into());
        }
        json.set("security", security(self.access));
        let parameters = parameters(self.parameters);
        if !parameters.is_empty() {
            json.set("parameters", Json::List(parameters));
        }
        if let Some(body) = &self.body {
            json.set("requestBody", body.to_json(schemas));
        }
        let mut responses = Json::object();
        for response in &self.responses {
            responses.set(response.status.as_str(), response.to_json(schemas));
        }
        self.describe_refusals(&mut responses, schemas);
        json.set("responses", responses);
        json
    }

    /// Adds one response for each status that a refusal has. The routes document those that are not JSON themselves.
    fn describe_refusals(&self, responses: &mut Json, schemas: &mut Schemas) {
        let mut statuses: Vec<(StatusCode, Vec<String>)> = Vec::new();
        for code in self.codes() {
            let text = format!("`{}`: {}", code.word(), code.about());
            match statuses.iter_mut().find(|(other, _)| *other == status(code)) {
                Some((_, texts)) => texts.push(text),
                None => statuses.push((status(code), vec![text])),
            }
        }
        statuses.sort_by_key(|(status, _)| *status);
        for (status, texts) in statuses {
            let response = Response {
                status,
                about: texts.join("\n\n"),
                content: Content::Json(Refusal::schema),
                headers: &[],
                links: None,
            };
            responses.set(status.as_str(), response.to_json(schemas));
        }
    }
}

impl Body {
    fn to_json(&self, schemas: &mut Schemas) -> Json {
        let mut content = Json::from([("schema", (self.schema)(schemas))]);
        let mut examples = Json::object();
        for (name, value) in &self.examples {
            examples.set(name, Json::from([("value", value.clone())]));
        }
        content.set("examples", examples);
        Json::from([
            ("required", self.required.into()),
            ("content", Json::from([("application/json", content)])),
        ])
    }
}

impl Response {
    fn to_json(&self, schemas: &mut Schemas) -> Json {
        let mut json = Json::from([("description", self.about.as_str().into())]);
        let content = match self.content {
            Content::None => None,
            Content::Json(schema) => Some(("application/json", schema(schemas))),
            Content::Text(kind) => Some((kind, String::schema(schemas))),
        };
        if let Some((kind, schema)) = content {
            json.set("content", Json::from([(kind, Json::from([("schema", schema)]))]));
        }
        if !self.headers.is_empty() {
            let mut headers = Json::object();
            for (name, about) in self.headers {
                let header =
                    [("description", (*about).into()), ("schema", String::schema(schemas))];
                headers.set(name, Json::from(header));
            }
            json.set("headers", headers);
        }
        if let Some((pointer, operations)) = self.links {
            let id = Json::from([("id", format!("$response.body#{pointer}").into())]);
            let mut links = Json::object();
            for operation in operations {
                let link = [("operationId", (*operation).into()), ("parameters", id.clone())];
                links.set(operation, Json::from(link));
            }
            json.set("links", links);
        }
        json
    }
}

fn security(access: Access) -> Json {
    let by = |scheme: &str| Json::from([(scheme, Json::List(Vec::new()))]);
    Json::List(match access {
        Access::Anyone => vec![],
        Access::Optional => vec![Json::object(), by("token"), by("cookie")],
        Access::Person => vec![by("token"), by("cookie")],
    })
}

fn parameter(place: &str, name: &str, about: &str, required: bool, schema: Json) -> Json {
    Json::from([
        ("name", name.into()),
        ("in", place.into()),
        ("required", required.into()),
        ("description", about.into()),
        ("schema", schema),
    ])
}

fn parameters(parameters: Parameters) -> Vec<Json> {
    let text = || ("type", "string".into());
    match parameters {
        Parameters::None => vec![],
        Parameters::TableId | Parameters::Table => {
            let schema = Json::from([text(), ("pattern", "^[A-Za-z0-9]{1,16}$".into())]);
            let mut all = vec![parameter("path", "id", "Table id.", true, schema)];
            if parameters == Parameters::Table {
                all.extend(query_parameters::<TableQuery>());
            }
            all
        }
        Parameters::TokenId => {
            let schema = Json::from([text(), ("minLength", 1u8.into())]);
            vec![parameter("path", "id", "Token id.", true, schema)]
        }
        Parameters::ArchiveQuery => query_parameters::<ArchiveQuery>(),
        Parameters::ExplorerQuery => query_parameters::<ExplorerQuery>(),
        Parameters::Handshake => {
            let constant = |name: &str, value: &str| {
                let schema = Json::from([text(), ("const", value.into())]);
                parameter("header", name, "Part of the WebSocket handshake.", true, schema)
            };
            vec![constant("Upgrade", "websocket"), constant("Sec-WebSocket-Version", "13")]
        }
    }
}

/// The fields of a type, one parameter each.
fn query_parameters<T: Wire>() -> Vec<Json> {
    let mut schemas = Schemas::default();
    let reference = T::schema(&mut schemas);
    let query = schemas.resolve(&reference);
    let Some(Json::Object(fields)) = query.and_then(|query| query.get("properties")) else {
        return Vec::new();
    };
    let is_required = |name: &str| match query.and_then(|query| query.get("required")) {
        Some(Json::List(names)) => names.iter().any(|other| other.as_text() == Some(name)),
        _ => false,
    };
    let parameter = |(name, field): &(String, Json)| {
        let keyword = |name: &str| field.get(name).cloned();
        let about = keyword("description").unwrap_or(Json::Null);
        // A parameter is left out rather than null.
        let kind = match keyword("type") {
            Some(Json::List(kinds)) => kinds.into_iter().next(),
            kind => kind,
        };
        let mut schema = Json::object();
        let limits = ["pattern", "minimum", "maximum"].map(|name| (name, keyword(name)));
        for (name, value) in [("type", kind)].into_iter().chain(limits) {
            if let Some(value) = value {
                schema.set(name, value);
            }
        }
        let about = about.as_text().unwrap_or_default();
        parameter("query", name, about, is_required(name), schema)
    };
    fields.iter().map(parameter).collect()
}

/// The document.
pub(super) fn document(operations: &[Operation]) -> Json {
    let mut schemas = Schemas::default();
    let mut paths = Json::object();
    for operation in operations {
        let mut path = paths.get(operation.path).cloned().unwrap_or(Json::object());
        let method = operation.method.as_str().to_lowercase();
        path.set(&method, operation.to_json(&mut schemas));
        paths.set(operation.path, path);
    }
    // The messages of the socket are not part of any operation.
    ClientMessage::schema(&mut schemas);
    ServerMessage::schema(&mut schemas);
    let tag =
        |tag: Tag| Json::from([("name", tag.name().into()), ("description", tag.about().into())]);
    Json::from([
        ("openapi", "3.1.0".into()),
        ("info", info()),
        ("servers", vec![Json::from([("url", "/".into())])].into()),
        ("tags", Json::List(Tag::ALL.map(tag).into())),
        ("paths", paths),
        (
            "components",
            Json::from([("securitySchemes", security_schemes()), ("schemas", schemas.into_json())]),
        ),
    ])
}

fn info() -> Json {
    let about = format!(
        "docs/api.md is a guide for authors of bots, and explains the socket.\n\n\
        A request that changes something (POST, PATCH, DELETE) and the WebSocket handshake need either a token and no \
        `Origin` header, as programs send them, or the `Origin` of this server, as its own pages send it. Otherwise they \
        are refused with 403.\n\n\
        Bodies are JSON of up to {} bytes; an empty body reads as `{{}}`. Requests with fields that are not listed here \
        are refused; responses may get more fields. A refusal has a code for programs and a reason for people. Methods \
        that are not listed are answered with 405.",
        limits::MESSAGE_BYTES
    );
    let licence = "MIT OR Apache-2.0";
    Json::from([
        ("title", "Mohreh".into()),
        ("version", "1".into()),
        ("summary", "Tables at which people and programs play board games.".into()),
        ("description", about.into()),
        ("license", Json::from([("name", licence.into()), ("identifier", licence.into())])),
    ])
}

fn security_schemes() -> Json {
    let token = format!(
        "API token, created by POST /api/tokens: `Authorization: Bearer {}…`.",
        limits::TOKEN_PREFIX
    );
    Json::from([
        (
            "token",
            Json::from([
                ("type", "http".into()),
                ("scheme", "bearer".into()),
                ("description", token.into()),
            ]),
        ),
        (
            "cookie",
            Json::from([
                ("type", "apiKey".into()),
                ("in", "cookie".into()),
                ("name", "mohreh".into()),
                (
                    "description",
                    "Session cookie, set by POST /api/person; behind TLS its name is `__Host-mohreh`."
                        .into(),
                ),
            ]),
        ),
    ])
}
