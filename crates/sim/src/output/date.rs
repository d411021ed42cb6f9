//! The date of results: that of `SOURCE_DATE_EPOCH` where it is set, as reproducible builds set it, else that of the
//! clock.

use chrono::{DateTime, SecondsFormat, Utc};

/// The variable of the environment that names a date, in seconds since 1970 (reproducible-builds.org).
pub const SOURCE_DATE_EPOCH: &str = "SOURCE_DATE_EPOCH";

/// The date that the environment names; `None` without one.
///
/// # Errors
/// If it names something else.
pub fn source_date() -> Result<Option<String>, String> {
    let Some(text) = std::env::var_os(SOURCE_DATE_EPOCH) else { return Ok(None) };
    let text = text.to_string_lossy();
    date_of(&text).map(Some).ok_or_else(|| {
        format!("{SOURCE_DATE_EPOCH} is `{text}`: expected a date as seconds since 1970, such as 1767225600")
    })
}

/// The date that stands in tables, which have the same bytes wherever and whenever they are written: none but that of
/// the environment.
#[must_use]
pub fn date_of_tables() -> Option<String> {
    source_date().ok().flatten()
}

/// The date of results that are written now.
#[must_use]
pub fn date_of_results() -> String {
    date_of_tables().unwrap_or_else(|| written(Utc::now()))
}

/// A number of seconds since 1970 as a date.
fn date_of(seconds: &str) -> Option<String> {
    let date = DateTime::from_timestamp(seconds.parse().ok()?, 0)?;
    // Years of four digits alone are in the order of their texts.
    (0..10_000).contains(&chrono::Datelike::year(&date)).then(|| written(date))
}

fn written(date: DateTime<Utc>) -> String {
    date.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_a_date_of_utc() {
        assert_eq!(date_of("0").as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(date_of("1767225600").as_deref(), Some("2026-01-01T00:00:00Z"));
        for wrong in ["", "tomorrow", "1.5", "999999999999999"] {
            assert_eq!(date_of(wrong), None, "{wrong}");
        }
    }
}
