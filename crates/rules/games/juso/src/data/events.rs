//! The play-by-play in the words of the game: headings flush left, who acts under its phase, what
//! comes of it under the actor.

use core::fmt;
use fray_kit::{Event, Phrase};

use crate::Juso;
use crate::data::metrics::Exhaustion;
use crate::data::setup::{AttackKind, End};
use crate::data::vocabulary::{How, Stat, StatusId};
use fray_engine::roster::UnitId;
use fray_kit::declare::events::Show;

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Event)]
#[event(of = Juso, juso)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// Placed by chance (JU-08).
    #[line("{unit} stands on {own}", own = juso.square(unit, own))]
    Placed { unit: UnitId, own: i32 },
    /// High mana was rolled (JU-09).
    #[line("{unit}: high mana {dice}d = {gained}")]
    HighMana { unit: UnitId, dice: i32, gained: i32 },
    /// The initiative roll (JU-11).
    #[line(
        "Initiative: {a}d = {rolled_a} against {b}d = {rolled_b}: the flag goes to {winner}",
        a = dice[0],
        rolled_a = rolled[0],
        b = dice[1],
        rolled_b = rolled[1]
    )]
    Initiative { dice: [i32; 2], rolled: [i32; 2], winner: End },
    /// Who begins with the flag without a roll; by surprise or by the scenario (JU-12).
    #[line(if surprise => "Surprise: the flag goes to {side}")]
    #[line("The flag is with {side}")]
    FlagGiven { side: End, surprise: bool },
    /// The preparation phase.
    #[line("Preparation")]
    Preparation,
    /// Cores were gained (JU-14).
    #[line("  {unit}: cores {dice}d = {gained}, has {cores}")]
    Cores { unit: UnitId, dice: i32, gained: i32, cores: i32 },
    /// The action phase, with the first side of the round (JU-15).
    #[line("Action: {first} first")]
    Action { first: End },
    /// The unit's activation, on this column; 0 off the board.
    #[line(
        "{unit} acts {column}, life {life}{cores}",
        column = if column == 0 { "off the board".to_owned() } else { format!("on column {column}") },
        cores = if cores == 0 { String::new() } else { format!(", cores {cores}") }
    )]
    Acts { unit: UnitId, column: i32, life: i32, cores: i32 },
    /// The unit's slot passes.
    #[line("{unit} {why}: its slot passes")]
    Passes { unit: UnitId, why: Passes },
    /// The unit does nothing.
    #[line("  does nothing")]
    Stays { unit: UnitId },
    /// A move of its own from own number to own number (JU-31 to JU-36).
    #[line("  {how}: {from} to {to}", from = juso.square(unit, from), to = juso.square(unit, to))]
    Moves { unit: UnitId, how: Move, from: i32, to: i32 },
    /// An attempt to slip past or to sneak (JU-38 to JU-40).
    #[line(
        "  {what}: {dice}d = {rolled} against alert {difficulty}: {succeeds}",
        what = if sneaks { "sneaks" } else { "slips past" }
    )]
    Slips { unit: UnitId, sneaks: bool, dice: i32, difficulty: i32, rolled: i32, succeeds: bool },
    /// A weapon was made ready (JU-22).
    #[line(if juso.weapon_name(unit, weapon).is_empty() => "  readies weapon {nth}", nth = weapon + 1)]
    #[line("  readies {name}", name = juso.weapon_name(unit, weapon))]
    Readies { unit: UnitId, weapon: u8 },
    /// An attack is declared: pool after cores, of which the split is taken (JU-42, JU-43).
    #[line(
        "  {kind} attack on {target}{weapon}: pool {pool}{dice}",
        kind = juso.unit(unit).profiles[weapon as usize].kind,
        weapon = with(juso.weapon_name(unit, weapon)),
        dice = with_cores(cores, split)
    )]
    Attacks { unit: UnitId, target: UnitId, weapon: u8, pool: i32, cores: i32, split: i32 },
    /// An area attack is declared on this column (JU-54).
    #[line(
        "  {kind} attack on all on column {column}{weapon}: pool {pool}{dice}",
        kind = juso.unit(unit).profiles[weapon as usize].kind,
        weapon = with(juso.weapon_name(unit, weapon)),
        dice = with_cores(cores, split)
    )]
    AttacksArea { unit: UnitId, column: i32, weapon: u8, pool: i32, cores: i32, split: i32 },
    /// The base roll against a fixed value (JU-42).
    #[line(
        "  {roll} {dice}d = {rolled} against {value} of {target}: {hits}",
        roll = if juso.unit(unit).is_pc() { "base roll" } else { "power" },
        hits = if hits { "hit" } else { "miss" }
    )]
    BaseRoll { unit: UnitId, target: UnitId, dice: i32, rolled: i32, value: i32, hits: bool },
    /// The successes of an attack that its targets answer (JU-43).
    #[line(if rolled == 0 => "  power {dice}d = 0: fails")]
    #[line("  power {dice}d = {rolled}")]
    PowerRoll { unit: UnitId, dice: i32, rolled: i32 },
    /// A defence against this difficulty; `dice` is `None` if armour alone decided (JU-57).
    #[line(
        if dice.is_none() => "  {unit}: {how} against {difficulty}: {stops} without a roll",
        stops = if stops { "stopped" } else { "not stopped" }
    )]
    #[line(
        "  {unit}: {how} {dice}d = {rolled} against {difficulty}: {stops}",
        dice = dice.unwrap_or(0),
        stops = if stops { "stopped" } else { "not stopped" }
    )]
    Defends { unit: UnitId, how: Defence, dice: Option<i32>, difficulty: i32, rolled: i32, stops: bool },
    /// Body defence: the knockback it takes away (JU-59).
    #[line("  {unit}: body defence {dice}d = {rolled} off the knockback")]
    BodyDefence { unit: UnitId, dice: i32, rolled: i32 },
    /// The damage roll (JU-66).
    #[line(if dice == 0 => "  damage {rolled}")]
    #[line("  damage {dice}d = {rolled}")]
    DamageRoll { unit: UnitId, dice: i32, rolled: i32 },
    /// Special armour (JU-67).
    #[line("  {unit}: special armour stops {stopped}, {left} left")]
    SpecialArmour { unit: UnitId, stopped: i32, left: i32 },
    /// Damage that an ability stops.
    #[line("  {unit}: stops {stopped} of the damage, {left} left")]
    Reduced { unit: UnitId, stopped: i32, left: i32 },
    /// A knockback (JU-69, JU-70): squares, from and to own number.
    #[line(
        "  {unit} is knocked back {squares}: {from} to {to}",
        from = juso.square(unit, from),
        to = juso.square(unit, to)
    )]
    KnockedBack { unit: UnitId, squares: i32, from: i32, to: i32 },
    /// A back attack turns this many squares into damage (JU-73).
    #[line("  back attack on {unit}: {squares} more damage")]
    BackAttack { unit: UnitId, squares: i32 },
    /// Squares endured with cores (JU-75).
    #[line("  {unit} endures {squares}: {to}, cores left {cores}", to = juso.square(unit, to))]
    Endures { unit: UnitId, squares: i32, to: i32, cores: i32 },
    /// Retreat-defence (JU-74).
    #[line("  {unit} retreats {squares} from the blow: {to}", to = juso.square(unit, to))]
    Retreats { unit: UnitId, squares: i32, to: i32 },
    /// The unit left the board (JU-35).
    #[line("  {unit} leaves the board")]
    Leaves { unit: UnitId },
    /// Life lost (JU-76).
    #[line("  {unit} takes {damage}, life {life} left")]
    Loses { unit: UnitId, damage: i32, life: i32 },
    /// Incapacitated (JU-76).
    #[line("  {unit} is incapacitated")]
    Incapacitated { unit: UnitId },
    /// Dead (JU-68).
    #[line("  {unit} is dead")]
    Dead { unit: UnitId },
    /// The last core is spent.
    #[line("  {unit} has no core left")]
    Exhausted { unit: UnitId, why: Exhaustion },
    /// First aid (JU-77).
    #[line("  first aid for {target}: {dice}d = {rolled} against 2: {succeeds}")]
    FirstAid { unit: UnitId, target: UnitId, dice: i32, rolled: i32, succeeds: bool },
    /// The flag changes hands (JU-23).
    #[line("  the flag goes to {side}")]
    Flag { side: End },
    /// An ability is used (JU-80).
    #[line(if target == unit => "  {unit} uses {id}", id = juso.ability_name(unit, ability))]
    #[line("  {unit} uses {id} on {target}", id = juso.ability_name(unit, ability))]
    Ability { unit: UnitId, ability: u8, target: UnitId },
    /// Its roll (JU-80).
    #[line("  {unit}: {dice}d = {rolled} against {difficulty}: {succeeds}")]
    AbilityRoll { unit: UnitId, dice: i32, rolled: i32, difficulty: i32, succeeds: bool },
    /// Life back.
    #[line("  {unit} has life {life}")]
    Heals { unit: UnitId, life: i32 },
    /// Cores gained or lost by an ability.
    #[line("  {unit} has cores {cores}")]
    CoresChanged { unit: UnitId, cores: i32 },
    /// High mana gained by an ability.
    #[line("  {unit} has high mana {mana}")]
    HighManaChanged { unit: UnitId, mana: i32 },
    /// A status begins or ends.
    #[line(if begins => "  {unit} is {status}")]
    #[line("  {unit} is no longer {status}")]
    Status { unit: UnitId, status: StatusId, begins: bool },
    /// The roll to be rid of a status.
    #[line("  {unit}, {status}: {dice}d = {rolled} against {difficulty}: {succeeds}")]
    Recovers { unit: UnitId, status: StatusId, dice: i32, rolled: i32, difficulty: i32, succeeds: bool },
    /// An ability changes a number of the unit.
    #[line("  {unit}: {stat} {how}", stat = Stat::WORDS[stat as usize].replace('_', " "))]
    Changes { unit: UnitId, stat: Stat, how: How },
    /// An ability lets the unit defend without losing dice by repetition.
    #[line("  {unit} defends without losing dice")]
    Unwearied { unit: UnitId },
    /// What an ability did for a time is over.
    #[line("  {unit}: {id} is over", id = juso.name_of_mark(mark))]
    Ends { unit: UnitId, mark: u8 },
    /// The enemies know of the unit.
    #[line("  {unit} is noticed")]
    Noticed { unit: UnitId },
    /// The round end phase.
    #[line("Round end")]
    RoundEnd,
    /// Cores lost and kept at the end of the round (JU-17).
    #[line(if lost == 0 => "  {unit}: cores kept {kept}")]
    #[line("  {unit}: cores lost {lost}, kept {kept}")]
    CoresLost { unit: UnitId, lost: i32, kept: i32 },
    /// A side concedes (D-15).
    #[line("{side} concede")]
    Concedes { side: End },
    /// A side has left the board for good (JU-35).
    #[line("{side} have left the board for good")]
    Withdraws { side: End },
}

/// Why a unit's slot passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum Passes {
    /// It is dead.
    #[phrase("is dead")]
    Dead,
    /// It is incapacitated.
    #[phrase("is incapacitated")]
    Down,
    /// JU-12: its side is surprised.
    #[phrase("is surprised")]
    Surprised,
}

/// How a unit moves of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum Move {
    /// JU-31.
    #[phrase("large move")]
    Large,
    /// JU-32.
    #[phrase("small move")]
    Small,
    /// JU-33.
    #[phrase("move with both subs")]
    DoubleSub,
    /// JU-38, JU-39.
    #[phrase("slips")]
    Slip,
    /// By an ability.
    #[phrase("is moved")]
    Ability,
}

/// A defence that can stop an attack (JU-58, JU-60, JU-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Phrase)]
pub enum Defence {
    /// Agility.
    #[phrase("agility defence")]
    Agility,
    /// Perception.
    #[phrase("perception defence")]
    Perception,
    /// Resistance.
    Resistance,
}

impl Defence {
    /// JU-57: the defence that answers an attack of this kind.
    #[must_use]
    pub fn against(kind: AttackKind) -> Self {
        match kind {
            AttackKind::Melee => Self::Agility,
            AttackKind::Ranged => Self::Perception,
            AttackKind::Jujutsu => Self::Resistance,
        }
    }
}

/// ` with a spear`; nothing of fists and kicks and of weapons without a name.
fn with(weapon: &str) -> String {
    if weapon.is_empty() { String::new() } else { format!(" with {weapon}") }
}

/// ` with 2 cores, 1 split off`: what was paid for an attack, and put into its effect.
fn with_cores(cores: i32, split: i32) -> String {
    let cores = match cores {
        0 => String::new(),
        1 => " with 1 core".to_owned(),
        n => format!(" with {n} cores"),
    };
    if split == 0 { cores } else { format!("{cores}, {split} split off") }
}

impl Juso {
    /// The column of an own number of the unit.
    fn square(&self, unit: UnitId, own: i32) -> String {
        match own {
            ..1 => "off the board".to_owned(),
            own => format!("column {}", Self::column_of(self.unit(unit).side, own)),
        }
    }

    fn weapon_name(&self, unit: UnitId, weapon: u8) -> &str {
        self.unit(unit).weapons.get(weapon as usize).map_or("", |weapon| &weapon.name)
    }

    fn ability_name(&self, unit: UnitId, ability: u8) -> &str {
        &self.unit(unit).abilities[ability as usize].ability.id
    }

    /// The name of the ability whose lasting effects have this mark.
    fn name_of_mark(&self, mark: u8) -> &str {
        let mut skills = self.units.iter().flat_map(|unit| &unit.abilities);
        skills.find(|skill| skill.mark == mark).map_or("", |skill| &skill.ability.id)
    }
}

impl Show<Juso> for End {
    fn show(&self, juso: &Juso, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.side().show(juso, f)
    }
}

impl Show<Juso> for StatusId {
    fn show(&self, juso: &Juso, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&juso.statuses[self.0 as usize].name)
    }
}

impl Show<Juso> for How {
    fn show(&self, _: &Juso, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(n) => write!(f, "{n:+}"),
            Self::To(n) => write!(f, "{n}"),
        }
    }
}
