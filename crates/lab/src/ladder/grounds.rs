//! Where bots meet unless somebody says otherwise: one scenario of each game, short, and one in which skill tells. That it is even matters less,
//! since sides are rotated.

/// The usual scenario of each game, and why this one. Shares and lengths are those between captains.
const USUAL: &[(&str, &str, &str)] = &[
    (
        "dreadnoughts",
        "falklands-1914",
        "43 to 57, and a captain takes 77 % from an ensign; in the Denmark Strait luck leaves him 66 %",
    ),
    ("dawn-of-empire", "campaign", "82 to 18, as uneven as the other two, and it is what people play"),
    ("struggle-of-empires", "four-powers", "one against three of another kind; some 360 decisions"),
    ("santiago-1898", "las-guasimas", "50 to 50, and the shortest of the three"),
    (
        "dawn-of-battle",
        "carrhae",
        "42 to 58, and admirals take four games of five from captains; at Fornham, 78 to 22, three of five",
    ),
];

/// The id of the scenario on which bots meet in a game; `None` for a game that has no usual one.
pub fn usual_scenario(game: &str) -> Option<&'static str> {
    USUAL.iter().find(|(id, ..)| *id == game).map(|(_, scenario, _)| *scenario)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_catalog::GAMES;

    #[test]
    fn every_game_has_a_usual_scenario() {
        for game in GAMES {
            let usual = usual_scenario(game.info().id);
            let known = game.scenarios().iter().any(|card| usual == Some(card.id.as_str()));
            assert!(known, "{} has no scenario {usual:?}", game.info().id);
        }
    }
}
