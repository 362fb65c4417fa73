// The plant of the table of foreign servers, by node-opcua, from the folder of node modules that
// NODE_PATH names.
//
//     node_opcua_server.js PORT FOLDER
//
// FOLDER takes its certificates. Prints a line once it listens.
const path = require('path');
const {
  DataType, MessageSecurityMode, OPCUACertificateManager, OPCUAServer, SecurityPolicy,
  VariantArrayType, nodesets,
} = require('node-opcua');

const say = console.log;
// Its greetings and warnings are no answer.
console.log = console.info = console.warn = console.error = () => {};

const [port, folder] = process.argv.slice(2);

async function main() {
  const certificates = new OPCUACertificateManager({ rootFolder: path.join(folder, 'pki') });
  const server = new OPCUAServer({
    port: Number(port),
    hostname: '127.0.0.1',
    nodeset_filename: [nodesets.standard, path.join(__dirname, 'plant.xml')],
    serverCertificateManager: certificates,
    userCertificateManager: certificates,
    securityModes: [MessageSecurityMode.None],
    securityPolicies: [SecurityPolicy.None],
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  const own = space.getOwnNamespace();
  const plant = own.addFolder('ObjectsFolder', { browseName: 'Plant', nodeId: 's=Plant' });

  const index = space.getNamespaceIndex('urn:plant');
  const [point, line, option, choice] = ['Point', 'Line', 'Option', 'Choice'].map(
    (name) => space.findDataType(name, index),
  );

  const of = (it, value) => space.constructExtensionObject(it, value);
  const points = [{ x: 1, y: 2, z: 3 }, { x: 4, y: 5, z: 6 }];
  const scalar = (name, dataType, value) => [name, DataType[dataType], dataType, VariantArrayType.Scalar, value];
  const whole = (name, it, value) => [name, DataType.ExtensionObject, it, VariantArrayType.Scalar, of(it, value)];
  const several = (name, it, values) => [
    name, DataType.ExtensionObject, it, VariantArrayType.Array, values.map((value) => of(it, value)),
  ];
  for (const [name, dataType, declared, arrayType, value] of [
    scalar('Speed', 'Double', 12.5),
    ['Count', DataType.Int32, 'Int32', VariantArrayType.Array, Int32Array.from({ length: 10 }, (_, i) => i * 10)],
    scalar('Name', 'String', 'Lager'),
    scalar('Status', 'Int32', 10),
    whole('Point', point, points[0]),
    several('Points', point, points),
    whole('Line', line, { name: 'L1', from: { x: 0.5, y: 0, z: -1 }, points }),
    several('Options', option, [{ level: 7 }, { level: 8, limit: 99.5 }]),
    several('Choices', choice, [{ number: 42 }, { text: 'on' }]),
  ]) {
    own.addVariable({
      componentOf: plant, browseName: name, nodeId: `s=Plant.${name}`, dataType: declared,
      valueRank: arrayType === VariantArrayType.Array ? 1 : -1,
      value: { dataType, arrayType, value },
    });
  }
  await server.start();
  say('ok');
}

main().catch((error) => { process.stderr.write(`${error.stack}\n`); process.exit(1); });
