// Serves memory with node-snap7's own server, from the folder of node modules that NODE_PATH names.
//
// usage: server.js PORT
// Obeys the same lines as server.py. Node's Buffer writes numbers and text; what it has no words
// for is written here.
const readline = require('readline');
const snap7 = require('node-snap7');

const AREAS = { PE: 'srvAreaPE', PA: 'srvAreaPA', MK: 'srvAreaMK', CT: 'srvAreaCT', TM: 'srvAreaTM', DB: 'srvAreaDB' };
const DAY = 86400000;

const bcd = (number) => parseInt(String(number), 16);
const date = (text) => new Date(`${text.slice(0, 23).padEnd(10)}${text.length > 10 ? 'Z' : 'T00:00Z'}`);
const utf16 = (text) => Buffer.from(text, 'utf16le').swap16();

// [buffer, offset, arguments]
const WRITERS = {
  bool: (b, at, [bit, value]) => { b[at] = value ? b[at] | (1 << bit) : b[at] & ~(1 << bit); },
  byte: (b, at, [it]) => b.writeUInt8(it, at),
  usint: (b, at, [it]) => b.writeUInt8(it, at),
  sint: (b, at, [it]) => b.writeInt8(it, at),
  word: (b, at, [it]) => b.writeUInt16BE(it, at),
  uint: (b, at, [it]) => b.writeUInt16BE(it, at),
  int: (b, at, [it]) => b.writeInt16BE(it, at),
  dword: (b, at, [it]) => b.writeUInt32BE(it, at),
  udint: (b, at, [it]) => b.writeUInt32BE(it, at),
  dint: (b, at, [it]) => b.writeInt32BE(it, at),
  lword: (b, at, [it]) => b.writeBigUInt64BE(BigInt(it), at),
  ulint: (b, at, [it]) => b.writeBigUInt64BE(BigInt(it), at),
  lint: (b, at, [it]) => b.writeBigInt64BE(BigInt(it), at),
  real: (b, at, [it]) => b.writeFloatBE(it, at),
  lreal: (b, at, [it]) => b.writeDoubleBE(it, at),
  char: (b, at, [it]) => b.write(it, at, 'latin1'),
  wchar: (b, at, [it]) => utf16(it).copy(b, at),
  string: (b, at, [it, room]) => { b[at] = room; b[at + 1] = b.write(it, at + 2, 'latin1'); },
  wstring: (b, at, [it, room]) => {
    b.writeUInt16BE(room, at);
    b.writeUInt16BE(utf16(it).copy(b, at + 4) / 2, at + 2);
  },
  time: (b, at, [it]) => {
    const [days, hours, minutes, seconds] = it.replace('-', '').split(':').map(Number);
    const ms = days * DAY + hours * 3600000 + minutes * 60000 + Math.round(seconds * 1000);
    b.writeInt32BE(it.startsWith('-') ? -ms : ms, at);
  },
  ltime: (b, at, [it]) => b.writeBigInt64BE(BigInt(Math.round(it * 1e9)), at),
  tod: (b, at, [it]) => b.writeUInt32BE(Math.round(it * 1000), at),
  ltod: (b, at, [it]) => b.writeBigUInt64BE(BigInt(Math.round(it * 1e9)), at),
  date: (b, at, [it]) => b.writeUInt16BE((date(it) - Date.UTC(1990, 0, 1)) / DAY, at),
  ldt: (b, at, [it]) => b.writeBigInt64BE(BigInt(date(it).getTime()) * 1000000n, at),
  dt: (b, at, [text]) => {
    const it = date(text);
    const parts = [it.getUTCFullYear() % 100, it.getUTCMonth() + 1, it.getUTCDate(), it.getUTCHours(),
      it.getUTCMinutes(), it.getUTCSeconds(), Math.floor(it.getUTCMilliseconds() / 10),
      (it.getUTCMilliseconds() % 10) * 10 + it.getUTCDay() + 1];
    Buffer.from(parts.map(bcd)).copy(b, at);
  },
  dtl: (b, at, [text]) => {
    const it = date(text);
    const parts = [it.getUTCMonth() + 1, it.getUTCDate(), it.getUTCDay() + 1, it.getUTCHours(),
      it.getUTCMinutes(), it.getUTCSeconds()];
    b.writeUInt16BE(it.getUTCFullYear(), at);
    Buffer.from(parts).copy(b, at + 2);
    b.writeUInt32BE(Number((text.split('.')[1] || '').padEnd(9, '0')), at + 8);
  },
};

const server = new snap7.S7Server();
// Which area, as all functions of the server take it: blocks alone have numbers.
const place = ({ area, number }) => (area === 'DB' ? [server.srvAreaDB, number] : [server[AREAS[area]]]);

function obey(order, line) {
  if ('cpu' in order) return server.SetCpuStatus(order.cpu);
  if ('drop' in order) return server.UnregisterArea(...place({ area: order.drop, number: order.number }));
  if (!('set' in order)) return server.RegisterArea(...place(order), Buffer.alloc(order.size));
  if (!(order.set in WRITERS)) return 'missing';
  // JSON's numbers have 53 bits here.
  const whole = /"args":\[(-?\d+)\]/.exec(line);
  const isLong = ['lword', 'ulint', 'lint'].includes(order.set);
  const memory = server.GetArea(...place(order));
  WRITERS[order.set](memory, order.at, isLong ? [whole[1]] : order.args);
  return server.SetArea(...place(order), memory);
}

server.SetParam(server.LocalPort, Number(process.argv[2]));
const lines = readline.createInterface({ input: process.stdin });
console.log(server.StartTo('127.0.0.1') ? 'ok' : server.ErrorText(server.LastError()));
lines.on('line', (line) => {
  const done = obey(JSON.parse(line), line);
  // Some functions give nothing back, some whether they have succeeded.
  console.log(done === 'missing' ? done : done === false ? server.ErrorText(server.LastError()) : 'ok');
});
lines.on('close', () => process.exit(0));
