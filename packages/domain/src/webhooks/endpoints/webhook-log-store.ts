import type { WebhookAction } from '@onboarding/contract';
import type { WebhookChangesRow } from '@onboarding/database/tables';
import { uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { ChangeRange } from '../../accounts/index.ts';

interface ChangeInsert {
  partnerId: string;
  changeId: string;
  now: Date;
  action: WebhookAction;
  actorKind: WebhookActor['kind'];
  actorId: string;
  requestId: string | null;
  details: string;
}

const NOTE = statement<never, ChangeInsert>(
  'webhook_log_note',
  `insert into webhook_changes (partner_id, change_id, occurred_at, action, actor_kind, actor_id, request_id, details)
   values (:partnerId, :changeId, :now, :action, :actorKind, :actorId, :requestId, :details)`,
);

/** Who did it: a user of the partner, an operator with a command, or a rule of the service. */
type WebhookActor =
  | { kind: 'PartnerPerson'; accountId: string; requestId: string }
  | { kind: 'Operator'; name: string }
  | { kind: 'Service'; name: string };

export interface WebhookChange {
  partnerId: string;
  action: WebhookAction;
  actor: WebhookActor;
  /** Must not contain a signing secret, nor more of a URL than its host. */
  details?: Record<string, unknown>;
}

export async function noteWebhookChange(tx: Tx, change: WebhookChange, now: Date): Promise<void> {
  const { partnerId, action, actor, details = {} } = change;
  const person = actor.kind === 'PartnerPerson';
  await tx.rows(NOTE, {
    partnerId,
    changeId: uuidv7(now),
    now,
    action,
    actorKind: actor.kind,
    actorId: person ? actor.accountId : actor.name,
    requestId: person ? actor.requestId : null,
    details: JSON.stringify(details),
  });
}

export type ChangeRow = Pick<
  WebhookChangesRow,
  'changeId' | 'occurredAt' | 'action' | 'actorKind' | 'actorId' | 'details'
>;

const LIST = statement<ChangeRow, { partnerId: string; before: string; limit: number }>(
  'webhook_log_list',
  `select change_id, occurred_at, action, actor_kind, actor_id, details from webhook_changes
   where partner_id = :partnerId and change_id < :before order by change_id desc limit :limit`,
);

/** The changes before a given one, newest first. */
export function listChangeRows(
  tx: Tx,
  partnerId: string,
  { before, limit }: { before: string; limit: number },
): Promise<ChangeRow[]> {
  return tx.rows(LIST, { partnerId, before, limit });
}

type WebhookActivityRow = Pick<
  WebhookChangesRow,
  'changeId' | 'occurredAt' | 'action' | 'actorKind' | 'actorId' | 'details'
>;

const WEBHOOK_ACTIVITY_LIST = statement<
  WebhookActivityRow,
  Omit<ChangeRange, 'person'> & { partnerId: string; person: string | null }
>(
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
  return tx.rows(WEBHOOK_ACTIVITY_LIST, { ...range, partnerId, person: person ?? null });
}
