//! Codes with which devices get their own keys.

use std::time::Duration;

use clap::{Args, builder::NonEmptyStringValueParser};
use serde_json::json;
use tagbridge_api::Permission;
use tagbridge_service::{Enrolment, NewEnrolment};

use crate::{
    arguments::{permission, time},
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line, TableWord},
    output::{self, Output},
    verbs::organization_arguments::OrganizationArguments,
};

#[derive(Args)]
pub(super) struct NewCode {
    #[command(flatten)]
    owned: OrganizationArguments,
    /// A name that says what the code is for. The keys get the same name.
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// The number of devices that may use the code, 1 to 10000.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    uses: u32,
    /// The time after which the code expires, such as `7d`.
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "7d")]
    expires: Duration,
    /// The permissions of the keys, separated by commas. With `code_read`, a bridge can download
    /// its projects.
    #[arg(long, value_delimiter = ',', value_parser = permission, default_value = "hmi_push,code_read")]
    permissions: Vec<Permission>,
    /// A project that the keys may use, by its id; may be repeated [default: all projects].
    #[arg(long = "project", value_name = "ID")]
    projects: Vec<String>,
}

pub(super) fn make(arguments: NewCode, output: Output) -> Result<Exit, Failure> {
    let NewCode { owned, name, uses, expires: lifetime, permissions, projects } = arguments;
    let projects = (!projects.is_empty()).then_some(projects);
    let code = NewEnrolment { name, permissions, projects, uses, lifetime };
    let made = owned.reopen()?.create_enrolment(code);
    let (code, text) = made.map_err(|error| {
        Failure::new(Exit::Usage, &Cannot::MakeCode, &error, &Do::SeeProjectIds)
    })?;
    if output.is_json() {
        output::json(&json!({
            "id": code.id, "code": text.reveal(), "uses": code.uses, "expires_at": code.expires_at,
        }))?;
    } else {
        output::text(text.reveal())?;
        let (id, uses, at) = (code.id.as_str(), u64::from(code.uses), &code.expires_at);
        output::aside(&Line::CodeMade { id, uses, at });
    }
    Ok(Exit::Done)
}

pub(super) fn list(owned: &OrganizationArguments, output: Output) -> Result<Exit, Failure> {
    let codes = owned.reopen()?.list_enrolments();
    let codes = codes.map_err(|error| Failure::ours(&Cannot::ListKeys, &error))?;
    if output.is_json() {
        output::json(&codes.iter().map(document).collect::<Vec<_>>())?;
    } else {
        let rows: Vec<_> = codes.iter().map(row).collect();
        let header = [
            Column::Id,
            Column::Name,
            Column::Permissions,
            Column::Projects,
            Column::Uses,
            Column::Made,
            Column::Ends,
        ];
        output::table(&header, &rows)?;
    }
    Ok(Exit::Done)
}

fn row(code: &Enrolment) -> Vec<String> {
    let permissions: Vec<_> = code.permissions.iter().map(|it| it.as_str()).collect();
    let projects = code.projects.as_ref().map(|ids| ids.join(", "));
    vec![
        code.id.clone(),
        code.name.clone(),
        permissions.join(", "),
        projects.unwrap_or_else(|| output::said(&TableWord::AllProjects)),
        format!("{}/{}", code.used, code.uses),
        code.created_at.to_string(),
        match code.revoked_at {
            Some(at) => output::said(&TableWord::Revoked { at: &at }),
            None => code.expires_at.to_string(),
        },
    ]
}

/// The JSON of a code. Other programs may depend on these names.
fn document(code: &Enrolment) -> serde_json::Value {
    json!({
        "id": code.id,
        "name": code.name,
        "permissions": code.permissions,
        "projects": code.projects,
        "uses": code.uses,
        "used": code.used,
        "expires_at": code.expires_at,
        "created_at": code.created_at,
        "revoked_at": code.revoked_at,
    })
}
