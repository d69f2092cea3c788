//! Delayed, duplicated, reordered and stale messages: each turn is committed once, stale ones have no effect, and no
//! chat line is lost.

use std::time::Duration;

use mohreh_client::{Auth, Server};
use mohreh_games::Kind;
use mohreh_protocol::{Act, ClientMessage, Code, ServerMessage, limits};
use serde_json::json;
use tokio::time::sleep;

use crate::harness::{Guest, TestServer, everywhere, other_turn};
use crate::proxy::{Proxy, ProxyMode};

/// Turns per game.
const ROUNDS: usize = 6;

/// A `play` message: ply and steps.
type Message = (u32, Vec<String>);

/// Deterministic shuffle.
fn shuffled(mut all: Vec<Message>, seed: usize) -> Vec<Message> {
    let mut dice = seed as u64 + 1;
    for n in (1..all.len()).rev() {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all.swap(n, (dice >> 33) as usize % (n + 1));
    }
    all
}

/// Receives the answers to all messages, in order: duplicates are acknowledged again, the next turn is played,
/// everything else is stale.
async fn recv_answers(guest: &mut Guest, sent: &[Message], kept: &[Message]) {
    for message in sent {
        let (ply, fits) = (guest.log.ply(), kept.contains(message));
        loop {
            match guest.recv().await {
                ServerMessage::Played { ply: at, entries, .. } => {
                    assert!(fits && at == message.0, "{message:?} is no turn of this moment");
                    assert_eq!(entries[0].what, message.1[0]);
                    assert!(message.0 == ply || guest.log.ply() == ply, "played once");
                    break;
                }
                ServerMessage::Refused { code, why, .. } => {
                    assert!(!fits || message.0 > ply, "{message:?}: {why}");
                    assert_eq!(code, Code::Stale, "{message:?}: {why}");
                    break;
                }
                _ => {}
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reordered_and_duplicated_messages_commit_each_turn_once() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = node.table(kind, json!({})).await;
            let proxy = Proxy::start(&node.url).await;
            let far = Server::new(&proxy.url).unwrap();
            let mut guests = Vec::new();
            let mut kept: Vec<Vec<Message>> = Vec::new();
            for cookie in &cookies {
                guests.push(Guest::join(&far, &table, Auth::Cookie(cookie)).await);
                kept.push(Vec::new());
            }
            for round in 0..ROUNDS {
                let Some(mover) = guests[0].mover() else { break };
                let (guest, kept) = (&mut guests[mover], &mut kept[mover]);
                let (ply, turn) = (guest.log.ply(), guest.turn());
                let other = other_turn(&guest.log, 1);
                // The right message three times, some ahead of the log, and all earlier ones, both unchanged and with
                // other steps.
                let early = [50, 70, u32::MAX - ply].map(|more| (ply + more, turn.clone()));
                let mut all = vec![(ply, turn.clone()); 3];
                all.extend(early);
                all.extend(kept.iter().cloned());
                all.extend(
                    kept.iter().filter(|old| old.1 != other).map(|old| (old.0, other.clone())),
                );
                let all = shuffled(all, round);
                kept.push((ply, turn));
                proxy.set(ProxyMode::Hold);
                for (ply, steps) in &all {
                    guest.play(*ply, steps.clone()).await;
                }
                let long = kind == Kind::ALL[0] && round == 0;
                sleep(Duration::from_millis(if long { 3000 } else { 100 })).await;
                proxy.set(ProxyMode::Pass);
                recv_answers(guest, &all, kept).await;
                let known = guest.log.ply();
                for guest in &mut guests {
                    guest.recv_until(known).await;
                }
            }
            // After a reconnect everyone resends their whole history.
            proxy.set(ProxyMode::Cut);
            for guest in &mut guests {
                while guest.socket.next().await.is_ok() {}
            }
            proxy.set(ProxyMode::Pass);
            let steps = guests[0].log.steps().to_vec();
            for (cookie, kept) in cookies.iter().zip(&kept) {
                let mut guest = Guest::join(&far, &table, Auth::Cookie(cookie)).await;
                for (ply, steps) in kept {
                    guest.play(*ply, steps.clone()).await;
                }
                recv_answers(&mut guest, kept, kept).await;
                assert_eq!(guest.log.steps(), steps, "nothing has happened");
            }
            assert_eq!(node.guest(&table, Auth::Anonymous).await.log.steps(), steps);
        }
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stale_agree_accepts_nothing() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        let act = |ply, act| ClientMessage::Act { table: table.clone(), ply, act };
        let proxy = Proxy::start(&node.url).await;
        let far = Server::new(&proxy.url).unwrap();
        let mut sara = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let mut bahram = node.guest(&table, Auth::Cookie(&cookies[1])).await;
        let mut held = Guest::join(&far, &table, Auth::Cookie(&cookies[1])).await;
        sara.send(&act(0, Act::OfferDraw)).await;
        held.recv_until(1).await;
        proxy.set(ProxyMode::Hold);
        for _ in 0..3 {
            held.send(&act(1, Act::Agree)).await;
        }
        bahram.send(&act(1, Act::Decline)).await;
        sara.recv_until(2).await;
        let turn = sara.turn();
        let ply = 2 + turn.len() as u32;
        sara.play(2, turn).await;
        sara.recv_until(ply).await;
        sara.send(&act(ply, Act::OfferDraw)).await;
        sara.recv_until(ply + 1).await;
        proxy.set(ProxyMode::Pass);
        for _ in 0..3 {
            assert_eq!(held.recv_refusal().await, "stale");
        }
        bahram.recv_until(ply + 1).await;
        let turn = bahram.turn();
        bahram.play(ply + 1, turn.clone()).await;
        sara.recv_until(ply + 1 + turn.len() as u32).await;
        assert!(sara.log.end().is_none(), "the game goes on");
        node.close().await;
    })
    .await;
}

/// Tables at which a guest comes and goes while lines are sent: as many as both players may at once.
const CHAT_TABLES: usize = 40;
const CHAT_LINES: usize = 2 * limits::CHAT_PER_PERSON;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_line_is_in_the_snapshot_or_follows_it() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for _ in 0..CHAT_TABLES {
            let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
            let mut players = Vec::new();
            for cookie in &cookies {
                players.push(node.guest(&table, Auth::Cookie(cookie)).await);
            }
            let mut guest = node.guest(&table, Auth::Anonymous).await;
            let chat = |n: usize| ClientMessage::Chat { table: table.clone(), text: n.to_string() };
            let chatter = async {
                for n in 0..CHAT_LINES {
                    players[n % 2].send(&chat(n)).await;
                    for player in &mut players {
                        while !matches!(player.recv().await, ServerMessage::Chat { .. }) {}
                    }
                }
            };
            let watcher = async {
                let mut next = 0;
                while next < CHAT_LINES {
                    guest.send(&ClientMessage::Leave { table: table.clone() }).await;
                    let watch = ClientMessage::Watch { table: table.clone(), from: 0, key: None };
                    guest.send(&watch).await;
                    // Lines before the snapshot belong to the previous subscription.
                    let lines = loop {
                        if let ServerMessage::Table(snapshot) = guest.recv().await {
                            break snapshot.chat;
                        }
                    };
                    next = lines.last().map_or(0, |line| line.text.parse::<usize>().unwrap() + 1);
                    if next < CHAT_LINES {
                        let line = loop {
                            if let ServerMessage::Chat { chat, .. } = guest.recv().await {
                                break chat.text;
                            }
                        };
                        assert_eq!(line, next.to_string(), "neither lost nor repeated");
                    }
                }
            };
            tokio::join!(chatter, watcher);
        }
        node.close().await;
    })
    .await;
}
