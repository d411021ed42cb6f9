//! Files that are read and written: the list of scenarios, the text of a version, its units, the file that it
//! is saved as.

use std::sync::Arc;

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use fray_sim::scenario::units::{UnitEdit, with_include, with_units};
use serde::Deserialize;
use serde_json::json;

use super::{Server, Shared, Told, aside, unread};
use crate::desk::held;
use crate::link::Link;
use crate::save;
use crate::version::Version;

/// Things to choose from, under headings.
#[derive(Template)]
#[template(path = "choices.html")]
struct Choices {
    /// By heading: what the page sends, and the name.
    groups: Vec<(String, Vec<(String, String)>)>,
}

pub(super) async fn offered(State(server): Shared) -> Result<Response, Told> {
    let all = aside(move || {
        let files = server.place.offered();
        let choice = |(id, _): &(String, _)| {
            (id.clone(), id.split_once(':').map_or(id.as_str(), |(_, name)| name).to_owned())
        };
        let of_heading = files.chunk_by(|a, b| a.1 == b.1);
        let groups = of_heading.map(|all| (all[0].1.to_owned(), all.iter().map(choice).collect())).collect();
        let first = files.first();
        Ok(json!({
            "start": server.start,
            "first": first.map(|(id, _)| id),
            "html": Choices { groups }.to_string(),
        }))
    });
    Ok(Json(all.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentSave {
    version: Version,
    /// The name of another file.
    #[serde(default)]
    to: Option<String>,
    /// The text of the file as the page read it.
    #[serde(default)]
    read: Option<String>,
}

pub(super) async fn saved(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentSave>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let to = sent.to.as_deref().map_or_else(|| sent.version.file.clone(), save::named);
        let text = save::save(&server.place, &sent.version, &to, sent.read.as_deref())?;
        server.remember(&page, &Version { file: to.clone(), text: None, sets: Vec::new() });
        Ok(json!({ "file": to, "path": server.place.path(&to), "text": text }))
    });
    Ok(Json(told.await?).into_response())
}

/// The text of a version: that of its file, or with its changes written into it.
pub(super) async fn text(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(version): Json<Version>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || Ok(json!({ "text": save::text(&server.place, &version)? })));
    Ok(Json(told.await?).into_response())
}

/// The stat blocks that a unit of a version can be made from: those that it includes, and those of the other includes
/// of its folder that its game can read.
pub(super) async fn blocks(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(version): Json<Version>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let scenario = version.load(&server.place)?;
        let own: Vec<String> = scenario.blocks().map(str::to_owned).collect();
        let text = save::text(&server.place, &version)?;
        let choice = |id: &str, include: Option<&str>| (json!([id, include]).to_string(), id.to_owned());
        let mut groups =
            vec![("In this scenario".to_owned(), own.iter().map(|id| choice(id, None)).collect())];
        for include in server.place.includes(&version.file, scenario.info.name()) {
            let Ok(text) = with_include(&text, &include) else { continue };
            let version = Version { text: Some(text), sets: Vec::new(), file: version.file.clone() };
            let Ok(with) = version.load(&server.place) else { continue };
            let new: Vec<_> = with.blocks().filter(|id| !own.iter().any(|known| known == id)).collect();
            if !new.is_empty() {
                let new = new.into_iter().map(|id| choice(id, Some(&include))).collect();
                groups.push((format!("From {include}"), new));
            }
        }
        groups.retain(|(_, blocks): &(String, Vec<_>)| !blocks.is_empty());
        Ok(json!({ "html": Choices { groups }.to_string() }))
    });
    Ok(Json(told.await?).into_response())
}

/// The ways to take a version along: an address, a command, a file.
#[derive(Template)]
#[template(path = "along.html")]
struct Along<'a> {
    page: &'a str,
    /// The address of the page.
    address: &'a str,
    command: String,
    /// Whether the command alone gives other figures.
    is_edited: bool,
    code: String,
    /// The name of another file.
    name: String,
}

#[derive(Deserialize)]
pub(super) struct SentAlong {
    #[serde(flatten)]
    link: Link,
    address: String,
}

pub(super) async fn along(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentAlong>,
) -> Result<Response, Told> {
    let fights = held(&server.desk(&page)?.last).as_ref().map_or(0, |answer| answer.totals.fights);
    let SentAlong { link, address } = sent;
    let version = &link.version;
    let stem = version.file.rsplit([':', '/']).next().unwrap_or_default().trim_end_matches(".toml");
    let along = Along {
        page: &page,
        address: &address,
        command: version.command(&server.place, link.seed, fights),
        is_edited: version.text.is_some() || !version.file.starts_with("file:"),
        name: format!("{stem}-2.toml"),
        code: link.code(),
    };
    Ok(Json(json!({ "html": along.to_string() })).into_response())
}

/// Returns the contents of a link, decoded from its letters; null if they are none.
pub(super) async fn link(Json(code): Json<String>) -> Json<Option<Link>> {
    Json(Link::read(&code))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentUnit {
    version: Version,
    /// `copy`, `remove` or `add`.
    what: String,
    /// The path of the unit, or the name of the side.
    path: String,
    /// The stat block, and the file that has it, if it is not included yet.
    from: Option<(String, Option<String>)>,
}

/// The text of a version with other units.
pub(super) async fn unit(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentUnit>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || with_other_units(&server, &sent));
    Ok(Json(json!({ "text": told.await? })).into_response())
}

fn with_other_units(server: &Arc<Server>, sent: &SentUnit) -> Result<String, Told> {
    let SentUnit { version, what, path, from } = sent;
    let edit = match (what.as_str(), from) {
        ("copy", _) => UnitEdit::Copy(path),
        ("remove", _) => UnitEdit::Remove(path),
        ("add", Some((block, include))) => UnitEdit::Add { side: path, block, include: include.as_deref() },
        _ => return Err(unread("expected `copy`, `remove` or `add`")),
    };
    with_units(&save::text(&server.place, version)?, edit).map_err(unread)
}
