//! Where bots meet unless somebody says otherwise: one scenario of each game, short and as even as can be.

/// The usual scenario of each game, and why this one. Shares and lengths are those of short series between captains.
const USUAL: &[(&str, &str, &str)] = &[
    ("dreadnoughts", "river-plate-1939", "60 to 40, some 200 decisions; Coronel is as even and takes 500"),
    ("dawn-of-empire", "campaign", "78 to 22 in sixty games, and so the most even of the three"),
    ("struggle-of-empires", "four-powers", "one against three, as the bar wants it; some 360 decisions"),
    ("santiago-1898", "las-guasimas", "53 to 47, and the shortest of the three"),
    ("dawn-of-battle", "fornham", "58 to 42, and one of the smallest battles"),
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
