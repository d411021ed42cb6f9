//! The start of a fight, surprise, and the Setup Process (NW-04, NW-09 to NW-11).

use crate::data::rulings::{Switch, UnconsciousCount};
use crate::data::setup::{Appearance, Numbers};
use crate::data::tactics::{PranaInit, Robe};
use crate::dice::judge::TwoDice;
use crate::dice::sum::Sum;
use crate::rules::prelude::*;
use crate::rules::values::Window;
use crate::state::extras::{UnitExtras, Used};
use crate::state::{Phase, UnitState};

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// Everybody in their place, or still to come, as the stat blocks have them.
    pub(crate) fn take_places(&mut self) {
        let n_units = self.nw.roster.units.len();
        let state = &mut *self.state;
        // All but reactions is made new by `start_unit`.
        state.extras.resize(n_units, UnitExtras::default());
        state.slots.resize(n_units * self.tables.n_slots, Slot::default());
        state.amounts.resize(n_units * self.tables.n_amounts, 0);
        let n_owned = self.tables.units.iter().map(|unit_tables| unit_tables.abilities.len()).sum();
        state.used.resize(n_owned, Used::default());
        state.turn.reacted = UnitSet::default();
        state.reactions.clear();
        state.reactions.resize(n_units, 0);
        (state.fled, state.surprised, state.fight) = (UnitSet::default(), UnitSet::default(), 1);
        state.route.clear();
        self.tables.board.fit(&mut state.scratch);
        self.forget_turn();
        self.start_fight(self.nw.roster.everyone(), UnitSet::default());
        if self.tables.surprise.is_some() {
            (self.state.phase, self.state.round) = (Phase::Surprise, 0);
        }
    }

    /// Clears the state that lasts only within a turn.
    #[inline]
    pub(crate) fn forget_turn(&mut self) {
        self.forget_uses_of_main();
        self.forget_reactions();
        self.state.turn = self.tables.fresh;
    }

    /// The start of a fight for those who take part; of them `keep` are as the last fight of the
    /// series left them (NW-54).
    pub(crate) fn start_fight(&mut self, fighters: UnitSet, keep: UnitSet) {
        let state = &mut *self.state;
        state.absent = self.tables.late.and(fighters);
        state.standing = fighters.without(state.absent);
        state.near_death = UnitSet::default();
        state.able = UnitSet::default();
        (state.began, state.mains) = (UnitSet::default(), 0);
        if state.fight == 1 {
            state.outrun = UnitSet::default();
        }
        state.gauge.clear();
        (state.round, state.phase) = (1, Phase::Setup);
        for unit in fighters {
            let is_new = self.state.fight == 1 || !self.nw.of_side(SideId(0)).has(unit);
            self.start_unit(unit, keep.has(unit), is_new);
        }
        for unit in fighters {
            self.refresh(unit);
        }
        for unit in fighters {
            let sheet = self.nw.unit(unit);
            if !keep.has(unit) {
                let most = self.extras(unit).derived.max_hp;
                self.state.unit_mut(unit).hp = self.nw.hot(unit).start_hp.min(most);
                let it = self.extras_mut(unit);
                (it.mp, it.prana) = (sheet.start_mp.min(it.derived.max_mp), sheet.start_prana);
            }
            for it in &sheet.start_statuses {
                self.start_with(unit, it.status, it.level);
            }
        }
    }

    fn start_unit(&mut self, unit: UnitId, keeps: bool, is_new: bool) {
        let info = self.nw.hot(unit);
        let unit_tables = &self.tables.units[unit.idx()];
        let hp = if keeps { self.hp(unit) } else { info.start_hp };
        *self.state.unit_mut(unit) = UnitState { hp, count: 0, mains: 0 };
        let numbers = if info.rolls_numbers { self.roll_numbers(unit) } else { info.numbers };
        let it = self.extras_mut(unit);
        // What is not kept is filled up when the maxima are known: nothing is drained before.
        let (mp, prana) = if keeps { (it.mp, it.prana) } else { (0, 0) };
        *it = UnitExtras {
            mp,
            prana,
            spot: unit_tables.spot,
            flying: unit_tables.starts_in_flight,
            own_numbers: numbers,
            derived: it.derived,
            ..UnitExtras::default()
        };
        self.state.note_afflicted(unit);
        for used in
            &mut self.state.used[unit_tables.first_use..unit_tables.first_use + unit_tables.abilities.len()]
        {
            // NW-53: charges are not renewed in a series.
            *used = Used { charges: if is_new { 0 } else { used.charges }, ..Used::default() };
        }
        let first = unit.idx() * self.tables.n_slots;
        self.state.slots[first..first + self.tables.n_slots].fill(Slot::default());
        let first = unit.idx() * self.tables.n_amounts;
        self.state.amounts[first..first + self.tables.n_amounts].fill(0);
        self.fill_memory(unit);
        self.take_up_weapons(unit);
        // Nothing falls from the maxima of the last fight.
        self.extras_mut(unit).derived.max_mp = 0;
        if self.nw.reads.last_target {
            self.state.last_target[unit.idx()] = unit;
        }
    }

    /// NW-04: critical number first, then a fumble number that differs from it; then the critical
    /// number moves towards 7, up to `cf_shift` steps, and stops before the fumble number.
    fn roll_numbers(&mut self, unit: UnitId) -> u8 {
        let by = Roll { unit, purpose: Purpose::Setup };
        let mut crit = self.dice.draw(by, &TwoDice::ANY);
        let fumble = self.dice.draw(by, &TwoDice(Numbers::all_but(crit)));
        for _ in 0..self.nw.unit(unit).cf_shift {
            let closer = crit + (7 - crit).signum();
            if closer == fumble {
                break;
            }
            crit = closer;
        }
        self.obs.event(|| Event::Numbers { unit, crit, fumble });
        self.nw.first_rolled + (crit - 2) as u8 * 11 + (fumble - 2) as u8
    }

    /// NW-43: a status at the start of the fight, which answers to nothing.
    fn start_with(&mut self, unit: UnitId, status: Status, level: i32) {
        let it = self.extras_mut(unit);
        if it.derived.immune & status.bit() == 0 {
            it.statuses |= status.bit();
            it.poison = if status == Status::Poison { it.poison.max(level) } else { it.poison };
            self.state.note_afflicted(unit);
        }
        if status == Status::Unconscious && self.extras(unit).flying {
            self.come_down(unit);
        }
    }

    /// NW-10: before round 1 each unit of the surprising side takes a Main in listed order; one a
    /// turn.
    pub(crate) fn surprise(&mut self) -> Step {
        let side = self.tables.surprise.expect("somebody surprises");
        let units = self.nw.of_side(side).and(self.state.standing);
        let left = units.without(self.state.surprised);
        if left.is_empty() {
            (self.state.phase, self.state.round) = (Phase::Setup, 1);
            self.state.surprised = UnitSet::default();
            return Step::RoundOver;
        }
        if self.state.surprised.is_empty() {
            self.obs.event(|| Event::Surprise { side });
        }
        let unit = left.first();
        self.state.surprised.insert(unit);
        self.state.turn.no_counts = true;
        self.state.turn.surprise = true;
        match self.main(unit, false) {
            Some(outcome) => Step::Over(outcome),
            None => Step::GoesOn,
        }
    }

    /// NW-09: the Setup Process.
    #[inline]
    pub(crate) fn open_round(&mut self) -> Step {
        self.obs.event(|| Event::Round);
        self.state.turn.no_counts = true;
        // Who falls before the counts are set began no round with one, and no Main of this round was taken.
        (self.state.began, self.state.mains) = (UnitSet::default(), 0);
        for unit in self.state.absent {
            self.arrive(unit);
        }
        if F::ABILITIES {
            for unit in self.state.standing.and(self.tables.dressers) {
                self.open_robe(unit);
            }
        }
        self.open_window(Timing::Setup);
        if F::ABILITIES {
            for unit in self.tables.dressers {
                self.extras_mut(unit).robed = false;
            }
        }
        if let Some(outcome) = self.look_at_outcome() {
            return Step::Over(outcome);
        }
        self.set_counts();
        Step::GoesOn
    }

    /// NW-09(a): a late arrival appears on its start square, if it passes the Appearance Judge it
    /// may need.
    fn arrive(&mut self, unit: UnitId) {
        let sheet = self.nw.unit(unit);
        if sheet.arrives_round > self.state.round {
            return;
        }
        let mut appearance = None;
        if let Some(Appearance { attribute, difficulty }) = sheet.appearance
            && self.nw.rulings.appearance_judge == Switch::On
        {
            let mut basis = self.basis(unit, JudgeKind::Appearance, attribute, false, [0; 2]);
            basis.rolls = true;
            let least = self.nw.least_value(difficulty);
            let judged = self.judge(&basis, Purpose::Setup, Window::at(least));
            let is_success = judged.value >= least;
            self.obs.event(|| Event::Tries { unit, judge: judged.side, difficulty, is_success });
            if !is_success {
                return;
            }
            appearance = Some(judged);
        }
        self.state.absent.remove(unit);
        self.state.standing.insert(unit);
        self.obs.arrives(unit);
        self.obs.event(|| Event::Arrives { unit });
        self.refresh(unit);
        if let Some(judged) = appearance {
            self.fire_quality(unit, judged);
        }
    }

    /// NW-09(b), NW-33: a switch of loadout by Lunar Robe bars special abilities and items of this
    /// Setup; enchantments are rearranged freely.
    fn open_robe(&mut self, unit: UnitId) {
        if !self.may_judge(unit) {
            return;
        }
        let sheet = self.nw.unit(unit);
        if sheet.lunar_robe
            && sheet.loadouts.len() > 1
            && self.choose(unit, &sheet.tactics.robe, None) == Robe::Switch
        {
            let wanted = self.wanted_loadout(unit);
            if wanted != self.extras(unit).loadout {
                self.extras_mut(unit).robed = true;
                self.wear(unit, wanted);
            }
        }
        if !sheet.tactics.enchant.entries.is_empty() {
            let wanted = self.wanted_enchants(unit);
            self.enchant(unit, wanted);
        }
    }

    /// NW-09(d), NW-11: everybody's Action Count in listed order, those who declare prana after all
    /// others.
    #[inline]
    fn set_counts(&mut self) {
        self.refresh_volatile();
        let standing = self.state.standing;
        let late = if F::ABILITIES { standing.and(self.tables.late_rollers) } else { UnitSet::default() };
        for unit in standing.without(late) {
            self.judge_count(unit, 0);
        }
        for unit in late {
            let n = match self.choose(unit, &self.nw.unit(unit).tactics.prana_init, None) {
                PranaInit::None => 0,
                PranaInit::Max => self.most_prana(unit),
                PranaInit::Below(n) => {
                    let own = self.extras(unit).derived.value[AttributeId::ActionValue as usize] + 7;
                    if own < n { self.most_prana(unit) } else { 0 }
                }
            };
            self.judge_count(unit, n);
        }
        // NW-29: Near Death has count 0 and is Exhausted.
        for unit in self.state.near_death {
            self.state.unit_mut(unit).count = 0;
            self.exhaust(unit, Exhaustion::Setup);
        }
        self.state.turn.no_counts = false;
        (self.state.began, self.state.mains) = (self.state.standing, 0);
        self.count_setup();
        self.state.phase = Phase::Initiative;
    }

    /// NW-11: Action Value and two dice without criticals and fumbles, with prana.
    #[inline(always)]
    fn judge_count(&mut self, unit: UnitId, prana: i32) {
        if !self.stands(unit) {
            // Felled by what somebody declared for a Judge before this one.
            return;
        }
        let count = self.roll_count(unit, prana).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        if !self.stands(unit) {
            // Felled by the cost of what it declared for its own.
            return;
        }
        self.obs.add(unit, Metric::StartingCount, i32::from(count).max(0) as u32);
        self.extras_mut(unit).delayed = false;
        let it = self.state.unit_mut(unit);
        (it.count, it.mains) = (count, 0);
        if self.may_act(count) {
            self.state.able.insert(unit);
            self.state.gauge.put(self.nw.hot(unit).place, count);
        } else {
            self.exhaust(unit, Exhaustion::Setup);
        }
    }

    #[inline]
    fn roll_count(&mut self, unit: UnitId, prana: i32) -> i32 {
        let info = self.nw.hot(unit);
        if info.fixed_count {
            let count = info.action_value.into();
            self.obs.event(|| Event::Count { unit, base: count, penalty: 0, rolled: None, prana: 0, count });
            return count;
        }
        let base = self.extras(unit).derived.value[AttributeId::ActionValue as usize];
        if self.has(unit, Status::Unconscious)
            && self.nw.rulings.unconscious_count == UnconsciousCount::Attribute
        {
            let count = self.at_least_floor(base);
            self.obs.event(|| Event::Count { unit, base, penalty: 0, rolled: None, prana: 0, count });
            return count;
        }
        self.before_judge(unit, JudgeKind::ActionCount);
        let mut basis = self.basis(unit, JudgeKind::ActionCount, AttributeId::ActionValue, false, [0; 2]);
        basis.rolls = true;
        self.declare_prana(&mut basis, prana);
        let by = Roll { unit, purpose: Purpose::Initiative };
        let rolled = self.dice.draw(by, &TwoDice::ANY);
        let n = basis.n_dice();
        let gained = if n == 0 {
            0
        } else {
            self.dice.draw(by, &Sum { distributions: &self.tables.distributions, n }).total
        };
        let extra = gained + basis.flat;
        self.over_judge(unit, JudgeKind::ActionCount);
        if gained > 0 {
            self.obs.add(unit, Metric::PranaGained, gained as u32);
        }
        let base = basis.fixed + basis.active;
        let count = self.at_least_floor(base + rolled + extra);
        let (rolled, penalty) = (Some(rolled), basis.penalty);
        self.obs.event(|| Event::Count { unit, base, penalty, rolled, prana: extra, count });
        count
    }

    /// NW-11, `min_setup_count`: the floor under what is rolled, or taken without a roll.
    fn at_least_floor(&self, count: i32) -> i32 {
        self.nw.rulings.min_setup_count.0.map_or(count, |least| count.max(least))
    }
}
