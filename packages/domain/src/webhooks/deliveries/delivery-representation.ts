import type { Delivery, DeliveryAttempt } from '@onboarding/contract';
import type { WebhookAttemptsRow, WebhookDeliveriesRow } from '@onboarding/database/tables';
import { toSvcTimestamp } from '../endpoints/signature.ts';

export type DeliveryRow = Omit<WebhookDeliveriesRow, 'partner_id' | 'class'>;
/** With the business of its event; null if the event has none or was purged. */
export type DeliveryOfCustomer = DeliveryRow & { customer_id: string | null };
export type AttemptRow = Omit<WebhookAttemptsRow, 'partner_id' | 'delivery_id'>;

/** While an endpoint is held, the next attempt is null, even if a time is stored. */
export function toDelivery(row: DeliveryOfCustomer, { held }: { held: boolean }): Delivery {
  return {
    id: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    eventVersion: row.event_version,
    occurredAt: row.occurred_at.toISOString(),
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAt: held || row.status !== 'Pending' ? null : (row.next_attempt_at?.toISOString() ?? null),
    lastStatusCode: row.last_status_code,
    isReplay: row.is_replay,
    replaySeries: row.replay_series,
    completedAt: row.completed_at?.toISOString() ?? null,
    customerId: row.customer_id,
  };
}

export function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    attemptNo: row.attempt_no,
    sentAt: row.sent_at.toISOString(),
    url: row.url,
    statusCode: row.status_code,
    responseExcerpt: row.response_excerpt,
    durationMs: row.duration_ms,
    errorKind: row.error_kind,
    // The header contains the stored time, so it needs no column of its own.
    svcTimestamp: toSvcTimestamp(row.sent_at),
    signatures: row.signature?.split(' ') ?? null,
  };
}
