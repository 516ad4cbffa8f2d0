import type { Certificate } from '@onboarding/contract';
import { certificateStatus, daysLeft, expiryWarning } from './certificate.ts';
import type { CertificateRow } from './certificate-store.ts';

/** `names`: the names of the users who registered or revoked it. */
export function toCertificate(row: CertificateRow, names: ReadonlyMap<string, string>, now: Date): Certificate {
  const status = certificateStatus(row, now);
  const active = status === 'Active';
  return {
    ...row,
    status,
    notBefore: row.notBefore.toISOString(),
    notAfter: row.notAfter.toISOString(),
    daysLeft: active ? daysLeft(row.notAfter, now) : 0,
    expiryWarning: active ? expiryWarning(row.notAfter, now) : null,
    registeredAt: row.registeredAt.toISOString(),
    registeredBy: toColleague(row.registeredBy, names),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: toColleague(row.revokedBy, names),
  };
}

function toColleague(accountId: string | null, names: ReadonlyMap<string, string>): Certificate['registeredBy'] {
  const name = accountId === null ? undefined : names.get(accountId);
  return accountId === null || name === undefined ? null : { accountId, name };
}
