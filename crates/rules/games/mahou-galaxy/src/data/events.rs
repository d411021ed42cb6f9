//! The play-by-play in the words of the game.

use core::fmt;

use crate::MahouGalaxy;
use crate::choose::With;
use crate::data::setup::Stance;
use crate::data::tactics::Refund;
use crate::data::vocabulary::DistractType;
use crate::dice::draws::{Faces, Pool};
use crate::rules::defend::Kind;
use crate::rules::snatch::Loot;
use crate::state::{CASTING, SHIELD};
use fray_engine::roster::UnitId;
use fray_kit::declare::events::Show;
use fray_kit::{events, phrases};

events! {
    /// One line of the play-by-play.
    pub enum Event of MahouGalaxy as game {
        /// Initiative (MG-09, MG-15).
        Initiative { unit: UnitId, initiative: i32, partials: u8 } [
            if partials == 0 => "{unit}: initiative {initiative}";
            if partials == 1 => "{unit}: initiative {initiative}, one partial turn";
            "{unit}: initiative {initiative}, {partials} partial turns"
        ],
        /// A pass of partial turns begins (MG-15).
        Pass { pass: u8 } ["Partial turns, pass {pass}"],
        /// A turn begins, with what the unit has.
        Acts { unit: UnitId, pass: u8, hp: i32, hands: u8, moves: u8, speak: u8, held: bool } [
            if held && pass > 0 => "{unit} has a partial turn, HP {hp}, held";
            if held => "{unit} acts, HP {hp}, {hands}, {moves}, held",
                hands = Tokens(hands, "hand"), moves = Tokens(moves, "move");
            if pass > 0 => "{unit} has a partial turn, HP {hp}";
            "{unit} acts, HP {hp}, {hands}, {moves}",
                hands = Tokens(hands, "hand"), moves = Tokens(moves, "move")
        ],
        /// A refund of a partial turn or an escape (MG-15).
        Refund { unit: UnitId, what: Refund, debt: bool, escape: bool } [
            if debt => "  {unit} owes what it would take back: {what}";
            if escape => "  takes back an escape token";
            "  takes back {what}"
        ],
        /// An attack is declared (MG-16).
        Attacks { unit: UnitId, target: UnitId, with: With, stance: Stance, pool: Pool, n: i32 } [
            if with == With::Grapple => "  {stance} grapple on {target}: {pool} against {n}";
            if with == With::Kick => "  {stance} kick at {target}: {pool} against {n}";
            "  {stance} attack on {target} with {weapon}: {pool} against {n}",
            weapon = game.weapon_name(unit, with)
        ],
        /// What came of the roll (MG-16).
        Result { unit: UnitId, target: UnitId, roll: i32, faces: Faces, n: i32, hits: bool, critical: bool } [
            if critical => "  rolls {faces} {roll} against {n}: critical hit";
            if hits => "  rolls {faces} {roll} against {n}: hit";
            "  rolls {faces} {roll} against {n}: miss"
        ],
        /// A spot defence (MG-26 to MG-28).
        Defends { unit: UnitId, kind: Kind, pool: Pool, faces: Faces, roll: i32, value: i32, stops: bool } [
            if stops => "  {unit} {kind}: {pool} {faces} = {value}, more than {roll}";
            "  {unit} {kind}: {pool} {faces} = {value}, not more than {roll}"
        ],
        /// An active defence (MG-29 to MG-31).
        DefendsActively { unit: UnitId, stance: Stance, pool: Pool, faces: Faces, value: i32, natural: i32 } [
            "  {unit} defends actively, {word}: {pool} {faces} = {value}, natural {natural}",
            word = match stance { Stance::Strong => "block", Stance::Fast => "dodge", Stance::Precise => "parry" }
        ],
        /// Damage and soak (MG-33 to MG-35).
        Damage { unit: UnitId, faces: Faces, stops: Faces, damage: i32, soak: i32, was_rolled: bool, ignored: bool, doubled: bool, lost: i32, left: i32 } [
            if ignored => "  damage {faces} {damage}{twice}, past all soak: {unit} loses {lost}",
                twice = if doubled { ", doubled" } else { "" };
            if was_rolled => "  damage {faces} {damage}{twice}, soak pool {soak}: {unit} loses {lost}, pool {left}",
                twice = if doubled { ", doubled" } else { "" };
            "  damage {faces} {damage}{twice}, soak {stops} {soak}: {unit} loses {lost}, pool {left}",
            twice = if doubled { ", doubled" } else { "" }
        ],
        /// MG-66: the pool of soak is raised, rolled before if it was not.
        SetsSoak { unit: UnitId, was_rolled: bool, before: i32, pool: i32 } [
            if was_rolled => "  {unit} has a soak pool of {pool}, it was {before}";
            "  {unit} rolls soak {before} and has a pool of {pool}"
        ],
        /// MG-51: the blow of a held unit strikes itself.
        HitsItself { unit: UnitId } ["  {unit} strikes itself in the hold"],
        /// MG-40.
        Exhausted { unit: UnitId, hp: i32 } ["  {unit} is exhausted, HP {hp}"],
        /// MG-41.
        MpExhausted { unit: UnitId, mp: i32 } ["  {unit} has no magic left, MP {mp}"],
        /// MG-37.
        Regains { unit: UnitId, primary: bool } [
            if primary => "  {unit} regains the primary token";
            "  {unit} regains the token"
        ],
        /// MG-38.
        Owes { unit: UnitId, kind: u8 } [
            "  {unit} owes {what}", what = match kind { 0 => "a hand token", 1 => "its next moves", _ => "a speak token" }
        ],
        /// Debts are paid at a grant (MG-38).
        Pays { unit: UnitId, hands: u8, moves: u8, speak: u8 } [
            "{unit} pays its debts: {hands}, {moves}, {speak} speech left",
                hands = Tokens(hands, "hand"), moves = Tokens(moves, "move")
        ],
        /// MG-39.
        Falls { unit: UnitId } ["  {unit} falls"],
        /// MG-39.
        Stands { unit: UnitId, tokens: u8, stands: bool } [
            if stands => "  stands up for {tokens}", tokens = Tokens(tokens, "move");
            "  begins to stand up for {tokens}", tokens = Tokens(tokens, "move")
        ],
        /// MG-39.
        Drops { unit: UnitId, item: u8 } ["  {unit} drops {name}", name = game.item_name(unit, item)],
        /// MG-39: where it lies, if that is not the cell of who dropped it.
        LiesIn { to: u32 } ["  it lies in {cell}", cell = Place(to)],
        /// MG-18.
        PicksUp { unit: UnitId, item: u8 } ["  takes {name} in hand", name = game.item_name(unit, item)],
        /// MG-49.
        Holds { unit: UnitId, target: UnitId, stance: Stance, h: i32, binds: bool } [
            if binds => "  {unit} binds {target}, {stance}, difficulty {h}";
            "  {unit} holds {target}, {stance}, difficulty {h}"
        ],
        /// MG-51: the upkeep of a hold is paid.
        KeepsUp { unit: UnitId, target: UnitId, offhand: bool } [
            if offhand => "  keeps its hold on {target} with an offhand token";
            "  keeps its hold on {target} with its primary token"
        ],
        /// MG-51.
        HoldEnds { unit: UnitId, target: UnitId } ["  {unit} no longer holds {target}"],
        /// MG-52.
        Escapes { unit: UnitId, pool: Pool, faces: Faces, roll: i32, h: i32, free: bool } [
            if free => "  {unit} tries to escape: {pool} {faces} = {roll} against {h}: free";
            "  {unit} tries to escape: {pool} {faces} = {roll} against {h}: held"
        ],
        /// MG-51.
        Reinforces { unit: UnitId, pool: Pool, faces: Faces, roll: i32, h: i32 } [
            "  strengthens the hold: {pool} {faces} = {roll}, it was {h}"
        ],
        /// MG-53.
        Pins { unit: UnitId, target: UnitId } ["  {unit} pins {target}"],
        /// MG-53, MG-75: who holds a unit moves it along, or the other way round.
        Drags { unit: UnitId, target: UnitId, to: u32 } [
            "  {unit} drags {target} to {cell}", cell = Place(to)
        ],
        /// MG-54.
        Slams { unit: UnitId, target: UnitId, falls: bool } [
            if falls => "  {unit} slams {target} down a height";
            "  {unit} slams {target} into a hazard"
        ],
        /// MG-55.
        Throws { unit: UnitId, target: UnitId, pool: Pool, faces: Faces, roll: i32, difficulty: i32, feet: i32 } [
            if feet == 0 => "  {unit} cannot throw {target}: {pool} {faces} = {roll} against {difficulty}";
            "  {unit} throws {target}: {pool} {faces} = {roll} against {difficulty}, {feet} feet"
        ],
        /// MG-55.
        Aims { unit: UnitId, pool: Pool, faces: Faces, roll: i32, n: i32, succeeds: bool } [
            "  {unit} aims: {pool} {faces} = {roll} against {n}: {succeeds}"
        ],
        /// MG-55.
        Lands { unit: UnitId, to: u32 } ["  {unit} lands in {cell}", cell = Place(to)],
        /// MG-55.
        StrikesAgainst { unit: UnitId, what: Option<UnitId> } [
            "  {unit} strikes against {name}",
            name = what.map_or("a wall", |foe| game.roster.units[foe.idx()].name.as_str())
        ],
        /// MG-56.
        Snatches { unit: UnitId, target: UnitId, loot: Loot, stance: Stance, pool: Pool, n: i32 } [
            "  {unit} snatches at {name} of {target}, {stance}: {pool} against {n}",
            name = match loot { Loot::Item(item) => game.item_name(target, item), Loot::Armor => "the armour" }
        ],
        /// MG-56.
        HoldsOn { unit: UnitId } ["  {unit} holds on to it with another hand: 5 less"],
        /// MG-56.
        Snatched { unit: UnitId, faces: Faces, roll: i32, n: i32, succeeds: bool } [
            if succeeds => "  {unit} rolls {faces} {roll} against {n}: it comes off";
            "  {unit} rolls {faces} {roll} against {n}: it stays"
        ],
        /// MG-56.
        Stripped { unit: UnitId } ["  {unit} has lost its armour"],
        /// MG-58 to MG-60.
        Talks { unit: UnitId, target: UnitId, what: DistractType, mine: i32, theirs: i32 } [
            "  {unit} talks to {target}, {what}: {mine} against {theirs}"
        ],
        /// MG-62: a bait or a demand.
        Narrows { unit: UnitId, target: UnitId, to: u8 } [
            "  {unit} {what} {target}",
            what = match to { 1 => "baits the strong attacks of", 2 => "baits the fast attacks of", 3 => "baits the precise attacks of", CASTING => "baits the spells of", _ => "demands a retreat of" }
        ],
        /// MG-18: an ability that takes more hand tokens than there are hands.
        PaysOver { unit: UnitId, ability: u8, paid: u8, need: u8 } [
            "  {unit} prepares {name}: {paid} of {need} hand tokens", name = game.ability_name(unit, ability)
        ],
        /// MG-81: it is moved.
        Shifts { unit: UnitId, to: u32 } ["  {unit} is moved to {cell}", cell = Place(to)],
        /// MG-81: it is rid of something.
        IsRid { unit: UnitId } ["  {unit} is rid of it"],
        /// MG-61, MG-62.
        Distracted { unit: UnitId, what: DistractType, penalty: i32, strong: bool } [
            if strong => "  {unit} is beside itself: -{penalty}";
            "  {unit} is distracted: -{penalty}"
        ],
        /// MG-62.
        Struggles { unit: UnitId, pool: Pool, faces: Faces, roll: i32, penalty: i32, succeeds: bool } [
            "  {unit} acts against its state: {pool} {faces} = {roll} against {penalty}: {succeeds}"
        ],
        /// A step on the map (MG-73).
        Steps { unit: UnitId, from: u32, to: u32 } [
            if game.unit(unit).flies => "  flies to {cell}", cell = Place(to);
            "  steps to {cell}", cell = Place(to)
        ],
        /// MG-45.
        Jumps { unit: UnitId, from: u32, to: u32, kind: u8 } [
            "  {how} to {cell}", how = match kind { 0 => "jumps", 1 => "jumps with a run-up", _ => "makes a long jump" },
                cell = Place(to)
        ],
        /// MG-45.
        LongJump { unit: UnitId, pool: Pool, faces: Faces, roll: i32, succeeds: bool } [
            "  long jump: {pool} {faces} = {roll} against 11: {succeeds}"
        ],
        /// MG-46.
        Drop { unit: UnitId, feet: i32 } ["  {unit} comes down {feet} feet"],
        /// MG-80.
        Interrupts { unit: UnitId, target: UnitId } ["  {unit} has waited for {target}"],
        /// MG-80: whose walk was interrupted goes on with its turn.
        Resumes { unit: UnitId } ["  {unit} goes on"],
        /// MG-46.
        Hazard { unit: UnitId, of: Option<(UnitId, u8)> } [
            "  {unit} is in {name}", name = of.map_or("a hazard", |(by, at)| game.ability_name(by, at))
        ],
        /// MG-66: terrain of an ability comes.
        Lays { effect: u8, to: u32 } ["  {name} lies at {cell}", name = game.name_of_terrain(effect), cell = Place(to)],
        /// MG-66: somebody stands where it would rise.
        NoRoom { effect: u8 } ["  {name} finds no room", name = game.name_of_terrain(effect)],
        /// MG-66: terrain of an ability ends.
        TerrainEnds { effect: u8, to: u32 } ["{name} at {cell} is over", name = game.name_of_terrain(effect), cell = Place(to)],
        /// An ability is used (MG-81).
        Ability { unit: UnitId, ability: u8, target: UnitId, more: bool } [
            if more => "  {unit} uses {name} on {target} and others", name = game.ability_name(unit, ability);
            if target == unit => "  {unit} uses {name}", name = game.ability_name(unit, ability);
            "  {unit} uses {name} on {target}", name = game.ability_name(unit, ability)
        ],
        /// MG-81: the damage dice of an area.
        DamageOfAll { rolled: i32 } ["  damage dice for all: {rolled}"],
        /// MG-64.
        Casts { unit: UnitId, pool: Pool, faces: Faces, roll: i32, difficulty: i32, succeeds: bool } [
            "  casts: {pool} {faces} = {roll} against {difficulty}: {succeeds}"
        ],
        /// MG-65.
        Opposes { unit: UnitId, pool: Pool, faces: Faces, roll: i32, number: i32, succeeds: bool } [
            "  {unit} opposes: {pool} {faces} = {roll} against {number}: {succeeds}"
        ],
        /// HP or MP back.
        Heals { unit: UnitId, given: i32, now: i32, mp: bool } [
            if mp => "  {unit} gets {given} MP back, has {now}";
            "  {unit} gets {given} HP back, has {now}"
        ],
        /// A lasting effect begins.
        Begins { unit: UnitId, mark: u8 } ["  {unit} is under {name}", name = game.name_of_mark(mark)],
        /// MG-65: a roll to throw off an effect.
        Saves { unit: UnitId, mark: u8, pool: Pool, faces: Faces, roll: i32, difficulty: i32, succeeds: bool } [
            if succeeds => "  {unit} throws off {name}: {pool} {faces} = {roll} against {difficulty}",
                name = game.name_of_mark(mark);
            "  {unit} is still under {name}: {pool} {faces} = {roll} against {difficulty}",
            name = game.name_of_mark(mark)
        ],
        /// A lasting effect ends.
        Ends { unit: UnitId, mark: u8 } ["{unit}: {name} is over", name = game.name_of_mark(mark)],
        /// MG-67.
        Burns { unit: UnitId, mark: u8 } ["  {unit} suffers from {name}", name = game.name_of_mark(mark)],
        /// MG-40, MG-77.
        Gone { unit: UnitId, how: Gone } ["  {unit} {how}"],
        /// MG-66.
        Arrives { unit: UnitId, at: Option<u32> } [
            if at.is_none() => "  {unit} appears";
            "  {unit} appears at {cell}", cell = Place(at.unwrap_or_default())
        ],
        /// MG-78.
        ComesBack { unit: UnitId } ["{unit} comes back"],
        /// MG-76.
        Standstill ["Nobody can or will go on"],
    }
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

phrases! {
    /// How a unit is no longer in.
    pub enum Gone {
        /// MG-40, MG-41.
        Unconscious = "is unconscious",
        /// MG-77.
        Fled = "leaves the map",
    }
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
