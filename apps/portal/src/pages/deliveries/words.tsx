import { Badge } from '@mantine/core';
import type { Delivery, ListedDelivery } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { Clamped } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { stateOf } from './delivery-words.ts';
import { nextWords } from './history.ts';

export function DeliveryBadge({ delivery }: { delivery: Pick<Delivery, 'status' | 'attemptCount'> }) {
  const { label, color } = stateOf(delivery);
  return <Badge color={color}>{label}</Badge>;
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

/** When a delivery that is not done is sent next. */
export function NextAttempt({ delivery }: { delivery: Delivery }) {
  const { nextAttemptAt } = delivery;
  if (nextAttemptAt === null) return 'When the webhook is enabled';
  return Date.parse(nextAttemptAt) <= Date.now() ? 'Now' : <When at={nextAttemptAt} seconds />;
}

export function Business({ delivery: { customerId, companyName } }: { delivery: ListedDelivery }) {
  if (customerId === null) return '–';
  return (
    <PageLink to="/customers/$customerId" params={{ customerId }} size="sm">
      <Clamped text={companyName ?? customerId} />
    </PageLink>
  );
}
