// Browses and reads an OPC UA server with node-opcua, from the folder of node modules that
// NODE_PATH names.
//
// usage: node_opcua_read.js ENDPOINT
// Standard input and what is printed are those of tests/python/asyncua_read.py.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {
  AttributeIds, BrowseDirection, ClientMonitoredItem, DataType, MessageSecurityMode, NodeClass,
  OPCUACertificateManager, OPCUAClient, SecurityPolicy, StatusCodes, TimestampsToReturn,
  UserTokenType, VariantArrayType,
} = require('node-opcua');

// Its greetings and warnings are no answer.
console.log = console.info = console.warn = console.error;

const POLICIES = {
  Aes128Sha256RsaOaep: SecurityPolicy.Aes128_Sha256_RsaOaep,
  Aes256Sha256RsaPss: SecurityPolicy.Aes256_Sha256_RsaPss,
};

const [endpoint] = process.argv.slice(2);
const wanted = JSON.parse(fs.readFileSync(0, 'utf8'));

// Numbers of 64 bits are pairs of 32, or of them with a sign.
function wide(value, isSigned) {
  const [high, low] = value.length === 3 ? value.slice(1) : value;
  const number = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return isSigned ? BigInt.asIntN(64, number) : number;
}

function scalar(value, type) {
  if (value === null || value === undefined) {
    return type === DataType.String ? '' : null;
  }
  switch (type) {
    case DataType.Int64:
      return wide(value, true);
    case DataType.UInt64:
      return wide(value, false);
    case DataType.DateTime:
      return value.getTime() / 1000;
    case DataType.LocalizedText:
      return value.text ?? '';
    case DataType.QualifiedName:
      return value.name;
    case DataType.NodeId:
    case DataType.ExpandedNodeId:
      return value.toString();
    case DataType.StatusCode:
      return value.value;
    case DataType.ByteString:
      return value.toString('base64');
    case DataType.Guid:
      return value.toLowerCase();
    case DataType.ExtensionObject:
      return structure(value);
    default:
      return value;
  }
}

function structure(value) {
  const members = value.schema.fields.map((field) => {
    const inner = value[field.name];
    const plain = (it) => (it !== null && typeof it === 'object' && it.schema ? structure(it) : it);
    const isList = Array.isArray(inner) || ArrayBuffer.isView(inner);
    return [rawName(field), isList ? Array.from(inner, plain) : plain(inner)];
  });
  return Object.fromEntries(members);
}

// As it was before node-opcua made it begin with a small letter.
function rawName(field) {
  return field.originalName ?? field.name[0].toUpperCase() + field.name.slice(1);
}

function plain(data) {
  if (!data.statusCode.isGood()) {
    return data.statusCode.name;
  }
  const { value, dataType, arrayType } = data.value;
  if (arrayType === VariantArrayType.Scalar) {
    return scalar(value, dataType);
  }
  return Array.from(value, (it) => scalar(it, dataType));
}

// Integers of 64 bits are more than JSON.stringify can write.
function json(value) {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (Array.isArray(value)) {
    return `[${value.map(json).join(',')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([name, it]) => `${JSON.stringify(name)}:${json(it)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

async function read(session, ids) {
  const found = [];
  for (let start = 0; start < ids.length; start += wanted.batch) {
    const nodes = ids.slice(start, start + wanted.batch);
    const attributeId = AttributeIds.Value;
    const data = await session.read(nodes.map((nodeId) => ({ nodeId, attributeId })));
    for (const it of data) {
      // Structures arrive as bytes until their definitions are known.
      if (it.value && it.value.dataType === DataType.ExtensionObject && it.statusCode.isGood()) {
        const list = it.value.arrayType === VariantArrayType.Scalar ? [it.value.value] : it.value.value;
        await session.extractNamespaceDataType();
        for (const one of list) {
          if (one && one.resolve) {
            await one.resolve();
          }
        }
      }
      found.push(plain(it));
    }
  }
  return found;
}

async function refusal(attempt) {
  try {
    const status = await attempt();
    return status ? status.name : 'nothing';
  } catch (error) {
    return /Bad\w+/.exec(error.message)?.[0] ?? error.message;
  }
}

async function browse(session, nodeId, found) {
  const description = {
    nodeId,
    browseDirection: BrowseDirection.Forward,
    referenceTypeId: 'HierarchicalReferences',
    includeSubtypes: true,
    nodeClassMask: 0,
    resultMask: 63,
  };
  let result = await session.browse(description);
  const references = [...result.references];
  while (result.continuationPoint && result.continuationPoint.length > 0) {
    result = await session.browseNext(result.continuationPoint, false);
    references.push(...result.references);
  }
  for (const it of references) {
    const id = it.nodeId.toString();
    if (it.nodeClass === NodeClass.Variable) {
      const data = await session.read({ nodeId: id, attributeId: AttributeIds.DataType });
      found[id] = data.value.value.toString().replace('ns=0;', '');
    }
    await browse(session, id, found);
  }
}

async function notified(session, nodeId) {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: 100,
    requestedMaxKeepAliveCount: 20,
    requestedLifetimeCount: 100,
    maxNotificationsPerPublish: 0,
    publishingEnabled: true,
    priority: 1,
  });
  const item = ClientMonitoredItem.create(
    subscription,
    { nodeId, attributeId: AttributeIds.Value },
    { samplingInterval: 100, queueSize: 1, discardOldest: true },
    TimestampsToReturn.Both,
  );
  const value = await new Promise((resolve, reject) => {
    item.on('changed', (data) => resolve(plain(data)));
    item.on('err', reject);
  });
  await subscription.terminate();
  return value;
}

async function main() {
  const [policy, mode] = (wanted.security ?? 'None,None').split(',');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tagbridge-node-opcua-'));
  const clientCertificateManager = new OPCUACertificateManager({
    rootFolder: folder,
    automaticallyAcceptUnknownCertificate: true,
  });
  await clientCertificateManager.initialize();
  const client = OPCUAClient.create({
    endpointMustExist: false,
    securityPolicy: POLICIES[policy] ?? SecurityPolicy[policy],
    securityMode: MessageSecurityMode[mode],
    connectionStrategy: { maxRetry: 0 },
    clientCertificateManager,
  });
  const answer = {};
  try {
    await client.connect(endpoint);
    const identity = wanted.user
      ? { type: UserTokenType.UserName, userName: wanted.user, password: wanted.password }
      : { type: UserTokenType.Anonymous };
    const session = await client.createSession(identity);
    answer.namespaces = await session.readNamespaceArray();
    answer.values = await read(session, wanted.names);
    const many = wanted.names.slice(0, wanted.batch + 1);
    const attributeId = AttributeIds.Value;
    answer.too_many = await refusal(async () => {
      await session.read(many.map((nodeId) => ({ nodeId, attributeId })));
    });
    const value = { value: { dataType: DataType.Int32, value: 1 } };
    answer.written = await refusal(() =>
      session.write({ nodeId: wanted.write, attributeId, value }));
    answer.browsed = {};
    await browse(session, wanted.root, answer.browsed);
    answer.notified = await notified(session, wanted.write);
    const strings = { nodeId: `${wanted.enumeration}|EnumStrings`, attributeId };
    answer.enumeration = plain(await session.read(strings));
    answer.sessions = plain(await session.read({ nodeId: 'i=2277', attributeId }));
    await session.close();
  } finally {
    await client.disconnect();
    await clientCertificateManager.dispose();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(json(answer));
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
