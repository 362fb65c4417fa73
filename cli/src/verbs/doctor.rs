//! `tagbridge doctor`: checks for common problems, and returns their remedies.

use std::{path::PathBuf, pin::pin, time::Duration};

use clap::Args;
use tagbridge_bridge::doctor::{Finding, Verdict, examine};
use tokio::time::timeout;

use crate::{
    failure::{Exit, Failure},
    messages::Line,
    output::{self, Output, said},
    verbs::config,
};

/// Shorter checks show no progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// Check a configuration and its connections for problems, and show how to solve them.
#[derive(Args)]
#[command(after_help = "Example: tagbridge doctor --config tagbridge.toml\n\n\
    The command checks the fleet's signature (if there is a fleet), this computer, the service \
    with its key and clock, and each controller with its tags. It reads only, and writes to no \
    controller.\n\n\
    Exit codes: 0 no problem was found; 1 there are only warnings. For a problem, the code of its \
    kind: 2 the configuration, 3 connection or login, 4 refused, 5 this computer.")]
pub(crate) struct Doctor {
    /// The configuration to check.
    #[arg(long, value_name = "FILE", default_value = "tagbridge.toml")]
    config: PathBuf,
}

pub(crate) async fn run(arguments: Doctor, output: Output) -> Result<Exit, Failure> {
    let mut findings = tagbridge_fleet::examine(&arguments.config);
    let config = config::load(&arguments.config)?;
    let mut examining = pin!(examine(&config));
    findings.extend(if let Ok(found) = timeout(PATIENCE, &mut examining).await {
        found
    } else {
        output::aside(&Line::WaitingForAnswers);
        examining.await
    });
    if output.is_json() {
        output::json(&serde_json::json!({ "findings": findings }))?;
    } else {
        for finding in &findings {
            let (subject, detail) = (said(&finding.subject), said(&finding.detail));
            output::text(format!("{} {subject}: {detail}", sign(finding)))?;
            if let Some(remedy) = &finding.remedy {
                output::text(format!("    → {}", said(remedy)))?;
            }
        }
    }
    Ok(exit(&findings))
}

/// A sign that needs no colour.
fn sign(finding: &Finding) -> &'static str {
    match finding.verdict {
        Verdict::Fine => "✓",
        Verdict::Untried => "–",
        Verdict::Doubtful => "!",
        Verdict::Unusable | Verdict::Machine | Verdict::Unreachable | Verdict::Refused => "✗",
    }
}

/// The first problem that must be corrected determines the exit code.
fn exit(findings: &[Finding]) -> Exit {
    let exits = findings.iter().map(|it| match it.verdict {
        Verdict::Fine | Verdict::Untried => Exit::Done,
        Verdict::Doubtful => Exit::SomeBad,
        Verdict::Unusable => Exit::Usage,
        Verdict::Machine => Exit::Ours,
        Verdict::Unreachable => Exit::Unreachable,
        Verdict::Refused => Exit::Refused,
    });
    let mut worst = Exit::Done;
    for exit in exits {
        if worst == Exit::Done || (worst == Exit::SomeBad && exit != Exit::Done) {
            worst = exit;
        }
    }
    worst
}
