//! Where bots meet unless somebody says otherwise: one scenario of each game, short and as even as can be.

/// The usual scenario of each game, with the reason.
const USUAL: &[(&str, &str, &str)] = &[
    ("dreadnoughts", "coronel-1914", "todo"),
    ("dawn-of-empire", "santiago-sortie", "todo"),
    ("struggle-of-empires", "four-powers", "todo"),
    ("santiago-1898", "las-guasimas", "todo"),
    ("dawn-of-battle", "marathon", "todo"),
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
