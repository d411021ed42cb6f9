//! Puts the shipped scenarios into the program: a list of their paths below `configs` and their texts.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in entries(&root).into_iter().filter(|it| it.is_dir()) {
        println!("cargo::rerun-if-changed={}", folder.display());
        files.extend(entries(&folder));
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml" || ending == "csv"));
    files.sort();
    let mut list = "&[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(&root).expect("it stands below").to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("cargo says it");
    fs::write(Path::new(&out).join("shipped.rs"), list).expect("the folder can be written to");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}
