//! Conditions that have one answer, units that wait for each other, and facts without a target
//! (*Sensible play*).

use super::*;

fn side(name: &str, units: &[&str]) -> String {
    let units: Vec<String> = units.iter().map(|unit| format!("[[side.unit]]\n{unit}\n")).collect();
    format!("[[side]]\nname = \"{name}\"\n{}", units.concat())
}

/// The warnings of a fight of these units against one enemy.
fn warnings(units: &[&str], include: &str) -> Vec<String> {
    let text = format!(
        "system = \"juso\"\n{}{}",
        side("a", units),
        side("b", &["name = \"Foe\"\nkind = \"enemy\""])
    );
    Reader { parts: &PARTS, check, read }.warnings(&text, include)
}

fn pc(name: &str, when: &str) -> String {
    format!(
        "name = \"{name}\"\nkind = \"pc\"\nlife = 6\ntactics = {{ stance = [{{ use = \"hold\", when = \"{when}\" }}, \"strike\"] }}"
    )
}

#[test]
fn sensible_play_a_condition_with_one_answer_is_warned_of() {
    let of = |when: &str| warnings(&[&pc("A", when)], "");
    assert_eq!(of("allies >= 2"), ["this condition can never hold here: `allies` is always 1"]);
    assert_eq!(of("allies >= 1"), ["this condition always holds here: `allies` is always 1"]);
    assert_eq!(of("enemies > 1"), ["this condition can never hold here: `enemies` goes from 0 to 1"]);
    assert_eq!(of("life > 6"), ["this condition can never hold here: `life` goes from 0 to 6"]);
    assert_eq!(of("life <= 100%"), ["this condition always holds here: `life` goes from 0% to 100%"]);
    assert_eq!(of("cores >= 1"), ["this condition can never hold here: `cores` is always 0"]);
    assert_eq!(of("flag != 2"), ["this condition always holds here: `flag` goes from 0 to 1"]);
    for fine in ["enemies = 1", "round >= 3", "life < 50%", "life = 3", "own != 4", "melee >= 1", "flag = 1"]
    {
        assert_eq!(of(fine), [""; 0], "{fine}");
    }
    let ability = "name = \"A\"\nkind = \"pc\"\nabilities = [{ name = \"X\", timing = \"sub\", when = \"melee >= 3\", effects = [{ heal = 1 }] }]";
    assert_eq!(warnings(&[ability], ""), ["this condition can never hold here: `melee` goes from 0 to 1"]);
    assert_eq!(warnings(&[&format!("{ability}\ncore_base = 2")], "").len(), 1);
}

#[test]
fn sensible_play_a_shared_block_is_not_warned_of_for_one_fight() {
    let block = |when: &str| format!("[unit.x]\n{}", pc("X", when).replace("name = \"X\"\n", ""));
    let of = |when: &str| warnings(&["use = \"x\""], &block(when));
    for shared in ["allies >= 2", "enemies >= 4", "life > 6", "cores >= 1", "melee >= 2"] {
        assert_eq!(of(shared), [""; 0], "{shared}");
    }
}

#[test]
fn sensible_play_units_that_hold_because_of_one_another_are_warned_of() {
    let two = |when: &str| warnings(&[&pc("A", when), &pc("B", when)], "");
    let message = "A, B can `hold` for ever because of one another: while 2 of them are left, `allies` is 2 for each, \
                   the unit itself counted";
    assert_eq!(two("allies >= 2"), [message]);
    assert_eq!(two("allies >= 2 and enemies <= 0 and round >= 2"), [message], "of other facts all may be");
    assert_eq!(two("allies >= 2 and round <= 3"), [""; 0], "not for ever");
    assert_eq!(two("enemies >= 1"), [""; 0], "not because of one another");
    let block = format!("[unit.x]\n{}", pc("X", "allies >= 2").replace("name = \"X\"\n", ""));
    let shared = |n: usize, more: &[&str]| {
        let units = format!("use = \"x\"\ncount = {n}");
        warnings(&[&[units.as_str()], more].concat(), &block)
    };
    assert_eq!(shared(2, &[]).len(), 1, "the fight is at fault, not the block");
    assert_eq!(shared(1, &["name = \"C\"\nkind = \"pc\""]), [""; 0], "the other one moves");
    assert!(two("allies >= 3").iter().all(|warning| warning.contains("can never hold")));
    let far = pc("A", "allies >= 2")
        + "\nweapons = [{ name = \"Bow\", kind = \"ranged\", damage = 2, range = 13 }]";
    assert_eq!(warnings(&[&far, &far.replace("\"A\"", "\"B\"")], ""), [""; 0], "who reaches the whole board");
}

#[test]
fn d_16_what_a_condition_asks_of_a_target_is_refused_where_there_is_none() {
    let stance = "tactics = { stance = [{ use = \"hold\", when = \"target_life < 50%\" }, \"strike\"] }";
    assert_eq!(error("", stance), "`target_life` is not known here: this is decided without a target");
    let ability = |target: &str, timing: &str, when: &str| {
        format!(
            "abilities = [{{ name = \"X\", timing = \"{timing}\", target = \"{target}\", when = \"{when}\", effects = [{{ attack_dice = 1 }}], duration = \"round_end\" }}]"
        )
    };
    assert_eq!(
        error("", &ability("self", "main", "target_life < 3")),
        "`target_life` is not known here: the target is the unit itself"
    );
    let passive = ability("all_allies", "passive", "distance < 3").replace(", duration = \"round_end\"", "");
    assert_eq!(error("", &passive), "`distance` is not known here: a passive ability has no target");
    let read = hunter(&ability("ally", "main", "target_life < 50% and distance <= 2"));
    let term = |fact, compare, value, percent| Term { fact, compare, value, percent };
    assert_eq!(
        read.special[0].when.as_ref().unwrap().terms,
        [term(Fact::TargetLife, Compare::Less, 50, true), term(Fact::Distance, Compare::AtMost, 2, false)]
    );
    let chosen = ability("ally", "main", "round >= 1")
        + "\ntactics = { ability = [{ use = { this = \"X\" }, when = \"target_life < 3\" }, \"never\"] }";
    assert_eq!(hunter(&chosen).tactics.ability.entries.len(), 2);
}
