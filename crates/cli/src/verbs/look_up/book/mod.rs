//! The reference of the book, which the program writes itself: `fray man --book`.

#[cfg(test)]
pub(crate) mod commands;
mod markdown;
#[cfg(test)]
mod tests;

use fray_rules::{self, Game};

use super::list;
use crate::args::{What, command};
use crate::exit::Exit;

/// A page of the reference.
pub(crate) struct Page {
    /// Its place in the folder of the reference.
    pub(crate) path: String,
    /// Its Markdown.
    pub(crate) text: String,
}

/// The lists of a game that are pages, with the sentence that a page begins with.
const LISTS: [(&str, What, &str); 7] = [
    ("keys", What::Keys, "The keys of scenario files. `fray schema` has them for editors."),
    (
        "tactics",
        What::Tactics,
        "What units decide, and what they can be told to choose: the keys of `tactics`.",
    ),
    ("rulings", What::Rulings, "Answers to what the rules text leaves open: the keys of `[rulings]`."),
    ("facts", What::Facts, "What the conditions of tactics (`when`) can ask."),
    ("metrics", What::Metrics, "What goals, targets, `--metric` and `--find` can name."),
    ("card", What::Card, "The tables and columns of the card that `fray run` prints."),
    ("effects", What::Effects, "What abilities do: the values of `effects`."),
];

/// All pages of the reference.
pub(crate) fn pages() -> Vec<Page> {
    let mut command = command();
    command.build();
    let mut pages: Vec<Page> = command
        .get_subcommands()
        .map(|verb| Page { path: format!("verbs/{}.md", verb.get_name()), text: markdown::verb(verb) })
        .collect();
    pages.push(Page { path: "exit-codes.md".to_owned(), text: markdown::exit_codes(Exit::all()) });
    let about =
        "Every file is CSV: UTF-8, commas, a header. `fray list columns --json` has the same for programs.";
    let columns = fray_rules::GAMES.first().map(|info| list::rows(info, What::Columns)).unwrap_or_default();
    pages.push(Page {
        path: "tables.md".to_owned(),
        text: markdown::list("Tables and their columns", about, &columns),
    });
    for info in fray_rules::GAMES {
        pages.push(Page { path: format!("{}/rules.md", info.name()), text: info.rulebook.to_owned() });
        pages.extend(LISTS.iter().filter_map(|list| of_game(info, list)));
    }
    pages
}

/// The page of a list of a game, if there is something to list.
fn of_game(info: &Game, &(name, what, about): &(&str, What, &str)) -> Option<Page> {
    let mut rows = list::rows(info, what);
    if let What::Effects = what {
        // Abilities are one page: what they do, to whom, and when.
        for (heading, what) in [("target", What::Targets), ("timing", What::Timings)] {
            let more = list::rows(info, what);
            if !more.is_empty() {
                rows.push([heading.to_owned(), String::new(), format!("The values of `{heading}`.")]);
                rows.extend(
                    more.into_iter().map(|[name, values, sentence]| [format!("  {name}"), values, sentence]),
                );
            }
        }
    }
    let title = format!("{}: {}", info.title, if let What::Effects = what { "abilities" } else { name });
    (!rows.is_empty()).then(|| Page {
        path: format!("{}/{name}.md", info.name()),
        text: markdown::list(&title, about, &rows),
    })
}

/// Markdown as a page by itself.
pub(crate) fn html(text: &str) -> String {
    const HEAD: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width\"><title>fray</title><style>\
        :root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
        padding:0 1rem}pre,table{overflow-x:auto;display:block}td,th{padding:.2rem .8rem .2rem 0;text-align:left;\
        vertical-align:top}code{font-family:ui-monospace,monospace}</style>";
    let mut page = HEAD.to_owned();
    let parser = pulldown_cmark::Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES);
    pulldown_cmark::html::push_html(&mut page, parser);
    page
}
