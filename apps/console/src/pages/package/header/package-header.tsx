// Which business this is, its state, and the actions to claim or release it.
import { Badge, Box, Group, Text } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { PageTitle } from '@onboarding/ui/shell';
import { Instant, StatusBadge, When } from '@onboarding/ui/values';
import type { ReactNode } from 'react';
import classes from '../package.module.css';
import type { Standing } from '../standing.ts';
import { useStanding } from '../use-standing.ts';
import { HeaderActions } from './header-actions.tsx';
import { isToday, lasting, whyQueued } from './header-rules.ts';

export function PackageHeader({ found }: { found: PackageRecord }) {
  const { business, verification, partner } = found;
  const standing = useStanding(found);
  const why = whyQueued(found.queue.reason);
  return (
    <header className={classes.header}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <Box flex="1 1 20rem" miw={0}>
          <Group gap="xs">
            <PageTitle title={business.companyName} size="h3" />
            <StatusBadge status={verification.status} />
            {why !== undefined && <Badge color="warning">{why}</Badge>}
            {verification.attempt > 1 && (
              <Badge variant="outline" color="neutral">
                Attempt {verification.attempt}
              </Badge>
            )}
            {business.erasedAt !== null && <Badge color="neutral">Erased</Badge>}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {partner.name} · {business.partnerCustomerId}
            <Waited found={found} />
            {' · '}
            {SENTENCES[standing](found)}
          </Text>
        </Box>
        <HeaderActions found={found} standing={standing} />
      </Group>
    </header>
  );
}

/** How long the package has waited. */
function Waited({ found: { queue } }: { found: PackageRecord }) {
  if (queue.queuedAt === null) return null;
  return (
    <>
      {' · '}
      <Instant at={queue.queuedAt}>waiting {lasting(Date.now() - Date.parse(queue.queuedAt))}</Instant>
    </>
  );
}

const SENTENCES: Record<Standing, (found: PackageRecord) => ReactNode> = {
  waiting: () => 'unclaimed',
  mine: ({ claim }) => <>yours until {claim !== null && <Clock at={claim.endsAt} />}</>,
  theirs: ({ claim }) => (
    <>
      {claim?.name ?? 'A former colleague'} has it until {claim !== null && <Clock at={claim.endsAt} />}
    </>
  ),
  'with-partner': ({ verification }) => (
    <>
      waiting for the partner since <When at={verification.statusChangedAt} />
    </>
  ),
  approved: ({ verification }) => (
    <>
      approved on <When at={verification.statusChangedAt} />
    </>
  ),
  rejected: ({ verification }) => (
    <>
      rejected on <When at={verification.statusChangedAt} />; a supervisor can reopen it
    </>
  ),
  'not-submitted': () => 'not submitted yet',
  erased: ({ business }) => (
    <>data erased on {business.erasedAt !== null && <When at={business.erasedAt} day />}; decisions and trail remain</>
  ),
};

const TODAY = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** A time; without the day if it is today. */
function Clock({ at }: { at: string }) {
  if (!isToday(at)) return <When at={at} />;
  return <Instant at={at}>{TODAY.format(new Date(at))}</Instant>;
}
