//! `terminal` and `legend`: every piece is shown, with and without colour.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod common;

use common::{name, sample_scenes, scene, visit_random_games};
use mohreh_draw::Words;
use mohreh_games::show::{Colour, Figure, Ground, Look, Piece, Scene, Shape, Spot};

/// Words made from their keys.
struct Keys;

impl Words for Keys {
    fn word(&self, key: &str, what: &str) -> String {
        [&key.replace('-', " "), what].join(" ").trim_end().to_owned()
    }

    fn piece(&self, look: Look) -> String {
        match look.colour {
            Colour::White => format!("white {}", look.name),
            Colour::Grey => format!("grey {}", look.name),
            Colour::Black => format!("black {}", look.name),
            Colour::Of(seat) => format!("{} of seat {seat}", look.name),
        }
    }
}

fn terminal(scene: &Scene, colour: bool) -> String {
    mohreh_draw::terminal(scene, &Keys, colour)
}

fn legend(scene: &Scene, colour: bool) -> String {
    mohreh_draw::legend(scene, &Keys, colour)
}

/// Expected text of a spot, derived from the scene independently.
fn expected(scene: &Scene, spot: &Spot) -> Option<String> {
    let mut standing: Vec<&Piece> =
        scene.pieces.iter().filter(|piece| piece.spot == spot.name).collect();
    standing.sort_by_key(|piece| piece.level);
    let pieces: String = standing.iter().map(|piece| sign(piece)).collect();
    let ground = match spot.ground {
        Ground::Cell(shown) => shown.to_string(),
        Ground::Ring | Ground::Point if !is_grid(scene) => spot.name.to_string(),
        Ground::Ring | Ground::Point if !pieces.is_empty() => String::new(),
        Ground::Ring => "o".to_owned(),
        Ground::Point => ".".to_owned(),
        Ground::Gap => return None,
    };
    let between = if ground.is_empty() || pieces.is_empty() { "" } else { ":" };
    let text = format!("{ground}{between}{pieces}");
    Some(if scene.marked.contains(&spot.name) { format!("[{text}]") } else { text })
}

/// On a square grid the names stand outside the board.
fn is_grid(scene: &Scene) -> bool {
    scene.spots.iter().all(|spot| spot.x.fract() == 0.0 && spot.y.fract() == 0.0)
}

fn sign(piece: &Piece) -> String {
    let colour = match piece.look.colour {
        Colour::White => "W".to_owned(),
        Colour::Grey => "G".to_owned(),
        Colour::Black => "B".to_owned(),
        Colour::Of(seat) => seat.to_string(),
    };
    let height = if piece.height > 1 { piece.height.to_string() } else { String::new() };
    let mark = ["", "+", "*"][piece.look.mark as usize];
    match piece.look.shape {
        Shape::Marble => format!("{colour}{mark}"),
        Shape::Ring => format!("({colour}){mark}"),
        Shape::Marker => format!("{}{mark}", colour.to_lowercase()),
        Shape::Disc => format!("{colour}{mark}{height}"),
    }
}

fn without_colour(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').expect("a whole escape").1);
    }
    plain
}

fn check(scene: &Scene) {
    for drawn in [terminal, legend] {
        let text = drawn(scene, false);
        assert!(!text.contains('\u{1b}'));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "too wide:\n{text}");
        assert!(text.lines().count() <= 20, "too long:\n{text}");
        assert!(text.is_empty() || text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&without_colour(&drawn(scene, true))), trimmed(&text));
    }

    // The panel is below the board, or to the right of its last lines.
    let text = terminal(scene, false);
    let beside = ["  supply ", "  seat ", "  dice ", "  rolls left "];
    let (mut found, mut trays) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let end = beside.iter().filter_map(|word| line.find(word)).min().unwrap_or(line.len());
        found.extend(line[..end].split_whitespace().map(str::to_owned));
        trays.extend(Some(line[end..].to_owned()).filter(|rest| !rest.is_empty()));
    }
    for spot in &scene.spots {
        let Some(wanted) = expected(scene, spot) else { continue };
        let at = found.iter().position(|word| *word == wanted);
        let at = at.unwrap_or_else(|| panic!("`{wanted}` of {} is missing:\n{text}", spot.name));
        found.swap_remove(at);
    }
    // The rest are coordinates of a grid: a letter for each column, a number for each row.
    let mut wanted: Vec<String> = Vec::new();
    if is_grid(scene) {
        wanted = scene.spots.iter().flat_map(|spot| spot.name.chars()).map(String::from).collect();
        wanted.sort();
        wanted.dedup();
    }
    found.sort();
    assert_eq!(found, wanted, "means nothing, or is missing:\n{text}");

    for slot in scene.trays.iter().flat_map(|tray| &tray.slots) {
        let count = format!(" {}", slot.count);
        assert!(trays.iter().any(|line| line.contains(&count)), "no {}:\n{text}", slot.name);
    }
}

#[test]
fn scenes_made_by_hand() {
    for scene in sample_scenes() {
        check(&scene);
    }
}

#[test]
fn scenes_of_random_games() {
    visit_random_games(|_, scene| check(scene));
}

#[test]
fn a_board_of_cells() {
    let text = terminal(&common::cells(4), false);
    let wanted = "
  6  H:22       3          5          S          P1         4
  5  S         [H:1]       P2         3          4:4        5
  4  P3         5         [4:423]     H          S          3
  3  3          S          H:21      [4:3124]    5          P4
  2  5          4:2        3          P5        [H:12341]   S
  1  4          P6         S          5          3          H:3
     a          b          c          d          e          f

  seat 1      in hand 11 · lost 0 · points 0
  seat 2      in hand 10 · lost 1 · points 4
  seat 3      in hand 9 · lost 2 · points 8
  seat 4      in hand 8 · lost 3 · points 12
  dice        3 1 6 - 5
  rolls left  3
";
    assert_eq!(text, &wanted[1..]);
    let wanted = "
  H full house · S straight · P1-P6 pair · 3 alike 3 · 4 alike 4 · 5 alike 5
  H:22 on cell · 1 piece of seat 1 · 2 piece of seat 2 · 3 piece of seat 3
  4 piece of seat 4 · [ ] decided
";
    assert_eq!(legend(&common::cells(4), false), &wanted[1..]);
}

#[test]
fn a_board_of_rings() {
    let text = terminal(&common::marbles(4), false);
    let wanted = "
              d7
          c6      e6
      b5      d6      f5
  a4      c5:G    e5:G
      b4:B   [d5:G]   f4
  a3      c4      e4
      b3     [d4:W]   f3:B
         [c3:B]   e3      g2
      b2      d3      f2
          c2      e2:W    g1
              d2      f1      supply  3 W 4 G 6 B
          c1      e1          seat 1  captured 1 W 2 G 0 B
              d1              seat 2  captured 0 W 2 G 5 B
";
    assert_eq!(text, &wanted[1..]);
    let wanted = "
  a3 vacant ring · b4:B on spot b4 · W white marble · G grey marble
  B black marble · [ ] decided
";
    assert_eq!(legend(&common::marbles(4), false), &wanted[1..]);
}

#[test]
fn names_that_are_not_coordinates_are_shown_on_their_spots() {
    let spot = |text: &str, x| Spot { name: name(text), x, y: 0.0, ground: Ground::Ring };
    let scene = scene(vec![spot("left", 0.0), spot("right\u{1b}[2J", 1.0)]);
    assert!(terminal(&scene, true).contains("left"));
    for text in [terminal(&scene, false), terminal(&scene, true)] {
        assert!(text.contains("right?[2J"), "the terminal obeys no name");
    }
}

#[test]
fn parts_hold_what_the_whole_shows() {
    for scene in sample_scenes() {
        let (board, panel) = mohreh_draw::terminal_parts(&scene, &Keys, false);
        let whole = terminal(&scene, false);
        for word in board.split_whitespace().chain(panel.split_whitespace()) {
            assert!(whole.contains(word), "{word}:\n{whole}");
        }
    }
}

#[test]
fn joiners_and_marks_take_no_column() {
    assert_eq!(mohreh_draw::columns("نشان\u{200c}گذار"), 8);
    assert_eq!(mohreh_draw::columns("نُه \u{2066}d4\u{2069}"), 5);
    assert_eq!(mohreh_draw::columns("ZÈRTZ"), 5);
}

#[test]
fn tokens_of_figures() {
    for (shown, token) in [
        (Figure::FullHouse, "H"),
        (Figure::Straight, "S"),
        (Figure::Alike(3), "3"),
        (Figure::Alike(5), "5"),
        (Figure::Pair(6), "P6"),
    ] {
        assert_eq!(shown.to_string(), token);
    }
}
