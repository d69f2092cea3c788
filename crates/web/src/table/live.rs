//! A game that goes on at this screen: what people touch, what the computer or a server answers, dice,
//! clocks.

use mohreh_draw::changes;
use mohreh_games::Status;
use mohreh_games::show::{Name, Scene};
use mohreh_protocol::End;

use crate::app::{Notice, Page, tell};
use crate::board::{Marks, change_said, length};
use crate::engine::Engine;
use crate::online::words::{apart, end_said, sitter_said, with_names};
use crate::online::{Online, Sitter};
use crate::say::Say;
use crate::session::{Now, Player, Session, Touch, lit, touch};
use crate::settings::Settings;
use crate::sound::{self, Sound};
use crate::state::{Derived, State, Stored};
use crate::{dom, store};

/// No more arrows than this: more would hide the board.
const MOST_ARROWS: usize = 6;
/// A pause before the computer plays the next step, in milliseconds.
pub const BREATH: u32 = 160;

/// What the computer has told so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    pub depth: u32,
    pub nodes: u64,
}

/// A table; copies speak of the same one.
#[derive(Clone, Copy)]
pub struct Live {
    pub session: State<Session>,
    /// The table of a server, where others play; none for a game of this device.
    pub online: Option<Online>,
    pub picked: State<Vec<Name>>,
    /// A hint: the steps of a good turn.
    pub hint: State<Vec<String>>,
    pub thinking: State<Option<Thought>>,
    /// The computer was told to wait.
    pub halted: State<bool>,
    /// What is read aloud.
    pub said: State<String>,
    /// Milliseconds that each seat has left. Apart from the game, which does not change with each tick.
    pub left: State<Vec<u64>>,
    /// What the last turn touched.
    last: Derived<Vec<Name>>,
    /// An earlier position that is looked at, by its ply.
    pub look: State<Option<usize>>,
    pub settings: State<Settings>,
    pub say: Say,
    /// Something moves; what follows waits for it.
    pub moving: Stored<bool>,
    /// Counts what happened, so that what was asked before is not taken for an answer to what is now.
    pub age: Stored<u64>,
}

impl Live {
    pub fn new(session: Session, online: Option<Online>) -> Live {
        let left = match online {
            Some(online) => online.told.with_untracked(|told| told.clocks.left(dom::ticks())),
            None => session.left.clone(),
        };
        let left = State::new(left);
        let session = State::new(session);
        Live {
            session,
            online,
            left,
            last: Derived::new(move || session.with(Session::last_turn)),
            picked: State::new(Vec::new()),
            hint: State::new(Vec::new()),
            thinking: State::new(None),
            halted: State::new(false),
            said: State::new(String::new()),
            look: State::new(None),
            settings: Page::here().settings,
            say: Say::here(),
            moving: Stored::new(false),
            age: Stored::new(0),
        }
    }

    /// Whether time is counted.
    pub fn has_clock(self) -> bool {
        match self.online {
            Some(online) => online.told.with_untracked(|told| !told.clocks.left.is_empty()),
            None => self.session.with_untracked(|session| session.pace.is_some()),
        }
    }

    pub fn is_computer(self, seat: usize) -> bool {
        match self.online {
            Some(online) => matches!(online.sitter(seat), Sitter::Computer(_)),
            None => self
                .session
                .with_untracked(|session| matches!(session.players[seat], Player::Computer(_))),
        }
    }

    pub fn scene(self) -> Scene {
        let looked = self.look.get();
        self.session.with(|session| match looked {
            Some(ply) => {
                session.record.at(ply).map_or_else(|_| session.game.scene(), |g| g.scene())
            }
            None => session.game.scene(),
        })
    }

    /// Whether a person can touch something now.
    pub fn is_asked(self) -> bool {
        self.look.get().is_none()
            && self.session.with(|session| matches!(session.now(), Now::Person(_)))
    }

    pub fn marks(self) -> Marks {
        if let Some(ply) = self.look.get() {
            let last = self.session.with(|session| {
                let starts = session.record.turn_starts();
                let from = starts.iter().rev().find(|start| **start < ply).copied().unwrap_or(0);
                crate::session::touched(&session.record, from, ply)
            });
            return Marks { last, ..Marks::default() };
        }
        let picked = self.picked.get();
        let (asked, settings, last) = (self.is_asked(), self.settings.get(), self.last.get());
        self.session.with(|session| {
            let scene = session.game.scene();
            let mut marks = Marks { last, ..Marks::default() };
            if session.is_over() {
                return marks;
            }
            if asked {
                // Where nothing may be pointed out, only what follows a touch is.
                if settings.lit && scene.hints || !picked.is_empty() {
                    marks.lit = lit(&session.game, &picked);
                }
                if settings.lit && scene.hints && picked.is_empty() {
                    marks.arrows = forced(session, &scene);
                }
            }
            marks.picked = picked;
            let hint = self.hint.get();
            if let Some(touches) = hint.first().and_then(|step| session.game.touches(step)) {
                let spots: Vec<Name> = touches
                    .path
                    .into_iter()
                    .filter(|name| scene.spots.iter().any(|spot| spot.name == *name))
                    .collect();
                match spots.as_slice() {
                    [from, .., to] => marks.arrows = vec![(*from, *to)],
                    [only] => marks.last.push(*only),
                    [] => {}
                }
            }
            marks
        })
    }

    pub fn touch(self, name: Name) {
        if !self.is_asked() {
            return;
        }
        let outcome = self
            .session
            .with_untracked(|session| touch(&session.game, &self.picked.get_untracked(), name));
        match outcome {
            Touch::Picked(picked) => self.picked.set(picked),
            Touch::Step(step) => {
                self.play(&step);
            }
        }
    }

    /// Puts down what was picked, unless it must be played.
    pub fn drop(self) {
        let must = self.session.with_untracked(|session| session.game.scene().touch_move);
        if !must {
            self.picked.set(Vec::new());
        }
    }

    /// Plays a step, shows and tells it, keeps the game, and goes on. Refused, it says why.
    pub fn play(self, step: &str) -> bool {
        let played = self.advance(step);
        if let (true, Some(online)) = (played, self.online) {
            online.played(step);
        }
        played
    }

    /// The same without telling anybody elsewhere.
    pub fn advance(self, step: &str) -> bool {
        let before = self.session.with_untracked(|session| session.game.scene());
        let mover = self.session.with_untracked(Session::mover);
        let mut refused = None;
        self.session.update(|session| {
            session.left = self.left.get_untracked();
            if let Err(why) = session.play(step, &dom::now()) {
                refused = Some(why);
            } else if let Some(pace) = session.pace
                && session.mover() != mover
            {
                session.left[mover.index()] += u64::from(pace.more) * 1000;
                self.left.set(session.left.clone());
            }
        });
        if let Some(why) = refused {
            tell(Notice::because("say-not-legal", why));
            return false;
        }
        self.changed();
        let (after, over) =
            self.session.with_untracked(|session| (session.game.scene(), session.is_over()));
        let happened = changes(&before, &after);
        if self.settings.with_untracked(|settings| settings.sound) {
            sound::hear(&happened);
            if over {
                sound::play(Sound::End, 0.5);
            }
        }
        self.tell(&happened);
        let pause = length(&before, &after) + BREATH;
        let age = self.age.get();
        self.moving.set(true);
        dom::later(u64::from(pause), move || self.go_on(age));
        true
    }

    fn tell(self, happened: &[mohreh_draw::Change]) {
        let kind = self.session.with_untracked(Session::kind);
        let said = |change| change_said(self.say, kind, change);
        let mut sentences: Vec<String> = happened.iter().filter_map(said).collect();
        sentences.push(self.prompt());
        self.said.set(sentences.join(&self.say.text("say-full-stop")));
    }

    /// What is asked now, or how the game ended.
    pub fn prompt(self) -> String {
        let said = self.session.with(|session| match session.given_up {
            Some(end) => end_said(self.say, end, session.outcome()),
            None => self.say.prompt(&session.game.prompt()),
        });
        let Some(online) = self.online else { return said };
        let say = self.say;
        let name = |seat: usize| sitter_said(say, &online.sitter(seat));
        let (now, mover) = self.session.with(|session| (session.now(), session.mover().index()));
        match now {
            // What somebody else has to do is not asked of whoever reads it.
            Now::Elsewhere if online.sits() => {
                say.with("say-their-move", &[("name", apart(&name(mover)).into())])
            }
            Now::Person(_) => with_names(say, &said, &|seat| match seat == mover {
                true => say.text("say-you"),
                false => name(seat),
            }),
            _ => with_names(say, &said, &name),
        }
    }

    /// After every change: nothing that was asked before counts, and the game is kept.
    pub fn changed(self) {
        self.age.update(|age| *age += 1);
        self.moving.set(false);
        self.picked.set(Vec::new());
        self.hint.set(Vec::new());
        self.look.set(None);
        self.keep();
    }

    pub fn keep(self) {
        if self.online.is_some() {
            return;
        }
        if let Err(why) = self.session.with_untracked(store::keep) {
            tell(Notice::new(why.key()));
        }
    }

    /// Lets dice fall and the computer play, as long as no person is asked.
    pub fn start(self) {
        self.go_on(self.age.get());
    }

    fn go_on(self, age: u64) {
        // The page may have been left, or something else may have happened.
        if self.age.try_get() != Some(age) {
            return;
        }
        self.moving.set(false);
        if self.online.is_some() {
            return self.catch_up();
        }
        match self.session.with_untracked(Session::now) {
            Now::Person(_) | Now::Elsewhere | Now::Over => {}
            Now::Dice => {
                let fall =
                    self.session.with_untracked(|session| session.game.roll(&mut dom::chance));
                if let Some(fall) = fall {
                    self.play(&fall);
                }
            }
            Now::Computer(_, level) => {
                if self.halted.get_untracked() {
                    return;
                }
                self.thinking.set(Some(Thought { depth: 0, nodes: 0 }));
                let (seed, record) =
                    self.session.with_untracked(|session| (session.seed, session.record.to_line()));
                Engine::here().choose(level, seed, &record, move |said| self.heard(said, age));
            }
        }
    }

    /// Whether there is a step that can be undone: what a server has kept stays.
    pub fn can_undo(self) -> bool {
        let to = self.session.with(Session::undo_to);
        to.is_some_and(|to| self.online.is_none_or(|online| to >= online.settled()))
    }

    pub fn undo(self) {
        if !self.picked.get_untracked().is_empty() {
            self.drop();
        } else if self.can_undo() {
            self.session.update(Session::undo);
            self.changed();
            if let Some(online) = self.online {
                online.undo();
            }
        }
    }

    pub fn take_back(self) {
        self.interrupt();
        self.session.update(Session::take_back);
        self.changed();
        self.halted.set(false);
        self.start();
    }

    pub fn give_up(self, how: End) {
        self.interrupt();
        self.session.update(|session| session.give_up(how));
        self.changed();
        self.said.set(self.prompt());
    }

    /// Lets time pass on the clock of whoever is to move.
    pub fn pass_time(self, milliseconds: u64) {
        if let Some(online) = self.online {
            let left = online.told.with_untracked(|told| told.clocks.left(dom::ticks()));
            if !left.is_empty() && self.left.with_untracked(|shown| *shown != left) {
                self.left.set(left);
            }
            return;
        }
        let running = self.session.with_untracked(|session| {
            session.pace.is_some()
                && matches!(session.game.status(), Status::ToMove(_))
                && !session.is_over()
                && !session.record.steps().is_empty()
        });
        if !running || self.halted.get_untracked() {
            return;
        }
        let mover = self.session.with_untracked(Session::mover);
        let mut over = false;
        self.left.update(|left| {
            let left = &mut left[mover.index()];
            *left = left.saturating_sub(milliseconds);
            over = *left == 0;
        });
        if over {
            self.give_up(End::OutOfTime(mover));
        }
    }
}

/// Where all that can be done is to go from one spot to another, in a few ways, these ways.
fn forced(session: &Session, scene: &Scene) -> Vec<(Name, Name)> {
    let on_board = |name: &Name| scene.spots.iter().any(|spot| spot.name == *name);
    let (steps, mut ways) = (session.game.steps(), Vec::new());
    if steps.len() > MOST_ARROWS {
        return ways;
    }
    for step in steps {
        let touches = session.game.touches(&step).map(|touches| touches.path).unwrap_or_default();
        match touches.as_slice() {
            [from, .., to] if touches.iter().all(on_board) => {
                ways.push((*from, *to));
            }
            _ => return Vec::new(),
        }
    }
    ways
}
