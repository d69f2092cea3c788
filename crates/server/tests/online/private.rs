//! Private tables: nobody but the players, and those who have the key, learns that they exist.

use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::{Act, ClientMessage};
use serde_json::{Value, json};

use crate::harness::{Guest, TestServer, everywhere};

/// Status of a request, with the body.
async fn ask(
    node: &TestServer,
    method: &str,
    path: &str,
    by: Auth<'_>,
    body: Value,
) -> (u16, String) {
    let response = node.server.request(method, path, by, &body.to_string()).await.unwrap();
    (response.status, response.text)
}

/// A private game of two, with the key of its table.
async fn private_game(node: &TestServer) -> (String, Vec<String>, String) {
    let (table, cookies) = node.table(Kind::ALL[0], json!({ "open": false })).await;
    let path = format!("/api/tables/{table}/key");
    let by = Auth::Cookie(&cookies[0]);
    let known = node.server.call("GET", &path, by, &json!({})).await.unwrap();
    (table, cookies, known["key"].as_str().unwrap().to_string())
}

async fn resign(node: &TestServer, table: &str, cookies: &[String]) {
    let mut guest = node.guest(table, Auth::Cookie(&cookies[0])).await;
    for _ in 0..2 {
        let mover = guest.mover().unwrap();
        let (ply, turn) = (guest.log.ply(), guest.turn());
        let path = format!("/api/tables/{table}/play");
        let by = Auth::Cookie(&cookies[mover]);
        let body = json!({ "ply": ply, "steps": turn });
        node.server.call("POST", &path, by, &body).await.unwrap();
        guest.recv_until(ply + 1).await;
    }
    let path = format!("/api/tables/{table}/act");
    let resign = json!({ "act": Act::Resign });
    node.server.call("POST", &path, Auth::Cookie(&cookies[0]), &resign).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn to_strangers_a_private_table_does_not_exist() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies, key) = private_game(&node).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        let missing = "zzzzzzzz";
        let turn = node.guest(&table, Auth::Cookie(&cookies[0])).await.turn();
        for by in [Auth::Anonymous, Auth::Cookie(&stranger)] {
            for (method, more, body) in [
                ("GET", "", json!({})),
                ("GET", "?key=", json!({})),
                ("GET", "?key=m4n5p6q7r8s9t2u3", json!({})),
                ("GET", "/record", json!({})),
                ("GET", "/record?key=wrong", json!({})),
                ("GET", "/key", json!({})),
                ("DELETE", "", json!({})),
                ("POST", "/join", json!({ "key": "m4n5p6q7r8s9t2u3" })),
                ("POST", "/play", json!({ "ply": 0, "steps": turn })),
                ("POST", "/act", json!({ "act": "resign" })),
                ("POST", "/chat", json!({ "chat": "nobody" })),
                ("POST", "/rematch", json!({})),
            ] {
                let [here, nowhere] =
                    [table.as_str(), missing].map(|id| format!("/api/tables/{id}{more}"));
                let here = ask(&node, method, &here, by, body.clone()).await;
                assert_eq!(here, ask(&node, method, &nowhere, by, body).await, "{method} {more}");
                assert!(matches!(here.0, 401 | 404), "{method} {more}: {here:?}");
            }
            let mut socket = node.server.socket(by).await.unwrap();
            for key in [None, Some(""), Some("m4n5p6q7r8s9t2u3")] {
                let refused = socket.watch_with_key(&table, 0, key).await.unwrap_err();
                assert!(refused.contains("not-found"), "{refused}");
            }
        }
        // On a socket, too.
        let (open, _) = node.table(Kind::ALL[0], json!({})).await;
        let mut guest = node.guest(&open, Auth::Cookie(&stranger)).await;
        for message in [
            ClientMessage::Play { table: table.clone(), ply: 0, steps: turn },
            ClientMessage::Act { table: table.clone(), ply: 0, act: Act::Resign },
            ClientMessage::Chat { table: table.clone(), text: "hello".to_string() },
        ] {
            guest.send(&message).await;
            assert_eq!(guest.recv_refusal().await, "not-found", "{message:?}");
        }
        // Its players need no key, and whoever has it needs no seat.
        for cookie in &cookies {
            let (status, _) =
                ask(&node, "GET", &format!("/api/tables/{table}"), Auth::Cookie(cookie), json!({}))
                    .await;
            assert_eq!(status, 200);
            node.guest(&table, Auth::Cookie(cookie)).await;
        }
        for more in ["", "/record"] {
            let path = format!("/api/tables/{table}{more}?key={key}");
            assert_eq!(ask(&node, "GET", &path, Auth::Anonymous, json!({})).await.0, 200, "{more}");
        }
        let mut socket = node.server.socket(Auth::Anonymous).await.unwrap();
        let snapshot = socket.watch_with_key(&table, 0, Some(&key)).await.unwrap();
        assert_eq!((&snapshot["you"], &snapshot["table"]["open"]), (&json!(null), &json!(false)));
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_game_is_in_no_list_of_others() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (private, players, _) = private_game(&node).await;
        let (public, others) = node.table(Kind::ALL[0], json!({})).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        // Against the computer only, and waiting.
        for wanted in [json!({ "computers": [1] }), json!({})] {
            let mut wanted = wanted;
            wanted["kind"] = Kind::ALL[1].name().into();
            ask(&node, "POST", "/api/tables", Auth::Cookie(&players[0]), wanted).await;
        }
        let in_list = async |path: &str, by: Auth<'_>| {
            let (status, text) = ask(&node, "GET", path, by, json!({})).await;
            assert_eq!(status, 200, "{path}: {text}");
            (text.contains(&private), text.contains(&public))
        };
        let seen_by = [Auth::Anonymous, Auth::Cookie(&stranger), Auth::Cookie(&players[0])];
        for by in seen_by {
            assert_eq!(in_list("/api/tables", by).await, (false, true), "in the lobby");
            let (_, text) = ask(&node, "GET", "/api/tables", by, json!({})).await;
            let lists: Value = serde_json::from_str(&text).unwrap();
            let all =
                lists["open"].as_array().unwrap().iter().chain(lists["live"].as_array().unwrap());
            assert!(all.into_iter().all(|table| table["open"] == true), "{text}");
        }
        resign(&node, &private, &players).await;
        resign(&node, &public, &others).await;
        let id = json!(
            node.server
                .call("GET", "/api/person", Auth::Cookie(&players[0]), &json!({}))
                .await
                .unwrap()
        );
        let id = id["person"]["id"].as_str().unwrap().to_string();
        for path in ["/api/archive", "/api/archive/records"] {
            for by in seen_by {
                assert_eq!(in_list(path, by).await, (false, true), "{path}");
                assert_eq!(
                    in_list(&format!("{path}?name=sara"), by).await,
                    (false, true),
                    "{path}"
                );
                assert_eq!(
                    in_list(&format!("{path}?person={id}"), by).await,
                    (false, false),
                    "{path}"
                );
            }
            let mine = format!("{path}?person=me");
            assert_eq!(in_list(&mine, Auth::Cookie(&players[0])).await, (true, false), "one's own");
            assert_eq!(in_list(&mine, Auth::Cookie(&players[1])).await, (true, false), "one's own");
            assert_eq!(in_list(&mine, Auth::Cookie(&stranger)).await, (false, false), "{path}");
            assert_eq!(ask(&node, "GET", &mine, Auth::Anonymous, json!({})).await.0, 401);
        }
        // Nor does its id serve others as a cursor.
        for (by, more, status) in [
            (Auth::Cookie(&stranger), "", 400),
            (Auth::Cookie(&stranger), "&person=me", 400),
            (Auth::Cookie(&players[0]), "&person=me", 200),
        ] {
            let path = format!("/api/archive?after={private}{more}");
            assert_eq!(ask(&node, "GET", &path, by, json!({})).await.0, status, "{path}");
        }
        // Nor is its record there for others, now that it is over.
        let record = format!("/api/tables/{private}/record");
        assert_eq!(ask(&node, "GET", &record, Auth::Cookie(&stranger), json!({})).await.0, 404);
        assert_eq!(ask(&node, "GET", &record, Auth::Cookie(&players[1]), json!({})).await.0, 200);
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_as_private_as_the_game_before() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        for open in [false, true] {
            let (table, cookies) =
                node.table(Kind::ALL[0], json!({ "open": open, "chat": "nobody" })).await;
            resign(&node, &table, &cookies).await;
            let path = format!("/api/tables/{table}/key");
            let key = node
                .server
                .call("GET", &path, Auth::Cookie(&cookies[0]), &json!({}))
                .await
                .unwrap();
            let path = format!("/api/tables/{table}/rematch");
            let next = node
                .server
                .call("POST", &path, Auth::Cookie(&cookies[0]), &json!({}))
                .await
                .unwrap();
            assert_eq!(
                (&next["table"]["open"], &next["table"]["chat"]),
                (&json!(open), &json!("nobody"))
            );
            let next = next["table"]["id"].as_str().unwrap().to_string();
            // The seat of the other player is theirs, whoever has the key.
            let (_, lobby) = ask(&node, "GET", "/api/tables", Auth::Anonymous, json!({})).await;
            assert!(!lobby.contains(&next), "nobody else is invited: {lobby}");
            let join = format!("/api/tables/{next}/join");
            let (status, _) =
                ask(&node, "POST", &join, Auth::Cookie(&stranger), json!({ "key": key["key"] }))
                    .await;
            assert_eq!(status, 403);
            let (status, _) = ask(&node, "POST", &join, Auth::Cookie(&stranger), json!({})).await;
            assert_eq!(status, if open { 403 } else { 404 });
            // Who could watch the game before can watch this one.
            let mut socket = node.server.socket(Auth::Anonymous).await.unwrap();
            assert_eq!(socket.watch(&next, 0).await.is_ok(), open);
            socket.watch_with_key(&next, 0, key["key"].as_str()).await.unwrap();
            let begun = node
                .server
                .call("POST", &path, Auth::Cookie(&cookies[1]), &json!({}))
                .await
                .unwrap();
            assert_eq!(
                (&begun["table"]["id"], &begun["table"]["phase"]),
                (&json!(next), &json!("playing"))
            );
            let (_, lobby) = ask(&node, "GET", "/api/tables", Auth::Anonymous, json!({})).await;
            assert_eq!(lobby.contains(&next), open);
        }
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_that_look_alike_are_told_apart_at_the_table() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let sara = node.server.new_guest("Sara").await.unwrap();
        let wanted = json!({ "kind": Kind::ALL[0].name(), "open": true, "first": "me", "chat": "everybody" });
        let opened = node.server.call("POST", "/api/tables", Auth::Cookie(&sara), &wanted).await.unwrap();
        let table = opened["table"].as_str().unwrap();
        let other = node.server.new_guest("SARA").await.unwrap();
        let path = format!("/api/tables/{table}/join");
        let begun = node.server.call("POST", &path, Auth::Cookie(&other), &json!({})).await.unwrap();
        let id = begun["table"]["seats"][1]["id"].as_str().unwrap();
        let marked = format!("SARA ({})", &id[id.len() - 4..]);
        assert_eq!(begun["table"]["seats"][0]["name"], "Sara");
        assert_eq!(begun["table"]["seats"][1]["name"], marked.as_str());
        // In chat, too: a player writes under the name at the seat, and nobody else has it.
        let mut names = Vec::new();
        let third = node.server.new_guest("sara").await.unwrap();
        let mut watcher = node.guest(table, Auth::Anonymous).await;
        for cookie in [&sara, &other, &third] {
            let mut guest: Guest = node.guest(table, Auth::Cookie(cookie)).await;
            guest.send(&ClientMessage::Chat { table: table.to_string(), text: "I am Sara".to_string() }).await;
            loop {
                if let mohreh_protocol::ServerMessage::Chat { chat, .. } = watcher.recv().await {
                    names.push(chat.person.name);
                    break;
                }
            }
        }
        assert_eq!(names[..2], ["Sara".to_string(), marked]);
        assert!(names[2].starts_with("sara (") && names[2] != names[1], "{names:?}");
        node.close().await;
    })
    .await;
}
