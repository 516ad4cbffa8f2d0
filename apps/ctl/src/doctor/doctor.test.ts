// What the doctor of onboardingctl checks, and its verdicts.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serve, type TestServer } from '../../../../tests/harness/cli.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { NO_STORAGE, storageEnvironment } from '../../../../tests/harness/no-storage.ts';
import { type Check, fault, good, runChecks } from './check.ts';
import { databaseCheck, judge, unreachable } from './database.ts';
import { checksFor } from './plan.ts';
import {
  anchorsCheck,
  issuerCheck,
  keysCheck,
  mailCheck,
  redisCheck,
  scannerCheck,
  screeningCheck,
  storageCheck,
} from './servers.ts';

const NOWHERE = 'http://127.0.0.1:9';
const DAY_MS = 86_400_000;
const look = async (check: Check) => {
  const findings = await check.look(new AbortController().signal);
  return findings.map(({ state, found }) => `${state}: ${found}`);
};

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  // The test server turns it off, because it is faster.
  await database.owner.query(`alter database ${database.name} set synchronous_commit = on`);
});
afterAll(() => database.close());

describe('checks', () => {
  test('report a fault when they fail or time out, and keep the order of the other findings', async () => {
    const never = () => new Promise<never>(() => {});
    const checks: Check[] = [
      { about: 'one', look: async () => [good('fine'), fault('bad', 'mend')] },
      { about: 'two', look: () => Promise.reject(new TypeError('x')) },
      { about: 'three', look: never },
    ];
    expect((await runChecks(checks, 20)).map(({ about, state, found }) => [about, state, found])).toEqual([
      ['one', 'good', 'fine'],
      ['one', 'fault', 'bad'],
      ['two', 'fault', 'could not be checked (TypeError)'],
      ['three', 'fault', 'no answer within 0.02 s'],
    ]);
  });
});

describe('the plan', () => {
  const url = (role: string) => `postgres://${role}@db.example/onboarding`;
  const storage = { ...storageEnvironment(NO_STORAGE), CLAMD_HOST: 'clamd.example', CLAMD_PORT: '3310' };
  const api = {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: url('onboarding_app'),
    REDIS_URL: 'redis://r.example',
    ...storage,
  };
  const worker = { ENVIRONMENT: 'sandbox', DATABASE_URL: url('onboarding_worker'), ...storage };
  const identity = { ENVIRONMENT: 'sandbox', DATABASE_URL: url('onboarding_identity'), REDIS_URL: 'redis://r.example' };
  const plan = (given: Parameters<typeof checksFor>[0], environment = {}) =>
    checksFor(given, environment).map(({ about }) => about);

  test('lists what each service uses, and shared servers once', () => {
    expect(
      plan([
        { service: 'api', environment: api },
        { service: 'identity', environment: identity },
        { service: 'worker', environment: worker },
      ]),
    ).toEqual([
      'settings',
      'database of the API (DATABASE_URL)',
      'storage of the API (S3_ENDPOINT)',
      'virus scanner of the API (CLAMD_HOST)',
      'Redis (REDIS_URL)',
      'database of identity (DATABASE_URL)',
      'database of the worker (DATABASE_URL)',
    ]);
  });

  test('warns about a rehearsal by service, and then does not connect to what its worker would', async () => {
    const given = (REHEARSAL: string) =>
      checksFor(
        [
          { service: 'api', environment: { ...api, REHEARSAL } },
          { service: 'worker', environment: { ...worker, REHEARSAL, SMTP_URL: 'smtp://mail.example' } },
        ],
        {},
      );
    const about = 'rehearsal (REHEARSAL)';
    const check = given('true').find((one) => one.about === about);
    expect(check && (await look(check))).toEqual([
      expect.stringMatching(/^warning: this is a rehearsal .* \(api, worker\)$/),
    ]);
    expect(given('true').map((one) => one.about)).not.toContain('mail server of the worker (SMTP_URL)');
    expect(given('false').map((one) => one.about)).toContain('mail server of the worker (SMTP_URL)');
    expect(given('false').map((one) => one.about)).not.toContain(about);
  });

  test('includes mail server, screening provider, other connections, keys and issuer if they are set', () => {
    const more = {
      STAFF_DATABASE_URL: url('onboarding_staff'),
      OPERATIONS_DATABASE_URL: url('onboarding_operations'),
      TOKEN_JWKS_URL: 'https://id.example/oauth2/jwks',
      TOKEN_ISSUER: 'https://id.example',
    };
    const signIn = 'sign-in (TOKEN_ISSUER)';
    const own = plan([{ service: 'api', environment: { ...api, ...more } }]);
    expect(own).toContain('database of the API (STAFF_DATABASE_URL)');
    expect(own).toContain('database of the API (OPERATIONS_DATABASE_URL)');
    expect(own).toContain('keys of the issuer (TOKEN_JWKS_URL)');
    expect(own).not.toContain(signIn);
    const withPortal = { ...api, ...more, PORTAL_URL: 'https://portal.example' };
    expect(plan([{ service: 'api', environment: withPortal }])).toContain(signIn);
    const elsewhere = { ...withPortal, SIGN_IN_ISSUER: 'https://sign-in.example' };
    expect(plan([{ service: 'api', environment: elsewhere }])).toContain('sign-in (SIGN_IN_ISSUER)');
    const all = { ...worker, SMTP_URL: 'smtp://mail.example', SCREENING_PROVIDER: 'builtin' };
    expect(plan([{ service: 'worker', environment: all }])).toEqual(
      expect.arrayContaining(['mail server of the worker (SMTP_URL)', 'screening (SCREENING_URL)']),
    );
    const faulty = { ...all, SCREENING_PROVIDER: 'yente' };
    expect(plan([{ service: 'worker', environment: faulty }])).not.toContain('screening (SCREENING_URL)');
  });

  test('includes country decisions only in production, and migrations only with MIGRATION_DATABASE_URL', () => {
    const given = (ENVIRONMENT: string) => [{ service: 'api' as const, environment: { ...api, ENVIRONMENT } }];
    expect(plan(given('production'))).toContain('countries');
    expect(plan(given('sandbox'))).not.toContain('countries');
    expect(plan([], { MIGRATION_DATABASE_URL: url('onboarding_owner') })).toEqual([
      'settings',
      'migrations (MIGRATION_DATABASE_URL)',
    ]);
  });
});

describe('a database', () => {
  const facts = {
    role: 'onboarding_app',
    superuser: false,
    bypasses: false,
    version: 170_004,
    standby: false,
    now: new Date(),
    synchronous: 'on',
    standbys: '',
    schema: true,
    unprotected: [],
    mayProbe: true,
  };
  const terms = { setting: 'DATABASE_URL', role: 'onboarding_app', aheadMs: 0, took: 10 };
  test.each([
    [{}, {}, /^good: PostgreSQL 17, role onboarding_app/],
    [{ superuser: true }, {}, /^fault: .* is a superuser: partners are not isolated/],
    [{ bypasses: true }, {}, /^fault: .* bypasses row-level security/],
    [{ role: 'other' }, {}, /^fault: connects as other/],
    [{ standby: true }, {}, /^fault: is a standby/],
    [{ schema: false }, {}, /^fault: does not contain the service's tables/],
    [{ unprotected: ['customers', 'people'] }, {}, /^fault: row-level security is off for customers, people/],
    [{ version: 149_999 }, {}, /^warning: is PostgreSQL 14/],
    [{ version: 150_000 }, {}, /^good/],
    [{ version: 189_999 }, {}, /^good/],
    [{ version: 190_000 }, {}, /^warning: is PostgreSQL 19/],
    [{ synchronous: 'off' }, {}, /^fault: synchronous_commit is off/],
    [{ synchronous: 'local' }, {}, /^good/],
    [{ synchronous: 'local', standbys: 'one' }, {}, /^fault: synchronous_commit is local/],
    [{ synchronous: 'remote_write', standbys: 'one' }, {}, /^good/],
    [{}, { aheadMs: 5_010 }, /^good/],
    [{}, { aheadMs: 5_600 }, /^fault: its clock is 6 s ahead of/],
    [{}, { aheadMs: -5_600 }, /^fault: its clock is 6 s behind/],
  ])('with %j and %j gets the expected verdict', (changed, other, expected) => {
    const told = judge({ ...facts, ...changed }, { ...terms, ...other }).map(
      ({ state, found }) => `${state}: ${found}`,
    );
    expect(told).toEqual([expect.stringMatching(expected)]);
  });

  test('is checked with a connection like that of the service', async () => {
    const check = (url: string, role = 'onboarding_worker') =>
      look(databaseCheck('the worker', { setting: 'DATABASE_URL', url, role }));
    expect(await check(database.workerUrl)).toEqual([
      expect.stringMatching(/^good: PostgreSQL \d+, role onboarding_worker/),
    ]);
    expect(await check(database.workerUrl, 'onboarding_app')).toEqual(['fault: connects as onboarding_worker']);
    const elsewhere = (change: Partial<URL>) => check(Object.assign(new URL(database.workerUrl), change).href);
    expect(await elsewhere({ pathname: '/none' })).toEqual(['fault: does not exist on this server']);
    expect(await elsewhere({ port: '1' })).toEqual(['fault: is not running: the port refuses connections']);
    const closed = Object.assign(new URL(database.ownerUrl), { port: '1' }).href;
    const [migrations] = checksFor([], { MIGRATION_DATABASE_URL: closed }).filter(({ about }) =>
      /^migrations/.test(about),
    );
    expect(migrations && (await look(migrations))).toEqual(['fault: is not running: the port refuses connections']);
  });

  test('whose disk is full refuses new connections with a code of its own', () => {
    const error = Object.assign(new Error('could not write init file'), { code: 'XX000' });
    expect(unreachable(error, 'DATABASE_URL')).toMatchObject({ state: 'fault', cure: /disk may be full/ });
  });
});

describe('a server', () => {
  const open: (TestServer | Server)[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  const answering = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const server = await serve((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
    );
    open.push(server);
    return server.url;
  };

  test('with public keys must return keys and agree on the time', async () => {
    const keys = { keys: [{ kid: 'a' }] };
    const at = (ms: number) => ({ date: new Date(Date.now() + ms).toUTCString() });
    expect(await look(keysCheck(await answering(200, keys)))).toEqual(['good: 1 public key']);
    expect(await look(keysCheck(await answering(500, keys)))).toEqual(['fault: responds with 500 and no keys']);
    expect(await look(keysCheck(await answering(200, { keys: [] })))).toEqual(['fault: responds with 200 and no keys']);
    expect(await look(keysCheck(await answering(200, keys, at(-60_000))))).toEqual([
      expect.stringMatching(/^fault: its clock differs from this machine's by 6[01] s/),
    ]);
    expect(await look(keysCheck(await answering(200, keys, at(-3_000))))).toEqual(['good: 1 public key']);
    expect(await look(keysCheck(NOWHERE))).toEqual(['fault: cannot be reached']);
  });

  test('behind a proxy that reaches no process is unavailable', async () => {
    for (const status of [502, 503, 504]) {
      const url = await answering(status, { error: 'temporarily_unavailable' });
      const expected = [`fault: is unavailable (${status})`];
      expect([await look(keysCheck(url)), await look(issuerCheck('TOKEN_ISSUER', url))]).toEqual([expected, expected]);
    }
  });

  test('for sign-in must identify itself by its configured URL, except for a trailing slash', async () => {
    const naming = async (name: (url: string) => unknown) => {
      const server = await serve((_, response) => response.end(JSON.stringify(name(server.url))));
      open.push(server);
      return look(issuerCheck('TOKEN_ISSUER', server.url));
    };
    expect(await naming((url) => ({ issuer: `${url}/` }))).toEqual(['good: publishes its configuration']);
    expect(await naming(() => ({ issuer: 'https://other.example' }))).toEqual([
      'fault: identifies itself as https://other.example',
    ]);
    expect(await naming(() => ({}))).toEqual(['fault: is not an OpenID provider']);
    expect(await look(issuerCheck('TOKEN_ISSUER', NOWHERE))).toEqual(['fault: cannot be reached']);
  });

  test.each([
    ['0', 'FOUND', /^good: ClamAV 1\.0\.7, signatures from/],
    ['3', 'FOUND', /^good/],
    ['4', 'FOUND', /^fault: its signatures are 4 days old/],
    ['0', 'OK', /^fault: does not detect the test virus/],
    ['none', 'FOUND', /^warning: .* has no official ClamAV signatures/],
  ])(
    'for virus scans with signatures %s days old that answers %s to the test virus gets the expected verdict',
    async (days, verdict, expected) => {
      const made = new Date(Date.now() - Number(days) * DAY_MS - 60_000);
      const [, weekday, month, day, year, time] =
        /^(\w+) (\w+) (\d+) (\d+) ([\d:]+)/.exec(
          made.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+)/, '$1 $3 $2 $4'),
        ) ?? [];
      const version =
        days === 'none' ? 'ClamAV 1.0.7' : `ClamAV 1.0.7/27000/${weekday} ${month} ${day} ${time} ${year}`;
      const scanner = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (data) => {
          if (String(data).startsWith('zVERSION')) socket.end(`${version}\0`);
          else socket.end(`stream: ${verdict === 'OK' ? 'OK' : 'Eicar-Signature FOUND'}\0`);
        });
      }).listen(0, '127.0.0.1');
      await once(scanner, 'listening');
      open.push(scanner);
      const { port } = scanner.address() as { port: number };
      expect(await look(scannerCheck('the api', { host: '127.0.0.1', port }))).toEqual([
        expect.stringMatching(expected),
      ]);
    },
  );

  test('of documents that does not answer is one fault, not one for each bucket', async () => {
    expect(await look(storageCheck('the api', NO_STORAGE))).toEqual(['fault: cannot be reached (ECONNREFUSED)']);
  });

  test('that is unreachable is a fault; the built-in provider always answers', async () => {
    expect(await look(scannerCheck('the api', { host: '127.0.0.1', port: 9 }))).toEqual([
      expect.stringMatching(/^fault/),
    ]);
    expect(await look(redisCheck('redis://127.0.0.1:9'))).toEqual([expect.stringMatching(/^fault: does not answer/)]);
    const mail = { url: 'smtp://127.0.0.1:9', from: 'A <a@service.example>', requireTls: false };
    expect(await look(mailCheck(mail))).toEqual([expect.stringMatching(/^fault: cannot be used/)]);
    expect(await look(screeningCheck({ provider: 'builtin' }))).toEqual([expect.stringMatching(/^good: .* answers$/)]);
  });
});

test('doctor lists faults first, and exits with 1 if there are any', async () => {
  const migrations = { MIGRATION_DATABASE_URL: database.ownerUrl };
  const { code, stdout } = await ctl(['doctor', '--service', 'identity'], {
    DATABASE_URL: database.identityUrl,
    ...migrations,
  });
  expect(code).toBe(1);
  const states = stdout.split('\n').map((line) => line.split(' ')[0]);
  expect(states[1]).toBe('fault');
  expect(states.lastIndexOf('fault')).toBeLessThan(states.indexOf('good'));
  expect(stdout).toMatch(/\n\n\d+ faults?, 0 warnings, \d+ checks? passed\.\n$/);
  expect(stdout).toMatch(/good +migrations .* all \d+ applied/);
});

describe('the place for statements', () => {
  test.each([
    [{ kind: 'file', path: '/nowhere/statements' }, /^fault: cannot be stored \(ENOENT/],
    [{ kind: 'file', path: '/tmp/statements' }, /^good: the file can be written/],
    [{ kind: 'command', path: '/bin/cat' }, /^good: the program can be run/],
    [{ kind: 'command', path: '/bin/cat', ask: '/nowhere/ask' }, /^fault: cannot be stored \(ENOENT/],
  ] as const)('%j is checked without storing anything', async (settings, expected) => {
    expect(await look(anchorsCheck(settings))).toEqual([expect.stringMatching(expected)]);
  });
});
