//! The support bundle: what a supporter needs, previewed before it is saved, without secrets.

mod scrub;

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;
use tagbridge_api::Timestamp;
use zip::{ZipWriter, write::SimpleFileOptions};

use self::scrub::Scrubber;
use crate::{
    desk::Desk,
    time::{count, small},
    view::{Bundle, BundleFile, Failure, MadeFile, MakeBundle, Removed, SaveBundle},
};

/// What a preview shows of a file.
const SHOWN: usize = 64 << 10;

/// A file as it goes into the archive.
struct Content {
    name: &'static str,
    about: String,
    text: String,
}

impl Desk {
    pub(crate) fn bundle(&self, it: MakeBundle) -> Result<Bundle, Failure> {
        let (contents, removed) = self.contents(it)?;
        let bytes = contents.iter().map(|it| it.text.len() as u64).sum();
        let files = contents.into_iter().map(|mut it| {
            let bytes = count(it.text.len() as u64);
            if it.text.len() > SHOWN {
                it.text.truncate(it.text.floor_char_boundary(SHOWN));
            }
            BundleFile { name: it.name.to_owned(), about: it.about, bytes, text: it.text }
        });
        Ok(Bundle { files: files.collect(), removed, bytes: count(bytes) })
    }

    pub(crate) fn save_bundle(&self, it: &SaveBundle) -> Result<MadeFile, Failure> {
        let (contents, _) =
            self.contents(MakeBundle { pseudonyms: it.pseudonyms, trace: it.trace })?;
        let archive = archive(&contents).map_err(|error| {
            Failure::new("internal", format!("the bundle cannot be packed: {error}"), "try again")
        })?;
        let day = Timestamp::now().get().strftime("%Y-%m-%d").to_string();
        let name = format!("tagbridge-support-{day}.zip");
        let Some(path) = &it.path else {
            return Ok(MadeFile { name, bytes: Some(BASE64_STANDARD.encode(archive)) });
        };
        std::fs::write(path, archive).map_err(|error| {
            let message = format!("the bundle cannot be saved as {path}: {error}");
            Failure::new("disk", message, "choose another folder")
        })?;
        Ok(MadeFile { name, bytes: None })
    }

    fn contents(&self, it: MakeBundle) -> Result<(Vec<Content>, Vec<Removed>), Failure> {
        let mut scrubber = self.scrubber(it.pseudonyms);
        let mut contents = vec![
            Content {
                name: "versions.json",
                about: "this program and this computer's system".into(),
                text: pretty(&json!({
                    "tagbridge": env!("CARGO_PKG_VERSION"),
                    "system": std::env::consts::OS,
                    "processor": std::env::consts::ARCH,
                    "made_at": Timestamp::now(),
                })),
            },
            self.status_file(),
            Content {
                name: "settings.toml",
                about: "what was set, without the key".into(),
                text: self.0.keeper.read(toml::to_string_pretty).unwrap_or_default(),
            },
            self.log_file(),
            self.statement_file()?,
            self.tags_file(),
        ];
        // Names are in the frames, too.
        if it.trace && !it.pseudonyms {
            contents.extend(self.trace_file());
        }
        for it in &mut contents {
            it.text = scrubber.clean(&it.text);
        }
        Ok((contents, scrubber.removed()))
    }

    /// What must not stand in a bundle of this computer.
    fn scrubber(&self, pseudonyms: bool) -> Scrubber {
        let mut scrubber = Scrubber::default();
        if let Ok((client, ..)) = self.connected() {
            scrubber.add("keys", client.key().expose());
        }
        for name in ["TAGBRIDGE_KEY", "TAGBRIDGE_PASSWORD"] {
            if let Ok(secret) = std::env::var(name) {
                scrubber.add("passwords", &secret);
            }
        }
        for name in ["USER", "USERNAME", "LOGNAME"] {
            if let Ok(user) = std::env::var(name).map(|it| it.trim().to_owned())
                && user != "root"
            {
                scrubber.add("user names", &user);
            }
        }
        for name in ["HOSTNAME", "COMPUTERNAME"] {
            if let Ok(computer) = std::env::var(name) {
                scrubber.add("computer names", &computer);
            }
        }
        if let Ok(computer) = std::fs::read_to_string("/etc/hostname") {
            scrubber.add("computer names", &computer);
        }
        if pseudonyms {
            scrubber.rename(self.tag_names());
        }
        scrubber
    }

    fn tag_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for room in self.rooms().values() {
            if let Some(view) = room.newest() {
                names.extend(view.tags.keys().cloned());
            }
            names.extend(room.start.tags.iter().flatten().cloned());
        }
        for pins in self.0.keeper.read(|it| it.pins.clone()).into_values() {
            names.extend(pins);
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    fn status_file(&self) -> Content {
        let sessions = self.sessions();
        Content {
            name: "status.json",
            about: "sessions, the service, and how they stand".into(),
            text: pretty(&json!({
                "service": *self.0.service.borrow(),
                "sessions": sessions,
            })),
        }
    }

    fn log_file(&self) -> Content {
        let events = self.0.journal.after(0);
        let about = format!("event log, {} events", events.len());
        let lines = events.iter().filter_map(|it| serde_json::to_string(it).ok());
        let text = lines.fold(String::new(), |text, line| text + &line + "\n");
        Content { name: "log.jsonl", about, text }
    }

    fn statement_file(&self) -> Result<Content, Failure> {
        let names: Vec<String> = self.rooms().keys().cloned().collect();
        let mut statements = Vec::new();
        for name in names {
            let it = self.diagnostics(&name)?;
            statements.push(json!({ "statement": it.statement, "counters": it.counters }));
        }
        Ok(Content {
            name: "statement.json",
            about: "what may be sent to controllers, what was, and counters".into(),
            text: pretty(&statements.into()),
        })
    }

    /// Names, types and qualities: no values.
    fn tags_file(&self) -> Content {
        let mut text = String::from("session\tname\ttype\tquality\treason\n");
        let mut tags = 0;
        for (session, room) in &*self.rooms() {
            let Some(view) = room.newest() else { continue };
            for (name, it) in &view.tags {
                let reason = it.reason.map_or("", |it| it.as_str());
                let quality = it.quality.as_str();
                let it = format_args!("{}\t{quality}\t{reason}", it.type_name);
                let _written = writeln!(text, "{session}\t{name}\t{it}");
                tags += 1;
            }
        }
        Content { name: "tags.tsv", about: format!("{tags} tags, without values"), text }
    }

    fn trace_file(&self) -> Option<Content> {
        let mut text = String::new();
        let mut frames = 0;
        for (session, traffic) in self.all_traffic() {
            traffic.trace(|trace| {
                for it in &trace.frames {
                    let way = if it.is_ours { "sent" } else { "received" };
                    let _written = write!(text, "{session}\t{}\t{way}\t", it.at);
                    for byte in &it.bytes {
                        let _written = write!(text, "{byte:02x}");
                    }
                    text.push('\n');
                }
                frames += small(trace.frames.len());
            });
        }
        let about = format!("wire trace, {frames} frames, with values");
        (frames > 0).then_some(Content { name: "wire.tsv", about, text })
    }
}

fn archive(contents: &[Content]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for it in contents {
        zip.start_file(it.name, SimpleFileOptions::default())?;
        zip.write_all(it.text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn pretty(document: &serde_json::Value) -> String {
    serde_json::to_string_pretty(document).unwrap_or_default()
}
