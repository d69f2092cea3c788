//! [`CommandQueue`]: input lines, of which a search sees only `stop`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};

/// Input lines; those that arrive during a search are queued.
pub(crate) struct CommandQueue {
    receiver: Receiver<String>,
    pending: RefCell<VecDeque<String>>,
    /// The input has ended.
    closed: Cell<bool>,
}

impl CommandQueue {
    pub(crate) fn new(receiver: Receiver<String>) -> CommandQueue {
        CommandQueue { receiver, pending: RefCell::default(), closed: Cell::new(false) }
    }

    /// Waits for the next line; `None` at the end of the input.
    pub(crate) fn next(&self) -> Option<String> {
        let pending = self.pending.borrow_mut().pop_front();
        pending.or_else(|| self.receiver.recv().ok())
    }

    /// Whether the search must stop: on `stop`, which is consumed, and, if it is unlimited, on `quit`
    /// or the end of the input.
    pub(crate) fn should_stop(&self, is_unlimited: bool) -> bool {
        loop {
            match self.receiver.try_recv() {
                Ok(line) if line == "stop" => return true,
                Ok(line) => self.pending.borrow_mut().push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.closed.set(true);
                    break;
                }
            }
        }
        let has_quit = || self.pending.borrow().iter().any(|line| line == "quit");
        is_unlimited && (self.closed.get() || has_quit())
    }
}
