//! Whole games by invitation link, with a spectator.

use mohreh_client::Auth;
use mohreh_games::{Kind, Record};
use mohreh_protocol::{Act, ClientMessage, ServerMessage, check_dice};
use serde_json::json;

use crate::harness::{Guest, TestServer, everywhere};

async fn play_out(guests: &mut [Guest]) {
    while let Some(mover) = guests[0].mover() {
        let (ply, turn) = (guests[0].log.ply(), guests[mover].turn());
        guests[mover].play(ply, turn).await;
        let before = guests[mover].log.ply();
        while guests[mover].log.ply() == before {
            if let ServerMessage::Refused { why, .. } = guests[mover].recv().await {
                panic!("{why}");
            }
        }
        let ply = guests[mover].log.ply();
        for guest in guests.iter_mut() {
            guest.recv_until(ply).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_by_link_and_watched() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = node.table(kind, json!({ "draw": true })).await;
            let mut guests = Vec::new();
            for cookie in &cookies {
                guests.push(node.guest(&table, Auth::Cookie(cookie)).await);
            }
            guests.push(node.guest(&table, Auth::Anonymous).await);
            play_out(&mut guests).await;
            for guest in &mut guests {
                while guest.head["phase"] != "over" {
                    guest.recv().await;
                }
                assert_eq!(guest.head["end"], "rules");
            }
            let path = format!("/api/tables/{table}/record");
            let record = node.server.request("GET", &path, Auth::Anonymous, "").await.unwrap();
            let record = Record::read(&record.text).unwrap().remove(0);
            for guest in &guests {
                assert_eq!(record.steps(), guest.log.steps());
            }
            check_dice(&record).unwrap();
        }
        let found =
            node.server.call("GET", "/api/archive", Auth::Anonymous, &json!({})).await.unwrap();
        assert!(found["games"].as_array().unwrap().len() >= Kind::ALL.len());
        let all =
            node.server.request("GET", "/api/archive/records", Auth::Anonymous, "").await.unwrap();
        assert!(Record::read(&all.text).unwrap().len() >= Kind::ALL.len());
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_to_the_end() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let cookie = node.server.new_guest("Sara").await.unwrap();
            let wanted = json!({ "kind": kind.name(), "computers": [1], "first": "other" });
            let opened =
                node.server.call("POST", "/api/tables", Auth::Cookie(&cookie), &wanted).await;
            let table = opened.unwrap()["table"].as_str().unwrap().to_string();
            let mut guest = node.guest(&table, Auth::Cookie(&cookie)).await;
            while guest.log.end().is_none() {
                if guest.mover() == Some(1) {
                    let (ply, turn) = (guest.log.ply(), guest.turn());
                    guest.play(ply, turn).await;
                    guest.recv_until(ply + 1).await;
                } else {
                    guest.recv().await;
                }
            }
        }
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_chat_presence_and_a_rematch() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        let mut sara = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let mut bahram = node.guest(&table, Auth::Cookie(&cookies[1])).await;
        loop {
            if let ServerMessage::Present { present, .. } = sara.recv().await
                && present == [true, true]
            {
                break;
            }
        }
        sara.send(&ClientMessage::Chat { table: table.clone(), text: "سلام <b>".to_string() }).await;
        loop {
            if let ServerMessage::Chat { chat, .. } = bahram.recv().await {
                assert_eq!((chat.person.name.as_str(), chat.text.as_str()), ("Sara", "سلام <b>"));
                break;
            }
        }
        sara.send(&ClientMessage::Act { table: table.clone(), ply: 0, act: Act::OfferDraw }).await;
        bahram.recv_until(1).await;
        bahram.send(&ClientMessage::Act { table: table.clone(), ply: 1, act: Act::Agree }).await;
        sara.recv_until(2).await;
        while sara.head["phase"] != "over" {
            sara.recv().await;
        }
        assert_eq!(sara.head["result"], json!([1, 1]));
        assert_eq!(sara.head["seed"].as_str().unwrap().len(), 64);
        let path = format!("/api/tables/{table}/rematch");
        let first = node
            .server
            .call("POST", &path, Auth::Cookie(&cookies[1]), &json!({ "nonce": "b" }))
            .await;
        let first = first.unwrap();
        let second = node
            .server
            .call("POST", &path, Auth::Cookie(&cookies[0]), &json!({ "nonce": "a" }))
            .await;
        let second = second.unwrap();
        assert_eq!(first["table"]["id"], second["table"]["id"]);
        assert_eq!(second["table"]["nonces"], json!(["b", "a"]), "in the order in which they came");
        assert_eq!(second["table"]["phase"], "playing");
        assert_eq!(second["table"]["seats"][0]["name"], "بهرام", "whoever was second begins");
        let mine = node
            .server
            .call("GET", "/api/tables/mine", Auth::Cookie(&cookies[1]), &json!({}))
            .await;
        assert_eq!(mine.unwrap()[0]["waits"], true);
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_name_reaches_the_tables_that_are_not_over() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        let (sara, bahram) = (Auth::Cookie(&cookies[0]), Auth::Cookie(&cookies[1]));
        let waiting = json!({ "kind": Kind::ALL[0].name(), "open": true });
        let waiting = node.server.call("POST", "/api/tables", sara, &waiting).await.unwrap();
        let over = json!({ "kind": Kind::ALL[0].name(), "computers": [1], "open": true });
        let over = node.server.call("POST", "/api/tables", sara, &over).await.unwrap();
        let path = |opened: &serde_json::Value| {
            format!("/api/tables/{}", opened["table"].as_str().unwrap())
        };
        let end = format!("{}/act", path(&over));
        node.server.call("POST", &end, sara, &json!({ "act": "resign" })).await.unwrap();
        let mut other = node.guest(&table, bahram).await;
        let rename = async |by: Auth<'_>, name: &str| {
            let name = json!({ "name": name });
            node.server.call("PATCH", "/api/person", by, &name).await.unwrap();
        };
        rename(sara, "Sara Two").await;
        while other.head["seats"][0]["name"] != "Sara Two" {
            other.recv().await;
        }
        let names = async |path: &str| {
            let shown = node.server.call("GET", path, sara, &json!({})).await.unwrap();
            shown["table"]["seats"].to_string()
        };
        assert!(names(&path(&waiting)).await.contains("Sara Two"));
        assert!(!names(&path(&over)).await.contains("Sara Two"), "a finished game keeps its names");
        // One who takes the name of another at the table is marked, as on sitting down.
        rename(bahram, "Sara Two").await;
        while !other.head["seats"][1]["name"].as_str().unwrap().starts_with("Sara Two (") {
            other.recv().await;
        }
        // The log goes on.
        let mut player = node.guest(&table, sara).await;
        let (ply, turn) = (player.log.ply(), player.turn());
        player.play(ply, turn).await;
        while player.log.ply() == ply {
            player.recv().await;
        }
        node.close().await;
    })
    .await;
}
