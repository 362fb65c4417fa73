//! Exported files: their names in other programs, and all samples.

use std::{fs, path::Path, process::Command};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;
use tagbridge_api::{limits::INLINE_BYTES_MAX, project::Vendor};
use tagbridge_service::NewProject;

use crate::{
    exports::{EXPORTS, download, ended, l5x, start, version, walk},
    harness::House,
};

/// Names that often cause problems.
fn troublesome() -> Vec<String> {
    let mut names: Vec<String> = [
        "Linie 4 – Mühle.L5X",
        "線路 4 中.L5X",
        "Линия.zip",
        "a \"quoted\" name.L5X",
        "it's; filename=\"b.exe\"; x=.L5X",
        "back\\slash.L5X",
        "../../etc/passwd",
        "..\\..\\windows\\a.zip",
        "line\nbreak\r\nX-Evil: 1.L5X",
        "100% %41%0a.L5X",
        "tab\there.export",
        "-o evil.L5X",
        "émoji 🦀.L5X",
        "  spaces  .L5X",
        ".htaccess",
        "comma, semicolon; = * 'quote'.xml",
    ]
    .map(ToOwned::to_owned)
    .to_vec();
    for char in ["a", "ä", "中"] {
        names.push(char.repeat(255));
        names.push(format!("{}.L5X", char.repeat(251)));
    }
    names
}

#[tokio::test]
async fn other_programs_read_the_names_of_files() {
    let house = House::new();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = tokio_util::sync::CancellationToken::new();
    let serving = tokio::spawn({
        let (service, stop) = (house.service.clone(), stop.clone());
        async move { service.serve(listener, stop).await }
    });
    for (at, name) in troublesome().into_iter().enumerate() {
        let file = l5x(&format!("Start{at}"));
        version(&house, &name, &file);
        let id = start(&house, "plc").await;
        let export = ended(&house, &id).await;
        let expected = export["filename"].as_str().unwrap().to_owned();
        assert!(!expected.contains(['/', '\\', '\n', '\r', '\0']), "{expected:?}");
        assert!((1..=255).contains(&expected.len()) && !expected.starts_with('.'), "{expected:?}");

        let (_, headers, _) = download(&house, &id, &[]).await;
        let header = headers["content-disposition"].to_str().unwrap().to_owned();
        // Of the two names in the header, the one with all characters.
        let script = "import email, sys\n\
                      m = email.message_from_string('Content-Disposition: ' + sys.argv[1])\n\
                      names = [v for n, v in m.get_params(header='content-disposition')\n\
                               if n == 'filename' and type(v) is tuple]\n\
                      [(charset, language, name)] = names\n\
                      name = name.encode('latin-1').decode(charset)\n\
                      sys.stdout.buffer.write(name.encode('utf-8'))";
        let python = Command::new("python3").args(["-c", script, &header]).output().unwrap();
        assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
        assert_eq!(String::from_utf8(python.stdout).unwrap(), expected, "{header}");

        let folder = tempfile::tempdir().unwrap();
        let url = format!("http://{address}{EXPORTS}/{id}/download");
        let curl = {
            let authorization = format!("authorization: Bearer {}", house.key);
            let folder = folder.path().to_owned();
            tokio::task::spawn_blocking(move || {
                let mut curl = Command::new("curl");
                curl.args(["-sS", "--fail", "-OJ", "-H", &authorization, &url]);
                curl.current_dir(folder).output().unwrap()
            })
        };
        let curl = curl.await.unwrap();
        assert!(curl.status.success(), "{header}: {}", String::from_utf8_lossy(&curl.stderr));
        let saved = walk(folder.path());
        let [saved] = &saved[..] else { panic!("{header}: {saved:?}") };
        assert_eq!(saved.parent(), Some(folder.path()), "{header}");
        assert_eq!(fs::read(saved).unwrap(), file, "{header}");
        let plain = |name: &str| -> String {
            let odd = |c: char| !c.is_ascii() || matches!(c, '"' | '%');
            name.chars().map(|c| if odd(c) { '_' } else { c }).collect()
        };
        let name = saved.file_name().unwrap().to_str().unwrap();
        assert_eq!(name, plain(&expected), "{header}");
    }
    stop.cancel();
    serving.await.unwrap().unwrap();
}

/// All files of a folder in an archive, as for an export of several files.
fn archive(folder: &Path) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for file in walk(folder) {
        let name = file.strip_prefix(folder).unwrap().to_str().unwrap();
        archive.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut archive, &fs::read(&file).unwrap()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[tokio::test]
async fn every_sample_comes_down_as_it_went_up() {
    let Some(root) = tagbridge_needs::samples() else { return };
    let mut house = House::new();
    let (mut compared, mut no_projects) = (0, Vec::new());
    for (folder, vendor) in [
        ("allen-bradley", Vendor::AllenBradley),
        ("siemens", Vendor::Siemens),
        ("codesys", Vendor::Codesys),
    ] {
        let project = NewProject { name: folder.to_owned(), vendor };
        house.project = house.service.create_project(project).unwrap().project_id;
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files: Vec<(String, Vec<u8>)> =
            walk(&root.join(folder)).iter().map(|it| (name(it), fs::read(it).unwrap())).collect();
        if vendor == Vendor::Siemens {
            let folders = fs::read_dir(root.join(folder)).unwrap().map(|it| it.unwrap().path());
            files.extend(folders.map(|it| (format!("{}.zip", name(&it)), archive(&it))));
        }
        for (name, file) in files {
            if file.len() <= INLINE_BYTES_MAX {
                let inline = BASE64_STANDARD.encode(&file);
                let body = json!({ "originalFilename": name, "file": { "inline": inline } });
                let answer = house.write(&house.path("versions"), &body).await;
                if answer.status == 422 {
                    no_projects.push(name);
                    continue;
                }
                assert!(answer.status.is_success(), "{name}: {:#}", answer.body);
            } else if house.service.add_version(&house.project, &name, file.clone()).is_err() {
                no_projects.push(name);
                continue;
            }
            let id = start(&house, "plc").await;
            let export = ended(&house, &id).await;
            assert_eq!(export["filename"], name.trim());
            let (status, headers, bytes) = download(&house, &id, &[]).await;
            assert_eq!(status, 200);
            assert!(bytes == file, "{name}");
            let hash = tagbridge_store::FileHash::of(&file);
            assert_eq!(headers["etag"], format!("\"{hash}\""));
            let extension = name.rsplit_once('.').unwrap().1.to_ascii_lowercase();
            let kind = match &*extension {
                "l5x" | "xml" => "application/xml",
                "zip" => "application/zip",
                _ => "application/octet-stream",
            };
            assert_eq!(headers["content-type"], kind, "{name}");
            compared += 1;
        }
    }
    eprintln!("{compared} samples came down as they went up; no projects: {no_projects:?}");
    assert!(compared >= 120, "{compared}");
}
