//! The statuses (CA-40 to CA-49): those that a unit can have, and what they have in common. The table of
//! CA-48 stands here as sets: what is not allowed, possible or certain for a unit with one of them. The rules
//! ask for the set, never for the single status. Rolls against statuses, fire and waking stand in
//! `games::cardinal::status`.

use fray_kit::Words;

/// A status.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Status {
    /// Off balance: easier to hit, no Counter, must Recover (CA-40 to CA-42).
    Reeling,
    /// Scratched: one more on every damage result (CA-43).
    Hurt,
    /// Has lost the will to fight: no Attack (CA-44).
    Afraid,
    /// Badly hurt: one more on every damage result (CA-45).
    Injured,
    /// Out of the fight and helpless (CA-46).
    Dying,
    /// Out for good (CA-47).
    Dead,
    /// Out for good, and its allies nearby are Afraid (CA-47).
    Overkilled,
    /// On guard until its next turn (CA-12).
    Guarding,
    /// Ready for a third action or an interrupt (CA-10).
    Focused,
    /// Afraid until an ability cures it (CA-44).
    Terrified,
    /// On the ground: at a disadvantage, no Retreat, every attack leaves it Reeling.
    Knockdown,
    /// At a disadvantage, everybody is concealed from it, no Dash.
    Blinded,
    /// At a disadvantage, its targets are half concealed, its turns are Recover alone.
    Confused,
    /// At a disadvantage, and neither Stride nor Dash.
    Slowed,
    /// At a disadvantage, and no movement at all.
    Immobilized,
    /// As immobilized, behind soft cover, until it breaks free.
    HalfBuried,
    /// At a disadvantage, and burns at the end of its turns.
    OnFire,
    /// Held by a grappler (CA-55).
    Grappled,
    /// Attacks a hostile each turn and Counters when it can; never Afraid.
    Enraged,
    /// As enraged, but friend and foe are alike to it.
    Berserk,
    /// Helpless and out until Rallied or hit.
    Asleep,
    /// Helpless and out until Rallied or hit.
    Unconscious,
    /// Falls when it becomes Reeling.
    Fatigued,
    /// Falls when it becomes Reeling; dies of another botched death save.
    Sick,
    /// Neither Rallies nor is heard, and casts nothing.
    Silenced,
    /// Speed and Dodge dice up to a d8, no Dash.
    Burdened,
    /// As burdened, and at a disadvantage.
    OverBurdened,
    /// Out of sight until its next turn (CA-57).
    Hiding,
    /// In the air (CA-56).
    Flying,
    /// No turn and no defence but Dodge until it is hit.
    Mesmerized,
    /// Acts for the other side.
    Controlled,
    /// Acts for the other side, as on strings.
    Marionette,
}

/// A set of statuses: bit n for status n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Statuses(pub u32);

impl Statuses {
    /// The set of these.
    #[must_use]
    pub const fn of(statuses: &[Status]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < statuses.len() {
            set |= 1 << statuses[i] as u32;
            i += 1;
        }
        Self(set)
    }

    /// Out of the fight (CA-46 to CA-48).
    pub const OUT: Self =
        Self::of(&[Status::Dying, Status::Dead, Status::Overkilled, Status::Asleep, Status::Unconscious]);
    /// Out until somebody brings the unit back.
    pub const FALLEN: Self = Self::of(&[Status::Dying, Status::Dead, Status::Overkilled]);
    /// Dead, whatever is left.
    pub const DEAD: Self = Self::of(&[Status::Dead, Status::Overkilled]);
    /// Without the will to Attack (CA-44).
    pub const AFRAID: Self = Self::of(&[Status::Afraid, Status::Terrified]);
    /// CA-28: the statuses that put a unit at a disadvantage.
    pub const DISADVANTAGE: Self = Self::of(&[
        Status::Reeling,
        Status::Knockdown,
        Status::Blinded,
        Status::Slowed,
        Status::HalfBuried,
        Status::Immobilized,
        Status::Confused,
        Status::Mesmerized,
        Status::OnFire,
        Status::OverBurdened,
    ]);
    /// CA-08: no focus turn and no use of Focus.
    pub const NO_FOCUS: Self =
        Self::of(&[Status::Afraid, Status::Terrified, Status::Confused, Status::Enraged, Status::Berserk]);
    /// CA-12, CA-57: the statuses that a unit may take up anew each turn.
    pub const STANCES: Self = Self::of(&[Status::Guarding, Status::Hiding]);
    /// CA-48: no step is taken.
    pub const HELD: Self = Self::of(&[Status::Immobilized, Status::HalfBuried]);
    /// CA-48: neither Stride nor Dash.
    pub const SLOW: Self = Self::of(&[Status::Slowed, Status::Immobilized, Status::HalfBuried]);
    /// CA-48: no Dash.
    pub const NO_DASH: Self = Self::SLOW.or(Self::LADEN).or(Self::of(&[Status::Blinded]));
    /// CA-26, CA-48: no Retreat.
    pub const NO_RETREAT: Self = Self::SLOW.or(Self::of(&[Status::Knockdown]));
    /// CA-48: whom it attacks is totally concealed from the unit.
    pub const SIGHTLESS: Self = Self::of(&[Status::Blinded]);
    /// CA-48: whom it attacks is partially concealed from the unit, and its turns are Recover alone.
    pub const DAZED: Self = Self::of(&[Status::Confused]);
    /// CA-48: no turn, and no defence but Dodge.
    pub const SPELLBOUND: Self = Self::of(&[Status::Mesmerized]);
    /// CA-48: a hit ends them.
    pub const BROKEN_BY_HITS: Self = Self::of(&[Status::Asleep, Status::Unconscious, Status::Mesmerized]);
    /// CA-42, CA-48: the unit falls when it becomes Reeling.
    pub const TIRED: Self = Self::of(&[Status::Fatigued, Status::Sick]);
    /// CA-48: no Rally, given or heard, and no magic.
    pub const MUTE: Self = Self::of(&[Status::Silenced]);
    /// CA-48: the unit attacks whom it meets, Counters when it can and is never Afraid.
    pub const RAGING: Self = Self::of(&[Status::Enraged, Status::Berserk]);
    /// CA-48: the unit acts for the other side.
    pub const TURNED: Self = Self::of(&[Status::Controlled, Status::Marionette]);
    /// CA-35: wounds that raise damage results.
    pub const WOUNDS: Self = Self::of(&[Status::Hurt, Status::Injured]);
    /// CA-48: Speed and Dodge dice up to a d8, and no Dash.
    pub const LADEN: Self = Self::of(&[Status::Burdened, Status::OverBurdened]);

    /// Returns whether one of them is in it.
    #[inline(always)]
    #[must_use]
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Returns whether it is in it.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, status: Status) -> bool {
        self.0 >> status as u32 & 1 == 1
    }

    /// With the status.
    #[inline(always)]
    pub fn insert(&mut self, status: Status) {
        self.0 |= 1 << status as u32;
    }

    /// Without the status.
    #[inline(always)]
    pub fn remove(&mut self, status: Status) {
        self.0 &= !(1 << status as u32);
    }

    /// Those in both.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in it and not in `other`.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// CA-46, CA-47: whether who has these loses by a cure something that it is of use to lose: the fallen are given
    /// nothing but what brings them back.
    #[must_use]
    pub const fn are_cured_by(self, cure: Self) -> bool {
        let fallen = self.and(Self::FALLEN);
        if fallen.is_empty() { self.any(cure) } else { fallen.any(cure) }
    }

    /// Those in either.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns how many are in it.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether none is in it.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its statuses in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Status> {
        Status::ALL.into_iter().filter(move |&status| self.has(status))
    }
}
