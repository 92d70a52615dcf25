//! The boxes within a turn.

mod answer;
mod assault;
mod bid;
mod losses;
mod march;

pub use answer::{Answer, AnswerChoice};
pub use assault::Assault;
pub use bid::Bid;
pub use losses::Losses;
pub use march::{March, MarchChoice, Moving};
