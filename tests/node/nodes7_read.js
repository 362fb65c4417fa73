// Reads an S7 controller with nodes7, from the folder of node modules that NODE_PATH names.
//
// usage: nodes7_read.js HOST PORT TAG…
// Tags are in nodes7's notation: `DB1,REAL4`, `MW4`. Prints JSON: {tag: value}.
const NodeS7 = require('nodes7');

const [host, port, ...tags] = process.argv.slice(2);
const client = new NodeS7({ silent: true });

client.initiateConnection({ host, port: Number(port), rack: 0, slot: 1, timeout: 5000 }, (error) => {
  if (error) {
    console.error(error);
    process.exit(1);
  }
  client.addItems(tags);
  client.readAllItems((_anyBad, values) => {
    console.log(JSON.stringify(values));
    client.dropConnection(() => process.exit(0));
  });
});
