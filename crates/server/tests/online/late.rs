//! Messages that come late, again and again, out of order, all at once, or from somebody who was cut off:
//! whatever comes, each turn is kept once, and nothing that was meant for another moment happens now.

use std::time::Duration;

use mohreh_client::{By, Server};
use mohreh_games::Kind;
use mohreh_protocol::{Act, Ask, Code, Tell};
use serde_json::json;
use tokio::time::sleep;

use crate::house::{Guest, House, everywhere, other_turn};
use crate::line::{Does, Line};

/// Turns in each game.
const ROUNDS: usize = 6;

/// What somebody says: a ply, and steps.
type Said = (u32, Vec<String>);

/// In an order that has nothing to do with the one before.
fn shuffled(mut all: Vec<Said>, seed: usize) -> Vec<Said> {
    let mut dice = seed as u64 + 1;
    for n in (1..all.len()).rev() {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all.swap(n, (dice >> 33) as usize % (n + 1));
    }
    all
}

/// Hears the answers to all of what was said, in order. What was played before is acknowledged again, what
/// is next is played, everything else comes at the wrong moment.
async fn hear_answers(guest: &mut Guest, said: &[Said], kept: &[Said]) {
    for message in said {
        let (ply, fits) = (guest.log.ply(), kept.contains(message));
        loop {
            match guest.hear().await {
                Tell::Played { ply: at, entries, .. } => {
                    assert!(fits && at == message.0, "{message:?} is no turn of this moment");
                    assert_eq!(entries[0].what, message.1[0]);
                    assert!(message.0 == ply || guest.log.ply() == ply, "played once");
                    break;
                }
                Tell::Refused { code, why, .. } => {
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
async fn however_messages_come_each_turn_is_kept_once() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = house.table(kind, json!({})).await;
            let line = Line::to(&house.url).await;
            let far = Server::new(&line.url).unwrap();
            let mut guests = Vec::new();
            let mut kept: Vec<Vec<Said>> = Vec::new();
            for cookie in &cookies {
                guests.push(Guest::come(&far, &table, By::Cookie(cookie)).await);
                kept.push(Vec::new());
            }
            for round in 0..ROUNDS {
                let Some(mover) = guests[0].mover() else { break };
                let (guest, kept) = (&mut guests[mover], &mut kept[mover]);
                let (ply, turn) = (guest.log.ply(), guest.turn());
                let other = other_turn(&guest.log, 1);
                // The right message thrice, others that are too early, and all that was said before, some
                // of it with steps of another moment.
                let early = [50, 70, u32::MAX - ply].map(|more| (ply + more, turn.clone()));
                let mut all = vec![(ply, turn.clone()); 3];
                all.extend(early);
                all.extend(kept.iter().cloned());
                all.extend(
                    kept.iter().filter(|old| old.1 != other).map(|old| (old.0, other.clone())),
                );
                let all = shuffled(all, round);
                kept.push((ply, turn));
                line.set(Does::Hold);
                for (ply, steps) in &all {
                    guest.play(*ply, steps.clone()).await;
                }
                let long = kind == Kind::ALL[0] && round == 0;
                sleep(Duration::from_millis(if long { 3000 } else { 100 })).await;
                line.set(Does::Pass);
                hear_answers(guest, &all, kept).await;
                let known = guest.log.ply();
                for guest in &mut guests {
                    guest.hear_until(known).await;
                }
            }
            // Cut off, everybody comes again with all that they have ever said.
            line.set(Does::Cut);
            for guest in &mut guests {
                while guest.socket.next().await.is_ok() {}
            }
            line.set(Does::Pass);
            let steps = guests[0].log.steps().to_vec();
            for (cookie, kept) in cookies.iter().zip(&kept) {
                let mut guest = Guest::come(&far, &table, By::Cookie(cookie)).await;
                for (ply, steps) in kept {
                    guest.play(*ply, steps.clone()).await;
                }
                hear_answers(&mut guest, kept, kept).await;
                assert_eq!(guest.log.steps(), steps, "nothing has happened");
            }
            assert_eq!(house.guest(&table, By::Nobody).await.log.steps(), steps);
        }
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_to_an_older_question_agrees_to_nothing() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let (table, cookies) = house.table(Kind::ALL[0], json!({})).await;
        let act = |ply, act| Ask::Act { table: table.clone(), ply, act };
        let line = Line::to(&house.url).await;
        let far = Server::new(&line.url).unwrap();
        let mut sara = house.guest(&table, By::Cookie(&cookies[0])).await;
        let mut bahram = house.guest(&table, By::Cookie(&cookies[1])).await;
        let mut held = Guest::come(&far, &table, By::Cookie(&cookies[1])).await;
        sara.say(&act(0, Act::OfferDraw)).await;
        held.hear_until(1).await;
        line.set(Does::Hold);
        for _ in 0..3 {
            held.say(&act(1, Act::Agree)).await;
        }
        bahram.say(&act(1, Act::Decline)).await;
        sara.hear_until(2).await;
        let turn = sara.turn();
        let ply = 2 + turn.len() as u32;
        sara.play(2, turn).await;
        sara.hear_until(ply).await;
        sara.say(&act(ply, Act::OfferDraw)).await;
        sara.hear_until(ply + 1).await;
        line.set(Does::Pass);
        for _ in 0..3 {
            assert_eq!(held.hear_refusal().await, "stale");
        }
        bahram.hear_until(ply + 1).await;
        let turn = bahram.turn();
        bahram.play(ply + 1, turn.clone()).await;
        sara.hear_until(ply + 1 + turn.len() as u32).await;
        assert!(sara.log.end().is_none(), "the game goes on");
        house.close().await;
    })
    .await;
}
