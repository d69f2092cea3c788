//! In a terminal every piece is there to be read, with and without colour.

mod common;

use common::{along_random_games, by_hand, name, scene};
use mohreh_draw::{figure, terminal};
use mohreh_games::show::{Colour, Figure, Ground, Piece, Scene, Shape, Spot};

/// What stands on a spot, written down again from the scene alone.
fn expected(scene: &Scene, spot: &Spot) -> Option<String> {
    let mut standing: Vec<&Piece> =
        scene.pieces.iter().filter(|piece| piece.spot == spot.name).collect();
    standing.sort_by_key(|piece| piece.level);
    let pieces: String = standing.iter().map(|piece| sign(piece)).collect();
    let text = match spot.ground {
        Ground::Cell(shown) if pieces.is_empty() => figure(shown),
        Ground::Cell(shown) => format!("{}:{pieces}", figure(shown)),
        _ if !pieces.is_empty() => pieces,
        Ground::Ring => "o".into(),
        Ground::Point => ".".into(),
        Ground::Gap => return None,
    };
    Some(if scene.marked.contains(&spot.name) { format!("[{text}]") } else { text })
}

fn sign(piece: &Piece) -> String {
    let colour = match piece.look.colour {
        Colour::White => "W".to_owned(),
        Colour::Grey => "G".to_owned(),
        Colour::Black => "B".to_owned(),
        Colour::Of(seat) => seat.to_string(),
    };
    let height = if piece.height > 1 { piece.height.to_string() } else { String::new() };
    match piece.look.shape {
        Shape::Marble => colour,
        Shape::Ring => format!("({colour})"),
        Shape::Marker => colour.to_lowercase(),
        Shape::Disc { crowns } => {
            format!("{colour}{}{height}", ["", "+", "*"][usize::from(crowns)])
        }
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
    let text = terminal(scene, false);
    assert!(!text.contains('\u{1b}'));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "too wide:\n{text}");
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&without_colour(&terminal(scene, true))), trimmed(&text));

    // Where all rings of a line are gone, the board has an empty line itself.
    let below = ["  supply", "  seat", "  dice", "  also"];
    let board = text.lines().take_while(|line| !below.iter().any(|word| line.starts_with(word)));
    let mut found: Vec<String> = board.flat_map(str::split_whitespace).map(str::to_owned).collect();
    for spot in &scene.spots {
        let Some(wanted) = expected(scene, spot) else { continue };
        let at = found.iter().position(|word| *word == wanted);
        let at = at.unwrap_or_else(|| panic!("`{wanted}` of {} is missing:\n{text}", spot.name));
        found.swap_remove(at);
    }
    // What is left are coordinates.
    for rest in found {
        let known = scene.spots.iter().any(|spot| spot.name.contains(&rest));
        assert!(known, "`{rest}` means nothing:\n{text}");
    }
    for button in &scene.buttons {
        assert!(text.contains(&format!(" {button}")), "no {button}:\n{text}");
    }
}

#[test]
fn scenes_made_by_hand() {
    for scene in by_hand() {
        check(&scene);
    }
}

#[test]
fn scenes_of_random_games() {
    along_random_games(|_, scene| check(scene));
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
  also        roll

  H full house · S straight · P1-P6 pair · 3 three alike · 4 four alike
  5 five alike · H:22 what stands on a cell, lowest first · 1 piece of seat 1
  2 piece of seat 2 · 3 piece of seat 3 · 4 piece of seat 4
  [ ] decided the game
";
    assert_eq!(text, &wanted[1..]);
}

#[test]
fn a_board_of_rings() {
    let text = terminal(&common::marbles(4), false);
    let wanted = "
              d7
          c6  o   e6
      b5  o       o   f5
  a4  o       o       o   g4
  o       G       G
      B      [G]      o
  o       o       o
      o      [W]      B
         [B]      o       o
      o       o       o
          o       W       o
  a1          o       o   g1
      b1  o       o   f1
          c1  o   e1
              d1

  supply      3 W 4 G 6 B
  seat 1      captured 1 W 2 G 0 B
  seat 2      captured 0 W 2 G 5 B

  o ring of the board · W white marble · G grey marble · B black marble
  [ ] decided the game
";
    assert_eq!(text, &wanted[1..]);
}

#[test]
fn names_that_are_no_coordinates_stand_on_their_spots() {
    let spot = |text: &str, x| Spot { name: name(text), x, y: 0.0, ground: Ground::Ring };
    let scene = scene(vec![spot("left", 0.0), spot("right\u{1b}[2J", 1.0)]);
    assert!(terminal(&scene, true).contains("left="));
    assert!(terminal(&scene, false).contains("right?[2J=o"), "the terminal obeys no name");
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
        assert_eq!(figure(shown), token);
    }
}
