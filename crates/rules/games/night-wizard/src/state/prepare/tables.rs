//! From what a scenario means to the tables of a whole fight.

use super::numbers::number_changes;
use super::units::Numbering;
use crate::board::Board;
use crate::data::metrics::Metric;
use crate::data::rulings::{AutoInOthersMains, Rulings, Switch, WindowOrder};
use crate::data::setup::ability::{Ability, Effect, JudgeKind, Timing, Trigger, Who};
use crate::data::setup::{MapSetup, Setup, UnitKind, UnitSetup};
use crate::data::tactics::{ChooseWeapon, Downed, PranaAttack, PranaDefense, Tactics, UseAbility};
use crate::dice::contest::{JudgeId, Judges};
use crate::dice::judge_draws::Distributions;
use crate::rules::abilities::gear::HANDS;
use crate::state::extras::TurnState;
use crate::state::tables::{
    N_TIMINGS, N_TRIGGERS, PreparedAbility, PreparedCost, PreparedWeapon, Tables, UnitTables, bits, places_of,
};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The units of each side.
fn sides(setup: &Setup) -> Vec<UnitSet> {
    let mut ids = (0_u8..).map(UnitId);
    setup.sides.iter().map(|side| ids.by_ref().take(side.units.len()).collect()).collect()
}

pub(super) fn abilities(setup: &Setup) -> impl Iterator<Item = &Ability> {
    setup.units().flat_map(|unit| &unit.abilities)
}

impl Tables {
    /// The tables of a scenario; `table` is what changes make of critical and fumble numbers. Without
    /// shortcuts nothing is prepared that only makes fights faster.
    pub(crate) fn new(
        setup: &Setup,
        sheets: &[&UnitSetup],
        judges: &Judges,
        table: &[usize],
        has_shortcuts: bool,
    ) -> Self {
        let rulings = &setup.rulings;
        let mut numbering = Numbering { number_changes: number_changes(setup), ..Numbering::default() };
        let mut units: Vec<UnitTables> =
            sheets.iter().map(|sheet| numbering.unit_tables(sheet, rulings)).collect();
        let mut first_use = 0;
        for (unit_tables, sheet) in units.iter_mut().zip(sheets) {
            let change = |name| sheet.element_mods.get(name).map_or((0, 0), |it| (it.flat, it.percent));
            unit_tables.element_mods = numbering.elements.0.iter().map(change).collect();
            unit_tables.first_use = first_use;
            first_use += unit_tables.abilities.len();
        }
        let is_calm = units.iter().all(|unit| unit.by_timing[Timing::Always as usize] == 0);
        numbering.abilities.iter_mut().for_each(|ability| ability.is_sum &= is_calm);
        let board = Board::of(setup, &mut units, &numbering.abilities);
        let abilities = &numbering.abilities;
        let steps = || abilities.iter().flat_map(|ability| &ability.steps);
        let any_effect = |is: fn(&Effect) -> bool| steps().any(|step| is(&step.effect));
        let is_larger = |map: &MapSetup| (map.width, map.height) != (1, 1) || !map.exits.is_empty();
        let has_places = setup.map.as_ref().is_some_and(is_larger)
            || sheets.iter().any(|sheet| {
                let is_elsewhere = sheet.position != sheets[0].position || sheet.position[2] > 0;
                is_elsewhere || sheet.tactics.flight.decides()
            })
            || any_effect(|effect| {
                matches!(effect, Effect::Move { .. } | Effect::Swap | Effect::TakeOff | Effect::Land)
            });
        let set = |is: &dyn Fn(usize) -> bool| -> UnitSet {
            (0..sheets.len()).filter(|&i| is(i)).map(|i| UnitId(i as u8)).collect()
        };
        let tactic = |is: &dyn Fn(&Tactics) -> bool| set(&|i| is(&sheets[i].tactics));
        let coverers = tactic(&|it| it.cover.decides());
        let group = |i: usize| sheets[i].command_group.as_ref();
        for side in sides(setup) {
            for unit in side {
                let (i, others) = (unit.idx(), side.without(UnitSet::one(unit)));
                units[i].note_usable_weapons(&sheets[i].tactics, rulings, has_places);
                units[i].note_conditions_on_targets(&sheets[i].tactics);
                units[i].fellows = set(&|it| it != i && group(i).is_some() && group(it) == group(i));
                units[i].coverers = coverers.and(others);
            }
        }
        let timed: [UnitSet; N_TIMINGS] =
            core::array::from_fn(|timing| set(&|i| units[i].by_timing[timing] != 0));
        let triggered: [UnitSet; N_TRIGGERS] =
            core::array::from_fn(|trigger| set(&|i| units[i].by_trigger[trigger] != 0));
        let before: [UnitSet; JudgeKind::COUNT] =
            core::array::from_fn(|kind| set(&|i| units[i].before[kind] != 0));
        let after: [UnitSet; JudgeKind::COUNT] =
            core::array::from_fn(|kind| set(&|i| units[i].after[kind] != 0));
        let always: Vec<(UnitId, u8)> = timed[Timing::Always as usize]
            .flat_map(|unit| {
                bits(units[unit.idx()].by_timing[Timing::Always as usize]).map(move |at| (unit, at))
            })
            .collect();
        let is_volatile = always.iter().any(|&(unit, at)| {
            let ability = &abilities[units[unit.idx()].abilities[at as usize].ability as usize];
            ability.when.is_some() || ability.target.who != Who::Myself
        });
        let any = rulings.auto_in_others_mains == AutoInOthersMains::Any;
        let anytime = if any { timed[Timing::Auto as usize] } else { UnitSet::default() };
        let answers_quality = triggered[Trigger::JudgeCritical as usize]
            .or(triggered[Trigger::JudgeFumble as usize])
            .or(anytime);
        let most_dice = most_dice(sheets, abilities);
        let distributions = Distributions::new(judges.len(), most_dice);
        warm(&distributions, judges, sheets, abilities, most_dice);
        let has_gear = units.iter().any(|unit| !unit.enchantments.is_empty() || !unit.loadouts.is_empty());
        let has_prana =
            set(&|i| units[i].sheet.release > 0 && sheets[i].prana.max(sheets[i].start_prana) > 0);
        let mut tables = Self {
            has_shortcuts,
            is_plain: false,
            n_slots: numbering.slots.0.len(),
            n_amounts: numbering.n_amounts,
            distributions,
            changed_numbers: table.iter().map(|&to| to as u8).collect(),
            n_number_changes: numbering.number_changes.len(),
            timed,
            triggered,
            answers: triggered.map(|who| who.or(anytime)),
            derives_anew: has_gear || numbering.slots.0.len() + always.len() > 0,
            always,
            is_volatile,
            window: window(sheets, rulings.window_order),
            has_places,
            board,
            coverers,
            ties: !tactic(&|it| it.tie.decides()).is_empty(),
            late_rollers: set(&|i| units[i].sheet.release > 0 && sheets[i].tactics.prana_init.decides()),
            before,
            after,
            reads_quality: answers_quality.or(timed[Timing::AfterJudge as usize]),
            apart: core::array::from_fn(|kind| before[kind].or(after[kind]).or(answers_quality)),
            spends: core::array::from_fn(|kind| has_prana.and(tactic(&|it| spends(it, kind)))),
            only_attacks: set(&|i| {
                has_shortcuts && !has_places && units[i].has_only_weapons(&sheets[i].tactics, rulings)
            }),
            dressers: set(&|i| {
                let has_choice = sheets[i].lunar_robe && sheets[i].loadouts.len() > 1;
                has_choice || !sheets[i].tactics.enchant.entries.is_empty()
            }),
            has_triggers: triggered.iter().any(|who| !who.is_empty()) || !anytime.is_empty(),
            changes_damage: any_effect(|effect| {
                effect.is_of_damage() || matches!(effect, Effect::ElementMod { .. })
            }),
            lifts: any_effect(|effect| matches!(effect, Effect::LiftNearDeath)),
            has_last_mains: rulings.final_main == Switch::On && !tactic(&|it| it.final_.decides()).is_empty(),
            changes_counts: any_effect(|effect| {
                matches!(effect, Effect::ChangeCount(_) | Effect::SetCount(_))
            }),
            counts_mains: abilities.iter().any(|ability| ability.uses.per_main > 0),
            surprise: setup.surprise,
            late: set(&|i| sheets[i].arrives_round > 1),
            fights: setup.series.fights,
            rounds_of_fight: setup.max_rounds,
            damage_of: numbering.elements.0.iter().map(|name| Metric::damage_of(name)).collect(),
            start: None,
            fresh: TurnState::default(),
            abilities: numbering.abilities,
            units: {
                units.resize_with(MAX_UNITS, UnitTables::default);
                units.try_into().expect("a place for each unit")
            },
        };
        tables.is_plain = tables.is_only_attacks_on_one_square(sheets.len(), has_prana);
        if !has_shortcuts {
            tables.forget_shortcuts();
        }
        tables
    }
}

impl Tables {
    /// Returns whether nothing is used of what [`Features`](crate::rules::turns::turn::Features) name.
    fn is_only_attacks_on_one_square(&self, n_units: usize, has_prana: UnitSet) -> bool {
        let units = &self.units[..n_units];
        let weapons = || units.iter().flat_map(|unit| &unit.weapons);
        let has_abilities = !self.abilities.is_empty()
            || self.derives_anew
            || !has_prana.is_empty()
            || !self.coverers.is_empty()
            || self.has_last_mains
            || self.surprise.is_some()
            || self.fights > 1
            || units.iter().any(|unit| unit.sometimes_usable != 0)
            || weapons().any(|weapon| !weapon.price.is_free);
        let has_statuses = units.iter().any(|unit| !unit.sheet.start_statuses.is_empty())
            || weapons().any(|weapon| !weapon.inflict.is_empty());
        let only_attack = self.only_attacks.len() as usize == n_units;
        only_attack && !has_abilities && !self.has_places && !has_statuses
    }

    /// Takes away what only makes fights faster.
    fn forget_shortcuts(&mut self) {
        self.board.forget_steps();
        for unit in self.units.iter_mut() {
            unit.fixed_weapon = None;
            unit.sometimes_usable |= core::mem::take(&mut unit.always_usable);
            unit.has_one_range = false;
        }
    }
}

/// Returns whether tactics may ever put prana on Judges of this number among those of an attack.
fn spends(tactics: &Tactics, kind: usize) -> bool {
    let on_attack = |is: fn(PranaAttack) -> bool| tactics.prana_atk.any(is);
    let on_defense = |is: fn(PranaDefense) -> bool| tactics.prana_def.any(is);
    [
        (JudgeKind::Hit, on_attack(|it| matches!(it, PranaAttack::Hit(_)))),
        (JudgeKind::Attack, on_attack(|it| matches!(it, PranaAttack::MaxAttack | PranaAttack::LowHp))),
        (JudgeKind::Dodge, on_defense(|it| matches!(it, PranaDefense::Chance(_)))),
        (JudgeKind::Defense, on_defense(|it| it == PranaDefense::Lethal)),
    ]
    .iter()
    .any(|&(of, spends)| of as usize == kind && spends)
}

impl UnitTables {
    /// Returns whether a unit that does not move has nothing to do in a Main but its Major Action, and
    /// nothing to do with that but an attack.
    fn has_only_weapons(&self, tactics: &Tactics, rulings: &Rulings) -> bool {
        let timings = [Timing::MainStart, Timing::Auto, Timing::Minor, Timing::Major];
        timings.iter().all(|&timing| self.by_timing[timing as usize] == 0)
            && (rulings.flee == Switch::Off || tactics.flee.entries.is_empty())
            && tactics.prana_convert.entries.is_empty()
            && tactics.enchant.entries.is_empty()
            && tactics.loadout.entries.is_empty()
    }

    /// Notes which decisions are settled for each possible target, and who has areas that hit friends.
    fn note_conditions_on_targets(&mut self, tactics: &Tactics) {
        self.has_wide_weapons = self.weapons.iter().any(|weapon| weapon.area.hits_all());
        self.targets_by_condition = tactics.target.terms().any(|term| term.fact.is_of_target());
        self.uses_by_target = tactics.ability.terms().any(|term| term.fact.is_of_target())
            || tactics.ability.any(|it| matches!(it, UseAbility::HpBelow(_)));
    }

    /// Notes which of its weapons need nothing that can be lacking, and whether the choice among
    /// them is settled before the fight (D-weapon).
    fn note_usable_weapons(&mut self, tactics: &Tactics, rulings: &Rulings, has_places: bool) {
        let is_one = self.weapons.len() == 1;
        let is_sure = |weapon: &PreparedWeapon| {
            self.loadouts.is_empty()
                && weapon.needs_all == 0
                && weapon.needs_any == 0
                && weapon.price.is_free
                && (rulings.auto_actions_per_main.0.is_none() || is_one && weapon.hands <= HANDS)
        };
        let usable = [true, false].map(|always| places_of(&self.weapons, |it| is_sure(it) == always));
        [self.always_usable, self.sometimes_usable] = usable.map(|places| places as u32);
        let takes_first = is_one || !tactics.weapon.any(|it| it != ChooseWeapon::First);
        // An area that hits friends is used only where it is worth it.
        let reaches = !has_places && self.weapons[0].range.least == 0 && !self.weapons[0].area.hits_all();
        self.fixed_weapon = (takes_first && reaches && self.always_usable & 1 == 1).then_some(0);
    }
}

/// The most dice that one Judge can get beyond its own.
fn most_dice(sheets: &[&UnitSetup], abilities: &[PreparedAbility]) -> usize {
    let prana = sheets.iter().map(|sheet| sheet.release.min(sheet.prana)).max().unwrap_or(0);
    let added: usize = abilities
        .iter()
        .flat_map(|ability| &ability.steps)
        .map(|step| if let Effect::AddDice { n, .. } = step.effect { n as usize } else { 0 })
        .sum();
    (prana.max(0) as usize + added).min(255)
}

/// Makes ready what sampled fights ask for: sums of dice, and the distributions that a tactic looks into.
fn warm(
    distributions: &Distributions,
    judges: &Judges,
    sheets: &[&UnitSetup],
    abilities: &[PreparedAbility],
    most_dice: usize,
) {
    for n in 0..=most_dice {
        distributions.warm_sum(n as u8);
    }
    let amounts = abilities.iter().flat_map(|ability| {
        let PreparedCost { count, hp, mp, prana, .. } = ability.price;
        let of_steps = ability.steps.iter().filter_map(|step| step.by);
        of_steps.chain([count, hp, mp, prana]).map(|amount| amount.dice).collect::<Vec<u8>>()
    });
    let of_weapons = sheets.iter().flat_map(|sheet| &sheet.weapons);
    let of_weapons = of_weapons.flat_map(|weapon| [weapon.mp_cost.dice, weapon.prana_cost.dice]);
    // Poison may be a die a level; levels are few in sane fights.
    for n in amounts.chain(of_weapons).chain(0..=20) {
        distributions.warm_sum(n);
    }
    let looks_ahead = |tactics: &Tactics| {
        tactics.prana_def.any(|it| matches!(it, PranaDefense::Chance(_)))
            || tactics.downed.any(|it| it == Downed::FinishOff)
    };
    if sheets.iter().any(|sheet| looks_ahead(&sheet.tactics))
        || abilities.iter().any(|ability| ability.hurts && ability.is_wide())
    {
        for judge in 0..judges.len() {
            (0..=most_dice).for_each(|n| distributions.warm_judge(judges, judge as JudgeId, n as u8));
        }
    }
}

/// NW-09(c): PCs first, then NPCs, or the other way round, each in listed order.
fn window(sheets: &[&UnitSetup], order: WindowOrder) -> Vec<UnitId> {
    let mut window: Vec<UnitId> = (0..sheets.len() as u8).map(UnitId).collect();
    let is_last =
        |unit: &UnitId| (sheets[unit.idx()].kind == UnitKind::Pc) == (order == WindowOrder::NpcFirst);
    window.sort_by_key(is_last);
    window
}

const _: () = assert!(N_TIMINGS == 11 && N_TRIGGERS == 15);
