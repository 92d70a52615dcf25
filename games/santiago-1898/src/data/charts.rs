//! The charts of the card: costs, fire, shock, guns, checks, events, supply.

use serde::{Deserialize, Serialize};

use super::results::{FireResult, ShockResult};
use crate::ids::HexId;

/// What the check for surrender brings (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surrender {
    /// Nothing.
    #[serde(rename = "-")]
    Nothing,
    /// The fleet leaves (4.2d).
    #[serde(rename = "ALJ")]
    FleetLeaves,
    /// Santiago capitulates (4.2f).
    #[serde(rename = "R")]
    Capitulation,
}

/// What happens by a historic event (7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// Event 1 (H1).
    Heroic,
    /// Event 2 (H2).
    Delayed,
    /// Event 3 (H3).
    Weather,
    /// Events 4 and 5 (H4).
    Released,
    /// Event 6 (H6).
    MachineGuns,
}

/// Costs of movement (8.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct Costs {
    pub clear: u8,
    pub jungle: u8,
    pub beach: u8,
    pub town: u8,
    pub city: u8,
    pub hill: u8,
    pub way: u8,
    pub river: u8,
    pub bad_clear: u8,
    pub bad_jungle: u8,
    pub light: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct FireFile {
    pub(super) columns: [u8; 6],
    pub(super) rows: Vec<[String; 6]>,
    pub(super) hill: i8,
    pub(super) battery: i8,
    pub(super) entrenchment: i8,
    pub(super) jungle: i8,
    pub(super) redoubt: i8,
    pub(super) balloon: i8,
    pub(super) leader: i8,
    pub(super) gun_range: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShockFile {
    pub(super) rows: Vec<[String; 6]>,
    pub(super) leader: i8,
    pub(super) ground: i8,
    pub(super) river: i8,
    pub(super) redoubt: i8,
    pub(super) heroic: i8,
}

/// The limits of landings (3.4).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct LandingTable {
    pub steps: u8,
    pub second_list: u8,
    pub first_list_until: u8,
}

/// Naval guns (6.2, 6.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct NavalTable {
    pub us_factors: u8,
    pub us_reach: u8,
    pub es_factors: u8,
    pub es_reach: u8,
}

/// The surrender table (4.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct SurrenderTable {
    pub columns: [u8; 3],
    pub rows: [[Surrender; 3]; 8],
    pub el_caney: u8,
    pub fleet_left: u8,
}

/// The withdrawal table (4.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct WithdrawalTable {
    pub columns: [u8; 3],
    pub wins_from: [u8; 3],
}

/// The fever (10.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct FeverTable {
    pub from_turn: u8,
    pub worse_from_turn: u8,
    pub worse: u8,
    pub steps: [u8; 7],
}

/// Escario's column (7.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct EscarioTable {
    pub turn: u8,
    pub delayed: u8,
    pub historical: u8,
    pub entry: HexId,
}

/// Historic events (7.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct EventTable {
    pub from_turn: u8,
    pub faces: [Happening; 6],
}

/// Supply (10.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct SupplyTable {
    pub off_road: u8,
    pub escario_turns: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TablesFile {
    pub(super) turns: u8,
    pub(super) first_day: u8,
    pub(super) stacking: u8,
    pub(super) costs: Costs,
    pub(super) landing: LandingTable,
    pub(super) fire: FireFile,
    pub(super) shock: ShockFile,
    pub(super) naval: NavalTable,
    pub(super) surrender: SurrenderTable,
    pub(super) withdrawal: WithdrawalTable,
    pub(super) fever: FeverTable,
    pub(super) escario: EscarioTable,
    pub(super) events: EventTable,
    pub(super) supply: SupplyTable,
}

/// The fire table with its modifiers (9.1).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct FireTable {
    /// The least factors of each column.
    pub columns: [u8; 6],
    /// By modified die from 0, then by column.
    pub rows: [[FireResult; 6]; 9],
    pub hill: i8,
    pub battery: i8,
    pub entrenchment: i8,
    pub jungle: i8,
    pub redoubt: i8,
    pub balloon: i8,
    pub leader: i8,
    pub gun_range: u8,
}

impl FireTable {
    /// The column of a sum of factors, which is at least 1 (9.1h).
    #[inline]
    pub fn column(&self, factors: u8) -> usize {
        self.columns.iter().rposition(|least| factors >= *least).unwrap_or(0)
    }

    /// What a modified die brings in a column.
    #[inline]
    pub fn result(&self, die: i8, column: usize) -> FireResult {
        self.rows[die.clamp(0, 8) as usize][column]
    }

    /// What a column is called: `7 to 10`.
    pub fn column_name(&self, column: usize) -> String {
        match self.columns.get(column + 1) {
            Some(next) => format!("{} to {}", self.columns[column], next - 1),
            None => format!("{} and more", self.columns[column]),
        }
    }
}

/// The shock table with its shifts (9.3).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct ShockTable {
    /// By die from 1, then by column from 1:2 to 5:1.
    pub rows: [[ShockResult; 6]; 6],
    pub leader: i8,
    pub ground: i8,
    pub river: i8,
    pub redoubt: i8,
    pub heroic: i8,
}

/// The heads of the shock table.
pub const ODDS: [&str; 6] = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1"];

/// All charts.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct Tables {
    pub turns: u8,
    pub first_day: u8,
    pub stacking: u8,
    pub landing: LandingTable,
    pub fire: FireTable,
    pub shock: ShockTable,
    pub naval: NavalTable,
    pub surrender: SurrenderTable,
    pub withdrawal: WithdrawalTable,
    pub fever: FeverTable,
    pub escario: EscarioTable,
    pub events: EventTable,
    pub supply: SupplyTable,
}

pub(super) fn read_fire(file: &FireFile) -> Result<FireTable, String> {
    let mut rows = [[FireResult::default(); 6]; 9];
    if file.rows.len() != rows.len() {
        return Err("the fire table has nine rows".into());
    }
    for (row, cells) in rows.iter_mut().zip(&file.rows) {
        for (result, cell) in row.iter_mut().zip(cells) {
            *result = FireResult::read(cell)?;
        }
    }
    Ok(FireTable {
        columns: file.columns,
        rows,
        hill: file.hill,
        battery: file.battery,
        entrenchment: file.entrenchment,
        jungle: file.jungle,
        redoubt: file.redoubt,
        balloon: file.balloon,
        leader: file.leader,
        gun_range: file.gun_range,
    })
}

pub(super) fn read_shock(file: &ShockFile) -> Result<ShockTable, String> {
    let mut rows = [[ShockResult::default(); 6]; 6];
    if file.rows.len() != rows.len() {
        return Err("the shock table has six rows".into());
    }
    for (row, cells) in rows.iter_mut().zip(&file.rows) {
        for (result, cell) in row.iter_mut().zip(cells) {
            *result = ShockResult::read(cell)?;
        }
    }
    Ok(ShockTable {
        rows,
        leader: file.leader,
        ground: file.ground,
        river: file.river,
        redoubt: file.redoubt,
        heroic: file.heroic,
    })
}
