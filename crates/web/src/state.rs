//! Values that change, and that views hear of.
//!
//! Leptos compiles its signals anew for each type of value. Here the value lies apart, and what is heard
//! is only a number that counts its changes, so that all that machinery is compiled once
//! (docs/benchmarks.md tells what that is worth).

use std::sync::{Arc, Mutex, PoisonError};

use leptos::prelude::*;

/// A value that is set. Copies speak of the same one.
pub struct State<T: 'static> {
    changes: RwSignal<u64>,
    value: StoredValue<T>,
}

impl<T> Clone for State<T> {
    fn clone(&self) -> State<T> {
        *self
    }
}

impl<T> Copy for State<T> {}

impl<T: Send + Sync + 'static> State<T> {
    pub fn new(value: T) -> State<T> {
        State { changes: RwSignal::new(0), value: StoredValue::new(value) }
    }

    /// Looks at the value; a view that does so hears of its next change.
    pub fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.changes.track();
        self.value.with_value(look)
    }

    pub fn with_untracked<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.value.with_value(look)
    }

    pub fn set(self, value: T) {
        self.value.set_value(value);
        self.changed();
    }

    /// Sets it, unless the part of the page that it belongs to is gone.
    pub fn try_set(self, value: T) {
        if self.value.try_set_value(value).is_none() {
            self.changed();
        }
    }

    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.value.update_value(change);
        self.changed();
    }

    fn changed(self) {
        self.changes.update(|changes| *changes += 1);
    }
}

impl<T: Clone + Send + Sync + 'static> State<T> {
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(self) -> T {
        self.value.get_value()
    }
}

/// A value that follows from others: worked out when it is asked for and they have changed.
pub struct Derived<T: 'static> {
    changes: Memo<u64>,
    value: StoredValue<Arc<Mutex<Option<T>>>>,
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Derived<T> {
        *self
    }
}

impl<T> Copy for Derived<T> {}

impl<T: PartialEq + Send + Sync + 'static> Derived<T> {
    pub fn new(work: impl Fn() -> T + Send + Sync + 'static) -> Derived<T> {
        let value = Arc::new(Mutex::new(None));
        let kept = value.clone();
        let changes = counted(Box::new(move || {
            let new = work();
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            let changed = kept.as_ref() != Some(&new);
            if changed {
                *kept = Some(new);
            }
            changed
        }));
        Derived { changes, value: StoredValue::new(value) }
    }
}

/// Counts how often `work` said that something changed.
fn counted(work: Box<dyn Fn() -> bool + Send + Sync>) -> Memo<u64> {
    Memo::new(move |count: Option<&u64>| count.map_or(0, |count| *count) + u64::from(work()))
}

impl<T: Clone + Send + Sync + 'static> Derived<T> {
    pub fn get(self) -> T {
        self.changes.get();
        self.now()
    }

    pub fn get_untracked(self) -> T {
        self.changes.get_untracked();
        self.now()
    }

    pub fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        look(&self.get())
    }

    pub fn with_untracked<U>(self, look: impl FnOnce(&T) -> U) -> U {
        look(&self.get_untracked())
    }

    #[expect(clippy::expect_used, reason = "whoever asked for the count has made the value")]
    fn now(self) -> T {
        let kept = self.value.get_value();
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clone().expect("a value that was worked out")
    }
}
