//! A scenario file as it is written.

use serde::Deserialize;
use toml::Spanned;

use crate::ids::{Heading, Level};

/// A word with its place in the file, so that an error can name the line.
pub type Word = Spanned<String>;
/// Selections of ships: `any`, a side, a ship, or `side:TYPE`.
pub type Selection = Spanned<Vec<Word>>;
/// A figure with its place in the file; the reader says what it may be.
pub type Number = Spanned<i64>;
/// The first and the last turn for which something holds.
pub type Turns = Spanned<[i64; 2]>;

macro_rules! file_part {
    ($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $name {
            $($(#[$attr])* pub $field: $type),*
        }
    };
}

file_part!(
    /// The whole file.
    ScenarioFile {
        format: Number,
        id: Word,
        title: String,
        date: String,
        time: Word,
        #[serde(default)] confidence: String,
        #[serde(default)] source: String,
        #[serde(default)] introduction: String,
        turns: Number,
        opens_with: Opening,
        first_player: Word,
        map: MapPart,
        #[serde(default)] start: Option<StartPart>,
        torpedoes: TorpedoPart,
        side: Vec<SidePart>,
        visibility: Vec<VisibilityPart>,
        #[serde(default)] dice: Vec<DicePart>,
        #[serde(default)] exit: Vec<ExitPart>,
        victory: VictoryPart,
        #[serde(default)] award: Vec<AwardPart>,
        #[serde(default)] value: Vec<ValuePart>,
        #[serde(default)] flash: Vec<FlashPart>,
        #[serde(default)] hold_fire: Vec<HoldFirePart>,
        #[serde(default)] no_evasion: Vec<NoEvasionPart>,
        #[serde(default)] speed_cap: Vec<SpeedCapPart>,
        #[serde(default)] squadron: Vec<SquadronPart>,
        #[serde(default)] signal: Vec<SignalPart>,
        #[serde(default)] mistaken_identity: Vec<MistakenIdentityPart>,
        #[serde(default)] teething: Vec<TeethingPart>,
        #[serde(default)] power_failure: Vec<PowerFailurePart>,
        #[serde(default)] ammunition: Vec<AmmunitionPart>,
        #[serde(default)] limit_line: Vec<LimitLinePart>,
        #[serde(default)] withdrawal: Vec<WithdrawalPart>,
        #[serde(default)] rudder: Vec<RudderPart>,
        #[serde(default)] thin_hulls: Option<ThinHullsPart>,
        #[serde(default)] air_attacks: Option<AirAttacksPart>,
        #[serde(default)] harassment: Option<HarassmentPart>,
        #[serde(default)] recall: Option<RecallPart>,
        #[serde(default)] variant: Vec<VariantPart>,
    }
);

/// With which phase the first turn opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// Combat, as every turn.
    #[default]
    Combat,
    /// Movement: the first turn has no combat.
    Movement,
}

/// An edge of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, serde::Serialize)]
#[expect(missing_docs, reason = "the four points speak for themselves")]
pub enum SheetEdge {
    N,
    E,
    S,
    W,
}

/// Which weapon a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words are those of the file")]
pub enum Weapon {
    Guns,
    Torpedoes,
    All,
}

/// What ends an order to hold fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// Fire at any ship of the group.
    BeingFiredOn,
    /// Gunfire of any enemy ship.
    EnemyGunfire,
}

/// How a ship ended, as awards ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// On the map and not a hulk, or still to come, or withdrawn.
    Afloat,
    /// Left by an allowed exit.
    Exited,
    /// Sunk, a hulk, or off the map without leave.
    Lost,
}

file_part!(
    /// The sheet.
    MapPart {
        columns: Number,
        rows: Number,
        north: Number,
        #[serde(default)] land: Vec<Word>,
        #[serde(default)] shore: Vec<SheetEdge>,
        #[serde(default)] place: String,
    }
);
file_part!(
    /// A position that does not begin at the beginning.
    StartPart {
        #[serde(default)] turn: Option<Number>,
        #[serde(default)] smoke: Vec<Word>,
    }
);
file_part!(
    /// Torpedo ranges.
    TorpedoPart { range: Number, far_from: Number }
);
file_part!(
    /// A side with its ships.
    SidePart { id: Word, name: String, #[serde(default)] colour: Option<Word>, #[serde(default)] ship: Vec<ShipPart> }
);
file_part!(
    /// A ship of a side; one that a variant adds says of which.
    ShipPart {
        #[serde(default)] side: Option<Word>,
        ship: Word,
        #[serde(default, rename = "as")] called: Option<Word>,
        #[serde(default)] name: Option<String>,
        #[serde(default)] hex: Option<Word>,
        #[serde(default)] heading: Option<Heading>,
        #[serde(default)] enters: Option<EntryPart>,
        speed: SpeedWord,
        #[serde(default)] ratings: RatingsPart,
        #[serde(default)] back: RatingsPart,
        #[serde(default)] starts: StateOfShip,
        #[serde(default)] value: Option<Number>,
    }
);
file_part!(
    /// How a ship comes onto the sheet.
    EntryPart { turn: Number, from: Word, to: Word, headings: Vec<Heading> }
);

/// A speed level, or the owner's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpeedWord {
    /// Any level, free of the one-step rule (ruling V6).
    Any,
    /// Cruise.
    Cruise,
    /// Standard.
    Standard,
    /// Flank.
    Flank,
}

impl SpeedWord {
    /// The level, unless the owner chooses.
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Any => None,
            Self::Cruise => Some(Level::Cruise),
            Self::Standard => Some(Level::Standard),
            Self::Flank => Some(Level::Flank),
        }
    }
}

/// Ratings that differ from the list.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingsPart {
    pub guns: Option<Number>,
    pub weight: Option<Number>,
    pub integrity: Option<Number>,
    pub torpedoes: Option<Number>,
    pub speed: Option<Number>,
    pub manoeuvre: Option<Number>,
    pub range: Option<Number>,
}

/// A ship that is not fresh at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the fields are those of the file")]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker that a ship may bear at the start")]
pub struct StateOfShip {
    pub heavily_damaged: bool,
    pub hits: u8,
    pub waterline_hits: u8,
    pub slowed_to: u8,
    pub stopped: Option<StoppedWord>,
    pub fires: u8,
    pub jammed: u8,
    pub evading: bool,
    pub torpedo_attacks: Option<u8>,
    pub hulk: bool,
    pub fired_guns_last_turn: bool,
}

/// How a ship lies dead in the water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoppedWord {
    /// It may be repaired next turn.
    Repairable,
    /// For good.
    Permanent,
}

file_part!(
    /// How far ships see.
    VisibilityPart {
        turns: Turns,
        spotters: Selection,
        targets: Selection,
        hexes: Number,
        #[serde(default)] flash: Option<Number>,
        #[serde(default)] burning: Option<Number>,
        #[serde(default)] near_land: Option<Number>,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Dice for some ships.
    DicePart {
        ships: Selection,
        weapon: Weapon,
        dice: Number,
        #[serde(default)] turns: Option<Turns>,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Where a side may leave.
    ExitPart { side: Word, edges: Vec<SheetEdge>, from_turn: Number, #[serde(default)] note: String }
);
file_part!(
    /// The levels of victory.
    VictoryPart {
        #[serde(rename = "for")] measured_for: Word,
        decisive: Number,
        marginal: Number,
        other_marginal: Number,
        other_decisive: Number,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Points at the end.
    AwardPart {
        to: Word,
        points: Number,
        ships: Selection,
        any: Vec<ClausePart>,
        #[serde(default)] per_hit: bool,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// What must be true of a ship; everything that is given must hold.
    ClausePart {
        #[serde(default)] status: Option<Fate>,
        #[serde(default)] heavily_damaged: Option<bool>,
        #[serde(default)] slowed: Option<bool>,
        #[serde(default)] stopped: Option<bool>,
        #[serde(default)] hits_at_least: Option<Number>,
        #[serde(default)] no_enemy_within: Option<Number>,
        #[serde(default)] row_at_least: Option<Number>,
        #[serde(default)] edges: Option<Vec<SheetEdge>>,
        #[serde(default)] after_turn: Option<Number>,
    }
);
file_part!(
    /// A value in place of the schedule's.
    ValuePart { ships: Selection, points: Number, #[serde(default)] note: String }
);
file_part!(
    /// Unsafe magazines (9.3).
    FlashPart { ships: Selection, #[serde(default)] note: String, #[serde(default)] why: String }
);
file_part!(
    /// Ships that may not fire yet (9.4).
    HoldFirePart {
        ships: Selection,
        weapon: Weapon,
        turns: Turns,
        #[serde(default)] combat_alone: bool,
        #[serde(default)] released_by: Option<Release>,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Ships that may not evade (9.5).
    NoEvasionPart { ships: Selection, turns: Turns, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// A greatest flank speed (9.6).
    SpeedCapPart {
        ships: Selection,
        odd: Number,
        even: Number,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Ships that keep with a slower one (9.7).
    SquadronPart { ships: Selection, leader: Word, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// A misread signal (9.8).
    SignalPart {
        flagship: Word,
        ships: Selection,
        target: Word,
        within: Number,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// A target taken for another (9.9).
    MistakenIdentityPart {
        ship: Word,
        target: Word,
        instead: Word,
        turns: Turns,
        on: Vec<Number>,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Turrets that fail (9.10).
    TeethingPart {
        ship: Word,
        on: Vec<Number>,
        dice: Number,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// A ship without power (9.11).
    PowerFailurePart {
        ship: Word,
        turn: Number,
        on: Vec<Number>,
        sight: Number,
        lasts: Turns,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Few shells (9.12).
    AmmunitionPart { ships: Selection, gun_attacks: Number, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// A row that ships may not pass (9.13).
    LimitLinePart { ships: Selection, last_row: Number, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// A ship that must leave (9.14).
    WithdrawalPart { ship: Word, after_turn: Number, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// A ship that wanders (9.15).
    RudderPart {
        ship: Word,
        port: Vec<Number>,
        starboard: Vec<Number>,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Shells that pass through (9.16).
    ThinHullsPart { weight: Number, integrity: Number, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// Attacks from the air (9.17).
    AirAttacksPart {
        side: Word,
        from_turn: Number,
        targets: Number,
        dice: Number,
        weight: Number,
        carriers: Word,
        beyond: Number,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// Harassment from the air (9.18).
    HarassmentPart {
        side: Word,
        from_turn: Number,
        carriers: Word,
        #[serde(default)] why: String,
        #[serde(default)] note: String,
    }
);
file_part!(
    /// A recall that ends the battle (9.19).
    RecallPart { from_turn: Number, ships: Selection, #[serde(default)] why: String, #[serde(default)] note: String }
);
file_part!(
    /// A switch of the scenario (9.22).
    VariantPart {
        id: Word,
        title: String,
        meaning: String,
        #[serde(default)] ships: Vec<ShipPart>,
        #[serde(default)] turns: Option<Number>,
        #[serde(default)] visibility: Vec<VisibilityPart>,
        #[serde(default)] shift_levels: Option<Number>,
        #[serde(default)] note: String,
    }
);
