//! Derives for the declarations of a game. A declaration is an ordinary enum or struct, whose doc comments are
//! the sentences that designers read; its attributes say what the type does not: `#[word("self")]`,
//! `#[ruling("JU-04", default = Number(0))]`. The crates of the engine and the kit hand the derives on, and their
//! documentation says what the generated items mean.

mod attributes;
mod choices;
mod clocks;
mod decision;
mod decisions;
mod event;
mod facts;
mod fields;
mod metrics;
mod phrase;
mod record;
mod rulings;
mod sheet;
mod words;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes the values of an enum the words of scenario files: `ALL`, `WORDS`, `Display`, and the readers of keys
/// and rulings. A word is the name of its variant in snake case, unless `#[word("...")]` says otherwise.
#[proc_macro_derive(Words, attributes(word))]
pub fn words(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    words::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct the rulings of a game: its defaults, its list `ALL`, and how a key is set, shown and judged.
///
/// `#[rulings(of = Setup)]` names the type of a scenario. A field has `#[ruling("JU-04", default = ...)]` with its
/// rule and default, and `key = "dice.explode"` where the key is no word of Rust. Behind it may stand
/// `#[matters_if("a clause", |setup| ...)]`, which says whether another answer than the default can change a fight
/// of that scenario, or `#[needs(CORES)]` with a `Need` that several rulings have; without either any may.
#[proc_macro_derive(Rulings, attributes(rulings, ruling, matters_if, needs))]
pub fn rulings(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    rulings::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the values of an enum the choices of one decision, the default first.
///
/// `#[decision("D-04")]` has the ledger's name, `key = "..."` where the key is not the name of the enum in snake
/// case, and `of = ...` where another type than the `Subject<'_>` in scope is asked whether a choice can matter. A variant has its name in
/// snake case, unless `#[choice("...")]` says otherwise, and `takes = ...` says what it takes.
/// `#[matters_if("a clause", |of| ...)]` before the enum says whether other choices than the default can matter,
/// before a variant (`|of, choice| ...`) whether that one can. `#[legal_if(...)]` in its place makes a tactic
/// without it an error.
#[proc_macro_derive(Decision, attributes(decision, choice, matters_if, legal_if))]
pub fn decision(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    decision::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct of plans the decisions of a unit or a side: its defaults, its list, its reader, and the tactics
/// whose needs are not met.
///
/// `#[decisions(asking = Fact)]` names the facts of conditions, and `of = ...` another type than the `Subject<'_>`
/// in scope, which is asked whether a choice can matter. A field is the `Plan` of a decision; `#[untargeted]` marks one that is made before
/// a target is known. A field with `#[number("D-17", default = 0, takes = ...)]` is a number that no condition
/// chooses.
#[proc_macro_derive(Decisions, attributes(decisions, untargeted, number))]
pub fn decisions(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    decisions::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the values of an enum the metrics of a game, and adds those that every game has alike.
///
/// `#[metrics]` stands before the enum, `#[metrics(units_die)]` where metrics of deaths are among them. A metric is
/// a count with the name of its variant in snake case; `#[metric("hit_before_defence", ratio)]` says otherwise:
/// `ratio`, `value` or `kind = ...`, `of_side` or `of_fight` for one that is not of a unit, `sampled_only` for one
/// that exact answers cannot have.
#[proc_macro_attribute]
pub fn metrics(arguments: TokenStream, input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::ItemEnum);
    metrics::expand(arguments.into(), input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the values of an enum the clocks of a game, the first of which is Exhaustion. Each variant holds the type
/// of its causes, whose `WORDS` name them. A clock has the name of its variant in snake case, unless
/// `#[clock("...")]` says otherwise.
#[proc_macro_derive(Clocks, attributes(clock))]
pub fn clocks(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    clocks::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the values of an enum the events of a game's play-by-play: `describe` writes the line of one.
///
/// `#[event(of = Juso, game)]` before the enum names the game, and what its lines call it. A variant has its lines:
/// `#[line("{unit} stands on {own}", own = juso.square(unit, own))]` is a format string that names fields, with
/// what it needs beside them, made from the fields and the game. Of several lines the first is written whose
/// condition holds: `#[line(if surprise => "...")]`.
#[proc_macro_derive(Event, attributes(event, line))]
pub fn event(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    event::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the values of an enum phrases of lines: the name of the variant in small letters, unless
/// `#[phrase("...")]` says otherwise.
#[proc_macro_derive(Phrase, attributes(phrase))]
pub fn phrase(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    phrase::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct what a table of a scenario file means, and reads it.
///
/// `#[record("an obstacle")]` names such a table. Each field has `#[key("JU-52")]` with its rule. Behind the rule
/// stand `reads = ...`, the type that reads it where that is another one than the field's; `default = "..."` as it
/// would stand in a file, `computed = ...` with one that is made from the fields above it (`None` where they are
/// wrong), or `required`; and `key = "..."` where the key is not the name of the field. A field with no default
/// that is not required is an `Option`.
#[proc_macro_derive(Record, attributes(record, key))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    record::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes an enum a value of a scenario file that names one of its variants: by a bare word, or by a table with that
/// one key and what the variant holds, which is nothing, a value, or fields as those of a [`Record`](macro@Record).
///
/// `#[choices("an effect")]` names such a value. The word is the name of the variant in snake case, unless
/// `#[choice("...")]` says otherwise; `reads = ...` is the type that reads its value where that is another one, and
/// `short = ...` the field that may stand in place of the table. `#[choice(unread)]` marks a variant that no word
/// names; `#[made_by("add_crit", "These totals become critical.", Totals => |numbers| ...)]` are words that make it.
#[proc_macro_derive(Choices, attributes(choices, choice, made_by, key))]
pub fn choices(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    choices::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the values of an enum what conditions may ask: the list, the names, how each is compared, and the values
/// that it can have.
///
/// A fact has the name of its variant in snake case and is compared with a number from 0 on;
/// `#[fact("hit_points", of_maximum, range = 1..)]` says otherwise: `of_maximum` for one that is compared with a
/// percentage, too, `flag` for one that may stand alone. A variant that holds a value is asked about something, as in
/// `has_status poison`: the type of the value is `AskedAbout`.
#[proc_macro_derive(FactList, attributes(fact))]
pub fn fact_list(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    facts::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct what a table of a scenario file gives, key by key, whatever is wrong with it.
///
/// `#[sheet("[map]")]` names such a table; `not_played = ...` are keys of which fray says that it does not play
/// them. Each field is `Given<R>`, where `R` reads it, and has `#[key("JU-52")]` as those of a
/// [`Record`](macro@Record).
#[proc_macro_derive(Sheet, attributes(sheet, key))]
pub fn sheet(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    sheet::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
