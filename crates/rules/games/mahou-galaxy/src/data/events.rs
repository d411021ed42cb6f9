//! The play-by-play in the words of the game.

use core::fmt;
use fray_kit::{Event, Phrase};

use crate::MahouGalaxy;
use crate::choose::With;
use crate::data::setup::Stance;
use crate::data::tactics::Refund;
use crate::data::vocabulary::DistractType;
use crate::dice::draws::{Faces, Pool};
use crate::rules::attacks::defend::Kind;
use crate::rules::holds::snatch::Loot;
use crate::state::{CASTING, SHIELD};
use fray_engine::roster::UnitId;
use fray_kit::declare::events::Show;

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Event)]
#[event(of = MahouGalaxy, game)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// Initiative (MG-09, MG-15).
    #[line(if partials == 0 => "{unit}: initiative {initiative}")]
    #[line(if partials == 1 => "{unit}: initiative {initiative}, one partial turn")]
    #[line("{unit}: initiative {initiative}, {partials} partial turns")]
    Initiative { unit: UnitId, initiative: i32, partials: u8 },
    /// A pass of partial turns begins (MG-15).
    #[line("Partial turns, pass {pass}")]
    Pass { pass: u8 },
    /// A turn begins, with what the unit has.
    #[line(if held && pass > 0 => "{unit} has a partial turn, HP {hp}, held")]
    #[line(
        if held => "{unit} acts, HP {hp}, {hands}, {moves}, held",
        hands = Tokens(hands, "hand"),
        moves = Tokens(moves, "move")
    )]
    #[line(if pass > 0 => "{unit} has a partial turn, HP {hp}")]
    #[line(
        "{unit} acts, HP {hp}, {hands}, {moves}",
        hands = Tokens(hands, "hand"),
        moves = Tokens(moves, "move")
    )]
    Acts { unit: UnitId, pass: u8, hp: i32, hands: u8, moves: u8, speak: u8, held: bool },
    /// A refund of a partial turn or an escape (MG-15).
    #[line(if debt => "  {unit} owes what it would take back: {what}")]
    #[line(if escape => "  takes back an escape token")]
    #[line("  takes back {what}")]
    Refund { unit: UnitId, what: Refund, debt: bool, escape: bool },
    /// An attack is declared (MG-16).
    #[line(if with == With::Grapple => "  {stance} grapple on {target}: {pool} against {n}")]
    #[line(if with == With::Kick => "  {stance} kick at {target}: {pool} against {n}")]
    #[line(
        "  {stance} attack on {target} with {weapon}: {pool} against {n}",
        weapon = game.weapon_name(unit, with)
    )]
    Attacks { unit: UnitId, target: UnitId, with: With, stance: Stance, pool: Pool, n: i32 },
    /// What came of the roll (MG-16).
    #[line(if critical => "  rolls {faces} {roll} against {n}: critical hit")]
    #[line(if hits => "  rolls {faces} {roll} against {n}: hit")]
    #[line("  rolls {faces} {roll} against {n}: miss")]
    Result { unit: UnitId, target: UnitId, roll: i32, faces: Faces, n: i32, hits: bool, critical: bool },
    /// A spot defence (MG-26 to MG-28).
    #[line(if stops => "  {unit} {kind}: {pool} {faces} = {value}, more than {roll}")]
    #[line("  {unit} {kind}: {pool} {faces} = {value}, not more than {roll}")]
    Defends { unit: UnitId, kind: Kind, pool: Pool, faces: Faces, roll: i32, value: i32, stops: bool },
    /// An active defence (MG-29 to MG-31).
    #[line(
        "  {unit} defends actively, {word}: {pool} {faces} = {value}, natural {natural}",
        word = match stance { Stance::Strong => "block", Stance::Fast => "dodge", Stance::Precise => "parry" }
    )]
    DefendsActively { unit: UnitId, stance: Stance, pool: Pool, faces: Faces, value: i32, natural: i32 },
    /// Damage and soak (MG-33 to MG-35).
    #[line(
        if ignored => "  damage {faces} {damage}{twice}, past all soak: {unit} loses {lost}",
        twice = if doubled { ", doubled" } else { "" }
    )]
    #[line(
        if was_rolled => "  damage {faces} {damage}{twice}, soak pool {soak}: {unit} loses {lost}, pool {left}",
        twice = if doubled { ", doubled" } else { "" }
    )]
    #[line(
        "  damage {faces} {damage}{twice}, soak {stops} {soak}: {unit} loses {lost}, pool {left}",
        twice = if doubled { ", doubled" } else { "" }
    )]
    Damage {
        unit: UnitId,
        faces: Faces,
        stops: Faces,
        damage: i32,
        soak: i32,
        was_rolled: bool,
        ignored: bool,
        doubled: bool,
        lost: i32,
        left: i32,
    },
    /// MG-66: the pool of soak is raised, rolled before if it was not.
    #[line(if was_rolled => "  {unit} has a soak pool of {pool}, it was {before}")]
    #[line("  {unit} rolls soak {before} and has a pool of {pool}")]
    SetsSoak { unit: UnitId, was_rolled: bool, before: i32, pool: i32 },
    /// MG-51: the blow of a held unit strikes itself.
    #[line("  {unit} strikes itself in the hold")]
    HitsItself { unit: UnitId },
    /// MG-40.
    #[line("  {unit} is exhausted, HP {hp}")]
    Exhausted { unit: UnitId, hp: i32 },
    /// MG-41.
    #[line("  {unit} has no magic left, MP {mp}")]
    MpExhausted { unit: UnitId, mp: i32 },
    /// MG-37.
    #[line(if primary => "  {unit} regains the primary token")]
    #[line("  {unit} regains the token")]
    Regains { unit: UnitId, primary: bool },
    /// MG-38.
    #[line(
        "  {unit} owes {what}",
        what = match kind { 0 => "a hand token", 1 => "its next moves", _ => "a speak token" }
    )]
    Owes { unit: UnitId, kind: u8 },
    /// Debts are paid at a grant (MG-38).
    #[line(
        "{unit} pays its debts: {hands}, {moves}, {speak} speech left",
        hands = Tokens(hands, "hand"),
        moves = Tokens(moves, "move")
    )]
    Pays { unit: UnitId, hands: u8, moves: u8, speak: u8 },
    /// MG-39.
    #[line("  {unit} falls")]
    Falls { unit: UnitId },
    /// MG-39.
    #[line(if stands => "  stands up for {tokens}", tokens = Tokens(tokens, "move"))]
    #[line("  begins to stand up for {tokens}", tokens = Tokens(tokens, "move"))]
    Stands { unit: UnitId, tokens: u8, stands: bool },
    /// MG-39.
    #[line("  {unit} drops {name}", name = game.item_name(unit, item))]
    Drops { unit: UnitId, item: u8 },
    /// MG-39: where it lies, if that is not the cell of who dropped it.
    #[line("  it lies in {cell}", cell = Place(to))]
    LiesIn { to: u32 },
    /// MG-18.
    #[line("  takes {name} in hand", name = game.item_name(unit, item))]
    PicksUp { unit: UnitId, item: u8 },
    /// MG-49.
    #[line(if binds => "  {unit} binds {target}, {stance}, difficulty {h}")]
    #[line("  {unit} holds {target}, {stance}, difficulty {h}")]
    Holds { unit: UnitId, target: UnitId, stance: Stance, h: i32, binds: bool },
    /// MG-51: the upkeep of a hold is paid.
    #[line(if offhand => "  keeps its hold on {target} with an offhand token")]
    #[line("  keeps its hold on {target} with its primary token")]
    KeepsUp { unit: UnitId, target: UnitId, offhand: bool },
    /// MG-51.
    #[line("  {unit} no longer holds {target}")]
    HoldEnds { unit: UnitId, target: UnitId },
    /// MG-52.
    #[line(if free => "  {unit} tries to escape: {pool} {faces} = {roll} against {h}: free")]
    #[line("  {unit} tries to escape: {pool} {faces} = {roll} against {h}: held")]
    Escapes { unit: UnitId, pool: Pool, faces: Faces, roll: i32, h: i32, free: bool },
    /// MG-51.
    #[line("  strengthens the hold: {pool} {faces} = {roll}, it was {h}")]
    Reinforces { unit: UnitId, pool: Pool, faces: Faces, roll: i32, h: i32 },
    /// MG-53.
    #[line("  {unit} pins {target}")]
    Pins { unit: UnitId, target: UnitId },
    /// MG-53, MG-75: who holds a unit moves it along, or the other way round.
    #[line("  {unit} drags {target} to {cell}", cell = Place(to))]
    Drags { unit: UnitId, target: UnitId, to: u32 },
    /// MG-54.
    #[line(if falls => "  {unit} slams {target} down a height")]
    #[line("  {unit} slams {target} into a hazard")]
    Slams { unit: UnitId, target: UnitId, falls: bool },
    /// MG-55.
    #[line(if feet == 0 => "  {unit} cannot throw {target}: {pool} {faces} = {roll} against {difficulty}")]
    #[line("  {unit} throws {target}: {pool} {faces} = {roll} against {difficulty}, {feet} feet")]
    Throws { unit: UnitId, target: UnitId, pool: Pool, faces: Faces, roll: i32, difficulty: i32, feet: i32 },
    /// MG-55.
    #[line("  {unit} aims: {pool} {faces} = {roll} against {n}: {succeeds}")]
    Aims { unit: UnitId, pool: Pool, faces: Faces, roll: i32, n: i32, succeeds: bool },
    /// MG-55.
    #[line("  {unit} lands in {cell}", cell = Place(to))]
    Lands { unit: UnitId, to: u32 },
    /// MG-55.
    #[line(
        "  {unit} strikes against {name}",
        name = what.map_or("a wall", |foe| game.roster.units[foe.idx()].name.as_str())
    )]
    StrikesAgainst { unit: UnitId, what: Option<UnitId> },
    /// MG-56.
    #[line(
        "  {unit} snatches at {name} of {target}, {stance}: {pool} against {n}",
        name = match loot { Loot::Item(item) => game.item_name(target, item), Loot::Armor => "the armour" }
    )]
    Snatches { unit: UnitId, target: UnitId, loot: Loot, stance: Stance, pool: Pool, n: i32 },
    /// MG-56.
    #[line("  {unit} holds on to it with another hand: 5 less")]
    HoldsOn { unit: UnitId },
    /// MG-56.
    #[line(if succeeds => "  {unit} rolls {faces} {roll} against {n}: it comes off")]
    #[line("  {unit} rolls {faces} {roll} against {n}: it stays")]
    Snatched { unit: UnitId, faces: Faces, roll: i32, n: i32, succeeds: bool },
    /// MG-56.
    #[line("  {unit} has lost its armour")]
    Stripped { unit: UnitId },
    /// MG-58 to MG-60.
    #[line("  {unit} talks to {target}, {what}: {mine} against {theirs}")]
    Talks { unit: UnitId, target: UnitId, what: DistractType, mine: i32, theirs: i32 },
    /// MG-62: a bait or a demand.
    #[line(
        "  {unit} {what} {target}",
        what = match to { 1 => "baits the strong attacks of", 2 => "baits the fast attacks of", 3 => "baits the precise attacks of", CASTING => "baits the spells of", _ => "demands a retreat of" }
    )]
    Narrows { unit: UnitId, target: UnitId, to: u8 },
    /// MG-18: an ability that takes more hand tokens than there are hands.
    #[line("  {unit} prepares {name}: {paid} of {need} hand tokens", name = game.ability_name(unit, ability))]
    PaysOver { unit: UnitId, ability: u8, paid: u8, need: u8 },
    /// MG-81: it is moved.
    #[line("  {unit} is moved to {cell}", cell = Place(to))]
    Shifts { unit: UnitId, to: u32 },
    /// MG-81: it is rid of something.
    #[line("  {unit} is rid of it")]
    IsRid { unit: UnitId },
    /// MG-61, MG-62.
    #[line(if strong => "  {unit} is beside itself: -{penalty}")]
    #[line("  {unit} is distracted: -{penalty}")]
    Distracted { unit: UnitId, what: DistractType, penalty: i32, strong: bool },
    /// MG-62.
    #[line("  {unit} acts against its state: {pool} {faces} = {roll} against {penalty}: {succeeds}")]
    Struggles { unit: UnitId, pool: Pool, faces: Faces, roll: i32, penalty: i32, succeeds: bool },
    /// A step on the map (MG-73).
    #[line(if game.unit(unit).flies => "  flies to {cell}", cell = Place(to))]
    #[line("  steps to {cell}", cell = Place(to))]
    Steps { unit: UnitId, from: u32, to: u32 },
    /// MG-45.
    #[line(
        "  {how} to {cell}",
        how = match kind { 0 => "jumps", 1 => "jumps with a run-up", _ => "makes a long jump" },
        cell = Place(to)
    )]
    Jumps { unit: UnitId, from: u32, to: u32, kind: u8 },
    /// MG-45.
    #[line("  long jump: {pool} {faces} = {roll} against 11: {succeeds}")]
    LongJump { unit: UnitId, pool: Pool, faces: Faces, roll: i32, succeeds: bool },
    /// MG-46.
    #[line("  {unit} comes down {feet} feet")]
    Drop { unit: UnitId, feet: i32 },
    /// MG-80.
    #[line("  {unit} has waited for {target}")]
    Interrupts { unit: UnitId, target: UnitId },
    /// MG-80: whose walk was interrupted goes on with its turn.
    #[line("  {unit} goes on")]
    Resumes { unit: UnitId },
    /// MG-46.
    #[line("  {unit} is in {name}", name = of.map_or("a hazard", |(by, at)| game.ability_name(by, at)))]
    Hazard { unit: UnitId, of: Option<(UnitId, u8)> },
    /// MG-66: terrain of an ability comes.
    #[line("  {name} lies at {cell}", name = game.name_of_terrain(effect), cell = Place(to))]
    Lays { effect: u8, to: u32 },
    /// MG-66: somebody stands where it would rise.
    #[line("  {name} finds no room", name = game.name_of_terrain(effect))]
    NoRoom { effect: u8 },
    /// MG-66: terrain of an ability ends.
    #[line("{name} at {cell} is over", name = game.name_of_terrain(effect), cell = Place(to))]
    TerrainEnds { effect: u8, to: u32 },
    /// An ability is used (MG-81).
    #[line(if more => "  {unit} uses {name} on {target} and others", name = game.ability_name(unit, ability))]
    #[line(if target == unit => "  {unit} uses {name}", name = game.ability_name(unit, ability))]
    #[line("  {unit} uses {name} on {target}", name = game.ability_name(unit, ability))]
    Ability { unit: UnitId, ability: u8, target: UnitId, more: bool },
    /// MG-81: the damage dice of an area.
    #[line("  damage dice for all: {rolled}")]
    DamageOfAll { rolled: i32 },
    /// MG-64.
    #[line("  casts: {pool} {faces} = {roll} against {difficulty}: {succeeds}")]
    Casts { unit: UnitId, pool: Pool, faces: Faces, roll: i32, difficulty: i32, succeeds: bool },
    /// MG-65.
    #[line("  {unit} opposes: {pool} {faces} = {roll} against {number}: {succeeds}")]
    Opposes { unit: UnitId, pool: Pool, faces: Faces, roll: i32, number: i32, succeeds: bool },
    /// HP or MP back.
    #[line(if mp => "  {unit} gets {given} MP back, has {now}")]
    #[line("  {unit} gets {given} HP back, has {now}")]
    Heals { unit: UnitId, given: i32, now: i32, mp: bool },
    /// A lasting effect begins.
    #[line("  {unit} is under {name}", name = game.name_of_mark(mark))]
    Begins { unit: UnitId, mark: u8 },
    /// MG-65: a roll to throw off an effect.
    #[line(
        if succeeds => "  {unit} throws off {name}: {pool} {faces} = {roll} against {difficulty}",
        name = game.name_of_mark(mark)
    )]
    #[line(
        "  {unit} is still under {name}: {pool} {faces} = {roll} against {difficulty}",
        name = game.name_of_mark(mark)
    )]
    Saves { unit: UnitId, mark: u8, pool: Pool, faces: Faces, roll: i32, difficulty: i32, succeeds: bool },
    /// A lasting effect ends.
    #[line("{unit}: {name} is over", name = game.name_of_mark(mark))]
    Ends { unit: UnitId, mark: u8 },
    /// MG-67.
    #[line("  {unit} suffers from {name}", name = game.name_of_mark(mark))]
    Burns { unit: UnitId, mark: u8 },
    /// MG-40, MG-77.
    #[line("  {unit} {how}")]
    Gone { unit: UnitId, how: Gone },
    /// MG-66.
    #[line(if at.is_none() => "  {unit} appears")]
    #[line("  {unit} appears at {cell}", cell = Place(at.unwrap_or_default()))]
    Arrives { unit: UnitId, at: Option<u32> },
    /// MG-78.
    #[line("{unit} comes back")]
    ComesBack { unit: UnitId },
    /// MG-76.
    #[line("Nobody can or will go on")]
    Standstill,
}

/// So many tokens of a kind.
struct Tokens(u8, &'static str);

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

/// A cell as it is shown: column, row and, above 0, level.
struct Place(u32);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = crate::board::Board::coordinates(self.0);
        write!(f, "{x}, {y}")?;
        if z == 0 { Ok(()) } else { write!(f, ", level {z}") }
    }
}

/// How a unit is no longer in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum Gone {
    /// MG-40, MG-41.
    #[phrase("is unconscious")]
    Unconscious,
    /// MG-77.
    #[phrase("leaves the map")]
    Fled,
}

impl MahouGalaxy {
    fn weapon_name(&self, unit: UnitId, with: With) -> &str {
        match with {
            With::Weapon(at) => &self.unit(unit).weapons[usize::from(at)].name,
            With::Kick => "a kick",
            With::Grapple => "a grapple",
        }
    }

    fn item_name(&self, unit: UnitId, item: u8) -> &str {
        let info = self.unit(unit);
        match item {
            SHIELD => info.shield.as_ref().map_or("the shield", |shield| &shield.name),
            n => &info.weapons[usize::from(n) - 1].name,
        }
    }

    fn ability_name(&self, unit: UnitId, ability: u8) -> &str {
        &self.unit(unit).skills_of[usize::from(ability)].ability.name
    }

    fn name_of_terrain(&self, effect: u8) -> &str {
        let laying = &self.laying[usize::from(effect)];
        self.ability_name(laying.unit, laying.ability)
    }

    fn name_of_mark(&self, mark: u8) -> &str {
        let lasting = &self.lasting[usize::from(mark)];
        self.ability_name(lasting.unit, lasting.ability)
    }
}

impl Show<MahouGalaxy> for Stance {
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize])
    }
}

impl Show<MahouGalaxy> for DistractType {
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize])
    }
}

impl Show<MahouGalaxy> for Refund {
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "its moves",
            Self::Speak => "a speak token",
            Self::Hand | Self::Needed => "a hand token",
        })
    }
}

impl Show<MahouGalaxy> for With {
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Weapon(_) => "a weapon",
            Self::Kick => "a kick",
            Self::Grapple => "a grapple",
        })
    }
}

impl Show<MahouGalaxy> for Kind {
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dodge(_) => "dodges",
            Self::Block(_) => "blocks",
            Self::Parry(_) => "parries",
        })
    }
}

impl Show<MahouGalaxy> for Pool {
    /// `3d8+2`, `2d6 low` for two dice of which the lower counts.
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, low) = if self.dice > 0 { (self.dice, "") } else { (2 - self.dice, " low") };
        write!(f, "{n}d{}", self.die.n)?;
        if self.die.k != 0 {
            write!(f, "({:+})", self.die.k)?;
        }
        f.write_str(low)?;
        if self.plus == 0 { Ok(()) } else { write!(f, "{:+}", self.plus) }
    }
}

impl Show<MahouGalaxy> for Faces {
    fn show(&self, _: &MahouGalaxy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
