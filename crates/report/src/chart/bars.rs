//! Bars of a distribution.

use plotters::chart::ChartBuilder;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{PathElement, Rectangle};
use plotters::style::Color as _;

use super::{
    Axis, Drawn, Places, Svg, WIDTH, axis_style, border, center, draw, grid_style, label_style, line,
    place_of, places, px, shade, width_of,
};
use crate::theme::{Color, INK};

/// The parts of all bars that belong together.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Their colour.
    pub color: Color,
    /// The height of the part of each bar.
    pub heights: Vec<f64>,
}

/// A value on the axis below the bars, with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Marker {
    /// Its place, in bars from the left end of the first.
    pub at: f64,
    /// The ends of its interval, if it has one.
    pub within: Option<(f64, f64)>,
}

/// Bars beside each other, each in parts upon each other.
#[derive(Clone, Debug)]
pub struct Bars<'a> {
    /// The labels of the bars, from left to right.
    pub labels: &'a [String],
    /// The parts, from the bottom to the top.
    pub stacks: &'a [Stack],
    /// The intervals of the bars as wholes.
    pub within: &'a [Option<(f64, f64)>],
    /// A value to mark.
    pub mark: Option<Marker>,
    /// The title of the horizontal axis, which says what the labels are.
    pub x_title: &'a str,
    /// The height of the chart in pixels.
    pub height: u32,
}

impl Bars<'_> {
    /// The chart. Heights are shares of 1.
    #[must_use]
    pub fn svg(&self) -> Svg {
        draw(WIDTH, self.height, |area| {
            let n = self.labels.len().max(1);
            let totals = (0..n).map(|i| self.stacks.iter().filter_map(|stack| stack.heights.get(i)).sum());
            let tops = self.within.iter().flatten().map(|within| within.1);
            let top = totals.chain(tops).fold(0.0, f64::max);
            let top = if top > 0.0 { top * 1.04 } else { 1.0 };
            let widest = self.labels.iter().map(|label| width_of(label)).max().unwrap_or(0);
            let n_labels = ((WIDTH - 50) / (widest + 10)).max(2) as usize;
            let mut chart = ChartBuilder::on(area)
                .margin_right(px(8))
                .margin_top(px(8))
                .x_label_area_size(px(36))
                .y_label_area_size(px(width_of("100%") + 10))
                .build_cartesian_2d(places(n, n_labels), 0.0..top)?;
            let label = |value: &f64| self.labels.get(place_of(*value)).cloned().unwrap_or_default();
            chart
                .configure_mesh()
                .disable_x_mesh()
                .bold_line_style(grid_style())
                .light_line_style(shade(INK, 0.0))
                .axis_style(axis_style())
                .label_style(label_style())
                .axis_desc_style(label_style())
                .x_desc(self.x_title)
                .y_labels(4)
                .set_all_tick_mark_size(px(3))
                .x_label_formatter(&label)
                .y_label_formatter(&|value| Axis::Percent.label(*value))
                .draw()?;
            let mut bottoms = vec![0.0; n];
            let gap = if n > 20 { px(1) / 2 } else { px(1) };
            for stack in self.stacks {
                for (i, height) in stack.heights.iter().enumerate().filter(|(_, height)| **height > 0.0) {
                    let mut bar = Rectangle::new(
                        [(border(i), bottoms[i]), (border(i + 1), bottoms[i] + height)],
                        stack.color.drawn().filled(),
                    );
                    bar.set_margin(0, 0, gap, gap);
                    chart.draw_series([bar])?;
                    bottoms[i] += height;
                }
            }
            for (i, (lo, hi)) in
                self.within.iter().enumerate().filter_map(|(i, within)| within.map(|it| (i, it)))
            {
                let ends = [(center(i), lo), (center(i), hi)];
                chart.draw_series([PathElement::new(ends, line(INK, 1.5))])?;
            }
            self.draw_mark(area, &chart, top)
        })
    }

    /// Marks a value from the bottom to the top, its interval as a band.
    fn draw_mark<'b>(
        &self,
        area: &super::Area<'b>,
        chart: &plotters::chart::ChartContext<'_, plotters::backend::SVGBackend<'b>, Coordinates>,
        top: f64,
    ) -> Drawn {
        let Some(Marker { at, within }) = self.mark else { return Ok(()) };
        let n = self.labels.len().max(1);
        let (left, bottom) = chart.backend_coord(&(border(0), 0.0));
        let (right, upper) = chart.backend_coord(&(border(n), top));
        let x = |bars: f64| left + (bars / n as f64 * f64::from(right - left)).round() as i32;
        if let Some((lo, hi)) = within {
            let band = [(x(lo), upper), (x(hi).max(x(lo) + 2), bottom)];
            area.draw(&Rectangle::new(band, shade(INK, 0.25)))?;
        }
        area.draw(&PathElement::new([(x(at), upper), (x(at), bottom)], line(INK, 1.0)))
    }
}

type Coordinates = Cartesian2d<Places, RangedCoordf64>;
