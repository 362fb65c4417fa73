//! The tools, as rows: each is an endpoint of the API under another name.

use tagbridge_api::Permission;

/// A tool.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) method: &'static str,
    /// Its endpoint's path, below the prefix.
    pub(super) path: &'static str,
    pub(super) needs: &'static [Permission],
    /// Names of its arguments, and where each goes.
    pub(super) takes: &'static [(&'static str, To)],
    pub(super) hints: Hints,
    pub(super) gives: Gives,
}

/// Where an argument goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    /// Into the path, in the place of this name.
    Path(&'static str),
    /// Into the query.
    Query,
    /// Into the body.
    Body,
    /// The file of the body: exactly one of all that go there.
    File,
}

/// The description of a tool for a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hints {
    /// It changes nothing.
    Reads,
    /// It adds something; the same call under the same key adds it once.
    Adds,
    /// It asks a model, where one is set.
    Asks,
}

/// What a tool's result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    /// The endpoint's body.
    Body,
    /// That, and what is proposed of it once more as plain text.
    Code,
    /// The body, or a file where it is one, or is large.
    BodyOrFile,
    /// A file.
    File,
}

const ID: (&str, To) = ("id", To::Path("id"));
const FILE: [(&str, To); 6] = [
    ("originalFilename", To::Body),
    ("name", To::Body),
    ("acknowledge_billing", To::Body),
    ("file_inline", To::File),
    ("file_blob_url", To::File),
    ("file_path", To::File),
];

macro_rules! tools {
    ($($name:literal $method:literal $path:literal [$($need:ident)*] $takes:expr, $hints:ident, $gives:ident;)+) => {
        /// All tools, in their order.
        pub(super) const TOOLS: &[Row] = &[$(Row {
            name: $name,
            method: $method,
            path: $path,
            needs: &[$(Permission::$need),*],
            takes: $takes,
            hints: Hints::$hints,
            gives: Gives::$gives,
        }),+];
    };
}

tools! {
    "svc_health" "get" "/health" [] &[], Reads, Body;
    "svc_list_projects" "get" "/projects" []
        &[("team_id", To::Query), ("limit", To::Query), ("cursor", To::Query),
          ("archived", To::Query)], Reads, Body;
    "svc_get_project" "get" "/projects/{id}" [] &[ID], Reads, Body;
    "svc_get_project_source" "get" "/projects/{id}/source" [CodeRead]
        &[ID, ("format", To::Query), ("version_id", To::Query)], Reads, BodyOrFile;
    "svc_get_live_values" "get" "/projects/{id}/hmi/values" [HmiView]
        &[ID, ("tags", To::Query)], Reads, BodyOrFile;
    "svc_get_tag_history" "get" "/projects/{id}/hmi/history" [HmiView]
        &[ID, ("tag", To::Query), ("limit", To::Query), ("before", To::Query)], Reads, BodyOrFile;
    "svc_search_context" "get" "/projects/{id}/search-context" [CodeRead]
        &[ID, ("query", To::Query), ("limit", To::Query)], Reads, Body;
    "svc_interpret" "post" "/projects/{id}/interpret" [AiExplain]
        &[ID, ("prompt", To::Body), ("include_citations", To::Body), ("conversation_id", To::Body),
          ("answers", To::Body)], Asks, Body;
    "svc_start_analysis" "post" "/projects/{id}/analyses" [AnalysisTab] &[ID], Adds, Body;
    "svc_get_analysis" "get" "/analyses/{analysisId}" [AnalysisTab]
        &[("analysis_id", To::Path("analysisId"))], Reads, BodyOrFile;
    "svc_generate_code" "post" "/projects/{id}/generate" [AiGenerate]
        &[ID, ("prompt", To::Body), ("target", To::Body), ("include_citations", To::Body),
          ("conversation_id", To::Body), ("approve", To::Body), ("amendment", To::Body),
          ("answers", To::Body)], Adds, Code;
    "svc_save_version" "post" "/projects/{id}/versions" [CodeWrite]
        &[ID, FILE[0], FILE[1], FILE[3], FILE[4], FILE[5]], Adds, Body;
    "svc_stage_upload" "post" "/uploads" [] &[("filename", To::Body)], Adds, Body;
    "svc_export_plc" "post" "/projects/{id}/exports/plc" [ExportPlc] &[ID], Adds, Body;
    "svc_export_pdf" "post" "/projects/{id}/exports/pdf" [ExportPdf] &[ID], Adds, Body;
    "svc_get_export" "get" "/exports/{exportId}" [ExportPlc ExportPdf]
        &[("export_id", To::Path("exportId"))], Reads, Body;
    "svc_download_export" "get" "/exports/{exportId}/download" [ExportPlc ExportPdf]
        &[("export_id", To::Path("exportId"))], Reads, File;
    "svc_ingest_project" "post" "/projects" [ProjectUpload] &FILE, Adds, Body;
    "svc_mint_embed_token" "post" "/embed-tokens" [AiExplain]
        &[("project_id", To::Body)], Adds, Body;
}

impl Row {
    /// Whether what it gives leads to a service that is served: a link to put a file to, or a token.
    pub(super) fn needs_server(&self) -> bool {
        ["svc_stage_upload", "svc_mint_embed_token"].contains(&self.name)
    }

    /// Whether it takes an idempotency key.
    pub(super) fn is_write(&self) -> bool {
        self.method != "get"
    }
}
