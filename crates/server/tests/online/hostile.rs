//! Hostile clients: forged identities, cross-origin requests, malformed input, floods.

use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::{Act, ClientMessage, limits};
use mohreh_server::RateLimits;
use serde_json::json;

use crate::harness::{Folder, TestServer, everywhere, settings};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_seated_player_can_play() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        let turn = node.guest(&table, Auth::Anonymous).await.turn();
        let play = |code: &'static str, by: String| {
            let (node, table, turn) = (&node, table.clone(), turn.clone());
            async move {
                let by = if by.is_empty() { Auth::Anonymous } else { Auth::Cookie(&by) };
                let mut guest = node.guest(&table, by).await;
                guest.play(0, turn).await;
                assert_eq!(guest.recv_refusal().await, code);
                guest.send(&ClientMessage::Act { table, ply: 0, act: Act::Resign }).await;
            }
        };
        play("who-are-you", String::new()).await;
        play("who-are-you", "mohreh=forged".to_string()).await;
        play("forbidden", stranger.clone()).await;
        let mut second = node.guest(&table, Auth::Cookie(&cookies[1])).await;
        second.play(0, turn.clone()).await;
        assert_eq!(second.recv_refusal().await, "not-your-turn");
        // An unknown token is refused at the upgrade.
        for forged in ["mohreh_forged", ""] {
            assert!(node.server.socket(Auth::Token(forged)).await.is_err());
            let known = node.server.request("GET", "/api/person", Auth::Token(forged), "").await;
            assert_eq!(known.unwrap().status, 401);
        }
        // A seat at one table gives no rights at another.
        let (other, _) = node.table(Kind::ALL[0], json!({})).await;
        let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        guest.send(&ClientMessage::Play { table: other.clone(), ply: 0, steps: turn }).await;
        assert_eq!(guest.recv_refusal().await, "forbidden");
        for table in [&table, &other] {
            assert_eq!(
                node.guest(table, Auth::Anonymous).await.log.ply(),
                0,
                "nothing has happened"
            );
        }
        let path = format!("/api/tables/{table}/key");
        for by in [Auth::Anonymous, Auth::Cookie(&stranger)] {
            let answer = node.server.request("GET", &path, by, "").await.unwrap();
            assert!(matches!(answer.status, 401 | 403), "{answer:?}");
        }
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cross_origin_requests_are_refused() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let cookie = node.server.new_guest("Sara").await.unwrap();
        let body = json!({ "kind": Kind::ALL[0].name() }).to_string();
        for origin in ["", "null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1"]
        {
            let by = Auth::Cookie(&cookie);
            let answer =
                node.server.request_from(origin, "POST", "/api/tables", by, &body).await.unwrap();
            assert_eq!(answer.status, 403, "{origin}");
            let answer =
                node.server.request_from(origin, "PATCH", "/api/person", by, "{}").await.unwrap();
            assert_eq!(answer.status, 403, "{origin}");
            assert!(node.server.socket_from(origin, by).await.is_err(), "{origin}");
        }
        // Token requests carry no origin.
        let token = json!({ "label": "bot" });
        let token =
            node.server.call("POST", "/api/tokens", Auth::Cookie(&cookie), &token).await.unwrap();
        let by = Auth::Token(token["token"].as_str().unwrap());
        let answer = node.server.request_from("", "POST", "/api/tables", by, &body).await.unwrap();
        assert_eq!(answer.status, 201);
        assert!(node.server.socket_from("", by).await.is_ok());
        let shown =
            node.server.request("GET", "/api/tokens", Auth::Cookie(&cookie), "").await.unwrap();
        assert!(!shown.text.contains("mohreh_"), "a token is shown once");
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_refused_with_a_reason() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let deep = "[".repeat(5000);
        for garbage in [
            "",
            "{}",
            "null",
            "[]",
            "\0",
            "{\"type\":\"dance\"}",
            &deep,
            r#"{"type":"play","table":"x"}"#,
            r#"{"type":"play","table":"x","ply":-1,"steps":[]}"#,
            r#"{"type":"play","table":"x","ply":0,"steps":[],"more":1}"#,
            r#"{"type":"act","table":"x","ply":0,"act":"win"}"#,
            r#"{"type":"chat","table":"x","text":7}"#,
        ] {
            guest.socket.send_text(garbage.to_string()).await.unwrap();
            assert_eq!(guest.recv_refusal().await, "malformed", "{garbage:.60}");
        }
        for missing in ["nope", "../../etc/passwd", "%00", "' OR 1=1 --", &"x".repeat(200), ""] {
            guest
                .send(&ClientMessage::Watch { table: missing.to_string(), from: 0, key: None })
                .await;
            assert_eq!(guest.recv_refusal().await, "not-found", "{missing:.60}");
        }
        for text in ["", "   ", &"x".repeat(limits::CHAT_CHARS + 1), "a\u{202e}b", "a\nb"] {
            guest.send(&ClientMessage::Chat { table: table.clone(), text: text.to_string() }).await;
            assert_eq!(guest.recv_refusal().await, "malformed", "{text:.20}");
        }
        for (step, code) in [("!resign 2", "illegal"), ("leave2", "illegal"), ("=11111", "illegal")]
        {
            guest.play(0, vec![step.to_string()]).await;
            assert_eq!(guest.recv_refusal().await, code, "{step}");
        }
        guest.play(0, vec!["x".to_string(); limits::STEPS_PER_MESSAGE + 1]).await;
        assert_eq!(guest.recv_refusal().await, "malformed");
        // An oversized message closes only its own connection.
        let mut big = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let _ = big.socket.send_text("x".repeat(limits::MESSAGE_BYTES * 4)).await;
        while big.socket.next().await.is_ok() {}
        for name in [
            "",
            " ",
            "\u{202e}evil",
            &"x".repeat(limits::NAME_CHARS + 1),
            "a\u{0}b",
            "\u{200b}",
            "\u{2060}\u{ad}",
            "\u{3164}",
            "\u{e0041}",
            "\u{2800}",
            "\u{200c}",
            "Sаra",
        ] {
            assert!(node.server.new_guest(name).await.is_err(), "{name:?}");
        }
        let script = "<script>alert(1)</script>";
        assert!(node.server.new_guest(script).await.is_ok(), "only text, wherever it is shown");
        for (method, path, body) in [
            ("POST", "/api/person", "{"),
            ("POST", "/api/person", "[1]"),
            ("POST", "/api/tables", "{\"kind\":\"chess\"}"),
            ("GET", "/api/archive?from=yesterday", ""),
            ("GET", "/api/archive?after=%27", ""),
            ("GET", "/api/archive?unknown=1", ""),
            ("GET", "/api/tables/..%2f..%2fetc", ""),
            ("PUT", "/api/tables", ""),
            ("GET", "/api/../metrics/x", ""),
        ] {
            let answer =
                node.server.request(method, path, Auth::Cookie(&cookies[0]), body).await.unwrap();
            assert!((400..500).contains(&answer.status), "{method} {path}: {answer:?}");
        }
        let large = format!("{{\"name\":\"{}\"}}", "x".repeat(limits::MESSAGE_BYTES));
        let answer =
            node.server.request("POST", "/api/person", Auth::Anonymous, &large).await.unwrap();
        assert_eq!(answer.status, 413);
        let metrics =
            node.server.request("GET", "/metrics", Auth::Anonymous, "").await.unwrap().text;
        assert!(
            metrics.contains("refused_total{code=\"malformed\"}"),
            "what is refused is counted"
        );
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_rate_limited() {
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    settings.rate_limits = RateLimits {
        requests_per_second: 5,
        sockets_per_address: 3,
        messages_per_second: 5,
        ..RateLimits::NONE
    };
    let node = TestServer::open(&settings).await;
    // Concurrent requests: sequential ones may stay below the limit on a slow machine.
    let mut flood = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let server = node.server.clone();
        flood.spawn(async move {
            let body = "{\"name\":\"x\"}";
            server.request("POST", "/api/person", Auth::Anonymous, body).await.unwrap().status
        });
    }
    let statuses = flood.join_all().await;
    assert!(statuses.contains(&201) && statuses.contains(&429), "{statuses:?}");
    // Safe requests are not limited.
    assert_eq!(
        node.server.request("GET", "/api/tables", Auth::Anonymous, "").await.unwrap().status,
        200
    );
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    let mut sockets = Vec::new();
    for _ in 0..6 {
        sockets.push(node.server.socket(Auth::Anonymous).await);
    }
    assert_eq!(sockets.iter().filter(|socket| socket.is_ok()).count(), 3);
    let mut socket = sockets.remove(0).unwrap();
    for n in 0..60 {
        socket.send(&ClientMessage::Ping { n, lag: None }).await.unwrap();
    }
    let mut slowed = false;
    while !slowed {
        slowed = socket.next().await.unwrap().contains("too-fast");
    }
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_is_secret_until_the_end() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = node.table(kind, json!({})).await;
            let mut seen = String::new();
            let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
            let (ply, turn) = (guest.log.ply(), guest.turn());
            guest.play(ply, turn).await;
            guest.recv_until(1).await;
            for path in ["", "/record", "/key"] {
                let path = format!("/api/tables/{table}{path}");
                seen += &node
                    .server
                    .request("GET", &path, Auth::Cookie(&cookies[0]), "")
                    .await
                    .unwrap()
                    .text;
            }
            for path in ["/api/tables", "/api/tables/mine", "/api/archive", "/metrics"] {
                seen += &node
                    .server
                    .request("GET", path, Auth::Cookie(&cookies[0]), "")
                    .await
                    .unwrap()
                    .text;
            }
            guest
                .send(&ClientMessage::Act { table: table.clone(), ply: 0, act: Act::Resign })
                .await;
            while guest.head["phase"] != "over" {
                guest.recv().await;
            }
            let seed = guest.head["seed"].as_str().unwrap();
            assert!(!seen.contains(seed), "{kind}");
            let commitment = mohreh_protocol::commitment(seed).unwrap();
            assert!(seen.contains(&commitment), "what it was committed to is shown from the start");
        }
        node.close().await;
    })
    .await;
}
