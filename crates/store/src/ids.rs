//! Names of things that cannot be guessed, and secrets that are kept as hashes.

use std::fmt;

/// Thirty-two signs that are hard to mistake for each other; each is worth five bits.
const SIGNS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// So many random signs, from the operating system.
pub(crate) fn random_signs(count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    // 256 is a multiple of 32, so that no sign is likelier than another.
    bytes.iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect()
}

/// Whether a text could be one of ours; anything else is not worth a look into the database.
fn is_signs(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| SIGNS.contains(&byte))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $signs:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) String);

        impl $name {
            /// A new one that nobody can guess.
            pub fn random() -> Self {
                Self(random_signs($signs))
            }

            /// One that somebody sent; `None` if it cannot be one.
            pub fn parse(text: &str) -> Option<Self> {
                is_signs(text, $signs).then(|| Self(text.into()))
            }

            /// As it is sent.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// Names a person for ever: 130 random bits that tell nothing.
    PersonId,
    26
);
id!(
    /// Names a match: 80 random bits, so that nobody finds one that they were not told of.
    MatchId,
    16
);
id!(
    /// Opens a seat of a match: 60 random bits, with the match's own name before them.
    Invitation,
    12
);
id!(
    /// Names a token, so that its owner can take it back.
    TokenId,
    16
);

/// A secret that lets somebody in: 260 random bits. Only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    const SIGNS: usize = 52;

    /// A new one.
    pub fn random() -> Self {
        Self(random_signs(Self::SIGNS))
    }

    /// One that somebody sent; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        is_signs(text, Self::SIGNS).then(|| Self(text.into()))
    }

    /// The secret itself, to be sent to its owner and nowhere else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it. Random enough that a plain hash will do.
    pub fn hash(&self) -> SecretHash {
        SecretHash(*blake3::hash(self.0.as_bytes()).as_bytes())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What is kept of a secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SecretHash(pub(crate) [u8; 32]);

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_can_be_parsed_and_nothing_else() {
        let id = MatchId::random();
        assert_eq!(MatchId::parse(id.as_str()), Some(id));
        for wrong in ["", "short", "0123456789abcdeX", "0123456789abcdef0", "' OR 1=1 --...."] {
            assert_eq!(MatchId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn no_two_are_alike() {
        let many: std::collections::BTreeSet<_> = (0..1000).map(|_| MatchId::random()).collect();
        assert_eq!(many.len(), 1000);
    }

    #[test]
    fn a_secret_does_not_show_itself() {
        let secret = Secret::random();
        assert!(!format!("{secret:?} {:?}", secret.hash()).contains(secret.reveal()));
        assert_eq!(secret.hash(), Secret::parse(secret.reveal()).expect("it is one").hash());
    }
}
