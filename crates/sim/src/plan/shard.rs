//! The file of a task: one part after the other, each of fights of one point.
//!
//! ```text
//! fray shard 1
//! {"plan":64 hex digits,"rules":16 hex digits,"point":"...","fights":[[lo,hi]],"bytes":n}
//! n bytes: the tallies of these fights, as a file `tallies` has them
//! 64 hex digits: SHA-256 of everything from the first line on, and a newline
//! ```
//!
//! Nothing in it depends on when, where and in how many threads it was played: a task that is played twice
//! has the same bytes. A file of sums (`merge --state`) has the same layout, with the fights of many tasks
//! in each part.

use core::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use super::sha256;
use crate::parts::PartialRun;
use crate::totals::ranges::Ranges;

/// The ending of the names of such files.
pub const EXTENSION: &str = "fshard";

/// The first line without its version.
const TITLE: &str = "fray shard ";

/// The version of the layout.
const VERSION: &str = "1";

/// The longest line for reading.
const LONGEST_HEADER: usize = 1 << 20;

/// The length of what follows the tallies.
const TRAILER: usize = 65;

/// The header of a part: the plan, the rules and the fights that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The plan.
    pub plan: String,
    /// The digest of the rules that played it.
    pub rules: String,
    /// The name of the point.
    pub point: String,
    /// The fights.
    pub fights: Ranges,
    /// The length of its tallies.
    bytes: u64,
}

/// The reason for which bytes are no part of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoShard {
    /// They begin otherwise.
    Other,
    /// They are of a layout of this other version.
    Version(String),
    /// They are cut short or changed.
    Damaged,
}

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Other => f.write_str("this is not a shard"),
            Self::Version(version) => {
                write!(f, "a shard of layout {version}, where this program knows layout {VERSION}")
            }
            Self::Damaged => f.write_str("it is cut short or damaged"),
        }
    }
}

/// The bytes of a part. `header` says what it is; its length is that of the tallies.
#[must_use]
pub fn encode(plan: &str, rules: &str, point: &str, partial: &PartialRun) -> Vec<u8> {
    let tallies = partial.encode();
    let header = Header {
        plan: plan.to_owned(),
        rules: rules.to_owned(),
        point: point.to_owned(),
        fights: partial.played.ranges.clone(),
        bytes: tallies.len() as u64,
    };
    let mut bytes = format!("{TITLE}{VERSION}\n").into_bytes();
    serde_json::to_writer(&mut bytes, &header).expect("a vector takes every byte");
    bytes.push(b'\n');
    bytes.extend(tallies);
    let digest = sha256(&bytes);
    bytes.extend(digest.bytes());
    bytes.push(b'\n');
    bytes
}

/// Reads the lines at the beginning of a part. Returns the header, and the length of the part from its first
/// byte to its last.
///
/// # Errors
/// The inner one if these are no such lines, the outer one if they cannot be read.
pub fn header(from: &mut impl Read) -> io::Result<Result<(Header, u64), NoShard>> {
    let Some(title) = line(from, 32)? else { return Ok(Err(NoShard::Other)) };
    let Some(version) = title.strip_prefix(TITLE.as_bytes()) else { return Ok(Err(NoShard::Other)) };
    if version != VERSION.as_bytes() {
        return Ok(Err(NoShard::Version(String::from_utf8_lossy(version).into_owned())));
    }
    let Some(text) = line(from, LONGEST_HEADER)? else { return Ok(Err(NoShard::Damaged)) };
    let Ok(header) = serde_json::from_slice::<Header>(&text) else { return Ok(Err(NoShard::Damaged)) };
    let before = (title.len() + 1 + text.len() + 1) as u64;
    Ok(match before.checked_add(header.bytes).and_then(|n| n.checked_add(TRAILER as u64)) {
        Some(length) => Ok((header, length)),
        None => Err(NoShard::Damaged),
    })
}

/// The next line without its end; none if it is longer than it may be, or does not end.
fn line(from: &mut impl Read, longest: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() <= longest {
        match from.read(&mut byte)? {
            0 => return Ok(None),
            _ if byte[0] == b'\n' => return Ok(Some(line)),
            _ => line.push(byte[0]),
        }
    }
    Ok(None)
}

/// The tallies in the bytes of a part, if these are as they were written.
///
/// # Errors
/// If they are not.
pub fn tallies(part: &[u8]) -> Result<&[u8], NoShard> {
    let (body, digest) = part.split_last_chunk::<TRAILER>().ok_or(NoShard::Damaged)?;
    let mut rest = body;
    let Ok(Ok((header, length))) = header(&mut rest) else { return Err(NoShard::Damaged) };
    let is_whole = length == part.len() as u64 && header.bytes == rest.len() as u64;
    let expected = sha256(body);
    if is_whole && digest[64] == b'\n' && digest[..64] == *expected.as_bytes() {
        Ok(rest)
    } else {
        Err(NoShard::Damaged)
    }
}

/// The parts of a file that is in memory: the header and the bytes of each.
///
/// # Errors
/// If what follows a part is none.
pub fn parts(mut bytes: &[u8]) -> Result<Vec<(Header, &[u8])>, NoShard> {
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let (header, length) = header(&mut { bytes }).unwrap_or(Err(NoShard::Damaged))?;
        let length = usize::try_from(length).ok().filter(|&length| length <= bytes.len());
        let (part, rest) = bytes.split_at(length.ok_or(NoShard::Damaged)?);
        parts.push((header, part));
        bytes = rest;
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fixture::partial;

    fn two() -> Vec<u8> {
        [encode("p", "r", "gate", &partial(0..4)), encode("p", "r", "hall", &partial(4..9))].concat()
    }

    #[test]
    fn a_file_is_its_parts_in_order() {
        let bytes = two();
        let parts = parts(&bytes).expect("it is whole");
        let points: Vec<&str> = parts.iter().map(|(header, _)| header.point.as_str()).collect();
        assert_eq!(points, ["gate", "hall"]);
        assert_eq!(parts[1].0.fights, Ranges::from(4..9));
        let sums =
            parts.iter().map(|(_, part)| PartialRun::decode(tallies(part).expect("whole")).expect("tallies"));
        assert!(sums.eq([partial(0..4), partial(4..9)]));
        assert_eq!(super::parts(b""), Ok(Vec::new()));
    }

    #[test]
    fn other_files_say_what_they_are() {
        assert_eq!(parts(b"PNG"), Err(NoShard::Other));
        assert_eq!(parts(b"fray shard 2\n{}\n"), Err(NoShard::Version("2".to_owned())));
        assert_eq!(parts(b"fray shard 1\n{}\n"), Err(NoShard::Damaged));
    }

    proptest! {
        /// Whatever byte is changed and wherever the file is cut: something is found to be wrong.
        #[test]
        fn damage_is_found(at in 0_usize..1_000_000, flip in 1_u8..=255, cut in 0_usize..1_000_000, is_cut: bool) {
            let mut bytes = two();
            if is_cut {
                bytes.truncate(cut % bytes.len());
            } else {
                let at = at % bytes.len();
                bytes[at] ^= flip;
            }
            let all = parts(&bytes);
            let is_whole = |parts: Vec<(Header, &[u8])>| parts.len() == 2 && parts.iter().all(|(_, part)| tallies(part).is_ok());
            prop_assert!(!all.is_ok_and(is_whole));
        }
    }
}
