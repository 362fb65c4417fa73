//! The system's notifications: a session dropped out. Also while there is no window.

use notify_rust::Notification;
use tagbridge_desk::{
    Desk,
    view::{Alert, AlertKind},
};
use tagbridge_texts::{Coded, Language};
use tauri::{
    AppHandle,
    async_runtime::{spawn, spawn_blocking},
};

use crate::{
    log_message::{LogMessage, event},
    window,
};

/// The problem.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "desktop-alert")]
pub(crate) enum AlertText {
    Stopped { project: String },
    Silent { project: String },
    Undelivered { project: String },
}

/// Shows each alert of the desk once, as long as the desk runs.
pub(crate) fn watch(app: &AppHandle, desk: &Desk) {
    let (app, desk, mut alerts) = (app.clone(), desk.clone(), desk.alerts());
    spawn(async move {
        let mut told = 0;
        while alerts.changed().await.is_ok() {
            let settings = desk.settings();
            let new: Vec<Alert> = {
                let all = alerts.borrow_and_update();
                all.iter().filter(|it| it.id > told && it.until.is_none()).cloned().collect()
            };
            for alert in new.into_iter().rev() {
                told = alert.id;
                if settings.alerts.notify {
                    let (app, language) = (app.clone(), settings.language);
                    // The system may take its time, and a click comes later.
                    drop(spawn_blocking(move || notify(&app, &alert, language)));
                }
            }
        }
    });
}

fn notify(app: &AppHandle, alert: &Alert, language: Option<Language>) {
    let language = language.unwrap_or_else(Language::of_environment);
    let project = alert.project_name.clone();
    let title = match alert.kind {
        AlertKind::Stopped => AlertText::Stopped { project },
        AlertKind::Silent => AlertText::Silent { project },
        AlertKind::Undelivered => AlertText::Undelivered { project },
    };
    let cause = alert.cause.as_ref().map(|it| it.in_language(language)).unwrap_or_default();
    let mut notification = Notification::new();
    notification.appname("Tagbridge").summary(&title.message().in_language(language)).body(&cause);
    // The action of a click; only some systems report clicks.
    #[cfg(target_os = "linux")]
    notification.action("default", "Tagbridge");
    match notification.show() {
        #[cfg(target_os = "linux")]
        Ok(shown) => shown.wait_for_action(|action| {
            if action == "default" {
                window::show(app);
            }
        }),
        #[cfg(not(target_os = "linux"))]
        Ok(_) => _ = (app, window::show),
        Err(error) => event!(warn, LogMessage::NotNotified, %error),
    }
}
