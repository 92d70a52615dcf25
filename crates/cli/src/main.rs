//! The `sandtable` program: the server with its page; games, rules, cases, series, replays, odds, play in the terminal.

mod common;
mod fault;
mod rulebook;
mod verbs;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::common::Verdict;
use crate::verbs::{
    audit, bench, calibrate, cases, dreadnoughts, games, hint, ladder, load, odds, play, replay, review,
    rules, serve, simulate, verify,
};

/// Historical board wargames with the rules enforced.
#[derive(Debug, Parser)]
#[command(name = "sandtable", version)]
#[command(
    after_help = "Without a verb it serves the page, as `sandtable serve` does.\n\nExample:\n  sandtable\n  sandtable games\n  sandtable VERB --help"
)]
struct Command {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Serve(serve::Args),
    Games(games::Args),
    Rules(rules::Args),
    Cases(cases::Args),
    Play(play::Args),
    Simulate(simulate::Args),
    Ladder(ladder::Args),
    Replay(replay::Args),
    Odds(odds::Args),
    Hint(hint::Args),
    Review(review::Args),
    Verify(verify::Args),
    Audit(audit::Args),
    Calibrate(calibrate::Args),
    Bench(bench::Args),
    Load(load::Args),
    Dreadnoughts(dreadnoughts::Args),
}

impl Verb {
    fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        match self {
            Self::Serve(args) => args.run(out),
            Self::Games(args) => args.run(out),
            Self::Rules(args) => args.run(out),
            Self::Cases(args) => args.run(out),
            Self::Play(args) => args.run(&mut io::stdin().lock(), out),
            Self::Simulate(args) => args.run(out),
            Self::Ladder(args) => args.run(out),
            Self::Replay(args) => args.run(out),
            Self::Odds(args) => args.run(out),
            Self::Hint(args) => args.run(out),
            Self::Review(args) => args.run(out),
            Self::Verify(args) => args.run(out),
            Self::Audit(args) => args.run(out),
            Self::Calibrate(args) => args.run(out),
            Self::Bench(args) => args.run(out),
            Self::Load(args) => args.run(out),
            Self::Dreadnoughts(args) => args.run(out),
        }
    }
}

fn main() -> ExitCode {
    let Command { verb } = Command::parse();
    let verb = verb.unwrap_or_else(|| {
        let Command { verb } = Command::parse_from(["sandtable", "serve"]);
        verb.expect("a verb was named")
    });
    let run = || {
        let mut out = BufWriter::new(io::stdout().lock());
        let verdict = verb.run(&mut out)?;
        out.flush()?;
        Ok(verdict)
    };
    match fault::caught(run) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell if stderr is gone too.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of our output has heard enough, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(broken)
}
