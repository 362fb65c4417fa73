//! The message when no window can be opened: on stderr, and in a message box if the program has no
//! terminal.

use std::error::Error;

use rfd::{MessageDialog, MessageLevel};
use tagbridge_texts::{Coded, Language, Message};

use crate::log_message::{LogMessage, event};

/// The reason why there is no window, if the user can remove it.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desktop-unopened")]
pub(crate) enum NoWindowReason {
    NoWebView,
}

impl Error for NoWindowReason {}

/// The message about it, and the advice.
#[derive(Debug, Coded)]
#[coded(prefix = "desktop-last")]
pub(crate) enum StartFailureText {
    NoWindow { why: Message },
    InstallWebView,
    CheckDisplay,
}

/// Shows the message to a user, if there is one.
pub(crate) fn tell(error: &(dyn Error + 'static)) {
    event!(error, LogMessage::WindowNotOpened, %error);
    let [what, remedy] =
        words(error).map(|it| it.message().in_language(Language::of_environment()));
    to_stderr(&format!("{what}\n{remedy}"));
    // A program with a window has no stderr there.
    if cfg!(windows) {
        let said = format!("{what}\n\n{remedy}");
        MessageDialog::new()
            .set_level(MessageLevel::Error)
            .set_title("Tagbridge")
            .set_description(said)
            .show();
    }
}

fn words(error: &(dyn Error + 'static)) -> [StartFailureText; 2] {
    let (why, remedy) = match error.downcast_ref::<NoWindowReason>() {
        Some(why) => (why.message(), StartFailureText::InstallWebView),
        None => (Message::verbatim(error.to_string()), StartFailureText::CheckDisplay),
    };
    [StartFailureText::NoWindow { why }, remedy]
}

#[expect(clippy::print_stderr, reason = "there is neither a window nor, perhaps, a log")]
fn to_stderr(said: &str) {
    eprintln!("{said}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_its_remedy() {
        let [what, remedy] = words(&NoWindowReason::NoWebView).map(|it| it.to_string());
        assert!(what.contains("cannot open its window: WebView2"), "{what}");
        assert!(remedy.contains("`tagbridge run --console`"), "{remedy}");
        let [what, remedy] = words(&std::io::Error::other("no display")).map(|it| it.to_string());
        assert!(what.ends_with("cannot open its window: no display"), "{what}");
        assert!(remedy.starts_with("check that a display"), "{remedy}");
    }
}
