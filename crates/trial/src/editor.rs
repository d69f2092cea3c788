//! The editor of positions: whole positions by touch and by keyboard only, every mistake that its checks know, and what
//! can be done with a position then.

use mohreh_games::edit::{Draft, Thing};
use mohreh_games::show::{Ground, Name};
use mohreh_games::{AnyGame, Kind, Record, Status};
use mohreh_texts::Language;
use serde_json::json;

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Failure, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::invalid_input::ensure_persian;
use crate::keyboard::{tab_to, tab_until, walk};
use crate::records::{Chance, Line};

const LOW: Device = Device { width: 360, height: 640, ..Device::PHONE };
const SIDEWAYS: Device = Device { width: 844, height: 390, ..Device::PHONE };
/// Minimum hit area of buttons in CSS pixels.
const MIN_TARGET_PX: f64 = 44.0;

pub(crate) fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for &kind in Kind::ALL {
        tests.push(Test::new(format!("editor_{kind}_by_touch_and_played"), move |fixture| {
            Box::pin(by_touch(fixture, kind))
        }));
        tests.push(Test::new(format!("editor_{kind}_by_keyboard"), move |fixture| {
            Box::pin(by_keyboard(fixture, kind))
        }));
        tests.push(Test::new(format!("editor_{kind}_mistakes"), move |fixture| {
            Box::pin(mistakes(fixture, kind))
        }));
    }
    tests.push(Test::new("editor_drags", |fixture| Box::pin(drags(fixture))));
    tests.push(Test::new("editor_undo_reload_language", |fixture| Box::pin(kept(fixture))));
    tests.push(Test::new("editor_from_analysis_and_by_link", |fixture| Box::pin(links(fixture))));
    tests.push(Test::new("editor_pasted_text", |fixture| Box::pin(pasted(fixture))));
    tests.push(Test::new("editor_setup", |fixture| Box::pin(setups(fixture))));
    tests.push(Test::new("editor_on_small_screens", |fixture| Box::pin(small(fixture))));
    tests
}

/// What a person does in the editor.
#[derive(Clone, Debug)]
enum Act {
    Put(&'static str, char),
    Take(&'static str),
    Clear,
    /// The number in this place of a word, and by how much it rises.
    Count(&'static str, usize, i32),
    Select(&'static str, &'static str),
}

fn key(kind: Kind) -> String {
    format!("mohreh/draft/editor/{kind}")
}

async fn open(tab: &Tab, language: Language, kind: Kind) -> Result {
    tab.go(&format!("/{}/editor/{kind}", language.code())).await?;
    tab.wait("there is an editor", "!!document.querySelector('.editor .board .spot')").await?;
    Ok(())
}

/// The draft that the page has saved.
async fn saved(tab: &Tab, kind: Kind) -> Result<String> {
    tab.wait_painted().await?;
    tab.local_storage(&key(kind)).await?.during("reading the saved draft")
}

fn tool(letter: Option<char>) -> String {
    let letter = letter.map(String::from).unwrap_or_default();
    format!(".brush[data-spot=\"tool-{letter}\"]")
}

fn spot(name: &str) -> String {
    format!(".bench .board [data-spot=\"{name}\"]")
}

fn name(text: &str) -> Result<Name> {
    Name::new(text).during("a name")
}

/// Does the same on the page, by touch, and in `draft`.
async fn act(tab: &Tab, draft: &mut Draft, act: &Act) -> Result {
    match act {
        Act::Put(at, letter) => {
            tab.tap(&tool(Some(*letter))).await?;
            tab.tap(&spot(at)).await?;
            draft.put(name(at)?, *letter);
        }
        Act::Take(at) => {
            tab.tap(&tool(None)).await?;
            tab.tap(&spot(at)).await?;
            draft.take(name(at)?);
        }
        Act::Clear => {
            tab.tap("[data-act=clear]").await?;
            draft.clear();
        }
        Act::Count(word, place, by) => {
            let counters = &draft.layout().counters;
            let is_it = |c: &mohreh_games::edit::Counter| c.word == *word && c.place == *place;
            let n = counters.iter().position(is_it).during("looking for a number")?;
            let which = if *by > 0 { "last-child" } else { "first-child" };
            for _ in 0..by.unsigned_abs() {
                tab.tap(&format!("[data-counter={word}-{place}] button:{which}")).await?;
                let now = i32::from(draft.count(&draft.layout().counters[n])) + by.signum();
                draft.set_count(n, now.try_into().during("counting")?);
            }
        }
        Act::Select(word, value) => {
            let selectors = &draft.layout().selectors;
            let n = selectors.iter().position(|s| s.word == *word && s.die.is_none());
            let n = n.during("looking for a choice")?;
            choose(tab, word, value).await?;
            draft.select(n, value);
        }
    }
    let (text, kind) = (draft.to_string(), draft.kind());
    let there = format!("localStorage.getItem({}) === {}", js_string(&key(kind)), js_string(&text));
    if tab.eval(&format!("trial.until(() => {there}, 5000)")).await? != true {
        let page = saved(tab, kind).await?;
        return Err(Failure::new(format!("after {act:?} the page has {page}, not {text}")));
    }
    Ok(())
}

/// Chooses a value by touch, or in a list by keys.
async fn choose(tab: &Tab, word: &str, value: &str) -> Result {
    let list = format!(".editor select[name={word}]");
    if tab.eval(&format!("!!document.querySelector({})", js_string(&list))).await? != true {
        return tab.tap(&format!(".editor input[name=edit-{word}][value=\"{value}\"]")).await;
    }
    let list = js_string(&list);
    let set = format!(
        "(() => {{ const list = document.querySelector({list}); list.value = {}; list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
        js_string(value)
    );
    tab.eval(&set).await.map(|_| ())
}

/// Late positions of random games that are made of what the editor offers.
fn target(kind: Kind) -> Result<AnyGame> {
    let mut chance = Chance::new(23);
    let offered = Draft::of(&AnyGame::start(kind, "").during("a start")?);
    let mut best = None;
    for _ in 0..20 {
        let mut line = Line::start(kind, "")?;
        while line.play_any(&mut chance)? {
            let draft = Draft::of(&line.game);
            let is_offered = offered.layout().selectors.iter().all(|selector| {
                let value = draft.value(selector.word);
                match selector.die {
                    None => selector.values.iter().any(|known| known == value),
                    Some(_) => !value.contains('-'),
                }
            });
            // Without a past: the page has none for a position that was set up.
            let is_whole =
                draft.check().is_ok_and(|game| game.to_string() == line.game.to_string());
            let is_to_move = matches!(line.game.status(), Status::ToMove(_));
            if is_offered && is_whole && is_to_move && line.steps.len() >= 3 {
                best = Some(line.game.clone());
            }
        }
        if best.is_some() {
            break;
        }
    }
    best.during("looking for a position")
}

/// The acts that build a position from the start: pieces, then choices, then numbers.
fn pieces_of(there: &Draft) -> Result<Vec<(Name, char, u8)>> {
    let brush = |look| {
        let is_it = |brush: &&mohreh_games::edit::Brush| brush.thing == Thing::Piece(look);
        there.layout().brushes.iter().find(is_it).map(|brush| brush.letter)
    };
    let mut pieces = Vec::new();
    for piece in there.scene().pieces {
        pieces.push((piece.spot, brush(piece.look).during("a brush")?, piece.height));
    }
    Ok(pieces)
}

/// Spots that are gone.
fn gaps_of(there: &Draft) -> Vec<Name> {
    let spots = there.scene().spots.into_iter();
    spots.filter(|spot| spot.ground == Ground::Gap).map(|spot| spot.name).collect()
}

async fn press_until(tab: &Tab, draft: &mut Draft, there: &Draft) -> Result {
    for (n, selector) in there.layout().selectors.iter().enumerate() {
        let value = there.selected(selector).to_string();
        if draft.selected(selector) == value {
            continue;
        }
        match selector.die {
            None => {
                choose(tab, selector.word, &value).await?;
                draft.select(n, &value);
            }
            Some(die) => {
                for _ in 0..6 {
                    if draft.selected(selector) == value {
                        break;
                    }
                    tab.tap(&format!(".editor .dice .die:nth-child({})", die + 1)).await?;
                    let now = selector.values.iter().position(|v| *v == draft.selected(selector));
                    let next = now.map_or(0, |now| (now + 1) % selector.values.len());
                    draft.select(n, &selector.values[next]);
                }
            }
        }
    }
    // Giving to one takes from the supply, so the supply comes last, again.
    for _ in 0..2 {
        for n in 0..there.layout().counters.len() {
            let counter = there.layout().counters[n].clone();
            for _ in 0..60 {
                let (now, goal) = (draft.count(&counter), there.count(&counter));
                if now == goal {
                    break;
                }
                let which = if now < goal { "last-child" } else { "first-child" };
                let button =
                    format!("[data-counter={}-{}] button:{which}", counter.word, counter.place);
                tab.tap(&button).await?;
                draft.set_count(n, if now < goal { now + 1 } else { now - 1 });
            }
        }
    }
    Ok(())
}

async fn by_touch(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(LOW).await?;
    let game = target(kind)?;
    let there = Draft::of(&game);
    open(&tab, Language::English, kind).await?;
    let mut draft = Draft::of(&AnyGame::start(kind, "").during("a start")?);
    act(&tab, &mut draft, &Act::Clear).await?;
    tab.tap(&tool(None)).await?;
    for gap in gaps_of(&there) {
        tab.tap(&spot(&gap)).await?;
        draft.take(gap);
    }
    let mut pieces = pieces_of(&there)?;
    // By level on a spot, and by kind, to change the tool less often.
    if there.layout().separator.is_empty() {
        pieces.sort_by_key(|(_, letter, _)| *letter);
    }
    let mut held = None;
    for (at, letter, height) in pieces {
        if held != Some(letter) {
            tab.tap(&tool(Some(letter))).await?;
            held = Some(letter);
        }
        for _ in 0..height {
            tab.tap(&spot(&at)).await?;
            draft.put(at, letter);
        }
    }
    press_until(&tab, &mut draft, &there).await?;
    let text = game.to_string();
    ensure!(draft.to_string() == text, "the test went wrong: {draft}, not {text}");
    let page = saved(&tab, kind).await?;
    ensure!(page == text, "the page has {page}, not {text}");
    finding(&tab, "say-edit-good").await?;
    play_on(&tab, kind, &text).await
}

/// Waits for the headline of the checks.
async fn finding(tab: &Tab, key: &str) -> Result<String> {
    let there = format!("document.querySelector('.finding')?.dataset.finding === '{key}'");
    tab.wait(&format!("the checks come to {key}"), &there).await?;
    tab.wait_painted().await?;
    tab.text(".finding").await
}

/// Plays against the computer from the position, takes a turn back, and finds the game again.
async fn play_on(tab: &Tab, kind: Kind, text: &str) -> Result {
    tab.tap("[data-act=computer]").await?;
    let mut table = tab.wait_for_turn("").await?;
    let record = table.record()?;
    ensure!(record.setup() == text, "the game starts at {}", record.setup());
    ensure!(record.header("player 1").is_some() && record.header("seed").is_some(), "no headers");
    let start = record.game().status();
    for _ in 0..3 {
        if table.over {
            break;
        }
        let step = table.game()?.steps().into_iter().next().during("looking for a step")?;
        table = tab.play(&step).await?;
    }
    let played = table.record()?;
    ensure!(!played.steps().is_empty() && played.setup() == text, "nothing was played");
    // It is the same game after a reload.
    let id = tab.eval("location.pathname.split('/').pop()").await?;
    let id = id.as_str().during("reading the id")?.to_string();
    tab.reload().await?;
    let table = tab.wait_for_turn("").await?;
    ensure!(table.record()?.steps().starts_with(played.steps()), "the game is another one now");
    if tab.eval("!!document.querySelector('.action.back:not(:disabled)')").await? == true {
        tab.tap(".action.back").await?;
        let fewer = format!("trial.table().stored.length < {}", table.stored.len());
        tab.wait("a turn is taken back", &fewer).await?;
    }
    // A rematch begins there, too.
    if tab.eval("trial.table().over").await? != true {
        for _ in 0..2 {
            tab.tap(".action.resign").await?;
        }
        tab.wait("the game is over", "trial.table().over").await?;
        tab.tap(".actions.end button").await?;
        let there = format!("!location.pathname.endsWith({})", js_string(&id));
        tab.wait("there is another table", &there).await?;
        let again = tab.wait_for_turn("").await?.record()?;
        ensure!(again.setup() == text, "the rematch starts at {}", again.setup());
    }
    // In the list, and in the analysis, which begins at the position.
    tab.go("/en/games").await?;
    let link = format!(".kept a[href*=\"{id}\"]");
    ensure!(
        tab.eval(&format!("!!document.querySelector({})", js_string(&link))).await? == true,
        "the list of games has no {id}"
    );
    tab.go(&format!("/en/replay/{id}#&ply=0")).await?;
    tab.wait("the analysis is there", "!!document.querySelector('.viewer .board .spot')").await?;
    tab.tap("[data-act=edit]").await?;
    tab.wait("the editor is there", "!!document.querySelector('.editor .finding')").await?;
    let again = saved(tab, kind).await?;
    ensure!(again == text, "the first position of the game is {again}");
    ensure!(matches!(start, Status::ToMove(_)), "nobody was to move");
    Ok(())
}

async fn by_keyboard(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let there = Draft::of(&target(kind)?);
    open(&tab, Language::English, kind).await?;
    let mut draft = Draft::of(&AnyGame::start(kind, "").during("a start")?);
    tab_to(&tab, "[data-act=clear]").await?;
    tab.key("Enter").await?;
    draft.clear();
    // Round the page, to the board.
    tab_until(&tab, "!!document.activeElement?.closest('.board [data-spot]')", "the board").await?;
    for gap in gaps_of(&there) {
        walk(&tab, &gap).await?;
        tab.key("Delete").await?;
        draft.take(gap);
    }
    for (at, letter, height) in pieces_of(&there)? {
        let number = there.layout().brushes.iter().position(|brush| brush.letter == letter);
        walk(&tab, &at).await?;
        tab.key(&(number.during("a brush")? + 1).to_string()).await?;
        for n in 0..height {
            tab.key(if n % 2 == 0 { "Enter" } else { " " }).await?;
            draft.put(at, letter);
        }
    }
    let page = saved(&tab, kind).await?;
    ensure!(page == draft.to_string(), "the page has {page}, not {draft}");
    // Whose turn it is: arrows change what is chosen.
    let turn = there.value("turn").to_string();
    if !turn.is_empty() && draft.value("turn") != turn {
        tab_to(&tab, ".editor input[name=edit-turn]").await?;
        tab.key("ArrowDown").await?;
        let n = draft.layout().selectors.iter().position(|s| s.word == "turn");
        draft.select(n.during("a turn")?, &turn);
        let page = saved(&tab, kind).await?;
        ensure!(page == draft.to_string(), "the page has {page}, not {draft}");
    }
    if let Some(counter) = draft.layout().counters.first().cloned()
        && draft.count(&counter) > 0
    {
        let less = format!("[data-counter={}-{}] button:first-child", counter.word, counter.place);
        tab_to(&tab, &less).await?;
        tab.key(" ").await?;
        draft.set_count(0, draft.count(&counter) - 1);
        let page = saved(&tab, kind).await?;
        ensure!(page == draft.to_string(), "the page has {page}, not {draft}");
    }
    // What was done is read out.
    let told = tab.text(".editor [role=status].unseen").await?;
    ensure!(!told.is_empty(), "nothing is read out");
    Ok(())
}

/// A mistake: what is done from the start, the reason, and words that the page must say.
type Mistake = (Vec<Act>, &'static str, &'static [&'static str]);

fn mistakes_of(kind: Kind) -> Vec<Mistake> {
    use Act::{Clear, Count, Put, Select, Take};
    match kind.name() {
        "zertz" => {
            let seven = ["a1", "a2", "a3", "a4", "b1", "b2", "b3"];
            // Nothing is left of the board but the ring below a marble.
            let others = [
                "a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5", "c1", "c2", "c3", "c4", "c5",
                "c6", "d1", "d2", "d3", "d5", "d6", "d7", "e1", "e2", "e3", "e4", "e5", "e6", "f1",
                "f2", "f3", "f4", "f5", "g1", "g2", "g3", "g4",
            ];
            let mut bare: Vec<Act> = others.map(Take).to_vec();
            bare.extend([Put("d4", 'W'), Select("stage", "remove")]);
            let mut lonely: Vec<Act> = vec![Put("a1", 'W')];
            lonely.extend(["a2", "b1", "b2"].map(Take));
            vec![
                (
                    seven.map(|at| Put(at, 'W')).to_vec(),
                    "zertz-wrong-too-many",
                    &["White marble: 7 are too many; the game has 6."],
                ),
                (
                    vec![Count("own", 0, 4), Count("own", 4, 5)],
                    "zertz-wrong-both-won",
                    &["Both players own enough to win."],
                ),
                (lonely, "zertz-wrong-full-group", &["A full group of rings is cut off"]),
                (bare, "zertz-wrong-no-free-ring", &["There is no free ring to remove."]),
                (
                    vec![Count("supply", 0, -2)],
                    "",
                    &["A puzzle position", "White marble: 2 of 6 are missing."],
                ),
            ]
        }
        "yinsh" => {
            let six = ["b1", "b2", "b3", "b4", "c1", "c2"];
            vec![
                (
                    six.map(|at| Put(at, 'R')).to_vec(),
                    "yinsh-wrong-rings",
                    &["White ring: 6 are too many; the game has 5."],
                ),
                (
                    vec![Put("b1", 'M'), Count("supply", 0, 1)],
                    "yinsh-wrong-markers",
                    &["Marker: 52 are too many; the game has 51."],
                ),
                (
                    vec![Count("taken", 0, 3), Count("taken", 1, 3)],
                    "yinsh-wrong-both-won",
                    &["Both players have taken all their rings."],
                ),
                (
                    vec![Select("stage", "ring"), Count("taken", 0, 3)],
                    "yinsh-wrong-won",
                    &["The game is won"],
                ),
                (
                    vec![Put("b1", 'M'), Select("stage", "place")],
                    "yinsh-wrong-early-marker",
                    &["There are no markers while rings are placed."],
                ),
                (vec![Put("b1", 'R')], "yinsh-wrong-order", &["Rings are placed in turn"]),
                (vec![Select("stage", "moved")], "yinsh-wrong-no-row", &["No row can be taken"]),
                (
                    vec![Select("stage", "ring")],
                    "yinsh-wrong-no-ring",
                    &["There is no ring to remove.", "White ring: 5 of 5 are missing."],
                ),
                (
                    vec![Put("b1", 'R'), Put("b2", 'r'), Put("c3", 'm')],
                    "",
                    &["A puzzle position", "White ring: 4 of 5 are missing."],
                ),
            ]
        }
        "tzaar" => vec![
            // As one piece more than there are lies in a stack.
            (
                vec![
                    Put("a1", 'Z'),
                    Put("a1", 'Z'),
                    Put("a1", 'Z'),
                    Put("a2", 'Z'),
                    Put("a2", 'Z'),
                    Put("a3", 'Z'),
                    Put("a3", 'Z'),
                ],
                "tzaar-wrong-too-many",
                &["pieces, counting those in stacks; 30 are the most."],
            ),
            (
                vec![Clear, Put("a1", 'Z'), Put("a2", 't')],
                "tzaar-wrong-both-lost",
                &["both would have lost", "White Tzarra: none on the board.", "black Tzaar: none"],
            ),
            (
                vec![Select("turn", "2")],
                "tzaar-wrong-opening",
                &["White makes the opening capture"],
            ),
            // One of the Totts becomes a seventh Tzaar.
            (
                vec![Put("a5", 'Z')],
                "",
                &["A puzzle position", "White Tzaar: 7 are too many; the game has 6."],
            ),
        ],
        "rotas" => {
            let mut sixteen: Vec<Act> = Vec::new();
            for at in ["a1", "b2", "c1"] {
                sixteen.extend(vec![Put(at, '1'); 5]);
            }
            let mut fifteen: Vec<Act> = Vec::new();
            for at in ["a1", "b2", "c1"] {
                fifteen.extend(vec![Put(at, '2'); 5]);
            }
            let row = |row: [&'static str; 4], letter| row.map(|at| Put(at, letter)).to_vec();
            let first = row(["a1", "b1", "c1", "d1"], '1');
            let second = row(["a2", "b2", "c2", "d2"], '2');
            vec![
                (
                    [sixteen, vec![Put("d2", '1')]].concat(),
                    "rotas-wrong-too-many",
                    &["Piece of player 1: 16 are too many; the game has 15."],
                ),
                (
                    [fifteen, vec![Select("turn", "2")]].concat(),
                    "rotas-wrong-hand",
                    &["The pieces in hand do not fit together"],
                ),
                (
                    [first.clone(), second].concat(),
                    "rotas-wrong-winners",
                    &["More than one player has won."],
                ),
                (
                    [first.clone(), vec![Select("rolls", "2")]].concat(),
                    "rotas-wrong-rolls-after-end",
                    &["The game is over, so there is nothing to roll."],
                ),
                (first, "", &["In this position the game is over."]),
            ]
        }
        // The game that only tests have.
        _ => vec![(
            vec![Put("a1", 'O')],
            "oxo-wrong-order",
            &["Crosses and noughts are placed in turn"],
        )],
    }
}

async fn mistakes(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    for (acts, reason, told) in mistakes_of(kind) {
        tab.set_local_storage(&[(key(kind), String::new())]).await?;
        open(&tab, Language::English, kind).await?;
        let mut draft = Draft::of(&AnyGame::start(kind, "").during("a start")?);
        for one in &acts {
            act(&tab, &mut draft, one).await?;
        }
        let found = draft.check().err().map_or("", |why| why.reason().key());
        ensure!(found == reason, "the test went wrong: {acts:?} lead to «{found}»: {draft}");
        tab.wait_painted().await?;
        let said = tab.text(".finding").await?;
        for part in told {
            ensure!(
                said.to_lowercase().contains(&part.to_lowercase()),
                "after {acts:?} the page says «{said}», not «{part}»"
            );
        }
        let disabled = tab.eval("document.querySelector('[data-act=computer]').disabled").await?;
        let is_playable = draft.check().is_ok_and(|g| !matches!(g.status(), Status::Over(_)));
        ensure!(disabled == !is_playable, "{acts:?}: play is disabled: {disabled}");
        // The same in Persian, without an English word.
        open(&tab, Language::Persian, kind).await?;
        ensure_persian(&tab.text(".finding").await?).during(reason)?;
        // It was read from where it was saved.
        ensure!(saved(&tab, kind).await? == draft.to_string(), "the draft did not survive");
    }
    Ok(())
}

async fn drags(fixture: &Fixture) -> Result {
    let kind = Kind::Zertz;
    for (device, finger) in [(Device::PHONE, true), (Device::DESKTOP, false)] {
        let tab = fixture.open(device).await?;
        open(&tab, Language::English, kind).await?;
        let mut draft = Draft::of(&AnyGame::start(kind, "").during("a start")?);
        // From the tools to the board, over the board, and off it.
        tab.drag(&tool(Some('B')), &spot("d4"), finger).await?;
        draft.put(name("d4")?, 'B');
        ensure!(saved(&tab, kind).await? == draft.to_string(), "nothing was brought");
        tab.drag(&spot("d4"), &spot("c2"), finger).await?;
        draft.shift(name("d4")?, Some(name("c2")?));
        ensure!(saved(&tab, kind).await? == draft.to_string(), "nothing was moved");
        tab.drag(&spot("c2"), ".finding h2", finger).await?;
        draft.shift(name("c2")?, None);
        ensure!(saved(&tab, kind).await? == draft.to_string(), "nothing was taken off");
    }
    Ok(())
}

async fn kept(fixture: &Fixture) -> Result {
    let kind = Kind::Tzaar;
    let tab = fixture.open(Device::PHONE).await?;
    open(&tab, Language::English, kind).await?;
    let start = Draft::of(&AnyGame::start(kind, "").during("a start")?);
    let mut draft = start.clone();
    act(&tab, &mut draft, &Act::Clear).await?;
    act(&tab, &mut draft, &Act::Put("e4", 'R')).await?;
    act(&tab, &mut draft, &Act::Put("e4", 'R')).await?;
    // A wrong position survives a reload and a change of language.
    tab.reload().await?;
    finding(&tab, "say-edit-wrong").await?;
    ensure!(saved(&tab, kind).await? == draft.to_string(), "a reload lost the draft");
    act(&tab, &mut draft, &Act::Put("e4", 'R')).await?;
    tab.tap(".bar .language").await?;
    tab.wait("the page is Persian", "document.documentElement.lang === 'fa'").await?;
    ensure!(saved(&tab, kind).await? == draft.to_string(), "a change of language lost the draft");
    let highest = "document.querySelector('.bench [data-spot=e4]').getAttribute('aria-label')";
    let label = tab.eval(highest).await?;
    ensure!(label.as_str().is_some_and(|label| label.contains('۳')), "e4 is called {label}");
    // Undo and redo, by buttons and by keys.
    tab.tap("[data-act=start]").await?;
    ensure!(saved(&tab, kind).await? == start.to_string(), "this is not the start");
    finding(&tab, "say-edit-good").await?;
    tab.tap("[data-act=undo]").await?;
    ensure!(saved(&tab, kind).await? == draft.to_string(), "nothing was undone");
    tab.tap("[data-act=redo]").await?;
    ensure!(saved(&tab, kind).await? == start.to_string(), "nothing was redone");
    tab.eval("document.querySelector('[data-act=start]').focus()").await?;
    for (modifiers, expected) in [(2, &draft), (10, &start), (2, &draft)] {
        for event in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": event, "key": "z", "code": "KeyZ", "windowsVirtualKeyCode": 90, "modifiers": modifiers });
            tab.command("Input.dispatchKeyEvent", event).await?;
        }
        ensure!(
            saved(&tab, kind).await? == expected.to_string(),
            "keys with {modifiers} do nothing"
        );
    }
    // Every mix is another one.
    tab.tap("[data-act=mix]").await?;
    let mixed = saved(&tab, kind).await?;
    ensure!(mixed != start.to_string() && mixed.contains("stage=opening"), "mixed: {mixed}");
    Ok(())
}

/// The fragment of a link to a position.
fn fragment(kind: Kind, position: &str) -> String {
    format!("position={kind}~{}", position.replace(' ', "_"))
}

async fn links(fixture: &Fixture) -> Result {
    for &kind in Kind::ALL {
        let tab = fixture.open(Device::DESKTOP).await?;
        let text = target(kind)?.to_string();
        // Clipboards need permission: catch what would be copied.
        let catch = "Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })";
        tab.add_init_script(catch).await?;
        tab.go(&format!("/en/replay#{}", fragment(kind, &text))).await?;
        tab.wait("the link opens", "!!document.querySelector('.viewer .board .spot')").await?;
        tab.click("[data-act=edit]").await?;
        tab.wait("the editor opens", "!!document.querySelector('.editor .finding')").await?;
        ensure!(saved(&tab, kind).await? == text, "{kind}: another position came to the editor");
        ensure!(tab.eval("location.hash").await? == "", "the address still has the position");
        tab.click("[data-act=link]").await?;
        let link = tab.wait("a link is copied", "window.copied").await?;
        let link = link.as_str().during("reading the link")?.to_string();
        let path = link.strip_prefix(&tab.origin).during("a link to this page")?.to_string();
        tab.set_local_storage(&[]).await?;
        tab.go(&path).await?;
        tab.wait("the link opens", "!!document.querySelector('.viewer .board .spot')").await?;
        // The whole text of the position comes out again.
        tab.click("[data-act=edit]").await?;
        tab.wait("the editor opens", "!!document.querySelector('.editor .finding')").await?;
        ensure!(saved(&tab, kind).await? == text, "{kind}: the link leads to another position");
        tab.click("[data-act=analyse]").await?;
        tab.wait("the analysis opens", "!!document.querySelector('.viewer .board .spot')").await?;
        let record = Record::starting(kind, &text).during("a record")?;
        let steps = tab.eval("document.querySelector('.slider').max").await?;
        ensure!(steps == "0" && record.steps().is_empty(), "the analysis has {steps} steps");
    }
    Ok(())
}

async fn pasted(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    open(&tab, Language::Persian, Kind::Yinsh).await?;
    let paste = async |text: &str| -> Result {
        tab.eval("document.querySelector('.fold:has(textarea), .fold:last-of-type').open = true")
            .await?;
        tab.click(".editor textarea").await?;
        tab.eval("document.querySelector('.editor textarea').select()").await?;
        tab.insert(text).await?;
        tab.click(".editor form button[type=submit]").await?;
        tab.wait_painted().await
    };
    for garbage in ["nonsense", "yinsh|cells=x", "chess|e4", "cells=\u{e9}"] {
        paste(garbage).await?;
        tab.wait("it is refused", "!!document.querySelector('.editor .wrong[role=alert]')").await?;
        ensure_persian(&tab.text(".editor .wrong[role=alert]").await?).during(garbage)?;
    }
    // A position with and without the name of its game, a wrong one, and one of another game.
    let good = target(Kind::Yinsh)?.to_string();
    paste(&good).await?;
    ensure!(saved(&tab, Kind::Yinsh).await? == good, "a position was not taken");
    let crowded = AnyGame::start(Kind::Yinsh, "").during("a start")?.to_string();
    let crowded = crowded.replace("stage=place", "stage=moved");
    paste(&format!("yinsh|{crowded}")).await?;
    finding(&tab, "say-edit-wrong").await?;
    ensure!(saved(&tab, Kind::Yinsh).await? == crowded, "a wrong position was not taken");
    let other = target(Kind::Zertz)?.to_string();
    paste(&format!("{}/fa/replay#{}", tab.origin, fragment(Kind::Zertz, &other))).await?;
    tab.wait("the other editor opens", "location.pathname.endsWith('/editor/zertz')").await?;
    finding(&tab, "say-edit-good").await?;
    ensure!(saved(&tab, Kind::Zertz).await? == other, "the position of another game was not taken");
    Ok(())
}

async fn setups(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let kind = Kind::Zertz;
    open(&tab, Language::English, kind).await?;
    tab.click(".fold summary").await?;
    let mut draft = Draft::of(&AnyGame::start(kind, "").during("a start")?);
    tab.click(&tool(Some('G'))).await?;
    tab.click(&spot("d4")).await?;
    draft.put(name("d4")?, 'G');
    // Another rule keeps the pieces, another board has its own start.
    choose(&tab, "board", "1").await?;
    let blitz = draft.with_setup("blitz").during("blitz")?;
    ensure!(saved(&tab, kind).await? == blitz.to_string(), "blitz: {}", saved(&tab, kind).await?);
    choose(&tab, "board", "2").await?;
    let big = saved(&tab, kind).await?;
    ensure!(big.starts_with("rings=48 overlook touch cells="), "tournament: {big}");
    finding(&tab, "say-edit-good").await?;
    tab.click("[data-act=undo]").await?;
    ensure!(saved(&tab, kind).await? == blitz.to_string(), "the other board was not undone");
    // More seats, more pieces.
    let kind = Kind::Rotas;
    open(&tab, Language::English, kind).await?;
    tab.click(".fold summary").await?;
    choose(&tab, "seats", "2").await?;
    tab.wait(
        "there are four pieces and a hand",
        "document.querySelectorAll('.bench .brush').length === 5",
    )
    .await?;
    let four = saved(&tab, kind).await?;
    ensure!(four.starts_with("seats=4 ") && four.contains("hand=15/15/15/15"), "four: {four}");
    Ok(())
}

async fn small(fixture: &Fixture) -> Result {
    let mut wrong = Vec::new();
    for (device, screen) in [(LOW, "360x640"), (SIDEWAYS, "844x390")] {
        let tab = fixture.open(device).await?;
        for language in Language::ALL {
            for &kind in Kind::ALL {
                open(&tab, language, kind).await?;
                for part in [".bench .board", ".bench .brushes"] {
                    let sight = tab.eval(&format!("trial.visibleFraction('{part}')")).await?;
                    if sight.as_f64().unwrap_or_default() < 0.99 {
                        wrong.push(format!("{kind} {} {screen}: {part} {sight}", language.code()));
                    }
                }
                let presses = ".editor button, .editor select, .editor summary, .editor .choice";
                let targets = tab.eval(&format!("trial.targets('{presses}')")).await?;
                let least = targets[0]["size"].as_f64().unwrap_or_default();
                if least < MIN_TARGET_PX {
                    wrong.push(format!("{kind} {screen}: {} has {least} px", targets[0]["name"]));
                }
                let out = tab.eval("trial.overflow()").await?;
                if out.as_array().is_some_and(|out| !out.is_empty()) {
                    wrong.push(format!("{kind} {} {screen}: {out}", language.code()));
                }
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(())
}
