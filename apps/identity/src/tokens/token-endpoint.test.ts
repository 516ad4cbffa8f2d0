// The token endpoint over HTTP, within this process: what programs get, and what is counted and recorded.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificate, tokenForm } from '../../../../tests/harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../../tests/harness/identity.ts';
import {
  addMachine,
  ask,
  askWith,
  claimsOf,
  errorIn,
  type Machine,
  watchRequests,
} from '../../../../tests/harness/scenes/asking.ts';

let database: TestDatabase;
let identity: TestIdentity;
let machine: Machine;
beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database);
  machine = await addMachine(database);
});
afterAll(async () => {
  await identity?.close();
  await database?.close();
});

beforeEach(() => {
  // The clock of the service stands still, but assertions are made with that of the machine.
  const { clock } = identity.users.context;
  identity.users.pass((Date.now() - clock.now().getTime()) / 1000);
});

const countOf = async (outcome: string, { metrics } = identity) =>
  Number(
    new RegExp(`^onboarding_token_requests_total\\{.*outcome="${outcome}".*\\} (\\d+)$`, 'm').exec(
      await metrics(),
    )?.[1] ?? 0,
  );

test('issues a token for five minutes with the quota of the client, counts it and records it with its certificate', async () => {
  const fresh = watchRequests(database);
  await fresh();
  const before = await countOf('issued');
  const answer = await askWith(identity, machine, { scope: 'partner.read' });
  expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"client";q=1000;w=60']);
  expect(answer.headers.get('ratelimit')).toMatch(/^"client";r=\d+;t=\d+$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { iss, sub, partner_id, scope, exp, iat } = claimsOf(answer.token ?? '');
  const { partnerId, clientId } = machine.partner;
  expect([iss, sub, partner_id, scope]).toEqual([identity.issuer, clientId, partnerId, 'partner.read']);
  expect(Number(exp) - Number(iat)).toBe(300);
  expect(await countOf('issued')).toBe(before + 1);
  const { rows } = await database.owner.query('select certificate_id from api_certificates where partner_id = $1', [
    partnerId,
  ]);
  expect(await fresh()).toMatchObject([
    { outcome: 'Issued', client_id: clientId, certificate_id: rows[0].certificate_id },
  ]);
});

test('refuses the key of another certificate, counts it, and records the reason only for the partner', async () => {
  const fresh = watchRequests(database);
  await fresh();
  const before = await countOf('refused');
  const answer = await askWith(identity, { partner: machine.partner, certificate: await makeCertificate() });
  expect([answer.status, errorIn(answer), answer.headers.get('ratelimit')]).toEqual([401, 'invalid_client', null]);
  expect(await countOf('refused')).toBe(before + 1);
  const [recorded] = await fresh();
  expect(recorded).toMatchObject({ outcome: 'Refused', error: 'invalid_client' });
  expect(answer.text).not.toContain(recorded?.reason);
});

test('logs the client and the partner of a request, and neither if the client is unknown', async () => {
  const lineOf = async (asking: Promise<{ headers: Headers }>) => {
    const requestId = (await asking).headers.get('x-request-id');
    return identity.log.find((line) => line.msg === 'request' && line.requestId === requestId);
  };
  const { partnerId, clientId } = machine.partner;
  expect(await lineOf(askWith(identity, machine))).toMatchObject({ partnerId, clientId });
  const refused = await lineOf(askWith(identity, { ...machine, partner: { ...machine.partner, clientId: 'nobody' } }));
  expect(refused).toMatchObject({ status: 401, code: 'invalid_client' });
  expect(Object.keys(refused ?? {})).not.toContain('partnerId');
  expect(Object.keys(refused ?? {})).not.toContain('clientId');
});

test('answers programs in JSON, whatever they accept, and people who sign in with a page', async () => {
  const headers = { accept: 'text/html' };
  const token = await fetch(`${identity.url}/oauth2/token`, { method: 'POST', headers });
  expect([token.status, token.headers.get('content-type')]).toEqual([401, expect.stringContaining('application/json')]);
  const get = await fetch(`${identity.url}/oauth2/token`, { headers });
  expect([get.status, get.headers.get('allow'), errorIn({ text: await get.text() })]).toEqual([
    405,
    'POST',
    'invalid_request',
  ]);
  for (const path of ['/oauth2/authorize?client_id=nobody', '/oauth2/sign-out?client_id=nobody']) {
    const page = await fetch(`${identity.url}${path}`, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([400, expect.stringContaining('text/html')]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('a client over its limit and an address over its limit get 429, and only the latter is counted as limited', async () => {
  const limited = await startTestIdentity(database, { tokensPerClient: 1, tokensPerAddress: 3 });
  try {
    expect((await askWith(limited, machine)).status).toBe(200);
    const client = await askWith(limited, machine);
    expect([client.status, client.headers.get('ratelimit-policy')]).toEqual([429, '"client";q=1;w=60']);
    expect(Number(client.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countOf('limited', limited)).toBe(0);
    expect((await ask(limited, tokenForm('garbage'))).status).toBe(401);
    const address = await ask(limited, tokenForm('garbage'));
    expect([address.status, address.headers.get('ratelimit-policy')]).toEqual([429, '"address";q=3;w=60']);
    expect(await countOf('limited', limited)).toBe(1);
  } finally {
    await limited.close();
  }
});
