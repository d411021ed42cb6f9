//! The search for ways, cell by cell against its definition (MG-43 to MG-46, MG-73).

use super::ways::{Mover, Scratch, Search};
use super::{Board, Crew, FEET, Jump, NEVER, NOWHERE};
use crate::data::rulings::{MapMetric, Rulings};
use crate::data::setup::{Cell, Hazard, HazardOn, MapSetup, Patch, SetText, Side, Spot};
use crate::dice::DiceRules;

/// Ground on which walls, dear cells, heights and hazards look thrown; even and open, if it is not rough.
fn thrown((width, height): (u16, u16), is_rough: bool, metric: MapMetric, crew: Crew) -> Board {
    let damage = vec![SetText { n: 1, cumulative: false, die: Side::Faces(6) }];
    let hazard = Hazard { damage, flat: 0, on: HazardOn::Both };
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let patches = cells.filter_map(|(x, y)| {
        let what = (u32::from(x) * 7919 + u32::from(y) * 104_729 + u32::from(width)) % 97 % 13;
        let cell = match what {
            0 | 1 => Cell { blocks_move: Some(true), ..Cell::default() },
            2 => Cell { blocks_move: Some(true), height: Some(1), ..Cell::default() },
            3 => Cell { move_cost: Some(2), ..Cell::default() },
            4 => Cell { move_cost: Some(5), height: Some(1), ..Cell::default() },
            5 | 6 => Cell { height: Some(what as u8 - 4), ..Cell::default() },
            7 => Cell { height: Some(3), ..Cell::default() },
            8 => Cell { hazard: Some(hazard.clone()), ..Cell::default() },
            _ => return None,
        };
        let at = Spot { x, y };
        Some(Patch { from: at, to: at, cell })
    });
    let patches = if is_rough { patches.collect() } else { Vec::new() };
    let rulings = Rulings { map_metric: metric, ..Rulings::default() };
    Board::new(&MapSetup { width, height, patches }, &rulings, DiceRules { most: 64, once: false }, crew)
}

/// The cells to which one step or jump leads, with what it costs.
fn moves(board: &Board, search: &Search, cell: u32) -> Vec<(u32, u16)> {
    let (mover, z) = (&search.mover, Board::coordinates(cell)[2]);
    let is_free = |cell: u32| !search.foes[..search.n].contains(&cell);
    let mut all = Vec::new();
    if mover.flies {
        let near = board.cells_within(true, board.around(cell, 1)).filter(|&to| to != cell);
        all.extend(near.filter(|&to| board.can_fly(cell, to)).map(|to| (to, 1)));
    } else {
        let steps = board.neighbours(cell).into_iter().filter(|&to| to != NOWHERE);
        all.extend(steps.map(|to| (to, board.move_cost(to, false) as u16)));
    }
    all.retain(|&(to, _)| board.is_open(mover, z, to) && is_free(to));
    if let Some(jump) = &mover.jump {
        board.leaps(cell, jump, mover, false, is_free, |leap| all.push((leap.to, leap.cost)));
    }
    all
}

/// Returns whether the cost of each cell is the least that leads there over another, and its way the one that the order
/// of steps says.
fn holds(board: &Board, scratch: &Scratch, search: &Search, most: u16) {
    let flies = search.mover.flies;
    let cells: Vec<u32> = board.cells(flies).filter(|&it| flies || board.is_walkable(it)).collect();
    let cost = |cell: u32| scratch.cost(board, cell);
    assert_eq!(cost(search.start), 0);
    let place = |cell: u32| board.space(flies).place(cell);
    let mut least = vec![NEVER; board.space(flies).places()];
    for &from in cells.iter().filter(|&&cell| cost(cell) != NEVER) {
        for (to, step) in moves(board, search, from) {
            least[place(to)] = least[place(to)].min(cost(from) + step);
        }
    }
    for &cell in cells.iter().filter(|&&cell| cell != search.start) {
        let least = least[place(cell)];
        let expected = if least <= most { least } else { NEVER };
        let at = Board::coordinates(cell);
        assert_eq!(cost(cell), expected, "{at:?} of {} x {}, {search:?}", board.width, board.height);
        if expected != NEVER {
            let before = scratch.before(board, cell);
            let step = moves(board, search, before).into_iter().filter(|it| it.0 == cell).map(|it| it.1);
            assert_eq!(step.min().map(|step| step + cost(before)), Some(expected), "{at:?}, {search:?}");
        }
    }
}

/// Plays all searches over boards of several sizes: those that end within a word of 64 cells and at its end,
/// of one row, and of more words than are looked at around one.
fn all_searches(is_rough: bool, flies: bool, jump: Option<Jump>) {
    for (width, height) in [(9, 1), (16, 9), (7, 8), (63, 4), (31, 33)] {
        for metric in [MapMetric::Chebyshev, MapMetric::Manhattan, MapMetric::Euclid] {
            let mut boards = [false, true].map(|is_plain| {
                let crew = Crew { top: if flies { 4 } else { 0 }, flies, is_plain };
                thrown((width, height), is_rough, metric, crew)
            });
            jump.into_iter().for_each(|jump| boards[0].know_jump(jump));
            let mut scratches = [Scratch::default(), Scratch::default()];
            let open: Vec<u32> =
                boards[0].cells(flies).filter(|&it| flies || boards[0].is_walkable(it)).collect();
            for dares in [false, true] {
                let start = open[open.len() / 3];
                let mut search = Search { is_whole: true, start, ..Search::default() };
                search.mover = Mover { flies, dares, jump };
                open.iter()
                    .skip(2)
                    .step_by(11)
                    .take(5)
                    .filter(|&&it| it != start)
                    .for_each(|&it| search.push(it));
                for (board, scratch) in boards.iter().zip(&mut scratches) {
                    scratch.fit(board);
                    // A search that goes on, and one that was made farther.
                    for most in [0, 3, 8, 2000, 5] {
                        board.ways(scratch, &search, most, |_| true);
                        holds(board, scratch, &search, most);
                    }
                }
            }
        }
    }
}

#[test]
fn mg_73_ways_on_foot_cost_the_least_of_any_cell_beside_and_the_step_between() {
    all_searches(false, false, None);
    all_searches(true, false, None);
}

#[test]
fn mg_43_ways_in_the_air_cost_the_least_of_any_cell_beside() {
    all_searches(false, true, None);
    all_searches(true, true, None);
}

#[test]
fn mg_45_ways_with_jumps_cost_the_least_of_any_cell_before_and_the_jump_between() {
    let jump = |far: i32, run: i32, cost| Jump {
        far: [far, 2 * far, 0],
        up: [far / 2, far, 0],
        run: [0, run, run],
        cost,
        most: 8,
    };
    all_searches(true, false, Some(jump(2 * FEET, 2, 4)));
    all_searches(true, false, Some(jump(4 * FEET, 1, 2)));
}

#[test]
fn mg_73_of_ways_that_cost_alike_the_last_step_is_straight() {
    let crew = Crew::default();
    let board = thrown((12, 5), false, MapMetric::Chebyshev, crew);
    let (start, mut scratch) = (Board::cell(1, 2), Scratch::default());
    scratch.fit(&board);
    board.ways(&mut scratch, &Search { is_whole: true, start, ..Search::default() }, 9, |_| true);
    // From its end to its beginning: three straight steps behind a diagonal one.
    let first = scratch.lay(&board, Board::cell(5, 1));
    let cells: Vec<u32> = [(5, 1), (4, 1), (3, 1), (2, 1)].map(|(x, y)| Board::cell(x, y)).into();
    assert_eq!(scratch.laid_from(first), &cells[..]);
    scratch.cut(first, 1);
    assert_eq!((scratch.next_of(first), scratch.next_of(first)), (Some(cells[3]), Some(cells[2])));
    scratch.clear_from(first);
    assert_eq!(scratch.next_of(first), None);
}
