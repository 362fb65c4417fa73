//! The location of a folder's data: the embedded file in it, or the database in its `store.toml`.
//!
//! The configuration is in the folder and not on a command line, so that all commands for the
//! folder use the same data, and no secret is an argument.

use std::{
    env, fs,
    io::{self, Write},
    num::NonZeroU16,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use tagbridge_system::{create_private, create_private_folder};
use uuid::Uuid;

use crate::{
    Files, Postgres, Server, ServiceSecret, Sqlite, Store, StoreError,
    bucket::{Bucket, BucketPlace},
    messages::{StoreOperation, UnexpectedState},
    without_its_line,
};

/// The configuration file in the data folder.
const FILE: &str = "store.toml";
/// The file with the identity, in the folder of files.
const FILES_ID: &str = "files.id";

/// The location of a folder's data.
#[derive(Debug, Clone)]
pub struct DataPlace {
    data: PathBuf,
    /// `None`: in the folder itself.
    server: Option<Server>,
    files: Option<PathBuf>,
    /// The location of the files, if the folder only caches them.
    bucket: Option<Bucket>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    store: Table,
}

/// The table `[store]`. Relative paths refer to its folder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// `host=… user=… dbname=…` or `postgres://…`, without the password.
    postgres: String,
    /// The location of the password, if the server requires one.
    password: Option<ServiceSecret>,
    /// The authority of the server's certificate, in PEM; by default the system's trusted ones.
    ca: Option<PathBuf>,
    /// Maximum number of concurrent connections.
    connections: Option<NonZeroU16>,
    /// The folder of uploaded and generated files, which several instances share.
    files: Option<PathBuf>,
    /// An S3-compatible store for these files instead of such a folder.
    bucket: Option<BucketTable>,
}

/// The table `[store.bucket]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BucketTable {
    name: String,
    /// The endpoint, such as `https://s3.plant.example`; by default Amazon's for the region.
    endpoint: Option<String>,
    region: Option<String>,
    /// The id of a key, with its secret; without both, the environment or the machine's role is
    /// used.
    key: Option<String>,
    secret: Option<ServiceSecret>,
    /// The authority of the endpoint's certificate, in PEM; by default the system's trusted ones.
    ca: Option<PathBuf>,
}

impl DataPlace {
    /// Whether this folder contains data of a service, or names its place.
    pub fn is_in(data: &Path) -> bool {
        Sqlite::is_in(data) || Self::file_in(data).is_some()
    }

    /// The file in a folder with the location of its data, if there is one.
    pub fn file_in(data: &Path) -> Option<PathBuf> {
        Some(data.join(FILE)).filter(|it| it.is_file())
    }

    /// Reads the location of this folder's data. Blocks.
    pub fn of(data: &Path) -> Result<Self, StoreError> {
        let path = data.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if is_missing(&error) => {
                return Ok(Self { data: data.to_owned(), server: None, files: None, bucket: None });
            }
            Err(error) => {
                return Err(StoreError::broken(
                    &StoreOperation::ReadingFile { path: &path },
                    error,
                ));
            }
        };
        let reading = StoreOperation::ReadingFile { path: &path };
        let File { store } = toml::from_str(&text)
            .map_err(|error| StoreError::broken(&reading, without_its_line(&text, &error)))?;
        if Sqlite::is_in(data) {
            return Err(StoreError::broken(&reading, UnexpectedState::DataHereToo));
        }
        let server: Server =
            store.postgres.parse().map_err(|error| StoreError::broken(&reading, error))?;
        if server.has_password() {
            return Err(StoreError::broken(&reading, UnexpectedState::PasswordInAddress));
        }
        let server = match store.password {
            Some(place) => server.with_password(&place.fetch(data)?),
            None => server,
        };
        let server = server.signed_by(store.ca.map(|ca| data.join(ca)));
        let server = match store.connections {
            Some(connections) => server.with_connections(connections),
            None => server,
        };
        let files = store.files.map(|files| data.join(files));
        let bucket = store.bucket.map(|table| Bucket::at(table.place(data)?)).transpose()?;
        Ok(Self { data: data.to_owned(), server: Some(server), files, bucket })
    }

    /// Opens the store. Blocks.
    pub fn open(&self) -> Result<Store, StoreError> {
        Ok(match &self.server {
            Some(server) => Store::on(Postgres::open(server)?),
            None => Store::on(Sqlite::open(&self.data)?),
        })
    }

    /// The folder of uploaded and generated files.
    pub fn files(&self) -> &Path {
        self.files.as_deref().unwrap_or(&self.data)
    }

    /// The uploaded files.
    pub fn uploaded(&self) -> Files {
        Files::in_folder(self.files()).in_bucket(self.bucket.as_ref())
    }

    /// Generated files.
    pub fn made(&self) -> Files {
        Files::made_in_folder(self.files()).in_bucket(self.bucket.as_ref())
    }

    /// The identity of the files: the same for all services that share them. Blocks.
    pub fn files_id(&self) -> Result<String, StoreError> {
        if let Some(bucket) = &self.bucket {
            return bucket.text_or(FILES_ID, Uuid::new_v4().simple().to_string());
        }
        let path = self.files().join(FILES_ID);
        let reading = StoreOperation::ReadingFile { path: &path };
        create_private_folder(self.files())
            .and_then(|()| match create_private(&path) {
                Ok(mut file) => {
                    file.write_all(Uuid::new_v4().simple().to_string().as_bytes())?;
                    file.sync_all()
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
                Err(error) => Err(error),
            })
            .and_then(|()| fs::read_to_string(&path))
            .map_err(|error| StoreError::unavailable(&reading, error))
    }

    /// Its display name: a folder, or a database.
    pub fn name(&self) -> String {
        match &self.server {
            Some(server) => server.full_name(),
            None => {
                self.data.canonicalize().unwrap_or_else(|_| self.data.clone()).display().to_string()
            }
        }
    }

    pub(crate) fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }

    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Whether other services may use the same data, each with its own folder.
    pub fn is_shared(&self) -> bool {
        self.server.is_some()
    }

    /// Copies the data of one folder to an empty one, consistently while a service uses it; returns
    /// the number of files in addition to the database. Verifies each byte of the copy. Refuses
    /// data that is not in the folder, which has its own tools. Blocks.
    pub fn copy(from: &Path, to: &Path) -> Result<usize, StoreError> {
        if Self::of(from)?.is_shared() {
            return Err(StoreError::broken(
                &StoreOperation::Copying { from, to },
                UnexpectedState::InPostgres,
            ));
        }
        Sqlite::copy(from, to)
    }
}

impl BucketTable {
    fn place(self, data: &Path) -> Result<BucketPlace, StoreError> {
        let Self { name, endpoint, region, key, secret, ca } = self;
        let secret = secret.map(|secret| secret.fetch(data)).transpose()?;
        let key = match (key, secret) {
            (Some(key), Some(secret)) => Some((key, secret)),
            (None, None) => None,
            _ => {
                let path = data.join(FILE);
                return Err(StoreError::broken(
                    &StoreOperation::ReadingFile { path: &path },
                    UnexpectedState::HalfAKey,
                ));
            }
        };
        Ok(BucketPlace { name, endpoint, region, key, ca: ca.map(|ca| data.join(ca)) })
    }
}

impl ServiceSecret {
    fn fetch(&self, data: &Path) -> Result<String, StoreError> {
        let text = match self {
            Self::File(path) => {
                let path = data.join(path);
                fs::read_to_string(&path).map_err(|error| {
                    StoreError::broken(&StoreOperation::ReadingFile { path: &path }, error)
                })?
            }
            Self::Env(name) => env::var(name).map_err(|_| {
                let found = UnexpectedState::NoVariable { name: name.clone() };
                StoreError::broken(&StoreOperation::ReadingFile { path: &data.join(FILE) }, found)
            })?,
        };
        Ok(text.trim_end_matches(['\r', '\n']).to_owned())
    }
}

/// If the folder does not exist, the error is reported when its file is created.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(toml: &str) -> Result<DataPlace, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("pg.key"), "geheim\n").unwrap();
        fs::write(folder.path().join(FILE), toml).unwrap();
        let place = DataPlace::of(folder.path()).map_err(|error| error.to_string());
        assert!(DataPlace::is_in(folder.path()));
        assert!(!format!("{place:?}").contains("geheim"), "{place:?}");
        place
    }

    #[test]
    fn without_a_word_it_is_in_the_folder_itself() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!DataPlace::is_in(folder.path()));
        let place = DataPlace::of(folder.path()).unwrap();
        assert!(!place.is_shared());
        assert_eq!(place.files(), folder.path());
    }

    #[test]
    fn the_file_says_where_it_is() {
        let place = place(
            "[store]\npostgres = \"host=db user=me dbname=tags sslmode=require\"\n\
             password = { file = \"pg.key\" }\nca = \"db.pem\"\nconnections = 4\nfiles = \"/mnt/shared\"\n",
        )
        .unwrap();
        assert!(place.is_shared());
        assert_eq!(place.files(), Path::new("/mnt/shared"));
        let server = place.server.unwrap();
        assert_eq!(server.name(), "PostgreSQL at db:5432, database tags");
        assert!(server.has_password());
        assert_eq!(server.connections(), 4);
    }

    #[test]
    fn what_is_wrong_with_it_is_said_without_its_secrets() {
        for (toml, says) in [
            ("[store]\npostgres = \"host=db password=geheim\"", "password"),
            ("[store]\npostgres = \"postgres://me:geheim@db/tags\"", "password"),
            ("[store]\npostgres = \"host=db\"\nsecret = \"geheim\"", "line 3"),
            ("[store]\npostgres = \"host=db\"\nconnections = 0", "line 3"),
            ("[store]\npostgres = \"host=db geheim", "line 2"),
            ("[store]\npostgres = \"host=db\"\npassword = \"geheim\"", "line 3: a secret is named"),
            ("[store]\npostgres = \"host=db\"\npassword = { is = \"geheim\" }", "line 3: a secret"),
            ("[store]\npostgres = \"host=db\"\npassword = [\"geheim\"]", "line 3: a secret"),
            (
                "[store]\npostgres = \"host=db\"\n[store.bucket]\nname = \"b\"\nsecret = \"geheim\"",
                "line 5: a secret",
            ),
            ("[store]\npostgres = \"host=db\"\npassword = { file = \"none\" }", "none"),
            ("[store]\npostgres = \"host=db\"\npassword = { env = \"TAGBRIDGE_NONE\" }", "_NONE"),
            ("", "line 1"),
        ] {
            let error = place(toml).unwrap_err();
            assert!(error.contains(says) && !error.contains("geheim"), "{toml}: {error}");
        }
    }

    #[test]
    fn data_in_the_folder_is_not_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        drop(Sqlite::open(folder.path()).unwrap());
        fs::write(folder.path().join(FILE), "[store]\npostgres = \"host=db\"").unwrap();
        let error = DataPlace::of(folder.path()).unwrap_err().to_string();
        assert!(error.contains("service.sqlite"), "{error}");
    }

    #[test]
    fn what_is_elsewhere_is_backed_up_there() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "[store]\npostgres = \"host=db\"").unwrap();
        let error =
            DataPlace::copy(folder.path(), &folder.path().join("to")).unwrap_err().to_string();
        assert!(error.contains("pg_dump"), "{error}");
    }
}
