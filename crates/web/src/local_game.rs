//! Starts games on this device.

use mohreh_games::Kind;
use mohreh_games::show::{Choice, SetupPart};

use crate::game_model::{Controller, FischerClock, GameModel};
use crate::navigation::navigate;
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::say::Say;
use crate::{dom, store};

/// Saves a new local game, which starts at a setup or at a position, and opens its table.
pub(crate) fn begin(
    kind: Kind,
    start: &str,
    controllers: &[Controller],
    clock: Option<FischerClock>,
) -> Result<(), String> {
    let model = GameModel::new(
        store::new_id(),
        kind,
        start,
        controllers,
        dom::new_seed(),
        clock,
        &dom::now_iso(),
    )
    .map_err(|error| Say::global().wrong(&error))?;
    open(model);
    Ok(())
}

/// Saves a game and opens its table. A game that cannot be saved is played all the same, and a notice tells so.
pub(crate) fn open(model: GameModel) {
    let saved = store::save(&model);
    navigate(&Route::Table(model.id));
    if let Err(why) = saved {
        notify(Notice::new(why.key()));
    }
}

/// Starts a rematch: seats rotate by one, and a random setup is drawn again. A game that began at a position begins
/// there again.
pub(crate) fn rematch(model: &GameModel) {
    let kind = model.kind();
    let has_random_setup = kind.offers().iter().any(|offer| match offer.choice {
        Choice::OneOf(variants) => {
            variants.iter().any(|variant| variant.setup == SetupPart::Random)
        }
        Choice::Word(_) => false,
    });
    let setup = model.record.setup();
    // An arrangement that the players have made stays.
    let is_own = store::draft(kind.name()).contains(setup);
    let is_drawn = !is_own && !model.record.playthrough().starts_at_position();
    let setup = if has_random_setup && !setup.is_empty() && is_drawn {
        kind.draw_setup(&mut dom::random_below)
    } else {
        setup.to_string()
    };
    let mut controllers = model.controllers.clone();
    controllers.rotate_right(1);
    // Cannot fail because of the setup, which was valid before.
    let _ = begin(kind, &setup, &controllers, model.clock);
}
