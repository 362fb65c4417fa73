//! A bucket of an S3-compatible store: the location of files that several services share without a
//! common folder.
//!
//! The network uses its own runtime, so that callers can wait on any thread. Errors that remain
//! after the library's retries are [`StoreError::Unavailable`].

use std::{
    fmt,
    fs::File,
    future::Future,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::{Duration, SystemTime},
};

use futures::TryStreamExt;
use object_store::{
    Certificate, ClientOptions, Error, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode,
    RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    buffered::BufWriter,
    path::Path as Key,
};
use tokio::{
    io::AsyncWriteExt,
    runtime::{Builder, Runtime},
};

use crate::{
    StoreError,
    messages::{StoreOperation, UnexpectedState},
};

/// Limited, because a caller is waiting.
const RETRIES: usize = 3;
const RETRY_FOR: Duration = Duration::from_secs(20);
/// A part of a large file takes longer than a whole small one.
const PATIENCE: Duration = Duration::from_mins(2);

/// The location of a bucket, and its credentials.
#[derive(Clone, Default)]
pub(crate) struct BucketPlace {
    pub(crate) name: String,
    /// `None`: the region's default endpoint.
    pub(crate) endpoint: Option<String>,
    pub(crate) region: Option<String>,
    /// The id of a key and its secret; `None`: from the environment, or from the machine's role.
    pub(crate) key: Option<(String, String)>,
    /// The authority of the endpoint's certificate, in PEM; by default the system's trusted ones.
    pub(crate) ca: Option<PathBuf>,
}

impl fmt::Debug for BucketPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full_name())
    }
}

impl BucketPlace {
    /// The display name, without the secret.
    pub(crate) fn full_name(&self) -> String {
        let at = self.endpoint.as_deref().or(self.region.as_deref()).unwrap_or("S3");
        format!("{} at {at}", self.name)
    }

    /// Whether the connection is not encrypted and leaves this computer.
    fn is_in_the_clear(&self) -> bool {
        self.endpoint.as_deref().and_then(|it| it.strip_prefix("http://")).is_some_and(|rest| {
            let host = rest.split('/').next().unwrap_or_default();
            let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
            let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
            host != "localhost" && !address.is_ok_and(|address| address.is_loopback())
        })
    }
}

/// The bucket's information about a file.
#[derive(Debug)]
pub(crate) struct Object {
    /// The last part of its key.
    pub(crate) name: String,
    /// When it was last uploaded.
    pub(crate) put_at: SystemTime,
}

/// A bucket. A clone is the same one.
#[derive(Clone)]
pub(crate) struct Bucket(Arc<Inner>);

struct Inner {
    place: BucketPlace,
    store: Arc<AmazonS3>,
    /// Absent during the shutdown.
    runtime: Option<Runtime>,
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bucket").field(&self.0.place).finish()
    }
}

impl Bucket {
    /// Creates the bucket at this location, without a request.
    pub(crate) fn at(place: BucketPlace) -> Result<Self, StoreError> {
        let name = place.full_name();
        let doing = StoreOperation::AskingBucket { bucket: &name };
        if place.is_in_the_clear() {
            return Err(StoreError::broken(&doing, UnexpectedState::BucketInTheClear));
        }
        let broken = |error: Error| StoreError::broken(&doing, error);
        // Another part of the program may have installed it before.
        drop(rustls::crypto::ring::default_provider().install_default());
        let mut client = ClientOptions::new().with_timeout(PATIENCE).with_allow_http(true);
        if let Some(path) = &place.ca {
            let pem = std::fs::read(path).map_err(|source| {
                let path = path.clone();
                StoreError::broken(&doing, UnexpectedState::NoAuthority { path, source })
            })?;
            for authority in Certificate::from_pem_bundle(&pem).map_err(broken)? {
                client = client.with_root_certificate(authority);
            }
        }
        let retry = RetryConfig {
            max_retries: RETRIES,
            retry_timeout: RETRY_FOR,
            ..RetryConfig::default()
        };
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(&place.name)
            .with_client_options(client)
            .with_retry(retry);
        if let Some(endpoint) = &place.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        if let Some(region) = &place.region {
            builder = builder.with_region(region);
        }
        if let Some((id, secret)) = &place.key {
            builder = builder.with_access_key_id(id).with_secret_access_key(secret);
        }
        let store = Arc::new(builder.build().map_err(broken)?);
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("bucket")
            .enable_all()
            .build()
            .map_err(|error| StoreError::unavailable(&doing, error))?;
        Ok(Self(Arc::new(Inner { place, store, runtime: Some(runtime) })))
    }

    /// Uploads a file; it is durable when this returns. Blocks.
    pub(crate) fn put(&self, key: &str, path: &Path) -> Result<(), StoreError> {
        let (store, key, path) = (self.0.store.clone(), Key::from(key), path.to_owned());
        self.wait(async move {
            let mut file = tokio::fs::File::open(&path).await.map_err(unread)?;
            let mut sent = BufWriter::new(store, key);
            tokio::io::copy(&mut file, &mut sent).await.map_err(unread)?;
            // An upload is complete or has no effect.
            sent.shutdown().await.map_err(unread)
        })
    }

    /// Downloads a file; returns whether it exists. Blocks.
    pub(crate) fn get(&self, key: &str, mut into: File) -> Result<bool, StoreError> {
        let (store, key) = (self.0.store.clone(), Key::from(key));
        self.wait(async move {
            let mut parts = match store.get(&key).await {
                Ok(found) => found.into_stream(),
                Err(Error::NotFound { .. }) => return Ok(false),
                Err(error) => return Err(error),
            };
            while let Some(part) = parts.try_next().await? {
                into.write_all(&part).map_err(unread)?;
            }
            Ok(true)
        })
    }

    /// The size of a file in bytes, if it exists. Blocks.
    pub(crate) fn size(&self, key: &str) -> Result<Option<u64>, StoreError> {
        Ok(self.head(key)?.map(|found| found.size))
    }

    /// When a file was last uploaded, if it exists. Blocks.
    pub(crate) fn put_at(&self, key: &str) -> Result<Option<SystemTime>, StoreError> {
        Ok(self.head(key)?.map(|found| found.last_modified.into()))
    }

    fn head(&self, key: &str) -> Result<Option<ObjectMeta>, StoreError> {
        let (store, key) = (self.0.store.clone(), Key::from(key));
        self.wait(async move {
            match store.head(&key).await {
                Ok(found) => Ok(Some(found)),
                Err(Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(error),
            }
        })
    }

    /// Deletes a file, if it exists. Blocks.
    pub(crate) fn remove(&self, key: &str) -> Result<(), StoreError> {
        let (store, key) = (self.0.store.clone(), Key::from(key));
        self.wait(async move {
            match store.delete(&key).await {
                Err(Error::NotFound { .. }) => Ok(()),
                done => done,
            }
        })
    }

    /// All files below a key. Blocks.
    pub(crate) fn list(&self, below: &str) -> Result<Vec<Object>, StoreError> {
        let (store, below) = (self.0.store.clone(), Key::from(below));
        self.wait(async move {
            let objects = store.list(Some(&below)).map_ok(|object| Object {
                name: object.location.filename().unwrap_or_default().to_owned(),
                put_at: object.last_modified.into(),
            });
            objects.try_collect().await
        })
    }

    /// Stores a text under a key and returns it, or the text that another service stored first.
    /// Blocks.
    pub(crate) fn text_or(&self, key: &str, text: String) -> Result<String, StoreError> {
        let (store, key) = (self.0.store.clone(), Key::from(key));
        self.wait(async move {
            match store.put_opts(&key, text.into(), PutMode::Create.into()).await {
                Ok(_) | Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {}
                Err(error) => return Err(error),
            }
            let found = store.get(&key).await?.bytes().await?;
            Ok(String::from_utf8_lossy(&found).into_owned())
        })
    }

    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let name = self.0.place.full_name();
        let failed = |cause: Box<dyn std::error::Error + Send + Sync>| {
            StoreError::unavailable(&StoreOperation::AskingBucket { bucket: &name }, cause)
        };
        let Some(runtime) = &self.0.runtime else {
            return Err(failed(UnexpectedState::NotRun.into()));
        };
        let (tell, answer) = mpsc::sync_channel(1);
        runtime.spawn(async move { drop(tell.send(work.await)) });
        let answered = answer.recv().map_err(|error| failed(error.into()))?;
        answered.map_err(|error| failed(error.into()))
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Also works on a runtime's own thread, which may not block.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn unread(error: std::io::Error) -> Error {
    Error::Generic { store: "S3", source: error.into() }
}
