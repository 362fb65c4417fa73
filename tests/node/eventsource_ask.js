// Asks a service by the package eventsource, from the folder of node modules that NODE_PATH names. A
// stream that is cut goes on as the standard has it, by EventSource itself.
//
// usage: eventsource_ask.js URL < orders
// Orders and what is printed are those of ../python/httpx_ask.py.
const { EventSource } = require('eventsource');

const AT_ONCE = 10;
const url = process.argv[2];

function ask({ key, secret, prompt }) {
  const body = JSON.stringify({ prompt, mode: 'stream' });
  return new Promise((resolve) => {
    let events = [];
    let resumed = 0;
    let again = 0;
    const open = () => {
      let status = 0;
      // What an EventSource that gave up had seen: a new one does not know.
      const seen = events.at(-1)?.[0];
      const source = new EventSource(url, {
        fetch: async (input, init) => {
          const headers = {
            ...init.headers,
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          };
          if (seen && !headers['Last-Event-ID']) headers['Last-Event-ID'] = seen;
          status = 0;
          const response = await fetch(input, { ...init, method: 'POST', headers, body });
          status = response.status;
          if (status === 200 && headers['Last-Event-ID']) resumed += 1;
          return response;
        },
      });
      const take = (event) => {
        events.push([event.lastEventId, event.type, event.data]);
        if (event.type === 'done') {
          source.close();
          resolve({ key, events, resumed, again });
        }
      };
      for (const name of ['status', 'token', 'outcome', 'done']) source.addEventListener(name, take);
      source.addEventListener('error', (event) => {
        const isFailed = event.data !== undefined;
        // While it connects once more it is left alone.
        if (!isFailed && source.readyState !== EventSource.CLOSED) return;
        source.close();
        if (isFailed || status === 400) {
          events = [];
          again += 1;
        } else if (![0, 409, 429, 503].includes(status)) {
          console.error(`${prompt}: ${status}`);
          process.exit(1);
        }
        setTimeout(open, 1000);
      });
    };
    open();
  });
}

async function main() {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  const orders = JSON.parse(text);
  const worker = async () => {
    for (let order = orders.shift(); order; order = orders.shift()) {
      console.log(JSON.stringify(await ask(order)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

main();
