//! The tools, as rows: each is an endpoint of the API with another name.

use tagbridge_api::Permission;

/// A tool.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) method: &'static str,
    /// The path of its endpoint, below the prefix.
    pub(super) path: &'static str,
    pub(super) needs: &'static [Permission],
    /// The names of its arguments, and the location of each in the request.
    pub(super) takes: &'static [(&'static str, ArgumentPlace)],
    pub(super) hints: Hints,
    pub(super) gives: ResultKind,
}

/// The location of an argument in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentPlace {
    /// In the path, replacing this name.
    Path(&'static str),
    /// In the query.
    Query,
    /// In the body.
    Body,
    /// The file of the body: exactly one of these arguments is required.
    File,
}

/// The description of a tool for a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hints {
    /// It does not change data.
    Reads,
    /// It adds data; a repeated call with the same key adds it once.
    Adds,
    /// It may use a model.
    Asks,
}

/// The kind of a tool's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultKind {
    /// The endpoint's body.
    Body,
    /// The body, and proposed code as plain text.
    Code,
    /// The body; a file if the body is a file or is large.
    BodyOrFile,
    /// A file.
    File,
}

const ID: (&str, ArgumentPlace) = ("id", ArgumentPlace::Path("id"));
const FILE: [(&str, ArgumentPlace); 6] = [
    ("originalFilename", ArgumentPlace::Body),
    ("name", ArgumentPlace::Body),
    ("acknowledge_billing", ArgumentPlace::Body),
    ("file_inline", ArgumentPlace::File),
    ("file_blob_url", ArgumentPlace::File),
    ("file_path", ArgumentPlace::File),
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
            gives: ResultKind::$gives,
        }),+];
    };
}

tools! {
    "svc_health" "get" "/health" [] &[], Reads, Body;
    "svc_list_projects" "get" "/projects" []
        &[("team_id", ArgumentPlace::Query), ("limit", ArgumentPlace::Query), ("cursor", ArgumentPlace::Query),
          ("archived", ArgumentPlace::Query)], Reads, Body;
    "svc_get_project" "get" "/projects/{id}" [] &[ID], Reads, Body;
    "svc_get_project_source" "get" "/projects/{id}/source" [CodeRead]
        &[ID, ("format", ArgumentPlace::Query), ("version_id", ArgumentPlace::Query)], Reads, BodyOrFile;
    "svc_get_live_values" "get" "/projects/{id}/hmi/values" [HmiView]
        &[ID, ("tags", ArgumentPlace::Query)], Reads, BodyOrFile;
    "svc_get_tag_history" "get" "/projects/{id}/hmi/history" [HmiView]
        &[ID, ("tag", ArgumentPlace::Query), ("limit", ArgumentPlace::Query), ("before", ArgumentPlace::Query)], Reads, BodyOrFile;
    "svc_search_context" "get" "/projects/{id}/search-context" [CodeRead]
        &[ID, ("query", ArgumentPlace::Query), ("limit", ArgumentPlace::Query)], Reads, Body;
    "svc_interpret" "post" "/projects/{id}/interpret" [AiExplain]
        &[ID, ("prompt", ArgumentPlace::Body), ("include_citations", ArgumentPlace::Body), ("conversation_id", ArgumentPlace::Body),
          ("answers", ArgumentPlace::Body)], Asks, Body;
    "svc_start_analysis" "post" "/projects/{id}/analyses" [AnalysisTab] &[ID], Adds, Body;
    "svc_get_analysis" "get" "/analyses/{analysisId}" [AnalysisTab]
        &[("analysis_id", ArgumentPlace::Path("analysisId"))], Reads, BodyOrFile;
    "svc_generate_code" "post" "/projects/{id}/generate" [AiGenerate]
        &[ID, ("prompt", ArgumentPlace::Body), ("target", ArgumentPlace::Body), ("include_citations", ArgumentPlace::Body),
          ("conversation_id", ArgumentPlace::Body), ("approve", ArgumentPlace::Body), ("amendment", ArgumentPlace::Body),
          ("answers", ArgumentPlace::Body)], Adds, Code;
    "svc_save_version" "post" "/projects/{id}/versions" [CodeWrite]
        &[ID, FILE[0], FILE[1], FILE[3], FILE[4], FILE[5]], Adds, Body;
    "svc_stage_upload" "post" "/uploads" [] &[("filename", ArgumentPlace::Body)], Adds, Body;
    "svc_export_plc" "post" "/projects/{id}/exports/plc" [ExportPlc] &[ID], Adds, Body;
    "svc_export_pdf" "post" "/projects/{id}/exports/pdf" [ExportPdf] &[ID], Adds, Body;
    "svc_get_export" "get" "/exports/{exportId}" [ExportPlc ExportPdf]
        &[("export_id", ArgumentPlace::Path("exportId"))], Reads, Body;
    "svc_download_export" "get" "/exports/{exportId}/download" [ExportPlc ExportPdf]
        &[("export_id", ArgumentPlace::Path("exportId"))], Reads, File;
    "svc_ingest_project" "post" "/projects" [ProjectUpload] &FILE, Adds, Body;
    "svc_mint_embed_token" "post" "/embed-tokens" [AiExplain]
        &[("project_id", ArgumentPlace::Body)], Adds, Body;
}

impl Row {
    /// Whether its result needs a running service: an upload link, or a token.
    pub(super) fn needs_server(&self) -> bool {
        ["svc_stage_upload", "svc_mint_embed_token"].contains(&self.name)
    }

    /// Whether it has an idempotency key.
    pub(super) fn is_write(&self) -> bool {
        self.method != "get"
    }
}
