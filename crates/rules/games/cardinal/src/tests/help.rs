//! On whom abilities without harm are used (D-16).

use super::{B, C, Table, dummy, fighter};
use crate::data::events::Event;

fn at(unit: &str, x: u32) -> String {
    format!("{unit}\nposition = [{x}, 0]")
}

/// Somebody with one ability and nothing to fight with.
fn mage(ability: &str) -> String {
    format!("name = \"A\"\nrally_pool = \"none\"\nweapons = []\nabilities = [{ability}]")
}

#[test]
fn d_16_help_for_one_friend_goes_to_the_weakest_and_of_equals_to_the_nearest() {
    let ward = "{ name = \"Ward\", target = \"ally\", range = \"short\", effects = [{ ward = 2 }] }";
    let warded = |more: &str, [b, c]: [u32; 2]| {
        let stays = |name: &str, more: &str, x: u32| {
            let still = "tactics = { tactic = \"guard\", move = \"hold\" }";
            at(&format!("{}\n{still}\n{more}", dummy(name)), x)
        };
        let left = [at(&mage(ward), 5), stays("B", "", b), stays("C", more, c)];
        let table = Table::of(&[&left[0], &left[1], &left[2]], &[&stays("D", "", 11)]).map(12, 1, "");
        let seen = table.ruling("yield_afraid = false").first();
        [B, C].map(|unit| seen.saw(|event| matches!(event, Event::Warded { unit: it, .. } if *it == unit)))
    };
    assert_eq!(warded("", [4, 6]), [true, false], "the first listed of equals");
    assert_eq!(warded("", [3, 6]), [false, true], "the nearest");
    assert_eq!(warded("statuses = [\"hurt\"]", [4, 7]), [false, true], "the weakest");
}

#[test]
fn d_16_nobody_is_forbidden_what_it_cannot_do() {
    let used = |word: &str, foe: &str| {
        let bar = format!("{{ name = \"Bar\", target = \"enemy\", effects = [{{ forbid = \"{word}\" }}] }}");
        let seen = Table::of(&[&mage(&bar)], &[foe]).ruling("yield_afraid = false").first();
        seen.saw(|event| matches!(event, Event::Uses { .. }))
    };
    let armed = fighter("B", "d4", 0);
    let speaker = "name = \"B\"\nrally_pool = \"d6\"\nweapons = []";
    for (word, foe, is_used) in [
        ("attack", armed.as_str(), true),
        ("attack", speaker, false),
        ("rally", speaker, true),
        ("rally", &armed, false),
        ("reload", &armed, false),
        ("fly", &armed, false),
        // Without a map nobody goes anywhere.
        ("dash", &armed, false),
    ] {
        assert_eq!(used(word, foe), is_used, "{word} {foe}");
    }
}
