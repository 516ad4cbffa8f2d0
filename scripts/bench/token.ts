// How many tokens per second identity issues, compared with the signatures alone (one verification, one signature) on
// as many cores. First one identity process on its own core, with PostgreSQL and the load generator on the others; then
// two identity processes that share all cores with everything else.
import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { clientIdOf } from '@onboarding/domain/partners';
import { freePort } from '../free-port.ts';
import { cpuMilliseconds, familyCpuMilliseconds, familyOf, inThisProcess, measureCpu, toldCpu } from './cpu.ts';
import { generateLoad, type LoadRequest, median, percentiles, SCALE, scaled, together } from './load.ts';
import { asOwner, type BenchDatabase, type BenchProcess, type BenchServers, onCore, withServers } from './servers.ts';

const run = promisify(execFile);
const CORES = availableParallelism();
/** More than the library caches, so that the work for an uncached client is counted too. */
const CLIENTS = scaled(300);
const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 8 * SCALE;

interface BenchClient {
  clientId: string;
  key: KeyObject;
}

export async function benchToken(): Promise<void> {
  await withServers(async (servers) => {
    const database = await servers.makeDatabase('bench');
    console.log(`creating ${CLIENTS} clients with a certificate each`);
    const clients = await makeClients(database);
    console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`);
    await compare('on one core', { servers, database, clients, processes: 1, core: 0 });
    await compare(`on all ${CORES} cores`, { servers, database, clients, processes: CORES });
  });
}

interface Scene {
  servers: BenchServers;
  database: BenchDatabase;
  clients: BenchClient[];
  processes: number;
  /** The core reserved for identity; without one, all processes share all cores. */
  core?: number;
}

async function compare(title: string, scene: Scene): Promise<void> {
  const { servers, clients, processes, core } = scene;
  const issuer = `http://localhost:${await freePort()}`;
  const others = core === undefined ? undefined : `1-${CORES - 1}`;
  if (others !== undefined) await keepOn(others, process.pid, ...familyOf(servers.postgresPid));
  const identities = await Promise.all(Array.from({ length: processes }, () => startIdentity(scene, issuer)));
  try {
    await send(identities, makeAssertions(issuer, clients, scaled(4000)), 60);
    const rates: number[] = [];
    const bareRates: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const rate = await measure(servers, identities, issuer, clients);
      const bare = await bareRate(SECONDS / 2, processes, core);
      rates.push(rate);
      bareRates.push(bare);
      console.log(`round ${round} ${title}: ${rate.toFixed(0)} tokens/s, signatures alone ${bare.toFixed(0)}/s`);
    }
    const [rate, bare] = [median(rates), median(bareRates)];
    const ratio = (rate / bare).toFixed(2);
    console.log(
      `${title}: ${rate.toFixed(0)} tokens/s, signatures alone ${bare.toFixed(0)}/s, ratio ${ratio} (goal: at least 0.50)`,
    );
  } finally {
    for (const { stop } of identities) await stop();
    if (others !== undefined) await keepOn(`0-${CORES - 1}`, process.pid, ...familyOf(servers.postgresPid));
  }
}

async function measure(servers: BenchServers, identities: BenchProcess[], issuer: string, clients: BenchClient[]) {
  const assertions = makeAssertions(issuer, clients, Math.ceil(SECONDS * 1500));
  const spent = measureCpu({
    identity: () => identities.reduce((sum, { pid }) => sum + cpuMilliseconds(pid), 0),
    PostgreSQL: () => familyCpuMilliseconds(servers.postgresPid),
    generator: inThisProcess,
  });
  const { perSecond, requests, p50, p99 } = await send(identities, assertions, SECONDS);
  console.log(`CPU per token in ms: ${toldCpu(spent(requests))}; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  return perSecond;
}

/** Signed in advance: the work of the clients is not measured. */
function makeAssertions(issuer: string, clients: BenchClient[], count: number): string[] {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => {
    const client = clients[index % clients.length];
    if (client === undefined) throw new Error('There are no clients');
    const claims = {
      iss: client.clientId,
      sub: client.clientId,
      aud: issuer,
      jti: crypto.randomUUID(),
      iat: now,
      exp: now + 300,
    };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const content = `${encode({ alg: 'RS256' })}.${encode(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), client.key).toString('base64url')}`;
  });
}

async function send(identities: BenchProcess[], assertions: string[], seconds: number) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form =
    'grant_type=client_credentials&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer';
  let sent = 0;
  const next = (): LoadRequest | undefined => {
    const assertion = assertions[sent++];
    if (assertion === undefined) return undefined;
    return { method: 'POST', path: '/oauth2/token', headers, body: `${form}&client_assertion=${assertion}` };
  };
  const connections = CONNECTIONS / identities.length;
  const started = performance.now();
  const results = await Promise.all(
    identities.map(({ url }) => generateLoad({ url, connections, next, until: { seconds } })),
  );
  const durations = results.flatMap((result) => result.durations);
  const perSecond = durations.length / ((performance.now() - started) / 1000);
  return { requests: durations.length, perSecond, ...percentiles(durations) };
}

/** In separate processes, because a core is assigned per process. */
async function bareRate(seconds: number, processes: number, core: number | undefined): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: processes }, async () => {
      const [program, parameters] = onCore(core, ['scripts/bench/bare-signing.ts', String(seconds)]);
      return Number((await run(program, parameters)).stdout);
    }),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}

async function keepOn(cores: string, ...pids: number[]): Promise<void> {
  for (const pid of pids) await run('taskset', ['-a', '-p', '-c', cores, String(pid)]).catch(() => {});
}

const startIdentity = ({ servers, database, core }: Scene, issuer: string) =>
  servers.startIdentity(
    database,
    {
      ISSUER: issuer,
      PORTAL_URL: issuer,
      CONSOLE_URL: issuer,
      PORTAL_CLIENT_SECRET: 'not used here, but it must be long enough',
      CONSOLE_CLIENT_SECRET: 'not used here, but it must be long enough',
      TOKENS_PER_MINUTE_PER_CLIENT: '1000000',
      TOKENS_PER_MINUTE_PER_ADDRESS: '1000000',
    },
    { core },
  );

async function makeClients(database: BenchDatabase): Promise<BenchClient[]> {
  const folder = await mkdtemp(join(resolve('.test'), 'bench-certificates-'));
  const clients: BenchClient[] = [];
  await asOwner(database, async (owner) => {
    await together(CORES, CLIENTS, async (number) => {
      const { key, pem } = await makeCertificate(folder, number);
      const partnerId = crypto.randomUUID();
      const clientId = clientIdOf('Bench', partnerId);
      const { publicKey, raw } = new X509Certificate(pem);
      const thumbprint = createHash('sha256').update(raw).digest('base64url');
      const spki = createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest();
      await owner.query(
        `with partner as (insert into partners (partner_id, name, client_id, status, onboarding_status) values ($1, 'Bench', $2, 'Active', 'Approved'))
         insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after, registered_at)
         values ($1, $1, 'Bench', 'CN=bench', $3, $4, $5, now() - interval '1 day', now() + interval '1 day', now())`,
        [partnerId, clientId, thumbprint, spki, pem],
      );
      clients.push({ clientId, key });
    });
  }).finally(() => rm(folder, { recursive: true }));
  return clients;
}

async function makeCertificate(folder: string, number: number): Promise<{ key: KeyObject; pem: string }> {
  const [keyFile, file] = [join(folder, `${number}.key`), join(folder, `${number}.pem`)];
  const subject = ['-subj', '/CN=bench', '-days', '30'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', file, ...subject]);
  return { key: createPrivateKey(await readFile(keyFile)), pem: await readFile(file, 'utf8') };
}
