//! What the training of the network needs to know.

use mohreh_games::rotas::Rotas;
use mohreh_games::{Game, Seat, Status};

pub use super::network::{
    CELL_STATES, HEAD_LEN, HEAD_ONE, HEADS, HIDDEN, INPUTS, LINE_MAX, LINE_ONE, LINE_WEIGHT_MAX,
    NUMBERS, SUM_ONE, UNITS,
};
use super::network::{cell_states, head, numbers};
use super::position::{Position, WinOdds};

/// Inputs of the network at the start of a turn.
#[derive(Clone, Debug)]
pub struct NetworkInputs {
    /// The seat to move, among those that are in.
    pub mover: usize,
    /// Number of the head.
    pub head: usize,
    /// Probability that the mover wins in this turn.
    pub win_now: f64,
    /// Of each seat that is in: the states of all cells.
    pub cells: Vec<Vec<u8>>,
    /// Of each seat that is in: the numbers of the game.
    pub numbers: Vec<[f32; NUMBERS]>,
}

/// Inputs of the network in a position; `None` if nobody is to move.
#[must_use]
pub fn network_inputs(game: &Rotas) -> Option<NetworkInputs> {
    let Status::ToMove(seat) = game.status() else { return None };
    let position = Position::new(game, None);
    let mover = (0..seat.index()).filter(|seat| game.is_in(Seat::new(*seat))).count();
    let mut win_odds = WinOdds::new();
    let mut odds = [0.0; Seat::MOST];
    for (seat, odds) in odds.iter_mut().enumerate().take(position.seats) {
        *odds = win_odds.of(&position, seat);
    }
    let states = |seat| cell_states(&position, seat).map(|state| state as u8).collect();
    Some(NetworkInputs {
        mover,
        head: head(&position, mover),
        win_now: odds[mover],
        cells: (0..position.seats).map(states).collect(),
        numbers: numbers(&position, &odds, mover)[..position.seats].to_vec(),
    })
}

/// The lines of a game's board, by the indices of [`NetworkInputs::cells`].
#[must_use]
pub fn lines(game: &Rotas) -> Vec<[u16; 4]> {
    Position::new(game, None).layout.lines.clone()
}
