//! The database or NATS goes away in the middle of games and comes back: what was acknowledged is there,
//! once, and everybody plays on.

use std::time::Duration;

use mohreh_client::By;
use mohreh_games::Kind;
use mohreh_protocol::{Ask, Code, Tell};
use mohreh_server::Settings;
use serde_json::json;
use sqlx::{AnyConnection, Connection};
use tokio::time::{Instant, sleep};

use crate::company::{Company, Patient, check, until};
use crate::house::{Folder, House, settings};
use crate::line::{Does, Line};
use crate::needed::address_of;
use crate::schema::Schema;

/// How long something is gone: for longer than a server may be silent before the time is nobody's.
const GONE: Duration = Duration::from_secs(7);

/// How a database goes away.
enum Trouble {
    /// Somebody else locks the file at this address.
    Lock(String, Option<AnyConnection>),
    /// The line to it does something else than to pass.
    Line(Line, Does),
}

impl Trouble {
    async fn begin(&mut self) {
        match self {
            Trouble::Lock(url, other) => {
                let mut connection = AnyConnection::connect(url).await.unwrap();
                sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut connection).await.unwrap();
                *other = Some(connection);
            }
            Trouble::Line(line, does) => line.set(*does),
        }
    }

    async fn end(&mut self) {
        match self {
            Trouble::Lock(_, other) => other.take().unwrap().close().await.unwrap(),
            Trouble::Line(line, _) => line.set(Does::Pass),
        }
    }
}

/// Whatever was refused was refused because nothing could be kept.
fn refused(patients: &[Patient]) -> usize {
    let refused: Vec<Code> = patients.iter().flat_map(|patient| patient.refused.clone()).collect();
    assert!(refused.iter().all(|code| *code == Code::Unavailable), "{refused:?}");
    refused.len()
}

/// `kept` is the same database, by a way that has no trouble.
async fn the_database_is_gone_for_a_while(
    settings: Settings,
    kept: Settings,
    mut trouble: Trouble,
) {
    let house = House::open(&settings).await;
    let company = Company::sit_down(&[&house], &json!({})).await;
    company.go_on(4).await;
    trouble.begin().await;
    until("the server knows that it cannot keep anything", async || !house.is_ready().await).await;
    sleep(GONE).await;
    assert!(!house.is_ready().await);
    let answer = house.server.request("GET", "/health", By::Nobody, "").await.unwrap();
    assert_eq!(answer.status, 200, "it lives");
    let body = json!({ "name": "Sara" }).to_string();
    let answer = house.server.request("POST", "/api/person", By::Nobody, &body).await.unwrap();
    assert_eq!((answer.status, &answer.json()["code"]), (503, &json!("unavailable")));
    trouble.end().await;
    until("the server is ready again", async || house.is_ready().await).await;
    company.go_on(4).await;
    let patients = company.leave().await;
    assert!(refused(&patients) > 0, "somebody must have noticed");
    house.close().await;
    let house = House::open(&kept).await;
    check(&house, &patients).await;
    house.close().await;
}

async fn in_a_file<F: Future<Output = ()>>(test: impl Fn(Settings, Settings, Trouble) -> F) {
    let folder = Folder::new();
    let path = folder.0.join("mohreh.sqlite").to_string_lossy().into_owned();
    let trouble = Trouble::Lock(format!("sqlite:{path}"), None);
    test(settings(&path), settings(&path), trouble).await;
}

async fn in_postgres<F: Future<Output = ()>>(
    does: Does,
    test: impl Fn(Settings, Settings, Trouble) -> F,
) {
    let schema = Schema::new(&Folder::name()).await;
    let line = Line::to(&schema.url).await;
    test(settings(&line.url), settings(&schema.url), Trouble::Line(line, does)).await;
    schema.gone().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_gone_for_a_while_loses_nothing() {
    let test = the_database_is_gone_for_a_while;
    tokio::join!(in_a_file(test), in_postgres(Does::Cut, test), in_postgres(Does::Hold, test));
}

/// Two nodes with one database, and what they tell each other goes over a line.
async fn the_news_are_gone_for_a_while(nats: &str, does: Does) {
    let schema = Schema::new(&Folder::name()).await;
    let line = Line::to(nats).await;
    let settings = Settings { nats: Some(line.url.clone()), ..settings(&schema.url) };
    let houses = [House::open(&settings).await, House::open(&settings).await];
    let company = Company::sit_down(&[&houses[0], &houses[1]], &json!({})).await;
    company.go_on(4).await;
    line.set(does);
    sleep(GONE).await;
    // Steps still come from one node to the other, only slower.
    company.go_on(2).await;
    for house in &houses {
        assert!(house.is_ready().await, "nothing rests on NATS");
    }
    line.set(Does::Pass);
    company.go_on(8).await;
    let patients = company.leave().await;
    assert_eq!(refused(&patients), 0);
    for house in &houses {
        check(house, &patients).await;
    }
    for house in houses {
        house.close().await;
    }
    schema.gone().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_hear_nothing_of_each_other_for_a_while_play_on() {
    let nats = address_of("NATS");
    let gone = |does| the_news_are_gone_for_a_while(&nats, does);
    tokio::join!(gone(Does::Cut), gone(Does::Hold));
}

/// While nothing can be kept nobody can play, so the time is nobody's, however little one has left.
async fn time_stands_still(settings: Settings, _: Settings, mut trouble: Trouble) {
    let house = House::open(&settings).await;
    let main = 10;
    let clock = json!({ "type": "live", "main": main, "more": 0 });
    let (table, cookies) = house.table(Kind::ALL[0], json!({ "clock": clock })).await;
    let mut guests = Vec::new();
    for cookie in &cookies {
        let mut guest = house.guest(&table, By::Cookie(cookie)).await;
        let (ply, turn) = (guest.log.ply(), guest.turn());
        guest.play(ply, turn.clone()).await;
        guest.hear_until(ply + turn.len() as u32).await;
        guests.push(guest);
    }
    let mut mover = guests.remove(0);
    mover.hear_until(guests[0].log.ply()).await;
    let path = format!("/api/tables/{table}");
    let before = house.server.ask("GET", &path, By::Nobody, &json!({})).await.unwrap();
    let (ply, turn) = (mover.log.ply(), mover.turn());
    trouble.begin().await;
    mover.play(ply, turn.clone()).await;
    assert_eq!(mover.hear_refusal().await, "unavailable");
    // From here on nothing is kept, however slowly the trouble began.
    let begun = Instant::now();
    mover.say(&Ask::Ping { n: 7, lag: Some(3) }).await;
    assert!(matches!(mover.hear().await, Tell::Pong { n: 7, .. }), "the connection is well");
    sleep(Duration::from_secs(main + 2)).await;
    let gone = begun.elapsed().as_millis() as u64;
    trouble.end().await;
    let clocks = loop {
        mover.play(ply, turn.clone()).await;
        match mover.hear().await {
            Tell::Played { clocks, .. } => break clocks,
            Tell::Refused { code: Code::Unavailable, .. } => {}
            other => panic!("{other:?}"),
        }
    };
    let left = before["left"][0].as_u64().unwrap();
    let passed = clocks.now - before["now"].as_u64().unwrap();
    // What went before the last sign of life is nobody's too, so that one may have more than before. The
    // two clocks of this test may differ by some milliseconds.
    let nobodys = clocks.left[0] + passed - left + 100;
    assert!(nobodys >= gone, "of {passed} ms {nobodys} were nobody's, and it was gone for {gone}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_stands_still_while_nothing_can_be_kept() {
    tokio::join!(in_a_file(time_stands_still), in_postgres(Does::Cut, time_stands_still));
}
