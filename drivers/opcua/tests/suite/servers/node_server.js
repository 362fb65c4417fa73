// A server of node-opcua with the same space as asyncua_server.py, whose values stand still.
//
//     node node_server.js PORT PKI
//
// Prints one JSON line once it listens, and then one for each line that it is told.
"use strict";

const readline = require("readline");
const {
  DataType,
  MessageSecurityMode,
  OPCUACertificateManager,
  OPCUAServer,
  SecurityPolicy,
  StatusCodes,
  Variant,
  VariantArrayType,
  coerceNodeId,
  coerceQualifiedName,
  coerceLocalizedText,
  ensureDatatypeExtracted,
} = require("node-opcua");

const NAMESPACE = "CODESYSSPV3/3S/IecVarAccess";
const DEVICE = "PLC x64";
const PREFIX = `|var|${DEVICE}.Application.`;
const MOMENT = new Date("2026-11-21T06:47:29Z");

const SCALARS = [
  ["Boolean", true],
  ["SByte", -128],
  ["Byte", 255],
  ["Int16", -32768],
  ["UInt16", 65535],
  ["Int32", -2147483648],
  ["UInt32", 4294967295],
  ["Int64", [0x80000000, 0]],
  ["UInt64", [0xffffffff, 0xffffffff]],
  ["Float", 0.5],
  ["Double", 0.1],
  ["String", "Grüße | an alle"],
  ["DateTime", MOMENT],
  ["Guid", "72962b91-fa75-4ae6-8d28-b404dc7daf63"],
  ["ByteString", Buffer.from([0, 255])],
  ["XmlElement", "<a/>"],
  ["NodeId", coerceNodeId("ns=2;s=a b")],
  ["QualifiedName", coerceQualifiedName({ namespaceIndex: 2, name: "name" })],
  ["LocalizedText", coerceLocalizedText({ locale: "en", text: "text" })],
];

async function build(server) {
  const addressSpace = server.engine.addressSpace;
  // Index 2, as at other servers: 1 is the server's own.
  const space = addressSpace.registerNamespace(NAMESPACE);
  const index = space.index;
  const objects = addressSpace.rootFolder.objects;
  const id = (text) => `ns=${index};s=${text}`;
  const device = space.addObject({
    organizedBy: objects,
    browseName: DEVICE,
    nodeId: id(`|plc|${DEVICE}`),
  });
  const application = space.addObject({
    componentOf: device,
    browseName: "Application",
    nodeId: id(`|appo|${DEVICE}.Application`),
  });
  const folder = (name) =>
    space.addObject({
      componentOf: application,
      browseName: name,
      nodeId: id(`|pou|${DEVICE}.Application.${name}`),
    });
  const variable = (parent, name, variant, dataType, more = {}) => {
    const node = space.addVariable({
      componentOf: parent,
      browseName: name.split(".").pop(),
      nodeId: id(PREFIX + name),
      dataType,
      ...more,
    });
    node.setValueFromSource(variant);
    return node;
  };
  const scalar = (type, value) =>
    new Variant({ dataType: DataType[type], arrayType: VariantArrayType.Scalar, value });
  const array = (type, value) =>
    new Variant({ dataType: DataType[type], arrayType: VariantArrayType.Array, value });
  const ARRAY = { valueRank: 1 };

  const program = folder("PLC_PRG");
  for (const [name, value] of SCALARS) {
    variable(program, `PLC_PRG.${name}`, scalar(name, value), name);
    if (name !== "XmlElement") {
      variable(program, `PLC_PRG.${name}s`, array(name, [value, value, value]), name, ARRAY);
    }
  }
  variable(program, "PLC_PRG.a name with spaces", scalar("Int32", 7), "Int32");
  const numbers = new Int32Array(100).map((_, at) => 100 + at);
  variable(program, "PLC_PRG.numbers", array("Int32", numbers), "Int32", ARRAY);
  const matrix = new Variant({
    dataType: DataType.Int32,
    arrayType: VariantArrayType.Matrix,
    dimensions: [2, 3],
    value: new Int32Array([1, 2, 3, 4, 5, 6]),
  });
  variable(program, "PLC_PRG.matrix", matrix, "Int32", { valueRank: 2, arrayDimensions: [2, 3] });
  const failed = variable(program, "PLC_PRG.failed", scalar("Int32", 1), "Int32");
  failed.setValueFromSource(scalar("Int32", 1), StatusCodes.BadSensorFailure);
  const doubtful = variable(program, "PLC_PRG.doubtful", scalar("Int32", 1), "Int32");
  doubtful.setValueFromSource(scalar("Int32", 1), StatusCodes.UncertainEngineeringUnitsExceeded);

  const { addStructure, state } = types(addressSpace, space);
  const axis = addStructure("Axis", [
    { name: "Position", dataType: DataType.Double },
    { name: "Steps", dataType: DataType.Int16, valueRank: 1 },
  ]);
  const motor = addStructure(
    "Motor",
    [
      { name: "Name", dataType: DataType.String },
      { name: "Speed", dataType: DataType.Float },
      { name: "State", dataType: state.nodeId },
      { name: "Axis", dataType: axis.nodeId },
      { name: "Hint", dataType: DataType.String, isOptional: true },
    ],
    1,
  );
  // Only then it knows how to make one.
  await ensureDatatypeExtracted(addressSpace);
  const make = (fields) => addressSpace.constructExtensionObject(motor, fields);
  const first = { name: "M1", speed: 12.5, state: 1, axis: { position: 1.5, steps: [1, 2, 3] } };
  const second = { name: "M2", speed: 0.5, state: 0, axis: { position: 2.5, steps: [] }, hint: "hot" };
  variable(program, "PLC_PRG.motor", scalar("ExtensionObject", make(first)), motor);
  const motors = array("ExtensionObject", [make(first), make(second)]);
  variable(program, "PLC_PRG.motors", motors, motor, ARRAY);
  variable(program, "PLC_PRG.state", scalar("Int32", 2), state);
  const numbered = space.addVariable({
    componentOf: program,
    browseName: "numbered",
    nodeId: `ns=${index};i=4711`,
    dataType: "UInt16",
  });
  numbered.setValueFromSource(scalar("UInt16", 4711));

  const plenty = folder("GVL");
  for (let number = 0; number < 1000; number++) {
    variable(plenty, `GVL.Tag${number}`, scalar("Int32", number * 3), "Int32");
  }
  return { index, add: (name, value) => variable(plenty, name, scalar("Int32", value), "Int32") };
}

function types(addressSpace, space) {
  const state = space.addEnumerationType({
    browseName: "State",
    enumeration: ["Off", "On", "Failed"],
  });
  const addStructure = (browseName, fields, structureType = 0) => {
    const dataType = space.createDataType({
      browseName,
      isAbstract: false,
      subtypeOf: addressSpace.findDataType("Structure"),
      partialDefinition: fields.map((it) => ({
        arrayDimensions: null,
        description: "",
        isOptional: false,
        maxStringLength: 0,
        valueRank: -1,
        ...it,
      })),
      structureType,
    });
    space.addObject({
      browseName: coerceQualifiedName("0:Default Binary"),
      encodingOf: dataType,
      typeDefinition: "DataTypeEncodingType",
    });
    return dataType;
  };
  return { addStructure, state };
}

async function main(port, pki) {
  const trusting = (name) =>
    new OPCUACertificateManager({
      rootFolder: `${pki}/${name}`,
      automaticallyAcceptUnknownCertificate: true,
    });
  const server = new OPCUAServer({
    port,
    hostname: "127.0.0.1",
    serverInfo: { applicationUri: "urn:tagbridge:test:node", applicationName: { text: "node" } },
    buildInfo: { productName: "node", manufacturerName: "somebody else" },
    serverCertificateManager: trusting("server"),
    userCertificateManager: trusting("users"),
    securityModes: [
      MessageSecurityMode.None,
      MessageSecurityMode.Sign,
      MessageSecurityMode.SignAndEncrypt,
    ],
    securityPolicies: [
      SecurityPolicy.None,
      SecurityPolicy.Basic256Sha256,
      SecurityPolicy.Aes128_Sha256_RsaOaep,
      SecurityPolicy.Aes256_Sha256_RsaPss,
    ],
    allowAnonymous: true,
    userManager: { isValidUser: (name, password) => name === "joe" && password === "hunter2" },
    serverCapabilities: {
      maxSessions: 50,
      operationLimits: { maxNodesPerRead: 100, maxNodesPerBrowse: 50, maxMonitoredItemsPerCall: 100 },
    },
  });
  await server.initialize();
  const { index, add } = await build(server);
  await server.start();
  const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  say({ ready: index });
  const node = (name) => server.engine.addressSpace.findNode(`ns=${index};s=${PREFIX}${name}`);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    let answer = "ok";
    if (order.drop) {
      server.engine.addressSpace.deleteNode(node(order.drop));
    } else if (order.add) {
      add(...order.add);
    } else if (order.set) {
      const [name, value] = order.set;
      node(name).setValueFromSource({ dataType: DataType.Int32, value });
    } else if (order.sessions) {
      answer = server.engine.currentSessionCount;
    }
    say(answer);
  }
}

main(Number(process.argv[2]), process.argv[3]).catch((error) => {
  console.error(error);
  process.exit(1);
});
