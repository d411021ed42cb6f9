//! What a designer is told of a file with mistakes: all of them at once, in plain words, with the
//! way out.

use crate::shell::{Ended, Shell, configs};

/// A fight of two, with these lines added to the first unit.
fn fight(more: &str) -> String {
    let unit = |name: &str, kind: &str| {
        format!(
            "[[side.unit]]\nname = \"{name}\"\nkind = \"{kind}\"\nhp = 18\nhit = 8\ndodge = 7\nattack = 12\n\
             defense = 8\naction_value = 11\n"
        )
    };
    format!(
        "system = \"night-wizard\"\n[[side]]\nname = \"a\"\n{}{more}\n[[side]]\nname = \"b\"\n{}",
        unit("Ann", "npc"),
        unit("Bob", "npc")
    )
}

fn validated(text: &str) -> Ended {
    let shell = Shell::new();
    shell.write("a.toml", text);
    shell.fray(&["validate", "a.toml"])
}

#[track_caller]
fn has_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_whole_number_in_another_form_is_refused_with_the_form_to_write() {
    for (written, found, help) in [
        ("26.0", "found 26.0", "write `26`, without a point or an exponent"),
        ("1e3", "found 1000.0", "write `1000`, without a point or an exponent"),
        ("\"26\"", "found \"26\"", "write `26`: numbers stand without quotation marks"),
    ] {
        let text = fight("").replacen("hp = 18", &format!("hp = {written}"), 1);
        has_all(&validated(&text).ends_with(10).err, &[found, help]);
    }
    let text = fight("").replacen("hp = 18", "hp = 2.5", 1);
    assert!(!validated(&text).ends_with(10).err.contains("write `"), "2.5 is no whole number");
}

#[test]
fn flags_take_the_numbers_that_files_take() {
    let shell = Shell::new();
    shell.write("a.toml", &fight(""));
    let object =
        shell.fray(&["run", "a.toml", "--fights", "1.5e3", "--json", "--seed", "1"]).ends_with(0).json();
    assert_eq!(object["scenarios"][0]["fights"], 1_500);
    let ended = shell.fray(&["run", "a.toml", "--fights", "1.5"]).ends_with(2);
    has_all(&ended.err, &["expected a whole number like 1000000, 1_000_000, 1e6 or 1.5e6"]);
}

#[test]
fn a_wrong_shape_hides_nothing_behind_it() {
    let ability = "[[side.unit.abilities]]\nname = \"Blast\"\ntiming = \"majr\"\n\
                   target = { enemy = { area = { shape = \"sfere\", radius = \"x\", hits = \"foo\" } } }\n\
                   effects = [{ damge = 3 }, { inflict = { status = \"poisn\" } }]\nduration = \"fihgt\"\n";
    let text = fight(ability).replacen("dodge = 7", "dodge = true", 1);
    let parts =
        ["`dodge`", "`major`?", "`sphere`?", "`radius`", "`hits`", "`damage`?", "`poison`?", "`fight`?"];
    let err = validated(&text).ends_with(10).err;
    has_all(&err, &parts);
    has_all(&err, &["a.toml: 8 problems"]);
}

#[test]
fn an_include_without_a_word_is_said_to_be_empty() {
    let shell = Shell::new();
    shell.write("none.toml", "# nothing yet\n");
    shell.write("a.toml", &format!("include = [\"none.toml\"]\n{}", fight("")));
    let ended = shell.fray(&["validate", "a.toml"]).ends_with(10);
    has_all(&ended.err, &["a.toml:1:12: the include `none.toml` is empty", "take it out of the list"]);
}

#[test]
fn what_is_hardly_meant_is_played_and_warned_of() {
    let hex = "[[side.unit.abilities]]\nname = \"Hex\"\ncost = { mp = 5 }\n\
               effects = [{ inflict = { status = \"poison\" } }]\n\
               [[side.unit.weapons]]\nname = \"Bow\"\nhit_kind = \"physical\"\ndamage_kind = \"physical\"\nrange = 3\n";
    let shell = Shell::new();
    shell.write("a.toml", &fight(&format!("tactics = {{ flight = \"start\" }}\n{hex}")));
    let ended = shell.fray(&["validate", "a.toml"]).ends_with(0);
    has_all(
        &ended.err,
        &[
            "a.toml:13:22: warning: unit `Ann` never flies: it has no Lunar Robe and no ability that takes off",
            "give it `lunar_robe = true` and `mp`",
            "a.toml:16:15: warning: ability `Hex` costs 5 mp, and unit `Ann` never has more than 0 to pay with",
            "a.toml:17:14: warning: `inflict` works on the user itself: ability `Hex` has no `target`",
            "write `target = \"enemy\"`, or `target = \"self\"` if that is meant",
            "warning: the `range` of weapon `Bow` does nothing: without a `[map]` all stand in one square",
        ],
    );
    let object = shell.fray(&["validate", "a.toml", "--json"]).ends_with(0).json();
    assert_eq!(object["files"][0]["warnings"].as_array().map(Vec::len), Some(4), "{object}");
    // Whoever plays it reads it, once.
    let ended = shell.fray(&["run", "a.toml", "--fights", "100", "--seed", "1"]).ends_with(0);
    assert_eq!(ended.err.matches("warning: ").count(), 4, "{}", ended.err);

    let meant = fight(&format!("mp = 9\nlunar_robe = true\ntactics = {{ flight = \"start\" }}\n{hex}"))
        .replacen("name = \"Hex\"", "name = \"Hex\"\ntarget = \"enemy\"", 1)
        + "\n[map]\nwidth = 4\nheight = 4\n";
    assert_eq!(validated(&meant).ends_with(0).err, "");
}

#[test]
fn the_scenarios_of_the_repository_mean_what_they_say() {
    for system in ["night-wizard", "juso", "cardinal", "stonebound", "mahou-galaxy"] {
        let ended = Shell::new().fray(&["validate", "-q", &configs(system)]).ends_with(0);
        assert_eq!(ended.err, "", "{system}");
    }
}
