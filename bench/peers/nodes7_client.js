// nodes7 in a contest, from the folder of node modules that NODE_PATH names.
const NodeS7 = require('nodes7');

const { takePart } = require('./client');

// A tag as nodes7 spells it. It knows no TIME, which is a DINT of milliseconds.
function name({ block, byte, kind, size }) {
  const spelled = {
    bool: `X${byte}.0`,
    string: `S${byte}.${size - 2}`,
    bytes: `BYTE${byte}.${size}`,
    time: `DINT${byte}`,
  };
  return `DB${block},${spelled[kind] || kind.toUpperCase() + byte}`;
}

async function connect({ port, tags }) {
  const client = new NodeS7({ silent: true });
  const place = { host: '127.0.0.1', port, rack: 0, slot: 1, timeout: 5000 };
  await new Promise((resolve, reject) => {
    client.initiateConnection(place, (error) => (error ? reject(error) : resolve()));
  });
  client.addItems(tags.map(name));
  const snapshot = () => new Promise((resolve, reject) => {
    client.readAllItems((anyBad, values) => {
      if (anyBad) reject(new Error('not everything could be read'));
      else resolve(Object.values(values));
    });
  });
  return [snapshot, () => new Promise((resolve) => { client.dropConnection(resolve); })];
}

takePart(require('nodes7/package.json').version, connect);
