import type { ApiCertificatesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AcceptedCertificate } from './certificate.ts';

export type CertificateRow = Pick<
  ApiCertificatesRow,
  | 'certificate_id'
  | 'name'
  | 'subject'
  | 'thumbprint'
  | 'not_before'
  | 'not_after'
  | 'registered_at'
  | 'revoked_at'
  | 'last_used_at'
>;

const COLUMNS =
  'certificate_id, name, subject, thumbprint, not_before, not_after, registered_at, revoked_at, last_used_at';

const LIST = statement<CertificateRow>(
  'certificate_list',
  `select ${COLUMNS} from api_certificates where partner_id = $1 order by certificate_id desc`,
);

// Registrations of one partner happen one after the other: each counts what the one before it has written.
const LOCK = statement(
  'certificate_lock',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.api_certificates ' || $1::text, 0))`,
);

const INSERT = statement<CertificateRow>(
  'certificate_insert',
  `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after,
     registered_at, registered_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict on constraint api_certificates_key do nothing
   returning ${COLUMNS}`,
);

const COUNT_ACTIVE = statement<{ count: number }>(
  'certificate_count_active',
  'select count(*) from api_certificates where partner_id = $1 and revoked_at is null and not_after > $2',
);

// Revoking again changes nothing: who did it first, and when, stays.
const REVOKE = statement<CertificateRow>(
  'certificate_revoke',
  `update api_certificates set revoked_at = coalesce(revoked_at, $3),
     revoked_by = case when revoked_at is null then $4::uuid else revoked_by end
   where partner_id = $1 and certificate_id = $2
   returning ${COLUMNS}`,
);

/** Newest first. */
export function listCertificateRows(tx: Tx, partnerId: string): Promise<CertificateRow[]> {
  return tx.rows(LIST, [partnerId]);
}

export async function lockCertificates(tx: Tx, partnerId: string): Promise<void> {
  await tx.rows(LOCK, [partnerId]);
}

export interface NewCertificate extends AcceptedCertificate {
  certificateId: string;
  name: string;
  registeredBy: string;
}

/** Undefined when the key is registered already, whoever has it. */
export async function insertCertificate(
  tx: Tx,
  partnerId: string,
  certificate: NewCertificate,
  now: Date,
): Promise<CertificateRow | undefined> {
  const rows = await tx.rows(INSERT, [
    partnerId,
    certificate.certificateId,
    certificate.name,
    certificate.subject,
    certificate.thumbprint,
    certificate.spkiHash,
    certificate.pem,
    certificate.notBefore,
    certificate.notAfter,
    now,
    certificate.registeredBy,
  ]);
  return rows[0];
}

export async function countActiveCertificates(tx: Tx, partnerId: string, now: Date): Promise<number> {
  return (await tx.rows(COUNT_ACTIVE, [partnerId, now]))[0]?.count ?? 0;
}

export async function markRevoked(
  tx: Tx,
  partnerId: string,
  certificateId: string,
  accountId: string,
  now: Date,
): Promise<CertificateRow | undefined> {
  return (await tx.rows(REVOKE, [partnerId, certificateId, now, accountId]))[0];
}
