//! A drawing as SVG.

use std::fmt::Write as _;

use crate::{Align, BoxStyle, Face, Pen, Point, Scene, Shape};

/// Number of pixels per unit of a drawing.
const SCALE: f32 = 12.0;

/// Returns a drawing as an SVG document. Lines have the colour of the surrounding text
/// (`currentColor`).
pub fn write(scene: &Scene) -> String {
    let (width, height) = (scene.width * SCALE, scene.height * SCALE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.1}\" height=\"{height:.1}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" fill=\"none\" stroke=\"currentColor\">\n"
    );
    for shape in &scene.shapes {
        // Writing to a string never fails.
        let _ = write_shape(&mut out, &shape.scaled(SCALE, Point::default()));
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Line { from, to, pen } => {
            let (width, dash) = match pen {
                Pen::Rail => ("2", ""),
                Pen::Wire => ("1", ""),
                Pen::Thin => ("0.5", ""),
                Pen::Dashed => ("1", " stroke-dasharray=\"4 3\""),
            };
            writeln!(
                out,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke-width=\"{width}\"{dash}/>",
                from.x, from.y, to.x, to.y
            )
        }
        Shape::Curve(points) => {
            out.push_str("<path d=\"");
            for (at, point) in points.iter().enumerate() {
                write!(out, "{}{:.1} {:.1}", if at == 0 { 'M' } else { 'L' }, point.x, point.y)?;
            }
            writeln!(out, "\"/>")
        }
        Shape::Box { at, width, height, look } => {
            let (fill, inner) = match look {
                BoxStyle::Plain => ("none", false),
                BoxStyle::Double => ("none", true),
                BoxStyle::Grey => ("#8883", false),
            };
            let mut rectangle = |by: f32| {
                writeln!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
                    at.x + by,
                    at.y + by,
                    width - 2.0 * by,
                    height - 2.0 * by
                )
            };
            rectangle(0.0)?;
            if inner { rectangle(2.0) } else { Ok(()) }
        }
        Shape::Text(text) => {
            let family = match text.face {
                Face::Mono => "Noto Sans Mono, monospace",
                Face::Regular | Face::Bold => "Noto Sans, sans-serif",
            };
            let weight = if text.face == Face::Bold { " font-weight=\"bold\"" } else { "" };
            let anchor = match text.align {
                Align::Start => "start",
                Align::Middle => "middle",
                Align::End => "end",
            };
            write!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"{family}\" font-size=\"{:.1}\"{weight} \
                 text-anchor=\"{anchor}\" fill=\"currentColor\" stroke=\"none\" \
                 xml:space=\"preserve\">",
                text.at.x, text.at.y, text.size
            )?;
            for char in text.text.chars() {
                match char {
                    '&' => out.push_str("&amp;"),
                    '<' => out.push_str("&lt;"),
                    '>' => out.push_str("&gt;"),
                    // Other control characters are not allowed in XML.
                    char if char.is_control() => out.push(' '),
                    char => out.push(char),
                }
            }
            out.push_str("</text>\n");
            Ok(())
        }
    }
}
