//! Reactions and counters (SB-36 to SB-39, SB-64).

use crate::data::events::Event;
use crate::data::metrics::{ABILITIES, By, COUNTER, Metric};
use crate::data::rulings::{CounterMode, LastBreath};
use crate::data::vocabulary::{
    AbilityRange, AnyDefence, AttackMode, Ban, Effect, Kind, MAX_ABILITIES, Stat, Target, Timing, Whose,
};
use crate::dice::draws::SurvivalOutcome;
use crate::rules::abilities::effect::Setting;
use crate::rules::attacks::attack::AttackResult;
use crate::rules::attacks::declared::{DeclaredAttack, Points};
use crate::{Play, Stonebound, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The most counters that one attack can be granted: every reaction is rolled once (SB-64).
const MOST_COUNTERS: usize = MAX_UNITS * MAX_ABILITIES;

/// Counters that were granted for an attack: who, and with which reaction.
struct Counters {
    granted: [UnitId; MOST_COUNTERS],
    n: usize,
}

impl Counters {
    fn none() -> Self {
        Self { granted: [UnitId(0); MOST_COUNTERS], n: 0 }
    }

    fn grant(&mut self, unit: UnitId) {
        self.granted[self.n] = unit;
        self.n += 1;
    }
}

/// The event that a reaction answers.
struct Answered {
    /// The unit that set it off.
    attacker: Option<UnitId>,
    /// Its HP damage.
    damage: i32,
    /// Whether a counter may be granted.
    may_counter: bool,
    /// The unit whose fall set it off, if a fall did.
    fall: Option<UnitId>,
}

/// SB-36: whether what an attack did to its target is what a reaction of the target waits for.
fn is_met(timing: Timing, declared: &DeclaredAttack<'_>, landed: &AttackResult) -> bool {
    let rolled = &landed.rolled;
    let hit = landed.is_attack && rolled.damage.stands();
    match timing {
        Timing::OnAttacked => landed.is_attack,
        Timing::OnHit(kind) => hit && kind.has(declared.kind),
        Timing::OnHpDamage(kind) => landed.damage > 0 && kind.has(declared.kind),
        Timing::OnErosion(which) => match which {
            AnyDefence::P => landed.eroded[0] > 0,
            AnyDefence::S => landed.eroded[1] > 0,
            AnyDefence::Any => landed.eroded != [0; 2],
        },
        Timing::OnEvade => {
            rolled.damage == SurvivalOutcome::Evaded || rolled.effects == SurvivalOutcome::Evaded
        }
        Timing::OnCritTaken => hit && rolled.is_crit,
        _ => false,
    }
}

impl Stonebound {
    /// Returns whether a reaction of a unit can be rolled now: it is on, its uses allow it, its condition holds.
    fn can_react(
        &self,
        play: &crate::State,
        unit: UnitId,
        skill: u8,
        was_lying: u16,
        other: Option<UnitId>,
    ) -> bool {
        let ability = &self.unit(unit).skills[skill as usize].ability;
        let it = play.unit(unit);
        let lies = ability.kind != Kind::Fuse || (it.lying | was_lying) >> skill & 1 != 0;
        lies && ability.uses.is_none_or(|most| it.uses[skill as usize] < most)
            && !(ability.use_once && it.once >> skill & 1 != 0)
            && ability.when.as_ref().is_none_or(|when| when.holds(|fact| self.fact(play, unit, other, fact)))
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// SB-37: reactions between the rolls of an attack and its damage: of the target, then of its allies
    /// who take it upon themselves.
    pub(crate) fn before_damage(&mut self, declared: &DeclaredAttack<'a>, target: UnitId, points: i32) {
        let rules = self.rules;
        if declared.is_area && !rules.are_enemies(declared.by, target) {
            return;
        }
        let damage = (points - rules.defence(self.state, target, declared.kind)).max(0);
        let answered = Answered { attacker: Some(declared.by), damage, may_counter: false, fall: None };
        let mut none = Counters::none();
        let itself = |skill: &crate::PreparedAbility| !redirects(skill);
        self.react(target, |timing| timing == Timing::BeforeDamage, itself, &answered, target, &mut none);
        for ally in rules.allies(target).without(UnitSet::one(target)) {
            if self.incoming.onto.is_some() {
                return;
            }
            let own = rules.stat(self.state, ally, Stat::Rng);
            let near = |skill: &crate::PreparedAbility| {
                redirects(skill)
                    && rules.is_within(self.state_of_target(), ally, target, skill.ability.range, own)
            };
            let in_range: u16 = rules
                .unit(ally)
                .skills
                .iter()
                .enumerate()
                .fold(0, |set, (at, skill)| if near(skill) { set | 1 << at } else { set });
            self.react_if(
                ally,
                |timing| timing == Timing::BeforeDamage,
                in_range,
                &answered,
                ally,
                &mut none,
            );
        }
    }

    fn state_of_target(&self) -> &crate::State {
        self.state
    }

    /// SB-36 to SB-38: the reactions to an attack, of the target, its allies and the attacker, then the
    /// counters that were granted.
    pub(crate) fn answer(&mut self, declared: &DeclaredAttack<'a>, landed: &[AttackResult]) {
        let rules = self.rules;
        if !rules.has_reactions || !declared.is_answered {
            return;
        }
        let mut counters = Counters::none();
        for one in landed.iter().filter(|one| !one.rolled.is_stopped) {
            let target = one.target;
            // SB-64: what an area does to the user's own side sets off nothing but answers to falls.
            if declared.is_area && !rules.are_enemies(declared.by, target) {
                continue;
            }
            let may_counter = !declared.is_counter && !one.slept;
            let answered =
                Answered { attacker: Some(declared.by), damage: one.damage, may_counter, fall: None };
            self.react(
                target,
                |timing| is_met(timing, declared, one),
                |_| true,
                &answered,
                declared.by,
                &mut counters,
            );
            if one.lost > 0 {
                for ally in rules.allies(target).without(UnitSet::one(target)) {
                    let timing = |timing| timing == Timing::OnAllyDamaged;
                    self.react(ally, timing, |_| true, &answered, declared.by, &mut counters);
                }
            }
            if one.is_attack && one.rolled.damage.stands() {
                let own = |timing| match timing {
                    Timing::AfterDamage => one.lost > 0,
                    Timing::OnCritDealt => one.rolled.is_crit,
                    _ => false,
                };
                let answered = Answered { attacker: Some(target), may_counter: false, ..answered };
                self.react(declared.by, own, |_| true, &answered, target, &mut counters);
            }
        }
        for at in 0..counters.n {
            self.counter(counters.granted[at], declared.by);
        }
    }

    /// Rolls the reactions of a unit whose timing fits, in list order.
    fn react(
        &mut self,
        unit: UnitId,
        timing: impl Fn(Timing) -> bool,
        is_meant: impl Fn(&crate::PreparedAbility) -> bool,
        answered: &Answered,
        other: UnitId,
        counters: &mut Counters,
    ) {
        let skills = &self.rules.unit(unit).skills;
        let meant = skills
            .iter()
            .enumerate()
            .fold(0, |set, (at, skill)| if is_meant(skill) { set | 1 << at } else { set });
        self.react_if(unit, timing, meant, answered, other, counters);
    }

    fn react_if(
        &mut self,
        unit: UnitId,
        timing: impl Fn(Timing) -> bool,
        meant: u16,
        answered: &Answered,
        other: UnitId,
        counters: &mut Counters,
    ) {
        let rules = self.rules;
        for at in 0..rules.unit(unit).skills.len() {
            let skill = &rules.unit(unit).skills[at];
            let fits = skill.ability.moment().is_some_and(&timing) && !skill.ability.is_used();
            if !fits || meant >> at & 1 == 0 {
                continue;
            }
            // SB-39: a unit that lies has no other reactions than that to its own fall.
            let own_fall = answered.fall == Some(unit);
            let was_lying = match rules.rulings.last_breath {
                LastBreath::FusedCounts if own_fall => self.lay[unit.idx()],
                _ => 0,
            };
            let fired = if answered.fall.is_some() { &self.fired_by_falls } else { &self.fired };
            if fired[unit.idx()] >> at & 1 != 0
                || !self.state.stands(unit) && !own_fall
                || !rules.can_react(self.state, unit, at as u8, was_lying, Some(other))
            {
                continue;
            }
            // SB-38, SB-50: what could only be a counter is not rolled where none can be granted.
            let only_counters = skill.effects.iter().all(|prepared| prepared.effect == Effect::Counter);
            if only_counters && !(answered.may_counter && self.can_counter(unit)) {
                continue;
            }
            let fired = if answered.fall.is_some() { &mut self.fired_by_falls } else { &mut self.fired };
            fired[unit.idx()] |= 1 << at;
            self.roll_reaction(unit, at as u8, answered, counters);
        }
    }

    fn roll_reaction(&mut self, unit: UnitId, at: u8, answered: &Answered, counters: &mut Counters) {
        let rules = self.rules;
        let skill = &rules.unit(unit).skills[at as usize];
        let it = self.state.unit_mut(unit);
        if skill.ability.uses.is_some() {
            it.uses[at as usize] += 1;
        }
        if skill.ability.use_once {
            it.once |= 1 << at;
        }
        let trial = rules.trial(self.state, unit, skill.ability.trigger);
        let times = self.dice.draw(by(unit, Purpose::Effect), &trial);
        let is_counter = skill.effects.iter().any(|prepared| prepared.effect == Effect::Counter);
        let grants = is_counter && times > 0 && answered.may_counter && self.can_counter(unit);
        if is_counter {
            self.obs.add(unit, Metric::CounterRate, u32::from(grants));
        }
        if trial.is_rolled() {
            self.obs.event(|| Event::Reacts { unit, skill: at, succeeds: times > 0 });
        } else {
            self.obs.event(|| Event::Uses { unit, skill: at, target: unit });
        }
        if times == 0 {
            return;
        }
        if grants {
            counters.grant(unit);
        }
        self.obs.used(ActionRef { by: unit, action: ABILITIES + at });
        let setting = Setting {
            attacker: answered.attacker,
            damage: answered.damage,
            own: rules.stat(self.state, unit, Stat::Rng),
        };
        self.react_with(unit, at, times, setting);
    }

    /// The effects of a reaction that are no counter. They set off nothing but falls (SB-64).
    fn react_with(&mut self, unit: UnitId, at: u8, times: u8, setting: Setting) {
        let rules = self.rules;
        let skill = &rules.unit(unit).skills[at as usize];
        let targets = self.reaction_targets(unit, at, &setting);
        let action = ABILITIES + at;
        for prepared in &skill.effects {
            for target in targets {
                match prepared.effect {
                    Effect::Counter => {}
                    Effect::StandardAttack(attack) if self.state.stands(target) => {
                        let mut declared = rules.standard_attack(unit, action, By::Reaction, attack, &[]);
                        (declared.is_answered, declared.times) = (false, times);
                        for _ in 0..1 + u8::from(attack.mode == AttackMode::Double) {
                            if self.state.stands(target) {
                                self.land(&declared, target, None);
                            }
                        }
                    }
                    Effect::Damage(blast) if !blast.not_attack && self.state.stands(target) => {
                        let mut declared = rules.blast(unit, action, By::Reaction, blast, &[]);
                        declared.is_answered = false;
                        if let Points::Flat(n) = &mut declared.points {
                            *n *= i32::from(times);
                        }
                        declared.has_extras = false;
                        self.land(&declared, target, None);
                    }
                    _ => self.apply(unit, action, By::Reaction, prepared, target, times, Some(&setting)),
                }
            }
        }
        self.falls();
    }

    /// Returns whom a reaction falls on.
    fn reaction_targets(&self, unit: UnitId, at: u8, setting: &Setting) -> UnitSet {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let in_range = |other: &UnitId| rules.is_within(state, unit, *other, ability.range, setting.own);
        match ability.falls_on() {
            Target::Itself => UnitSet::one(unit),
            Target::Attacker | Target::Enemy => setting.attacker.map_or(UnitSet::default(), UnitSet::one),
            Target::AllAllies => state.living(rules.allies(unit)).filter(in_range).collect(),
            Target::AllEnemies => state.living(rules.enemies(unit)).filter(in_range).collect(),
            Target::Ally => {
                // D-09: who needs it; of a unit's own if nobody does.
                let near: UnitSet = state.living(rules.allies(unit)).filter(in_range).collect();
                let needs = |ally: &UnitId| {
                    let from = state.unit(unit).at;
                    rules.judge_skill(state, unit, at, UnitSet::one(*ally), from).gain.is_positive()
                };
                let needy: UnitSet = near.filter(needs).collect();
                let whom = rules.by_need(state, unit, needy).or_else(|| near.into_iter().next());
                whom.map_or(UnitSet::default(), UnitSet::one)
            }
            Target::EmptySquare | Target::Area { .. } | Target::Line { .. } => UnitSet::default(),
        }
    }

    /// Returns whether a unit may counter: it stands, is awake and not forbidden to attack (SB-38, SB-50).
    fn can_counter(&self, unit: UnitId) -> bool {
        let rules = self.rules;
        self.state.stands(unit)
            && !rules.sleeps(self.state, unit)
            && !rules.bans(self.state, unit).has(Ban::Attack)
    }

    /// SB-38: a Standard Attack on the unit that triggered it.
    fn counter(&mut self, unit: UnitId, target: UnitId) {
        let rules = self.rules;
        if !self.state.stands(target) || !self.can_counter(unit) {
            return;
        }
        let own = rules.stat(self.state, unit, Stat::Rng);
        let reaches = own > 0 && rules.is_within(self.state, unit, target, AbilityRange::Unit, own);
        if rules.rulings.counter_needs_range && !reaches {
            self.obs.event(|| Event::CounterOutOfRange { unit });
            return;
        }
        let mode = match (rules.rulings.counter_mode, rules.unit(unit).mode) {
            (CounterMode::AsAttack, mode) => mode,
            (CounterMode::Standard, AttackMode::NoCrt) => AttackMode::NoCrt,
            (CounterMode::Standard, _) => AttackMode::Standard,
        };
        let declared = DeclaredAttack {
            action: COUNTER,
            cause: By::Counter,
            mode,
            is_counter: true,
            has_extras: rules.rulings.counter_extras,
            ..rules.free_attack(unit)
        };
        // SB-64: each counter may set reactions off once more.
        let kept = core::mem::replace(&mut self.fired, [0; MAX_UNITS]);
        let last = self.state.unit(unit).last;
        self.attack(declared, target);
        self.state.unit_mut(unit).last = last;
        self.fired = kept;
    }

    /// SB-39: the reactions to falls: of the fallen, of its allies, of its enemies.
    pub(crate) fn falls(&mut self) {
        let rules = self.rules;
        if !rules.has_reactions {
            self.fallen = UnitSet::default();
            return;
        }
        let mut left = MAX_UNITS;
        while let Some(unit) = self.fallen.next() {
            // Nobody who fell stands up before its fall is answered.
            assert!(left > 0, "more falls in a row than units");
            left -= 1;
            let attacker = self.fellers[unit.idx()].filter(|&by| self.state.stands(by));
            let answered = Answered { attacker, damage: 0, may_counter: false, fall: Some(unit) };
            let mut none = Counters::none();
            let other = attacker.unwrap_or(unit);
            let own = |timing| timing == Timing::OnIncapacitated(Whose::Own);
            self.react(unit, own, |_| true, &answered, other, &mut none);
            for ally in rules.allies(unit).without(UnitSet::one(unit)) {
                let timing = |timing| timing == Timing::OnIncapacitated(Whose::Ally);
                self.react(ally, timing, |_| true, &answered, other, &mut none);
            }
            for enemy in rules.enemies(unit) {
                let timing = |timing| timing == Timing::OnIncapacitated(Whose::Enemy);
                self.react(enemy, timing, |_| true, &answered, other, &mut none);
            }
        }
    }

    /// Abilities of a moment that is no attack: the start and the end of a turn, the end of a Move.
    pub(crate) fn at_moment(&mut self, unit: UnitId, moment: Timing) {
        if !self.rules.has_reactions || self.is_over() {
            return;
        }
        self.declare();
        let answered = Answered { attacker: None, damage: 0, may_counter: false, fall: None };
        self.react(unit, |timing| timing == moment, |_| true, &answered, unit, &mut Counters::none());
    }
}

/// Returns whether an ability takes attacks on others upon its user.
fn redirects(skill: &crate::PreparedAbility) -> bool {
    skill.effects.iter().any(|prepared| prepared.effect == Effect::Redirect)
}
