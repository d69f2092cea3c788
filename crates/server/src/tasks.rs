//! [`spawn`], by which the tasks of a node start. In a simulation they belong to a group, which a crash ends as a whole.

#[cfg(not(test))]
pub use tokio::spawn;

#[cfg(test)]
pub use group::{Group, spawn};

#[cfg(test)]
mod group {
    use std::sync::{Arc, Mutex};

    use tokio::task::AbortHandle;

    tokio::task_local! {
        static CURRENT: Group;
    }

    /// Tasks of a simulated node, those that they start included.
    #[derive(Clone, Default)]
    pub struct Group(Arc<Mutex<Vec<AbortHandle>>>);

    impl Group {
        pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
            let task = tokio::spawn(CURRENT.scope(self.clone(), task)).abort_handle();
            let mut tasks = self.0.lock().unwrap();
            // Most tasks are short, so the list is tidied now and then.
            if tasks.len() == tasks.capacity() {
                tasks.retain(|task| !task.is_finished());
            }
            tasks.push(task);
        }

        /// Drops all tasks where they wait.
        pub fn crash(&self) {
            self.0.lock().unwrap().drain(..).for_each(|task| task.abort());
        }
    }

    /// Starts a task in the group of the calling one, if it has any.
    pub fn spawn(task: impl Future<Output = ()> + Send + 'static) {
        match CURRENT.try_with(Group::clone) {
            Ok(group) => group.spawn(task),
            Err(_) => drop(tokio::spawn(task)),
        }
    }
}
