//! Several nodes with one database: whoever is at which of them, it is the same table.

use std::time::Duration;

use futures_util::StreamExt;
use mohreh_client::By;
use mohreh_games::Kind;
use mohreh_protocol::{Code, Tell};
use mohreh_server::Settings;
use serde_json::json;
use tokio::time::timeout;

use crate::house::{Folder, Guest, House, other_turn, settings};
use crate::needed::address_of;
use crate::schema::Schema;

/// Turns that are raced for in each game.
const ROUNDS: usize = 16;

/// With a PostgreSQL of their own, and with or without news between them.
async fn nodes(schema: &Schema, news: bool) -> [House; 2] {
    let all = settings(&schema.url);
    let settings = Settings { nats: all.nats.clone().filter(|_| news), ..all };
    [House::open(&settings).await, House::open(&settings).await]
}

/// Says something, and gives why it was refused if it was.
async fn answer(guest: &mut Guest, ply: u32, steps: &[String]) -> Option<Code> {
    guest.play(ply, steps.to_vec()).await;
    loop {
        match guest.hear().await {
            Tell::Refused { code, .. } => return Some(code),
            Tell::Played { ply: at, entries, .. } if at == ply && entries[0].what == steps[0] => {
                return None;
            }
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_turns_for_one_ply_at_two_nodes_one_is_kept() {
    for news in [true, false] {
        let schema = Schema::new(&Folder::name()).await;
        let houses = nodes(&schema, news).await;
        for &kind in Kind::ALL {
            let (table, cookies) = houses[0].table(kind, json!({})).await;
            // Everybody is at both nodes.
            let mut guests = Vec::new();
            for cookie in &cookies {
                let one = houses[0].guest(&table, By::Cookie(cookie)).await;
                guests.push([one, houses[1].guest(&table, By::Cookie(cookie)).await]);
            }
            let mut won = [0, 0];
            for _ in 0..ROUNDS {
                let Some(mover) = guests[0][0].mover() else { break };
                let (log, ply) = (&guests[0][0].log, guests[0][0].log.ply());
                let turns = [other_turn(log, 0), other_turn(log, 1)];
                let [one, two] = &mut guests[mover];
                let answers =
                    tokio::join!(answer(one, ply, &turns[0]), answer(two, ply, &turns[1]));
                // If the first of them ended the game, the second is told that.
                let winner = match answers {
                    (None, Some(Code::Stale | Code::NotPlaying)) => 0,
                    (Some(Code::Stale | Code::NotPlaying), None) => 1,
                    // There was nothing else to play, and it was played once.
                    (None, None) if turns[0] == turns[1] => 0,
                    other => panic!("{kind}: {other:?}"),
                };
                won[winner] += 1;
                let known = guests[mover][winner].log.ply();
                for guest in guests.iter_mut().flatten() {
                    guest.hear_until(known).await;
                    assert_eq!(guest.log.steps().get(ply as usize), Some(&turns[winner][0]));
                }
            }
            println!("{kind}, news {news}: {won:?}");
            let path = format!("/api/tables/{table}");
            let mut shown = Vec::new();
            for house in &houses {
                let all = house.server.ask("GET", &path, By::Nobody, &json!({})).await.unwrap();
                shown.push(all["entries"].clone());
            }
            assert_eq!(shown[0], shown[1]);
            for guest in guests.iter().flatten() {
                assert_eq!(guest.log.steps(), guests[0][0].log.steps());
                assert_eq!(guest.log.ply() as usize, shown[0].as_array().unwrap().len());
            }
        }
        for house in houses {
            house.close().await;
        }
        schema.gone().await;
    }
}

async fn hear_present(guest: &mut Guest, wanted: [bool; 2]) {
    loop {
        if let Tell::Present { present, .. } = guest.hear().await
            && present == wanted
        {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_tell_each_other_who_is_there_and_are_quiet_then() {
    let schema = Schema::new(&Folder::name()).await;
    let houses = nodes(&schema, true).await;
    let (table, cookies) = houses[0].table(Kind::ALL[0], json!({})).await;
    let mut notes = async_nats::connect(address_of("NATS"))
        .await
        .unwrap()
        .subscribe("mohreh.notes")
        .await
        .unwrap();
    let mut sara = houses[0].guest(&table, By::Cookie(&cookies[0])).await;
    let mut bahram = houses[1].guest(&table, By::Cookie(&cookies[1])).await;
    hear_present(&mut sara, [true, true]).await;
    hear_present(&mut bahram, [true, true]).await;
    let mut many = 0;
    let count = async {
        while let Some(note) = notes.next().await {
            many += usize::from(String::from_utf8_lossy(&note.payload).contains(&table));
        }
    };
    // What they may say in this time is a handful.
    let _ = timeout(Duration::from_secs(3), count).await;
    assert!(many < 50, "{many} notes, and nothing happens at the table");
    drop(bahram);
    hear_present(&mut sara, [true, false]).await;
    for house in houses {
        house.close().await;
    }
    schema.gone().await;
}

/// Without any news between them, nodes look up what others have kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_at_one_node_learns_who_sat_down_at_another() {
    let schema = Schema::new(&Folder::name()).await;
    let houses = nodes(&schema, false).await;
    let sara = houses[0].server.person("Sara").await.unwrap();
    let bahram = houses[0].server.person("بهرام").await.unwrap();
    let wanted = json!({ "kind": Kind::ALL[0].name(), "first": "me" });
    let opened = houses[0].server.ask("POST", "/api/tables", By::Cookie(&sara), &wanted).await;
    let opened = opened.unwrap();
    let table = opened["table"].as_str().unwrap();
    let mut waiting = houses[0].guest(table, By::Cookie(&sara)).await;
    let (path, key) = (format!("/api/tables/{table}/join"), json!({ "key": opened["key"] }));
    houses[1].server.ask("POST", &path, By::Cookie(&bahram), &key).await.unwrap();
    while waiting.head["phase"] != "playing" {
        waiting.hear().await;
    }
    let mut other = houses[1].guest(table, By::Cookie(&bahram)).await;
    let turn = waiting.turn();
    assert_eq!(answer(&mut waiting, 0, &turn).await, None);
    other.hear_until(waiting.log.ply()).await;
    for house in houses {
        house.close().await;
    }
    schema.gone().await;
}
