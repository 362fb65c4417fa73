//! `tagbridge org`: the organizations that share the built-in service.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use tagbridge_service::{Billing, OrgError, Organization, Price};

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line, ReasonText},
    output::{self, Output},
    verbs::{organization_arguments::OrganizationArguments, serve},
};

#[derive(Args)]
pub(crate) struct Org {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create an organization, with its own projects, teams and keys.
    #[command(after_help = "Examples:\n  \
        tagbridge org create --data DIR acme --name \"Acme Works\"\n  \
        tagbridge key create --data DIR --org acme --name bridge --permissions hmi_push\n\n\
        The second example creates the organization's first key.")]
    Create {
        /// The service's data folder.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
        /// The id of the organization: lower-case letters, digits and hyphens.
        id: String,
        /// The display name of the organization [default: its id].
        #[arg(long)]
        name: Option<String>,
    },
    /// List the organizations. The oldest is first.
    #[command(after_help = "Example: tagbridge org list --data DIR")]
    List {
        /// The service's data folder.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Set how an organization pays for its projects.
    #[command(after_help = "Examples:\n  \
        tagbridge org billing --data DIR --org acme per-project --price-cents 4900 --currency \
        EUR\n  \
        tagbridge org billing --data DIR --org acme none\n\n\
        With per-project and a price, a client must send `acknowledge_billing` in POST /projects \
        to create a project. With per-project and no price, clients cannot create projects until \
        you set a price. New versions of a project are free.")]
    Billing {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// How the organization pays: `none` (not at all) or `per-project`.
        #[arg(value_enum)]
        kind: Kind,
        /// The price of a project in hundredths of the currency: 4900 is 49.00 [default: no price].
        #[arg(long, value_name = "CENTS", requires = "currency")]
        price_cents: Option<u32>,
        /// The currency: its code of three letters (ISO 4217), such as EUR.
        #[arg(long, value_name = "CODE", requires = "price_cents")]
        currency: Option<String>,
    },
}

/// How an organization pays for its projects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    None,
    PerProject,
}

pub(crate) fn run(arguments: Org, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Create { data, id, name } => {
            let made = serve::open(&data)?.create_org(&id, name.as_deref().unwrap_or(&id));
            let made = made.map_err(|error| {
                let what = Cannot::MakeOrg { id: &id };
                match error {
                    OrgError::Store(error) => Failure::ours(&what, &error),
                    error => Failure::new(Exit::Usage, &what, &error, &Do::OtherOrgId),
                }
            })?;
            if output.is_json() {
                output::json(&document(&made))?;
            } else {
                output::line(&Line::OrgMade { id: &id })?;
            }
        }
        Action::List { data } => {
            let orgs = serve::reopen(&data)?.orgs();
            let orgs = orgs.map_err(|error| Failure::ours(&Cannot::ListOrgs, &error))?;
            if output.is_json() {
                output::json(&orgs.iter().map(document).collect::<Vec<_>>())?;
            } else {
                let rows: Vec<_> = orgs.iter().map(row).collect();
                let heads = [Column::Id, Column::Name, Column::Made, Column::Billing];
                output::table(&heads, &rows)?;
            }
        }
        Action::Billing { owned, kind, price_cents, currency } => {
            let price = price_cents.zip(currency);
            if kind == Kind::None && price.is_some() {
                let why = ReasonText::PriceOfNothing;
                return Err(Failure::new(
                    Exit::Usage,
                    &Cannot::SetBilling,
                    &why,
                    &Do::PayPerProject,
                ));
            }
            let billing = match kind {
                Kind::None => Billing::None,
                Kind::PerProject => {
                    Billing::PerProject(price.map(|(cents, currency)| Price { cents, currency }))
                }
            };
            owned.reopen()?.set_billing(&billing).map_err(|error| match error {
                OrgError::Store(error) => Failure::ours(&Cannot::SetBilling, &error),
                error => Failure::new(Exit::Usage, &Cannot::SetBilling, &error, &Do::OtherCurrency),
            })?;
            if output.is_json() {
                output::json(&billing_document(&billing))?;
            } else {
                output::line(&Line::BillingSet { billing: &in_words(&billing) })?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The service's own organization has no creation time.
fn is_own(org: &Organization) -> bool {
    org.org == tagbridge_service::Org::local()
}

fn row(org: &Organization) -> Vec<String> {
    let made = if is_own(org) { String::new() } else { org.created_at.to_string() };
    vec![org.org.to_string(), org.name.clone(), made, in_words(&org.billing)]
}

/// A text such as `per-project 49.00 EUR`.
fn in_words(billing: &Billing) -> String {
    match billing {
        Billing::None => "none".to_owned(),
        Billing::PerProject(None) => "per-project".to_owned(),
        Billing::PerProject(Some(Price { cents, currency })) => {
            format!("per-project {}.{:02} {currency}", cents / 100, cents % 100)
        }
    }
}

/// The JSON of the billing. Other programs may depend on these names, which are those of the
/// refusal.
fn billing_document(billing: &Billing) -> serde_json::Value {
    match billing {
        Billing::None => json!({ "kind": "none" }),
        Billing::PerProject(price) => json!({
            "kind": "per_project",
            "price_per_project_cents": price.as_ref().map(|it| it.cents),
            "currency": price.as_ref().map(|it| &it.currency),
        }),
    }
}

/// The JSON of an organization. Other programs may depend on these names.
fn document(org: &Organization) -> serde_json::Value {
    let made = (!is_own(org)).then_some(org.created_at);
    let billing = billing_document(&org.billing);
    json!({ "id": org.org.as_str(), "name": org.name, "created_at": made, "billing": billing })
}
