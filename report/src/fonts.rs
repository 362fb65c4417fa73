//! The fonts of drawings and pages, and the widths of texts.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, LazyLock},
};

use skrifa::{
    FontRef, MetadataProvider, instance::LocationRef, metrics::GlyphMetrics, prelude::Size,
};

/// Characters below this one are cached.
const KNOWN: u32 = 0x2600;

/// A built-in font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    /// Noto Sans.
    Regular,
    /// Noto Sans, bold.
    Bold,
    /// Noto Sans Mono.
    Mono,
}

/// The built-in fonts, and additional ones for more characters.
#[derive(Debug, Clone)]
pub struct Fonts {
    shipped: [Arc<Loaded>; 3],
    further: Vec<Arc<Loaded>>,
    id: u64,
}

/// A font with cached properties.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) bytes: Bytes,
    known: Vec<Option<Glyph>>,
    upem: f32,
}

/// A font's file.
#[derive(Debug, Clone)]
pub(crate) enum Bytes {
    Shipped(&'static [u8]),
    Given(Arc<Vec<u8>>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Shipped(bytes) => bytes,
            Self::Given(bytes) => bytes,
        }
    }
}

/// A character in a font.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) id: u32,
    /// In units of the text size.
    pub(crate) advance: f32,
}

/// The font in [`Fonts`] that contains a character: a built-in one, or the index of an additional
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Face(Face),
    Further(usize),
}

impl Loaded {
    /// Loads a font. `None` if it is invalid.
    fn new(bytes: Bytes) -> Option<Self> {
        let font = FontRef::from_index(bytes.as_ref(), 0).ok()?;
        let upem = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        let (map, widths) =
            (font.charmap(), font.glyph_metrics(Size::unscaled(), LocationRef::default()));
        let known = (0..KNOWN).map(|code| {
            let char = char::from_u32(code)?;
            glyph(map.map(char)?.to_u32(), &widths, upem)
        });
        let known = known.collect();
        Some(Self { bytes, known, upem })
    }

    fn glyph(&self, char: char) -> Option<Glyph> {
        if let Some(known) = self.known.get(char as usize) {
            return *known;
        }
        let font = FontRef::from_index(self.bytes.as_ref(), 0).ok()?;
        let widths = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        glyph(font.charmap().map(char)?.to_u32(), &widths, self.upem)
    }
}

fn glyph(id: u32, widths: &GlyphMetrics<'_>, upem: f32) -> Option<Glyph> {
    let advance = widths.advance_width(skrifa::GlyphId::new(id))? / upem;
    (id != 0).then_some(Glyph { id, advance })
}

impl Default for Fonts {
    /// Only the built-in fonts.
    fn default() -> Self {
        static SHIPPED: LazyLock<[Arc<Loaded>; 3]> = LazyLock::new(|| {
            let files: [&'static [u8]; 3] = [
                include_bytes!("../fonts/NotoSans-Regular.ttf"),
                include_bytes!("../fonts/NotoSans-Bold.ttf"),
                include_bytes!("../fonts/NotoSansMono-Regular.ttf"),
            ];
            files.map(|bytes| Arc::new(Loaded::new(Bytes::Shipped(bytes)).expect("a font")))
        });
        Self { shipped: SHIPPED.clone(), further: Vec::new(), id: 0 }
    }
}

impl Fonts {
    /// Adds fonts (TrueType, OpenType, the first one of a collection) for characters that are
    /// missing in the built-in ones. `None` if a font is invalid.
    pub fn with(files: Vec<Vec<u8>>) -> Option<Self> {
        let loaded = |bytes| Loaded::new(Bytes::Given(Arc::new(bytes))).map(Arc::new);
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        let id = if files.is_empty() { 0 } else { hasher.finish() };
        let further = files.into_iter().map(loaded).collect::<Option<_>>()?;
        Some(Self { further, id, ..Self::default() })
    }

    /// Identifies the set of fonts: output with other fonts has another id. 0: only the built-in
    /// fonts.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Finds the font and the glyph of a character; `None` if no font contains it.
    pub(crate) fn find(&self, face: Face, char: char) -> Option<(Source, Glyph)> {
        if let Some(glyph) = self.shipped[face as usize].glyph(char) {
            return Some((Source::Face(face), glyph));
        }
        let further = self.further.iter().enumerate();
        let mut found = further.filter_map(|(at, it)| Some((Source::Further(at), it.glyph(char)?)));
        found.next().or_else(|| {
            let faces = [Face::Regular, Face::Mono].into_iter();
            let mut found = faces.filter_map(|face| {
                Some((Source::Face(face), self.shipped[face as usize].glyph(char)?))
            });
            found.next()
        })
    }

    /// The replacement for a character that is in no font.
    pub(crate) fn replacement(&self, face: Face) -> (Source, Glyph) {
        let found = ['\u{fffd}', '?'].into_iter().find_map(|char| self.find(face, char));
        found.unwrap_or((Source::Face(face), Glyph { id: 0, advance: 0.6 }))
    }

    /// The bytes of a font file.
    pub(crate) fn bytes(&self, source: Source) -> &Bytes {
        match source {
            Source::Face(face) => &self.shipped[face as usize].bytes,
            Source::Further(at) => &self.further[at].bytes,
        }
    }

    /// Whether a font contains a character.
    pub fn has(&self, char: char) -> bool {
        self.find(Face::Regular, char).is_some()
    }

    /// The width of a text in units of its size.
    pub fn width(&self, face: Face, text: &str) -> f32 {
        let glyph = |char| self.find(face, char).unwrap_or_else(|| self.replacement(face)).1;
        text.chars().map(|char| glyph(char).advance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_characters() {
        let fonts = Fonts::default();
        let mono = fonts.width(Face::Mono, "i");
        assert!((fonts.width(Face::Mono, "Wi.é") - 4.0 * mono).abs() < 1e-4);
        assert!(fonts.width(Face::Bold, "Motor") > fonts.width(Face::Regular, "Motor"));
        assert!(
            "äöüß €–→Жλ".chars().all(|char| fonts.has(char)),
            "{:?}",
            "äöüß €–→Жλ".chars().filter(|c| !fonts.has(*c)).collect::<Vec<_>>()
        );
        assert!(!fonts.has('中'));
        assert!(Fonts::with(vec![b"no font".to_vec()]).is_none());
    }
}
