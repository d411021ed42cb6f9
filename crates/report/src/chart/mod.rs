//! Charts as SVG, drawn by `plotters`. Each kind says what is drawn; axes, grids, coordinates and text are
//! the library's.
//!
//! Charts are as wide as a telephone, so that their texts can be read there; a wider page has several beside
//! each other. Coordinates of the library are whole numbers: a chart is drawn `ZOOM` times as large as it
//! is shown.

mod bars;
mod forest;
mod heat;
mod lines;
mod ranges;

use core::ops::Range;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::style::{Color as _, IntoFont, RGBColor, ShapeStyle, TextStyle};

pub use bars::{Bars, Marker, Stack};
pub use forest::{Forest, ForestRow};
pub use heat::Heat;
pub use lines::{Line, LinePoint, Lines};
pub use ranges::{Axis, Bins};

use crate::theme::{Color, INK, LINE, MUTED};

/// The width of a chart in pixels of the page.
pub(crate) const WIDTH: u32 = 340;
/// The units of a drawing that make a pixel.
pub(crate) const ZOOM: u32 = 4;
/// The size of texts in pixels.
const TEXT: u32 = 14;

/// A drawing, whose texts are escaped.
#[derive(Clone, Debug)]
pub struct Svg(String);

impl Svg {
    /// The text of the drawing.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// An axis of places beside each other, of which some have labels. The library's own loses an axis with a
/// single place.
struct Places {
    inner: RangedCoordf64,
    labelled: Vec<f64>,
}

impl Ranged for Places {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.inner.map(value, limit)
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.labelled.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.inner.range()
    }
}

/// An axis of `n` places, of which at most `n_labels` have a label.
fn places(n: usize, n_labels: usize) -> Places {
    let tens = (0..).map(|exponent| 10_usize.pow(exponent));
    let mut steps = tens.flat_map(|ten| [1, 2, 5].map(|unit| unit * ten));
    let step = steps.find(|step| n.div_ceil(*step) <= n_labels.max(1)).unwrap_or(1);
    let labelled = (0..n).step_by(step).map(center).collect();
    Places { inner: (0.0..n.max(1) as f64).into(), labelled }
}

/// The border before place `i`.
fn border(i: usize) -> f64 {
    i as f64
}

/// The middle of place `i`.
fn center(i: usize) -> f64 {
    i as f64 + 0.5
}

/// The place in which a value of the axis is.
fn place_of(value: f64) -> usize {
    value as usize
}

/// Units of a drawing.
const fn px(pixels: u32) -> u32 {
    pixels * ZOOM
}

/// Draws on an area of this size in pixels.
fn draw(width: u32, height: u32, on: impl FnOnce(&Area<'_>) -> Drawn) -> Svg {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (px(width), px(height))).into_drawing_area();
        on(&area).and_then(|()| area.present()).expect("a string takes every drawing");
    }
    // What is the same for most elements stands once at the top, or is what a browser does anyway.
    let common = [format!(" font-size=\"{}\"", px(TEXT)), format!(" stroke-width=\"{}\"", px(1))];
    for attribute in &common {
        text = text.replace(attribute, "");
    }
    text = text.replacen("<svg", &format!("<svg{}", common.concat()), 1);
    for (long, short) in [
        (" opacity=\"1\"", ""),
        (" stroke=\"none\"", ""),
        (" font-family=\"sans-serif\"", ""),
        (" xmlns=\"http://www.w3.org/2000/svg\"", ""),
        ("/>\n", "/>"),
        (">\n", ">"),
        ("\n</text>", "</text>"),
        (" \"/>", "\"/>"),
    ] {
        text = text.replace(long, short);
    }
    Svg(without_needless_fills(&text))
}

/// A line from one point to another has no area, so that it need not be said that it is not filled.
fn without_needless_fills(text: &str) -> String {
    const LINE: &str = "<polyline";
    let mut parts = text.split(LINE);
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let points = part.split_once("points=\"").and_then(|(_, points)| points.split_once('"'));
        let is_straight = points.is_some_and(|(points, _)| points.split(' ').count() == 2);
        short += LINE;
        short += &if is_straight { part.replacen(" fill=\"none\"", "", 1) } else { part.to_owned() };
    }
    short
}

/// Text of this colour. The library's sizes are those of a line, not of its letters.
fn text(color: Color) -> TextStyle<'static> {
    ("sans-serif", f64::from(px(TEXT)) * 1.24).into_font().color(&color.drawn())
}

/// A thin line of this colour.
fn line(color: Color, width: f64) -> ShapeStyle {
    color.drawn().stroke_width((width * f64::from(ZOOM)).round() as u32)
}

fn axis_style() -> ShapeStyle {
    line(MUTED, 1.0)
}

fn grid_style() -> ShapeStyle {
    line(LINE, 1.0)
}

fn label_style() -> TextStyle<'static> {
    text(MUTED)
}

fn name_style() -> TextStyle<'static> {
    text(INK)
}

/// An area of this colour through which others are seen.
fn shade(color: Color, share: f64) -> ShapeStyle {
    let RGBColor(..) = color.drawn();
    // Three digits are finer than a screen.
    color.drawn().mix((share.clamp(0.0, 1.0) * 1e3).round() / 1e3).filled()
}

/// The width in pixels that a text takes, on the large side: pages have the reader's font, of which DejaVu Sans
/// is among the wide ones.
fn width_of(text: &str) -> u32 {
    let tenths = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ':' | '(' | ')' | '-' => 48,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 120,
        _ if c.is_uppercase() => 90,
        _ if (c as u32) < 0x1100 => 76,
        // Letters of scripts other than the alphabets are squares.
        _ => 130,
    };
    (text.chars().map(tenths).sum::<u32>() * TEXT).div_ceil(12 * 10)
}

/// A text cut in its middle to this width in pixels: what texts begin and end with tells them apart.
fn cut(text: &str, width: u32) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    let all: Vec<char> = text.chars().collect();
    let short = |n: usize| {
        let head: String = all[..n.div_ceil(2)].iter().collect();
        let tail: String = all[all.len() - n / 2..].iter().collect();
        format!("{}…{}", head.trim_end(), tail.trim_start())
    };
    (1..all.len()).rev().map(short).find(|text| width_of(text) <= width).unwrap_or_else(|| "…".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two texts that differ only at their ends are still two when they are cut.
    #[test]
    fn a_text_is_cut_where_others_do_not_differ() {
        let [a, b] =
            ["Ghoul weapons.Rusty Claw of the Pit.range", "Ghoul weapons.Rusty Claw of the Pit.hands"];
        assert_ne!(cut(a, 120), cut(b, 120));
        assert!(width_of(&cut(a, 120)) <= 120, "{}", cut(a, 120));
        assert!(cut(a, 120).starts_with("Ghoul"), "{}", cut(a, 120));
        assert_eq!(cut("Ogre", 120), "Ogre");
    }

    #[test]
    fn at_most_so_many_places_have_a_label_and_the_first_has_one() {
        for n in 1..200 {
            for n_labels in [1, 2, 7] {
                let labelled = places(n, n_labels).labelled;
                assert!(labelled.len() <= n_labels, "{n}: {labelled:?}");
                assert_eq!(labelled[0], center(0));
            }
        }
    }

    #[test]
    fn what_most_elements_have_stands_once_at_the_top() {
        let svg = draw(20, 20, |area| {
            let path = |points: &[(i32, i32)], width| {
                plotters::element::PathElement::new(points.to_vec(), line(INK, width))
            };
            area.draw(&path(&[(0, 0), (4, 4)], 1.0))?;
            area.draw(&path(&[(0, 0), (4, 4), (8, 0)], 2.0))?;
            area.draw(&plotters::element::Text::new("a", (0, 0), name_style()))
        });
        let text = svg.as_str();
        assert!(text.starts_with("<svg font-size=\"56\" stroke-width=\"4\" "), "{text}");
        assert_eq!(text.matches("font-size").count(), 1, "{text}");
        assert!(text.contains("<polyline stroke=\"#1B1B1F\" points=\"0,0 4,4\"/>"), "{text}");
        assert!(
            text.contains("fill=\"none\" stroke=\"#1B1B1F\" stroke-width=\"8\" points=\"0,0 4,4 8,0\""),
            "{text}"
        );
    }
}
