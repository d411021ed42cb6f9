//! The guide to the verbs: the groups of the help, examples, and the words that others have for a verb.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};

use super::Args;

/// The verbs that belong together.
pub(crate) struct Group {
    /// The purpose of the verbs.
    pub(crate) heading: &'static str,
    pub(crate) verbs: &'static [Guide],
}

/// The texts of the help on a verb beside its arguments.
pub(crate) struct Guide {
    pub(crate) verb: &'static str,
    /// Commands with what they do.
    pub(crate) examples: &'static [(&'static str, &'static str)],
    /// The words of other programs for it, and those that a newcomer may try.
    words: &'static [&'static str],
}

/// A verb with its words and examples.
const fn guide(
    verb: &'static str,
    words: &'static [&'static str],
    examples: &'static [(&'static str, &'static str)],
) -> Guide {
    Guide { verb, examples, words }
}

/// All verbs, in the order of the help.
pub(crate) const GROUPS: &[Group] = &[
    Group {
        heading: "Play",
        verbs: &[
            guide(
                "new",
                &["init", "create", "start", "template", "example"],
                &[("fray new juso ogre.toml", "a first scenario to change")],
            ),
            guide(
                "watch",
                &["edit", "tune"],
                &[("fray watch ogre.toml", "look at the card while you edit the file")],
            ),
            guide(
                "live",
                &["browser", "web", "serve", "gui", "ui", "drag"],
                &[
                    ("fray live ogre.toml", "drag its numbers and see the fight change"),
                    ("fray live", "begin with a scenario that comes with fray"),
                ],
            ),
            guide(
                "run",
                &["play", "simulate", "sim", "fight", "batch", "roll"],
                &[
                    ("fray run ogre.toml", "play the scenario and print its card"),
                    ("fray run ogre.toml --set Ogre.hp=30", "change a number first"),
                    ("fray run monsters --fights 1e6 --out night", "play a folder, a row for each scenario"),
                ],
            ),
            guide(
                "trace",
                &["log", "replay", "show", "transcript", "story"],
                &[
                    ("fray trace ogre.toml --fight 3", "the fourth fight of a run, blow by blow"),
                    (
                        "fray trace ogre.toml --find \"died(Knight) and rounds <= 3\"",
                        "a fight in which that happens",
                    ),
                ],
            ),
            guide(
                "exact",
                &["enumerate", "probability", "odds"],
                &[("fray exact ogre.toml --max-rounds 6", "exact probabilities of six rounds")],
            ),
            guide(
                "report",
                &["page", "html", "chart", "plot", "graph", "view"],
                &[("fray report results/ogre --open", "the results as a page in the browser")],
            ),
        ],
    },
    Group {
        heading: "Ask",
        verbs: &[
            guide(
                "compare",
                &["diff", "versus", "vs", "ab"],
                &[
                    ("fray compare ogre.toml --set Ogre.hp=30", "what four more hit points change"),
                    ("fray compare old.toml new.toml", "two files on the same dice"),
                ],
            ),
            guide(
                "coach",
                &["advise", "advice", "review", "diagnose", "improve"],
                &[
                    ("fray coach ogre.toml", "what is wrong with the fight, and how to mend it"),
                    ("fray coach ogre.toml --thorough", "with each side looking ahead, too"),
                ],
            ),
            guide(
                "sweep",
                &["scan", "grid", "range", "vary"],
                &[
                    ("fray sweep ogre.toml --set Ogre.hp=20:40:5", "five values of one number"),
                    (
                        "fray sweep ogre.toml --set Ogre.hp=20:40 --pick \"closest:win_rate(heroes)=65%\"",
                        "the best of 21",
                    ),
                ],
            ),
            guide(
                "solve",
                &["balance", "find", "search", "goal", "target"],
                &[(
                    "fray solve ogre.toml --vary Ogre.hp --goal \"win_rate(heroes) = 65%\"",
                    "how many hit points that takes",
                )],
            ),
            guide(
                "weights",
                &["sensitivity", "importance", "rank", "knockout"],
                &[
                    ("fray weights ogre.toml --of Ogre", "which of its numbers matters most"),
                    (
                        "fray weights ogre.toml --parts",
                        "the fight without each unit, weapon and ability in turn",
                    ),
                ],
            ),
            guide(
                "why",
                &["explain", "blame", "attribute"],
                &[("fray why old.toml new.toml", "which of the edits made the difference")],
            ),
            guide(
                "tactics",
                &["play-style", "strategy", "ai", "best", "optimise", "optimize"],
                &[
                    ("fray tactics ogre.toml --of ogres", "what each other tactic would be worth"),
                    ("fray tactics ogre.toml --best --of ogres", "the best combination of them"),
                    ("fray tactics ogre.toml --ceiling --of ogres", "how much better they could be played"),
                ],
            ),
            guide(
                "rulings",
                &["houserules", "house-rules", "options"],
                &[("fray rulings ogre.toml", "which house rules change this fight")],
            ),
            guide(
                "matrix",
                &["tournament", "league", "ladder"],
                &[("fray matrix monsters", "every stat block of a folder against every other")],
            ),
            guide(
                "budget",
                &["cross", "encounter", "challenge", "cr", "exchange", "pack"],
                &[
                    (
                        "fray budget night.toml --goal \"win_rate(heroes) = 65%\"",
                        "how many of each monster each party can take, and how the monsters compare",
                    ),
                    (
                        "fray budget night.toml --goal \"win_rate(heroes) = 65%\" --vary hp",
                        "what the hit points of each monster would have to be",
                    ),
                ],
            ),
        ],
    },
    Group {
        heading: "Guard",
        verbs: &[
            guide(
                "validate",
                &["lint", "verify"],
                &[("fray validate monsters", "everything that is wrong with the files of a folder")],
            ),
            guide(
                "check",
                &["test", "gate", "ci", "regress"],
                &[
                    ("fray check suite.toml", "test a suite against its baselines"),
                    (
                        "fray check suite.toml --update --reason \"Balanced at the table\"",
                        "make new baselines",
                    ),
                ],
            ),
            guide(
                "history",
                &["trend", "nights", "past", "timeline"],
                &[
                    ("fray history add nights/2026-11-26", "keep the results of a night"),
                    (
                        "fray history show --of Ogre",
                        "what moved from night to night, and what was changed when",
                    ),
                ],
            ),
            guide(
                "selftest",
                &["self-test", "calibrate", "doctor"],
                &[("fray selftest", "how often the intervals hold the true value")],
            ),
        ],
    },
    Group {
        heading: "Scale",
        verbs: &[
            guide(
                "plan",
                &["split", "schedule", "queue"],
                &[("fray plan monsters --fights 1e8 --out plan", "a batch as numbered tasks")],
            ),
            guide(
                "shard",
                &["task", "worker", "work"],
                &[("fray shard --plan plan --task 17 --out shards", "play one task, on any machine")],
            ),
            guide(
                "merge",
                &["join", "combine", "gather", "sum"],
                &[
                    ("fray merge --plan plan shards --out night", "the results of all tasks"),
                    ("fray merge one two --out both", "add two parts of a run"),
                ],
            ),
        ],
    },
    Group {
        heading: "Look up",
        verbs: &[
            guide(
                "list",
                &["ls", "games", "systems", "metrics", "keys", "columns"],
                &[
                    ("fray list metrics juso", "what goals, targets and `--metric` can name"),
                    ("fray list columns", "every column of every table"),
                ],
            ),
            guide(
                "rules",
                &["rule", "rulebook"],
                &[("fray rules juso 24", "one rule as fray plays it"), ("fray rules juso", "all of them")],
            ),
            guide(
                "schema",
                &["json-schema"],
                &[("fray schema juso > juso.schema.json", "a schema for editors that complete keys")],
            ),
            guide(
                "help",
                &["docs", "doc", "book", "manual", "usage"],
                &[
                    ("fray help solve", "the help of a verb"),
                    ("fray help --open", "the book, in the browser"),
                ],
            ),
            guide(
                "man",
                &[],
                &[
                    ("fray man --out man", "manual pages for `man`"),
                    ("fray man --book docs/src/reference", "the reference of the book, as Markdown"),
                ],
            ),
            guide(
                "completions",
                &["completion", "complete"],
                &[("fray completions bash > fray.bash", "a script that completes verbs and flags")],
            ),
        ],
    },
];

/// The command line with its groups and examples.
pub(crate) fn command() -> Command {
    let mut command = Args::command();
    let mut verbs = String::new();
    for group in GROUPS {
        verbs += &format!("{}:\n", group.heading);
        for guide in group.verbs {
            let about = command.find_subcommand(guide.verb).and_then(Command::get_about).cloned();
            verbs += &format!("  {:<11}  {}\n", guide.verb, about.unwrap_or_default());
            command = command.mut_subcommand(guide.verb, |verb| verb.after_help(examples(guide)));
        }
        verbs.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{verbs}Options:\n{{options}}{{after-help}}"
    ))
}

/// The examples of a verb as the end of its help.
fn examples(guide: &Guide) -> String {
    let lines = guide.examples.iter().map(|(command, does)| format!("\n  {command}\n      {does}"));
    format!("Examples:{}", lines.collect::<String>())
}

/// Adds the verb that may be meant to an error about one that there is not.
pub(crate) fn suggested(mut error: Error) -> Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    if let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(verb) = meant(written)
    {
        let _ = error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![verb.to_owned()]));
    }
    error
}

/// The verb that a word means: one that others call so, or the nearest.
pub(crate) fn meant(written: &str) -> Option<&'static str> {
    let guides = || GROUPS.iter().flat_map(|group| group.verbs);
    let by_word = guides().find(|guide| guide.words.contains(&written.to_lowercase().as_str()));
    by_word
        .map(|guide| guide.verb)
        .or_else(|| fray_kit::sheet::problem::nearest(written, guides().map(|guide| guide.verb)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_verb_stands_in_one_group_and_has_examples_that_can_be_given() {
        let command = command();
        let verbs: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        let guides: Vec<&Guide> = GROUPS.iter().flat_map(|group| group.verbs).collect();
        assert_eq!(guides.len(), verbs.len());
        assert_eq!(guides.iter().map(|guide| guide.verb).collect::<BTreeSet<_>>(), verbs);
        for (example, _) in guides.iter().flat_map(|guide| guide.examples) {
            crate::verbs::look_up::book::commands::accepted(example)
                .unwrap_or_else(|error| panic!("{example}: {error}"));
        }
    }

    #[test]
    fn the_list_of_verbs_fits_a_terminal_of_80_columns() {
        for line in command().render_help().to_string().lines().take_while(|line| !line.contains("Options:"))
        {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn words_of_other_programs_and_slips_name_a_verb() {
        for (written, verb) in [
            ("simulate", "run"),
            ("DIFF", "compare"),
            ("sensitivity", "weights"),
            ("lint", "validate"),
            ("rnu", "run"),
            ("comapre", "compare"),
            ("tactic", "tactics"),
        ] {
            assert_eq!(meant(written), Some(verb), "{written}");
        }
        assert_eq!(meant("zorkmid"), None);
    }

    #[test]
    fn no_word_of_a_verb_is_a_verb_or_means_two() {
        let mut words: Vec<&str> =
            GROUPS.iter().flat_map(|group| group.verbs).flat_map(|guide| guide.words).copied().collect();
        words.extend(GROUPS.iter().flat_map(|group| group.verbs).map(|guide| guide.verb));
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
    }
}
