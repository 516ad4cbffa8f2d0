import type { DeliveryStatus } from '@onboarding/contract';

export const STATUSES = ['Pending', 'Delivered', 'Exhausted'] as const satisfies readonly DeliveryStatus[];

export const STATUS_LABELS: Record<DeliveryStatus, string> = {
  Pending: 'Waiting or retrying',
  Delivered: 'Delivered',
  Exhausted: 'Given up',
};
