//! The intent of a sentence: a multinomial logistic regression on its words, pairs of words and
//! parts of words, with masked project names.
//!
//! The weights are trained from `utterances/`, and compiled into the program.

mod features;
mod groups;
mod intent;

pub use self::{
    features::{DIMENSIONS, features, tokens},
    intent::Intent,
};

/// The beginning of a file of weights.
pub const MARK: &[u8; 8] = b"ASKMODL1";
/// The weights: for each class a scale and a bias, then for each feature one byte per class.
static MODEL: &[u8] = include_bytes!("../model.bin");

/// The probability of each intent for a sentence, in descending order. Names of the project must be
/// masked as `{x}`.
pub fn classify(sentence: &str) -> Vec<(Intent, f32)> {
    classify_by(MODEL, sentence)
}

/// Classifies with other weights.
pub fn classify_by(model: &[u8], sentence: &str) -> Vec<(Intent, f32)> {
    let classes = Intent::ALL.len();
    let head = MARK.len() + 8;
    let float = |at: usize| {
        let bytes = model.get(at..at + 4).and_then(|it| it.try_into().ok());
        f32::from_le_bytes(bytes.unwrap_or_default())
    };
    let weights = model.get(head + classes * 8..).unwrap_or_default();
    let found = features(&tokens(sentence));
    #[expect(clippy::cast_precision_loss, reason = "a sentence has some hundred features")]
    let norm = 1.0 / (found.len().max(1) as f32).sqrt();
    let mut scores: Vec<f32> = (0..classes)
        .map(|class| {
            let (scale, bias) = (float(head + class * 8), float(head + class * 8 + 4));
            let sum: i32 = found
                .iter()
                .filter_map(|feature| weights.get(feature * classes + class))
                .map(|weight| i32::from(i8::from_le_bytes([*weight])))
                .sum();
            #[expect(clippy::cast_precision_loss, reason = "some hundred bytes")]
            let sum = sum as f32;
            bias + sum * scale * norm
        })
        .collect();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    for score in &mut scores {
        *score = (*score - most).exp();
    }
    let all: f32 = scores.iter().sum();
    let mut likely: Vec<(Intent, f32)> =
        Intent::ALL.iter().zip(&scores).map(|(intent, score)| (*intent, score / all)).collect();
    likely.sort_by(|one, other| other.1.total_cmp(&one.1));
    likely
}

/// The digest of the utterances from which the weights were trained.
pub fn trained_from() -> Option<u64> {
    let bytes = MODEL.strip_prefix(MARK)?.get(..8)?.try_into().ok()?;
    Some(u64::from_le_bytes(bytes))
}
