// A real identity process and a real API process that trusts it, with one clock that the test moves, and browsers that
// sign in through both.
import { generateSync } from 'otplib';
import { openAccounts, PASSWORD, type TestAccounts } from '../harness/accounts.ts';
import { type Application, createApplication } from '../harness/application.ts';
import { createBrowser, problemOf, type TestBrowser, type TestPage, titleOf } from '../harness/browser.ts';
import { type MovableClock, movableClock } from '../harness/clock.ts';
import type { TestDatabase } from '../harness/database.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';

const SITE = 'http://127.0.0.1:1';
const SITES = {
  PORTAL_URL: SITE,
  CONSOLE_URL: SITE,
  PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
  CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
};

export type SceneUser = Awaited<ReturnType<TestAccounts['join']>>;

export interface SignInScene {
  clock: MovableClock;
  identity: RunningProcess & { issuer: string };
  /** The portal without the API: the claims it gets from the provider. */
  portal: Application;
  /** An administrator of a partner. */
  person(): Promise<SceneUser>;
  /** The code that the app shows now; each works once, so the clock first advances by a time step. */
  code(person: SceneUser): string;
  /** A browser with its own IP address. */
  browser(): SceneBrowser;
  close(): Promise<void>;
}

export interface SceneBrowser {
  /** The browser at the identity service. */
  identity: TestBrowser;
  /** Follows the API's sign-in until a page asks for something, or until there is a session. */
  begin(query?: string): Promise<TestPage>;
  /** What the page asks for: "session" if nothing. */
  asked(page: TestPage): string;
  /** Enters password and second factor, if asked for. */
  signIn(person: SceneUser, query?: string): Promise<string[]>;
  /** Calls the API with this browser's session. */
  call(method: 'GET' | 'POST', path: string): Promise<{ status: number; value: Record<string, unknown> }>;
  /** The cookie of the session with the API. */
  session(): string | undefined;
  setSession(cookie: string | undefined): void;
}

export async function openSignInScene(database: TestDatabase): Promise<SignInScene> {
  const clock = movableClock();
  await database.owner.query('select make_partitions(60)');
  const identity = await runIdentity({
    databaseUrl: database.identityUrl,
    environment: { ...clock.environment, ...SITES, TRUSTED_PROXIES: '1' },
    logName: `identity-${database.name}`,
  });
  const issuer = identity.url.replace('127.0.0.1', 'localhost');
  const machines: RunningIssuer = await runIssuer({ now: () => clock.now() });
  const api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: machines.url,
    environment: {
      ...clock.environment,
      ...SITES,
      SIGN_IN_ISSUER: issuer,
      STAFF_DATABASE_URL: database.staffUrl,
      TRUSTED_PROXIES: '1',
    },
    logName: `api-${database.name}`,
  });
  const users = openAccounts(database, issuer);
  let visitors = 0;
  function code(person: SceneUser): string {
    clock.move(30_000);
    return generateSync({ secret: person.secret, epoch: Math.floor(clock.now().getTime() / 1000) });
  }
  return {
    clock,
    identity: { ...identity, issuer },
    portal: createApplication(issuer, {
      realm: 'partner',
      client: 'partner-portal',
      url: SITE,
      secret: SITES.PORTAL_CLIENT_SECRET,
    }),
    person: async () => users.join((await database.addPartner()).partnerId),
    code,
    browser() {
      visitors++;
      return sceneBrowser({ api: api.url, issuer, address: `198.51.100.${visitors}`, code });
    },
    async close() {
      await users.close();
      await api.stop();
      await machines.close();
      await identity.stop();
    },
  };
}

interface BrowserParts {
  api: string;
  issuer: string;
  address: string;
  code(person: SceneUser): string;
}

export function sceneBrowser({ api, issuer, address, code }: BrowserParts): SceneBrowser {
  const identity = createBrowser(issuer, address);
  let session: string | undefined;
  let underWay = '';
  const forwarded = { 'x-forwarded-for': address };

  function keep(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (name.includes('sign-in')) underWay = pair;
      else if (name.startsWith('__Host-onboarding')) session = value === '' ? undefined : pair;
    }
  }
  /** After the provider's redirect, passes its answer to the API. */
  async function arrive(page: TestPage): Promise<TestPage> {
    if (page.leftTo === undefined) return page;
    const { pathname, search } = new URL(page.leftTo);
    const cookie = [underWay, session].filter(Boolean).join('; ');
    const answer = await fetch(api + pathname + search, { redirect: 'manual', headers: { ...forwarded, cookie } });
    keep(answer);
    return { ...page, status: answer.status, text: await answer.text() };
  }
  async function begin(query = ''): Promise<TestPage> {
    const answer = await fetch(`${api}/api/session/partner/sign-in${query}`, {
      redirect: 'manual',
      headers: forwarded,
    });
    keep(answer);
    return arrive(await identity.open(answer.headers.get('location') ?? 'nowhere'));
  }
  const asked = (page: TestPage) => {
    if (page.leftTo !== undefined) return page.status === 303 ? 'session' : `refused with ${page.status}`;
    return problemOf(page) ?? titleOf(page);
  };
  return {
    identity,
    begin,
    asked,
    async signIn(person, query) {
      const steps: string[] = [];
      let page = await begin(query);
      for (let step = 0; step < 2 && page.leftTo === undefined; step++) {
        steps.push(asked(page));
        page = await arrive(
          titleOf(page).startsWith('Sign in to')
            ? await identity.submit(page, /^\/sign-in\/[\w-]+$/, { email: person.email, password: PASSWORD })
            : await identity.submit(page, /\/factor$/, { code: code(person) }, { with: 'Totp' }),
        );
      }
      return [...steps, asked(page)];
    },
    async call(method, path) {
      const headers = { ...forwarded, cookie: session ?? '', origin: SITE, 'x-csrf': '1' };
      const answer = await fetch(`${api}/api/session/partner${path}`, { method, headers });
      keep(answer);
      const body = (await answer.json()) as { value?: Record<string, unknown> };
      return { status: answer.status, value: body.value ?? {} };
    },
    session: () => session,
    setSession(cookie) {
      session = cookie;
    },
  };
}
