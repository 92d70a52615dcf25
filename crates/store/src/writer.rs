//! The one writer: what is queued is written in one transaction, and everybody is answered after its commit.
//!
//! `SQLite` has one writer at a time anyway. With a queue before it nobody waits for a lock, and the cost of bringing a
//! commit to the disk is shared by all that were waiting: the busier the server, the larger the groups.

use std::collections::BTreeMap;
use std::mem;
use std::pin::Pin;

use sandtable_wire::Status;
use serde_json::json;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

use crate::error::is_unique_violation;
use crate::matches::status_text;
use crate::{Decision, MatchId, StoreError};

/// How many writes wait at most; whoever comes later waits to get into the queue.
const QUEUE: usize = 4096;

/// How many writes go into one transaction at most, so that the first of them need not wait for ever.
const GROUP: usize = 512;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;
type Promise<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;
type Work = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> Promise<'c, Done> + Send>;

/// A write that was carried out and waits for the commit.
struct Done {
    /// Whether it may stay.
    good: bool,
    /// Tells whoever waits for it.
    tell: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

struct Append {
    id: MatchId,
    decision: Decision,
    answer: Answer<()>,
}

enum Job {
    /// A decision; those that stand together in the queue are written by one statement.
    Append(Append),
    /// Anything else, in a savepoint of its own.
    Work(Work),
    /// The last of all.
    Close(oneshot::Sender<()>),
}

/// Where writes are handed in.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the task that writes.
    pub(crate) fn start(connection: SqliteConnection) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(run(connection, jobs));
        Self { queue }
    }

    /// Carries out a write and answers when it is on the disk.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl for<'c> FnOnce(&'c mut SqliteConnection) -> Promise<'c, Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, told) = oneshot::channel();
        let work: Work = Box::new(move |connection| {
            Box::pin(async move {
                let result = work(connection).await;
                let good = result.is_ok();
                // Whoever waited may have gone away; the write stands all the same.
                let tell = Box::new(move |committed: Result<(), StoreError>| {
                    let _ = answer.send(result.and_then(|value| committed.map(|()| value)));
                });
                Done { good, tell }
            })
        });
        self.queue.send(Job::Work(work)).await.map_err(|_| StoreError::Closed)?;
        told.await.map_err(|_| StoreError::Closed)?
    }

    /// Keeps a decision and answers when it is on the disk.
    pub(crate) async fn append(&self, id: MatchId, decision: Decision) -> Result<(), StoreError> {
        let (answer, told) = oneshot::channel();
        let job = Job::Append(Append { id, decision, answer });
        self.queue.send(job).await.map_err(|_| StoreError::Closed)?;
        told.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes what is queued and closes the file.
    pub(crate) async fn close(&self) {
        let (answer, told) = oneshot::channel();
        if self.queue.send(Job::Close(answer)).await.is_ok() {
            let _ = told.await;
        }
    }
}

async fn run(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    let mut closing = None;
    while closing.is_none() && jobs.recv_many(&mut group, GROUP).await > 0 {
        gather(&mut jobs, &mut group).await;
        if let Some(place) = group.iter().position(|job| matches!(job, Job::Close(_))) {
            jobs.close();
            let last = group.swap_remove(place);
            while let Ok(late) = jobs.try_recv() {
                group.push(late);
            }
            closing = Some(last);
        }
        if !group.is_empty() {
            write_group(&mut connection, &mut group).await;
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the data file was not closed cleanly");
    }
    if let Some(Job::Close(answer)) = closing {
        let _ = answer.send(());
    }
}

/// Lets those who are about to write join the group: everybody who was answered by the last commit runs now, and a
/// commit for all of them costs as much as one for the first. Whoever is alone waits for nobody.
async fn gather(jobs: &mut mpsc::Receiver<Job>, group: &mut Vec<Job>) {
    loop {
        let before = group.len();
        tokio::task::yield_now().await;
        while group.len() < GROUP
            && let Ok(job) = jobs.try_recv()
        {
            group.push(job);
        }
        if group.len() == before || group.len() >= GROUP {
            return;
        }
    }
}

/// Writes a group in one transaction. What fails, fails alone; if the commit fails, nothing was written.
async fn write_group(connection: &mut SqliteConnection, group: &mut Vec<Job>) {
    if let Err(error) = execute(connection, "BEGIN IMMEDIATE").await {
        tracing::error!(%error, writes = group.len(), "a group of writes could not begin");
        // Whoever waits is told by the end of the channel; without a transaction nothing may be written.
        group.clear();
        return;
    }
    let mut done = Vec::with_capacity(group.len());
    let mut appends = Vec::new();
    for job in group.drain(..) {
        match job {
            Job::Append(append) => appends.push(append),
            Job::Work(work) => {
                write_appends(connection, mem::take(&mut appends), &mut done).await;
                done.push(write_one(connection, work).await);
            }
            // Only the first ends the loop; another one has nothing left to wait for.
            Job::Close(answer) => drop(answer.send(())),
        }
    }
    write_appends(connection, appends, &mut done).await;
    let committed = execute(connection, "COMMIT").await;
    if let Err(error) = &committed {
        tracing::error!(%error, writes = done.len(), "a group of writes was not committed");
        // The transaction may be gone already; then there is nothing to roll back.
        let _ = execute(connection, "ROLLBACK").await;
    }
    let failure = committed.err().map(|error| error.to_string());
    for Done { tell, .. } in done {
        tell(failure.clone().map_or(Ok(()), |reason| Err(StoreError::Commit(reason))));
    }
}

async fn write_one(connection: &mut SqliteConnection, work: Work) -> Done {
    let marked = execute(connection, "SAVEPOINT one").await;
    let done = work(connection).await;
    let settled = match (&marked, done.good) {
        (Ok(()), true) => execute(connection, "RELEASE one").await,
        (Ok(()), false) => take_back(connection).await,
        (Err(_), _) => marked,
    };
    match settled {
        Ok(()) => done,
        Err(error) => {
            let tell = done.tell;
            let reason = error.to_string();
            Done { good: false, tell: Box::new(move |_| tell(Err(StoreError::Commit(reason)))) }
        }
    }
}

async fn take_back(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    execute(connection, "ROLLBACK TO one").await?;
    execute(connection, "RELEASE one").await
}

/// Writes decisions together; if one of them cannot be written, all of them one by one, to see which it is.
async fn write_appends(connection: &mut SqliteConnection, appends: Vec<Append>, done: &mut Vec<Done>) {
    if appends.is_empty() {
        return;
    }
    if insert_marked(connection, &appends).await.is_ok() {
        done.extend(appends.into_iter().map(|append| settled(append, Ok(()))));
        return;
    }
    for append in appends {
        let written = insert_marked(connection, std::slice::from_ref(&append)).await;
        let number = append.decision.number;
        let result = written.map_err(|error| match error {
            error if is_unique_violation(&error) => StoreError::Duplicate { number },
            error => StoreError::beside_match(error),
        });
        done.push(settled(append, result));
    }
}

fn settled(append: Append, result: Result<(), StoreError>) -> Done {
    let answer = append.answer;
    let good = result.is_ok();
    let tell = Box::new(move |committed| {
        let _ = answer.send(result.and(committed));
    });
    Done { good, tell }
}

async fn insert_marked(connection: &mut SqliteConnection, appends: &[Append]) -> Result<(), sqlx::Error> {
    execute(connection, "SAVEPOINT one").await?;
    match insert(connection, appends).await {
        Ok(()) => execute(connection, "RELEASE one").await,
        Err(error) => {
            take_back(connection).await?;
            Err(error)
        }
    }
}

async fn insert(connection: &mut SqliteConnection, appends: &[Append]) -> Result<(), sqlx::Error> {
    let entries: Vec<_> =
        appends.iter().map(|Append { id, decision, .. }| (&id.0, decision.number, &decision.entry)).collect();
    sqlx::query(
        "INSERT INTO entries (match, number, entry)
         SELECT e.value ->> 0, e.value ->> 1, e.value ->> 2 FROM json_each(?1) AS e",
    )
    .bind(json!(entries).to_string())
    .execute(&mut *connection)
    .await?;
    // Where a match has several decisions in the group, the last one says where it stands.
    let last: BTreeMap<&MatchId, &Decision> =
        appends.iter().map(|append| (&append.id, &append.decision)).collect();
    let rows: Vec<_> = last
        .iter()
        .map(|(id, Decision { number, after, .. })| {
            json!([id.0, after.waiting, after.turn, after.clocks, after.touched, number + 1])
        })
        .collect();
    sqlx::query(
        "UPDATE matches SET waiting = a.value ->> 1, turn = a.value ->> 2, clocks = a.value ->> 3,
             touched = a.value ->> 4, decisions = a.value ->> 5
         FROM json_each(?1) AS a WHERE matches.id = a.value ->> 0",
    )
    .bind(json!(rows).to_string())
    .execute(&mut *connection)
    .await?;
    // Few decisions end a match. Without the status in its list the update above leaves the indices alone.
    let ended = last.iter().filter(|(_, decision)| decision.after.status != Status::Playing);
    let rows: Vec<_> = ended
        .map(|(id, Decision { after, .. })| {
            let result = after.result.as_ref().map(|result| json!(result).to_string());
            json!([id.0, status_text(after.status), result])
        })
        .collect();
    if !rows.is_empty() {
        sqlx::query(
            "UPDATE matches SET status = a.value ->> 1, result = a.value ->> 2
             FROM json_each(?1) AS a WHERE matches.id = a.value ->> 0",
        )
        .bind(json!(rows).to_string())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn execute(connection: &mut SqliteConnection, sql: impl SqlSafeStr) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(|_| ())
}
