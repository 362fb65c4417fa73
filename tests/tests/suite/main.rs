//! What only the whole can show: end to end, and against other people's servers and clients.

mod browse;
mod codesys;
mod command_line;
mod configuration;
mod event_log;
mod faults;
mod first_light;
mod from_outside;
mod given_up;
mod hostile_clients;
mod languages;
mod over_tls;
mod power_loss;
mod project_downloads;
mod project_files;
mod project_layouts;
mod project_sessions;
mod project_verbs;
mod read_only;
mod restored_copy;
mod siemens;
mod siemens_by_name;
mod simulated_code;
mod simulated_samples;
mod trust;
mod unreachable;
