import { statement, type Tx } from '@onboarding/platform/postgres';

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
