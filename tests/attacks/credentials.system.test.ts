// An unknown client sends token requests in a partner's name, a signed assertion has a manipulated header, and a user chooses
// an easily guessed password.
import { sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, type TestAccounts } from '../harness/accounts.ts';
import { createBrowser, problemOf, titleOf } from '../harness/browser.ts';
import { makeCertificate, tokenForm } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { insistOn } from '../harness/insist.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIssuer } from '../harness/process.ts';
import { addMachine, ask, askWith, type Machine } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';
import { signIn } from '../harness/session.ts';

let database: TestDatabase;
let identity: Identity;
let issuer: RunningIssuer;
let api: RunningProcess;
let machine: Machine;
let users: TestAccounts;
beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database, { ...NO_LIMITS, TRUSTED_PROXIES: '1' });
  issuer = await runIssuer();
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: {
      SIGN_IN_ISSUER: identity.issuer,
      PORTAL_URL: 'https://portal.test',
      PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    },
  });
  machine = await addMachine(database);
  users = openAccounts(database, identity.issuer);
});
afterAll(async () => {
  await users?.close();
  await api?.stop();
  await issuer?.close();
  await identity?.stop();
  await database?.close();
});

interface LogItem {
  outcome: string;
  reason: string | null;
  address: string;
  count: number;
  occurredAt: string;
  lastOccurredAt: string;
}

/** The first page of the log as the partner's admin reads it. */
async function log({ partner }: Machine): Promise<LogItem[]> {
  const { cookie } = await signIn(database, { partnerId: partner.partnerId });
  const path = '/api/customer/v1/partner-profile/api-credentials/token-requests?limit=50';
  const answer = await fetch(api.url + path, { headers: cookie });
  const body = (await answer.json()) as { value: { items: LogItem[] } };
  return body.value.items;
}

/** An assertion with exactly this header and a valid signature. */
function assertionWith(header: object, { partner, certificate }: Machine): string {
  const now = Math.floor(Date.now() / 1000);
  const { clientId } = partner;
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: identity.issuer,
    iat: now,
    exp: now + 60,
    jti: crypto.randomUUID(),
  };
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${sign('sha256', Buffer.from(content), certificate.privateKey).toString('base64url')}`;
}

test("300 refused requests of an unknown client take at most four rows of the partner's log, and all are counted", async () => {
  expect((await askWith(identity, machine)).status).toBe(200);
  const impostor: Machine = { partner: machine.partner, certificate: await makeCertificate() };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        // A busy database answers "try again", which is not logged.
        insistOn(() =>
          ask(
            identity,
            tokenForm(assertionWith({ alg: 'RS256' }, impostor)),
            from(n % 2 === 0 ? '192.0.2.1' : '192.0.2.2'),
          ),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  }
  expect((await askWith(identity, machine)).status).toBe(200);
  const items = await log(machine);
  expect(items.filter(({ outcome }) => outcome === 'Issued')).toHaveLength(2);
  const refused = items.filter(({ outcome }) => outcome === 'Refused');
  // One row per address and ten-minute window; a window may end during the test.
  expect(refused.length).toBeLessThanOrEqual(4);
  expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(300);
  expect(new Set(refused.map(({ address }) => address))).toEqual(new Set(['192.0.2.1', '192.0.2.2']));
  for (const { reason, occurredAt, lastOccurredAt } of refused) {
    expect(reason).toBe('signed with a key that is not registered, or changed after signing');
    expect(Date.parse(lastOccurredAt)).toBeGreaterThanOrEqual(Date.parse(occurredAt));
  }
});

test('refuses a validly signed assertion with an unsupported header, and logs why', async () => {
  const own = await addMachine(database);
  const { thumbprint } = own.certificate;
  const jwk = own.certificate.privateKey.export({ format: 'jwk' });
  const bent: [object, string][] = [
    [{ kid: { toString: thumbprint } }, 'kid must be a string, or be omitted'],
    [{ kid: [thumbprint] }, 'kid must be a string, or be omitted'],
    [{ kid: 7 }, 'kid must be a string, or be omitted'],
    [{ kid: null }, 'kid must be a string, or be omitted'],
    [{ typ: 'at+jwt' }, 'typ must be JWT, or be omitted'],
    [{ typ: 7 }, 'typ must be JWT, or be omitted'],
    [{ crit: ['exp'] }, 'crit is not supported: remove it from the header'],
    [{ crit: [] }, 'crit is not supported: remove it from the header'],
    [{ b64: true }, 'b64 is not supported: remove it from the header'],
    [{ jku: 'https://keys.example' }, 'jku is not supported: remove it from the header'],
    [{ jwk: { kty: 'RSA', n: jwk.n, e: jwk.e } }, 'jwk is not supported: remove it from the header'],
    [{ x5u: 'https://keys.example' }, 'x5u is not supported: remove it from the header'],
    [{ x5c: [own.certificate.pem] }, 'x5c is not supported: remove it from the header'],
  ];
  const statuses: [object, number][] = [];
  for (const [header] of bent) {
    const answer = await ask(identity, tokenForm(assertionWith({ alg: 'RS256', ...header }, own)));
    statuses.push([header, answer.status]);
  }
  expect(statuses).toEqual(bent.map(([header]) => [header, 401]));
  const reasons = new Set((await log(own)).map(({ reason }) => reason));
  expect(reasons).toEqual(new Set(bent.map(([, reason]) => reason)));
  for (const header of [{ kid: thumbprint }, { typ: 'JWT' }, { 'x5t#S256': thumbprint }]) {
    expect((await ask(identity, tokenForm(assertionWith({ alg: 'RS256', ...header }, own)))).status).toBe(200);
  }
});

test('rejects common passwords, also padded or doubled, and well-known names', async () => {
  const partner = await database.addPartner();
  const token = await users.invite('maria.lindqvist@acme-trading.example', partner.partnerId);
  const browser = createBrowser(identity.issuer, '192.0.2.9');
  const page = await browser.open(`/invitation/${token}`);
  const guessed = [
    '1q2w3e4r5t6y',
    'Sonyericsson',
    'qwerty123456',
    'monkeymonkey',
    'Sunshine2026',
    'iloveyou!!!!',
    'liverpool#123',
  ];
  const known = ['Maria.Lindqvist', 'acme-trading.example', 'TestPartner2026', 'Test Person 1'];
  const taken: string[] = [];
  for (const password of [...guessed, ...known]) {
    const answer = await browser.submit(page, /invitation/, { password });
    if (!/most common|well-known name/.test(problemOf(answer) ?? '')) taken.push(password);
  }
  expect(taken).toEqual([]);
  const good = await browser.submit(page, /invitation/, { password: 'monkey sunshine for Maria Lindqvist' });
  expect(titleOf(good)).toBe('Set up your second factor');
});
