//! The language of a question.

use tagbridge_texts::Language;

use crate::common::{is_common_english, is_common_german, is_one_of};

/// Words that only exist in this language.
const GERMAN: &str = "wo wird werden was warum wieso weshalb wer wen welche welcher welches welchen wann \
    wie wovon worauf der die das den dem des ein eine einen ist sind und oder nicht \
    bitte im von zeige zeig nie alle seit erkläre erklär erklaere erläutere liste suche \
    finde gibt es auf aus mit setze setz ändere lösche füge benenne schalte netzwerk \
    baustein läuft laeuft jetzt gibts welches wodurch wofür wofuer dann wenn kommt geht \
    macht steht hängt alles mal denn hat haben kann wieder einem einer zur zum bei überall irgendwas \
    anlage schreibt liest ruft wieso eingänge ausgänge merker zeiten störungen stimmt keiner";
const ENGLISH: &str = "where is are what why who which when how the of and or not please show list explain \
    find never does do turns turn sets set resets calls writes reads used written read \
    change delete rename add network block now since to is there any that this it doesnt isnt for \
    with happens if whats from all has have me get goes come";

/// The language of these words; English if they do not show it. Common words that only one of the
/// languages has count, too, and so does a German letter.
pub(crate) fn language_of(words: &[String]) -> Language {
    let count = |known: &'static str, common: fn(&str) -> bool, other: fn(&str) -> bool| {
        let is_own = |word: &&String| is_one_of(word, known) || (common(word) && !other(word));
        2 * words.iter().filter(is_own).count()
    };
    let letters = words.iter().filter(|it| it.contains(['ä', 'ö', 'ü', 'ß'])).count();
    let german = count(GERMAN, is_common_german, is_common_english) + letters;
    let english = count(ENGLISH, is_common_english, is_common_german);
    if german > english { Language::German } else { Language::English }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_with_few_telling_words_has_a_language() {
        for (text, expected) in [
            ("fülldauer limo", Language::German),
            ("pumpe 3 geht ständig aus", Language::German),
            ("timer > 5 s", Language::English),
            ("was schreibt step in main", Language::German),
            ("the valve is open but nothing moves", Language::English),
        ] {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            assert_eq!(language_of(&words), expected, "{text}");
        }
    }
}
