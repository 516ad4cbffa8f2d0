import { statement, type Tx } from '@onboarding/platform/postgres';

export interface DueWarning {
  partnerId: string;
  name: string;
  subject: string;
  thumbprint: string;
  notAfter: Date;
}

interface DueRow {
  partner_id: string;
  name: string;
  subject: string;
  thumbprint: string;
  not_after: Date;
}

// The last condition is looked at again under the row's lock: of two workers that find a certificate, one warns.
const CLAIM = statement<DueRow>(
  'certificate_claim_warnings',
  `update api_certificates c set warned_days = due.stage
   from (
     select partner_id, certificate_id, min(stage) as stage
     from api_certificates join unnest($2::smallint[]) as stages (stage) on not_after <= $1::timestamptz + make_interval(days => stage)
     where revoked_at is null and not_after > $1
     group by partner_id, certificate_id, warned_days
     having warned_days is null or min(stage) < warned_days
     order by min(not_after) limit $3
   ) due
   where c.partner_id = due.partner_id and c.certificate_id = due.certificate_id
     and (c.warned_days is null or c.warned_days > due.stage)
   returning c.partner_id, c.name, c.subject, c.thumbprint, c.not_after`,
);

/** Notes the stage that each certificate has come to, and answers those whose partner was not told of it yet. */
export async function claimDueWarnings(
  tx: Tx,
  now: Date,
  stages: readonly number[],
  limit: number,
): Promise<DueWarning[]> {
  const rows = await tx.rows(CLAIM, [now, stages, limit]);
  return rows.map(({ partner_id, not_after, ...rest }) => ({ partnerId: partner_id, notAfter: not_after, ...rest }));
}
