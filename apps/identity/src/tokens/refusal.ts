// The actual reason for a refusal, for the log that only the partner and we can read.
import { verify, X509Certificate } from 'node:crypto';
import type { CertificateState, ClientCertificate } from '@onboarding/domain/credentials';

const STANDING: Record<CertificateState, string> = {
  Usable: 'the signature does not match the content',
  Revoked: 'signed with a revoked certificate',
  Expired: 'signed with an expired certificate',
  NotYetValid: 'signed with a certificate that is not valid yet',
};

export interface ReadAssertion {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/** The unverified content of an assertion; undefined if it is not a signed JWT. */
export function readAssertion(assertion: string): ReadAssertion | undefined {
  const parts = assertion.split('.');
  const [header, claims] = [decodePart(parts[0]), decodePart(parts[1])];
  return parts.length !== 3 || header === undefined || claims === undefined ? undefined : { header, claims };
}

/** The client id that an assertion claims: its sub, or else its iss. */
export function claimedClientId(read: ReadAssertion | undefined): string | undefined {
  const claimed = [read?.claims.sub, read?.claims.iss].find((one) => typeof one === 'string');
  // Shortened for readability, and PostgreSQL text cannot contain a zero byte.
  return typeof claimed === 'string' ? claimed.slice(0, 100).replaceAll(/\p{Cc}/gu, '?') : undefined;
}

/** Explains why no key of the client matches, by finding the certificate that signed the assertion. */
export function explainSignature(
  assertion: string,
  { header }: ReadAssertion,
  certificates: readonly ClientCertificate[],
): string {
  if (certificates.length === 0) return 'the client has no certificate: register one';
  const signer = certificates.find((certificate) => isSignedWith(assertion, certificate));
  if (header.kid !== undefined) {
    const named = certificates.find((certificate) => certificate.thumbprint === header.kid);
    if (named === undefined) return 'kid must be the x5t#S256 of one of the registered certificates, or be omitted';
    if (named.state !== 'Usable') return STANDING[named.state];
    if (signer !== undefined && signer !== named)
      return 'kid identifies a different certificate from the one that signed';
  }
  if (signer !== undefined) return STANDING[signer.state];
  if (!certificates.some((certificate) => certificate.state === 'Usable')) {
    return 'the client has no certificate that is valid now: register one';
  }
  return 'signed with a key that is not registered, or changed after signing';
}

export function isSignedWith(assertion: string, certificate: ClientCertificate): boolean {
  const [header, payload, signature] = assertion.split('.');
  if (header === undefined || payload === undefined || signature === undefined) return false;
  const { publicKey } = new X509Certificate(certificate.pem);
  return verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
}

function decodePart(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
    const isObject = typeof decoded === 'object' && decoded !== null && !Array.isArray(decoded);
    return isObject ? { ...decoded } : undefined;
  } catch {
    return undefined;
  }
}
