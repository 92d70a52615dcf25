//! Rooms: one task for each match that somebody looks at or that has something to do.
//!
//! A room owns the session of its match and is the only one that writes it. A decision is checked by the rules, stored,
//! and only then acknowledged and told to those who may see it. A room that has nothing to do is given up; it is
//! made again from the stored decisions when somebody comes.
//!
//! | file | what is in it |
//! |---|---|
//! | `hub` | all rooms; who opens and closes them |
//! | `room` | the task: sockets, commands, timers |
//! | `decide` | how a decision travels |
//! | `show` | what is sent to whom |
//! | `endings` | resigning, and time that runs out |
//! | `eye`, `watch`, `patch` | whose eyes, what they have seen, what is news |
//! | `clocks`, `kept` | time to think, and what is stored of it |
//! | `bots`, `hints` | puzzles for bots, and their advice for people |
//! | `past`, `film` | a stored match played again, at once or moment by moment |
//! | `upload` | records from elsewhere |
//! | `requests` | what rooms are asked, and how they answer |

mod bots;
mod clocks;
mod decide;
mod endings;
mod eye;
mod film;
mod hints;
mod hub;
mod kept;
mod past;
mod patch;
mod requests;
mod room;
mod show;
mod upload;
mod watch;

pub use eye::{Eye, own_seats};
pub use film::film;
pub use hub::{Hub, Pace, Table};
pub use past::{Past, guarded};
pub use requests::{Act, Command, Out, Outcome, Visitor, read, text};
pub use upload::{Uploaded, check_upload};
