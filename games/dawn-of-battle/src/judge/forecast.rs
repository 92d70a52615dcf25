//! What choices lead to, on average over the cards, where that can be told without drawing them: actions, fire, rallies, melees, events.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Seat, State};

use super::prospects::{self, melee_under_way, members_gain, rally_gain, volley_under_way};
use super::stand::Front;
use super::{command, draws, judge, still, still_after};
use crate::bout::{MeleeChoice, Stage};
use crate::contest::Party;
use crate::draw::DrawChoice;
use crate::fire::{Aim, VolleyChoice};
use crate::melee::Melee;
use crate::melee_cycle::MeleeCycleChoice;
use crate::muster::market::MusteringChoice;
use crate::phases::actions::ActionsChoice;
use crate::phases::entry;
use crate::phases::rally::RallyChoice;
use crate::phases::turn_end::TurnEndChoice;
use crate::questions::formation::members;
use crate::{Choice, DawnOfBattle, Frame};

/// An army that is worth fielding has spent so much of its build points, in hundredths.
const COMPLETE: u16 = 80;
/// The order of wishes while an army is mustered: a complete army first, then the usual one.
const WISHES: [i32; 3] = [2_000, 1_000, 0];
/// To begin counts for more than to wait when the armies are about to meet.
const FIRST: i32 = 60;
/// The seed of dice that do not matter.
const SEED: u64 = 1;

/// What [`judge`] would say after a choice.
pub fn forecast(state: &State<DawnOfBattle>, seat: Seat, choice: &Choice) -> Option<i32> {
    let table = &state.table;
    let front = || Front::new(table, seat);
    Some(match (state.frame()?, choice) {
        (Frame::Mustering(mustering), Choice::Mustering(choice)) => match choice {
            MusteringChoice::Ready => {
                let complete = mustering.spent_share(table, seat) >= COMPLETE;
                if complete { WISHES[0] } else { -WISHES[0] }
            }
            MusteringChoice::Usual => WISHES[1],
            _ => WISHES[2],
        },
        (Frame::Actions(_), Choice::Actions(choice)) => act(state, seat, *choice),
        (Frame::Window(_), _) => play_out(state, seat, choice),
        (Frame::Rally(rally), Choice::Rally(choice)) => {
            let front = front();
            let encouraged = *choice == RallyChoice::Encourage;
            let cost = if encouraged { command::point(table, seat) } else { 0 };
            still(&front, seat) + rally_gain(&front, rally, -i8::from(encouraged)) - cost
        }
        (Frame::Volley(volley), Choice::Volley(choice)) if volley.stage() != Aim::Reply => {
            let mut volley = *volley;
            match choice {
                VolleyChoice::Target(target) => volley.aim_at(*target),
                VolleyChoice::Support(unit) => volley.joined_by(*unit),
                VolleyChoice::Fire => {}
                VolleyChoice::Hold => return Some(still(&front(), seat)),
                _ => return Some(play_out(state, seat, &Choice::Volley(*choice))),
            }
            volley_under_way(&front(), &volley, seat)
        }
        (Frame::MeleeCycle(_), Choice::MeleeCycle(choice)) => {
            let melee = match *choice {
                MeleeCycleChoice::Attack { unit, at } => Melee::attack(table, Party::Unit(unit), at),
                MeleeCycleChoice::Double(unit) => Melee::double(table, unit),
                MeleeCycleChoice::Duel { post, at } => Melee::attack(table, Party::Leader(post), at),
                MeleeCycleChoice::Storm(unit) => {
                    Melee::from_edge(table, unit, entry::entry_hex(table, unit)?)
                }
                MeleeCycleChoice::Card(_) => {
                    return Some(play_out(state, seat, &Choice::MeleeCycle(*choice)));
                }
                MeleeCycleChoice::Pass => return Some(still(&front(), seat)),
            };
            melee_under_way(&front(), &melee, seat)
        }
        (Frame::TurnEnd(_), Choice::TurnEnd(choice)) => {
            let mut after = table.clone();
            let army = after.army_mut(seat);
            match *choice {
                TurnEndChoice::Discard(card) => army.deck.discard(card),
                TurnEndChoice::Buy => {
                    army.points -= 1;
                    army.deck.held += 1;
                }
                TurnEndChoice::Done => {}
            }
            still_after(&front(), &after, seat)
        }
        (Frame::Draw(draw), Choice::Draw(choice)) if draw.is_open() => {
            let front = front();
            let cost = if *choice == DrawChoice::Pass { 0 } else { command::point(table, seat) };
            still(&front, seat) + draws::outlook(state, &front, draw, *choice, seat) - cost
        }
        (Frame::Melee(melee), Choice::Melee(choice)) => fight(state, seat, melee, *choice)?,
        _ => return None,
    })
}

/// An action (5.0): what the activation promises, less its point.
fn act(state: &State<DawnOfBattle>, seat: Seat, choice: ActionsChoice) -> i32 {
    let table = &state.table;
    let front = Front::new(table, seat);
    let spent = |gain: i32| still(&front, seat) + gain - command::point(table, seat);
    match choice {
        ActionsChoice::Formation { leader, verb } => {
            spent(members_gain(&front, members(table, seat, leader, verb), verb))
        }
        ActionsChoice::Single { unit, verb } => spent(prospects::gain(&front, unit, verb)),
        ActionsChoice::Enter => {
            spent(super::worth::Stakes::arrival() * entry::column(table, seat).len() as i32)
        }
        ActionsChoice::First(first) => {
            let near = table.units_of(seat).iter().any(|unit| {
                let hex = table.units[unit].hex;
                table.units_of(seat.opponent()).iter().any(|enemy| hex.distance(table.units[enemy].hex) <= 4)
            });
            let wish = if (first == seat) == near { FIRST } else { 0 };
            still(&front, seat) + wish
        }
        ActionsChoice::Pass => {
            let mut after = table.clone();
            after.army_mut(seat).passed = true;
            still_after(&front, &after, seat)
        }
        _ => play_out(state, seat, &Choice::Actions(choice)),
    }
}

/// Steps of a melee that come before its cards.
fn fight(state: &State<DawnOfBattle>, seat: Seat, melee: &Melee, choice: MeleeChoice) -> Option<i32> {
    let table = &state.table;
    let front = Front::new(table, seat);
    let mut melee = *melee;
    Some(match (melee.stage(), choice) {
        (Stage::Exertion | Stage::Resistance, MeleeChoice::Exert(points)) => {
            melee.exert(points);
            melee_under_way(&front, &melee, seat) - i32::from(points) * command::point(table, seat)
        }
        (Stage::Events, MeleeChoice::Card(card)) => {
            melee.foresee(seat, card);
            let mut after = table.clone();
            after.army_mut(seat).deck.discard(card);
            melee_under_way(&Front::new(&after, seat), &melee, seat)
        }
        (Stage::Events, MeleeChoice::Pass) | (Stage::Withdrawal, MeleeChoice::Stand) => {
            melee_under_way(&front, &melee, seat)
        }
        (Stage::Withdrawal, MeleeChoice::Withdraw(_)) => play_out(state, seat, &Choice::Melee(choice)),
        _ => return None,
    })
}

/// Carries a choice out and lets the same seat name what an event is played on, the best of all.
fn play_out(state: &State<DawnOfBattle>, seat: Seat, choice: &Choice) -> i32 {
    let mut after = state.clone();
    let mut dice = Fast::new(SEED);
    after.take(seat, choice.clone(), &mut Cx::silent(&mut dice));
    if !matches!(after.frame(), Some(Frame::Play(play)) if play.seat() == seat) {
        return judge(&after, seat);
    }
    let mut menu = Vec::new();
    after.menu(seat, &mut menu);
    let best = menu.iter().map(|choice| play_out(&after, seat, choice)).max();
    best.unwrap_or_else(|| judge(&after, seat))
}
