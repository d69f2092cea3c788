//! [`Readiness`]: the cached answer of the readiness probe.

use std::time::Duration;

use tokio::time::Instant;

use crate::startup::{DATABASE_READ_ONLY, READ_ONLY};
use crate::store::{Store, StoreError};

/// Age up to which the result of a readiness check is used again.
const MAX_AGE: Duration = Duration::from_secs(1);

/// Result of the last readiness check. Its lock makes concurrent probes wait for one check.
#[derive(Default)]
pub(crate) struct Readiness(tokio::sync::Mutex<Option<(Instant, Result<(), &'static str>)>>);

impl Readiness {
    /// Whether the database accepts writes, or why not.
    pub(crate) async fn get(&self, store: &Store) -> Result<(), &'static str> {
        let mut last = self.0.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < MAX_AGE
        {
            return *result;
        }
        let result = store.check_writable().await.map_err(|error| {
            tracing::warn!(%error, "not ready");
            match error {
                StoreError::DiskFull(_) => READ_ONLY,
                StoreError::ReadOnly(_) => DATABASE_READ_ONLY,
                _ => "the database does not answer",
            }
        });
        *last = Some((Instant::now(), result));
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn readiness_is_checked_again_only_when_it_is_old() {
        let store = Store::open("sqlite::memory:").await.unwrap();
        let readiness = Readiness::default();
        assert_eq!(readiness.get(&store).await, Ok(()));
        let closed = store.clone();
        store.close().await;
        let later = Instant::now() + Duration::from_secs(3600);
        *readiness.0.lock().await = Some((later, Ok(())));
        assert_eq!(readiness.get(&closed).await, Ok(()), "not asked again");
        let earlier = Instant::now().checked_sub(MAX_AGE).unwrap();
        *readiness.0.lock().await = Some((earlier, Ok(())));
        assert_eq!(readiness.get(&closed).await, Err("the database does not answer"));
    }
}
