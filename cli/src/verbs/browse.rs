//! `tagbridge browse`: the controller's own tag list.

use std::io;

use clap::Args;
use serde::Serialize;
use tagbridge_api::hmi::Controller;
use tagbridge_driver::{Access, Listing, TagInfo};
use wildmatch::WildMatch;

use crate::{
    failure::{Exit, Failure},
    messages::{Column, Line, TableWord},
    output::{self, Output},
    verbs::controller::{ControllerArguments, Step, shown},
};

/// List the tags that a controller has, with types and dimensions.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge browse logix://10.0.0.5/1,0\n  \
    tagbridge browse logix://10.0.0.5/1,0 --filter 'Program:Main.*'\n\n\
    The list appears while it is read from the controller. --json prints one document at the end. \
    S7 controllers have no list of tags: use `tagbridge project inspect` with the project's file.")]
pub(crate) struct Browse {
    #[command(flatten)]
    way: ControllerArguments,

    /// List only the tags whose name matches this pattern: `*` matches any characters, `?` matches
    /// one character. Case is ignored.
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,

    /// Also list the tags of the system and of modules.
    #[arg(long)]
    all: bool,
}

pub(crate) async fn run(mut arguments: Browse, output: Output) -> Result<Exit, Failure> {
    arguments.way.find().await?;
    let mut reader = arguments.way.connect().await?;
    let controller = reader.controller();
    let mut list = List::new(&arguments, output);
    let outcome = reader.browse(&mut |listing| list.take(listing)).await;
    reader.close().await;
    outcome.map_err(|error| arguments.way.failure(Step::ListTags, &error))?;
    list.finish(&controller)?;
    Ok(Exit::Done)
}

/// The tags received so far.
struct List {
    output: Output,
    filter: Option<WildMatch>,
    all: bool,
    /// The tags for JSON, which is printed at the end.
    tags: Vec<TagInfo>,
    /// Number of printed tags, and of omitted system entries.
    shown: usize,
    left_out: usize,
    /// The result of printing.
    printed: io::Result<()>,
}

impl List {
    fn new(arguments: &Browse, output: Output) -> Self {
        Self {
            output,
            filter: arguments.filter.as_deref().map(WildMatch::new_case_insensitive),
            all: arguments.all,
            tags: Vec::new(),
            shown: 0,
            left_out: 0,
            printed: Ok(()),
        }
    }

    fn take(&mut self, listing: Listing) {
        match listing {
            Listing::Tags(tags) => {
                for tag in tags {
                    self.take_tag(tag);
                }
            }
            Listing::Restarted => {
                output::aside(&Line::ListedAgain);
                self.tags.clear();
                (self.shown, self.left_out) = (0, 0);
            }
        }
    }

    fn take_tag(&mut self, tag: TagInfo) {
        if self.filter.as_ref().is_some_and(|it| !it.matches(&tag.name)) {
            return;
        }
        if tag.is_system && !self.all {
            self.left_out += 1;
            return;
        }
        self.shown += 1;
        if self.output.is_json() {
            self.tags.push(tag);
        } else if self.printed.is_ok() {
            self.printed = print(&tag, self.shown == 1);
        }
    }

    fn finish(self, controller: &Controller) -> Result<(), Failure> {
        self.printed?;
        if self.output.is_json() {
            let tags = self.tags.iter().map(Entry::of).collect();
            return Ok(output::json(&Document { controller, tags })?);
        }
        let controller = shown(controller);
        let line = match (self.shown, self.left_out) {
            (tags, 0) => Line::Browsed { tags, controller },
            (tags, own) => Line::BrowsedAndOwn { tags, own, controller },
        };
        Ok(output::text(format!("\n{}", output::said(&line)))?)
    }
}

/// Prints a row immediately: the columns fit most names and types.
fn print(tag: &TagInfo, is_first: bool) -> io::Result<()> {
    let row = |name: &str, kind: &str, access: &str| {
        output::text(format!("{name:<40}  {kind:<24}  {access}").trim_end())
    };
    if is_first {
        let [name, kind, access] = [Column::Tag, Column::Type, Column::Access];
        row(&output::said(&name), &output::said(&kind), &output::said(&access))?;
    }
    let sizes: Vec<String> = tag.dimensions.iter().map(u32::to_string).collect();
    let kind = match sizes.join(",") {
        none if none.is_empty() => tag.type_name.to_string(),
        sizes => format!("{}[{sizes}]", tag.type_name),
    };
    let access = match tag.access {
        Access::ReadWrite => TableWord::ReadWrite,
        Access::ReadOnly => TableWord::ReadOnly,
        Access::None => TableWord::NoAccess,
        Access::Unknown => TableWord::UnknownAccess,
    };
    row(&tag.name, &kind, &output::said(&access))
}

fn access(access: Access) -> &'static str {
    match access {
        Access::ReadWrite => "read_write",
        Access::ReadOnly => "read_only",
        Access::None => "none",
        Access::Unknown => "unknown",
    }
}

#[derive(Serialize)]
struct Document<'a> {
    controller: &'a Controller,
    tags: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    r#type: &'a str,
    dimensions: &'a [u32],
    access: &'static str,
}

impl<'a> Entry<'a> {
    fn of(tag: &'a TagInfo) -> Self {
        Self {
            name: &tag.name,
            r#type: &tag.type_name,
            dimensions: &tag.dimensions,
            access: access(tag.access),
        }
    }
}
