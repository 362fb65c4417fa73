//! All paths below the prefix, for serving and for the document.

use axum::{
    Router,
    extract::DefaultBodyLimit,
    handler::Handler,
    routing::{MethodFilter, MethodRouter},
};
use tagbridge_api::limits;
use utoipa::Path;
use utoipa_axum::{PathItemExt, paste, router::OpenApiRouter, routes};

use super::{
    analyses, embed, exports, health, history, manage, projects, push, requests, search, source,
    staging, turns, uploads, values,
};
use crate::core::Core;

/// Adds all of them to a `$Router`; `$routes` combines the handlers of a path.
macro_rules! endpoints {
    ($Router:ident, $routes:ident) => {{
        let uploads = $Router::new()
            .routes($routes!(uploads::upload_project))
            .routes($routes!(uploads::upload_version, manage::list_versions))
            .layer(DefaultBodyLimit::max(limits::UPLOAD_BODY_BYTES_MAX));
        $Router::new()
            .routes($routes!(health::read_health))
            .routes($routes!(projects::list_projects))
            .routes($routes!(
                projects::read_project,
                manage::change_project,
                manage::delete_project
            ))
            .routes($routes!(manage::restore_version))
            .routes($routes!(source::read_source))
            .routes($routes!(search::search_context))
            .routes($routes!(values::read_values, push::push_values))
            .routes($routes!(history::read_history))
            .routes($routes!(requests::read_requested_tags, requests::request_tags))
            .routes($routes!(turns::interpret))
            .routes($routes!(turns::generate))
            .routes($routes!(turns::open_conversation))
            .routes($routes!(turns::add_message))
            .routes($routes!(analyses::read_analysis))
            .routes($routes!(analyses::start_analysis))
            .routes($routes!(analyses::read_run))
            .routes($routes!(exports::export_plc))
            .routes($routes!(exports::export_pdf))
            .routes($routes!(exports::read_export))
            .routes($routes!(exports::download_export))
            .merge(uploads)
            .routes($routes!(embed::mint_embed_token))
            .routes($routes!(staging::stage_upload))
            .merge(
                $Router::new()
                    .routes($routes!(staging::put_upload))
                    .layer(DefaultBodyLimit::disable()),
            )
    }};
}

/// The handlers of a path; their attributes contain the path.
macro_rules! handlers {
    ($($module:ident::$handler:ident),+) => {
        paste! { Handlers::default()$(.with::<$module::[<__path_ $handler>], _, _>($module::$handler))+ }
    };
}

/// The router for serving. The descriptions are not compiled into a program that only serves.
pub(super) fn served() -> Router<Core> {
    endpoints!(Router, handlers)
}

/// The router with the descriptions of the handlers.
pub(super) fn described() -> OpenApiRouter<Core> {
    endpoints!(OpenApiRouter, routes)
}

/// The handlers of one path.
#[derive(Default)]
struct Handlers {
    path: String,
    methods: MethodRouter<Core>,
}

impl Handlers {
    /// Adds a handler whose path and method are in `P`.
    fn with<P: Path, H: Handler<T, Core>, T: 'static>(self, handler: H) -> Self {
        let filters = P::methods().into_iter().map(|it| it.to_method_filter());
        let methods = match filters.reduce(MethodFilter::or) {
            Some(filter) => self.methods.on(filter, handler),
            None => self.methods,
        };
        Self { path: P::path(), methods }
    }
}

/// The interface of the router with descriptions.
trait TakeHandlers {
    fn routes(self, handlers: Handlers) -> Self;
}

impl TakeHandlers for Router<Core> {
    fn routes(self, handlers: Handlers) -> Self {
        self.route(&handlers.path, handlers.methods)
    }
}
