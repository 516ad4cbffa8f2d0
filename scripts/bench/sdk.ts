// What the SDK adds to a bare fetch: the same requests to the same API, one by one and alternating, so that a busy moment of
// the machine favours neither.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type BusinessProfileCreate, OnboardingClient } from '@onboarding/sdk';
import { percentiles } from './load.ts';
import { benchBody, PROFILES } from './requests.ts';
import { type BenchServers, withServers } from './servers.ts';

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 1500);
const WARM_UP = 300;
const GOAL_PERCENT = 5;

interface Pair {
  name: string;
  bare(): Promise<unknown>;
  sdk(): Promise<unknown>;
}

export async function benchSdk(): Promise<void> {
  await withServers(async (servers) => {
    const api = await servers.startApi(await servers.makeDatabase('bench'));
    const token = await servers.token();
    const client = openClient(api.url, servers, token);
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const { customerId } = await client.createBusinessProfile(body());
    const read = `${api.url}${PROFILES}/${customerId}`;
    const pairs: Pair[] = [
      {
        name: 'read',
        bare: async () => (await fetch(read, { headers })).json(),
        sdk: () => client.readBusinessProfile(customerId),
      },
      {
        name: 'create',
        bare: async () => {
          const own = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
          return (
            await fetch(`${api.url}${PROFILES}`, { method: 'POST', headers: own, body: JSON.stringify(body()) })
          ).json();
        },
        sdk: () => client.createBusinessProfile(body()),
      },
    ];
    for (const pair of pairs) report(pair.name, await compare(pair));
  });
}

const body = () => benchBody(randomUUID()) as unknown as BusinessProfileCreate;

/** With a key that is not checked: this run has its own token issuer. */
function openClient(baseUrl: string, { clientId }: BenchServers, token: string): OnboardingClient {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const issuer = 'http://tokens.invalid';
  return new OnboardingClient({
    baseUrl,
    issuer,
    clientId,
    privateKey,
    fetch: async (input, init) =>
      String(input).startsWith(issuer) ? Response.json({ access_token: token, expires_in: 290 }) : fetch(input, init),
  });
}

interface Measured {
  bare: number[];
  sdk: number[];
}

async function compare(pair: Pair): Promise<Measured> {
  const measured: Measured = { bare: [], sdk: [] };
  for (let round = 0; round < WARM_UP + REQUESTS; round++)
    for (const which of round % 2 === 0 ? (['bare', 'sdk'] as const) : (['sdk', 'bare'] as const)) {
      const started = performance.now();
      await pair[which]();
      if (round >= WARM_UP) measured[which].push(performance.now() - started);
    }
  return measured;
}

function report(name: string, { bare, sdk }: Measured): void {
  const [without, using] = [percentiles(bare), percentiles(sdk)];
  const more = (using.p50 / without.p50 - 1) * 100;
  console.log(
    `${name}: p50 ${without.p50.toFixed(3)} ms with fetch, ${using.p50.toFixed(3)} ms with the SDK: ${more.toFixed(1)} % more (goal: below ${GOAL_PERCENT} %); p95 ${without.p95.toFixed(3)} and ${using.p95.toFixed(3)} ms`,
  );
}
