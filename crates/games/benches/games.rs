//! Benchmarks of the rules: perft without bulk counting, and random playouts.
//!
//! `cargo bench -p mohreh-games`; the figures are kept in `docs/benchmarks.md`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use mohreh_games::{
    AnyGame, Canon, Game, Listed, rotas::Rotas, tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz,
};
use mohreh_laws::{Rng, playout};

fn main() {
    divan::main();
}

/// Perft to `DEPTH` after `PLAYED` random steps.
fn perft<G: Game, const DEPTH: usize, const PLAYED: usize>(bencher: Bencher<'_, '_>) {
    let mut rng = Rng::new(3);
    let mut game = G::start(&G::Setup::default());
    for _ in 0..PLAYED {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        game.play_unchecked(*rng.one_of(&steps));
    }
    bencher.counter(ItemsCount::new(game.perft(DEPTH))).bench_local(|| game.perft(DEPTH));
}

/// Random playouts, a hundred per iteration.
fn games<G: Game>(bencher: Bencher<'_, '_>) {
    const GAMES: usize = 100;
    let setup = G::Setup::default();
    let mut rng = Rng::new(7);
    let mut steps = Vec::new();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            let mut game = G::start(&setup);
            loop {
                let step = match game.roll(&mut |n| rng.below(n)) {
                    Some(fall) => fall,
                    None => {
                        steps.clear();
                        game.steps(&mut steps);
                        if steps.is_empty() {
                            break;
                        }
                        *rng.one_of(&steps)
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

#[divan::bench_group]
mod canonical_hash {
    use super::*;

    /// A position in the middle of a random game.
    fn hash<G: Listed + Into<AnyGame>>(bencher: Bencher<'_, '_>) {
        let mut game = G::start(&G::Setup::default());
        playout(&G::Setup::default(), &mut Rng::new(1), 40, |now: &G| game = now.clone());
        let game: AnyGame = game.into();
        let canon = Canon::new(&game);
        bencher.bench(|| canon.hash(black_box(&game)));
    }

    #[divan::bench]
    fn yinsh(bencher: Bencher<'_, '_>) {
        hash::<Yinsh>(bencher);
    }

    #[divan::bench]
    fn tzaar(bencher: Bencher<'_, '_>) {
        hash::<Tzaar>(bencher);
    }

    #[divan::bench]
    fn zertz(bencher: Bencher<'_, '_>) {
        hash::<Zertz>(bencher);
    }

    #[divan::bench]
    fn rotas(bencher: Bencher<'_, '_>) {
        hash::<Rotas>(bencher);
    }
}
