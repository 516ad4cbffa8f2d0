// The rules for certificates as credentials. Pure, except for parsing the certificate.
import { createPrivateKey, hash, type KeyObject, X509Certificate } from 'node:crypto';
import {
  CERTIFICATE_DAYS,
  type CertificateStatus,
  DAY_MS,
  ERRORS,
  type ErrorCode,
  EXPIRY_WARNING_DAYS,
  type ExpiryWarningDays,
  type Problem,
} from '@onboarding/contract';

const MAX_TEXT_BYTES = 16 * 1024;
const MIN_MODULUS_BITS = 2048;
/** Every token request verifies a signature with the key, so its size must be bounded. */
const MAX_MODULUS_BITS = 8192;
const MIN_EXPONENT = 65_537n;
const MAX_EXPONENT = 2n ** 32n;
const MAX_SUBJECT_LENGTH = 500;

export interface AcceptedCertificate {
  subject: string;
  /** x5t#S256 of RFC 7515. */
  thumbprint: string;
  spkiHash: Buffer;
  /** Only the certificate, in canonical form. */
  pem: string;
  notBefore: Date;
  notAfter: Date;
}

export type CertificateJudgement =
  | { accepted: AcceptedCertificate; problems: readonly [] }
  | { accepted: undefined; problems: readonly [Problem, ...Problem[]] };

/** Parses pasted text; the message of each problem says how to fix it. */
export function judgeCertificate(text: string, now: Date): CertificateJudgement {
  // Checked first, because a leaked private key is more urgent than anything else.
  if (holdsPrivateKey(text)) return refused(problem('Credential.PrivateKeyPasted'));
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) return refused(invalid('is larger than 16 KiB'));
  const read = readOne(text);
  if ('pointer' in read) return refused(read);
  const problems = [...keyProblems(read.key), ...validityProblems(read, now)];
  const [first, ...others] = problems;
  if (first !== undefined) return refused(first, ...others);
  const { certificate, key, notBefore, notAfter } = read;
  return {
    accepted: {
      subject: oneLine(certificate.subject),
      thumbprint: hash('sha256', certificate.raw, 'base64url'),
      spkiHash: hash('sha256', key.export({ type: 'spki', format: 'der' }), 'buffer'),
      pem: armoured(certificate.raw),
      notBefore,
      notAfter,
    },
    problems: [],
  };
}

export function certificateStatus(
  certificate: { notAfter: Date; revokedAt: Date | null },
  now: Date,
): CertificateStatus {
  if (certificate.revokedAt !== null) return 'Revoked';
  return certificate.notAfter.getTime() > now.getTime() ? 'Active' : 'Expired';
}

export function daysLeft(notAfter: Date, now: Date): number {
  return Math.max(0, Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS));
}

/** The warning stage of an active certificate: the smallest one that covers its remaining days. */
export function expiryWarning(notAfter: Date, now: Date): ExpiryWarningDays | null {
  const remaining = notAfter.getTime() - now.getTime();
  return EXPIRY_WARNING_DAYS.findLast((days) => remaining <= days * DAY_MS) ?? null;
}

interface ReadCertificate {
  certificate: X509Certificate;
  key: KeyObject;
  notBefore: Date;
  notAfter: Date;
}

function refused(...problems: [Problem, ...Problem[]]): CertificateJudgement {
  return { accepted: undefined, problems };
}

function problem(code: ErrorCode, message = `${ERRORS[code].cause} ${ERRORS[code].remedy}`): Problem {
  return { pointer: '/certificate', code, message };
}

function invalid(what: string, remedy: string = ERRORS['Credential.CertificateInvalid'].remedy): Problem {
  return problem('Credential.CertificateInvalid', `certificate ${what}. ${remedy}`);
}

/** Detects PEM armour of any kind, and bare base64. */
function holdsPrivateKey(text: string): boolean {
  if (/PRIVATE\s+KEY/i.test(text)) return true;
  const der = bareBase64(text);
  if (der === undefined) return false;
  return (['pkcs8', 'pkcs1', 'sec1'] as const).some((type) => {
    try {
      createPrivateKey({ key: der, format: 'der', type });
      return true;
    } catch {
      return false;
    }
  });
}

function bareBase64(text: string): Buffer | undefined {
  const compact = text.replaceAll(/\s/g, '');
  if (compact.length < 100 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined;
  return Buffer.from(compact, 'base64');
}

const BLOCK = /-----BEGIN ([^-\n]*)-----([^-]*)-----END ([^-\n]*)-----/g;

function readOne(text: string): ReadCertificate | Problem {
  const blocks = [...text.matchAll(BLOCK)].map(([, label = '', body = '', end = '']) => ({ label, body, end }));
  const [block] = blocks;
  if (block === undefined) return unarmoured(text);
  if (blocks.length > 1) {
    return invalid('contains more than one PEM block', 'Send only your own certificate, without the issuer chain.');
  }
  if (block.label === 'CERTIFICATE REQUEST' || block.label === 'NEW CERTIFICATE REQUEST') {
    return invalid(
      'is a certificate request',
      'Create a certificate from it: openssl x509 -req -in request.pem -signkey key.pem -days 365 -out certificate.pem',
    );
  }
  if (block.label.endsWith('PUBLIC KEY')) {
    return invalid(
      'is only a public key',
      'Create a certificate with the key: openssl req -x509 -key key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
    );
  }
  if (block.label !== 'CERTIFICATE' || block.end !== 'CERTIFICATE') {
    return invalid('is a PEM block of another kind');
  }
  const der = bareBase64(block.body);
  return (der === undefined ? undefined : readDer(der)) ?? invalid('cannot be read: the block is damaged or cut off');
}

function unarmoured(text: string): Problem {
  if (text.trim() === '') return invalid('is empty');
  const der = bareBase64(text);
  if (text.includes('BEGIN CERTIFICATE')) return invalid('is cut off: its last line is missing');
  if (der !== undefined && readDer(der) !== undefined) {
    return invalid(
      'is not in PEM format',
      'Convert it: openssl x509 -inform der -in certificate.der -out certificate.pem, and send all lines, from BEGIN to END.',
    );
  }
  return invalid('is not a certificate in PEM format');
}

function readDer(der: Buffer): ReadCertificate | undefined {
  try {
    const certificate = new X509Certificate(der);
    const notBefore = certificate.validFromDate;
    const notAfter = certificate.validToDate;
    // The thumbprint would not cover bytes after the certificate.
    if (!certificate.raw.equals(der) || Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime())) {
      return undefined;
    }
    return { certificate, key: certificate.publicKey, notBefore, notAfter };
  } catch {
    return undefined;
  }
}

function keyProblems(key: KeyObject): Problem[] {
  const unsupported = (what: string) =>
    problem(
      'Credential.KeyUnsupported',
      `The key of the certificate ${what}. ${ERRORS['Credential.KeyUnsupported'].remedy}`,
    );
  if (key.asymmetricKeyType === 'rsa-pss')
    return [unsupported('is restricted to RSA-PSS; assertions are signed with RS256')];
  if (key.asymmetricKeyType !== 'rsa') return [unsupported('is not an RSA key; assertions are signed with RS256')];
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < MIN_MODULUS_BITS)
    return [unsupported(`has only ${modulusLength} bits; at least 2048 are required`)];
  if (modulusLength > MAX_MODULUS_BITS) return [unsupported(`has ${modulusLength} bits; at most 8192 are accepted`)];
  if (publicExponent < MIN_EXPONENT || publicExponent > MAX_EXPONENT || publicExponent % 2n === 0n) {
    return [unsupported('has an unusual public exponent; use 65537')];
  }
  return [];
}

function validityProblems({ notBefore, notAfter }: ReadCertificate, now: Date): Problem[] {
  const problems: Problem[] = [];
  if (notBefore.getTime() > now.getTime()) {
    const { remedy } = ERRORS['Credential.CertificateNotYetValid'];
    problems.push(
      problem(
        'Credential.CertificateNotYetValid',
        `The certificate is not valid until ${notBefore.toISOString()}. ${remedy}`,
      ),
    );
  }
  if (notAfter.getTime() <= now.getTime()) {
    const { remedy } = ERRORS['Credential.CertificateExpired'];
    problems.push(
      problem('Credential.CertificateExpired', `The certificate expired at ${notAfter.toISOString()}. ${remedy}`),
    );
  }
  if (notAfter.getTime() - notBefore.getTime() > CERTIFICATE_DAYS * DAY_MS)
    problems.push(problem('Credential.ValidityTooLong'));
  return problems;
}

/** A certificate may have no subject at all, which Node's types omit. */
function oneLine(subject: string | undefined): string {
  const line = (subject ?? '').replaceAll('\n', ', ').replaceAll(/\p{Cc}/gu, '');
  return line.length > MAX_SUBJECT_LENGTH ? `${line.slice(0, MAX_SUBJECT_LENGTH)}...` : line;
}

function armoured(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
