//! `tagbridge team`: the teams of an organization, and the assignment of projects.

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use serde_json::json;
use tagbridge_service::Team as Made;
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line, ReasonText},
    output::{self, Output},
    verbs::organization_arguments::OrganizationArguments,
};

#[derive(Args)]
pub(crate) struct Team {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create a team, and print its id. Clients use the id in `GET /projects?team_id=`.
    #[command(after_help = "Example: tagbridge team create --data DIR Packaging")]
    Create {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// The display name of the team.
        #[arg(value_parser = NonEmptyStringValueParser::new())]
        name: String,
    },
    /// List the teams. The oldest is first.
    #[command(after_help = "Example: tagbridge team list --data DIR")]
    List {
        #[command(flatten)]
        owned: OrganizationArguments,
    },
    /// Assign a project to a team, or remove it from its team.
    #[command(after_help = "Examples:\n  \
        tagbridge team assign --data DIR prj_1f2e team_77aa\n  \
        tagbridge team assign --data DIR prj_1f2e\n\n\
        The second example removes the project from its team.")]
    Assign {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// The project's id, as `tagbridge project list` shows it.
        project: String,
        /// The team's id, as `tagbridge team list` shows it [default: no team].
        team: Option<String>,
    },
}

pub(crate) fn run(arguments: Team, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Create { owned, name } => {
            let made = owned.open()?.create_team(&name);
            let made = made.map_err(|error| Failure::ours(&Cannot::MakeTeam, &error))?;
            if output.is_json() {
                output::json(&document(&made))?;
            } else {
                output::text(&made.id)?;
            }
        }
        Action::List { owned } => {
            let teams = owned.reopen()?.teams();
            let teams = teams.map_err(|error| Failure::ours(&Cannot::ListTeams, &error))?;
            if output.is_json() {
                output::json(&teams.iter().map(document).collect::<Vec<_>>())?;
            } else {
                let row =
                    |it: &Made| vec![it.id.clone(), it.name.clone(), it.created_at.to_string()];
                let rows: Vec<_> = teams.iter().map(row).collect();
                output::table(&[Column::Id, Column::Name, Column::Made], &rows)?;
            }
        }
        Action::Assign { owned, project, team } => {
            let what = Cannot::AssignTeam { project: &project };
            let assigned = owned.reopen()?.assign(&project, team.as_deref()).map_err(|error| {
                let why = Message::verbatim(error.message.clone());
                let remedy = Do::CheckProjectId { data: owned.data() };
                Failure::new(Exit::Usage, &what, why, &remedy)
            })?;
            if !assigned {
                let (why, remedy) = (ReasonText::NoTeam, Do::SeeTeamIds { data: owned.data() });
                return Err(Failure::new(Exit::Usage, &what, &why, &remedy));
            }
            if output.is_json() {
                output::json(&json!({ "project_id": project, "team_id": team }))?;
            } else {
                let team = team.as_deref().unwrap_or("-");
                output::line(&Line::TeamAssigned { project: &project, team })?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The JSON of a team. Other programs may depend on these names.
fn document(team: &Made) -> serde_json::Value {
    json!({ "id": team.id, "name": team.name, "created_at": team.created_at })
}
