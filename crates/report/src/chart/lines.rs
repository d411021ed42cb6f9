//! Lines with bands.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, Polygon};
use plotters::series::LineSeries;
use plotters::style::Color as _;

use super::{Axis, Svg, WIDTH, axis_style, draw, grid_style, label_style, line, px, shade, width_of};
use crate::theme::{Color, INK};

/// A point of a line: its place, its value, the ends of its interval.
pub type LinePoint = (f64, f64, Option<(f64, f64)>);

/// A line through points.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its colour.
    pub color: Color,
    /// Its points from left to right.
    pub points: Vec<LinePoint>,
}

/// Lines in one chart.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The lines; the first is drawn last, above the others.
    pub lines: &'a [Line],
    /// What the places are.
    pub x_title: &'a str,
    /// The values.
    pub y: Axis,
    /// What the values must include, such as 0 and 1.
    pub includes: &'a [f64],
    /// The height of the chart in pixels.
    pub height: u32,
}

impl Lines<'_> {
    /// The chart.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let xs = || points().map(|point| point.0);
        let (first, last) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
        let (first, last) = if first < last { (first, last) } else { (first - 1.0, last + 1.0) };
        let (first, last) = if first.is_finite() { (first, last) } else { (0.0, 1.0) };
        let ends = points().flat_map(|&(_, y, within)| {
            let (lo, hi) = within.unwrap_or((y, y));
            [lo, hi, y]
        });
        let ends = ends.chain(self.includes.iter().copied());
        let (lo, hi) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), y| (lo.min(y), hi.max(y)));
        let (mut lo, mut hi) = self.y.span(lo, hi);
        if self.y == Axis::Percent {
            (lo, hi) = (lo.max(-1.0), hi.min(1.0).max(lo + 1e-9));
            lo = if self.includes.contains(&0.0) { lo.max(0.0) } else { lo };
        }
        draw(WIDTH, self.height, |area| {
            let widest = (0..=4)
                .map(|i| width_of(&self.y.label(round_to(lo + (hi - lo) * f64::from(i) / 4.0, hi - lo))));
            let room = widest.max().unwrap_or(0).clamp(30, 90) + 10;
            let widest = [first, last].map(|x| width_of(&Axis::Number.label(round_to(x, last - first))));
            let n_labels = ((WIDTH - room) / (widest[0].max(widest[1]).max(14) + 14)).clamp(2, 10) as usize;
            // Of few whole numbers each has a label.
            let n_labels = if xs().all(|x| x.fract() == 0.0) {
                n_labels.min((last - first) as usize + 1)
            } else {
                n_labels
            };
            let mut chart = ChartBuilder::on(area)
                .margin_right(px(12))
                .margin_top(px(8))
                .x_label_area_size(px(36))
                .y_label_area_size(px(room))
                .build_cartesian_2d(first..last, lo..hi)?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .bold_line_style(grid_style())
                .light_line_style(shade(INK, 0.0))
                .axis_style(axis_style())
                .label_style(label_style())
                .axis_desc_style(label_style())
                .x_desc(self.x_title)
                .x_labels(n_labels)
                .y_labels(5)
                .set_all_tick_mark_size(px(3))
                .x_label_formatter(&|value| Axis::Number.label(*value))
                .y_label_formatter(&|value| self.y.label(*value))
                .draw()?;
            for Line { color, points } in self.lines.iter().rev() {
                let upper = points.iter().filter_map(|&(x, _, within)| Some((x, within?.1)));
                let lower = points.iter().rev().filter_map(|&(x, _, within)| Some((x, within?.0)));
                let band: Vec<_> = upper.chain(lower).collect();
                if band.len() > 2 {
                    chart.draw_series([Polygon::new(band, shade(*color, 0.22))])?;
                }
                let through = points.iter().map(|&(x, y, _)| (x, y));
                chart.draw_series(LineSeries::new(through.clone(), line(*color, 2.0)))?;
                if points.len() <= 24 {
                    let dots = through.map(|at| Circle::new(at, px(2) as i32 + 2, color.drawn().filled()));
                    chart.draw_series(dots)?;
                }
                // A point alone has its interval as a line.
                if let [(x, _, Some((lo, hi)))] = points.as_slice() {
                    chart.draw_series(LineSeries::new([(*x, *lo), (*x, *hi)], line(*color, 1.5)))?;
                }
            }
            Ok(())
        })
    }
}

/// A number with as many digits as labels between which there are `span` / 5 may have.
fn round_to(value: f64, span: f64) -> f64 {
    let unit = 10_f64.powf((span / 5.0).log10().floor());
    (value / unit).round() * unit
}
