import type { ScreeningsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type PreparedAudit, writingAudit } from '../audit/index.ts';
import { advancedValues, auditingCustomer, type LockedCustomer } from '../profiles/index.ts';
import { claimEndsAt, shorteningClaim, voidingProposal } from '../reviews/index.ts';

export type ScreenedRow = Pick<ScreeningsRow, 'ubo_id' | 'subject_hash' | 'screened_at'>;

const LIST_SCREENED = statement<ScreenedRow>(
  'screening_list_screened',
  `select distinct on (ubo_id) ubo_id, subject_hash, screened_at from screenings
   where partner_id = $1 and customer_id = $2 order by ubo_id, screened_at desc, screening_id desc`,
);

/** As what everybody was asked about last. */
export function listScreened(tx: Tx, partnerId: string, customerId: string): Promise<ScreenedRow[]> {
  return tx.rows(LIST_SCREENED, [partnerId, customerId]);
}

/**
 * The part of a statement that takes away what was asked and found about the customer that `customer`, an earlier part of the
 * same statement, has put out. The hash of what was asked goes because it would confirm a guessed name. That somebody was
 * screened, when, and with how many hits, stays.
 */
export function erasingScreenings(customer: string): string {
  return `erased_screenings as (
     update screenings s set subject_hash = '', hits_cipher = case when s.hits_cipher is not null then ''::bytea end
     from ${customer} c where s.partner_id = c.partner_id and s.customer_id = c.customer_id
   )`;
}

// One statement: no screening without its entry on the trail, and no proposed approval outlives a new hit.
const RECORD = statement<{ customer_id: string }>(
  'screening_record',
  `with ${auditingCustomer(1)}, ${writingAudit('customer', 8)}, recorded as (
     insert into screenings (partner_id, customer_id, screening_id, ubo_id, provider, outcome, subject_hash, hit_count,
       hits_cipher, screened_at)
     select c.partner_id, c.customer_id, s.screening_id, s.ubo_id, $19, s.outcome, decode(s.subject_hash, 'base64'),
       s.hit_count, decode(s.hits_cipher, 'base64'), $20::timestamptz
     from customer c cross join json_to_recordset($18::json) as s (screening_id uuid, ubo_id uuid, outcome text,
       subject_hash text, hit_count integer, hits_cipher text)
   ), ${voidingProposal('customer', 21, 'ScreeningHit')}, ${shorteningClaim(22)}
   select customer_id from customer`,
);

export interface NewScreening {
  screeningId: string;
  uboId: string | null;
  subjectHash: Buffer;
  hitCount: number;
  /** Null when there are none. */
  hitsCipher: Buffer | null;
}

export interface RecordParts {
  provider: string;
  screenings: readonly NewScreening[];
  audit: PreparedAudit;
}

export async function recordScreenings(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  { provider, screenings, audit }: RecordParts,
  now: Date,
): Promise<void> {
  const rows = screenings.map((one) => ({
    screening_id: one.screeningId,
    ubo_id: one.uboId,
    outcome: one.hitCount > 0 ? 'Hit' : 'Clear',
    subject_hash: one.subjectHash.toString('base64'),
    hit_count: one.hitCount,
    hits_cipher: one.hitsCipher?.toString('base64') ?? null,
  }));
  const written = await tx.rows(RECORD, [
    ...advancedValues(partnerId, before, { events: 0, auditHead: audit.head, now }),
    ...audit.values,
    JSON.stringify(rows),
    provider,
    now,
    screenings.some(({ hitCount }) => hitCount > 0) ? now : null,
    claimEndsAt(now),
  ]);
  if (written.length !== 1) throw new Error('A locked customer has changed');
}
