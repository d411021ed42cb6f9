//! Choices of targets, weapons and squares (D-04, D-05, D-13).

use super::*;

fn archer(how: Target) -> UnitSetup {
    let mut unit = UnitSetup { weapons: vec![bow(13, 1)], ..splitting(holding(at(3, pc("A", 1))), 0) };
    unit.tactics.target = Plan::always(how);
    unit
}

fn foe(col: i32, life: i32) -> UnitSetup {
    UnitSetup { life, ..holding(at(col, dummy(0))) }
}

#[test]
fn d_04_whom_a_unit_attacks() {
    let right = [foe(9, 5), foe(6, 4), foe(6, 3), foe(12, 2)];
    let target = |how| {
        let table = Table::of(&[archer(how)], &right);
        table
            .tape(match how {
                Target::Random => "d4=1 1",
                _ => "1",
            })
            .targets()[0]
    };
    assert_eq!(target(Target::Nearest), D, "of two on 6 the lower life");
    assert_eq!(target(Target::Weakest), UnitId(4));
    assert_eq!(target(Target::First), B);
    assert_eq!(target(Target::MostForward), C, "then listed order");
    assert_eq!(target(Target::Random), B);
    for unit in 1..=4 {
        let table = Table::of(&[archer(Target::Random)], &right);
        assert_p(table.p(|seen| seen.targets() == [UnitId(unit)]), 1, 4);
    }
}

#[test]
fn d_05_the_best_weapon_has_the_largest_expected_damage() {
    let mut unit =
        UnitSetup { weapons: vec![melee(1), bow(5, 4)], ..splitting(holding(at(7, pc("A", 3))), 0) };
    let table = |unit: &UnitSetup| Table::of(std::slice::from_ref(unit), &[foe(8, 9)]);
    let weapon = |seen: &Seen| {
        seen.events.iter().find_map(|event| match event {
            Event::Attacks { weapon, .. } => Some(*weapon),
            _ => None,
        })
    };
    assert_eq!(weapon(&table(&unit).tape("1")), Some(0));
    unit.tactics.weapon = Plan::always(WeaponChoice::Best);
    assert_eq!(weapon(&table(&unit).tape("1111")), Some(1));
}

#[test]
fn d_13_the_square_with_the_most_enemies_then_the_nearest_then_the_lower_column() {
    let mut caster = UnitSetup {
        weapons: vec![Weapon { area: true, ..spell(Reach::Squares(6)) }],
        ..holding(at(6, pc("A", 1)))
    };
    let square = |caster: &UnitSetup, columns: &[i32], ally: i32| {
        let right: Vec<UnitSetup> = columns.iter().map(|&col| foe(col, 5)).collect();
        let left = [caster.clone(), holding(at(ally, pc("ally", 1)))];
        let mut table = Table::of(&left, &right);
        table.setup.sides[0].units[1].tactics.ability = Plan::default();
        let (juso, state) = table.board();
        let foes = juso.in_reach(&state, A, 6);
        let harm = |there| juso.harm(&state, A, &juso.unit(A).profiles[0], there);
        juso.choose_square(&state, A, foes, harm).map(|square| square.0)
    };
    caster.tactics.area = Plan::always(AreaSquare::Most);
    assert_eq!(square(&caster, &[8, 10, 10], 2), Some(10));
    assert_eq!(square(&caster, &[8, 10], 2), Some(8));
    assert_eq!(square(&caster, &[8, 4], 2), Some(4));
    assert_eq!(square(&caster, &[10, 10, 8], 10), Some(10));
    caster.tactics.area = Plan::always(AreaSquare::MostSafe);
    assert_eq!(square(&caster, &[10, 10, 8], 10), Some(8));
    assert_eq!(square(&caster, &[10], 10), None);
    assert_eq!(square(&caster, &[13], 2), None, "out of reach");
}

#[test]
fn a_condition_asks_what_the_unit_sees() {
    let (juso, state) = Table::of(&[at(7, pc("A", 1)), at(3, pc("C", 1))], &[foe(8, 5), foe(12, 5)]).board();
    let fact = |fact| juso.fact(&state, A, fact).0;
    let all = [
        Fact::Round,
        Fact::Life,
        Fact::Cores,
        Fact::HighMana,
        Fact::Enemies,
        Fact::Allies,
        Fact::Melee,
        Fact::Own,
        Fact::Flag,
        Fact::First,
    ];
    assert_eq!(all.map(fact), [0, 9, 0, 0, 2, 2, 1, 7, 1, 1]);
    assert_eq!(juso.fact(&state, A, Fact::Life).1, 9);
    assert_eq!(juso.side_fact(&state, End::Right, Fact::Flag).0, 0);
}
