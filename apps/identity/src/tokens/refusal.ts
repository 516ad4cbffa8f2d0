// The true reason of a refusal, for the log that only the partner and we can read.
import { verify, X509Certificate } from 'node:crypto';
import type { CertificateStanding, ClientCertificate } from '@onboarding/domain/credentials';

const STANDING: Record<CertificateStanding, string> = {
  Usable: 'the signature does not fit the content',
  Revoked: 'signed with a revoked certificate',
  Expired: 'signed with an expired certificate',
  NotYetValid: 'signed with a certificate that is not valid yet',
};

/** The client id that an assertion claims, whatever it is worth. */
export function claimedClientId(assertion: string | undefined): string | undefined {
  const sub = decodePart(assertion, 1)?.sub;
  return typeof sub === 'string' ? sub.slice(0, 100) : undefined;
}

/** Why none of the client's keys fits: which certificate the assertion was really signed with. */
export function explainSignature(assertion: string, certificates: readonly ClientCertificate[]): string {
  if (certificates.length === 0) return 'the client has no certificate';
  const kid = decodePart(assertion, 0)?.kid;
  if (kid !== undefined) {
    const named = certificates.find((certificate) => certificate.thumbprint === kid);
    if (named === undefined) return 'kid names none of the certificates';
    return STANDING[named.standing];
  }
  const signer = certificates.find((certificate) => isSignedWith(assertion, certificate));
  if (signer !== undefined) return STANDING[signer.standing];
  const usable = certificates.some((certificate) => certificate.standing === 'Usable');
  return usable ? 'signed with a key that is not registered' : 'the client has no certificate that is valid now';
}

export function isSignedWith(assertion: string, certificate: ClientCertificate): boolean {
  const [header, payload, signature] = assertion.split('.');
  if (header === undefined || payload === undefined || signature === undefined) return false;
  const { publicKey } = new X509Certificate(certificate.pem);
  return verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
}

function decodePart(assertion: string | undefined, index: number): Record<string, unknown> | undefined {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(assertion?.split('.')[index] ?? '', 'base64url').toString());
    return typeof decoded === 'object' && decoded !== null ? { ...decoded } : undefined;
  } catch {
    return undefined;
  }
}
