//! Random games of every kind.

use super::*;

#[test]
fn random_games_of_every_kind_are_written_and_read_again() {
    for &kind in Kind::ALL {
        for game in 0..4 {
            let mut rng = Rng::new(game);
            with_kind!(kind, G => {
                let setup = G::draw_setup(&mut |n| rng.below(n));
                let (mut actors, mut last) = (Vec::new(), G::start(&setup));
                let played = playout(&setup, &mut rng, 120, |game: &G| {
                    if let Status::ToMove(seat) = game.status() {
                        actors.push(seat);
                    }
                    last = game.clone();
                });
                if matches!(last.status(), Status::ToMove(_)) {
                    actors.pop();
                }
                record_round_trips(&setup, &played, &last);
                let record = from_line(&format!("{kind}|{setup}|{}", played.join(" ")));
                assert_eq!(record.turns().len(), actors.chunk_by(Seat::eq).count(), "{record}");
                check_reading(&record);
            });
        }
    }
}

#[test]
fn a_mistake_in_one_record_does_not_spoil_the_others() {
    let text = "game: yinsh\n1. a2\n\ngame: chess\n1. e4\n\ngame: yinsh\n1. a2 a2\n2. a3\n\n\
                ; a remark\ngame: zertz\nsetup: rings=1\n1. Wd4\n\ngame: yinsh\n1. a3\n";
    let read: Vec<Result<String, String>> = Record::read_each(text)
        .into_iter()
        .map(|read| read.map(|record| record.to_line()).map_err(|error| error.to_string()))
        .collect();
    assert_eq!(read.len(), 5, "{read:#?}");
    assert_eq!(read[0], Ok("yinsh||a2".into()));
    let wrong = |n: usize, place: &str| read[n].as_ref().is_err_and(|why| why.starts_with(place));
    assert!(wrong(1, "line 4: `chess`"), "{read:#?}");
    assert!(wrong(2, "line 8: step 2: `a2`"), "{read:#?}");
    assert!(wrong(3, "line 13: `1`"), "{read:#?}");
    assert_eq!(read[4], Ok("yinsh||a3".into()));
    assert!(Record::read(text).is_err());
}
