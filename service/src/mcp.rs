//! The API for agents: tools of the Model Context Protocol (revisions 2024-11-05 to 2026-07-28).
//! Each tool calls its endpoint with the caller's own key, so a tool has the same permissions and
//! the same results as the endpoint.

mod call;
mod downloads;
mod file;
mod file_argument;
mod local_caller;
mod local_file_problem;
mod owner;
mod result;
mod schemas;
mod tools;
mod transport;

#[cfg(test)]
pub(crate) use local_file_problem::LocalFileProblem;
pub(crate) use owner::serve as serve_owner;

use std::sync::Arc;

use crate::{
    core::{Caller, Core, Refusal, TechnicalReason, links::Link, result_files},
    http::{disposition, origin_of, refused, shown},
};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodRouter, any, get},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult,
        PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use tagbridge_api::ErrorCode;

/// The path of the endpoint.
pub(crate) const PATH: &str = "/mcp";
/// The path of results that are too large for a call, each under the hash of its bytes.
pub(crate) const FILES: &str = "/mcp/files/{hash}";
/// The parent path of these results.
const FILES_BELOW: &str = "/mcp/files";
/// Maximum size of a call: a file in base64, and the fields around it.
const CALL_BYTES_MAX: usize = 8 << 20;

/// Creates the endpoint `/mcp`. Its tools call the endpoints of `api`.
pub(crate) fn endpoint(core: Core, api: Router) -> MethodRouter {
    let options = core.options();
    let mut config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(CALL_BYTES_MAX)
        .with_allowed_origins(options.embed_origins.clone())
        .enforce_origin_validation();
    config.allowed_hosts.extend(options.mcp_hosts.iter().cloned());
    let tools = Tools { core: core.clone(), api, side: ToolAccess::Http };
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    any(enter).with_state(McpState { core, service })
}

#[derive(Clone)]
struct McpState {
    core: Core,
    service: StreamableHttpService<Tools, NeverSessionManager>,
}

/// Whether a request came from this computer, without a proxy.
#[derive(Debug, Clone, Copy)]
struct IsLocal(bool);

/// Admits callers with a key, before the body is read.
async fn enter(State(door): State<McpState>, request: Request) -> Response {
    let McpState { core, service } = door;
    let known = match shown(&core, request.headers()) {
        Ok(shown) => core.blocking(move |core| core.known_key(&shown)).await,
        Err(refusal) => Err(refusal),
    };
    let caller = match known {
        Ok(caller) => caller,
        Err(refusal) => return refused(refusal, request.headers()),
    };
    let headers = request.headers().clone();
    match transport::read(&core, request).await {
        Ok((request, asked)) => {
            let (mut parts, body) = request.into_parts();
            let is_here = local_caller::is_here(core.options(), &parts);
            parts.extensions.insert(caller);
            parts.extensions.insert(IsLocal(is_here));
            // A page of our own origin is not another site's. Its host is checked next.
            let own = origin_of(&core, &parts.headers);
            if parts.headers.get(header::ORIGIN).is_some_and(|it| it.as_bytes() == own.as_bytes()) {
                parts.headers.remove(header::ORIGIN);
            }
            let request = Request::from_parts(parts, body);
            transport::in_form(service.handle(request).await.map(Body::new), &asked).await
        }
        Err(refusal) => refused(refusal, &headers),
    }
}

/// Downloads of results by link.
pub(crate) fn files(core: Core) -> MethodRouter {
    get(fetch).with_state(core)
}

/// The link is the credential.
async fn fetch(State(core): State<Core>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let found = match Link::take(request.uri().query().unwrap_or_default()) {
        Some((link, _)) => core.blocking(move |core| result_files::fetch(core, &path, &link)).await,
        None => Err(Refusal::new(ErrorCode::PermissionDenied, &TechnicalReason::BadLink)),
    };
    match found {
        Ok(bytes) => {
            let kind = HeaderValue::from_static("application/json");
            let named = disposition("result.json");
            ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, named)], bytes)
                .into_response()
        }
        Err(refusal) => refused(refusal, request.headers()),
    }
}

/// The access to the tools.
#[derive(Clone)]
enum ToolAccess {
    /// Over HTTP, for callers with a key.
    Http,
    /// Within this process, by the owner of the data.
    Owner {
        /// The owner's credential.
        credential: HeaderValue,
        caller: Box<Caller>,
        /// Whether it includes tools that change data.
        may_write: bool,
    },
}

/// The tools of a caller.
#[derive(Clone)]
struct Tools {
    core: Core,
    api: Router,
    side: ToolAccess,
}

/// The caller, and how the request arrived.
struct ToolCaller {
    caller: Caller,
    headers: HeaderMap,
    is_here: bool,
}

impl Tools {
    fn asker(&self, context: &RequestContext<RoleServer>) -> Result<ToolCaller, ErrorData> {
        let mut headers = HeaderMap::new();
        if let ToolAccess::Owner { credential, caller, .. } = &self.side {
            headers.insert(header::AUTHORIZATION, credential.clone());
            return Ok(ToolCaller { caller: (**caller).clone(), headers, is_here: true });
        }
        let parts: &Parts = context.extensions.get().ok_or_else(no_caller)?;
        let caller = parts.extensions.get::<Caller>().cloned().ok_or_else(no_caller)?;
        for name in [header::AUTHORIZATION, header::ACCEPT_LANGUAGE, header::HOST] {
            headers.extend(parts.headers.get(&name).map(|value| (name, value.clone())));
        }
        let is_here = parts.extensions.get().is_some_and(|IsLocal(is_here)| *is_here);
        Ok(ToolCaller { caller, headers, is_here })
    }

    /// The description of a tool.
    fn shown(&self, described: &schemas::DescribedTool) -> Tool {
        let mut tool = described.tool.clone();
        if self.core.options().mcp_project_header {
            schemas::name_project(&mut tool);
        }
        tool
    }

    /// Whether a tool is available with this access.
    fn offers(&self, row: &tools::Row) -> bool {
        match self.side {
            ToolAccess::Http => true,
            ToolAccess::Owner { may_write, .. } => {
                !row.needs_server() && (may_write || row.hints != tools::Hints::Adds)
            }
        }
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        // There are no prompts and resources; their lists are empty.
        let all = ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources();
        ServerConfig::new(all.build())
            .with_server_info(Implementation::new("tagbridge", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Projects of PLCs: ask questions about them, read their code and live values, \
                 analyze and export them. Begin with svc_list_projects.",
            )
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let ToolCaller { caller, .. } = self.asker(&context)?;
        let all = schemas::described().iter();
        let shown = all.filter(|it| self.offers(it.row) && call::may(&caller, it.row));
        let tools = shown.map(|it| self.shown(it)).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    /// The transport uses it to compare the headers of a call with its arguments.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        schemas::described().iter().find(|it| it.row.name == name).map(|it| self.shown(it))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let told = serde_json::json!({ "uri": request.uri });
        Err(ErrorData::invalid_params("there are no resources", Some(told)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ToolCaller { caller, headers, is_here } = self.asker(&context)?;
        let is_offered =
            |it: &&schemas::DescribedTool| it.row.name == request.name && self.offers(it.row);
        let Some(tool) = schemas::described().iter().find(is_offered) else {
            let why = format!("tool `{}` does not exist{}", request.name, why_not(&request.name));
            return Err(ErrorData::invalid_params(why, None));
        };
        let call = call::Call { core: &self.core, api: &self.api, caller, headers, is_here };
        call.run(tool, request.arguments.unwrap_or_default()).await.map(Into::into)
    }
}

/// A hint, if a tool is missing here but available elsewhere.
fn why_not(name: &str) -> &'static str {
    match schemas::described().iter().find(|it| it.row.name == name) {
        Some(it) if it.row.needs_server() => " here: it needs a service that is served",
        Some(_) => " here: it changes something, and these are read-only",
        None => "",
    }
}

fn no_caller() -> ErrorData {
    ErrorData::internal_error("nobody is known to have asked", None)
}
