//! People, and the tokens of programs that act for them. Only hashes of secrets are kept.

use super::read;
use super::rows::{PersonRow, TokenRow};
use super::{Store, StoreError};

impl Store {
    /// Keeps somebody new; id and secret are nobody else's, or it is a [`StoreError::Conflict`].
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
        added(self.run(&person.id, sql, values).await?)
    }

    /// Who has this secret.
    pub async fn person_by_secret(&self, hash: &str) -> Result<Option<PersonRow>, StoreError> {
        let sql = "SELECT id, name, secret, created FROM people WHERE secret = $1";
        self.one("a person by secret", sql, hash).await
    }

    /// Gives somebody another name; tells whether there is such a person.
    pub async fn rename(&self, id: &str, name: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET name = $1 WHERE id = $2";
        Ok(self.run(id, sql, vec![name.into(), id.into()]).await? > 0)
    }

    /// Keeps a new token; id and hash are no other's, or it is a [`StoreError::Conflict`].
    pub async fn add_token(&self, token: &TokenRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO tokens (id, person, label, hash, created) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let texts = [&token.id, &token.person, &token.label, &token.hash];
        let mut values: Vec<_> = texts.iter().map(|text| text.as_str().into()).collect();
        values.push(token.created.into());
        added(self.run(&token.person, sql, values).await?)
    }

    /// The tokens of somebody, the oldest first.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, person, label, hash, created FROM tokens WHERE person = $1 \
                   ORDER BY created, id";
        let about = format!("the tokens of person {person}");
        self.all(&about, sql, vec![person.into()], read::token).await
    }

    /// Takes a token away; tells whether the person had it.
    pub async fn delete_token(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE id = $1 AND person = $2";
        Ok(self.run(person, sql, vec![id.into(), person.into()]).await? > 0)
    }

    /// For whom a token stands.
    pub async fn person_by_token(&self, hash: &str) -> Result<Option<PersonRow>, StoreError> {
        let sql = "SELECT p.id, p.name, p.secret, p.created FROM people AS p \
                   JOIN tokens AS t ON t.person = p.id WHERE t.hash = $1";
        self.one("a person by token", sql, hash).await
    }

    async fn one(
        &self,
        about: &str,
        sql: &str,
        hash: &str,
    ) -> Result<Option<PersonRow>, StoreError> {
        Ok(self.all(about, sql, vec![hash.into()], read::person).await?.pop())
    }
}

fn added(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}
