import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MadeCertificate, makeCertificate, openssl } from '../../../../tests/harness/certificates.ts';
import { certificateStatus, daysLeft, expiryWarning, judgeCertificate } from './certificate.ts';

const DAY = 86_400_000;
const now = () => new Date();
let good: MadeCertificate;
let other: MadeCertificate;
beforeAll(async () => {
  [good, other] = await Promise.all([makeCertificate(), makeCertificate({ subject: '/' })]);
});

function accepted(text: string, at = now()) {
  const { accepted: certificate, problems } = judgeCertificate(text, at);
  expect(problems).toEqual([]);
  if (certificate === undefined) throw new Error('refused');
  return certificate;
}

function codes(text: string, at = now()): string[] {
  const { problems } = judgeCertificate(text, at);
  for (const { pointer, message } of problems) {
    expect(pointer).toBe('/certificate');
    expect(message.length).toBeGreaterThan(40);
  }
  return problems.map(({ code }) => code);
}

describe('an accepted certificate', () => {
  test('has a one-line subject, and the thumbprint and key hash that openssl computes', async () => {
    const certificate = accepted(good.pem);
    expect(certificate.subject).toBe('CN=my-integration, O=Acme');
    const fingerprint = await openssl(['x509', '-noout', '-fingerprint', '-sha256'], good.pem);
    const hex = fingerprint.split('=')[1]?.trim().replaceAll(':', '') ?? '';
    expect(certificate.thumbprint).toBe(Buffer.from(hex, 'hex').toString('base64url'));
    const publicKey = await openssl(['x509', '-noout', '-pubkey'], good.pem);
    const spki = Buffer.from(publicKey.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spki));
    expect(certificate.spkiHash.equals(digest)).toBe(true);
    expect(certificate.notAfter.getTime() - certificate.notBefore.getTime()).toBe(365 * DAY);
  });

  test.each([
    ['as openssl writes it', (pem: string) => pem],
    ['with Windows line endings', (pem: string) => pem.replaceAll('\n', '\r\n')],
    ['with surrounding white space', (pem: string) => `\n\n  ${pem}\n\t `],
    ['without a trailing newline', (pem: string) => pem.trimEnd()],
    ['with bag attributes before it', (pem: string) => `Bag Attributes\n    localKeyID: 01\nsubject=CN=x\n${pem}`],
    ['on one long line', (pem: string) => pem.replaceAll(/(?<=[A-Za-z0-9+/=])\n(?=[A-Za-z0-9+/])/g, '')],
  ])('is normalised %s', (_how, write) => {
    const { pem, thumbprint } = accepted(write(good.pem));
    expect(pem).toBe(good.pem);
    expect(thumbprint).toBe(accepted(good.pem).thumbprint);
  });

  test('may have no subject and be self-signed', () => {
    expect(accepted(other.pem).subject).toBe('');
    expect(new X509Certificate(other.pem).verify(new X509Certificate(other.pem).publicKey)).toBe(true);
  });

  test('may have control characters in its subject, which remains one line', async () => {
    const made = await makeCertificate({ subject: '/CN=a\nb\tc/O=d\\/e' });
    expect(accepted(made.pem).subject).toMatch(/^CN=[^\n\t]+, O=d\/e$/);
  });
});

describe('a private key', () => {
  test('is refused in every form before any other check, and reported as compromised', async () => {
    const { privateKey, pem } = good;
    const rsa = await openssl(['rsa', '-traditional'], privateKey);
    const ec = await openssl(['ecparam', '-name', 'prime256v1', '-genkey', '-noout']);
    const bare = (key: string) => key.replaceAll(/-----[^-]+-----/g, '');
    const forms = [
      privateKey,
      `${pem}${privateKey}`,
      `${privateKey}${pem}`,
      rsa,
      await openssl(['pkcs8', '-topk8', '-passout', 'pass:secret'], privateKey),
      ec,
      bare(privateKey),
      bare(rsa),
      bare(ec),
      privateKey.slice(0, 60),
      `${privateKey}${'x'.repeat(20_000)}`,
    ];
    for (const form of forms) expect(codes(form)).toEqual(['Credential.PrivateKeyPasted']);
    expect(judgeCertificate(privateKey, now()).problems[0]?.message).toMatch(
      /compromised.*Do not use that key anywhere again/s,
    );
  });

  test('is never repeated in a message', () => {
    const [problem] = judgeCertificate(`${good.pem}${good.privateKey}`, now()).problems;
    const secret = good.privateKey.split('\n')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    expect(problem?.message).not.toContain(secret);
  });
});

describe('refuses with advice anything but a single certificate:', () => {
  const invalid = 'Credential.CertificateInvalid';
  const cases: [string, () => string | Promise<string>, RegExp][] = [
    ['an empty string', () => '', /is empty/],
    ['white space', () => ' \n ', /is empty/],
    ['plain text', () => 'my certificate', /is not a certificate in PEM format.*openssl req -x509/],
    ['a bundle', () => good.pem + other.pem, /more than one PEM block.*without the issuer chain/],
    ['the same certificate twice', () => good.pem + good.pem, /more than one PEM block/],
    ['base64 without armour', () => good.pem.replaceAll(/-----[^-]+-----/g, ''), /not in PEM format.*BEGIN to END/],
    ['a missing END line', () => good.pem.replace(/-----END[^-]+-----\n/, ''), /cut off/],
    ['text missing in the middle', () => good.pem.slice(0, 500) + good.pem.slice(-30), /cannot be read/],
    ['invalid characters', () => good.pem.replace(/\n.{10}/, '\n!!!!!!!!!!'), /cannot be read/],
    [
      'base64 of something else',
      () => `-----BEGIN CERTIFICATE-----\n${'AAAA'.repeat(99)}\n-----END CERTIFICATE-----`,
      /cannot be read/,
    ],
    ['trailing bytes', () => withTrailingBytes(good.pem), /cannot be read/],
    [
      'a certificate request',
      () => openssl(['req', '-new', '-newkey', 'rsa:2048', '-noenc', '-keyout', '/dev/null', '-subj', '/CN=a']),
      /certificate request.*openssl x509 -req/,
    ],
    [
      'a public key',
      () => openssl(['x509', '-noout', '-pubkey'], good.pem),
      /only a public key.*openssl req -x509 -key/,
    ],
    ['another kind of PEM block', () => good.pem.replaceAll('CERTIFICATE', 'PKCS7'), /another kind/],
    ['mismatched armour', () => good.pem.replace('END CERTIFICATE', 'END PKCS7'), /another kind/],
    ['more than 16 KiB', () => good.pem + ' '.repeat(16 * 1024), /larger than 16 KiB/],
  ];
  test.each(cases)('%s', async (_what, make, message) => {
    const text = await make();
    expect(codes(text)).toEqual([invalid]);
    expect(judgeCertificate(text, now()).problems[0]?.message).toMatch(message);
  });
});

function withTrailingBytes(pem: string): string {
  const der = Buffer.concat([new X509Certificate(pem).raw, Buffer.from('behind')]);
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`;
}

describe('the key', () => {
  test.each([
    ['an elliptic curve', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'], /not an RSA key/],
    ['Ed25519', ['-newkey', 'ed25519'], /not an RSA key/],
    ['RSA-PSS', ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'], /restricted to RSA-PSS/],
    ['1024 bits', ['-newkey', 'rsa:1024'], /only 1024 bits/],
    ['2047 bits', ['-newkey', 'rsa:2047'], /only 2047 bits/],
    ['the public exponent 3', ['-newkey', 'rsa:2048', '-pkeyopt', 'rsa_keygen_pubexp:3'], /unusual public exponent/],
  ])('%s is refused, and the message says which key to create', { tags: ['S-292'] }, async (_what, key, message) => {
    const { pem } = await makeCertificate({ key });
    expect(codes(pem)).toEqual(['Credential.KeyUnsupported']);
    expect(judgeCertificate(pem, now()).problems[0]?.message).toMatch(message);
    expect(judgeCertificate(pem, now()).problems[0]?.message).toContain('-newkey rsa:3072');
  });

  test('of 3072 bits is accepted', { tags: ['S-291'] }, async () => {
    expect(accepted((await makeCertificate({ key: ['-newkey', 'rsa:3072'] })).pem).subject).toContain('CN=');
  });
});

describe('the validity period', () => {
  test('is checked exactly at both ends', () => {
    const { notBefore, notAfter } = accepted(good.pem);
    const at = (moment: Date, ms: number) => codes(good.pem, new Date(moment.getTime() + ms));
    expect(at(notBefore, -1)).toEqual(['Credential.CertificateNotYetValid']);
    expect(at(notBefore, 0)).toEqual([]);
    expect(at(notAfter, -1)).toEqual([]);
    expect(at(notAfter, 0)).toEqual(['Credential.CertificateExpired']);
  });

  test('may last 825 days, but not 826', async () => {
    expect(codes((await makeCertificate({ days: 825 })).pem)).toEqual([]);
    expect(codes((await makeCertificate({ days: 826 })).pem)).toEqual(['Credential.ValidityTooLong']);
  });

  test('and the key are both reported when both are wrong', async () => {
    const { pem } = await makeCertificate({ key: ['-newkey', 'ed25519'], days: 3650 });
    expect(codes(pem)).toEqual(['Credential.KeyUnsupported', 'Credential.ValidityTooLong']);
  });
});

describe('status and warnings', () => {
  const at = new Date('2026-06-01T00:00:00Z');
  const inDays = (days: number) => new Date(at.getTime() + days * DAY);

  test('Revoked takes precedence over Expired, and a certificate is Expired at notAfter', () => {
    expect(certificateStatus({ notAfter: inDays(1), revokedAt: null }, at)).toBe('Active');
    expect(certificateStatus({ notAfter: at, revokedAt: null }, at)).toBe('Expired');
    expect(certificateStatus({ notAfter: inDays(-1), revokedAt: inDays(-2) }, at)).toBe('Revoked');
  });

  test.each([
    [60.1, null, 60],
    [60, 60, 60],
    [30.5, 60, 30],
    [30, 30, 30],
    [14, 14, 14],
    [7, 7, 7],
    [6.9, 7, 6],
    [1.1, 7, 1],
    [1, 1, 1],
    [0.5, 1, 0],
  ])('with %s days left, the warning stage is %s', (days, stage, left) => {
    expect(expiryWarning(inDays(days), at)).toBe(stage);
    expect(daysLeft(inDays(days), at)).toBe(left);
  });
});
