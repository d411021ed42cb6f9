//! The play for a page: its versions, their answers as they come, single fights, and longer questions.

use core::sync::atomic::Ordering;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askama::Template;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use fray_sim::scenario::Row;
use fray_sim::scenario::render::rows;
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{HTML, Server, Shared, Told, aside, unread};
use crate::answer::Answer;
use crate::ask::{self, Ask, Requested};
use crate::desk::{Desk, Question, Subject, held};
use crate::fight::{SEARCHED, Stories, board, fight};
use crate::form::form;
use crate::version::Version;

/// The most streams of a page.
const MOST_STREAMS: usize = 4;
/// The most versions that a page is compared with.
const MOST_PINS: usize = 2;
/// The most fights of an answer.
const MOST_FIGHTS: u64 = 2_000_000;
/// The sharpest answer.
const SHARPEST: f64 = 0.001;

/// The errors and warnings of a version.
#[derive(Template)]
#[template(path = "problems.html")]
struct Problems {
    rows: Vec<Row>,
    is_wrong: bool,
}

impl Problems {
    /// Returns whether the place of a row is one of the text of the page.
    fn is_here(row: &Row) -> bool {
        row.line > 0 && !row.file.starts_with("--")
    }
}

/// A text of the page.
#[derive(Template)]
#[template(source = "{{ text }}", ext = "html")]
struct Plain<'a> {
    text: &'a str,
}

/// The message of a page after any change on it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sent {
    number: u64,
    version: Version,
    #[serde(default)]
    pins: Vec<SentPin>,
    seed: u64,
    sharp: f64,
}

#[derive(Deserialize)]
struct SentPin {
    name: String,
    version: Version,
}

pub(super) async fn state(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<Sent>,
) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    let told = aside(move || Ok(changed(&server, &desk, &page, sent)));
    Ok(Json(told.await?).into_response())
}

/// Asks the desk of a page for its new version, and gives the form of it.
fn changed(server: &Arc<Server>, desk: &Desk, page: &str, sent: Sent) -> Value {
    let Sent { number, version, pins, seed, sharp } = sent;
    let asked = Instant::now();
    // What was asked before ends before this is read.
    desk.rest();
    server.remember(page, &version);
    let scenario = match version.load(&server.place) {
        Ok(scenario) => Arc::new(scenario),
        Err(wrong) => {
            let problems = Problems { rows: wrong.rows(), is_wrong: true }.to_string();
            return json!({ "number": number, "wrong": true, "parts": { "problems": problems, "where": Plain { text: &version.heading(None) }.to_string() } });
        }
    };
    let plain = version.plain();
    let base = if plain == version {
        Arc::clone(&scenario)
    } else {
        // Where the text alone is wrong, a change may have put it right.
        plain.load(&server.place).map_or_else(|_| Arc::clone(&scenario), Arc::new)
    };
    let pins = pins.into_iter().take(MOST_PINS).filter_map(|SentPin { name, version }| {
        let scenario =
            if version == plain { Arc::clone(&base) } else { Arc::new(version.load(&server.place).ok()?) };
        Some(Subject { name, scenario })
    });
    // Fights of another game are no match.
    let pins: Vec<Subject> = pins.filter(|pin| pin.scenario.info.name() == scenario.info.name()).collect();
    let form = form(&scenario, &base);
    let mut numbers: Vec<_> = form.numbers().collect();
    // The one that was changed last comes first.
    let last = version.sets.last().map(|(path, _)| path.as_str());
    let touched = numbers.iter().position(|number| Some(number.path.as_str()) == last);
    if let Some(at) = touched {
        numbers[..=at].rotate_right(1);
    }
    let of_values = (Arc::clone(server), version.clone());
    let vary = move |path: &str, value: i64| {
        let (server, version) = &of_values;
        let mut version = version.clone();
        version.sets.retain(|(known, _)| known != path);
        version.sets.push((path.to_owned(), value.to_string()));
        version.load(&server.place).ok()
    };
    let now = Subject { name: "this version".to_owned(), scenario: Arc::clone(&scenario) };
    let sharp = if sharp.is_finite() { sharp.clamp(SHARPEST, 0.5) } else { 0.0025 };
    let (is_touched, vary) = (touched.is_some(), Arc::new(vary));
    // Play begins before the form is written.
    desk.ask(Question {
        number,
        asked,
        older: Duration::ZERO,
        now,
        pins,
        seed,
        sharp,
        most: MOST_FIGHTS,
        numbers,
        is_touched,
        vary,
    });
    let warnings = Problems { rows: rows(&scenario.sources, &scenario.warnings), is_wrong: false };
    json!({
        "number": number,
        "hash": format!("{:016x}", scenario.hash),
        "map": form.has_map(),
        "parts": {
            "title": Plain { text: &scenario.title }.to_string(),
            "where": Plain { text: &version.heading(Some(scenario.info.title)) }.to_string(),
            "form": form.to_string(),
            "problems": warnings.to_string(),
            "watch-tools": Stories::of(&scenario).to_string(),
        },
    })
}

/// Counts the streams of a page.
struct Stream(Arc<Desk>);

impl Drop for Stream {
    fn drop(&mut self) {
        *held(&self.0.heard) = Instant::now();
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

pub(super) async fn events(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    if desk.streams.fetch_add(1, Ordering::Relaxed) >= MOST_STREAMS {
        desk.streams.fetch_sub(1, Ordering::Relaxed);
        return Err(Told(StatusCode::TOO_MANY_REQUESTS, "this page has too many streams".to_owned()));
    }
    let mut answers = desk.answers.subscribe();
    let mut curves = desk.curves.subscribe();
    let mut asks = desk.asks.subscribe();
    // A page that comes back is told what is known.
    answers.mark_changed();
    curves.mark_changed();
    asks.mark_changed();
    let start = (Stream(desk), answers, curves, asks);
    let stream = stream::unfold(start, |(desk, mut answers, mut curves, mut asks)| async move {
        loop {
            let (name, event) = tokio::select! {
                changed = answers.changed() => { changed.ok()?; ("answer", answers.borrow_and_update().clone()) }
                changed = curves.changed() => { changed.ok()?; ("curves", curves.borrow_and_update().clone()) }
                changed = asks.changed() => { changed.ok()?; ("ask", asks.borrow_and_update().clone()) }
            };
            if event.number > 0 {
                let event = sse::Event::default().event(name).data(&*event.text);
                return Some((Ok::<_, Infallible>(event), (desk, answers, curves, asks)));
            }
        }
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(10));
    Ok(Sse::new(stream).keep_alive(alive).into_response())
}

/// The answer that is shown, of a page that has one.
fn last(server: &Server, page: &str) -> Result<Arc<Answer>, Told> {
    let desk = server.desk(page)?;
    let last = held(&desk.last).clone();
    last.ok_or_else(|| Told(StatusCode::NOT_FOUND, "nothing is known yet".to_owned()))
}

pub(super) async fn run_json(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
) -> Result<Response, Told> {
    let answer = last(&server, &page)?;
    let bytes = aside(move || answer.json().map_err(|error| unread(error.to_string()))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from(bytes)).into_response())
}

pub(super) async fn report(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
) -> Result<Response, Told> {
    let answer = last(&server, &page)?;
    let html = aside(move || {
        let version = held(&server.versions).iter().find(|(id, _)| *id == page).map(|(_, it)| it.clone());
        let (seed, fights) = (answer.point.seed, answer.totals.fights);
        Ok(answer.report(&version.map_or_else(String::new, |it| it.command(&server.place, seed, fights))))
    });
    Ok(([(header::CONTENT_TYPE, HTML)], html.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentFight {
    version: Version,
    seed: u64,
    /// Its number, or what it is like, as `--find` takes it.
    find: String,
    /// The page's name for the fight.
    #[serde(default)]
    name: Option<String>,
}

pub(super) async fn one_fight(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentFight>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let scenario = sent.version.load(&server.place)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(server.threads).build();
        let pool = pool.map_err(|error| unread(error.to_string()))?;
        let found =
            pool.install(|| fight(&scenario, sent.seed, &sent.find, sent.name.as_deref())).map_err(unread)?;
        // That there is none is an answer, and no error.
        Ok(match found {
            Some(html) => json!({ "html": html }),
            None => json!({ "none": format!("None of the first {SEARCHED} fights is like that.") }),
        })
    });
    Ok(Json(told.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentBoard {
    version: Version,
    seed: u64,
}

pub(super) async fn first_board(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentBoard>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let html = aside(move || board(&sent.version.load(&server.place)?, sent.seed).map_err(unread));
    Ok(Json(json!({ "html": html.await? })).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentAsk {
    id: u64,
    version: Version,
    seed: u64,
    ask: Ask,
}

pub(super) async fn longer(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentAsk>,
) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    let asked = aside(move || {
        let SentAsk { id, version, seed, ask } = sent;
        let scenario = Arc::new(version.load(&server.place)?);
        let of = version.command(&server.place, seed, 0);
        let of = of.trim_start_matches("fray run ").trim_end_matches(" --fights 0").to_owned();
        // Half of the threads go on refining the answer.
        let threads = server.threads.div_ceil(2);
        Ok(Requested { program: server.program.clone(), threads, id, ask, scenario, seed, of })
    });
    let asked = asked.await?;
    let started = std::thread::Builder::new().name("asks".to_owned()).spawn(move || ask::play(&desk, &asked));
    started.map_err(|error| Told(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    Ok(StatusCode::ACCEPTED.into_response())
}

pub(super) async fn stop(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    if let Some(stop) = held(&desk.asking).take() {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
