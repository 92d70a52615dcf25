//! What one pair of eyes has seen of a match so far, and so what is news to it.
//!
//! Live tables and films use the same `Watch`, so that a moment has the same number in both.

use sandtable_engine::erased::AnySession;
use sandtable_engine::scene::Scene;
use sandtable_engine::{Seat, SeatSet, Viewer};
use sandtable_wire::{Ask, LogNews, ScenePatch};

use super::Eye;
use super::patch::patch;

/// What one pair of eyes has seen so far.
pub struct Watch {
    eye: Eye,
    /// Whose eyes they were at the last look.
    viewer: Viewer,
    /// Counts what was seen to happen.
    moment: u32,
    /// The last scene; put away while nothing happens, because it can be made again from the position.
    scene: Option<Scene>,
    /// How long the whole log was, secret lines included.
    log: usize,
    /// How many lines of it could be read.
    lines: usize,
    waiting: SeatSet,
    question: u32,
    over: bool,
}

/// Something that was seen to happen.
pub struct Seen {
    /// Counts up by one.
    pub moment: u32,
    /// What changed on the table.
    pub scene: ScenePatch,
    /// What changed in the log.
    pub log: Option<LogNews>,
}

impl Watch {
    /// Eyes that see a match for the first time, at its beginning or at a moment that was counted.
    pub fn new(eye: Eye, session: &dyn AnySession, moment: u32) -> Self {
        let viewer = eye.viewer(session);
        Self {
            eye,
            viewer,
            moment,
            scene: None,
            log: session.log_len(),
            lines: session.log_count(viewer),
            waiting: session.waiting(),
            question: question(session, viewer),
            over: session.outcome().is_some(),
        }
    }

    /// Whose eyes they are.
    pub fn eye(&self) -> Eye {
        self.eye
    }

    /// Whose eyes they were at the last look.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The number of the last thing that was seen to happen.
    pub fn moment(&self) -> u32 {
        self.moment
    }

    /// Remembers the scene as it is before something happens.
    pub fn look(&mut self, session: &dyn AnySession) -> &Scene {
        self.scene.get_or_insert_with(|| session.scene(self.viewer))
    }

    /// Puts the scene away until something happens.
    pub fn rest(&mut self) {
        self.scene = None;
    }

    /// Looks at the position after one entry of the record; `None` if nothing changed that these eyes can see.
    /// [`look`](Self::look) must have been called before the entry.
    pub fn advance(&mut self, session: &dyn AnySession, undone: bool) -> Option<Seen> {
        let viewer = self.eye.viewer(session);
        let scene = session.scene(viewer);
        let changed = match &self.scene {
            Some(before) => patch(before, &scene),
            None => patch(&Scene::default(), &scene),
        };
        let log = self.log_news(session, viewer, undone);
        let (waiting, question) = (session.waiting(), question(session, viewer));
        let over = session.outcome().is_some();
        let seen = log.is_some()
            || changed != ScenePatch::default()
            || viewer != self.viewer
            || waiting != self.waiting
            || question != self.question
            || over != self.over;
        self.scene = Some(scene);
        self.viewer = viewer;
        self.log = session.log_len();
        (self.waiting, self.question, self.over) = (waiting, question, over);
        if !seen {
            return None;
        }
        self.moment += 1;
        Some(Seen { moment: self.moment, scene: changed, log })
    }

    /// The match ended otherwise than by a decision: everybody sees that.
    pub fn close(&mut self) -> Seen {
        self.moment += 1;
        Seen { moment: self.moment, scene: ScenePatch::default(), log: None }
    }

    fn log_news(&mut self, session: &dyn AnySession, viewer: Viewer, undone: bool) -> Option<LogNews> {
        let from = self.lines;
        if viewer != self.viewer && self.hides(session, viewer) {
            // Another seat has read other lines: its log is told from the beginning.
            let lines = session.log(viewer, 0);
            self.lines = lines.len();
            return Some(LogNews { from: 0, lines });
        }
        if undone {
            // What is taken back was the end of the log.
            self.lines = session.log_count(viewer);
            let stand = self.lines as u32;
            return (self.lines != from).then_some(LogNews { from: stand, lines: Vec::new() });
        }
        let lines = session.log(viewer, self.log);
        self.lines += lines.len();
        (!lines.is_empty()).then_some(LogNews { from: from as u32, lines })
    }

    /// Whether the log has lines that one of two viewers cannot read.
    fn hides(&self, session: &dyn AnySession, viewer: Viewer) -> bool {
        let all = session.log_len();
        session.log_count(viewer) != all || session.log_count(self.viewer) != all
    }
}

fn question(session: &dyn AnySession, viewer: Viewer) -> u32 {
    match viewer {
        Viewer::Seat(seat) => session.question(seat),
        Viewer::Spectator | Viewer::Umpire => 0,
    }
}

/// What the seat of a viewer is asked, if it is asked something.
pub fn asks(session: &dyn AnySession, viewer: Viewer) -> Vec<Ask> {
    let Viewer::Seat(seat) = viewer else { return Vec::new() };
    session.prompt(seat).map(|prompt| ask(session, seat, prompt)).into_iter().collect()
}

fn ask(session: &dyn AnySession, seat: Seat, prompt: sandtable_engine::Prompt) -> Ask {
    Ask {
        seat: seat.0,
        question: session.question(seat),
        prompt,
        menu: session.menu(seat),
        can_undo: session.can_undo(seat),
    }
}

/// Seats as messages list them.
pub fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}
