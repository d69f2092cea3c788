//! Why a touch or a step is refused: laws over random games of all kinds and setups, and the reason of each rule.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "refusals/cases.rs"]
mod cases;
#[path = "refusals/claims.rs"]
mod claims;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;

use mohreh_games::show::{Name, Picked, pick};
use mohreh_games::{
    AnyGame, Kind, Listed, Refusal, Show, Status, rotas, tzaar, with_kind, yinsh, zertz,
};
use mohreh_laws::{Rng, playout, playout_with_leavers};

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// Everything that can be touched, also the buttons that are not offered.
fn touchable<G: Listed>(game: &G) -> Vec<Name> {
    let mut names: BTreeSet<Name> = game.scene().names().collect();
    let buttons: &[&str] = match G::KIND {
        Kind::Zertz => &["pass", "claim"],
        Kind::Tzaar | Kind::Yinsh => &["pass"],
        Kind::Rotas => &["lose", "roll"],
        #[allow(unreachable_patterns, reason = "a game that only tests have")]
        _ => &[],
    };
    names.extend(buttons.iter().map(|button| name(button)));
    names.into_iter().collect()
}

/// Beginnings of legal steps: every selection that a person can have made.
fn selections<G: Show>(game: &G) -> Vec<Vec<Name>> {
    let mut all: Vec<Vec<Name>> = vec![Vec::new()];
    let mut seen = HashSet::new();
    let mut next = 0;
    while let Some(picked) = all.get(next).cloned() {
        next += 1;
        let Picked::More(spots) = pick(game, &picked) else { continue };
        for spot in spots {
            let longer: Vec<Name> = picked.iter().copied().chain([spot]).collect();
            let mut set = longer.clone();
            set.sort();
            if matches!(pick(game, &longer), Picked::More(_)) && seen.insert(set) {
                all.push(longer);
            }
        }
    }
    all
}

/// A touch has a legal continuation or a reason, never both, never neither.
fn check_touches<G: Listed>(game: &G, met: &mut BTreeMap<&'static str, u32>)
where
    AnyGame: From<G>,
{
    let names = touchable(game);
    let touch_move = game.scene().touch_move;
    for picked in selections(game) {
        for &touched in names.iter().filter(|touched| !picked.contains(touched)) {
            let longer: Vec<Name> = picked.iter().copied().chain([touched]).collect();
            let goes_on = pick(game, &longer) != Picked::Nothing;
            let anew = pick(game, &[touched]) != Picked::Nothing;
            let begins = anew && (picked.is_empty() || !touch_move);
            let why = game.refusal(&picked, touched);
            let told = || format!("{touched} after {picked:?}: {why:?}: {game}");
            assert_eq!(why.is_none(), goes_on || begins, "{}", told());
            // Without the selection being dropped: the reason is found from the rules, not from the legal steps.
            let own = game.why_untouchable(&picked, touched);
            if picked.is_empty() || touch_move || !anew {
                assert_eq!(own.is_none(), goes_on, "{}", told());
            }
            if let Some(why) = why {
                let why: Refusal = why.into();
                *met.entry(why.said.key).or_default() += 1;
                claims::check(&game.clone().into(), &picked, touched, &why);
            }
        }
    }
}

/// Every step that can be written with the names of a board, legal or not.
fn all_steps<G: Listed>(setup: &str) -> Vec<G::Step> {
    let game = AnyGame::start(G::KIND, setup).unwrap();
    let spots: Vec<Name> = game.scene().spots.iter().map(|spot| spot.name).collect();
    let mut texts: Vec<String> =
        ["pass", "claim", "lose", "-", "r", "i5", "@l12", "Wi5", "-i5", "i5xi3"]
            .map(String::from)
            .to_vec();
    let one = ["", "W", "G", "B", "-", "*", "@"];
    let two = ["x", "+", "-"];
    texts.extend(spots.iter().flat_map(|a| one.map(|before| format!("{before}{a}"))));
    for a in &spots {
        for b in &spots {
            texts.extend(two.map(|sign| format!("{a}{sign}{b}")));
            texts.push(format!("x{a}-{b}"));
        }
    }
    texts.extend((1..=4).map(|seat| format!("leave{seat}")));
    texts.extend(["r1", "r2,4", "r1,2,3,4", "=11111", "=12345", "=66521"].map(String::from));
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

/// A step is legal or there is a reason why not; and playing it gives that reason.
fn check_steps<G: Listed>(game: &G, steps: &[G::Step], met: &mut BTreeMap<&'static str, u32>) {
    let mut legal = Vec::new();
    if game.status() != Status::ToRoll {
        game.steps(&mut legal);
    }
    let legal: HashSet<G::Step> = legal.into_iter().collect();
    for &step in steps {
        let is_legal = match game.status() {
            Status::ToRoll => game.is_legal(step),
            _ => legal.contains(&step) || game.leaver(step).is_some(),
        };
        let why = game.why_not(step);
        assert_eq!(why.is_none(), is_legal, "{step}: {why:?}: {game}");
        if let Some(why) = why {
            let why: Refusal = why.into();
            *met.entry(why.said.key).or_default() += 1;
        }
    }
}

/// Random games of every setup, some with players who leave.
fn games<G: Listed>(seeds: Range<u64>, visit: &mut dyn FnMut(&G, &str)) {
    for seed in seeds {
        for text in G::SAMPLES {
            let (setup, mut rng) = (text.parse().unwrap(), Rng::new(seed + 1));
            if seed % 2 == 1 {
                playout_with_leavers::<G>(&setup, &mut rng, 300, 60, |game| visit(game, text));
            } else {
                playout::<G>(&setup, &mut rng, 300, |game| visit(game, text));
            }
        }
    }
}

/// Checks both laws in random games and in rare positions, and that every reason occurs there.
fn check_kind<G: Listed>()
where
    AnyGame: From<G>,
{
    let mut met = BTreeMap::new();
    let mut known: BTreeMap<String, Vec<G::Step>> = BTreeMap::new();
    let mut ply = 0;
    let mut visit = |game: &G, setup: &str| {
        ply += 1;
        let over = matches!(game.status(), Status::Over(_));
        if ply % 4 == 0 || over {
            check_touches(game, &mut met);
        }
        if ply % 7 == 0 || over {
            let steps = known.entry(setup.to_string()).or_insert_with(|| all_steps::<G>(setup));
            check_steps(game, steps, &mut met);
        }
    };
    games::<G>(0..2, &mut visit);
    for (kind, steps) in cases::RARE {
        if kind == G::KIND.name() {
            let game = cases::played(kind, steps);
            check_touches(G::of(&game).unwrap(), &mut met);
        }
    }
    // First touches in more games, for what is rare.
    for seed in 2..300 {
        if G::REFUSALS.iter().all(|(key, _)| met.contains_key(key)) {
            break;
        }
        games::<G>(seed..seed + 1, &mut |game, _| {
            for why in touchable(game).iter().filter_map(|name| game.refusal(&[], *name)) {
                let why: Refusal = why.into();
                *met.entry(why.said.key).or_default() += 1;
            }
        });
    }
    for (key, _) in G::REFUSALS {
        assert!(met.contains_key(key), "{key} never occurs");
    }
    for key in met.keys() {
        assert!(G::REFUSALS.iter().any(|(known, _)| known == key), "{key} is not listed");
    }
}

#[test]
fn touches_and_steps_of_zertz_go_on_or_have_a_reason() {
    check_kind::<zertz::Zertz>();
}

#[test]
fn touches_and_steps_of_tzaar_go_on_or_have_a_reason() {
    check_kind::<tzaar::Tzaar>();
}

#[test]
fn touches_and_steps_of_yinsh_go_on_or_have_a_reason() {
    check_kind::<yinsh::Yinsh>();
}

#[test]
fn touches_and_steps_of_rotas_go_on_or_have_a_reason() {
    check_kind::<rotas::Rotas>();
}

/// Also of games that only tests have.
#[test]
fn touches_and_steps_of_other_games_go_on_or_have_a_reason() {
    for &kind in Kind::ALL.iter().skip(4) {
        with_kind!(kind, G => check_kind::<G>());
    }
}

/// The rules that a reason names are requirements of its game.
#[test]
fn reasons_name_rules_that_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    for &kind in Kind::ALL {
        let rules = std::fs::read_to_string(folder.join(format!("{kind}.md"))).unwrap();
        let all = with_kind!(kind, G => G::REFUSALS);
        let keys: BTreeSet<&str> = all.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys.len(), all.len(), "each reason of {kind} has a key of its own");
        for (key, ids) in all {
            assert!(!ids.is_empty(), "{key} names no rule");
            for id in ids.split(' ') {
                let line = rules.lines().any(|line| {
                    line.strip_prefix("- ").and_then(|line| line.split(' ').next()) == Some(id)
                });
                assert!(line, "{key}: there is no rule {id}");
            }
        }
    }
}
