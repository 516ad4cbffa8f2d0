// Follows the READMEs of the two SDKs as an integrator would: runs their code blocks, one program per language, against real
// sandbox services. Only addresses, ids and what a page leaves to the reader are filled in.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { signDelivery } from '@onboarding/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonTools } from '../../scripts/openapi-tools.ts';
import { blocksOf, runBlocks } from '../harness/page-blocks.ts';
import { openPartnerStack, type PartnerStack } from '../harness/scenes/partner-stack.ts';

let stack: PartnerStack;
let folder: string;
/** Inside the checkout, so that the SDK can be imported. */
const program = resolve('tests/journeys', `sdk-pages-${process.pid}.ts`);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

beforeAll(async () => {
  stack = await openPartnerStack();
  folder = await mkdtemp(join(tmpdir(), 'sdk-pages-'));
  await writeFile(join(folder, 'key.pem'), stack.machine.certificate.keyPem);
  await writeFile(join(folder, 'certificate.pdf'), '%PDF-1.7\nA certificate\n%%EOF\n');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(program, { force: true });
  await stack?.close();
});

/** Fills in this stack's addresses, a unique reference, and a registration number that the sandbox approves automatically. */
function placed(block: string, reference: string): string {
  return [
    ['https://api.example.com', stack.baseUrl],
    ['https://identity.example.com', stack.issuer],
    ['acme-marketplace-0199a8f24c317d0cb1e64f2f5a7c9d10', stack.machine.partner.clientId],
    ['acme-000042', reference],
    ['RC1234567', 'SBXAPPROVE'],
  ].reduce((text, [written = '', here = '']) => text.replaceAll(written, here), block);
}

function delivery() {
  const eventId = crypto.randomUUID();
  const body = JSON.stringify({
    eventId,
    eventType: 'business.verification.updated',
    data: { customerId: 'c', verificationStatus: 'Approved' },
  });
  const parts = { eventId, eventType: 'business.verification.updated', deliveryId: 'd', body, secrets: [SECRET] };
  return { body, headers: signDelivery(parts) };
}

test('packages/sdk/README.md: every block does what the page says', async () => {
  const blocks = blocksOf(await readFile('packages/sdk/README.md', 'utf8'), 'ts').map((one) =>
    placed(one, 'readme-ts'),
  );
  expect(blocks).toHaveLength(5);
  const imports = new Set(blocks.flatMap((block) => block.match(/^import .*$/gm) ?? []));
  const [client, calls, errors, lists, webhook] = blocks.map((block) => block.replaceAll(/^import .*$/gm, ''));
  const { body, headers } = delivery();
  const parts = [
    ...imports,
    client,
    'console.log(verificationStatus, reasons.length);',
    `const body = { ...(await client.readBusinessProfile(customerId)), partnerCustomerId: 'readme-ts-2' };`,
    `const order = { id: 'order-1' };`,
    `{ ${calls} console.log((await client.readBusinessProfile(customerId)).description); }`,
    `{ ${errors} }`,
    'const stopped = new AbortController(); const { signal } = stopped; const load = async () => undefined;',
    'const seen = []; const handle = async (event) => seen.push(event.eventType); const save = async () => stopped.abort();',
    `await (async () => { ${lists} })().catch((error) => { if (!signal.aborted) throw error; });`,
    `console.log(seen.includes('business.profile.created'));`,
    `const rawBody = ${JSON.stringify(body)}; const request = { headers: ${JSON.stringify(headers)} };`,
    `{ ${webhook} console.log(event.eventType, WebhookVerificationError.name); }`,
  ];
  await writeFile(program, parts.join('\n'));
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: folder, env });
  const size = (await readFile(join(folder, 'certificate.pdf'))).length;
  for (const line of [
    `${size} of ${size} bytes`,
    'Approved 0',
    'Rice and beans',
    'known already',
    'true',
    'business.verification.updated WebhookVerificationError',
  ])
    expect(stdout.split('\n')).toContain(line);
});

const indented = (block: string) => block.replaceAll(/^(?=.)/gm, '    ');

test('packages/sdk-python/README.md: every block does what the page says', async () => {
  const page = await readFile('packages/sdk-python/README.md', 'utf8');
  const blocks = blocksOf(page, 'python').map((one) => placed(one, 'readme-python'));
  expect(blocks).toHaveLength(5);
  const [client, asynchronous = '', lists = '', documents, webhook] = blocks;
  const { body, headers } = delivery();
  const settings = `base_url="${stack.baseUrl}", issuer="${stack.issuer}", client_id="${stack.machine.partner.clientId}", private_key=Path("key.pem").read_text()`;
  const parts = [
    client,
    'import asyncio\nasync def main() -> None:',
    indented(asynchronous.replace('base_url=..., issuer=..., client_id=..., private_key=...', settings)),
    '    print(business["partnerCustomerId"])\nasyncio.run(main())',
    'saved_cursor, seen, saved = None, [], []',
    'handle, save = (lambda event: seen.append(event["eventType"])), saved.append',
    `${lists}print(bool(saved))`,
    documents,
    `NEW_SECRET, OLD_SECRET = "whsec_${Buffer.alloc(32, 8).toString('base64')}", "${SECRET}"`,
    // Stubs for what a web framework provides under these names.
    'class app:\n    @staticmethod\n    def post(_):\n        return lambda function: function',
    `class request:\n    headers = ${JSON.stringify(headers)}\n    @staticmethod\n    def get_data():\n        return ${JSON.stringify(body)}.encode()`,
    `${webhook}print(receive())`,
  ];
  const python = await pythonTools();
  const library = resolve(dirname(python), '../lib');
  const [version = ''] = await readdir(library);
  const paths = [resolve('packages/sdk-python/src'), join(library, version, 'site-packages')];
  const env = { PATH: process.env.PATH, PYTHONPATH: paths.join(':') };
  const { stdout } = await promisify(execFile)(python, ['-c', parts.join('\n')], { cwd: folder, env });
  for (const line of ['readme-python', 'True', 'Confirmed Approved', 'Approved', "('', 200)"])
    expect(stdout.split('\n')).toContain(line);
});

test('packages/sdk-python/README.md: the wheel is built and installed as the page says', async () => {
  const [install, ...others] = blocksOf(await readFile('packages/sdk-python/README.md', 'utf8'), 'sh');
  expect(others).toEqual([]);
  const root = join(folder, 'checkout');
  await mkdir(root);
  await symlink(resolve('packages'), join(root, 'packages'));
  const venv = 'python3 -m venv venv && . venv/bin/activate';
  const used = 'python -c "import onboarding_sdk; print(onboarding_sdk.OnboardingClient.__name__)"';
  expect(await runBlocks(root, [venv, install, used], process.env)).toContain('\nOnboardingClient\n');
});
