//! Where bots meet unless somebody says otherwise: one scenario of each game, short, even, and one in which skill tells. Sides are rotated, but
//! where one of them nearly always wins, whoever plays it, each bot takes half of the games.

/// The usual ground of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualGround {
    game: &'static str,
    /// The scenario's id.
    pub scenario: &'static str,
    /// What is set otherwise than usual, as `NAME=VALUE`.
    pub options: &'static [&'static str],
}

/// The usual ground of each game, and why this one. Shares and lengths are those between captains.
const USUAL: &[UsualGround] = &[
    // 43 to 57, and a captain takes 80 % from an ensign; in the Denmark Strait luck leaves him 66 %.
    UsualGround { game: "dreadnoughts", scenario: "falklands-1914", options: &[] },
    // 82 to 18 as it is, like the other two; 51 to 49 with the handicap of 11.E.
    UsualGround { game: "dawn-of-empire", scenario: "campaign", options: &["handicap=-16"] },
    // One against three of another kind; some 360 decisions.
    UsualGround { game: "struggle-of-empires", scenario: "four-powers", options: &[] },
    // 50 to 50, and the shortest of the three.
    UsualGround { game: "santiago-1898", scenario: "las-guasimas", options: &[] },
    // 42 to 58, and playing on tells more than at Fornham, which is 78 to 22.
    UsualGround { game: "dawn-of-battle", scenario: "carrhae", options: &[] },
];

/// Where bots meet in a game; `None` for a game that has no usual ground.
pub fn usual_ground(game: &str) -> Option<UsualGround> {
    USUAL.iter().find(|ground| ground.game == game).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_catalog::GAMES;

    #[test]
    fn every_game_has_a_usual_ground() {
        for game in GAMES {
            let id = game.info().id;
            let usual = usual_ground(id).unwrap_or_else(|| panic!("{id} has none"));
            let card = game.scenarios().into_iter().find(|card| card.id == usual.scenario);
            assert!(card.is_some(), "{id} has no scenario {}", usual.scenario);
            let known = game.options();
            for option in usual.options {
                let name = option.split('=').next();
                assert!(
                    known.iter().any(|card| Some(card.id.as_str()) == name),
                    "{id} has no option {option}"
                );
            }
        }
    }
}
