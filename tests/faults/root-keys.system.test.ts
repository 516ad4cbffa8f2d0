// A root key is rotated, all data keys are rewrapped and the old key is retired while partners create and update. No request
// fails because of it, and all acknowledged data can be decrypted with only the new key.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decrypt, type KeyRing, openKeyRing } from '@onboarding/platform/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody, validIdentity } from '../harness/bodies.ts';
import { runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { tally } from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { TEST_KEY_RING } from '../harness/values.ts';

const PATH = '/api/partner/v1/business-profiles';
const PROCESSES = 2;
const CALLERS = 4;
/** The minimum number of businesses created between two steps. */
const BETWEEN = 40;
const PAUSE_MS = 50;
/** Errors that are allowed during a restart or on a busy machine. */
const FOR_A_MOMENT = ['Service.Unavailable', 'Service.OutcomeUnknown', 'Idempotency.InProgress'];

type RingText = typeof TEST_KEY_RING | { current: string; keys: Record<string, string> };

let folder: string;
let database: TestDatabase;
let issuer: RunningIssuer;
const apis: RunningApi[] = [];
beforeAll(async () => {
  [folder, database, issuer] = await Promise.all([mkdtemp(join(tmpdir(), 'root-keys-')), cloneDatabase(), runIssuer()]);
  for (let count = 0; count < PROCESSES; count++) apis.push(await start(TEST_KEY_RING));
});
afterAll(async () => {
  for (const api of apis) await api.kill();
  await issuer?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (ring: RingText, port?: number) =>
  runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: { KEY_RING: JSON.stringify(ring) },
    ...(port === undefined ? {} : { port }),
  });

/** Restarts one process after the other, as a rolling deployment does: old and new key rings run side by side for a while. */
async function roll(ring: RingText, { keepGoing }: { keepGoing(): Promise<void> }): Promise<void> {
  for (const [at, api] of apis.entries()) {
    await api.stop();
    apis[at] = await start(ring, Number(new URL(api.url).port));
    await keepGoing();
  }
}

const operate = (ring: RingText, ...words: string[]) =>
  runCtl(words, { MIGRATION_DATABASE_URL: database.ownerUrl, KEY_RING: JSON.stringify(ring) });
const ringIn = async (name: string): Promise<RingText> => JSON.parse(await readFile(join(folder, name), 'utf8'));

interface Answer {
  status: number;
  code: string | undefined;
  customerId: string | undefined;
}

async function send(
  url: string,
  token: string,
  method: string,
  body: object,
  key: string,
): Promise<Answer | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  try {
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    const { value, error } = (await answer.json()) as { value?: { customerId: string }; error?: { code: string } };
    return { status: answer.status, code: error?.code, customerId: value?.customerId };
  } catch {
    return undefined;
  }
}

interface Business {
  partnerCustomerId: string;
  businessPersonList: { email: string; identities: ReturnType<typeof validIdentity>[] }[];
}

/** The load: each caller repeatedly creates a business and then adds an identity to an earlier one. */
function work(urls: readonly string[], token: () => Promise<string>) {
  const businesses: (Business & { customerId: string })[] = [];
  const outcomes: string[] = [];
  let isOver = false;
  /** Picks a random process, as a load balancer would. */
  const insist = async (path: string, method: string, body: object) => {
    const key = crypto.randomUUID();
    for (;;) {
      const url = urls[Math.floor(Math.random() * urls.length)];
      const answer = await send(`${url}${PATH}${path}`, await token(), method, body, key);
      outcomes.push(answer === undefined ? 'no answer' : (answer.code ?? method));
      if (answer?.status === 200) return answer.customerId ?? '';
      if (answer !== undefined) expect(FOR_A_MOMENT, `${method} ${answer.status}`).toContain(answer.code);
      await delay(PAUSE_MS);
    }
  };
  const loop = async () => {
    const own: typeof businesses = [];
    while (!isOver) {
      const business = validBody() as unknown as Business;
      const made = { ...business, customerId: await insist('', 'POST', business) };
      businesses.push(made);
      own.push(made);
      const earlier = own[Math.floor(Math.random() * own.length)] ?? made;
      const identities = earlier.businessPersonList.map(() => [validIdentity()]);
      const people = earlier.businessPersonList.map((one, at) => ({ ...one, identities: identities[at] ?? [] }));
      await insist(`/${earlier.customerId}`, 'PATCH', { businessPersonList: people });
      for (const [at, one] of earlier.businessPersonList.entries()) one.identities.push(...(identities[at] ?? []));
    }
  };
  const done = Promise.all(Array.from({ length: CALLERS }, loop));
  // Awaited later; until then a rejection must not count as unhandled.
  done.catch(() => {});
  return {
    businesses,
    outcomes,
    async keepGoing() {
      const target = businesses.length + BETWEEN;
      await Promise.race([done, until(async () => businesses.length >= target, 'partners continue working')]);
    },
    async end() {
      isOver = true;
      await done;
    },
  };
}

/** The decrypted identity numbers of each business. */
async function openNumbers(ring: KeyRing): Promise<Map<string, string[]>> {
  const { rows } = await database.owner.query(
    'select * from customers join identities using (partner_id, customer_id)',
  );
  const opened = new Map<string, string[]>();
  for (const row of rows) {
    const dataKey = ring.unwrapDataKey({ keyId: row.data_key_id, wrapped: row.data_key }, row.customer_id);
    const number = decrypt(dataKey, row.value_cipher, row.identity_id).toString();
    opened.set(row.customer_id, [...(opened.get(row.customer_id) ?? []), number]);
  }
  return opened;
}

const numbersIn = ({ businessPersonList }: Business): string[] =>
  businessPersonList.flatMap(({ identities }) => identities.map(({ identityValue }) => identityValue));

test('rotates a root key, rewraps all data keys and retires the old key under load', async () => {
  const partner = await database.addPartner();
  const partners = work(
    apis.map(({ url }) => url),
    () => issuer.issuer.token(partner),
  );
  await partners.keepGoing();

  expect(await operate(TEST_KEY_RING, 'keys', 'rotate', 'k2', '--out', folder)).toMatchObject({ code: 0 });
  const [added, used] = [await ringIn('key-ring-1-added.json'), await ringIn('key-ring-2-used.json')];
  await roll(added, partners);
  await roll(used, partners);
  // Rows that are locked at the moment are left for the next run.
  await until(async () => (await operate(used, 'keys', 'rewrap')).code === 0, 'everything is wrapped again');
  await partners.keepGoing();
  expect(await operate(used, 'keys', 'retire', 'k1', '--early', '--out', folder, '--yes')).toMatchObject({ code: 0 });
  const alone = await ringIn('key-ring-without-k1.json');
  await roll(alone, partners);
  await partners.end();

  const { businesses, outcomes } = partners;
  console.log('a root key rotated under load:', tally(outcomes));
  expect(await operate(alone, 'audit', 'verify', partner.partnerId)).toMatchObject({ code: 0 });
  const opened = await openNumbers(openKeyRing(alone));
  expect([...opened.keys()].sort()).toEqual(businesses.map(({ customerId }) => customerId).sort());
  for (const business of businesses)
    expect(opened.get(business.customerId)?.sort(), business.customerId).toEqual(numbersIn(business).sort());
});
