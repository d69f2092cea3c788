//! Signals, memos and effects on top of `reactive_graph`, with type-erased values.
//!
//! `reactive_graph` is generic over the value, so each value type is monomorphised. Here the value is
//! stored as `dyn Any`, and the graph only tracks a version counter of type `u64`, so the reactive code is
//! compiled once (docs/benchmarks.md has the wasm size that this saves).

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::computed;
use reactive_graph::effect::Effect;
use reactive_graph::owner::{LocalStorage, Owner, StoredValue};
use reactive_graph::signal::RwSignal;
use reactive_graph::traits::{Get, GetUntracked, GetValue, Track, Update, WithValue};

use crate::dom::Interval;

thread_local! {
    static ROOT: Owner = Owner::new();
}

/// Runs `work` under the owner that is never disposed of: what it creates lives as long as the document.
pub(crate) fn in_root<T>(work: impl FnOnce() -> T) -> T {
    root().with(work)
}

fn root() -> Owner {
    ROOT.with(Owner::clone)
}

/// What there is once in the page; created under the root owner by the first use. In a `thread_local`.
pub(crate) struct Global<T>(Cell<Option<T>>);

impl<T: Copy> Global<T> {
    pub(crate) const fn new() -> Global<T> {
        Global(Cell::new(None))
    }

    pub(crate) fn get(&self, create: fn() -> T) -> T {
        self.0.get().unwrap_or_else(|| {
            let value = in_root(create);
            self.0.set(Some(value));
            value
        })
    }
}

/// A non-reactive value that is disposed of with its reactive owner. A `Copy` handle.
pub(crate) struct Stored<T: 'static> {
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

fn load(cell: StoredValue<Rc<dyn Any>, LocalStorage>) -> Option<Rc<dyn Any>> {
    cell.try_get_value()
}

impl<T> Stored<T> {
    pub(crate) fn new(value: T) -> Stored<T> {
        Stored { cell: store(Rc::new(RefCell::new(value))), of: PhantomData }
    }

    fn try_cell(self) -> Option<Rc<RefCell<T>>> {
        load(self.cell)?.downcast().ok()
    }

    #[expect(
        clippy::expect_used,
        reason = "use after disposal is a bug of the page, as with Leptos signals"
    )]
    fn cell(self) -> Rc<RefCell<T>> {
        self.try_cell().expect("a value whose part of the page is still there")
    }

    pub(crate) fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        read(&self.cell().borrow())
    }

    pub(crate) fn set(self, value: T) {
        *self.cell().borrow_mut() = value;
    }

    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        change(&mut self.cell().borrow_mut());
    }

    /// Sets the value; `false` if it was disposed of.
    fn try_set(self, value: T) -> bool {
        self.try_cell().map(|cell| *cell.borrow_mut() = value).is_some()
    }
}

impl<T: Clone> Stored<T> {
    pub(crate) fn get(self) -> T {
        self.cell().borrow().clone()
    }

    /// The value; `None` if it was disposed of.
    pub(crate) fn try_get(self) -> Option<T> {
        Some(self.try_cell()?.borrow().clone())
    }
}

/// A read-write signal. A `Copy` handle.
pub(crate) struct Signal<T: 'static> {
    version: RwSignal<u64>,
    value: Stored<T>,
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Signal<T> {
        *self
    }
}

impl<T> Copy for Signal<T> {}

fn notify(version: RwSignal<u64>) {
    version.update(|version| *version += 1);
}

impl<T> Signal<T> {
    pub(crate) fn new(value: T) -> Signal<T> {
        Signal { version: RwSignal::new(0), value: Stored::new(value) }
    }

    /// Reads the value and subscribes the running effect or memo to it.
    pub(crate) fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.version.track();
        self.value.with(read)
    }

    pub(crate) fn with_untracked<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.value.with(read)
    }

    pub(crate) fn set(self, value: T) {
        self.value.set(value);
        notify(self.version);
    }

    /// Sets the value, unless it was disposed of.
    pub(crate) fn try_set(self, value: T) {
        if self.value.try_set(value) {
            notify(self.version);
        }
    }

    /// Changes the value without notifying.
    pub(crate) fn update_untracked(self, change: impl FnOnce(&mut T)) {
        self.value.update(change);
    }

    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        self.value.update(change);
        notify(self.version);
    }
}

impl<T: Clone> Signal<T> {
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    pub(crate) fn get_untracked(self) -> T {
        self.value.get()
    }
}

/// A memo: a computed value, evaluated lazily; notifies only when the result differs. A `Copy` handle.
pub(crate) struct Memo<T: 'static> {
    version: computed::Memo<u64>,
    value: Stored<Option<T>>,
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Memo<T> {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T: PartialEq> Memo<T> {
    pub(crate) fn new(work: impl Fn() -> T + 'static) -> Memo<T> {
        Memo::of(Box::new(work))
    }

    /// Takes a box, so that it is monomorphised per value type, not per closure.
    fn of(work: Box<dyn Fn() -> T>) -> Memo<T> {
        let value = Stored::new(None);
        let version = version_counter(Box::new(move || {
            let new = Some(work());
            let changed = value.with(|old| *old != new);
            if changed {
                value.set(new);
            }
            changed
        }));
        Memo { version, value }
    }
}

/// Version counter: a memo that increments whenever `work` returns `true`.
fn version_counter(work: Box<dyn Fn() -> bool>) -> computed::Memo<u64> {
    let work = StoredValue::new_local(work);
    computed::Memo::new(move |count: Option<&u64>| {
        count.map_or(0, |count| *count) + u64::from(work.with_value(|work| work()))
    })
}

impl<T> Memo<T> {
    /// Reads the value and subscribes the running effect or memo to it.
    pub(crate) fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.version.get();
        self.read(read)
    }

    pub(crate) fn with_untracked<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.version.get_untracked();
        self.read(read)
    }

    #[expect(clippy::expect_used, reason = "reading the counter has evaluated the memo")]
    fn read<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.value.with(|value| read(value.as_ref().expect("a value that was worked out")))
    }
}

impl<T: Clone> Memo<T> {
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}

/// Runs a side effect now, and again whenever a signal that it read changes.
pub(crate) fn effect(work: impl Fn() + 'static) {
    effect_of(Box::new(work));
}

fn effect_of(work: Box<dyn Fn()>) {
    Effect::new(move |_| work());
}

/// Runs `work` periodically until the current reactive owner is disposed of.
pub(crate) fn every(period_ms: u64, work: impl Fn() + 'static) {
    // Owned by the current owner; dropping the interval clears it.
    StoredValue::new_local(Interval::start(period_ms, Box::new(work)));
}
