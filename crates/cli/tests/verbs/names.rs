//! Names are the same names wherever they come from: every verb refuses the same ones in the same words.

use crate::shell::{Shell, duel};

/// Names that no table can hold, and what is said of them.
const WRONG: [(&str, &str); 7] = [
    ("", "not empty"),
    (" a", "blanks at its ends"),
    ("=1+1", "spreadsheets take it for a formula"),
    ("@SUM(A1)", "spreadsheets take it for a formula"),
    ("a\\u001b[2J", "control characters"),
    ("a\\u202eb", "control characters"),
    ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "at most 64 characters"),
];

/// The file of the duel with something more at its end.
fn with(more: &str) -> String {
    std::fs::read_to_string(duel()).expect("the duel") + more
}

#[test]
fn every_verb_refuses_the_same_names_of_variants_in_the_same_words() {
    let shell = Shell::new();
    for (name, why) in WRONG {
        shell.write(
            "wrong.toml",
            &with(&format!("\n[[variant]]\nname = \"{name}\"\nset = {{ \"Ogre.hp\" = 9 }}\n")),
        );
        for verb in [
            &["validate", "wrong.toml"][..],
            &["run", "wrong.toml", "--fights", "10", "--no-out"],
            &["sweep", "wrong.toml", "--fights", "10"],
            &["tactics", "wrong.toml", "--fights", "10"],
            &["weights", "wrong.toml", "--fights", "10"],
            &["trace", "wrong.toml", "--fight", "0"],
            &["exact", "wrong.toml"],
            &["plan", "wrong.toml", "--variants", "--out", "plan"],
        ] {
            let err = shell.fray(verb).ends_with(10).err;
            // An empty name is no text of a key.
            assert!(
                err.contains(why) || name.is_empty() && err.contains("empty"),
                "{verb:?} {name:?}: {err}"
            );
        }
    }
}

#[test]
fn candidates_and_points_are_named_as_variants_are() {
    let shell = Shell::new();
    shell.write("duel.toml", &with(""));
    for (name, why) in &WRONG[1..] {
        let text = name.replace("\\u001b", "\u{1b}").replace("\\u202e", "\u{202e}");
        // Cells have no blanks at their ends but in quotes.
        shell.write("rows.csv", &format!("name,Ogre.hp\n\"{text}\",9\n"));
        if !text.starts_with(' ') {
            for verb in ["sweep", "plan"] {
                let out = if verb == "plan" { &["--out", "plan"][..] } else { &["--fights", "10"] };
                let flags = [&[verb, "duel.toml", "--among", "rows.csv"], out].concat();
                let err = shell.fray(&flags).ends_with(10).err;
                assert!(err.contains(why), "{verb} {name:?}: {err}");
            }
        }
        shell.write("suite.toml", &format!("[[point]]\nscenario = \"duel.toml\"\nname = \"{name}\"\n"));
        for verb in ["check", "run"] {
            let err = shell.fray(&[verb, "suite.toml"]).ends_with(10).err;
            assert!(err.contains(why), "{verb} {name:?}: {err}");
        }
    }
}

#[test]
fn names_that_differ_in_case_alone_are_one_name() {
    let shell = Shell::new();
    let alone = "differ in case alone";
    let variant = |name: &str| format!("\n[[variant]]\nname = \"{name}\"\nset = {{ \"Ogre.hp\" = 9 }}\n");
    shell.write("variants.toml", &with(&(variant("Fat") + &variant("fat"))));
    assert!(shell.fray(&["sweep", "variants.toml"]).ends_with(10).err.contains(alone));
    shell.write("duel.toml", &with(""));
    shell.write("rows.csv", "name,Ogre.hp\nFat,9\nfat,8\n");
    assert!(shell.fray(&["sweep", "duel.toml", "--among", "rows.csv"]).ends_with(10).err.contains(alone));
    let point = |name: &str| format!("[[point]]\nscenario = \"duel.toml\"\nname = \"{name}\"\n");
    shell.write("suite.toml", &(point("Fat") + &point("fat")));
    assert!(shell.fray(&["check", "suite.toml"]).ends_with(10).err.contains(alone));
}

#[test]
fn no_results_have_the_name_of_a_device() {
    let shell = Shell::new();
    for stem in ["con", "NUL", "com1", "aux.old"] {
        let file = format!("{stem}.toml");
        shell.write(&file, &with(""));
        for verb in [&["validate"][..], &["run", "--fights", "10", "--no-out"], &["exact"]] {
            let err = shell.fray(&[verb, &[&file]].concat()).ends_with(10).err;
            assert!(err.contains("Windows has a device of this one"), "{verb:?} {file}: {err}");
        }
    }
}
