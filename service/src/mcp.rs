//! The API for agents: tools of the Model Context Protocol (revisions 2024-11-05 to 2026-07-28), each
//! of which asks the endpoint that it stands for, with the caller's own key. So nobody may more or
//! gets another answer by a tool.

mod call;
mod file;
mod schemas;
mod tools;

use std::sync::Arc;

use crate::{
    core::{Caller, Core},
    http::{refused, shown},
};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, header, request::Parts},
    response::Response,
    routing::{MethodRouter, any},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult,
        PaginatedRequestParams, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};

/// Where it is.
pub(crate) const PATH: &str = "/mcp";
/// The largest call: a file in base64, and what stands around it.
const CALL_BYTES_MAX: usize = 8 << 20;

/// The endpoint, before this API.
pub(crate) fn endpoint(core: Core, api: Router) -> MethodRouter {
    let options = core.options();
    let mut config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(CALL_BYTES_MAX)
        .with_allowed_origins(options.embed_origins.clone())
        .enforce_origin_validation();
    config.allowed_hosts.extend(options.mcp_hosts.iter().cloned());
    let tools = Tools { core: core.clone(), api };
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    any(enter).with_state(Door { core, service })
}

#[derive(Clone)]
struct Door {
    core: Core,
    service: StreamableHttpService<Tools, NeverSessionManager>,
}

/// Lets in who shows a key, before anything is read.
async fn enter(State(door): State<Door>, mut request: Request) -> Response {
    let Door { core, service } = door;
    let known = match shown(&core, request.headers()) {
        Ok(shown) => core.blocking(move |core| core.known_key(&shown)).await,
        Err(refusal) => Err(refusal),
    };
    match known {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            service.handle(request).await.map(Body::new)
        }
        Err(refusal) => refused(refusal, request.headers()),
    }
}

/// The tools, for whoever asks.
#[derive(Clone)]
struct Tools {
    core: Core,
    api: Router,
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
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
        let caller = parts(&context)?.extensions.get::<Caller>().cloned().ok_or_else(no_caller)?;
        let all = schemas::described().iter();
        let tools = all.filter(|it| call::may(&caller, it.row)).map(|it| it.tool.clone()).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let parts = parts(&context)?;
        let caller = parts.extensions.get::<Caller>().cloned().ok_or_else(no_caller)?;
        let mut headers = HeaderMap::new();
        for name in [header::AUTHORIZATION, header::ACCEPT_LANGUAGE, header::HOST] {
            headers.extend(parts.headers.get(&name).map(|value| (name, value.clone())));
        }
        let call = call::Call { core: &self.core, api: &self.api, caller, headers };
        call.run(&request.name, request.arguments.unwrap_or_default()).await.map(Into::into)
    }
}

fn parts(context: &RequestContext<RoleServer>) -> Result<&Parts, ErrorData> {
    context.extensions.get().ok_or_else(no_caller)
}

fn no_caller() -> ErrorData {
    ErrorData::internal_error("nobody is known to have asked", None)
}
