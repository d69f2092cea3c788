//! Values that change, and that views hear of.
//!
//! Leptos compiles its signals anew for each type of value. Here the value lies apart and has lost its
//! type, and what is heard is only a number that counts its changes, so that all that machinery is
//! compiled once (docs/benchmarks.md tells what that is worth).

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::computed::Memo;
use reactive_graph::effect::Effect;
use reactive_graph::owner::{LocalStorage, StoredValue};
use reactive_graph::signal::RwSignal;
use reactive_graph::traits::{Get, GetUntracked, GetValue, Track, Update, WithValue};

use crate::dom::Interval;

/// A value that nobody hears of, there as long as the part of the page that it belongs to. Copies speak
/// of the same one.
pub struct Stored<T: 'static> {
    cell: StoredValue<Rc<dyn Any>, LocalStorage>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Stored<T> {
    fn clone(&self) -> Stored<T> {
        *self
    }
}

impl<T> Copy for Stored<T> {}

fn store(cell: Rc<dyn Any>) -> StoredValue<Rc<dyn Any>, LocalStorage> {
    StoredValue::new_local(cell)
}

fn stored(cell: StoredValue<Rc<dyn Any>, LocalStorage>) -> Option<Rc<dyn Any>> {
    cell.try_get_value()
}

impl<T> Stored<T> {
    pub fn new(value: T) -> Stored<T> {
        Stored { cell: store(Rc::new(RefCell::new(value))), of: PhantomData }
    }

    fn try_cell(self) -> Option<Rc<RefCell<T>>> {
        stored(self.cell)?.downcast().ok()
    }

    #[expect(clippy::expect_used, reason = "a mistake of the page, as with every signal of Leptos")]
    fn cell(self) -> Rc<RefCell<T>> {
        self.try_cell().expect("a value whose part of the page is still there")
    }

    pub fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        look(&self.cell().borrow())
    }

    pub fn set(self, value: T) {
        *self.cell().borrow_mut() = value;
    }

    pub fn update(self, change: impl FnOnce(&mut T)) {
        change(&mut self.cell().borrow_mut());
    }

    /// Sets it, unless the part of the page that it belongs to is gone; tells whether it did.
    fn try_set(self, value: T) -> bool {
        self.try_cell().map(|cell| *cell.borrow_mut() = value).is_some()
    }
}

impl<T: Clone> Stored<T> {
    pub fn get(self) -> T {
        self.cell().borrow().clone()
    }

    /// The value, unless the part of the page that it belongs to is gone.
    pub fn try_get(self) -> Option<T> {
        Some(self.try_cell()?.borrow().clone())
    }
}

/// A value that is set. Copies speak of the same one.
pub struct State<T: 'static> {
    changes: RwSignal<u64>,
    value: Stored<T>,
}

impl<T> Clone for State<T> {
    fn clone(&self) -> State<T> {
        *self
    }
}

impl<T> Copy for State<T> {}

fn changed(changes: RwSignal<u64>) {
    changes.update(|changes| *changes += 1);
}

impl<T> State<T> {
    pub fn new(value: T) -> State<T> {
        State { changes: RwSignal::new(0), value: Stored::new(value) }
    }

    /// Looks at the value; a view that does so hears of its next change.
    pub fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.changes.track();
        self.value.with(look)
    }

    pub fn with_untracked<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.value.with(look)
    }

    pub fn set(self, value: T) {
        self.value.set(value);
        changed(self.changes);
    }

    /// Sets it, unless the part of the page that it belongs to is gone.
    pub fn try_set(self, value: T) {
        if self.value.try_set(value) {
            changed(self.changes);
        }
    }

    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.value.update(change);
        changed(self.changes);
    }
}

impl<T: Clone> State<T> {
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(self) -> T {
        self.value.get()
    }
}

/// A value that follows from others: worked out when it is asked for and they have changed.
pub struct Derived<T: 'static> {
    changes: Memo<u64>,
    value: Stored<Option<T>>,
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Derived<T> {
        *self
    }
}

impl<T> Copy for Derived<T> {}

impl<T: PartialEq> Derived<T> {
    pub fn new(work: impl Fn() -> T + 'static) -> Derived<T> {
        Derived::of(Box::new(work))
    }

    /// Compiled once for each type of value, not for each way to work it out.
    fn of(work: Box<dyn Fn() -> T>) -> Derived<T> {
        let value = Stored::new(None);
        let changes = counted(Box::new(move || {
            let new = Some(work());
            let changed = value.with(|old| *old != new);
            if changed {
                value.set(new);
            }
            changed
        }));
        Derived { changes, value }
    }
}

/// Counts how often `work` said that something changed.
fn counted(work: Box<dyn Fn() -> bool>) -> Memo<u64> {
    let work = StoredValue::new_local(work);
    Memo::new(move |count: Option<&u64>| {
        count.map_or(0, |count| *count) + u64::from(work.with_value(|work| work()))
    })
}

impl<T> Derived<T> {
    /// Looks at the value; a view that does so hears of its next change.
    pub fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.changes.get();
        self.now(look)
    }

    pub fn with_untracked<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.changes.get_untracked();
        self.now(look)
    }

    #[expect(clippy::expect_used, reason = "whoever asked for the count has made the value")]
    fn now<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.value.with(|value| look(value.as_ref().expect("a value that was worked out")))
    }
}

impl<T: Clone> Derived<T> {
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}

/// Does something now that is no part of a view, and again whenever what it looked at has changed.
pub fn effect(work: impl Fn() + 'static) {
    effect_of(Box::new(work));
}

fn effect_of(work: Box<dyn Fn()>) {
    Effect::new(move |_| work());
}

/// Does something again and again, until the part of the page that wants it is gone.
pub fn every(milliseconds: u64, work: impl Fn() + 'static) {
    // Dropped with that part of the page.
    StoredValue::new_local(Interval::start(milliseconds, Box::new(work)));
}
