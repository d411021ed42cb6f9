//! From what a scenario means to what a fight needs: everything that can be known before the
//! first roll.

use crate::choose::suits::is_revival;
use crate::data::rulings::{HighManaUse, MovingPenalty, PlacementRule, SecondSideLargeMove, Switch};
use crate::data::setup::{
    AttackKind, Attribute, COLUMNS, Catalogue, CoreCarry, End, Reach, Setup, UnitSetup, Weapon,
};
use crate::data::tactics::{Fact, Placement, Plan, Return, SideOrder, Stance};
use crate::data::vocabulary::{
    AbilityTarget, Bans, Change, Effect, How, MAX_ABILITIES, MAX_MARKS, MAX_STATUSES, Stat, Timing,
};
use crate::{Juso, LastingEffect, PreparedAbility, Reads, Side, Unit, WeaponProfile};
use fray_engine::roster::{MAX_UNITS, Roster, UnitId, UnitSet};
use fray_kit::tactics::when::{Term, settled_from};

impl Juso {
    /// Prepares a scenario.
    ///
    /// # Panics
    /// If a side has no units, there are more than [`MAX_UNITS`], or more statuses or abilities
    /// than [`MAX_STATUSES`], [`MAX_ABILITIES`] and [`MAX_MARKS`]; the reader of scenario files reports these as
    /// errors.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let roster = Roster::of(setup.sides.iter().map(|side| {
            let units = side.units.iter().map(|unit| unit.name.as_str());
            (side.name.as_str(), units)
        }));
        assert!(roster.units.len() <= MAX_UNITS, "at most {MAX_UNITS} units");
        assert!(roster.sides.iter().all(|side| !side.units.is_empty()), "every side has units");
        assert!(setup.statuses.len() <= MAX_STATUSES, "at most {MAX_STATUSES} statuses");
        let sheets: Vec<&UnitSetup> = setup.sides.iter().flat_map(|side| &side.units).collect();
        let side = |i: usize| Side {
            units: roster.sides[i].units,
            first: roster.sides[i].units.first(),
            tactics: setup.sides[i].tactics.clone(),
            revives: setup.sides[i]
                .units
                .iter()
                .any(|unit| unit.first_aid || unit.special.iter().any(is_revival)),
            modifier: setup.sides[i].morale + setup.sides[i].strength,
        };
        let columns = |blocks: bool| {
            let squares = setup.obstacles.iter().filter(|square| square.blocks_move || !blocks);
            squares.fold(0, |set, square| set | 1 << square.col)
        };
        let mut juso = Self {
            rulings: setup.rulings,
            max_rounds: setup.max_rounds,
            surprise: setup.surprise,
            flag: setup.flag,
            terrain: columns(false),
            blocking: columns(true),
            everyone: roster.everyone(),
            sides: [side(0), side(1)],
            units: Vec::new(),
            statuses: setup.statuses.clone(),
            marks: Vec::new(),
            in_passives: UnitSet::default(),
            changes: core::array::from_fn(|_| Vec::new()),
            banning: Vec::new(),
            unwearied: Vec::new(),
            n_abilities: sheets.iter().map(|sheet| sheet.special.len()).max().unwrap_or(0),
            has_abilities: sheets
                .iter()
                .any(|sheet| sheet.special.iter().any(|ability| ability.timing != Timing::Passive)),
            reads: reads(setup, &sheets),
            roster,
        };
        assert!(juso.n_abilities <= MAX_ABILITIES, "at most {MAX_ABILITIES} abilities");
        for (info, sheet) in juso.roster.units.iter().zip(&sheets) {
            let side = if info.side.0 == 0 { End::Left } else { End::Right };
            juso.units.push(unit(setup, sheet, side));
        }
        if sheets.iter().any(|sheet| !sheet.statuses.is_empty() || !sheet.special.is_empty()) {
            juso.make_marks(&sheets);
        }
        juso
    }

    /// Statuses and lasting effects under numbers of one kind.
    fn make_marks(&mut self, sheets: &[&UnitSetup]) {
        for i in 0..self.statuses.len() {
            let status = self.statuses[i].clone();
            let mark = LastingEffect {
                is_status: true,
                one_activation: status.one_activation,
                removal: status.removal,
                ..LastingEffect::default()
            };
            self.add_mark(mark, &status.change_value, status.ban);
        }
        for (id, sheet) in sheets.iter().enumerate() {
            for (at, ability) in sheet.special.iter().enumerate() {
                let passive = ability.timing == Timing::Passive;
                let (mut changes, mut bans, mut unwearied) = (Vec::new(), Bans::default(), false);
                for effect in &ability.effects {
                    changes.extend(effect.change());
                    match *effect {
                        Effect::RepeatDefenceImmunity => unwearied = true,
                        Effect::AddStatus(status) if passive => {
                            let status = &self.statuses[status.0 as usize];
                            changes.extend(&status.change_value);
                            bans = bans.or(status.ban);
                        }
                        _ => {}
                    }
                }
                let mark = self.marks.len() as u8;
                let owner = UnitId(id as u8);
                if passive {
                    let units = match ability.target {
                        AbilityTarget::AllAllies => self.allies(owner),
                        AbilityTarget::AllEnemies => self.enemies(owner),
                        _ => UnitSet::one(owner),
                    };
                    self.in_passives = self.in_passives.or(units);
                }
                let passive = passive.then_some((owner, at as u8));
                self.add_mark(LastingEffect { passive, ..LastingEffect::default() }, &changes, bans);
                if unwearied {
                    self.unwearied.push(mark);
                }
                self.units[id].abilities.push(PreparedAbility { ability: ability.clone(), mark });
            }
        }
        assert!(self.marks.len() <= MAX_MARKS, "at most {MAX_MARKS} statuses and abilities");
    }

    fn add_mark(&mut self, mark: LastingEffect, changes: &[Change], bans: Bans) {
        let id = self.marks.len() as u8;
        for change in changes {
            self.changes[change.stat as usize].push((id, change.how));
        }
        if bans.any() {
            self.banning.push((id, bans));
        }
        let only_forbids = if changes.is_empty() { bans } else { Bans::default() };
        self.marks.push(LastingEffect { only_forbids, ..mark });
    }
}

impl Effect {
    /// The number that it changes for a time, if it is such a one.
    pub(crate) fn change(&self) -> Option<Change> {
        let by = |stat, n| Some(Change { stat, how: How::By(n) });
        match *self {
            Self::ChangeValue(change) => Some(change),
            Self::AttackDice(n) => by(Stat::AttackDice, n),
            Self::DefenceDice(n) => by(Stat::DefenceDice, n),
            Self::DamageDice(n) => by(Stat::DamageDice, n),
            _ => None,
        }
    }
}

fn unit(setup: &Setup, sheet: &UnitSetup, side: End) -> Unit {
    let has_cores = sheet.is_pc() || setup.rulings.enemy_cores == Switch::On;
    let costs = || sheet.special.iter().map(|ability| ability.cost);
    Unit {
        side,
        has_cores,
        uses_cores: has_cores
            || costs().any(|cost| cost.cores > 0)
            || !sheet.tactics.on_damage.entries.is_empty(),
        uses_mana: costs().any(|cost| cost.high_mana > 0)
            || has_cores && setup.rulings.high_mana_use == HighManaUse::AlsoCoreDice,
        fuelled: sheet.core_base > 0 || sheet.start_cores > 0,
        start: if is_placed_by_chance(setup, sheet) { 0 } else { start(sheet, side) },
        carries_all: sheet.core_carry == CoreCarry::All,
        base: base(setup, sheet),
        profiles: profiles(setup, sheet),
        abilities: Vec::new(),
        stays_away: always(&sheet.tactics.return_when, Return::Never)
            || always(&sheet.tactics.stance, Stance::Withdraw),
        own: sheet.clone(),
    }
}

/// Returns whether a plan comes to this choice whatever happens.
fn always<T: Copy + PartialEq>(plan: &Plan<T>, what: T) -> bool {
    plan.entries.first().is_some_and(|first| first.what == what && first.when.is_none())
}

/// D-01: the unit's own choice, or the ruling's where it has none.
pub(crate) fn is_placed_by_chance(setup: &Setup, sheet: &UnitSetup) -> bool {
    if sheet.tactics.placement.entries.is_empty() {
        return setup.rulings.placement == PlacementRule::OwnHalf;
    }
    // Nothing has happened yet that a condition could ask for but life and cores at the start.
    let fact = |fact| match fact {
        Fact::Life => (sheet.life, sheet.life),
        Fact::Cores => (sheet.start_cores, 0),
        _ => (0, 0),
    };
    sheet.tactics.placement.choose(fact) == Placement::OwnHalf
}

/// JU-08: units without a column stand on own number 4, those that only shoot on 2.
pub(crate) fn start(sheet: &UnitSetup, side: End) -> i32 {
    let only_shoots =
        !sheet.weapons.is_empty() && sheet.weapons.iter().all(|weapon| weapon.kind == AttackKind::Ranged);
    match (sheet.col, side) {
        (Some(col), End::Left) => col,
        (Some(col), End::Right) => COLUMNS + 1 - col,
        (None, _) if only_shoots => 2,
        (None, _) => 4,
    }
}

/// The numbers of the stat block by their places.
fn base(setup: &Setup, sheet: &UnitSetup) -> [i16; Stat::COUNT] {
    let flagged = setup.rulings.moving_penalty == MovingPenalty::FlagOnly;
    // JU-64: an enemy's armour stands in its values, unless the table adds it.
    let adds = setup.rulings.enemy_armour == crate::data::rulings::EnemyArmour::Adds;
    let armour = if adds && sheet.is_enemy() { sheet.armour } else { 0 };
    Stat::ALL.map(|stat| {
        let n = match stat {
            Stat::MovingMod if !flagged => 0,
            Stat::DefenceMelee | Stat::DefenceRanged => stat.of(sheet) + armour,
            _ => stat.of(sheet),
        };
        n as i16
    })
}

/// JU-48: a PC without weapons fights with fists and kicks; an enemy without any makes no attack.
fn profiles(setup: &Setup, sheet: &UnitSetup) -> Vec<WeaponProfile> {
    let fists = [Catalogue::Unarmed.weapon()];
    let weapons = if sheet.weapons.is_empty() && sheet.is_pc() { &fists[..] } else { &sheet.weapons };
    let profile = |weapon: &Weapon| WeaponProfile {
        kind: weapon.kind,
        ability: match weapon.kind {
            _ if weapon.ability.is_some() => weapon.ability,
            AttackKind::Melee if weapon.is_unarmed() => None,
            AttackKind::Melee => Some(Attribute::Strength),
            AttackKind::Ranged => Some(Attribute::Perception),
            AttackKind::Jujutsu => Some(Attribute::Wisdom),
        },
        damage: weapon.damage.unwrap_or(if weapon.is_unarmed() { setup.rulings.unarmed_damage.0 } else { 0 }),
        power: weapon.power,
        reach: if weapon.kind == AttackKind::Melee { Reach::Close } else { weapon.range },
        thrown: weapon.is_thrown(),
        area: weapon.area && weapon.kind == AttackKind::Jujutsu,
        effect_cap: match weapon.kind {
            AttackKind::Jujutsu => weapon.effect_cap.unwrap_or(i32::MAX),
            AttackKind::Melee | AttackKind::Ranged => i32::MAX,
        },
    };
    weapons.iter().map(profile).collect()
}

/// Returns the parts of the state that this scenario reads.
fn reads(setup: &Setup, sheets: &[&UnitSetup]) -> Reads {
    let of_units = sheets.iter().flat_map(|sheet| sheet.tactics.terms());
    let of_sides = setup.sides.iter().flat_map(|side| side.tactics.terms());
    let abilities = sheets.iter().flat_map(|sheet| &sheet.special);
    let of_abilities = abilities.filter_map(|ability| ability.when.as_ref()).flat_map(|when| &when.terms);
    let terms: Vec<&Term<Fact>> = of_units.chain(of_sides).chain(of_abilities).collect();
    let asks = |fact: Fact| terms.iter().any(|term| term.fact == fact);
    let asked = settled_from(terms.iter().copied(), Fact::Round);
    // JU-12, JU-31: the first round is another than the rest.
    let opening = setup.rulings.second_side_large_move == SecondSideLargeMove::FirstRound
        || setup.rulings.surprise_free_round.is_yes();
    let uses = |effect: &Effect| matches!(effect, Effect::ReduceDamage(_));
    let order = |plan: &Plan<SideOrder>| plan.any(|order| order != SideOrder::List);
    Reads {
        round: asked.max(if opening { 2 } else { 0 }),
        mana: setup.rulings.high_mana_use == HighManaUse::AlsoCoreDice
            || asks(Fact::HighMana)
            || sheets.iter().any(|sheet| !sheet.special.is_empty()),
        moved: setup.rulings.moving_penalty == MovingPenalty::ByDistance,
        order: setup.sides.iter().any(|side| order(&side.tactics.order)),
        all_damage: sheets.iter().any(|sheet| {
            sheet.special.iter().any(|ability| {
                matches!(ability.timing, Timing::OnDamage | Timing::OnDefence)
                    || ability.effects.iter().any(uses)
            })
        }),
    }
}
