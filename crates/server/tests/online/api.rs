//! The OpenAPI document of a running server, and metrics of refusals.

use std::collections::BTreeSet;

use mohreh_client::Auth;
use serde_json::Value;

use crate::harness::{Folder, TestServer, settings};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_lists_exactly_the_routes_of_the_router() {
    let folder = Folder::new();
    let node = TestServer::open(&settings(&folder.0.join("a.sqlite").to_string_lossy())).await;
    let document = document(&node).await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 15, "{paths:?}");
    for (path, operations) in paths {
        for method in METHODS {
            let address = path.replace("{id}", "none");
            let response =
                node.server.request(method, &address, Auth::Anonymous, "").await.unwrap();
            let documented = operations.get(method.to_lowercase()).is_some();
            assert_eq!(response.status != 405, documented, "{method} {path}: {response:?}");
        }
    }
    let unknown = node.server.request("GET", "/api/nowhere", Auth::Anonymous, "").await.unwrap();
    assert_eq!(unknown.status, 404);
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn references_and_links_of_the_document_lead_somewhere() {
    let folder = Folder::new();
    let node = TestServer::open(&settings(&folder.0.join("a.sqlite").to_string_lossy())).await;
    let document = document(&node).await;
    let operations: Vec<&Value> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|path| path.as_object().unwrap().values())
        .collect();
    let ids: BTreeSet<&str> =
        operations.iter().map(|operation| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), operations.len(), "each operation has a name of its own");
    let mut links = 0;
    visit(&document, &mut |name, value| match (name, value) {
        ("$ref", Value::String(reference)) => {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        ("links", Value::Object(targets)) => {
            for link in targets.values() {
                assert!(ids.contains(link["operationId"].as_str().unwrap()), "{link}");
                links += 1;
            }
        }
        ("description" | "summary", text) => assert_ne!(text, "", "everything is described"),
        _ => {}
    });
    assert!(links > 10);
    node.close().await;
}

fn visit(value: &Value, see: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                see(name, value);
                visit(value, see);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| visit(value, see)),
        _ => {}
    }
}

async fn document(node: &TestServer) -> Value {
    let response =
        node.server.request("GET", "/api/openapi.json", Auth::Anonymous, "").await.unwrap();
    assert_eq!(response.status, 200);
    response.json()
}

/// How often a code was refused, by the metrics.
async fn refused(node: &TestServer, code: &str) -> u32 {
    let metrics = node.server.request("GET", "/metrics", Auth::Anonymous, "").await.unwrap().text;
    let name = format!("mohreh_refused_total{{code=\"{code}\"}} ");
    metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_before_the_handler_are_counted() {
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("a.sqlite").to_string_lossy());
    settings.rate_limits.requests_per_second = 1;
    let node = TestServer::open(&settings).await;
    let (path, by) = ("/api/person", Auth::Anonymous);
    let answer = node.server.request_from("http://evil.example", "POST", path, by, "{}").await;
    assert_eq!(answer.unwrap().status, 403);
    assert_eq!(refused(&node, "forbidden").await, 1);
    let mut too_fast = 0;
    while too_fast == 0 {
        let answer = node.server.request("POST", path, by, "no JSON").await.unwrap();
        assert!(matches!(answer.status, 400 | 429), "{answer:?}");
        too_fast += u32::from(answer.status == 429);
    }
    assert_eq!(refused(&node, "too-fast").await, too_fast);
    node.close().await;
}
