//! Records: a struct or an enum that is read from a table of a scenario file, declared once with the keys,
//! ranges, defaults, rules and sentences of its fields.

use super::declare::{Extent, Place, Read, Shape, SheetInfo};
use super::node::{Entry, Node, Table, Value};
use super::problem::{Problems, Span};
use super::table::{field, open, owner_of};

/// A field that can be made from what a reader gives.
pub trait Fill<T>: Sized {
    /// The field.
    fn fill(read: T) -> Self;
}

impl<T> Fill<T> for T {
    #[inline(always)]
    fn fill(read: T) -> Self {
        read
    }
}

impl<T> Fill<T> for Option<T> {
    #[inline(always)]
    fn fill(read: T) -> Self {
        Some(read)
    }
}

macro_rules! fill_numbers {
    ($($type:ty),*) => {$(
        impl Fill<i32> for $type {
            fn fill(read: i32) -> Self {
                read as $type
            }
        }

        impl Fill<i32> for Option<$type> {
            fn fill(read: i32) -> Self {
                Some(read as $type)
            }
        }

        impl Fill<Option<i32>> for Option<$type> {
            fn fill(read: Option<i32>) -> Self {
                read.map(|n| n as $type)
            }
        }
    )*};
}

fill_numbers!(u8, i8, i16, u16, u32);

/// Reads the fields of one table.
#[derive(Debug)]
pub struct Fields<'a> {
    table: &'a Table,
    span: Span,
    place: Place<'a>,
    problems: &'a mut Problems,
}

impl<'a> Fields<'a> {
    /// Opens the table. Its unknown keys are noted, and those that are missing from a whole table.
    pub fn open(
        node: &'a Node,
        info: &SheetInfo,
        extent: Extent,
        place: Place<'a>,
        problems: &'a mut Problems,
    ) -> Option<Self> {
        let table = open(node, info, extent, None, place, problems)?;
        Some(Self { table, span: node.span, place, problems })
    }

    /// A field that has a default or is required.
    #[inline(never)]
    pub fn need<R: Read>(&mut self, key: &str, default: Option<&str>) -> Option<R::Out> {
        field::<R>(self.table, self.span, key, default, Extent::Whole, self.place, self.problems)
            .map(|read| read.value)
    }

    /// A field that may be missing. `None` if it is there and wrong.
    pub fn may<R: Read>(&mut self, key: &str) -> Option<Option<R::Out>> {
        match self.table.get(key) {
            None => Some(None),
            Some(_) => self.need::<R>(key, None).map(Some),
        }
    }
}

/// Reads a table that is a value: `open` makes its fields, and `read` reads them.
pub fn read_value<T>(
    node: &Node,
    key: &str,
    info: &'static SheetInfo,
    problems: &mut Problems,
    read: impl FnOnce(&mut Fields<'_>) -> Option<T>,
) -> Option<T> {
    let owner = owner_of(node, key, info, problems)?;
    let place = Place { path: key, owner: &owner };
    read(&mut Fields::open(node, info, Extent::Whole, place, problems)?)
}

/// [`Fill::fill`] as a function.
#[inline(always)]
pub fn fill<T, U: Fill<T>>(read: T) -> U {
    U::fill(read)
}

/// Returns the value behind the word of a variant that takes one; notes that it is missing otherwise.
pub fn held<'a>(
    argument: Option<&'a Node>,
    span: Span,
    path: &str,
    shape: impl FnOnce() -> Shape,
    problems: &mut Problems,
) -> Option<&'a Node> {
    if argument.is_none() {
        let name = path.rsplit('.').next().unwrap_or(path);
        let message = format!("`{name}` needs {}: `{{ {name} = ... }}`", shape().expected());
        problems.add(span, path, message);
    }
    argument
}

/// Returns the shape of a table, or of the value of the field that may stand in its place.
pub fn shape(info: &'static SheetInfo, short: Option<&str>) -> Shape {
    let short = short.and_then(|short| info.keys.iter().find(|key| key.key == short));
    let table = Shape::Table(info);
    short.map_or(table.clone(), |short| Shape::Either(vec![(short.shape)(), table]))
}

/// The table that a value stands for: itself, or one with the value as its field `short`.
pub fn long(node: &Node, short: &str) -> Node {
    if node.as_table().is_some() {
        return node.clone();
    }
    let entry = Entry { key: short.to_owned(), span: node.span, value: node.clone() };
    Node { span: node.span, value: Value::Table(Table { entries: vec![entry] }) }
}

/// Returns whether nothing stands behind the word of a variant that holds nothing; otherwise notes it.
pub fn is_bare(argument: Option<&Node>, path: &str, problems: &mut Problems) -> bool {
    if let Some(node) = argument {
        let name = path.rsplit('.').next().unwrap_or(path);
        problems.add(node.span, path, format!("`{name}` takes no value"));
    }
    argument.is_none()
}

#[cfg(test)]
mod tests {
    use crate::sheet::declare::Read;
    use crate::sheet::node::parse_value;
    use crate::sheet::problem::{FileId, Problems};
    use crate::sheet::types::Int;
    use crate::{Choices, Record};

    /// A price of the tests.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
    #[record("price")]
    struct Price {
        /// Coins.
        #[key("XX-01", reads = Int<0, 9>, required)]
        coins: u8,
        /// Gems.
        #[key("XX-02", reads = Int<0, 9>, default = "2")]
        gems: i32,
        /// How often.
        #[key("", reads = Int<1, 9>)]
        times: Option<u8>,
        /// What it is in all.
        #[key("", reads = Int<0, 99>, computed = coins.map(|n: u8| n + 1))]
        total: u8,
    }

    /// What happens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
    #[choices("a deed")]
    enum Command {
        /// Nothing.
        Rest,
        /// It costs something.
        Pay(Price),
        /// It goes.
        #[choice(short = far)]
        Go {
            /// How far.
            #[key("XX-03", reads = Int<0, 9>, required)]
            far: i32,
            /// Whether it comes back.
            #[key("XX-03", default = "true")]
            back: bool,
        },
        /// Made by a word of its own.
        #[made_by("wait", "It waits a while.", Int<1, 9> => |long| Command::Wait { long })]
        Wait { long: i32 },
    }

    fn read(text: &str) -> Result<Command, Vec<String>> {
        let mut problems = Problems::default();
        let node = parse_value(FileId(0), text, 0, &mut problems).unwrap();
        let action_ref = Command::read(&node, "deed", &mut problems);
        let messages: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
        if messages.is_empty() { Ok(action_ref.unwrap()) } else { Err(messages) }
    }

    #[test]
    fn a_choice_is_a_word_or_a_table_with_one_key() {
        assert_eq!(read("rest"), Ok(Command::Rest));
        assert_eq!(
            read("{ pay = { coins = 3 } }"),
            Ok(Command::Pay(Price { coins: 3, gems: 2, times: None, total: 4 }))
        );
        assert_eq!(
            read("{ pay = { coins = 3, gems = 0, times = 4, total = 9 } }"),
            Ok(Command::Pay(Price { coins: 3, gems: 0, times: Some(4), total: 9 }))
        );
        assert_eq!(read("{ go = { far = 3, back = false } }"), Ok(Command::Go { far: 3, back: false }));
        assert_eq!(
            read("{ go = 3 }"),
            Ok(Command::Go { far: 3, back: true }),
            "the field in place of the table"
        );
        assert_eq!(read("{ wait = 5 }"), Ok(Command::Wait { long: 5 }));
    }

    #[test]
    fn what_is_wrong_with_a_choice_is_said() {
        let wrong = |text| read(text).unwrap_err();
        assert_eq!(wrong("{ rest = 1 }"), ["`rest` takes no value"]);
        assert_eq!(wrong("pay"), ["`pay` needs a table: `{ pay = ... }`"]);
        assert_eq!(
            wrong("{ pay = { gems = 10 } }"),
            ["`pay` has no `coins`", "`gems` is 10; it ranges from 0 to 9"]
        );
        assert_eq!(wrong("{ go = { fra = 3 } }"), ["unknown key `fra` in `go`; did you mean `far`?"]);
        assert_eq!(wrong("{ wiat = 3 }"), ["expected a deed, found `wiat`; did you mean `wait`?"]);
    }
}
