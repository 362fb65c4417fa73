//! Reads a drawing from its lines: the positions of symbols, their texts, and the power flow.

use tagbridge_report::{Align, Face, Label, Pen, Point, Scene, Shape};

/// A symbol with the wires at its sides.
#[derive(Debug)]
pub(crate) struct Symbol {
    pub(crate) is_coil: bool,
    /// `/` if it is negated.
    pub(crate) mark: String,
    /// The texts above and below it.
    pub(crate) operand: String,
    left: Point,
    right: Point,
}

/// A box.
#[derive(Debug)]
pub(crate) struct Boxed {
    pub(crate) title: String,
    /// The texts in the last column.
    pub(crate) values: String,
    left: Point,
    right: Point,
}

/// A drawing that was read back.
pub(crate) struct Read {
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) boxes: Vec<Boxed>,
    wires: Vec<(Point, Point)>,
    rails: Vec<(Point, Point)>,
    /// Tips of arrows with their numbers.
    arrows: Vec<(String, Point)>,
}

const EPSILON: f32 = 0.02;
/// Height of a contact.
const BAR: f32 = 1.4;

fn near(one: f32, two: f32) -> bool {
    (one - two).abs() < EPSILON
}

impl Read {
    pub(crate) fn of(scene: &Scene) -> Self {
        let texts: Vec<&Label> = scene.shapes.iter().filter_map(text).collect();
        let (mut wires, mut bars, mut strokes, mut rails) = (vec![], vec![], vec![], vec![]);
        let (mut bows, mut tips, mut frames) = (vec![], vec![], vec![]);
        for shape in &scene.shapes {
            match shape {
                Shape::Line { from, to, pen: Pen::Rail } => rails.push((*from, *to)),
                Shape::Line { from, to, .. } if near(from.x, to.x) => {
                    if near(to.y - from.y, BAR) {
                        bars.push(Point::new(from.x, f32::midpoint(from.y, to.y)));
                    } else {
                        wires.push((*from, *to));
                    }
                }
                Shape::Line { from, to, .. } if near(from.y, to.y) => wires.push((*from, *to)),
                Shape::Line { from, to, .. } => {
                    strokes
                        .push(Point::new(f32::midpoint(from.x, to.x), f32::midpoint(from.y, to.y)));
                }
                Shape::Curve(points) if points.len() == 3 => tips.push(points[1]),
                Shape::Curve(points) => bows.push(points[points.len() / 2]),
                Shape::Box { at, width, height, .. } => frames.push((*at, *width, *height)),
                Shape::Text(_) => {}
            }
        }
        // The right rail ends the power flow.
        let right = rails.iter().map(|rail| rail.0.x).fold(f32::MIN, f32::max);
        rails.retain(|rail| rail.0.x < right);
        let mut symbols = Vec::new();
        for (points, is_coil) in [(&mut bars, false), (&mut bows, true)] {
            // Row by row, from left to right.
            points.sort_by(|one, two| {
                if near(one.y, two.y) { one.x.total_cmp(&two.x) } else { one.y.total_cmp(&two.y) }
            });
            for pair in points.chunks(2) {
                let [left, right] = pair else { panic!("half a symbol") };
                let middle = Point::new(f32::midpoint(left.x, right.x), left.y);
                let there = |it: &&Point| near(it.x, middle.x) && near(it.y, middle.y);
                let mut mark =
                    if strokes.iter().any(|it| there(&it)) { "/" } else { "" }.to_owned();
                let inside =
                    |it: &&&Label| near(it.at.x, middle.x) && near(it.at.y, middle.y + 0.3);
                mark.extend(texts.iter().find(inside).map(|it| it.text.as_str()));
                let operand = operand(&texts, middle);
                symbols.push(Symbol { is_coil, mark, operand, left: *left, right: *right });
            }
        }
        let boxes = frames.into_iter().map(|frame| boxed(&texts, &wires, frame)).collect();
        let number = |tip: &Point| {
            let close = |it: &&&Label| {
                it.face == Face::Bold
                    && near(it.at.y, tip.y + 0.3)
                    && (it.at.x - tip.x).abs() < 1.0
                    && it.align != Align::Middle
            };
            texts.iter().find(close).expect("a number at an arrow").text.clone()
        };
        let arrows = tips.iter().map(|tip| (number(tip), *tip)).collect();
        Self { symbols, boxes, wires, rails, arrows }
    }

    /// The symbols that power reaches if it flows through these; boxes always pass it.
    pub(crate) fn energised(&self, closed: impl Fn(&Symbol) -> bool) -> Vec<bool> {
        let mut hot = vec![false; self.wires.len()];
        let mut numbers: Vec<&str> = Vec::new();
        let touches = |wire: &(Point, Point), at: Point| on(wire, at);
        loop {
            let before = (hot.iter().filter(|it| **it).count(), numbers.len());
            let is_hot = |at: Point, hot: &[bool], numbers: &[&str]| {
                self.rails.iter().any(|rail| on(rail, at))
                    || self.wires.iter().zip(hot).any(|(wire, hot)| *hot && touches(wire, at))
                    || self.arrows.iter().any(|(number, tip)| {
                        near(tip.x, at.x) && near(tip.y, at.y) && numbers.contains(&number.as_str())
                    })
            };
            for (number, tip) in &self.arrows {
                if !numbers.contains(&number.as_str()) && is_hot(*tip, &hot, &numbers) {
                    numbers.push(number);
                }
            }
            let through: Vec<Point> = (self.symbols.iter())
                .filter(|it| closed(it) && is_hot(it.left, &hot, &numbers))
                .map(|it| it.right)
                .chain(
                    self.boxes
                        .iter()
                        .filter(|it| is_hot(it.left, &hot, &numbers))
                        .map(|it| it.right),
                )
                .collect();
            for at in 0..self.wires.len() {
                if hot[at] {
                    continue;
                }
                let wire = self.wires[at];
                hot[at] = [wire.0, wire.1].iter().any(|end| is_hot(*end, &hot, &numbers))
                    || through.iter().any(|point| touches(&wire, *point))
                    || self.wires.iter().zip(&hot).any(|(other, hot)| {
                        *hot && (touches(&wire, other.0) || touches(&wire, other.1))
                    });
            }
            if before == (hot.iter().filter(|it| **it).count(), numbers.len()) {
                let arrives = |it: &Symbol| is_hot(it.left, &hot, &numbers);
                return self.symbols.iter().map(arrives).collect();
            }
        }
    }
}

fn text(shape: &Shape) -> Option<&Label> {
    match shape {
        Shape::Text(text) => Some(text),
        _ => None,
    }
}

/// Whether a point is on a line.
fn on((from, to): &(Point, Point), at: Point) -> bool {
    let within =
        |low: f32, high: f32, at: f32| at > low.min(high) - EPSILON && at < low.max(high) + EPSILON;
    within(from.x, to.x, at.x) && within(from.y, to.y, at.y)
}

/// The lines of text above and below a symbol.
fn operand(texts: &[&Label], middle: Point) -> String {
    let line = |y: f32| {
        let there =
            |it: &&&Label| near(it.at.x, middle.x) && near(it.at.y, y) && near(it.size, 1.0);
        texts.iter().find(there).map(|it| it.text.as_str())
    };
    let heights = || std::iter::successors(Some(0.0_f32), |it| Some(it + 1.2));
    let mut above: Vec<&str> = heights().map_while(|up| line(middle.y - 1.15 - up)).collect();
    above.reverse();
    let below: Vec<&str> = heights().map_while(|down| line(middle.y + 1.8 + down)).collect();
    [above.concat(), below.concat()].join(if below.is_empty() { "" } else { "|" })
}

fn boxed(
    texts: &[&Label],
    wires: &[(Point, Point)],
    (at, width, height): (Point, f32, f32),
) -> Boxed {
    let within = |it: &&&Label| {
        (at.x..at.x + width).contains(&it.at.x) && (at.y..at.y + height).contains(&it.at.y)
    };
    let inside: Vec<&&Label> = texts.iter().filter(within).collect();
    let title = inside.iter().filter(|it| it.face == Face::Bold).map(|it| it.text.as_str());
    let rows = || inside.iter().filter(|it| it.align == Align::Start);
    let column = rows().map(|it| it.at.x).fold(f32::MIN, f32::max);
    let values = rows().filter(|it| near(it.at.x, column)).map(|it| it.text.as_str());
    // The wire of the power flow is the highest one at a side.
    let side = |x: f32| {
        let ends = wires.iter().flat_map(|wire| [wire.0, wire.1]);
        let here = ends.filter(|end| near(end.x, x) && (at.y..at.y + height).contains(&end.y));
        let y = here.map(|end| end.y).fold(f32::MAX, f32::min);
        Point::new(x, y)
    };
    Boxed {
        title: title.collect(),
        values: values.collect(),
        left: side(at.x),
        right: side(at.x + width),
    }
}
