import { Badge } from '@mantine/core';
import type { Delivery, DeliveryStatus } from '@onboarding/contract';
import { When } from '@onboarding/ui/values';
import { nextWords } from './history.ts';

const COLOURS: Record<DeliveryStatus, string> = { Pending: 'blue', Delivered: 'teal', Exhausted: 'red' };

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <Badge color={COLOURS[status]}>{status}</Badge>;
}

/** The next step of a delivery in a few words. */
export function Next({ delivery }: { delivery: Delivery }) {
  const words = nextWords(delivery);
  const { nextAttemptAt } = delivery;
  if (words !== undefined || nextAttemptAt === null) return words;
  return (
    <>
      Next attempt <When at={nextAttemptAt} ago />.
    </>
  );
}
