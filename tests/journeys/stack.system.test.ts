// The commands of the local stack as a developer uses them, in a separate folder and on separate ports.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openObjectStore } from '@onboarding/platform/s3';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StackEnvironment } from '../../scripts/stack/state-files.ts';
import { validBody } from '../harness/bodies.ts';
import { cloneFor, type LocalStack, prepareLocalStack } from '../harness/local-stack.ts';
import { readBlocks } from '../harness/page-blocks.ts';
import { until } from '../harness/patience.ts';
import { CLIENT_LANGUAGES, exampleFolder } from './generated-clients.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Generated clients and their OpenAPI documents; the example uses the first. */
const DOCUMENTS = {
  client: 'openapi',
  dashboard: 'openapi-dashboard',
  compliance: 'openapi-compliance',
  operations: 'openapi-operations',
  sandbox: 'openapi-sandbox',
};

let local: LocalStack;
let environment: StackEnvironment;

const stack = (...parameters: string[]) => local.run(...parameters);

beforeAll(async () => {
  local = await prepareLocalStack('stack');
  await stack('up');
  environment = await local.environment();
});
afterAll(() => local.reset());

const asPerson = async (path: string, email: string, headers: Record<string, string> = {}) => {
  const cookie = (await stack('login', email)).stdout.trim().split('\n').at(-1) ?? '';
  return fetch(environment.api + path, { headers: { cookie, ...headers } });
};

test('repeating "up" keeps every process running', async () => {
  const pids = async () => (await stack('status')).stdout.match(/(?<= running +pid )\d+/g);
  const before = await pids();
  expect(before).toHaveLength(7);
  await stack('up');
  expect(await pids()).toEqual(before);
});

test("the API accepts a token that the token endpoint issued for the partner's own key", {
  tags: ['S-288'],
}, async () => {
  const token = (await stack('token', 'acme')).stdout.trim();
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ iss: environment.issuer, partner_id: environment.partners[0]?.partnerId });
  const answer = await fetch(`${environment.api}/api/partner/v1/business-profiles/by-reference/none`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(404);
});

test('the demo partners have the limits of production', async () => {
  const token = (await stack('token', 'acme')).stdout.trim();
  const limitOf = async (method: string, path: string) => {
    const answer = await fetch(`${environment.api}/api/partner/v1/business-profiles${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    return answer.headers.get('ratelimit-policy');
  };
  const link = '/0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01/documents/upload-link';
  expect([await limitOf('GET', ''), await limitOf('POST', '/validate'), await limitOf('POST', link)]).toEqual([
    '"reads";q=100;w=1',
    '"writes";q=25;w=1',
    '"upload-links";q=10;w=1',
  ]);
});

test('a refusal by the token endpoint prints one line to standard error and nothing to standard output', async () => {
  const failure = await stack('token', 'acme', 'everything').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^stack: .*invalid_scope.*\n$/) });
});

test('login signs in a demo person and prints a Cookie header as its last line', async () => {
  const partner = await asPerson('/api/session/partner', 'admin@globex.example');
  expect(await partner.json()).toMatchObject({ value: { email: 'admin@globex.example', role: 'admin' } });
  const staff = await asPerson('/api/session/staff', 'supervisor@staff.example');
  expect(await staff.json()).toMatchObject({ value: { email: 'supervisor@staff.example', role: 'supervisor' } });
  const people = [...environment.partners.flatMap(({ users }) => users), ...environment.staff];
  expect(people.map(({ role }) => role).sort()).toEqual(
    [
      'admin',
      'developer',
      'viewer',
      'admin',
      'developer',
      'viewer',
      'analyst',
      'analyst',
      'supervisor',
      'auditor',
      'operator',
    ].sort(),
  );
});

test('login with an unknown person lists the demo users', async () => {
  const failure = await stack('login', 'nobody@acme.example').catch((error: unknown) => error);
  expect(failure).toMatchObject({ stderr: expect.stringContaining('choose one of admin@acme.example') });
});

test('serves the mail page as HTML and as JSON', async () => {
  const page = await fetch(environment.mail);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${environment.mail}mails.json`)).json()).toEqual([]);
});

test("an HTTPS server with a receiver's certificate and port gets that partner's webhooks", async () => {
  const [acme, globex] = environment.partners;
  const receiver = environment.receivers.find(({ partnerId }) => partnerId === acme?.partnerId);
  expect(environment.receivers.map(({ partnerId }) => partnerId)).toEqual([acme?.partnerId, globex?.partnerId]);
  if (receiver === undefined) throw new Error('Acme has no receiver');
  const got: { body: Buffer; headers: Record<string, string> }[] = [];
  const server = createServer(
    { cert: await readFile(receiver.certFile), key: await readFile(receiver.keyFile) },
    async (request, response) => {
      got.push({ body: await buffer(request), headers: request.headers as Record<string, string> });
      response.end();
    },
  ).listen(receiver.port, '127.0.0.1');
  await once(server, 'listening');
  try {
    const secret = await registered('admin@acme.example', receiver.url);
    const token = (await stack('token', 'acme')).stdout.trim();
    const created = await fetch(`${environment.api}/api/partner/v1/business-profiles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(validBody()),
    });
    const { value } = (await created.json()) as { value: { customerId: string } };
    await until(async () => got.length >= 2, 'the webhooks arrive');
    const events = got.map(({ body, headers }) => new Webhook(secret).verify(body, headers));
    expect(events).toContainEqual(
      expect.objectContaining({
        eventType: 'business.profile.created',
        partnerId: acme?.partnerId,
        data: expect.objectContaining({ customerId: value.customerId }),
      }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the storage in env.json keeps every version', async () => {
  const { storage } = environment;
  if (storage === undefined) throw new Error('The stack has no storage');
  const store = openObjectStore({ ...storage, keptBucket: 'none', quarantineBucket: 'none' });
  const contentType = 'application/pdf';
  const link = await store.uploadLink({ key: 'incoming/any', contentType, at: new Date(), validSeconds: 60 });
  const upload = (body: string) => fetch(link, { method: 'PUT', body, headers: { 'content-type': contentType } });
  expect((await upload('first')).status).toBe(200);
  const first = await store.find('incoming/any');
  await upload('second');
  expect((await store.find('incoming/any'))?.versionId).not.toBe(first?.versionId);
  store.close();
});

test('confirms a document that was uploaded to its link', async () => {
  const token = (await stack('token', 'acme')).stdout.trim();
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${environment.api}/api/partner/v1/business-profiles${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return JSON.parse(await answer.text()).value;
  };
  const { customerId } = await ask('POST', '', validBody());
  const contentType = 'application/pdf';
  const wanted = { documentCategory: 'BankStatement', contentType };
  const { documentId, uploadUrl, headers } = await ask('POST', `/${customerId}/documents/upload-link`, wanted);
  await fetch(uploadUrl, { method: 'PUT', headers, body: '%PDF-1.7\nA statement\n%%EOF\n' });
  const documents = async () => (await ask('GET', `/${customerId}`)).documents;
  await until(async () => (await documents()).length > 0, 'the document has its outcome');
  expect(await documents()).toMatchObject([{ documentId, status: 'Confirmed' }]);
});

test('README.md works block by block, from the first token to the second business', async () => {
  const clone = await cloneFor(local);
  const folder = await mkdtemp(resolve('.test', 'readme-'));
  try {
    const blocks = readBlocks(await readFile('README.md', 'utf8'), {});
    // The stack is already running, and `listen`, which does not end, has its own tests.
    const others = /^(apt-get install |npm install$|npm run stack -- down|npm run --silent onboarding -- listen )/m;
    const followed = blocks.filter((block) => !others.test(block));
    expect(blocks.length - followed.length).toBe(4);
    const placed = followed.map((block) =>
      block
        .replace(/^API=.*$/m, `API=${environment.api}`)
        .replaceAll('/tmp/', `${folder}/`)
        .replace('receiver.mjs &', `receiver.mjs > ${folder}/events.txt &`),
    );
    const arrived = `until grep -q '^business.profile.created .*' ${folder}/events.txt; do sleep 1; done\ncat ${folder}/events.txt`;
    const printed = await clone.shell([...placed, arrived]);
    for (const part of [
      '"identityValueMasked":"****8901"',
      '"code":"PhoneNumber.Invalid"',
      '"status":"Confirmed"',
      '"verificationStatus":"Approved"',
      '"partnerCustomerId":"acme-000043"',
      /^whsec_/m,
      /^Listening on port \d+ for https:/m,
    ])
      expect(printed).toMatch(part);
  } finally {
    await clone.remove();
    await rm(folder, { recursive: true });
  }
});

describe.each(['typescript', 'python'] as const)('a %s client generated from the served documents', (language) => {
  const { generate, check, run: runExample, reread } = CLIENT_LANGUAGES[language];
  let folder: string;
  beforeAll(async () => {
    // Inside the project, so that the example can import the SDK.
    folder = await exampleFolder(language, await mkdtemp(resolve('.test', 'clients-')));
  });
  afterAll(() => rm(resolve(folder, '..'), { recursive: true }));

  test('compiles under the strictest type check, for every document', async () => {
    // The first one runs alone because it installs missing tools.
    const [first, ...others] = Object.entries(DOCUMENTS).map(
      ([name, document]) =>
        () =>
          generate(`${environment.api}/api/${document}.json`, name, folder),
    );
    await first?.();
    await Promise.all(others.map((other) => other()));
    await expect(check(folder)).resolves.toBeUndefined();
  });

  test('creates, reads and updates a business, uploads and submits a document, and reads the status', async () => {
    const [acme] = environment.partners;
    const file = join(folder, 'certificate.pdf');
    await writeFile(file, '%PDF-1.7\nA certificate\n%%EOF\n');
    const outcome = await runExample(folder, {
      API_URL: environment.api,
      ISSUER: environment.issuer,
      CLIENT_ID: acme?.clientId ?? '',
      PRIVATE_KEY_FILE: acme?.privateKeyFile ?? '',
      DOCUMENT_FILE: file,
    });
    expect(outcome).toEqual({
      customerId: expect.stringMatching(UUID),
      partnerCustomerId: expect.stringMatching(new RegExp(`^${language}-`)),
      people: [expect.stringMatching(UUID)],
      changed: true,
      documents: [{ documentId: expect.stringMatching(UUID), status: 'Confirmed' }],
      verificationStatus: 'PendingVerification',
      nextAction: 'None',
      refusal: 'Customer.NotFound',
    });
  });

  // A TypeScript client has no code that parses responses: types do not exist at run time.
  if (reread === undefined) return;
  test('accepts unknown fields and enum values', async () => {
    const token = (await stack('token', 'acme')).stdout.trim();
    const list = await fetch(`${environment.api}/api/partner/v1/business-profiles?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { value } = (await list.json()) as { value: { items: { customerId: string }[] } };
    const answer = await fetch(`${environment.api}/api/partner/v1/business-profiles/${value.items[0]?.customerId}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const record = {
      ...(JSON.parse(await answer.text()).value as object),
      verificationStatus: 'Unheard',
      unheardOf: 1,
    };
    expect(await reread(folder, 'BusinessProfile', record)).toMatchObject({
      verificationStatus: 'Unheard',
      unheardOf: 1,
    });
  });

  test('accepts events of known and unknown types', async () => {
    const token = (await stack('token', 'acme')).stdout.trim();
    const answer = await fetch(`${environment.api}/api/partner/v1/changes?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { value } = (await answer.json()) as { value: { items: { eventType: string; data: object }[] } };
    const [known] = value.items;
    const later = { ...known, eventType: 'unheard.of', data: { unheardOf: 1 } };
    expect(await reread(folder, 'ChangesPage', { ...value, items: [known, later] })).toMatchObject({
      items: [
        { eventType: known?.eventType, data: known?.data },
        { eventType: 'unheard.of', data: { unheardOf: 1 } },
      ],
    });
  });
});

test('only the host names of the receivers resolve to this machine', async () => {
  const answer = await register('admin@globex.example', 'https://hooks.initech.example/webhooks');
  expect(await answer.json()).toMatchObject({ error: { code: 'Webhook.UrlNotPublic' } });
});

async function register(email: string, url: string): Promise<Response> {
  const cookie = (await stack('login', email)).stdout.trim().split('\n').at(-1) ?? '';
  return fetch(`${environment.api}/api/customer/v1/partner-profile/webhooks`, {
    method: 'POST',
    headers: { cookie, origin: environment.portal, 'x-csrf': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
}

async function registered(email: string, url: string): Promise<string> {
  const answer = await register(email, url);
  expect(answer.status).toBe(200);
  const { value } = (await answer.json()) as { value: { webhookSecret: string } };
  return value.webhookSecret;
}
