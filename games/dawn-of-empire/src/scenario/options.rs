//! The switches (11.0).

use sandtable_engine::{OptionCard, OptionKind, Problem, Setup, SetupError};

use crate::data::tables;

/// The switches of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that the rules name")]
pub struct Options {
    /// How many turns beyond those of the scenario (11.A).
    pub extra_turns: u8,
    /// 11.B.
    pub delayed_repair: bool,
    /// 11.C.
    pub maintenance: bool,
    /// 11.D.
    pub bidding: bool,
    /// Points at the start; above zero for the United States (11.E).
    pub handicap: i16,
    /// 11.F.
    pub face_up: bool,
    /// 11.G.
    pub automatic_victory: bool,
    /// 11.H.
    pub restricted_disabling: bool,
    /// 11.I.
    pub speed_subgroups: bool,
    /// 11.J.
    pub extra_warships: bool,
    /// 11.K.
    pub free_deployment: bool,
    /// 11.L.
    pub germans: bool,
    /// Transit never controls an area, not even after a victory (9.1, ruling R18).
    pub strict_transit: bool,
}

/// The most points of a handicap.
const HANDICAP: i64 = 30;

fn switch(id: &str, title: &str, rule: &str, meaning: &str) -> OptionCard {
    OptionCard {
        id: id.into(),
        title: title.into(),
        meaning: meaning.into(),
        rule: rule.into(),
        kind: OptionKind::Switch { default: false },
    }
}

fn number(id: &str, title: &str, rule: &str, [least, most]: [i64; 2], meaning: &str) -> OptionCard {
    OptionCard { kind: OptionKind::Number { least, most, default: 0 }, ..switch(id, title, rule, meaning) }
}

impl Options {
    /// The switches that every scenario has.
    pub fn cards() -> Vec<OptionCard> {
        let extra = i64::from(tables().turns.most - tables().turns.standard);
        vec![
            number(
                "extra-time",
                "Extra time",
                "11.A",
                [0, extra],
                "So many turns are played beyond the last.",
            ),
            switch(
                "delayed-repair",
                "Delayed repair",
                "11.B",
                "Only ships that lay in port all turn are repaired, and a damaged port repairs itself first.",
            ),
            switch(
                "maintenance",
                "Maintenance",
                "11.C",
                "Worn machinery damages some ships every turn; badly damaged ones stay in port.",
            ),
            switch(
                "bidding",
                "Bidding for sides",
                "11.D",
                "Both bid points in secret; the higher bid chooses a side, and the other side starts with so many points.",
            ),
            number(
                "handicap",
                "Handicap",
                "11.E",
                [-HANDICAP, HANDICAP],
                "Points at the start: above zero for the United States, below for Spain.",
            ),
            switch("face-up", "Less fog of war", "11.F", "Ships lie face up; orders stay secret."),
            switch(
                "automatic-victory",
                "Automatic victory",
                "11.G",
                "A lead of 29 points at the end of a turn wins at once.",
            ),
            switch(
                "restricted-disabling",
                "Disabled ships may be lost",
                "11.H",
                "A disabled ship that cannot reach a port with the movement it has left is scuttled.",
            ),
            switch(
                "speed-subgroups",
                "Pursuit",
                "11.I",
                "A side that breaks off scatters by speed; the other may follow for one more round.",
            ),
            switch("extra-warships", "Extra warships", "11.J", "Ships that might have been ready join in."),
            switch(
                "free-deployment",
                "Free deployment",
                "11.K",
                "Both sides choose where their ships begin, the United States first.",
            ),
            switch("germans", "The Germans", "11.L", "Four German ships at Caracas sail with Spain."),
            switch(
                "strict-transit",
                "Transit never controls",
                "9.1",
                "A squadron in transit controls no area, not even where it has won a battle.",
            ),
        ]
    }

    /// The switches of a set-up; pairs that contradict each other are refused with the reason.
    pub(super) fn read(setup: &Setup, from_the_start: bool) -> Result<Self, SetupError> {
        setup.check_options(&Self::cards())?;
        let options = Self {
            extra_turns: setup.number("extra-time", 0) as u8,
            delayed_repair: setup.is_on("delayed-repair"),
            maintenance: setup.is_on("maintenance"),
            bidding: setup.is_on("bidding"),
            handicap: setup.number("handicap", 0) as i16,
            face_up: setup.is_on("face-up"),
            automatic_victory: setup.is_on("automatic-victory"),
            restricted_disabling: setup.is_on("restricted-disabling"),
            speed_subgroups: setup.is_on("speed-subgroups"),
            extra_warships: setup.is_on("extra-warships"),
            free_deployment: setup.is_on("free-deployment"),
            germans: setup.is_on("germans"),
            strict_transit: setup.is_on("strict-transit"),
        };
        let mut problems = Vec::new();
        let mut refuse = |field: &str, why: &str| {
            problems.push(Problem::new("options", &format!("options.{field}"), why));
        };
        // Ruling R48: that is the pair the book means, whatever its letters say.
        if options.delayed_repair && options.maintenance {
            refuse(
                "maintenance",
                "maintenance (11.C) needs plain repairs (10.0), so that delayed repair (11.B) is off",
            );
        }
        // Ruling R70.
        if options.bidding && options.handicap != 0 {
            refuse(
                "handicap",
                "the bid (11.D) already sets the points at the start, so that there is no handicap (11.E)",
            );
        }
        let start_only = [
            (
                "free-deployment",
                options.free_deployment,
                "ships are deployed freely (11.K) only where the war begins",
            ),
            (
                "extra-warships",
                options.extra_warships,
                "extra warships (11.J) join only where the war begins",
            ),
            ("germans", options.germans, "the Germans (11.L) join only where the war begins"),
        ];
        for (field, on, why) in start_only {
            if on && !from_the_start {
                refuse(field, why);
            }
        }
        SetupError::unless_empty(problems)?;
        Ok(options)
    }
}
