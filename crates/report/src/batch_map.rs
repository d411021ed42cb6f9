//! Points of one shape as a table of their win rates: two varied keys, or names such as `party/monster`.

use askama::Template;
use fray_sim::overview::{Shape, shape};

use crate::batch::BatchPoint;
use crate::heat::{self, DARKEST};
use crate::sifted::classes;
use crate::theme::{Color, series};
use crate::words;

/// The bytes of links that a map has room for; of more points those that miss a goal have links alone.
const MOST_LINKS: usize = 700_000;

/// The table, in the order of rows that its reader chooses.
#[derive(Debug, Template)]
#[template(path = "heat.html")]
pub(crate) struct Map {
    label: &'static str,
    corner: String,
    color: Color,
    columns: Vec<String>,
    rows: Vec<Row>,
    /// The names of the orders of the rows.
    orders: Vec<&'static str>,
}

#[derive(Debug)]
struct Row {
    name: String,
    /// Its place in each order.
    places: Vec<usize>,
    cells: Vec<Option<MapCell>>,
}

#[derive(Debug)]
struct MapCell {
    text: String,
    percent: u8,
    classes: String,
    link: Option<String>,
}

/// The shape of points, if they have one.
pub(crate) fn shape(points: &[BatchPoint], keys: &[String]) -> Option<Shape> {
    Shape::of(points.iter().map(|point| match (point.values.as_slice(), keys) {
        ([a, b], [_, _]) => Some((a.as_str(), b.as_str())),
        (values, _) if values.iter().all(String::is_empty) => shape::halves(&point.scenario),
        _ => None,
    }))
}

/// The win rates of points of one shape.
pub(crate) fn map(points: &[BatchPoint], keys: &[String], shape: &Shape) -> Map {
    // An element around the text, and the address.
    let bytes =
        points.iter().filter_map(|point| point.link.as_ref()).map(|link| link.len() + 15).sum::<usize>();
    let is_linked = |point: &BatchPoint| bytes <= MOST_LINKS || point.rank() == 0;
    let cell = |point: &BatchPoint| {
        let wins = point.wins.as_ref()?;
        Some(MapCell {
            text: heat::percent(wins.value, wins.within),
            percent: (wins.value * DARKEST).round() as u8,
            classes: classes(&point.marks),
            link: point.link.clone().filter(|_| is_linked(point)),
        })
    };
    let n = shape.rows.len();
    let mean = |row: usize| {
        let rates: Vec<f64> = shape.row(row).map(|at| points[at].win_rate()).collect();
        rates.iter().sum::<f64>() / rates.len().max(1) as f64
    };
    let means: Vec<f64> = (0..n).map(mean).collect();
    let failed: Vec<usize> =
        (0..n).map(|row| shape.row(row).filter(|at| points[*at].rank() == 0).count()).collect();
    let order = |of: &dyn Fn(usize, usize) -> core::cmp::Ordering| {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| of(*a, *b));
        order
    };
    let hardest = |a: usize, b: usize| means[a].total_cmp(&means[b]);
    let mut orders = vec![
        ("hardest", order(&hardest)),
        ("easiest", order(&|a, b| hardest(b, a))),
        ("name", order(&|a, b| words::natural(&shape.rows[a], &shape.rows[b]))),
    ];
    let listed: Vec<usize> = (0..n).collect();
    // Two varied numbers stay in their order.
    match (keys, failed.iter().any(|n| *n > 0)) {
        ([_, _], _) => orders.insert(0, ("value", listed)),
        (_, true) => {
            orders.insert(0, ("missed goals", order(&|a, b| failed[b].cmp(&failed[a]).then(hardest(a, b)))))
        }
        (_, false) => orders[2] = ("file", listed),
    }
    let mut places = vec![vec![0; orders.len()]; n];
    for (at, (_, order)) in orders.iter().enumerate() {
        order.iter().enumerate().for_each(|(place, row)| places[*row][at] = place);
    }
    // Who has no choice of orders, such as a printer, has the first.
    let rows = orders[0].1.iter().map(|&row| Row {
        name: shape.rows[row].clone(),
        places: places[row].clone(),
        cells: shape.cells[row].iter().map(|at| cell(&points[(*at)?])).collect(),
    });
    let corner = match keys {
        [a, b] if shape.is_turned => format!("{} \u{2193}   {} \u{2192}", words::axis(b), words::axis(a)),
        [a, b] => format!("{} \u{2193}   {} \u{2192}", words::axis(a), words::axis(b)),
        _ => String::new(),
    };
    Map {
        label: "Win rates of the first side",
        corner,
        color: series(0),
        columns: shape.columns.clone(),
        rows: rows.collect(),
        orders: orders.into_iter().map(|(name, _)| name).collect(),
    }
}

/// Returns the sentence that explains the cells.
pub(crate) fn sentence(points: &[BatchPoint]) -> String {
    let widest = heat::widest(points.iter().map(|point| point.wins.as_ref().and_then(|row| row.within)));
    let marked = if points.iter().any(|point| point.rank() == 0) {
        " A frame marks points that miss a goal."
    } else {
        ""
    };
    format!("How often the first side wins. {widest}{marked}")
}
