//! What choices lead to, on average over the cards, where that can be told without drawing them: actions, fire, rallies, melees, events.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Foresight, Seat, State};

use super::prospects::{self, march_gain, melee_under_way, members_gain, rally_gain, volley_under_way};
use super::stand::Front;
use super::{command, counted_for, draws, judge, still, still_after};
use crate::bout::{MeleeChoice, Stage};
use crate::contest::Party;
use crate::draw::DrawChoice;
use crate::fire::{Aim, VolleyChoice};
use crate::ids::HexId;
use crate::melee::Melee;
use crate::melee_cycle::MeleeCycleChoice;
use crate::muster::market::MusteringChoice;
use crate::phases::actions::ActionsChoice;
use crate::phases::activation::ActivationChoice;
use crate::phases::entry;
use crate::phases::march::{March, MarchChoice, Why};
use crate::phases::placement::{Placement, PlacementChoice};
use crate::phases::rally::RallyChoice;
use crate::phases::turn_end::TurnEndChoice;
use crate::questions::formation::{Verb, members};
use crate::table::Table;
use crate::{Choice, DawnOfBattle, Frame};

/// An army that is worth fielding has spent so much of its build points, in hundredths.
const COMPLETE: u16 = 80;
/// The order of wishes while an army is mustered: a complete army first, then the usual one.
const WISHES: [i32; 3] = [2_000, 1_000, 0];
/// To begin counts for more than to wait when the armies are about to meet.
const FIRST: i32 = 60;
/// The seed of dice that do not matter.
const SEED: u64 = 1;

/// Tells what [`judge`] would say after choices of a position.
pub fn forecast(state: &State<DawnOfBattle>, seat: Seat) -> Foresight<'_, Choice> {
    let outlook = Outlook { state, seat, front: Front::new(&state.table, seat), still: OnceCell::new() };
    Box::new(move |choice| outlook.after(choice))
}

/// A position before a choice of a seat.
struct Outlook<'a> {
    state: &'a State<DawnOfBattle>,
    seat: Seat,
    front: Front<'a>,
    still: OnceCell<i32>,
}

impl Outlook<'_> {
    /// The table as it lies: looked at once, since most choices only add what they promise.
    fn still(&self) -> i32 {
        *self.still.get_or_init(|| still(&self.front, self.seat))
    }

    /// The table after a change of markers, leaders and hands only, in these hexes.
    fn after_change(&self, after: &Table, hexes: &[HexId]) -> i32 {
        still_after(&self.front, self.still(), after, hexes, self.seat)
    }

    fn after(&self, choice: &Choice) -> Option<i32> {
        let Self { state, seat, .. } = *self;
        let table = &state.table;
        Some(match (state.frame()?, choice) {
            (Frame::Mustering(mustering), Choice::Mustering(choice)) => match choice {
                MusteringChoice::Ready => {
                    let complete = mustering.spent_share(table, seat) >= COMPLETE;
                    if complete { WISHES[0] } else { -WISHES[0] }
                }
                MusteringChoice::Usual => WISHES[1],
                _ => WISHES[2],
            },
            (Frame::Actions(_), Choice::Actions(choice)) => self.act(*choice),
            (Frame::Activation(activation), Choice::Activation(ActivationChoice::Take(unit)))
                if activation.verb() == Verb::Move =>
            {
                self.march(&March::new(*unit, Why::Move))
            }
            // The hex that a unit goes to: it gets there when its vertex is chosen too.
            (Frame::March(march), Choice::March(MarchChoice::Go(hex))) => self.march(&march.to(*hex)),
            (Frame::Placement(placement), Choice::Placement(PlacementChoice::Place(hex))) => {
                self.place(placement, *hex)
            }
            (Frame::Window(_), _) => play_out(state, seat, choice),
            (Frame::Rally(rally), Choice::Rally(choice)) => {
                let encouraged = *choice == RallyChoice::Encourage;
                let cost = if encouraged { command::point(table, seat) } else { 0 };
                self.still() + rally_gain(&self.front, rally, -i8::from(encouraged)) - cost
            }
            (Frame::Volley(volley), Choice::Volley(choice)) if volley.stage() != Aim::Reply => {
                let mut volley = *volley;
                match choice {
                    VolleyChoice::Target(target) => volley.aim_at(*target),
                    VolleyChoice::Support(unit) => volley.joined_by(*unit),
                    VolleyChoice::Fire => {}
                    VolleyChoice::Hold => return Some(self.still()),
                    _ => return Some(play_out(state, seat, &Choice::Volley(*choice))),
                }
                volley_under_way(&self.front, self.still(), &volley, seat)
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
                    MeleeCycleChoice::Pass => return Some(self.still()),
                };
                melee_under_way(&self.front, self.still(), &melee, seat)
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
                self.after_change(&after, &[])
            }
            (Frame::Draw(draw), Choice::Draw(choice)) if draw.is_open() => {
                let cost = if *choice == DrawChoice::Pass { 0 } else { command::point(table, seat) };
                self.still() + draws::outlook(state, &self.front, draw, *choice, seat) - cost
            }
            (Frame::Melee(melee), Choice::Melee(choice)) => self.fight(melee, *choice)?,
            _ => return None,
        })
    }

    /// A march that has begun.
    fn march(&self, march: &March) -> i32 {
        self.still() + counted_for(self.seat, march.unit().side(), march_gain(&self.front, march))
    }

    /// A leader in a hex (4.4): he changes what he commands, and what is won and lost in melees beside him and beside where he was.
    fn place(&self, placement: &Placement, hex: HexId) -> i32 {
        let table = &self.state.table;
        let old =
            placement.leader().and_then(|leader| table.post_of(leader)).map(|post| table.posts[post].hex);
        let hexes: ArrayVec<HexId, 2> = old.into_iter().chain([hex]).collect();
        self.after_change(&placement.placed(table, hex), &hexes)
    }

    /// An action (5.0): what the activation promises, less its point.
    fn act(&self, choice: ActionsChoice) -> i32 {
        let Self { state, seat, .. } = *self;
        let table = &state.table;
        let front = &self.front;
        let gain = match choice {
            ActionsChoice::Formation { leader, verb } => {
                members_gain(front, members(table, seat, leader, verb), verb)
            }
            ActionsChoice::Single { unit, verb } => prospects::gain(front, unit, verb),
            ActionsChoice::Enter => super::worth::Stakes::arrival() * entry::column(table, seat).len() as i32,
            ActionsChoice::First(first) => {
                let near = table.units_of(seat).iter().any(|unit| {
                    let hex = table.units[unit].hex;
                    let mut enemies = table.units_of(seat.opponent()).iter();
                    enemies.any(|enemy| hex.distance(table.units[enemy].hex) <= 4)
                });
                let wish = if (first == seat) == near { FIRST } else { 0 };
                return self.still() + wish;
            }
            ActionsChoice::Pass => {
                let mut after = table.clone();
                after.army_mut(seat).passed = true;
                return self.after_change(&after, &[]);
            }
            _ => return play_out(state, seat, &Choice::Actions(choice)),
        };
        self.still() + gain - command::point(table, seat)
    }

    /// Steps of a melee that come before its cards.
    fn fight(&self, melee: &Melee, choice: MeleeChoice) -> Option<i32> {
        let Self { state, seat, .. } = *self;
        let table = &state.table;
        let mut melee = *melee;
        Some(match (melee.stage(), choice) {
            (Stage::Exertion | Stage::Resistance, MeleeChoice::Exert(points)) => {
                melee.exert(points);
                melee_under_way(&self.front, self.still(), &melee, seat)
                    - i32::from(points) * command::point(table, seat)
            }
            (Stage::Events, MeleeChoice::Card(card)) => {
                melee.foresee(seat, card);
                let mut after = table.clone();
                after.army_mut(seat).deck.discard(card);
                let front = Front::new(&after, seat);
                melee_under_way(&front, still(&front, seat), &melee, seat)
            }
            (Stage::Events, MeleeChoice::Pass) | (Stage::Withdrawal, MeleeChoice::Stand) => {
                melee_under_way(&self.front, self.still(), &melee, seat)
            }
            (Stage::Withdrawal, MeleeChoice::Withdraw(_)) => play_out(state, seat, &Choice::Melee(choice)),
            _ => return None,
        })
    }
}

/// Carries a choice out and lets the same seat name what an event is played on, or how a unit faces that has withdrawn, the best of all.
fn play_out(state: &State<DawnOfBattle>, seat: Seat, choice: &Choice) -> i32 {
    let mut after = state.clone();
    let mut dice = Fast::new(SEED);
    after.take(seat, choice.clone(), &mut Cx::silent(&mut dice));
    let asked = match after.frame() {
        Some(Frame::Play(play)) => play.seat() == seat,
        Some(Frame::March(march)) => march.goal().is_some() && march.unit().side() == seat,
        _ => false,
    };
    if !asked {
        return judge(&after, seat);
    }
    let mut menu = Vec::new();
    after.menu(seat, &mut menu);
    let best = menu.iter().map(|choice| play_out(&after, seat, choice)).max();
    best.unwrap_or_else(|| judge(&after, seat))
}
