//! People who mean no good: each is refused, and the server stays well.

use mohreh_client::By;
use mohreh_games::Kind;
use mohreh_protocol::{Act, Ask, limits};
use mohreh_server::Allowed;
use serde_json::json;

use crate::house::{Folder, House, everywhere, settings};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_whoever_sits_there_plays() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let (table, cookies) = house.table(Kind::ALL[0], json!({})).await;
        let stranger = house.server.person("Stranger").await.unwrap();
        let turn = house.guest(&table, By::Nobody).await.turn();
        let play = |code: &'static str, by: String| {
            let (house, table, turn) = (&house, table.clone(), turn.clone());
            async move {
                let by = if by.is_empty() { By::Nobody } else { By::Cookie(&by) };
                let mut guest = house.guest(&table, by).await;
                guest.play(0, turn).await;
                assert_eq!(guest.hear_refusal().await, code);
                guest.say(&Ask::Act { table, ply: 0, act: Act::Resign }).await;
            }
        };
        play("who-are-you", String::new()).await;
        play("who-are-you", "mohreh=forged".to_string()).await;
        play("forbidden", stranger.clone()).await;
        let mut second = house.guest(&table, By::Cookie(&cookies[1])).await;
        second.play(0, turn.clone()).await;
        assert_eq!(second.hear_refusal().await, "not-your-turn");
        // With a token that nobody has, one does not even get in.
        for forged in ["mohreh_forged", ""] {
            assert!(house.server.socket(By::Token(forged)).await.is_err());
            let known = house.server.request("GET", "/api/person", By::Token(forged), "").await;
            assert_eq!(known.unwrap().status, 401);
        }
        // The other table, with the seat of this one.
        let (other, _) = house.table(Kind::ALL[0], json!({})).await;
        let mut guest = house.guest(&table, By::Cookie(&cookies[0])).await;
        guest.say(&Ask::Play { table: other.clone(), ply: 0, steps: turn }).await;
        assert_eq!(guest.hear_refusal().await, "forbidden");
        for table in [&table, &other] {
            assert_eq!(house.guest(table, By::Nobody).await.log.ply(), 0, "nothing has happened");
        }
        let path = format!("/api/tables/{table}/key");
        for by in [By::Nobody, By::Cookie(&stranger)] {
            let answer = house.server.request("GET", &path, by, "").await.unwrap();
            assert!(matches!(answer.status, 401 | 403), "{answer:?}");
        }
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_pages_cannot_speak_for_anybody() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let cookie = house.server.person("Sara").await.unwrap();
        let body = json!({ "kind": Kind::ALL[0].name() }).to_string();
        for origin in ["", "null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1"]
        {
            let by = By::Cookie(&cookie);
            let answer =
                house.server.request_from(origin, "POST", "/api/tables", by, &body).await.unwrap();
            assert_eq!(answer.status, 403, "{origin}");
            let answer =
                house.server.request_from(origin, "PATCH", "/api/person", by, "{}").await.unwrap();
            assert_eq!(answer.status, 403, "{origin}");
            assert!(house.server.socket_from(origin, by).await.is_err(), "{origin}");
        }
        // A program has a token and no page.
        let token = json!({ "label": "bot" });
        let token =
            house.server.ask("POST", "/api/tokens", By::Cookie(&cookie), &token).await.unwrap();
        let by = By::Token(token["token"].as_str().unwrap());
        let answer = house.server.request_from("", "POST", "/api/tables", by, &body).await.unwrap();
        assert_eq!(answer.status, 201);
        assert!(house.server.socket_from("", by).await.is_ok());
        let shown =
            house.server.request("GET", "/api/tokens", By::Cookie(&cookie), "").await.unwrap();
        assert!(!shown.text.contains("mohreh_"), "a token is shown once");
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_refused_with_a_reason() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let (table, cookies) = house.table(Kind::ALL[0], json!({})).await;
        let mut guest = house.guest(&table, By::Cookie(&cookies[0])).await;
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
            guest.socket.say_text(garbage.to_string()).await.unwrap();
            assert_eq!(guest.hear_refusal().await, "malformed", "{garbage:.60}");
        }
        for missing in ["nope", "../../etc/passwd", "%00", "' OR 1=1 --", &"x".repeat(200), ""] {
            guest.say(&Ask::Watch { table: missing.to_string(), from: 0 }).await;
            assert_eq!(guest.hear_refusal().await, "not-found", "{missing:.60}");
        }
        for text in ["", "   ", &"x".repeat(limits::CHAT + 1), "a\u{202e}b", "a\nb"] {
            guest.say(&Ask::Chat { table: table.clone(), text: text.to_string() }).await;
            assert_eq!(guest.hear_refusal().await, "malformed", "{text:.20}");
        }
        for (step, code) in [("!resign 2", "illegal"), ("leave2", "illegal"), ("=11111", "illegal")]
        {
            guest.play(0, vec![step.to_string()]).await;
            assert_eq!(guest.hear_refusal().await, code, "{step}");
        }
        guest.play(0, vec!["x".to_string(); limits::STEPS + 1]).await;
        assert_eq!(guest.hear_refusal().await, "malformed");
        // Too long a message ends the connection, and nothing else.
        let mut big = house.guest(&table, By::Cookie(&cookies[0])).await;
        let _ = big.socket.say_text("x".repeat(limits::MESSAGE * 4)).await;
        while big.socket.next().await.is_ok() {}
        for name in ["", " ", "\u{202e}evil", &"x".repeat(limits::NAME + 1), "a\u{0}b"] {
            assert!(house.server.person(name).await.is_err(), "{name:?}");
        }
        let script = "<script>alert(1)</script>";
        assert!(house.server.person(script).await.is_ok(), "only text, wherever it is shown");
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
                house.server.request(method, path, By::Cookie(&cookies[0]), body).await.unwrap();
            assert!((400..500).contains(&answer.status), "{method} {path}: {answer:?}");
        }
        let large = format!("{{\"name\":\"{}\"}}", "x".repeat(limits::MESSAGE));
        let answer = house.server.request("POST", "/api/person", By::Nobody, &large).await.unwrap();
        assert_eq!(answer.status, 413);
        let metrics = house.server.request("GET", "/metrics", By::Nobody, "").await.unwrap().text;
        assert!(
            metrics.contains("refused_total{code=\"malformed\"}"),
            "what is refused is counted"
        );
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_slowed_down() {
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    settings.allowed = Allowed { requests: 5, sockets: 3, messages: 5 };
    let house = House::open(&settings).await;
    // All at once: on a slow machine one after the other would be no flood.
    let mut flood = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let server = house.server.clone();
        flood.spawn(async move {
            let body = "{\"name\":\"x\"}";
            server.request("POST", "/api/person", By::Nobody, body).await.unwrap().status
        });
    }
    let statuses = flood.join_all().await;
    assert!(statuses.contains(&201) && statuses.contains(&429), "{statuses:?}");
    // Reading is not changing.
    assert_eq!(
        house.server.request("GET", "/api/tables", By::Nobody, "").await.unwrap().status,
        200
    );
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    let mut sockets = Vec::new();
    for _ in 0..6 {
        sockets.push(house.server.socket(By::Nobody).await);
    }
    assert_eq!(sockets.iter().filter(|socket| socket.is_ok()).count(), 3);
    let mut socket = sockets.remove(0).unwrap();
    for n in 0..60 {
        socket.say(&Ask::Ping { n, lag: None }).await.unwrap();
    }
    let mut slowed = false;
    while !slowed {
        slowed = socket.next().await.unwrap().contains("too-fast");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_the_seed_before_the_end() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = house.table(kind, json!({})).await;
            let mut seen = String::new();
            let mut guest = house.guest(&table, By::Cookie(&cookies[0])).await;
            let (ply, turn) = (guest.log.ply(), guest.turn());
            guest.play(ply, turn).await;
            guest.hear_until(1).await;
            for path in ["", "/record", "/key"] {
                let path = format!("/api/tables/{table}{path}");
                seen += &house
                    .server
                    .request("GET", &path, By::Cookie(&cookies[0]), "")
                    .await
                    .unwrap()
                    .text;
            }
            for path in ["/api/tables", "/api/tables/mine", "/api/archive", "/metrics"] {
                seen += &house
                    .server
                    .request("GET", path, By::Cookie(&cookies[0]), "")
                    .await
                    .unwrap()
                    .text;
            }
            guest.say(&Ask::Act { table: table.clone(), ply: 0, act: Act::Resign }).await;
            while guest.head["phase"] != "over" {
                guest.hear().await;
            }
            let seed = guest.head["seed"].as_str().unwrap();
            assert!(!seen.contains(seed), "{kind}");
            let commitment = mohreh_protocol::commitment(seed).unwrap();
            assert!(seen.contains(&commitment), "what it was committed to is shown from the start");
        }
        house.close().await;
    })
    .await;
}
