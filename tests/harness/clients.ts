// A partner's machine: its key, its registered certificate, and its assertions.
import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type JWTPayload, SignJWT } from 'jose';
import type { TestDatabase, TestPartner } from './database.ts';

const run = promisify(execFile);

export interface TestCertificate {
  certificateId: string;
  privateKey: KeyObject;
  keyPem: string;
  pem: string;
  thumbprint: string;
}

/** A key and a self-signed certificate, created as a partner would create them. */
export async function makeCertificate(): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=test', '-days', '365'];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ]);
    const [keyPem, pem] = [await readFile(key, 'utf8'), await readFile(certificate, 'utf8')];
    return toTestCertificate(keyPem, pem);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function toTestCertificate(keyPem: string, pem: string): TestCertificate {
  return {
    certificateId: crypto.randomUUID(),
    privateKey: createPrivateKey(keyPem),
    keyPem,
    pem,
    thumbprint: createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url'),
  };
}

export interface Validity {
  notBefore?: Date;
  notAfter?: Date;
  revokedAt?: Date | null;
}

export async function registerCertificate(
  database: TestDatabase,
  partner: TestPartner,
  certificate: TestCertificate,
  validity: Validity = {},
): Promise<void> {
  const year = 365 * 86_400_000;
  const spki = new X509Certificate(certificate.pem).publicKey.export({ type: 'spki', format: 'der' });
  await database.owner.query(
    `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before,
       not_after, registered_at, revoked_at)
     values ($1, $2, 'Test', 'CN=test', $3, $4, $5, $6, $7, now(), $8)`,
    [
      partner.partnerId,
      certificate.certificateId,
      certificate.thumbprint,
      createHash('sha256').update(spki).digest(),
      certificate.pem,
      validity.notBefore ?? new Date(Date.now() - 60_000),
      validity.notAfter ?? new Date(Date.now() + year),
      validity.revokedAt ?? null,
    ],
  );
}

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export interface AssertionChoice {
  claims?: JWTPayload;
  header?: { alg?: string; kid?: string; typ?: string };
  key?: KeyObject | Uint8Array;
}

/** A valid assertion with the given changes; a claim set to undefined is omitted. */
export async function makeAssertion(
  issuer: string,
  partner: Pick<TestPartner, 'clientId'>,
  certificate: TestCertificate,
  { claims = {}, header = {}, key }: AssertionChoice = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: partner.clientId, sub: partner.clientId, aud: issuer, iat: now, exp: now + 60 };
  return new SignJWT({ ...usual, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'RS256', ...header })
    .sign(key ?? certificate.privateKey);
}

export function tokenForm(assertion: string, more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
    ...more,
  });
}
