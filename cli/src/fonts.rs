//! Fonts for reports, in addition to the included ones.

use std::{fs, path::PathBuf};

use tagbridge_report::Fonts;
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, ReasonText},
};

/// The fonts of these files, for characters that Noto Sans does not have.
pub(crate) fn fonts(files: &[PathBuf]) -> Result<Fonts, Failure> {
    let mut further = Vec::with_capacity(files.len());
    for file in files {
        let no_font =
            |why: Message| Failure::new(Exit::Usage, &Cannot::UseFile { file }, why, &Do::NameFont);
        let bytes = fs::read(file).map_err(|error| no_font(Message::system(&error)))?;
        if Fonts::with(vec![bytes.clone()]).is_none() {
            return Err(no_font((&ReasonText::NoFont).into()));
        }
        further.push(bytes);
    }
    Ok(Fonts::with(further).unwrap_or_default())
}
