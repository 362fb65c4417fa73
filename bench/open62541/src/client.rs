//! A connection to a server.

use std::{
    ffi::{CString, c_void},
    ptr::{self, NonNull},
    time::{Duration, Instant},
};

use open62541_sys::{
    UA_AttributeId, UA_ByteString, UA_CertificateFormat, UA_CertificateGroup_AcceptAll, UA_Client,
    UA_Client_DataChangeNotificationCallback, UA_Client_DeleteMonitoredItemCallback,
    UA_Client_MonitoredItems_createDataChanges, UA_Client_Service_read,
    UA_Client_Subscriptions_create, UA_Client_connect, UA_Client_delete, UA_Client_newWithConfig,
    UA_Client_run_iterate, UA_ClientConfig, UA_ClientConfig_setDefault,
    UA_ClientConfig_setDefaultEncryption, UA_CreateCertificate, UA_CreateMonitoredItemsRequest,
    UA_CreateSubscriptionRequest_default, UA_DataValue, UA_Log_Stdout_new, UA_LogLevel,
    UA_MessageSecurityMode, UA_MonitoredItemCreateRequest, UA_MonitoringMode, UA_NodeId,
    UA_NodeId_parse, UA_ReadRequest, UA_ReadValueId, UA_STATUSCODE_BADUNEXPECTEDERROR, UA_String,
    UA_String_fromChars, UA_TYPES, UA_TYPES_CREATEMONITOREDITEMSRESPONSE, UA_TYPES_READRESPONSE,
    UA_TimestampsToReturn, UA_clear,
};

use crate::{Error, number::number};

const URI: &str = "urn:tagbridge:bench:open62541";
const POLICY: &str = "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256";
/// For a request, in milliseconds.
const TIMEOUT: u32 = 20_000;
const CONNECT: &str = "connect";
const ENCRYPT: &str = "make a certificate";
const READ: &str = "read";
const SUBSCRIBE: &str = "subscribe";

/// A connection to a server, and what is read over it. Dropping it closes the session.
pub struct Client {
    client: NonNull<UA_Client>,
    requests: Vec<UA_ReadRequest>,
    /// The latest of each node that is subscribed to: an array that was given away to the library,
    /// which writes into it while it iterates.
    latest: Option<NonNull<[f64]>>,
}

impl Client {
    /// Connects to `opc.tcp://…`, in the open or by Basic256Sha256, signed and encrypted.
    pub fn connect(url: &str, is_secret: bool) -> Result<Self, Error> {
        // SAFETY: all zeros is how the library wants a configuration to begin.
        let mut config: UA_ClientConfig = unsafe { std::mem::zeroed() };
        // SAFETY: the configuration owns the logger from now on.
        config.logging = unsafe { UA_Log_Stdout_new(UA_LogLevel::UA_LOGLEVEL_FATAL) };
        if is_secret {
            encrypt(&mut config)?;
        } else {
            // SAFETY: the configuration is zeros, but for the logger.
            Error::check(CONNECT, unsafe { UA_ClientConfig_setDefault(&raw mut config) })?;
            config.securityMode = UA_MessageSecurityMode::UA_MESSAGESECURITYMODE_NONE;
        }
        // SAFETY: the configuration has a certificate group, which is replaced.
        unsafe { UA_CertificateGroup_AcceptAll(&raw mut config.certificateVerification) };
        config.clientDescription.applicationUri = string(URI);
        config.timeout = TIMEOUT;
        // SAFETY: the client owns what is in the configuration from now on.
        let client = NonNull::new(unsafe { UA_Client_newWithConfig(&raw const config) });
        let client = client.ok_or(Error::new(CONNECT, UA_STATUSCODE_BADUNEXPECTEDERROR))?;
        let client = Self { client, requests: Vec::new(), latest: None };
        let url = c_string(url);
        // SAFETY: the client lives, and the text ends with a zero.
        let code = unsafe { UA_Client_connect(client.client.as_ptr(), url.as_ptr()) };
        Error::check(CONNECT, code)?;
        Ok(client)
    }

    /// Makes requests for the values of these nodes, `limit` in each.
    pub fn prepare(&mut self, nodes: &[String], limit: usize) -> Result<(), Error> {
        for nodes in nodes.chunks(limit) {
            let items = nodes.iter().map(|it| value_of(it)).collect::<Result<Vec<_>, _>>()?;
            let (nodes_to_read, size) = given_away(items);
            self.requests.push(UA_ReadRequest {
                timestampsToReturn: UA_TimestampsToReturn::UA_TIMESTAMPSTORETURN_NEITHER,
                nodesToReadSize: size,
                nodesToRead: nodes_to_read,
                ..UA_ReadRequest::default()
            });
        }
        Ok(())
    }

    /// Sends all requests, one after the other; all values, in order.
    pub fn read(&mut self) -> Result<Vec<f64>, Error> {
        let mut values =
            Vec::with_capacity(self.requests.iter().map(|it| it.nodesToReadSize).sum());
        for request in &self.requests {
            // SAFETY: C takes a copy of the structure, and frees nothing that it points to.
            let request = unsafe { ptr::read(request) };
            let asked = request.nodesToReadSize;
            // SAFETY: the client lives.
            let mut response = unsafe { UA_Client_Service_read(self.client.as_ptr(), request) };
            let mut read = || {
                Error::check(READ, response.responseHeader.serviceResult)?;
                if response.resultsSize != asked {
                    return Err(Error::new(READ, UA_STATUSCODE_BADUNEXPECTEDERROR));
                }
                // SAFETY: there are as many results as the response says.
                let results = unsafe { std::slice::from_raw_parts(response.results, asked) };
                results.iter().try_for_each(|it| number(it).map(|it| values.push(it)))
            };
            let outcome = read();
            let of_response = type_at(UA_TYPES_READRESPONSE);
            // SAFETY: the response is ours, and of this type.
            unsafe { UA_clear((&raw mut response).cast(), of_response) };
            outcome?;
        }
        Ok(values)
    }

    /// Has the server report these nodes at each interval.
    pub fn subscribe(&mut self, nodes: &[String], interval: Duration) -> Result<(), Error> {
        let milliseconds = interval.as_secs_f64() * 1e3;
        // SAFETY: it only fills a structure.
        let mut request = unsafe { UA_CreateSubscriptionRequest_default() };
        request.requestedPublishingInterval = milliseconds;
        // SAFETY: the client lives, and nothing is to be called back.
        let created = unsafe {
            UA_Client_Subscriptions_create(
                self.client.as_ptr(),
                request,
                ptr::null_mut(),
                None,
                None,
            )
        };
        Error::check(SUBSCRIBE, created.responseHeader.serviceResult)?;
        let mut items = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mut item = UA_MonitoredItemCreateRequest {
                itemToMonitor: value_of(node)?,
                monitoringMode: UA_MonitoringMode::UA_MONITORINGMODE_REPORTING,
                ..UA_MonitoredItemCreateRequest::default()
            };
            item.requestedParameters.samplingInterval = milliseconds;
            item.requestedParameters.queueSize = 1;
            item.requestedParameters.discardOldest = true;
            items.push(item);
        }
        let latest = Box::into_raw(vec![f64::NAN; nodes.len()].into_boxed_slice());
        self.latest = NonNull::new(latest);
        let first = latest.cast::<f64>();
        let mut contexts: Vec<*mut c_void> =
            (0..nodes.len()).map(|it| first.wrapping_add(it).cast()).collect();
        let mut callbacks: Vec<UA_Client_DataChangeNotificationCallback> =
            vec![Some(keep); nodes.len()];
        let mut deleted: Vec<UA_Client_DeleteMonitoredItemCallback> = vec![None; nodes.len()];
        let (items_to_create, size) = given_away(items);
        let request = UA_CreateMonitoredItemsRequest {
            subscriptionId: created.subscriptionId,
            timestampsToReturn: UA_TimestampsToReturn::UA_TIMESTAMPSTORETURN_NEITHER,
            itemsToCreateSize: size,
            itemsToCreate: items_to_create,
            ..UA_CreateMonitoredItemsRequest::default()
        };
        // SAFETY: the client lives, there is a context and a callback for each item, and what the
        // contexts point to lives as long as the client.
        let mut response = unsafe {
            UA_Client_MonitoredItems_createDataChanges(
                self.client.as_ptr(),
                request,
                contexts.as_mut_ptr(),
                callbacks.as_mut_ptr(),
                deleted.as_mut_ptr(),
            )
        };
        let outcome = Error::check(SUBSCRIBE, response.responseHeader.serviceResult);
        let of_response = type_at(UA_TYPES_CREATEMONITOREDITEMSRESPONSE);
        // SAFETY: the response is ours, and of this type.
        unsafe { UA_clear((&raw mut response).cast(), of_response) };
        outcome
    }

    /// Receives messages of the server until then.
    pub fn hear_until(&mut self, due: Instant) -> Result<(), Error> {
        loop {
            let left = due.saturating_duration_since(Instant::now()).as_micros().div_ceil(1000);
            let left = u32::try_from(left).unwrap_or(u32::MAX);
            // SAFETY: the client is alive and used by no other thread.
            let code = unsafe { UA_Client_run_iterate(self.client.as_ptr(), left) };
            Error::check(SUBSCRIBE, code)?;
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// The latest value of each node that is subscribed to; NaN of one that was never seen.
    pub fn latest(&self) -> Vec<f64> {
        // SAFETY: the library writes into it only while it iterates, which needs the client as a
        // whole.
        self.latest.map(|it| unsafe { it.as_ref() }.to_vec()).unwrap_or_default()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // SAFETY: it is used no more; deleting it disconnects from the server first.
        unsafe { UA_Client_delete(self.client.as_ptr()) };
        if let Some(latest) = self.latest.take() {
            // SAFETY: the pointer is from a box, and is no longer written to.
            drop(unsafe { Box::from_raw(latest.as_ptr()) });
        }
    }
}

/// Keeps a value that was reported.
unsafe extern "C" fn keep(
    _client: *mut UA_Client,
    _subscription: u32,
    _of_subscription: *mut c_void,
    _item: u32,
    place: *mut c_void,
    value: *mut UA_DataValue,
) {
    // SAFETY: the library calls with a value, and with the place that was given for this item.
    unsafe {
        if let Some(value) = value.as_ref() {
            *place.cast::<f64>() = number(value).unwrap_or(f64::NAN);
        }
    }
}

/// Signs and encrypts, by a certificate that is made for it, and trusts any server.
fn encrypt(config: &mut UA_ClientConfig) -> Result<(), Error> {
    let subject = [string("CN=Tagbridge bench"), string("O=Tagbridge")];
    let names = [string("DNS:localhost"), string(&format!("URI:{URI}"))];
    let (mut key, mut certificate) = (UA_ByteString::default(), UA_ByteString::default());
    // SAFETY: all pointers are valid for the call, and what comes back is ours.
    let code = unsafe {
        UA_CreateCertificate(
            config.logging,
            subject.as_ptr(),
            subject.len(),
            names.as_ptr(),
            names.len(),
            UA_CertificateFormat::UA_CERTIFICATEFORMAT_DER,
            ptr::null_mut(),
            &raw mut key,
            &raw mut certificate,
        )
    };
    Error::check(ENCRYPT, code)?;
    // SAFETY: the configuration is zeros, but for the logger; both byte strings are copied.
    let code = unsafe {
        UA_ClientConfig_setDefaultEncryption(
            &raw mut *config,
            certificate,
            key,
            ptr::null(),
            0,
            ptr::null(),
            0,
        )
    };
    Error::check(ENCRYPT, code)?;
    config.securityMode = UA_MessageSecurityMode::UA_MESSAGESECURITYMODE_SIGNANDENCRYPT;
    config.securityPolicyUri = string(POLICY);
    Ok(())
}

fn value_of(node: &str) -> Result<UA_ReadValueId, Error> {
    let mut id = UA_NodeId::default();
    // SAFETY: the id is valid for the call, and the text is copied.
    Error::check(READ, unsafe { UA_NodeId_parse(&raw mut id, string(node)) })?;
    Ok(UA_ReadValueId {
        nodeId: id,
        attributeId: UA_AttributeId::UA_ATTRIBUTEID_VALUE.0,
        ..UA_ReadValueId::default()
    })
}

/// A list as C has it. It lives as long as the process: a bench asks for the same until it ends.
fn given_away<T>(items: Vec<T>) -> (*mut T, usize) {
    let items = items.leak();
    (items.as_mut_ptr(), items.len())
}

/// A text as the library has it, which it owns.
fn string(text: &str) -> UA_String {
    let text = c_string(text);
    // SAFETY: the text ends with a zero, and is copied.
    unsafe { UA_String_fromChars(text.as_ptr()) }
}

/// Up to a zero, if there is one.
fn c_string(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}

fn type_at(place: u32) -> *const open62541_sys::UA_DataType {
    let types = (&raw const UA_TYPES).cast::<open62541_sys::UA_DataType>();
    types.wrapping_add(place as usize)
}
