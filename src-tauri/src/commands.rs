//! The functions that the page may call: each command of the desk by its name, and the functions of
//! a window.

use serde_json::Value;
use tagbridge_desk::view::Failure;
use tauri::{
    AppHandle, State,
    ipc::{Channel, Invoke, InvokeResponseBody},
};

use crate::{files, state::WindowState, tray, window};

macro_rules! commands {
    ($($name:ident)+) => {
        $(
            #[tauri::command]
            async fn $name(
                app: AppHandle,
                state: State<'_, WindowState>,
                args: Value,
            ) -> Result<Value, Failure> {
                let answer = state.screen().call(stringify!($name), args).await?;
                follow(&app, &state, stringify!($name));
                Ok(answer)
            }
        )+

        /// All that the page may call, if its capability grants it too.
        pub(crate) fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name,)+ pushes, files::save_file, files::choose_file]
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($name)),+];
    };
}

commands! {
    overview
    check_service
    use_service
    projects
    project
    open_project
    change_project
    delete_project
    versions
    version_file
    compare_code
    use_version
    controllers
    read_address
    write_address
    certificate
    trust
    login
    log_in
    forget_login
    preflight
    cancel_preflight
    ask
    cancel_ask
    cited_place
    answer_values
    start_session
    reading
    change_reading
    pause
    resume
    try_now
    stop_session
    start_again
    forget_session
    accept_controller
    take_over
    rows
    row_names
    ack
    inspect
    changes
    outline
    findings
    analyse
    change_baseline
    save_findings
    propose
    save_proposal
    make_report
    project_history
    note_incident
    save_incident
    import_incident
    delete_incident
    keep_moment
    change_triggers
    tag_history
    save_history
    tag_tree
    tags_of_group
    saved_views
    save_views
    stop_work
    find_names
    routine
    ask_for_tags
    uses
    last_minute
    time_line
    look_at
    step_in_time
    why
    first_cause
    pin
    take_rows
    trend
    older_trend
    export_trend
    log
    diagnostics
    trace
    frames
    one_frame
    save_frames
    doctor
    bundle
    save_bundle
    seen_alerts
    settings
    save_settings
}

/// The effect of a command outside of the page.
fn follow(app: &AppHandle, state: &WindowState, command: &str) {
    match command {
        "save_settings" => {
            window::follow_settings(app, &state.desk);
            tray::refresh(app);
        }
        "start_session" | "pause" | "resume" | "stop_session" | "forget_session" => {
            tray::refresh(app);
        }
        _ => {}
    }
}

/// Opens the channel for messages that the desk sends without a request.
#[tauri::command]
async fn pushes(
    state: State<'_, WindowState>,
    channel: Channel<InvokeResponseBody>,
) -> Result<(), Failure> {
    state.load(channel);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_window_knows_every_command_of_the_desk_and_grants_each_by_name() {
        assert_eq!(NAMES, tagbridge_desk::COMMANDS);
        let capability: Value =
            serde_json::from_str(include_str!("../capabilities/main.json")).expect("it is JSON");
        let granted: BTreeSet<String> = capability["permissions"]
            .as_array()
            .expect("it is a list")
            .iter()
            .map(|it| it.as_str().expect("it is a name").to_owned())
            .collect();
        let own = ["pushes", "save_file", "choose_file"];
        let known = NAMES.iter().chain(&own).map(|it| format!("allow-{}", it.replace('_', "-")));
        assert_eq!(granted, known.collect());
    }
}
