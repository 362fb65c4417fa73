//! The caller of a request.

use tagbridge_api::{ErrorCode, Permission, health::ActorType};
use tagbridge_store::{KeyInfo, Org};

use super::{Advice, Refusal, TechnicalReason, UserMessage};

/// The caller: a key, or a token of a key, with its permissions and scope.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    /// The id of the key or the token.
    pub(crate) id: String,
    /// Whether it is a key or a token.
    pub(crate) actor: ActorType,
    /// The organization.
    pub(crate) org: Org,
    permissions: Vec<Permission>,
    scope: Option<Vec<String>>,
    device: Option<String>,
    /// The id of the token's key.
    minted_by: Option<String>,
}

impl Caller {
    /// The caller with this valid key.
    pub(super) fn of_key(key: KeyInfo) -> Self {
        Self {
            id: key.id,
            actor: ActorType::ApiKey,
            org: key.org,
            permissions: key.permissions,
            scope: key.projects,
            device: key.device,
            minted_by: None,
        }
    }

    /// The caller with a token for one project that this key created.
    pub(super) fn of_token(
        id: String,
        key: KeyInfo,
        permissions: Vec<Permission>,
        project: String,
    ) -> Self {
        Self {
            id,
            actor: ActorType::EmbedToken,
            org: key.org,
            permissions,
            scope: Some(vec![project]),
            device: None,
            minted_by: Some(key.id),
        }
    }

    /// The id of the token's key.
    pub(super) fn minted_by(&self) -> Option<&str> {
        self.minted_by.as_deref()
    }

    /// The owner of the conversations that it starts. Conversations of a token belong to all tokens
    /// of its key, because a page gets a new token every few minutes and continues; they do not
    /// belong to the key itself.
    pub(super) fn owner(&self) -> String {
        self.minted_by().map_or_else(|| self.id.clone(), |key| format!("embed:{key}"))
    }

    /// The ids of the allowed projects; `None`: all.
    pub(super) fn scope(&self) -> Option<&[String]> {
        self.scope.as_deref()
    }

    /// Whether it may access this project.
    pub(super) fn covers(&self, project_id: &str) -> bool {
        self.scope.as_ref().is_none_or(|ids| ids.iter().any(|id| id == project_id))
    }

    /// Refuses a push for a device other than its own.
    pub(super) fn check_device(&self, device: &str) -> Result<(), Refusal> {
        match &self.device {
            Some(own) if own != device => Err(Refusal::new(
                ErrorCode::PermissionDenied,
                &TechnicalReason::ForeignDevice { own, device },
            )
            .for_user(&UserMessage::ForeignDevice)
            .with_remedy(&Advice::OwnKey)),
            _ => Ok(()),
        }
    }

    /// Whether it has a permission.
    pub(crate) fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Refuses the caller if it lacks a permission.
    pub(super) fn check(&self, permission: Permission) -> Result<(), Refusal> {
        if self.may(permission) {
            return Ok(());
        }
        let permission = permission.as_str();
        Err(Refusal::new(
            ErrorCode::PermissionDenied,
            &TechnicalReason::NoPermission { permission },
        )
        .for_user(&UserMessage::NoPermission)
        .with_remedy(&Advice::KeyWith { permission }))
    }
}
