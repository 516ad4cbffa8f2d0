// The minimum cost of sending: a loop of undici with an HMAC for each request, to the same receivers, with the
// dispatcher's concurrency for each. Prints requests per second and milliseconds of CPU per request.
import { createHmac, createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, createSecureContext } from 'node:tls';
import { Pool } from 'undici';

const [port = '', caFile = '', hostCount = '', atOnce = '', requests = '', secret = '', body = ''] =
  process.argv.slice(2);
const secureContext = createSecureContext({ ca: readFileSync(caFile, 'utf8') });
const key = createSecretKey(Buffer.from(secret, 'base64'));
const pools = Array.from({ length: Number(hostCount) }, (_, index) => {
  const servername = `h${index + 1}.r.example`;
  return new Pool(`https://${servername}`, {
    connections: Number(atOnce),
    pipelining: 1,
    keepAliveTimeout: 60_000,
    connect(_options, callback) {
      const socket = connect({ host: '127.0.0.1', port: Number(port), servername, secureContext }, () =>
        callback(null, socket),
      );
      socket.setNoDelay(true).once('error', (error) => callback(error, null));
    },
  });
});

async function send(pool: Pool): Promise<void> {
  const id = crypto.randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  const headers = {
    'Content-Type': 'application/json',
    'Svc-Id': id,
    'Svc-Timestamp': timestamp,
    'Svc-Signature': signature,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  const answer = await pool.request({ path: '/hooks', method: 'POST', headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`A receiver answered ${answer.statusCode}`);
}

const places = pools.flatMap((pool) => Array.from({ length: Number(atOnce) }, () => pool));

async function sendAll(count: number): Promise<void> {
  let left = count;
  await Promise.all(
    places.map(async (pool) => {
      while (left-- > 0) await send(pool);
    }),
  );
}

// Opens connections and warms up the code before anything is measured.
await Promise.all(places.map(send));
await sendAll(places.length);
const before = process.cpuUsage();
const started = performance.now();
await sendAll(Number(requests));
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ perSecond: Number(requests) / seconds, cpu: (user + system) / 1000 / Number(requests) }));
process.exit();
