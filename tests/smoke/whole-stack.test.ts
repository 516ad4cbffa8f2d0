/**
 * The whole service once, on the stack as a developer starts it: from the token to the signed webhook of the approval, with a
 * partner and an analyst who sign in to their sites with a browser. The only file of the gate that starts processes; its tests
 * depend on each other.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { PackageRecord } from '@onboarding/contract';
import { verifyWebhook, type WebhookEvent } from '@onboarding/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StackEnvironment } from '../../scripts/stack/state-files.ts';
import { validBody } from '../harness/bodies.ts';
import { complaintsOf, launchChromium } from '../harness/chromium.ts';
import { pdfOf } from '../harness/files.ts';
import { type LocalStack, prepareLocalStack } from '../harness/local-stack.ts';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { giveCode, givePassword } from '../harness/sign-in-pages.ts';

const COMPANY = 'Ikoyi Office Supplies Ltd';
const FILE = pdfOf('Certificate of incorporation');
const [ONE, OTHER] = ['analyst1@staff.example', 'analyst2@staff.example'] as const;

let local: LocalStack;
let environment: StackEnvironment;
let receiver: Server;
let browser: Browser;
let secret: string;
let customerId: string;
const arrived: { body: Buffer; headers: Record<string, string> }[] = [];
const cookies = new Map<string, string>();

const lastLine = ({ stdout }: { stdout: string }) => stdout.trim().split('\n').at(-1) ?? '';

beforeAll(async () => {
  local = await prepareLocalStack('smoke');
  await local.run('up');
  environment = await local.environment();
  receiver = await receive();
  secret = lastLine(await local.run('webhook', 'acme'));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  await local.reset();
});

/** The HTTPS server of a partner, on the port that the stack reserves for it. */
async function receive(): Promise<Server> {
  const [acme] = environment.receivers;
  if (acme === undefined) throw new Error('The stack has no receiver');
  const [cert, key] = await Promise.all([readFile(acme.certFile), readFile(acme.keyFile)]);
  const server = createServer({ cert, key }, async (request, response) => {
    arrived.push({ body: await buffer(request), headers: request.headers as Record<string, string> });
    response.end();
  }).listen(acme.port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function ask<T>(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const answer = await fetch(`${environment.api}/api${path}`, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { value, error } = (await answer.json()) as { value: T; error?: { code: string } | null };
  expect(`${answer.status} ${error?.code ?? ''}`.trim(), `${method} ${path}`).toBe('200');
  return value;
}

/** A token is valid for five minutes, which a slow machine may need for one step. */
const asPartner = async <T>(method: string, path: string, body?: unknown) =>
  ask<T>(
    method,
    `/partner/v1/business-profiles${path}`,
    { authorization: `Bearer ${lastLine(await local.run('token', 'acme'))}` },
    body,
  );

const asAnalyst = async <T>(email: string, method: string, path: string, body?: unknown) =>
  ask<T>(
    method,
    `/compliance/v1/packages/${customerId}${path}`,
    { cookie: await cookieOf(email), origin: environment.console, 'x-csrf': '1' },
    body,
  );

/** Signs in once. */
async function cookieOf(email: string): Promise<string> {
  const cookie = cookies.get(email) ?? lastLine(await local.run('login', email));
  cookies.set(email, cookie);
  return cookie;
}

test('a partner signs in with a browser, and sees the home page and the webhook', async () => {
  const { page, complaints } = await signInWithBrowser('portal', 'developer@acme.example');
  await page.getByRole('heading', { level: 1, name: 'Welcome, Developer Acme' }).waitFor();
  await page.getByRole('link', { name: 'Webhook', exact: true }).click();
  await page.waitForURL('**/portal/webhooks');
  await page.getByText(environment.receivers[0]?.url ?? 'no receiver', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a business is created, and its document is scanned', async () => {
  ({ customerId } = await asPartner<{ customerId: string }>('POST', '', validBody({ companyName: COMPANY })));
  await uploadDocument();
});

test('an analyst signs in with a browser, finds the business in the queue and opens its package', async () => {
  const { page, complaints } = await signInWithBrowser('console', ONE);
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
  await page.getByRole('link', { name: COMPANY, exact: true }).click();
  await page.waitForURL(`**/console/packages/${customerId}`);
  await page.getByRole('heading', { level: 1, name: COMPANY }).waitFor();
  const documents = page.getByRole('region', { name: 'Documents', exact: true });
  await documents.getByRole('link', { name: 'Certificate of incorporation' }).waitFor();
  expect(complaints).toEqual([]);
  const session = (await page.context().cookies()).find(({ name }) => name === '__Host-onboarding-staff');
  cookies.set(ONE, `${session?.name}=${session?.value}`);
  await page.context().close();
});

test('two analysts approve it, and each step sends a signed event', async () => {
  await approve();
  const { verificationStatus } = await asPartner<{ verificationStatus: string }>('GET', `/${customerId}`);
  expect(verificationStatus).toBe('Approved');
  const events = () => arrived.map((request): WebhookEvent => verifyWebhook({ ...request, secrets: secret }));
  const isApproval = ({ data }: WebhookEvent) => 'verificationStatus' in data && data.verificationStatus === 'Approved';
  await until(async () => events().some(isApproval), 'the approval arrives');
  const types = events().map(({ eventType }) => eventType);
  for (const type of ['business.profile.created', 'business.document.confirmed', 'business.verification.updated'])
    expect(types).toContain(type);
});

/** From the site's URL through the pages of the identity service, back to the site. */
async function signInWithBrowser(site: 'portal' | 'console', email: string) {
  const users = [...environment.staff, ...environment.partners.flatMap(({ users }) => users)];
  const password = users.find((one) => one.email === email)?.password ?? 'no such person';
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${environment[site]}/${site}/`);
  await givePassword(page, email, password);
  await page.getByRole('heading', { level: 1, name: 'Your second factor' }).waitFor();
  // Requested as late as possible: it is valid for half a minute.
  const code = /^Code +(\d+)$/m.exec((await local.run('code', email)).stdout)?.[1] ?? 'no code';
  await giveCode(page, code);
  return { page, complaints };
}

async function uploadDocument(): Promise<void> {
  const link = await asPartner<{ uploadUrl: string; headers: Record<string, string> }>(
    'POST',
    `/${customerId}/documents/upload-link`,
    { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' },
  );
  const body = new Uint8Array(FILE);
  expect((await fetch(link.uploadUrl, { method: 'PUT', headers: link.headers, body })).status).toBe(200);
  const documents = async () =>
    (await asPartner<{ documents: { status: string }[] }>('GET', `/${customerId}`)).documents;
  await until(async () => (await documents()).some(({ status }) => status !== 'Uploaded'), 'the document is checked');
  expect(await documents()).toMatchObject([{ status: 'Confirmed' }]);
}

async function approve(): Promise<void> {
  const packageFor = (email: string) => asAnalyst<PackageRecord>(email, 'GET', '');
  /** An approver must have opened its documents. */
  const open = async (email: string) => {
    for (const { documentId } of (await packageFor(email)).documents) {
      const headers = { cookie: await cookieOf(email), 'x-csrf': '1' };
      const url = `${environment.api}/api/compliance/v1/packages/${customerId}/documents/${documentId}/file`;
      const file = await fetch(url, { headers });
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, FILE.length]);
    }
  };
  await until(async () => {
    const { screeningPending, flagsPending } = await packageFor(ONE);
    return !screeningPending && !flagsPending;
  }, 'it is screened');
  await asAnalyst(ONE, 'POST', '/claim');
  await open(ONE);
  const { decisionId, state } = await asAnalyst<{ decisionId: string; state: string }>(ONE, 'POST', '/decisions', {
    seenVersion: (await packageFor(ONE)).evidenceVersion,
    outcome: 'Approve',
  });
  expect(state).toBe('Proposed');
  await open(OTHER);
  const { evidenceVersion: seenVersion } = await packageFor(OTHER);
  await asAnalyst(OTHER, 'POST', `/decisions/${decisionId}/confirm`, { seenVersion });
}
