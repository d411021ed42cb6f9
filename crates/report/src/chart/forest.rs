//! Estimates with their intervals, one below the other.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::style::Color as _;

use super::{
    Axis, Svg, WIDTH, axis_style, border, center, cut, draw, grid_style, label_style, line, place_of, places,
    px, shade, width_of,
};
use crate::theme::{Color, INK, MUTED};

/// A row of a forest plot.
#[derive(Clone, Debug)]
pub struct ForestRow {
    /// What is estimated.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// Its interval.
    pub within: Option<(f64, f64)>,
    /// Its colour.
    pub color: Color,
}

/// A forest plot.
#[derive(Clone, Debug)]
pub struct Forest<'a> {
    /// The rows, from the top to the bottom.
    pub rows: &'a [ForestRow],
    /// The values.
    pub axis: Axis,
    /// What the values are.
    pub title: &'a str,
    /// The value that means nothing, such as a difference of 0; always shown.
    pub base: f64,
    /// Whether each row has a bar from the base to its estimate.
    pub has_bars: bool,
    /// A share of which no value is beyond, such as 1 for rates.
    pub ends: Option<(f64, f64)>,
}

impl Forest<'_> {
    /// The chart.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let n = self.rows.len().max(1);
        let values = self.rows.iter().flat_map(|row| {
            let (lo, hi) = row.within.unwrap_or((row.value, row.value));
            [row.value, lo, hi]
        });
        let (lo, hi) = values.fold((self.base, self.base), |(lo, hi), value| (lo.min(value), hi.max(value)));
        let room = (hi - lo).max(1e-12) * 0.05;
        let (mut lo, mut hi) = (
            if lo < self.base { lo - room } else { lo },
            if hi > self.base || lo == hi { hi + room } else { hi },
        );
        if let Some((least, most)) = self.ends {
            (lo, hi) = (lo.max(least), hi.min(most));
        }
        if hi - lo < 1e-9 {
            hi = lo + 1.0;
        }
        draw(WIDTH, 46 + 22 * n as u32, |area| {
            // Half of a label such as `100 %` may stand beyond the last value.
            let names = self.rows.iter().map(|row| width_of(&row.label)).max().unwrap_or(0).clamp(30, 150);
            let mut chart = ChartBuilder::on(area)
                .margin_right(px(22))
                .margin_top(px(4))
                .x_label_area_size(px(38))
                .y_label_area_size(px(names + 8))
                .build_cartesian_2d(lo..hi, places(n, n))?;
            // The first row stands at the top.
            let label = |value: &f64| {
                let row = n.checked_sub(1 + place_of(*value)).and_then(|at| self.rows.get(at));
                row.map_or_else(String::new, |row| cut(&row.label, names))
            };
            chart
                .configure_mesh()
                .disable_y_mesh()
                .bold_line_style(grid_style())
                .light_line_style(shade(INK, 0.0))
                .axis_style(axis_style())
                .label_style(label_style())
                .axis_desc_style(label_style())
                .x_desc(self.title)
                .x_labels(4)
                .y_label_style(super::name_style())
                .set_all_tick_mark_size(px(3))
                .x_label_formatter(&|value| self.axis.label(*value))
                .y_label_formatter(&label)
                .draw()?;
            if lo <= self.base {
                let base = [(self.base, border(0)), (self.base, border(n))];
                chart.draw_series([PathElement::new(base, line(MUTED, 1.5))])?;
            }
            for (i, row) in self.rows.iter().rev().enumerate() {
                let at = center(i);
                if self.has_bars {
                    let corners = [(self.base, border(i)), (row.value, border(i + 1))];
                    let mut bar = Rectangle::new(corners, row.color.drawn().filled());
                    bar.set_margin(px(4), px(4), 0, 0);
                    chart.draw_series([bar])?;
                } else {
                    chart.draw_series([Circle::new(
                        (row.value, at),
                        px(4) as i32,
                        row.color.drawn().filled(),
                    )])?;
                }
                if let Some((from, to)) = row.within {
                    let color = if self.has_bars { INK } else { row.color };
                    let ends = [(from.clamp(lo, hi), at), (to.clamp(lo, hi), at)];
                    chart.draw_series([PathElement::new(ends, line(color, 2.0))])?;
                }
            }
            Ok(())
        })
    }
}
