//! Persons and API tokens. Secrets are stored as hashes only.

use super::decode;
use super::rows::{PersonRow, TokenRow};
use super::{Store, StoreError};

impl Store {
    /// Inserts a person; a duplicate id or secret is a [`StoreError::Conflict`].
    pub async fn add_person(&self, person: &PersonRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO people (id, name, secret, created) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT DO NOTHING";
        let PersonRow { id, name, secret, created } = person;
        let values = vec![
            id.as_str().into(),
            name.as_str().into(),
            secret.as_str().into(),
            (*created).into(),
        ];
        added(self.execute(&person.id, sql, values).await?)
    }

    /// Person with this secret hash.
    pub async fn person_by_secret(&self, hash: &str) -> Result<Option<PersonRow>, StoreError> {
        let sql = "SELECT id, name, secret, created FROM people WHERE secret = $1";
        self.person_by("a person by secret", sql, hash).await
    }

    /// Renames a person; returns whether it exists.
    pub async fn rename(&self, id: &str, name: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET name = $1 WHERE id = $2";
        Ok(self.execute(id, sql, vec![name.into(), id.into()]).await? > 0)
    }

    /// Inserts a token; a duplicate id or hash is a [`StoreError::Conflict`].
    pub async fn add_token(&self, token: &TokenRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO tokens (id, person, label, hash, created) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let texts = [&token.id, &token.person, &token.label, &token.hash];
        let mut values: Vec<_> = texts.iter().map(|text| text.as_str().into()).collect();
        values.push(token.created.into());
        added(self.execute(&token.person, sql, values).await?)
    }

    /// Tokens of a person, oldest first.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, person, label, hash, created FROM tokens WHERE person = $1 \
                   ORDER BY created, id";
        let about = format!("the tokens of person {person}");
        self.fetch_as(&about, sql, vec![person.into()], decode::token).await
    }

    /// Deletes a token; returns whether the person owned it.
    pub async fn delete_token(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE id = $1 AND person = $2";
        Ok(self.execute(person, sql, vec![id.into(), person.into()]).await? > 0)
    }

    /// Owner of the token with this hash.
    pub async fn person_by_token(&self, hash: &str) -> Result<Option<PersonRow>, StoreError> {
        let sql = "SELECT p.id, p.name, p.secret, p.created FROM people AS p \
                   JOIN tokens AS t ON t.person = p.id WHERE t.hash = $1";
        self.person_by("a person by token", sql, hash).await
    }

    /// Id of the token with this hash.
    pub async fn token_id(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT id FROM tokens WHERE hash = $1";
        let read = |cells: &decode::Cells<'_>| cells.text("id");
        Ok(self.fetch_as("a token", sql, vec![hash.into()], read).await?.pop())
    }

    /// Those of these tokens that exist.
    pub async fn existing_tokens(&self, ids: &[String]) -> Result<Vec<String>, StoreError> {
        let placeholders: Vec<String> = (1..=ids.len()).map(|n| format!("${n}")).collect();
        let sql = format!("SELECT id FROM tokens WHERE id IN ({})", placeholders.join(", "));
        let ids = ids.iter().map(|id| id.as_str().into()).collect();
        self.fetch_as("tokens in use", &sql, ids, |cells| cells.text("id")).await
    }

    async fn person_by(
        &self,
        about: &str,
        sql: &str,
        hash: &str,
    ) -> Result<Option<PersonRow>, StoreError> {
        Ok(self.fetch_as(about, sql, vec![hash.into()], decode::person).await?.pop())
    }
}

fn added(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}
