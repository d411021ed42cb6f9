//! Hit Judges against Dodges (NW-20, NW-25).

use crate::data::rulings::HitTie;
use crate::data::tactics::{PranaAttack, PranaDefense};
use crate::dice::contest::{Contest, ContestId, JudgeId, Opposed};
use crate::rules::attacks::attack::DeclaredAttack;
use crate::rules::prelude::*;
use crate::rules::values::{Basis, Judged, Window, sides};

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// The least difference of Hit and Dodge that hits (NW-20).
    #[inline(always)]
    pub(crate) fn tie(&self) -> i32 {
        i32::from(self.nw.rulings.hit_tie == HitTie::Defender)
    }

    /// NW-20, NW-25: Hit once, a Dodge for each target. Whom it hits. Hit and one Dodge are one
    /// contest where nothing can be decided between them.
    #[inline]
    pub(crate) fn roll_hits(&mut self, attack: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        if victims.len() > 1 {
            return self.roll_each(attack, victims);
        }
        let target = victims.first();
        let hits = match self.contest_hit(attack, target) {
            Some(hits) => hits,
            None => !self.roll_each(attack, victims).is_empty(),
        };
        if hits {
            return victims;
        }
        // The word of a Damage Roll is spent all the same: a hit that turns into a miss moves no
        // later roll.
        let of = match self.known_numbers(attack, target) {
            Some(numbers) => numbers.contests[1],
            None => self.contest_id([attack.by, target], self.nw.damage_judge),
        };
        let unread = Contest { judges: &self.nw.judges, of, from: i32::MAX, to: i32::MAX };
        self.dice.draw_if(false, Roll { unit: attack.by, purpose: Purpose::Damage }, &unread);
        UnitSet::default()
    }

    /// Hit, then the Dodges, as rolls of their own.
    #[inline(never)]
    fn roll_each(&mut self, attack: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        let foes = victims.and(self.enemies(attack.by));
        let (basis, hit) = self.roll_hit(attack, if foes.is_empty() { victims } else { foes }.first());
        let mut dodges: [Option<(Basis, Judged)>; MAX_UNITS] = [None; MAX_UNITS];
        let dodges = &mut dodges[..victims.len() as usize];
        for (target, rolled) in victims.zip(dodges.iter_mut()) {
            *rolled = Some(self.roll_dodge(attack, target, hit));
        }
        let worst = dodges.iter().flatten().map(|(_, dodge)| dodge.value).min().unwrap_or(0);
        let hit = self.mend_hit(&basis, hit, worst);
        self.over_judge(attack.by, JudgeKind::Hit);
        let is_of_all = victims.len() > 1;
        if is_of_all {
            self.obs.event(|| Event::HitOfAll { unit: attack.by, kind: attack.hit_kind, hit: hit.side });
        }
        let mut hits = UnitSet::default();
        for (target, (answer, dodge)) in victims.zip(dodges.iter().flatten()) {
            if self.compare(attack, target, hit, answer, *dodge, is_of_all) {
                hits.insert(target);
            }
        }
        hits
    }

    /// Hit, with what is declared for it. `target`: the first of the enemies who are attacked.
    #[inline(always)]
    fn roll_hit(&mut self, attack: &DeclaredAttack<'a>, target: UnitId) -> (Basis, Judged) {
        let by = attack.by;
        self.before_judge(by, JudgeKind::Hit);
        let mut basis = self.basis_of_hit(attack);
        if self.tables.spends[JudgeKind::Hit as usize].has(by)
            && let PranaAttack::Hit(n) = self.prana_tactic(by, target)
        {
            self.declare_prana(&mut basis, n);
        }
        let hit = self.judge(&basis, Purpose::Hit, Window::ALL);
        self.fire_quality(by, hit);
        (basis, hit)
    }

    /// The Dodge of one of them, with what is declared for it.
    #[inline(always)]
    fn roll_dodge(&mut self, attack: &DeclaredAttack<'a>, target: UnitId, hit: Judged) -> (Basis, Judged) {
        self.before_judge(target, JudgeKind::Dodge);
        let mut basis = self.basis_of_dodge(attack, target);
        let dodges_at = hit.value - self.tie() + 1;
        if self.tables.spends[JudgeKind::Dodge as usize].has(target) {
            let n = self.prana_to_dodge(basis, attack.by, dodges_at);
            self.declare_prana(&mut basis, n);
        }
        let is_open = self.tables.after[JudgeKind::Hit as usize].has(attack.by);
        let window = if is_open { Window::ALL } else { Window::at(dodges_at) };
        let dodge = self.judge(&basis, Purpose::Hit, window);
        self.fire_quality(target, dodge);
        (basis, dodge)
    }

    /// Returns a Hit that fails against the `worst` Dodge, after everything that may be declared for it.
    #[inline(always)]
    fn mend_hit(&mut self, basis: &Basis, hit: Judged, worst: i32) -> Judged {
        let tie = self.tie();
        self.after_judge(basis, hit, Purpose::Hit, move |value| value - worst < tie)
    }

    /// Returns whether the attack hits, after what may be declared for a Dodge that fails.
    #[inline(always)]
    fn compare(
        &mut self,
        attack: &DeclaredAttack<'a>,
        target: UnitId,
        hit: Judged,
        basis: &Basis,
        dodge: Judged,
        is_of_all: bool,
    ) -> bool {
        let (unit, tie) = (attack.by, self.tie());
        let dodge = self.after_judge(basis, dodge, Purpose::Hit, move |value| hit.value - value >= tie);
        self.over_judge(target, JudgeKind::Dodge);
        let hits = hit.value - dodge.value >= tie;
        let (kind, hit, dodge) = (attack.hit_kind, hit.side, dodge.side);
        self.obs.event(|| Event::Hit { unit, target, kind, hit, dodge, rolls: None, is_of_all, hits });
        if !hits {
            self.obs.attack(attack.action_ref(), self.victim_of(unit, target), false, 0);
        }
        hits
    }

    /// Hit against one Dodge as one contest. `None`: something can be decided between the two.
    #[inline(always)]
    fn contest_hit(&mut self, attack: &DeclaredAttack<'a>, target: UnitId) -> Option<bool> {
        let by = attack.by;
        if !self.is_one_contest([(by, JudgeKind::Hit), (target, JudgeKind::Dodge)])
            || self.spends_on_hit(by, target)
        {
            return None;
        }
        let (needed, of) = match self.known_numbers(attack, target) {
            Some(numbers) => (numbers.needed, numbers.contests[0]),
            None => (self.needed_to_hit(attack, target)?, self.contest_id([by, target], 0)),
        };
        let contest = Contest { judges: &self.nw.judges, of, from: needed, to: needed };
        let opposed = self.dice.draw(Roll { unit: by, purpose: Purpose::Hit }, &contest);
        let hits = opposed.difference >= needed;
        self.count_quality([by, target], [Metric::HitLuck, Metric::DodgeLuck], &opposed);
        if O::WANTS_EVENTS {
            let kind = attack.hit_kind;
            let bases = [self.basis_of_hit(attack), self.basis_of_dodge(attack, target)];
            let (hit, dodge, rolls) = sides(&bases, &contest, opposed);
            let (unit, is_of_all) = (by, false);
            self.obs.event(|| Event::Hit { unit, target, kind, hit, dodge, rolls, is_of_all, hits });
        }
        if !hits {
            self.obs.attack(attack.action_ref(), self.victim_of(by, target), false, 0);
        }
        Some(hits)
    }

    /// The least difference of the dice of Hit and Dodge that hits. `None`: one of the two is not a
    /// number and two dice.
    #[inline(always)]
    pub(crate) fn needed_to_hit(&self, attack: &DeclaredAttack<'a>, target: UnitId) -> Option<i32> {
        let (hit, dodge) = (self.basis_of_hit(attack), self.basis_of_dodge(attack, target));
        Some(self.as_plain(&dodge)? - self.as_plain(&hit)? + self.tie())
    }

    /// Two units' Judges set against each other, those for damage `behind` those to hit.
    #[inline(always)]
    pub(crate) fn contest_id(&self, units: [UnitId; 2], behind: JudgeId) -> ContestId {
        let [active, passive] = units.map(|unit| JudgeId::from(self.state.numbers[unit.idx()]) + behind);
        self.nw.judges.contest(active, passive)
    }

    /// Metrics of the dice of two Judges, where they are known.
    #[inline(always)]
    pub(crate) fn count_quality(&mut self, units: [UnitId; 2], metrics: [Metric; 2], opposed: &Opposed) {
        if opposed.is_known() {
            self.obs.add(units[0], metrics[0], opposed.active);
            self.obs.add(units[1], metrics[1], opposed.passive);
        }
    }

    /// Returns whether nothing is decided between two opposed Judges, and nobody reads one of them alone.
    #[inline(always)]
    pub(crate) fn is_one_contest(&self, judges: [(UnitId, JudgeKind); 2]) -> bool {
        let [(active, for_active), (passive, for_passive)] = judges;
        if !F::ABILITIES {
            return true;
        }
        let apart = self.tables.apart[for_active as usize].has(active)
            || self.tables.apart[for_passive as usize].has(passive);
        let spends = self.tables.spends[for_passive as usize].has(passive)
            && self.spends_on_answer(passive, active, for_passive);
        !apart && !spends
    }

    #[inline(never)]
    fn spends_on_answer(&self, unit: UnitId, by: UnitId, answer: JudgeKind) -> bool {
        self.most_prana(unit) > 0
            && match self.choose(unit, &self.nw.unit(unit).tactics.prana_def, Some(by)) {
                PranaDefense::None => false,
                PranaDefense::Chance(_) => answer == JudgeKind::Dodge,
                PranaDefense::Lethal => answer == JudgeKind::Defense,
            }
    }

    pub(crate) fn prana_tactic(&self, by: UnitId, target: UnitId) -> PranaAttack {
        if self.most_prana(by) == 0 {
            return PranaAttack::None;
        }
        self.choose(by, &self.nw.unit(by).tactics.prana_atk, Some(target))
    }

    #[inline(always)]
    fn spends_on_hit(&self, by: UnitId, target: UnitId) -> bool {
        F::ABILITIES
            && self.tables.spends[JudgeKind::Hit as usize].has(by)
            && matches!(self.prana_tactic(by, target), PranaAttack::Hit(n) if n > 0)
    }

    /// A Judge that is a number and two dice: its number.
    #[inline(always)]
    pub(crate) fn as_plain(&self, basis: &Basis) -> Option<i32> {
        let keeps = basis.active == 0
            || !self.nw.rulings.fumble_drops_active
            || self.nw.judges.judge(self.state.numbers[basis.unit.idx()].into()).fumble().0 == 0;
        (basis.rolls && basis.n_dice() == 0 && keeps).then_some(basis.fixed + basis.active)
    }

    /// D-prana-def, `chance`: the fewest dice with which Dodge succeeds with this probability.
    fn prana_to_dodge(&self, basis: Basis, by: UnitId, dodges_at: i32) -> i32 {
        let most = self.most_prana(basis.unit);
        if most == 0 || !basis.rolls {
            return 0;
        }
        match self.choose(basis.unit, &self.nw.unit(basis.unit).tactics.prana_def, Some(by)) {
            PranaDefense::Chance(percent) => {
                let succeeds = |&n: &i32| {
                    let p = self.p_with_prana(&basis, n, dodges_at);
                    p * 100.0 >= f64::from(percent) - 1e-9
                };
                (0..=most).find(succeeds).unwrap_or(0)
            }
            PranaDefense::None | PranaDefense::Lethal => 0,
        }
    }
}
