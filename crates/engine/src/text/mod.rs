//! Scenes as plain text, for a terminal of 100 columns or a screen reader.
//!
//! One file a part: the map of a hex board, the list of an area board, the rosters, and all that is a list.

mod areas;
mod codes;
mod hexes;
mod layout;
mod lists;
mod roster;

use crate::scene::{Board, Scene};

/// The scene as text.
pub fn render(scene: &Scene) -> String {
    let codes = codes::Codes::of(scene);
    let mut blocks = vec![head(scene)];
    for board in &scene.boards {
        blocks.push(match board {
            Board::Hexes { .. } => hexes::map(scene, board, &codes),
            Board::Areas { .. } => areas::list(scene, board),
        });
    }
    blocks.extend(roster::rosters(scene, &codes));
    blocks.extend(lists::lists(scene));
    let blocks: Vec<String> =
        blocks.iter().map(|lines| lines.join("\n")).filter(|block| !block.is_empty()).collect();
    blocks.join("\n\n") + "\n"
}

/// Title, turn with its phases, facts, scores.
fn head(scene: &Scene) -> Vec<String> {
    let mut lines = vec![scene.title.clone(), scene.subtitle.clone()];
    let mut time = Vec::new();
    if let Some(turn) = &scene.turn {
        let of = turn.of.map(|last| format!(" of {last}")).unwrap_or_default();
        let label = if turn.label.is_empty() { String::new() } else { format!(" ({})", turn.label) };
        time.push(format!("Turn {}{of}{label}", turn.number));
    }
    let phases = scene.phases.iter();
    time.extend(phases.map(|phase| if phase.now { format!("[{}]", phase.name) } else { phase.name.clone() }));
    lines.extend(layout::spread(&time));
    let facts: Vec<String> =
        scene.facts.iter().map(|fact| format!("{}: {}", fact.name, fact.value)).collect();
    lines.extend(layout::spread(&facts));
    let side = |side: &crate::scene::Side| match side.score {
        Some(score) => format!("{} {score}", side.name),
        None => side.name.clone(),
    };
    lines.extend(layout::spread(&scene.sides.iter().map(side).collect::<Vec<_>>()));
    lines.retain(|line| !line.is_empty());
    lines
}
