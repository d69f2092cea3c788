//! [`Device`]: hosts a local game. It saves the game, rolls the dice, asks the engine and runs the clocks.

use mohreh_games::Status;
use mohreh_protocol::End;

use super::host::Host;
use super::live::{LiveGame, SearchProgress};
use crate::engine::Engine;
use crate::game_model::{Awaiting, Controller, GameModel};
use crate::notice::{Notice, notify};
use crate::say::Say;
use crate::{dom, store};

/// This device.
pub(super) struct Device;

impl Host for Device {
    fn name(&self, live: LiveGame, seat: usize) -> String {
        live.model.with(|model| seat_name(live.say, model, seat))
    }

    fn is_computer(&self, live: LiveGame, seat: usize) -> bool {
        let controller = live.model.with_untracked(|model| model.controllers[seat]);
        matches!(controller, Controller::Computer(_))
    }

    fn left_ms(&self, model: &GameModel) -> Vec<u64> {
        if model.clock.is_some() { model.left_ms.clone() } else { Vec::new() }
    }

    fn tick(&self, live: LiveGame, elapsed_ms: u64) {
        let running = live.model.with_untracked(|model| {
            model.clock.is_some()
                && matches!(model.game().status(), Status::ToMove(_))
                && !model.is_over()
                && !model.record.steps().is_empty()
        });
        if !running || live.halted.get_untracked() {
            return;
        }
        let mover = live.model.with_untracked(GameModel::mover);
        let (mut before_ms, mut after_ms) = (0, 0);
        live.left_ms.update(|left_ms| {
            let left_ms = &mut left_ms[mover.index()];
            before_ms = *left_ms;
            *left_ms = left_ms.saturating_sub(elapsed_ms);
            after_ms = *left_ms;
        });
        if after_ms == 0 {
            live.end_early(End::OutOfTime(mover));
        } else if before_ms / 1000 != after_ms / 1000 {
            // Once a second, so that a reload does not give the time of this turn back.
            self.changed(live);
        }
    }

    fn proceed(&self, live: LiveGame) {
        match live.model.with_untracked(GameModel::awaiting) {
            Awaiting::Person(_) | Awaiting::Remote | Awaiting::Over => {}
            Awaiting::Dice => {
                let roll =
                    live.model.with_untracked(|model| model.game().roll(&mut dom::random_below));
                if let Some(roll) = roll {
                    live.play(&roll);
                }
            }
            Awaiting::Computer(_, level) => {
                if live.halted.get_untracked() {
                    return;
                }
                live.thinking.set(Some(SearchProgress { depth: 0, nodes: 0 }));
                let (seed, record) =
                    live.model.with_untracked(|model| (model.seed, model.record.to_line()));
                let generation = live.generation.get();
                Engine::global()
                    .choose(level, seed, &record, move |reply| live.on_reply(reply, generation));
            }
        }
    }

    fn changed(&self, live: LiveGame) {
        // The clocks have a signal of their own; the model does not change for those who watch it.
        live.model.update_untracked(|model| {
            if model.clock.is_some() {
                model.left_ms = live.left_ms.get_untracked();
            }
        });
        if let Err(why) = live.model.with_untracked(store::save) {
            notify(Notice::new(why.key()));
        }
    }
}

fn seat_name(say: Say, model: &GameModel, seat: usize) -> String {
    let number = || say.seat_name(model.kind(), seat);
    let is_computer = |controller: &&Controller| matches!(controller, Controller::Computer(_));
    match model.controllers[seat] {
        Controller::Computer(level) => {
            match model.controllers.iter().filter(is_computer).count() {
                1 => say.with("say-computer-level", &[("level", level.into())]),
                // Short, for several seats beside each other on a phone; the icon says that it is a computer.
                _ => format!("{} · {} {}", number(), say.text("say-level"), say.number(level)),
            }
        }
        _ if model.only_person() == Some(seat) => say.text("say-you"),
        Controller::Person | Controller::Remote => number(),
    }
}
