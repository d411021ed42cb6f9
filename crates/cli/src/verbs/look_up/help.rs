//! `fray help`: the help of a verb, and the book.

use std::io::Write;
use std::path::PathBuf;

use super::book;
use crate::args::{HelpArgs, command, meant};
use crate::exit::{Exit, Failure, print};
use crate::verbs::play::report::open_page;

pub(crate) fn run(args: &HelpArgs) -> Result<Exit, Failure> {
    let command = command();
    let verb = args.verb.as_deref();
    if let Some(word) = verb.filter(|word| command.find_subcommand(word).is_none()) {
        let meant = meant(word).map_or_else(
            || "; `fray help` lists the verbs".to_owned(),
            |verb| format!("; did you mean `fray help {verb}`?"),
        );
        return Err(Failure::usage(format!("there is no verb `{word}`{meant}")));
    }
    if args.open {
        let page = match built() {
            Some(book) => book.join(verb.map_or_else(|| "index.html".to_owned(), html)),
            None => written(verb)?,
        };
        print(&format!("{}\n", page.display()))?;
        open_page(&page);
        return Ok(Exit::Ok);
    }
    // The same words as `--help` has.
    let asked = core::iter::once("fray").chain(verb).chain(core::iter::once("--help"));
    if let Err(help) = command.try_get_matches_from(asked) {
        help.print()?;
    }
    Ok(Exit::Ok)
}

/// The page of a verb in the book.
fn html(verb: &str) -> String {
    format!("reference/verbs/{verb}.html")
}

/// The folder of the book, if it was installed with the program or built in its repository.
fn built() -> Option<PathBuf> {
    let program = std::env::current_exe().and_then(|file| file.canonicalize()).ok()?;
    let folder = program.parent()?;
    let places = ["../share/doc/fray/book", "book", "../../docs/book"];
    places.iter().map(|place| folder.join(place)).find(|book| book.join("index.html").is_file())
}

/// Writes the reference, or the page of a verb, where the book is not at hand. The file stays.
fn written(verb: Option<&str>) -> Result<PathBuf, Failure> {
    let pages = book::pages();
    let is_meant = |path: &str| verb.is_none_or(|verb| path == format!("verbs/{verb}.md"));
    let texts: Vec<&str> =
        pages.iter().filter(|page| is_meant(&page.path)).map(|page| page.text.as_str()).collect();
    let file = tempfile::Builder::new().prefix("fray-help-").suffix(".html").tempfile()?;
    file.as_file().write_all(book::html(&texts.join("\n")).as_bytes())?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}
