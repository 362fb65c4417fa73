//! The part of a file that has been read, and the last steps after the whole file has been read.

use std::collections::HashSet;

use tagbridge_texts::ToArgument;

use super::{alias, built_in, data::Seen, stored::Layouts, tree::Head};
use crate::says::Noted;
use crate::{
    Access, Controller, DataType, Format, MentionKind, Note, NoteKind, Program, Project, Routine,
    Tag, Vendor, text::stem,
};

/// A project that is being read.
pub(super) struct Export {
    pub(super) project: Project,
    /// The current program.
    pub(super) program: Option<String>,
    /// The additional contents of the tags' data.
    pub(super) seen: Seen,
    /// The types as their values are stored.
    pub(super) layouts: Layouts,
    /// Alias parameters of add-on instructions: block, member and target.
    pub(super) stand_ins: Vec<(usize, usize, String)>,
    /// Tags of modules whose data is in the tag of their rack, in lower case.
    pub(super) in_racks: Vec<String>,
    /// The major version of the software that wrote the file.
    version: Option<u32>,
    /// The kinds and names of all objects that have been read, in lower case.
    names: HashSet<(&'static str, String)>,
}

impl Export {
    /// An empty project for a file with this number of bytes.
    pub(super) fn new(file: &str, root: &Head<'_>, size: usize) -> Self {
        let target = root.attribute("TargetName");
        let version = root.attribute("SoftwareRevision");
        let name = target.map_or_else(|| stem(file).to_owned(), Into::into);
        let project = Project::new(Vendor::AllenBradley, Format::L5x, name);
        Self {
            project,
            program: None,
            seen: Seen::new(size),
            layouts: Layouts::new(),
            stand_ins: Vec::new(),
            in_racks: Vec::new(),
            version: version.and_then(|text| text.split('.').next()?.parse().ok()),
            names: HashSet::new(),
        }
    }

    pub(super) fn note(
        &mut self,
        kind: NoteKind,
        subject: &(impl ToArgument + ?Sized),
        what: &Noted<'_>,
    ) {
        self.project.notes.push(Note::new(kind, subject, what));
    }

    /// The access from outside without an attribute: read and write before version 18, which had no
    /// external access.
    pub(super) fn access_by_default(&self) -> Access {
        match self.version {
            Some(version) if version < 18 => Access::ReadWrite,
            _ => Access::Unknown,
        }
    }

    pub(super) fn controller(&mut self, head: &Head<'_>) {
        let name = head.attribute("Name").map(String::from).unwrap_or_default();
        let revision = [head.attribute("MajorRev"), head.attribute("MinorRev")];
        if head.attribute("Use").as_deref() == Some("Target") {
            self.project.name.clone_from(&name);
        }
        self.project.controller = Some(Controller {
            name,
            model: head.attribute("ProcessorType").map(Into::into),
            fault_program: head.attribute("MajorFaultProgram").map(Into::into),
            power_up_program: head.attribute("PowerLossProgram").map(Into::into),
            revision: match revision {
                [Some(major), Some(minor)] => Some(format!("{major}.{minor}")),
                _ => None,
            },
            serial: head.attribute("ProjectSN").and_then(|text| serial(&text)),
            ..Controller::default()
        });
    }

    /// Sets whether the controller has a redundant partner.
    pub(super) fn redundancy(&mut self, head: &Head<'_>) {
        if let Some(controller) = &mut self.project.controller {
            controller.redundant = head.attribute("Enabled").as_deref() == Some("true");
        }
    }

    /// Sets the comment of the current program, or of the controller.
    pub(super) fn describe(&mut self, program: bool, text: Option<String>) {
        if program {
            if let Some(program) = self.project.programs.last_mut() {
                program.comment = text;
            }
        } else if let Some(controller) = &mut self.project.controller {
            controller.comment = text;
        }
    }

    pub(super) fn add_program(&mut self, program: Program) {
        if self.is_new("program", &program.name) {
            self.project.programs.push(program);
        }
    }

    pub(super) fn add_tag(&mut self, tag: Tag) {
        if self.is_new("tag", &tag.name) {
            self.project.tags.push(tag);
        }
    }

    pub(super) fn add_type(&mut self, data_type: DataType) {
        if self.is_new("type", &data_type.name) {
            self.project.data_types.push(data_type);
        }
    }

    pub(super) fn add_routine(&mut self, routine: Routine) {
        let name = format!("{}/{}", routine.owner, routine.name);
        if !self.is_new("routine", &name) {
            return;
        }
        if let Some(program) = self.present(&routine.owner) {
            program.routines.push(routine.name.clone());
        }
        self.project.routines.push(routine);
    }

    /// The current program, if it has this name.
    pub(super) fn present(&mut self, name: &str) -> Option<&mut Program> {
        self.project.programs.last_mut().filter(|program| program.name == name)
    }

    /// Whether there is no object of this kind and name yet. The first one is used; further ones are noted.
    pub(super) fn is_new(&mut self, kind: &'static str, name: &str) -> bool {
        let new = self.names.insert((kind, name.to_ascii_lowercase()));
        if !new {
            self.note(NoteKind::Conflict, name, &Noted::NamedTwice { kind });
        }
        new
    }

    /// Completes the project after the whole file has been read.
    pub(super) fn finish(mut self) -> Project {
        if self.seen.is_full() {
            let name = self.project.name.clone();
            self.note(NoteKind::Skipped, &name, &Noted::InitialValues);
        }
        for data_type in self.seen.structures() {
            let is_defined = self.names.contains(&("type", data_type.name.to_ascii_lowercase()));
            if !is_defined && !built_in::knows(&data_type.name) {
                self.project.data_types.push(data_type);
            }
        }
        self.look_into_racks();
        self.phases();
        built_in::add_used(&mut self.project);
        alias::resolve(&mut self.project, &self.stand_ins);
        self.project
    }
}

impl Export {
    /// Removes the mentions of programs that are not equipment phases or sequences: these have a
    /// tag of that type.
    fn phases(&mut self) {
        let is_phase = |kind: &str| {
            ["PHASE", "EQUIPMENT_SEQUENCE"].iter().any(|it| it.eq_ignore_ascii_case(kind))
        };
        let tags = self.project.tags.iter().filter(|tag| is_phase(&tag.type_use.name));
        let names: HashSet<String> = tags.map(|tag| tag.name.to_ascii_lowercase()).collect();
        self.project.mentions.retain(|it| {
            it.kind != MentionKind::Phase || names.contains(&it.operand.to_ascii_lowercase())
        });
    }

    /// Corrects aliases into racks: adapters have the data of their slots in `Data` or in `Slot`.
    fn look_into_racks(&mut self) {
        if self.in_racks.is_empty() {
            return;
        }
        let types = self.project.data_types.iter();
        let with_slots: HashSet<&str> = types
            .filter(|it| it.members.iter().any(|member| member.name == "Slot"))
            .map(|it| it.name.as_str())
            .collect();
        let tags = self.project.tags.iter();
        let with_slots: HashSet<String> = tags
            .filter(|tag| with_slots.contains(tag.type_use.name.as_str()))
            .map(|tag| tag.name.clone())
            .collect();
        let in_racks: HashSet<String> = self.in_racks.drain(..).collect();
        for tag in &mut self.project.tags {
            let Some(target) = tag.alias_for.take() else { continue };
            let rack = target.split_once(".Data[").filter(|(rack, _)| with_slots.contains(*rack));
            tag.alias_for = match rack {
                Some((rack, slot)) if in_racks.contains(&tag.name.to_ascii_lowercase()) => {
                    Some(format!("{rack}.Slot[{slot}"))
                }
                _ => Some(target),
            };
        }
    }
}

/// The serial number as printed on the device: eight hexadecimal digits. `None` if the project is
/// not bound to a device.
fn serial(text: &str) -> Option<String> {
    let digits = text.strip_prefix("16#").unwrap_or(text).replace('_', "");
    let number = u32::from_str_radix(&digits, 16).ok()?;
    (number != 0).then(|| format!("{number:08X}"))
}
