// Cookies that a browser gets during a sign-in at an identity service behind https.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type TestAccounts } from '../harness/accounts.ts';
import { createApplication } from '../harness/application.ts';
import { formsOf } from '../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningProcess, runIdentity } from '../harness/process.ts';

const ISSUER = 'https://id.example';
const PORTAL = 'https://portal.example';
const SECRET = 'portal secret for tests, long enough';

let database: TestDatabase;
let users: TestAccounts;
let identity: RunningProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  users = openAccounts(database, ISSUER);
  identity = await runIdentity({
    databaseUrl: database.identityUrl,
    environment: {
      ENVIRONMENT: 'sandbox',
      ISSUER,
      PORTAL_URL: PORTAL,
      CONSOLE_URL: 'https://console.example',
      PORTAL_CLIENT_SECRET: SECRET,
    },
  });
});
afterAll(async () => {
  await identity.kill();
  await users.close();
  await database.close();
});

/** Records every Set-Cookie on the way. TLS ends in front of the service, so requests go to its plain port. */
async function visitor() {
  const jar = new Map<string, string>();
  const lines: string[] = [];
  async function go(target: string, form?: Record<string, string>): Promise<string> {
    const { pathname, search, origin } = new URL(target, ISSUER);
    if (origin !== ISSUER) return origin;
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(identity.url + pathname + search, { ...sent, headers: { cookie }, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    return location === null ? answer.text() : go(location);
  }
  async function submit(page: string, fields: Record<string, string>, kind?: string): Promise<string> {
    const form = formsOf(page).find((one) => kind === undefined || Object.values(one.fields).includes(kind));
    return go(form?.action ?? 'nowhere', { ...form?.fields, ...fields });
  }
  return { lines, go, submit };
}

test('every cookie of a sign-in is Secure, HttpOnly and limited to this host, with a name prefix that enforces it', async () => {
  const person = await users.join((await database.addPartner()).partnerId);
  const portal = createApplication(ISSUER, {
    realm: 'partner',
    client: 'partner-portal',
    url: PORTAL,
    secret: SECRET,
  });
  const browser = await visitor();
  const first = await browser.go(portal.authorizeUrl());
  const second = await browser.submit(first, { email: person.email, password: PASSWORD });
  // Identity uses the system clock; the clock of the accounts has been stopped since before identity started.
  users.pass(Math.max(0, (Date.now() - users.context.clock.now().getTime()) / 1000));
  expect(await browser.submit(second, { code: users.codeOf(person.secret) }, 'Totp')).toBe(PORTAL);
  const names = browser.lines.map((line) => line.slice(0, line.indexOf('=')));
  expect(new Set(names)).toEqual(
    new Set([
      '__Host-form',
      '__Host-device',
      ...['__Secure-interaction', '__Secure-resume', '__Host-provider-session'].flatMap((name) => [
        name,
        `${name}.sig`,
      ]),
    ]),
  );
  for (const line of browser.lines) {
    expect(line).toMatch(/; secure(;|$)/i);
    expect(line).toMatch(/; httponly(;|$)/i);
    expect(line).toMatch(/; samesite=(lax|strict)(;|$)/i);
    expect(line).not.toMatch(/; domain=/i);
    if (line.startsWith('__Host-')) expect(line).toMatch(/; path=\/(;|$)/i);
  }
});
