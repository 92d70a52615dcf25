//! `sandtable play`: a game in the terminal.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use sandtable_bots::{Allowance, AnyPlayer, EDITION, Terms};
use sandtable_catalog::{Game, find, whim};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::erased::{AnySession, Choosable};
use sandtable_engine::odds::Effort;
use sandtable_engine::text::render;
use sandtable_engine::{BotNote, Seat, SeatSet, Viewer};

use crate::common::{SetupArgs, Verdict, outcome_text, seat, side_name};
use crate::verbs::hint::{search, write_hint};
use crate::verbs::odds::write_forecast;

/// Plays a game in the terminal, against a bot, alone for all sides, or bot against bot.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable play dreadnoughts --seat 0 --bot captain --record game.json")]
pub struct Args {
    /// The game.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// Your side; `all` plays every side yourself, `none` lets the bots play.
    #[arg(long, value_name = "SIDE", default_value = "0")]
    seat: String,
    /// Who plays the other sides.
    #[arg(long, default_value = "captain")]
    bot: String,
    /// Decides the dice and the bots; drawn anew unless given.
    #[arg(long, value_name = "K")]
    seed: Option<u64>,
    /// Where to keep the record when the game ends or you quit.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

const HELP: &str = "  a number   takes that choice
  u          takes your last decision back
  w          what may not be done, and why
  o NUMBER   the odds of a choice
  h          a hint: what a search would choose, and why
  s          the whole scene
  q          quits; with --record FILE the record is kept
  ?          this help";

impl Args {
    /// Plays until the game is over, the player quits or the input ends.
    pub fn run(self, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = find(&self.game)?;
        let series = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let seed = Seeded::of_series(series, 0);
        let session = game.begin_seeded(self.setup.setup(game)?, seed)?;
        let people = match self.seat.as_str() {
            "all" => SeatSet::first(session.seats()),
            "none" => SeatSet::NONE,
            word => SeatSet::one(seat(session.as_ref(), word)?),
        };
        let bots = (0..session.seats()).map(|seat| {
            let player = game.player(&self.bot)?;
            Ok(Bot { player, whim: whim(&seed, seat.into()) })
        });
        let bots = bots.collect::<anyhow::Result<_>>()?;
        let viewer = match people.only() {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Umpire,
        };
        let mut table = Table {
            game,
            session,
            people,
            bot: self.bot,
            bots,
            allowance: Allowance::default(),
            viewer,
            told: 0,
            scene_of: None,
        };
        writeln!(out, "seed {series}; the hash of the dice is {}", table.session.record().head.seed_hash)?;
        table.play(input, out)?;
        let Some(path) = &self.record else { return Ok(Verdict::Good) };
        let text = table.session.record().write();
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(out, "the record is in {}", path.display())?;
        Ok(Verdict::Good)
    }
}

/// The bot of a seat.
struct Bot {
    player: Box<dyn AnyPlayer>,
    whim: Fast,
}

/// A match in the terminal.
struct Table {
    game: &'static dyn Game,
    session: Box<dyn AnySession>,
    /// The seats that people play.
    people: SeatSet,
    /// The name of the bots.
    bot: String,
    bots: Vec<Bot>,
    /// What bots may still think until a person decides.
    allowance: Allowance,
    viewer: Viewer,
    /// How many lines of the whole log have been told.
    told: usize,
    /// Turn and phase of the scene that was shown last.
    scene_of: Option<(Option<u16>, Option<String>)>,
}

/// What a player did at a question.
enum Answer {
    Decided,
    Quit,
}

impl Table {
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
        loop {
            self.tell(out)?;
            if let Some(outcome) = self.session.outcome() {
                let text = outcome_text(self.session.as_ref(), outcome);
                writeln!(out, "\n{}\n\n{text}", render(&self.session.scene(Viewer::Umpire)).trim_end())?;
                return Ok(());
            }
            let waiting = self.session.waiting();
            let person = waiting.iter().find(|seat| self.people.contains(*seat));
            if let Some(seat) = person {
                if let Answer::Quit = self.ask(seat, input, out)? {
                    return Ok(());
                }
            } else {
                let seat = waiting.lowest().expect("a match that is not over asks somebody");
                self.have_bot_decide(seat)?;
            }
        }
    }

    /// Bots have a clock where a person waits for them; among themselves they play the same game for a seed.
    fn have_bot_decide(&mut self, seat: Seat) -> anyhow::Result<()> {
        let begun = Instant::now();
        let patience = self.allowance.for_one(&self.bot);
        let alone = self.people.is_empty();
        let Bot { player, whim } = &mut self.bots[seat.index()];
        let terms =
            Terms { seed: whim.word(), go_on: &|done| alone || patience.lasts(done, begun.elapsed()) };
        let thought = player.think(self.session.as_ref(), seat, &terms).expect("the seat is asked");
        self.allowance.spend(begun.elapsed(), thought.rounds);
        let note = BotNote {
            name: self.bot.clone(),
            edition: EDITION,
            seed: terms.seed,
            rounds: thought.rounds,
            carried: thought.carried,
            saw: self.session.sight(seat),
        };
        let question = self.session.question(seat);
        self.session.submit(seat, question, &thought.choice)?;
        self.session.sign(note);
        Ok(())
    }

    /// Tells what has happened since the last time.
    fn tell(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        for line in self.session.log(self.viewer, self.told) {
            writeln!(out, "[{}] {line}", line.rule)?;
        }
        self.told = self.session.log_len();
        Ok(())
    }

    /// Shows the scene when a turn or a phase has begun.
    fn show_news(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let scene = self.session.scene(self.viewer);
        let phase = scene.phases.iter().find(|phase| phase.now).map(|phase| phase.name.clone());
        let now = Some((scene.turn.as_ref().map(|turn| turn.number), phase));
        if self.scene_of != now {
            writeln!(out, "\n{}", render(&scene).trim_end())?;
            self.scene_of = now;
        }
        Ok(())
    }

    /// Asks a person until a decision is made.
    fn ask(&mut self, seat: Seat, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<Answer> {
        self.show_news(out)?;
        let menu = self.session.menu(seat);
        self.show_menu(seat, &menu, out)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(Answer::Quit);
            }
            let mut words = line.split_whitespace();
            match (words.next(), words.next().and_then(|word| word.parse().ok())) {
                (None, _) => {}
                (Some("q"), _) => return Ok(Answer::Quit),
                (Some("?"), _) => writeln!(out, "{HELP}")?,
                (Some("s"), _) => writeln!(out, "{}", render(&self.session.scene(self.viewer)).trim_end())?,
                (Some("w"), _) => self.why_not(seat, out)?,
                (Some("h"), _) => self.hint(seat, out)?,
                (Some("o"), Some(number)) => self.odds(seat, &menu, number, out)?,
                (Some("u"), _) => match self.session.undo(seat) {
                    Ok(()) => {
                        self.told = self.told.min(self.session.log_len());
                        return Ok(Answer::Decided);
                    }
                    Err(refused) => writeln!(out, "{}", refused.why)?,
                },
                (Some(word), _) => match pick(&menu, word) {
                    Some(chosen) => {
                        let question = self.session.question(seat);
                        self.session.submit(seat, question, &chosen.choice)?;
                        self.allowance.renew();
                        return Ok(Answer::Decided);
                    }
                    None => writeln!(out, "a number from 1 to {}, or ? for help", menu.len())?,
                },
            }
        }
    }

    fn show_menu(&self, seat: Seat, menu: &[Choosable], out: &mut dyn Write) -> std::io::Result<()> {
        let name = side_name(self.session.as_ref(), seat);
        if let Some(prompt) = self.session.prompt(seat) {
            writeln!(out, "\n{name}: {} [{}]", prompt.ask, prompt.rule)?;
            if !prompt.hint.is_empty() {
                writeln!(out, "{}", prompt.hint)?;
            }
        }
        for (number, Choosable { offer, .. }) in (1..).zip(menu) {
            let figure = offer.figure.as_ref().filter(|figure| !offer.label.contains(figure.as_str()));
            let figure = figure.map_or(String::new(), |figure| format!(" ({figure})"));
            writeln!(out, "{number:>4}  {}{figure}", offer.label)?;
        }
        Ok(())
    }

    fn hint(&self, seat: Seat, out: &mut dyn Write) -> std::io::Result<()> {
        let found = search(self.game, self.session.as_ref(), seat, self.session.step() as u64);
        found.map_or(Ok(()), |hint| write_hint(out, &hint))
    }

    fn why_not(&self, seat: Seat, out: &mut dyn Write) -> std::io::Result<()> {
        let refused = self.session.refused(seat);
        if refused.is_empty() {
            writeln!(out, "everything worth a thought is allowed")?;
        }
        for (offer, refused) in refused {
            writeln!(out, "  not {}: {refused}", offer.label)?;
        }
        Ok(())
    }

    fn odds(&self, seat: Seat, menu: &[Choosable], number: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        let Some(chosen) = number.checked_sub(1).and_then(|number| menu.get(number)) else {
            writeln!(out, "a number from 1 to {}", menu.len())?;
            return Ok(());
        };
        let forecast = self.session.odds(seat, &chosen.choice, Effort::default())?;
        writeln!(out, "{number:>4}  {}", chosen.offer.label)?;
        write_forecast(out, &forecast)?;
        Ok(())
    }
}

/// The choice of a number.
fn pick<'a>(menu: &'a [Choosable], word: &str) -> Option<&'a Choosable> {
    let number: usize = word.parse().ok()?;
    menu.get(number.checked_sub(1)?)
}
