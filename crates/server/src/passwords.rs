//! Passwords: hashed slowly, beside the server's own work, and never twice as fast for a name that nobody has.

use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use sandtable_wire::FaultKind;
use tokio::sync::Semaphore;

use crate::faults::{Answer, Failure};

/// So many are hashed at once: each takes 19 MiB and a core while it lasts.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

fn hasher() -> Argon2<'static> {
    // 19 MiB, two passes, one lane: argon2id as it is recommended for servers.
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

/// The hash of a password that nobody has: an unknown name costs as much time as a known one.
fn nobodys() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| hash_now(sandtable_store::Secret::random().reveal()))
}

fn hash_now(password: &str) -> String {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the operating system has randomness");
    let hash: PasswordHash = hasher()
        .hash_password_with_salt(password.as_bytes(), &salt)
        .expect("the length of a password is checked before it is hashed");
    hash.to_string()
}

fn verify_now(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    hasher().verify_password(password.as_bytes(), &hash).is_ok()
}

async fn slowly<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    let _turn = AT_ONCE.acquire().await.expect("the semaphore is never closed");
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        Failure::new(FaultKind::Unavailable, "the server could not look at the password; try again")
    })
}

/// What is kept of a password.
pub async fn hash(password: String) -> Answer<String> {
    slowly(move || hash_now(&password)).await
}

/// Whether it is the password of that hash. Without a hash the answer is no, after the same time.
pub async fn verify(password: String, hash: Option<String>) -> Answer<bool> {
    slowly(move || {
        let known = hash.is_some();
        let good = verify_now(&password, hash.as_deref().unwrap_or_else(|| nobodys()));
        known && good
    })
    .await
}

/// Makes the hash of nobody's password, so that the first unknown name is not the slow one.
pub fn warm_up() {
    nobodys();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_opens() {
        let hash = hash_now("correct horse");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(verify_now("correct horse", &hash));
        assert!(!verify_now("battery staple", &hash));
        assert!(!verify_now("correct horse", "not a hash"));
        assert_ne!(hash, hash_now("correct horse"), "each has its own salt");
    }
}
