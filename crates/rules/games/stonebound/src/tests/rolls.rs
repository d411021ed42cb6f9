//! The percentile roll and what is read of it (SB-02, SB-03, SB-12, SB-23 to SB-27).

use super::*;
use crate::data::vocabulary::{Between, Scope, Status, Trigger};
use crate::dice::draws::{Rolled, Strike, SurvivalOutcome, Trial};
use fray_engine::draw::{Draw, Purpose, Roll};

const BY: Roll = Roll { unit: A, purpose: Purpose::Hit };

/// The probability of what holds of a draw.
fn p<D: Draw>(draw: &D, is: impl Fn(D::Out) -> bool) -> f64 {
    (0..draw.n_outcomes())
        .map(|i| draw.outcome(i))
        .filter(|outcome| is(outcome.0))
        .map(|outcome| outcome.1)
        .sum()
}

/// That the branches of a draw are those of its dice.
fn agrees<D: Draw<Out: PartialEq>>(draw: &D) {
    let mut of_dice: Vec<(D::Out, f64)> = Vec::new();
    let mut every = Every::default();
    loop {
        let out = draw.roll(BY, &mut every);
        match of_dice.iter_mut().find(|known| known.0 == out) {
            Some(known) => known.1 += every.weight(),
            None => of_dice.push((out, every.weight())),
        }
        if !every.advance() {
            break;
        }
    }
    for (out, by_dice) in of_dice {
        let by_branches = p(draw, |other| other == out);
        assert!((by_dice - by_branches).abs() < 1e-9, "{by_dice} by dice, {by_branches} by branches");
    }
}

#[test]
fn sb_02_two_ten_sided_dice_read_1_to_100() {
    let check = Trial::percent(99);
    let mut tape = Tape::new(&[(10, 1), (10, 1)]);
    assert_eq!(check.roll(BY, &mut tape), 0, "0-0 reads 100");
    let mut tape = Tape::new(&[(10, 1), (10, 2)]);
    assert_eq!(Trial::percent(1).roll(BY, &mut tape), 1, "0-1 reads 1");
    for n in [0, 1, 25, 50, 99] {
        assert_p(p(&Trial::percent(n), |times| times > 0), n as u64, 100);
        agrees(&Trial::percent(n));
    }
    // What is decided is not rolled.
    assert_eq!(Trial::percent(130).roll(BY, &mut Tape::new(&[])), 1);
    assert_eq!(Trial::percent(-5).roll(BY, &mut Tape::new(&[])), 0);
}

#[test]
fn sb_03_example_4_triggers() {
    let digit = Trial::Digit(7);
    assert_p(p(&digit, |times| times == 0), 81, 100);
    assert_p(p(&digit, |times| times == 1), 18, 100);
    assert_p(p(&digit, |times| times == 2), 1, 100);
    assert_p(p(&Trial::Doubles, |times| times > 0), 1, 10);
    assert_p(p(&Trial::Range(26, 50), |times| times > 0), 1, 4);
    assert_p(p(&Trial::Range(90, 100), |times| times > 0), 11, 100);
    [digit, Trial::Doubles, Trial::Range(26, 50)].iter().for_each(agrees);
    let duel = Table::new("", &[unit("A", [9, 1, 30, 0, 0], "")], &[unit("B", [9, 1, 0, 0, 0], "")]);
    let (rules, state) = duel.start();
    // SB-03, SB-12: [On CRT] looks at the effective CRT.
    assert_eq!(rules.trial(&state, A, Trigger::OnCrt), Trial::Percent(30));
    let hundred = Trigger::OnRange(Between { from: 1, to: 100 });
    assert_eq!(rules.trial(&state, A, hundred), Trial::Sure);
}

#[test]
fn sb_12_sb_43_sb_47_example_1_effective_crt() {
    let crt = |head: &str, crt: i32, shear: u8| {
        let a = unit("A", [9, 5, crt, 0, 0], &format!("statuses = {{ shear = {shear} }}"));
        let b = unit("B", [9, 5, 0, 0, 0], "statuses = { break = 1 }");
        let (rules, state) = Table::new(head, &[a], &[b]).start();
        (rules.crt(&state, A, Some(B)), rules.crt(&state, A, None))
    };
    assert_eq!(crt("", 15, 2), (30, 5));
    assert_eq!(crt("", 5, 3), (25, 0), "the floor of SB-47 comes before the bonus of SB-43");
    assert_eq!(crt("[rulings]\ncrt_order = \"sum_then_clamp\"", 5, 3), (15, 0));
    assert_eq!(crt("", 90, 1), (100, 85));
}

#[test]
fn sb_24_example_2_evasion_adds_up() {
    let evasion = |head: &str, kind: &str, evasion: &str| {
        let a = unit("A", [9, 5, 0, 0, 0], &format!("type = \"{kind}\""));
        let more = format!(
            "evasion = {{ {evasion} }}\nabilities = [{{ name = \"Cloak\", kind = \"innate\", effects = [{{ evasion = {{ kind = \"P\", n = 15 }} }}] }}]"
        );
        let (rules, state) = Table::new(head, &[a], &[unit("B", [9, 5, 0, 0, 0], &more)]).start();
        rules.strike(&state, &rules.free_attack(A), B).evasion
    };
    let all = "P = 10, A = 15";
    assert_eq!(evasion("", "P", all), [0, 0, 40]);
    assert_eq!(evasion("", "S", all), [0, 0, 15]);
    assert_eq!(evasion("", "H", all), [0, 0, 15], "SB-25");
    assert_eq!(evasion("", "P", "P = 80, A = 30"), [0, 0, 100], "clamped");
    assert_eq!(evasion("[rulings]\nhp_evaded_by = \"nothing\"", "H", all), [0, 0, 0]);
    assert_eq!(evasion("[rulings]\nhp_evaded_by = \"class_type\"", "H", all), [0, 0, 40]);
    // SB-27: what names no scope.
    assert_eq!(evasion("[rulings]\nscope_unstated = \"damage\"", "P", all), [15, 0, 25]);
    let one = "[rulings]\nscope_unstated = \"damage\"\nevasion_groups = \"one_roll\"";
    assert_eq!(evasion(one, "P", all), [0, 0, 40]);
}

#[test]
fn sb_26_example_3_negation_does_not_add_up() {
    let mut strike = Strike::default();
    strike.negate(20, Scope::Damage);
    strike.negate(25, Scope::Damage);
    let gone = |rolled: Rolled| !rolled.damage.stands();
    assert_p(p(&strike, gone), 2, 5);
    strike.evasion = [0, 0, 30];
    assert_p(p(&strike, gone), 58, 100);
    let mut two = Strike::default();
    two.negate(20, Scope::Damage);
    two.negate(25, Scope::All);
    agrees(&two);
}

#[test]
fn sb_27_scopes_remove_damage_or_effects_or_both() {
    let mut strike = Strike::default();
    (strike.crit, strike.is_blind, strike.evasion) = (25, true, [10, 20, 30]);
    strike.negate(40, Scope::Effects);
    strike.negate(50, Scope::All);
    strike.add_roll(Trial::Digit(3));
    for n in 0..2 {
        // Two of its rolls at a time: dice branch in a hundred ways each.
        let mut two = Strike::default();
        two.is_blind = n == 0;
        two.crit = if n == 0 { 25 } else { 0 };
        two.evasion = if n == 0 { [0; 3] } else { [10, 20, 0] };
        agrees(&two);
    }
    let mut with_roll = Strike::default();
    with_roll.add_roll(Trial::Digit(3));
    with_roll.negate(40, Scope::Effects);
    agrees(&with_roll);
    let all: f64 = (0..strike.n_outcomes()).map(|i| strike.outcome(i).1).sum();
    assert!((all - 1.0).abs() < 1e-12);
    // The damage stands: neither 10 nor 30 evade, 50 does not negate.
    let stands = p(&strike, |rolled| !rolled.is_stopped && rolled.damage == SurvivalOutcome::Stands);
    assert!((stands - 0.5 * 0.9 * 0.7 * 0.5).abs() < 1e-12);
}

#[test]
fn sb_42_blind_stops_half_of_all_attacks() {
    let a = unit("A", [9, 5, 0, 0, 0], "statuses = { blind = 1 }");
    let duel = Table::new("", &[a], &[unit("B", [9, 1, 0, 0, 0], "")]);
    assert_p(duel.p(|seen| seen.hp(B) == 9), 1, 2);
    let a = unit("A", [9, 2, 0, 0, 0], "statuses = { blind = 1 }\nattack_mode = \"double\"");
    let double = |head: &str| Table::new(head, std::slice::from_ref(&a), &[unit("B", [9, 1, 0, 5, 0], "")]);
    let b = unit("B", [9, 1, 0, 0, 0], "");
    let double_at = |head: &str| Table::new(head, std::slice::from_ref(&a), std::slice::from_ref(&b));
    assert_p(double_at("").p(|seen| seen.hp(B) == 9), 1, 4);
    assert_p(double_at("[rulings]\nblind_double = \"once\"").p(|seen| seen.hp(B) == 9), 1, 2);
    assert_eq!(double("").system().statuses[Status::BLIND.idx()].name, "blind");
}

/// A word that reads as the k-th of a hundred pairs of dice.
struct Pair(u64);

impl fray_engine::draw::Words for Pair {
    fn word(&mut self) -> u64 {
        ((u128::from(self.0) << 64) / 100 + 1) as u64
    }
}

#[test]
fn sb_02_a_word_reads_as_two_dice() {
    let trials = [
        Trial::Percent(37),
        Trial::Range(26, 50),
        Trial::Range(90, 100),
        Trial::Digit(7),
        Trial::Digit(0),
        Trial::Doubles,
    ];
    for trial in trials {
        for times in 0..3 {
            let n = (0..100).filter(|&pair| trial.sample(&mut Pair(pair)) == times).count();
            assert_p(p(&trial, |out| out == times), n as u64, 100);
        }
    }
    for (cards, n) in [([3_u16, 1], 4_u64), ([0, 2], 2)] {
        let mut held = [0; crate::state::KINDS];
        (held[0], held[28]) = (cards[0], cards[1]);
        let card = crate::dice::cards::Card { cards: held };
        for at in 0..n {
            let pair = 100 * at / n;
            let kind = card.sample(&mut Pair(pair));
            assert_eq!(kind, if at < u64::from(cards[0]) { 0 } else { 28 });
        }
        assert_p(p(&card, |kind| kind == 0), cards[0].into(), n);
    }
}

#[test]
fn sb_07_no_branch_draws_a_card_that_is_not_there() {
    for kinds in [&[0][..], &[28], &[3, 5]] {
        let mut cards = [0; crate::state::KINDS];
        kinds.iter().for_each(|kind| cards[*kind] = 2);
        let card = crate::dice::cards::Card { cards };
        let drawn: Vec<usize> = (0..card.n_outcomes()).map(|i| card.outcome(i).0.into()).collect();
        assert_eq!(drawn, kinds);
    }
}
