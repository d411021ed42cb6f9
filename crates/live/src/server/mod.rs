//! The routes: the page with its scripts, its versions, its answers as they come, and what is saved.
//!
//! `guard` lets requests of the page itself through, `pages` keeps the pages and what they have not saved,
//! `answers` plays what they ask for, and `files` reads and writes.

mod answers;
mod files;
mod guard;
mod pages;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use crate::desk::Desk;
use crate::place::Place;
use crate::version::{Version, Wrong};

/// The largest body of a request.
const LARGEST_BODY: usize = 2 << 20;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The files of the page: name, type and text.
const FILES: &[(&str, &str, &str)] = &[
    ("", HTML, include_str!("../../assets/index.html")),
    ("app.js", SCRIPT, include_str!("../../assets/app.js")),
    ("state.js", SCRIPT, include_str!("../../assets/state.js")),
    ("morph.js", SCRIPT, include_str!("../../assets/morph.js")),
    ("number.js", SCRIPT, include_str!("../../assets/number.js")),
    ("board.js", SCRIPT, include_str!("../../assets/board.js")),
    ("fight.js", SCRIPT, include_str!("../../assets/fight.js")),
    ("live.css", STYLE, include_str!("../../assets/live.css")),
    ("icon.svg", "image/svg+xml", include_str!("../../assets/icon.svg")),
];

/// The state that all requests share.
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
    let file = |Path((_, name)): Path<(String, String)>| async move { file(&name) };
    Router::new()
        .route("/{token}/", get(|| async { self::file("") }))
        .route("/{token}/report.css", get(style))
        .route("/{token}/{name}", get(file))
        .route("/{token}/api/files", get(files::offered))
        .route("/{token}/api/{page}/state", post(answers::state))
        .route("/{token}/api/{page}/events", get(answers::events))
        .route("/{token}/api/{page}/json", get(answers::run_json))
        .route("/{token}/api/{page}/report", get(answers::report))
        .route("/{token}/api/{page}/fight", post(answers::one_fight))
        .route("/{token}/api/{page}/board", post(answers::first_board))
        .route("/{token}/api/{page}/ask", post(answers::longer))
        .route("/{token}/api/{page}/stop", post(answers::stop))
        .route("/{token}/api/{page}/save", post(files::saved))
        .route("/{token}/api/{page}/along", post(files::along))
        .route("/{token}/api/{page}/link", post(files::link))
        .route("/{token}/api/{page}/text", post(files::text))
        .route("/{token}/api/{page}/blocks", post(files::blocks))
        .route("/{token}/api/{page}/unit", post(files::unit))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard::guard))
        .with_state(server)
}

/// The status and the message of a failed request.
struct Told(StatusCode, String);

impl IntoResponse for Told {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<Wrong> for Told {
    fn from(wrong: Wrong) -> Self {
        let messages: Vec<String> = wrong.rows().into_iter().map(|row| row.message).collect();
        unread(messages.join("; "))
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

fn file(name: &str) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, STYLE)], fray_report::page::style()).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::FILES;

    fn classes(css: &str) -> BTreeSet<&str> {
        let names = css.split('.').skip(1).map(|rest| {
            let ends = |c: char| !(c.is_ascii_lowercase() || c == '-');
            rest.split(ends).next().unwrap_or_default()
        });
        names.filter(|name| name.len() > 1).collect()
    }

    /// Both style sheets are those of one page: what the report styles and this page names is the report's.
    #[test]
    fn names_of_this_page_are_none_of_the_report() {
        let own = FILES.iter().find(|(name, ..)| *name == "live.css").expect("it is a file of the page").2;
        let report = fray_report::page::style();
        let shared: Vec<&str> = classes(own).intersection(&classes(&report)).copied().collect();
        let of_report = ["board", "forest", "grid", "label", "level", "log", "note", "rows", "tiles"];
        assert_eq!(shared, of_report);
    }
}
