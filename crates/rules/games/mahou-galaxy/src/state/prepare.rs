//! From what a scenario means to what a fight needs: everything that can be known before the first roll.

mod abilities;

use crate::board::{Board, Crew};
use crate::choose::odds::Odds;
use crate::data::rulings::OutAt;
use crate::data::setup::{RollName, SetText, Setup, Side, Stance, StanceSet, Stat, UnitSetup, Weapon};
use crate::data::vocabulary::{Effect, What};
use crate::dice::draws::DuelOrder;
use crate::dice::{DiceRules, Die, Distribution, Formula, Set};
use crate::state::reads::{Reads, RollReads};
use crate::state::spread::Spread;
use crate::state::{MAX_HANDS, SHIELD};
use crate::{MahouGalaxy, PreparedAbility, Unit, WeaponProfile};
use fray_engine::roster::{MAX_UNITS, Roster, UnitId, UnitSet};

/// The most weapons of a unit with those that it can take from others: as many as their numbers tell apart.
const MOST_WEAPONS: usize = 200;

impl MahouGalaxy {
    /// Prepares a scenario.
    ///
    /// # Panics
    /// If a side has no units or there are more than [`MAX_UNITS`]; the reader of scenario files reports
    /// these as errors.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self::prepare(setup, false)
    }

    /// Prepares a scenario without anything that only makes it faster: remembered ways, neighbours and
    /// chances, bounds. The fights are the same; tests compare the two.
    ///
    /// # Panics
    /// As [`MahouGalaxy::new`].
    #[must_use]
    pub fn without_shortcuts(setup: &Setup) -> Self {
        Self::prepare(setup, true)
    }

    fn prepare(setup: &Setup, is_plain: bool) -> Self {
        let roster = Roster::of(setup.sides.iter().map(|side| {
            let units = side.units.iter().map(|unit| unit.name.as_str());
            (side.name.as_str(), units)
        }));
        assert!(roster.units.len() <= MAX_UNITS, "at most {MAX_UNITS} units");
        assert!(roster.sides.iter().all(|side| !side.units.is_empty()), "every side has units");
        let sheets: Vec<&UnitSetup> = setup.units().collect();
        let dice = setup.dice();
        let spread = if is_plain { Spread::default() } else { Spread::of(setup) };
        let crew =
            Crew { top: setup.top().into(), flies: sheets.iter().any(|sheet| sheet.flies()), is_plain };
        let mut rules = Self {
            is_plain,
            rulings: setup.rulings,
            dice,
            odds: Odds::new(setup, &spread, is_plain),
            max_rounds: setup.max_rounds,
            surprise: setup.surprise,
            everyone: roster.everyone(),
            units: Vec::new(),
            duel: None,
            board: setup.map.as_ref().map(|map| Board::new(map, &setup.rulings, dice, crew)),
            changes: core::array::from_fn(|_| Vec::new()),
            lasting: Vec::new(),
            asked_marks: Vec::new(),
            laying: Vec::new(),
            late: UnitSet::default(),
            n_abilities: sheets.iter().map(|sheet| sheet.abilities.len()).max().unwrap_or(0),
            fall: crate::rules::moves::fall::dice(&setup.rulings, dice, setup.farthest_fall()),
            heals: setup
                .abilities()
                .any(|ability| ability.has(|effect| matches!(effect, Effect::Heal { .. }))),
            reads: Reads::of(setup),
            roster,
        };
        for (info, sheet) in rules.roster.units.iter().zip(&sheets) {
            let charmers: UnitSet = (0..sheets.len())
                .filter(|&i| sheet.is_attracted_to(sheets[i]))
                .map(|i| UnitId(i as u8))
                .collect();
            let cell = setup.map.as_ref().zip(sheet.position).map_or(0, |(map, at)| {
                let z = map.ground(at.x, at.y).max(at.z.unwrap_or(0));
                Board::cell_at(at.x.into(), at.y.into(), z.into())
            });
            rules.units.push(unit(setup, &spread, sheet, info.side.0, charmers, cell));
        }
        for (id, sheet) in sheets.iter().enumerate().filter(|(_, sheet)| sheet.snatches()) {
            rules.add_loot(UnitId(id as u8), &spread, sheet, &sheets);
        }
        if let Some(board) = &mut rules.board
            && setup.terrains().any(|cell| cell.height.is_some())
        {
            board.reserve_levels(setup.terrains().filter_map(|cell| cell.height).collect());
        }
        let is_late = |id: &usize| sheets[*id].summoned.is_some();
        rules.late = (0..sheets.len()).filter(is_late).map(|id| UnitId(id as u8)).collect();
        for (id, sheet) in sheets.iter().enumerate() {
            rules.add_abilities(UnitId(id as u8), sheet, &sheets);
        }
        rules.find_names(&sheets);
        rules.sound_depths();
        for unit in rules.everyone {
            let info = rules.unit(unit);
            let [strength, agility] = [Stat::Str, Stat::Agi].map(|stat| info.stats[stat as usize]);
            if let Some(jump) = rules.jump_with(unit, strength, info.stride, agility)
                && let Some(board) = &mut rules.board
            {
                board.know_jump(jump);
            }
        }
        rules.duel = rules.duel_order();
        rules
    }

    /// The table of initiative of a duel in which nothing changes it.
    fn duel_order(&self) -> Option<DuelOrder> {
        let [a, b] = &self.units[..] else { return None };
        let fixed = self.changes.iter().all(Vec::is_empty)
            && self.lasting.is_empty()
            && !self.reads.precise
            && !self.reads.loot
            && !self.reads.initiative
            && !self.rulings.dice_clamp_zero
            && self.rulings.exhausted_roll.0 == 0;
        let die =
            |unit: &Unit| unit.die(Stat::Acc, self.dice).on_two(unit.explode_two.has(RollName::Initiative));
        let plus = |unit: &Unit| unit.speed + self.hand_speed(unit, unit.start_hands[0]);
        let all = crate::data::rulings::DistractionAffects::AllRolls;
        (fixed && self.rulings.distraction_affects != all)
            .then(|| DuelOrder::new([die(a), die(b)], [plus(a), plus(b)]))
    }

    /// MG-78: how far below its limit each unit can sink and be brought back.
    fn sound_depths(&mut self) {
        let knacks = self.units.iter().flat_map(|unit| &unit.skills_of);
        let most = knacks.map(PreparedAbility::mean_healing).max().unwrap_or(0);
        let rises = |by: i8| i32::from(by.max(0));
        let defense: i32 = self.changes[What::Def as usize].iter().map(|(_, by)| rises(*by)).sum();
        for unit in &mut self.units {
            let lowest = match self.rulings.hp_out_at {
                OutAt::BelowMinusDef => -(unit.stats[Stat::Def as usize] + defense).max(0) - 1,
                OutAt::ZeroOrLess => 0,
            };
            unit.sunk = lowest - most;
        }
    }

    /// MG-71: the speed of what is in the primary hand.
    pub(crate) fn hand_speed(&self, unit: &Unit, item: u8) -> i32 {
        match item {
            0 => 0,
            SHIELD => unit.shield.as_ref().map_or(0, |shield| shield.speed),
            n => unit.weapons[usize::from(n) - 1].speed,
        }
    }

    /// MG-56: the weapons that a unit can take from its foes, behind its own.
    fn add_loot(&mut self, unit: UnitId, spread: &Spread, sheet: &UnitSetup, sheets: &[&UnitSetup]) {
        for foe in self.enemies(unit) {
            // A weapon called `fist` takes no hand, so that the others keep their places.
            let weapons = sheets[foe.idx()].weapons.iter().filter(|weapon| weapon.name != "fist");
            for (at, weapon) in weapons.enumerate().filter(|(_, weapon)| !weapon.is_handless()) {
                if self.units[unit.idx()].weapons.len() >= MOST_WEAPONS {
                    return;
                }
                let taken = weapon_profile(weapon, sheet, self.dice, spread);
                let owner = Some((foe, at as u8 + 1));
                let name = format!("{} of {}", taken.name, self.roster.units[foe.idx()].name);
                self.units[unit.idx()].weapons.push(WeaponProfile { name, owner, ..taken });
            }
        }
    }

    /// The dice of a formula with these stats.
    pub(crate) fn formula_of(&self, sets: &[SetText], stats: &[i32; 6], two: bool) -> Formula {
        formula(sets, stats, self.dice, two)
    }
}

/// MG-05: the dice of a formula.
fn formula(sets: &[SetText], stats: &[i32; 6], dice: DiceRules, two: bool) -> Formula {
    let set = |set: &SetText| {
        let die = match set.die {
            Side::Faces(n) => Die::of_faces(n, 0, dice),
            Side::Stat(stat) => Die::of_stat(stats[stat as usize], dice),
        };
        Set { n: set.n, die: die.on_two(two), cumulative: set.cumulative }
    };
    let mut formula = Formula::default();
    for each in sets {
        formula.push(set(each));
    }
    formula
}

fn unit(setup: &Setup, spread: &Spread, sheet: &UnitSetup, side: u8, charmers: UnitSet, cell: u32) -> Unit {
    let dice = setup.dice();
    let stats = sheet.stats.all();
    let rulings = &setup.rulings;
    let two = |roll: RollName| sheet.explode_two.has(roll);
    let mut weapons = sheet.weapons.clone();
    // A weapon called `fist` stands in its place behind the others.
    match weapons.iter().position(|weapon| weapon.name == "fist") {
        Some(at) => {
            let fist = weapons.remove(at);
            weapons.push(Weapon { fist: true, ..fist });
        }
        None => weapons.push(Weapon::unarmed(StanceSet(rulings.fist_stances.0))),
    }
    let weapons: Vec<WeaponProfile> =
        weapons.iter().map(|weapon| weapon_profile(weapon, sheet, dice, spread)).collect();
    let (start_hands, start_dropped) = hands(sheet, &weapons);
    let fist = [SetText { n: 1, cumulative: false, die: Side::Stat(Stat::Str) }];
    let kick = formula(&fist, &stats, dice, two(RollName::KickDamage));
    let armor = Set {
        n: sheet.armor,
        die: Die::of_stat(stats[1], dice).on_two(two(RollName::Soak)),
        cumulative: false,
    };
    let shield = sheet.shield.as_ref().map(|shield| formula(&shield.soak, &stats, dice, two(RollName::Soak)));
    let soak = core::array::from_fn(|without| {
        let armor = if without & 2 == 0 { armor } else { Set { n: 0, ..armor } };
        let mut soak = Formula::of(&[armor]);
        for set in shield.iter().filter(|_| without & 1 == 0).flat_map(|shield| shield.sets()) {
            soak.push(*set);
        }
        (soak, Distribution::of(&soak))
    });
    let soak_changed = [true, false].map(|shielded| {
        let shield = sheet.shield.iter().filter(|_| shielded);
        let mut sets = vec![spread.armor(sheet.armor, stats[1])];
        sets.extend(shield.flat_map(|shield| spread.sets(&shield.soak, &stats)));
        spread.formulas(&sets, RollName::Soak, sheet.explode_two)
    });
    Unit {
        side,
        stats,
        hp_max: sheet.hp_max,
        mp_max: sheet.mp_max,
        sunk: 0,
        start: [sheet.start_hp(), sheet.start_mp()],
        skills: sheet.skills,
        facets: sheet.facet_skills,
        size: sheet.size,
        n_hands: sheet.hands,
        speak: sheet.speak,
        analyze: sheet.analyze.unwrap_or(rulings.analyze_per_round.0 as u8),
        stride: rulings.size_move_multiplier.percent(sheet.size) * sheet.move_mult,
        move_mult: sheet.move_mult,
        pace: rulings.size_move_multiplier.percent(sheet.size),
        flies: sheet.flies(),
        air_fall: sheet.air_fall,
        speed: sheet.speed_mod + sheet.armor_speed + sheet.bonuses.get(RollName::Initiative),
        armor: sheet.armor,
        armor_fit: crate::rules::holds::snatch::fit(
            sheet.armor_parts,
            sheet.armor_torso,
            sheet.crafted,
            sheet.natural_armor,
        ),
        armor_speed: sheet.armor_speed,
        soak,
        soak_changed,
        shield: sheet.shield.clone(),
        weapons,
        kick,
        kick_distribution: Distribution::of(&kick),
        kick_changed: spread.formulas(&spread.sets(&fist, &stats), RollName::KickDamage, sheet.explode_two),
        bonuses: sheet.bonuses,
        explode_two: sheet.explode_two,
        threat_level: sheet.threat_level,
        start_hands,
        start_dropped,
        cell,
        charmers,
        skills_of: Vec::new(),
        tactics: sheet.tactics.clone(),
        roll_reads: RollReads::of(sheet),
    }
}

/// A weapon in the hands of a unit.
fn weapon_profile(weapon: &Weapon, sheet: &UnitSetup, dice: DiceRules, spread: &Spread) -> WeaponProfile {
    let (stats, roll) = (&sheet.stats.all(), RollName::Damage);
    let formula = formula(&weapon.damage, stats, dice, sheet.explode_two.has(roll));
    WeaponProfile {
        name: weapon.name.clone(),
        skills: weapon.skills,
        skill_mod: weapon.skill_mod,
        stances: weapon.stances,
        sets: weapon.damage.clone(),
        formula,
        distribution: Distribution::of(&formula),
        changed: spread.formulas(&spread.sets(&weapon.damage, stats), roll, sheet.explode_two),
        flat: weapon.flat,
        range: weapon.range,
        ranged: weapon.ranged,
        hands: if weapon.is_handless() { 0 } else { weapon.hands },
        speed: weapon.speed,
        fist: weapon.fist,
        droppable: !weapon.is_handless(),
        bind: weapon.bind,
        attack_mod: weapon.attack_mod,
        draw_tokens: weapon.draw_tokens,
        owner: None,
    }
}

/// MG-71: weapons in listed order, then the shield, fill free hands; the rest is stowed.
fn hands(sheet: &UnitSetup, weapons: &[WeaponProfile]) -> ([u8; MAX_HANDS], u16) {
    let mut hands = [0; MAX_HANDS];
    let (mut next, mut stowed) = (0, 0_u16);
    let n = usize::from(sheet.hands);
    let mut fill = |item: u8, takes: u8, bit: u16| {
        let takes = usize::from(takes);
        if takes == 0 {
            return;
        }
        if next + takes > n {
            stowed |= bit;
            return;
        }
        hands[next..next + takes].fill(item);
        next += takes;
    };
    for (at, weapon) in weapons.iter().enumerate() {
        fill(at as u8 + 1, weapon.hands, 1 << at.min(14));
    }
    if let Some(shield) = &sheet.shield {
        let takes = if shield.attached || shield.worn { 0 } else { shield.hands };
        fill(SHIELD, takes, 1 << 15);
    }
    (hands, stowed)
}

/// The natural passive defence (MG-22) of this stance.
#[inline(always)]
pub(crate) fn passive(stat: i32) -> i32 {
    1 + stat.div_euclid(2)
}

/// The modifier of numbers against a stance.
#[inline(always)]
pub(crate) fn defence_of(stance: Stance) -> What {
    match stance {
        Stance::Strong => What::Block,
        Stance::Fast => What::Dodge,
        Stance::Precise => What::Parry,
    }
}
