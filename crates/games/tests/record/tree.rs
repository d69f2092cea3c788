//! Variations, comments and highlights: written, read, edited and walked.

use mohreh_games::record::{Cursor, Highlight, NodeId, Tree};
use mohreh_laws::{Rng, check_tree, random_start, random_tree};
use proptest::prelude::*;

use super::*;

const TREE: &str = "game: zertz
setup: rings=48
player 1: Sara

; Nothing has happened yet.
!d4 !d4>e5/red
1. Wd4 -a1
  ( 1. Wd5 !d5/blue -a1  ; the centre
    ; or nearly
    2. Gb2 -a2
      ( -a3 )
    3. Bh3 -a3 )
  ( 1. Wc3  ; not finished
  )
2. Bd5 -a2
  ( 2. Gd5 )
3. d4xd6
";

/// All nodes, in no particular order.
fn all_nodes(tree: &Tree) -> Vec<NodeId> {
    let (mut nodes, mut next) = (vec![Tree::ROOT], 0);
    while let Some(node) = nodes.get(next) {
        nodes.extend(tree.children(*node).to_vec());
        next += 1;
    }
    nodes
}

#[test]
fn a_tree_is_written_as_it_was_read() {
    let record = read_one(TREE);
    check_written(&record, TREE);
    check_tree(&record);
    assert_eq!(record.steps(), ["Wd4", "-a1", "Bd5", "-a2", "d4xd6"]);
    let tree = record.tree();
    let node = tree.find("0.1.1").unwrap();
    assert_eq!((tree.step(node), tree.turn(node), tree.ply(node)), ("-a1", 1, 2));
    assert_eq!(tree.comments(node), ["the centre", "or nearly"]);
    let first = tree.find("0.1.0").unwrap();
    assert_eq!(tree.highlights(first), ["!d5/blue".parse::<Highlight>().unwrap()]);
    assert_eq!(tree.depth(tree.find("0.1.2.1.0").unwrap()), 2);
}

#[test]
fn other_layouts_give_the_same_tree() {
    let tight = "game: zertz\nsetup: rings=48\nplayer 1: Sara\n\n!d4 !d4>e5/red; Nothing has happened yet.
        1.Wd4(1.Wd5 !d5/blue -a1; the centre\n; or nearly\n2.Gb2 -a2(-a3)3.Bh3 -a3)(Wc3;not finished\n)
        -a1 Bd5(Gd5)-a2 d4xd6";
    let mut expected = read_one(TREE);
    let main = expected.tree().find("1").unwrap();
    assert_eq!(read_one(tight), expected);
    expected.comment_on(main, "!");
    assert_ne!(read_one(tight), expected);
}

#[test]
fn errors_name_line_and_step() {
    let head = "game: yinsh\n\n";
    for (body, line, step, why) in [
        ("(e5)", 3, None, "`(`: a variation stands after the step that it replaces"),
        ("e5 ((f6))", 3, None, "`(`: a variation stands after the step that it replaces"),
        ("e5\n(f6", 4, None, "`(`: the variation that begins here is not closed: `)` is missing"),
        ("e5\nf6 )", 4, None, "`)`: no variation is open here"),
        ("e5 ()", 3, None, "`)`: a variation has at least one step"),
        (
            "e5 f6 (f6)",
            3,
            Some(2),
            "`f6`: this step is there already: the game or another variation goes on with it",
        ),
        (
            "e5 f6 (g7) (g7)",
            3,
            Some(2),
            "`g7`: this step is there already: the game or another variation goes on with it",
        ),
        (
            "e5 f6\n(e5)",
            4,
            Some(2),
            "`e5` is not a legal step here (Y4). A ring stands on e5. Choose a vacant point",
        ),
        ("e5 f6 (\n3. g7)", 4, None, "`3`: this is turn 2"),
        ("e5 ( !d4 f6)", 3, None, "in a variation, comments and marks stand after its first step"),
        ("e5 (; no\nf6)", 3, None, "in a variation, comments and marks stand after its first step"),
        ("e5 !D4", 3, None, "`!D4`: expected a mark such as `!d4`, `!d4>e5` or `!d4/red`"),
        (
            "e5 !d4/pink",
            3,
            None,
            "`!d4/pink`: expected a mark such as `!d4`, `!d4>e5` or `!d4/red`",
        ),
        ("e5 !d4>", 3, None, "`!d4>`: expected a mark such as `!d4`, `!d4>e5` or `!d4/red`"),
    ] {
        let error = Record::read(&format!("{head}{body}")).unwrap_err();
        assert_eq!((error.line, error.step), (Some(line), step), "{body}: {error}");
        assert_eq!(error.error.to_string(), why, "{body}");
    }
    let open = Record::from_line("yinsh||e5 'close").unwrap_err();
    assert_eq!(open.to_string(), "`\\'close`: this comment does not end: `'` is missing");
}

#[test]
fn size_and_depth_are_limited() {
    // A variation in a variation, as deep as it goes.
    let mut record = Record::new(Kind::Yinsh, "").unwrap();
    let mut cursor = Cursor::new(&record);
    let mut depth = 0;
    let error = loop {
        let node = cursor.node();
        let steps = cursor.game().steps();
        cursor.play(&mut record, &steps[0]).unwrap();
        if steps.len() == 1 {
            continue;
        }
        cursor.go(&record, node);
        match cursor.play(&mut record, &steps[1]) {
            Ok(_) => depth += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(depth, Tree::MAX_DEPTH);
    assert_eq!(error.error.reason().key(), "wrong-variation-deep");
    check_tree(&record);
    // Promoting the outermost variation demotes nothing deep; promoting the innermost neither.
    let deepest =
        *all_nodes(record.tree()).iter().max_by_key(|n| record.tree().depth(**n)).unwrap();
    record.promote(deepest).unwrap();
    check_tree(&record);
    let nested = format!("yinsh||e5{}", " (f6".repeat(Tree::MAX_DEPTH + 2));
    assert!(Record::from_line(&nested).is_err());

    // All replies to all first steps, and so on.
    let mut many = Record::from_line("yinsh||a2").unwrap();
    let mut nodes = vec![Tree::ROOT];
    let result = (0..).try_for_each(|next| {
        let parent: NodeId = nodes[next];
        let steps = many.position(parent).steps();
        steps.iter().try_for_each(|step| {
            nodes.push(many.add(parent, step)?);
            Ok::<(), RecordError>(())
        })
    });
    assert_eq!(result.unwrap_err().error.reason().key(), "wrong-variation-many");
    assert_eq!(many.tree().step_count(), Tree::MAX_STEPS);
    assert_eq!(many.push("e5").unwrap_err().error.reason().key(), "wrong-variation-many");
    check_tree(&many);
    let one_more = many.to_tree_line().replacen("yinsh||a2 ", "yinsh||a2 (f6) ", 1);
    let refused = Record::from_line(&one_more).unwrap_err().error;
    assert!(["wrong-variation-many", "wrong-variation-same"].contains(&refused.reason().key()));
}

#[test]
fn a_game_may_start_at_any_position() {
    for &kind in Kind::ALL {
        for (seed, setup) in kind.samples().iter().enumerate() {
            let mut rng = Rng::new(seed as u64 + 77);
            for _ in 0..8 {
                let start = random_start(kind, setup, &mut rng, 60);
                let record = random_tree(kind, &start, &mut rng, 20);
                assert!(record.playthrough().starts_at_position());
                assert_eq!(record.at(0).to_string(), start);
                check_tree(&record);
                assert!(Record::new(kind, &start).is_err(), "a table starts at a setup: {start}");
            }
        }
    }
}

#[test]
fn promoting_makes_the_main_line() {
    let mut record = read_one(TREE);
    let nested = record.tree().find("0.1.2.1.0").unwrap();
    assert_eq!(record.promote(nested), Ok(true));
    assert!(!record.tree().is_main(nested));
    assert_eq!(record.promote(nested), Ok(true));
    assert!(record.tree().is_main(nested));
    assert_eq!(record.steps(), ["Wd5", "-a1", "Gb2", "-a3"]);
    assert_eq!(record.promote(nested), Ok(false));
    check_tree(&record);
    assert_eq!(record.position(nested), *record.game());
}

#[test]
fn a_result_that_no_longer_fits_is_dropped_with_the_main_line() {
    let mut record = from_line(&format!("yinsh|blitz|{BLITZ}"));
    record.set_header("result", "1 2").unwrap();
    let last = *record.tree().main_line().last().unwrap();
    let other = record.add(record.tree().parent(last).unwrap(), "*a2").unwrap();
    assert_eq!(record.header("result"), Some("1 2"));
    record.promote(other).unwrap();
    assert_eq!(record.header("result"), Some("1 2"), "the other ring wins as well");
    record.delete(other);
    record.delete(last);
    assert_eq!(record.header("result"), Some("1 2"), "any places fit an unfinished game");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_is_written_and_read_again(
        kind in prop::sample::select(Kind::ALL),
        seed in any::<u64>(),
        edits in 0_usize..160,
    ) {
        let mut rng = Rng::new(seed);
        let setup = *rng.one_of(kind.samples());
        let record = random_tree(kind, setup, &mut rng, edits);
        check_tree(&record);
        let tree = record.tree();
        let nodes = all_nodes(tree);
        prop_assert_eq!(nodes.len(), tree.step_count() + 1);
        let mut cursor = Cursor::new(&record);
        for &node in &nodes {
            prop_assert_eq!(tree.find(&tree.path(node)), Some(node));
            cursor.go(&record, node);
            prop_assert_eq!(cursor.game(), &record.position(node));
            prop_assert_eq!(cursor.playthrough().steps().len(), tree.ply(node));
            prop_assert_eq!(cursor.playthrough().turns().len(), tree.turn(node));
            prop_assert_eq!(cursor.playthrough().actor(), tree.seat(node));
            let rolls = cursor.playthrough().rolls();
            prop_assert_eq!(rolls.last().map(|roll| roll + 1) == Some(tree.ply(node)), tree.is_roll(node));
        }
        let main: Vec<&str> = tree.main_line().iter().skip(1).map(|node| tree.step(*node)).collect();
        prop_assert_eq!(main, record.steps());
    }
}
