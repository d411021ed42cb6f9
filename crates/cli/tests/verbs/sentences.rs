//! What the program says at the edges: nothing that is not so, in no verb.

use crate::duel_text::{Duel, KNIGHT};
use crate::shell::{Ended, Shell};

/// A duel of Night Wizard with these changes of the Ogre, and what stands at its end.
fn duel(ogre: &str, max_rounds: u32, end: &str) -> String {
    Duel {
        head: &format!("title = \"Base duel\"\n[run]\nfights = 20000\nseed = 7\nmax_rounds = {max_rounds}\n"),
        sides: ["heroes", "ogres"],
        knight: &format!("kind = \"pc\"\n{KNIGHT}crit = []\nfumble = []\n"),
        ogre: &format!("kind = \"npc\"\nhit = 7\nattack = 14\n{ogre}\n"),
        end,
    }
    .text()
}

const OGRE: &str = "hp = 26\ndodge = 6\ndefense = 9\naction_value = 7";

/// An Ogre that loses but for one fight of a hundred million.
const DOOMED: &str = "hp = 0\ndodge = -50\ndefense = -50\naction_value = 0";

fn goals(goals: &[&str]) -> String {
    goals.iter().map(|goal| format!("[[goal]]\nexpect = \"{goal}\"\n")).collect()
}

/// A check of a duel with these goals, of so many fights at most.
fn check(max_rounds: u32, of: &[&str], most: &str) -> (Shell, Ended) {
    let shell = Shell::new();
    shell.write("duel.toml", &duel(OGRE, max_rounds, &goals(of)));
    shell.write("suite.toml", "[[point]]\nscenario = \"duel.toml\"\n");
    let ended = shell.fray(&["check", "suite.toml", "--max-fights", most]);
    (shell, ended)
}

#[test]
fn equal_to_nothing_means_never() {
    let (shell, ended) = check(7, &["timeout_rate = 0%"], "4e6");
    let ended = ended.ends_with(1);
    assert!(ended.out.contains("FAIL: duel: timeout_rate = 0% (never): "), "{}", ended.out);
    let card = shell.fray(&["run", "duel.toml", "--no-out"]).ends_with(0).out;
    assert!(card.contains("  fail  timeout_rate = 0% (never)"), "{card}");
    // A band is said.
    let (shell, ended) = check(50, &["win_rate(heroes) = 70%"], "65536");
    assert!(ended.out.contains("win_rate(heroes) = 70% (69.5% to 70.5%): "), "{}", ended.out);
    let card = shell.fray(&["run", "duel.toml", "--no-out"]).out;
    assert!(card.contains("win_rate(heroes) = 70% (69.5% to 70.5%)"), "{card}");
}

#[test]
fn what_the_rules_decide_needs_no_fights() {
    let (shell, ended) = check(50, &["ally_damage(Knight) < 1"], "4e6");
    let ended = ended.ends_with(0);
    assert!(ended.out.contains("ally_damage(Knight) < 1: 0; by the rules"), "{}", ended.out);
    assert!(ended.err.contains("this goal always holds"), "{}", ended.err);
    let said = shell.fray(&["validate", "duel.toml"]).ends_with(0).err;
    assert!(said.contains("duel.toml:32:10: warning: this goal always holds"), "{said}");
    assert!(said.contains("`ally_damage(Knight)` is 0 in this scenario"), "{said}");

    let (_, ended) = check(50, &["healing_given(Knight) >= 1"], "4e6");
    assert!(ended.ends_with(1).out.contains("healing_given(Knight) >= 1"));
    // Nothing bounds it, and an exact answer knows.
    let (_, ended) = check(50, &["covers(Knight) < 1"], "4e6");
    assert!(ended.ends_with(0).out.contains("covers(Knight) < 1: 0; exact"));
    // What no number of fights shows is exact, too.
    let (_, ended) = check(50, &["draw_rate = 0%"], "4e6");
    assert!(ended.ends_with(0).out.contains("draw_rate = 0% (never): 0%"));
}

#[test]
fn goals_that_contradict_each_other_are_said_before_a_fight() {
    let both = ["win_rate(ogres) >= 30%", "any_dropped(heroes) <= 20%"];
    let (shell, ended) = check(50, &both, "4e6");
    let ended = ended.ends_with(1);
    assert!(ended.out.contains("contradicts"), "{}", ended.out);
    let said = shell.fray(&["validate", "duel.toml"]).ends_with(0).err;
    assert!(said.contains("this goal contradicts `win_rate(ogres) >= 30%`"), "{said}");
    let refused = shell.fray(&["solve", "duel.toml", "--vary", "Ogre.hp"]).ends_with(2);
    assert!(refused.err.contains("contradicts"), "{}", refused.err);
    let goal = ["--goal", "win_rate(heroes) > 60%", "--goal", "win_rate(heroes) < 50%"];
    let refused =
        shell.fray(&[&["solve", "duel.toml", "--vary", "Ogre.hp"][..], &goal].concat()).ends_with(2);
    assert!(refused.err.contains("this goal contradicts `win_rate(heroes) > 60%`"), "{}", refused.err);
}

#[test]
fn no_verb_is_surer_than_its_fights() {
    let shell = Shell::new();
    shell.write("sure.toml", &duel(DOOMED, 50, &goals(&["win_rate(heroes) >= 50%"])));
    shell.write("suite.toml", "[[point]]\nscenario = \"sure.toml\"\n");
    let fights = ["--fights", "2000"];
    let set = ["--set", "Ogre.attack=13"];
    let vary = ["--vary", "Ogre.attack=13:14"];
    for args in [
        &[&["run", "sure.toml", "--no-out"][..], &fights].concat()[..],
        &[&["compare", "sure.toml"][..], &set, &fights].concat(),
        &[&["why", "sure.toml"][..], &set, &fights].concat(),
        &["check", "suite.toml", "--max-fights", "65536"],
        &[&["sweep", "sure.toml", "--no-out"][..], &["--set", "Ogre.attack=13,14"], &fights].concat(),
        &[&["solve", "sure.toml"][..], &vary, &["--max-fights", "4096"]].concat(),
    ] {
        let ended = shell.fray(args);
        assert!([0, 4, 7].contains(&ended.code), "{args:?}: {}\n{}", ended.out, ended.err);
        for wrong in ["100%", "100.0%", "100.00%", "100 %", "100.00 %", "100.000%", "100.000000000 %"] {
            assert!(!ended.out.contains(wrong), "{args:?} says {wrong}:\n{}", ended.out);
        }
        let none = [" 0%", " 0.0%", " 0.00%", " 0.000%"];
        assert!(none.iter().all(|none| !ended.out.contains(none)), "{args:?}:\n{}", ended.out);
    }
    let exact = shell.fray(&["exact", "sure.toml"]).ends_with(0).out;
    let line = exact.lines().find(|line| line.contains("heroes to win")).expect("the line");
    assert!(line.contains(" 99.99999"), "{exact}");
}

#[test]
fn an_exact_answer_names_every_metric() {
    let shell = Shell::new();
    shell.write("duel.toml", &duel(OGRE, 50, ""));
    let object = shell.fray(&["exact", "duel.toml", "--json"]).ends_with(0).json();
    let rows = object["metrics"].as_array().expect("rows");
    let of = |metric: &str, unit: Option<&str>| {
        let mut rows = rows.iter();
        let row = rows.find(|row| row["metric"] == metric && row["unit"].as_str() == unit);
        row.unwrap_or_else(|| panic!("{metric} of {unit:?}"))["mean"].clone()
    };
    assert_eq!(of("ally_damage", Some("Knight")), 0.0);
    assert_eq!(of("covers", None), 0.0);
    // Of what is never tried there is no rate.
    let left_out: Vec<&str> =
        object["left_out"].as_array().expect("a list").iter().filter_map(|it| it.as_str()).collect();
    let listed = shell.fray(&["list", "metrics", "night-wizard", "--json"]).ends_with(0).json();
    let text = listed.to_string();
    for metric in ["felled", "mains", "hp_left", "died", "hit_rate", "poison_rounds"] {
        assert!(
            text.contains(metric) && (left_out.contains(&metric) || of(metric, Some("Ogre")).is_number()),
            "{metric}"
        );
    }
}

#[test]
fn drawn_seeds_fit_into_a_double() {
    let shell = Shell::new();
    shell.write("duel.toml", &duel(OGRE, 50, "").replace("seed = 7\n", ""));
    for _ in 0..8 {
        let object =
            shell.fray(&["run", "duel.toml", "--fights", "1", "--no-out", "--json"]).ends_with(0).json();
        let seed =
            object["scenarios"][0]["summary"][0]["seed"].as_u64().or(object["scenarios"][0]["seed"].as_u64());
        let seed = seed.unwrap_or_else(|| panic!("a seed in {object}"));
        assert!(seed < 1 << 53, "{seed}");
    }
}

#[test]
fn a_search_has_an_end_and_counts_its_fights() {
    let shell = Shell::new();
    shell.write("duel.toml", &duel(OGRE, 50, "").replace("max_rounds = 50", "max_rounds = 50\n"));
    let args = [
        "solve",
        "duel.toml",
        "--vary",
        "Ogre.hp",
        "--goal",
        "median(rounds) = 900",
        "--max-time",
        "1",
        "--json",
    ];
    let ended = shell.fray(&args);
    assert!([4, 7].contains(&ended.code), "{}\n{}", ended.out, ended.err);
    let object = ended.json();
    let looked: u64 =
        object["solve"].as_array().expect("rows").iter().map(|row| row["fights"].as_u64().unwrap_or(0)).sum();
    // Those of other numbers are more.
    assert!(object["fights"].as_u64().expect("a number") >= looked, "{object}");
}

/// A bestiary as spreadsheets export it.
#[test]
fn a_bestiary_is_read_as_spreadsheets_export_it() {
    let scenario = r#"system = "night-wizard"
include = ["m.csv"]
[[side]]
name = "heroes"
[[side.unit]]
name = "Kn"
kind = "pc"
hp = 18
hit = 8
dodge = 7
attack = 12
defense = 8
action_value = 11
[[side]]
name = "swarm"
[[side.unit]]
name = "Imp"
use = "imp"
count = 2
"#;
    let shell = Shell::new();
    shell.write("sw.toml", scenario);
    let validate = |sheet: &str| {
        shell.write("m.csv", sheet);
        shell.fray(&["validate", "sw.toml"])
    };
    // The first three are the cells of a row; all the rest of a stat block stands behind them.
    let rest = |separator: &str| ["dodge", "attack", "defense", "action_value"].join(separator);
    for (header, row, blank, separator) in [
        ("name,kind,hp,hit,", "imp,npc,6,6,", ",,", ","),
        ("name,kind,hp,hit,", "imp,npc,6,6,", "\n,,,,,,,", ","),
        ("name,kind,hp,hit,", "imp,npc,6.0,6.0,", "", ","),
        ("\u{feff}name;kind;hp;hit;", "imp;npc;6;6;", "", ";"),
        ("sep=;\r\nname;kind;hp;hit;", "imp;npc;6;6;", "", ";"),
        ("name\tkind\thp\thit\t", "imp\tnpc\t6\t6\t", "", "\t"),
    ] {
        let values = ["5", "7", "3", "8"].join(separator);
        let columns = if blank == ",," { blank } else { "" };
        let sheet = format!("{header}{}{columns}\r\n{row}{values}{blank}\r\n", rest(separator));
        validate(&sheet).ends_with(0);
    }
    let said = |sheet: &str| validate(sheet).ends_with(10).err;
    let notes = said("name,kind,hp,notes\nimp,npc,6,weak\nrat,npc,3,\nbat,npc,2,fast\n");
    assert!(notes.contains("m.csv:1:14: unknown key `notes` in unit `"), "{notes}");
    assert!(notes.contains("(cell D1)"), "{notes}");
    assert_eq!(notes.matches("unknown key `notes`").count(), 1, "{notes}");
    let named = said("Name;kind;hp\nimp;npc;6\n");
    let header =
        "m.csv:1:1: expected a header with the keys of units, `name` among them; found `Name` (cell A1)";
    assert!(named.contains(header), "{named}");
    let wrong = said("sep=;\nname;kind;hp\nimp;npc;six\n");
    assert!(wrong.contains("m.csv:3:9: expected a whole number") && wrong.contains("(cell C2)"), "{wrong}");
}

#[test]
fn annotations_name_files_from_the_root_of_the_work_tree() {
    let shell = Shell::new();
    shell.write(".git/HEAD", "");
    shell.write("monsters/ogre.toml", &duel(OGRE, 50, &goals(&["win_rate(heroes) < 1%"])));
    shell.write("balance/suite.toml", "[[point]]\nscenario = \"../monsters/ogre.toml\"\n");
    for folder in ["balance", "monsters", "."] {
        let suite = if folder == "." { "balance/suite.toml" } else { "../balance/suite.toml" };
        let mut command = shell.command(&["check", suite, "--annotations"]);
        let ended = command.current_dir(shell.path(folder)).output().expect("it runs");
        let out = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(
            out.starts_with("::error file=monsters/ogre.toml,line=32,title=fray check%3A ogre::"),
            "{out}"
        );
    }
    let mut command = shell.command(&["check", "balance/suite.toml", "--annotations"]);
    let ended = command.env("GITHUB_WORKSPACE", shell.path("")).output().expect("it runs");
    let out = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(out.starts_with("::error file=monsters/ogre.toml,line=32"), "{out}");
}
