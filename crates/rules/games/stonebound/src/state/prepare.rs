//! From what a scenario means to what a fight needs: everything that can be known before the first roll.

use crate::board::Board;
use crate::data::rulings::{Deploy, VALUES};
use crate::data::setup::{Map, Setup, UnitSetup};
use crate::data::tactics::{Fact, Target as Aim};
use crate::data::vocabulary::{
    Ability, Duration, Effect, Element, Kind, MAX_ABILITIES, MAX_MARKS, MAX_STATUSES, Stat, Timing,
};
use crate::state::{Cards, DEAD, KINDS};
use crate::{ExtraRoll, LastingEffect, Passive, Prepared, PreparedAbility, Reads, Side, Stonebound, Unit};
use fray_engine::roster::{MAX_UNITS, Roster, UnitId};
use fray_kit::declare::facts::GivenName;
use fray_kit::memory::Owner;
use fray_kit::tactics::when::{Term, settled_from};

impl Stonebound {
    /// Prepares a scenario.
    ///
    /// # Panics
    /// If a side has no units, there are more than [`MAX_UNITS`], or more statuses, abilities or lasting
    /// effects than [`MAX_STATUSES`], [`MAX_ABILITIES`] and [`MAX_MARKS`]; the reader of scenario files reports these
    /// as errors.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let roster = Roster::of(setup.sides.iter().map(|side| {
            let units = side.units.iter().map(|unit| unit.name.as_str());
            (side.name.as_str(), units)
        }));
        assert!(roster.units.len() <= MAX_UNITS, "at most {MAX_UNITS} units");
        assert!(roster.sides.iter().all(|side| !side.units.is_empty()), "every side has units");
        assert!(setup.statuses.len() <= MAX_STATUSES, "at most {MAX_STATUSES} statuses");
        let sheets: Vec<&UnitSetup> = setup.units().collect();
        let sides = roster.sides.iter().zip(&setup.sides).map(|(info, side)| Side {
            units: info.units,
            first: info.units.first(),
            pays: side.stones,
            holds: side.holds_stones(),
            hand_max: side.hand_max.map_or(1 + 2 * info.units.len(), u32::from),
            tactics: side.tactics.clone(),
        });
        let board = setup.map.as_ref().map(|map| Board::of(map, setup.rulings.los));
        let has_abilities = sheets.iter().any(|sheet| {
            !sheet.abilities.is_empty() || !sheet.on_attack.is_empty() || !sheet.statuses.is_empty()
        });
        let is_reaction = |ability: &&Ability| !ability.is_used() && !ability.is_passive();
        let mut rules = Self {
            owner: Owner::default(),
            rulings: setup.rulings,
            max_rounds: setup.max_rounds,
            board,
            everyone: roster.everyone(),
            sides: sides.collect(),
            units: Vec::new(),
            statuses: setup.statuses.clone(),
            status_names: setup.statuses.iter().map(|status| GivenName::of(&status.name)).collect(),
            can_be_laid: can_be_laid(setup),
            marks: Vec::new(),
            changes: core::array::from_fn(|_| Vec::new()),
            passives: Vec::new(),
            kept: Vec::new(),
            has_abilities,
            has_reactions: setup.abilities().any(|ability| is_reaction(&ability)),
            can_raise_defences: can_raise_defences(setup),
            deck: deck(setup),
            reads: reads(setup, &sheets, has_abilities),
            roster,
        };
        let places: Vec<u16> = places(setup).into_iter().map(|at| at.unwrap_or_default()).collect();
        for (id, sheet) in sheets.iter().enumerate() {
            assert!(sheet.abilities.len() <= MAX_ABILITIES, "at most {MAX_ABILITIES} abilities");
            let unit = rules.prepare_unit(UnitId(id as u8), sheet, places[id]);
            rules.units.push(unit);
        }
        assert!(rules.marks.len() <= MAX_MARKS, "at most {MAX_MARKS} lasting effects");
        rules
    }

    fn prepare_unit(&mut self, id: UnitId, sheet: &UnitSetup, at: u16) -> Unit {
        let extras = sheet.on_attack.iter().map(|extra| ExtraRoll {
            trigger: extra.trigger,
            effects: extra.effects.iter().map(|effect| self.prepare_effect(id, effect, None)).collect(),
        });
        let extras = extras.collect();
        let mut skills = Vec::new();
        for (at, ability) in sheet.abilities.iter().enumerate() {
            if ability.is_passive() {
                for &effect in &ability.effects {
                    let is_status = matches!(effect, Effect::AddStatus(_));
                    let list = if is_status { &mut self.kept } else { &mut self.passives };
                    list.push(Passive { unit: id, skill: at as u8, effect });
                }
            }
            let effects = ability.effects.iter().map(|effect| self.prepare_effect(id, effect, Some(ability)));
            let effects = effects.collect();
            skills.push(PreparedAbility { ability: ability.clone(), effects });
        }
        let mut fuses: Vec<u8> = (0..skills.len() as u8)
            .filter(|&at| skills[usize::from(at)].ability.kind == Kind::Fuse)
            .collect();
        // Without a number an ability has its place in the list `abilities`.
        let priority = |at: u8| {
            let own = i32::from(at) - sheet.n_reactions as i32;
            skills[usize::from(at)].ability.priority.map_or(own, i32::from)
        };
        fuses.sort_by_key(|&at| (priority(at), at));
        Unit {
            side: self.roster.units[id.idx()].side,
            hp: sheet.hp,
            base: Stat::ALL.map(|stat| match stat {
                Stat::Pd => sheet.pd,
                Stat::Sd => sheet.sd,
                Stat::Atk => sheet.atk,
                Stat::Crt => sheet.crt,
                Stat::Mv => sheet.mv,
                Stat::Rng => sheet.rng,
            }),
            kind: sheet.kind(),
            class_kind: sheet.class.kind(),
            mode: sheet.attack_mode,
            evasion: [sheet.evasion.physical, sheet.evasion.spirit, sheet.evasion.all],
            negation: sheet.negation.clone(),
            extras,
            skills,
            fuses,
            statuses: sheet.statuses.clone(),
            at,
            tactics: sheet.tactics.clone(),
            aim: sheet.aim.clone(),
        }
    }

    /// Numbers an effect that lasts.
    fn prepare_effect(&mut self, unit: UnitId, effect: &Effect, ability: Option<&Ability>) -> Prepared {
        let own = effect.own_duration().or(ability.and_then(|ability| ability.duration));
        let is_passive = ability.is_some_and(Ability::is_passive);
        let mut prepared = Prepared {
            effect: *effect,
            mark: 0,
            lasts: own,
            worth: ability.and_then(|ability| ability.worth),
        };
        if effect.is_lasting() && !is_passive {
            let by_moment = ability.map_or(Duration::EndOfTurn, Ability::default_duration);
            prepared.lasts = own.or(Some(by_moment));
            prepared.mark = self.marks.len() as u8;
            if let Effect::Stat(change) = effect {
                self.changes[change.stat as usize].push((prepared.mark, change.by.into()));
            }
            self.marks.push(LastingEffect { unit, effect: *effect });
        }
        prepared
    }
}

/// SB-07: the deck; elements that nobody can use are one kind.
fn deck(setup: &Setup) -> Cards {
    let paying = setup.sides.iter().filter(|side| side.stones).flat_map(|side| &side.units);
    let costs: Vec<Element> = paying
        .flat_map(|unit| &unit.abilities)
        .filter_map(|ability| ability.cost)
        .map(|cost| cost.element)
        .collect();
    let mut deck = [0; KINDS];
    for element in Element::ALL {
        for value in 0..VALUES {
            let cards = u16::from(setup.rulings.deck.0[element as usize][value]);
            let is_used = costs.contains(&element);
            deck[if is_used { element as usize * VALUES + value } else { DEAD }] += cards;
        }
    }
    deck
}

/// SB-04: where the units stand, `None` where there is no room; all 0 without a board.
fn places(setup: &Setup) -> Vec<Option<u16>> {
    let sheets: Vec<&UnitSetup> = setup.units().collect();
    let Some(map) = &setup.map else { return vec![Some(0); sheets.len()] };
    let at = |x: u16, y: u16| y * u16::from(map.width) + x;
    let blocked = map.squares.iter().filter(|square| square.blocked);
    let mut taken: Vec<u16> = blocked.map(|square| at(square.x.into(), square.y.into())).collect();
    let given = sheets.iter().filter_map(|sheet| sheet.position);
    taken.extend(given.map(|[x, y]| at(x.into(), y.into())));
    let mut places = Vec::new();
    for (side, info) in setup.sides.iter().enumerate() {
        let n = info.units.len();
        for (k, unit) in info.units.iter().enumerate() {
            let place = match unit.position {
                Some([x, y]) => Some(at(x.into(), y.into())),
                None => {
                    let place = on_line(map, side, setup.mirrored, n, k, &taken);
                    taken.extend(place);
                    place
                }
            };
            places.push(place);
        }
    }
    places
}

/// The square of the k-th of n units of a side on its end line, or on the next line inward.
fn on_line(map: &Map, side: usize, mirrored: bool, n: usize, k: usize, taken: &[u16]) -> Option<u16> {
    let (width, height) = (u16::from(map.width), u16::from(map.height));
    let side = if mirrored && side < 2 { 1 - side } else { side };
    let is_row = side % 4 < 2;
    let (length, depth) = if is_row { (width, height) } else { (height, width) };
    let square = |along: u16, inward: u16| match side % 4 {
        0 => inward * width + along,
        1 => (height - 1 - inward) * width + along,
        2 => along * width + inward,
        _ => along * width + (width - 1 - inward),
    };
    let wanted = (usize::from(length).saturating_sub(n) / 2 + k) as u16;
    let lines = (0..depth).flat_map(|inward| {
        let line = core::iter::once(wanted).chain(0..length).filter(move |&along| along < length);
        line.map(move |along| square(along, inward))
    });
    lines.into_iter().find(|at| !taken.contains(at))
}

/// The first unit of a scenario for which its lines have no square.
pub(crate) fn without_room(setup: &Setup) -> Option<usize> {
    places(setup).iter().position(Option::is_none)
}

/// SB-04: whether units without a position have lines to stand on.
pub(crate) fn needs_positions(setup: &Setup) -> bool {
    setup.map.is_some() && (setup.rulings.deploy == Deploy::Given || setup.sides.len() > 4)
}

/// Returns whether an effect or a status of a scenario raises PD or SD.
fn can_raise_defences(setup: &Setup) -> bool {
    let raises = |effect: &Effect| matches!(effect, Effect::Stat(change) if matches!(change.stat, Stat::Pd | Stat::Sd) && change.by > 0);
    setup.has_effect(raises) || setup.statuses.iter().any(|status| status.stats.pd > 0 || status.stats.sd > 0)
}

/// The statuses that units begin with or that effects lay, a bit each. Statuses that abilities keep up are
/// not taken off (SB-41).
fn can_be_laid(setup: &Setup) -> u16 {
    let lays = |at: usize| {
        let is_it = |effect: &Effect| matches!(effect, Effect::AddStatus(add) if add.status.idx() == at);
        let laid = setup.units().any(|unit| {
            let abilities = unit.abilities.iter().filter(|ability| !ability.is_passive());
            abilities.flat_map(|ability| &ability.effects).any(is_it)
                || unit.on_attack.iter().flat_map(|extra| &extra.effects).any(is_it)
        });
        laid || setup.units().any(|unit| unit.statuses.iter().any(|(status, _)| status.idx() == at))
    };
    (0..setup.statuses.len()).filter(|&at| lays(at)).fold(0, |set, at| set | 1 << at)
}

/// Returns the parts of the state that this scenario reads.
fn reads(setup: &Setup, sheets: &[&UnitSetup], has_abilities: bool) -> Reads {
    let mut terms: Vec<&Term<Fact>> = Vec::new();
    for sheet in sheets {
        terms.extend(sheet.tactics.terms());
        terms.extend(sheet.aim.terms());
    }
    for side in &setup.sides {
        terms.extend(side.tactics.go.terms());
        terms.extend(side.tactics.turn.terms());
    }
    terms.extend(setup.abilities().filter_map(|ability| ability.when.as_ref()).flat_map(|when| &when.terms));
    let asks = |is: &dyn Fn(Fact) -> bool| terms.iter().any(|term| is(term.fact));
    let strikes = |effect: &Effect| matches!(effect, Effect::StandardAttack(_) | Effect::Damage(_));
    let poison = crate::data::vocabulary::Status::POISON;
    Reads {
        round: settled_from(terms.iter().copied(), Fact::Round),
        // D-08 looks at it too.
        quiet: setup.rulings.stalemate.0.is_some()
            || asks(&|fact| fact == Fact::Quiet)
            || setup.map.is_some() && setup.has_status(poison),
        same: sheets.iter().any(|sheet| sheet.tactics.target.any(|aim| aim == Aim::Same)),
        statuses: has_abilities,
        stones: setup.sides.iter().any(crate::data::setup::SideSetup::holds_stones),
        revives: setup.has_effect(|effect| matches!(effect, Effect::Revive(_))),
        defences: setup.has_effect(strikes)
            || setup.has_effect(|effect| matches!(effect, Effect::Revive(_) | Effect::Stat(_)))
            || asks(&|fact| {
                matches!(fact, Fact::Pd | Fact::Sd | Fact::TargetPd | Fact::TargetSd | Fact::TargetDef)
            })
            || setup.abilities().any(|ability| matches!(ability.moment(), Some(Timing::OnErosion(_)))),
    }
}
