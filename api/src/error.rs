//! The envelope of every 4xx and 5xx response.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Timestamp;

/// The envelope of every 4xx and 5xx response. Act on `error` and `isRetryable`, never on text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApiError, title = "ApiError")]
pub struct Error {
    /// Stable machine-readable code.
    #[schema(example = "rate_limited")]
    pub error: String,
    /// Short technical description.
    pub message: String,
    /// Message that is safe to show to a user.
    #[serde(rename = "userMessage", default, skip_serializing_if = "Option::is_none")]
    pub user_message: Option<String>,
    /// How to resolve the error.
    #[serde(rename = "suggestedAction", default, skip_serializing_if = "Option::is_none")]
    pub suggested_action: Option<String>,
    /// Whether the same request may succeed when it is sent again.
    #[serde(rename = "isRetryable")]
    pub is_retryable: bool,
    /// Echo of the `request-id` header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// With `billing_acknowledgement_required`: what the new project would cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub billing: Option<Box<ProjectedBilling>>,
    /// With `session_conflict` and `stream_conflict`: the device that streams the project. Not in
    /// the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
}

/// What a new project would cost an organization that is billed by project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectedBilling {
    /// The price of one project, in hundredths of the currency.
    pub price_per_project_cents: u32,
    /// The currency's code by ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    /// The number of projects that are billed once the new one is created.
    pub billed_count_after: u64,
}

/// The device that streams the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Elsewhere {
    /// The computer's name; the device's id if it sent no name.
    pub device: String,
    /// When the service last received a request from it, by the service's clock.
    pub last_seen: Timestamp,
}

impl Error {
    /// Creates an error with the retryability of its code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            error: code.as_str().to_owned(),
            message: message.into(),
            user_message: None,
            suggested_action: None,
            is_retryable: code.is_retryable(),
            request_id: None,
            billing: None,
            elsewhere: None,
        }
    }

    /// The code, if it is known.
    pub fn code(&self) -> Option<ErrorCode> {
        ErrorCode::ALL.iter().copied().find(|it| it.as_str() == self.error)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.error, self.message)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $status:literal, $name:literal, $retryable:literal;)+) => {
        /// The known codes; a service may use others.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $($(#[$doc])* $variant,)+
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The code as written in `error`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The HTTP status of the code.
            pub fn status(self) -> u16 {
                match self { $(Self::$variant => $status),+ }
            }

            /// Whether a retry of the same request may succeed.
            pub fn is_retryable(self) -> bool {
                match self { $(Self::$variant => $retryable),+ }
            }
        }
    };
}

codes! {
    /// The request is malformed.
    BadRequest = 400, "bad_request", false;
    /// The export is not complete yet.
    ExportNotReady = 400, "export_not_ready", true;
    /// The export failed; it has no file to download.
    ExportFailed = 400, "export_failed", false;
    /// No valid credential, or the key was revoked.
    Unauthorized = 401, "unauthorized", false;
    /// The key lacks the permission.
    PermissionDenied = 403, "permission_denied", false;
    /// The project is outside the key's scope.
    ProjectScopeForbidden = 403, "project_scope_forbidden", false;
    /// The spending limit is reached, and the organization chose to pause.
    SpendLimitReached = 402, "spend_limit_reached", false;
    /// The organization is billed by project, and no price is set up yet.
    BillingSetupRequired = 402, "billing_setup_required", false;
    /// A new project is billed, and the request does not acknowledge it.
    BillingAcknowledgementRequired = 402, "billing_acknowledgement_required", false;
    /// No plan waits for approval in this conversation.
    NoPendingPlan = 404, "no_pending_plan", false;
    /// Unknown, or not visible to the key's organization.
    NotFound = 404, "not_found", false;
    /// The path exists, the method does not.
    MethodNotAllowed = 405, "method_not_allowed", false;
    /// The request was not completed in time.
    RequestTimeout = 408, "request_timeout", true;
    /// A request with this idempotency key is still being processed.
    IdempotencyInProgress = 409, "idempotency_in_progress", true;
    /// Another device streams this project.
    SessionConflict = 409, "session_conflict", false;
    /// The project is still in use: archive it before it is deleted, and end its session.
    ProjectInUse = 409, "project_in_use", false;
    /// Another run of the program already continued this stream: this push comes from a copy of its
    /// data folder.
    StreamConflict = 409, "stream_conflict", false;
    /// Questions about the project are not possible yet: it has no file, or its file is still being
    /// read.
    ProjectNotReady = 409, "project_not_ready", true;
    /// The conversation's last turn is still running.
    TurnInProgress = 409, "turn_in_progress", true;
    /// A file was already uploaded to this link.
    UploadTaken = 409, "upload_taken", false;
    /// The body is too large.
    PayloadTooLarge = 413, "payload_too_large", false;
    /// The body's content type or encoding is not supported.
    UnsupportedMediaType = 415, "unsupported_media_type", false;
    /// The idempotency key was used with a different body.
    IdempotencyConflict = 422, "idempotency_conflict", false;
    /// The file is not a project, or cannot be read.
    ProjectUnreadable = 422, "project_unreadable", false;
    /// The file has no content for this operation.
    VendorUnsupported = 422, "vendor_unsupported", false;
    /// The project was created without a file.
    NothingToExport = 422, "nothing_to_export", false;
    /// The requested range is beyond the end of the file.
    RangeNotSatisfiable = 416, "range_not_satisfiable", false;
    /// Too many requests; wait for the time in `Retry-After`.
    RateLimited = 429, "rate_limited", true;
    /// Internal error of the service.
    Internal = 500, "internal_error", true;
    /// The service cannot store data at the moment.
    Unavailable = 503, "service_unavailable", true;
}
