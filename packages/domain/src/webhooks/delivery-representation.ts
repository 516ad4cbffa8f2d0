import { type Delivery, type DeliveryAttempt, deliveryAttemptSchema, deliverySchema } from '@onboarding/contract';
import type { WebhookAttemptsRow, WebhookDeliveriesRow } from '@onboarding/database/tables';

export type DeliveryRow = Omit<WebhookDeliveriesRow, 'partner_id' | 'class'>;
export type AttemptRow = Omit<WebhookAttemptsRow, 'partner_id' | 'delivery_id'>;

const statusOf = deliverySchema.shape.status;
const errorKindOf = deliveryAttemptSchema.shape.errorKind;

/** While nothing is sent to an endpoint there is no next attempt, whatever is noted for the time after. */
export function toDelivery(row: DeliveryRow, { held }: { held: boolean }): Delivery {
  return {
    id: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    eventVersion: row.event_version,
    occurredAt: row.occurred_at.toISOString(),
    status: statusOf.parse(row.status),
    attemptCount: row.attempt_count,
    nextAttemptAt: held || row.status !== 'Pending' ? null : (row.next_attempt_at?.toISOString() ?? null),
    lastStatusCode: row.last_status_code,
    isReplay: row.is_replay,
    replaySeries: row.replay_series,
    completedAt: row.completed_at?.toISOString() ?? null,
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
    errorKind: errorKindOf.parse(row.error_kind),
  };
}
