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

interface NewCertificate extends AcceptedCertificate {
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

type CertificateActivityRow = Pick<
  ApiCertificatesRow,
  'certificateId' | 'name' | 'registeredAt' | 'registeredBy' | 'revokedAt' | 'revokedBy'
>;

const CERTIFICATE_ACTIVITY = statement<CertificateActivityRow, { partnerId: string }>(
  'certificate_activity',
  `select certificate_id, name, registered_at, registered_by, revoked_at, revoked_by from api_certificates
   where partner_id = :partnerId`,
);

/** Who registered and revoked each certificate of a partner. Returns all, because there are few. */
export function listCertificateActivity(tx: Tx, partnerId: string): Promise<CertificateActivityRow[]> {
  return tx.rows(CERTIFICATE_ACTIVITY, { partnerId });
}

export interface DueWarning {
  partnerId: string;
  name: string;
  subject: string;
  thumbprint: string;
  notAfter: Date;
}

// PostgreSQL rechecks the last condition under the row lock, so that only one of two concurrent workers warns.
const CLAIM = statement<DueWarning, { now: Date; stages: readonly number[]; limit: number }>(
  'certificate_claim_warnings',
  `update api_certificates c set warned_days = due.stage
   from (
     select partner_id, certificate_id, min(stage) as stage
     from api_certificates
       join unnest(:stages::smallint[]) as stages (stage) on not_after <= :now::timestamptz + make_interval(days => stage)
     where revoked_at is null and not_after > :now
     group by partner_id, certificate_id, warned_days
     having warned_days is null or min(stage) < warned_days
     order by min(not_after) limit :limit
   ) due
   where c.partner_id = due.partner_id and c.certificate_id = due.certificate_id
     and (c.warned_days is null or c.warned_days > due.stage)
   returning c.partner_id, c.name, c.subject, c.thumbprint, c.not_after`,
);

/** Records the stage that each certificate has reached; returns those whose partner has not been warned about it yet. */
export function claimDueWarnings(tx: Tx, now: Date, stages: readonly number[], limit: number): Promise<DueWarning[]> {
  return tx.rows(CLAIM, { now, stages, limit });
}

const LAST = statement<Pick<ApiCertificatesRow, 'partnerId' | 'notAfter'>, { partnerIds: string[] }>(
  'certificates_last',
  `select partner_id, max(not_after) as not_after from api_certificates
   where partner_id = any(:partnerIds::uuid[]) and revoked_at is null group by partner_id`,
);

/** When the last certificate of each of these partners expires or expired; nothing for those without one. */
export async function listLastExpiries(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx.rows(LAST, { partnerIds: [...partnerIds] });
  return new Map(rows.map(({ partnerId, notAfter }) => [partnerId, notAfter]));
}

const EXPIRING = statement<{ days: number; partners: number }, { now: Date; stages: readonly number[] }>(
  'certificates_expiring',
  `select stages.stage as days, count(last.partner_id)::int as partners
   from unnest(:stages::int[]) as stages (stage) left join (
     select c.partner_id, c.not_after from api_certificates c
     where c.revoked_at is null and c.not_after > :now
       and c.not_after <= :now::timestamptz + make_interval(days => (select max(s) from unnest(:stages::int[]) s))
       and not exists (
         select from api_certificates later
         where later.partner_id = c.partner_id and later.revoked_at is null and later.not_after > c.not_after)
   ) last on last.not_after <= :now::timestamptz + make_interval(days => stages.stage)
   group by 1 order by 1`,
);

/** For each of these numbers of days, the number of partners whose last certificate expires within them. */
export async function countExpiring(tx: Tx, now: Date, days: readonly number[]): Promise<Record<string, number>> {
  const rows = await tx.rows(EXPIRING, { now, stages: days });
  return Object.fromEntries(rows.map((row) => [String(row.days), row.partners]));
}
