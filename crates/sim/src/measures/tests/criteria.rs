//! Criteria of fights: conditions, and what to pick.

use super::*;

#[test]
fn criteria_are_conditions_and_what_to_pick() {
    let mut about = about();
    about.roster.units[0].name = "Imp#1".into();
    about.roster.units[1].name = "Imp#2".into();
    let is = |text, conditions: &[&Condition], pick: Option<Pick>| {
        let conditions = conditions.iter().map(|&condition| condition.clone()).collect();
        assert_eq!(Criteria::parse(text, &about), Ok(Criteria { conditions, pick }), "{text}");
    };
    let [heroes, foe] = [0, 1].map(SideId);
    let [win, loss] = [Ends::Win(heroes), Ends::Loss(heroes)].map(Condition::Ends);
    is("win", &[&win], None);
    is("loss(foe)", &[&Condition::Ends(Ends::Loss(foe))], None);
    is("draw", &[&Condition::Ends(Ends::Draw)], None);
    is(" timeout , shortest ", &[&Condition::Ends(Ends::Timeout)], Some(Pick::Shortest));
    is("win( heroes ),longest", &[&win], Some(Pick::Longest));
    let damage = |bits| Some(Pick::Damage(UnitSet(bits)));
    is("most_damage(Boss)", &[], damage(0b100));
    is("most_damage(\"heroes/Imp#2\")", &[], damage(0b10));
    is("loss, most_damage(Imp)", &[&loss], damage(0b11));
    is("most_damage(heroes)", &[], damage(0b11));
    // A condition is what a goal says of many fights, and a metric that is true or false needs no number.
    let value = |text: &str| {
        let Goal { measure, region, .. } = Goal::parse(text, &about).expect(text);
        Condition::Value(measure, region)
    };
    let short = value("rounds <= 3");
    is("rounds <= 3", &[&short], None);
    is("loss and rounds <= 3", &[&loss, &short], None);
    is("rounds <= 3 and loss and longest", &[&short, &loss], Some(Pick::Longest));
    let between = value("mains between 2 and 4");
    is("mains between 2 and 4 and win", &[&between, &win], None);
    let survived = Measure { stat: Stat::Mean, what: What::Metric(2), of: vec![Subject::Unit(UnitId(2))] };
    let yes = Region { lo: 1.0, hi: 1.0, closed: true };
    is("survived(Boss)", &[&Condition::Value(survived, yes)], None);
    is("survived(Imp) = 0%", &[&value("survived(Imp) = 0%")], None);
    is("any_survived(heroes) >= 1", &[&value("any_survived(heroes) >= 1")], None);
    let early = |text: &str| match value(&format!("{text} >= 0%")) {
        Condition::Value(measure, _) => Condition::Value(measure, yes),
        Condition::Ends(_) => unreachable!("a goal is no outcome"),
    };
    is("exhausted(Boss, round <= 2)", &[&early("exhausted(Boss, round <= 2)")], None);
    is("exhausted(Boss, every) < 50%", &[&value("exhausted(Boss, every) < 50%")], None);
    let at = |percent, text: &str| match value(&format!("{text} >= 0")) {
        Condition::Value(measure, _) => Some(Pick::Percentile(percent, measure)),
        Condition::Ends(_) => unreachable!("a goal is no outcome"),
    };
    is("p95 rounds", &[], at(95, "rounds"));
    is("win, p5(hp_left(Boss))", &[&win], at(5, "hp_left(Boss)"));
    is("win and median mains( heroes )", &[&win], at(50, "mains(heroes)"));
    is("p50 hit_rate(Boss)", &[], at(50, "hit_rate(Boss)"));
    // With three sides, two may lose.
    about.roster.sides.push(RosterSide { name: "others".into(), units: UnitSet::default() });
    let both = Criteria::parse("loss(heroes) and loss(foe)", &about).expect("others may win");
    assert_eq!(both.conditions, [Ends::Loss(heroes), Ends::Loss(foe)].map(Condition::Ends));
    let nobody =
        Criteria::parse("loss(heroes) and loss(foe) and loss(others)", &about).expect_err("somebody");
    assert_eq!(nobody.message, "a fight has one outcome");
}

#[test]
fn wrong_criteria_are_pointed_at() {
    const EXPECTED: &str =
        "expected an outcome like `loss`, a condition like `rounds <= 3`, or `longest`, found";
    for (text, at, message, help) in [
        ("", "", &*format!("{EXPECTED} the end"), ""),
        (
            "won",
            "won",
            "`won` is not a metric and describes no fight; did you mean `win`?",
            "joined by `and`",
        ),
        ("win longest", "longest", "expected the end, found `longest`", "conditions are joined by `and`"),
        ("win or draw", "or draw", "expected the end, found `or`", "search once for each alternative"),
        ("win(heros)", "heros", "no side is named `heros`; did you mean `heroes`?", ""),
        ("win(Ann)", "Ann", "`win` belongs to a side, and `Ann` is a unit", ""),
        ("win, most_damage(Bosss)", "Bosss", "no side or unit is named `Bosss`; did you mean `Boss`?", ""),
        ("win, most_damage", "most_damage", "`most_damage` needs the name of a side or unit", ""),
        ("win(heroes", "", "expected `,` or `)`, found the end", ""),
        ("win()", "(", "expected a name in the brackets", ""),
        ("draw(heroes)", "heroes", "`draw` belongs to the fight and takes no name", ""),
        ("win, loss", "loss", "a fight has one outcome", ""),
        ("win and rounds < 3 and draw", "draw", "a fight has one outcome", ""),
        (
            "longest, shortest",
            "shortest",
            "only one of `longest`, `shortest`, `most_damage`, `luckiest`, `unluckiest` and a percentile can be asked for",
            "",
        ),
        ("longest, win", "win", "conditions come first", "of the fights that meet the conditions"),
        ("p5 rounds and rounds < 3", "rounds", "conditions come first", ""),
        ("win,", "", &*format!("{EXPECTED} the end"), ""),
        ("win and", "", &*format!("{EXPECTED} the end"), ""),
        // What speaks of all fights.
        (
            "win_rate(heroes) > 50%",
            "win_rate(heroes)",
            "`win_rate` speaks of all fights, and a search is for one",
            "write `win` or `loss`, with the name of a side in brackets",
        ),
        (
            "timeout_rate",
            "timeout_rate",
            "`timeout_rate` speaks of all fights, and a search is for one",
            "write `timeout`",
        ),
        (
            "mean(rounds) > 3",
            "mean",
            "a mean speaks of all fights, and a search is for one",
            "write a condition like `rounds <= 3`, or `median rounds` for the fight in the middle",
        ),
        (
            "median(rounds) > 3",
            "median",
            "compared with a number, a percentile speaks of all fights",
            "write `rounds` alone for a condition on one fight",
        ),
        // What has no value to compare, no order or several values.
        (
            "hp_left(Ann)",
            "hp_left(Ann)",
            "`hp_left` needs a comparison here",
            "write `hp_left(Ann) <= 3`, or `p95 hp_left(Ann)` for the fight at a percentile of it",
        ),
        (
            "hit_rate(Ann)",
            "hit_rate(Ann)",
            "`hit_rate` needs a comparison here",
            "write `hit_rate(Ann) >= 50%`",
        ),
        ("rounds <= 40%", "40%", "this metric is not a rate: expected a number without `%`", ""),
        ("survived(Ann) > 2", "2", "a rate lies between 0% and 100%", ""),
        (
            "p5 survived(Ann)",
            "p5",
            "`survived` is true or false of a fight and has no percentiles",
            "write `survived(Ann)`",
        ),
        (
            "p5 mains",
            "p5 mains",
            "`mains` belongs to several sides or units here",
            "write one of `mains(Ann)`, `mains(Bob)`, `mains(Boss)`",
        ),
        ("p100 rounds", "p100", "`p100` is not a metric and describes no fight", ""),
    ] {
        let wrong = Criteria::parse(text, &about()).expect_err(text);
        assert_eq!((&text[wrong.at], wrong.message.as_str()), (at, message), "{text}");
        assert!(wrong.help.as_deref().unwrap_or_default().contains(help), "{text}: {:?}", wrong.help);
    }
}
