//! Starts games on this device.

use mohreh_games::Kind;
use mohreh_games::show::{Choice, SetupPart};

use crate::game_model::{Controller, FischerClock, GameModel};
use crate::navigation::navigate;
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::say::Say;
use crate::{dom, store};

/// Saves a new local game and opens its table.
pub(crate) fn begin(
    kind: Kind,
    setup: &str,
    controllers: &[Controller],
    clock: Option<FischerClock>,
) -> Result<(), String> {
    let model = GameModel::new(
        store::new_id(),
        kind,
        setup,
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

/// Starts a rematch: seats rotate by one, and a random setup is drawn again.
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
    let setup = if has_random_setup && !setup.is_empty() && !is_own {
        kind.draw_setup(&mut dom::random_below)
    } else {
        setup.to_string()
    };
    let mut controllers = model.controllers.clone();
    controllers.rotate_right(1);
    // Cannot fail because of the setup, which was valid before.
    let _ = begin(kind, &setup, &controllers, model.clock);
}
