//! What belongs to a person: games on the server in My games, tokens, a new name, an arrangement of one's own.

use mohreh_games::Kind;
use mohreh_texts::Language;
use serde_json::json;

use crate::browser::{Device, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::guests::{Guest, post};

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("my_games_of_the_server", |fixture| Box::pin(games(fixture))),
        Test::new("tokens_on_the_page", |fixture| Box::pin(tokens(fixture))),
        Test::new("new_name_at_the_table", |fixture| Box::pin(new_name(fixture))),
        Test::new("arrangement_of_ones_own", |fixture| Box::pin(arrangement(fixture))),
    ]
}

async fn games(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.go("/en/games").await?;
    let offered = "document.querySelectorAll('.void a').length";
    ensure!(tab.eval(offered).await? == Kind::ALL.len(), "an empty list offers no game");
    post(&tab, "/api/person", &json!({ "name": "Sara" })).await?;
    for wanted in [
        json!({ "kind": "zertz", "open": true }),
        json!({ "kind": "tzaar", "computers": [1], "first": "me" }),
    ] {
        post(&tab, "/api/tables", &wanted).await?;
    }
    tab.reload().await?;
    tab.wait(
        "both tables are listed",
        "document.querySelectorAll('.entry[data-table]').length === 2",
    )
    .await?;
    let first = "document.querySelector('.entry').matches('.waits')";
    ensure!(tab.eval(first).await? == true, "the game that waits for her is not the first");
    tab.tap(".entry.waits a").await?;
    tab.wait("it opens", "location.pathname.startsWith('/en/online/') && !!trial.table()").await?;
    Ok(())
}

async fn tokens(fixture: &Fixture) -> Result {
    let guest = Guest::open(fixture, Language::Persian, Device::PHONE).await?;
    let tab = &guest.tab;
    tab.go("/fa/settings").await?;
    tab.tap(".tokens summary").await?;
    tab.tap(".tokens input[name=label]").await?;
    tab.insert("ربات خانه").await?;
    tab.tap(".tokens form button[type=submit]").await?;
    guest.enter_name("سارا").await?;
    let shown = "document.querySelector('.tokens input[name=token]')?.value";
    let token = tab.wait("the token is shown", shown).await?;
    let token = token.as_str().during("reading the token")?.to_string();
    let use_it = format!(
        "fetch('/api/tables/mine', {{ credentials: 'omit', headers: {{ authorization: 'Bearer ' + {} }} }}) \
            .then((got) => got.status)",
        js_string(&token)
    );
    ensure!(tab.eval(&use_it).await? == 200, "the token does not work");
    tab.wait("it is listed", "document.querySelectorAll('.tokens .entry').length === 1").await?;
    tab.tap(".tokens .forget").await?;
    tab.tap(".tokens .forget.sure").await?;
    tab.wait("it is gone", "document.querySelectorAll('.tokens .entry').length === 0").await?;
    tab.allow_error("401");
    ensure!(tab.eval(&use_it).await? == 401, "a revoked token works");
    Ok(())
}

async fn new_name(fixture: &Fixture) -> Result {
    let host = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let other = Guest::open(fixture, Language::Persian, Device::PHONE).await?;
    let link = host.invite(Kind::Zertz, "Sara").await?;
    other.join_by_link(&link, "بهرام").await?;
    other.at_table().await?;
    let named = "[...document.querySelectorAll('.seat h2')].some((name) => name.textContent.includes('Sara II'))";
    ensure!(other.tab.eval(named).await? == false, "the name is there before");
    let rename = "fetch('/api/person', { method: 'PATCH', body: JSON.stringify({ name: 'Sara II' }) }) \
        .then((got) => got.status)";
    ensure!(host.tab.eval(rename).await? == 200, "the name is refused");
    other.tab.wait("the other sees the new name", named).await?;
    host.tab.wait("she sees her new name", named).await.map(|_| ())
}

/// Two touches swap two pieces, and the game begins with that arrangement.
async fn arrangement(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.go("/fa/new/tzaar?with=people").await?;
    tab.tap("input[name=arrangement][value=own]").await?;
    tab.wait("the board can be touched", "!!document.querySelector('.arrange .spot')").await?;
    // The label of a spot: its name, its piece, and more.
    let look = |name: &str| {
        let label =
            format!("document.querySelector('[data-spot=\"{name}\"]').getAttribute('aria-label')");
        format!("{label}.split(/[،,]/)[1]")
    };
    let names = "[...document.querySelectorAll('.arrange .spot')].map((one) => one.dataset.spot)";
    let names: Vec<String> =
        serde_json::from_value(tab.eval(names).await?).during("reading the spots")?;
    let first = names.first().during("looking for a spot")?;
    let own = tab.eval(&look(first)).await?;
    let mut other = None;
    for name in &names {
        let its = tab.eval(&look(name)).await?;
        if its != own {
            other = Some((name, its));
            break;
        }
    }
    let (other, its) = other.during("looking for a piece of another kind")?;
    for name in [first, other] {
        tab.tap(&format!(".arrange [data-spot=\"{name}\"]")).await?;
    }
    tab.wait("they are swapped", &format!("{} === {its}", look(first))).await?;
    ensure!(tab.eval(&look(other)).await? == own, "one piece is doubled");
    tab.tap("form button[type=submit]").await?;
    let table = tab.wait_for_turn("").await?;
    let setup = table.record()?.setup().to_string();
    ensure!(setup.starts_with("pieces="), "the game begins with «{setup}»");
    for (name, wanted) in [(first, its), (other, own)] {
        let shown = tab.eval(&look(name)).await?;
        ensure!(shown == wanted, "the game begins with {shown} on {name}, not {wanted}");
    }
    Ok(())
}
