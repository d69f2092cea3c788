//! Speed of the rules: perft with every node made, and random games through the typed API.
//!
//! `cargo bench -p mohreh-games`; the figures are kept in `docs/benchmarks.md`.

use divan::Bencher;
use divan::counter::ItemsCount;
use mohreh_games::{Game, rotas::Rotas, tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
use mohreh_laws::Chance;

fn main() {
    divan::main();
}

/// Counts all sequences of `DEPTH` steps after `PLAYED` random ones.
fn perft<G: Game, const DEPTH: usize, const PLAYED: usize>(bencher: Bencher<'_, '_>) {
    let mut chance = Chance::new(3);
    let mut game = G::start(&G::Setup::default());
    for _ in 0..PLAYED {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        game.play_unchecked(*chance.one_of(&steps));
    }
    bencher.counter(ItemsCount::new(game.perft(DEPTH))).bench_local(|| game.perft(DEPTH));
}

/// Random games, a hundred at a time.
fn games<G: Game>(bencher: Bencher<'_, '_>) {
    const GAMES: usize = 100;
    let setup = G::Setup::default();
    let mut chance = Chance::new(7);
    let mut steps = Vec::new();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            let mut game = G::start(&setup);
            loop {
                let step = match game.roll(&mut |n| chance.below(n)) {
                    Some(fall) => fall,
                    None => {
                        steps.clear();
                        game.steps(&mut steps);
                        if steps.is_empty() {
                            break;
                        }
                        *chance.one_of(&steps)
                    }
                };
                game.play_unchecked(step);
            }
        }
    });
}

#[divan::bench_group]
mod perft_from_the_start {
    use super::*;

    #[divan::bench]
    fn yinsh(bencher: Bencher<'_, '_>) {
        perft::<Yinsh, 3, 0>(bencher);
    }

    #[divan::bench]
    fn tzaar(bencher: Bencher<'_, '_>) {
        perft::<Tzaar, 3, 0>(bencher);
    }

    #[divan::bench]
    fn zertz(bencher: Bencher<'_, '_>) {
        perft::<Zertz, 4, 0>(bencher);
    }
}

#[divan::bench_group]
mod perft_in_the_middle {
    use super::*;

    #[divan::bench]
    fn yinsh(bencher: Bencher<'_, '_>) {
        perft::<Yinsh, 3, 40>(bencher);
    }

    #[divan::bench]
    fn tzaar(bencher: Bencher<'_, '_>) {
        perft::<Tzaar, 3, 20>(bencher);
    }

    #[divan::bench]
    fn zertz(bencher: Bencher<'_, '_>) {
        perft::<Zertz, 4, 20>(bencher);
    }
}

#[divan::bench_group]
mod random_games {
    use super::*;

    #[divan::bench]
    fn yinsh(bencher: Bencher<'_, '_>) {
        games::<Yinsh>(bencher);
    }

    #[divan::bench]
    fn tzaar(bencher: Bencher<'_, '_>) {
        games::<Tzaar>(bencher);
    }

    #[divan::bench]
    fn zertz(bencher: Bencher<'_, '_>) {
        games::<Zertz>(bencher);
    }

    #[divan::bench]
    fn rotas(bencher: Bencher<'_, '_>) {
        games::<Rotas>(bencher);
    }
}
