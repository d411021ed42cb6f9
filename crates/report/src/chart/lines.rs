//! Lines with bands.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, Polygon, Text};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::Color as _;

use super::{
    Axis, Svg, TEXT, WIDTH, axis_style, cut, draw, grid_style, label_style, line, name_style, px, shade,
    width_of,
};
use crate::theme::{Color, INK};

/// A point of a line: its place, its value, the ends of its interval.
pub type LinePoint = (f64, f64, Option<(f64, f64)>);

/// A line through points.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its colour.
    pub color: Color,
    /// The label at its right end, drawn where there are several lines.
    pub label: String,
    /// Its points from left to right.
    pub points: Vec<LinePoint>,
}

/// Lines in one chart.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The lines; the first is drawn last, above the others.
    pub lines: &'a [Line],
    /// The title of the horizontal axis.
    pub x_title: &'a str,
    /// The values.
    pub y: Axis,
    /// Values that are asked for, each a dashed line from the left to the right.
    pub levels: &'a [f64],
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
        let ends = ends.chain(self.levels.iter().copied());
        let (lo, hi) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), y| (lo.min(y), hi.max(y)));
        let (mut lo, mut hi) = self.y.span(lo, hi);
        if self.y == Axis::Percent {
            (lo, hi) = (lo.max(-1.0), hi.min(1.0).max(lo + 1e-9));
            lo = if points().all(|point| point.1 >= 0.0) { lo.max(0.0) } else { lo };
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
            let has_labels = self.lines.len() > 1;
            let names = self.lines.iter().map(|line| width_of(&line.label)).max().unwrap_or(0).min(WIDTH / 3);
            let mut chart = ChartBuilder::on(area)
                .margin_right(px(if has_labels { names + 10 } else { 12 }))
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
            for level in self.levels {
                let ends = [(first, *level), (last, *level)];
                let dashes = DashedLineSeries::new(ends, px(4), px(3), line(INK, 1.0));
                chart.draw_series(dashes)?;
            }
            // The later the paler: lines of one colour are told apart by their labels.
            let is_one_color = self.lines.windows(2).all(|pair| pair[0].color == pair[1].color);
            let steps = if is_one_color { self.lines.len() } else { 0 };
            let paleness = |n: usize| if steps > 1 { 1.0 - 0.6 * n as f64 / steps as f64 } else { 1.0 };
            for (n, Line { color, points, .. }) in self.lines.iter().enumerate().rev() {
                let upper = points.iter().filter_map(|&(x, _, within)| Some((x, within?.1)));
                let lower = points.iter().rev().filter_map(|&(x, _, within)| Some((x, within?.0)));
                let band: Vec<_> = upper.chain(lower).collect();
                if band.len() > 2 {
                    chart.draw_series([Polygon::new(band, shade(*color, 0.16 * paleness(n)))])?;
                }
                let through = points.iter().map(|&(x, y, _)| (x, y));
                let style = color.drawn().mix(paleness(n)).stroke_width(px(2));
                chart.draw_series(LineSeries::new(through.clone(), style))?;
                if points.len() <= 24 {
                    let dots = through.map(|at| Circle::new(at, px(2) as i32 + 2, color.drawn().filled()));
                    chart.draw_series(dots)?;
                }
                // A point alone has its interval as a line.
                if let [(x, _, Some((lo, hi)))] = points.as_slice() {
                    chart.draw_series(LineSeries::new([(*x, *lo), (*x, *hi)], line(*color, 1.5)))?;
                }
            }
            if has_labels {
                let mut ends: Vec<(i32, &str)> = self
                    .lines
                    .iter()
                    .filter_map(|line| {
                        Some((chart.backend_coord(&(last, line.points.last()?.1)).1, line.label.as_str()))
                    })
                    .collect();
                ends.sort_by_key(|end| end.0);
                let heights: Vec<i32> = ends.iter().map(|end| end.0).collect();
                let right = chart.backend_coord(&(last, lo)).0;
                for (y, (_, label)) in
                    apart(&heights, px(TEXT + 1) as i32, px(TEXT) as i32).into_iter().zip(ends)
                {
                    let at = (right + px(6) as i32, y - px(TEXT) as i32 / 2);
                    area.draw(&Text::new(cut(label, names), at, name_style()))?;
                }
            }
            Ok(())
        })
    }
}

/// Heights in ascending order, moved until each is at least `least` below the one before it, as little as
/// possible upward and downward, and none above `top`.
fn apart(heights: &[i32], least: i32, top: i32) -> Vec<i32> {
    let mut moved: Vec<i32> = Vec::new();
    for height in heights {
        let from = moved.last().map_or(*height, |last| (last + least).max(*height));
        moved.push(from);
    }
    // What was pushed down is half as far from its place if all of its neighbours go up by half.
    let most = heights.iter().zip(&moved).map(|(was, is)| is - was).max().unwrap_or(0);
    let up = (most / 2).min(heights.first().map_or(0, |first| (first - top).max(0)));
    moved.iter().map(|height| height - up).collect()
}

/// A number with as many digits as labels between which there are `span` / 5 may have.
fn round_to(value: f64, span: f64) -> f64 {
    let unit = 10_f64.powf((span / 5.0).log10().floor());
    (value / unit).round() * unit
}
