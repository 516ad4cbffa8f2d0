// Against real TLS servers, through the clients that the services use: each loses another part of the error.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type Server } from 'node:tls';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authority, issueCertificate, makeAuthority } from '../../../../scripts/certificate-authority.ts';
import { openMailer } from '../mail/index.ts';
import { explainDistrust } from './index.ts';

let folder: string;
let authority: Authority;
const servers: Server[] = [];

async function serve(name: string, options: { hosts?: string[]; days?: number } = {}): Promise<number> {
  const files = await issueCertificate(authority, { name, hosts: ['127.0.0.1'], ...options });
  const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)]);
  const server = createServer({ cert, key }, (socket) => socket.on('error', () => {}).destroy());
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

function openTls(port: number, ca?: Buffer): Promise<unknown> {
  const socket = connect({ host: '127.0.0.1', port, ...(ca === undefined ? {} : { ca }) });
  return failureOf(new Promise((resolve, reject) => socket.on('secureConnect', resolve).on('error', reject)));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trust-'));
  authority = await makeAuthority(folder);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

const UNKNOWN = {
  found: expect.stringContaining('does not trust'),
  cure: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
};

test('an unknown authority is explained, with the setting that makes it known', async () => {
  expect(explainDistrust(await openTls(await serve('unknown')))).toEqual(UNKNOWN);
});

test('it is explained whichever client failed', async () => {
  const port = await serve('clients');
  const url = `https://127.0.0.1:${port}`;
  expect(explainDistrust(await failureOf(fetch(url))), 'fetch').toEqual(UNKNOWN);
  const s3 = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  expect(explainDistrust(await failureOf(s3.send(new HeadBucketCommand({ Bucket: 'b' })))), 'storage').toEqual(UNKNOWN);
  s3.destroy();
  const mailer = openMailer({ url: `smtps://127.0.0.1:${port}`, from: 'a@example.com', requireTls: true });
  expect(explainDistrust(await failureOf(mailer.verify())), 'mail').toEqual(UNKNOWN);
  mailer.close();
});

test('an expired certificate and one for another name have different explanations', async () => {
  const ca = await readFile(authority.certFile);
  const expired = explainDistrust(await openTls(await serve('expired', { days: -1 }), ca));
  expect(expired?.found).toContain('has expired');
  const other = explainDistrust(await openTls(await serve('other', { hosts: ['elsewhere.example'] }), ca));
  expect(other?.found).toContain('another name');
});

test('other failures are not explained', async () => {
  const port = await serve('closed');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(explainDistrust(await openTls(port))).toBeUndefined();
  expect(explainDistrust('unable to verify the first certificate')).toBeUndefined();
});
