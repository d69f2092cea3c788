//! Whole games by link, with somebody who watches.

use mohreh_client::By;
use mohreh_games::{Kind, Record};
use mohreh_protocol::{Act, Ask, Tell, check_dice};
use serde_json::json;

use crate::house::{Guest, House, everywhere};

async fn play_out(guests: &mut [Guest]) {
    while let Some(mover) = guests[0].mover() {
        let (ply, turn) = (guests[0].log.ply(), guests[mover].turn());
        guests[mover].play(ply, turn).await;
        let before = guests[mover].log.ply();
        while guests[mover].log.ply() == before {
            if let Tell::Refused { why, .. } = guests[mover].hear().await {
                panic!("{why}");
            }
        }
        let ply = guests[mover].log.ply();
        for guest in guests.iter_mut() {
            guest.hear_until(ply).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_by_link_and_watched() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = house.table(kind, json!({ "draw": true })).await;
            let mut guests = Vec::new();
            for cookie in &cookies {
                guests.push(house.guest(&table, By::Cookie(cookie)).await);
            }
            guests.push(house.guest(&table, By::Nobody).await);
            play_out(&mut guests).await;
            for guest in &mut guests {
                assert_eq!(guest.log.steps(), guest.log.steps());
                while guest.head["phase"] != "over" {
                    guest.hear().await;
                }
                assert_eq!(guest.head["end"], "rules");
            }
            let path = format!("/api/tables/{table}/record");
            let record = house.server.request("GET", &path, By::Nobody, "").await.unwrap();
            let record = Record::read(&record.text).unwrap().remove(0);
            assert_eq!(record.steps(), guests[0].log.steps());
            check_dice(&record).unwrap();
        }
        let found = house.server.ask("GET", "/api/archive", By::Nobody, &json!({})).await.unwrap();
        assert!(found["games"].as_array().unwrap().len() >= Kind::ALL.len());
        let all =
            house.server.request("GET", "/api/archive/records", By::Nobody, "").await.unwrap();
        assert!(Record::read(&all.text).unwrap().len() >= Kind::ALL.len());
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_plays_at_a_table_to_the_end() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        for &kind in Kind::ALL {
            let cookie = house.server.person("Sara").await.unwrap();
            let wanted = json!({ "kind": kind.name(), "computers": [1], "first": "other" });
            let opened =
                house.server.ask("POST", "/api/tables", By::Cookie(&cookie), &wanted).await;
            let table = opened.unwrap()["table"].as_str().unwrap().to_string();
            let mut guest = house.guest(&table, By::Cookie(&cookie)).await;
            while guest.log.end().is_none() {
                if guest.mover() == Some(1) {
                    let (ply, turn) = (guest.log.ply(), guest.turn());
                    guest.play(ply, turn).await;
                    guest.hear_until(ply + 1).await;
                } else {
                    guest.hear().await;
                }
            }
        }
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_chat_presence_and_a_rematch() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let (table, cookies) = house.table(Kind::ALL[0], json!({})).await;
        let mut sara = house.guest(&table, By::Cookie(&cookies[0])).await;
        let mut bahram = house.guest(&table, By::Cookie(&cookies[1])).await;
        loop {
            if let Tell::Present { present, .. } = sara.hear().await
                && present == [true, true]
            {
                break;
            }
        }
        sara.say(&Ask::Chat { table: table.clone(), text: "سلام <b>".to_string() }).await;
        loop {
            if let Tell::Chat { chat, .. } = bahram.hear().await {
                assert_eq!((chat.person.name.as_str(), chat.text.as_str()), ("Sara", "سلام <b>"));
                break;
            }
        }
        sara.say(&Ask::Act { table: table.clone(), ply: 0, act: Act::OfferDraw }).await;
        bahram.hear_until(1).await;
        bahram.say(&Ask::Act { table: table.clone(), ply: 1, act: Act::Agree }).await;
        sara.hear_until(2).await;
        while sara.head["phase"] != "over" {
            sara.hear().await;
        }
        assert_eq!(sara.head["result"], json!([1, 1]));
        assert_eq!(sara.head["seed"].as_str().unwrap().len(), 64);
        let path = format!("/api/tables/{table}/rematch");
        let first = house
            .server
            .ask("POST", &path, By::Cookie(&cookies[1]), &json!({ "nonce": "b" }))
            .await;
        let first = first.unwrap();
        let second = house
            .server
            .ask("POST", &path, By::Cookie(&cookies[0]), &json!({ "nonce": "a" }))
            .await;
        let second = second.unwrap();
        assert_eq!(first["table"]["id"], second["table"]["id"]);
        assert_eq!(second["table"]["nonces"], json!(["b", "a"]), "in the order in which they came");
        assert_eq!(second["table"]["phase"], "playing");
        assert_eq!(second["table"]["seats"][0]["name"], "بهرام", "whoever was second begins");
        let mine =
            house.server.ask("GET", "/api/tables/mine", By::Cookie(&cookies[1]), &json!({})).await;
        assert_eq!(mine.unwrap()[0]["waits"], true);
        house.close().await;
    })
    .await;
}
