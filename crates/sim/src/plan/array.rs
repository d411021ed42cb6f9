//! Numbers of tasks in the syntax of job arrays: `3,7,19-24`.

/// Ascending numbers as a list of numbers and ranges, both ends included; empty for none.
#[must_use]
pub fn array(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |run: &[usize]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_ranges() {
        assert_eq!(array(&[]), "");
        assert_eq!(array(&[0]), "0");
        assert_eq!(array(&[3, 7, 19, 20, 21, 22, 23, 24]), "3,7,19-24");
        assert_eq!(array(&[1, 2, 4, 5]), "1-2,4-5");
    }
}
