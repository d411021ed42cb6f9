//! HP, erosion and falls (SB-30 to SB-34, SB-39, SB-40, SB-52).

use crate::data::events::Event;
use crate::data::metrics::{By, Clock, Exhaustion, Metric};
use crate::data::rulings::Exhaust;
use crate::data::vocabulary::{DamageKind, Stat};
use crate::rules::attacks::declared::DeclaredAttack;
use crate::{Play, Stonebound};
use fray_engine::draw::Chance;
use fray_engine::observe::{ActionRef, Cause, Observer};
use fray_engine::roster::{UnitId, UnitSet};

/// The source of a loss of HP.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The unit that takes it; `None` for Burn, Poison, hazards and statuses.
    pub(crate) by: Option<UnitId>,
    /// The place among its actions, or among the hazards.
    pub(crate) action: u8,
    pub(crate) cause: By,
}

/// The most HP that healing beyond the start can give.
const MOST_HP: i32 = 8000;

/// The most that erosion takes off what raises a defence.
const MOST_DEBT: i32 = 30_000;

/// The place of a hazard of the board among the hazards; statuses stand behind it.
pub(crate) const BOARD: u8 = 0;

impl Stonebound {
    /// SB-52: the HP that healing and revival give a unit at most: those of its start, or more by `overheal`.
    pub(crate) fn most_hp(&self, unit: UnitId) -> i32 {
        if self.rulings.overheal { MOST_HP } else { self.unit(unit).hp.into() }
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// HP that a unit loses; what lies beyond the last is lost (SB-34). Gives what it had. The fall comes
    /// later, see [`fall_if_gone`](Self::fall_if_gone).
    pub(crate) fn take(&mut self, unit: UnitId, damage: i32, source: Source) -> i32 {
        let it = self.state.unit_mut(unit);
        let before = i32::from(it.hp);
        let lost = damage.clamp(0, before);
        if damage <= 0 || before == 0 {
            return 0;
        }
        it.hp -= lost as i16;
        let hp = i32::from(it.hp);
        self.state.is_loud = true;
        self.obs.event(|| Event::Hurt { unit, damage: lost, hp, cause: source.cause });
        self.count_loss(unit, damage, lost, source);
        let full = i32::from(self.rules.unit(unit).hp);
        if before >= full {
            self.obs.mark(unit, Clock::FirstBlood(source.cause));
        }
        if 2 * before > full && 2 * hp <= full {
            self.obs.mark(unit, Clock::HalfHp(source.cause));
        }
        if source.by.is_some() {
            self.wake(unit);
        }
        self.forget_debts();
        lost
    }

    fn count_loss(&mut self, unit: UnitId, damage: i32, lost: i32, source: Source) {
        let lost_u = lost as u32;
        self.obs.add(unit, Metric::DamageTaken, lost_u);
        match source.cause {
            By::Burn => self.obs.add(unit, Metric::BurnDamage, lost_u),
            By::Poison => self.obs.add(unit, Metric::PoisonDamage, lost_u),
            By::Hazard => self.obs.add(unit, Metric::HazardDamage, lost_u),
            _ => {}
        }
        let Some(by) = source.by else { return };
        let victim = self.rules.victim(by, unit);
        self.obs.damage(ActionRef { by, action: source.action }, victim, lost_u);
        if !victim.is_ally {
            self.obs.add(by, Metric::DamageDealt, lost_u);
            self.obs.add_if(source.cause == By::Counter, by, Metric::CounterDamage, lost_u);
            if damage > lost {
                self.obs.overkill(by, (damage - lost) as u32);
            }
        }
    }

    /// Points that PD and SD lose by an erosion: never below 0 (SB-32).
    pub(crate) fn would_erode(&self, unit: UnitId, which: Option<usize>, erosion: i32) -> [i32; 2] {
        let mut out = [0; 2];
        if let Some(which) = which
            && erosion > 0
        {
            let kind = [DamageKind::P, DamageKind::S][which];
            let it = self.state.unit(unit);
            let base = i32::from([it.pd, it.sd][which]);
            out[which] = erosion.min(self.rules.defence(self.state, unit, kind)).min(base + MOST_DEBT).max(0);
        }
        out
    }

    /// SB-32, SB-52: forgets erosion that took a defence below 0: it was taken off the changes that raised
    /// the defence, and is gone with them; it is no debt of a later raise.
    pub(crate) fn forget_debts(&mut self) {
        let rules = self.rules;
        if !rules.can_raise_defences {
            return;
        }
        for unit in rules.everyone {
            let it = self.state.unit(unit);
            if it.pd < 0 {
                let raised = rules.raised(self.state, unit, Stat::Pd).min(MOST_DEBT) as i16;
                self.state.unit_mut(unit).pd = self.state.unit(unit).pd.max(-raised);
            }
            if self.state.unit(unit).sd < 0 {
                let raised = rules.raised(self.state, unit, Stat::Sd).min(MOST_DEBT) as i16;
                self.state.unit_mut(unit).sd = self.state.unit(unit).sd.max(-raised);
            }
        }
    }

    /// SB-31: the defences fall.
    pub(crate) fn erode(
        &mut self,
        unit: UnitId,
        declared: &DeclaredAttack<'_>,
        eroded: [i32; 2],
        is_crit: bool,
    ) {
        let sum = (eroded[0] + eroded[1]) as u32;
        if sum == 0 {
            return;
        }
        let it = self.state.unit_mut(unit);
        it.pd -= eroded[0] as i16;
        it.sd -= eroded[1] as i16;
        self.state.is_loud = true;
        if self.rules.are_enemies(declared.by, unit) {
            self.obs.add(declared.by, Metric::ErosionDealt, sum);
            self.obs.add_if(is_crit, declared.by, Metric::ErosionByCrits, sum);
        }
        let now = [Stat::Pd, Stat::Sd].map(|stat| self.rules.stat(self.state, unit, stat));
        self.obs.event(|| Event::Erodes {
            unit,
            pd: eroded[0] > 0,
            by: sum as i32,
            left: now[usize::from(eroded[0] == 0)],
        });
        for at in 0..2 {
            if eroded[at] > 0 && now[at] == 0 {
                let by = declared.cause.worn();
                self.obs.mark(unit, if at == 0 { Clock::PdZero(by) } else { Clock::SdZero(by) });
                if self.rules.rulings.exhaustion == Exhaust::Defence {
                    let cause = if at == 0 { Exhaustion::Pd } else { Exhaustion::Sd };
                    self.obs.mark(unit, Clock::Exhausted(cause));
                    self.obs.event(|| Event::Exhausted { unit, pd: at == 0 });
                }
            }
        }
    }

    /// SB-40: at 0 HP a unit is turned over where it lies; fuses and statuses go.
    pub(crate) fn fall_if_gone(&mut self, unit: UnitId, source: Source) {
        if self.state.unit(unit).hp > 0 || !self.state.stands(unit) {
            return;
        }
        let allies = self.rules.allies(unit);
        let was_first = self.state.living(allies) == allies;
        self.lay[unit.idx()] = self.state.unit(unit).lying;
        self.state.down.insert(unit);
        self.obs.event(|| Event::Incapacitated { unit });
        self.drop_fuses(unit);
        self.strip(unit);
        self.forget_debts();
        self.obs.mark(unit, Clock::Incapacitated(source.cause));
        if self.rules.rulings.exhaustion == Exhaust::Incapacitated {
            self.obs.mark(unit, source.cause.exhausted());
        }
        if was_first {
            self.obs.mark(unit, Clock::FirstFall(source.cause));
        }
        if self.state.living(allies).is_empty() {
            self.obs.mark(unit, Clock::LastFall(source.cause));
        }
        match source.by {
            Some(by) => {
                let victim = self.rules.victim(by, unit);
                self.obs.felled(victim, Cause::Action(ActionRef { by, action: source.action }));
                self.obs.add_if(victim.is_ally, by, Metric::AllyKills, 1);
            }
            None => {
                let unit = fray_engine::observe::ActionTarget { unit, is_ally: false };
                self.obs.felled(unit, Cause::Hazard(source.action));
            }
        }
        self.fallen.insert(unit);
        self.fellers[unit.idx()] = source.by;
    }

    /// A loss of HP that is no attack, and all that follows from it.
    pub(crate) fn lose(&mut self, unit: UnitId, damage: i32, source: Source) {
        self.take(unit, damage, source);
        self.fall_if_gone(unit, source);
    }

    /// SB-52: HP back, at most to the starting value; not for those who lie.
    pub(crate) fn heal(&mut self, by: UnitId, action: u8, unit: UnitId, n: i32) {
        let full = self.rules.most_hp(unit);
        let it = self.state.unit_mut(unit);
        let healed = n.min(full - i32::from(it.hp));
        if healed <= 0 || it.hp == 0 {
            return;
        }
        it.hp += healed as i16;
        let hp = i32::from(it.hp);
        self.state.is_loud = true;
        self.forget_debts();
        self.obs.healed(Cause::Action(ActionRef { by, action }), unit, healed as u32);
        self.obs.event(|| Event::Heals { unit, healed, hp });
    }

    /// SB-52: a fallen unit is back where it lies, unless a living unit stands there.
    pub(crate) fn revive(&mut self, by: UnitId, action: u8, unit: UnitId, n: i32) {
        let rules = self.rules;
        let is_taken =
            rules.board.is_some() && rules.is_taken(self.state, self.state.unit(unit).at, Some(unit));
        if self.state.stands(unit) || is_taken {
            return;
        }
        let hp = n.min(rules.most_hp(unit));
        self.state.unit_mut(unit).hp = hp as i16;
        self.state.down.remove(unit);
        // It acts from its side's next turn on.
        self.state.acted.insert(unit);
        self.state.is_loud = true;
        self.obs.healed(Cause::Action(ActionRef { by, action }), unit, hp as u32);
        self.obs.event(|| Event::Revived { unit, hp });
    }

    /// The units that a set still has standing.
    pub(crate) fn standing_of(&self, units: UnitSet) -> UnitSet {
        self.state.living(units)
    }
}
