//! The service's figures.

use std::path::Path;

use prometheus::{IntGauge, Opts, Registry};
use tagbridge_service::Service;

/// All of them, as Prometheus reads them; one that cannot be found out is not there. Blocks.
pub(crate) fn page(service: &Service, data: &Path) -> String {
    let registry = Registry::new();
    let gauge = |name: &str, help: &str, figure: Option<u64>| {
        if let Some(figure) = figure.and_then(|it| i64::try_from(it).ok()) {
            let gauge = IntGauge::with_opts(Opts::new(name, help).namespace("tagbridge_service"));
            if let Some(gauge) = super::registered(&registry, gauge) {
                gauge.set(figure);
            }
        }
    };
    let figures = service.figures().ok();
    gauge("database_up", "Whether the data can be read", Some(figures.is_some().into()));
    gauge("projects", "Projects", figures.map(|it| it.projects));
    gauge("keys", "Keys that are valid", figures.map(|it| it.keys));
    gauge("working", "Services that work on the data", figures.map(|it| it.working));
    gauge("data_bytes", "Bytes of the file with projects, keys and values", bytes(data));
    gauge("disk_free_bytes", "Bytes that are free on its disk", tagbridge_system::free_bytes(data));
    super::text(&registry)
}

/// With what is not yet in its place.
fn bytes(data: &Path) -> Option<u64> {
    let size = |name: &str| std::fs::metadata(data.join(name)).map(|it| it.len());
    size("service.sqlite").ok().map(|file| file + size("service.sqlite-wal").unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_service_has_figures() {
        let data = tempfile::tempdir().expect("a folder");
        let service = crate::verbs::serve::open(data.path()).expect("it opens");
        let page = page(&service, data.path());
        assert!(page.contains("tagbridge_service_projects 0\n"), "{page}");
        for name in ["data_bytes", "disk_free_bytes"] {
            let line =
                page.lines().find(|it| it.starts_with(&format!("tagbridge_service_{name} ")));
            let figure = line.and_then(|it| it.split(' ').nth(1)?.parse::<u64>().ok());
            assert!(figure.is_some_and(|it| it > 0), "{name}\n{page}");
        }
    }
}
