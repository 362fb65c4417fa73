//! The phases of an analysis: each makes one chapter.

use tagbridge_project::Vendor;
use tagbridge_texts::Coded;

use crate::{facts::Facts, industry::IndustryKind, outline, pen::Pen, rules};

/// A phase, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "analysis-chapter")]
pub enum PhaseId {
    /// What the project has.
    Inventory,
    /// What is declared and what is used.
    CrossReference,
    /// Whether a vendor's editor would verify the project.
    Verification,
    /// Who writes what.
    Writes,
    /// What is executed.
    Reachability,
    /// What must not be on at once.
    Interlocks,
    /// Timers and counters.
    TimersCounters,
    /// Alarms.
    Alarms,
    /// State machines and charts.
    Sequences,
    /// When what is executed.
    TasksScanOrder,
    /// The safety part.
    Safety,
    /// Names.
    Naming,
    /// How hard code is to follow, and what it computes.
    Complexity,
    /// What authors say of their code.
    Comments,
    /// What outsiders may do.
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

/// How a phase makes its chapter.
pub(crate) struct Phase {
    pub(crate) id: PhaseId,
    pub(crate) makes: &'static [fn(&Facts<'_>, &mut Pen<'_>)],
    /// Whether what is not understood in the code is missing in it.
    pub(crate) reads_code: bool,
}

impl PhaseId {
    /// Those that every project calls for, in their order.
    pub fn general() -> impl Iterator<Item = Self> {
        PHASES.iter().map(|phase| phase.id).filter(|id| id.standard().is_none())
    }

    /// Its stable name, as on the wire.
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

    /// The standard that its chapter holds the project against.
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

/// The phases that a project calls for, in their order.
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
