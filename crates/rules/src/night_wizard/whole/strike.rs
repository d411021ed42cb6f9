//! An attack from its declaration to the hit (NW-20, NW-23, NW-25); cover and damage follow in
//! `cover` and `damage`.

use super::super::events::Event;
use super::super::judge::Contest;
use super::super::metrics::{Metric, NearDeathCause};
use super::super::rulings::{HitTie, MpPaid};
use super::super::setup::AttackKind;
use super::super::setup::ability::{
    AbilityJudge, Amount, Area, AttributeId, Effect, Inflicted, JudgeKind, Trigger, Victims,
};
use super::super::setup::gear::Status;
use super::super::tactics::{ChooseWeapon, Downed, PranaAttack, PranaDefense, Target};
use super::Scene;
use super::kit::{Arm, Element, Power};
use super::prepare::attributes;
use super::values::{Basis, Judged, Window};
use crate::contract::{Chance, Observer, Purpose, Roll};
use crate::night_wizard::NightWizard;
use crate::roster::{MAX_UNITS, UnitId, UnitSet};

/// An attack as it is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow<'a> {
    pub(super) by: UnitId,
    /// Whether it is an attack, not damage without one.
    pub(super) is_attack: bool,
    /// The ability behind it, if it is one's.
    pub(super) power: Option<&'a Power>,
    pub(super) hit_kind: AttackKind,
    pub(super) damage_kind: AttackKind,
    /// What weapon or ability adds, passive and active (NW-07).
    hit_plus: [i32; 2],
    pub(super) attack_plus: [i32; 2],
    pub(super) element: Element,
    pub(super) inflict: &'a [Inflicted],
    /// The dice of what the ability adds to its damage, rolled when it was declared.
    pub(super) rolled_add: i32,
}

impl Blow<'_> {
    /// Damage of an ability without an attack.
    pub(super) fn of_harm(by: UnitId, kind: AttackKind, element: Element) -> Self {
        Self {
            by,
            is_attack: false,
            power: None,
            hit_kind: kind,
            damage_kind: kind,
            hit_plus: [0; 2],
            attack_plus: [0; 2],
            element,
            inflict: &[],
            rolled_add: 0,
        }
    }
}

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// NW-22: the element of an attack's damage: what weapon or magic says; else the attacker's
    /// first for physical damage, and none for magic damage.
    #[inline(always)]
    fn element_of(&self, by: UnitId, named: Element, damage_kind: AttackKind) -> Element {
        match damage_kind {
            _ if named != 0 => named,
            AttackKind::Physical => self.kit(by).element,
            AttackKind::Magic => 0,
        }
    }

    #[inline(always)]
    fn blow_of_arm(&self, by: UnitId, arm: &'a Arm) -> Blow<'a> {
        Blow {
            by,
            is_attack: true,
            power: None,
            hit_kind: arm.hit_kind,
            damage_kind: arm.damage_kind,
            hit_plus: [arm.hit_mod, 0],
            attack_plus: [arm.attack_mod, 0],
            element: self.element_of(by, arm.element, arm.damage_kind),
            inflict: &arm.inflict,
            rolled_add: 0,
        }
    }

    /// NW-53: an attack that an ability makes.
    pub(super) fn blow_of_power(&mut self, by: UnitId, id: u16) -> Blow<'a> {
        let whole = self.whole;
        let power = &whole.powers[id as usize];
        let mut rolled_add = 0;
        for deed in &power.steps {
            if let Effect::ChangeDamage { add, .. } = deed.effect
                && add.dice > 0
            {
                rolled_add += self.roll_amount(Amount { scaled: None, plus: 0, ..add }, by);
            }
        }
        let AbilityJudge::Attack { hit_kind, damage_kind, hit_mod, attack_mod } = power.judge else {
            unreachable!("the ability makes an attack");
        };
        Blow {
            by,
            is_attack: true,
            power: Some(power),
            hit_kind,
            damage_kind,
            hit_plus: [0, hit_mod],
            attack_plus: [0, attack_mod],
            element: self.element_of(by, 0, damage_kind),
            inflict: &[],
            rolled_add,
        }
    }

    /// NW-44, NW-50: whether the unit may attack, and has somebody in reach.
    pub(super) fn may_attack(&self, unit: UnitId) -> bool {
        self.may_judge(unit)
            && !self.has(unit, Status::Capture)
            && !self.within_reach(unit, self.legal(unit)).is_empty()
    }

    /// NW-23, NW-33, NW-34: whether a weapon is at hand and its enchantments in force, and its
    /// cost can be paid.
    fn is_usable(&self, unit: UnitId, at: usize, arm: &Arm) -> bool {
        if self.kit(unit).sure_arms >> at & 1 == 1 {
            return true;
        }
        let more = self.more(unit);
        let worn = self.kit(unit).loadouts.get(more.loadout as usize);
        worn.is_none_or(|outfit| outfit.arms >> at & 1 == 1)
            && more.enchants & arm.needs_all == arm.needs_all
            && (arm.needs_any == 0 || more.enchants & arm.needs_any != 0)
            && self.is_in_hand(unit, at)
            && self.can_pay(unit, &arm.price)
    }

    pub(super) fn usable(&self, unit: UnitId) -> impl Iterator<Item = (usize, &'a Arm)> + '_ {
        let whole = self.whole;
        let arms = whole.units[unit.idx()].arms.iter().enumerate();
        arms.filter(move |(at, arm)| self.is_usable(unit, *at, arm))
    }

    /// Those of `targets` that some usable weapon reaches.
    pub(super) fn within_reach(&self, unit: UnitId, targets: UnitSet) -> UnitSet {
        if targets.is_empty() {
            return targets;
        }
        let mut reached = UnitSet::default();
        for (_, arm) in self.usable(unit) {
            if !self.whole.has_places && arm.range.least == 0 {
                return targets;
            }
            for it in targets.without(reached) {
                if self.in_reach(unit, it, arm.range, true) {
                    reached.insert(it);
                }
            }
        }
        reached
    }

    /// D-downed: the enemies that the unit may attack.
    #[inline(always)]
    pub(super) fn legal(&self, unit: UnitId) -> UnitSet {
        let enemies = self.enemies(unit);
        let standing = self.state.standing.and(enemies);
        let downed = self.state.near_death.and(enemies);
        if self.nw.hot(unit).is_plain || downed.is_empty() {
            return standing;
        }
        match self.choose(unit, &self.nw.unit(unit).tactics.downed, None) {
            Downed::Ignore => standing,
            Downed::FinishOff => standing.or(downed),
        }
    }

    /// D-target among these, of whom there is at least one.
    pub(super) fn choose_enemy(&mut self, unit: UnitId, legal: UnitSet) -> UnitId {
        let nw = self.nw;
        if nw.hot(unit).takes_first {
            return legal.first();
        }
        let how = self.choose(unit, &nw.unit(unit).tactics.target, None);
        if how == Target::Random {
            return nw.choose_target_by(how, unit, legal, self.state, self.dice);
        }
        let target = self.best_enemy(unit, how, legal);
        self.note_target(unit, target);
        target
    }

    /// Remembers a chosen target, where a tactic asks for the last one.
    pub(super) fn note_target(&mut self, unit: UnitId, target: UnitId) {
        if self.nw.reads.last_target && !self.nw.hot(unit).takes_first {
            self.state.last_target[unit.idx()] = target;
        }
    }

    /// D-target but for chance: the best of these, of equals the first.
    pub(super) fn best_enemy(&self, unit: UnitId, how: Target, among: UnitSet) -> UnitId {
        #[inline(always)]
        fn best(among: UnitSet, value: impl Fn(UnitId) -> i64) -> UnitId {
            let mut best = among.first();
            if among.len() > 1 {
                let mut most = i64::MIN;
                for it in among {
                    let value = value(it);
                    if value > most {
                        (best, most) = (it, value);
                    }
                }
            }
            best
        }
        match how {
            Target::First | Target::Random => among.first(),
            Target::Same => {
                let last = self.state.last_target[unit.idx()];
                if among.has(last) { last } else { among.first() }
            }
            Target::Nearest => best(among, |it| -i64::from(self.distance(unit, it))),
            Target::Weakest => best(among, |it| -i64::from(self.hp(it))),
            Target::Threat => best(among, |it| self.threat(it, unit)),
            Target::MostDamaged => best(among, |it| i64::from(self.more(it).now.max_hp - self.hp(it))),
            Target::BestDamage => best(among, |it| self.best_damage(unit, it)),
        }
    }

    /// Attack of `by` less Defense of `target`, with `by`'s first usable weapon.
    fn threat(&self, by: UnitId, target: UnitId) -> i64 {
        let whole = self.whole;
        let arm = self.usable(by).map(|(_, arm)| arm).next().unwrap_or(&whole.units[by.idx()].arms[0]);
        let blow = self.blow_of_arm(by, arm);
        let attack = self.basis_of_attack(&blow);
        let defense = self.basis_of_defense(target, blow.damage_kind);
        i64::from(attack.fixed + attack.active - defense.fixed - defense.active)
    }

    /// The highest mean damage of the unit's usable weapons that reach `target`, in 1/2^20 points;
    /// of all of them, if it has to come nearer first.
    fn best_damage(&self, unit: UnitId, target: UnitId) -> i64 {
        let reaches = |arm: &Arm| self.in_reach(unit, target, arm.range, true);
        let is_near = self.usable(unit).any(|(_, arm)| reaches(arm));
        let usable = self.usable(unit).filter(|(_, arm)| !is_near || reaches(arm));
        usable.map(|(_, arm)| self.mean_damage(unit, arm, target)).max().unwrap_or(i64::MIN)
    }

    /// The mean damage of an attack in 1/2^20 points, from the present values without prana and
    /// abilities still to be declared.
    fn mean_damage(&self, unit: UnitId, arm: &'a Arm, target: UnitId) -> i64 {
        let blow = self.blow_of_arm(unit, arm);
        let (hit, dodge) = (self.basis_of_hit(&blow), self.basis_of_dodge(&blow, target));
        let p_hit = self.p_at_least(&hit, &dodge, self.tie());
        let (attack, defense) =
            (self.basis_of_attack(&blow), self.basis_of_defense(target, blow.damage_kind));
        let mean = self.mean_of_blow(&blow, target, &attack, &defense);
        (p_hit * mean * f64::from(1 << 20)) as i64
    }

    #[inline(always)]
    pub(super) fn basis_of_hit(&self, blow: &Blow<'_>) -> Basis {
        self.basis(blow.by, JudgeKind::Hit, attributes(blow.hit_kind)[0], false, blow.hit_plus)
    }

    #[inline(always)]
    fn basis_of_dodge(&self, blow: &Blow<'_>, target: UnitId) -> Basis {
        self.basis(target, JudgeKind::Dodge, attributes(blow.hit_kind)[1], true, [0; 2])
    }

    #[inline(always)]
    pub(super) fn basis_of_attack(&self, blow: &Blow<'_>) -> Basis {
        self.basis(blow.by, JudgeKind::Attack, attributes(blow.hit_kind)[2], false, blow.attack_plus)
    }

    #[inline(always)]
    pub(super) fn basis_of_defense(&self, target: UnitId, kind: AttackKind) -> Basis {
        self.basis(target, JudgeKind::Defense, attributes(kind)[3], true, [0; 2])
    }

    /// The least difference of Hit and Dodge that hits (NW-20).
    #[inline(always)]
    fn tie(&self) -> i32 {
        i32::from(self.nw.rulings.hit_tie == HitTie::Defender)
    }

    /// D-weapon: a weapon that reaches the target.
    fn choose_arm(&self, unit: UnitId, target: UnitId) -> Option<(usize, &'a Arm)> {
        let mut reaching = self.usable(unit).filter(|(_, arm)| self.in_reach(unit, target, arm.range, true));
        let how = self.choose(unit, &self.nw.unit(unit).tactics.weapon, Some(target));
        let least = |arm: &Arm, mp: bool| {
            let amount = if mp { arm.price.mp } else { arm.price.count };
            self.fixed_amount(amount, unit) * 2 + 7 * i32::from(amount.dice)
        };
        match how {
            ChooseWeapon::First => reaching.next(),
            ChooseWeapon::CheapestCount => reaching.min_by_key(|(_, arm)| least(arm, false)),
            ChooseWeapon::ConserveMp => reaching.min_by_key(|(_, arm)| least(arm, true)),
            // Of equals the first.
            ChooseWeapon::BestDamage => reaching.min_by_key(|(_, arm)| -self.mean_damage(unit, arm, target)),
        }
    }

    /// A Physical or Magic Attack as a Major Action or an extra attack (NW-20, NW-23): whom, with
    /// what, its cost, and its course. Whom it chose to come near it attacks, if it can. Says
    /// whether there was one.
    pub(super) fn attack(&mut self, unit: UnitId) -> bool {
        let legal = self.legal(unit);
        if let Some(at) = self.kit(unit).sure_arm {
            if legal.is_empty() {
                return false;
            }
            let target = self.choose_enemy(unit, legal);
            self.attack_with(unit, target, legal, at.into());
            return true;
        }
        let with = self.chosen(unit, legal).and_then(|it| self.choose_arm(unit, it).map(|arm| (it, arm)));
        let (target, (at, _)) = match with {
            Some(with) => with,
            None => {
                let reached = self.within_reach(unit, legal);
                if reached.is_empty() {
                    if !legal.is_empty() {
                        self.obs.add(unit, Metric::AttacksDenied, 1);
                    }
                    return false;
                }
                let target = self.choose_enemy(unit, reached);
                let Some(arm) = self.choose_arm(unit, target) else { return false };
                (target, arm)
            }
        };
        self.attack_with(unit, target, legal, at);
        true
    }

    /// The attack with weapon `at`; an area may cover others of `legal`.
    #[inline(always)]
    fn attack_with(&mut self, unit: UnitId, target: UnitId, legal: UnitSet, at: usize) {
        let whole = self.whole;
        let arm = &whole.units[unit.idx()].arms[at];
        self.take_in_hand(unit, at);
        let later = self.nw.rulings.mp_paid == MpPaid::OnSuccess;
        self.obs.event(|| Event::Attacks { unit, target, arm: at as u8 });
        let Some(mp_due) = self.pay(unit, &arm.price, later) else { return };
        let blow = self.blow_of_arm(unit, arm);
        let victims = match arm.area {
            Area::Single => UnitSet::one(target),
            Area::Square(victims) | Area::Sphere(_, victims) => {
                let mut among = match victims {
                    Victims::Pick => legal,
                    Victims::All => self.state.standing.or(self.state.near_death),
                };
                among.remove(unit);
                self.area_of(unit, target, arm.area, among)
            }
        };
        let struck = self.strike(&blow, victims);
        if !struck.is_empty() {
            self.spend_mp(unit, mp_due.min(self.more(unit).mp));
        }
        self.settle(unit, NearDeathCause::Cost);
    }

    /// NW-20 to NW-25: the whole attack. Who took its hits.
    pub(super) fn strike(&mut self, blow: &Blow<'a>, victims: UnitSet) -> UnitSet {
        if self.whole.has_triggers {
            return self.strike_answered(blow, victims);
        }
        self.state.whole.turn.strikes += 1;
        let struck = self.strike_now(blow, victims);
        self.over_brief(self.state.whole.turn.strikes);
        self.state.whole.turn.strikes -= 1;
        struck
    }

    /// The same where Reactions may answer it: each once an attack (NW-19).
    fn strike_answered(&mut self, blow: &Blow<'a>, victims: UnitSet) -> UnitSet {
        let outer_reacted = self.state.whole.turn.reacted;
        let mut before = [0; MAX_UNITS];
        outer_reacted.for_each(|unit| before[unit.idx()] = self.state.whole.reactions[unit.idx()]);
        self.forget_reactions();
        let outer =
            self.state.whole.turn.blow.replace((blow.by, blow.hit_kind, blow.damage_kind, blow.attack_plus));
        self.state.whole.turn.strikes += 1;
        let struck = self.strike_now(blow, victims);
        self.state.whole.turn.blow = outer;
        self.over_brief(self.state.whole.turn.strikes);
        self.state.whole.turn.strikes -= 1;
        self.forget_reactions();
        self.state.whole.turn.reacted = outer_reacted;
        outer_reacted.for_each(|unit| self.state.whole.reactions[unit.idx()] = before[unit.idx()]);
        struck
    }

    fn strike_now(&mut self, blow: &Blow<'a>, victims: UnitSet) -> UnitSet {
        let by = blow.by;
        if self.whole.has_triggers {
            let trigger = match blow.hit_kind {
                AttackKind::Physical => Trigger::AttackedPhysical,
                AttackKind::Magic => Trigger::AttackedMagic,
            };
            self.fire_each(trigger, victims, Some(by));
        }
        self.refresh_volatile();
        let victims = victims.and(self.in_play());
        if victims.is_empty() || !self.may_judge(by) {
            return UnitSet::default();
        }
        let hits = self.roll_hits(blow, victims);
        if self.whole.has_triggers {
            for target in victims.without(hits) {
                self.fire(Trigger::Missed, by, Some(target));
            }
            for target in hits {
                self.fire(Trigger::Hit, target, Some(by));
                let triggered = self.whole.triggered[Trigger::AllyHit as usize];
                let mut allies = self.state.standing.and(self.allies(target)).and(triggered);
                allies.remove(target);
                self.fire_each(Trigger::AllyHit, allies, Some(target));
            }
        }
        let all = hits;
        let hits = hits.and(self.in_play());
        for _ in all.without(hits) {
            // An answer to the hit was faster than its damage.
            self.obs.attack(by, true, 0);
        }
        if hits.is_empty() {
            return hits;
        }
        let takers = self.cover(blow, hits);
        self.roll_damage(blow, hits, &takers)
    }

    /// NW-20, NW-25: Hit once, a Dodge for each target.
    fn roll_hits(&mut self, blow: &Blow<'a>, victims: UnitSet) -> UnitSet {
        if victims.len() == 1
            && let Some(hits) = self.contest_hit(blow, victims.first())
        {
            return if hits { victims } else { UnitSet::default() };
        }
        match victims.len() {
            1 => self.roll_each::<1>(blow, victims),
            _ => self.roll_each::<MAX_UNITS>(blow, victims),
        }
    }

    /// The same with rolls that are told apart, of at most `N` targets.
    #[inline(never)]
    fn roll_each<const N: usize>(&mut self, blow: &Blow<'a>, victims: UnitSet) -> UnitSet {
        let by = blow.by;
        let hit_window = self.whole.after[JudgeKind::Hit as usize].has(by);
        self.before_judge(by, JudgeKind::Hit);
        let mut basis = self.basis_of_hit(blow);
        if let PranaAttack::Hit(n) = self.prana_tactic(by, victims.first()) {
            self.declare_prana(&mut basis, n);
        }
        let mut hit = self.judge(&basis, Purpose::Hit, Window::ALL);
        self.fire_luck(by, hit);
        let mut dodges = [Judged::default(); N];
        let mut bases = [basis; N];
        let tie = self.tie();
        for (target, i) in victims.zip(0..N) {
            self.before_judge(target, JudgeKind::Dodge);
            let mut basis = self.basis_of_dodge(blow, target);
            let dodges_at = hit.value - tie + 1;
            let n = self.prana_to_dodge(&basis, by, dodges_at);
            self.declare_prana(&mut basis, n);
            let window = if hit_window { Window::ALL } else { Window::at(dodges_at) };
            dodges[i] = self.judge(&basis, Purpose::Hit, window);
            bases[i] = basis;
            self.fire_luck(target, dodges[i]);
        }
        if hit_window {
            let worst = victims.zip(&dodges).map(|(_, dodge)| dodge.value).min().unwrap_or(0);
            hit = self.after_judge(&basis, hit, Purpose::Hit, |value| value - worst < tie);
        }
        self.over_judge(by, JudgeKind::Hit);
        let mut hits = UnitSet::default();
        for ((target, basis), dodge) in victims.zip(&bases).zip(&mut dodges) {
            *dodge = self.after_judge(basis, *dodge, Purpose::Hit, |value| hit.value - value >= tie);
            self.over_judge(target, JudgeKind::Dodge);
            let is_hit = hit.value - dodge.value >= tie;
            let (kind, hit, dodge) = (blow.hit_kind, hit.side, dodge.side);
            self.obs.event(|| Event::Hit { unit: by, target, kind, hit, dodge, hits: is_hit });
            if is_hit {
                hits.insert(target);
            } else {
                self.obs.attack(by, false, 0);
            }
        }
        hits
    }

    /// Hit against one Dodge as one contest, where nothing is decided between the two rolls and
    /// nobody reads more of them than their difference.
    #[inline(always)]
    fn contest_hit(&mut self, blow: &Blow<'a>, target: UnitId) -> Option<bool> {
        let (active, passive) = if self.is_steady(blow, target) {
            let [hit, dodge, ..] = attributes(blow.hit_kind);
            (self.value(blow.by, hit) + blow.hit_plus[0], self.value(target, dodge))
        } else {
            self.plain_hit(blow, target)?
        };
        let needed = passive - active + self.tie();
        let contest = Contest {
            judges: &self.nw.judges,
            active: self.state.luck[blow.by.idx()].into(),
            passive: self.state.luck[target.idx()].into(),
            pair: crate::night_wizard::judge::PairId::MAX,
            from: needed,
            to: needed,
        };
        let rolled = self.dice.draw(Roll { unit: blow.by, purpose: Purpose::Hit }, &contest);
        let hits = rolled.difference >= needed;
        let rolls = contest.rolls(rolled);
        if let Some((hit, dodge)) = rolls {
            self.count_dice(blow.by, Metric::HitLuck, hit);
            self.count_dice(target, Metric::DodgeLuck, dodge);
        }
        if O::LISTENS {
            let (hit, dodge) = (self.basis_of_hit(blow), self.basis_of_dodge(blow, target));
            let [hit, dodge] = self.sides([&hit, &dodge], rolls);
            let (unit, kind) = (blow.by, blow.hit_kind);
            self.obs.event(|| Event::Hit { unit, target, kind, hit, dodge, hits });
        }
        if !hits {
            self.obs.attack(blow.by, false, 0);
        }
        Some(hits)
    }

    /// The numbers of both Judges, if they are no more than that and two dice each.
    #[inline(never)]
    fn plain_hit(&self, blow: &Blow<'a>, target: UnitId) -> Option<(i32, i32)> {
        let of_hit = JudgeKind::Hit as usize;
        let decides = self.whole.before[of_hit].has(blow.by)
            || self.whole.after[of_hit].has(blow.by)
            || self.decides(blow.by, target, JudgeKind::Dodge)
            || self.spends_on_hit(blow.by, target);
        if decides {
            return None;
        }
        let (hit, dodge) = (self.basis_of_hit(blow), self.basis_of_dodge(blow, target));
        Some((self.as_plain(&hit)?, self.as_plain(&dodge)?))
    }

    /// Whether the Judges of a weapon's attack are the attributes and two dice on both sides: nothing
    /// modifies them, is declared for them or reads one of them alone. Most are.
    #[inline(always)]
    pub(super) fn is_steady(&self, blow: &Blow<'a>, target: UnitId) -> bool {
        let now = &self.state.whole;
        let steady = self.whole.just_roll.and(now.steady).and(self.state.standing).without(now.afflicted);
        blow.power.is_none() && !now.turn.surprise && steady.has(blow.by) && steady.has(target)
    }

    /// An attribute with its passive modifiers (NW-07).
    #[inline(always)]
    pub(super) fn value(&self, unit: UnitId, name: AttributeId) -> i32 {
        self.more(unit).now.value[name as usize]
    }

    /// Whether something is declared between the two rolls of a contest, or reads one of them
    /// alone.
    pub(super) fn decides(&self, by: UnitId, target: UnitId, answer: JudgeKind) -> bool {
        self.whole.reads_luck.has(by)
            || self.whole.reads_luck.has(target)
            || self.whole.before[answer as usize].has(target)
            || self.whole.after[answer as usize].has(target)
            || self.most_prana(target) > 0
                && match self.choose(target, &self.nw.unit(target).tactics.prana_def, Some(by)) {
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

    fn spends_on_hit(&self, by: UnitId, target: UnitId) -> bool {
        matches!(self.prana_tactic(by, target), PranaAttack::Hit(n) if n > 0)
    }

    /// A Judge that is a number and two dice: its number.
    pub(super) fn as_plain(&self, basis: &Basis) -> Option<i32> {
        let keeps = basis.active == 0
            || !self.nw.rulings.fumble_drops_active
            || self.nw.judges.judge(self.state.luck[basis.unit.idx()].into()).fumble().0 == 0;
        (basis.rolls && basis.n_dice() == 0 && keeps).then_some(basis.fixed + basis.active)
    }

    /// D-prana-def, `chance`: the fewest dice with which Dodge succeeds with this probability.
    fn prana_to_dodge(&self, basis: &Basis, by: UnitId, dodges_at: i32) -> i32 {
        let most = self.most_prana(basis.unit);
        if most == 0 || !basis.rolls {
            return 0;
        }
        match self.choose(basis.unit, &self.nw.unit(basis.unit).tactics.prana_def, Some(by)) {
            PranaDefense::Chance(percent) => {
                let succeeds = |&n: &i32| {
                    let p = self.p_with_prana(basis, n, dodges_at);
                    p * 100.0 >= f64::from(percent) - 1e-9
                };
                (0..=most).find(succeeds).unwrap_or(0)
            }
            PranaDefense::None | PranaDefense::Lethal => 0,
        }
    }
}
