//! Values that are no numbers and stand in a row all the same, each better than the one before: dice.

use serde_json::Value;

/// The row of such values, as a system declares it.
///
/// Every value has a place, and one more step leads to the place above. Values of one place may differ, as
/// `d8+d4` and `2d6` do: steps go on from the value that there is.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The values in one word, for messages.
    pub noun: &'static str,
    /// The place of a value as it stands in a file; `None` for what is no such value.
    pub place: fn(&Value) -> Option<i64>,
    /// The value one step above; `None` at the top, and for what is no such value.
    pub above: fn(&Value) -> Option<Value>,
    /// The value one step below; `None` at the bottom, and for what is no such value.
    pub below: fn(&Value) -> Option<Value>,
}

/// The most steps away from a value.
const MOST_STEPS: i64 = 1_000;

impl Ladder {
    /// The value that many steps above another, below it if `by` is negative; `None` beyond the ends.
    #[must_use]
    pub fn stepped(&self, from: &Value, by: i64) -> Option<Value> {
        if by.abs() > MOST_STEPS {
            return None;
        }
        let step = if by < 0 { self.below } else { self.above };
        let mut value = from.clone();
        for _ in 0..by.abs() {
            value = step(&value)?;
        }
        (self.place)(&value).is_some().then_some(value)
    }
}
