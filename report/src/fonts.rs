//! The fonts of drawings and pages, and how wide their texts are.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, LazyLock},
};

use skrifa::{
    FontRef, MetadataProvider, instance::LocationRef, metrics::GlyphMetrics, prelude::Size,
};

/// Characters below this one are looked up once for all.
const KNOWN: u32 = 0x2600;

/// A face that ships with us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    /// Noto Sans.
    Regular,
    /// Noto Sans, bold.
    Bold,
    /// Noto Sans Mono.
    Mono,
}

/// The faces that ship with us, and those that were given for more characters.
#[derive(Debug, Clone)]
pub struct Fonts {
    shipped: [Arc<Loaded>; 3],
    further: Vec<Arc<Loaded>>,
    id: u64,
}

/// A font, with what is asked of it most.
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
    /// In units of the text's size.
    pub(crate) advance: f32,
}

/// Which font of [`Fonts`] has a character: a face, or a further one by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Face(Face),
    Further(usize),
}

impl Loaded {
    /// `None`: it is no font.
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
    /// The faces that ship with us alone.
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
    /// With fonts (TrueType, OpenType, the first of a collection) for characters that the shipped
    /// ones do not have. `None`: one of them is no font.
    pub fn with(files: Vec<Vec<u8>>) -> Option<Self> {
        let loaded = |bytes| Loaded::new(Bytes::Given(Arc::new(bytes))).map(Arc::new);
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        let id = if files.is_empty() { 0 } else { hasher.finish() };
        let further = files.into_iter().map(loaded).collect::<Option<_>>()?;
        Some(Self { further, id, ..Self::default() })
    }

    /// The same for the same fonts: what was written with others has another one. 0: the shipped ones
    /// alone.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Which font has a character, and its glyph; `None`: none has.
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

    /// What is shown in place of a character that no font has.
    pub(crate) fn replacement(&self, face: Face) -> (Source, Glyph) {
        let found = ['\u{fffd}', '?'].into_iter().find_map(|char| self.find(face, char));
        found.unwrap_or((Source::Face(face), Glyph { id: 0, advance: 0.6 }))
    }

    /// The file of a font.
    pub(crate) fn bytes(&self, source: Source) -> &Bytes {
        match source {
            Source::Face(face) => &self.shipped[face as usize].bytes,
            Source::Further(at) => &self.further[at].bytes,
        }
    }

    /// Whether a character can be shown.
    pub fn has(&self, char: char) -> bool {
        self.find(Face::Regular, char).is_some()
    }

    /// How wide a text is, in units of its size.
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
