//! Computes a digest of the source that plays and counts the fights of each game, in `FRAY_SOURCE_<game>`. Two programs with the
//! same digest play the same fights; parts of a batch that were played by programs with different ones are
//! never added.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of source that decide in all games how fights are played and counted.
const SHARED: [&str; 4] = ["derive/src", "engine/src", "kit/src", "../play/src"];
/// The games, a folder each.
const GAMES: &str = "games";

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where it is"));
    let games = root.join(GAMES);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={GAMES}");
    let mut shared = Vec::new();
    for folder in SHARED {
        println!("cargo::rerun-if-changed={folder}");
        shared.extend(files(&root.join(folder)));
    }
    for game in folders(&games) {
        let of_game = files(&game.join("src"));
        let digest = shared.iter().chain(&of_game).fold(START, |hash, file| {
            let text = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
            // A checkout may end lines otherwise.
            let text = text.into_iter().filter(|&byte| byte != b'\r');
            fnv_1a(hash, name.bytes().chain([0]).chain(text).chain([0]))
        });
        let name = game.file_name().expect("a folder has a name").to_string_lossy().replace('-', "_");
        println!("cargo::rustc-env=FRAY_SOURCE_{name}={digest:016x}");
    }
}

/// The source files below a folder in the order of their paths, without tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name == "tests" || name.ends_with("_tests") {
            continue;
        }
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push(path);
        }
    }
    all.sort();
    all
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of a folder").path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    all.sort();
    all
}

/// The offset basis of FNV-1a (RFC 9923).
const START: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv_1a(hash: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
