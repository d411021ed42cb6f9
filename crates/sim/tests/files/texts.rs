//! A scenario written out as one text is the same scenario: the same hash, and the same fights.

use core::sync::atomic::AtomicBool;
use std::path::{Path, PathBuf};

use fray_sim::play::run::run_alone;
use fray_sim::scenario::{Beside, Loaded, Options, Scenario, SidePlay, SideTactics, load, load_scenario};
use fray_sim::totals::signature::signature;

use super::support::{Choices, config_files, is_compiled};

const SEED: u64 = 2016;

fn fights(scenario: &Scenario) -> String {
    let totals = run_alone(scenario.engine(), SEED, 0..64).expect("fights that break no rule");
    signature(&totals)
}

/// Writes the scenario out, reads the text where nothing else is, and compares the two.
fn is_the_same(scenario: &Scenario, what: &str) {
    let text = scenario.text(Some(SEED)).unwrap_or_else(|error| panic!("{what}: {error}"));
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("written.toml");
    std::fs::write(&file, &text).expect("a file");
    let again = load_scenario(&file, &scenario.beside.options()).unwrap_or_else(|diagnosis| {
        panic!("{what}: {}\n{text}", diagnosis.render(fray_sim::scenario::Paint::Plain))
    });
    assert_eq!(again.hash, scenario.hash, "{what}:\n{text}");
    assert_eq!(again.title, scenario.title, "{what}");
    assert_eq!((again.run.seed, again.run.fights), (Some(SEED), scenario.run.fights), "{what}");
    assert_eq!(again.goals.len(), scenario.goals.len(), "{what}");
    assert_eq!(again.variants, scenario.variants, "{what}");
    assert_eq!(fights(&again), fights(scenario), "{what}:\n{text}");
    // What was written out once is written out as it stands.
    assert_eq!(
        again.text(Some(SEED)).expect("a text").split_once('\n').map(|it| it.1),
        text.split_once('\n').map(|it| it.1)
    );
}

fn scenarios() -> Vec<(PathBuf, Scenario)> {
    let load = |path: PathBuf| match load(&path, &Options::default()) {
        Ok(Loaded::Scenario(scenario)) => Some((path, *scenario)),
        _ => None,
    };
    config_files().into_iter().filter_map(load).collect()
}

#[test]
fn every_config_and_its_mirror_is_the_same_written_out() {
    for (path, scenario) in scenarios() {
        is_the_same(&scenario, &path.display().to_string());
        let mirrored = Options { reversed: true, ..Options::default() };
        if let Ok(scenario) = load_scenario(&path, &mirrored) {
            is_the_same(&scenario, &format!("{} mirrored", path.display()));
        }
    }
}

#[test]
fn changed_values_and_tactics_of_sides_are_written_out() {
    let mut choices = Choices::new(20);
    let mut n_changed = 0;
    for (path, scenario) in scenarios() {
        // Any whole numbers of units one more, where the rules allow that.
        let numbers: Vec<String> = scenario
            .merged()
            .iter()
            .filter(|it| it.path.contains('/'))
            .filter_map(|it| Some(format!("{}={}", it.path, it.value.as_i64()? + 1)))
            .collect();
        let side = scenario.engine().about().roster.sides[0].name.clone();
        for _ in 0..4 {
            let mut options = Options::default();
            for _ in 0..2 {
                options.sets.push(("--set".to_owned(), choices.of(&numbers).clone()));
            }
            if choices.once_in(2) {
                let play = SidePlay::Default;
                options.tactics.push(SideTactics { side: side.clone(), play });
            }
            if let Ok(changed) = load_scenario(&path, &options) {
                is_the_same(&changed, &format!("{} {:?}", path.display(), options.sets));
                n_changed += 1;
            }
        }
    }
    assert!(n_changed >= 8 * fray_rules::GAMES.len(), "{n_changed} changed scenarios are legal");
}

#[cfg(feature = "night-wizard")]
#[test]
fn a_scenario_with_variants_and_each_of_them_are_written_out() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    let duel = std::fs::read_to_string(configs.join("night-wizard/duel.toml")).expect("a shipped scenario");
    let variants = "\n[[variant]]\nname = \"tough\"\nset = { \"Ogre.hp\" = 40, \"Ogre.defense\" = 10 }\n\
                    \n[[variant]]\nname = \"slow\"\nset = { \"Ogre.action_value\" = 6 }\n";
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("variants.toml");
    std::fs::write(&path, duel + variants).expect("a file");
    let scenario = load_scenario(&path, &Options::default())
        .unwrap_or_else(|diagnosis| panic!("{}", diagnosis.render(fray_sim::scenario::Paint::Plain)));
    assert_eq!(scenario.variants.len(), 2);
    is_the_same(&scenario, "with variants");
    for variant in &scenario.variants {
        let options = Options { sets: variant.edits().collect(), ..Options::default() };
        let of_variant = load_scenario(&path, &options).expect("a variant of this file");
        assert_ne!(of_variant.hash, scenario.hash);
        is_the_same(&of_variant, &variant.flag());
    }
}

#[test]
fn tactics_drawn_at_random_stand_beside_the_text() {
    for file in ["night-wizard/duel.toml", "juso/duel.toml", "cardinal/duel.toml"]
        .into_iter()
        .filter(|file| is_compiled(file))
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(file);
        let plain = load_scenario(&path, &Options::default()).expect("a shipped scenario");
        let side = plain.engine().about().roster.sides[1].name.clone();
        let play = SidePlay::Random;
        let options =
            Options { tactics: vec![SideTactics { side: side.clone(), play }], ..Options::default() };
        let random = load_scenario(&path, &options).expect("a side of it");
        assert_eq!(random.beside, Beside { random: vec![side], ..Beside::default() });
        assert_ne!(random.hash, plain.hash);
        is_the_same(&random, file);
    }
}

#[cfg(feature = "night-wizard")]
#[test]
fn spreadsheets_whose_cells_are_lists_and_words_are_written_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let sheet = "name,hp,crit,fumble,hit,dodge,attack,defense,action_value,tactics.target,kind\n\
                 Ogre,26,7,2,8,6,12,6,7,weakest,npc\nTroll,20,7;10,2;3,8,6,10,6,8,random,\n";
    let scenario = "system = \"night-wizard\"\ninclude = [\"these.csv\"]\n[[side]]\nname = \"a\"\n[[side.unit]]\nuse = \"Ogre\"\n\
                    count = 2\n[[side]]\nname = \"b\"\n[[side.unit]]\nuse = \"Troll\"\nname = \"Big. one\"\n";
    std::fs::write(dir.path().join("these.csv"), sheet).expect("a file");
    let path = dir.path().join("fight.toml");
    std::fs::write(&path, scenario).expect("a file");
    let scenario = load_scenario(&path, &Options::default())
        .unwrap_or_else(|diagnosis| panic!("{}", diagnosis.render(fray_sim::scenario::Paint::Plain)));
    is_the_same(&scenario, "a spreadsheet");
    let text = scenario.text(None).expect("a text");
    assert!(text.contains("crit = [7]\n") && text.contains("count = 2\n"), "{text}");
    assert!(
        fray_sim::scenario::load_from(
            &fray_sim::scenario::source::Text(&text),
            Path::new("x.toml"),
            &Options::default()
        )
        .is_ok()
    );
}

#[cfg(feature = "mahou-galaxy")]
#[test]
fn who_is_summoned_is_written_out_with_what_it_names() {
    let (_dir, file) = wolves("");
    let scenario = load_scenario(&file, &Options::default())
        .unwrap_or_else(|diagnosis| panic!("{}", diagnosis.render(fray_sim::scenario::Paint::Plain)));
    let written = scenario.text(None).expect("a text");
    assert!(written.contains("[unit.Wolf]") && written.contains("1d8"), "{written}");
    is_the_same(&scenario, "wolves");
}

#[cfg(feature = "mahou-galaxy")]
/// A scenario in which Ann summons two wolves, with this at its end.
fn wolves(more: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("wolves.toml");
    let text = "system = \"mahou-galaxy\"\ninclude = [\"pack.toml\"]\n\
        [[side]]\nname = \"left\"\ntactics = { stance = \"strong\" }\n\
        [[side.unit]]\nname = \"Ann\"\nabilities = [\"Call\"]\n\
        [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\n";
    let pack = "[ability.Call]\ntarget = \"self\"\nuses = { per_fight = 1 }\ncost = { speak = 1 }\n\
        effects = [{ summon = { unit = \"Wolf\", number = 2 } }]\n\
        [unit.Wolf]\nhp_max = 6\nweapons = [\"Fangs\"]\n\
        [weapon.Fangs]\ndamage = [\"1d8\"]\nhands = 0\n";
    std::fs::write(&file, format!("{text}{more}")).expect("a file");
    std::fs::write(dir.path().join("pack.toml"), pack).expect("a file");
    (dir, file)
}

#[cfg(feature = "mahou-galaxy")]
/// The scenario of a file with one value set, or what is wrong with it.
fn with_set(file: &Path, set: &str) -> Result<Scenario, String> {
    let sets = vec![("--set".to_owned(), set.to_owned())];
    load_scenario(file, &Options { sets, ..Options::default() })
        .map_err(|diagnosis| diagnosis.render(fray_sim::scenario::Paint::Plain))
}

#[cfg(feature = "mahou-galaxy")]
#[test]
fn who_is_summoned_is_set_and_named_like_a_unit() {
    let goal = "[[goal]]\nexpect = \"damage_dealt(Wolf) > 1\"\n[[goal]]\nexpect = \"out(Wolf#2) < 90%\"\n";
    let (_dir, file) = wolves(goal);
    let load = |set: &str| with_set(&file, set);
    let plain = load_scenario(&file, &Options::default()).unwrap_or_else(|_| panic!("it is right"));
    assert_eq!(plain.goals.len(), 2);
    for set in
        ["Wolf.hp_max=9", "left/Wolf.hp_max=9", "Wolf.weapons.Fangs.range=10", "Wolf.tactics.target=first"]
    {
        let changed = load(set).unwrap_or_else(|text| panic!("{text}"));
        assert_ne!(changed.hash, plain.hash, "{set}");
        is_the_same(&changed, set);
        // What is listed is what can be set.
        let path = set.split('=').next().expect("a path").trim_start_matches("left/");
        assert!(
            changed.merged().iter().any(|it| it.path == format!("left/{path}") && it.from == "--set"),
            "{set}"
        );
        let again = plain.with_sets(&[set.to_owned()]).expect("it is right");
        assert_eq!(again.hash, changed.hash, "{set}");
    }
    for (set, said) in [
        ("right/Wolf.hp_max=9", "there is no unit `Wolf`"),
        ("Wolff.hp_max=9", "did you mean `Wolf`?"),
        ("Wolf.hp_maxx=9", "did you mean `hp_max`?"),
        ("Wolf.name=\"x\"", "`name` names the unit"),
    ] {
        let text = load(set).map(|_| ()).expect_err(set);
        assert!(text.contains(said), "{set}: {text}");
    }
}

#[cfg(feature = "mahou-galaxy")]
#[test]
fn what_two_sides_summon_is_set_for_both() {
    let (_dir, file) = wolves("abilities = [\"Call\"]\n");
    let load = |set: &str| with_set(&file, set);
    let changed = load("Wolf.hp_max=9").unwrap_or_else(|text| panic!("{text}"));
    assert_eq!(
        changed.merged().iter().filter(|it| it.path == "Wolf.hp_max" && it.from == "--set").count(),
        1
    );
    is_the_same(&changed, "both");
    let text = load("left/Wolf.hp_max=9").map(|_| ()).expect_err("both have it");
    assert!(text.contains("sides left and right summon `Wolf` of one block"), "{text}");
}

/// What is looked at without reading the file again is what the file means with the same change. Every fourth file
/// stands for its game: reading a file anew for each tactic takes the time.
#[test]
fn composed_tactics_are_those_of_the_file() {
    use fray_sim::scenario::legal::{composed_tactics, legal_tactics};
    for path in config_files().into_iter().step_by(4) {
        let options = Options::default();
        let Ok(base) = load_scenario(&path, &options) else { continue };
        let of_file = legal_tactics(&path, &options, &base, None, &AtomicBool::new(false)).all;
        let composed = composed_tactics(&base, &AtomicBool::new(false)).all;
        let of_file: Vec<_> =
            of_file.iter().map(|it| (it.side, &it.set, it.is_present, it.scenario.hash)).collect();
        let composed: Vec<_> =
            composed.iter().map(|it| (it.side, &it.set, it.is_present, it.scenario.hash)).collect();
        assert_eq!(composed, of_file, "{}", path.display());
    }
}
