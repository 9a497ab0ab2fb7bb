//! The style sheet of a picture: what differs between light and dark, and the strokes of marks.

use super::markup::{Markup, escaped, num};
use super::{ColourScheme, Frame, Letters};
use crate::Theme;

/// The colours that change with the scheme.
struct Palette {
    table: [&'static str; 2],
    ink: &'static str,
    faint: &'static str,
    accent: &'static str,
    shade: &'static str,
}

const LIGHT: Palette = Palette {
    table: ["#faf7f0", "#e9e3d6"],
    ink: "#26231e",
    faint: "#6a6459",
    accent: "#0b756f",
    shade: ".34",
};

const DARK: Palette = Palette {
    table: ["#34353a", "#1c1d20"],
    ink: "#f0ece3",
    faint: "#b3aea4",
    accent: "#62d2c8",
    shade: ".7",
};

/// The definitions of the table.
pub(super) fn define_table(out: &mut Markup) {
    out.add(
        r##"<radialGradient id="@-table" cx=".3" cy=".2" r=".95"><stop offset="0" class="@-t0"/><stop offset="1" class="@-t1"/></radialGradient>"##,
    );
}

/// The style sheet for a scheme, a set and a size of picture.
pub(super) fn sheet(
    scheme: ColourScheme,
    letters: Letters,
    theme: &Theme,
    frame: &Frame,
    more: &str,
) -> String {
    let light = || rules(&LIGHT, &theme.board.surface, frame.detail);
    let dark = || rules(&DARK, &theme.board.dimmed, frame.detail);
    let schemed = match scheme {
        ColourScheme::Light => light(),
        ColourScheme::Dark => dark(),
        // `@` stands for the prefix of ids in this document: the at-sign is written as XML's
        // character reference.
        ColourScheme::Auto => {
            format!("{}\n&#64;media (prefers-color-scheme:dark){{\n{}\n}}", light(), dark())
        }
    };
    let sizes = format!(
        ".@-label,.@-label-on{{font-size:{}px;text-anchor:middle}}",
        num(frame.size * 0.68)
    );
    let marks = mark_rules(theme, frame.detail);
    let drawn = match letters {
        Letters::Font => String::new(),
        Letters::Drawn => drawn_rules(scheme, theme),
    };
    format!("<style>\n{FIXED}\n{sizes}\n{marks}\n{schemed}\n{drawn}{more}</style>")
}

/// The lines of drawn letters: each in the colour that its class has as a text.
fn drawn_rules(scheme: ColourScheme, theme: &Theme) -> String {
    let rules = |palette: &Palette| {
        let Palette { ink, faint, accent, .. } = palette;
        format!(
            ".@-ink-drawn{{stroke:{ink}}}.@-faint-drawn,.@-label-drawn{{stroke:{faint}}}\
             .@-accent-drawn{{stroke:{accent}}}"
        )
    };
    let schemed = match scheme {
        ColourScheme::Light => rules(&LIGHT),
        ColourScheme::Dark => rules(&DARK),
        ColourScheme::Auto => {
            format!("{}\n&#64;media (prefers-color-scheme:dark){{{}}}", rules(&LIGHT), rules(&DARK))
        }
    };
    let on_board = escaped(&theme.marks.label);
    let every = ["ink", "faint", "accent", "label", "label-on", "figure"]
        .map(|class| format!(".@-{class}-drawn"))
        .join(",");
    format!(
        "{every}{{fill:none;stroke-linecap:round;stroke-linejoin:round}}\n\
         .@-figure-drawn{{stroke:#fff}}.@-label-on-drawn{{stroke:{on_board}}}\n{schemed}\n"
    )
}

/// What neither scheme nor set changes.
const FIXED: &str = r#".@-svg text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
.@-badge{fill:#1d1b18;fill-opacity:.82}
.@-figure{fill:#fff;font-weight:600;text-anchor:middle}"#;

/// What the scheme changes.
fn rules(palette: &Palette, surface: &[String; 2], detail: f64) -> String {
    let [lit, shaded] = surface.each_ref().map(|colour| escaped(colour));
    let thin = num(2.0 * detail);
    let Palette { table: [t0, t1], ink, faint, accent, shade } = palette;
    format!(
        ".@-t0{{stop-color:{t0}}}.@-t1{{stop-color:{t1}}}\
         .@-s0{{stop-color:{lit}}}.@-s1{{stop-color:{shaded}}}\n\
         .@-shade{{fill:#000;fill-opacity:{shade}}}\
         .@-ink,.@-dot{{fill:{ink}}}\
         .@-dot-free{{fill:none;stroke:{faint};stroke-width:{thin};stroke-opacity:.7}}\n\
         .@-faint,.@-label{{fill:{faint}}}\
         .@-accent,.@-turn{{fill:{accent}}}"
    )
}

/// The strokes of marks and the letters on the board, which must stand out from it.
fn mark_rules(theme: &Theme, detail: f64) -> String {
    let colours = &theme.marks;
    let [accent, casing, label] =
        [&colours.accent, &colours.casing, &colours.label].map(|colour| escaped(colour));
    let width = |units: f64| format!("stroke-width:{}", num(units * detail));
    let dashes =
        |on: f64, off: f64| format!("stroke-dasharray:{} {}", num(on * detail), num(off * detail));
    [
        format!(".@-label-on{{fill:{label}}}"),
        format!(".@-trace{{fill:{accent};fill-opacity:.18}}"),
        format!(".@-glow{{fill:{accent};fill-opacity:.38}}"),
        format!(".@-from{{stroke:{accent};{};{}}}", width(2.8), dashes(7.0, 6.0)),
        format!(".@-to{{stroke:{accent};{};stroke-opacity:.85}}", width(3.0)),
        format!(".@-won,.@-chosen{{stroke:{accent};{}}}", width(6.0)),
        format!(".@-movable{{stroke:{accent};{};stroke-opacity:.7}}", width(2.2)),
        format!(
            ".@-extend{{stroke:{accent};{};{};stroke-linecap:round}}",
            width(3.4),
            dashes(2.0, 6.5)
        ),
        format!(".@-target{{stroke:{accent};{}}}", width(3.8)),
        format!(".@-spot{{fill:{accent};stroke:{casing};{}}}", width(2.4)),
        ".@-way,.@-way-under{stroke-linecap:round;stroke-linejoin:round}".to_owned(),
        format!(".@-way{{stroke:{accent};fill:{accent};{}}}", width(3.6)),
        format!(".@-way-under{{stroke:{casing};fill:{casing};{};opacity:.5}}", width(8.0)),
    ]
    .join("\n")
}
