//! Cells of rows and columns, the darker the more.

use plotters::chart::ChartBuilder;
use plotters::element::Rectangle;

use super::{Svg, WIDTH, axis_style, border, cut, draw, label_style, place_of, places, px, shade, width_of};
use crate::theme::Color;

/// A heat map.
#[derive(Clone, Debug)]
pub struct Heat<'a> {
    /// The columns.
    pub columns: &'a [String],
    /// The rows, from the bottom to the top.
    pub rows: &'a [String],
    /// Column, row, colour and strength from 0 to 1.
    pub cells: &'a [(usize, usize, Color, f64)],
    /// The title of the horizontal axis, which says what the columns are.
    pub x_title: &'a str,
    /// The title of the vertical axis, which says what the rows are.
    pub y_title: &'a str,
}

impl Heat<'_> {
    /// The chart.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let (n_columns, n_rows) = (self.columns.len().max(1), self.rows.len().max(1));
        let height = (64 + 20 * n_rows as u32).max(width_of(self.y_title) + 52);
        draw(WIDTH, height, |area| {
            let widest = |labels: &[String]| labels.iter().map(|label| width_of(label)).max().unwrap_or(0);
            let room = widest(self.rows).clamp(16, 120) + 26;
            let n_labels = ((WIDTH - room) / (widest(self.columns) + 8)).max(2) as usize;
            let mut chart = ChartBuilder::on(area)
                .margin_right(px(8))
                .margin_left(px(4))
                .margin_top(px(8))
                .x_label_area_size(px(36))
                .y_label_area_size(px(room))
                .build_cartesian_2d(places(n_columns, n_labels), places(n_rows, n_rows))?;
            let label = |labels: &[String], value: f64| {
                labels.get(place_of(value)).map_or_else(String::new, |text| cut(text, 126))
            };
            chart
                .configure_mesh()
                .disable_mesh()
                .axis_style(axis_style())
                .label_style(label_style())
                .axis_desc_style(label_style())
                .x_desc(self.x_title)
                .y_desc(self.y_title)
                .set_all_tick_mark_size(px(3))
                .x_label_formatter(&|value| label(self.columns, *value))
                .y_label_formatter(&|value| label(self.rows, *value))
                .draw()?;
            let gap = if n_columns > 24 { 1 } else { px(1) / 2 };
            for &(column, row, color, strength) in self.cells {
                let corners = [(border(column), border(row)), (border(column + 1), border(row + 1))];
                // What was seen at all is seen.
                let mut cell = Rectangle::new(corners, shade(color, 0.06 + 0.94 * strength));
                cell.set_margin(gap, gap, gap, gap);
                chart.draw_series([cell])?;
            }
            Ok(())
        })
    }
}
