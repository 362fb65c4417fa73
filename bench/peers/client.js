// The side of a node client in a contest; bench/src/client.rs says what is asked and answered.
const readline = require('readline');

// The sum of all numbers in a value; of a text, the sum of its characters' codes.
function total(value) {
  if (Array.isArray(value)) return value.reduce((sum, it) => sum + total(it), 0);
  if (typeof value === 'string') return total([...Buffer.from(value, 'latin1')]);
  return Number(value);
}

async function turn(snapshot, milliseconds) {
  const latencies = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  let last = began;
  while (last - began < milliseconds) {
    await snapshot();
    const now = performance.now();
    latencies.push((now - last) / 1000);
    last = now;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (last - began) / 1000, cpu: (user + system) / 1e6, latencies };
}

// Takes part until the input ends. `connect` gets the job; gives a function that reads a snapshot
// of all values, and one that takes leave. `sumOf` makes a number of a snapshot; `log` prints a line.
async function takePart(version, connect, { sumOf = total, log = console.log } = {}) {
  const say = (answer) => log(JSON.stringify(answer));
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  try {
    const [snapshot, close] = await connect(JSON.parse((await lines.next()).value));
    say({ version, sum: sumOf(await snapshot()) });
    for await (const line of lines) {
      const [verb, number] = line.split(' ');
      if (verb === 'warm') {
        for (let count = 0; count < Number(number); count += 1) await snapshot();
        say({});
      } else if (verb === 'run') {
        say(await turn(snapshot, Number(number)));
      } else {
        throw new Error(`\`${line}\` is no command`);
      }
    }
    await close();
  } catch (error) {
    say({ error: String(error) });
  }
  process.exit(0);
}

module.exports = { takePart };
