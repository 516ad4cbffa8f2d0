import type { WebhookAction } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';

const NOTE = statement(
  'webhook_log_note',
  `insert into webhook_changes (partner_id, change_id, occurred_at, action, actor_kind, actor_id, request_id, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Who did it: a person of the partner, one of ours with a command, or a rule of the service itself. */
export type WebhookActor =
  | { kind: 'PartnerPerson'; accountId: string; requestId: string }
  | { kind: 'Operator'; name: string }
  | { kind: 'Service'; name: string };

export interface WebhookChange {
  partnerId: string;
  action: WebhookAction;
  actor: WebhookActor;
  /** Nothing secret: neither a signing secret nor more of a URL than its host. */
  details?: Record<string, unknown>;
}

export async function noteWebhookChange(tx: Tx, change: WebhookChange, now: Date): Promise<void> {
  const { partnerId, action, actor, details = {} } = change;
  const person = actor.kind === 'PartnerPerson';
  await tx.rows(NOTE, [
    partnerId,
    uuidv7(now),
    now,
    action,
    actor.kind,
    person ? actor.accountId : actor.name,
    person ? actor.requestId : null,
    JSON.stringify(details),
  ]);
}
