//! Sockets that were opened with a token, which end when it is revoked, at whichever node.

use std::sync::Arc;

use super::{Hub, Subscriber, lock};
use crate::bus::NodeEvent;
use crate::store::StoreError;

/// Tokens per query of [`Hub::check_tokens`].
const CHECK_BATCH: usize = 500;

impl Hub {
    /// Ties a socket to its token. The token is read once more, as it may have been revoked just before.
    pub(crate) async fn tie_to_token(
        &self,
        token: &str,
        subscriber: &Arc<Subscriber>,
    ) -> Result<(), StoreError> {
        lock(&self.token_sockets).entry(token.to_string()).or_default().push(subscriber.clone());
        self.close_revoked(&[token.to_string()]).await
    }

    pub(crate) fn untie_from_token(&self, token: &str, subscriber: &Subscriber) {
        let mut sockets = lock(&self.token_sockets);
        if let Some(tied) = sockets.get_mut(token) {
            tied.retain(|other| other.id != subscriber.id);
            if tied.is_empty() {
                sockets.remove(token);
            }
        }
    }

    /// Closes the sockets of a token that was deleted, here and at the other nodes.
    pub(crate) fn revoke(&self, token: &str) {
        self.close_sockets_of(token);
        self.bus.publish(NodeEvent::Revoked { token: token.to_string() });
    }

    pub(super) fn close_sockets_of(&self, token: &str) {
        for subscriber in lock(&self.token_sockets).remove(token).unwrap_or_default() {
            subscriber.revoke();
        }
    }

    /// Closes sockets whose token was revoked at another node, if its event was lost.
    pub(crate) async fn check_tokens(&self) {
        let tokens: Vec<String> = lock(&self.token_sockets).keys().cloned().collect();
        for tokens in tokens.chunks(CHECK_BATCH) {
            // A failed query is repeated at the next check.
            let _ = self.close_revoked(tokens).await;
        }
    }

    async fn close_revoked(&self, tokens: &[String]) -> Result<(), StoreError> {
        let existing = self.store.existing_tokens(tokens).await?;
        for token in tokens.iter().filter(|token| !existing.contains(token)) {
            self.close_sockets_of(token);
        }
        Ok(())
    }
}
