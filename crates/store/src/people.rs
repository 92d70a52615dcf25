//! Guests, accounts, sessions, tokens.

use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::error::is_unique_violation;
use crate::{MatchId, Person, PersonId, SecretHash, Store, StoreError, TokenId};

/// Somebody with an account, and the hash of the password.
#[derive(Clone, Debug)]
pub struct Account {
    /// Who.
    pub person: Person,
    /// As the password hasher wrote it.
    pub password: String,
}

/// Somebody who comes with a cookie.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// Who.
    pub person: Person,
    /// When the cookie was last noted.
    pub seen: i64,
}

/// A token as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Its name.
    pub id: TokenId,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub made: i64,
}

fn read_person(row: &SqliteRow) -> Result<Person, StoreError> {
    Ok(Person { id: PersonId(row.try_get("id")?), name: row.try_get("name")?, guest: row.try_get("guest")? })
}

impl Store {
    /// Keeps a guest together with a session.
    pub async fn new_guest(
        &self,
        name: &str,
        session: SecretHash,
        now: i64,
        expires: i64,
    ) -> Result<Person, StoreError> {
        let person = Person { id: PersonId::random(), name: name.into(), guest: true };
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO people (id, name, made) VALUES (?1, ?2, ?3)")
                        .bind(&person.id.0)
                        .bind(&person.name)
                        .bind(now)
                        .execute(&mut *connection)
                        .await?;
                    insert_session(connection, &person.id, session, now, expires).await?;
                    Ok(person)
                })
            })
            .await
    }

    /// Keeps an account: a new one, or a guest's who keeps all matches. A session comes with it.
    pub async fn new_account(
        &self,
        guest: Option<&PersonId>,
        account: (&str, &str, &str),
        session: Option<SecretHash>,
        now: i64,
        expires: i64,
    ) -> Result<Person, StoreError> {
        let (name, key, password) = account;
        let (name, key, password) = (name.to_owned(), key.to_owned(), password.to_owned());
        let guest = guest.cloned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let id = guest.clone().unwrap_or_else(PersonId::random);
                    let written = if guest.is_some() {
                        sqlx::query(
                            "UPDATE people SET name = ?2, name_key = ?3, password = ?4
                             WHERE id = ?1 AND name_key IS NULL",
                        )
                    } else {
                        sqlx::query(
                            "INSERT INTO people (id, name, name_key, password, made) VALUES (?1, ?2, ?3, ?4, ?5)",
                        )
                    };
                    let written = written.bind(&id.0).bind(&name).bind(&key).bind(&password);
                    let written = if guest.is_some() { written } else { written.bind(now) };
                    let written = written.execute(&mut *connection).await.map_err(|error| {
                        if is_unique_violation(&error) { StoreError::NameTaken } else { error.into() }
                    })?;
                    if written.rows_affected() == 0 {
                        return Err(StoreError::Missing { what: "guest" });
                    }
                    if let Some(session) = session {
                        insert_session(connection, &id, session, now, expires).await?;
                    }
                    Ok(Person { id, name, guest: false })
                })
            })
            .await
    }

    /// The account of a name, compared as [`name keys`](Store::new_account) are.
    pub async fn account(&self, key: &str) -> Result<Option<Account>, StoreError> {
        let row = sqlx::query(
            "SELECT id, name, 0 AS guest, password FROM people WHERE name_key = ?1 AND password IS NOT NULL",
        )
        .bind(key)
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| Ok(Account { person: read_person(&row)?, password: row.try_get("password")? }))
            .transpose()
    }

    /// Keeps a session of somebody who signs in.
    pub async fn new_session(
        &self,
        person: &PersonId,
        session: SecretHash,
        now: i64,
        expires: i64,
    ) -> Result<(), StoreError> {
        let person = person.clone();
        self.writer
            .write(move |connection| {
                Box::pin(async move { insert_session(connection, &person, session, now, expires).await })
            })
            .await
    }

    /// Who has this session, if it has not expired.
    pub async fn session(&self, session: SecretHash, now: i64) -> Result<Option<SessionRow>, StoreError> {
        let row = sqlx::query(
            "SELECT p.id, p.name, p.name_key IS NULL AS guest, s.seen
             FROM sessions AS s JOIN people AS p ON p.id = s.person WHERE s.hash = ?1 AND s.expires > ?2",
        )
        .bind(session.0.as_slice())
        .bind(now)
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| Ok(SessionRow { person: read_person(&row)?, seen: row.try_get("seen")? })).transpose()
    }

    /// Notes that a session was used.
    pub async fn renew_session(&self, session: SecretHash, now: i64, expires: i64) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE sessions SET seen = ?2, expires = ?3 WHERE hash = ?1")
                        .bind(session.0.as_slice())
                        .bind(now)
                        .bind(expires)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Ends a session.
    pub async fn end_session(&self, session: SecretHash) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM sessions WHERE hash = ?1")
                        .bind(session.0.as_slice())
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Gives a guest's matches to the account that the guest signs in to; says which seats changed hands.
    /// Where both sit at one table they stay apart: nobody gets to see both hands by signing in.
    pub async fn adopt(&self, guest: &PersonId, account: &PersonId) -> Result<Vec<MatchId>, StoreError> {
        let (guest, account) = (guest.clone(), account.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let moved: Vec<String> = sqlx::query_scalar(
                        "UPDATE seats SET person = ?2 WHERE person = ?1
                         AND match NOT IN (SELECT match FROM seats WHERE person = ?2) RETURNING match",
                    )
                    .bind(&guest.0)
                    .bind(&account.0)
                    .fetch_all(&mut *connection)
                    .await?;
                    sqlx::query("UPDATE matches SET maker = ?2 WHERE maker = ?1")
                        .bind(&guest.0)
                        .bind(&account.0)
                        .execute(&mut *connection)
                        .await?;
                    let mut moved: Vec<MatchId> = moved.into_iter().map(MatchId).collect();
                    moved.sort_unstable();
                    moved.dedup();
                    Ok(moved)
                })
            })
            .await
    }

    /// Forgets sessions that have expired; says how many.
    pub async fn forget_expired(&self, now: i64) -> Result<u64, StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let gone = sqlx::query("DELETE FROM sessions WHERE expires <= ?1")
                        .bind(now)
                        .execute(connection)
                        .await?;
                    Ok(gone.rows_affected())
                })
            })
            .await
    }

    /// Keeps a token, unless its owner has `most` already.
    pub async fn new_token(
        &self,
        person: &PersonId,
        label: &str,
        token: SecretHash,
        now: i64,
        most: u32,
    ) -> Result<Option<TokenRow>, StoreError> {
        let (person, row) =
            (person.clone(), TokenRow { id: TokenId::random(), label: label.into(), made: now });
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let kept = sqlx::query(
                        "INSERT INTO tokens (hash, id, person, label, made) SELECT ?1, ?2, ?3, ?4, ?5
                         WHERE (SELECT COUNT(*) FROM tokens WHERE person = ?3) < ?6",
                    )
                    .bind(token.0.as_slice())
                    .bind(&row.id.0)
                    .bind(&person.0)
                    .bind(&row.label)
                    .bind(row.made)
                    .bind(most)
                    .execute(connection)
                    .await?;
                    Ok((kept.rows_affected() > 0).then_some(row))
                })
            })
            .await
    }

    /// All tokens of somebody, the newest first.
    pub async fn tokens(&self, person: &PersonId) -> Result<Vec<TokenRow>, StoreError> {
        let rows = sqlx::query("SELECT id, label, made FROM tokens WHERE person = ?1 ORDER BY made DESC, id")
            .bind(&person.0)
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(TokenRow {
                    id: TokenId(row.try_get("id")?),
                    label: row.try_get("label")?,
                    made: row.try_get("made")?,
                })
            })
            .collect()
    }

    /// Takes a token of somebody's back.
    pub async fn drop_token(&self, person: &PersonId, id: &TokenId) -> Result<(), StoreError> {
        let (person, id) = (person.clone(), id.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let gone = sqlx::query("DELETE FROM tokens WHERE person = ?1 AND id = ?2")
                        .bind(person.0)
                        .bind(id.0)
                        .execute(connection)
                        .await?;
                    if gone.rows_affected() == 0 {
                        return Err(StoreError::Missing { what: "token" });
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Whose token this is.
    pub async fn bearer(&self, token: SecretHash) -> Result<Option<Person>, StoreError> {
        let row = sqlx::query(
            "SELECT p.id, p.name, p.name_key IS NULL AS guest
             FROM tokens AS t JOIN people AS p ON p.id = t.person WHERE t.hash = ?1",
        )
        .bind(token.0.as_slice())
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(read_person).transpose()
    }
}

async fn insert_session(
    connection: &mut SqliteConnection,
    person: &PersonId,
    session: SecretHash,
    now: i64,
    expires: i64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO sessions (hash, person, made, seen, expires) VALUES (?1, ?2, ?3, ?3, ?4)")
        .bind(session.0.as_slice())
        .bind(&person.0)
        .bind(now)
        .bind(expires)
        .execute(connection)
        .await?;
    Ok(())
}

/// The key with which addresses are hashed, made when it is first needed.
pub(crate) async fn own_key(connection: &mut SqliteConnection) -> Result<[u8; 32], StoreError> {
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh).expect("the operating system has randomness");
    sqlx::query("INSERT INTO keys (name, key) VALUES ('origins', ?1) ON CONFLICT DO NOTHING")
        .bind(fresh.as_slice())
        .execute(&mut *connection)
        .await?;
    let key: Vec<u8> =
        sqlx::query_scalar("SELECT key FROM keys WHERE name = 'origins'").fetch_one(connection).await?;
    key.try_into()
        .map_err(|_| StoreError::Damaged { what: "key", reason: "it does not have 32 bytes".into() })
}
