import type { Delivery, DeliveryAttempt } from '@onboarding/contract';
import type { WebhookAttemptsRow, WebhookDeliveriesRow } from '@onboarding/database/tables';
import { toSvcTimestamp } from '../endpoints/signature.ts';

export type DeliveryRow = Omit<WebhookDeliveriesRow, 'partnerId' | 'class'>;
/** With the business of its event; null if the event has none or was purged. */
export type DeliveryOfCustomer = DeliveryRow & { customerId: string | null };
export type AttemptRow = Omit<WebhookAttemptsRow, 'partnerId' | 'deliveryId'>;

/** While an endpoint is held, the next attempt is null, even if a time is stored. */
export function toDelivery({ deliveryId, ...row }: DeliveryOfCustomer, { held }: { held: boolean }): Delivery {
  return {
    ...row,
    id: deliveryId,
    occurredAt: row.occurredAt.toISOString(),
    nextAttemptAt: held || row.status !== 'Pending' ? null : (row.nextAttemptAt?.toISOString() ?? null),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export function toAttempt({ sentAt, signature, ...row }: AttemptRow): DeliveryAttempt {
  return {
    ...row,
    sentAt: sentAt.toISOString(),
    // The header contains the stored time, so it needs no column of its own.
    svcTimestamp: toSvcTimestamp(sentAt),
    signatures: signature?.split(' ') ?? null,
  };
}
