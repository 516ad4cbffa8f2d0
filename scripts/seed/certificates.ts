/** A key and a certificate for each demo partner, created once and stored in files, as a partner would store its own. */
import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { failureCode, StackFailure } from '../servers/failure.ts';

const run = promisify(execFile);
/** Less than the maximum of 825 days. */
const DAYS = 800;
const RENEWED_MS = 7 * 86_400_000;

export interface KeyFiles {
  readonly privateKeyFile: string;
  readonly certificateFile: string;
}

/** The files of a name, created again if they are missing, do not match or are about to expire. */
export async function ensureKeyFiles(directory: string, name: string): Promise<KeyFiles> {
  const files = {
    privateKeyFile: join(directory, `${name}.key.pem`),
    certificateFile: join(directory, `${name}.certificate.pem`),
  };
  if (await areGood(files)) return files;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const drafts = [`${files.privateKeyFile}.new`, `${files.certificateFile}.new`] as const;
  try {
    await makeCertificate(name, drafts);
    for (const [index, draft] of drafts.entries()) {
      await chmod(draft, 0o600);
      await rename(draft, index === 0 ? files.privateKeyFile : files.certificateFile);
    }
  } finally {
    for (const draft of drafts) await rm(draft, { force: true });
  }
  return files;
}

async function areGood({ privateKeyFile, certificateFile }: KeyFiles): Promise<boolean> {
  try {
    const certificate = new X509Certificate(await readFile(certificateFile));
    const fits = certificate.checkPrivateKey(createPrivateKey(await readFile(privateKeyFile)));
    return fits && certificate.validToDate.getTime() > Date.now() + RENEWED_MS;
  } catch {
    return false;
  }
}

async function makeCertificate(name: string, [keyFile, certificateFile]: readonly [string, string]): Promise<void> {
  const what = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-sha256', '-days', String(DAYS), '-subj', `/CN=${name}`];
  try {
    await run('openssl', ['req', ...what, '-keyout', keyFile, '-out', certificateFile]);
  } catch (thrown) {
    if (failureCode(thrown) === 'ENOENT') {
      throw new StackFailure(
        'openssl is missing, and is needed to create certificates: install it (apt-get install openssl)',
      );
    }
    throw thrown;
  }
}

/** Registers the certificate for the partner, if it is not registered yet. */
export async function registerCertificate(client: Client, partnerId: string, file: string): Promise<void> {
  const pem = await readFile(file, 'utf8');
  const certificate = new X509Certificate(pem);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes);
  await client.query(
    `insert into onboarding.api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem,
       not_before, not_after, registered_at)
     values ($1, $2, 'Local stack', $3, $4, $5, $6, $7, $8, now()) on conflict do nothing`,
    [
      partnerId,
      crypto.randomUUID(),
      certificate.subject.replaceAll('\n', ', '),
      sha256(certificate.raw).digest('base64url'),
      sha256(certificate.publicKey.export({ type: 'spki', format: 'der' })).digest(),
      pem,
      certificate.validFromDate,
      certificate.validToDate,
    ],
  );
}
