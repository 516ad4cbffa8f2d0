import { Badge } from '@mantine/core';
import type { Delivery, DeliveryStatus } from '@onboarding/contract';
import { When } from '@onboarding/ui/values';

const COLOURS: Record<DeliveryStatus, string> = { Pending: 'blue', Delivered: 'teal', Exhausted: 'red' };

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <Badge color={COLOURS[status]}>{status}</Badge>;
}

/** What happens next with a delivery, in a few words. */
export function Next({ delivery: { status, nextAttemptAt, attemptCount } }: { delivery: Delivery }) {
  if (status === 'Delivered') return 'Your receiver accepted it.';
  if (status === 'Exhausted') {
    return attemptCount === 8 ? 'Given up after 8 attempts.' : 'Given up early.';
  }
  if (nextAttemptAt === null) return 'Waiting until the webhook is enabled.';
  if (Date.parse(nextAttemptAt) <= Date.now()) return 'The next attempt is due now.';
  return (
    <>
      Next attempt <When at={nextAttemptAt} ago />.
    </>
  );
}
