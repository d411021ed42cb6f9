//! The state of a fight: everything that changes in it.

pub(crate) mod key;
pub(crate) mod prepare;
pub(crate) mod reads;
pub(crate) mod spread;

use std::sync::Arc;

use crate::choose::With;
use crate::data::setup::Stance;
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, UnitId, UnitSet};

/// A pool that has not been rolled this round (MG-34).
pub const UNROLLED: i16 = -1;
/// In place of the score of an active defence, without one.
pub const NO_SCORE: i16 = i16::MIN;
/// The most hands of a unit.
pub const MAX_HANDS: usize = 8;

/// The items of a unit that can lie on the ground: the bits of [`UnitState::dropped`].
pub const ITEMS: usize = 16;
/// The place of an item that lies nowhere.
pub const WITH_OWNER: u32 = u32::MAX;

/// A talk type with a strong state of its own (MG-60).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mood {
    /// None.
    #[default]
    None,
    /// Infatuated; smitten.
    Infatuated,
    /// Infuriated; enraged.
    Infuriated,
    /// Intimidated; terrified.
    Intimidated,
}

/// The state of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Hit points, without a floor (MG-78).
    pub hp: i32,
    /// Magic points.
    pub mp: i32,
    /// The rest of this round's soak pool, or [`UNROLLED`].
    pub pool: i16,
    /// Initiative of this round as it was rolled.
    pub initiative: i16,
    /// Partial turns of this round that are still to come, the present one left out.
    pub partials: u8,
    /// Hands with a fresh token: bit n for hand n.
    pub hands: u8,
    /// Whether the primary token is there.
    pub primary: bool,
    /// Speak tokens.
    pub speak: u8,
    /// Move tokens.
    pub moves: u8,
    /// Analyze tokens.
    pub analyze: u8,
    /// Escape tokens (MG-50).
    pub escape: u8,
    /// Hands with a held token (MG-14).
    pub held_hands: u8,
    /// Held move tokens.
    pub held_moves: u8,
    /// Held speak tokens.
    pub held_speak: u8,
    /// The ability that is paid over several turns, and one (MG-18); 0 without one.
    pub casting: u8,
    /// Hand tokens paid for it so far.
    pub cast_paid: u8,
    /// Whether it lies on the ground (MG-39).
    pub fallen: bool,
    /// Feet paid for standing up so far.
    pub stood: u16,
    /// Whether its armour was taken off (MG-56).
    pub stripped: bool,
    /// Whether a throw failed that makes its next escape easier (MG-55).
    pub shaken: bool,
    /// Debts of precise criticals (MG-38): hand, move, speak.
    pub debts: [u8; 3],
    /// Hands that precise criticals struck this round: bit n for hand n (MG-38).
    pub struck: u8,
    /// Whether a fast critical gave a token back in its last turn, or since (MG-37).
    pub refunded: bool,
    /// Whether it answered an attack of this round with an active defence (MG-D7).
    pub reacted: bool,
    /// The rolled scores of Active Block, Dodge and Parry, at the stance they answer, or [`NO_SCORE`].
    pub active: [i16; 3],
    /// The item in each hand: 0 nothing, n weapon n-1, those taken from others behind its own, [`SHIELD`].
    pub in_hand: [u8; MAX_HANDS],
    /// Items that lie on the ground or are stowed: bit n for weapon n, bit 15 for the shield.
    pub dropped: u16,
    /// The named distraction (MG-60): what it is, its penalty, by whom, and whether its state is strong.
    pub mood: Mood,
    /// Its penalty.
    pub penalty: u16,
    /// Whether its state is strong (MG-62).
    pub strong: bool,
    /// The unit that caused it.
    pub by: UnitId,
    /// The only action that stays free of the penalty, where its originator narrowed that (MG-62): a stance
    /// and one, [`CASTING`], [`RETREAT`]; 0: not narrowed.
    pub narrowed: u8,
    /// The General penalty (MG-59).
    pub general: u16,
    /// Attempts of General on this unit by anybody.
    pub generals: u8,
    /// Its own attempts of General, Infatuate, Infuriate and Intimidate.
    pub attempts: [u8; 4],
    /// The units that it holds (MG-49).
    pub holds: UnitSet,
    /// The holds on others, in the listed order of their victims.
    pub grips: [Hold; MAX_HANDS],
    /// The cell, on a map.
    pub cell: u32,
    /// The unit that it attacked last.
    pub last: Option<UnitId>,
    /// The attacks of each side on it in this round.
    pub attacked: [u8; MAX_SIDES],
    /// Its spot defences of this round. These and the two that follow are counted alone: no rule reads them, and
    /// no key has them.
    pub defences: u8,
    /// Whether a turn of its of this round was idle.
    pub had_idle_turn: bool,
    /// Whether one was not.
    pub had_other_turn: bool,
}

/// Casting on the originator, as what a bait leaves free of the penalty (MG-62).
pub const CASTING: u8 = 4;
/// Moving away, as what a demand leaves free of it.
pub const RETREAT: u8 = 5;
/// The shield in a hand.
pub const SHIELD: u8 = u8::MAX;

impl Default for UnitState {
    fn default() -> Self {
        Self {
            hp: 0,
            mp: 0,
            pool: UNROLLED,
            initiative: 0,
            partials: 0,
            hands: 0,
            primary: false,
            speak: 0,
            moves: 0,
            analyze: 0,
            escape: 0,
            held_hands: 0,
            held_moves: 0,
            held_speak: 0,
            casting: 0,
            cast_paid: 0,
            fallen: false,
            stood: 0,
            stripped: false,
            shaken: false,
            debts: [0; 3],
            struck: 0,
            refunded: false,
            reacted: false,
            active: [NO_SCORE; 3],
            in_hand: [0; MAX_HANDS],
            dropped: 0,
            mood: Mood::None,
            penalty: 0,
            strong: false,
            by: UnitId(0),
            narrowed: 0,
            general: 0,
            generals: 0,
            attempts: [0; 4],
            holds: UnitSet::default(),
            grips: [Hold::default(); MAX_HANDS],
            cell: 0,
            last: None,
            attacked: [0; MAX_SIDES],
            defences: 0,
            had_idle_turn: false,
            had_other_turn: false,
        }
    }
}

impl UnitState {
    /// Returns how many hand tokens it has, fresh and held.
    #[inline(always)]
    #[must_use]
    pub fn n_hands(&self) -> u32 {
        self.hands.count_ones() + self.held_hands.count_ones()
    }

    /// The distraction penalty that counts (MG-61).
    #[inline(always)]
    #[must_use]
    pub fn distraction(&self) -> i32 {
        i32::from(self.penalty.max(self.general))
    }

    /// Its hold on a unit, if it holds it.
    #[must_use]
    pub fn hold_on(&self, victim: UnitId) -> Option<&Hold> {
        self.holds.has(victim).then(|| &self.grips[self.place_of_hold(victim)])
    }

    /// Its hold on a unit, to change it.
    pub fn hold_on_mut(&mut self, victim: UnitId) -> Option<&mut Hold> {
        self.holds.has(victim).then(|| &mut self.grips[self.place_of_hold(victim)])
    }

    /// Holds a unit that it does not hold yet, with fewer than [`MAX_HANDS`] holds.
    pub fn take_hold(&mut self, victim: UnitId, hold: Hold) {
        let (place, n) = (self.place_of_hold(victim), self.holds.len() as usize);
        self.grips.copy_within(place..n, place + 1);
        self.grips[place] = hold;
        self.holds.insert(victim);
    }

    /// Holds a unit no longer; whether it held it.
    pub fn let_go(&mut self, victim: UnitId) -> bool {
        if !self.holds.has(victim) {
            return false;
        }
        let (place, n) = (self.place_of_hold(victim), self.holds.len() as usize);
        self.grips.copy_within(place + 1..n, place);
        self.grips[n - 1] = Hold::default();
        self.holds.remove(victim);
        true
    }

    fn place_of_hold(&self, victim: UnitId) -> usize {
        self.holds.filter(|other| *other < victim).count()
    }
}

/// A hold on a unit (MG-49).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// Its difficulty.
    pub h: i16,
    /// Its stance, by its place.
    pub stance: u8,
    /// Whether it is a bind (MG-57).
    pub binds: bool,
    /// The weapon that binds, by its number in [`UnitState::in_hand`]; 0 without one.
    pub weapon: u8,
    /// The number of older holds on its victim (MG-50).
    pub older: u8,
}

impl Hold {
    /// A hold of this stance and difficulty that has to be kept up.
    #[must_use]
    pub fn new(stance: Stance, h: i32) -> Self {
        Self { h: h.clamp(-999, 9999) as i16, stance: stance as u8, ..Self::default() }
    }

    /// Its stance.
    #[must_use]
    pub fn stance(&self) -> Stance {
        Stance::ALL[usize::from(self.stance.min(2))]
    }
}

/// The kind of the next turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The start of the next round.
    #[default]
    Start,
    /// A turn of the round, or its end if none is left.
    Turns,
}

/// A step of a turn, in the order of the decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the steps of a turn")]
pub enum Stage {
    #[default]
    Begin,
    Escape,
    Stand,
    Talk,
    Abilities,
    PickUp,
    Upkeep,
    Strike,
    Kick,
    Active,
    Retreat,
    Finish,
}

/// An attack roll as those see it who answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Its result.
    pub roll: i32,
    /// Its target number at this moment.
    pub n: i32,
}

/// An attack whose token came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// The hand of the token.
    pub hand: u8,
    /// The means with which it was made.
    pub with: With,
    /// Its stance.
    pub stance: Stance,
}

/// The turn that is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The unit, where a turn is under way.
    pub unit: Option<UnitId>,
    /// 0 in a full turn, then the number of the pass.
    pub pass: u8,
    /// The step.
    pub stage: Stage,
    /// Whether it used anything.
    pub acted: bool,
    /// Whether it could attack.
    pub attacked: bool,
    /// The victims whose hold is paid for in this turn (MG-51), or was made in it.
    pub paid: UnitSet,
    /// Kinds of action that a strong state allows in this turn, and those that it bars (MG-62).
    pub allowed: u8,
    /// Barred kinds.
    pub barred: u8,
    /// Whether it is terrified and can get farther from the unit that terrifies it (MG-D19).
    pub runs: bool,
    /// Hands whose token this turn may spend on its own; the others stay for defences.
    pub hands: u8,
    /// Move tokens that this turn may spend on its own; the others stay for defences.
    pub moves: u8,
    /// Speak tokens that this turn may spend on its own.
    pub speak: u8,
    /// The unit that it attacks.
    pub target: Option<UnitId>,
    /// The attack that a fast critical gave back (MG-37).
    pub again: Option<Again>,
    /// Feet walked in this turn.
    pub feet: i32,
    /// Move tokens spent on them.
    pub walked: u16,
    /// The attack roll that is answered.
    pub rolled: Option<Answered>,
    /// Whether it is an interrupt of another turn (MG-80).
    pub is_interrupt: bool,
    /// Of an interrupt on held tokens the unit that it strikes at (MG-14).
    pub on: Option<UnitId>,
    /// Uses of each ability in this turn.
    pub used: [u8; crate::data::vocabulary::MAX_ABILITIES],
}

/// The state of a fight.
#[derive(Clone, Debug)]
pub struct State {
    /// The units in listed order.
    pub units: [UnitState; MAX_UNITS],
    /// Unconscious.
    pub out: UnitSet,
    /// Left the map.
    pub fled: UnitSet,
    /// Not summoned yet (MG-66).
    pub absent: UnitSet,
    /// Summoned in this round.
    pub fresh: UnitSet,
    /// The order of this round's turns.
    pub order: [UnitId; MAX_UNITS],
    /// The number of units in the order that have had their turn of this pass.
    pub next: u8,
    /// 0 for full turns, then the number of the pass.
    pub pass: u8,
    /// The unit whose full turn is under way, whichever unit interrupts it.
    pub full_turn: Option<UnitId>,
    /// Units whose full turn of this round is over or under way.
    pub acted: UnitSet,
    /// Units that somebody holds: a cache of the holds.
    pub held: UnitSet,
    /// The number of the round, from 1.
    pub round: u32,
    /// The kind of the next turn.
    pub phase: Phase,
    /// The turn under way.
    pub turn: Turn,
    /// Idle rounds in a row (MG-76).
    pub idle: u16,
    /// Whether this round something happened.
    pub busy: bool,
    /// The remaining rounds of each lasting effect on each unit, at `unit * n_marks + mark`; 0: not there.
    pub marks: Vec<LastingEffect>,
    /// Uses of each ability in this round and in the fight, at `unit * n_abilities + ability`.
    pub uses: Vec<[u8; 2]>,
    /// On a map the cell where each item lies that was dropped, at `unit * ITEMS + bit` of
    /// [`UnitState::dropped`]; [`WITH_OWNER`] for one that is stowed or in hand.
    pub lies: Vec<u32>,
    /// Terrain that abilities have laid, the oldest first, behind it empty places.
    pub laid: Vec<crate::rules::moves::terrain::PlacedTerrain>,
    /// The map with that terrain.
    pub ground: Option<Arc<crate::board::Board>>,
    /// The memory for the map with terrain on it, while none lies.
    pub spare: Option<Arc<crate::board::Board>>,
    /// Buffers of the map.
    pub scratch: crate::board::Scratch,
}

/// A lasting effect on a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastingEffect {
    /// Rounds left; 0 without it, [`LastingEffect::FIGHT`] without an end of its own.
    pub left: u8,
    /// The unit that laid it.
    pub by: UnitId,
}

impl LastingEffect {
    /// To the end of the fight, or until a turn ends it.
    pub const FIGHT: u8 = 255;
    /// Until the end of the turn after the one that is under way.
    pub const NEXT_TURN: u8 = 254;
}

impl Default for State {
    fn default() -> Self {
        Self {
            units: [UnitState::default(); MAX_UNITS],
            out: UnitSet::default(),
            fled: UnitSet::default(),
            absent: UnitSet::default(),
            fresh: UnitSet::default(),
            order: [UnitId(0); MAX_UNITS],
            next: 0,
            pass: 0,
            full_turn: None,
            acted: UnitSet::default(),
            held: UnitSet::default(),
            round: 0,
            phase: Phase::Start,
            turn: Turn::default(),
            idle: 0,
            busy: false,
            marks: Vec::new(),
            uses: Vec::new(),
            lies: Vec::new(),
            laid: Vec::new(),
            ground: None,
            spare: None,
            scratch: crate::board::Scratch::default(),
        }
    }
}

impl State {
    /// A unit.
    #[inline(always)]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.idx()]
    }

    /// A unit, to change it.
    #[inline(always)]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.idx()]
    }

    /// MG-81: uses in a round are counted anew.
    pub fn forget_uses_of_round(&mut self) {
        for uses in &mut self.uses {
            uses[0] = 0;
        }
    }

    /// Of these units those who are in: there, neither out nor fled.
    #[inline(always)]
    #[must_use]
    pub fn present(&self, units: UnitSet) -> UnitSet {
        units.without(self.out).without(self.fled).without(self.absent)
    }

    /// Returns whether this unit is in.
    #[inline(always)]
    #[must_use]
    pub fn is_in(&self, unit: UnitId) -> bool {
        !self.out.or(self.fled).or(self.absent).has(unit)
    }
}
