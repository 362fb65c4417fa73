//! `tagbridge mcp`: the tools of agents for an assistant on this machine, over standard input and
//! output.

use std::path::PathBuf;

use clap::Args;
use tagbridge_service::{AgentFolders, Options};
use tagbridge_texts::Message;

use super::serve::reopen_with;
use crate::{
    failure::{Exit, Failure},
    messages::Cannot,
};

/// The default folder for written files: below the data folder.
const DOWNLOADS: &str = "downloads";

/// Serve a desktop assistant on this computer with tools of the Model Context Protocol (MCP), over
/// standard input and output.
#[derive(Args)]
#[command(after_help = "Example, in the configuration of the assistant:\n  \
    {\"mcpServers\": {\"tagbridge\": {\"command\": \"tagbridge\", \"args\": [\"mcp\", \"--data\", \
    \"DIR\"]}}}\n\n\
    No key is needed: every user with access to the data folder could create one.\n\n\
    Tools: svc_health, svc_list_projects, svc_get_project, svc_get_project_source, \
    svc_get_live_values, svc_get_tag_history, svc_search_context, svc_interpret, svc_get_analysis, \
    svc_get_export and svc_download_export. These tools only read.\n\n\
    Additional tools with --write: svc_start_analysis, svc_generate_code, svc_save_version, \
    svc_export_plc, svc_export_pdf and svc_ingest_project. The tools svc_stage_upload and \
    svc_mint_embed_token need `tagbridge serve`. No tool can write to a controller.\n\n\
    `tagbridge serve` may run at the same time with the same data folder. Each program sees the \
    changes of the other immediately.")]
pub(crate) struct Mcp {
    /// The data folder of the built-in service: projects, keys and values.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// Also offer the tools that change data: add projects, analyse, propose changes, export
    /// [default: only tools that read].
    #[arg(long)]
    write: bool,

    /// A folder whose project files the assistant may add by `file_path`; may be repeated [default:
    /// no folder].
    #[arg(long = "root", value_name = "DIR", requires = "write")]
    roots: Vec<PathBuf>,

    /// The folder for the files that tools return. Existing files are not overwritten [default:
    /// `downloads` in the data folder].
    #[arg(long, value_name = "DIR")]
    downloads: Option<PathBuf>,
}

pub(crate) async fn run(arguments: Mcp) -> Result<Exit, Failure> {
    let Mcp { data, write, roots, downloads } = arguments;
    let downloads = Some(downloads.unwrap_or_else(|| data.join(DOWNLOADS)));
    let mcp_folders = AgentFolders { roots, downloads };
    let service = reopen_with(&data, Options { mcp_folders, ..Options::default() })?;
    let (reads, writes) = (tokio::io::stdin(), tokio::io::stdout());
    service
        .serve_assistant(write, reads, writes)
        .await
        .map_err(|error| Failure::ours(&Cannot::Serve { data: &data }, Message::system(&error)))?;
    Ok(Exit::Done)
}
