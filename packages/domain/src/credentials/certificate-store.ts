import type { ApiCertificatesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AcceptedCertificate } from './certificate.ts';

export type CertificateRow = Pick<
  ApiCertificatesRow,
  | 'certificateId'
  | 'name'
  | 'subject'
  | 'thumbprint'
  | 'notBefore'
  | 'notAfter'
  | 'registeredAt'
  | 'registeredBy'
  | 'revokedAt'
  | 'revokedBy'
  | 'lastUsedAt'
>;

const COLUMNS = `certificate_id, name, subject, thumbprint, not_before, not_after, registered_at, registered_by, revoked_at,
  revoked_by, last_used_at`;

const LIST = statement<CertificateRow, { partnerId: string }>(
  'certificate_list',
  `select ${COLUMNS} from api_certificates where partner_id = :partnerId order by certificate_id desc`,
);

// Serialises the registrations of one partner, so that each counts those before it.
const LOCK = statement<never, { partnerId: string }>(
  'certificate_lock',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.api_certificates ' || :partnerId::text, 0))`,
);

export interface NewCertificate extends AcceptedCertificate {
  certificateId: string;
  name: string;
  registeredBy: string | null;
}

const INSERT = statement<CertificateRow, NewCertificate & { partnerId: string; now: Date }>(
  'certificate_insert',
  `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after,
     registered_at, registered_by)
   values (:partnerId, :certificateId, :name, :subject, :thumbprint, :spkiHash, :pem, :notBefore, :notAfter, :now,
     :registeredBy)
   on conflict on constraint api_certificates_key do nothing
   returning ${COLUMNS}`,
);

const COUNT_ACTIVE = statement<{ count: number }, { partnerId: string; now: Date }>(
  'certificate_count_active',
  'select count(*) from api_certificates where partner_id = :partnerId and revoked_at is null and not_after > :now',
);

// Revoking again does not change who revoked it first, and when.
const REVOKE = statement<
  CertificateRow,
  { partnerId: string; certificateId: string; now: Date; accountId: string | null }
>(
  'certificate_revoke',
  `update api_certificates set revoked_at = coalesce(revoked_at, :now),
     revoked_by = case when revoked_at is null then :accountId::uuid else revoked_by end
   where partner_id = :partnerId and certificate_id = :certificateId
   returning ${COLUMNS}`,
);

/** Newest first. */
export function listCertificateRows(tx: Tx, partnerId: string): Promise<CertificateRow[]> {
  return tx.rows(LIST, { partnerId });
}

export async function lockCertificates(tx: Tx, partnerId: string): Promise<void> {
  await tx.rows(LOCK, { partnerId });
}

/** Returns undefined if the key is already registered for any partner. */
export async function insertCertificate(
  tx: Tx,
  partnerId: string,
  certificate: NewCertificate,
  now: Date,
): Promise<CertificateRow | undefined> {
  return (await tx.rows(INSERT, { ...certificate, partnerId, now }))[0];
}

export async function countActiveCertificates(tx: Tx, partnerId: string, now: Date): Promise<number> {
  return (await tx.rows(COUNT_ACTIVE, { partnerId, now }))[0]?.count ?? 0;
}

export async function markRevoked(
  tx: Tx,
  partnerId: string,
  certificateId: string,
  accountId: string | null,
  now: Date,
): Promise<CertificateRow | undefined> {
  return (await tx.rows(REVOKE, { partnerId, certificateId, now, accountId }))[0];
}
