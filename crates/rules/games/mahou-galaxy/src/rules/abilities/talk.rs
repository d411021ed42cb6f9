//! Talking as a weapon (MG-58 to MG-63).

use crate::choose::odds::{Rank, is_rare, steps};
use crate::data::events::Event;
use crate::data::metrics::{Clock, DistractedBy, HandDryBy, Metric, StrongBy};
use crate::data::rulings::{ContraryFail, SmittenPolicy, TalkTargets};
use crate::data::setup::{RollName, Stat};
use crate::data::tactics::{Distracted, Talk};
use crate::data::vocabulary::{DistractType, Timing};
use crate::dice::draws::{Contest, Pool, Rolled, Shown};
use crate::rules::numbers::RollContext;
use crate::state::{Mood, RETREAT, State};
use crate::{MahouGalaxy, Play, PreparedAbility, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// A difference of this or more is a strong state (MG-62).
const STRONG: i32 = 10;

/// Kinds of action that a strong state may bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionKind {
    Attack,
    Kick,
    Grapple,
    Talk,
    Ability,
    Walk,
}

impl ActionKind {
    /// Its bit among those that are barred or allowed.
    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl DistractType {
    fn mood(self) -> Mood {
        match self {
            Self::General => Mood::None,
            Self::Infatuate => Mood::Infatuated,
            Self::Infuriate => Mood::Infuriated,
            Self::Intimidate => Mood::Intimidated,
        }
    }

    fn roll(self) -> RollName {
        match self {
            Self::General => RollName::General,
            Self::Infatuate => RollName::Infatuate,
            Self::Infuriate => RollName::Infuriate,
            Self::Intimidate => RollName::Intimidate,
        }
    }
}

/// The use of a speak token.
#[derive(Clone, Copy, Debug)]
enum Word {
    /// A distraction.
    Distract(DistractType),
    /// A bait or a demand on one who is distracted already (MG-62).
    Narrow(u8),
}

/// The mood that a tactic narrows once it is there, and what to (MG-62, MG-D15).
fn narrows(talk: Talk) -> Option<(Mood, u8)> {
    match talk {
        Talk::Bait(bait) => Some((Mood::Infuriated, bait + 1)),
        Talk::Demand => Some((Mood::Intimidated, RETREAT)),
        _ => None,
    }
}

impl MahouGalaxy {
    /// MG-62 `smitten.policy = switch_side`, MG-D19 `in_line`: whom a smitten unit attacks for its originator:
    /// the one that this attacked last.
    pub(crate) fn wished_target(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        let it = state.unit(unit);
        if self.rulings.smitten_policy != SmittenPolicy::SwitchSide
            || !it.strong
            || it.mood != Mood::Infatuated
        {
            return None;
        }
        let how =
            self.unit(unit).tactics.aimed.distracted.choose(|fact| self.fact(state, unit, Some(it.by), fact));
        let target = state.unit(it.by).last?;
        (how != Distracted::Try && target != unit && target != it.by && state.is_in(target)).then_some(target)
    }

    /// MG-59, MG-60: the contest of an attempt.
    fn talk_contest(&self, state: &State, unit: UnitId, target: UnitId, what: DistractType) -> Contest {
        let it = state.unit(unit);
        let less = match what {
            DistractType::General => 2 + i32::from(state.unit(target).generals),
            named => 4 + 2 * i32::from(it.attempts[named as usize]),
        };
        Contest {
            mine: self.talk_pool(state, unit, (Stat::Per, what.roll()), -less),
            theirs: self.talk_pool(state, target, (Stat::Int, RollName::ResistTalk), 0),
            least: 0,
        }
    }

    pub(crate) fn talk_pool(&self, state: &State, unit: UnitId, roll: (Stat, RollName), plus: i32) -> Pool {
        let what = RollContext { skill: false, hand: false, in_line: false };
        self.pool(state, unit, roll, 1, plus, what)
    }

    /// MG-58: whether all foes in sight hear words of this type.
    fn speaks_to_all(&self, what: DistractType) -> bool {
        self.rulings.talk_targets == TalkTargets::AllEnemiesInSight && what != DistractType::General
    }

    /// MG-60: whether a unit can be distracted so: infatuated only if it is attracted.
    pub(crate) fn is_open_to(&self, unit: UnitId, target: UnitId, what: DistractType) -> bool {
        what != DistractType::Infatuate || self.unit(target).charmers.has(unit)
    }

    /// MG-D15, MG-58: whether abilities of the own turn take speak tokens of the unit, so that its words come behind
    /// them: a word that costs a spell only harms who says it.
    pub(crate) fn casts_by_word(&self, unit: UnitId) -> bool {
        let is_spoken = |knack: &PreparedAbility| {
            matches!(knack.ability.timing, Timing::Turn | Timing::Partial) && knack.ability.cost.speak > 0
        };
        self.unit(unit).skills_of.iter().any(is_spoken)
    }

    /// Returns whether this type can do anything to the target: infuriation only where somebody else of the own side is
    /// in.
    fn can_talk(&self, state: &State, unit: UnitId, target: UnitId, what: DistractType) -> bool {
        match what {
            DistractType::General | DistractType::Intimidate | DistractType::Infatuate => {
                self.is_open_to(unit, target, what)
            }
            DistractType::Infuriate => state.present(self.allies(unit)).len() > 1,
        }
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-D15: an attempt with a speak token, if it is worth one; whether there was one.
    pub(crate) fn talk(&mut self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let foes = state.present(rules.enemies(unit));
        if !rules.reads.talk || state.turn.speak == 0 || foes.is_empty() || rules.is_silent(state, unit) {
            return false;
        }
        let plan = &rules.unit(unit).tactics.aimed.talk;
        // Those without a penalty first, then the one whose attack is worth most on the own side.
        let threat = |foe: UnitId| {
            let ours = state.present(rules.allies(unit));
            ours.map(|ally| rules.greatest_threat(state, foe, ally)).max().unwrap_or_default()
        };
        let mut best: Option<(UnitId, Word, (bool, Rank))> = None;
        for foe in foes {
            let wanted = plan.choose(|fact| rules.fact(state, unit, Some(foe), fact));
            let them = state.unit(foe);
            if let Some(to) =
                narrows(wanted).filter(|it| it.0 == them.mood && them.by == unit && it.1 != them.narrowed)
            {
                let rank = (false, threat(foe));
                if best.is_none_or(|(_, _, than)| rank > than) {
                    best = Some((foe, Word::Narrow(to.1), rank));
                }
                continue;
            }
            let Some(what) = self.type_for(unit, foe, wanted) else { continue };
            // MG-58: words to all in sight begin with one of them.
            if rules.speaks_to_all(what) && !rules.sees(state, unit, foe) {
                continue;
            }
            let has = state.unit(foe).distraction();
            if !rules.can_talk(state, unit, foe, what)
                || is_rare(rules.odds.wins_by(&rules.talk_contest(state, unit, foe, what), has + 1))
            {
                continue;
            }
            let rank = (has == 0, threat(foe));
            if best.is_none_or(|(_, _, than)| rank > than) {
                best = Some((foe, Word::Distract(what), rank));
            }
        }
        let Some((foe, word, _)) = best else { return false };
        if !self.may(unit, ActionKind::Talk, Some(foe)) {
            return false;
        }
        match word {
            Word::Distract(what) => self.say(unit, foe, what),
            Word::Narrow(to) => self.narrow(unit, foe, to),
        }
        true
    }

    /// The type of talk that a tactic wants; `best` the one with the greatest mean penalty.
    fn type_for(&self, unit: UnitId, foe: UnitId, wanted: Talk) -> Option<DistractType> {
        let (rules, state) = (self.rules, &*self.state);
        match wanted {
            Talk::None => None,
            Talk::General => Some(DistractType::General),
            Talk::Infatuate => Some(DistractType::Infatuate),
            Talk::Infuriate | Talk::Bait(_) => Some(DistractType::Infuriate),
            Talk::Intimidate | Talk::Demand => Some(DistractType::Intimidate),
            Talk::Best => {
                let mean = |what: &DistractType| {
                    steps(rules.odds.mean_margin(&rules.talk_contest(state, unit, foe, *what)))
                };
                let adds = |what: &DistractType| {
                    let more = state.unit(foe).distraction() + 1;
                    !is_rare(rules.odds.wins_by(&rules.talk_contest(state, unit, foe, *what), more))
                };
                let possible = DistractType::ALL
                    .into_iter()
                    .filter(|what| rules.can_talk(state, unit, foe, *what) && adds(what));
                possible
                    .map(|what| (what, mean(&what)))
                    .reduce(|a, b| if b.1 > a.1 { b } else { a })
                    .map(|it| it.0)
            }
        }
    }

    /// MG-58 to MG-60: an attempt.
    fn say(&mut self, unit: UnitId, foe: UnitId, what: DistractType) {
        let rules = self.rules;
        self.spend_speech(unit, 1);
        self.state.busy = true;
        self.state.turn.acted = true;
        self.obs.add(unit, Metric::Talks, 1);
        let all = rules.speaks_to_all(what);
        let mut listeners = UnitSet::one(foe);
        if all {
            // MG-60: of those who are attracted allies too.
            let charmed = |it: UnitId| it != unit && rules.unit(it).charmers.has(unit);
            let hearers = match what {
                DistractType::Infatuate => rules.everyone.filter(|&it| charmed(it)).collect(),
                _ => rules.enemies(unit),
            };
            let hearers = self.state.present(hearers);
            listeners = hearers.filter(|&it| rules.sees(self.state, unit, it)).collect();
        }
        // MG-60: one rating, which each listener resists.
        let rating = all.then(|| {
            let Contest { mine, .. } = rules.talk_contest(self.state, unit, foe, what);
            self.dice.draw(by(unit, Purpose::Effect), &mine)
        });
        for listener in listeners {
            let contest = rules.talk_contest(self.state, unit, listener, what);
            let [mine, theirs] = match rating {
                None => self.dice.draw(by(unit, Purpose::Effect), &contest),
                Some(rating) => {
                    let resists = contest.theirs.between(i32::MIN, rating);
                    [rating, self.dice.draw(by(listener, Purpose::Effect), &resists)]
                }
            };
            self.obs.event(|| Event::Talks { unit, target: listener, what, mine, theirs });
            self.distract(unit, listener, what, mine - theirs);
        }
        let tries = &mut self.state.unit_mut(unit).attempts[what as usize];
        *tries = tries.saturating_add(1);
        if what == DistractType::General {
            let tries = &mut self.state.unit_mut(foe).generals;
            *tries = tries.saturating_add(1);
        }
    }

    /// MG-62: a later word narrows what is free of the penalty.
    fn narrow(&mut self, unit: UnitId, foe: UnitId, to: u8) {
        self.spend_speech(unit, 1);
        self.state.busy = true;
        self.state.turn.acted = true;
        self.state.unit_mut(foe).narrowed = to;
        self.obs.add(unit, Metric::Narrowings, 1);
        self.obs.event(|| Event::Narrows { unit, target: foe, to });
    }

    /// MG-59 to MG-62: the effects of a distraction by its difference.
    pub(crate) fn distract(&mut self, unit: UnitId, target: UnitId, what: DistractType, difference: i32) {
        if difference <= 0 {
            return;
        }
        let penalty = difference.min(i16::MAX.into()) as u16;
        let it = self.state.unit_mut(target);
        let had = it.distraction();
        if what == DistractType::General {
            it.general = it.general.max(penalty);
        } else if penalty > it.penalty {
            (it.penalty, it.mood, it.by) = (penalty, what.mood(), unit);
            it.narrowed = 0;
            it.strong = difference >= STRONG;
            if it.strong {
                let strong = match what {
                    DistractType::Infatuate => StrongBy::Smitten,
                    DistractType::Infuriate => StrongBy::Enraged,
                    _ => StrongBy::Terrified,
                };
                self.obs.mark(target, Clock::StrongState(strong));
            }
        } else {
            return;
        }
        let strong = self.state.unit(target).strong && what != DistractType::General;
        self.obs.add(target, Metric::TalkPenalty, penalty.into());
        if had == 0 {
            let why = match what {
                DistractType::General => DistractedBy::General,
                DistractType::Infatuate => DistractedBy::Infatuate,
                DistractType::Infuriate => DistractedBy::Infuriate,
                DistractType::Intimidate => DistractedBy::Intimidate,
            };
            self.obs.mark(target, Clock::Distracted(why));
        }
        let penalty = penalty.into();
        self.obs.event(|| Event::Distracted { unit: target, what, penalty, strong });
        // MG-63: a distracted unit loses its analyze action of this round.
        self.state.unit_mut(target).analyze = 0;
    }

    /// MG-62, MG-D19: whether a unit in a strong state may do this kind of action now.
    pub(crate) fn may(&mut self, unit: UnitId, kind: ActionKind, target: Option<UnitId>) -> bool {
        let it = self.state.unit(unit);
        if !it.strong {
            return true;
        }
        let in_line = match it.mood {
            Mood::Infuriated => {
                matches!(
                    kind,
                    ActionKind::Attack
                        | ActionKind::Kick
                        | ActionKind::Grapple
                        | ActionKind::Walk
                        | ActionKind::Ability
                ) && target == Some(it.by)
            }
            Mood::None => true,
            Mood::Infatuated => target.is_some() && self.rules.wished_target(self.state, unit) == target,
            Mood::Intimidated => false,
        };
        if in_line {
            return true;
        }
        let bit = kind.bit();
        if self.state.turn.allowed & bit != 0 {
            return true;
        }
        if self.state.turn.barred & bit != 0 {
            return false;
        }
        let (rules, penalty) = (self.rules, i32::from(it.penalty));
        let how = rules
            .unit(unit)
            .tactics
            .aimed
            .distracted
            .choose(|fact| rules.fact(self.state, unit, Some(it.by), fact));
        let mut succeeds = false;
        let obeys = how == Distracted::Obey || how == Distracted::InLine && self.state.turn.runs;
        if !obeys {
            let what = RollContext { skill: false, hand: false, in_line: false };
            let plus = rules.rulings.talk_congruence.0;
            let pool = rules.pool(self.state, unit, (Stat::Int, RollName::ResistTalk), 1, plus, what);
            let Rolled { value: roll, faces } =
                self.dice.draw(by(unit, Purpose::Effect), &Shown(pool.against(penalty)));
            succeeds = roll >= penalty;
            self.obs.event(|| Event::Struggles { unit, pool, faces, roll, penalty, succeeds });
        }
        if succeeds {
            self.state.turn.allowed |= bit;
            return true;
        }
        self.state.turn.barred |= bit;
        self.obs.add(unit, Metric::Barred, 1);
        if rules.rulings.talk_contrary_fail == ContraryFail::LoseAction && self.lose_action(unit, kind) {
            // With the next token it may try again.
            self.state.turn.barred &= !bit;
        }
        false
    }

    /// MG-62 `talk.contrary_fail = lose_action`: spends the token of a forbidden action; returns whether
    /// there was one. Actions that take tokens of several kinds, or none, are barred for the turn.
    fn lose_action(&mut self, unit: UnitId, kind: ActionKind) -> bool {
        let turn = self.state.turn;
        match kind {
            ActionKind::Attack | ActionKind::Grapple => {
                let tokens = turn.hands & self.rules.tokens(self.state, unit);
                let why = if kind == ActionKind::Attack { HandDryBy::Attack } else { HandDryBy::Grapple };
                if tokens != 0 {
                    self.spend_hands(unit, tokens & tokens.wrapping_neg(), why);
                }
                tokens != 0
            }
            ActionKind::Kick => {
                self.spend_moves(unit, turn.moves);
                self.state.turn.moves = 0;
                turn.moves > 0
            }
            ActionKind::Talk => {
                self.spend_speech(unit, turn.speak.min(1));
                turn.speak > 0
            }
            ActionKind::Ability | ActionKind::Walk => false,
        }
    }
}
