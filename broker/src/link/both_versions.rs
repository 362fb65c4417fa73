//! The common part of both MQTT versions: the client's two crates use the same names.

macro_rules! alike {
    ($mqtt:ident) => {
        use $mqtt::{
            AsyncClient, ClientError, ConnAck, ConnectReturnCode, ConnectionError, Event,
            EventLoop, LastWill, MqttOptions as ClientOptions, Outgoing, Packet, Publish,
            PublishOptions, QoS, StateError, SubscribeFilter, SubscribeReasonCode,
            TlsConfiguration, Transport,
        };

        /// Turns the connection until it is over.
        pub(super) async fn turn(
            mut events: EventLoop,
            broker: String,
            told: Arc<OnceLock<u32>>,
            tell: Sender<BrokerEvent>,
        ) {
            let mut is_connected = false;
            loop {
                let heard = match events.poll().await {
                    Ok(Event::Incoming(Packet::ConnAck(it))) => {
                        is_connected = true;
                        if let Some(largest) = largest(&it) {
                            told.get_or_init(|| largest);
                        }
                        BrokerEvent::Connected
                    }
                    Ok(Event::Incoming(Packet::SubAck(it))) => {
                        let refused = it
                            .return_codes
                            .iter()
                            .find(|it| !matches!(it, SubscribeReasonCode::Success(_)));
                        BrokerEvent::Subscribed { refused: refused.map(|it| format!("{it:?}")) }
                    }
                    Ok(Event::Incoming(Packet::UnsubAck(_))) => BrokerEvent::Alive,
                    Ok(Event::Incoming(Packet::PubAck(_))) => BrokerEvent::Confirmed,
                    // Only what is sent at most once has no number.
                    Ok(Event::Outgoing(Outgoing::Publish(0))) => BrokerEvent::Confirmed,
                    Ok(Event::Incoming(Packet::Publish(it))) => BrokerEvent::Message {
                        topic: String::from_utf8_lossy(&it.topic).into_owned(),
                        acknowledgement: acknowledgement(&it),
                        payload: it.payload,
                    },
                    Ok(_) => continue,
                    Err(error) => BrokerEvent::Failed(trouble(&broker, is_connected, &error)),
                };
                let is_over = matches!(heard, BrokerEvent::Failed(_));
                if tell.send(heard).await.is_err() || is_over {
                    return;
                }
            }
        }

        pub(super) fn publish(
            client: &AsyncClient,
            message: MqttMessage,
        ) -> Result<(), ClientError> {
            let options = PublishOptions::new(qos(message.delivery)).retain(message.is_retained);
            client.try_publish(message.topic, message.payload, options)
        }

        pub(super) fn subscribe(
            client: &AsyncClient,
            filters: Vec<String>,
        ) -> Result<(), ClientError> {
            let filters = filters.into_iter().map(|it| SubscribeFilter::new(it, QoS::AtLeastOnce));
            client.try_subscribe_many(filters)
        }

        /// Ends a subscription that does not exist: a broker acknowledges that, too (3.1.1,
        /// §3.10.4).
        pub(super) fn ask(client: &AsyncClient) -> Result<(), ClientError> {
            client.try_unsubscribe("tagbridge/alive")
        }

        fn mqtt_options(
            options: &MqttOptions,
            broker: &Broker,
            login: Option<(String, String)>,
            tls: Option<Arc<ClientConfig>>,
        ) -> ClientOptions {
            let address = (broker.host.clone(), broker.port);
            let mut mqtt = ClientOptions::new(&options.client_id, address);
            mqtt.set_keep_alive(seconds(options.keep_alive));
            if let Some((user, password)) = login {
                mqtt.set_credentials(user, password);
            }
            if let Some(tls) = tls {
                mqtt.set_transport(Transport::tls_with_config(TlsConfiguration::Rustls(tls)));
            }
            mqtt
        }

        fn qos(delivery: Delivery) -> QoS {
            match delivery {
                Delivery::AtMostOnce => QoS::AtMostOnce,
                Delivery::AtLeastOnce => QoS::AtLeastOnce,
            }
        }

        fn trouble(broker: &str, is_connected: bool, error: &ConnectionError) -> BrokerError {
            let broker = broker.to_owned();
            match error {
                ConnectionError::ConnectionRefused(
                    ConnectReturnCode::BadUserNamePassword | ConnectReturnCode::NotAuthorized,
                ) => BrokerError::Login { broker },
                ConnectionError::ConnectionRefused(code) => {
                    BrokerError::Refused { broker, why: Said::verbatim(format!("{code:?}")) }
                }
                ConnectionError::MqttState(error) if too_large(error).is_some() => {
                    let (size, most) = too_large(error).unwrap_or_default();
                    BrokerError::TooLarge { broker, size, most }
                }
                // It does not name this as its source.
                ConnectionError::MqttState(StateError::Deserialization(inner)) => {
                    trouble_of(broker, is_connected, inner)
                }
                other => trouble_of(broker, is_connected, other),
            }
        }
    };
}

pub(super) use alike;
