//! A board as people are shown it, whatever the game: what is on its squares, and where units stand.
//!
//! No rule reads it: each game has a board of its own for that, of which this is made when a page asks.

/// A board of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Squares from west to east.
    pub width: u16,
    /// Squares from north to south; 1 for a line.
    pub height: u16,
    /// The number that the first column and the first row have in scenario files.
    pub first: u16,
    /// The row that comes first.
    pub rows: Rows,
    /// The squares that are no open ground at height 0, each once.
    pub squares: Vec<Square>,
}

/// At which edge of a map rows are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// The first row is the northernmost, at the top of a picture.
    FromNorth,
    /// The first row is the southernmost, at the bottom of a picture.
    FromSouth,
}

/// A square that is no open ground at height 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// The column, from 0.
    pub x: u16,
    /// The row, from 0.
    pub y: u16,
    /// The height of its floor; where nobody can enter, of what is in the way, 0 if that has no top.
    pub level: u16,
    /// The grounds of the square, in the order of [`Ground`].
    pub grounds: Vec<Ground>,
}

/// A kind of ground that a square can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Nobody walks into it.
    Blocked,
    /// Nobody sees through it.
    Screen,
    /// It costs more to enter or to leave.
    Slow,
    /// It harms whoever is there.
    Hazard,
    /// It is in the way of attacks from beyond it.
    InTheWay,
    /// It protects whoever stands there.
    Cover,
    /// It hides whoever stands there.
    Concealment,
    /// Whoever stands there reaches farther.
    HighGround,
    /// One can leave the map from there.
    Exit,
}

impl Ground {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Blocked,
        Self::Screen,
        Self::Slow,
        Self::Hazard,
        Self::InTheWay,
        Self::Cover,
        Self::Concealment,
        Self::HighGround,
        Self::Exit,
    ];

    /// Its name on pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Screen => "blocks sight",
            Self::Slow => "slow ground",
            Self::Hazard => "hazard",
            Self::InTheWay => "in the way of attacks",
            Self::Cover => "cover",
            Self::Concealment => "concealment",
            Self::HighGround => "high ground",
            Self::Exit => "exit",
        }
    }
}

impl Square {
    /// A square with those of these grounds that hold; `None` if it is open ground at height 0.
    #[must_use]
    pub fn of((x, y): (u16, u16), level: u16, grounds: &[(Ground, bool)]) -> Option<Self> {
        let grounds: Vec<_> = grounds.iter().filter(|(_, is_there)| *is_there).map(|(it, _)| *it).collect();
        (level > 0 || !grounds.is_empty()).then_some(Self { x, y, level, grounds })
    }
}

/// The place of a unit on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The column, from 0.
    pub x: u16,
    /// The row, from 0.
    pub y: u16,
    /// The height, measured as that of the floors.
    pub z: u16,
}
