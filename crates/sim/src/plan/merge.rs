//! Adds the shards of a plan: every fight once, or a note that says which file does not fit.
//!
//! The files are looked through twice. The first time only the lines at the beginning of each part are read,
//! to know which fights of which points there are. Then the parts of one point after the other are read,
//! checked and added in the order of their fights, so that at any time one part and one sum are in memory.

use core::fmt;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::shard::{EXTENSION, NoShard, header, tallies};
use super::{Plan, PlanPoint, sha256};
use crate::parts::PartialRun;
use crate::totals::ranges::Ranges;

/// A remark about a file that does not fit into the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A file, or a part of it, that is none of this plan's, or is damaged; it counts as not there.
    Unfit {
        /// The file.
        file: PathBuf,
        /// The reason.
        why: String,
    },
    /// Two parts share fights and are not of the same fights.
    Overlap {
        /// The point.
        point: String,
        /// The fights that they share.
        fights: Ranges,
        /// The file that was added.
        file: PathBuf,
        /// The file that was left out.
        other: PathBuf,
    },
    /// Two parts of the same fights do not say the same.
    Contradiction {
        /// The point.
        point: String,
        /// The fights.
        fights: Ranges,
        /// One file.
        file: PathBuf,
        /// The other one.
        other: PathBuf,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Unfit { file, why } => write!(f, "{}: {why}; ignored", file.display()),
            Self::Overlap { point, fights, file, other } => write!(
                f,
                "point {point}: {} and {} overlap in the fights {fights}; only parts that are the same or share \
                 no fight can be added",
                file.display(),
                other.display()
            ),
            Self::Contradiction { point, fights, file, other } => write!(
                f,
                "point {point}: {} and {} contradict each other: both are of the fights {fights} of one plan; \
                 play these again to see which is from a broken or different program",
                file.display(),
                other.display()
            ),
        }
    }
}

/// A part of a file: fights of one point.
#[derive(Debug)]
struct Part {
    /// The place of the file in the list.
    file: usize,
    /// The place at which it begins there.
    at: u64,
    length: u64,
    fights: Ranges,
}

/// The parts of a plan that were found.
#[derive(Debug)]
pub struct Found {
    files: Vec<PathBuf>,
    /// By point, in the order of their fights.
    parts: Vec<Vec<Part>>,
    /// Remarks about the files that are not of this plan, or damaged.
    pub notes: Vec<Note>,
}

/// The sum of the parts of a point.
#[derive(Debug)]
pub struct Sum {
    /// The sum; none if there is no part.
    pub partial: Option<PartialRun>,
    /// The fights that no part has.
    pub missing: Ranges,
    /// The number of parts that were the same as another one.
    pub duplicates: usize,
    /// Remarks about parts of the point that do not fit.
    pub notes: Vec<Note>,
}

impl Found {
    /// Looks for the shards of a plan in these files and folders, and in the folders below. In folders only
    /// files with the ending of shards count; what is hidden is passed over.
    ///
    /// # Errors
    /// If a file or folder cannot be read.
    pub fn new(plan: &Plan, places: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let (mut files, mut absent) = (Vec::new(), Vec::new());
        for place in places {
            if place.exists() {
                look(place, true, &mut files)?
            } else {
                // Before the first task is played there is nothing.
                absent.push(Note::Unfit {
                    file: place.clone(),
                    why: "there is no such file or folder".to_owned(),
                })
            }
        }
        let names: BTreeMap<&str, usize> =
            plan.points.iter().enumerate().map(|(at, point)| (point.name.as_str(), at)).collect();
        let mut found =
            Self { files, parts: plan.points.iter().map(|_| Vec::new()).collect(), notes: absent };
        for file in 0..found.files.len() {
            let path = found.files[file].clone();
            found.file(plan, &names, file).map_err(|error| (path, error))?;
        }
        for parts in &mut found.parts {
            parts.sort_by(|a, b| a.fights.each().map(ends).cmp(b.fights.each().map(ends)));
        }
        Ok(found)
    }

    /// Reads what the parts of a file say of themselves.
    fn file(&mut self, plan: &Plan, names: &BTreeMap<&str, usize>, file: usize) -> io::Result<()> {
        let path = self.files[file].clone();
        let unfit = |why: String| Note::Unfit { file: path.clone(), why };
        let handle = File::open(&path)?;
        let size = handle.metadata()?.len();
        let mut from = BufReader::new(handle);
        let mut at = 0;
        if size == 0 {
            self.notes.push(unfit("it is empty".to_owned()));
        }
        while at < size {
            let (header, length) = match header(&mut from)? {
                Ok(read) => read,
                Err(no) => {
                    self.notes.push(unfit(no.to_string()));
                    return Ok(());
                }
            };
            if length > size - at {
                self.notes.push(unfit(NoShard::Damaged.to_string()));
                return Ok(());
            }
            let point = names.get(header.point.as_str()).copied();
            let why = if !plan.accepts(&header.plan) {
                Some(format!(
                    "it is of the plan {}, and this is {}",
                    short(&header.plan),
                    short(&plan.plan_id)
                ))
            } else {
                match point.map(|point| (&plan.rules[&plan.points[point].system], &plan.points[point])) {
                    None => Some(format!("the plan has no point `{}`", header.point)),
                    Some((rules, _)) if *rules != header.rules => {
                        Some(format!("built from the rules {}, the plan wants {rules}", header.rules))
                    }
                    Some((_, point)) if header.fights.hull().is_none_or(|(_, hi)| hi > point.fights) => {
                        Some(format!("it has fights {} that the plan does not ask for", header.fights))
                    }
                    Some(_) => None,
                }
            };
            match (why, point) {
                (None, Some(point)) => {
                    self.parts[point].push(Part { file, at, length, fights: header.fights });
                }
                (why, _) => self.notes.push(unfit(why.unwrap_or_default())),
            }
            at += length;
            from.seek(SeekFrom::Start(at))?;
        }
        Ok(())
    }

    /// Adds the parts of a point of the plan.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn sum(&self, plan: &Plan, point: usize) -> Result<Sum, (PathBuf, io::Error)> {
        let planned = &plan.points[point];
        let asked = (0, planned.fights);
        let mut sum = Sum { partial: None, missing: Ranges::default(), duplicates: 0, notes: Vec::new() };
        let mut covered = Ranges::default();
        // The part added last: its fights, file and digest. Parts of the same fights are neighbours.
        let mut last: Option<(&Part, String)> = None;
        for part in &self.parts[point] {
            let path = &self.files[part.file];
            let read = read_part(path, part).map_err(|error| (path.clone(), error))?;
            let (partial, digest) = match checked(planned, part, &read, sum.partial.as_ref()) {
                Ok(checked) => checked,
                Err(why) => {
                    sum.notes.push(Note::Unfit { file: path.clone(), why });
                    continue;
                }
            };
            let shared = part.fights.both(&covered);
            if !shared.is_empty() {
                let point = planned.name.to_string();
                let other = path.clone();
                match &last {
                    Some((before, said)) if before.fights == part.fights && *said == digest => {
                        sum.duplicates += 1
                    }
                    Some((before, _)) if before.fights == part.fights => {
                        let file = self.files[before.file].clone();
                        sum.notes.push(Note::Contradiction { point, fights: shared, file, other });
                    }
                    before => {
                        let file =
                            before.as_ref().map_or_else(|| other.clone(), |it| self.files[it.0.file].clone());
                        sum.notes.push(Note::Overlap { point, fights: shared, file, other });
                    }
                }
                continue;
            }
            covered.insert(&part.fights);
            match &mut sum.partial {
                Some(all) => {
                    all.played.totals.merge(&partial.played.totals);
                    all.played.ranges.insert(&partial.played.ranges);
                }
                none => *none = Some(PartialRun { asked, ..partial }),
            }
            last = Some((part, digest));
        }
        sum.missing = Ranges::from(asked.0..asked.1).without(&covered);
        Ok(sum)
    }
}

fn ends(range: core::ops::Range<u64>) -> (u64, u64) {
    (range.start, range.end)
}

/// The beginning of an id, as names of folders have it.
fn short(plan_id: &str) -> &str {
    plan_id.get(..8).unwrap_or(plan_id)
}

/// The files of shards in a folder and those in it, sorted. A file that is named itself is one whatever it is
/// called.
fn look(place: &Path, is_named: bool, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error: io::Error| (place.to_owned(), error);
    if !place.is_dir() {
        // A pipe or a link to nowhere is no file that an engine wrote.
        let is_shard = || place.extension().is_some_and(|ending| ending == EXTENSION) && place.is_file();
        if is_named || is_shard() {
            files.push(place.to_owned());
        }
        return Ok(());
    }
    let entries = std::fs::read_dir(place).map_err(failed)?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push(entry.path());
        }
    }
    paths.sort();
    paths.iter().try_for_each(|path| look(path, false, files))
}

fn read_part(path: &Path, part: &Part) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(part.at))?;
    let mut bytes = Vec::new();
    file.take(part.length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The partial run of a part, and a digest of its tallies.
fn checked(
    point: &PlanPoint,
    part: &Part,
    bytes: &[u8],
    sum: Option<&PartialRun>,
) -> Result<(PartialRun, String), String> {
    let tallies = tallies(bytes).map_err(|no| no.to_string())?;
    let partial = PartialRun::decode(tallies).map_err(|error| error.to_string())?;
    if let Some(difference) = point.difference(&partial.of) {
        return Err(difference);
    }
    if let Some(difference) = sum.and_then(|sum| partial.of.difference(&sum.of)) {
        return Err(difference);
    }
    if partial.played.ranges != part.fights {
        return Err("its fights are not those that it names".to_owned());
    }
    Ok((partial, sha256(tallies)))
}

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tests;
