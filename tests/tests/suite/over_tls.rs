//! The service over TLS, as in `docs/manual/tls.md`: with its own certificate, with a renewed
//! certificate, and behind proxies of other projects.

use std::{
    fs,
    net::TcpStream,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;
use tagbridge_tests::{Process, Site, Tagbridge, free_port};

const PAGE: &str = include_str!("../../../docs/manual/tls.md");
const TAG: &str = "Line_Speed";

/// A company's authority, and a certificate of it for this machine.
pub(crate) struct Authority(tempfile::TempDir);

impl Authority {
    pub(crate) fn new() -> Self {
        let it = Self(tempfile::tempdir().expect("a folder"));
        it.openssl(&[
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=Plant CA",
            "-keyout",
            "ca.key",
            "-out",
            "ca.pem",
        ]);
        it.issue();
        it
    }

    /// Another certificate in the place of the one before.
    fn issue(&self) {
        let names = "subjectAltName=DNS:localhost,IP:127.0.0.1\n";
        fs::write(self.path("names"), names).expect("it is written");
        self.openssl(&[
            "req",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=localhost",
            "-keyout",
            "fresh.key",
            "-out",
            "service.csr",
        ]);
        self.openssl(&[
            "x509",
            "-req",
            "-in",
            "service.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "2",
            "-extfile",
            "names",
            "-out",
            "fresh.pem",
        ]);
        fs::rename(self.path("fresh.key"), self.path("service.key")).expect("it is put there");
        fs::rename(self.path("fresh.pem"), self.path("service.pem")).expect("it is put there");
    }

    fn openssl(&self, arguments: &[&str]) {
        let done = Command::new("openssl").args(arguments).current_dir(self.0.path()).output();
        let done = done.expect("openssl is installed");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_owned()
    }
}

/// The configuration of a bridge that uses TLS on this port, and its environment.
fn bridge(site: &Site, authority: Option<&Authority>, port: u16, endpoint: &str) -> Process {
    site.configure(endpoint, &[TAG]);
    let config = fs::read_to_string(site.config_file()).expect("it is configured");
    let begin = config.find("http://127.0.0.1:").expect("its address");
    let end = begin + config[begin..].find("/api").expect("its path");
    let config = format!("{}https://localhost:{port}{}", &config[..begin], &config[end..]);
    let config = format!("pki = \"pki\"\n{config}");
    fs::write(site.config_file(), config).expect("it is written");
    let mut run = Tagbridge::new(["run", "--json", "--config", &site.config_file()])
        .env("TAGBRIDGE_KEY", site.secret());
    if let Some(authority) = authority {
        run = run.env("SSL_CERT_FILE", &authority.text("ca.pem"));
    }
    run.start()
}

/// Starts the service on all addresses; returns its address, and the fingerprint of its own
/// certificate.
fn serve(site: &Site, port: u16, arguments: &[&str]) -> (Process, Value) {
    let (data, listen) = (site.service_data(), format!("0.0.0.0:{port}"));
    let serve = ["serve", "--data", &data, "--listen", &listen, "--json"];
    let service = Tagbridge::new([&serve[..], arguments].concat()).start();
    let told = serde_json::from_str(&service.next_line()).expect("JSON");
    (service, told)
}

/// Waits until the bridge reports that it does not trust the service; returns the reason.
fn distrusts(bridge: &Process) -> String {
    let service = |line: &str| {
        let status: Value = serde_json::from_str(line).expect("JSON lines");
        status["sessions"][0]["service"].clone()
    };
    let is_told = |line: &str| service(line)["state"].to_string().contains("uplink-untrusted");
    service(&bridge.wait_for_line(is_told)).to_string()
}

fn doctor(site: &Site) -> String {
    let doctor = Tagbridge::new(["doctor", "--config", &site.config_file()]);
    doctor.env("TAGBRIDGE_KEY", site.secret()).output().stdout()
}

fn delivers(bridge: &Process) -> u64 {
    let through = |line: &str| {
        let status: Value = serde_json::from_str(line).expect("JSON lines");
        status["sessions"][0]["service"]["stored_through"].as_u64()
    };
    through(&bridge.wait_for_line(|line| through(line) >= Some(3))).expect("it is stored")
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_certificate_of_the_service_itself_is_trusted_by_a_person_once() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    let (site, port) = (Site::new(), free_port());
    let (service, told) = serve(&site, port, &[]);
    assert_eq!(told["url"], format!("https://0.0.0.0:{port}/api/v1"));
    let fingerprint = told["fingerprint"].as_str().expect("it tells").to_owned();
    let pki = site.data().with_file_name("pki");
    let pki = pki.to_str().expect("a plain path");
    let url = format!("https://localhost:{port}");
    let trust = |fingerprint: &str| {
        Tagbridge::new(["trust", &url, "--yes", fingerprint, "--pki", pki, "--json"]).output()
    };

    let bridge = bridge(&site, None, port, &endpoint);
    let why = distrusts(&bridge);
    assert!(why.contains("untrusted-own") && why.contains(&fingerprint), "{why}");
    let said = doctor(&site);
    assert!(said.contains("its certificate is self-signed"), "{said}");
    assert_eq!(trust(&fingerprint.replace('A', "B").replace('0', "1")).code(), 4);
    assert_eq!(trust(&fingerprint).json(0)["standing"], "unknown");
    // A bridge that runs goes on with it.
    delivers(&bridge);
    assert!(!doctor(&site).contains("its certificate is self-signed"));

    // Somebody else in its place is not spoken to.
    drop(service);
    fs::remove_dir_all(PathBuf::from(site.service_data()).join("tls")).expect("it is there");
    let (_service, other) = serve(&site, port, &[]);
    let other = other["fingerprint"].as_str().expect("it tells");
    assert_ne!(other, fingerprint);
    let why = distrusts(&bridge);
    assert!(why.contains("untrusted-changed") && why.contains(other), "{why}");
    assert_eq!(trust(&fingerprint).code(), 4, "the one before is not shown any more");
    assert_eq!(trust(other).json(0)["standing"], "changed");
    bridge.wait_for_line(|line| {
        let status: Value = serde_json::from_str(line).expect("JSON lines");
        status["sessions"][0]["service"]["state"]["state"] == "ok"
    });
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_renewed_certificate_is_shown_and_an_unknown_authority_is_named() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    let (site, authority, port) = (Site::new(), Authority::new(), free_port());
    let (pem, key) = (authority.text("service.pem"), authority.text("service.key"));
    let (_service, told) = serve(&site, port, &["--certificate", &pem, "--key", &key]);
    assert!(told["fingerprint"].is_null(), "{told}");
    let streaming = bridge(&site, Some(&authority), port, &endpoint);
    delivers(&streaming);
    drop(streaming);

    let shown = || {
        let connect = ["s_client", "-connect", &format!("localhost:{port}")];
        let done = Command::new("openssl").args(connect).stdin(Stdio::null()).output();
        let text = String::from_utf8_lossy(&done.expect("openssl").stdout).into_owned();
        let begin = text.find("-----BEGIN").expect("a certificate");
        text[begin..].split("-----END").next().unwrap_or_default().to_owned()
    };
    let before = shown();
    authority.issue();
    tagbridge_tests::patiently("the renewed certificate", || (shown() != before).then_some(()));

    let unknown = bridge(&site, None, port, &endpoint);
    let why = distrusts(&unknown);
    assert!(why.contains("untrusted-authority") && why.contains("CN=Plant CA"), "{why}");
    let said = doctor(&site);
    assert!(said.contains("CN=Plant CA") && said.contains("SSL_CERT_FILE"), "{said}");
}

#[test]
fn plain_http_goes_beyond_this_machine_only_when_asked_for() {
    let (site, port) = (Site::new(), free_port());
    let (_service, told) = serve(&site, port, &["--insecure-http"]);
    assert_eq!(told["url"], format!("http://0.0.0.0:{port}/api/v1"));
    let (data, listen) = (site.service_data(), format!("0.0.0.0:{}", free_port()));
    let serve = ["serve", "--data", &data, "--listen", &listen];
    let broken = [&serve[..], &["--certificate", "/nowhere.pem", "--key", "/nowhere.key"]].concat();
    let refused = Tagbridge::new(broken).output();
    assert_eq!(refused.code(), 2);
    let said = refused.stderr();
    assert!(said.contains("/nowhere.pem"), "{said}");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_bridge_streams_through_nginx_and_caddy() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    for (program, fence) in [("nginx", "```nginx\n"), ("caddy", "```caddyfile\n")] {
        if Command::new(program).arg("-v").output().is_err() {
            tagbridge_needs::skip(program);
            continue;
        }
        let (site, authority, port) = (Site::new(), Authority::new(), free_port());
        let _service = site.service();
        let example = PAGE.split(fence).nth(1).and_then(|it| it.split("```").next());
        let example = example.expect("the page has an example");
        let own = format!("127.0.0.1:{}", site.port());
        let config = example.replace("127.0.0.1:8750", &own);
        let _proxy = start(program, &config, &authority, port);
        let streaming = bridge(&site, Some(&authority), port, &endpoint);
        assert!(delivers(&streaming) >= 3, "{program}");
        assert!(streaming.terminate().success());
    }
}

/// A proxy with the page's configuration on another port, and with our certificate.
fn start(program: &str, config: &str, authority: &Authority, port: u16) -> Process {
    let folder = authority.0.path();
    let mut command = Command::new(program);
    if program == "nginx" {
        let server = config
            .replace("listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl"))
            .replace("service.pem", &authority.text("service.pem"))
            .replace("service.key", &authority.text("service.key"));
        let text = format!(
            "daemon off;\npid {0}/nginx.pid;\nerror_log {0}/error.log;\nevents {{}}\n\
             http {{\naccess_log off;\nclient_body_temp_path {0}/body;\nproxy_temp_path {0}/proxy;\n\
             fastcgi_temp_path {0}/f;\nuwsgi_temp_path {0}/u;\nscgi_temp_path {0}/s;\n{server}}}\n",
            folder.display()
        );
        fs::write(folder.join("nginx.conf"), text).expect("it is written");
        command.arg("-c").arg(folder.join("nginx.conf")).arg("-p").arg(folder);
    } else {
        let tls = format!(
            "{{\n\ttls {} {}\n",
            authority.text("service.pem"),
            authority.text("service.key")
        );
        let site = config
            .replace("bridge.example.com", &format!("https://localhost:{port}"))
            .replacen("{\n", &tls, 1);
        let text = format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}");
        fs::write(folder.join("Caddyfile"), text).expect("it is written");
        command.arg("run").arg("--adapter").arg("caddyfile");
        command.arg("--config").arg(folder.join("Caddyfile"));
        command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    }
    let proxy = Process::start(command.stderr(Stdio::null()));
    tagbridge_tests::patiently("a proxy", || TcpStream::connect(("127.0.0.1", port)).ok());
    proxy
}
