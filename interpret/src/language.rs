//! The language of a question.

use tagbridge_texts::Language;

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

/// The language of these words; English if they do not show it.
pub(crate) fn language_of(words: &[String]) -> Language {
    let count =
        |known: &str| words.iter().filter(|word| known.split(' ').any(|it| it == *word)).count();
    if count(GERMAN) > count(ENGLISH) { Language::German } else { Language::English }
}
