//! How questions and choices are shown: prompts, offers, sums.

use serde::Serialize;

use crate::RuleRef;

/// A piece or a space by its number in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A counter.
    Piece(u16),
    /// A hex or an area.
    Space(u16),
}

/// What is clicked to make a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "key", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Target {
    /// A counter, by its key in the scene.
    Piece(String),
    /// A hex or an area, by its key in the scene.
    Space(String),
    /// Pieces that stand together, by their key in the scene.
    Group(String),
    /// A card in a hand or a display.
    Card(String),
    /// A button of the prompt bar.
    Button(String),
}

/// A choice as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// What is clicked.
    pub target: Target,
    /// What it says: `Fire guns at Hood`.
    pub label: String,
    /// The piece or the group that acts, by its key.
    pub actor: Option<String>,
    /// A short figure to show on the target: a cost, a number of dice.
    pub figure: Option<String>,
    /// Whether it ends something, so that a page puts it last.
    pub closing: bool,
    /// Whether it cannot be called back although no die falls, so that a page asks once more.
    pub sealing: bool,
}

impl Offer {
    /// An offer with a target and a label.
    pub fn new(target: Target, label: impl Into<String>) -> Self {
        Self { target, label: label.into(), actor: None, figure: None, closing: false, sealing: false }
    }

    /// The same with the piece that acts.
    #[must_use]
    pub fn by(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into());
        self
    }

    /// The same with a figure on its target.
    #[must_use]
    pub fn figure(mut self, figure: impl Into<String>) -> Self {
        self.figure = Some(figure.into());
        self
    }

    /// The same, marked as one that ends something.
    #[must_use]
    pub fn closing(mut self) -> Self {
        self.closing = true;
        self
    }

    /// The same, marked as one that ends something and cannot be called back.
    #[must_use]
    pub fn sealing(mut self) -> Self {
        self.closing = true;
        self.sealing = true;
        self
    }
}

/// What a seat is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prompt {
    /// The question in a sentence.
    pub ask: String,
    /// What may help to answer it.
    pub hint: String,
    /// The rule that asks.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub rule: RuleRef,
    /// The piece it is about, by its key.
    pub about: Option<String>,
    /// Whether somebody is asked if he wants to step in, so that a page may answer `pass` for one who holds nothing.
    pub interrupt: bool,
}

impl Prompt {
    /// A question by a rule.
    pub fn new(rule: RuleRef, ask: impl Into<String>) -> Self {
        Self { ask: ask.into(), hint: String::new(), rule, about: None, interrupt: false }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The same about a piece.
    #[must_use]
    pub fn about(mut self, piece: impl Into<String>) -> Self {
        self.about = Some(piece.into());
        self
    }

    /// The same, marked as one in which somebody may step in.
    #[must_use]
    pub fn interrupt(mut self) -> Self {
        self.interrupt = true;
        self
    }
}

/// One term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sum {
    /// What it is: `Broadside`.
    pub what: String,
    /// What it adds.
    pub figure: i16,
    /// The rule that says so.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub rule: RuleRef,
}

/// A sum behind a choice, term by term, such as the dice of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reckoning {
    /// What is reckoned: `Bismarck fires on Hood`.
    pub title: String,
    /// The circumstances: `7 hexes, broadside`.
    pub subtitle: String,
    /// The terms in the order of the rules; terms of 0 explain why nothing changes.
    pub terms: Vec<Sum>,
    /// What the total is: `Dice, 5 and 6 may hit`.
    pub unit: String,
    /// The total.
    pub total: i16,
    /// A closing remark: `Weight 7 against integrity 5`.
    pub footnote: String,
}
