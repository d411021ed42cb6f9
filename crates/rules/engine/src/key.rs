//! Keys of states, written and read by one text.
//!
//! A system visits the fields of a state with a [`KeyCursor`], in one function. A [`KeyWriter`]
//! appends what it finds in them to a key, a [`KeyReader`] fills them in from a key, so that the two
//! cannot differ. The fields that decide which others are visited come first. All keys of a scenario
//! have one length: what does not matter at some moment is cleared before it is visited, not left out.

use super::roster::{UnitId, UnitSet};

/// A field that a key can hold.
pub trait KeyField: Copy + PartialEq {
    /// Its value in the low bits of a word; of a negative number in two's complement.
    fn to_bits(self) -> u32;
    /// The value in the low `width` bits of a word, whose other bits are 0.
    fn from_bits(bits: u32, width: u32) -> Self;
}

macro_rules! key_fields {
    ($($type:ty: |$value:ident| $to:expr, |$bits:ident, $width:ident| $from:expr;)*) => {$(
        impl KeyField for $type {
            #[inline(always)]
            fn to_bits(self) -> u32 {
                let $value = self;
                $to
            }

            #[inline(always)]
            fn from_bits($bits: u32, $width: u32) -> Self {
                let _ = $width;
                $from
            }
        }
    )*};
}

key_fields! {
    bool: |value| u32::from(value), |bits, width| bits != 0;
    u8: |value| u32::from(value), |bits, width| bits as u8;
    u16: |value| u32::from(value), |bits, width| bits as u16;
    u32: |value| value, |bits, width| bits;
    i8: |value| i32::from(value) as u32, |bits, width| signed(bits, width) as i8;
    i16: |value| i32::from(value) as u32, |bits, width| signed(bits, width) as i16;
    i32: |value| value as u32, |bits, width| signed(bits, width);
    UnitId: |value| u32::from(value.0), |bits, width| Self(bits as u8);
    UnitSet: |value| value.0, |bits, width| Self(bits);
}

/// A number of `width` bits whose highest is its sign.
#[inline(always)]
fn signed(bits: u32, width: u32) -> i32 {
    (bits << (32 - width)).cast_signed() >> (32 - width)
}

/// One word of a key: fields of a few bits each, the first in the lowest bits.
#[derive(Debug)]
pub struct Word {
    word: u32,
    /// How many of its bits have been visited.
    n_visited: u32,
    is_read: bool,
}

impl Word {
    /// Visits a field in the next `width` bits, 1 to 32. The field's value must fit: that of a signed
    /// number with its sign.
    ///
    /// # Panics
    /// In debug builds if the value or the word is too long.
    #[inline(always)]
    pub fn bits<T: KeyField>(&mut self, width: u32, field: &mut T) {
        debug_assert!(self.n_visited + width <= 32, "the fields of a word have at most 32 bits");
        let mask = u32::MAX >> (32 - width);
        if self.is_read {
            *field = T::from_bits(self.word >> self.n_visited & mask, width);
        } else {
            let bits = field.to_bits() & mask;
            debug_assert!(T::from_bits(bits, width) == *field, "a value fits into the bits of its field");
            self.word |= bits << self.n_visited;
        }
        self.n_visited += width;
    }

    /// Visits a field that is one of these values, in the next `width` bits. They must be fewer
    /// than `width` bits can number.
    #[inline(always)]
    pub fn one_of<T: Copy + PartialEq>(&mut self, width: u32, field: &mut T, values: &[T]) {
        let mut place = values.iter().position(|value| value == field).unwrap_or(0) as u32;
        self.bits(width, &mut place);
        *field = values[place as usize];
    }

    /// Visits, in one bit, whether `unit` is in `set`.
    #[inline(always)]
    pub fn member(&mut self, set: &mut UnitSet, unit: UnitId) {
        let mut is_in = set.has(unit);
        self.bits(1, &mut is_in);
        if is_in { set.insert(unit) } else { set.remove(unit) }
    }
}

/// A visitor of the words of a key in order, which writes or reads them.
pub trait KeyCursor {
    /// Whether the fields are filled in from a key.
    const READS: bool;

    /// Appends `word` to the key, or gives the key's next word.
    fn next(&mut self, word: u32) -> u32;

    /// Visits fields that share a word.
    #[inline(always)]
    fn word(&mut self, visit: impl FnOnce(&mut Word)) {
        let start = if Self::READS { self.next(0) } else { 0 };
        let mut word = Word { word: start, n_visited: 0, is_read: Self::READS };
        visit(&mut word);
        if !Self::READS {
            self.next(word.word);
        }
    }

    /// Visits a field that has a word for itself.
    #[inline(always)]
    fn field<T: KeyField>(&mut self, field: &mut T) {
        self.word(|word| word.bits(32, field));
    }

    /// Visits bytes, four in a word. There are as many of them in every state of a scenario.
    #[inline(always)]
    fn bytes<'a>(&mut self, bytes: impl IntoIterator<Item = &'a mut u8>) {
        let mut bytes = bytes.into_iter().peekable();
        while bytes.peek().is_some() {
            self.word(|word| bytes.by_ref().take(4).for_each(|byte| word.bits(8, byte)));
        }
    }
}

/// Writes a key: appends to it what is in the fields.
#[derive(Debug)]
pub struct KeyWriter<'a>(pub &'a mut Vec<u32>);

impl KeyCursor for KeyWriter<'_> {
    const READS: bool = false;

    #[inline(always)]
    fn next(&mut self, word: u32) -> u32 {
        self.0.push(word);
        word
    }
}

/// Reads a key: fills in the fields from its words.
#[derive(Debug)]
pub struct KeyReader<'a>(pub &'a [u32]);

impl KeyCursor for KeyReader<'_> {
    const READS: bool = true;

    #[inline(always)]
    fn next(&mut self, _: u32) -> u32 {
        let (first, rest) = self.0.split_first().expect("a key is as long as it was written");
        self.0 = rest;
        *first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Fields {
        life: i32,
        lost: i8,
        flag: char,
        down: UnitSet,
        uses: [u8; 5],
    }

    fn visit<K: KeyCursor>(fields: &mut Fields, key: &mut K) {
        key.word(|word| {
            word.bits(4, &mut fields.lost);
            word.one_of(2, &mut fields.flag, &['a', 'b', 'c']);
            word.member(&mut fields.down, UnitId(3));
        });
        key.field(&mut fields.life);
        key.bytes(&mut fields.uses);
    }

    #[test]
    fn what_is_written_is_read() {
        let down = UnitSet::one(UnitId(3));
        for life in [-40, 0, 40] {
            for lost in -8..8 {
                for flag in ['a', 'b', 'c'] {
                    let mut fields = Fields { life, lost, flag, down, uses: [1, 2, 3, 4, 255] };
                    let (mut key, mut read) = (Vec::new(), Fields { flag: 'a', ..Fields::default() });
                    visit(&mut fields, &mut KeyWriter(&mut key));
                    assert_eq!(key.len(), 4);
                    visit(&mut read, &mut KeyReader(&key));
                    assert_eq!(read, fields);
                }
            }
        }
    }
}
