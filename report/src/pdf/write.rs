//! Converts pages to the bytes of a PDF/A-2b file.

use std::{collections::HashMap, num::NonZeroU16, sync::Arc};

use krilla::{
    Data, Document, SerializeSettings,
    annotation::{Annotation, LinkAnnotation, Target},
    color::luma,
    configure::{Archival, ConfigurationBuilder},
    destination::{Destination, XyzDestination},
    geom::{PathBuilder, Point as At, Rect},
    metadata::{DateTime, Metadata},
    num::NormalizedF32,
    outline::{Outline, OutlineNode},
    page::{Page, PageSettings},
    paint::{Fill, Stroke, StrokeDash},
    surface::Surface,
    tagging::{
        Artifact, ArtifactType, ContentTag, Node, SpanTag, Tag as PdfTag, TagGroup, TagTree,
    },
    text::{Font, GlyphId, KrillaGlyph},
};

use super::{
    ReportError,
    sheets::{Anchor, Entry, HEIGHT, MARGIN, Sheet, Tag, WIDTH, text},
};
use crate::{
    Align, BoxStyle, Face, Fonts, Label, Pen, Point, Shape,
    fonts::{Bytes, Source},
};

/// Maximum length of a string in PDF/A-2.
const LONGEST: usize = 8_000;

/// The metadata of the document.
pub(super) struct PdfMetadata {
    pub(super) title: String,
    pub(super) language: &'static str,
    pub(super) made_at: jiff::Timestamp,
    /// A hash of the inputs: the same inputs give the same bytes.
    pub(super) id: String,
    /// The text at the left of each running head.
    pub(super) head: String,
    /// The footer of a page, by its number and the total number.
    pub(super) folio: Box<dyn Fn(usize, usize) -> String>,
}

/// Writes pages; the anchors contain the page and the vertical position.
pub(super) fn write(
    sheets: &[Sheet],
    entries: &[Entry],
    anchors: &HashMap<Anchor, (usize, f32)>,
    fonts: &Fonts,
    said: &PdfMetadata,
) -> Result<Vec<u8>, ReportError> {
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_B)
        .finish()
        .map_err(|error| ReportError::Library(format!("{error:?}")))?;
    let settings = SerializeSettings { configuration, ..SerializeSettings::default() };
    let mut document = Document::new_with(settings);
    let at = said.made_at.to_zoned(jiff::tz::TimeZone::UTC);
    let part = |number: i8| u8::try_from(number).unwrap_or(0);
    let date = DateTime::new(u16::try_from(at.year()).unwrap_or(0))
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(0);
    document.set_metadata(
        Metadata::new()
            .title(said.title.clone())
            .language(said.language.to_owned())
            .creator("Tagbridge".to_owned())
            .creation_date(date)
            .document_id(said.id.clone()),
    );
    let mut writer = Writer { fonts, loaded: HashMap::new(), nodes: Vec::new() };
    let place = |anchor: &Anchor| {
        let (page, y) = anchors.get(anchor)?;
        Some(XyzDestination::new(*page, At::from_xy(MARGIN, (y - 4.0).max(0.0))))
    };
    for (at, sheet) in sheets.iter().enumerate() {
        let settings = PageSettings::from_wh(WIDTH, HEIGHT)
            .ok_or_else(|| ReportError::Library("a page without a size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        writer.page(&mut page, sheet, (at + 1, sheets.len()), said)?;
        for link in &sheet.links {
            let rect = Rect::from_ltrb(link.from.x, link.from.y, link.to.x, link.to.y);
            let (Some(rect), Some(place)) = (rect, place(&link.target)) else { continue };
            let target = Target::Destination(Destination::Xyz(place));
            let link_says = Some(link.says.clone());
            page.add_annotation(Annotation::new_link(LinkAnnotation::new(rect, target), link_says));
        }
        page.finish();
    }
    document.set_outline(outline(entries, &place));
    let mut tree = TagTree::new().with_lang(Some(said.language.to_owned()));
    for node in writer.nodes {
        tree.push(node);
    }
    document.set_tag_tree(tree);
    document.finish().map_err(|error| ReportError::Library(format!("{error:?}")))
}

/// Bookmarks: each entry is below the last one with a lower level.
fn outline(entries: &[Entry], place: &dyn Fn(&Anchor) -> Option<XyzDestination>) -> Outline {
    fn below(
        entries: &[Entry],
        level: usize,
        place: &dyn Fn(&Anchor) -> Option<XyzDestination>,
    ) -> Vec<OutlineNode> {
        let mut nodes = Vec::new();
        let mut at = 0;
        while at < entries.len() {
            let inner = entries[at + 1..].iter().take_while(|it| it.level > level).count();
            if let Some(target) = place(&entries[at].anchor) {
                let mut node = OutlineNode::new(entries[at].title.clone(), target);
                for child in below(&entries[at + 1..=at + inner], level + 1, place) {
                    node.push_child(child);
                }
                nodes.push(node);
            }
            at += inner + 1;
        }
        nodes
    }
    let mut outline = Outline::new();
    for node in below(entries, 0, place) {
        outline.push_child(node);
    }
    outline
}

struct Writer<'f> {
    fonts: &'f Fonts,
    loaded: HashMap<Source, Font>,
    nodes: Vec<Node>,
}

impl Writer<'_> {
    fn page(
        &mut self,
        page: &mut Page<'_>,
        sheet: &Sheet,
        (number, count): (usize, usize),
        said: &PdfMetadata,
    ) -> Result<(), ReportError> {
        let mut surface = page.surface();
        let artifact = |kind| ContentTag::Artifact(Artifact::with_kind(kind));
        if number > 1 {
            surface.start_tagged(artifact(ArtifactType::Header));
            let right = |y: f32, words: &str| {
                let at = Point::new(WIDTH - MARGIN, y);
                let (text, face, size) = (words.to_owned(), Face::Regular, 7.5);
                Shape::Text(Label { at, text, face, size, align: Align::End })
            };
            let mut shapes = vec![text(MARGIN, 34.0, &said.head, Face::Regular, 7.5)];
            shapes.push(right(34.0, &sheet.head));
            let (from, to) = (Point::new(MARGIN, 39.0), Point::new(WIDTH - MARGIN, 39.0));
            shapes.push(Shape::Line { from, to, pen: Pen::Thin });
            self.shapes(&mut surface, &shapes)?;
            surface.end_tagged();
            surface.start_tagged(artifact(ArtifactType::Footer));
            let folio = right(HEIGHT - 32.0, &(said.folio)(number, count));
            self.shapes(&mut surface, &[folio])?;
            surface.end_tagged();
        }
        for group in &sheet.groups {
            let content = match &group.tag {
                Tag::Figure(_) => ContentTag::Other,
                _ => ContentTag::Span(SpanTag::empty()),
            };
            let id = surface.start_tagged(content);
            self.shapes(&mut surface, &group.shapes)?;
            surface.end_tagged();
            let mut node = match &group.tag {
                Tag::Heading(level, title) => {
                    let level = NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN);
                    TagGroup::new(PdfTag::Hn(level, Some(title.chars().take(LONGEST).collect())))
                }
                Tag::Paragraph => TagGroup::new(PdfTag::P),
                Tag::Code => TagGroup::new(PdfTag::Code),
                Tag::Figure(says) => {
                    TagGroup::new(PdfTag::Figure(Some(says.chars().take(LONGEST).collect())))
                }
            };
            node.push(id);
            self.nodes.push(node.into());
        }
        surface.finish();
        Ok(())
    }

    fn shapes(&mut self, surface: &mut Surface<'_>, shapes: &[Shape]) -> Result<(), ReportError> {
        surface.set_stroke(None);
        for shape in shapes {
            if let Shape::Box { at, width, height, look: BoxStyle::Grey } = shape {
                surface.set_fill(Some(fill(232)));
                let mut path = PathBuilder::new();
                if let Some(rect) = Rect::from_xywh(at.x, at.y, *width, *height) {
                    path.push_rect(rect);
                }
                if let Some(path) = path.finish() {
                    surface.draw_path(&path);
                }
            }
        }
        surface.set_fill(None);
        for pen in [Pen::Thin, Pen::Wire, Pen::Dashed, Pen::Rail] {
            let mut path = PathBuilder::new();
            for shape in shapes {
                trace(&mut path, shape, pen);
            }
            if let Some(path) = path.finish() {
                surface.set_stroke(Some(stroke(pen)));
                surface.draw_path(&path);
            }
        }
        // The content of a box hides the wires behind it.
        surface.set_fill(Some(fill(255)));
        surface.set_stroke(Some(stroke(Pen::Wire)));
        for shape in shapes {
            let Shape::Box { at, width, height, look: look @ (BoxStyle::Plain | BoxStyle::Double) } =
                shape
            else {
                continue;
            };
            let insets: &[f32] = if *look == BoxStyle::Double { &[0.0, 1.5] } else { &[0.0] };
            let mut path = PathBuilder::new();
            for by in insets {
                let (x, y) = (at.x + by, at.y + by);
                let rect = Rect::from_xywh(x, y, width - 2.0 * by, height - 2.0 * by);
                if let Some(rect) = rect {
                    path.push_rect(rect);
                }
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        surface.set_stroke(None);
        surface.set_fill(Some(fill(0)));
        for shape in shapes {
            if let Shape::Text(text) = shape {
                self.text(surface, text)?;
            }
        }
        Ok(())
    }

    /// A text, in the necessary number of fonts.
    fn text(&mut self, surface: &mut Surface<'_>, text: &Label) -> Result<(), ReportError> {
        let (from, _) = text.extent(self.fonts);
        let mut x = from.x;
        let mut run: (Option<Source>, usize, Vec<KrillaGlyph>) = (None, 0, Vec::new());
        let mut runs = Vec::new();
        for (at, char) in text.text.char_indices() {
            let found = self.fonts.find(text.face, char);
            let (source, glyph) = found.unwrap_or_else(|| self.fonts.replacement(text.face));
            if run.0 != Some(source) {
                runs.push(std::mem::replace(&mut run, (Some(source), at, Vec::new())));
            }
            let range = at - run.1..at - run.1 + char.len_utf8();
            let id = GlyphId::new(glyph.id);
            run.2.push(KrillaGlyph::new(id, glyph.advance, 0.0, 0.0, 0.0, range, None));
        }
        runs.push(run);
        let mut runs = runs.into_iter().peekable();
        while let Some((source, begin, glyphs)) = runs.next() {
            let Some(source) = source else { continue };
            let end = runs.peek().map_or(text.text.len(), |next| next.1);
            let font = self.font(source)?;
            let start = At::from_xy(x, text.at.y);
            let words = &text.text[begin..end];
            surface.draw_glyphs(start, &glyphs, font, words, text.size, false);
            x += glyphs.iter().map(|glyph| glyph.x_advance * text.size).sum::<f32>();
        }
        Ok(())
    }

    fn font(&mut self, source: Source) -> Result<Font, ReportError> {
        if let Some(font) = self.loaded.get(&source) {
            return Ok(font.clone());
        }
        let data: Data = match self.fonts.bytes(source) {
            Bytes::Shipped(bytes) => (*bytes).into(),
            Bytes::Given(bytes) => Arc::clone(bytes).into(),
        };
        let font = Font::new(data, 0)
            .ok_or_else(|| ReportError::Library("a font that cannot be embedded".to_owned()))?;
        self.loaded.insert(source, font.clone());
        Ok(font)
    }
}

/// Adds the shapes that are drawn with a pen.
fn trace(path: &mut PathBuilder, shape: &Shape, with: Pen) {
    match shape {
        Shape::Line { from, to, pen } if *pen == with => {
            path.move_to(from.x, from.y);
            path.line_to(to.x, to.y);
        }
        Shape::Curve(points) if with == Pen::Wire => {
            for (at, point) in points.iter().enumerate() {
                if at == 0 {
                    path.move_to(point.x, point.y);
                } else {
                    path.line_to(point.x, point.y);
                }
            }
        }
        _ => {}
    }
}

fn fill(grey: u8) -> Fill {
    Fill { paint: luma::Color::new(grey).into(), opacity: NormalizedF32::ONE, ..Fill::default() }
}

fn stroke(pen: Pen) -> Stroke {
    let (width, grey) = match pen {
        Pen::Thin => (0.3, 150),
        Pen::Wire | Pen::Dashed => (0.6, 0),
        Pen::Rail => (1.4, 60),
    };
    let dash = (pen == Pen::Dashed).then(|| StrokeDash { array: vec![3.0, 2.0], offset: 0.0 });
    Stroke { paint: luma::Color::new(grey).into(), width, dash, ..Stroke::default() }
}
