//! From what a scenario means to what a fight needs: everything that can be known before the first
//! roll.

use crate::board::Board;
use crate::data::rulings::{
    AttackHelpless, BreakFreePools, DeathSave, FirstAidReturns, ResistPool, Stalemate, TurnOrder,
};
use crate::data::setup::{Gift, Setup, UnitSetup, Weapon, WeaponKind};
use crate::data::tactics::{Fact, FirstAidChoice, FocusUse};
use crate::data::vocabulary::{
    Ability, AbilityRoll, Cost, Duration, Effect, Kind, MAX_ABILITIES, MAX_MODS, MAX_WEAPONS, Status,
    Statuses, Target, Timing,
};
use crate::dice::pool::Pool;
use crate::state::State;
use crate::state::key::Reads;
use crate::{
    AreaOf, Cardinal, DamageProfile, LastingEffect, Meets, ModKind, NO_MOD, OnHit, PreparedAbility, Slays,
    Unit, WeaponProfile,
};
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, Roster, SideId, UnitId};
use fray_kit::tactics::when::{Term, settled_within};

/// The traits of a target, by name, against which a roll can be made beside its skills.
pub(crate) const TRAITS: [&str; 4] = ["body", "speed", "mind", "will"];

impl Cardinal {
    /// Prepares a scenario.
    ///
    /// # Panics
    /// If a side has no units, or there are more sides, units, weapons, abilities or lasting effects than the
    /// rules number; the reader of scenario files reports these as errors.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let roster = Roster::of(setup.sides.iter().map(|side| {
            let units = side.units.iter().map(|unit| unit.name.as_str());
            (side.name.as_str(), units)
        }));
        assert!(roster.units.len() <= MAX_UNITS, "at most {MAX_UNITS} units");
        assert!((1..=MAX_SIDES).contains(&roster.sides.len()), "at most {MAX_SIDES} sides");
        assert!(roster.sides.iter().all(|side| !side.units.is_empty()), "every side has units");
        let mut species: Vec<&str> = Vec::new();
        for unit in setup.units() {
            if let Some(name) = unit.species.as_deref()
                && !species.contains(&name)
            {
                species.push(name);
            }
        }
        let board = setup.map.as_ref().map(|map| Board::of(map, &setup.rulings));
        let hazards =
            setup.map.iter().flat_map(|map| &map.squares).filter_map(|square| square.hazard.as_ref());
        let hazards = hazards
            .map(|hazard| (hazard.attack, damage_profile(hazard.damage, &hazard.effects, true, &species)));
        let hazards = hazards.collect();
        let mut cardinal = Self {
            rulings: setup.rulings,
            max_rounds: setup.max_rounds,
            everyone: roster.everyone(),
            sides: roster.sides.iter().map(|side| side.units).collect(),
            units: Vec::new(),
            hazards,
            mods: Vec::new(),
            reads: reads(setup),
            board,
            roster,
        };
        let mut numbers = Numbers::default();
        for (id, (info, sheet)) in cardinal.roster.units.iter().zip(setup.units()).enumerate() {
            assert!(sheet.weapons.len() <= MAX_WEAPONS, "at most {MAX_WEAPONS} weapons");
            assert!(sheet.abilities.len() <= MAX_ABILITIES, "at most {MAX_ABILITIES} abilities");
            let owner = UnitId(id as u8);
            let made = unit(setup, sheet, (info.side, owner), &species, &mut numbers);
            cardinal.units.push(made);
        }
        cardinal.mods = numbers.mods;
        assert!(cardinal.mods.len() <= MAX_MODS, "at most {MAX_MODS} lasting effects");
        cardinal.place_units(setup);
        cardinal
    }

    /// CA-16: the squares at the start.
    fn place_units(&mut self, setup: &Setup) {
        for (unit, at) in self.units.iter_mut().zip(setup.squares()) {
            unit.position = at.unwrap_or_default();
        }
    }

    /// Room in a state for what this scenario has.
    pub(crate) fn make_room(&self, state: &mut State) {
        state.mods.clear();
        state.mods.resize(self.units.len() * self.mods.len(), 0);
        if let Some(board) = &self.board {
            state.scratch.fit(board);
        }
    }

    /// The pool of a target that a roll meets.
    pub(crate) fn opposed(&self, unit: UnitId, which: u8) -> Pool {
        let it = self.unit(unit);
        match which {
            0 => it.body,
            1 => it.speed,
            2 => it.mind,
            3 => it.will,
            skill => it.skills.get(usize::from(skill) - TRAITS.len()).map_or(Pool::NONE, |skill| skill.1),
        }
    }
}

/// CA-32: the kinds of a blow.
fn damage_profile(bonus: i32, kinds: &[Kind], soakable: bool, species: &[&str]) -> DamageProfile {
    let mut profile = DamageProfile { bonus, soakable, ..DamageProfile::default() };
    for kind in kinds {
        match kind {
            Kind::Slaying(None) => profile.slaying = Slays::Everybody,
            Kind::Slaying(Some(tag)) => {
                // Against a species that nobody is of it slays nobody.
                let number = species.iter().position(|name| name == tag).map_or(u8::MAX, |at| at as u8 + 1);
                profile.slaying = Slays::Species(number);
            }
            Kind::Critical => profile.critical = true,
            Kind::Impaling => profile.impaling = true,
            Kind::Penetrating => profile.penetrating = true,
            Kind::Weak => profile.weak = true,
            Kind::Flat => profile.flat = true,
            Kind::Nonlethal => profile.nonlethal = true,
            Kind::Knockout => profile.knockout = true,
            Kind::Grapple => profile.grapple = true,
        }
    }
    profile
}

fn weapon_profile(weapon: &Weapon, species: &[&str], numbers: &mut Numbers) -> WeaponProfile {
    let on_hit = weapon.on_hit.iter().enumerate().map(|(nth, effect)| {
        let made = numbers.give(effect, ("weapon", &weapon.name, nth), true, None);
        OnHit { effect: effect.clone(), made }
    });
    WeaponProfile {
        name: weapon.name.clone(),
        ability: None,
        kind: weapon.kind,
        meets: if weapon.kind == WeaponKind::Resisted { Meets::Resistance } else { Meets::Defence },
        attack: weapon.attack,
        parry: weapon.parry,
        counter: weapon.counter,
        profile: damage_profile(weapon.damage, &weapon.effects, true, species),
        range: weapon.range.paces(),
        waive: weapon.range_waive,
        reload: weapon.reload,
        counter_missiles: weapon.counter_missiles,
        counter_magic: weapon.counter_magic,
        on_hit: on_hit.collect(),
        ready: weapon.ready,
        loaded: weapon.loaded || weapon.reload == 0,
        area: None,
    }
}

/// CA-20, CA-29: the number or roll that an ability is rolled against, and its pool. A skill is numbered in
/// the order of all names of skills, the same for every unit.
fn meets(roll: &AbilityRoll, skills: &[String]) -> (Meets, Pool) {
    match roll {
        AbilityRoll::None | AbilityRoll::Auto => (Meets::Nothing, Pool::NONE),
        AbilityRoll::Against(pool, number) => (Meets::Number(*number), *pool),
        AbilityRoll::Defence(pool) => (Meets::Defence, *pool),
        AbilityRoll::Resisted(pool) => (Meets::Resistance, *pool),
        AbilityRoll::Opposed(pool, word) => {
            let names = TRAITS.iter().copied().chain(skills.iter().map(String::as_str));
            let at = names.into_iter().position(|name| name == word);
            (Meets::Pool(at.map_or(u8::MAX, |at| at as u8)), *pool)
        }
    }
}

/// All names of skills of a scenario, each once.
fn skill_names(setup: &Setup) -> Vec<String> {
    let mut names: Vec<String> =
        setup.units().flat_map(|unit| &unit.skills).map(|skill| skill.0.clone()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn unit(
    setup: &Setup,
    sheet: &UnitSetup,
    (side, owner): (SideId, UnitId),
    species: &[&str],
    numbers: &mut Numbers,
) -> Unit {
    let names = skill_names(setup);
    let resist = sheet.resist_pool.filter(|_| setup.rulings.resist_pool == ResistPool::PerUnit);
    let hold = sheet.break_free_pool.filter(|_| setup.rulings.break_free_pools == BreakFreePools::Data);
    let soak = sheet.soak_pool.unwrap_or_else(|| sheet.body.and(sheet.will.when(sheet.has(Gift::Resolve))));
    let mut weapons: Vec<WeaponProfile> =
        sheet.weapons.iter().map(|weapon| weapon_profile(weapon, species, numbers)).collect();
    let n_weapons = weapons.len();
    for (at, ability) in sheet.abilities.iter().enumerate() {
        if let Some(harm) = harm(ability, at, &names, species) {
            weapons.push(harm);
        }
    }
    let n_attacks = weapons.len();
    let abilities = sheet.abilities.iter().enumerate().map(|(at, ability)| {
        let (meets, pool) = meets(&ability.roll, &names);
        let lasting = ability.effects.iter().enumerate().map(|(nth, effect)| {
            let passive = (ability.timing == Timing::Passive).then_some((owner, at as u8));
            let is_hostile = matches!(ability.target, Target::Enemy | Target::AllNear);
            numbers.give(effect, ("ability", &ability.name, nth), is_hostile, passive)
        });
        PreparedAbility {
            mods: lasting.collect(),
            weapon: weapons
                .iter()
                .position(|weapon| weapon.ability == Some(at as u8))
                .map(|weapon| weapon as u8),
            action: (2 * n_attacks + at) as u8,
            meets,
            pool,
            ability: ability.clone(),
        }
    });
    Unit {
        side,
        is_pc: sheet.kind == crate::data::setup::UnitKind::Pc,
        body: sheet.body,
        speed: sheet.speed,
        mind: sheet.mind,
        will: sheet.will,
        dodge: sheet.dodge_pool.unwrap_or_else(|| sheet.speed.and(sheet.skill("dodge"))),
        soak,
        armor: sheet.armor,
        rally: sheet.rally(),
        initiative: sheet.initiative_pool,
        danger: Pool::D12.when(sheet.has(Gift::DangerSense)),
        resist: resist.unwrap_or_else(|| sheet.body.and(sheet.will)),
        hold: hold.unwrap_or_else(|| sheet.body.and(sheet.skill("fighting"))),
        aid: sheet.mind.and(sheet.skill("academics")),
        tactics_dice: sheet.skill("tactics"),
        skills: names.iter().map(|name| (name.clone(), sheet.skill(name))).collect(),
        shield: sheet.shield,
        abilities: abilities.collect(),
        weapons,
        n_weapons,
        stride: 1 + sheet.stride_bonus,
        dash: sheet.dash_bonus,
        is_veteran: sheet.has(Gift::Veteran),
        is_unaware: sheet.unaware,
        order: sheet.order,
        ward: sheet.ward,
        species: sheet
            .species
            .as_deref()
            .map_or(0, |name| species.iter().position(|known| *known == name).map_or(0, |at| at as u8 + 1)),
        statuses: Statuses::of(&sheet.statuses),
        position: (0, 0, 0),
        flies: sheet.flying,
        tactics: sheet.tactics.clone(),
    }
}

/// CA-66: an ability that does damage as the attack that it is.
fn harm(ability: &Ability, at: usize, skills: &[String], species: &[&str]) -> Option<WeaponProfile> {
    let (points, kinds, soakable) = ability.damage()?;
    let (meets, pool) = meets(&ability.roll, skills);
    let area = match ability.target {
        Target::AllNear => Some(AreaOf::Near),
        Target::Sphere { radius, pick } => Some(AreaOf::Sphere { radius: u32::from(radius), pick }),
        _ => None,
    };
    Some(WeaponProfile {
        name: ability.name.clone(),
        ability: Some(at as u8),
        // CA-20: a spell if it meets the target's defence, otherwise nothing answers it.
        kind: if meets == Meets::Defence { WeaponKind::Magic } else { WeaponKind::Resisted },
        meets,
        attack: pool,
        parry: Pool::NONE,
        counter: Pool::NONE,
        profile: damage_profile(points, kinds, soakable, species),
        range: if area == Some(AreaOf::Near) {
            crate::data::vocabulary::Band::Near.paces()
        } else {
            ability.range.paces()
        },
        waive: 0,
        reload: 0,
        counter_missiles: false,
        counter_magic: false,
        on_hit: Vec::new(),
        ready: true,
        loaded: true,
        area,
    })
}

/// The lasting effects of a scenario as they are numbered.
#[derive(Default)]
struct Numbers {
    mods: Vec<LastingEffect>,
    /// CA-04: the sources that are told apart: a weapon or an ability by its name, and the place of the
    /// effect.
    sources: Vec<(&'static str, String, usize)>,
}

impl Numbers {
    /// The number of an effect that lasts; `NO_MOD` for one that does not.
    fn give(
        &mut self,
        effect: &Effect,
        source: (&'static str, &str, usize),
        is_hostile: bool,
        passive: Option<(UnitId, u8)>,
    ) -> u8 {
        let Some(mut made) = lasting(effect) else { return NO_MOD };
        if let ModKind::Reroll(_, hostile) = &mut made.what {
            *hostile = is_hostile;
        }
        let (kind, name, nth) = source;
        let known = self.sources.iter().position(|(a, b, c)| (*a, b.as_str(), *c) == source);
        let number = known.unwrap_or_else(|| {
            self.sources.push((kind, name.to_owned(), nth));
            self.sources.len() - 1
        });
        (made.source, made.passive) = (number as u8, passive);
        self.mods.push(made);
        (self.mods.len() - 1) as u8
    }
}

/// The lasting part of an effect.
fn lasting(effect: &Effect) -> Option<LastingEffect> {
    let what = match *effect {
        Effect::BonusDie { dice, to, .. } => ModKind::Bonus(dice, to),
        Effect::PenaltyDie { dice, to, .. } => ModKind::Penalty(dice, to),
        Effect::UpgradeDie { pool, steps, .. } => ModKind::Upgrade(pool, steps),
        Effect::ExtraSoak(dice) => ModKind::Bonus(dice, crate::data::vocabulary::ModWord::Soak),
        Effect::Stride(n) => ModKind::Stride(n),
        Effect::Dash(n) => ModKind::Dash(n),
        Effect::Forbid(word) => ModKind::Forbid(word),
        Effect::Force(word) => ModKind::Force(word),
        Effect::DefenceChart(chart) => ModKind::Chart(chart),
        Effect::Reroll(again) => ModKind::Reroll(again, false),
        Effect::AddStatus { duration: Duration::Fight, .. } => return None,
        Effect::AddStatus { status, .. } => ModKind::Status(status),
        _ => return None,
    };
    let until = match effect.lasts() {
        Some(Duration::UntilRoll { pool, against, successes }) => Some((pool, against, successes)),
        _ => None,
    };
    Some(LastingEffect { what, source: 0, until, passive: None })
}

/// Returns whether what an ability asks of the number of the round holds in one of so many.
fn may_come(ability: &Ability, most: u32) -> bool {
    let terms = ability.when.iter().flat_map(|when| &when.terms);
    let of_rounds: Vec<_> = terms.filter(|term| term.fact == Fact::Round).collect();
    (0..=most).any(|round| of_rounds.iter().all(|term| term.holds(round as i32, 0)))
}

/// Returns the parts of the state that this scenario reads.
fn reads(setup: &Setup) -> Reads {
    let of_tactics = setup.units().flat_map(|unit| unit.tactics.terms());
    let conditions = setup.abilities().filter_map(|ability| ability.when.as_ref());
    let terms: Vec<&Term<Fact>> = of_tactics.chain(conditions.flat_map(|when| &when.terms)).collect();
    let asks = |fact: Fact| terms.iter().any(|term| term.fact == fact);
    let rulings = &setup.rulings;
    let asks_fallen = terms.iter().any(|term| match term.fact {
        Fact::HasStatus(status) | Fact::TargetHasStatus(status) => Statuses::FALLEN.has(status),
        _ => false,
    });
    let is_stance = |status: &Status| Statuses::STANCES.has(*status);
    let asks_stances = terms.iter().any(|term| match term.fact {
        Fact::HasStatus(status) | Fact::TargetHasStatus(status) => is_stance(&status),
        _ => false,
    });
    // An area is laid by what it does to friends, too, and so by who of them Guards.
    let hangs_on_stances = |ability: &Ability| {
        may_come(ability, setup.max_rounds)
            && (ability.target.radius().is_some()
                || ability.effects.iter().any(|effect| match effect {
                    Effect::AddStatus { status, .. } => is_stance(status),
                    Effect::RemoveStatus(statuses) => statuses.iter().any(is_stance),
                    _ => false,
                }))
    };
    let interrupts = rulings.interrupt
        && setup.any(|unit| unit.tactics.focus.any(|focus| focus == FocusUse::InterruptFirstAttack));
    Reads {
        round: settled_within(terms.iter().copied(), Fact::Round, setup.max_rounds),
        gear: setup.weapons().any(|weapon| {
            let changes = |effect: &Effect| matches!(effect, Effect::Disarm | Effect::Reload);
            weapon.reload > 0 || !weapon.ready || !weapon.loaded || weapon.on_hit.iter().any(changes)
        }) || setup.has_abilities(),
        uses: setup.abilities().any(|ability| {
            ability.timing == Timing::Stunt
                || ability.cost.iter().any(|cost| matches!(cost, Cost::Exhaust(_) | Cost::Ammunition(_)))
        }) || setup.has_abilities(),
        fallen: rulings.death_save == DeathSave::On
            || rulings.first_aid_returns != FirstAidReturns::Never
            || rulings.attack_helpless == AttackHelpless::Allowed
            || setup.has_abilities()
            // A medic goes to the Dying and gives First Aid once, whatever it is worth.
            || setup.any(|unit| unit.tactics.first_aid.any(|choice| choice == FirstAidChoice::Medic))
            || asks(Fact::AlliesDying)
            || asks_fallen,
        order: !matches!(
            rulings.turn_order,
            TurnOrder::Fixed | TurnOrder::SidesFirstA | TurnOrder::SidesFirstB
        ),
        interrupts,
        quiet: rulings.stalemate == Stalemate::Draw,
        stances: asks_stances || setup.abilities().any(hangs_on_stances),
        rerolls: setup.effects().any(|effect| matches!(effect, Effect::Reroll(_))),
        holds: setup.kinds().any(|kind| *kind == Kind::Grapple),
        flight: setup.any(|unit| unit.flying),
        reactions: setup.abilities().any(|ability| matches!(ability.timing, Timing::Reaction(_))),
    }
}
