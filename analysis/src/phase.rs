//! The phases of an analysis: each creates one chapter.

use tagbridge_project::Vendor;
use tagbridge_texts::Coded;

use crate::{chapter_writer::ChapterWriter, facts::Facts, industry::IndustryKind, outline, rules};

/// A phase, in the order of execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "analysis-chapter")]
pub enum PhaseId {
    /// The contents of the project.
    Inventory,
    /// Declarations and their uses.
    CrossReference,
    /// Whether the vendor's editor would verify the project.
    Verification,
    /// The writers of places.
    Writes,
    /// Executed and unexecuted code.
    Reachability,
    /// Outputs that must not be on at the same time.
    Interlocks,
    /// Timers and counters.
    TimersCounters,
    /// Alarms.
    Alarms,
    /// State machines and charts.
    Sequences,
    /// The order of execution.
    TasksScanOrder,
    /// The safety part.
    Safety,
    /// Names.
    Naming,
    /// The complexity of code, and its computations.
    Complexity,
    /// Comments.
    Comments,
    /// The access of outsiders.
    Security,
    /// ISA-TR88.00.02.
    Packml,
    /// ISA-88.
    Isa88Batch,
    /// ISA-18.2.
    Isa182Alarms,
    /// The safety of machinery.
    MachineSafety,
}

/// The implementation of a phase.
pub(crate) struct Phase {
    pub(crate) id: PhaseId,
    pub(crate) makes: &'static [fn(&Facts<'_>, &mut ChapterWriter<'_>)],
    /// Whether its result is incomplete if code is not understood.
    pub(crate) reads_code: bool,
}

impl PhaseId {
    /// The phases for every project, in their order.
    pub fn general() -> impl Iterator<Item = Self> {
        PHASES.iter().map(|phase| phase.id).filter(|id| id.standard().is_none())
    }

    /// Its stable name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inventory => "inventory",
            Self::CrossReference => "cross_reference",
            Self::Verification => "verification",
            Self::Writes => "writes",
            Self::Reachability => "reachability",
            Self::Interlocks => "interlocks",
            Self::TimersCounters => "timers_counters",
            Self::Alarms => "alarms",
            Self::Sequences => "sequences",
            Self::TasksScanOrder => "tasks_scan_order",
            Self::Safety => "safety",
            Self::Naming => "naming",
            Self::Complexity => "complexity",
            Self::Comments => "comments",
            Self::Security => "security",
            Self::Packml => "packml",
            Self::Isa88Batch => "isa_88_batch",
            Self::Isa182Alarms => "isa_18_2_alarms",
            Self::MachineSafety => "machine_safety",
        }
    }

    /// The standard of its chapter.
    pub fn standard(self) -> Option<&'static str> {
        match self {
            Self::Packml => Some("ISA-TR88.00.02"),
            Self::Isa88Batch => Some("ISA-88"),
            Self::Isa182Alarms => Some("ISA-18.2"),
            Self::MachineSafety => Some("ISO 13849-1"),
            _ => None,
        }
    }
}

/// The phases for a project, in their order.
pub(crate) fn phases(vendor: Vendor, industry: IndustryKind) -> Vec<&'static Phase> {
    PHASES
        .iter()
        .filter(|phase| match phase.id {
            PhaseId::Packml => {
                vendor == Vendor::AllenBradley && industry == IndustryKind::Packaging
            }
            PhaseId::Isa88Batch => industry == IndustryKind::Batch,
            PhaseId::Isa182Alarms => industry == IndustryKind::Process,
            PhaseId::MachineSafety => industry == IndustryKind::Machine,
            _ => true,
        })
        .collect()
}

static PHASES: [Phase; 19] = [
    Phase { id: PhaseId::Inventory, makes: &[outline::inventory], reads_code: false },
    Phase {
        id: PhaseId::CrossReference,
        makes: &[
            outline::cross_reference,
            rules::unused::check,
            rules::names::check,
            rules::addresses::check,
        ],
        reads_code: true,
    },
    Phase { id: PhaseId::Verification, makes: &[rules::verification::check], reads_code: true },
    Phase {
        id: PhaseId::Writes,
        makes: &[rules::writes::check, rules::calls::instances],
        reads_code: true,
    },
    Phase {
        id: PhaseId::Reachability,
        makes: &[rules::reach::check, rules::calls::check],
        reads_code: true,
    },
    Phase { id: PhaseId::Interlocks, makes: &[rules::interlocks::check], reads_code: true },
    Phase { id: PhaseId::TimersCounters, makes: &[rules::timers::check], reads_code: true },
    Phase { id: PhaseId::Alarms, makes: &[rules::alarms::check], reads_code: true },
    Phase { id: PhaseId::Sequences, makes: &[rules::states::check], reads_code: true },
    Phase { id: PhaseId::TasksScanOrder, makes: &[outline::tasks], reads_code: false },
    Phase { id: PhaseId::Safety, makes: &[outline::safety], reads_code: false },
    Phase { id: PhaseId::Naming, makes: &[rules::naming::check], reads_code: false },
    Phase {
        id: PhaseId::Complexity,
        makes: &[
            rules::structure::check,
            rules::structure::jumps,
            rules::values::check,
            rules::division::check,
            rules::bounds::check,
            rules::suspect::check,
        ],
        reads_code: true,
    },
    Phase { id: PhaseId::Comments, makes: &[rules::comments::check], reads_code: true },
    Phase { id: PhaseId::Security, makes: &[rules::security::check], reads_code: true },
    Phase { id: PhaseId::Packml, makes: &[rules::packml::check], reads_code: true },
    Phase { id: PhaseId::Isa88Batch, makes: &[rules::standards::batch], reads_code: true },
    Phase { id: PhaseId::Isa182Alarms, makes: &[rules::standards::alarms], reads_code: true },
    Phase { id: PhaseId::MachineSafety, makes: &[rules::standards::machine], reads_code: true },
];
