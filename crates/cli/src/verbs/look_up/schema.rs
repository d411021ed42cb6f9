//! `fray schema`: the JSON Schema of scenario files.

use fray_rules::{self, Game};

use crate::args::SchemaArgs;
use crate::exit::{Exit, Failure, print_json};

pub(crate) fn run(args: &SchemaArgs) -> Result<Exit, Failure> {
    let info = match (&args.system, fray_rules::GAMES) {
        (Some(name), _) => system(name)?,
        (None, [only]) => only,
        (None, _) => return Err(Failure::usage(format!("which system? {}", names()))),
    };
    print_json(&info.schema())?;
    Ok(Exit::Ok)
}

/// The system of that name.
pub(crate) fn system(name: &str) -> Result<&'static Game, Failure> {
    fray_play::game::find(name)
        .ok_or_else(|| Failure::usage(format!("there is no system `{name}`; fray plays {}", names())))
}

fn names() -> String {
    fray_rules::GAMES.iter().map(Game::name).collect::<Vec<_>>().join(", ")
}
