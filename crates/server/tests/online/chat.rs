//! Chat: who may write, and how much.

use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::{ClientMessage, ServerMessage, limits};
use serde_json::json;

use crate::harness::{Guest, TestServer, everywhere, settings};
use crate::services::address_of;

fn line(table: &str, text: &str) -> ClientMessage {
    ClientMessage::Chat { table: table.to_string(), text: text.to_string() }
}

/// The outcome of one's own line: `said`, or the code of the refusal.
async fn outcome(guest: &mut Guest, text: &str) -> String {
    guest.send(&line(&guest.table.clone(), text)).await;
    loop {
        match guest.recv().await {
            ServerMessage::Chat { chat, .. } if chat.text == text => return "said".to_string(),
            ServerMessage::Refused { code, .. } => return code.word().to_string(),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_chooses_who_writes() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        for (chat, of_player, of_stranger) in [
            ("players", "said", "forbidden"),
            ("everybody", "said", "said"),
            ("nobody", "forbidden", "forbidden"),
        ] {
            let (table, cookies) = node.table(Kind::ALL[0], json!({ "chat": chat })).await;
            let mut player = node.guest(&table, Auth::Cookie(&cookies[1])).await;
            let mut guest = node.guest(&table, Auth::Cookie(&stranger)).await;
            assert_eq!(player.head["chat"], chat);
            assert_eq!(outcome(&mut player, "one").await, of_player, "{chat}");
            assert_eq!(outcome(&mut guest, "two").await, of_stranger, "{chat}");
            let mut unknown = node.guest(&table, Auth::Anonymous).await;
            assert_eq!(outcome(&mut unknown, "three").await, "who-are-you");
            // Who does not watch is not heard.
            let (elsewhere, _) = node.table(Kind::ALL[0], json!({})).await;
            let mut guest = node.guest(&elsewhere, Auth::Cookie(&stranger)).await;
            guest.send(&line(&table, "four")).await;
            assert_eq!(guest.recv_refusal().await, "forbidden", "{chat}");
        }
        // Without a choice, the players.
        let (table, _) = node.table(Kind::ALL[0], json!({})).await;
        assert_eq!(node.guest(&table, Auth::Anonymous).await.head["chat"], "players");
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_close_the_chat_for_those_who_watch() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({ "chat": "everybody" })).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        let mut guest = node.guest(&table, Auth::Cookie(&stranger)).await;
        assert_eq!(outcome(&mut guest, "one").await, "said");
        let path = format!("/api/tables/{table}/chat");
        let restrict = async |by: &str, chat: &str| {
            let body = json!({ "chat": chat }).to_string();
            node.server.request("POST", &path, Auth::Cookie(by), &body).await.unwrap().status
        };
        assert_eq!(restrict(&stranger, "players").await, 403);
        assert_eq!(restrict(&cookies[1], "players").await, 200);
        assert_eq!(restrict(&cookies[1], "players").await, 200, "it is so already");
        while guest.head["chat"] != "players" {
            guest.recv().await;
        }
        assert_eq!(outcome(&mut guest, "two").await, "forbidden");
        assert_eq!(restrict(&cookies[0], "everybody").await, 403, "nobody can widen it");
        assert_eq!(restrict(&cookies[0], "nobody").await, 200);
        let mut player = node.guest(&table, Auth::Cookie(&cookies[1])).await;
        assert_eq!(outcome(&mut player, "three").await, "forbidden");
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_with_five_sockets_floods_in_vain() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({ "chat": "everybody" })).await;
        let stranger = node.server.new_guest("Stranger").await.unwrap();
        let mut sockets = Vec::new();
        for _ in 0..5 {
            sockets.push(node.guest(&table, Auth::Cookie(&stranger)).await);
        }
        for n in 0..70 {
            for (socket, guest) in sockets.iter_mut().enumerate() {
                guest.send(&line(&table, &format!("{socket} {n}"))).await;
            }
        }
        let mut refused = 0;
        for guest in &mut sockets {
            // Every line of one's own is said or refused; a ping marks the end.
            guest.send(&ClientMessage::Ping { n: 7, lag: None }).await;
            loop {
                match guest.recv().await {
                    ServerMessage::Refused { code, .. } => {
                        assert_eq!(code.word(), "too-fast");
                        refused += 1;
                    }
                    ServerMessage::Pong { .. } => break,
                    _ => {}
                }
            }
        }
        // The run may take longer than one period of the limit.
        assert!(refused >= 5 * 70 - 10 * limits::CHAT_PER_PERSON, "{refused} were refused");
        let mut player = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        assert_eq!(outcome(&mut player, "still here").await, "said");
        node.close().await;
    })
    .await;
}

/// Lines that other nodes publish count, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_is_limited_across_nodes() {
    let settings = settings(&address_of("PostgreSQL"));
    let nodes = [TestServer::open(&settings).await, TestServer::open(&settings).await];
    let (table, cookies) = nodes[0].table(Kind::ALL[0], json!({ "open": false })).await;
    let by = Auth::Cookie(&cookies[0]);
    let (mut here, mut there) =
        (nodes[0].guest(&table, by).await, nodes[1].guest(&table, by).await);
    let (mut said, mut refused) = (0, 0);
    for n in 0..20 {
        let text = n.to_string();
        match outcome(&mut here, &text).await.as_str() {
            "said" => {
                said += 1;
                while !matches!(there.recv().await, ServerMessage::Chat { chat, .. } if chat.text == text)
                {
                }
            }
            _ => refused += 1,
        }
        match outcome(&mut there, &format!("there {n}")).await.as_str() {
            "said" => {
                said += 1;
                let text = format!("there {n}");
                while !matches!(here.recv().await, ServerMessage::Chat { chat, .. } if chat.text == text)
                {
                }
            }
            _ => refused += 1,
        }
    }
    assert!(refused >= said, "{said} were said, {refused} refused");
    for node in nodes {
        node.close().await;
    }
}
