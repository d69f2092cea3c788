//! `mohreh check`: a database that a server has written has no problems, and each kind of damage is found where it is.

use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::Act;
use mohreh_server::{CheckEvent, check};
use serde_json::json;

use crate::harness::{Folder, TestServer, settings};
use crate::schema::{Schema, run};

/// Damage to the game in `{id}`, and what is said about it.
const DAMAGE: [(&str, &str); 14] = [
    ("UPDATE plies SET what = 'zz9' WHERE game = '{id}' AND ply = 0", ", ply 0: "),
    ("DELETE FROM plies WHERE game = '{id}' AND ply = 0", ", ply 1: not the next one"),
    ("UPDATE plies SET clocks = '?' WHERE game = '{id}' AND ply = 0", ", ply 0: its clocks"),
    ("UPDATE tables SET result = '1 2' WHERE id = '{id}'", ": its head has another result"),
    (
        "UPDATE tables SET ending = 'rules' WHERE id = '{id}'",
        ": its head says that the end was `rules`",
    ),
    ("UPDATE tables SET turns = 99 WHERE id = '{id}'", ": its head counts 99 turns"),
    ("UPDATE tables SET turns = -1 WHERE id = '{id}'", ": column `turns` cannot be -1"),
    ("UPDATE tables SET seats = '?' WHERE id = '{id}'", ": its seats"),
    (
        "UPDATE seats SET ended = NULL WHERE game = '{id}'; \
         UPDATE tables SET phase = 'playing' WHERE id = '{id}'",
        ": its log has come to an end",
    ),
    (
        "UPDATE tables SET seed = '0000000000000000000000000000000000000000000000000000000000000000' \
         WHERE id = '{id}'",
        "fell, but the seed gives",
    ),
    ("UPDATE seats SET person = 'p9' WHERE game = '{id}'", ": the rows of its seats are not those"),
    ("UPDATE seats SET folded = 'x' WHERE game = '{id}'", "is not found by that name"),
    ("UPDATE seats SET ended = 1 WHERE game = '{id}'", "has another time of the end"),
    ("DELETE FROM tables WHERE id = '{id}'", ": is missing, but there are"),
];

/// Problems of a database, and the number of tables checked.
async fn problems(database: &str) -> (Vec<String>, u64) {
    let database = database.to_string();
    let check = move || {
        let (mut problems, mut checked) = (Vec::new(), 0);
        let done = check(&database, &mut |event| {
            match event {
                CheckEvent::Progress { done, .. } => checked = done,
                CheckEvent::Problem(problem) => problems.push(problem),
            }
            true
        });
        done.map(|()| (problems, checked))
    };
    tokio::task::spawn_blocking(check).await.unwrap().unwrap()
}

/// Finished games of a kind with dice, one that was aborted, one that goes on, and one that waits.
async fn play_games(node: &TestServer) -> Vec<String> {
    let kind: Kind = "rotas".parse().unwrap();
    let mut finished = Vec::new();
    for n in 0..DAMAGE.len() + 3 {
        let (table, cookies) = node.table(kind, json!({})).await;
        let by = Auth::Cookie(&cookies[0]);
        let mut guest = node.guest(&table, by).await;
        while guest.log.turns().is_empty() {
            let turn = guest.turn();
            let ply = guest.log.ply();
            guest.play(ply, turn).await;
            guest.recv_until(ply + 1).await;
        }
        let act = match n {
            0 => continue,
            1 => Act::Abort,
            _ => Act::Resign,
        };
        let path = format!("/api/tables/{table}/act");
        let body = json!({ "act": act });
        node.server.call("POST", &path, by, &body).await.unwrap();
        if n > 1 {
            finished.push(table);
        }
    }
    let cookie = node.server.new_guest("Sara").await.unwrap();
    let wanted = json!({ "kind": "yinsh" });
    node.server.call("POST", "/api/tables", Auth::Cookie(&cookie), &wanted).await.unwrap();
    finished
}

async fn each_damage_is_found(database: &str, url: &str) {
    let node = TestServer::open(&settings(database)).await;
    let finished = play_games(&node).await;
    let (found, checked) = problems(database).await;
    assert_eq!(found, Vec::<String>::new(), "beside the running server");
    assert_eq!(checked as usize, finished.len() + 3);
    node.close().await;
    for ((sql, _), id) in DAMAGE.iter().zip(&finished) {
        run(url, &sql.replace("{id}", id)).await;
    }
    let (found, _) = problems(database).await;
    for ((sql, wanted), id) in DAMAGE.iter().zip(&finished) {
        let of_table: Vec<&String> = found.iter().filter(|what| what.contains(id)).collect();
        assert!(of_table.iter().any(|what| what.contains(wanted)), "{sql}: {of_table:?}");
    }
    let others = |what: &&String| !finished[..DAMAGE.len()].iter().any(|id| what.contains(id));
    assert_eq!(found.iter().find(others), None, "games that are well");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_in_sqlite_is_found() {
    let folder = Folder::new();
    let database = folder.0.join("mohreh.sqlite").to_string_lossy().into_owned();
    each_damage_is_found(&database, &format!("sqlite:{database}")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_in_postgresql_is_found() {
    let schema = Schema::new(&Folder::name()).await;
    each_damage_is_found(&schema.url, &schema.url).await;
    schema.remove().await;
}
