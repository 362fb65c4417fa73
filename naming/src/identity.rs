//! Compares the controller that answers with the controller that a project is for.

use tagbridge_driver::{Device, Identity};
use tagbridge_project::{Controller, Target};
use tagbridge_texts::Coded;

use crate::{Names, OtherPlatform};

/// The properties that identify a controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityPart {
    /// The name that its owners gave it.
    Name,
    /// The model. Other series of a model run the same project.
    Model,
    /// The firmware.
    Revision,
    /// The serial number, where the project is bound to one.
    Serial,
}

impl IdentityPart {
    /// In machine-readable reports: `name`, `model`, `revision`, `serial`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Model => "model",
            Self::Revision => "revision",
            Self::Serial => "serial",
        }
    }
}

/// Whether two statements agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// They do.
    Same,
    /// They do not.
    Differs,
    /// They cannot be compared.
    CannotTell,
}

/// One part of the identity, as the controller and the project have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityFact {
    /// Which part.
    pub part: IdentityPart,
    /// Whether both agree.
    pub agreement: Agreement,
    /// In the controller; empty if the controller does not report it.
    pub controller: String,
    /// In the project.
    pub project: String,
}

/// How a controller is another one than the project's.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "naming-other-controller")]
pub enum OtherController {
    /// It has another name.
    Name {
        /// In the controller.
        controller: String,
        /// In the project.
        project: String,
    },
    /// It has another serial number.
    Serial {
        /// In the controller.
        controller: String,
        /// In the project.
        project: String,
    },
    /// The project is for another platform.
    #[coded(transparent)]
    Platform(OtherPlatform),
}

impl Names {
    /// Compares each part of the identity that the project states.
    pub fn compare_identity(&self, identity: &Identity) -> Vec<IdentityFact> {
        let Some(expected) = &self.symbols.project().controller else { return Vec::new() };
        let mut facts = vec![self.name(identity, expected)];
        facts.extend(expected.model.as_ref().map(|model| {
            // Other firmware and other series of a model run the same project.
            let product = identity.product.to_lowercase();
            let is_same = product.contains(&model.to_lowercase());
            let agreement = if is_same { Agreement::Same } else { Agreement::CannotTell };
            fact(IdentityPart::Model, agreement, &identity.product, model)
        }));
        facts.extend(expected.revision.as_ref().filter(|_| self.binds_revision()).map(|project| {
            let agreement = match (major(&identity.revision), major(project)) {
                (Some(controller), Some(project)) if controller == project => Agreement::Same,
                (Some(_), Some(_)) => Agreement::Differs,
                _ => Agreement::CannotTell,
            };
            fact(IdentityPart::Revision, agreement, &identity.revision, project)
        }));
        let is_told = !identity.serial.is_empty();
        facts.extend(expected.serial.as_ref().filter(|_| is_told).map(|serial| {
            let plain = |it: &str| it.trim_start_matches("16#").replace('_', "").to_lowercase();
            let (controller, project) = (plain(&identity.serial), plain(serial));
            let agreement = if controller == project {
                Agreement::Same
            } else if expected.redundant {
                Agreement::CannotTell
            } else {
                Agreement::Differs
            };
            fact(IdentityPart::Serial, agreement, &controller, &project)
        }));
        facts
    }

    /// How the controller is another one than the project's, by its name or its serial number.
    pub fn other_controller(&self, identity: &Identity) -> Option<OtherController> {
        let differing = self.compare_identity(identity).into_iter();
        differing.filter(|it| it.agreement == Agreement::Differs).find_map(|it| {
            let IdentityFact { part, controller, project, .. } = it;
            match part {
                IdentityPart::Name => Some(OtherController::Name { controller, project }),
                IdentityPart::Serial => Some(OtherController::Serial { controller, project }),
                IdentityPart::Model | IdentityPart::Revision => None,
            }
        })
    }

    /// Whether the controller can be the redundant partner of a `known` device: the project has
    /// redundant controllers, and both differ in nothing but the serial number.
    pub fn is_partner(&self, identity: &Identity, known: &Device) -> bool {
        let expected = self.symbols.project().controller.as_ref();
        let is_alike = identity.vendor == known.vendor && identity.product == known.product;
        let has_name = |it: &Controller| {
            identity.name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(&it.name))
        };
        is_alike && expected.is_some_and(|it| it.redundant && has_name(it))
    }

    fn name(&self, identity: &Identity, expected: &Controller) -> IdentityFact {
        let found = identity.name.as_deref().unwrap_or_default();
        let agreement = if found.is_empty() || expected.name.is_empty() {
            Agreement::CannotTell
        } else if found.eq_ignore_ascii_case(&expected.name) {
            Agreement::Same
        } else if self.tells_project_name() {
            Agreement::Differs
        } else {
            Agreement::CannotTell
        };
        fact(IdentityPart::Name, agreement, found, &expected.name)
    }

    /// Whether a project is bound to one major revision of the firmware (Logix).
    fn binds_revision(&self) -> bool {
        matches!(self.target, Target::Logix)
    }
}

fn fact(part: IdentityPart, agreement: Agreement, controller: &str, project: &str) -> IdentityFact {
    let (controller, project) = (controller.to_owned(), project.to_owned());
    IdentityFact { part, agreement, controller, project }
}

fn major(revision: &str) -> Option<u32> {
    revision.split('.').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use tagbridge_driver::RunMode;

    use super::*;
    use crate::{
        Supplement,
        fixture::{CONTROLLER, names},
    };

    fn project(attributes: &str, inside: &str) -> Names {
        let text = CONTROLLER
            .replace("ProcessorType", &format!("{attributes} ProcessorType"))
            .replace("<Tags>", &format!("{inside}<Tags>"));
        names("l.L5X", &text, "logix", Supplement::default())
    }

    fn identity(name: &str, revision: &str, serial: &str) -> Identity {
        Identity {
            vendor: "Rockwell Automation/Allen-Bradley".into(),
            product: "1756-L83E/B".into(),
            revision: revision.into(),
            serial: serial.into(),
            name: Some(name.to_owned()),
            address: ([10, 0, 0, 5], 44818).into(),
            mode: RunMode::Run,
            keyswitch: None,
        }
    }

    const BOUND: &str = r#"MajorRev="35" MinorRev="11" ProjectSN="16#00a1_b2c3""#;
    const REDUNDANT: &str = r#"<RedundancyInfo Enabled="true"/>"#;

    #[test]
    fn name_and_serial_number_tell_one_controller_from_another() {
        use OtherController::{Name, Serial};
        let other =
            |inside: &str, identity: &Identity| project(BOUND, inside).other_controller(identity);
        let pair = |controller: &str, project: &str| (controller.to_owned(), project.to_owned());
        assert_eq!(other("", &identity("LINE", "33.11", "00A1B2C3")), None);
        assert_eq!(other("", &identity("", "35.11", "00A1B2C3")), None, "no name is reported");
        let (controller, project) = pair("Press", "Line");
        let named = Name { controller, project };
        assert_eq!(other("", &identity("Press", "35.11", "00A1B2C3")), Some(named.clone()));
        let (controller, project) = pair("00000001", "00a1b2c3");
        let numbered = Serial { controller, project };
        assert_eq!(other("", &identity("Line", "35.11", "00000001")), Some(numbered));
        assert_eq!(other(REDUNDANT, &identity("Line", "35.11", "00000001")), None);
        assert_eq!(other(REDUNDANT, &identity("Press", "35.11", "00A1B2C3")), Some(named));
    }

    #[test]
    fn a_project_runs_on_its_major_revision_alone() {
        for (revision, agreement) in
            [("35.13", Agreement::Same), ("20.11", Agreement::Differs), ("", Agreement::CannotTell)]
        {
            let facts = project(BOUND, "").compare_identity(&identity("Line", revision, ""));
            let found = facts.iter().find(|it| it.part == IdentityPart::Revision);
            assert_eq!(found.map(|it| it.agreement), Some(agreement), "{revision}");
        }
    }

    #[test]
    fn a_partner_differs_in_its_serial_number_alone() {
        let known = identity("Line", "35.11", "1").device();
        let partner = identity("Line", "35.11", "2");
        assert!(project(BOUND, REDUNDANT).is_partner(&partner, &known));
        assert!(!project(BOUND, "").is_partner(&partner, &known), "it is not redundant");
        let off = REDUNDANT.replace("true", "false");
        assert!(!project(BOUND, &off).is_partner(&partner, &known), "redundancy is off");
        let press = identity("Press", "35.11", "2");
        assert!(!project(BOUND, REDUNDANT).is_partner(&press, &known), "it has another name");
        let other = Identity { product: "1756-L73".into(), ..partner };
        assert!(!project(BOUND, REDUNDANT).is_partner(&other, &known), "it is another model");
    }
}
