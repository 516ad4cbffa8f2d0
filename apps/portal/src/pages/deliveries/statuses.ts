import type { DeliveryStatus } from '@onboarding/contract';

export const STATUSES = ['Pending', 'Delivered', 'Exhausted'] as const satisfies readonly DeliveryStatus[];
