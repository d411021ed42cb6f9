//! Decisions.

use super::*;
use crate::data::tactics::Subject;
use fray_kit::declare::rulings::RulingInfo;

#[test]
fn tactics_are_those_of_the_ledger() {
    let tactics = r#"[side.unit.tactics]
placement = "own_half"
target = [{ use = "weakest", when = "life < 50% and melee >= 2" }, "random"]
weapon = "best"
stance = "kite"
core_attack = 2
core_reserve = 3
core_p = 0.9
split = "kill"
defend = "agility_then_body"
on_damage = "endure_board"
return = { below = 2 }
leave_at = 3
area = "most_safe"
first_aid = "always"
ability = "never"
"#;
    let read = hunter(tactics).tactics;
    let life = Term { fact: Fact::Life, compare: Compare::Less, value: 50, percent: true };
    let melee = Term { fact: Fact::Melee, compare: Compare::AtLeast, value: 2, percent: false };
    let target = Plan {
        entries: vec![
            Entry { what: Target::Weakest, when: Some(When { terms: vec![life, melee] }) },
            Entry { what: Target::Random, when: None },
        ],
    };
    let expected = Tactics {
        placement: Plan::always(Placement::OwnHalf),
        target,
        weapon: Plan::always(WeaponChoice::Best),
        stance: Plan::always(Stance::Kite),
        core_attack: Plan::always(CoreAttack::Number(2)),
        core_reserve: 3,
        core_p_ppm: 900_000,
        split: Plan::always(Split::Kill),
        defend: Plan::always(Defend::AgilityThenBody),
        on_damage: Plan::always(OnDamage::EndureBoard),
        return_when: Plan::always(Return::Below(2)),
        leave_at: Plan::always(LeaveAt::Life(3)),
        area: Plan::always(AreaSquare::MostSafe),
        first_aid: Plan::always(FirstAid::Always),
        ability: Plan::always(AbilityUse::Never),
    };
    assert_eq!(read, expected);
    assert_eq!(
        hunter("tactics = { split = 0, core_attack = \"needed\" }").tactics.split,
        Plan::always(Split::Number(0))
    );
    assert_eq!(
        hunter("tactics = { core_attack = \"max\", stance = \"strike\" }").tactics,
        Tactics::default()
    );
}

#[test]
fn every_decision_of_the_ledger_is_listed_with_its_default_first() {
    let listed: Vec<(&str, &str, &str)> =
        DECISIONS.iter().map(|known| (known.key, known.id, known.choices[0].name)).collect();
    assert_eq!(
        listed,
        [
            ("placement", "D-01", "as_configured"),
            ("target", "D-04", "nearest"),
            ("weapon", "D-05", "listed"),
            ("stance", "D-06", "strike"),
            ("core_attack", "D-07", "max"),
            ("core_reserve", "D-07", "a number"),
            ("core_p", "D-07", "a number"),
            ("split", "D-08", "ev"),
            ("defend", "D-09", "agility"),
            ("on_damage", "D-10", "none"),
            ("return", "D-11", "asap"),
            ("leave_at", "D-12", "never"),
            ("area", "D-13", "net"),
            ("first_aid", "D-14", "if_free"),
            ("ability", "D-16", "first_usable"),
            ("order", "D-03", "list"),
            ("concede_at", "D-15", "never"),
        ]
    );
}

#[test]
fn d_01_a_placement_that_is_named_wins_over_the_ruling() {
    let tactics = |text: &str| hunter(text).tactics.placement;
    assert_eq!(tactics(""), Plan::default(), "the ruling decides");
    assert_eq!(tactics("tactics = { placement = \"as_configured\" }"), Plan::always(Placement::AsConfigured));
}

#[test]
fn d_03_and_d_15_are_decided_by_the_side() {
    let of_side = |tactics: &str| {
        duel_text("", "", "").replacen("name = \"foes\"", &format!("name = \"foes\"\ntactics = {tactics}"), 1)
    };
    let text = of_side(
        "{ order = [{ use = \"random\", when = \"round > 3\" }, \"front_first\"], concede_at = 0.6666, target = \"weakest\" }",
    );
    let setup = read_text(&text, &[]).unwrap();
    let foes = &setup.sides[1];
    assert_eq!(foes.tactics.order.entries[1].what, SideOrder::FrontFirst);
    assert_eq!(foes.tactics.concede_at, Plan::always(ConcedeAt::Fraction(666_600)));
    assert_eq!(foes.units[0].tactics.target, Plan::always(Target::Weakest), "units inherit the rest");
    let setup = read_text(&text, &["foes.tactics.concede_at=0.7", "foes.tactics.target=first"]).unwrap();
    assert_eq!(setup.sides[1].tactics.concede_at, Plan::always(ConcedeAt::Fraction(700_000)));
    assert_eq!(setup.sides[1].units[0].tactics.target, Plan::always(Target::First));
    let wrong = |tactics: &str| one(read_text(&of_side(tactics), &[]));
    assert_eq!(wrong("{ concede_at = 1.5 }"), "expected a number from 0 to 1, found 1.5");
    assert_eq!(wrong("{ concede_at = \"half\" }"), "unknown tactic `half`");
    assert_eq!(
        wrong("{ order = { use = \"random\", when = \"life < 3\" } }"),
        "`life` is not known here: a side decides this, and no unit"
    );
    assert_eq!(
        error("", "tactics = { order = \"random\" }"),
        "`order` is decided by the side: `order` stands in its `tactics`"
    );
}

#[test]
fn tactics_that_cannot_be_are_said() {
    let tactics = |text: &str| error("", &format!("tactics = {{ {text} }}"));
    assert_eq!(tactics("stance = \"strik\""), "unknown tactic `strik`; did you mean `strike`?");
    assert_eq!(tactics("stanse = \"hold\""), "unknown decision `stanse`; did you mean `stance`?");
    assert_eq!(tactics("core_attack = 41"), "expected a whole number from 0 to 40, found 41");
    assert_eq!(
        tactics("core_attack = true"),
        "expected `max` or `needed`, or a whole number from 0 to 40, found true"
    );
    assert_eq!(tactics("core_reserve = \"all\""), "expected a whole number from 0 to 40, found \"all\"");
    assert_eq!(tactics("core_p = 2"), "expected a number from 0 to 1, found 2");
    assert_eq!(tactics("return = \"below\""), "`below` needs a value: `{ below = 12 }`");
    assert_eq!(tactics("leave_at = -1"), "expected a whole number from 0 to 99, found -1");
    assert_eq!(tactics("ability = { this = \"Sand\" }"), "the unit has no ability `Sand`");
    assert_eq!(
        tactics("split = [{ use = 2, when = \"hp < 3\" }]"),
        "expected one of round, life, cores, high_mana, enemies, allies, melee, own, flag, first, target_life, distance"
    );
    assert_eq!(
        tactics("split = [{ use = 2, when = 3 }]"),
        "expected a condition like \"life < 30%\", found 3"
    );
}

#[test]
fn a_tactic_says_what_it_lacks() {
    let unmet = |text: &str| {
        let unit = hunter(text);
        let unmet = unit.tactics.unmet(&Subject { unit: &unit, rulings: &Rulings::default() });
        unmet.iter().map(|unmet| unmet.choice).collect::<Vec<_>>()
    };
    let tactics = "tactics = { stance = \"kite\", on_damage = \"retreat\", defend = \"body\" }";
    assert_eq!(unmet(tactics), ["kite", "retreat"]);
    let bow = "weapons = [{ name = \"Bow\", catalogue = \"ranged_long\" }]\nretreat_defence = 1";
    assert_eq!(unmet(&format!("{bow}\n{tactics}")), [""; 0]);
}

#[test]
fn a_ruling_says_whether_it_can_matter() {
    let setup = duel("", "", "").unwrap();
    for (key, matters) in
        [("order", true), ("potion", false), ("shoot_in_melee", false), ("knockback_blocked", true)]
    {
        assert_eq!(Rulings::can_matter(key, &setup), matters, "{key}");
    }
    let named = |info: &&RulingInfo| info.need.is_some();
    assert!(Rulings::ALL.iter().filter(named).any(|info| !Rulings::can_matter(info.key, &setup)));
}
