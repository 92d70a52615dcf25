//! With what a bot thought, kept beside its decision.

use serde::{Deserialize, Serialize};

/// All that a bot needs to come to the same decision again, besides the position as its seat knew it.
///
/// Whoever has the record can have the bot think again, and see that it chose from what its seat could know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotNote {
    /// The bot by its name.
    pub name: String,
    /// The edition of the bots that thought; 0 before there were any.
    #[serde(default)]
    pub edition: u32,
    /// The seed of its whims, which tells nothing of the dice.
    pub seed: u64,
    /// How many rounds it thought.
    pub rounds: u32,
    /// Whether it went on from what it had thought about its seat's questions before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub carried: bool,
    /// The digest of what its seat knew and could choose.
    pub saw: String,
}
