//! `sandtable audit`: whether the bots of a record decided as they say.

use std::io::Write;

use sandtable_catalog::find;
use sandtable_lab::audit;

use crate::common::{RecordArgs, Verdict, print};

/// Has the bots of a record think again, each from what its seat knew, and says whether they decide the same.
///
/// A bot that saw more than its seat could know, or did not choose for itself, is found out. Thinking again takes as long as
/// thinking did. Bots of another edition than this program's thought otherwise: of those only the sight is checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable audit game.json")]
pub struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// Prints JSON: every decision of a bot with what was found.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Audits the record and says what was found.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let opened = self.record.open_sound(None)?;
        let found = audit(find(&opened.record.head.game)?, &opened.record)?;
        print(out, self.json, &found)?;
        let confirmed = found.faults().next().is_none() && found.out_of_reach() == 0;
        Ok(if confirmed { Verdict::Good } else { Verdict::Bad })
    }
}
