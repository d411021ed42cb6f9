//! Dice are numbers where a game is made of them: every verb that varies numbers varies them.

use serde_json::Value;

use crate::shell::Shell;

/// Two travellers and a boar.
const BOAR: &str = r#"
system = "cardinal"
[run]
fights = 4_000
seed = 3
max_rounds = 40
[[side]]
name = "travellers"
[[side.unit]]
name = "Fox"
kind = "pc"
armor = "d4"
dodge_pool = "d8+d8"
weapons = [{ name = "Rapier", attack = "d8+d8", parry = "d8+d6", damage = 2 }]
[[side.unit]]
name = "Bear"
kind = "pc"
body = "d12"
weapons = [{ name = "Axe", attack = "d8+d6", damage = 3 }]
[[side]]
name = "beasts"
[[side.unit]]
name = "Boar"
body = "2d12"
armor = "d8"
weapons = [{ name = "Tusks", attack = "d12+d10", damage = 3 }]
"#;

fn shell() -> Shell {
    let shell = Shell::new();
    shell.write("boar.toml", BOAR);
    shell
}

/// The stats of a unit in rows of `--json`.
fn stats(object: &Value, table: &str, unit: &str) -> Vec<String> {
    let rows = object[table].as_array().expect("rows").iter().filter(|row| row["unit"] == unit);
    let mut stats: Vec<String> = rows.map(|row| row["stat"].as_str().unwrap_or("").to_owned()).collect();
    stats.dedup();
    stats
}

#[test]
fn weights_see_dice_and_say_what_they_leave_out() {
    let shell = shell();
    let flags = ["weights", "boar.toml", "--fights", "1024", "--of", "Boar", "--json"];
    let object = shell.fray(&flags).ends_with(0).json();
    let seen = stats(&object, "weights", "Boar");
    for stat in ["body", "armor", "weapons.Tusks.attack", "weapons.Tusks.damage"] {
        assert!(seen.iter().any(|it| it == stat), "{stat} in {seen:?}");
    }
    let left_out = stats(&object, "left_out", "Boar");
    assert!(left_out.iter().any(|stat| stat == "kind"), "{left_out:?}");
    assert!(!left_out.iter().any(|stat| seen.contains(stat)), "{left_out:?}");
    let text = shell.fray(&flags[..flags.len() - 1]).ends_with(0).out;
    assert!(text.contains("are not numbers and were left out; -v lists them"), "{text}");
}

#[test]
fn more_dice_are_worth_more_to_whoever_rolls_them() {
    let shell = shell();
    let flags = ["weights", "boar.toml", "--fights", "4096", "--of", "Boar", "--metric", "win_rate(beasts)"];
    let object = shell.fray(&[&flags[..], &["--json"]].concat()).ends_with(0).json();
    let rows = object["weights"].as_array().expect("rows");
    let effect = |step: &str| {
        let is_meant = |row: &&Value| {
            row["stat"] == "weapons.Tusks.attack"
                && row["step"] == step
                && row["metric"] == "win_rate(beasts)"
        };
        rows.iter().find(is_meant).and_then(|row| row["effect"].as_f64()).expect("an effect")
    };
    assert!(effect("+1") > 0.0 && effect("-1") < 0.0, "{object}");
}

#[test]
fn solve_searches_along_dice_and_writes_them() {
    let shell = shell();
    let goal = ["--goal", "win_rate(beasts) = 30%", "--tolerance", "30pt", "--max-fights", "20000"];
    let flags = [&["solve", "boar.toml", "--vary", "Boar.body=d4:3d12"], &goal[..]].concat();
    let object = shell.fray(&[&flags[..], &["--json"]].concat()).ends_with(0).json();
    let values: Vec<&str> = object["solve"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["beasts/Boar.body"].as_str().expect("dice"))
        .collect();
    let answer = object["answers"][0]["value"].as_str().expect("dice");
    assert!(values.contains(&answer) && answer.contains('d'), "{object}");
    shell.fray(&[&flags[..], &["--write"]].concat()).ends_with(0);
    let written = shell.text("boar.toml");
    assert!(written.contains(&format!("body = \"{answer}\"")), "{written}");
    let wrong =
        shell.fray(&["solve", "boar.toml", "--vary", "Boar.body=3:4", "--goal", goal[1]]).ends_with(2);
    assert!(wrong.err.contains("expected a range from less to more like `Boar.body="), "{}", wrong.err);
}

#[test]
fn a_sweep_goes_along_dice() {
    let shell = shell();
    let flags = ["sweep", "boar.toml", "--set", "Boar.body=d8:d12+d6", "--fights", "1000", "--json"];
    let object = shell.fray(&flags).ends_with(0).json();
    let mut values: Vec<&str> = object["sweep"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["beasts/Boar.body"].as_str().expect("dice"))
        .collect();
    values.dedup();
    assert_eq!(values, ["d8", "d10", "d12", "d12+d4", "d12+d6"]);
}

#[test]
fn morris_sobol_and_removed_parts_take_dice() {
    let shell = shell();
    for method in ["morris", "sobol"] {
        let flags = ["weights", "boar.toml", "--of", "Boar", "--method", method, "--rows", "4", "--json"];
        let object = shell.fray(&flags).ends_with(0).json();
        let seen = stats(&object, method, "Boar");
        assert!(seen.iter().any(|stat| stat == "body"), "{seen:?}");
        assert!(stats(&object, "left_out", "Boar").iter().any(|stat| stat == "kind"));
    }
    let flags = ["weights", "boar.toml", "--of", "Boar", "--parts", "--fights", "1024", "--json"];
    let object = shell.fray(&flags).ends_with(0).json();
    let seen = stats(&object, "weights", "Boar");
    // Nobody is without a Body.
    assert!(seen.iter().any(|stat| stat == "armor") && !seen.iter().any(|stat| stat == "body"), "{seen:?}");
}
