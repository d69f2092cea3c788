//! [`spawn`], by which the tasks of a node start. In a simulation they belong to a group, which a crash ends as a whole.

#[cfg(not(test))]
pub(crate) use tokio::spawn;

#[cfg(test)]
pub(crate) use group::{Group, spawn};

#[cfg(test)]
mod group {
    use std::sync::{Arc, Mutex};

    use tokio::task::AbortHandle;

    tokio::task_local! {
        static CURRENT: Group;
    }

    /// Tasks of a simulated node, those that they start included.
    #[derive(Clone, Default)]
    pub(crate) struct Group(Arc<Mutex<Vec<AbortHandle>>>);

    impl Group {
        pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
            let task = tokio::spawn(CURRENT.scope(self.clone(), task)).abort_handle();
            let mut tasks = self.0.lock().unwrap();
            // Most tasks are short, so the list is tidied now and then.
            if tasks.len() == tasks.capacity() {
                tasks.retain(|task| !task.is_finished());
            }
            tasks.push(task);
        }

        /// Drops all tasks where they wait.
        pub(crate) fn crash(&self) {
            self.0.lock().unwrap().drain(..).for_each(|task| task.abort());
        }
    }

    /// Starts a task in the group of the calling one, if it has any.
    pub(crate) fn spawn(task: impl Future<Output = ()> + Send + 'static) {
        match CURRENT.try_with(Group::clone) {
            Ok(group) => group.spawn(task),
            Err(_) => drop(tokio::spawn(task)),
        }
    }
}
