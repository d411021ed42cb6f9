//! The pages: each has a desk that plays for it, and a last version.

use core::sync::atomic::Ordering;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use super::{Server, Told};
use crate::desk::{Desk, held};
use crate::version::Version;

/// The most pages at a time.
const MOST_PAGES: usize = 16;
/// A page that is gone for so long stops playing.
const REST: Duration = Duration::from_secs(5);
/// And is forgotten after so long.
const FORGET: Duration = Duration::from_secs(300);

impl Server {
    /// The desk of a page.
    pub(super) fn desk(&self, page: &str) -> Result<Arc<Desk>, Told> {
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

    /// Returns the versions of pages with changes that are not saved, each with their number.
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

    /// Keeps the last version of a page.
    pub(super) fn remember(&self, page: &str, version: &Version) {
        let mut versions = held(&self.versions);
        versions.retain(|(id, _)| id != page);
        versions.push((page.to_owned(), version.clone()));
        let n = versions.len();
        versions.drain(..n.saturating_sub(2 * MOST_PAGES));
    }
}
