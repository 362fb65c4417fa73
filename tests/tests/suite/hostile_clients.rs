//! Malicious clients of a service process with a low limit of files: honest ones are still served,
//! and its memory stays bounded.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::Command,
    thread,
    time::Duration,
};

use tagbridge_tests::{Process, Site, Tagbridge, python};
use ureq::Agent;

/// Maximum number of open files of the service.
const FILES: usize = 128;

fn serve(site: &Site) -> Process {
    let (data, listen) = (site.service_data(), format!("127.0.0.1:{}", site.port()));
    let serve = Tagbridge::new(["serve", "--data", &data, "--listen", &listen, "--json"]);
    let service = serve.after(&format!("ulimit -n {FILES}")).start();
    service.next_line();
    service
}

fn connect(site: &Site) -> TcpStream {
    TcpStream::connect(("127.0.0.1", site.port())).expect("somebody listens")
}

/// 60 more connections than allowed, a third of each kind: silent, with half a header, and with a
/// body of one byte per second.
#[test]
fn slow_half_open_and_idle_clients_keep_no_honest_one_away() {
    let site = Site::new();
    let _service = serve(&site);
    let consumer = site.consumer();
    let mut clients: Vec<TcpStream> = Vec::new();
    for number in 0..FILES + 60 {
        let mut client = connect(&site);
        // One that had to give way is closed: that is its own affair.
        let _sent = match number % 3 {
            0 => Ok(()),
            1 => client.write_all(b"GET /api/v1/health HTTP/1.1\r\nhost: x\r\nx-y:"),
            _ => client.write_all(
                b"POST /api/v1/projects HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\n{",
            ),
        };
        clients.push(client);
        if number % 20 == 0 {
            assert!(consumer.values().is_some(), "with {number} others");
        }
    }
    for _ in 0..20 {
        for client in clients.iter_mut().skip(2).step_by(3) {
            let _gone = client.write_all(b" ");
        }
        assert!(consumer.values().is_some(), "beside all of them");
        thread::sleep(Duration::from_millis(100));
    }
}

/// Archives of 0.6 MB that unpack to far more: of tags without end, and of one long text, which is more
/// than a file may unpack to.
#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn hostile_archives_at_once_take_no_more_memory_than_is_allowed() {
    let site = Site::new();
    let service = serve(&site);
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new(python()).args(["-c", MAKE]).current_dir(folder.path()).status();
    assert!(made.expect("python runs").success());
    let key = site.key("project_upload");
    thread::scope(|scope| {
        for number in 0..6 {
            let name = if number % 2 == 0 { "tags" } else { "text" };
            let body = fs::read(folder.path().join(format!("{name}.json"))).expect("made");
            let (site, key) = (&site, &key);
            scope.spawn(move || {
                let config = Agent::config_builder().http_status_as_error(false).build();
                let answer = config
                    .new_agent()
                    .post(format!("http://127.0.0.1:{}/api/v1/projects", site.port()))
                    .header("authorization", format!("Bearer {key}"))
                    .header("idempotency-key", format!("k{number}"))
                    .header("content-type", "application/json")
                    .send(&body[..]);
                let status = answer.expect("it is answered").status().as_u16();
                assert!([200, 201, 202, 400, 413, 422, 503].contains(&status), "{name}: {status}");
            });
        }
    });
    assert!(site.consumer().values().is_some(), "it is still there");
    let Some(peak) = peak_mib(&service) else {
        return tagbridge_needs::skip("a count of a program's memory (Linux)");
    };
    println!("six archives of 0.6 MB at once: {peak} MiB at the most");
    assert!(peak < 400, "{peak} MiB");
}

/// The most memory that a program had.
fn peak_mib(process: &Process) -> Option<u64> {
    let status = Path::new("/proc").join(process.id().to_string()).join("status");
    let mut text = String::new();
    fs::File::open(status).ok()?.read_to_string(&mut text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib >> 10)
}

/// Writes `tags.json` and `text.json`: bodies of uploads.
const MAKE: &str = r#"
import base64, io, json, random, zipfile
HEAD = ('<?xml version="1.0"?><RSLogix5000Content SchemaRevision="1.0" SoftwareRevision="33.00" '
        'TargetName="L" TargetType="Controller"><Controller Use="Target" Name="L" '
        'ProcessorType="1756-L83E" MajorRev="33" MinorRev="11">')
TAIL = '</Controller></RSLogix5000Content>'
TAG = ('<Tag Name="T%06d_%012x" TagType="Base" DataType="DINT" Radix="Decimal" Constant="false" '
       'ExternalAccess="Read/Write"/>')
def body(name, parts):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with archive.open('L.L5X', 'w') as file:
            for part in parts:
                file.write(part.encode())
    data = packed.getvalue()
    print(name, len(data))
    inline = base64.b64encode(data).decode()
    with open(name + '.json', 'w') as file:
        json.dump({'originalFilename': name + '.zip', 'file': {'inline': inline}}, file)
def tags():
    yield HEAD + '<Tags>'
    random.seed(2)
    for start in range(0, 60_000, 1000):
        yield ''.join(TAG % (n, random.getrandbits(48)) for n in range(start, start + 1000))
    yield '</Tags>' + TAIL
def text():
    yield HEAD + '<Description><![CDATA['
    random.seed(1)
    for _ in range(101_000):
        yield 'A' * 995 + '%05d' % random.randrange(100_000)
    yield ']]></Description>' + TAIL
body('tags', tags())
body('text', text())
"#;
