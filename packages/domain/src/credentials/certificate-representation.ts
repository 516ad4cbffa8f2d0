import type { Certificate } from '@onboarding/contract';
import { certificateStatus, daysLeft, expiryWarning } from './certificate.ts';
import type { CertificateRow } from './certificate-store.ts';

/** `names`: the names of the users who registered or revoked it. */
export function toCertificate(row: CertificateRow, names: ReadonlyMap<string, string>, now: Date): Certificate {
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
    registeredBy: toColleague(row.registered_by, names),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: toColleague(row.revoked_by, names),
  };
}

function toColleague(accountId: string | null, names: ReadonlyMap<string, string>): Certificate['registeredBy'] {
  const name = accountId === null ? undefined : names.get(accountId);
  return accountId === null || name === undefined ? null : { accountId, name };
}
