//! The table in the browser: lobby, rooms, sockets, accounts, and the embedded page.
//!
//! [`serve::start`] opens the store, starts the rooms and listens. A request comes in through the `door`, is told apart by
//! its caller ([`people`]) and answered by the `lobby`, a `table` or the page (`assets`). The seat comes from the session and
//! legality from the engine; no message is trusted.
//!
//! | file | what is in it |
//! |---|---|
//! | `serve` | settings, start, stop |
//! | `door` | what every request passes: limits, forged requests, deadlines, the log line |
//! | `limits`, `headers` | how much is allowed; what browsers are told |
//! | `people`, `names`, `passwords` | who is calling |
//! | `games`, `lobby`, `cards` | games on offer, matches and their seats |
//! | `rooms` | live matches: sessions, bots, clocks, viewers |
//! | `table`, `socket` | what is done at a table, by request and by socket |
//! | `reviews` | what decided a match that is over |
//! | `faults` | what went wrong, as an answer |
//! | `metrics`, `logging`, `openapi`, `assets` | figures and log for operators, the API's description, the page |

mod assets;
mod cards;
mod door;
pub mod faults;
mod games;
mod headers;
pub mod limits;
mod lobby;
pub mod logging;
mod metrics;
mod names;
mod openapi;
mod passwords;
pub mod people;
pub mod reviews;
pub mod rooms;
pub mod serve;
mod socket;
mod table;

use std::sync::Arc;

use sandtable_store::Store;

use crate::limits::Limits;
use crate::rooms::Hub;
use crate::serve::Settings;

/// What every handler has at hand. Copies share it.
#[derive(Clone)]
pub struct App {
    /// What is kept.
    pub store: Store,
    /// The live matches.
    pub hub: Hub,
    /// How much is allowed, and used.
    pub limits: Limits,
    /// How the server was started.
    pub settings: Arc<Settings>,
    figures: crate::metrics::Figures,
    openings: games::Openings,
    reviews: reviews::Reviews,
}
