//! Drawings as lines, boxes and texts, in units of the size of their text.

use crate::{Face, Fonts};

/// A drawing. `x` grows to the right, `y` downwards; the unit is the text size.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f32,
    /// Distance from the upper edge.
    pub y: f32,
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// The start.
        from: Point,
        /// The end.
        to: Point,
        /// The pen.
        pen: Pen,
    },
    /// A line through these points: the arc of a coil, the head of an arrow.
    Curve(Vec<Point>),
    /// A box.
    Box {
        /// Its upper left corner.
        at: Point,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Its appearance.
        look: BoxStyle,
    },
    /// A text on one line.
    Text(Label),
}

/// The pen of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pen {
    /// Wires and symbols.
    Wire,
    /// A power rail.
    Rail,
    /// Lines that only divide or link.
    Thin,
    /// A wire with the value of the previous scan.
    Dashed,
}

/// The appearance of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxStyle {
    /// White with a border.
    Plain,
    /// White with a double border: the initial step of a chart.
    Double,
    /// Grey: undrawn code, and headers of tables.
    Grey,
}

/// A text on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The position of the start, the middle or the end of its baseline.
    pub at: Point,
    /// The text.
    pub text: String,
    /// The font.
    pub face: Face,
    /// The size.
    pub size: f32,
    /// The part of the text at the position.
    pub align: Align,
}

/// The part of a text at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Extent above the baseline, in units of the text size.
const ASCENT: f32 = 0.8;
/// Extent below the baseline, in units of the text size.
const DESCENT: f32 = 0.24;

impl Point {
    /// A place.
    pub fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    fn scaled(self, scale: f32, by: Self) -> Self {
        Self { x: self.x * scale + by.x, y: self.y * scale + by.y }
    }
}

impl Label {
    /// The upper left and the lower right corner of its bounding box.
    pub fn extent(&self, fonts: &Fonts) -> (Point, Point) {
        let width = fonts.width(self.face, &self.text) * self.size;
        let left = match self.align {
            Align::Start => self.at.x,
            Align::Middle => self.at.x - width / 2.0,
            Align::End => self.at.x - width,
        };
        let (above, below) = (self.at.y - ASCENT * self.size, self.at.y + DESCENT * self.size);
        (Point::new(left, above), Point::new(left + width, below))
    }
}

impl Shape {
    /// The same shape, scaled and moved.
    pub(crate) fn scaled(&self, scale: f32, by: Point) -> Self {
        match self {
            Self::Line { from, to, pen } => {
                Self::Line { from: from.scaled(scale, by), to: to.scaled(scale, by), pen: *pen }
            }
            Self::Curve(points) => {
                Self::Curve(points.iter().map(|point| point.scaled(scale, by)).collect())
            }
            Self::Box { at, width, height, look } => Self::Box {
                at: at.scaled(scale, by),
                width: width * scale,
                height: height * scale,
                look: *look,
            },
            Self::Text(text) => Self::Text(Label {
                at: text.at.scaled(scale, by),
                size: text.size * scale,
                ..text.clone()
            }),
        }
    }

    /// Its upper and its lower edge.
    fn rows(&self, fonts: &Fonts) -> (f32, f32) {
        match self {
            Self::Line { from, to, .. } => (from.y.min(to.y), from.y.max(to.y)),
            Self::Curve(points) => points
                .iter()
                .fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at.y), high.max(at.y))),
            Self::Box { at, height, .. } => (at.y, at.y + height),
            Self::Text(text) => {
                let (above, below) = text.extent(fonts);
                (above.y, below.y)
            }
        }
    }
}

impl Scene {
    /// Splits the drawing into parts of at most this height: where only wires or rails are cut; if
    /// such a position is too far away, at the maximum height.
    pub fn parts(self, height: f32, fonts: &Fonts) -> Vec<Self> {
        if self.height <= height {
            return vec![self];
        }
        let is_upright = |shape: &Shape| match shape {
            Shape::Line { from, to, .. } => near(from.x, to.x) && !near(from.y, to.y),
            _ => false,
        };
        let mut taken: Vec<(f32, f32)> = self
            .shapes
            .iter()
            .filter(|shape| !is_upright(shape))
            .map(|shape| shape.rows(fonts))
            .collect();
        taken.sort_by(|one, two| one.0.total_cmp(&two.0));
        let mut parts = Vec::new();
        let mut begin = 0.0;
        while begin < self.height {
            let limit = begin + height;
            let end = if limit >= self.height { self.height } else { cut(&taken, begin, limit) };
            parts.push(self.part(begin, end, fonts));
            begin = end;
        }
        parts
    }

    /// The part between two heights.
    fn part(&self, begin: f32, end: f32, fonts: &Fonts) -> Self {
        let up = Point::new(0.0, -begin);
        let inside = |shape: &Shape| match shape {
            Shape::Line { from, to, pen } if !near(from.y, to.y) => {
                let (low, high) = shape.rows(fonts);
                let (low, high) = (low.max(begin), high.min(end));
                if low >= high {
                    return None;
                }
                if !near(from.x, to.x) {
                    return (begin..end).contains(&from.y.min(to.y)).then(|| shape.scaled(1.0, up));
                }
                let line = Shape::Line {
                    from: Point::new(from.x, low),
                    to: Point::new(to.x, high),
                    pen: *pen,
                };
                Some(line.scaled(1.0, up))
            }
            _ => {
                let (low, high) = shape.rows(fonts);
                let middle = low.midpoint(high);
                (begin..end).contains(&middle).then(|| shape.scaled(1.0, up))
            }
        };
        let shapes = self.shapes.iter().filter_map(inside).collect();
        Self { width: self.width, height: end - begin, shapes }
    }
}

fn near(one: f32, two: f32) -> bool {
    (one - two).abs() < 1e-3
}

/// The lowest free height up to the limit.
fn cut(taken: &[(f32, f32)], begin: f32, limit: f32) -> f32 {
    let (mut free, mut reached) = (None, begin);
    for (low, high) in taken {
        if *low >= limit {
            break;
        }
        if *low > reached + 1e-3 && reached > begin {
            free = Some(reached.midpoint(*low));
        }
        reached = reached.max(*high);
    }
    if reached < limit && reached > begin {
        free = Some(reached + 0.01);
    }
    free.unwrap_or(limit)
}
