//! The routes: the page with its scripts, its versions, its answers as they come, and what is saved.
//!
//! Whoever asks has to know the token in the address, name this server as its host and, where a browser says so,
//! come from its own page.

use core::sync::atomic::Ordering;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use fray_sim::scenario::units::{UnitEdit, with_units};
use futures_util::stream;
use serde::Deserialize;
use serde_json::json;

use crate::ask::{self, Ask, Asked};
use crate::desk::{Desk, Question, Subject, Touched, held};
use crate::fight::{Which, fight};
use crate::form::form;
use crate::place::Place;
use crate::save;
use crate::version::{Version, files};

/// The largest body of a request.
const LARGEST_BODY: usize = 2 << 20;
/// The most pages at a time.
const MOST_PAGES: usize = 16;
/// The most streams of a page.
const MOST_STREAMS: usize = 4;
/// The most versions that a page is compared with.
const MOST_PINS: usize = 2;
/// The most fights of an answer.
const MOST_FIGHTS: u64 = 2_000_000;
/// The sharpest answer.
const SHARPEST: f64 = 0.001;
/// A page that is gone for so long stops playing.
const REST: Duration = Duration::from_secs(5);
/// And is forgotten after so long.
const FORGET: Duration = Duration::from_secs(300);

/// The files of the page: name, type and text.
const FILES: &[(&str, &str, &str)] = &[
    ("", "text/html; charset=utf-8", include_str!("../assets/index.html")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../assets/app.js")),
    ("state.js", "text/javascript; charset=utf-8", include_str!("../assets/state.js")),
    ("form.js", "text/javascript; charset=utf-8", include_str!("../assets/form.js")),
    ("answer.js", "text/javascript; charset=utf-8", include_str!("../assets/answer.js")),
    ("board.js", "text/javascript; charset=utf-8", include_str!("../assets/board.js")),
    ("fight.js", "text/javascript; charset=utf-8", include_str!("../assets/fight.js")),
    ("live.css", "text/css; charset=utf-8", include_str!("../assets/live.css")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
];

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Server {
    /// The random part of the address.
    pub(crate) token: String,
    /// The address that is listened on.
    pub(crate) address: SocketAddr,
    /// The files.
    pub(crate) place: Place,
    /// The scenario that is shown first.
    pub(crate) start: Option<String>,
    /// The threads of a page.
    pub(crate) threads: usize,
    /// This program.
    pub(crate) program: PathBuf,
    /// The pages.
    pub(crate) desks: Mutex<Vec<(String, Arc<Desk>)>>,
    /// The last version of each page, and when it was saved.
    pub(crate) versions: Mutex<Vec<(String, Version)>>,
}

type Shared = State<Arc<Server>>;

/// All routes.
pub(crate) fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/{token}/", get(|| async { file(String::new()) }))
        .route("/{token}/report.css", get(style))
        .route("/{token}/{name}", get(|Path((_, name)): Path<(String, String)>| async { file(name) }))
        .route("/{token}/api/files", get(offered))
        .route("/{token}/api/{page}/state", post(state))
        .route("/{token}/api/{page}/events", get(events))
        .route("/{token}/api/{page}/json", get(run_json))
        .route("/{token}/api/{page}/report", get(report))
        .route("/{token}/api/{page}/fight", post(one_fight))
        .route("/{token}/api/{page}/ask", post(longer))
        .route("/{token}/api/{page}/stop", post(stop))
        .route("/{token}/api/{page}/save", post(saved))
        .route("/{token}/api/{page}/text", post(text))
        .route("/{token}/api/{page}/blocks", post(blocks))
        .route("/{token}/api/{page}/unit", post(unit))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard))
        .with_state(server)
}

/// Lets requests of the page itself through. All others are told nothing.
async fn guard(State(server): Shared, request: Request, next: Next) -> Response {
    let is_known = server.is_of_page(request.method(), request.uri().path(), request.headers());
    let mut response = if is_known { next.run(request).await } else { StatusCode::NOT_FOUND.into_response() };
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    };
    set(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    set("cache-control", "no-store");
    response
}

impl Server {
    /// Whether a request knows the token, names this server, and comes from its page.
    fn is_of_page(&self, method: &Method, path: &str, headers: &HeaderMap) -> bool {
        let token = path.split('/').nth(1).unwrap_or_default();
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(header::HOST).filter(|host| self.is_host(host)) else { return false };
        let origin = headers.contains_key(header::ORIGIN).then(|| text(header::ORIGIN).unwrap_or_default());
        let is_own = match origin {
            Some(origin) => origin == format!("http://{host}"),
            None => true,
        };
        let site = headers.get("sec-fetch-site").map(|value| value.as_bytes());
        // An address that was typed or opened has no site; a script of another page has one.
        let is_near = match site {
            None | Some(b"same-origin") => true,
            Some(b"none") => *method == Method::GET,
            Some(_) => false,
        };
        is_equal(token, &self.token) && is_own && is_near
    }

    fn is_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        if port != self.address.port().to_string() {
            return false;
        }
        let ip: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        let listens = self.address.ip();
        match ip {
            // No name that somebody may let point here: a number.
            Some(ip) if listens.is_unspecified() => !ip.is_unspecified(),
            Some(ip) => ip == listens,
            None => name == "localhost" && listens.is_loopback(),
        }
    }

    /// The desk of a page.
    fn desk(&self, page: &str) -> Result<Arc<Desk>, Told> {
        if page.is_empty() || page.len() > 32 || !page.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Told(StatusCode::NOT_FOUND, "this is no page".to_owned()));
        }
        let mut desks = held(&self.desks);
        if let Some((_, desk)) = desks.iter().find(|(id, _)| id == page) {
            *held(&desk.heard) = Instant::now();
            return Ok(Arc::clone(desk));
        }
        if desks.len() >= MOST_PAGES {
            let gone = desks.iter().position(|(_, desk)| desk.streams.load(Ordering::Relaxed) == 0);
            let Some(gone) = gone else {
                let message = format!("{MOST_PAGES} pages are open already: close one");
                return Err(Told(StatusCode::SERVICE_UNAVAILABLE, message));
            };
            desks.remove(gone).1.close();
        }
        let desk = Desk::open(self.threads).map_err(|error| {
            Told(StatusCode::SERVICE_UNAVAILABLE, format!("cannot start threads: {error}"))
        })?;
        desks.push((page.to_owned(), Arc::clone(&desk)));
        Ok(desk)
    }

    /// Lets pages rest that are gone, and forgets them in the end.
    pub(crate) fn sweep(&self) {
        held(&self.desks).retain(|(_, desk)| {
            let gone = held(&desk.heard).elapsed();
            if desk.streams.load(Ordering::Relaxed) > 0 || gone < REST {
                return true;
            }
            desk.rest();
            if gone < FORGET {
                return true;
            }
            desk.close();
            false
        });
    }

    /// What pages have changed and not saved: the file and the number of changes.
    #[must_use]
    pub(crate) fn unsaved(&self) -> Vec<(Version, usize)> {
        let versions = held(&self.versions);
        let mut unsaved: Vec<(Version, usize)> = Vec::new();
        for (_, version) in versions.iter() {
            if version.unsaved() > 0 && unsaved.iter().all(|(known, _)| known != version) {
                unsaved.push((version.clone(), version.unsaved()));
            }
        }
        unsaved
    }

    fn remember(&self, page: &str, version: &Version) {
        let mut versions = held(&self.versions);
        versions.retain(|(id, _)| id != page);
        versions.push((page.to_owned(), version.clone()));
        let n = versions.len();
        versions.drain(..n.saturating_sub(2 * MOST_PAGES));
    }
}

/// Whether texts are equal, in a time that does not say where they differ.
fn is_equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |any, (a, b)| any | (a ^ b)) == 0
}

/// What went wrong, in words.
struct Told(StatusCode, String);

impl IntoResponse for Told {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

fn unread(message: impl Into<String>) -> Told {
    Told(StatusCode::UNPROCESSABLE_ENTITY, message.into())
}

/// Does what takes longer on a thread of its own.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Told> + Send + 'static,
) -> Result<T, Told> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Told(StatusCode::INTERNAL_SERVER_ERROR, "this went wrong in fray itself".to_owned()))
    })
}

fn file(name: String) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], fray_report::page::style()).into_response()
}

async fn offered(State(server): Shared) -> Result<Response, Told> {
    let all = aside(move || {
        let files = server.place.offered();
        Ok(json!({ "start": server.start, "files": files, "version": env!("CARGO_PKG_VERSION") }))
    });
    Ok(Json(all.await?).into_response())
}

/// What a page sends whenever something on it was changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    number: u64,
    version: Version,
    #[serde(default)]
    pins: Vec<(String, Version)>,
    seed: u64,
    sharp: f64,
    /// The number that was changed.
    #[serde(default)]
    touched: Option<Touched>,
}

async fn state(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<Sent>,
) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    let told = aside(move || {
        let Sent { number, version, pins, seed, sharp, touched } = sent;
        server.remember(&page, &version);
        let scenario = match version.load(&server.place) {
            Ok(scenario) => Arc::new(scenario),
            Err(wrong) => {
                desk.rest();
                return Ok(json!({ "number": number, "problems": wrong.rows() }));
            }
        };
        let plain = version.plain();
        let base = if plain == version {
            Arc::clone(&scenario)
        } else {
            // Where the text alone is wrong, a change may have put it right.
            plain.load(&server.place).map_or_else(|_| Arc::clone(&scenario), Arc::new)
        };
        let form = form(&scenario, &base);
        let pins = pins.into_iter().take(MOST_PINS).filter_map(|(name, version)| {
            let scenario = match version == plain {
                true => Arc::clone(&base),
                false => Arc::new(version.load(&server.place).ok()?),
            };
            // Fights of another game are no match.
            Some(Subject { name, scenario })
        });
        let pins: Vec<Subject> =
            pins.filter(|pin| pin.scenario.info.name() == scenario.info.name()).collect();
        let now = Subject { name: "this version".to_owned(), scenario: Arc::clone(&scenario) };
        let sharp = if sharp.is_finite() { sharp.clamp(SHARPEST, 0.5) } else { 0.0025 };
        let drawn: Vec<&str> = files(&scenario.sources).collect();
        let told = json!({
            "number": number,
            "form": form,
            "hash": format!("{:016x}", scenario.hash),
            "command": version.command(&server.place, seed, 0),
            "files": drawn,
            "path": server.place.path(&version.file),
        });
        desk.ask(Question { number, now, pins, seed, sharp, most: MOST_FIGHTS, touched });
        Ok(told)
    });
    Ok(Json(told.await?).into_response())
}

/// Counts the streams of a page.
struct Stream(Arc<Desk>);

impl Drop for Stream {
    fn drop(&mut self) {
        *held(&self.0.heard) = Instant::now();
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn events(State(server): Shared, Path((_, page)): Path<(String, String)>) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    if desk.streams.fetch_add(1, Ordering::Relaxed) >= MOST_STREAMS {
        desk.streams.fetch_sub(1, Ordering::Relaxed);
        return Err(Told(StatusCode::TOO_MANY_REQUESTS, "this page has too many streams".to_owned()));
    }
    let mut answers = desk.answers.subscribe();
    let curves = desk.curves.subscribe();
    let mut asks = desk.asks.subscribe();
    // A page that comes back is told what is known.
    answers.mark_changed();
    asks.mark_changed();
    let start = (Stream(desk), answers, curves, asks);
    let stream = stream::unfold(start, |(desk, mut answers, mut curves, mut asks)| async move {
        loop {
            let (name, event) = tokio::select! {
                changed = answers.changed() => { changed.ok()?; ("answer", answers.borrow_and_update().clone()) }
                changed = curves.changed() => { changed.ok()?; ("curve", curves.borrow_and_update().clone()) }
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
fn last(server: &Server, page: &str) -> Result<Arc<crate::answer::Answer>, Told> {
    let desk = server.desk(page)?;
    let last = held(&desk.last).clone();
    last.ok_or_else(|| Told(StatusCode::NOT_FOUND, "nothing is known yet".to_owned()))
}

async fn run_json(State(server): Shared, Path((_, page)): Path<(String, String)>) -> Result<Response, Told> {
    let answer = last(&server, &page)?;
    let bytes = aside(move || answer.json().map_err(|error| unread(error.to_string()))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from(bytes)).into_response())
}

async fn report(State(server): Shared, Path((_, page)): Path<(String, String)>) -> Result<Response, Told> {
    let answer = last(&server, &page)?;
    let html = aside(move || {
        let version = held(&server.versions).iter().find(|(id, _)| *id == page).map(|(_, it)| it.clone());
        let (seed, fights) = (answer.point.seed, answer.totals.fights);
        Ok(answer.report(&version.map_or_else(String::new, |it| it.command(&server.place, seed, fights))))
    });
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentFight {
    version: Version,
    seed: u64,
    which: Which,
}

fn loaded(server: &Server, version: &Version) -> Result<fray_sim::scenario::Scenario, Told> {
    version.load(&server.place).map_err(|wrong| {
        let rows = wrong.rows();
        unread(rows.into_iter().map(|row| row.message).collect::<Vec<_>>().join("; "))
    })
}

async fn one_fight(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentFight>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let scenario = loaded(&server, &sent.version)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(server.threads).build();
        let pool = pool.map_err(|error| unread(error.to_string()))?;
        pool.install(|| fight(&scenario, sent.seed, &sent.which)).map_err(unread)
    });
    Ok(Json(told.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentAsk {
    id: u64,
    version: Version,
    seed: u64,
    ask: Ask,
}

async fn longer(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentAsk>,
) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    let asked = aside(move || {
        let SentAsk { id, version, seed, ask } = sent;
        let scenario = Arc::new(loaded(&server, &version)?);
        let of = version.command(&server.place, seed, 0);
        let of = of.trim_start_matches("fray run ").trim_end_matches(" --fights 0").to_owned();
        // Half of the threads go on refining the answer.
        let threads = server.threads.div_ceil(2);
        Ok(Asked { program: server.program.clone(), threads, id, ask, scenario, seed, of })
    });
    let asked = asked.await?;
    let started = std::thread::Builder::new().name("asks".to_owned()).spawn(move || ask::play(&desk, &asked));
    started.map_err(|error| Told(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn stop(State(server): Shared, Path((_, page)): Path<(String, String)>) -> Result<Response, Told> {
    let desk = server.desk(&page)?;
    if let Some(stop) = held(&desk.asking).take() {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentSave {
    version: Version,
    /// The name of another file.
    #[serde(default)]
    to: Option<String>,
    /// What the page read of the file.
    #[serde(default)]
    read: Option<String>,
}

async fn saved(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentSave>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let to = sent.to.as_deref().map_or_else(|| sent.version.file.clone(), save::named);
        match save::save(&server.place, &sent.version, &to, sent.read.as_deref()) {
            Ok(text) => {
                let saved = Version { file: to.clone(), text: None, sets: Vec::new() };
                server.remember(&page, &saved);
                Ok(json!({ "file": to, "path": server.place.path(&to), "text": text }))
            }
            Err(wrong) => {
                let rows = wrong.rows();
                Err(unread(rows.into_iter().map(|row| row.message).collect::<Vec<_>>().join("; ")))
            }
        }
    });
    Ok(Json(told.await?).into_response())
}

/// The text of a version: that of its file, or with its changes written into it.
async fn text(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(version): Json<Version>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || match save::text(&server.place, &version) {
        Ok(text) => Ok(json!({ "text": text })),
        Err(wrong) => {
            Err(unread(wrong.rows().into_iter().map(|row| row.message).collect::<Vec<_>>().join("; ")))
        }
    });
    Ok(Json(told.await?).into_response())
}

/// The stat blocks that a unit of a version can use.
async fn blocks(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(version): Json<Version>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let scenario = loaded(&server, &version)?;
        let blocks: Vec<(&str, &str)> =
            scenario.blocks().map(|id| (id, "a stat block of its files")).collect();
        Ok(json!({ "blocks": blocks }))
    });
    Ok(Json(told.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentUnit {
    version: Version,
    /// `copy`, `remove` or `add`.
    what: String,
    /// The path of the unit, or the name of the side.
    path: String,
    /// The stat block.
    from: Option<String>,
}

/// The text of a version with other units.
async fn unit(
    State(server): Shared,
    Path((_, page)): Path<(String, String)>,
    Json(sent): Json<SentUnit>,
) -> Result<Response, Told> {
    server.desk(&page)?;
    let told = aside(move || {
        let SentUnit { version, what, path, from } = sent;
        let edit = match (what.as_str(), &from) {
            ("copy", _) => UnitEdit::Copy(&path),
            ("remove", _) => UnitEdit::Remove(&path),
            ("add", Some(block)) => UnitEdit::Add { side: &path, block },
            _ => return Err(unread("expected `copy`, `remove` or `add`")),
        };
        let text = save::text(&server.place, &version);
        let text = text.map_err(|wrong| unread(wrong.rows().remove(0).message))?;
        Ok(json!({ "text": with_units(&text, edit).map_err(unread)? }))
    });
    Ok(Json(told.await?).into_response())
}
