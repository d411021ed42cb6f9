//! Whatever stands in a file or an argument, it is read, and can then be played, or refused with a
//! place: no panic, no hang. A failure prints the input; proptest keeps its seed in
//! `proptest-regressions`.

use core::sync::atomic::AtomicBool;
use std::io;
use std::path::Path;

use fray_sim::play::engine::{RunRequest, simulate};
use fray_sim::scenario::source::Files;
use fray_sim::scenario::{Loaded, Options, Paint, load_from};
use proptest::collection::vec;
use proptest::prelude::*;

/// One text under every name, whatever is included.
struct Same<'a>(&'a [u8]);

impl Files for Same<'_> {
    fn read(&self, _: &Path, _: bool) -> io::Result<Vec<u8>> {
        Ok(self.0.to_vec())
    }
}

/// Texts of a system that are right.
struct Texts {
    /// A scenario in one file.
    duel: &'static str,
    /// One that takes its stat blocks from a bestiary, the line that does so, and that bestiary
    /// with its title.
    party: &'static str,
    include: &'static str,
    bestiary: &'static str,
    title: &'static str,
    /// A spreadsheet.
    swarm: &'static str,
    /// Paths of the duel, right or nearly so.
    paths: &'static [&'static str],
}

/// A scenario that uses the whole vocabulary of Night Wizard.
#[cfg(feature = "night-wizard")]
const EVERYTHING: &str = include_str!("../../../rules/games/night-wizard/src/sheet/tests/everything.toml");

const SYSTEMS: &[Texts] = &[
    #[cfg(feature = "night-wizard")]
    Texts {
        duel: include_str!("../../../../configs/night-wizard/duel.toml"),
        party: include_str!("../../../../configs/night-wizard/brawl.toml"),
        include: "include = [\"bestiary.toml\"]",
        bestiary: include_str!("../../../../configs/night-wizard/bestiary.toml"),
        title: "title = \"Wizards and emulators of the brawls\"",
        swarm: include_str!("../../../../configs/night-wizard/swarm.csv"),
        paths: &[
            "Ogre.hp",
            "Ogre.weapons",
            "Ogre.weapons.Club",
            "Ogre.tactics",
            "Ogre.tactics.target",
            "rulings.hit_tie",
            "run",
            "map.width",
            "map.obstacles",
            "Ogre.abilities",
            "Ogre.position",
            "rulings.surprise",
            "series.fights",
            "Ogre.enchantments",
            "wizards.tactics",
        ],
    },
    #[cfg(feature = "juso")]
    Texts {
        duel: include_str!("../../../../configs/juso/duel.toml"),
        party: include_str!("../../../../configs/juso/ryuma-hunt.toml"),
        include: "include = [\"bestiary.toml\"]",
        bestiary: include_str!("../../../../configs/juso/bestiary.toml"),
        title: "title = \"Hunters of Altair, and what they hunt\"",
        swarm: include_str!("../../../../configs/juso/swarm.csv"),
        paths: &[
            "Brute.life",
            "Brute.weapons",
            "Brute.weapons.Club",
            "Brute.defence.melee",
            "Hunter.abilities",
            "Hunter.tactics",
            "Hunter.tactics.core_attack",
            "Hunter.core_carry",
            "rulings.knockback",
            "run",
            "map",
            "map.flag",
            "map.obstacles",
            "hunters.morale",
            "hunters.tactics.concede_at",
        ],
    },
    #[cfg(feature = "cardinal")]
    Texts {
        duel: include_str!("../../../../configs/cardinal/duel.toml"),
        party: include_str!("../../../../configs/cardinal/witch-wood.toml"),
        include: "include = [\"bestiary.toml\"]",
        bestiary: include_str!("../../../../configs/cardinal/bestiary.toml"),
        title: "title = \"Swords and soldiers of the Cardinal scenarios\"",
        swarm: include_str!("../../../../configs/cardinal/swarm.csv"),
        paths: &[
            "Knight.body",
            "Knight.skills.fighting",
            "Knight.soak_pool",
            "Knight.weapons",
            "Knight.weapons.Long Sword",
            "Knight.abilities",
            "Knight.gifts",
            "Knight.statuses",
            "Knight.tactics",
            "Knight.tactics.defence",
            "Bandit.shield",
            "Bandit.position",
            "Bandit.order",
            "rulings.turn_order",
            "rulings.defence_chart",
            "run",
            "map",
            "map.squares",
        ],
    },
    #[cfg(feature = "stonebound")]
    Texts {
        duel: include_str!("../../../../configs/stonebound/two-blades.toml"),
        party: include_str!("../../../../configs/stonebound/stones.toml"),
        include: "include = [\"bestiary.toml\"]",
        bestiary: include_str!("../../../../configs/stonebound/bestiary.toml"),
        title: "title = \"Characters of the Stonebound Saga\"",
        swarm: include_str!("../../../../configs/stonebound/rabble.csv"),
        paths: &[
            "Blade.hp",
            "Blade.evasion.P",
            "Blade.negation",
            "Blade.on_attack",
            "Blade.abilities",
            "Blade.reactions",
            "Blade.statuses",
            "Blade.statuses.burn",
            "Blade.tactics",
            "Blade.tactics.move",
            "Spirit.position",
            "rulings.deck",
            "rulings.stalemate",
            "run",
            "map",
            "map.squares",
            "blades.stones",
            "blades.hand_max",
            "blades.tactics.order",
        ],
    },
    #[cfg(feature = "mahou-galaxy")]
    Texts {
        duel: include_str!("../../../../configs/mahou-galaxy/duel.toml"),
        party: include_str!("../../../../configs/mahou-galaxy/fire-among-friends.toml"),
        include: "include = [\"bestiary.toml\"]",
        bestiary: include_str!("../../../../configs/mahou-galaxy/bestiary.toml"),
        title: "title = \"Students of the academy, and whom they meet\"",
        swarm: include_str!("../../../../configs/mahou-galaxy/swarm.csv"),
        paths: &[
            "Ann.hp_max",
            "Ann.skills",
            "Ann.skills.martial_arts",
            "Ann.facet_skills",
            "Ann.shield",
            "Ann.weapons",
            "Ann.weapons.rapier",
            "Ann.abilities",
            "Ann.bonuses",
            "Ann.explode_two",
            "Ann.position",
            "Ann.tactics",
            "Ann.tactics.spot",
            "Bob.tactics.grapple",
            "rulings.fist.stances",
            "rulings.round.start_order",
            "rulings.size.move_multiplier",
            "rulings.surprise.side",
            "run",
            "map",
            "map.terrain",
        ],
    },
];

impl Texts {
    /// The party in one file, so that changes to its blocks are seen too.
    fn whole(&self) -> String {
        self.party.replace(self.include, "") + &self.bestiary.replace(self.title, "")
    }
}

/// Reads a text; what is wrong with it has a place in it and can be shown.
fn read(name: &str, text: &[u8], sets: &[String]) -> bool {
    let options = Options {
        sets: sets.iter().map(|set| ("--set".to_owned(), set.clone())).collect(),
        ..Options::default()
    };
    match load_from(&Same(text), Path::new(name), &options) {
        Ok(Loaded::Scenario(scenario)) => {
            assert!(scenario.run.max_rounds > 0);
            // Fights that may last for thousands of rounds take their time.
            if scenario.run.max_rounds <= 200 {
                let order =
                    RunRequest { seed: 2016, range: 0..2, stop: &AtomicBool::new(false), played: &|_| {} };
                simulate(scenario.engine(), order).expect("what is read can be played");
            }
            true
        }
        Ok(Loaded::Include) => true,
        Err(diagnosis) => {
            assert!(!diagnosis.problems.is_empty());
            for row in diagnosis.rows() {
                assert!(row.line >= 1 && row.column >= 1 && !row.message.is_empty());
                assert!(!row.message.contains('\n'), "{}", row.message);
            }
            // Two are enough to see that showing works; thousands take their time.
            let mut few = diagnosis;
            few.problems.truncate(2);
            assert!(!few.render(Paint::Plain).is_empty());
            false
        }
    }
}

#[derive(Clone, Debug)]
enum Change {
    Delete(usize),
    Double(usize),
    Swap(usize, usize),
    Value(usize, String),
    Cut(usize),
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just("\"\"".to_owned()),
        Just("[[[1]]]".to_owned()),
        Just("nan".to_owned()),
        Just("1979-05-27".to_owned()),
        Just("\"\"\"".to_owned()),
        Just("{ use = 3, when = \"hp <\" }".to_owned()),
        Just("[\"club\", 3, { name = \"x\" }, {}]".to_owned()),
        Just("[{ use = \"x\", name = 3 }, \"swap\", { heal_hp = \"2d\" }]".to_owned()),
        Just("{ enemy = { number = \"all\", area = { shape = \"sphere\" } } }".to_owned()),
        Just("[[1, 2], [3]]".to_owned()),
        "[-+*d0-9a-z ]{0,12}".prop_map(|text| format!("{text:?}")),
        "[ -~]{0,12}",
        "\\PC{0,6}",
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let line = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        line().prop_map(Change::Delete),
        line().prop_map(Change::Double),
        (line(), line()).prop_map(|(a, b)| Change::Swap(a, b)),
        (line(), value()).prop_map(|(at, value)| Change::Value(at, value)),
        line().prop_map(Change::Cut),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for change in changes {
        let n = lines.len().max(1);
        if lines.is_empty() {
            break;
        }
        match change {
            Change::Delete(at) => drop(lines.remove(at % n)),
            Change::Double(at) => lines.insert(at % n, lines[at % n].clone()),
            Change::Swap(a, b) => lines.swap(a % n, b % n),
            Change::Value(at, value) => {
                let line = &mut lines[at % n];
                if let Some((key, _)) = line.split_once('=') {
                    *line = format!("{key}= {value}");
                }
            }
            Change::Cut(at) => {
                let line = &mut lines[at % n];
                let middle = (0..=line.len() / 2).rev().find(|&i| line.is_char_boundary(i)).unwrap_or(0);
                line.truncate(middle);
            }
        }
    }
    lines.join("\n")
}

#[test]
fn the_unchanged_texts_are_right() {
    for texts in SYSTEMS {
        assert!(read("a.toml", texts.duel.as_bytes(), &[]));
        assert!(read("a.toml", texts.whole().as_bytes(), &[]));
        assert!(read("a.csv", texts.swarm.as_bytes(), &[]));
    }
    #[cfg(feature = "night-wizard")]
    assert!(read("a.toml", EVERYTHING.as_bytes(), &[]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        read("a.toml", &bytes, &[]);
        read("a.csv", &bytes, &[]);
    }

    #[test]
    fn any_text_like_toml_is_read_or_refused(text in "[\\[\\]{}=\"'a-c.,#0-9\n ]{0,200}") {
        read("a.toml", text.as_bytes(), &[]);
    }

    #[test]
    fn a_changed_scenario_is_read_or_refused(system in 0..SYSTEMS.len(), changes in vec(change(), 1..8), which in any::<bool>()) {
        let texts = &SYSTEMS[system];
        let text = if which { texts.duel.to_owned() } else { texts.whole() };
        read("a.toml", changed(&text, &changes).as_bytes(), &[]);
        // Includes itself under every name.
        read("a.toml", changed(texts.party, &changes).as_bytes(), &[]);
    }

    #[cfg(feature = "night-wizard")]
    #[test]
    fn a_changed_vocabulary_is_read_or_refused(changes in vec(change(), 1..5)) {
        read("a.toml", changed(EVERYTHING, &changes).as_bytes(), &[]);
    }

    #[test]
    fn a_changed_spreadsheet_is_read_or_refused(system in 0..SYSTEMS.len(), changes in vec(change(), 1..6), cut in 0..200_usize) {
        let texts = &SYSTEMS[system];
        let text = changed(texts.swarm, &changes);
        read("a.csv", text.as_bytes(), &[]);
        read("a.csv", &text.as_bytes()[..cut.min(text.len())], &[]);
    }

    #[test]
    fn any_argument_is_read_or_refused(system in 0..SYSTEMS.len(), path in "[a-zA-Z_./\"'#= ]{0,30}", value in value(), text in "\\PC{0,30}") {
        let texts = &SYSTEMS[system];
        read("a.toml", texts.duel.as_bytes(), &[format!("{path}={value}"), text]);
    }

    #[test]
    fn any_value_of_a_known_path_is_read_or_refused(system in 0..SYSTEMS.len(), value in value(), which in any::<prop::sample::Index>()) {
        let texts = &SYSTEMS[system];
        let path = which.get(texts.paths);
        read("a.toml", texts.duel.as_bytes(), &[format!("{path}={value}"), format!("{path}.x={value}")]);
    }
}
