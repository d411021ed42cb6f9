//! Hit Judges against Dodges (NW-20, NW-25).

use super::contest::WithQuality;
use super::declared_attack::DeclaredAttack;
use super::events::Event;
use super::metrics::Metric;
use super::prepare::attributes;
use super::rulings::HitTie;
use super::setup::ability::{AttributeId, JudgeKind};
use super::tactics::{PranaAttack, PranaDefense};
use super::turn::Turn;
use super::values::{Basis, Judged, Window};
use crate::engine::draw::{Chance, Purpose, Roll};
use crate::engine::observe::Observer;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// The least difference of Hit and Dodge that hits (NW-20).
    #[inline(always)]
    pub(super) fn tie(&self) -> i32 {
        i32::from(self.nw.rulings.hit_tie == HitTie::Defender)
    }

    /// NW-20, NW-25: Hit once, a Dodge for each target.
    pub(super) fn roll_hits(&mut self, blow: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        if victims.len() == 1
            && let Some(hits) = self.contest_hit(blow, victims.first())
        {
            return if hits { victims } else { UnitSet::default() };
        }
        if victims.len() == 1 { self.roll_one(blow, victims) } else { self.roll_each(blow, victims) }
    }

    /// The same with rolls that are told apart.
    #[inline(never)]
    fn roll_one(&mut self, blow: &DeclaredAttack<'a>, victim: UnitSet) -> UnitSet {
        let target = victim.first();
        let (basis, hit) = self.roll_hit(blow, target);
        let (answer, dodge) = self.roll_dodge(blow, target, hit);
        let hit = self.mend_hit(&basis, hit, dodge.value);
        self.over_judge(blow.by, JudgeKind::Hit);
        if self.compare(blow, target, hit, &answer, dodge) { victim } else { UnitSet::default() }
    }

    /// The same for many.
    #[inline(never)]
    fn roll_each(&mut self, blow: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        let (basis, hit) = self.roll_hit(blow, victims.first());
        let mut dodges: [Option<(Basis, Judged)>; MAX_UNITS] = [None; MAX_UNITS];
        for (target, rolled) in victims.zip(&mut dodges) {
            *rolled = Some(self.roll_dodge(blow, target, hit));
        }
        let worst = dodges.iter().flatten().map(|(_, dodge)| dodge.value).min().unwrap_or(0);
        let hit = self.mend_hit(&basis, hit, worst);
        self.over_judge(blow.by, JudgeKind::Hit);
        let mut hits = UnitSet::default();
        for (target, (answer, dodge)) in victims.zip(dodges.iter().flatten()) {
            if self.compare(blow, target, hit, answer, *dodge) {
                hits.insert(target);
            }
        }
        hits
    }

    /// Hit, with what is declared for it. `target`: the first of those who are attacked.
    #[inline(always)]
    fn roll_hit(&mut self, blow: &DeclaredAttack<'a>, target: UnitId) -> (Basis, Judged) {
        let by = blow.by;
        self.before_judge(by, JudgeKind::Hit);
        let mut basis = self.basis_of_hit(blow);
        if self.tables.spends[JudgeKind::Hit as usize].has(by)
            && let PranaAttack::Hit(n) = self.prana_tactic(by, target)
        {
            self.declare_prana(&mut basis, n);
        }
        let hit = self.judge(&basis, Purpose::Hit, Window::ALL);
        self.fire_luck(by, hit);
        (basis, hit)
    }

    /// The Dodge of one of them, with what is declared for it.
    #[inline(always)]
    fn roll_dodge(&mut self, blow: &DeclaredAttack<'a>, target: UnitId, hit: Judged) -> (Basis, Judged) {
        self.before_judge(target, JudgeKind::Dodge);
        let mut basis = self.basis_of_dodge(blow, target);
        let dodges_at = hit.value - self.tie() + 1;
        if self.tables.spends[JudgeKind::Dodge as usize].has(target) {
            let n = self.prana_to_dodge(basis, blow.by, dodges_at);
            self.declare_prana(&mut basis, n);
        }
        let is_open = self.tables.after[JudgeKind::Hit as usize].has(blow.by);
        let window = if is_open { Window::ALL } else { Window::at(dodges_at) };
        let dodge = self.judge(&basis, Purpose::Hit, window);
        self.fire_luck(target, dodge);
        (basis, dodge)
    }

    /// What may be declared for a Hit that fails against the `worst` Dodge.
    #[inline(always)]
    fn mend_hit(&mut self, basis: &Basis, hit: Judged, worst: i32) -> Judged {
        let tie = self.tie();
        self.after_judge(basis, hit, Purpose::Hit, move |value| value - worst < tie)
    }

    /// Whether the attack hits, after what may be declared for a Dodge that fails.
    #[inline(always)]
    fn compare(
        &mut self,
        blow: &DeclaredAttack<'a>,
        target: UnitId,
        hit: Judged,
        basis: &Basis,
        dodge: Judged,
    ) -> bool {
        let (unit, tie) = (blow.by, self.tie());
        let dodge = self.after_judge(basis, dodge, Purpose::Hit, move |value| hit.value - value >= tie);
        self.over_judge(target, JudgeKind::Dodge);
        let hits = hit.value - dodge.value >= tie;
        let (kind, hit, dodge) = (blow.hit_kind, hit.side, dodge.side);
        self.obs.event(|| Event::Hit { unit, target, kind, hit, dodge, hits });
        if !hits {
            self.obs.attack(unit, false, 0);
        }
        hits
    }

    /// Hit against one Dodge as one contest, where nothing is decided between the two rolls and
    /// nobody reads more of them than their difference.
    #[inline(always)]
    fn contest_hit(&mut self, blow: &DeclaredAttack<'a>, target: UnitId) -> Option<bool> {
        let are_quiet =
            blow.hit_plus[1] == 0 && self.are_quiet([(blow.by, JudgeKind::Hit), (target, JudgeKind::Dodge)]);
        let (active, passive) = if are_quiet {
            let [hit, dodge, ..] = attributes(blow.hit_kind);
            (self.value(blow.by, hit) + blow.hit_plus[0], self.value(target, dodge))
        } else {
            self.plain_hit(blow, target)?
        };
        let needed = passive - active + self.tie();
        let units = [blow.by, target];
        let contest = self.contest_of(units, 0, self.told(units, 0), needed, needed);
        let rolled =
            self.dice.draw(Roll { unit: blow.by, purpose: Purpose::Hit }, &WithQuality::<false>(contest));
        let hits = rolled.difference >= needed;
        self.count_both(true, [blow.by, target], [Metric::HitLuck, Metric::DodgeLuck], &rolled);
        if O::WANTS_EVENTS {
            self.tell_hit(blow, target, &contest, rolled, hits);
        }
        if !hits {
            self.obs.attack(blow.by, false, 0);
        }
        Some(hits)
    }

    /// The numbers of both Judges, if they are no more than that and two dice each.
    #[inline(always)]
    fn plain_hit(&self, blow: &DeclaredAttack<'a>, target: UnitId) -> Option<(i32, i32)> {
        let are_apart = self.are_apart([(blow.by, JudgeKind::Hit), (target, JudgeKind::Dodge)]);
        if are_apart || self.spends_on_hit(blow.by, target) {
            return None;
        }
        self.plain_hit_of(blow, target)
    }

    #[inline(never)]
    fn plain_hit_of(&self, blow: &DeclaredAttack<'a>, target: UnitId) -> Option<(i32, i32)> {
        let (hit, dodge) = (self.basis_of_hit(blow), self.basis_of_dodge(blow, target));
        Some((self.as_plain(&hit)?, self.as_plain(&dodge)?))
    }

    /// Whether two opposed Judges are attributes and two dice each: nothing modifies them, is
    /// declared for them or reads one of them alone. Most are.
    #[inline(always)]
    pub(super) fn are_quiet(&self, judges: [(UnitId, JudgeKind); 2]) -> bool {
        let plain = self.unmodified();
        let [(active, for_active), (passive, for_passive)] = judges;
        !self.state.extras.turn.surprise
            && plain.and(self.tables.quiet[for_active as usize]).has(active)
            && plain.and(self.tables.quiet[for_passive as usize]).has(passive)
    }

    /// An attribute with its passive modifiers (NW-07).
    #[inline(always)]
    pub(super) fn value(&self, unit: UnitId, name: AttributeId) -> i32 {
        self.extras(unit).derived.value[name as usize]
    }

    /// Whether something is declared between the two rolls of a contest, or reads one of them
    /// alone.
    #[inline(always)]
    pub(super) fn are_apart(&self, judges: [(UnitId, JudgeKind); 2]) -> bool {
        let [(active, for_active), (passive, for_passive)] = judges;
        self.tables.apart[for_active as usize].has(active)
            || self.tables.apart[for_passive as usize].has(passive)
            || self.tables.spends[for_passive as usize].has(passive)
                && self.spends_on_answer(passive, active, for_passive)
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

    pub(super) fn prana_tactic(&self, by: UnitId, target: UnitId) -> PranaAttack {
        if self.most_prana(by) == 0 {
            return PranaAttack::None;
        }
        self.choose(by, &self.nw.unit(by).tactics.prana_atk, Some(target))
    }

    #[inline(always)]
    fn spends_on_hit(&self, by: UnitId, target: UnitId) -> bool {
        self.tables.spends[JudgeKind::Hit as usize].has(by)
            && matches!(self.prana_tactic(by, target), PranaAttack::Hit(n) if n > 0)
    }

    /// A Judge that is a number and two dice: its number.
    pub(super) fn as_plain(&self, basis: &Basis) -> Option<i32> {
        let keeps = basis.active == 0
            || !self.nw.rulings.fumble_drops_active
            || self.nw.judges.judge(self.state.luck[basis.unit.idx()].into()).fumble().0 == 0;
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
