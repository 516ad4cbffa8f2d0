import type { WebhookChangesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { ChangeRange } from '../../accounts/index.ts';

type WebhookActivityRow = Pick<
  WebhookChangesRow,
  'changeId' | 'occurredAt' | 'action' | 'actorKind' | 'actorId' | 'details'
>;

const LIST = statement<WebhookActivityRow, Omit<ChangeRange, 'person'> & { partnerId: string; person: string | null }>(
  'webhook_activity_list',
  `select change_id, occurred_at, action, actor_kind, actor_id, details from webhook_changes
   where partner_id = :partnerId and change_id < :before and change_id >= :from
     and (:person::text is null or (actor_kind = 'PartnerPerson' and actor_id = :person))
   order by change_id desc limit :limit`,
);

/** The changes of a partner's webhook, for the activity log. */
export function listWebhookActivity(
  tx: Tx,
  partnerId: string,
  { person, ...range }: ChangeRange,
): Promise<WebhookActivityRow[]> {
  return tx.rows(LIST, { ...range, partnerId, person: person ?? null });
}
