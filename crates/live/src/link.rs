//! Links that hold all changes: a version with its seed and its sharpness, as letters that an address and a shell take
//! as they are.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::version::Version;

/// The contents of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Link {
    /// The version.
    pub(crate) version: Version,
    /// The seed of its fights.
    pub(crate) seed: u64,
    /// Half the width of the intervals at which it is sharp enough.
    pub(crate) sharp: f64,
}

/// A link as it is written: a letter for each part keeps it short.
#[derive(Serialize, Deserialize)]
struct Written {
    f: String,
    t: Option<String>,
    s: Vec<(String, String)>,
    d: u64,
    p: f64,
}

impl Link {
    /// Returns the letters of the link.
    pub(crate) fn code(self) -> String {
        let Self { version: Version { file, text, sets }, seed, sharp } = self;
        let written = Written { f: file, t: text, s: sets, d: seed, p: sharp };
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&written).unwrap_or_default())
    }

    /// Reads the letters of a link; `None` if they are none.
    pub(crate) fn read(code: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(code).ok()?;
        let Written { f, t, s, d, p } = serde_json::from_slice(&bytes).ok()?;
        let is_sharp = p > 0.0 && p < 0.5;
        is_sharp.then_some(Self { version: Version { file: f, text: t, sets: s }, seed: d, sharp: p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_was_written_and_what_is_no_link_is_none() {
        let sets = vec![("Ogre.hp".to_owned(), "30".to_owned())];
        let version =
            Version { file: "file:a/größe.toml".to_owned(), text: Some("x = \"\n\"".to_owned()), sets };
        let link = Link { version, seed: 7, sharp: 0.0025 };
        let code = link.clone().code();
        assert!(code.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it)), "{code}");
        assert_eq!(Link::read(&code), Some(link.clone()));
        for code in ["", "?", "e30", &code[..code.len() - 2], &Link { sharp: 2.0, ..link }.code()] {
            assert_eq!(Link::read(code), None, "{code}");
        }
        // As older pages wrote it.
        let older = URL_SAFE_NO_PAD.encode(r#"{"f":"file:duel.toml","t":null,"s":[],"d":1,"p":0.01}"#);
        assert_eq!(Link::read(&older).map(|it| it.version.file).as_deref(), Some("file:duel.toml"));
    }
}
