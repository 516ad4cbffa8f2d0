// Runs the examples in docs/examples/languages with the commands of docs/languages.md, against real services. A missing
// language is a failure, because an example that did not run might not work. Go and Maven keep the libraries they have
// downloaded in their own caches.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { OnboardingClient } from '@onboarding/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { validBody } from '../harness/bodies.ts';
import { runBlocks, sectionsOf } from '../harness/page-blocks.ts';
import { openPartnerStack, type PartnerStack } from '../harness/scenes/partner-stack.ts';

const EXAMPLES = { Go: 'go', Java: 'java', 'C#': 'csharp', PHP: 'php', Ruby: 'ruby' };
/** Maven runs for a few seconds only: not worth the better of Java's two compilers. */
const ENVIRONMENT = { ...process.env, MAVEN_OPTS: '-XX:TieredStopAtLevel=1' };
const FILE = Buffer.from('%PDF-1.7\nA certificate\n%%EOF\n');

let stack: PartnerStack;
let folder: string;
let client: OnboardingClient;
let blocks: Map<string, string[]>;

beforeAll(async () => {
  blocks = sectionsOf(await readFile('docs/languages.md', 'utf8'));
  stack = await openPartnerStack();
  const { baseUrl, issuer, machine } = stack;
  const { partner, certificate } = machine;
  client = new OnboardingClient({ baseUrl, issuer, clientId: partner.clientId, privateKey: certificate.keyPem });
  folder = await mkdtemp(join(tmpdir(), 'languages-'));
  await mkdir(join(folder, '.stack'));
  await cp('docs/examples/languages', join(folder, 'docs/examples/languages'), {
    recursive: true,
    filter: (path) => !path.endsWith('/target'),
  });
  await writeFile(join(folder, 'key.pem'), certificate.keyPem);
  await writeFile(join(folder, 'certificate.pdf'), FILE);
});
afterEach(() => stack.proxies.storage.spoil([]));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await stack?.close();
});

interface Outcome {
  code: number;
  /** Without Maven's colours. */
  printed: string;
}

/** The program's settings for a business with this reference. */
async function settingsFor(reference: string, changes: Record<string, unknown> = {}): Promise<Record<string, string>> {
  const body = join(folder, `${reference}.json`);
  await writeFile(body, JSON.stringify({ ...validBody(), partnerCustomerId: reference, ...changes }));
  return {
    API_URL: stack.baseUrl,
    ISSUER: stack.issuer,
    CLIENT_ID: stack.machine.partner.clientId,
    PRIVATE_KEY_FILE: join(folder, 'key.pem'),
    BODY_FILE: body,
    DOCUMENT_FILE: join(folder, 'certificate.pdf'),
  };
}

/** Runs the page's commands for a language, with our values for its settings, after which `more` may change them. */
async function run(language: string, values: Record<string, string>, more = ''): Promise<Outcome> {
  const [settings = '', ...others] = blocks.get('Settings') ?? [];
  expect(others).toEqual([]);
  const placed = Object.entries(values).reduce((text, [name, value]) => {
    expect(text).toContain(` ${name}=`);
    return text.replace(new RegExp(`(?<= ${name}=)\\S+`), () => `'${value}'`);
  }, settings);
  const commands = blocks.get(language) ?? [];
  expect(commands).toHaveLength(1);
  const { code, text } = await runBlocks(folder, [placed, more, ...commands], ENVIRONMENT).then(
    (stdout) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
  return { code, printed: stripVTControlCharacters(text) };
}

test('covers every example in the folder', async () => {
  expect((await readdir('docs/examples/languages')).sort()).toEqual(Object.values(EXAMPLES).sort());
});

describe.each(Object.entries(EXAMPLES))('in %s', (language, name) => {
  test('onboards a business, and creates nothing more if it runs again', async () => {
    const reference = `language-${name}`;
    const settings = await settingsFor(reference);
    stack.proxies.api.forget();

    const first = await run(language, settings);
    expect(first).toEqual({
      code: 0,
      printed: expect.stringMatching(/^Business: [0-9a-f-]{36}, PendingVerification\nDocument: Confirmed\n$/),
    });
    expect(await run(language, settings)).toEqual(first);

    const profile = await client.readBusinessProfileByReference(reference);
    const confirmed = {
      documentCategory: 'CertificateOfIncorporation',
      status: 'Confirmed',
      sha256: createHash('sha256').update(FILE).digest('hex'),
    };
    expect(profile).toMatchObject({ partnerCustomerId: reference, documents: [confirmed, confirmed] });
    expect(first.printed).toContain(profile.customerId);
    const { rows } = await stack.database.owner.query('select 1 from customers where partner_customer_id = $1', [
      reference,
    ]);
    expect(rows).toHaveLength(1);
    const keys = stack.proxies.api.passed().flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    expect(keys).toEqual([`signup-${reference}`, `signup-${reference}`]);
  });

  test('reports what the API refuses, with its code', async () => {
    const { code, printed } = await run(language, await settingsFor(`refused-${name}`, { phoneNumber: '0803' }));
    expect(printed).toMatch(/POST \/api\/partner\/v1\/business-profiles: 400 .*PhoneNumber\.Invalid/);
    expect(code).toBe(1);
  });

  test('reports what the identity service refuses, with its code', async () => {
    const settings = { ...(await settingsFor(`unknown-${name}`)), CLIENT_ID: 'unknown' };
    const { code, printed } = await run(language, settings);
    expect(printed).toMatch(/POST \/oauth2\/token: 401 .*invalid_client/);
    expect(code).toBe(1);
  });

  test('names a setting that is missing', async () => {
    const { code, printed } = await run(language, await settingsFor(`missing-${name}`), 'unset CLIENT_ID');
    expect(printed).toContain('CLIENT_ID');
    expect(code).toBe(1);
  });

  test('does not show the upload link if the connection to storage is lost', async () => {
    stack.proxies.storage.spoil([{ method: 'PUT', times: 100, do: 'cutBefore' }]);
    const { code, printed } = await run(language, await settingsFor(`cut-${name}`));
    expect(printed).not.toMatch(/X-Amz|Signature/i);
    expect(printed).not.toBe('');
    expect(code).toBe(1);
  });
});
