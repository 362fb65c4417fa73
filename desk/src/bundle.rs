//! The support bundle: information for support, without secrets, with a preview before it is saved.

mod bundle_text;
mod configuration;
mod contents;
mod of_folder;
mod scrubber;
mod wire;

use std::{fmt::Write as _, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;

pub(crate) use self::bundle_text::BundleText;
use self::{
    contents::{Content, versions},
    scrubber::Scrubber,
};
pub use self::{
    contents::{Contents, file_name},
    of_folder::of_folder,
};
use crate::{
    desk::Desk,
    journal::line_of,
    keychain::kept_in,
    last_check::{DOCTOR, checks_in, names_in},
    view::{Bundle, Failure, MadeFile, MakeBundle, SaveBundle},
};

impl Desk {
    pub(crate) fn bundle(&self, bundle: MakeBundle) -> Result<Bundle, Failure> {
        let trace_bytes = wire::size(&self.all_traffic());
        Ok(Bundle { trace_bytes, ..self.contents(bundle)?.preview() })
    }

    pub(crate) fn save_bundle(&self, bundle: &SaveBundle) -> Result<MadeFile, Failure> {
        let contents =
            self.contents(MakeBundle { pseudonyms: bundle.pseudonyms, trace: bundle.trace })?;
        let bytes = match &bundle.path {
            Some(path) => {
                contents.save(path.as_ref())?;
                None
            }
            None => Some(BASE64_STANDARD.encode(contents.archive()?)),
        };
        Ok(MadeFile { name: file_name(), bytes })
    }

    fn contents(&self, bundle: MakeBundle) -> Result<Contents, Failure> {
        let settings = self.0.keeper.read(toml::to_string_pretty).unwrap_or_default();
        let mut files = vec![
            versions(self.data()),
            self.status_file(),
            Content::new("settings.toml", &BundleText::Settings, settings),
            self.log_file(),
            self.statement_file()?,
            self.tags_file(),
        ];
        files.extend(checks(self.data()));
        // Frames contain names, too.
        if bundle.trace && !bundle.pseudonyms {
            files.extend(wire::trace(&self.all_traffic()));
        }
        Ok(Contents::clean(files, self.scrubber(bundle.pseudonyms)))
    }

    /// Texts that must not be in a bundle of this computer.
    fn scrubber(&self, pseudonyms: bool) -> Scrubber {
        let mut scrubber = Scrubber::of_this_computer();
        if let Ok((client, ..)) = self.connected() {
            scrubber.add("keys", client.key().expose());
        }
        for (kind, secret) in kept_in(&self.0.options.data) {
            scrubber.add(kind, &secret);
        }
        for password in self.0.keychain.known() {
            scrubber.add("passwords", password.expose());
        }
        if pseudonyms {
            scrubber.rename(self.tag_names());
        }
        scrubber
    }

    fn tag_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for room in self.rooms().values() {
            if let Some(view) = room.feed.newest() {
                names.extend(view.tags.keys().cloned());
            }
            names.extend(room.start.tags.iter().flatten().cloned());
        }
        for pins in self.0.keeper.read(|it| it.pins.clone()).into_values() {
            names.extend(pins);
        }
        names.extend(names_in(&checks_in(&self.0.options.data)));
        names.sort_unstable();
        names.dedup();
        names
    }

    fn status_file(&self) -> Content {
        let document =
            json!({ "service": *self.0.service.state.borrow(), "sessions": self.sessions() });
        Content::json("status.json", &BundleText::Status, &document)
    }

    fn log_file(&self) -> Content {
        let events = self.0.journal.after(0);
        let about = BundleText::Log { events: events.len() };
        let lines = events.iter().map(line_of).collect::<String>();
        Content::new("log.jsonl", &about, lines)
    }

    fn statement_file(&self) -> Result<Content, Failure> {
        let names: Vec<String> = self.rooms().keys().cloned().collect();
        let mut statements = Vec::new();
        for name in names {
            let it = self.diagnostics(&name)?;
            statements.push(json!({ "statement": it.statement, "counters": it.counters }));
        }
        Ok(Content::json("statement.json", &BundleText::Statement, &statements))
    }

    /// Names, types and qualities: no values.
    fn tags_file(&self) -> Content {
        let mut text = String::from("session\tname\ttype\tquality\treason\n");
        let mut tags = 0;
        for (session, room) in &*self.rooms() {
            let Some(view) = room.feed.newest() else { continue };
            for (name, it) in view.tags.iter() {
                let reason = it.reason.map_or("", |it| it.as_str());
                let quality = it.quality.as_str();
                let it = format_args!("{}\t{quality}\t{reason}", it.type_name);
                let _written = writeln!(text, "{session}\t{name}\t{it}");
                tags += 1;
            }
        }
        Content::new("tags.tsv", &BundleText::Tags { tags }, text)
    }
}

/// The results of the latest checks of controllers, and of the doctor.
fn checks(data: &Path) -> impl Iterator<Item = Content> {
    checks_in(data).into_iter().map(|(name, check)| {
        let about = if name == DOCTOR { BundleText::Doctor } else { BundleText::Check };
        Content::json(&format!("checks/{name}.json"), &about, &check)
    })
}
