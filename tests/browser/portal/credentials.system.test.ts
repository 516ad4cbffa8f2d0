// Credentials in the portal: a key generated in the browser and used by curl, explained refusals, a revoked certificate.
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../harness/certificates.ts';
import { commandsOn, saveKey } from '../../harness/new-certificate.ts';
import { runBlocks } from '../../harness/page-blocks.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

let portal: SiteScene;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-key-'));
  portal = await openPortal();
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

/** Everything the window has sent so far: URLs, headers and bodies. */
function listen({ page }: SiteWindow): () => string {
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
  });
  return () => sent.join('\n');
}

/** Item by item: the browser does not serialise a storage object as a whole. */
const stored = (page: Page) =>
  page.evaluate<string>(`indexedDB.databases().then((found) => {
    const items = (storage) => Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at)));
    return JSON.stringify([items(localStorage), items(sessionStorage), found, document.cookie]);
  })`);

test('a key pair generated in the browser gets a token with the commands on the page, which reports it; the key is never sent', {
  tags: ['S-291'],
}, async () => {
  const { partnerId } = await portal.database.addPartner();
  const admin = await portal.enter({ partnerId });
  const { page } = admin;
  const sent = listen(admin);
  await admin.open('/');
  await page.getByRole('link', { name: 'API credentials', exact: true }).click();
  await page.getByText('No certificate yet').waitFor();
  expect(await admin.look('credentials-none')).toEqual([]);

  await page.getByRole('link', { name: 'New certificate' }).first().click();
  await page.getByLabel('Name').fill('First server');
  expect(await admin.look('new-certificate')).toEqual([]);
  await page.getByRole('button', { name: 'Generate key pair' }).click();
  await page.getByText('Save the private key now').waitFor();
  await page.getByText('Waiting for your first token').waitFor();

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('Leave without the private key?').waitFor();
  await page.getByRole('button', { name: 'Stay and save it' }).click();
  const keyFile = await saveKey(page, folder);
  expect(basename(keyFile)).toBe('first-server-key.pem');

  const commands = await commandsOn(page);
  await makeOtherKey();
  const refused = await runBlocks(folder, [commands.replace(/^KEY=.*$/m, 'KEY=other.pem')]);
  expect(refused).toContain('invalid_client');
  await page.getByText('Signed with a key that is not registered').waitFor();
  await page.getByText('register the certificate of this key').waitFor();
  expect(await admin.look('new-certificate-refused')).toEqual([]);

  expect(await runBlocks(folder, [commands])).toContain('"access_token"');
  await page.getByText('It works: a token was issued').waitFor();
  expect(await admin.look('new-certificate-works')).toEqual([]);

  const key = await readFile(keyFile, 'utf8');
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(await runBlocks(folder, [`openssl pkey -in ${keyFile} -noout -text | head -1`])).toContain('3072 bit');
  const kept = `${sent()}${await stored(page)}`;
  expect(kept, 'requests were recorded').toContain('BEGIN CERTIFICATE');
  expect(kept).not.toContain('PRIVATE KEY');
  for (const text of waysToWrite(key)) expect(kept).not.toContain(text);
  const { rows } = await portal.database.owner.query(
    'select name, not_after - not_before as valid from api_certificates where partner_id = $1',
    [partnerId],
  );
  expect(rows).toMatchObject([{ name: 'First server', valid: { days: 365, hours: 1 } }]);

  await page.reload();
  await page.getByText('It works: a token was issued').waitFor();
  await expect.poll(() => page.getByText('private key', { exact: false }).filter({ hasText: 'Save' }).count()).toBe(0);
  expect(admin.complaints).toEqual([]);
});

/** The secret numbers of a key, in hexadecimal and at each of the three base64 offsets. */
function waysToWrite(pem: string): string[] {
  const { d = '', p = '', q = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  return [d, p, q].flatMap((number) => {
    const bytes = Buffer.from(number, 'base64url').subarray(8, 62);
    const encoded = [0, 1, 2].flatMap((from) =>
      (['base64', 'base64url'] as const).map((way) => bytes.subarray(from, from + 48).toString(way)),
    );
    return [bytes.toString('hex'), ...encoded];
  });
}

async function makeOtherKey(): Promise<void> {
  await runBlocks(folder, ['openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out other.pem 2>/dev/null']);
}

test('a pasted private key stays in the browser; a pasted certificate is listed, used and revoked, and a refusal explained', {
  tags: ['S-291'],
}, async () => {
  const { partnerId } = await portal.database.addPartner();
  const admin = await portal.enter({ partnerId });
  const { page } = admin;
  const sent = listen(admin);
  const { pem, privateKey } = await makeCertificate({ days: 12 });
  await admin.open('/credentials/new?way=paste');
  await page.getByLabel('Name').fill('Old server');
  await page.getByRole('textbox', { name: 'Certificate' }).fill(privateKey + pem);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByText('This contains a private key, so it was not sent.').waitFor();
  expect(await admin.look('paste-key')).toEqual([]);
  expect(sent()).not.toContain('PRIVATE KEY');
  await page.getByRole('textbox', { name: 'Certificate' }).fill('nonsense');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page
    .getByText(/must be|is not/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Certificate' }).fill(pem);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByText('“Old server” is registered').waitFor();
  const commands = await commandsOn(page);
  await runBlocks(folder, [`cat > key.pem <<'EOT'\n${privateKey}EOT`, commands]);
  await page.getByText('It works: a token was issued').waitFor();

  await admin.open('/credentials');
  await page.getByText(/^1[12] days left$/).waitFor();
  await page.getByText('by Ada Lind').waitFor();
  expect(await admin.look('credentials')).toEqual([]);
  await page.getByRole('button', { name: 'Revoke Old server' }).click();
  await expect.poll(() => page.url()).toContain('revoke=');
  await page.getByText('This cannot be undone.').waitFor();
  expect(await admin.look('revoke')).toEqual([]);
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('No valid certificate left').waitFor();
  await page.getByRole('link', { name: 'Show 1' }).click();
  await page.getByRole('cell', { name: 'Revoked' }).first().waitFor();

  await runBlocks(folder, [commands]);
  await admin.open('/credentials/requests');
  await page.getByText('Signed with a revoked certificate.').waitFor();
  await page.getByText('Register a certificate in the portal').waitFor();
  expect(await admin.look('token-requests')).toEqual([]);
  await page.getByText('Issued', { exact: true }).first().click();
  await page.getByText('Signed with a revoked certificate.').waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toContain('outcome=Issued');
  await page.goBack();
  await page.getByText('Signed with a revoked certificate.').waitFor();
  await admin.open('/credentials/requests?outcome=Refused&from=9998-01-01&certificateId=nonsense&no=such');
  await page.getByText('No token requests match these filters').waitFor();
  await expect.poll(() => page.url()).not.toMatch(/nonsense|such/);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByText('Signed with a revoked certificate.').waitFor();
  expect(admin.complaints).toEqual([]);

  const developer = await portal.enter({ partnerId, role: 'developer' });
  await developer.open('/credentials/new');
  await developer.page.getByText('Only an admin can register a certificate').waitFor();
  await developer.open('/credentials');
  await expect
    .poll(() => developer.page.getByRole('button', { name: 'New certificate' }).first().isDisabled())
    .toBe(true);
  await developer.page.getByText('Ask an admin.').first().waitFor();
});
