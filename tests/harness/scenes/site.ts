// A site as users see it: real Chromium, API with the built site, identity, worker, mail and HTTPS receiver; optionally with a
// real storage and scanner.
import type { BrowserContext, Page } from 'playwright-core';
import { buildStaleSites } from '../../../scripts/build-sites.ts';
import { freePort } from '../../../scripts/free-port.ts';
import type { AccountOptions } from '../account-rows.ts';
import { complaintsOf, inspect, launchChromium } from '../chromium.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { EVENTS_SECRET, storageEnvironment } from '../no-storage.ts';
import { watchPage } from '../open-pages.ts';
import { PAGE_PATIENCE_MS } from '../patience.ts';
import { type RunningApi, type RunningProcess, runApi, runIdentity } from '../process.ts';
import { type KeptFiles, startKeptFiles } from '../servers/kept-files.ts';
import { type Mailbox, startMailbox } from '../servers/mail.ts';
import { type Receiver, startReceiver } from '../servers/receiver.ts';
import { startScanner, startStorage, type TestStorage } from '../servers/storage.ts';
import { type SignedIn, signIn } from '../session.ts';
import { type RunningWorker, runWorker } from '../worker.ts';

const SECRET = 'a secret for the sites, long enough by far';
/**
 * The maximum: with a browser on a busy machine, the services' default of two seconds passes before PostgreSQL has started a
 * process.
 */
const PATIENT_SERVICE = { DATABASE_CONNECT_SECONDS: '60' };
/** The window widths that each site must support. */
const WIDTHS = { portal: [1440, 1024, 320], console: [1440, 1024] };

export interface SceneOptions {
  environment?: Record<string, string>;
  /** Whether documents can be uploaded, checked and opened. */
  storage?: boolean;
}

export interface SiteScene {
  database: TestDatabase;
  /** The URL of the API and of the sites below it. */
  origin: string;
  issuer: string;
  api: RunningApi;
  identity: RunningProcess;
  worker: RunningWorker;
  mailbox: Mailbox;
  receiver: Receiver;
  /** The storage of documents, if there is one. */
  storage: TestStorage['options'] | undefined;
  /** The files of documents, if there is no storage. */
  files: KeptFiles | undefined;
  /** A window of a signed-in user: a session written directly, with a second factor at `at` or now. */
  enter(options?: AccountOptions): Promise<SiteWindow & { person: SignedIn }>;
  /** A window without a session. */
  visit(): Promise<SiteWindow>;
  close(): Promise<void>;
}

export interface SiteWindow {
  page: Page;
  context: BrowserContext;
  /** Opens a page of the site, such as '/webhooks', and waits for its heading. */
  open(path: string): Promise<void>;
  /** Inspects the page at every width, in light and dark; returns its faults. */
  look(name: string): Promise<string[]>;
  /** What the browser has reported so far: policy violations and script errors. */
  complaints: string[];
}

export const openPortal = (options: SceneOptions = {}) => openSite('portal', options);
export const openConsole = (options: SceneOptions = {}) => openSite('console', options);

async function openSite(site: 'portal' | 'console', options: SceneOptions): Promise<SiteScene> {
  const started = new AsyncDisposableStack();
  try {
    return await startSite(site, options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

/** Closes it with the rest, even if something else fails to start. */
function kept<T>(started: AsyncDisposableStack, starting: Promise<T>, close: (it: T) => Promise<unknown>): Promise<T> {
  started.defer(async () => void (await starting.then(close, () => {})));
  return starting;
}

const close = (it: { close(): Promise<unknown> }) => it.close();
const stop = (it: { stop(): Promise<unknown> }) => it.stop();

async function startSite(
  site: 'portal' | 'console',
  options: SceneOptions,
  started: AsyncDisposableStack,
): Promise<SiteScene> {
  const [database, mailbox, receiver, port, identityPort] = await Promise.all([
    kept(started, cloneDatabase(), close),
    kept(started, startMailbox(), close),
    kept(started, startReceiver({ hosts: 2 }), close),
    freePort(),
    freePort(),
    buildStaleSites(),
  ]);
  const origin = `http://127.0.0.1:${port}`;
  const issuer = `http://localhost:${identityPort}`;
  const documents = options.storage === true ? await openDocuments(origin, started) : await openFilesOnly(started);
  const trust = { NODE_EXTRA_CA_CERTS: receiver.caFile, WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting };
  const sites = {
    PORTAL_URL: origin,
    PORTAL_CLIENT_SECRET: SECRET,
    CONSOLE_URL: origin,
    CONSOLE_CLIENT_SECRET: SECRET,
    STAFF_DATABASE_URL: database.staffUrl,
    OPERATIONS_DATABASE_URL: database.operationsUrl,
  };
  const environment = { ...PATIENT_SERVICE, ...options.environment };
  const [identity, api, worker, browser] = await Promise.all([
    kept(
      started,
      runIdentity({
        databaseUrl: database.identityUrl,
        port: identityPort,
        logName: 'identity',
        environment: { ISSUER: issuer, ...sites, ...environment },
      }),
      stop,
    ),
    kept(
      started,
      runApi({
        databaseUrl: database.appUrl,
        issuerUrl: issuer,
        port,
        environment: { ...sites, ...trust, ...documents.environment, ...environment },
      }),
      stop,
    ),
    kept(
      started,
      runWorker({
        database,
        smtpUrl: mailbox.url,
        environment: { PORTAL_URL: origin, ...trust, ...documents.environment, ...environment },
      }),
      stop,
    ),
    kept(started, launchChromium(), close),
  ]);

  async function visit(): Promise<SiteWindow> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    // Longer than the library's default, for a machine that is busy with other tests.
    context.setDefaultTimeout(PAGE_PATIENCE_MS);
    // Includes windows that a page opens.
    context.on('page', watchPage);
    const page = await context.newPage();
    return {
      page,
      context,
      complaints: complaintsOf(page),
      async open(path) {
        await page.goto(`${origin}/${site}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
      look: (name) => inspect(page, `${site}-${name}`, WIDTHS[site]),
    };
  }

  return {
    database,
    origin,
    issuer,
    api,
    identity,
    worker,
    mailbox,
    receiver,
    storage: documents.storage,
    files: documents.files,
    visit,
    async enter(person = {}) {
      const signedIn = await signIn(database, { realm: site === 'portal' ? 'partner' : 'staff', ...person });
      // Stays fresh however long a test takes on a slow machine, unless the test is about its age.
      if (person.at === undefined)
        await database.owner.query(
          `update sessions set second_factor_at = second_factor_at + interval '1 hour' where session_id = $1`,
          [signedIn.sessionId],
        );
      const window = await visit();
      const [name = '', value = ''] = signedIn.cookie.cookie.split('=');
      // By the https URL: browsers accept such a cookie only for https, but also send it to loopback.
      await window.context.addCookies([
        { name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
      ]);
      return { ...window, person: { ...signedIn, headers: { ...signedIn.headers, origin } } };
    },
    close: () => started.disposeAsync(),
  };
}

/** Documents cannot be uploaded, but those of `storeDocument` have a file. */
async function openFilesOnly(started: AsyncDisposableStack) {
  const files = await kept(started, startKeptFiles(), close);
  return { files, storage: undefined, environment: storageEnvironment(files.options) };
}

/** A storage that notifies the API of each upload, and a scanner. */
async function openDocuments(origin: string, started: AsyncDisposableStack) {
  const eventsTo = `${origin}/api/storage/v1/events?token=${encodeURIComponent(EVENTS_SECRET)}`;
  const [storage, scanner] = await Promise.all([
    kept(started, startStorage(eventsTo), close),
    kept(started, startScanner(), close),
  ]);
  return {
    files: undefined,
    storage: storage.options,
    environment: {
      ...storageEnvironment(storage.options),
      STORAGE_EVENTS_SECRET: EVENTS_SECRET,
      CLAMD_HOST: scanner.host,
      CLAMD_PORT: String(scanner.port),
    },
  };
}
