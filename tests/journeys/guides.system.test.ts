// Follows the guides of the documentation as an integrator would: runs their code blocks unchanged against real sandbox services.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { OnboardingClient, signDelivery } from '@onboarding/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { pythonTools } from '../../scripts/openapi-tools.ts';
import { validBody } from '../harness/bodies.ts';
import { blocksOf, readBlocks, runBlocks } from '../harness/page-blocks.ts';
import { until } from '../harness/patience.ts';
import { openPartnerStack, type PartnerStack } from '../harness/scenes/partner-stack.ts';

let stack: PartnerStack;
let folder: string;
let client: OnboardingClient;
/** Inside the checkout, so that the SDK can be imported. */
const programs = resolve('tests/journeys', `guides-${process.pid}`);
const pageOf = (name: string) => readFile(`docs/${name}.md`, 'utf8');

beforeAll(async () => {
  stack = await openPartnerStack();
  folder = await mkdtemp(join(tmpdir(), 'guides-'));
  const { partner, certificate } = stack.machine;
  const { baseUrl, issuer } = stack;
  client = new OnboardingClient({ baseUrl, issuer, clientId: partner.clientId, privateKey: certificate.keyPem });
  await writeFile(join(folder, 'key.pem'), certificate.keyPem);
  await writeFile(join(folder, 'certificate.pdf'), '%PDF-1.7\nA certificate\n%%EOF\n');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const ending of ['.ts', '.mjs']) await rm(programs + ending, { force: true });
  await stack?.close();
});

const keepBody = async (partnerCustomerId: string) => {
  const file = join(folder, `${partnerCustomerId}.json`);
  await writeFile(file, JSON.stringify({ ...validBody(), partnerCustomerId }));
  return file;
};

test('docs/retries.md: a repeated request takes effect once, and a stale update is refused', async () => {
  const blocks = readBlocks(await pageOf('retries'), {
    API: stack.baseUrl,
    TOKEN: await client.token(),
    BODY: await keepBody('retries-1'),
    KEY: 'guide-retries-1',
  });
  expect(blocks).toHaveLength(6);
  const printed = (await runBlocks(folder, blocks)).trim().split(/\r?\n/);
  expect(printed).toEqual([expect.stringMatching(/^idempotent-replayed: true/i), '422', '404', '200', '412']);
  const { items } = (await client.listBusinessProfiles({})) as { items: { partnerCustomerId: string }[] };
  expect(items.filter(({ partnerCustomerId }) => partnerCustomerId === 'retries-1')).toHaveLength(1);
});

test('docs/sandbox.md: simulates the outcome that the page describes, and advances time', async () => {
  const { customerId } = await client.createBusinessProfile({
    ...validBody(),
    partnerCustomerId: 'sandbox-1',
  } as never);
  const [simulate = '', advance = ''] = readBlocks(await pageOf('sandbox'), {});
  const link = await client.postUploadLink(customerId, {
    documentCategory: 'BankStatement',
    contentType: 'application/pdf',
  });
  const settings = `API=${stack.baseUrl} CUSTOMER=${customerId} TOKEN=${await client.token()}`;
  const answer = JSON.parse(await runBlocks(folder, [settings, simulate]));
  expect(answer.value.verificationStatus).toBe('ChangesRequested');
  const advanced = JSON.parse(await runBlocks(folder, [settings, advance]));
  expect(advanced.value.documentIds).toEqual([link.documentId]);
});

const environment = (more: Record<string, string>) => ({
  PATH: process.env.PATH,
  API_URL: stack.baseUrl,
  ISSUER: stack.issuer,
  CLIENT_ID: stack.machine.partner.clientId,
  PRIVATE_KEY_FILE: join(folder, 'key.pem'),
  ...more,
});
const runTypeScript = async (program: string, env: NodeJS.ProcessEnv) => {
  await writeFile(`${programs}.ts`, program);
  return (await promisify(execFile)(process.execPath, [`${programs}.ts`], { cwd: folder, env })).stdout;
};
const runPython = async (program: string, env: NodeJS.ProcessEnv) => {
  const python = await pythonTools();
  const library = resolve(dirname(python), '../lib');
  const [version = ''] = await readdir(library);
  const paths = [resolve('packages/sdk-python/src'), join(library, version, 'site-packages')];
  const options = { cwd: folder, env: { ...env, PYTHONPATH: paths.join(':') } };
  return (await promisify(execFile)(python, ['-c', program], options)).stdout;
};

describe('docs/sdks.md', () => {
  const environmentFor = async (partnerCustomerId: string) =>
    environment({ DOCUMENT_FILE: join(folder, 'certificate.pdf'), BODY_FILE: await keepBody(partnerCustomerId) });
  const TOLD = ['business.profile.created', 'business.document.confirmed', 'business.verification.updated'];
  /** The change feed shows an event once no older transaction runs on the server, so the program may have to run again. */
  const check = async (language: string, run: (env: NodeJS.ProcessEnv) => Promise<string>) => {
    let runs = 0;
    await until(
      async () => {
        const reference = `sdk-${language}-${++runs}`;
        const lines = (await run(await environmentFor(reference))).trim().split('\n');
        expect(lines.slice(0, 3)).toEqual(['/phoneNumber PhoneNumber.Invalid', 'Confirmed', 'Approved']);
        expect(lines).toContain(reference);
        return TOLD.every((type) => lines.includes(type));
      },
      `${TOLD.join(', ')} are reported`,
    );
  };

  test('the TypeScript program does what the page says', async () => {
    const program = blocksOf(await pageOf('sdks'), 'ts [TypeScript]').join('\n');
    await check('typescript', (env) => runTypeScript(program, env));
  });

  test('the Python program does what the page says', async () => {
    const program = blocksOf(await pageOf('sdks'), 'python [Python]').join('\n');
    await check('python', (env) => runPython(program, env));
  });
});

describe('docs/verification.md', () => {
  /** A business of which both changes of the page are requested, with the page's own simulation. */
  const requestChanges = async (partnerCustomerId: string) => {
    const { customerId, ubos } = await client.createBusinessProfile({ ...validBody(), partnerCustomerId } as never);
    const values = {
      API: stack.baseUrl,
      TOKEN: await client.token(),
      CUSTOMER: customerId,
      PERSON: ubos[0]?.uboId ?? '',
    };
    const [simulate = '', answer = ''] = readBlocks(await pageOf('verification'), values);
    expect(await runBlocks(folder, [simulate])).toContain('"ChangesRequested"');
    return { customerId, simulate, answer };
  };
  /** The client of another page, then the block of this one. */
  const programOf = async (language: string, customerId: string) => {
    const [[opened], blocks] = (await Promise.all(
      ['sdks', 'verification'].map(async (page) => blocksOf(await pageOf(page), language)),
    )) as [string[], string[]];
    return [opened, customerId, ...blocks].join('\n');
  };
  const expectAnswered = async (customerId: string) => {
    const status = await client.readVerificationStatus(customerId);
    expect(status).toMatchObject({ verificationStatus: 'PendingVerification', attempt: 2 });
    const documents = status.documents.map(({ documentCategory, status, uboId }) => [documentCategory, status, uboId]);
    const [person] = status.people;
    expect(documents.toSorted()).toEqual([
      ['CertificateOfIncorporation', 'Confirmed', null],
      ['IdentityFront', 'Confirmed', person?.uboId],
    ]);
  };
  beforeAll(() => cp(join(folder, 'certificate.pdf'), join(folder, 'passport.pdf')));

  test('the commands answer both reasons with one update', async () => {
    const { customerId, simulate, answer } = await requestChanges('answered-curl');
    const settings = simulate.slice(0, simulate.indexOf('curl'));
    expect(await runBlocks(folder, [settings, answer])).toContain('"PendingVerification"');
    await expectAnswered(customerId);
  });

  test('the TypeScript program answers both reasons with one update', async () => {
    const { customerId } = await requestChanges('answered-typescript');
    const program = await programOf('ts [TypeScript]', `const customerId = '${customerId}';`);
    expect(await runTypeScript(program, environment({}))).toMatch(/\nPendingVerification\n$/);
    await expectAnswered(customerId);
  });

  test('the Python program answers both reasons with one update', async () => {
    const { customerId } = await requestChanges('answered-python');
    const program = await programOf('python [Python]', `customer_id = '${customerId}'`);
    expect(await runPython(program, environment({}))).toMatch(/\nPendingVerification\n$/);
    await expectAnswered(customerId);
  });
});

test('docs/clients.md: generates a client in each language, which onboards a business', async () => {
  const [settings = '', typescript, python, ...others] = readBlocks(await pageOf('clients'), {});
  expect(others).toEqual([]);
  const placed = Object.entries({
    API_URL: stack.baseUrl,
    ISSUER: stack.issuer,
    CLIENT_ID: stack.machine.partner.clientId,
    PRIVATE_KEY_FILE: join(folder, 'key.pem'),
    DOCUMENT_FILE: join(folder, 'certificate.pdf'),
  }).reduce((text, [name, value]) => {
    expect(text).toContain(`${name}=`);
    return text.replace(new RegExp(`${name}=\\S+`), `${name}=${value}`);
  }, settings);
  const path = `PATH=${dirname(process.execPath)}:$PATH`;
  // Inside the project, so that the TypeScript example can import the SDK.
  const within = await mkdtemp(resolve('.test', 'clients-page-'));
  try {
    for (const [language, block] of Object.entries({ typescript, python })) {
      const place = join(within, language);
      await cp(resolve('docs/examples/clients', language), place, { recursive: true });
      const printed = await runBlocks(place, [path, placed, block], process.env);
      expect(printed).toMatch(/"verificationStatus": ?"PendingVerification"/);
    }
  } finally {
    await rm(within, { recursive: true, force: true });
  }
});

test("docs/collection/README.md: Bruno's CLI sends every request of the collection, ending with the approval", async () => {
  const [block = '', ...others] = readBlocks(await pageOf('collection/README'), {});
  expect(others).toEqual([]);
  const place = join(folder, 'collection');
  await cp('docs/collection', place, { recursive: true });
  const values = {
    api: stack.baseUrl,
    issuer: stack.issuer,
    clientId: stack.machine.partner.clientId,
    keyFile: join(folder, 'key.pem'),
  };
  const given = Object.entries(values).map(([name, value]) => `--env-var ${name}=${value}`);
  const path = `PATH=${dirname(process.execPath)}:$PATH`;
  const placed = `${block.trim()} ${given.join(' ')} --reporter-json report.json`;
  await runBlocks(place, [path, placed], { ...process.env, npm_config_yes: 'true' });
  const [{ results }] = JSON.parse(await readFile(join(place, 'report.json'), 'utf8')) as [{ results: Sent[] }];
  const documents = await Promise.all(
    ['openapi', 'openapi-sandbox'].map(async (name) => {
      return (await fetch(`${stack.baseUrl}/api/${name}.json`)).json() as Promise<Document>;
    }),
  );
  const operations = documents.flatMap(({ paths }) => Object.values(paths).flatMap((path) => Object.values(path)));
  expect(new Set(results.map(({ name }) => name))).toEqual(new Set(operations.map(({ summary }) => summary)));
  // The approval is refused, and retried, until the screening has finished.
  const refused = results.filter(({ response }) => response.status !== 200);
  expect(refused.filter(({ response }) => response.data.error?.code !== 'Sandbox.NotReady')).toEqual([]);
  expect(results.at(-1)?.response.data).toMatchObject({ value: { verificationStatus: 'Approved' } });
});

interface Document {
  paths: Record<string, Record<string, { summary: string }>>;
}

interface Sent {
  name: string;
  response: { status: number; data: { error?: { code: string }; value?: unknown } };
}

test('docs/receiving.md: the receiver stores each event once, ignores outdated ones, and answers 500 when it cannot store one', async () => {
  const [code = ''] = blocksOf(await pageOf('receiving'), 'js');
  await writeFile(`${programs}.mjs`, code);
  const [port, inbox] = [await freePort(), join(folder, 'inbox.sqlite')];
  const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
  const [secret, next, foreign] = [newSecret(), newSecret(), newSecret()];
  const env = { PORT: String(port), INBOX: inbox, WEBHOOK_SECRETS: `${next} ${secret}`, NODE_NO_WARNINGS: '1' };
  const receiver = spawn(process.execPath, [`${programs}.mjs`], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  receiver.stdout.on('data', (chunk) => (said += chunk));
  try {
    await until(async () => said.includes('listening'), 'the receiver listens');
    const post = async (sequence: number, secrets: string[], change = '') => {
      const eventId = `event-${sequence}`;
      const body = JSON.stringify({
        eventId,
        eventType: 'business.profile.updated',
        sequence,
        data: { customerId: 'c' },
      });
      const headers = signDelivery({ eventId, eventType: 'business.profile.updated', deliveryId: 'd', body, secrets });
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: body + change })).status;
    };
    expect(await post(1, [secret])).toBe(204);
    expect(await post(3, [next, secret])).toBe(204);
    expect(await post(2, [secret])).toBe(204);
    expect(await post(3, [secret])).toBe(204);
    expect(await post(4, [foreign])).toBe(400);
    expect(await post(4, [secret], ' ')).toBe(400);

    const database = new DatabaseSync(inbox);
    database.exec('begin exclusive');
    expect(await post(4, [secret])).toBe(500);
    database.exec('rollback');
    expect(await post(4, [secret])).toBe(204);
    const outcomes = said.split('\n').filter((line) => line.startsWith('business.'));
    expect(outcomes.map((line) => line.split(' ')[1])).toEqual(['current', 'current', 'overtaken', 'known', 'current']);
    expect(database.prepare('select count(*) as events from events').get()).toEqual({ events: 4 });
    expect(database.prepare('select sequence from customers').all()).toEqual([{ sequence: 4 }]);
    database.close();
  } finally {
    receiver.kill();
  }
});

test('docs/receiving.md: catching up starts at the last event, stores each event that was missed, and continues at the cursor', async () => {
  const [code = '', catchUp = ''] = blocksOf(await pageOf('receiving'), 'js');
  const { baseUrl, issuer, machine } = stack;
  const settings = { baseUrl, issuer, clientId: machine.partner.clientId, privateKey: machine.certificate.keyPem };
  const program = [
    code.slice(0, code.indexOf('const server')),
    `const { baseUrl, issuer, clientId, privateKey } = ${JSON.stringify(settings)};`,
    catchUp,
    'console.log(JSON.stringify(query));',
  ];
  await writeFile(`${programs}.mjs`, program.join('\n'));
  const env = { INBOX: join(folder, 'missed.sqlite'), NODE_NO_WARNINGS: '1' };
  const run = async () =>
    JSON.parse((await promisify(execFile)(process.execPath, [`${programs}.mjs`], { env })).stdout) as object;
  const stored = () => {
    const inbox = new DatabaseSync(env.INBOX);
    const rows = inbox
      .prepare('select customer_id from events')
      .all()
      .map((row) => row.customer_id);
    inbox.close();
    return rows;
  };
  const create = async (partnerCustomerId: string) =>
    (await client.createBusinessProfile({ ...validBody(), partnerCustomerId } as never)).customerId;
  const untilStored = async (customerId: string) => {
    await until(async () => (await run()) && stored().includes(customerId), 'the missed event is stored');
  };

  const first = await create('missed-1');
  expect(await run()).toEqual({});
  await untilStored(first);
  // As after webhooks alone: events, but no cursor.
  const inbox = new DatabaseSync(env.INBOX);
  inbox.exec('delete from feed');
  const kept = inbox.prepare('select count(*) as events from events').get()?.events;
  inbox.close();
  expect(await run()).toEqual({ since: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(stored()).toHaveLength(Number(kept));
  await untilStored(await create('missed-2'));
  expect(await run()).toEqual({ cursor: expect.any(String) });
});
