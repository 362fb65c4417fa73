//! A controller that answers from a table.

use std::{collections::HashMap, sync::Arc, time::Instant};

use async_trait::async_trait;
use tagbridge_texts::Message;

use crate::{
    Access, Answer, Cause, Connection, Driver, Explanation, Identity, LinkError, LinkStep, Listing,
    PlannedRequest, Reading, Reason, RunMode, Scan, TagInfo, TagSet, TagValue, Value,
};

/// Tags that are not in its table are unknown.
#[derive(Clone)]
pub struct Plant {
    identity: Identity,
    values: HashMap<String, Reading>,
    listing: Option<Vec<TagInfo>>,
}

impl Plant {
    /// A controller with this name, without tags.
    pub fn new(name: &str) -> Self {
        let identity = Identity {
            vendor: "Acme".into(),
            product: "1756-L83E/B".into(),
            revision: "33.11".into(),
            serial: "00A1B2C3".into(),
            name: Some(name.into()),
            address: ([10, 0, 0, 5], 102).into(),
            mode: RunMode::Run,
            keyswitch: None,
        };
        Self { identity, values: HashMap::new(), listing: None }
    }

    /// A tag with its type and value.
    pub fn with(mut self, name: &str, type_name: &str, value: Value) -> Self {
        let value = TagValue { value, type_name: Arc::from(type_name), source_time: None };
        self.values.insert(name.to_owned(), Reading::Good(value));
        self
    }

    /// A tag that cannot be read.
    pub fn without(mut self, name: &str, reason: Reason) -> Self {
        self.values.insert(name.to_owned(), Reading::Bad(Cause::from(reason)));
        self
    }

    /// Sets the controller's own tag list.
    pub fn listing(mut self, tags: &[(&str, &str, &[u32])]) -> Self {
        let tag = |(name, type_name, dimensions): &(&str, &str, &[u32])| TagInfo {
            name: (*name).to_owned(),
            type_name: Arc::from(*type_name),
            dimensions: dimensions.to_vec(),
            access: Access::ReadWrite,
            is_system: false,
            members: Arc::default(),
        };
        self.listing = Some(tags.iter().map(tag).collect());
        self
    }

    /// The result of reading these tags.
    pub fn scan(&self, asked: &TagSet) -> Scan {
        let unknown = Reading::Bad(Reason::UnknownTag.into());
        let answers = asked.names().iter().map(|name| Answer {
            reading: self.values.get(name).unwrap_or(&unknown).clone(),
            arrived: Instant::now(),
        });
        Scan { answers: answers.collect(), round_trips: 1, learning: 0, mode: RunMode::Run }
    }
}

#[async_trait]
impl Driver for Plant {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        Ok(Box::new(self.clone()))
    }
}

#[async_trait]
impl Connection for Plant {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        Ok(self.scan(tags))
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let request = PlannedRequest {
            reads: tags.names().iter().map(Message::verbatim).collect(),
            request_bytes: 16,
            reply_bytes: 20,
            limit_bytes: 500,
            why: Message::verbatim("all tags fit into one request"),
        };
        Ok(Explanation { requests: vec![request], ..Explanation::default() })
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        let Some(tags) = &self.listing else {
            let why = Message::verbatim("it keeps none");
            return Err(LinkError::Refused { doing: LinkStep::ListTags, why, remedy: None });
        };
        sink(Listing::Tags(tags.clone()));
        Ok(())
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        Ok(RunMode::Run)
    }

    async fn close(self: Box<Self>) {}
}
