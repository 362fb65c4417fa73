// node-opcua in a contest, from the folder of node modules that NODE_PATH names: requests of as many
// nodes as the job says, up to four under way.
const fs = require('fs');
const os = require('os');
const path = require('path');

// Its greetings and warnings are no answer.
const { log } = console;
console.log = console.info = console.warn = console.error;

const {
  AttributeIds, ClientMonitoredItemGroup, MessageSecurityMode, OPCUACertificateManager,
  OPCUAClient, SecurityPolicy, TimestampsToReturn,
} = require('node-opcua');

const { takePart } = require('./client');

const UNDER_WAY = 4;
// Snapshots after which a value must have changed.
const PATIENCE = 20;
const attributeId = AttributeIds.Value;

function number(data) {
  // Good, and more than one value was waiting: what is read is the latest.
  if (!data.statusCode.isGoodish()) throw new Error(data.statusCode.name);
  return Number(data.value.value);
}

function polled(session, { nodes, limit }) {
  const requests = [];
  for (let at = 0; at < nodes.length; at += limit) {
    requests.push(nodes.slice(at, at + limit).map((nodeId) => ({ nodeId, attributeId })));
  }
  return async () => {
    const values = [];
    for (let at = 0; at < requests.length; at += UNDER_WAY) {
      const reads = requests.slice(at, at + UNDER_WAY).map((it) => session.read(it));
      for (const found of await Promise.all(reads)) {
        for (const it of found) values.push(number(it));
      }
    }
    return values;
  };
}

async function subscribed(session, { nodes, interval }) {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: interval,
    requestedMaxKeepAliveCount: 20,
    requestedLifetimeCount: 100,
    maxNotificationsPerPublish: 0,
    publishingEnabled: true,
    priority: 1,
  });
  const items = nodes.map((nodeId) => ({ nodeId, attributeId }));
  const wanted = { samplingInterval: interval, queueSize: 1, discardOldest: true };
  const group = ClientMonitoredItemGroup.create(
    subscription, items, wanted, TimestampsToReturn.Neither,
  );
  const latest = new Map();
  await new Promise((resolve, reject) => {
    group.on('changed', (_item, data, place) => {
      latest.set(place, number(data));
      if (latest.size === nodes.length) resolve();
    });
    group.on('err', (message) => reject(new Error(message)));
  });
  let [due, seen, times] = [performance.now(), undefined, 0];
  return async () => {
    await new Promise((resolve) => { setTimeout(resolve, Math.max(0, due - performance.now())); });
    due = Math.max(due + interval, performance.now());
    const values = nodes.map((_it, place) => latest.get(place));
    times = values[0] === seen ? times + 1 : 1;
    [seen] = values;
    if (times >= PATIENCE) throw new Error('the values stand still');
    return values;
  };
}

async function connect(job) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tagbridge-bench-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const clientCertificateManager = new OPCUACertificateManager({
    rootFolder: folder,
    automaticallyAcceptUnknownCertificate: true,
  });
  await clientCertificateManager.initialize();
  const client = OPCUAClient.create({
    endpointMustExist: false,
    securityPolicy: job.is_secret ? SecurityPolicy.Basic256Sha256 : SecurityPolicy.None,
    securityMode: job.is_secret ? MessageSecurityMode.SignAndEncrypt : MessageSecurityMode.None,
    connectionStrategy: { maxRetry: 0 },
    clientCertificateManager,
  });
  await client.connect(`opc.tcp://127.0.0.1:${job.port}`);
  const session = await client.createSession();
  const snapshot = job.interval ? await subscribed(session, job) : polled(session, job);
  return [snapshot, async () => {
    await session.close();
    await client.disconnect();
    await clientCertificateManager.dispose();
  }];
}

const sumOf = (values) => values.reduce((sum, it) => sum + Math.floor(it), 0);
takePart(require('node-opcua/package.json').version, connect, { sumOf, log });
