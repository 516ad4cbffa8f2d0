import type { Delivery, DeliveryAttempt } from '@onboarding/contract';
import type { WebhookAttemptsRow, WebhookDeliveriesRow } from '@onboarding/database/tables';
import { toSvcTimestamp } from '../endpoints/signature.ts';

export type DeliveryRow = Omit<WebhookDeliveriesRow, 'partnerId' | 'class'>;
/** With the business of its event; null if the event has none or was purged. */
export type DeliveryOfCustomer = DeliveryRow & { customerId: string | null };
export type AttemptRow = Omit<WebhookAttemptsRow, 'partnerId' | 'deliveryId'>;

/** While an endpoint is held, the next attempt is null, even if a time is stored. */
export function toDelivery(row: DeliveryOfCustomer, { held }: { held: boolean }): Delivery {
  return {
    id: row.deliveryId,
    eventId: row.eventId,
    eventType: row.eventType,
    eventVersion: row.eventVersion,
    occurredAt: row.occurredAt.toISOString(),
    status: row.status,
    attemptCount: row.attemptCount,
    nextAttemptAt: held || row.status !== 'Pending' ? null : (row.nextAttemptAt?.toISOString() ?? null),
    lastStatusCode: row.lastStatusCode,
    isReplay: row.isReplay,
    replaySeries: row.replaySeries,
    completedAt: row.completedAt?.toISOString() ?? null,
    customerId: row.customerId,
  };
}

export function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    attemptNo: row.attemptNo,
    sentAt: row.sentAt.toISOString(),
    url: row.url,
    statusCode: row.statusCode,
    responseExcerpt: row.responseExcerpt,
    durationMs: row.durationMs,
    errorKind: row.errorKind,
    // The header contains the stored time, so it needs no column of its own.
    svcTimestamp: toSvcTimestamp(row.sentAt),
    signatures: row.signature?.split(' ') ?? null,
  };
}
