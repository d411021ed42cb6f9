//! The play-by-play in the words of the game: headings flush left, who acts under its phase, what
//! comes of it under the actor.

use core::fmt;

use crate::Juso;
use crate::data::metrics::Exhaustion;
use crate::data::setup::{AttackKind, End};
use crate::data::vocabulary::{How, Stat, StatusId};
use fray_engine::roster::UnitId;
use fray_kit::declare::events::Show;
use fray_kit::{events, phrases};

events! {
    /// One line of the play-by-play.
    pub enum Event of Juso as juso {
        /// Placed by chance (JU-08).
        Placed { unit: UnitId, own: i32 } ["{unit} stands on {own}", own = juso.square(unit, own)],
        /// High mana was rolled (JU-09).
        HighMana { unit: UnitId, dice: i32, gained: i32 } ["{unit}: high mana {dice}d = {gained}"],
        /// The initiative roll (JU-11).
        Initiative { dice: [i32; 2], rolled: [i32; 2], winner: End } [
            "Initiative: {a}d = {rolled_a} against {b}d = {rolled_b}: the flag goes to {winner}",
            a = dice[0], rolled_a = rolled[0], b = dice[1], rolled_b = rolled[1]
        ],
        /// Who begins with the flag without a roll; by surprise or by the scenario (JU-12).
        FlagGiven { side: End, surprise: bool } [
            if surprise => "Surprise: the flag goes to {side}";
            "The flag is with {side}"
        ],
        /// The preparation phase.
        Preparation ["Preparation"],
        /// Cores were gained (JU-14).
        Cores { unit: UnitId, dice: i32, gained: i32, cores: i32 } [
            "  {unit}: cores {dice}d = {gained}, has {cores}"
        ],
        /// The action phase, with the first side of the round (JU-15).
        Action { first: End } ["Action: {first} first"],
        /// The unit's activation, on this column; 0 off the board.
        Acts { unit: UnitId, column: i32, life: i32, cores: i32 } [
            "{unit} acts {column}, life {life}{cores}",
            column = if column == 0 { "off the board".to_owned() } else { format!("on column {column}") },
            cores = if cores == 0 { String::new() } else { format!(", cores {cores}") }
        ],
        /// The unit's slot passes.
        Passes { unit: UnitId, why: Passes } ["{unit} {why}: its slot passes"],
        /// The unit does nothing.
        Stays { unit: UnitId } ["  does nothing"],
        /// A move of its own from own number to own number (JU-31 to JU-36).
        Moves { unit: UnitId, how: Move, from: i32, to: i32 } [
            "  {how}: {from} to {to}", from = juso.square(unit, from), to = juso.square(unit, to)
        ],
        /// An attempt to slip past or to sneak (JU-38 to JU-40).
        Slips { unit: UnitId, sneaks: bool, dice: i32, difficulty: i32, rolled: i32, succeeds: bool } [
            "  {what}: {dice}d = {rolled} against alert {difficulty}: {succeeds}",
            what = if sneaks { "sneaks" } else { "slips past" }
        ],
        /// A weapon was made ready (JU-22).
        Readies { unit: UnitId, weapon: u8 } [
            if juso.weapon_name(unit, weapon).is_empty() => "  readies weapon {nth}", nth = weapon + 1;
            "  readies {name}", name = juso.weapon_name(unit, weapon)
        ],
        /// An attack is declared: pool after cores, of which the split is taken (JU-42, JU-43).
        Attacks { unit: UnitId, target: UnitId, weapon: u8, pool: i32, cores: i32, split: i32 } [
            "  {kind} attack on {target}{weapon}: pool {pool}{dice}",
            kind = juso.unit(unit).profiles[weapon as usize].kind,
            weapon = with(juso.weapon_name(unit, weapon)), dice = with_cores(cores, split)
        ],
        /// An area attack is declared on this column (JU-54).
        AttacksArea { unit: UnitId, column: i32, weapon: u8, pool: i32, cores: i32, split: i32 } [
            "  {kind} attack on all on column {column}{weapon}: pool {pool}{dice}",
            kind = juso.unit(unit).profiles[weapon as usize].kind,
            weapon = with(juso.weapon_name(unit, weapon)), dice = with_cores(cores, split)
        ],
        /// The base roll against a fixed value (JU-42).
        BaseRoll { unit: UnitId, target: UnitId, dice: i32, rolled: i32, value: i32, hits: bool } [
            "  {roll} {dice}d = {rolled} against {value} of {target}: {hits}",
            roll = if juso.unit(unit).is_pc() { "base roll" } else { "power" },
            hits = if hits { "hit" } else { "miss" }
        ],
        /// The successes of an attack that its targets answer (JU-43).
        PowerRoll { unit: UnitId, dice: i32, rolled: i32 } [
            if rolled == 0 => "  power {dice}d = 0: fails";
            "  power {dice}d = {rolled}"
        ],
        /// A defence against this difficulty; `dice` is `None` if armour alone decided (JU-57).
        Defends { unit: UnitId, how: Defence, dice: Option<i32>, difficulty: i32, rolled: i32, stops: bool } [
            if dice.is_none() => "  {unit}: {how} against {difficulty}: {stops} without a roll",
            stops = if stops { "stopped" } else { "not stopped" };
            "  {unit}: {how} {dice}d = {rolled} against {difficulty}: {stops}",
            dice = dice.unwrap_or(0), stops = if stops { "stopped" } else { "not stopped" }
        ],
        /// Body defence: the knockback it takes away (JU-59).
        BodyDefence { unit: UnitId, dice: i32, rolled: i32 } [
            "  {unit}: body defence {dice}d = {rolled} off the knockback"
        ],
        /// The damage roll (JU-66).
        DamageRoll { unit: UnitId, dice: i32, rolled: i32 } [
            if dice == 0 => "  damage {rolled}";
            "  damage {dice}d = {rolled}"
        ],
        /// Special armour (JU-67).
        SpecialArmour { unit: UnitId, stopped: i32, left: i32 } [
            "  {unit}: special armour stops {stopped}, {left} left"
        ],
        /// Damage that an ability stops.
        Reduced { unit: UnitId, stopped: i32, left: i32 } [
            "  {unit}: stops {stopped} of the damage, {left} left"
        ],
        /// A knockback (JU-69, JU-70): squares, from and to own number.
        KnockedBack { unit: UnitId, squares: i32, from: i32, to: i32 } [
            "  {unit} is knocked back {squares}: {from} to {to}",
            from = juso.square(unit, from), to = juso.square(unit, to)
        ],
        /// A back attack turns this many squares into damage (JU-73).
        BackAttack { unit: UnitId, squares: i32 } ["  back attack on {unit}: {squares} more damage"],
        /// Squares endured with cores (JU-75).
        Endures { unit: UnitId, squares: i32, to: i32, cores: i32 } [
            "  {unit} endures {squares}: {to}, cores left {cores}", to = juso.square(unit, to)
        ],
        /// Retreat-defence (JU-74).
        Retreats { unit: UnitId, squares: i32, to: i32 } [
            "  {unit} retreats {squares} from the blow: {to}", to = juso.square(unit, to)
        ],
        /// The unit left the board (JU-35).
        Leaves { unit: UnitId } ["  {unit} leaves the board"],
        /// Life lost (JU-76).
        Loses { unit: UnitId, damage: i32, life: i32 } ["  {unit} takes {damage}, life {life} left"],
        /// Incapacitated (JU-76).
        Incapacitated { unit: UnitId } ["  {unit} is incapacitated"],
        /// Dead (JU-68).
        Dead { unit: UnitId } ["  {unit} is dead"],
        /// The last core is spent.
        Exhausted { unit: UnitId, why: Exhaustion } ["  {unit} has no core left"],
        /// First aid (JU-77).
        FirstAid { unit: UnitId, target: UnitId, dice: i32, rolled: i32, succeeds: bool } [
            "  first aid for {target}: {dice}d = {rolled} against 2: {succeeds}"
        ],
        /// The flag changes hands (JU-23).
        Flag { side: End } ["  the flag goes to {side}"],
        /// An ability is used (JU-80).
        Ability { unit: UnitId, ability: u8, target: UnitId } [
            if target == unit => "  {unit} uses {id}", id = juso.ability_name(unit, ability);
            "  {unit} uses {id} on {target}", id = juso.ability_name(unit, ability)
        ],
        /// Its roll (JU-80).
        AbilityRoll { unit: UnitId, dice: i32, rolled: i32, difficulty: i32, succeeds: bool } [
            "  {unit}: {dice}d = {rolled} against {difficulty}: {succeeds}"
        ],
        /// Life back.
        Heals { unit: UnitId, life: i32 } ["  {unit} has life {life}"],
        /// Cores gained or lost by an ability.
        CoresChanged { unit: UnitId, cores: i32 } ["  {unit} has cores {cores}"],
        /// High mana gained by an ability.
        HighManaChanged { unit: UnitId, mana: i32 } ["  {unit} has high mana {mana}"],
        /// A status begins or ends.
        Status { unit: UnitId, status: StatusId, begins: bool } [
            if begins => "  {unit} is {status}";
            "  {unit} is no longer {status}"
        ],
        /// The roll to be rid of a status.
        Recovers { unit: UnitId, status: StatusId, dice: i32, rolled: i32, difficulty: i32, succeeds: bool } [
            "  {unit}, {status}: {dice}d = {rolled} against {difficulty}: {succeeds}"
        ],
        /// An ability changes a number of the unit.
        Changes { unit: UnitId, stat: Stat, how: How } [
            "  {unit}: {stat} {how}", stat = Stat::WORDS[stat as usize].replace('_', " ")
        ],
        /// An ability lets the unit defend without losing dice by repetition.
        Unwearied { unit: UnitId } ["  {unit} defends without losing dice"],
        /// What an ability did for a time is over.
        Ends { unit: UnitId, mark: u8 } ["  {unit}: {id} is over", id = juso.name_of_mark(mark)],
        /// The enemies know of the unit.
        Noticed { unit: UnitId } ["  {unit} is noticed"],
        /// The round end phase.
        RoundEnd ["Round end"],
        /// Cores lost and kept at the end of the round (JU-17).
        CoresLost { unit: UnitId, lost: i32, kept: i32 } [
            if lost == 0 => "  {unit}: cores kept {kept}";
            "  {unit}: cores lost {lost}, kept {kept}"
        ],
        /// A side concedes (D-15).
        Concedes { side: End } ["{side} concedes"],
        /// A side has left the board for good (JU-35).
        Withdraws { side: End } ["{side} has left the board for good"],
    }
}

phrases! {
    /// Why a unit's slot passes.
    pub enum Passes {
        /// It is dead.
        Dead = "is dead",
        /// It is incapacitated.
        Down = "is incapacitated",
        /// JU-12: its side is surprised.
        Surprised = "is surprised",
    }

    /// How a unit moves of its own.
    pub enum Move {
        /// JU-31.
        Large = "large move",
        /// JU-32.
        Small = "small move",
        /// JU-33.
        DoubleSub = "move with both subs",
        /// JU-38, JU-39.
        Slip = "slips",
        /// By an ability.
        Ability = "is moved",
    }

    /// A defence that can stop an attack (JU-58, JU-60, JU-61).
    pub enum Defence {
        /// Agility.
        Agility = "agility defence",
        /// Perception.
        Perception = "perception defence",
        /// Resistance.
        Resistance = "resistance",
    }
}

impl Defence {
    /// JU-57: what answers an attack of this kind.
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
