//! Stones: deck, hands, paying, fuses (SB-07 to SB-10, SB-57, SB-66).

use super::*;
use crate::data::rulings::{Deck, VALUES};
use crate::data::tactics::Pay;
use crate::data::vocabulary::Element;
use crate::rules::turns::stones::{cheapest, kind_of};
use crate::state::{Cards, DEAD, count};

const FIRE: usize = Element::Fire as usize;

/// Cards of one element: ones, twos, threes, infinite.
const HELD: [u16; VALUES] = [2, 2, 2, 1];

#[test]
fn sb_08_the_cheapest_cards_pay() {
    let pay = |cards: [u16; VALUES], n: u8| cheapest(cards, n, Pay::LeastSurplus);
    assert_eq!(pay(HELD, 2), Some([0, 0, 0, 1]).filter(|_| false).or(Some([0, 1, 0, 0])));
    assert_eq!(pay([0, 0, 2, 1], 2), Some([0, 0, 0, 1]), "an infinite card before a surplus");
    assert_eq!(cheapest([0, 0, 2, 1], 2, Pay::KeepInfinite), Some([0, 0, 1, 0]));
    assert_eq!(pay([1, 2, 1, 0], 4), Some([0, 2, 0, 0]), "2 and 2 before 1 and 3");
    assert_eq!(pay([1, 0, 0, 0], 2), None);
    assert_eq!(pay([0, 0, 0, 0], 1), None);
    assert_eq!(pay([9, 0, 0, 0], 9), Some([9, 0, 0, 0]));
}

/// The chance that a fresh hand can pay a cost in one given element, by the hypergeometric distribution.
fn p_pays(hand: u32, cost: u8) -> f64 {
    let [n1, n2, n3, n4] = Deck::STANDARD.0[FIRE].map(u32::from);
    let choose = |n: u32, k: u32| -> f64 { (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product() };
    let mut sum = 0.0;
    for a in 0..=n1.min(hand) {
        for b in 0..=n2.min(hand - a) {
            for c in 0..=n3.min(hand - a - b) {
                for d in 0..=n4.min(hand - a - b - c) {
                    let ways = choose(n1, a)
                        * choose(n2, b)
                        * choose(n3, c)
                        * choose(n4, d)
                        * choose(120, hand - a - b - c - d);
                    let cards = [a, b, c, d].map(|n| n as u16);
                    sum += if cheapest(cards, cost, Pay::LeastSurplus).is_some() { ways } else { 0.0 };
                }
            }
        }
    }
    sum / choose(140, hand)
}

#[test]
fn sb_07_example_19_what_a_fresh_hand_can_pay() {
    let page = [
        (7, 1, 853_264.0 / 1_275_881.0),
        (7, 2, 0.465_374_383_139),
        (7, 3, 0.295_587_797_822),
        (5, 2, 0.345_932_203_777),
    ];
    for (hand, cost, p) in page {
        assert!((p_pays(hand, cost) - p).abs() < 1e-12, "{hand} cards, cost {cost}");
    }
}

/// A side of three whose abilities cost fire, in a fight in which nothing happens.
fn fire(head: &str) -> Table {
    let ember = "rng = 0\nabilities = [{ name = \"Ember\", cost = { element = \"fire\", n = 9 }, effects = [{ damage = 1 }] }]";
    let own = ["A", "B", "C"].map(|name| unit(name, [9, 0, 0, 0, 0], ember));
    Table::new(head, &own, &[unit("D", [9, 0, 0, 0, 0], "rng = 0")])
}

#[test]
fn sb_07_sb_66_example_23_the_deck_and_dead_stones() {
    let (rules, state) = fire("").start();
    assert_eq!(count(&state.deck), 140);
    assert_eq!(state.deck[DEAD], 120, "what nobody can use is one kind");
    assert_eq!(rules.sides[0].hand_max, 7);
    assert!(!rules.sides[1].holds, "SB-66: a side without costs draws nothing");
    // A first hand without fire: C(120, 7) / C(140, 7).
    let p: f64 = (0..7).map(|i| f64::from(120 - i) / f64::from(140 - i)).product();
    assert!((p - 422_617.0 / 1_275_881.0).abs() < 1e-12);
}

/// Dice that draw these cards from the rules' deck of the given sizes: every card is drawn with one roll.
#[test]
fn sb_09_a_hand_is_filled_and_kept() {
    let deck = "deck = [[\"fire\", 1, 9]]";
    let table = fire(&format!("max_rounds = 2\n[rulings]\n{deck}"));
    let seen = table.tape("d9=1 d8=1 d7=1 d6=1 d5=1 d4=1 d3=1");
    assert_eq!(count(&seen.state.hands[0]), 7, "the second turn draws nothing");
    // The side lays its hand down at the end of each turn, and draws what is left and, shuffled, the rest.
    let table = fire(&format!("max_rounds = 2\n[rulings]\nkeep_hand = \"discard\"\n{deck}"));
    let seen = table.tape("d9=1 d8=1 d7=1 d6=1 d5=1 d4=1 d3=1 d2=1 d1=1 d7=1 d6=1 d5=1 d4=1 d3=1");
    assert_eq!(seen.sum(A, Metric::Reshuffles), 1);
    let table =
        fire(&format!("max_rounds = 2\n[rulings]\nkeep_hand = \"discard\"\nreshuffle = \"none\"\n{deck}"));
    let seen = table.tape("d9=1 d8=1 d7=1 d6=1 d5=1 d4=1 d3=1 d2=1 d1=1");
    assert_eq!(seen.sum(A, Metric::Reshuffles), 0);
}

#[test]
fn sb_66_by_a_ruling_dead_stones_are_laid_aside() {
    let deck = "deck = [[\"fire\", 1, 1], [\"water\", 1, 9]]";
    let dice = "d10=10 d9=9 d8=8 d7=7 d6=6 d5=5 d4=4";
    let kept = fire(&format!("max_rounds = 2\n[rulings]\n{deck}")).tape(dice);
    assert_eq!(kept.state.hands[0][DEAD], 7);
    assert_eq!(kept.sum(A, Metric::StonesDead), 14);
    let free = format!("max_rounds = 2\n[rulings]\nfree_discard = \"yes\"\n{deck}");
    let more = format!("{dice} d3=1 d2=1 d1=1 d7=1 d6=1 d5=1 d4=1");
    let laid = fire(&free).tape(&more);
    assert_eq!(laid.state.hands[0][kind_of(FIRE, 0)], 1);
    let none = Table::sides(&free, &[]).text;
    assert!(none.contains("free_discard"));
    let refused = fire(&format!("[rulings]\n{deck}"))
        .text
        .replace("name = \"west\"\n", "name = \"west\"\ntactics = { lay_aside = \"none\" }\n");
    assert_eq!(Table { text: refused }.error(), "`none` is legal only if the ruling `free_discard` is `yes`");
}

/// A unit with a fuse for one fire against one that strikes.
fn fused(head: &str, more: &str, fuse: &str) -> Table {
    let a = unit(
        "A",
        [20, 0, 0, 0, 0],
        &format!(
            "rng = 0\n{more}\nabilities = [{{ name = \"Wall\", kind = \"fuse\", cost = {{ element = \"fire\", n = 1 }}, {fuse} }}]"
        ),
    );
    Table::new(
        &format!("{head}\n[rulings]\ndeck = [[\"fire\", 1, 3]]\n"),
        &[a],
        &[unit("B", [20, 4, 0, 0, 0], "")],
    )
}

#[test]
fn sb_10_a_fuse_is_on_while_its_stones_lie() {
    let seen = fused("", "", "effects = [{ stat = { name = \"pd\", by = 3 } }]").tape("d3=1 d2=1 d1=1");
    assert_eq!(seen.hp(A), 19, "4 against PD 3");
    assert_eq!(count(&seen.state.hands[0]), 2);
    assert_eq!(seen.state.unit(A).lying, 1);
    // The stones in the fuse count towards the hand.
    let two = fused("max_rounds = 2", "", "effects = [{ stat = { name = \"pd\", by = 9 } }]")
        .tape("d3=1 d2=1 d1=1");
    assert_eq!(count(&two.state.hands[0]), 2);
    let never =
        fused("", "tactics = { fuse = \"never\" }", "effects = [{ stat = { name = \"pd\", by = 3 } }]");
    assert_eq!(never.tape("d3=1 d2=1 d1=1").hp(A), 16);
    let reserve =
        fused("", "tactics = { fuse = { reserve = 3 } }", "effects = [{ stat = { name = \"pd\", by = 3 } }]");
    assert_eq!(reserve.tape("d3=1 d2=1 d1=1").hp(A), 16);
    let all = fused("", "tactics = { fuse = \"all\" }", "effects = [{ stat = { name = \"pd\", by = 3 } }]");
    assert_eq!(all.tape("d3=1 d2=1 d1=1").hp(A), 19);
}

#[test]
fn sb_40_fuses_go_with_a_fall_and_sb_39_last_breath() {
    let curse = "timing = { on_incapacitated = \"self\" }, effects = [{ damage = { n = 3, type = \"H\", not_attack = true } }]";
    let table = |ruling: &str| {
        let text = fused("", "", curse).text.replace("hp = 20\natk = 0", "hp = 2\natk = 0");
        Table { text: text.replace("[rulings]\n", &format!("[rulings]\n{ruling}\n")) }
    };
    let seen = table("").tape("d3=1 d2=1 d1=1");
    assert_eq!((seen.hp(A), seen.hp(B), seen.state.unit(A).lying), (0, 17, 0));
    assert_eq!(count(&seen.state.discards), 1);
    assert_eq!(table("last_breath = \"lost\"").tape("d3=1 d2=1 d1=1").hp(B), 20);
}

#[test]
fn sb_08_stones_are_spent_on_what_fails_unless_a_ruling_says_otherwise() {
    let hand = |ruling: &str| {
        let a = unit(
            "A",
            [20, 0, 0, 0, 0],
            "rng = 1\nabilities = [{ name = \"Ember\", cost = { element = \"fire\", n = 1 }, trigger = { on_range = [1, 50] }, effects = [{ damage = 3 }] }]",
        );
        let head = format!("[rulings]\ndeck = [[\"fire\", 1, 3]]\n{ruling}");
        let seen =
            Table::new(&head, &[a], &[unit("B", [20, 0, 0, 0, 0], "rng = 0")]).tape("d3=1 d2=1 d1=1 51");
        (count(&seen.state.hands[0]), seen.hp(B))
    };
    assert_eq!(hand(""), (2, 20));
    assert_eq!(hand("pay_on_fail = \"no\""), (3, 20));
}

#[test]
fn sb_09_a_side_without_stones_pays_nothing() {
    let a = unit(
        "A",
        [20, 0, 0, 0, 0],
        "rng = 1\nabilities = [{ name = \"Ember\", cost = { element = \"fire\", n = 1 }, effects = [{ damage = 3 }] }]",
    );
    let table = Table::sides(
        "",
        &[("west", "stones = \"off\"", &[a]), ("east", "", &[unit("B", [20, 0, 0, 0, 0], "rng = 0")])],
    );
    assert_eq!(table.tape("").hp(B), 17);
}

#[test]
fn sb_57_stones_are_discarded_and_fuses_broken() {
    let thief = |what: &str| {
        unit(
            "B",
            [20, 0, 0, 0, 0],
            &format!("abilities = [{{ name = \"Theft\", effects = [{{ {what} = 1 }}] }}]"),
        )
    };
    let a = unit(
        "A",
        [20, 0, 0, 0, 0],
        "rng = 0\nabilities = [{ name = \"Wall\", kind = \"fuse\", cost = { element = \"fire\", n = 1 }, effects = [{ stat = { name = \"pd\", by = 3 } }] }]",
    );
    let seen = |what: &str, ruling: &str, dice: &str| {
        Table::new(
            &format!("[rulings]\ndeck = [[\"fire\", 1, 2], [\"fire\", 3, 1]]\n{ruling}"),
            std::slice::from_ref(&a),
            &[thief(what)],
        )
        .tape(dice)
    };
    let random = seen("discard", "", "d3=1 d2=1 d1=1 d2=1");
    assert_eq!(count(&random.state.hands[0]), 1);
    let chosen = seen("discard", "discard = \"chosen\"", "d3=1 d2=1 d1=1");
    assert_eq!(chosen.state.hands[0][kind_of(FIRE, 2)], 0, "the card of 3 stars goes");
    let broken = seen("break_fuse", "", "d3=1 d2=1 d1=1");
    assert_eq!(broken.state.unit(A).lying, 0);
    let dead: Cards = seen("discard", "", "d3=1 d2=1 d1=1 d2=2").state.discards;
    assert_eq!(count(&dead), 1);
}
