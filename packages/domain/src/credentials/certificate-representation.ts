import type { Certificate } from '@onboarding/contract';
import { certificateStatus, daysLeft, expiryWarning } from './certificate.ts';
import type { CertificateRow } from './certificate-store.ts';

export function toCertificate(row: CertificateRow, now: Date): Certificate {
  const status = certificateStatus({ notAfter: row.not_after, revokedAt: row.revoked_at }, now);
  const active = status === 'Active';
  return {
    certificateId: row.certificate_id,
    name: row.name,
    subject: row.subject,
    thumbprint: row.thumbprint,
    status,
    notBefore: row.not_before.toISOString(),
    notAfter: row.not_after.toISOString(),
    daysLeft: active ? daysLeft(row.not_after, now) : 0,
    expiryWarning: active ? expiryWarning(row.not_after, now) : null,
    registeredAt: row.registered_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
