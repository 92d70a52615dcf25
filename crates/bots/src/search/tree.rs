//! What one seat remembers of the continuations that were tried.

use sandtable_engine::Seat;

/// How a decision looks to the seat whose tree it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign<C> {
    /// It sees who chose what.
    Open(Seat, C),
    /// It sees only that somebody chose.
    Covered(Seat),
}

/// A tree of the decisions that one seat sees. Worlds and dice differ from visit to visit; a node stands for all of them.
#[derive(Clone, Debug)]
pub struct Tree<C> {
    nodes: Vec<Node<C>>,
}

#[derive(Clone, Debug)]
struct Node<C> {
    visits: u32,
    branches: Vec<Branch<C>>,
}

/// A decision, and how the seat fared after it.
#[derive(Clone, Debug)]
struct Branch<C> {
    sign: Sign<C>,
    next: usize,
    /// How often it could have been taken when the seat chose.
    offered: u32,
    /// How often it was.
    playouts: f64,
    /// The sum of the seat's chances after it.
    total: f64,
}

/// How eager a seat is to try what it has seldom tried. Chances of neighbouring choices differ by little.
const CURIOSITY: f64 = 0.12;

impl<C: Clone + Eq> Tree<C> {
    /// The place where every tree begins.
    pub const ROOT: usize = 0;

    /// A tree that remembers nothing.
    pub fn new() -> Self {
        Self { nodes: vec![Node::new()] }
    }

    /// Follows a decision from a node. The first time, it is noted, and there is nowhere to go yet.
    pub fn follow(&mut self, node: usize, sign: Sign<C>) -> (usize, Option<usize>) {
        let fresh = self.nodes.len();
        let here = &mut self.nodes[node];
        here.visits += 1;
        if let Some(number) = here.branches.iter().position(|branch| branch.sign == sign) {
            return (number, Some(here.branches[number].next));
        }
        here.branches.push(Branch { sign, next: fresh, offered: 1, playouts: 0.0, total: 0.0 });
        let number = here.branches.len() - 1;
        self.nodes.push(Node::new());
        (number, None)
    }

    /// Notes how a playout went for the seat.
    pub fn learn(&mut self, node: usize, branch: usize, chance: f64) {
        let branch = &mut self.nodes[node].branches[branch];
        branch.playouts += 1.0;
        branch.total += chance;
    }

    /// The choice to try again at a node, among those of the seat that are legal now; `None` when something new should be tried.
    /// The more often a node is visited, the more choices are tried there (progressive widening).
    pub fn select(&mut self, node: usize, seat: Seat, legal: impl Fn(&C) -> bool) -> Option<C> {
        let here = &mut self.nodes[node];
        let room = f64::from(here.visits).sqrt().ceil() as usize;
        let mut known = 0;
        let mut best: Option<(f64, usize)> = None;
        for (number, branch) in here.branches.iter_mut().enumerate() {
            let Sign::Open(chooser, choice) = &branch.sign else { continue };
            if *chooser != seat || !legal(choice) {
                continue;
            }
            known += 1;
            branch.offered += 1;
            let tried = branch.playouts.max(1.0);
            let urge = branch.total / tried + CURIOSITY * (f64::from(branch.offered).ln() / tried).sqrt();
            if best.is_none_or(|(highest, _)| urge > highest) {
                best = Some((urge, number));
            }
        }
        if known < room {
            return None;
        }
        let (_, number) = best?;
        let Sign::Open(_, choice) = &here.branches[number].sign else { return None };
        Some(choice.clone())
    }

    /// Where a decision leads from a node; a new place if it was never tried.
    pub fn step(&mut self, node: usize, sign: Sign<C>) -> usize {
        let (number, next) = self.follow(node, sign);
        next.unwrap_or(self.nodes[node].branches[number].next)
    }
}

impl<C> Node<C> {
    const fn new() -> Self {
        Self { visits: 0, branches: Vec::new() }
    }
}
