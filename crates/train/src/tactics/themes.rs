//! Themes of the games without dice, and what guides their play-outs.

use mohreh_games::tzaar::{Type, Tzaar};
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::{self, Zertz};
use mohreh_games::{Duel, Game, Seat};

use super::{Claim, RANDOM_SETUP, Tactical};

impl Tactical for Zertz {
    const SETUPS: &'static [&'static str] = &[
        "",
        "rings=48",
        "rings=61",
        "blitz",
        "overlook",
        "blitz overlook",
        "rings=48 overlook",
        "rings=61 overlook",
        "rings=43",
    ];
    const THEMES: &'static [&'static str] = &[
        "win-in-one capture",
        "win-in-one isolation",
        "win-in-two",
        "win-in-two sacrifice",
        "win-in-two claim",
        "win-in-three",
        "win-in-three sacrifice",
        "only-defence",
        "only-defence sacrifice",
        "only-defence claim",
    ];
    /// Captures are compulsory and few.
    const MIN_TURNS: usize = 4;

    fn playout_score(&self, seat: Seat) -> i32 {
        let marbles = |seat| self.own(seat).into_iter().map(i32::from).sum::<i32>();
        marbles(seat) - marbles(seat.other())
    }

    fn is_near_win(&self, seat: Seat) -> bool {
        let (own, setup) = (self.own(seat), self.setup());
        let each: u8 = own.iter().map(|n| setup.each_wins().saturating_sub(*n)).sum();
        let one = own.iter().zip(setup.one_wins()).map(|(n, goal)| goal.saturating_sub(*n));
        one.fold(each, u8::min) <= 3
    }

    fn may_have(&self, theme: &str) -> bool {
        match theme.split_once(' ') {
            Some((_, "sacrifice")) => !self.must_capture(),
            Some((_, "claim")) => self.is_legal(zertz::Step::Claim),
            _ => true,
        }
    }

    fn theme(&self, claim: Claim, right: &[(Vec<zertz::Step>, Zertz)]) -> &'static str {
        let claims = right.iter().any(|(turn, _)| turn[0] == zertz::Step::Claim);
        let places = |turn: &[zertz::Step]| matches!(turn[0], zertz::Step::Place(..));
        let places_all = right.iter().all(|(turn, _)| places(turn));
        let gives = places_all && right.iter().all(|(_, after)| after.must_capture());
        let full = right.iter().any(|(_, after)| after.vacant_rings() == 0);
        match claim {
            Claim::WinIn(1) if places_all && full => "win-in-one full-board",
            Claim::WinIn(1) if places_all => "win-in-one isolation",
            Claim::WinIn(1) => "win-in-one capture",
            Claim::WinIn(2) if gives => "win-in-two sacrifice",
            Claim::WinIn(2) if claims => "win-in-two claim",
            Claim::WinIn(2) => "win-in-two",
            Claim::WinIn(_) if gives => "win-in-three sacrifice",
            Claim::WinIn(_) => "win-in-three",
            Claim::OnlyDefence if gives => "only-defence sacrifice",
            Claim::OnlyDefence if claims => "only-defence claim",
            Claim::OnlyDefence => "only-defence",
        }
    }
}

impl Tactical for Tzaar {
    const SETUPS: &'static [&'static str] = &["fixed", RANDOM_SETUP];
    const THEMES: &'static [&'static str] = &[
        "win-in-one last-of-a-type",
        "win-in-one no-capture",
        "win-in-two last-of-a-type",
        "win-in-two",
        "win-in-three",
        "only-defence last-of-a-type",
        "only-defence",
    ];

    fn playout_score(&self, seat: Seat) -> i32 {
        let fewest = |seat| Type::ALL.map(|kind| self.shown(seat, kind)).into_iter().min();
        let fewest = |seat| fewest(seat).map_or(0, i32::from);
        fewest(seat) - fewest(seat.other())
    }

    fn is_near_win(&self, seat: Seat) -> bool {
        Type::ALL.iter().any(|kind| self.shown(seat.other(), *kind) <= 4)
    }

    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Tzaar)]) -> &'static str {
        let mover = self.mover();
        let shows =
            |game: &Tzaar, seat, max| Type::ALL.iter().any(|kind| game.shown(seat, *kind) <= max);
        let all_leave = |max| right.iter().all(|(_, after)| shows(after, mover.other(), max));
        match claim {
            Claim::WinIn(1) if all_leave(0) => "win-in-one last-of-a-type",
            Claim::WinIn(1) => "win-in-one no-capture",
            Claim::WinIn(2) if all_leave(1) => "win-in-two last-of-a-type",
            Claim::WinIn(2) => "win-in-two",
            Claim::WinIn(_) => "win-in-three",
            Claim::OnlyDefence if shows(self, mover, 1) => "only-defence last-of-a-type",
            Claim::OnlyDefence => "only-defence",
        }
    }
}

/// Strides of the three line directions in bitboards.
const STRIDES: [u32; 3] = [1, 11, 12];

impl Tactical for Yinsh {
    const SETUPS: &'static [&'static str] = &["", "blitz"];
    const THEMES: &'static [&'static str] = &[
        "win-in-one",
        "win-in-one given-row",
        "win-in-one double-row",
        "win-in-one rows-of-both",
        "win-in-two",
        "win-in-two row",
        "win-in-three",
        "only-defence",
    ];

    fn playout_score(&self, seat: Seat) -> i32 {
        let long = |set: u128, stride: u32| set & set >> stride & set >> (2 * stride);
        let longs = |set| STRIDES.map(|stride| long(set, stride).count_ones() as i32);
        let rows = |seat| longs(self.markers(seat)).into_iter().sum::<i32>();
        let taken = |seat| 20 * i32::from(self.taken(seat));
        taken(seat) + rows(seat) - taken(seat.other()) - rows(seat.other())
    }

    fn is_near_win(&self, seat: Seat) -> bool {
        self.taken(seat) + 2 >= self.setup().goal() && self.markers(seat).count_ones() >= 3
    }

    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Yinsh)]) -> &'static str {
        let mover = self.mover();
        let five = |set: u128| {
            let fives = |stride: u32| (1..5).fold(set, |rest, n| rest & set >> (n * stride));
            STRIDES.iter().any(|stride| fives(*stride) != 0)
        };
        let all_take =
            |rings| right.iter().all(|(_, after)| after.taken(mover) >= self.taken(mover) + rings);
        let (row, double) = (all_take(1), all_take(2));
        let both = right.iter().all(|(_, after)| five(after.markers(mover.other())));
        match claim {
            Claim::WinIn(1) if double && self.rows_due() => "win-in-one given-row",
            Claim::WinIn(1) if double => "win-in-one double-row",
            Claim::WinIn(1) if both => "win-in-one rows-of-both",
            Claim::WinIn(1) => "win-in-one",
            Claim::WinIn(2) if row => "win-in-two row",
            Claim::WinIn(2) => "win-in-two",
            Claim::WinIn(_) => "win-in-three",
            Claim::OnlyDefence => "only-defence",
        }
    }
}
