//! The colours of pages, light and dark.
//!
//! A chart is drawn in the light colours. The style sheet gives each element that has one of them as its
//! `fill` or `stroke` the variable of that colour, which has another value where the reader prefers a dark
//! page. So a chart that is copied out of a page keeps its colours.
//!
//! The series are a blue, an orange and so on in the order of Okabe and Ito ("Color Universal Design", 2008),
//! darkened or lightened until each has a contrast of 3 to 1 with its background, and of different
//! lightness, so that those who see fewer colours can tell them apart. Texts have a contrast of at least
//! 4.5 to 1 (WCAG 2.2, AA).

use plotters::style::RGBColor;

/// A colour with its values on a light and on a dark page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// The name of its CSS variable, without dashes.
    pub name: &'static str,
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

const fn color(name: &'static str, light: u32, dark: u32) -> Color {
    const fn parts(rgb: u32) -> (u8, u8, u8) {
        ((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }
    Color { name, light: parts(light), dark: parts(dark) }
}

/// Text.
pub const INK: Color = color("ink", 0x1B1B1F, 0xECECF1);
/// Text of lesser weight.
pub const MUTED: Color = color("muted", 0x5A5A64, 0xA9A9B6);
/// Lines of grids and tables.
pub const LINE: Color = color("line", 0xDDDDE3, 0x3A3A46);
/// The colour of draws, timeouts and hazards, which belong to no side.
pub const NOBODY: Color = color("nobody", 0x8B8B96, 0x7C7C8A);
/// The page.
pub const PAPER: Color = color("paper", 0xFFFFFE, 0x16161C);
/// Boxes on the page.
pub const PANEL: Color = color("panel", 0xF5F5F8, 0x202029);
/// The colour of failure.
pub const BAD: Color = color("bad", 0xB31B1B, 0xFF8A80);
/// The colour of success.
pub const GOOD: Color = color("good", 0x0B6B47, 0x5FD6A4);

/// Sides, units, causes and whatever else is told apart by colour.
pub const SERIES: [Color; 8] = [
    color("s0", 0x0056BF, 0x68B2FF),
    color("s1", 0xDE6609, 0xF99843),
    color("s2", 0x008F5E, 0x31BE8F),
    color("s3", 0xA93A8B, 0xF09CD6),
    color("s4", 0x7C5B03, 0xECD057),
    color("s5", 0x318DB9, 0x478FBC),
    color("s6", 0x6C3B1F, 0xB49379),
    color("s7", 0x4A3E9F, 0x9E8DDF),
];

const OTHERS: [Color; 8] = [INK, MUTED, LINE, NOBODY, PAPER, PANEL, BAD, GOOD];

/// The colour of the nth series; they repeat after the last.
#[must_use]
pub fn series(n: usize) -> Color {
    SERIES[n % SERIES.len()]
}

impl Color {
    /// Its value on a light page, which charts are drawn with.
    #[must_use]
    pub fn drawn(self) -> RGBColor {
        let (r, g, b) = self.light;
        RGBColor(r, g, b)
    }

    fn hex((r, g, b): (u8, u8, u8)) -> String {
        format!("#{r:02X}{g:02X}{b:02X}")
    }
}

/// The rules of the style sheet that come from the colours.
#[must_use]
pub fn css() -> String {
    let all = || OTHERS.iter().chain(&SERIES);
    let variables = |value: fn(&Color) -> (u8, u8, u8)| -> String {
        all().map(|color| format!("--{}:{};", color.name, Color::hex(value(color)))).collect()
    };
    let light = variables(|color| color.light);
    let dark = variables(|color| color.dark);
    let mut css = format!(
        ":root{{color-scheme:light dark;{light}}}\n\
         @media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
         @media print{{:root{{color-scheme:light;{light}}}}}\n"
    );
    for color in all() {
        let (name, hex) = (color.name, Color::hex(color.light));
        css += &format!(
            ".chart [fill=\"{hex}\"]{{fill:var(--{name})}}.chart [stroke=\"{hex}\"]{{stroke:var(--{name})}}\n"
        );
    }
    for color in &SERIES {
        css += &format!(".{}{{--of:var(--{})}}", color.name, color.name);
    }
    css + ".nobody{--of:var(--nobody)}.bad{--of:var(--bad)}.good{--of:var(--good)}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours (WCAG 2.2, "contrast ratio").
    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = |(r, g, b)| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        let (a, b): (f64, f64) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_and_series_stand_out_from_the_page() {
        for (color, least) in [(INK, 7.0), (MUTED, 4.5), (BAD, 4.5), (GOOD, 4.5), (NOBODY, 3.0)]
            .into_iter()
            .chain(SERIES.map(|color| (color, 3.0)))
        {
            for back in [PAPER, PANEL] {
                let [light, dark] = [contrast(color.light, back.light), contrast(color.dark, back.dark)];
                assert!(light >= least, "{} on a light {}: {light:.2}", color.name, back.name);
                assert!(dark >= least, "{} on a dark {}: {dark:.2}", color.name, back.name);
            }
        }
    }

    #[test]
    fn each_colour_of_a_chart_has_a_rule_of_its_own() {
        let mut drawn: Vec<_> = OTHERS.iter().chain(&SERIES).map(|color| color.light).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), OTHERS.len() + SERIES.len());
    }

    /// Two colours as seen without one kind of cones (Viénot, Brettel and Mollon 1999), and how far
    /// apart they are then, as a share of the distance from black to white.
    fn apart(a: (u8, u8, u8), b: (u8, u8, u8), is_deuteranopic: bool) -> f64 {
        let seen = |(r, g, b): (u8, u8, u8)| {
            let [r, g, b] = [r, g, b].map(|part| (f64::from(part) / 255.0).powf(2.2));
            let yellow =
                if is_deuteranopic { 0.292_75 * r + 0.707_25 * g } else { 0.112_38 * r + 0.887_62 * g };
            let blue = if is_deuteranopic {
                -0.022_34 * r + 0.022_34 * g + b
            } else {
                0.004_01 * r - 0.004_01 * g + b
            };
            [yellow, yellow, blue].map(|part| part.clamp(0.0, 1.0).powf(1.0 / 2.2))
        };
        let (a, b) = (seen(a), seen(b));
        let squares: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        (squares / 3.0).sqrt()
    }

    #[test]
    fn the_first_six_series_are_told_apart_without_red_or_green_cones() {
        for (i, a) in SERIES[..6].iter().enumerate() {
            for b in &SERIES[..i] {
                for is_deuteranopic in [true, false] {
                    let light = apart(a.light, b.light, is_deuteranopic);
                    let dark = apart(a.dark, b.dark, is_deuteranopic);
                    assert!(light > 0.08, "{} and {} on a light page: {light:.3}", a.name, b.name);
                    assert!(dark > 0.08, "{} and {} on a dark page: {dark:.3}", a.name, b.name);
                }
            }
        }
    }
}
