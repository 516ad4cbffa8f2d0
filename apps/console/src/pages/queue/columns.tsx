// The columns of the queue.
import { Badge, Box, Group, Text, Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import type { DecisionOutcome, QueueItem } from '@onboarding/contract';
import { Country } from '@onboarding/ui/countries';
import { PageLink } from '@onboarding/ui/shell';
import type { Column } from '@onboarding/ui/table';
import { inUtc, lengthOf, Monogram, When } from '@onboarding/ui/values';
import { businessTypeName } from '@onboarding/ui/words';
import { useState } from 'react';
import { Reassign } from '../reassign/reassign.tsx';
import { dueOf, splitFlags } from './queue-rules.ts';
import type { View } from './search.ts';
import { priorityWords } from './views.ts';
import { FLAGS, flagColor, REASONS } from './words.ts';

const OUTCOMES: Record<DecisionOutcome, string> = {
  Approve: 'Approve',
  Reject: 'Reject',
  RequestChanges: 'Request changes',
};

const BUSINESS: Column<QueueItem> = {
  header: 'Business',
  cell: (row) => (
    <Group gap="sm" wrap="nowrap">
      <Box visibleFrom="lg">
        <Monogram name={row.partnerName} size={30} />
      </Box>
      <div>
        <PageLink
          to="/packages/$customerId"
          params={{ customerId: row.customerId }}
          // Opening a package is recorded, so hovering must not preload it.
          preload={false}
          size="sm"
          fw={600}
          data-row
        >
          {row.companyName}
        </PageLink>
        <Text size="xs" c="dimmed" lineClamp={1} style={{ overflowWrap: 'anywhere' }} title={row.partnerCustomerId}>
          {row.partnerName}, {row.partnerCustomerId}
        </Text>
      </div>
    </Group>
  ),
};

const WHY: Column<QueueItem> = {
  header: 'Why',
  width: 92,
  cell: (row) => (
    <>
      <Text size="sm">{REASONS[row.reason]}</Text>
      {row.attempt > 1 && (
        <Text size="xs" c="dimmed">
          Attempt {row.attempt}
        </Text>
      )}
    </>
  ),
};

const PRIORITY: Column<QueueItem> = {
  header: 'Priority',
  width: 86,
  cell: ({ priority }) => {
    const { words, color } = priorityWords(priority);
    return color === undefined ? <Text size="sm">{words}</Text> : <Badge color={color}>{words}</Badge>;
  },
};

const WAITING: Column<QueueItem> = {
  header: 'Waiting',
  width: 138,
  cell: (row) => <Age queuedAt={row.queuedAt} dueAt={row.dueAt} />,
};

const WHERE: Column<QueueItem> = {
  header: 'Country',
  width: 98,
  cell: (row) => (
    <>
      <Text size="sm">
        <Country code={row.country} />
      </Text>
      <Text size="xs" c="dimmed">
        {businessTypeName(row.businessTypeCode)}
      </Text>
    </>
  ),
};

const FLAGGED: Column<QueueItem> = {
  header: 'Flags',
  width: 156,
  cell: ({ flags }) => {
    if (flags.length === 0) return null;
    const { shown, more } = splitFlags(flags);
    return (
      <Group gap={4}>
        {shown.map((flag) => (
          <Badge key={flag} color={flagColor(flag)}>
            {FLAGS[flag]}
          </Badge>
        ))}
        {more.length > 0 && (
          <Tooltip label={more.map((flag) => FLAGS[flag]).join(', ')}>
            <Text size="xs" tabIndex={0}>
              and {more.length} more
            </Text>
          </Tooltip>
        )}
      </Group>
    );
  },
};

const HELD: Column<QueueItem> = {
  header: 'Claim ends',
  width: 116,
  cell: ({ claimEndsAt }) => claimEndsAt !== null && <When at={claimEndsAt} ago />,
};

const HELD_BY_OTHERS: Column<QueueItem> = {
  header: 'Claim ends',
  width: 124,
  cell: ({ customerId, companyName, claimedBy, claimedByName, claimEndsAt }) =>
    claimEndsAt !== null &&
    claimedBy !== null && (
      <>
        <Text size="sm">
          <When at={claimEndsAt} ago />
        </Text>
        <Reassign size="compact-xs" {...{ customerId, companyName, claimedBy, claimedByName }} />
      </>
    ),
};

const HOLDER: Column<QueueItem> = {
  header: 'Claimed by',
  width: 168,
  cell: (row) => (
    <>
      <Text size="sm">{row.claimedByName ?? 'A former colleague'}</Text>
      <Text size="xs" c="dimmed">
        {row.proposal === null ? 'In review' : `Proposes: ${OUTCOMES[row.proposal.outcome].toLowerCase()}`}
      </Text>
    </>
  ),
};

const PROPOSED: Column<QueueItem> = {
  header: 'Proposed',
  width: 160,
  // An API of the release before sends no `sentBack`.
  cell: ({ proposal, sentBack = null }) =>
    proposal === null ? (
      sentBack !== null && <SentBack {...sentBack} />
    ) : (
      <>
        <Text size="sm" fw={600}>
          {OUTCOMES[proposal.outcome]}
        </Text>
        <Text size="xs" c="dimmed">
          {proposal.proposedByName ?? 'A former colleague'}, <When at={proposal.proposedAt} ago />
        </Text>
      </>
    ),
};

function SentBack({ byName, at }: NonNullable<QueueItem['sentBack']>) {
  return (
    <>
      <Badge color="warning">Sent back</Badge>
      <Text size="xs" c="dimmed">
        {byName ?? 'A former colleague'}, <When at={at} ago />
      </Text>
    </>
  );
}

const COLUMNS: Record<View, readonly Column<QueueItem>[]> = {
  waiting: [BUSINESS, WHY, PRIORITY, WAITING, FLAGGED, WHERE],
  mine: [BUSINESS, WHY, PROPOSED, WAITING, FLAGGED, HELD],
  confirm: [BUSINESS, PROPOSED, WHY, WAITING, FLAGGED, WHERE],
  claimed: [BUSINESS, HOLDER, WAITING, FLAGGED, HELD_BY_OTHERS],
};

export const columnsOf = (view: View) => COLUMNS[view];

const MINUTE_MS = 60_000;

/** How long a package has waited, and the time left until its target, in words and colour. */
function Age({ queuedAt, dueAt }: { queuedAt: string; dueAt: string }) {
  const now = useNow();
  const { words, color } = dueOf(Date.parse(queuedAt), Date.parse(dueAt), now);
  return (
    <>
      <Text size="sm">{lengthOf(now - Date.parse(queuedAt))}</Text>
      <Tooltip label={`In the queue since ${inUtc(new Date(queuedAt))}, due ${inUtc(new Date(dueAt))}`}>
        <Badge color={color}>{words}</Badge>
      </Tooltip>
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}
