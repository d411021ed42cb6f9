//! `fray live`: a page on which a scenario is changed and its results follow at once.
//!
//! [`serve`] listens and answers (`server`). A page holds its `version`s of a scenario and sends them whole; its
//! `desk` plays them and sends `answer`s as server-sent events, each sharper than the last, with the sections and
//! charts of the report; `curves` are drawn while nobody changes anything. `form` is a scenario as stat blocks, `place` says which files are read and written,
//! `save` and `link` take a version along, `fight` plays one fight back, and `ask` puts longer questions to the verbs of
//! the command line. HTML is made here, by the templates; in the browser there are the files of `assets/`, without a
//! framework or a build.
//!
//! The fights are those of `fray run` with the same values, seed and number of fights: `api/PAGE/json` is what
//! `fray run --json --no-hints` prints.

mod answer;
mod ask;
mod curves;
mod desk;
mod fight;
mod form;
mod link;
mod place;
mod save;
mod server;
mod version;

use core::sync::atomic::{AtomicBool, Ordering};
use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fray_play::game::Game;

use place::Place;
use server::{Server, router};
use version::{Version, files};

/// The port that is tried first, so that a page finds what the browser kept of it.
pub const PORT: u16 = 7878;
/// The time between two looks at whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The options of the server: its files, its address and its limits.
#[derive(Debug)]
pub struct Options {
    /// A scenario or a folder; without one the present folder.
    pub path: Option<PathBuf>,
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; without one [`PORT`], or another where that is taken.
    pub port: Option<u16>,
    /// The threads of a page; at least one.
    pub threads: usize,
    /// The changes of a link, as a page writes them.
    pub changes: Option<String>,
    /// The program that answers longer questions.
    pub program: PathBuf,
    /// Writes a first scenario of a game.
    pub first: fn(&'static Game) -> String,
}

/// The changes of pages to one file that are not saved.
#[derive(Debug)]
pub struct Unsaved {
    /// The file.
    pub path: PathBuf,
    /// The number of changes.
    pub changes: usize,
    /// The changed values, as arguments of `--set`.
    pub sets: Vec<String>,
    /// Whether its text was edited, too.
    pub is_edited: bool,
}

/// Serves pages until `stop` is set. `ready` is told the address, with its token.
///
/// # Errors
/// If there is nothing at the path, or the address cannot be listened on.
pub fn serve(options: Options, stop: &AtomicBool, ready: impl FnOnce(&str)) -> io::Result<Vec<Unsaved>> {
    let (mut place, start) = Place::of(options.path.as_deref(), options.first)?;
    if let Some(file) = &start {
        let version = Version { file: file.clone(), ..Version::default() };
        // What the scenario of the command line includes may be read, wherever it stands.
        if let Ok(scenario) =
            fray_sim::scenario::load_scenario(&place.path(&version.file), &Default::default())
        {
            place.may_include(files(&scenario.sources));
        }
    }
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(32).build()?;
    runtime.block_on(async {
        let listener = listen(options.listen, options.port).await?;
        let address = listener.local_addr()?;
        let server = Arc::new(Server {
            token: token()?,
            address,
            place,
            start,
            threads: options.threads.max(1),
            program: options.program,
            desks: Mutex::default(),
            versions: Mutex::default(),
        });
        let changes = options.changes.map_or_else(String::new, |changes| format!("#{changes}"));
        // No browser calls an address that stands for all.
        let called = match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], address.port())),
            IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, address.port())),
            _ => address,
        };
        ready(&format!("http://{called}/{}/{changes}", server.token));
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
                server.sweep();
            }
        };
        tokio::select! {
            served = axum::serve(listener, router(Arc::clone(&server))) => served?,
            () = stopped => {}
        }
        let desks = std::mem::take(&mut *desk::held(&server.desks));
        let has_asked = desks.iter().any(|(_, desk)| desk::held(&desk.asking).is_some());
        desks.iter().for_each(|(_, desk)| desk.close());
        if has_asked {
            // Longer questions are processes of their own, which are ended first.
            tokio::time::sleep(2 * LOOK).await;
        }
        let unsaved = server.unsaved().into_iter().map(|(version, changes)| Unsaved {
            path: server.place.path(&version.file),
            changes,
            sets: version.sets.iter().map(|(path, value)| format!("{path}={value}")).collect(),
            is_edited: version.text.is_some(),
        });
        Ok(unsaved.collect())
    })
}

async fn listen(ip: IpAddr, port: Option<u16>) -> io::Result<tokio::net::TcpListener> {
    match (tokio::net::TcpListener::bind(SocketAddr::new(ip, port.unwrap_or(PORT))).await, port) {
        (Err(_), None) => tokio::net::TcpListener::bind(SocketAddr::new(ip, 0)).await,
        (listener, _) => listener,
    }
}

/// A word that nobody can guess: 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
